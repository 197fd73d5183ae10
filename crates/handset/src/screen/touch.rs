//! Fingers on the screen: taps, drags that scroll, and the gestures from the edges.

use egui::{Pos2, Vec2, pos2};

use super::{PIXELS_PER_POINT, Screen, bars};
use crate::device::{Action, App, Device, Front};

/// How far a finger may wander and still tap, in points.
const SLOP: f32 = 8.0;
/// Width of the strips left and right where a drag goes back, in points.
const EDGE: f32 = 14.0;
/// How far a gesture from an edge must go, in points.
const GESTURE_LENGTH: f32 = 56.0;
/// How far one notch of a wheel scrolls, in points.
const NOTCH: f32 = 64.0;

/// What a finger does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finger {
    Down,
    Move,
    Up,
    Cancel,
}

/// A finger between touching and leaving.
#[derive(Debug)]
pub(crate) struct Gesture {
    start: Pos2,
    last: Pos2,
    drags: bool,
    edge: Option<Edge>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Side,
    Bottom,
}

impl Gesture {
    /// Where the finger rests, unless it drags.
    pub(super) fn resting_at(&self) -> Option<Pos2> {
        (!self.drags && self.edge.is_none()).then_some(self.start)
    }
}

impl Screen {
    /// A finger acts at a place given in pixels of the screen as it stands.
    pub(crate) fn touch(&mut self, device: &mut Device, finger: Finger, x: f32, y: f32) {
        if !device.awake {
            self.gesture = None;
            return;
        }
        let at = pos2(x, y) / PIXELS_PER_POINT;
        match finger {
            Finger::Down => self.finger_down(device, at),
            Finger::Move => self.finger_move(device, at),
            Finger::Up => {
                self.finger_move(device, at);
                self.finger_up(device, at);
            }
            Finger::Cancel => {
                self.gesture = None;
                device.touch();
            }
        }
    }

    /// A wheel turns; positive notches show what is above.
    pub(crate) fn wheel(&mut self, device: &mut Device, notches: f32) {
        if device.awake {
            device.scroll -= notches * NOTCH;
            device.follow_cursor = false;
            self.laid_out = false;
            device.touch();
        }
    }

    fn finger_down(&mut self, device: &mut Device, at: Pos2) {
        // What was tapped is decided by the page as it is now, not as it was last drawn.
        self.gesture = None;
        if !self.laid_out {
            self.lay_out(device);
        }
        let (width, height) = super::size_of(device.landscape);
        let (right, bottom) = (
            f32::from(width) / PIXELS_PER_POINT,
            f32::from(height) / PIXELS_PER_POINT,
        );
        let edge = if at.y > bottom - bars::GESTURE {
            Some(Edge::Bottom)
        } else if at.x < EDGE || at.x > right - EDGE {
            Some(Edge::Side)
        } else {
            None
        };
        self.gesture = Some(Gesture {
            start: at,
            last: at,
            drags: false,
            edge,
        });
        device.touch();
    }

    fn finger_move(&mut self, device: &mut Device, at: Pos2) {
        let Some(gesture) = self.gesture.as_mut() else {
            return;
        };
        let step: Vec2 = at - gesture.last;
        if !gesture.drags && (at - gesture.start).length() <= SLOP {
            return;
        }
        gesture.drags = true;
        gesture.last = at;
        if gesture.edge.is_none() {
            device.scroll -= step.y;
            device.follow_cursor = false;
            self.laid_out = false;
            device.touch();
        }
    }

    fn finger_up(&mut self, device: &mut Device, at: Pos2) {
        let Some(gesture) = self.gesture.take() else {
            return;
        };
        let path = at - gesture.start;
        match gesture.edge {
            Some(Edge::Bottom)
                if -path.y > GESTURE_LENGTH * 3.0 && device.front != Front::Recents =>
            {
                device.show_recents();
            }
            Some(Edge::Bottom) if -path.y > GESTURE_LENGTH => device.home(),
            Some(Edge::Side) if path.x.abs() > GESTURE_LENGTH && path.x.abs() > path.y.abs() => {
                device.back();
            }
            _ if !gesture.drags => self.tap(device, gesture.start),
            _ => {}
        }
        self.laid_out = false;
        device.touch();
    }

    fn tap(&mut self, device: &mut Device, at: Pos2) {
        let Some(action) = self
            .hot
            .iter()
            .rev()
            .find(|hot| hot.rect.contains(at))
            .map(|hot| hot.action)
        else {
            return;
        };
        if action == Action::PlaceCursor
            && device.front == Front::App(App::Notes)
            && let Some(text) = &self.text
        {
            let cursor = text.galley.cursor_from_pos(at - text.origin);
            device.edit(|editor| editor.place(cursor.index));
        }
        device.perform(action);
    }
}
