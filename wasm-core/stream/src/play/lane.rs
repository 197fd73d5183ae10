//! Path of a full picture into the decoder: gate, configuration, decoder, and its failures.

use std::cell::Cell;
use std::rc::{Rc, Weak};

use domain::play::picture::Picture;

use crate::browser::{Decoder, Frame, Message, Source, decode_still};
use crate::configuration::Configuration;
use crate::error::StreamError;
use crate::fault::Fault;
use crate::gate::{Failures, Gate, ResetRation, Verdict, missing};
use crate::in_flight::{Decoding, InFlight};
use crate::types::DecoderKind;

/// Receiver of the decoder's events.
pub trait Sink {
    /// A picture was decoded.
    fn decoded(&self, frame: Frame);
    /// The decoder failed and is of no use any more, or an image could not be decoded.
    fn decoder_failed(&self, fault: Fault);
}

/// Result of taking a picture message.
pub struct Fate {
    /// Whether the picture went to the decoder.
    pub decoding: bool,
    /// Number of pictures that are missing before this one.
    pub missed: u32,
}

/// Video stream of a session with its decoder.
pub struct Lane<S> {
    sink: Weak<S>,
    gate: Gate,
    ration: ResetRation,
    failures: Failures,
    in_flight: InFlight,
    decoder: Option<Decoder>,
    /// Whether the decoder reported an error: it is replaced before the next key picture.
    broken: bool,
    configuration: Configuration,
    newest: Option<u32>,
    source: Source,
    /// Whether the newest picture was an image.
    screenshots: bool,
    /// Number of images that are being decoded.
    developing: Rc<Cell<u32>>,
}

impl<S: Sink + 'static> Lane<S> {
    /// Makes a lane that hands its decoded pictures to `sink`.
    pub fn new(sink: Weak<S>) -> Self {
        Self {
            sink,
            gate: Gate::default(),
            ration: ResetRation::default(),
            failures: Failures::default(),
            in_flight: InFlight::default(),
            decoder: None,
            broken: false,
            configuration: Configuration::default(),
            newest: None,
            source: Source::default(),
            screenshots: false,
            developing: Rc::default(),
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
        self.gate = Gate::default();
        self.ration = ResetRation::default();
        self.newest = None;
    }

    /// Takes a picture message. An error says why its picture cannot be used; it was dropped.
    pub fn take(&mut self, message: &Message, now_ms: f64) -> Result<Fate, StreamError> {
        let picture = Picture::parse(message.head())?;
        let missed = missing(self.newest, picture.sequence);
        self.newest = Some(picture.sequence);
        self.screenshots = picture.still;
        let passed = if picture.still {
            self.develop(message, picture)
        } else {
            self.pass(message, picture, now_ms)
        };
        let decoding = passed.inspect_err(|_| {
            self.gate.lose();
        })?;
        Ok(Fate { decoding, missed })
    }

    /// Decodes an image. An image that comes while too many others are being decoded is left out, for the next one is newer.
    fn develop(&mut self, message: &Message, picture: Picture) -> Result<bool, StreamError> {
        let queued = self.developing.get();
        match self.gate.admit(picture.key, picture.sequence, queued) {
            Verdict::Drop | Verdict::Restart => return Ok(false),
            Verdict::Decode => {}
        }
        let timestamp_us = self.in_flight.push(Decoding {
            sequence: picture.sequence,
            drawn_us: picture.drawn_us,
        });
        let (sink, developing) = (self.sink.clone(), Rc::clone(&self.developing));
        decode_still(&message.access_unit(), timestamp_us, move |frame| {
            developing.set(developing.get().saturating_sub(1));
            if let Some(sink) = sink.upgrade() {
                match frame {
                    Some(frame) => sink.decoded(frame),
                    None => sink.decoder_failed(Fault::Picture),
                }
            }
        })?;
        self.developing.set(queued + 1);
        Ok(true)
    }

    fn pass(
        &mut self,
        message: &Message,
        picture: Picture,
        now_ms: f64,
    ) -> Result<bool, StreamError> {
        if picture.key {
            if !self.failures.may_try(now_ms) {
                self.gate.lose();
                return Ok(false);
            }
            self.set_up(message)?;
        }
        let Some(decoder) = self.decoder.as_ref().filter(|_| !self.broken) else {
            self.gate.lose();
            return Ok(false);
        };
        match self
            .gate
            .admit(picture.key, picture.sequence, decoder.queued())
        {
            Verdict::Drop => return Ok(false),
            Verdict::Restart => {
                decoder.reset()?;
                self.in_flight.clear();
                decoder.configure(self.configuration.shape()?, &self.source)?;
            }
            Verdict::Decode => {}
        }
        let timestamp_us = self.in_flight.push(Decoding {
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
            self.in_flight.clear();
            let (frames, errors) = (self.sink.clone(), self.sink.clone());
            let on_frame = move |frame| {
                if let Some(sink) = frames.upgrade() {
                    sink.decoded(frame);
                }
            };
            let on_error = move |fault| {
                if let Some(sink) = errors.upgrade() {
                    sink.decoder_failed(fault);
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
    pub fn came_out(&mut self, frame: &Frame) -> Option<Decoding> {
        self.failures.succeeded();
        self.in_flight.take(frame.timestamp_us())
    }

    /// Notes that the decoder, or its set-up, failed; `true` when the stream should be given up.
    pub fn failed(&mut self, fault: Fault, now_ms: f64) -> bool {
        self.broken = true;
        self.source.failed(fault);
        self.gate.lose();
        fault.counts() && self.failures.failed(now_ms)
    }

    /// Notes that pictures are of no use until a key picture comes.
    pub fn lost(&mut self) {
        self.gate.lose();
    }

    /// Whether to ask the server for a key picture now.
    pub fn wants_key(&mut self, now_ms: f64) -> bool {
        self.gate.is_lost() && self.ration.ask(now_ms)
    }

    /// Drops the decoder.
    pub fn close(&mut self) {
        self.decoder = None;
        self.in_flight.clear();
    }
}
