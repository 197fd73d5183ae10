//! Recording of a clip for the member: fragments go to the browser's own store as they become whole.

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
    /// Takes a picture message. Images have no place in a clip.
    pub fn take(&mut self, message: &Message) -> Result<(), StreamError> {
        let picture = Picture::parse(message.head())?;
        if picture.still {
            return Ok(());
        }
        // Only here do a picture's bytes come into this memory while the browser decodes: they are rewritten.
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

    /// Length and size: milliseconds, bytes.
    pub fn size(&self, server_us: u64) -> (f64, f64) {
        let length_ms = self.clip.length_us(server_us) as f64 / 1_000.0;
        (length_ms, self.clip.bytes() as f64)
    }

    /// Whether it must end now because of its limits.
    pub fn is_full(&self, server_us: u64) -> bool {
        self.clip.is_full(server_us)
    }

    /// File and its length in milliseconds; nothing when no picture came.
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
