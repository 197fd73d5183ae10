//! Pool of a few decoders for all cells. Every small picture is a key picture, so any decoder can take any cell's next one.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use js_sys::Promise;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::browser::{Decoder, Frame, Message, Source, decode_still};
use crate::configuration::Shape;
use crate::error::StreamError;
use crate::fault::Fault;

/// Most decoders at work at once.
pub const DECODERS_MAX: usize = 4;
/// Time for which an idle decoder is kept, in milliseconds.
const IDLE_MS: f64 = 10_000.0;
/// Time in milliseconds after which a decoder that still works on one small picture counts as stuck.
const STUCK_MS: f64 = 5_000.0;

/// Receiver of the decoders' events.
pub trait Sink {
    /// A decoder made a picture.
    fn decoded(&self, decoder: u32, frame: Frame);
    /// A decoder has finished the message that it was given, with or without success.
    fn done(&self, decoder: u32, good: bool);
}

struct Worker {
    id: u32,
    decoder: Decoder,
    shape: Option<Shape>,
    busy: Option<u64>,
    since_ms: f64,
    /// Fault that the decoder reported, after which it is of no use any more.
    fault: Rc<Cell<Option<Fault>>>,
}

/// Image that the browser is decoding.
struct Developing {
    id: u32,
    phone_id: u64,
    since_ms: f64,
}

/// Pool of decoders.
pub struct Pool<S> {
    sink: Weak<S>,
    source: Source,
    workers: Vec<Worker>,
    developing: Vec<Developing>,
    last_id: u32,
}

impl<S: Sink + 'static> Pool<S> {
    /// Pool without a decoder yet.
    pub fn new(sink: Weak<S>) -> Self {
        Self {
            sink,
            source: Source::default(),
            workers: Vec::new(),
            developing: Vec::new(),
            last_id: 0,
        }
    }

    /// Sets the source of decoders.
    pub fn decode_with(&mut self, source: Source) {
        self.source = source;
    }

    /// Whether a picture could be decoded now.
    pub fn has_room(&self) -> bool {
        self.developing.len() < DECODERS_MAX
            && (self.workers.len() < DECODERS_MAX || self.workers.iter().any(|w| w.busy.is_none()))
    }

    /// Has the browser decode a phone's image.
    pub fn develop(
        &mut self,
        phone_id: u64,
        message: &Message,
        now_ms: f64,
    ) -> Result<(), StreamError> {
        self.last_id = self.last_id.wrapping_add(1);
        let (id, sink) = (self.last_id, self.sink.clone());
        decode_still(&message.access_unit(), 0.0, move |frame| {
            if let Some(sink) = sink.upgrade() {
                let good = frame.is_some();
                if let Some(frame) = frame {
                    sink.decoded(id, frame);
                }
                sink.done(id, good);
            }
        })?;
        self.developing.push(Developing {
            id,
            phone_id,
            since_ms: now_ms,
        });
        Ok(())
    }

    /// Gives a phone's key picture to a decoder: an idle one that is configured for its shape, else a new one, else an idle one that is
    /// configured anew.
    pub fn decode(
        &mut self,
        phone_id: u64,
        shape: &Shape,
        message: &Message,
        now_ms: f64,
    ) -> Result<(), StreamError> {
        let idle = |w: &Worker| w.busy.is_none();
        // A decoder that the browser took back while it was idle has a fault and is dropped.
        self.workers.retain(|w| !idle(w) || w.fault.get().is_none());
        let mut at = self
            .workers
            .iter()
            .position(|w| idle(w) && w.shape.as_ref() == Some(shape));
        if at.is_none() && self.workers.len() < DECODERS_MAX {
            at = Some(self.hire()?);
        }
        let Some(at) = at.or_else(|| self.workers.iter().position(idle)) else {
            return Ok(());
        };
        match self
            .workers
            .get(at)
            .map(|worker| start(worker, &self.source, shape, message))
        {
            Some(Ok(done)) => {
                if let Some(worker) = self.workers.get_mut(at) {
                    worker.shape = Some(shape.clone());
                    worker.busy = Some(phone_id);
                    worker.since_ms = now_ms;
                    report(worker.id, done, self.sink.clone());
                }
                Ok(())
            }
            Some(Err(error)) => {
                self.workers.swap_remove(at);
                Err(error)
            }
            None => Ok(()),
        }
    }

    fn hire(&mut self) -> Result<usize, StreamError> {
        self.last_id = self.last_id.wrapping_add(1);
        let (id, sink) = (self.last_id, self.sink.clone());
        let on_frame = move |frame| {
            if let Some(sink) = sink.upgrade() {
                sink.decoded(id, frame);
            }
        };
        let fault = Rc::new(Cell::new(None));
        let told = Rc::clone(&fault);
        // The promise of the decoder's flush is rejected then too, and reports that the work is done.
        let on_error = move |fault| told.set(Some(fault));
        let decoder = Decoder::new(&self.source, on_frame, on_error)?;
        self.workers.push(Worker {
            id,
            decoder,
            shape: None,
            busy: None,
            since_ms: 0.0,
            fault,
        });
        Ok(self.workers.len() - 1)
    }

    /// Phone whose picture a decoder works on.
    pub fn phone_of(&self, decoder: u32) -> Option<u64> {
        let image = self.developing.iter().find(|one| one.id == decoder);
        let image = image.map(|one| one.phone_id);
        image.or_else(|| self.workers.iter().find(|w| w.id == decoder)?.busy)
    }

    /// Notes that a decoder is done, and drops it when it failed. Returns the phone whose picture caused the failure, if a picture did.
    pub fn done(&mut self, decoder: u32, good: bool, now_ms: f64) -> Option<u64> {
        if let Some(at) = self.developing.iter().position(|one| one.id == decoder) {
            let phone_id = self.developing.swap_remove(at).phone_id;
            return (!good).then_some(phone_id);
        }
        let at = self.workers.iter().position(|w| w.id == decoder)?;
        let worker = self.workers.get_mut(at)?;
        let phone_id = worker.busy.take();
        worker.since_ms = now_ms;
        if good {
            return None;
        }
        let fault = self.workers.swap_remove(at).fault.get();
        phone_id.filter(|_| fault.is_none_or(Fault::counts))
    }

    /// Drops decoders that are stuck or were not needed for long; returns the phones of stuck ones.
    pub fn tidy(&mut self, now_ms: f64) -> Vec<u64> {
        let (workers, images) = (self.workers.iter(), self.developing.iter());
        let stuck = workers
            .filter(|w| now_ms - w.since_ms > STUCK_MS)
            .filter_map(|w| w.busy)
            .chain(
                images
                    .filter(|one| now_ms - one.since_ms > STUCK_MS)
                    .map(|one| one.phone_id),
            )
            .collect();
        self.developing
            .retain(|one| now_ms - one.since_ms <= STUCK_MS);
        self.workers
            .retain(|w| now_ms - w.since_ms <= if w.busy.is_some() { STUCK_MS } else { IDLE_MS });
        stuck
    }

    /// Drops all decoders.
    pub fn clear(&mut self) {
        self.workers.clear();
        self.developing.clear();
    }
}

fn start(
    worker: &Worker,
    source: &Source,
    shape: &Shape,
    message: &Message,
) -> Result<Promise, StreamError> {
    if worker.shape.as_ref() != Some(shape) {
        worker.decoder.configure(shape, source)?;
    }
    worker.decoder.decode(message.access_unit(), true, 0.0)?;
    // The decoder is flushed, so that it does not hold the picture back until the phone's next one.
    Ok(worker.decoder.flush())
}

fn report<S: Sink + 'static>(decoder: u32, done: Promise, sink: Weak<S>) {
    spawn_local(async move {
        let good = JsFuture::from(done).await.is_ok();
        if let Some(sink) = sink.upgrade() {
            sink.done(decoder, good);
        }
    });
}
