//! A canvas that takes pictures.

use wasm_bindgen::JsCast;
use web_sys::{OffscreenCanvas, OffscreenCanvasRenderingContext2d};

use super::{Frame, refused};
use crate::error::StreamError;

/// An `OffscreenCanvas` with its context.
pub struct Canvas {
    inner: OffscreenCanvas,
    context: OffscreenCanvasRenderingContext2d,
    size: (u32, u32),
}

impl Canvas {
    /// Takes the canvas' context; a canvas may be taken again and again.
    pub fn new(inner: OffscreenCanvas) -> Result<Self, StreamError> {
        let context = inner
            .get_context("2d")
            .map_err(|e| refused(&e))?
            .and_then(|context| context.dyn_into::<OffscreenCanvasRenderingContext2d>().ok())
            .ok_or_else(|| StreamError::Browser("the canvas has no 2d context".to_owned()))?;
        let size = (inner.width(), inner.height());
        Ok(Self {
            inner,
            context,
            size,
        })
    }

    /// Forgets the picture.
    pub fn clear(&self) {
        self.context
            .clear_rect(0.0, 0.0, f64::from(self.size.0), f64::from(self.size.1));
    }

    /// Shows a picture in its own size; `true` when the size changed.
    pub fn draw(&mut self, frame: &Frame) -> Result<bool, StreamError> {
        let size = frame.size();
        let changed = size != self.size;
        if changed {
            self.inner.set_width(size.0);
            self.inner.set_height(size.1);
            self.size = size;
        }
        frame.draw(&self.context)?;
        Ok(changed)
    }
}
