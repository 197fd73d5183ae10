//! Handling of a play session's events, from its socket and from its decoder.

use domain::play::sound::{SOUND_HEADER_BYTES, Sound};
use domain::play::{Channel, EndReason, Event, Header, InputMethod, Malformed, Stage};

use super::lane::DecoderEvents;
use super::session::Session;
use super::state::{MALFORMED_MAX, Phase, State};
use crate::browser::{AnimationFrame, Export, Frame, Handler, Message};
use crate::decode_error::DecodeError;
use crate::error::StreamError;
use crate::types::{PlayEvent, PlayPerson};

impl Session {
    /// Ends the session with a final event for the page, unless the connection is already cut: then the next attempt decides.
    fn end(&self, reason: EndReason, detail: u32) {
        let running = self.with(|state| {
            let running = matches!(state.phase, Phase::Connecting | Phase::Open);
            if running {
                state.phase = Phase::Over;
            }
            running
        });
        if running {
            self.tell(&PlayEvent::Ended {
                reason: reason as u8,
                detail,
            });
        }
        self.wake.notify_one();
    }

    fn take(&self, message: &Message) -> Result<(), StreamError> {
        match Header::parse(message.head())?.channel {
            Channel::Picture => {
                let now_ms = self.time.now_ms();
                self.with(|state| {
                    state.window.received(message.length());
                    state.unanswered_ms = None;
                    if let Some(recording) = &mut state.recording {
                        // A message that cannot be read is reported by the lane below; a picture that cannot be stored is missing in the clip.
                        let _ = recording.take(message);
                    }
                    let taken = state.lane.take(message, now_ms);
                    state.window.dropped(
                        taken
                            .as_ref()
                            .map_or(1, |taken| taken.missed + u32::from(!taken.decoding)),
                    );
                    state.ask_for_key(now_ms);
                    Some(taken.err())
                })
                .flatten()
                .map_or(Ok(()), Err)
            }
            Channel::Event => {
                let (_, event) = Event::parse(&message.event_bytes()?)?;
                self.with(|state| state.unanswered_ms = None);
                self.on_event(event);
                Ok(())
            }
            Channel::Sound => self.sound(message),
            Channel::Input => Err(Malformed::Channel(Channel::Input as u8).into()),
        }
    }

    /// Hands sound to the page to be played, with its age by the same clock as the pictures', and to a clip under way.
    fn sound(&self, message: &Message) -> Result<(), StreamError> {
        let sound = Sound::parse_head(message.head())?;
        let bytes = (message.length() as usize).saturating_sub(SOUND_HEADER_BYTES);
        sound.form.check(bytes)?;
        let now_us = self.time.now_us();
        let age_us = self.with(|state| {
            state.unanswered_ms = None;
            state.window.received(message.length());
            if state.recorded() == Some(sound.form)
                && let Some(recording) = &mut state.recording
            {
                // A packet that cannot be stored is missing in the clip, as with pictures.
                let _ = recording.hear(sound, &message.behind(SOUND_HEADER_BYTES));
            }
            state
                .clock
                .age_us(sound.heard_us, now_us)
                .filter(|_| state.listening == Some(sound.form))
        });
        if let Some(age_us) = age_us {
            let age_ms = age_us as f64 / 1_000.0;
            self.data_callback
                .hand(Export::Sound, message.buffer(), age_ms);
        }
        Ok(())
    }

    fn on_event(&self, event: Event) {
        let now_us = self.time.now_us();
        match event {
            Event::Hello {
                epoch,
                level,
                control,
                resume,
                server_us,
            } => {
                self.on_hello((epoch, control), resume, server_us);
                self.tell(&PlayEvent::Hello {
                    control,
                    level: level as u8,
                });
                self.wake.notify_one();
            }
            Event::Stage(stage) => {
                if stage == Stage::Connecting && self.with(State::picture_lost) {
                    self.tell(&PlayEvent::Reconnecting { attempt: 0 });
                }
                self.tell(&PlayEvent::Stage { stage: stage as u8 });
            }
            Event::Size(size) => {
                if let Some(event) =
                    self.with(|state| state.announced((size.width.into(), size.height.into())))
                {
                    self.tell(&event);
                }
            }
            Event::Pong { echo_us, server_us } => {
                self.with(|state| state.clock.pong(echo_us, server_us, now_us));
            }
            Event::Clipboard(text) => self.tell(&PlayEvent::Clipboard { text }),
            Event::IdleWarning { seconds } => self.tell(&PlayEvent::IdleWarning { seconds }),
            Event::Ended {
                reason: EndReason::ServerStopping,
                ..
            } => {
                self.with(State::cut);
                self.wake.notify_one();
            }
            Event::Ended { reason, detail } => self.end(reason, detail),
            Event::Sound { form, state } => {
                if let Some(event) = self.with(|own| own.sounded(form, state)) {
                    self.tell(&event);
                }
            }
            Event::ClipboardShared(on) => self.tell(&PlayEvent::ClipboardShared { on }),
            Event::ClipboardSet { sequence, outcome } => self.tell(&PlayEvent::ClipboardSet {
                sequence,
                outcome: outcome as u8,
            }),
            Event::Quality { wanted, shown } => self.tell(&PlayEvent::Quality {
                wanted: wanted as u8,
                shown: shown as u8,
            }),
            Event::Pace(pace) => self.tell(&PlayEvent::Pace { pace: pace as u8 }),
            Event::App(package) => self.tell(&PlayEvent::App { package }),
            Event::InputMethod(method) => {
                // The server tells the controller alone, so this session controls the phone unless the way is being switched.
                self.with(|state| state.control = method != InputMethod::Switching);
                self.tell(&PlayEvent::InputWay { way: method as u8 });
            }
            Event::ViewOnly(cause) => {
                self.with(|state| state.control = false);
                self.tell(&PlayEvent::ViewOnly { cause: cause as u8 });
            }
            Event::People { people, others } => {
                let people = people.into_iter().map(PlayPerson::from).collect();
                self.tell(&PlayEvent::People { people, others });
            }
            Event::ControlAsked {
                from,
                seconds,
                relation,
                name,
            } => self.tell(&PlayEvent::ControlAsked {
                from,
                seconds,
                relation: relation as u8,
                name,
            }),
            Event::ControlAnswered { state, seconds } => self.tell(&PlayEvent::ControlAnswered {
                state: state as u8,
                seconds,
            }),
            Event::ControlMoved {
                taken,
                relation,
                name,
            } => self.tell(&PlayEvent::ControlMoved {
                taken,
                relation: relation as u8,
                name,
            }),
            // These events belong to a deck.
            Event::Cell(_) | Event::Follower { .. } | Event::Lag { .. } => {}
        }
    }

    /// Takes over the seat that a greeting names, and opens the session with the first one.
    fn on_hello(&self, (epoch, control): (u32, bool), resume: String, server_us: u64) {
        self.greeted.set(true);
        self.with(|state| {
            (state.epoch, state.control) = (epoch, control);
            state.resume = Some(resume).filter(|token| !token.is_empty());
            state.seated = Some(control);
            // A second greeting on the same socket reports only that control has passed to somebody else.
            if state.phase != Phase::Open {
                state.clock.hello(server_us, self.time.now_us());
                state.opened(self.time.now_ms());
            }
        });
    }

    /// Handles a failure to decode: counts it, gives the stream up after several in a row, and else asks for a key picture.
    fn on_decode_failure(&self, error: DecodeError, now_ms: f64) {
        if self.with(|state| state.lane.failed(error, now_ms)) {
            self.end(EndReason::NotRetrieved, 0);
        }
        self.with(|state| state.ask_for_key(now_ms));
    }
}

impl Handler for Session {
    fn opened(&self) {}

    fn message(&self, message: Option<Message>) {
        let taken = message
            .as_ref()
            .map_or(Err(StreamError::Malformed(Malformed::Short)), |message| {
                self.take(message)
            });
        match taken {
            Ok(()) => {}
            Err(StreamError::Configuration(_) | StreamError::Parameters(_)) => {
                self.on_decode_failure(DecodeError::Picture, self.time.now_ms());
            }
            Err(StreamError::Browser(_)) => {
                self.on_decode_failure(DecodeError::Decoder, self.time.now_ms());
            }
            Err(StreamError::Malformed(_) | StreamError::TooLong(_) | StreamError::Range(_)) => {
                self.with(|state| {
                    state.malformed += 1;
                    if state.malformed >= MALFORMED_MAX {
                        state.cut();
                    }
                });
                self.wake.notify_one();
            }
        }
    }

    /// Handles a close frame without an `Ended` event before it: a code that another attempt cannot change ends the session.
    fn closed(&self, code: u16) {
        match code {
            4400 | 1009 => self.end(EndReason::BadMessage, 0),
            4409 => self.end(EndReason::Elsewhere, 0),
            _ => {
                self.with(State::cut);
                self.wake.notify_one();
            }
        }
    }
}

impl DecoderEvents for Session {
    fn decoded(&self, frame: Frame) {
        let now_ms = self.time.now_ms();
        self.with(|state| state.set_pending(frame, now_ms));
        if !self.animation.get().is_some_and(AnimationFrame::request) {
            self.draw();
        }
    }

    fn decoder_failed(&self, error: DecodeError) {
        self.on_decode_failure(error, self.time.now_ms());
    }
}
