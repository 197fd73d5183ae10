//! Screen of a phone: lays the front page out, knows what can be tapped, draws pixels.
//! A [`Screen`] exists only while somebody watches, touches or takes a screenshot.

mod apps;
mod bars;
mod canvas;
pub mod frame_stamp;
mod gallery;
mod home;
mod keyboard;
pub mod noise;
mod notes;
mod pictures;
pub(crate) mod secure;
mod touch;

use std::sync::{Arc, LazyLock};

use egui::{
    Color32, FontData, FontDefinitions, FontFamily, FullOutput, Galley, LayerId, Pos2, RawInput,
    Rect, TexturesDelta, pos2,
};
use egui_software_backend::{BufferMutRef, ColorFieldOrder, EguiSoftwareRender};

use crate::device::{App, Device, Front};
use canvas::{Canvas, TapTarget, tone};
use pictures::Pictures;
pub(crate) use touch::{Finger, Pointer};

/// Density at which a point is one pixel, as Android's `DENSITY_DEFAULT`.
const DENSITY_OF_ONE: f32 = 160.0;
/// Bounds of the pixels per point, within which pages fit the screen whatever density is set.
const PIXELS_PER_POINT: std::ops::RangeInclusive<f32> = 1.0..=3.0;

/// Font files; a character that the first does not have is drawn by the second.
const FONT_FILES: [(&str, &[u8]); 2] = [
    (
        "NotoSansSC",
        include_bytes!("../../assets/NotoSansSC-subset.otf"),
    ),
    (
        "NotoEmoji",
        include_bytes!("../../assets/NotoEmoji-subset.ttf"),
    ),
];

/// Fonts, shared by all phones of the process: parsed in place, never copied.
static FONTS: LazyLock<FontDefinitions> = LazyLock::new(|| {
    let mut fonts = FontDefinitions::empty();
    for (name, bytes) in FONT_FILES {
        let data = FontData::from_static(bytes);
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
    }
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        let names = FONT_FILES.map(|(name, _)| name.to_owned());
        fonts.families.insert(family, names.into());
    }
    fonts
});

/// A new context of egui that writes with the phone's fonts and with no others.
pub fn context_with_fonts() -> egui::Context {
    let context = egui::Context::default();
    context.set_fonts(FONTS.clone());
    context
}

/// Layout of the text being written, which turns a tap into a cursor.
pub(crate) struct TextPlace {
    origin: Pos2,
    galley: Arc<Galley>,
}

/// A picture in memory.
#[derive(Debug, Default)]
pub struct Frame {
    pub width: u16,
    pub height: u16,
    /// Time when the picture was drawn, in Unix microseconds.
    pub drawn_us: u64,
    /// RGBA, row by row.
    pub pixels: Vec<[u8; 4]>,
}

/// Renderer of a phone's screen, while it is needed.
pub(crate) struct Screen {
    context: egui::Context,
    renderer: EguiSoftwareRender,
    /// Changes of textures that the renderer has not got yet.
    textures: TexturesDelta,
    tap_targets: Vec<TapTarget>,
    pictures: Pictures,
    text: Option<TextPlace>,
    fingers: Vec<touch::Placed>,
    gesture: Option<touch::Gesture>,
    /// Whether `tap_targets` still fits the device's state.
    laid_out: bool,
}

/// Pixels of one point at the density that is set.
fn pixels_per_point(device: &Device) -> f32 {
    let exact = device.density() as f32 / DENSITY_OF_ONE;
    exact.clamp(*PIXELS_PER_POINT.start(), *PIXELS_PER_POINT.end())
}

impl Screen {
    pub(crate) fn new() -> Self {
        let context = context_with_fonts();
        Self {
            // The renderer's cache costs more than it saves on pages that change as a whole.
            renderer: EguiSoftwareRender::new(ColorFieldOrder::Rgba).with_caching(false),
            textures: TexturesDelta::default(),
            tap_targets: Vec::new(),
            pictures: Pictures::new(&context),
            text: None,
            fingers: Vec::new(),
            gesture: None,
            laid_out: false,
            context,
        }
    }

    /// Marks the layout as outdated after a change from outside the screen.
    pub(crate) fn invalidate(&mut self) {
        self.laid_out = false;
    }

    /// Draws the device; `pixels` is memory to be used again, of any length.
    pub(crate) fn draw(&mut self, device: &mut Device, pixels: Vec<[u8; 4]>) -> Frame {
        let (width, height) = device.size();
        let drawn_us = crate::clock::unix_us();
        let mut pixels = pixels;
        pixels.clear();
        pixels.resize(usize::from(width) * usize::from(height), [0, 0, 0, 255]);
        if device.awake {
            let scale = pixels_per_point(device);
            let output = self.lay_out(device);
            let meshes = self.context.tessellate(output.shapes, scale);
            let mut buffer = BufferMutRef::new(&mut pixels, width.into(), height.into());
            let textures = std::mem::take(&mut self.textures);
            self.renderer.render(&mut buffer, &meshes, &textures, scale);
        }
        Frame {
            width,
            height,
            drawn_us,
            pixels,
        }
    }

    /// Lays the page out: tappable places and shapes.
    fn lay_out(&mut self, device: &mut Device) -> FullOutput {
        let (width, height) = device.size();
        let area = Rect::from_min_max(
            pos2(0.0, 0.0),
            pos2(f32::from(width), f32::from(height)) / pixels_per_point(device),
        );
        let mut input = RawInput {
            screen_rect: Some(area),
            ..RawInput::default()
        };
        input
            .viewports
            .entry(egui::ViewportId::ROOT)
            .or_default()
            .native_pixels_per_point = Some(pixels_per_point(device));
        self.context.begin_pass(input);
        self.tap_targets.clear();
        let painter = self.context.layer_painter(LayerId::background());
        let finger = self.gesture.as_ref().and_then(touch::Gesture::resting_at);
        let mut canvas = Canvas {
            painter,
            area,
            tap_targets: &mut self.tap_targets,
            finger,
            pictures: &mut self.pictures,
        };
        self.text = page(&mut canvas, device);
        let mut output = self.context.end_pass();
        self.textures
            .append(std::mem::take(&mut output.textures_delta));
        self.laid_out = true;
        output
    }
}

fn page(canvas: &mut Canvas<'_>, device: &mut Device) -> Option<TextPlace> {
    let mut text = None;
    let ink = match device.front {
        Front::Home => {
            home::draw(canvas, device);
            Color32::WHITE
        }
        Front::Recents => {
            home::recents(canvas, device);
            Color32::WHITE
        }
        Front::App(App::Notes) => {
            text = notes::draw(canvas, device);
            tone::TEXT
        }
        Front::App(App::Settings) => {
            apps::settings(canvas, device);
            tone::TEXT
        }
        Front::App(App::Files) => {
            apps::files(canvas, device);
            tone::TEXT
        }
        Front::App(App::Clock) => {
            apps::clock(canvas, device.language);
            Color32::WHITE
        }
        Front::App(App::Gallery) => {
            gallery::draw(canvas, device);
            if device.gallery.open.is_some() {
                Color32::WHITE
            } else {
                tone::TEXT
            }
        }
        Front::App(App::Installed(uid)) => {
            apps::installed(canvas, device, uid);
            tone::TEXT
        }
    };
    bars::status(canvas, device, ink);
    bars::gesture(canvas, ink);
    text
}
