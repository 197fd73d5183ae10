//! Carries the queue's commands out on the phone, one after the other, and releases what is pressed when the screen changes.

mod devices;
mod pressed;

use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use domain::play::{Input, KeyAction, Orientation, Size, TouchAction, map_point};
use phone_link::wire::control::{self, ControlMessage, Position, scroll_from_256ths};
use phone_link::{ControlSendError, ControlSender, Link};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until, timeout};

use self::devices::Devices;
pub use self::pressed::PressedState;
use super::clipboard::ClipboardState;
use super::queue::{ClipboardAnswer, Command, InputQueue, SCROLL_MAX};
use super::text;

/// How long the dispatcher stays at an old process for the sake of a gesture that began there.
const GESTURE_MAX: Duration = Duration::from_secs(10);

/// Control channel of one scrcpy process on the phone. Dropping the channel tells the session that the dispatcher has left the process.
pub struct ControlChannel {
    pub control: ControlSender,
    /// How often the process reported that the phone forbids injecting.
    pub forbidden: watch::Receiver<u64>,
    /// The size of its video, `None` before the first configuration.
    pub size: watch::Receiver<Option<Size>>,
    /// The newest clipboard sequence that the process confirmed.
    pub acked: watch::Receiver<u64>,
}

/// Why a text is put into the phone's clipboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// To be pasted, because it cannot be typed.
    Typing,
    /// To be pasted, as the controller asked.
    Pasting,
    /// To stay there.
    Keeping,
}

/// Carries out inputs during one screen session, through one process after the other.
pub struct InputDispatcher<'a> {
    pub phone_id: i64,
    pub inputs: &'a InputQueue,
    pub link: &'a Link,
    /// Virtual devices, on a phone that forbids injecting.
    pub devices: Option<Devices>,
    pub pressed: &'a mut PressedState,
    pub channel: ControlChannel,
    /// Channels of newer processes. The dispatcher changes to them as soon as no finger is down: a process knows only the fingers it put down itself.
    pub channels: mpsc::Receiver<ControlChannel>,
    /// The channel to change to next, and when at the latest.
    pub next: Option<(ControlChannel, Instant)>,
    /// The newest clipboard sequence used.
    pub sequence: u64,
    pub paste_timeout: Duration,
    /// State of the phone's clipboard.
    pub clipboard_state: &'a ClipboardState,
    /// When the clipboard's text is restored that a text for typing has replaced.
    pub restore_clipboard_at: Option<Instant>,
    pub typing_pause: Duration,
}

impl InputDispatcher<'_> {
    /// Runs until the phone takes no more input.
    pub async fn run(mut self) {
        if self.resume().await.is_err() {
            return;
        }
        loop {
            let stepped = self.step().await;
            match self.next.take() {
                Some(next) if stepped.is_ok() && !self.pressed.fingers.is_empty() => {
                    self.next = Some(next);
                }
                Some((channel, _)) => self.switch_process(channel).await,
                None if stepped.is_err() => return,
                None => {}
            }
        }
    }

    async fn send(&self, message: &ControlMessage) -> Result<(), ControlSendError> {
        match self.channel.control.send_when_free(message).await {
            Err(ControlSendError::Invalid(error)) => {
                // The queue enforces the limits, so this is a defect of ours; the session goes on without the message.
                tracing::error!(phone_id = self.phone_id, error = %causes(&error), "encode control message failed");
                Ok(())
            }
            sent => sent,
        }
    }

    async fn step(&mut self) -> Result<(), ControlSendError> {
        let latest = self.next.as_ref().map(|(_, latest)| *latest);
        let restore_clipboard_at = self.restore_clipboard_at;
        let wheel_at = self.devices.as_ref().and_then(Devices::wheel_rests_at);
        tokio::select! {
            biased;
            changed = self.channel.size.changed() => match changed {
                Ok(()) => self.on_size_changed().await,
                // The video is over, and with it the session or this process.
                Err(_) => Err(ControlSendError::Closed),
            },
            Some(channel) = self.channels.recv() => {
                self.next = Some((channel, Instant::now() + GESTURE_MAX));
                Ok(())
            }
            () = sleep_until(latest.unwrap_or_else(Instant::now)), if latest.is_some() => Err(ControlSendError::Closed),
            () = sleep_until(restore_clipboard_at.unwrap_or_else(Instant::now)), if restore_clipboard_at.is_some() => self.restore_clipboard().await,
            () = sleep_until(wheel_at.unwrap_or_else(Instant::now)), if wheel_at.is_some() => self.lift_wheel().await,
            Ok(()) = self.channel.forbidden.changed() => self.forbidden().await,
            command = next_command(&self.channel.control, self.inputs), if self.channel.size.borrow().is_some() => match command {
                Command::Input(input, orientation) if self.is_outdated(&input, orientation) => Ok(()),
                Command::Input(input, _) => self.carry_out(input).await,
                Command::Release => self.release().await,
            },
        }
    }

    /// Changes to a newer process. Keys stay pressed, since every process can lift them, unless fingers or virtual devices have to be released first. Virtual devices end with their process and are made anew.
    async fn switch_process(&mut self, mut channel: ControlChannel) {
        let mut released = Ok(());
        if !self.pressed.fingers.is_empty() || self.devices.is_some() {
            released = self.release().await;
        }
        if released.is_ok() && !self.channel.control.is_closed() {
            self.pressed.lifted.clear();
            self.pressed.lifted_keys.clear();
            channel.size.mark_unchanged();
        } else {
            // The old process is gone, and nobody knows which messages it still carried out: the new one's size counts as changed, so that
            // everything is lifted once more.
            self.pressed.mark_lost();
        }
        self.channel = channel;
        // Where the channel is closed, the next step finds it so; a process that makes no virtual devices goes on without them.
        let _ = self.follow_process().await;
    }

    /// Whether an input refers to a point of a picture in another orientation than the present one.
    fn is_outdated(&self, input: &Input, orientation: Option<Orientation>) -> bool {
        let is_place = matches!(
            input,
            Input::Touch {
                action: TouchAction::Down | TouchAction::Move,
                ..
            } | Input::Scroll { .. }
        );
        let now = (*self.channel.size.borrow()).map(Orientation::of);
        is_place && orientation.is_some() && orientation != now
    }

    async fn carry_out(&mut self, input: Input) -> Result<(), ControlSendError> {
        match input {
            Input::Touch {
                action,
                pointer,
                x,
                y,
                pressure,
            } => self.touch(action, pointer, (x, y), pressure).await,
            Input::Scroll {
                x,
                y,
                horizontal,
                vertical,
            } => self.scroll((x, y), [horizontal, vertical]).await,
            Input::Key {
                action,
                keycode,
                repeat,
                meta,
            } => self.key(action, keycode, repeat, meta).await,
            Input::Text(text) if text::is_typed(&text) && self.devices.is_some() => {
                self.type_keys(&text).await
            }
            Input::Text(text) if text::is_typed(&text) => {
                for piece in text::pieces(&text) {
                    self.send(&ControlMessage::InjectText(piece.to_owned()))
                        .await?;
                }
                Ok(())
            }
            // A text that is not confirmed is no error: the phone may have pasted it all the same.
            Input::Text(text) => {
                let _confirmed = self.set_clipboard(text.into(), Purpose::Typing).await?;
                Ok(())
            }
            Input::Paste(text) => {
                let _confirmed = self.set_clipboard(text, Purpose::Pasting).await?;
                Ok(())
            }
            Input::SetClipboard { sequence, text } => {
                let confirmed = self.set_clipboard(text.into(), Purpose::Keeping).await?;
                self.inputs.answer(ClipboardAnswer {
                    sequence,
                    confirmed,
                });
                Ok(())
            }
            Input::Rotate => self.send(&ControlMessage::RotateDevice).await,
        }
    }

    /// Scrolls, in as many messages as the distance takes.
    async fn scroll(
        &mut self,
        place: (u16, u16),
        mut turn: [i16; 2],
    ) -> Result<(), ControlSendError> {
        if self.devices.is_some() {
            return self.drag_by_wheel(place, turn).await;
        }
        while let Some(position) = self.position(place) {
            let now = turn.map(|part| part.clamp(-SCROLL_MAX, SCROLL_MAX));
            let [horizontal, vertical] = now.map(scroll_from_256ths);
            self.send(&ControlMessage::InjectScroll {
                position,
                horizontal,
                vertical,
                buttons: 0,
            })
            .await?;
            turn = [turn[0] - now[0], turn[1] - now[1]];
            if turn == [0, 0] {
                break;
            }
        }
        Ok(())
    }

    async fn touch(
        &mut self,
        action: TouchAction,
        pointer: u32,
        place: (u16, u16),
        pressure: u16,
    ) -> Result<(), ControlSendError> {
        let held = match action {
            TouchAction::Down => self.pressed.fingers.insert(pointer, place).is_some(),
            TouchAction::Move => self
                .pressed
                .fingers
                .get_mut(&pointer)
                .map(|held| *held = place)
                .is_some(),
            TouchAction::Up | TouchAction::Cancel => {
                self.pressed.fingers.remove(&pointer).is_some()
            }
        };
        match action {
            TouchAction::Up | TouchAction::Cancel if held => {
                self.pressed.note_lifted(pointer, place);
            }
            TouchAction::Down => drop(self.pressed.lifted.remove(&pointer)),
            _ => {}
        }
        match action {
            // The finger is down already: a second DOWN would be wrong, so the finger moves.
            TouchAction::Down if held => {
                self.inject(control::TouchAction::Move, pointer, place, pressure)
                    .await
            }
            TouchAction::Down => {
                self.inject(control::TouchAction::Down, pointer, place, pressure)
                    .await
            }
            // The finger was released meanwhile, because the screen changed or the session was lost.
            TouchAction::Move | TouchAction::Up | TouchAction::Cancel if !held => Ok(()),
            TouchAction::Move => {
                self.inject(control::TouchAction::Move, pointer, place, pressure)
                    .await
            }
            TouchAction::Up => {
                self.inject(control::TouchAction::Up, pointer, place, 0)
                    .await
            }
            TouchAction::Cancel => self.cancel(pointer, place).await,
        }
    }

    /// Cancels a gesture. scrcpy's server forgets a finger only with its UP, so that follows.
    async fn cancel(&mut self, pointer: u32, place: (u16, u16)) -> Result<(), ControlSendError> {
        if self.devices.is_some() {
            return self.cancel_fingers().await;
        }
        self.inject(control::TouchAction::Cancel, pointer, place, 0)
            .await?;
        self.inject(control::TouchAction::Up, pointer, place, 0)
            .await
    }

    async fn key(
        &mut self,
        action: KeyAction,
        keycode: u16,
        repeat: u16,
        meta: u32,
    ) -> Result<(), ControlSendError> {
        let action = match action {
            KeyAction::Down => {
                self.pressed.keys.insert(keycode);
                self.pressed.lifted_keys.remove(&keycode);
                control::KeyAction::Down
            }
            KeyAction::Up if !self.pressed.keys.remove(&keycode) => return Ok(()),
            KeyAction::Up => {
                self.pressed.note_key_lifted(keycode);
                control::KeyAction::Up
            }
        };
        if self.devices.is_some() {
            let action = match action {
                control::KeyAction::Down => KeyAction::Down,
                control::KeyAction::Up => KeyAction::Up,
            };
            return self.press_key(action, keycode, meta).await;
        }
        let (keycode, repeat) = (u32::from(keycode), u32::from(repeat));
        self.send(&ControlMessage::InjectKeycode {
            action,
            keycode,
            repeat,
            meta,
        })
        .await
    }

    /// Sets the phone's clipboard and pastes the text, if that is its purpose. Waits for the phone's confirmation, up to `paste_timeout`, and
    /// returns whether it came.
    async fn set_clipboard(
        &mut self,
        text: Arc<str>,
        purpose: Purpose,
    ) -> Result<bool, ControlSendError> {
        self.sequence += 1;
        let sequence = self.sequence;
        let typing = purpose == Purpose::Typing;
        self.clipboard_state.begin(Arc::clone(&text), typing);
        let sent = self
            .send(&ControlMessage::SetClipboard {
                sequence,
                // The server pastes by injecting a key, which a phone with virtual devices forbids.
                paste: purpose != Purpose::Keeping && self.devices.is_none(),
                text: text.to_string(),
            })
            .await;
        if sent.is_err() {
            self.clipboard_state.end(false);
        }
        sent?;
        let acked = timeout(
            self.paste_timeout,
            self.channel.acked.wait_for(|acked| *acked >= sequence),
        );
        let confirmed = matches!(acked.await, Ok(Ok(_)));
        self.clipboard_state.end(confirmed);
        if purpose != Purpose::Keeping && self.devices.is_some() {
            self.paste_by_keys().await?;
        }
        self.restore_clipboard_at = typing.then(|| Instant::now() + self.typing_pause);
        Ok(confirmed)
    }

    /// Restores the phone's clipboard after typing has paused. No input waits for the phone to confirm that.
    async fn restore_clipboard(&mut self) -> Result<(), ControlSendError> {
        self.restore_clipboard_at = None;
        let Some(text) = self.clipboard_state.take_restore() else {
            return Ok(());
        };
        self.sequence += 1;
        self.send(&ControlMessage::SetClipboard {
            sequence: self.sequence,
            paste: false,
            text: text.to_string(),
        })
        .await
    }

    async fn inject(
        &mut self,
        action: control::TouchAction,
        pointer: u32,
        place: (u16, u16),
        pressure: u16,
    ) -> Result<(), ControlSendError> {
        if self.devices.is_some() {
            return match action {
                control::TouchAction::Up => self.lift_finger(pointer, place).await,
                _ => self.put_finger(pointer, place).await,
            };
        }
        let Some(position) = self.position(place) else {
            return Ok(());
        };
        self.send(&ControlMessage::InjectTouch {
            action,
            pointer: pointer.into(),
            position,
            pressure,
            action_button: 0,
            buttons: 0,
        })
        .await
    }

    /// The position on the video as it is now; the phone ignores a touch meant for another size.
    fn position(&self, (x, y): (u16, u16)) -> Option<Position> {
        let mapped = map_point(x, y, (*self.channel.size.borrow())?)?;
        Some(Position {
            x: mapped.x.into(),
            y: mapped.y.into(),
            width: mapped.size.width,
            height: mapped.size.height,
        })
    }
}

/// Waits until the phone keeps up, then for the next command. Commands for a phone that is late stay in the queue, where they become stale
/// and are dropped.
async fn next_command(control: &ControlSender, inputs: &InputQueue) -> Command {
    control.keeps_up().await;
    inputs.next().await
}
