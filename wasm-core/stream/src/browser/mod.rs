//! Environment of the worker: its clock and timers, its page, the network, the decoder, a canvas.

mod decoder;
mod message;
mod page;
mod screen;
mod socket;
mod ticket;
mod timer;

pub use decoder::{Decoder, Frame, Preparation, Source, decode_still};
pub use message::Message;
pub use page::{DataCallback, Export, Page};
pub use screen::{BlackProbe, Canvas};
pub use socket::{Handler, Socket};
pub use ticket::{TicketError, UNAUTHORIZED, deck_ticket, is_passing, play_ticket};
pub use timer::{AnimationFrame, Interval, MacrotaskScheduler, Timeout};

use js_sys::{Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, Performance};

use crate::error::StreamError;

/// Error for what the browser threw, with its message.
pub fn refused(value: &JsValue) -> StreamError {
    let words = Reflect::get(value, &JsValue::from_str("message"))
        .ok()
        .and_then(|m| m.as_string());
    StreamError::Browser(
        words
            .or_else(|| value.as_string())
            .unwrap_or_else(|| "the browser refused".to_owned()),
    )
}

/// Global scope of the worker.
pub fn scope() -> Result<DedicatedWorkerGlobalScope, StreamError> {
    js_sys::global()
        .dyn_into()
        .map_err(|_| StreamError::Browser("not in a dedicated worker".to_owned()))
}

/// Monotonic clock that shows Unix time: set when the worker starts, running evenly since, whatever the system clock does.
#[derive(Clone)]
pub struct LocalClock {
    performance: Performance,
    origin_ms: f64,
}

impl LocalClock {
    /// Clock of the worker.
    pub fn new(scope: &DedicatedWorkerGlobalScope) -> Result<Self, StreamError> {
        let performance = scope
            .performance()
            .ok_or_else(|| StreamError::Browser("no clock".to_owned()))?;
        let origin_ms = performance.time_origin();
        Ok(Self {
            performance,
            origin_ms,
        })
    }

    /// Time in Unix milliseconds with their fraction.
    pub fn now_ms(&self) -> f64 {
        self.origin_ms + self.performance.now()
    }

    /// Time in Unix microseconds.
    pub fn now_us(&self) -> u64 {
        to_us(self.now_ms())
    }
}

/// Milliseconds as whole microseconds.
pub fn to_us(ms: f64) -> u64 {
    (ms * 1_000.0) as u64
}

/// Calls a function of the page; `None` when it throws, and the exception is dropped.
pub fn call(function: &Function, argument: &JsValue) -> Option<JsValue> {
    function.call1(&JsValue::NULL, argument).ok()
}
