//! Canvas on which pictures are drawn, and a tiny copy of it that is examined.

use js_sys::{Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{OffscreenCanvas, OffscreenCanvasRenderingContext2d};

use super::{Frame, refused};
use crate::black_frame::{PROBE_SIDE_PX, is_black};
use crate::error::StreamError;

/// An `OffscreenCanvas` with its context.
pub struct Canvas {
    inner: OffscreenCanvas,
    context: OffscreenCanvasRenderingContext2d,
    size: (u32, u32),
}

impl Canvas {
    /// Takes the canvas' context; the same canvas may be given again later.
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

    /// Clears the picture.
    pub fn clear(&self) {
        self.context
            .clear_rect(0.0, 0.0, f64::from(self.size.0), f64::from(self.size.1));
    }

    /// Present picture as a PNG: a promise of a `Blob`.
    pub fn shoot(&self) -> Result<Promise, StreamError> {
        self.inner.convert_to_blob().map_err(|e| refused(&e))
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

/// Tiny canvas, onto which another is copied to see whether it is black.
pub struct BlackProbe(OffscreenCanvasRenderingContext2d);

impl BlackProbe {
    /// Makes the tiny canvas, with `willReadFrequently`: the browser then keeps its pixels in main memory.
    pub fn new() -> Result<Self, StreamError> {
        let canvas = OffscreenCanvas::new(PROBE_SIDE_PX, PROBE_SIDE_PX).map_err(|e| refused(&e))?;
        let options = Object::new();
        Reflect::set(
            &options,
            &JsValue::from_str("willReadFrequently"),
            &JsValue::TRUE,
        )
        .map_err(|e| refused(&e))?;
        canvas
            .get_context_with_context_options("2d", &options)
            .map_err(|e| refused(&e))?
            .and_then(|context| context.dyn_into().ok())
            .map(Self)
            .ok_or_else(|| StreamError::Browser("no 2d context".to_owned()))
    }

    /// Whether a canvas shows nothing but black.
    pub fn is_black(&self, of: &Canvas) -> Result<bool, StreamError> {
        let side = f64::from(PROBE_SIDE_PX);
        self.0
            .draw_image_with_offscreen_canvas_and_dw_and_dh(&of.inner, 0.0, 0.0, side, side)
            .map_err(|e| refused(&e))?;
        let side = PROBE_SIDE_PX.cast_signed();
        let pixels = self
            .0
            .get_image_data(0, 0, side, side)
            .map_err(|e| refused(&e))?;
        Ok(is_black(&pixels.data()))
    }
}
