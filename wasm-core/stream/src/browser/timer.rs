//! Timers that end with their owner.

use std::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessagePort};

use super::{refused, scope};
use crate::error::StreamError;

/// Timer that calls repeatedly, until dropped.
pub struct Interval {
    scope: DedicatedWorkerGlobalScope,
    handle: i32,
    _callback: Closure<dyn FnMut()>,
}

impl Interval {
    /// Calls every `period_ms`.
    pub fn new(period_ms: i32, callback: impl FnMut() + 'static) -> Result<Self, StreamError> {
        let scope = scope()?;
        let callback = Closure::<dyn FnMut()>::new(callback);
        let handle = scope
            .set_interval_with_callback_and_timeout_and_arguments_0(
                callback.as_ref().unchecked_ref(),
                period_ms,
            )
            .map_err(|e| refused(&e))?;
        Ok(Self {
            scope,
            handle,
            _callback: callback,
        })
    }
}

impl Drop for Interval {
    fn drop(&mut self) {
        self.scope.clear_interval_with_handle(self.handle);
    }
}

/// Timer that calls once, unless dropped before.
pub struct Timeout {
    scope: DedicatedWorkerGlobalScope,
    handle: i32,
    _callback: Closure<dyn FnMut()>,
}

impl Timeout {
    /// Calls after `after_ms`.
    pub fn new(after_ms: u32, callback: impl FnMut() + 'static) -> Result<Self, StreamError> {
        let scope = scope()?;
        let callback = Closure::<dyn FnMut()>::new(callback);
        let after_ms = i32::try_from(after_ms).unwrap_or(i32::MAX);
        let handle = scope
            .set_timeout_with_callback_and_timeout_and_arguments_0(
                callback.as_ref().unchecked_ref(),
                after_ms,
            )
            .map_err(|e| refused(&e))?;
        Ok(Self {
            scope,
            handle,
            _callback: callback,
        })
    }
}

impl Drop for Timeout {
    fn drop(&mut self) {
        self.scope.clear_timeout_with_handle(self.handle);
    }
}

/// Calls a function before the browser next paints, once for each request, unless dropped before (`requestAnimationFrame`).
pub struct AnimationFrame {
    scope: DedicatedWorkerGlobalScope,
    callback: Closure<dyn FnMut(f64)>,
    asked: Cell<Option<i32>>,
}

impl AnimationFrame {
    /// Wraps `callback`, which is not called before it is requested.
    pub fn new(callback: impl FnMut(f64) + 'static) -> Result<Self, StreamError> {
        Ok(Self {
            scope: scope()?,
            callback: Closure::new(callback),
            asked: Cell::new(None),
        })
    }

    /// Asks for a call; further requests before it comes add none. `false` where the browser refuses.
    pub fn request(&self) -> bool {
        if self.asked.get().is_none() {
            self.asked.set(
                self.scope
                    .request_animation_frame(self.callback.as_ref().unchecked_ref())
                    .ok(),
            );
        }
        self.asked.get().is_some()
    }

    /// Notes that the call came, so that the next request asks the browser again.
    pub fn came(&self) {
        self.asked.set(None);
    }
}

impl Drop for AnimationFrame {
    fn drop(&mut self) {
        if let Some(handle) = self.asked.get() {
            // The cancellation fails only in contexts that may not animate, and they gave no handle.
            let _ = self.scope.cancel_animation_frame(handle);
        }
    }
}

/// Calls a function in a task of the event loop of its own, behind the tasks that already wait, unless dropped before.
///
/// A message channel is used because browsers delay a timer by 4 ms when timers are nested five deep (HTML, "Timers").
pub struct MacrotaskScheduler {
    speaks: MessagePort,
    hears: MessagePort,
    asked: Rc<Cell<bool>>,
    _callback: Closure<dyn FnMut()>,
}

impl MacrotaskScheduler {
    /// Wraps `callback`, which is not called before it is requested.
    pub fn new(mut callback: impl FnMut() + 'static) -> Result<Self, StreamError> {
        let channel = MessageChannel::new().map_err(|e| refused(&e))?;
        let asked = Rc::new(Cell::new(false));
        let came = Rc::clone(&asked);
        let callback = Closure::<dyn FnMut()>::new(move || {
            came.set(false);
            callback();
        });
        let hears = channel.port2();
        hears.set_onmessage(Some(callback.as_ref().unchecked_ref()));
        Ok(Self {
            speaks: channel.port1(),
            hears,
            asked,
            _callback: callback,
        })
    }

    /// Asks for a call; further requests before it comes add none.
    pub fn request(&self) -> Result<(), StreamError> {
        if !self.asked.get() {
            let nothing = &JsValue::NULL;
            self.speaks.post_message(nothing).map_err(|e| refused(&e))?;
            self.asked.set(true);
        }
        Ok(())
    }
}

impl Drop for MacrotaskScheduler {
    fn drop(&mut self) {
        self.hears.set_onmessage(None);
        self.speaks.close();
        self.hears.close();
    }
}
