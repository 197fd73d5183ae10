//! Bars around every page: status bar, gesture bar, an app's title bar.

use egui::{Align2, Color32, Pos2, Rect, pos2, vec2};

use super::canvas::{Canvas, rect, tone};
use crate::clock;
use crate::device::{Action, Device};

/// Height of the status bar.
pub(crate) const STATUS: f32 = 30.0;
/// Height of an app's title bar.
pub(crate) const TITLE: f32 = 56.0;
/// Height of the strip at the bottom that takes the home gesture.
pub(crate) const GESTURE: f32 = 20.0;

/// Draws clock, name of the phone, reception and battery along the top.
pub(super) fn status(canvas: &Canvas<'_>, device: &Device, ink: Color32) {
    let middle = STATUS / 2.0 + 1.0;
    let time = clock::local().format("%H:%M").to_string();
    let clock = canvas.text(pos2(18.0, middle), Align2::LEFT_CENTER, time, 15.0, ink);
    let room = canvas.area.width() - clock.max.x - 120.0;
    canvas.line_of_text(
        pos2(clock.max.x + 10.0, middle),
        room,
        &device.name,
        12.0,
        ink.gamma_multiply(0.8),
    );
    let right = canvas.area.max.x - 18.0;
    battery(
        canvas,
        pos2(right - 24.0, middle),
        device.identity.battery(),
        ink,
    );
    let level = canvas.text(
        pos2(right - 30.0, middle),
        Align2::RIGHT_CENTER,
        device.identity.battery(),
        12.0,
        ink,
    );
    wifi(canvas, pos2(level.min.x - 14.0, middle + 5.0), ink);
}

fn battery(canvas: &Canvas<'_>, left: Pos2, percent: u8, ink: Color32) {
    let body = Rect::from_min_size(left - vec2(0.0, 5.5), vec2(21.0, 11.0));
    canvas.outline(body, 3.0, 1.2, ink);
    let charge = Rect::from_min_size(
        body.min + vec2(2.5, 2.5),
        vec2(16.0 * f32::from(percent) / 100.0, 6.0),
    );
    canvas.fill(charge, 1.5, ink);
    canvas.fill(rect(body.max.x + 1.0, left.y - 2.0, 1.6, 4.0), 0.8, ink);
}

fn wifi(canvas: &Canvas<'_>, foot: Pos2, ink: Color32) {
    canvas.circle(foot - vec2(0.0, 1.0), 1.6, ink);
    for radius in [5.0_f32, 9.0] {
        let arc: Vec<Pos2> = (0..=8_u8)
            .map(|step| {
                let (sin, cos) = (-0.75_f32 + 1.5 * f32::from(step) / 8.0).sin_cos();
                foot - vec2(-sin, cos) * radius
            })
            .collect();
        canvas.line(&arc, 1.9, ink);
    }
}

/// Draws the bar at the bottom edge that a swipe up starts from.
pub(super) fn gesture(canvas: &Canvas<'_>, ink: Color32) {
    let bar = Rect::from_center_size(
        pos2(canvas.area.center().x, canvas.area.max.y - 8.0),
        vec2(112.0, 4.0),
    );
    canvas.fill(bar, 2.0, ink.gamma_multiply(0.75));
}

/// Draws an app's title with a back arrow; returns the y at which its page begins.
pub(super) fn title(canvas: &mut Canvas<'_>, text: &str) -> f32 {
    let bar = rect(0.0, STATUS, canvas.area.width(), TITLE);
    canvas.fill(rect(0.0, 0.0, bar.width(), bar.max.y), 0.0, tone::PAGE);
    let back = rect(0.0, bar.min.y, 52.0, TITLE);
    if canvas.tappable(back, Action::Back) {
        canvas.circle(back.center(), 20.0, tone::LINE);
    }
    canvas.back_arrow(back.center(), tone::TEXT);
    canvas.line_of_text(
        pos2(54.0, bar.center().y),
        bar.width() - 160.0,
        text,
        22.0,
        tone::TEXT,
    );
    bar.max.y
}

/// Draws a text button at the right of the title bar; `from_right` counts from zero.
pub(super) fn title_button(
    canvas: &mut Canvas<'_>,
    from_right: u8,
    text: &str,
    ink: Color32,
    action: Action,
) {
    let center = pos2(
        canvas.area.max.x - 36.0 - 58.0 * f32::from(from_right),
        STATUS + TITLE / 2.0,
    );
    let pressed = canvas.tappable(Rect::from_center_size(center, vec2(56.0, 48.0)), action);
    let back = if pressed { tone::LINE } else { tone::CARD };
    canvas.fill(Rect::from_center_size(center, vec2(52.0, 32.0)), 16.0, back);
    canvas.text(center, Align2::CENTER_CENTER, text, 15.0, ink);
}
