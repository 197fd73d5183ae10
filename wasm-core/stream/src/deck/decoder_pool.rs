//! Pool of a few decoders for all cells. Every small picture is a key picture, so any decoder can take any cell's next one.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use js_sys::Promise;
use wasm_bindgen_futures::{JsFuture, spawn_local};

use crate::browser::{Decoder, Frame, Message, Source, decode_still};
use crate::configuration::Shape;
use crate::decode_error::DecodeError;
use crate::error::StreamError;

/// Most decoders at work at once.
pub const DECODERS_MAX: usize = 4;
/// Time for which an idle decoder is kept, in milliseconds.
const IDLE_MS: f64 = 10_000.0;
/// Time in milliseconds after which a decoder that still works on one small picture counts as stuck.
const STUCK_MS: f64 = 5_000.0;

/// Receiver of the decoders' events.
pub trait DecoderEvents {
    /// A decoder made a picture.
    fn decoded(&self, decoder: u32, frame: Frame);
    /// A decoder has finished the message that it was given, with or without success.
    fn done(&self, decoder: u32, good: bool);
}

struct PooledDecoder {
    id: u32,
    decoder: Decoder,
    shape: Option<Shape>,
    busy: Option<u64>,
    since_ms: f64,
    /// Error that the decoder reported, after which it is of no use any more.
    error: Rc<Cell<Option<DecodeError>>>,
}

/// Image that the browser is decoding.
struct ImageDecode {
    id: u32,
    phone_id: u64,
    since_ms: f64,
}

/// Pool of decoders.
pub struct DecoderPool<S> {
    events: Weak<S>,
    source: Source,
    decoders: Vec<PooledDecoder>,
    image_decodes: Vec<ImageDecode>,
    last_id: u32,
}

impl<S: DecoderEvents + 'static> DecoderPool<S> {
    /// Makes a pool without a decoder.
    pub fn new(events: Weak<S>) -> Self {
        Self {
            events,
            source: Source::default(),
            decoders: Vec::new(),
            image_decodes: Vec::new(),
            last_id: 0,
        }
    }

    /// Sets the source of decoders.
    pub fn decode_with(&mut self, source: Source) {
        self.source = source;
    }

    /// Whether a picture could be decoded now.
    pub fn has_room(&self) -> bool {
        self.image_decodes.len() < DECODERS_MAX
            && (self.decoders.len() < DECODERS_MAX
                || self.decoders.iter().any(|d| d.busy.is_none()))
    }

    /// Has the browser decode a phone's image.
    pub fn decode_image(
        &mut self,
        phone_id: u64,
        message: &Message,
        now_ms: f64,
    ) -> Result<(), StreamError> {
        self.last_id = self.last_id.wrapping_add(1);
        let (id, events) = (self.last_id, self.events.clone());
        decode_still(&message.access_unit(), 0.0, move |frame| {
            if let Some(events) = events.upgrade() {
                let good = frame.is_some();
                if let Some(frame) = frame {
                    events.decoded(id, frame);
                }
                events.done(id, good);
            }
        })?;
        self.image_decodes.push(ImageDecode {
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
        let idle = |d: &PooledDecoder| d.busy.is_none();
        // A decoder that the browser took back while it was idle has an error and is dropped.
        self.decoders
            .retain(|d| !idle(d) || d.error.get().is_none());
        let mut at = self
            .decoders
            .iter()
            .position(|d| idle(d) && d.shape.as_ref() == Some(shape));
        if at.is_none() && self.decoders.len() < DECODERS_MAX {
            at = Some(self.add_decoder()?);
        }
        let Some(at) = at.or_else(|| self.decoders.iter().position(idle)) else {
            return Ok(());
        };
        match self
            .decoders
            .get(at)
            .map(|pooled| start(pooled, &self.source, shape, message))
        {
            Some(Ok(done)) => {
                if let Some(pooled) = self.decoders.get_mut(at) {
                    pooled.shape = Some(shape.clone());
                    pooled.busy = Some(phone_id);
                    pooled.since_ms = now_ms;
                    report(pooled.id, done, self.events.clone());
                }
                Ok(())
            }
            Some(Err(error)) => {
                self.decoders.swap_remove(at);
                Err(error)
            }
            None => Ok(()),
        }
    }

    fn add_decoder(&mut self) -> Result<usize, StreamError> {
        self.last_id = self.last_id.wrapping_add(1);
        let (id, events) = (self.last_id, self.events.clone());
        let on_frame = move |frame| {
            if let Some(events) = events.upgrade() {
                events.decoded(id, frame);
            }
        };
        let error = Rc::new(Cell::new(None));
        let reported = Rc::clone(&error);
        // The promise of the decoder's flush is rejected then too, and reports that the work is done.
        let on_error = move |error| reported.set(Some(error));
        let decoder = Decoder::new(&self.source, on_frame, on_error)?;
        self.decoders.push(PooledDecoder {
            id,
            decoder,
            shape: None,
            busy: None,
            since_ms: 0.0,
            error,
        });
        Ok(self.decoders.len() - 1)
    }

    /// Phone whose picture a decoder works on.
    pub fn phone_of(&self, decoder: u32) -> Option<u64> {
        let image = self.image_decodes.iter().find(|one| one.id == decoder);
        let image = image.map(|one| one.phone_id);
        image.or_else(|| self.decoders.iter().find(|d| d.id == decoder)?.busy)
    }

    /// Notes that a decoder is done, and drops it when it failed. Returns the phone whose picture caused the failure, if a picture did.
    pub fn done(&mut self, decoder: u32, good: bool, now_ms: f64) -> Option<u64> {
        if let Some(at) = self.image_decodes.iter().position(|one| one.id == decoder) {
            let phone_id = self.image_decodes.swap_remove(at).phone_id;
            return (!good).then_some(phone_id);
        }
        let at = self.decoders.iter().position(|d| d.id == decoder)?;
        let pooled = self.decoders.get_mut(at)?;
        let phone_id = pooled.busy.take();
        pooled.since_ms = now_ms;
        if good {
            return None;
        }
        let error = self.decoders.swap_remove(at).error.get();
        phone_id.filter(|_| error.is_none_or(DecodeError::counts))
    }

    /// Drops decoders that are stuck or were not needed for long; returns the phones of stuck ones.
    pub fn evict_idle(&mut self, now_ms: f64) -> Vec<u64> {
        let (decoders, images) = (self.decoders.iter(), self.image_decodes.iter());
        let stuck = decoders
            .filter(|d| now_ms - d.since_ms > STUCK_MS)
            .filter_map(|d| d.busy)
            .chain(
                images
                    .filter(|one| now_ms - one.since_ms > STUCK_MS)
                    .map(|one| one.phone_id),
            )
            .collect();
        self.image_decodes
            .retain(|one| now_ms - one.since_ms <= STUCK_MS);
        self.decoders
            .retain(|d| now_ms - d.since_ms <= if d.busy.is_some() { STUCK_MS } else { IDLE_MS });
        stuck
    }

    /// Drops all decoders.
    pub fn clear(&mut self) {
        self.decoders.clear();
        self.image_decodes.clear();
    }
}

fn start(
    pooled: &PooledDecoder,
    source: &Source,
    shape: &Shape,
    message: &Message,
) -> Result<Promise, StreamError> {
    if pooled.shape.as_ref() != Some(shape) {
        pooled.decoder.configure(shape, source)?;
    }
    pooled.decoder.decode(message.access_unit(), true, 0.0)?;
    // The decoder is flushed, so that it does not hold the picture back until the phone's next one.
    Ok(pooled.decoder.flush())
}

fn report<S: DecoderEvents + 'static>(decoder: u32, done: Promise, events: Weak<S>) {
    spawn_local(async move {
        let good = JsFuture::from(done).await.is_ok();
        if let Some(events) = events.upgrade() {
            events.done(decoder, good);
        }
    });
}
