//! Deck of phones: one socket, few decoders, one canvas for each cell in view. With a master among them it is a group: the others follow.

mod cell;
mod connection;
mod decoder_pool;
mod events;
mod group;
mod state;

use std::rc::Rc;

use js_sys::Function;
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::OffscreenCanvas;

use crate::browser::Page;
use crate::error::StreamError;
use crate::types::{DeckOptions, PlayInput};
use connection::DeckConnection;

/// Limit of ids, below which they stay exact as JS numbers.
const ID_MAX: f64 = 9_007_199_254_740_991.0;

/// A deck: connects when it has phones, reconnects by itself, and reports the states of its cells to the page.
#[wasm_bindgen]
pub struct Deck {
    connection: Rc<DeckConnection>,
}

#[wasm_bindgen]
impl Deck {
    /// Makes a deck without phones. `token(refresh)` gives the member's access token,
    /// `software()` loads the software decoder; it is called where the browser has none.
    ///
    /// Throws when the options are not readable.
    #[wasm_bindgen(constructor)]
    pub fn new(
        options: &Ts<DeckOptions>,
        #[wasm_bindgen(unchecked_param_type = "(event: CellEvent | GroupEvent) => void")]
        emit: Function,
        #[wasm_bindgen(unchecked_param_type = "(refresh: boolean) => Promise<string | null>")]
        token: Function,
        #[wasm_bindgen(unchecked_param_type = "() => Promise<() => SoftDecoder>")]
        software: Function,
    ) -> Result<Deck, JsError> {
        let connection =
            DeckConnection::open(options.to_rust()?, Page::new(emit, token, software))?;
        Ok(Self { connection })
    }

    /// Sets the phones that may be shown: the first 300, without duplicates. New ones need a new ticket; cells keep their pictures meanwhile.
    ///
    /// Throws for an invalid id.
    #[wasm_bindgen(js_name = setPhones)]
    pub fn set_phones(&self, phone_ids: &[f64]) -> Result<(), JsError> {
        let ids: Result<Vec<u64>, StreamError> = phone_ids.iter().map(|id| phone_id(*id)).collect();
        self.connection.set_phones(&ids?);
        Ok(())
    }

    /// Shows a phone on a canvas, until the phone is detached; `clear` clears the canvas first.
    ///
    /// Throws for an invalid id, and when the canvas has no context.
    pub fn attach(&self, id: f64, canvas: OffscreenCanvas, clear: bool) -> Result<(), JsError> {
        Ok(self.connection.attach(phone_id(id)?, canvas, clear)?)
    }

    /// Detaches a phone whose canvas is out of view: the canvas keeps its picture, and nothing is sent for the phone any more.
    ///
    /// Throws for an invalid id.
    pub fn detach(&self, id: f64) -> Result<(), JsError> {
        self.connection.detach(phone_id(id)?);
        Ok(())
    }

    /// Has the server send at most one picture of each cell in `interval_ms` milliseconds, over this connection and each later one; 0 for all
    /// pictures.
    pub fn space(&self, interval_ms: u16) {
        self.connection.space(interval_ms);
    }

    /// Makes a phone of the group follow, over this connection and each later one. Does nothing for the master, and in a deck without one.
    ///
    /// Throws for an invalid id.
    pub fn include(&self, id: f64) -> Result<(), JsError> {
        self.connection.include(phone_id(id)?);
        Ok(())
    }

    /// Makes a phone stop following the master, which releases the phone.
    ///
    /// Throws for an invalid id.
    pub fn exclude(&self, id: f64) -> Result<(), JsError> {
        self.connection.exclude(phone_id(id)?);
        Ok(())
    }

    /// Sends to all followers an input that the member made on the master's picture; `landscape` is that picture's orientation. The input is dropped
    /// while the connection is cut.
    ///
    /// Throws when the input cannot be read, or is none for several phones.
    pub fn input(&self, input: &Ts<PlayInput>, landscape: Option<bool>) -> Result<(), JsError> {
        Ok(self.connection.input(input.to_rust()?, landscape)?)
    }

    /// Sends an input to one follower.
    ///
    /// Throws as `input` does, and for an invalid id.
    #[wasm_bindgen(js_name = inputTo)]
    pub fn input_to(&self, id: f64, input: &Ts<PlayInput>) -> Result<(), JsError> {
        Ok(self.connection.input_to(phone_id(id)?, input.to_rust()?)?)
    }

    /// Takes the group's idle warning back.
    pub fn stay(&self) {
        self.connection.stay();
    }

    /// Ends the deck. No event comes afterwards.
    pub fn close(&self) {
        self.connection.close();
    }
}

impl Drop for Deck {
    fn drop(&mut self) {
        self.connection.close();
    }
}

fn phone_id(id: f64) -> Result<u64, StreamError> {
    if id.fract() == 0.0 && (1.0..=ID_MAX).contains(&id) {
        Ok(id as u64)
    } else {
        Err(StreamError::Range("phone id"))
    }
}
