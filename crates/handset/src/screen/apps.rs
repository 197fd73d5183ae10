//! Plain apps: settings with the phone's identity, the file list, the clock.

use egui::{Align2, Color32, Rect, pos2, vec2};

use super::canvas::{Canvas, rect, tone};
use super::{bars, home};
use crate::clock;
use crate::device::{Action, App, Device, Language};

/// Height of a row in a list.
const ROW: f32 = 58.0;

/// Draws the settings app: the identity of this phone.
pub(super) fn settings(canvas: &mut Canvas<'_>, device: &mut Device) {
    let identity = device.identity.clone();
    let (width, height) = device.size();
    let rows = [
        ("设备名称", "Device name", device.name.clone()),
        ("品牌", "Brand", identity.brand.clone()),
        ("名称", "Name", identity.market_name.clone()),
        ("型号", "Model", identity.model.clone()),
        ("Android 版本", "Android version", identity.release.clone()),
        ("版本号", "Build number", identity.build_id.clone()),
        ("序列号", "Serial number", identity.serial.clone()),
        ("Android ID", "Android ID", identity.android_id.clone()),
        ("分辨率", "Resolution", format!("{width} × {height}")),
        (
            "屏幕密度",
            "Display density",
            format!("{} dpi", device.density()),
        ),
        ("电池", "Battery", format!("{}%", identity.battery())),
    ];
    let area = canvas.area;
    canvas.fill(area, 0.0, tone::PAGE);
    let top = bars::STATUS + bars::TITLE;
    let view = Rect::from_min_max(pos2(0.0, top), area.max);
    let header = 108.0;
    let content = header + rows.len() as f32 * ROW + 40.0;
    device.scroll = device.scroll.clamp(0.0, (content - view.height()).max(0.0));
    let outer = canvas.clip(view);
    let y = top - device.scroll;
    let card = rect(14.0, y + 4.0, area.width() - 28.0, header - 16.0);
    canvas.fill(card, 18.0, tone::CARD);
    let badge = pos2(card.min.x + 46.0, card.center().y);
    canvas.circle(badge, 28.0, super::canvas::hsv(identity.hue(), 0.45, 0.85));
    owl(canvas, badge);
    canvas.line_of_text(
        pos2(card.min.x + 90.0, card.min.y + 34.0),
        card.width() - 104.0,
        &identity.market_name,
        21.0,
        tone::TEXT,
    );
    canvas.line_of_text(
        pos2(card.min.x + 90.0, card.min.y + 62.0),
        card.width() - 104.0,
        &format!("Android {}", identity.release),
        15.0,
        tone::SOFT,
    );
    let sheet = rect(
        14.0,
        y + header,
        area.width() - 28.0,
        rows.len() as f32 * ROW,
    );
    canvas.fill(sheet, 18.0, tone::CARD);
    for (index, (chinese, english, value)) in rows.iter().enumerate() {
        let name = device.words(chinese, english);
        let row = rect(
            sheet.min.x + 18.0,
            sheet.min.y + index as f32 * ROW,
            sheet.width() - 36.0,
            ROW,
        );
        canvas.text(
            pos2(row.min.x, row.center().y),
            Align2::LEFT_CENTER,
            name,
            17.0,
            tone::TEXT,
        );
        canvas.text(
            pos2(row.max.x, row.center().y),
            Align2::RIGHT_CENTER,
            value,
            15.0,
            tone::SOFT,
        );
        if index > 0 {
            canvas.line(&[row.min, pos2(row.max.x, row.min.y)], 1.0, tone::LINE);
        }
    }
    canvas.painter = outer;
    bars::title(canvas, App::Settings.label(device.language));
}

fn owl(canvas: &Canvas<'_>, center: egui::Pos2) {
    for side in [-1.0, 1.0] {
        canvas.circle(center + vec2(side * 9.0, 0.0), 8.0, Color32::WHITE);
        canvas.circle(center + vec2(side * 9.0, 0.0), 3.5, tone::TEXT);
    }
}

/// Draws the files app.
pub(super) fn files(canvas: &mut Canvas<'_>, device: &mut Device) {
    let area = canvas.area;
    canvas.fill(area, 0.0, tone::PAGE);
    let entries = &device.browser.entries;
    let top = bars::STATUS + bars::TITLE;
    let view = Rect::from_min_max(pos2(0.0, top), area.max);
    let content = entries.len() as f32 * ROW + 60.0;
    device.scroll = device.scroll.clamp(0.0, (content - view.height()).max(0.0));
    let outer = canvas.clip(view);
    for (index, entry) in entries.iter().enumerate() {
        let row = rect(
            14.0,
            top + 4.0 + index as f32 * ROW - device.scroll,
            area.width() - 28.0,
            ROW - 6.0,
        );
        if row.max.y < top || row.min.y > area.max.y {
            continue;
        }
        let pressed = canvas.tappable(row, Action::OpenEntry(index));
        canvas.fill(row, 14.0, if pressed { tone::LINE } else { tone::CARD });
        let mark = pos2(row.min.x + 28.0, row.center().y);
        if entry.is_folder {
            canvas.fill(
                Rect::from_center_size(mark - vec2(5.0, 6.0), vec2(14.0, 8.0)),
                2.0,
                Color32::from_rgb(0xD9, 0x8C, 0x0C),
            );
            canvas.fill(
                Rect::from_center_size(mark, vec2(26.0, 18.0)),
                3.0,
                tone::AMBER,
            );
            canvas.chevron(pos2(row.max.x - 20.0, row.center().y), tone::SOFT);
        } else {
            canvas.fill(
                Rect::from_center_size(mark, vec2(20.0, 26.0)),
                3.0,
                Color32::from_rgb(0xB9, 0xC4, 0xD2),
            );
            canvas.text(
                pos2(row.max.x - 14.0, row.center().y),
                Align2::RIGHT_CENTER,
                size_text(entry.size_bytes),
                13.0,
                tone::SOFT,
            );
        }
        canvas.line_of_text(
            pos2(row.min.x + 54.0, row.center().y),
            row.width() - 150.0,
            &entry.name,
            17.0,
            tone::TEXT,
        );
    }
    if entries.is_empty() {
        canvas.text(
            area.center(),
            Align2::CENTER_CENTER,
            device.words("没有文件", "No files"),
            18.0,
            tone::SOFT,
        );
    }
    canvas.painter = outer;
    let folder = device.browser.folder.rsplit('/').next().unwrap_or_default();
    let title = match folder {
        "sdcard" => App::Files.label(device.language),
        folder => folder,
    }
    .to_owned();
    bars::title(canvas, &title);
}

fn size_text(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{:.1} KB", bytes as f64 / 1024.0),
        _ => format!("{:.1} MB", bytes as f64 / 1_048_576.0),
    }
}

/// Draws the clock app.
pub(super) fn clock(canvas: &mut Canvas<'_>, language: Language) {
    use chrono::Timelike as _;
    let area = canvas.area;
    let ink = Color32::WHITE;
    canvas.fill(area, 0.0, Color32::from_rgb(0x11, 0x15, 0x1C));
    let now = clock::local();
    let is_wide = area.width() > area.height();
    let radius = if is_wide { 88.0 } else { 122.0 };
    let center = pos2(
        area.center().x,
        if is_wide {
            bars::STATUS + 12.0 + radius
        } else {
            area.height() * 0.36
        },
    );
    canvas.circle(center, radius, Color32::from_rgb(0x1D, 0x23, 0x2E));
    let on_dial = |turn: f32, length: f32| {
        let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
        center + vec2(sin, -cos) * radius * length
    };
    for mark in 0..12_u8 {
        let turn = f32::from(mark) / 12.0;
        canvas.line(
            &[on_dial(turn, 0.86), on_dial(turn, 0.94)],
            if mark % 3 == 0 { 3.5 } else { 1.5 },
            ink,
        );
    }
    let (hour, minute) = (now.hour() as f32, now.minute() as f32);
    canvas.line(
        &[center, on_dial((hour + minute / 60.0) / 12.0, 0.5)],
        5.0,
        ink,
    );
    canvas.line(&[center, on_dial(minute / 60.0, 0.76)], 3.5, tone::AMBER);
    canvas.circle(center, 5.0, tone::AMBER);
    let below = center.y + radius + 36.0;
    canvas.text(
        pos2(center.x, below),
        Align2::CENTER_CENTER,
        now.format("%H:%M").to_string(),
        46.0,
        ink,
    );
    canvas.text(
        pos2(center.x, below + 42.0),
        Align2::CENTER_CENTER,
        home::date_line(&now, language),
        17.0,
        ink.gamma_multiply(0.75),
    );
}

/// Draws the window of an installed app: icon, name and facts of the package. No code of it runs here.
pub(super) fn installed(canvas: &mut Canvas<'_>, device: &Device, uid: u32) {
    let area = canvas.area;
    canvas.fill(area, 0.0, tone::PAGE);
    let Some(app) = device.packages.by_uid(uid) else {
        return;
    };
    let center = pos2(area.center().x, bars::STATUS + bars::TITLE + 100.0);
    home::icon(canvas, device, center, 96.0, App::Installed(uid));
    let width = area.width() - 40.0;
    let lines = [
        (86.0, 24.0, tone::TEXT, app.label.clone()),
        (120.0, 15.0, tone::SOFT, app.package.clone()),
        (
            146.0,
            15.0,
            tone::SOFT,
            format!("{} ({})", app.version_name, app.version_code),
        ),
    ];
    for (below, size, ink, text) in lines {
        canvas.centered_line(center + vec2(0.0, below), width, &text, size, ink);
    }
    bars::title(canvas, &app.label);
}
