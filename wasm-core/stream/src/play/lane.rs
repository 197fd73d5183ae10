//! Path of a full picture into the decoder: admission, configuration, decoder, and its failures.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use domain::play::picture::Picture;

use crate::browser::{Decoder, Frame, Message, Source, decode_still};
use crate::configuration::Configuration;
use crate::decode_error::DecodeError;
use crate::error::StreamError;
use crate::frame_admission::{
    Admission, DecodeBackoff, FrameAdmission, KeyFrameRequestLimiter, frames_lost,
};
use crate::pending_frames::{FrameMetadata, PendingFrames};
use crate::types::DecoderKind;

/// Receiver of the decoder's events.
pub trait DecoderEvents {
    /// A picture was decoded.
    fn decoded(&self, frame: Frame);
    /// The decoder failed and is of no use any more, or an image could not be decoded.
    fn decoder_failed(&self, error: DecodeError);
}

/// Result of taking a picture message.
pub struct TakeResult {
    /// Whether the picture went to the decoder.
    pub decoding: bool,
    /// Number of pictures that are missing before this one.
    pub missed: u32,
}

/// Video stream of a session with its decoder.
pub struct Lane<S> {
    events: Weak<S>,
    admission: FrameAdmission,
    key_frame_limiter: KeyFrameRequestLimiter,
    backoff: DecodeBackoff,
    pending_frames: PendingFrames,
    decoder: Option<Decoder>,
    /// Whether the decoder reported an error: it is replaced before the next key picture.
    broken: bool,
    configuration: Configuration,
    newest: Option<u32>,
    source: Source,
    /// Whether the newest picture was an image.
    screenshots: bool,
    /// Number of images that are being decoded.
    image_decodes: Rc<Cell<u32>>,
}

impl<S: DecoderEvents + 'static> Lane<S> {
    /// Makes a lane that reports its decoded pictures to `events`.
    pub fn new(events: Weak<S>) -> Self {
        Self {
            events,
            admission: FrameAdmission::default(),
            key_frame_limiter: KeyFrameRequestLimiter::default(),
            backoff: DecodeBackoff::default(),
            pending_frames: PendingFrames::default(),
            decoder: None,
            broken: false,
            configuration: Configuration::default(),
            newest: None,
            source: Source::default(),
            screenshots: false,
            image_decodes: Rc::default(),
        }
    }

    /// Sets the source of its decoders.
    pub fn decode_with(&mut self, source: Source) {
        self.source = source;
    }

    /// Kind of the decoder at work.
    pub const fn decoder_kind(&self) -> DecoderKind {
        if self.screenshots {
            DecoderKind::Stills
        } else {
            self.source.kind()
        }
    }

    /// Begins anew for another connection, whose first usable picture is a key picture.
    pub fn start(&mut self) {
        self.admission = FrameAdmission::default();
        self.key_frame_limiter = KeyFrameRequestLimiter::default();
        self.newest = None;
    }

    /// Takes a picture message. An error says why its picture cannot be used; it was dropped.
    pub fn take(&mut self, message: &Message, now_ms: f64) -> Result<TakeResult, StreamError> {
        let picture = Picture::parse(message.head())?;
        let missed = frames_lost(self.newest, picture.sequence);
        self.newest = Some(picture.sequence);
        self.screenshots = picture.still;
        let passed = if picture.still {
            self.decode_image(message, picture)
        } else {
            self.pass(message, picture, now_ms)
        };
        let decoding = passed.inspect_err(|_| {
            self.admission.await_key_frame();
        })?;
        Ok(TakeResult { decoding, missed })
    }

    /// Decodes an image. An image that comes while too many others are being decoded is left out, for the next one is newer.
    fn decode_image(&mut self, message: &Message, picture: Picture) -> Result<bool, StreamError> {
        let queued = self.image_decodes.get();
        match self.admission.admit(picture.key, picture.sequence, queued) {
            Admission::Drop | Admission::Restart => return Ok(false),
            Admission::Decode => {}
        }
        let timestamp_us = self.pending_frames.push(FrameMetadata {
            sequence: picture.sequence,
            drawn_us: picture.drawn_us,
        });
        let (events, image_decodes) = (self.events.clone(), Rc::clone(&self.image_decodes));
        decode_still(&message.access_unit(), timestamp_us, move |frame| {
            image_decodes.set(image_decodes.get().saturating_sub(1));
            if let Some(events) = events.upgrade() {
                match frame {
                    Some(frame) => events.decoded(frame),
                    None => events.decoder_failed(DecodeError::Picture),
                }
            }
        })?;
        self.image_decodes.set(queued + 1);
        Ok(true)
    }

    fn pass(
        &mut self,
        message: &Message,
        picture: Picture,
        now_ms: f64,
    ) -> Result<bool, StreamError> {
        if picture.key {
            if !self.backoff.may_try(now_ms) {
                self.admission.await_key_frame();
                return Ok(false);
            }
            self.set_up(message)?;
        }
        let Some(decoder) = self.decoder.as_ref().filter(|_| !self.broken) else {
            self.admission.await_key_frame();
            return Ok(false);
        };
        match self
            .admission
            .admit(picture.key, picture.sequence, decoder.queued())
        {
            Admission::Drop => return Ok(false),
            Admission::Restart => {
                decoder.reset()?;
                self.pending_frames.clear();
                decoder.configure(self.configuration.shape()?, &self.source)?;
            }
            Admission::Decode => {}
        }
        let timestamp_us = self.pending_frames.push(FrameMetadata {
            sequence: picture.sequence,
            drawn_us: picture.drawn_us,
        });
        decoder.decode(message.access_unit(), picture.key, timestamp_us)?;
        Ok(true)
    }

    /// Prepares the decoder for a key picture: makes another when the last one failed, and configures it when the shape changed.
    fn set_up(&mut self, message: &Message) -> Result<(), StreamError> {
        let configuration = &mut self.configuration;
        let learned = message.with_sps(|sps| configuration.learn(sps))?;
        let mut configure = learned.transpose()?.unwrap_or(false);
        let shape = self.configuration.shape()?;
        if self.broken || self.decoder.is_none() {
            self.decoder = None;
            self.pending_frames.clear();
            let (frames, errors) = (self.events.clone(), self.events.clone());
            let on_frame = move |frame| {
                if let Some(events) = frames.upgrade() {
                    events.decoded(frame);
                }
            };
            let on_error = move |error| {
                if let Some(events) = errors.upgrade() {
                    events.decoder_failed(error);
                }
            };
            self.decoder = Some(Decoder::new(&self.source, on_frame, on_error)?);
            self.broken = false;
            configure = true;
        }
        if configure && let Some(decoder) = &self.decoder {
            decoder.configure(shape, &self.source)?;
        }
        Ok(())
    }

    /// Notes that a picture was decoded; returns the facts that were remembered for it.
    pub fn came_out(&mut self, frame: &Frame) -> Option<FrameMetadata> {
        self.backoff.succeeded();
        self.pending_frames.take(frame.timestamp_us())
    }

    /// Notes that the decoder, or its set-up, failed; `true` when the stream should be given up.
    pub fn failed(&mut self, error: DecodeError, now_ms: f64) -> bool {
        self.broken = true;
        self.source.failed(error);
        self.admission.await_key_frame();
        error.counts() && self.backoff.failed(now_ms)
    }

    /// Notes that pictures are of no use until a key picture comes.
    pub fn lost(&mut self) {
        self.admission.await_key_frame();
    }

    /// Whether to ask the server for a key picture now.
    pub fn wants_key(&mut self, now_ms: f64) -> bool {
        self.admission.awaits_key_frame() && self.key_frame_limiter.ask(now_ms)
    }

    /// Drops the decoder.
    pub fn close(&mut self) {
        self.decoder = None;
        self.pending_frames.clear();
    }
}
