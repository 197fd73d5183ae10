//! Page of the gallery: a grid of pictures, or one of them.

use egui::{Align2, Color32, Rect, Vec2, pos2, vec2};

use super::bars;
use super::canvas::{Canvas, rect, tone};
use crate::device::{Action, App, Device};

/// Space between two pictures of the grid, in points.
const GAP: f32 = 4.0;
/// Least width of a picture in the grid, in points.
const CELL: f32 = 108.0;

pub(super) fn draw(canvas: &mut Canvas<'_>, device: &mut Device) {
    match device.gallery.open.clone() {
        Some(path) => picture(canvas, device, &path),
        None => grid(canvas, device),
    }
}

fn grid(canvas: &mut Canvas<'_>, device: &mut Device) {
    let area = canvas.area;
    canvas.fill(area, 0.0, tone::PAGE);
    let top = bars::STATUS + bars::TITLE;
    let view = Rect::from_min_max(pos2(0.0, top), area.max);
    let columns = (area.width() / CELL).floor().max(1.0);
    let side = (area.width() - GAP * (columns + 1.0)) / columns;
    let count = device.gallery.pictures.len();
    let rows = (count as f32 / columns).ceil();
    let most = (rows * (side + GAP) + 40.0 - view.height()).max(0.0);
    device.scroll = device.scroll.clamp(0.0, most);
    let outer = canvas.clip(view);
    for index in 0..count {
        let (row, column) = ((index as f32 / columns).floor(), index as f32 % columns);
        let cell = rect(
            GAP + column * (side + GAP),
            top + GAP + row * (side + GAP) - device.scroll,
            side,
            side,
        );
        if !cell.intersects(view) {
            continue;
        }
        canvas.tappable(cell, Action::OpenPicture(index));
        canvas.fill(cell, 0.0, tone::LINE);
        let path = device.place(&device.gallery.pictures[index]);
        if let Some((texture, size)) = path.and_then(|path| canvas.pictures.texture(&path)) {
            // Only the middle square is shown.
            let least = size.x.min(size.y);
            let part = vec2(least / size.x, least / size.y);
            let uv = Rect::from_center_size(pos2(0.5, 0.5), part);
            canvas.painter.image(texture, cell, uv, Color32::WHITE);
        }
    }
    if count == 0 {
        let words = device.words("没有图片", "No pictures");
        canvas.text(
            area.center(),
            Align2::CENTER_CENTER,
            words,
            18.0,
            tone::SOFT,
        );
    }
    canvas.painter = outer;
    bars::title(canvas, App::Gallery.label(device.language));
}

fn picture(canvas: &mut Canvas<'_>, device: &mut Device, path: &str) {
    let area = canvas.area;
    canvas.fill(area, 0.0, Color32::BLACK);
    let file = device.place(path);
    let shown = file.and_then(|path| canvas.pictures.texture(&path));
    let Some((texture, size)) = shown else {
        canvas.text(
            area.center(),
            Align2::CENTER_CENTER,
            device.words("无法显示", "Cannot be shown"),
            18.0,
            tone::SOFT,
        );
        return;
    };
    let fit = (area.width() / size.x).min(area.height() / size.y);
    let whole: Vec2 = size * fit * device.gallery.zoom;
    // An edge of the picture never leaves the edge of the screen, unless the picture is smaller.
    let room = |picture: f32, screen: f32| ((picture - screen) / 2.0).max(0.0);
    let (right, down) = (room(whole.x, area.width()), room(whole.y, area.height()));
    let offset = &mut device.gallery.offset;
    *offset = (offset.0.clamp(-right, right), offset.1.clamp(-down, down));
    let middle = area.center() + vec2(offset.0, offset.1);
    let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let place = Rect::from_center_size(middle, whole);
    canvas.painter.image(texture, place, all, Color32::WHITE);
}
