//! Soft keyboard: letters, digits, signs.

use egui::{Align2, Color32, Rect, pos2, vec2};

use super::bars;
use super::canvas::{Canvas, rect, tone};
use crate::device::{Action, Keyboard};

const LETTERS: [&str; 4] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
const SIGNS: [&str; 4] = ["1234567890", "@#$%&-+()/", "*\"':;!?_=", "<>[]{}|"];

/// Height of the keyboard with the gesture bar below it.
pub(super) fn height(area: Rect) -> f32 {
    row_height(area) * 5.0 + 10.0 + bars::GESTURE
}

fn row_height(area: Rect) -> f32 {
    if area.height() < area.width() {
        33.0
    } else {
        47.0
    }
}

/// Draws the keyboard; `enter` is the label of the key that breaks a line.
pub(super) fn draw(canvas: &mut Canvas<'_>, keyboard: Keyboard, enter: &str) {
    let area = canvas.area;
    let board = Rect::from_min_max(pos2(0.0, area.max.y - height(area)), area.max);
    canvas.fill(board, 0.0, tone::KEYBOARD);
    let (unit, row) = (area.width() / 10.0, row_height(area));
    let rows = if keyboard.symbols { SIGNS } else { LETTERS };
    for (index, letters) in rows.into_iter().enumerate() {
        let top = board.min.y + 6.0 + row * index as f32;
        let left = (area.width() - unit * letters.len() as f32) / 2.0;
        for (column, letter) in letters.chars().enumerate() {
            let letter = if keyboard.shift && !keyboard.symbols {
                letter.to_ascii_uppercase()
            } else {
                letter
            };
            let place = rect(left + unit * column as f32, top, unit, row);
            key(canvas, place, tone::CARD, Action::Type(letter));
            canvas.text(
                place.center(),
                Align2::CENTER_CENTER,
                letter,
                row * 0.47,
                tone::TEXT,
            );
        }
        if index == 3 {
            if !keyboard.symbols {
                shift(canvas, rect(0.0, top, unit * 1.5, row), keyboard.shift);
            }
            backspace(
                canvas,
                rect(area.width() - unit * 1.5, top, unit * 1.5, row),
            );
        }
    }
    last_row(
        canvas,
        rect(0.0, board.min.y + 6.0 + row * 4.0, area.width(), row),
        unit,
        keyboard.symbols,
        enter,
    );
}

fn last_row(canvas: &mut Canvas<'_>, row: Rect, unit: f32, symbols: bool, enter: &str) {
    let place = |from: f32, width: f32| rect(unit * from, row.min.y, unit * width, row.height());
    key(canvas, place(0.0, 1.5), tone::SPECIAL_KEY, Action::Symbols);
    canvas.text(
        place(0.0, 1.5).center(),
        Align2::CENTER_CENTER,
        if symbols { "abc" } else { "?#&" },
        16.0,
        tone::TEXT,
    );
    key(canvas, place(1.5, 1.0), tone::CARD, Action::Type(','));
    canvas.text(
        place(1.5, 1.0).center(),
        Align2::CENTER_CENTER,
        ",",
        row.height() * 0.47,
        tone::TEXT,
    );
    key(canvas, place(2.5, 4.0), tone::CARD, Action::Type(' '));
    canvas.text(
        place(2.5, 4.0).center(),
        Align2::CENTER_CENTER,
        "English",
        13.0,
        tone::SOFT,
    );
    key(canvas, place(6.5, 1.0), tone::CARD, Action::Type('.'));
    canvas.text(
        place(6.5, 1.0).center(),
        Align2::CENTER_CENTER,
        ".",
        row.height() * 0.47,
        tone::TEXT,
    );
    key(
        canvas,
        place(7.5, 1.0),
        tone::SPECIAL_KEY,
        Action::HideKeyboard,
    );
    let down = place(7.5, 1.0).center();
    canvas.line(
        &[
            down + vec2(-6.0, -3.0),
            down + vec2(0.0, 4.0),
            down + vec2(6.0, -3.0),
        ],
        2.0,
        tone::TEXT,
    );
    key(canvas, place(8.5, 1.5), tone::AMBER, Action::Type('\n'));
    canvas.text(
        place(8.5, 1.5).center(),
        Align2::CENTER_CENTER,
        enter,
        16.0,
        Color32::WHITE,
    );
}

fn key(canvas: &mut Canvas<'_>, place: Rect, color: Color32, action: Action) {
    let cap = place.shrink2(vec2(2.5, 3.5));
    let pressed = canvas.tappable(place, action);
    canvas.fill(
        cap.translate(vec2(0.0, 1.0)),
        7.0,
        Color32::from_black_alpha(38),
    );
    canvas.fill(cap, 7.0, if pressed { tone::SELECTION } else { color });
}

fn shift(canvas: &mut Canvas<'_>, place: Rect, on: bool) {
    key(
        canvas,
        place,
        if on { tone::CARD } else { tone::SPECIAL_KEY },
        Action::Shift,
    );
    let at = |x: f32, y: f32| place.center() + vec2(x, y);
    let ink = if on { tone::ACCENT } else { tone::TEXT };
    canvas.line(
        &[
            at(-8.0, 1.0),
            at(0.0, -8.0),
            at(8.0, 1.0),
            at(3.5, 1.0),
            at(3.5, 8.0),
            at(-3.5, 8.0),
            at(-3.5, 1.0),
            at(-8.0, 1.0),
        ],
        1.8,
        ink,
    );
}

fn backspace(canvas: &mut Canvas<'_>, place: Rect) {
    key(canvas, place, tone::SPECIAL_KEY, Action::Backspace);
    let at = |x: f32, y: f32| place.center() + vec2(x, y);
    let edge = [
        at(-11.0, 0.0),
        at(-5.0, -7.0),
        at(10.0, -7.0),
        at(10.0, 7.0),
        at(-5.0, 7.0),
        at(-11.0, 0.0),
    ];
    canvas.line(&edge, 1.8, tone::TEXT);
    canvas.line(&[at(-1.0, -3.0), at(5.0, 3.0)], 1.8, tone::TEXT);
    canvas.line(&[at(5.0, -3.0), at(-1.0, 3.0)], 1.8, tone::TEXT);
}
