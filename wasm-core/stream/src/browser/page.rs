//! Page behind the worker: receives events, gives access tokens, and loads the software decoder.

use js_sys::{Function, Promise};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::call;

/// Kinds of data that are handed to the page beside events: bytes that the browser keeps.
#[derive(Debug, Clone, Copy)]
pub enum Export {
    /// Message of sound, as an `ArrayBuffer`; with the age of its first sample, in milliseconds.
    Sound,
    /// Picture of the canvas, as a `Blob`.
    Shot,
    /// Clip, as a `Blob`; with its length in milliseconds.
    Clip,
}

impl Export {
    const fn name(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::Shot => "shot",
            Self::Clip => "clip",
        }
    }
}

/// Function of the worker's script that takes [`Export`] data and passes it to the page.
pub struct DataCallback(Function);

impl DataCallback {
    /// Wraps `hand(what, data, about)`.
    pub const fn new(hand: Function) -> Self {
        Self(hand)
    }

    /// Hands data over.
    pub fn hand(&self, export: Export, data: &JsValue, about_ms: f64) {
        // An exception of the worker is dropped.
        let _ = self.0.call3(
            &JsValue::NULL,
            &JsValue::from_str(export.name()),
            data,
            &JsValue::from_f64(about_ms),
        );
    }
}

/// Functions that the page's side gives to wasm: one for events, one for access tokens, one for the software decoder.
pub struct Page {
    emit: Function,
    token: Function,
    software: Function,
}

impl Page {
    /// Wraps `emit(event)`, `token(refresh) → Promise<string | null>` and `software() → Promise<() => SoftDecoder>`.
    pub const fn new(emit: Function, token: Function, software: Function) -> Self {
        Self {
            emit,
            token,
            software,
        }
    }

    /// Sends an event to the page.
    pub fn emit<E: Tsify + Serialize>(&self, event: &E) {
        if let Ok(event) = event.into_js() {
            call(&self.emit, event.unchecked_ref());
        }
    }

    /// Begins to load the software decoder; returns a promise of the function that makes one.
    pub fn load_software(&self) -> Option<Promise> {
        self.software.call0(&JsValue::NULL).ok()?.dyn_into().ok()
    }

    /// Access token of the member; with `refresh` a fresh one.
    pub async fn access_token(&self, refresh: bool) -> Option<String> {
        let promise: Promise = call(&self.token, &JsValue::from_bool(refresh))?
            .dyn_into()
            .ok()?;
        JsFuture::from(promise)
            .await
            .ok()?
            .as_string()
            .filter(|token| fits_a_header(token))
    }
}

/// Whether a token fits a header: RFC 6750 tokens are visible ASCII; anything else would make the browser throw.
pub fn fits_a_header(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|b| b.is_ascii_graphic())
}
