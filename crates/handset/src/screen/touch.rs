//! Fingers on the screen: taps, drags that scroll, and the gestures from the edges.

use egui::{Pos2, Vec2, pos2};

use super::{Screen, bars, pixels_per_point};
use crate::device::{Action, App, Device, Front};

/// Distance that a finger may move and still tap, in points.
const SLOP: f32 = 8.0;
/// Width in points of the strips left and right in which a drag is the gesture for back.
const EDGE: f32 = 14.0;
/// Least length of a gesture from an edge, in points.
const GESTURE_LENGTH: f32 = 56.0;
/// Most fingers at a time, as on Android.
const FINGERS_LIMIT: usize = 10;
/// Distance that one notch of a wheel scrolls, in points.
const NOTCH: f32 = 64.0;

/// Action of a finger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finger {
    Down,
    Move,
    Up,
    Cancel,
}

/// Identity of a finger: its source, and the source's number for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pointer {
    pub(crate) session: u64,
    pub(crate) id: u64,
}

/// A finger that is down.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pointer: Pointer,
    at: Pos2,
}

/// Course of one finger between touching and leaving.
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
    /// Position of the finger, unless it drags.
    pub(super) fn resting_at(&self) -> Option<Pos2> {
        (!self.drags && self.edge.is_none()).then_some(self.start)
    }
}

impl Screen {
    /// Handles a finger at a place in pixels of the screen in its present orientation. One finger taps, drags and makes gestures;
    /// two pinch and drag; fingers beyond ten are ignored.
    pub(crate) fn touch(
        &mut self,
        device: &mut Device,
        pointer: Pointer,
        finger: Finger,
        (x, y): (f32, f32),
    ) {
        if !device.awake {
            self.gesture = None;
            self.fingers.clear();
            return;
        }
        let at = pos2(x, y) / pixels_per_point(device);
        if finger == Finger::Down {
            // A finger that is down already begins another touch: its lift was lost, as happens after a rotation.
            self.fingers.retain(|placed| placed.pointer != pointer);
        }
        let known = self
            .fingers
            .iter()
            .position(|placed| placed.pointer == pointer);
        match (finger, known) {
            (Finger::Down, None) if self.fingers.len() < FINGERS_LIMIT => {
                self.fingers.push(Placed { pointer, at });
                if self.fingers.len() == 1 {
                    self.finger_down(device, at);
                } else {
                    // With a second finger the first one no longer makes a gesture of its own.
                    self.gesture = None;
                    device.touch();
                }
            }
            (Finger::Move, Some(index)) => self.handle_move(device, index, at),
            (Finger::Up, Some(index)) => {
                self.handle_move(device, index, at);
                self.fingers.remove(index);
                if self.fingers.is_empty() {
                    self.finger_up(device, at);
                }
            }
            (Finger::Cancel, Some(index)) => {
                self.fingers.remove(index);
                self.gesture = None;
                device.touch();
            }
            (Finger::Down | Finger::Move | Finger::Up | Finger::Cancel, _) => {}
        }
    }

    /// Lifts the fingers of a session that left, without a tap or a gesture.
    pub(crate) fn release(&mut self, device: &mut Device, session: u64) {
        let before = self.fingers.len();
        self.fingers
            .retain(|placed| placed.pointer.session != session);
        if self.fingers.len() != before {
            self.gesture = None;
            device.touch();
        }
    }

    /// Lifts all fingers, without a tap or a gesture.
    pub(crate) fn lift_all(&mut self) {
        self.fingers.clear();
        self.gesture = None;
    }

    fn handle_move(&mut self, device: &mut Device, index: usize, at: Pos2) {
        if self.fingers.len() == 1 {
            self.fingers[index].at = at;
            return self.finger_move(device, at);
        }
        // Only the first two fingers count.
        let pair = |fingers: &[Placed]| {
            let (one, two) = (fingers[0].at, fingers[1].at);
            (one + (two - one) / 2.0, (two - one).length())
        };
        let (middle, distance) = pair(&self.fingers);
        self.fingers[index].at = at;
        let (next_middle, next_distance) = pair(&self.fingers);
        let (width, height) = device.size();
        let center = pos2(f32::from(width), f32::from(height)) / (2.0 * pixels_per_point(device));
        if distance > SLOP && next_distance > SLOP {
            let around = next_middle - center;
            device.pinch(next_distance / distance, (around.x, around.y));
        }
        let step = next_middle - middle;
        device.drag(step.x, step.y);
        self.laid_out = false;
    }

    /// Turns a wheel; positive notches scroll up.
    pub(crate) fn wheel(&mut self, device: &mut Device, notches: f32) {
        if device.awake {
            device.scroll -= notches * NOTCH;
            device.follow_cursor = false;
            self.laid_out = false;
            device.touch();
        }
    }

    fn finger_down(&mut self, device: &mut Device, at: Pos2) {
        // The tapped place is looked up on the page as it is now, not as it was last drawn.
        self.gesture = None;
        if !self.laid_out {
            self.lay_out(device);
        }
        let (width, height) = device.size();
        let (right, bottom) = (
            f32::from(width) / pixels_per_point(device),
            f32::from(height) / pixels_per_point(device),
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
            device.drag(step.x, step.y);
            self.laid_out = false;
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
            .tap_targets
            .iter()
            .rev()
            .find(|target| target.rect.contains(at))
            .map(|target| target.action)
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
