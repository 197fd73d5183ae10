//! Canvas of the pages: shapes, text, and the places that can be tapped. Units are points, two pixels each.

use std::sync::Arc;

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Stroke, StrokeKind, Vec2, pos2, vec2,
};

use super::pictures::Pictures;
use crate::device::Action;

/// Colours of the phone's interface.
pub(crate) mod tone {
    use egui::Color32;
    pub(crate) const PAGE: Color32 = Color32::from_rgb(0xF3, 0xF5, 0xF9);
    pub(crate) const CARD: Color32 = Color32::WHITE;
    pub(crate) const TEXT: Color32 = Color32::from_rgb(0x17, 0x1C, 0x24);
    pub(crate) const SOFT: Color32 = Color32::from_rgb(0x5D, 0x68, 0x78);
    pub(crate) const LINE: Color32 = Color32::from_rgb(0xE6, 0xEA, 0xF0);
    pub(crate) const ACCENT: Color32 = Color32::from_rgb(0x2F, 0x7C, 0xF6);
    pub(crate) const AMBER: Color32 = Color32::from_rgb(0xF5, 0xA6, 0x23);
    pub(crate) const RED: Color32 = Color32::from_rgb(0xE2, 0x4B, 0x45);
    pub(crate) const KEYBOARD: Color32 = Color32::from_rgb(0xDD, 0xE2, 0xEA);
    pub(crate) const SPECIAL_KEY: Color32 = Color32::from_rgb(0xC3, 0xCB, 0xD7);
    pub(crate) const SELECTION: Color32 = Color32::from_rgb(0xBE, 0xDB, 0xFF);
}

/// Rectangle that can be tapped, with the action of a tap.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TapTarget {
    pub(crate) rect: Rect,
    pub(crate) action: Action,
}

/// Canvas that the pages draw on.
pub(crate) struct Canvas<'a> {
    pub(crate) painter: Painter,
    pub(crate) area: Rect,
    pub(crate) tap_targets: &'a mut Vec<TapTarget>,
    /// Position of a finger that has not begun to drag.
    pub(crate) finger: Option<Pos2>,
    /// Pictures from files.
    pub(crate) pictures: &'a mut Pictures,
}

impl Canvas<'_> {
    /// Makes a rectangle tappable; true while a finger rests on it. Later rectangles lie above earlier ones.
    pub(crate) fn tappable(&mut self, rect: Rect, action: Action) -> bool {
        let seen = rect.intersect(self.painter.clip_rect());
        if !seen.is_positive() {
            return false;
        }
        self.tap_targets.push(TapTarget { rect: seen, action });
        self.finger.is_some_and(|finger| seen.contains(finger))
    }

    /// Clips all later drawing to `clip`, until the painter that this returns is put back.
    pub(crate) fn clip(&mut self, clip: Rect) -> Painter {
        let inner = self
            .painter
            .with_clip_rect(clip.intersect(self.painter.clip_rect()));
        std::mem::replace(&mut self.painter, inner)
    }

    pub(crate) fn fill(&self, rect: Rect, radius: f32, color: Color32) {
        self.painter.rect_filled(rect, radius, color);
    }

    pub(crate) fn outline(&self, rect: Rect, radius: f32, width: f32, color: Color32) {
        self.painter
            .rect_stroke(rect, radius, Stroke::new(width, color), StrokeKind::Inside);
    }

    pub(crate) fn line(&self, points: &[Pos2], width: f32, color: Color32) {
        for pair in points.windows(2) {
            self.painter
                .line_segment([pair[0], pair[1]], Stroke::new(width, color));
        }
    }

    pub(crate) fn circle(&self, center: Pos2, radius: f32, color: Color32) {
        self.painter.circle_filled(center, radius, color);
    }

    pub(crate) fn ring(&self, center: Pos2, radius: f32, width: f32, color: Color32) {
        self.painter
            .circle_stroke(center, radius, Stroke::new(width, color));
    }

    pub(crate) fn text(
        &self,
        at: Pos2,
        align: Align2,
        text: impl ToString,
        size: f32,
        color: Color32,
    ) -> Rect {
        self.painter
            .text(at, align, text, FontId::proportional(size), color)
    }

    /// Draws a line of text from the left, cut with `…` at `width`.
    pub(crate) fn line_of_text(
        &self,
        left_center: Pos2,
        width: f32,
        text: &str,
        size: f32,
        color: Color32,
    ) {
        let galley = self.cut_line(text, width, size, color);
        let at = pos2(left_center.x, left_center.y - galley.size().y / 2.0);
        self.painter.galley(at, galley, color);
    }

    /// Draws a line of text around a middle, cut with `…` at `width`.
    pub(crate) fn centered_line(
        &self,
        center: Pos2,
        width: f32,
        text: &str,
        size: f32,
        color: Color32,
    ) {
        let galley = self.cut_line(text, width, size, color);
        let at = center - galley.size() / 2.0;
        self.painter.galley(at, galley, color);
    }

    fn cut_line(&self, text: &str, width: f32, size: f32, color: Color32) -> Arc<Galley> {
        let format = TextFormat::simple(FontId::proportional(size), color);
        let mut job = LayoutJob::single_section(text.to_owned(), format);
        job.wrap = TextWrapping {
            max_width: width,
            max_rows: 1,
            break_anywhere: true,
            ..Default::default()
        };
        self.painter.layout_job(job)
    }

    /// Lays out text that wraps at `width`, to be drawn by the caller.
    pub(crate) fn paragraph(
        &self,
        text: &str,
        size: f32,
        color: Color32,
        width: f32,
    ) -> Arc<Galley> {
        self.painter
            .layout(text.to_owned(), FontId::proportional(size), color, width)
    }

    /// Fills the area between a line of points, from left to right, and `bottom`, with a gradient.
    pub(crate) fn hills(&self, heights: &[Pos2], bottom: f32, top: Color32, low: Color32) {
        let mut mesh = Mesh::default();
        for (index, at) in heights.iter().enumerate() {
            mesh.vertices.push(Vertex {
                pos: *at,
                uv: WHITE_UV,
                color: top,
            });
            mesh.vertices.push(Vertex {
                pos: pos2(at.x, bottom),
                uv: WHITE_UV,
                color: low,
            });
            if index > 0 {
                let base = (index as u32 - 1) * 2;
                mesh.add_triangle(base, base + 1, base + 2);
                mesh.add_triangle(base + 2, base + 1, base + 3);
            }
        }
        self.painter.add(mesh);
    }

    /// Draws a back arrow as in a title bar.
    pub(crate) fn back_arrow(&self, center: Pos2, color: Color32) {
        let at = |x: f32, y: f32| center + vec2(x, y);
        self.line(&[at(4.0, -7.0), at(-3.0, 0.0), at(4.0, 7.0)], 2.0, color);
    }

    /// Draws an arrow to the right at the end of a row.
    pub(crate) fn chevron(&self, center: Pos2, color: Color32) {
        self.line(
            &[
                center + vec2(-2.5, -5.0),
                center + vec2(2.5, 0.0),
                center + vec2(-2.5, 5.0),
            ],
            1.5,
            color,
        );
    }
}

/// Rectangle of this size with its top left corner at `x`, `y`.
pub(crate) fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect::from_min_size(pos2(x, y), Vec2::new(width, height))
}

/// Colour from hue (degrees), saturation and value (0 to 1), in sRGB without gamma correction.
pub(crate) fn hsv(hue: f32, saturation: f32, value: f32) -> Color32 {
    let part = |offset: f32| {
        let place = (offset + hue / 60.0).rem_euclid(6.0);
        let share = place.min(4.0 - place).clamp(0.0, 1.0);
        (255.0 * value * (1.0 - saturation * share)).clamp(0.0, 255.0) as u8
    };
    Color32::from_rgb(part(5.0), part(3.0), part(1.0))
}
