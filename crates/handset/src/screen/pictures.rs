//! Pictures from the phone's files, decoded once and kept while the screen exists.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions, Vec2};

/// Largest picture that is shown, in pixels. A file may have at most the 4 bytes of each of so many pixels.
const LIMIT_PIXELS: usize = 4096 * 1024;
/// Most pictures that are kept.
const PICTURES_LIMIT: usize = 96;

/// The decoded pictures of one screen.
pub(crate) struct Pictures {
    context: Context,
    /// Textures by the path of their file; `None` for a file that cannot be shown.
    by_path: HashMap<PathBuf, Option<TextureHandle>>,
}

impl Pictures {
    pub(super) fn new(context: &Context) -> Self {
        Self {
            context: context.clone(),
            by_path: HashMap::new(),
        }
    }

    /// Picture in a PNG file and its size in pixels; `None` if the file is no PNG or too large.
    pub(super) fn texture(&mut self, path: &Path) -> Option<(TextureId, Vec2)> {
        if !self.by_path.contains_key(path) {
            if self.by_path.len() >= PICTURES_LIMIT {
                self.by_path.clear();
            }
            let texture = decode(path).map(|image| {
                let name = path.display().to_string();
                self.context
                    .load_texture(name, image, TextureOptions::LINEAR)
            });
            self.by_path.insert(path.to_owned(), texture);
        }
        let texture = self.by_path.get(path)?.as_ref()?;
        Some((texture.id(), texture.size_vec2()))
    }
}

fn decode(path: &Path) -> Option<ColorImage> {
    let about = std::fs::metadata(path).ok()?;
    if about.len() > 4 * LIMIT_PIXELS as u64 {
        return None;
    }
    let file = std::io::BufReader::new(std::fs::File::open(path).ok()?);
    let mut decoder = png::Decoder::new(file);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = reader.info().size();
    let size = [width as usize, height as usize];
    if size[0].checked_mul(size[1])? > LIMIT_PIXELS {
        return None;
    }
    let mut data = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut data).ok()?;
    data.truncate(info.buffer_size());
    let spread = |channels: usize, to: fn(&[u8]) -> [u8; 4]| -> Vec<u8> {
        data.chunks_exact(channels).flat_map(to).collect()
    };
    let rgba = match info.color_type {
        png::ColorType::Rgba => data,
        png::ColorType::Rgb => spread(3, |it| [it[0], it[1], it[2], 255]),
        png::ColorType::GrayscaleAlpha => spread(2, |it| [it[0], it[0], it[0], it[1]]),
        png::ColorType::Grayscale => spread(1, |it| [it[0], it[0], it[0], 255]),
        // The decoder was told to expand palettes.
        png::ColorType::Indexed => return None,
    };
    (rgba.len() == size[0] * size[1] * 4).then(|| ColorImage::from_rgba_unmultiplied(size, &rgba))
}
