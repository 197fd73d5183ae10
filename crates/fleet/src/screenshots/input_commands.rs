//! Carries out the controller's inputs by Android's `input` command. A gesture is sent as a whole when the finger is lifted, since the command
//! cannot move a finger step by step.

use std::time::Duration;

use causes::causes;
use domain::play::keys::KEYCODE_ENTER;
use domain::play::{Input, KeyAction, Mapped, Size, TEXT_MAX_BYTES, TouchAction, map_point};
use phone_link::{Link, OpenError, ShellCommand, ShellError};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use crate::input::{Command, InputQueue, text};

/// Time limit for one command: `input` starts a virtual machine, which takes its time.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(10);
/// A finger that stays within this fraction (1/40) of the screen's shorter side does not move.
const STILL_PART: u16 = 40;
/// Time from which a finger that does not move makes a long press.
const HELD: Duration = Duration::from_millis(400);
/// Shortest and longest duration of a swipe.
const SWIPE_MIN: Duration = Duration::from_millis(80);
const SWIPE_MAX: Duration = Duration::from_secs(3);
/// A notch of the wheel scrolls by this fraction (1/8) of the screen, and one turn by no more than half of it.
const NOTCH_PART: i32 = 8;
/// `scroll` counts in 256ths of a notch.
const NOTCH: i32 = 256;

/// The gesture of a finger that is down.
pub struct Gesture {
    pointer: u32,
    from: (u16, u16),
    to: (u16, u16),
    begun: Instant,
}

/// Carries out inputs by shell commands.
pub struct InputCommands<'a> {
    pub phone_id: i64,
    pub inputs: &'a InputQueue,
    pub link: &'a Link,
    /// The screen's own size; `None` before the first screenshot.
    pub screen: watch::Receiver<Option<Size>>,
    /// Notified after each command, so that the next screenshot is taken soon.
    pub acted: &'a Notify,
    pub gesture: Option<Gesture>,
}

/// The link is lost.
struct LinkLost;

impl InputCommands<'_> {
    /// Runs until the link is lost.
    pub async fn run(mut self) {
        if self.screen.wait_for(Option::is_some).await.is_err() {
            // The screenshots are over, and with them the session.
            return std::future::pending().await;
        }
        loop {
            let done = match self.inputs.next().await {
                Command::Input(input, _) => self.carry_out(input).await,
                Command::Release => {
                    self.gesture = None;
                    Ok(())
                }
            };
            if done.is_err() {
                return;
            }
        }
    }

    async fn carry_out(&mut self, input: Input) -> Result<(), LinkLost> {
        match input {
            Input::Touch {
                action,
                pointer,
                x,
                y,
                ..
            } => self.touch(action, pointer, (x, y)).await,
            Input::Scroll {
                x,
                y,
                horizontal,
                vertical,
            } => {
                self.scroll((x, y), horizontal.into(), vertical.into())
                    .await
            }
            Input::Key {
                action: KeyAction::Down,
                keycode,
                ..
            } => self.key(keycode).await,
            Input::Text(text) => self.text(&text).await,
            Input::Paste(text) => self.text(&text).await,
            Input::Rotate => self.rotate().await,
            Input::Key {
                action: KeyAction::Up,
                ..
            }
            // A shell cannot set a clipboard. No answer is sent, so the text counts as unconfirmed after the caller's time limit.
            | Input::SetClipboard { .. } => Ok(()),
        }
    }

    /// Follows the gesture of the first finger that is down; other fingers are ignored.
    async fn touch(
        &mut self,
        action: TouchAction,
        pointer: u32,
        place: (u16, u16),
    ) -> Result<(), LinkLost> {
        match (action, &mut self.gesture) {
            (TouchAction::Down, gesture @ None) => {
                *gesture = Some(Gesture {
                    pointer,
                    from: place,
                    to: place,
                    begun: Instant::now(),
                });
                Ok(())
            }
            (TouchAction::Move, Some(gesture)) if gesture.pointer == pointer => {
                gesture.to = place;
                Ok(())
            }
            (TouchAction::Up, Some(gesture)) if gesture.pointer == pointer => {
                gesture.to = place;
                match self.gesture.take() {
                    Some(gesture) => self.perform(&gesture).await,
                    None => Ok(()),
                }
            }
            (TouchAction::Cancel, Some(gesture)) if gesture.pointer == pointer => {
                self.gesture = None;
                Ok(())
            }
            (TouchAction::Down | TouchAction::Move | TouchAction::Up | TouchAction::Cancel, _) => {
                Ok(())
            }
        }
    }

    async fn perform(&self, gesture: &Gesture) -> Result<(), LinkLost> {
        let (Some(from), Some(to)) = (self.at(gesture.from), self.at(gesture.to)) else {
            return Ok(());
        };
        let still = from.size.width.min(from.size.height) / STILL_PART;
        let moved = from.x.abs_diff(to.x) > still || from.y.abs_diff(to.y) > still;
        let time = gesture.begun.elapsed();
        match (moved, time < HELD) {
            (false, true) => self.run_program("input tap", &[from.x, from.y]).await,
            // A swipe to its own start is a long press.
            (false, false) => self.swipe((from.x, from.y), (from.x, from.y), time).await,
            (true, _) => self.swipe((from.x, from.y), (to.x, to.y), time).await,
        }
    }

    async fn swipe(
        &self,
        from: (u16, u16),
        to: (u16, u16),
        time: Duration,
    ) -> Result<(), LinkLost> {
        let ms = time.clamp(SWIPE_MIN, SWIPE_MAX).as_millis() as u16;
        self.run_program("input swipe", &[from.0, from.1, to.0, to.1, ms])
            .await
    }

    /// The wheel is a short swipe: up moves the content down.
    async fn scroll(&self, place: (u16, u16), across: i32, up: i32) -> Result<(), LinkLost> {
        let Some(at) = self.at(place) else {
            return Ok(());
        };
        let along = |start: u16, length: u16, notches: i32| {
            let (start, length) = (i32::from(start), i32::from(length));
            let way = (length * notches / NOTCH_PART / NOTCH).clamp(-length / 2, length / 2);
            (start + way).clamp(0, length - 1) as u16
        };
        let to = (
            along(at.x, at.size.width, -across),
            along(at.y, at.size.height, up),
        );
        self.swipe((at.x, at.y), to, Duration::from_millis(150))
            .await
    }

    async fn key(&self, keycode: u16) -> Result<(), LinkLost> {
        self.run_program("input keyevent", &[keycode]).await
    }

    /// Types a text, line by line. A text that `input` cannot type is skipped as a whole, since half a text is worse than none; so is a long
    /// paste, which would keep the phone busy for minutes.
    async fn text(&self, whole: &str) -> Result<(), LinkLost> {
        let whole = whole.replace("\r\n", "\n");
        if whole.len() > TEXT_MAX_BYTES || !whole.split('\n').all(text::is_typed) {
            tracing::debug!(
                phone_id = self.phone_id,
                "text skipped: not typable by a command"
            );
            return Ok(());
        }
        for (number, line) in whole.split('\n').enumerate() {
            if number > 0 {
                self.key(KEYCODE_ENTER).await?;
            }
            for piece in text::pieces(line).flat_map(without_blank_word) {
                // `input text` ends at a blank, and types one for `%s`.
                let word = piece.replace(' ', "%s");
                let command = ShellCommand::new("input text").argument(&word);
                self.carry(command.ok()).await?;
            }
        }
        Ok(())
    }

    /// Turns the screen by a quarter, by fixing its rotation.
    async fn rotate(&self) -> Result<(), LinkLost> {
        let question = command("settings get system user_rotation");
        let is_landscape = match self.link.shell(&question).await {
            Ok(output) => output.text() == "1",
            Err(error) => return ignore_unless_lost(self.phone_id, &error),
        };
        self.carry(Some(command(
            "settings put system accelerometer_rotation 0",
        )))
        .await?;
        self.carry(Some(command(if is_landscape {
            "settings put system user_rotation 0"
        } else {
            "settings put system user_rotation 1"
        })))
        .await
    }

    async fn run_program(&self, program: &'static str, numbers: &[u16]) -> Result<(), LinkLost> {
        let command = numbers
            .iter()
            .try_fold(ShellCommand::new(program), |command, number| {
                command.argument(&number.to_string())
            });
        self.carry(command.ok()).await
    }

    /// Runs a command. Only a lost link is an error, since a command that the phone refuses affects nothing else.
    async fn carry(&self, command: Option<ShellCommand>) -> Result<(), LinkLost> {
        let Some(command) = command else {
            return Ok(());
        };
        let done = self.link.shell(&command.within(COMMAND_TIMEOUT)).await;
        self.acted.notify_one();
        match done {
            Ok(_) => Ok(()),
            Err(error) => ignore_unless_lost(self.phone_id, &error),
        }
    }

    fn at(&self, (x, y): (u16, u16)) -> Option<Mapped> {
        map_point(x, y, (*self.screen.borrow())?)
    }
}

fn command(line: &'static str) -> ShellCommand {
    ShellCommand::new(line).within(COMMAND_TIMEOUT)
}

/// Logs why a command failed; only a lost link is an error.
fn ignore_unless_lost(phone_id: i64, error: &ShellError) -> Result<(), LinkLost> {
    match error {
        ShellError::Link(_) | ShellError::Open(OpenError::Link(_)) => Err(LinkLost),
        _ => {
            tracing::debug!(phone_id, error = %causes(error), "run input command failed");
            Ok(())
        }
    }
}

/// `%s` is a blank to `input`, so the two characters are typed one after the other.
fn without_blank_word(piece: &str) -> impl Iterator<Item = &str> {
    let mut rest = piece;
    std::iter::from_fn(move || {
        let (first, others) = match rest.find("%s") {
            Some(at) => rest.split_at(at + 1),
            None => (rest, ""),
        };
        rest = others;
        (!first.is_empty()).then_some(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_for_a_blank_is_taken_apart() {
        for (text, pieces) in [
            ("plain", vec!["plain"]),
            ("100%s", vec!["100%", "s"]),
            ("%s%s", vec!["%", "s%", "s"]),
            ("%", vec!["%"]),
            ("", vec![]),
        ] {
            assert_eq!(without_blank_word(text).collect::<Vec<_>>(), pieces);
        }
    }
}
