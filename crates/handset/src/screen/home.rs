//! Launcher: a landscape in the phone's own hue, a large clock, the apps; and the list of opened apps.

use egui::{Align2, Color32, Pos2, Rect, pos2, vec2};

use super::canvas::{Canvas, hsv, rect, tone};
use crate::clock;
use crate::device::{Action, App, Device, Language};

/// Side of an app's icon in points.
const ICON: f32 = 56.0;

/// Draws the picture behind launcher and recents.
pub(super) fn wallpaper(canvas: &Canvas<'_>, device: &Device) {
    let area = canvas.area;
    let (hue, look) = (device.identity.hue(), device.identity.look);
    let (width, height) = (area.width(), area.height());
    // A third of the phones have a dusky sky, so that phones differ in more than hue.
    let dusk = look % 3 == 0;
    let (high, low) = if dusk {
        (hsv(hue, 0.60, 0.42), hsv(hue + 45.0, 0.38, 0.92))
    } else {
        (hsv(hue, 0.52, 0.80), hsv(hue + 12.0, 0.13, 0.98))
    };
    canvas.hills(&[pos2(0.0, 0.0), pos2(width, 0.0)], height * 0.8, high, low);
    canvas.fill(
        Rect::from_min_max(pos2(0.0, height * 0.8), area.max),
        0.0,
        low,
    );
    let sun = pos2(
        width * (0.22 + (look % 57) as f32 / 100.0),
        height * (0.40 + (look % 11) as f32 / 100.0),
    );
    canvas.circle(
        sun,
        width.min(height) * 0.14,
        hsv(hue + 40.0, if dusk { 0.35 } else { 0.10 }, 1.0).gamma_multiply(0.9),
    );
    for layer in 0..3_u8 {
        let depth = f32::from(layer) / 2.0;
        let base = height * (0.60 + 0.13 * depth);
        let phase = (look % 628) as f32 / 100.0 + depth * 2.4;
        let ridge: Vec<Pos2> = (0..=40)
            .map(|step| {
                let x = width * step as f32 / 40.0;
                let wave = (x / 62.0 + phase).sin() * 20.0 + (x / 27.0 + phase * 1.7).sin() * 6.0;
                pos2(x, base + wave * (1.0 - 0.3 * depth))
            })
            .collect();
        let shade = |value: f32| {
            hsv(
                hue + 6.0 * depth,
                0.40 + 0.2 * depth,
                value - 0.20 * depth - if dusk { 0.22 } else { 0.0 },
            )
        };
        canvas.hills(&ridge, height, shade(0.86), shade(0.74));
    }
}

/// Draws the launcher.
pub(super) fn draw(canvas: &mut Canvas<'_>, device: &mut Device) {
    wallpaper(canvas, device);
    let area = canvas.area;
    let now = clock::local();
    let clock_at = pos2(
        if device.landscape { 40.0 } else { 28.0 },
        area.height() * 0.115,
    );
    let shade = Color32::from_black_alpha(50);
    let time = now.format("%H:%M").to_string();
    canvas.text(
        clock_at + vec2(0.0, 1.5),
        Align2::LEFT_TOP,
        &time,
        68.0,
        shade,
    );
    canvas.text(clock_at, Align2::LEFT_TOP, &time, 68.0, Color32::WHITE);
    let date = date_line(&now, device.language);
    canvas.text(
        clock_at + vec2(3.0, 87.0),
        Align2::LEFT_TOP,
        &date,
        17.0,
        shade,
    );
    canvas.text(
        clock_at + vec2(3.0, 86.0),
        Align2::LEFT_TOP,
        &date,
        17.0,
        Color32::WHITE,
    );

    let (own, installed) = {
        let apps = device.apps();
        let (own, installed) = apps.split_at(App::DOCK);
        (own.to_vec(), installed.to_vec())
    };
    let dock = Rect::from_center_size(
        pos2(area.center().x, area.max.y - 74.0),
        vec2((area.width() - 24.0).min(380.0), 100.0),
    );
    canvas.fill(dock, 28.0, Color32::from_white_alpha(46));
    let cell = dock.width() / own.len() as f32;
    for (index, app) in own.into_iter().enumerate() {
        let center = pos2(dock.min.x + cell * (index as f32 + 0.5), dock.center().y);
        app_button(canvas, device, center, vec2(cell, 100.0), app);
    }
    grid(canvas, device, clock_at.y + 128.0, dock.min.y, &installed);
}

/// Draws the installed apps between the date and the dock; those beyond the first page are reached by scrolling.
fn grid(canvas: &mut Canvas<'_>, device: &mut Device, top: f32, bottom: f32, apps: &[App]) {
    let area = canvas.area;
    let view = Rect::from_min_max(pos2(0.0, top), pos2(area.width(), bottom - 8.0));
    let columns = ((area.width() - 24.0) / 88.0).floor().max(1.0);
    let cell = vec2((area.width() - 24.0) / columns, 100.0);
    let rows = (apps.len() as f32 / columns).ceil();
    let most = (rows * cell.y - view.height()).max(0.0);
    device.scroll = device.scroll.clamp(0.0, most);
    let outer = canvas.clip(view);
    for (index, app) in apps.iter().enumerate() {
        let (row, column) = (
            (index as f32 / columns).floor(),
            index as f32 % columns.max(1.0),
        );
        let center = pos2(
            12.0 + cell.x * (column + 0.5),
            top + cell.y * (row + 0.5) - device.scroll,
        );
        app_button(canvas, device, center, cell, *app);
    }
    canvas.painter = outer;
}

/// Draws an icon with its name that opens the app.
fn app_button(canvas: &mut Canvas<'_>, device: &Device, center: Pos2, cell: egui::Vec2, app: App) {
    let Some(about) = device.about(app) else {
        return;
    };
    let place = Rect::from_center_size(center, cell);
    if !place.intersects(canvas.painter.clip_rect()) {
        return;
    }
    let pressed = canvas.tappable(place, Action::Open(app));
    let side = if pressed { ICON * 0.9 } else { ICON };
    icon(canvas, device, center - vec2(0.0, 10.0), side, app);
    let (at, width) = (center + vec2(0.0, 33.0), cell.x - 8.0);
    // The shade keeps the name readable before a light sky.
    let shade = Color32::from_black_alpha(110);
    canvas.centered_line(at + vec2(0.0, 1.0), width, &about.label, 14.0, shade);
    canvas.centered_line(at, width, &about.label, 14.0, Color32::WHITE);
}

/// Date as `11月20日 星期五` or `Fri, Nov 20`.
pub(super) fn date_line(now: &chrono::DateTime<chrono::FixedOffset>, language: Language) -> String {
    use chrono::Datelike as _;
    if language == Language::English {
        return now.format("%a, %b %-d").to_string();
    }
    let day =
        ["一", "二", "三", "四", "五", "六", "日"][now.weekday().num_days_from_monday() as usize];
    format!("{}月{}日 星期{day}", now.month(), now.day())
}

/// Draws an app's icon, `side` points wide.
pub(super) fn icon(canvas: &mut Canvas<'_>, device: &Device, center: Pos2, side: f32, app: App) {
    let App::Installed(uid) = app else {
        return own_icon(canvas, center, side, app);
    };
    let tile = Rect::from_center_size(center, vec2(side, side));
    let Some(installed) = device.packages.by_uid(uid) else {
        return;
    };
    let picture = device.place(&installed.icon());
    if let Some((texture, _)) = picture.and_then(|path| canvas.pictures.texture(&path)) {
        let mut shape = egui::epaint::RectShape::filled(tile, 15.0 * side / 56.0, Color32::WHITE);
        shape.brush = Some(std::sync::Arc::new(egui::epaint::Brush {
            fill_texture_id: texture,
            uv: Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)),
        }));
        canvas.painter.add(shape);
        return;
    }
    // Without a picture, or with one that this phone cannot show, the name's first letter is drawn on a colour of its own.
    canvas.fill(
        tile,
        15.0 * side / 56.0,
        hsv((uid % 24) as f32 * 15.0, 0.55, 0.75),
    );
    let letter = installed.label.chars().next().unwrap_or('?');
    canvas.text(
        center,
        Align2::CENTER_CENTER,
        letter.to_uppercase(),
        side * 0.5,
        Color32::WHITE,
    );
}

/// Draws the icon of a built-in app.
fn own_icon(canvas: &Canvas<'_>, center: Pos2, side: f32, app: App) {
    let unit = side / 56.0;
    let tile = Rect::from_center_size(center, vec2(side, side));
    let at = |x: f32, y: f32| center + vec2(x, y) * unit;
    let (back, ink) = match app {
        App::Notes => (Color32::WHITE, tone::AMBER),
        App::Settings => (Color32::from_rgb(0x4A, 0x56, 0x66), Color32::WHITE),
        App::Files => (tone::ACCENT, Color32::WHITE),
        App::Gallery => (Color32::from_rgb(0x2B, 0xA8, 0x8C), Color32::WHITE),
        App::Clock | App::Installed(_) => (Color32::from_rgb(0x1D, 0x23, 0x2E), Color32::WHITE),
    };
    canvas.fill(tile, 15.0 * unit, back);
    match app {
        App::Notes => {
            let sheet = Rect::from_center_size(at(-2.0, 1.0), vec2(26.0, 30.0) * unit);
            canvas.fill(sheet, 4.0 * unit, Color32::from_rgb(0xFF, 0xF1, 0xCF));
            for row in 0..3_u8 {
                let y = -6.0 + 7.0 * f32::from(row);
                canvas.line(
                    &[at(-11.0, y), at(if row == 2 { 1.0 } else { 6.0 }, y)],
                    2.0 * unit,
                    ink,
                );
            }
            canvas.line(&[at(4.0, 10.0), at(16.0, -4.0)], 4.5 * unit, tone::RED);
        }
        App::Settings => {
            for tooth in 0..8_u8 {
                let (sin, cos) = (f32::from(tooth) * std::f32::consts::FRAC_PI_4).sin_cos();
                canvas.line(
                    &[at(cos * 11.0, sin * 11.0), at(cos * 18.0, sin * 18.0)],
                    6.0 * unit,
                    ink,
                );
            }
            canvas.ring(center, 10.0 * unit, 5.5 * unit, ink);
        }
        App::Files => {
            canvas.fill(
                Rect::from_min_max(at(-16.0, -12.0), at(2.0, 0.0)),
                3.0 * unit,
                Color32::from_white_alpha(190),
            );
            canvas.fill(
                Rect::from_min_max(at(-16.0, -8.0), at(16.0, 13.0)),
                4.0 * unit,
                ink,
            );
        }
        App::Clock => {
            canvas.circle(center, 19.0 * unit, ink);
            canvas.line(&[center, at(0.0, -13.0)], 2.6 * unit, back);
            canvas.line(&[center, at(9.0, 4.0)], 2.6 * unit, back);
            canvas.circle(center, 2.6 * unit, tone::RED);
        }
        App::Gallery => {
            canvas.circle(at(8.0, -8.0), 4.0 * unit, tone::AMBER);
            let ridge = [
                at(-18.0, 14.0),
                at(-6.0, -4.0),
                at(2.0, 6.0),
                at(8.0, 0.0),
                at(18.0, 14.0),
            ];
            canvas.line(&ridge, 4.0 * unit, ink);
        }
        App::Installed(_) => {}
    }
}

/// Draws the list of opened apps.
pub(super) fn recents(canvas: &mut Canvas<'_>, device: &Device) {
    wallpaper(canvas, device);
    let area = canvas.area;
    canvas.fill(area, 0.0, Color32::from_black_alpha(120));
    canvas.tappable(area, Action::Home);
    if device.recents.is_empty() {
        canvas.text(
            area.center(),
            Align2::CENTER_CENTER,
            device.words("没有打开过的应用", "No recent apps"),
            18.0,
            Color32::WHITE,
        );
        return;
    }
    let width = (area.width() - 48.0).min(420.0);
    let left = area.center().x - width / 2.0;
    for (index, app) in device.recents.iter().enumerate() {
        let card = rect(left, 56.0 + index as f32 * 92.0, width, 80.0);
        if card.max.y > area.max.y - 30.0 {
            break;
        }
        let pressed = canvas.tappable(card, Action::Open(*app));
        canvas.fill(card, 20.0, if pressed { tone::LINE } else { tone::CARD });
        let at = pos2(card.min.x + 44.0, card.center().y);
        icon(canvas, device, at, 48.0, *app);
        canvas.text(
            pos2(card.min.x + 84.0, card.center().y),
            Align2::LEFT_CENTER,
            device
                .about(*app)
                .map_or(String::new(), |about| about.label),
            20.0,
            tone::TEXT,
        );
    }
    let clear = Rect::from_center_size(pos2(area.center().x, area.max.y - 54.0), vec2(140.0, 40.0));
    let pressed = canvas.tappable(clear, Action::CloseRecents);
    canvas.fill(
        clear,
        20.0,
        Color32::from_white_alpha(if pressed { 90 } else { 50 }),
    );
    canvas.text(
        clear.center(),
        Align2::CENTER_CENTER,
        device.words("全部清除", "Clear all"),
        16.0,
        Color32::WHITE,
    );
}
