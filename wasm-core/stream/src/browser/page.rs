//! The page behind the worker: it hears events and gives access tokens.

use js_sys::{Function, Promise};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::call;

/// Two functions of the page.
pub struct Page {
    emit: Function,
    token: Function,
}

impl Page {
    /// `emit(event)` and `token(refresh) → Promise<string | null>`.
    pub const fn new(emit: Function, token: Function) -> Self {
        Self { emit, token }
    }

    /// Tells the page.
    pub fn emit<E: Tsify + Serialize>(&self, event: &E) {
        if let Ok(event) = event.into_js() {
            call(&self.emit, event.unchecked_ref());
        }
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
