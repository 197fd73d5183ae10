//! Page of the notes app: a list of notes and the editor of one.

use egui::text::CCursor;
use egui::{Align2, Color32, Rect, pos2, vec2};

use super::canvas::{Canvas, rect, tone};
use super::{TextPlace, bars, keyboard};
use crate::device::notes::Note;
use crate::device::{Action, App, Device};

/// Height of a note in the list, with the gap below it.
const ROW: f32 = 84.0;
/// Size of the note's text.
const TEXT_SIZE: f32 = 20.0;
/// Space left and right of the note's text.
const MARGIN: f32 = 20.0;

pub(super) fn draw(canvas: &mut Canvas<'_>, device: &mut Device) -> Option<TextPlace> {
    canvas.fill(canvas.area, 0.0, tone::PAGE);
    if device.notes.editor().is_some() {
        Some(page(canvas, device))
    } else {
        list(canvas, device);
        None
    }
}

fn list(canvas: &mut Canvas<'_>, device: &mut Device) {
    let area = canvas.area;
    let notes = device.notes.list();
    let top = bars::STATUS + bars::TITLE;
    let view = Rect::from_min_max(pos2(0.0, top), pos2(area.max.x, area.max.y));
    let content = notes.len() as f32 * ROW + 100.0;
    device.scroll = device.scroll.clamp(0.0, (content - view.height()).max(0.0));
    let outer = canvas.clip(view);
    for (index, note) in notes.iter().enumerate() {
        let card = rect(
            14.0,
            top + 4.0 + index as f32 * ROW - device.scroll,
            area.width() - 28.0,
            ROW - 10.0,
        );
        if card.max.y < top || card.min.y > area.max.y {
            continue;
        }
        draw_card(canvas, device, card, note);
    }
    if notes.is_empty() {
        canvas.text(
            area.center(),
            Align2::CENTER_CENTER,
            device.words("还没有便签", "No notes yet"),
            18.0,
            tone::SOFT,
        );
        canvas.text(
            area.center() + vec2(0.0, 30.0),
            Align2::CENTER_CENTER,
            device.words("点右下角的加号写一条", "Tap the plus below to write one"),
            15.0,
            tone::SOFT,
        );
    }
    canvas.painter = outer;
    bars::title(canvas, App::Notes.label(device.language));
    draw_plus(canvas);
}

/// Draws a note of the list: its title, and the beginning of its text.
fn draw_card(canvas: &mut Canvas<'_>, device: &Device, card: Rect, note: &Note) {
    let pressed = canvas.tappable(card, Action::OpenNote(note.id));
    canvas.fill(card, 16.0, if pressed { tone::LINE } else { tone::CARD });
    let title = if note.title.is_empty() {
        device.words("无标题", "Untitled")
    } else {
        &note.title
    };
    let single = note.preview.is_empty();
    let y = if single {
        card.center().y
    } else {
        card.min.y + 25.0
    };
    canvas.line_of_text(
        pos2(card.min.x + 18.0, y),
        card.width() - 36.0,
        title,
        18.0,
        tone::TEXT,
    );
    if !single {
        canvas.line_of_text(
            pos2(card.min.x + 18.0, card.min.y + 52.0),
            card.width() - 36.0,
            &note.preview,
            14.0,
            tone::SOFT,
        );
    }
}

/// Draws the button for a new note.
fn draw_plus(canvas: &mut Canvas<'_>) {
    let area = canvas.area;
    let plus = pos2(area.max.x - 48.0, area.max.y - 66.0);
    let pressed = canvas.tappable(
        Rect::from_center_size(plus, vec2(72.0, 72.0)),
        Action::NewNote,
    );
    canvas.circle(plus + vec2(0.0, 2.0), 31.0, Color32::from_black_alpha(26));
    canvas.circle(
        plus,
        30.0,
        if pressed {
            Color32::from_rgb(0xD9, 0x8C, 0x0C)
        } else {
            tone::AMBER
        },
    );
    canvas.line(
        &[plus - vec2(11.0, 0.0), plus + vec2(11.0, 0.0)],
        3.0,
        Color32::WHITE,
    );
    canvas.line(
        &[plus - vec2(0.0, 11.0), plus + vec2(0.0, 11.0)],
        3.0,
        Color32::WHITE,
    );
}

fn page(canvas: &mut Canvas<'_>, device: &mut Device) -> TextPlace {
    let area = canvas.area;
    canvas.fill(area, 0.0, tone::CARD);
    let top = bars::STATUS + bars::TITLE;
    let bottom = if device.keyboard.shown {
        area.max.y - keyboard::height(area)
    } else {
        area.max.y - bars::GESTURE
    };
    let view = Rect::from_min_max(pos2(0.0, top), pos2(area.max.x, bottom));
    let (text, cursor, selection) =
        device
            .notes
            .editor()
            .map_or((String::new(), 0, None), |editor| {
                (
                    editor.text().to_owned(),
                    editor.cursor_chars(),
                    editor.selection_chars(),
                )
            });
    let empty = text.is_empty();
    let galley = canvas.paragraph(&text, TEXT_SIZE, tone::TEXT, area.width() - 2.0 * MARGIN);
    let caret = galley.pos_from_cursor(CCursor::new(cursor));
    let room = view.height() - 24.0;
    if std::mem::take(&mut device.follow_cursor) {
        // On a screen that is too low for one line, the lower end of the line is shown.
        let least = (caret.max.y - room).max(0.0);
        device.scroll = device.scroll.clamp(least, caret.min.y.max(least));
    }
    device.scroll = device.scroll.clamp(0.0, (galley.size().y - room).max(0.0));
    let origin = pos2(MARGIN, top + 12.0 - device.scroll);

    let outer = canvas.clip(view);
    canvas.tappable(view, Action::PlaceCursor);
    if let Some(selection) = selection.filter(|range| !range.is_empty()) {
        highlight(canvas, &galley, origin, selection);
    }
    canvas.painter.galley(origin, galley.clone(), tone::TEXT);
    if empty {
        canvas.text(
            origin,
            Align2::LEFT_TOP,
            device.words("写点什么…", "Write something…"),
            TEXT_SIZE,
            Color32::from_rgb(0xA9, 0xB2, 0xBE),
        );
    }
    canvas.fill(
        caret.translate(origin.to_vec2()).expand2(vec2(1.0, 0.0)),
        1.0,
        tone::AMBER,
    );
    canvas.painter = outer;

    bars::title(canvas, "");
    let words = device.words("删除", "Delete");
    bars::title_button(canvas, 0, words, tone::RED, Action::DeleteNote);
    let words = device.words("粘贴", "Paste");
    bars::title_button(canvas, 1, words, tone::ACCENT, Action::PasteIntoNote);
    let words = device.words("复制", "Copy");
    bars::title_button(canvas, 2, words, tone::ACCENT, Action::CopyNote);
    if device.keyboard.shown {
        keyboard::draw(canvas, device.keyboard, device.words("换行", "Enter"));
    }
    TextPlace { origin, galley }
}

fn highlight(
    canvas: &Canvas<'_>,
    galley: &egui::Galley,
    origin: egui::Pos2,
    selection: std::ops::Range<usize>,
) {
    let (from, to) = (
        galley.pos_from_cursor(CCursor::new(selection.start)),
        galley.pos_from_cursor(CCursor::new(selection.end)),
    );
    for row in &galley.rows {
        let line = row.rect();
        if line.max.y <= from.min.y || line.min.y >= to.max.y {
            continue;
        }
        let left = if line.contains(from.center()) || from.min.y >= line.min.y {
            from.min.x
        } else {
            line.min.x
        };
        let right = if to.max.y <= line.max.y + 0.5 {
            to.max.x
        } else {
            line.max.x.max(left + 6.0)
        };
        let band = Rect::from_min_max(pos2(left, line.min.y), pos2(right, line.max.y));
        canvas.fill(band.translate(origin.to_vec2()), 0.0, tone::SELECTION);
    }
}
