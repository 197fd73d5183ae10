//! Limits of the bytes that may wait in a socket to be sent (`WebSocket.bufferedAmount`), and messages that are exempt.

/// Number of waiting bytes above which inputs that can be joined are kept back, see [`crate::coalesce`].
pub const HIGH_WATER_BYTES: u32 = 16 * 1024;
/// Most bytes that may wait at all.
pub const SEND_BUFFER_MAX_BYTES: u32 = 1024 * 1024;

/// Whether so much waits that a finger's moves are kept back.
pub const fn is_congested(waiting_bytes: u32) -> bool {
    waiting_bytes > HIGH_WATER_BYTES
}

/// Whether one more message may be sent. A message that lifts a finger or a key always may: it is small, and without it the phone, or all of
/// a group, would hold the finger or key down for good.
pub const fn may_send(waiting_bytes: u32, lifts: bool) -> bool {
    waiting_bytes < SEND_BUFFER_MAX_BYTES || lifts
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
            assert!(
                may_send(SEND_BUFFER_MAX_BYTES - 1, input.lifts()),
                "{input:?}"
            );
            assert!(!may_send(SEND_BUFFER_MAX_BYTES, input.lifts()), "{input:?}");
        }
        for input in [
            touch(TouchAction::Up),
            touch(TouchAction::Cancel),
            key(KeyAction::Up),
        ] {
            assert!(may_send(u32::MAX, input.lifts()), "{input:?}");
        }
    }

    #[test]
    fn moves_are_kept_back_long_before_it_is_full() {
        assert!(!is_congested(HIGH_WATER_BYTES) && is_congested(HIGH_WATER_BYTES + 1));
    }
}
