//! Limits of the bytes that may wait in a socket to be sent (`WebSocket.bufferedAmount`), and messages that are exempt.

/// Number of waiting bytes above which inputs that can be joined are kept back, see [`crate::refined`].
pub const CROWDED_BYTES: u32 = 16 * 1024;
/// Most bytes that may wait at all.
pub const FULL_BYTES: u32 = 1024 * 1024;

/// Whether so much waits that a finger's moves are kept back.
pub const fn is_crowded(waiting_bytes: u32) -> bool {
    waiting_bytes > CROWDED_BYTES
}

/// Whether one more message may be sent. A message that lifts a finger or a key always may: it is small, and without it the phone, or all of
/// a group, would hold the finger or key down for good.
pub const fn takes(waiting_bytes: u32, lifts: bool) -> bool {
    waiting_bytes < FULL_BYTES || lifts
}

#[cfg(test)]
mod tests {
    use domain::play::{Input, KeyAction, TouchAction};

    use super::*;

    const fn touch(action: TouchAction) -> Input {
        Input::Touch {
            action,
            pointer: 0,
            x: 1,
            y: 2,
            pressure: 0,
        }
    }

    const fn key(action: KeyAction) -> Input {
        Input::Key {
            action,
            keycode: 4,
            repeat: 0,
            meta: 0,
        }
    }

    #[test]
    fn a_full_socket_takes_only_what_lifts() {
        let begins = [
            touch(TouchAction::Down),
            touch(TouchAction::Move),
            key(KeyAction::Down),
            Input::Text("a".into()),
            Input::Rotate,
        ];
        for input in begins {
            assert!(takes(FULL_BYTES - 1, input.lifts()), "{input:?}");
            assert!(!takes(FULL_BYTES, input.lifts()), "{input:?}");
        }
        for input in [
            touch(TouchAction::Up),
            touch(TouchAction::Cancel),
            key(KeyAction::Up),
        ] {
            assert!(takes(u32::MAX, input.lifts()), "{input:?}");
        }
    }

    #[test]
    fn moves_are_kept_back_long_before_it_is_full() {
        assert!(!is_crowded(CROWDED_BYTES) && is_crowded(CROWDED_BYTES + 1));
    }
}
