//! Handling of a deck's events, from its socket and from its decoders.

use domain::play::{Channel, EndReason, Event, Header, Malformed};

use super::connection::DeckConnection;
use super::decoder_pool::DecoderEvents;
use super::state::State;
use crate::browser::{Frame, Handler, Message};
use crate::error::StreamError;
use crate::types::{CellView, GroupEvent};

impl DeckConnection {
    fn take(&self, message: Message) -> Result<(), StreamError> {
        let now_ms = self.time.now_ms();
        match Header::parse(message.head())?.channel {
            Channel::Picture => {
                let taken = self.with(|state| {
                    state.heard();
                    Some(state.picture(message, now_ms))
                });
                taken.unwrap_or(Ok(()))
            }
            Channel::Event => {
                let (slot, event) = Event::parse(&message.event_bytes()?)?;
                self.with(State::heard);
                self.on_event(slot, &event);
                Ok(())
            }
            other @ (Channel::Input | Channel::Sound) => {
                Err(Malformed::Channel(other as u8).into())
            }
        }
    }

    fn on_event(&self, slot: u16, event: &Event) {
        match event {
            Event::Cell(state) => {
                if let Some(event) = self.with(|deck| deck.cell_state(slot, *state)) {
                    self.tell(&event);
                }
            }
            Event::Ended {
                reason: reason @ (EndReason::SignedOut | EndReason::Idle),
                detail,
            } if self.is_group() => self.end(*reason, *detail),
            Event::Ended {
                reason: EndReason::SignedOut,
                ..
            } => {
                self.set_all_views(CellView::Offline);
                self.with(State::cut);
                self.wake.notify_one();
            }
            // The server closes the socket after this event, and another attempt follows.
            Event::Ended { .. } => {
                self.with(State::cut);
                self.wake.notify_one();
            }
            Event::Follower { state, detail } => {
                self.with(|deck| deck.follower(slot, *state, *detail));
            }
            Event::Lag { ms } => self.with(|deck| deck.lag(slot, *ms)),
            Event::Pace(pace) => self.with(|deck| deck.paced(slot, *pace)),
            Event::Size(size) => self.with(|deck| deck.turned(slot, size.landscape())),
            Event::IdleWarning { seconds } => {
                self.tell_group(&GroupEvent::IdleWarning { seconds: *seconds });
            }
            Event::Hello { .. }
            | Event::Stage(_)
            | Event::Pong { .. }
            | Event::Clipboard(_)
            | Event::Sound { .. }
            | Event::ClipboardShared(_)
            | Event::ClipboardSet { .. }
            | Event::Quality { .. }
            | Event::App(_)
            | Event::InputMethod(_)
            | Event::ViewOnly(_)
            | Event::People { .. }
            | Event::ControlAsked { .. }
            | Event::ControlAnswered { .. }
            | Event::ControlMoved { .. } => {}
        }
    }
}

impl Handler for DeckConnection {
    fn opened(&self) {
        let now_ms = self.time.now_ms();
        self.with(|state| state.opened(now_ms));
        self.wake.notify_one();
    }

    fn message(&self, message: Option<Message>) {
        if message
            .map_or(Err(StreamError::Malformed(Malformed::Short)), |message| {
                self.take(message)
            })
            .is_err()
        {
            self.with(State::malformed);
            self.wake.notify_one();
        }
    }

    fn closed(&self, _code: u16) {
        self.with(State::cut);
        self.wake.notify_one();
    }
}

impl DecoderEvents for DeckConnection {
    fn decoded(&self, decoder: u32, frame: Frame) {
        if let Some(event) = self.with(|state| state.decoded(decoder, &frame)) {
            self.tell(&event);
        }
    }

    fn done(&self, decoder: u32, good: bool) {
        let now_ms = self.time.now_ms();
        self.with(|state| state.done(decoder, good, now_ms));
    }
}
