//! Points: from the browser's element to the picture's content, and from there to a phone's pixels.

/// The largest normalised coordinate.
pub const NORMAL_MAX: u16 = u16::MAX;

/// A size in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
}

impl Size {
    /// Whether the picture is in landscape.
    pub const fn landscape(self) -> bool {
        self.width > self.height
    }
}

/// A pixel of the phone, together with the size it was computed for: scrcpy ignores a touch whose size is not the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mapped {
    /// Column, 0 to width − 1.
    pub x: u16,
    /// Row, 0 to height − 1.
    pub y: u16,
    /// The size for which the pixel was computed.
    pub size: Size,
}

/// Maps a normalised point to the phone's pixels: 0 is the first pixel, 65,535 the last. A phone without a size has no pixel.
pub fn map_point(x: u16, y: u16, size: Size) -> Option<Mapped> {
    if size.width == 0 || size.height == 0 {
        return None;
    }
    let along = |value: u16, length: u16| {
        let max = u32::from(NORMAL_MAX);
        ((u32::from(value) * u32::from(length - 1) + max / 2) / max) as u16
    };
    Some(Mapped {
        x: along(x, size.width),
        y: along(y, size.height),
        size,
    })
}

/// Maps a point of an element (CSS pixels, from its top left) to the content of a picture that is fitted into it centred, keeping its shape.
///
/// A point on the bars beside the content is clamped to its edge, so that a drag which leaves the picture goes on along the edge.
pub fn content_point(
    x: f64,
    y: f64,
    element_width: f64,
    element_height: f64,
    content: Size,
) -> Option<(u16, u16)> {
    let (width, height) = (f64::from(content.width), f64::from(content.height));
    if [x, y, element_width, element_height]
        .iter()
        .any(|v| !v.is_finite())
        || element_width <= 0.0
        || element_height <= 0.0
        || content.width == 0
        || content.height == 0
    {
        return None;
    }
    let scale = (element_width / width).min(element_height / height);
    let along = |value: f64, element: f64, length: f64| {
        let shown = length * scale;
        let inside = ((value - (element - shown) / 2.0) / shown).clamp(0.0, 1.0);
        (inside * f64::from(NORMAL_MAX)).round() as u16
    };
    Some((
        along(x, element_width, width),
        along(y, element_height, height),
    ))
}
