//! The clipboard of a session: shared or not, both ways; only its controller's. Texts are never logged.

use std::collections::VecDeque;

use domain::play::{ClipboardOutcome, Event, Input, shared_at_first};
use fleet::{ClipboardAnswer, InputRefused};
use store::play::Opened;
use tokio::time::{Duration, Instant};

use super::Ending;
use super::session::Playing;

/// Texts on their way to the phone.
const WAITING_MAX: usize = 4;
/// For the phone's word on one: what is before it in line may take a while.
const TIMEOUT: Duration = Duration::from_secs(5);

/// How a session stands to the phone's clipboard.
pub(super) struct Clipboard {
    shared: bool,
    /// Sequences without an answer yet, and until when one is awaited.
    waiting: VecDeque<(u32, Instant)>,
}

impl Clipboard {
    pub(super) fn of(opened: &Opened) -> Self {
        Self {
            shared: opened.control && shared_at_first(opened.level, opened.granted_out),
            waiting: VecDeque::new(),
        }
    }
}

impl Playing<'_> {
    pub(super) async fn tell_clipboard(&mut self) -> Result<(), Ending> {
        if self.opened.control {
            let event = Event::ClipboardShared(self.clipboard.shared);
            self.socket.send(0, &event).await?;
        }
        Ok(())
    }

    pub(super) async fn share_clipboard(&mut self, on: bool) -> Result<(), Ending> {
        self.clipboard.shared = on;
        self.tell_clipboard().await
    }

    /// Something was copied on the phone. What was copied while the clipboard was not shared stays there.
    pub(super) async fn copied(&mut self, text: &str) -> Result<(), Ending> {
        if self.clipboard.shared {
            self.socket
                .send(0, &Event::Clipboard(text.to_owned()))
                .await?;
        }
        Ok(())
    }

    pub(super) async fn set_clipboard(
        &mut self,
        epoch: u32,
        sequence: u32,
        input: &Input,
    ) -> Result<(), Ending> {
        let refused = if !self.clipboard.shared {
            Some(ClipboardOutcome::NotShared)
        } else if self.clipboard.waiting.len() >= WAITING_MAX {
            Some(ClipboardOutcome::Busy)
        } else {
            match (self.engine.fleet).input(self.opened.phone_id, epoch, input) {
                Ok(()) => None,
                Err(InputRefused::NotController) => Some(ClipboardOutcome::NotController),
                Err(_) => Some(ClipboardOutcome::Busy),
            }
        };
        if let Some(outcome) = refused {
            return self.tell_outcome(sequence, outcome).await;
        }
        let until = Instant::now() + TIMEOUT;
        self.clipboard.waiting.push_back((sequence, until));
        Ok(())
    }

    pub(super) async fn clipboard_answered(
        &mut self,
        answer: ClipboardAnswer,
    ) -> Result<(), Ending> {
        let ClipboardAnswer {
            sequence,
            confirmed,
        } = answer;
        let waiting = &mut self.clipboard.waiting;
        let Some(at) = waiting.iter().position(|(known, _)| *known == sequence) else {
            return Ok(());
        };
        waiting.remove(at);
        let outcome = if confirmed {
            ClipboardOutcome::Done
        } else {
            ClipboardOutcome::Unconfirmed
        };
        self.tell_outcome(sequence, outcome).await
    }

    /// Those that nobody answers any more, because the screen closed over them.
    pub(super) async fn check_clipboard(&mut self) -> Result<(), Ending> {
        let now = Instant::now();
        while let Some((sequence, _)) =
            (self.clipboard.waiting).pop_front_if(|(_, until)| *until <= now)
        {
            self.tell_outcome(sequence, ClipboardOutcome::Unconfirmed)
                .await?;
        }
        Ok(())
    }

    async fn tell_outcome(
        &mut self,
        sequence: u32,
        outcome: ClipboardOutcome,
    ) -> Result<(), Ending> {
        let event = Event::ClipboardSet { sequence, outcome };
        self.socket.send(0, &event).await?;
        Ok(())
    }
}
