//! Recording of a clip for the member: fragments go into `Blob`s of the browser as they become whole, out of wasm's memory.

use domain::play::picture::Picture;
use domain::play::sound::Sound;
use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use web_sys::{Blob, BlobPropertyBag};

use crate::browser::{Message, refused};
use crate::clip::Clip;
use crate::error::StreamError;

/// A clip and its fragments.
#[derive(Default)]
pub struct Recording {
    clip: Clip,
    parts: Vec<Blob>,
}

impl Recording {
    /// Takes a picture message. Images are left out, for a clip holds video alone.
    pub fn take(&mut self, message: &Message) -> Result<(), StreamError> {
        let picture = Picture::parse(message.head())?;
        if picture.still {
            return Ok(());
        }
        // Only a recording copies a picture's bytes into wasm's memory, where the NAL units are rewritten for MP4.
        let unit = message.access_unit().to_vec();
        let fragment = self
            .clip
            .take(&unit, picture.key, picture.sequence, picture.drawn_us);
        if let Some(fragment) = fragment {
            self.parts.push(blob_of(&fragment)?);
        }
        Ok(())
    }

    /// Takes a packet of opus or AAC.
    pub fn hear(&mut self, sound: Sound, packet: &[u8]) -> Result<(), StreamError> {
        if let Some(fragment) = self.clip.hear(sound.form, packet, sound.heard_us) {
            self.parts.push(blob_of(&fragment)?);
        }
        Ok(())
    }

    /// Whether any sound came.
    pub const fn has_sound(&self) -> bool {
        self.clip.has_sound()
    }

    /// Length in milliseconds and size in bytes.
    pub fn size(&self, server_us: u64) -> (f64, f64) {
        let length_ms = self.clip.length_us(server_us) as f64 / 1_000.0;
        (length_ms, self.clip.bytes() as f64)
    }

    /// Whether the clip has reached a limit and must end now.
    pub fn is_full(&self, server_us: u64) -> bool {
        self.clip.is_full(server_us)
    }

    /// Ends the clip: the file as a `Blob`, and its length in milliseconds; `None` when no picture came.
    pub fn finish(self, server_us: u64) -> Option<(JsValue, f64)> {
        let length_ms = self.clip.length_us(server_us) as f64 / 1_000.0;
        let (beginning, last) = self.clip.finish(server_us)?;
        let parts = Array::of1(&JsValue::from(blob_of(&beginning).ok()?));
        for part in self.parts.iter().chain([&blob_of(&last).ok()?]) {
            parts.push(part);
        }
        let about = BlobPropertyBag::new();
        about.set_type("video/mp4");
        let file = Blob::new_with_blob_sequence_and_options(&parts, &about).ok()?;
        Some((file.into(), length_ms))
    }
}

fn blob_of(bytes: &[u8]) -> Result<Blob, StreamError> {
    Blob::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(bytes))).map_err(|e| refused(&e))
}
