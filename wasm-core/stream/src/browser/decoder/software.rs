//! The software decoder with the methods of the browser's: access units wait in a queue and each is decoded in a task of the event loop
//! of its own, so that pictures that come meanwhile are counted as waiting and [`crate::frame_admission::FrameAdmission`] can skip some.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use js_sys::{Function, Promise, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::OffscreenCanvasRenderingContext2d;

use crate::browser::{MacrotaskScheduler, refused};
use crate::decode_error::DecodeError;
use crate::error::StreamError;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "
/** One instance of the software decoder. Whatever it throws, it is of no use afterwards. */
export interface SoftDecoder {
  /** Decodes an access unit; whether it made a picture. */
  decode(unit: Uint8Array): boolean;
  /** Draws the newest picture in its own size. */
  draw(context: OffscreenCanvasRenderingContext2D): void;
  /** Pixels across of the newest picture. */
  readonly width: number;
  /** Pixels down. */
  readonly height: number;
}
";

#[wasm_bindgen]
extern "C" {
    /// Class `SoftDecoder`, made by webapp/src/core/stream/soft.ts.
    #[derive(Clone)]
    type Engine;

    #[wasm_bindgen(method, catch)]
    fn decode(this: &Engine, unit: &Uint8Array) -> Result<bool, JsValue>;

    #[wasm_bindgen(method, catch)]
    fn draw(this: &Engine, context: &OffscreenCanvasRenderingContext2d) -> Result<(), JsValue>;

    #[wasm_bindgen(method, getter)]
    fn width(this: &Engine) -> u32;

    #[wasm_bindgen(method, getter)]
    fn height(this: &Engine) -> u32;
}

/// A picture that its decoder keeps until the next one.
pub struct Frame {
    engine: Engine,
    timestamp_us: f64,
    size: (u32, u32),
}

impl Frame {
    /// Timestamp with which its access unit was decoded.
    pub const fn timestamp_us(&self) -> f64 {
        self.timestamp_us
    }

    /// Width and height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        self.size
    }

    /// Draws the decoder's newest picture, which is this one when frames are drawn as they come.
    pub fn draw(&self, context: &OffscreenCanvasRenderingContext2d) -> Result<(), StreamError> {
        self.engine.draw(context).map_err(|e| refused(&e))
    }
}

/// Functions that resolve and reject the promise of a caller that waits for an empty queue.
type Waiter = (Function, Function);

struct DecodeQueue {
    engine: Engine,
    waiting: RefCell<VecDeque<(Uint8Array, f64)>>,
    flushes: RefCell<Vec<Waiter>>,
    failed: Cell<bool>,
    scheduler: OnceCell<MacrotaskScheduler>,
    on_frame: RefCell<Box<dyn FnMut(Frame)>>,
    on_error: RefCell<Box<dyn FnMut(DecodeError)>>,
}

/// Decoder with its queue; dropping empties the queue.
pub struct Decoder(Rc<DecodeQueue>);

impl Decoder {
    /// Makes an instance of the software decoder by calling `make`.
    pub fn new(
        make: &Function,
        on_frame: impl FnMut(Frame) + 'static,
        on_error: impl FnMut(DecodeError) + 'static,
    ) -> Result<Self, StreamError> {
        let made = make.call0(&JsValue::NULL).map_err(|e| refused(&e))?;
        let queue = Rc::new(DecodeQueue {
            engine: made.unchecked_into(),
            waiting: RefCell::default(),
            flushes: RefCell::default(),
            failed: Cell::new(false),
            scheduler: OnceCell::new(),
            on_frame: RefCell::new(Box::new(on_frame)),
            on_error: RefCell::new(Box::new(on_error)),
        });
        let weak = Rc::downgrade(&queue);
        let scheduler = MacrotaskScheduler::new(move || {
            if let Some(queue) = weak.upgrade() {
                queue.next();
            }
        })?;
        // A new cell is empty.
        let _ = queue.scheduler.set(scheduler);
        Ok(Self(queue))
    }

    /// Discards waiting units.
    pub fn reset(&self) {
        self.0.clear();
    }

    /// Queues an access unit.
    pub fn decode(&self, unit: Uint8Array, timestamp_us: f64) -> Result<(), StreamError> {
        if self.0.failed.get() {
            return Err(StreamError::Browser("the decoder failed before".to_owned()));
        }
        self.0.waiting.borrow_mut().push_back((unit, timestamp_us));
        self.0.request()
    }

    /// Resolves when the queue is empty, rejects when it is given up.
    pub fn flush(&self) -> Promise {
        Promise::new(&mut |resolve, reject| {
            if self.0.waiting.borrow().is_empty() {
                settle(if self.0.failed.get() {
                    &reject
                } else {
                    &resolve
                });
            } else {
                self.0.flushes.borrow_mut().push((resolve, reject));
            }
        })
    }

    /// Number of access units in the queue.
    pub fn queued(&self) -> u32 {
        self.0.waiting.borrow().len() as u32
    }
}

impl Drop for Decoder {
    fn drop(&mut self) {
        self.0.clear();
    }
}

impl DecodeQueue {
    /// Decodes the first unit of the queue. The queue is not borrowed during the calls, which may add to it.
    fn next(&self) {
        let Some((unit, timestamp_us)) = self.waiting.borrow_mut().pop_front() else {
            return;
        };
        match self.engine.decode(&unit) {
            Ok(true) => {
                let frame = Frame {
                    engine: self.engine.clone(),
                    timestamp_us,
                    size: (self.engine.width(), self.engine.height()),
                };
                if let Ok(mut on_frame) = self.on_frame.try_borrow_mut() {
                    on_frame(frame);
                }
            }
            Ok(false) => {}
            Err(_) => self.fail(),
        }
        if self.waiting.borrow().is_empty() {
            for (resolve, _) in self.flushes.take() {
                settle(&resolve);
            }
        } else if self.request().is_err() {
            self.fail();
        }
    }

    fn request(&self) -> Result<(), StreamError> {
        self.scheduler
            .get()
            .map_or(Ok(()), MacrotaskScheduler::request)
    }

    fn fail(&self) {
        self.failed.set(true);
        self.clear();
        if let Ok(mut on_error) = self.on_error.try_borrow_mut() {
            on_error(DecodeError::Decoder);
        }
    }

    fn clear(&self) {
        self.waiting.take();
        for (_, reject) in self.flushes.take() {
            settle(&reject);
        }
    }
}

fn settle(promise: &Function) {
    // A promise's own functions throw nothing.
    let _ = promise.call0(&JsValue::UNDEFINED);
}
