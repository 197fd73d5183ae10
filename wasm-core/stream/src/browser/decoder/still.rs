//! Decoding of images, which a phone that is shown by screenshots sends instead of a video stream.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, ImageBitmap, OffscreenCanvasRenderingContext2d};

use crate::browser::{refused, scope};
use crate::error::StreamError;

/// A decoded image; dropping it frees its memory.
pub struct Frame {
    bitmap: ImageBitmap,
    timestamp_us: f64,
}

impl Frame {
    /// Timestamp with which the image was decoded.
    pub const fn timestamp_us(&self) -> f64 {
        self.timestamp_us
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.bitmap.width(), self.bitmap.height())
    }

    /// Draws the image in its own size.
    pub fn draw(&self, context: &OffscreenCanvasRenderingContext2d) -> Result<(), StreamError> {
        context
            .draw_image_with_image_bitmap(&self.bitmap, 0.0, 0.0)
            .map_err(|e| refused(&e))
    }
}

impl Drop for Frame {
    fn drop(&mut self) {
        self.bitmap.close();
    }
}

/// Decodes an image, given as a view of the socket's own buffer; `done` is called later, with `None` where decoding failed.
pub fn decode(
    image: &Uint8Array,
    timestamp_us: f64,
    done: impl FnOnce(Option<Frame>) + 'static,
) -> Result<(), StreamError> {
    let blob = Blob::new_with_u8_array_sequence(&Array::of1(image)).map_err(|e| refused(&e))?;
    let decoding = scope()?
        .create_image_bitmap_with_blob(&blob)
        .map_err(|e| refused(&e))?;
    spawn_local(async move {
        let decoded = JsFuture::from(decoding).await.ok();
        let bitmap = decoded.and_then(|value| value.dyn_into::<ImageBitmap>().ok());
        done(bitmap.map(|bitmap| Frame {
            bitmap,
            timestamp_us,
        }));
    });
    Ok(())
}
