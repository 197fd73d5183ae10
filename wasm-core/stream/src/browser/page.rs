//! The page behind the worker: it hears events, gives access tokens, and has the software decoder at hand.

use js_sys::{Function, Promise};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::call;

/// What is handed to the page beside events: bytes that the browser keeps.
#[derive(Debug, Clone, Copy)]
pub enum Made {
    /// A message of sound, as an `ArrayBuffer`; how old its first sample is, in milliseconds.
    Sound,
    /// A picture of what is shown, as a `Blob`.
    Shot,
    /// A clip, as a `Blob`; how long it is, in milliseconds.
    Clip,
}

impl Made {
    const fn name(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::Shot => "shot",
            Self::Clip => "clip",
        }
    }
}

/// A function of the worker that takes what was made.
pub struct Outlet(Function);

impl Outlet {
    /// `hand(what, data, about)`.
    pub const fn new(hand: Function) -> Self {
        Self(hand)
    }

    /// Hands it over.
    pub fn hand(&self, made: Made, data: &JsValue, about_ms: f64) {
        // What the worker throws ends here.
        let _ = self.0.call3(
            &JsValue::NULL,
            &JsValue::from_str(made.name()),
            data,
            &JsValue::from_f64(about_ms),
        );
    }
}

/// Three functions of the page and its worker.
pub struct Page {
    emit: Function,
    token: Function,
    software: Function,
}

impl Page {
    /// `emit(event)`, `token(refresh) → Promise<string | null>` and `software() → Promise<() => SoftDecoder>`.
    pub const fn new(emit: Function, token: Function, software: Function) -> Self {
        Self {
            emit,
            token,
            software,
        }
    }

    /// Tells the page.
    pub fn emit<E: Tsify + Serialize>(&self, event: &E) {
        if let Ok(event) = event.into_js() {
            call(&self.emit, event.unchecked_ref());
        }
    }

    /// Begins to load the software decoder; the answer is a promise of the function that makes one.
    pub fn load_software(&self) -> Option<Promise> {
        self.software.call0(&JsValue::NULL).ok()?.dyn_into().ok()
    }

    /// The member's access token; with `refresh` a fresh one.
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

/// RFC 6750 tokens are visible ASCII; anything else would make the browser throw.
pub fn fits_a_header(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|b| b.is_ascii_graphic())
}
