//! Live play session of one phone behind the page's canvas.

mod events;
mod lane;
mod recording;
mod session;
mod state;

use std::rc::Rc;

use js_sys::Function;
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::OffscreenCanvas;

use crate::browser::{DataCallback, Page};
use crate::types::{PlayInput, PlayOptions};
use session::Session;

/// A play session: opens at once, reconnects by itself, and tells the page what happens.
#[wasm_bindgen]
pub struct Player {
    session: Rc<Session>,
}

#[wasm_bindgen]
impl Player {
    /// Opens a phone on a canvas. `token(refresh)` gives the member's access token,
    /// `software()` loads the software decoder; it is called where the browser has none.
    /// `hand(what, data, about)` takes sound ("sound": an `ArrayBuffer`, how old in ms), pictures ("shot": a `Blob`)
    /// and clips ("clip": a `Blob`, how long in ms).
    ///
    /// Throws when the options are not readable or the canvas has no context.
    #[wasm_bindgen(constructor)]
    pub fn new(
        canvas: OffscreenCanvas,
        options: &Ts<PlayOptions>,
        #[wasm_bindgen(unchecked_param_type = "(event: PlayEvent) => void")] emit: Function,
        #[wasm_bindgen(unchecked_param_type = "(refresh: boolean) => Promise<string | null>")]
        token: Function,
        #[wasm_bindgen(unchecked_param_type = "() => Promise<() => SoftDecoder>")]
        software: Function,
        #[wasm_bindgen(
            unchecked_param_type = "(what: 'sound' | 'shot' | 'clip', data: ArrayBuffer | Blob, about: number) => void"
        )]
        hand: Function,
    ) -> Result<Player, JsError> {
        let page = Page::new(emit, token, software);
        let session = Session::open(canvas, options.to_rust()?, page, DataCallback::new(hand))?;
        Ok(Self { session })
    }

    /// Sends what the member did. Dropped while the connection is cut, or without control.
    ///
    /// Throws when the input is not readable.
    pub fn input(&self, input: &Ts<PlayInput>) -> Result<(), JsError> {
        Ok(self.session.input(input.to_rust()?)?)
    }

    /// Ends the session; the last picture stays. A clip under way is handed over; no event comes afterwards.
    pub fn close(&self) {
        self.session.close();
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        self.session.close();
    }
}
