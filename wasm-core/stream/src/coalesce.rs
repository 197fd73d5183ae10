//! Inputs that can be joined, kept back while the socket is congested: of each finger's moves the newest, of the wheel's turns the sum.

use domain::play::{Input, TouchAction};

/// Inputs that wait for a free socket: at most one for each finger and one for the wheel.
#[derive(Debug, Default)]
pub struct CoalescedInputs(Vec<Input>);

impl CoalescedInputs {
    /// Whether an input may be joined with others of its kind.
    pub const fn is_coalescable(input: &Input) -> bool {
        matches!(
            input,
            Input::Touch {
                action: TouchAction::Move,
                ..
            } | Input::Scroll { .. }
        )
    }

    /// Adds an input, joined with what waits already.
    pub fn push(&mut self, input: Input) {
        let same = self.0.iter_mut().find(|kept| match (&**kept, &input) {
            (Input::Touch { pointer, .. }, Input::Touch { pointer: other, .. }) => pointer == other,
            (Input::Scroll { .. }, Input::Scroll { .. }) => true,
            _ => false,
        });
        match (same, input) {
            (None, input) => self.0.push(input),
            (
                Some(Input::Scroll {
                    horizontal: across,
                    vertical: up,
                    ..
                }),
                Input::Scroll {
                    x,
                    y,
                    horizontal,
                    vertical,
                },
            ) => {
                let (horizontal, vertical) = (
                    across.saturating_add(horizontal),
                    up.saturating_add(vertical),
                );
                self.0.retain(|kept| !matches!(kept, Input::Scroll { .. }));
                self.0.push(Input::Scroll {
                    x,
                    y,
                    horizontal,
                    vertical,
                });
            }
            (Some(kept), input) => *kept = input,
        }
    }

    /// Returns the kept inputs, in their order.
    pub fn take(&mut self) -> Vec<Input> {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn moved(pointer: u32, x: u16) -> Input {
        Input::Touch {
            action: TouchAction::Move,
            pointer,
            x,
            y: 0,
            pressure: 1,
        }
    }

    const fn turned(x: u16, horizontal: i16, vertical: i16) -> Input {
        Input::Scroll {
            x,
            y: 0,
            horizontal,
            vertical,
        }
    }

    #[test]
    fn the_newest_place_of_each_finger_and_the_sum_of_all_turns_are_kept() {
        let mut coalesced = CoalescedInputs::default();
        for input in [
            moved(0, 1),
            turned(1, -256, 300),
            moved(1, 2),
            moved(0, 3),
            turned(2, 1, 300),
        ] {
            assert!(CoalescedInputs::is_coalescable(&input));
            coalesced.push(input);
        }
        assert_eq!(
            coalesced.take(),
            [moved(0, 3), moved(1, 2), turned(2, -255, 600)]
        );
        assert_eq!(coalesced.take(), []);
    }

    #[test]
    fn a_turn_beyond_all_wheels_stays_a_turn() {
        let mut coalesced = CoalescedInputs::default();
        for _ in 0..300 {
            coalesced.push(turned(0, 0, 256));
        }
        assert_eq!(coalesced.take(), [turned(0, 0, i16::MAX)]);
    }

    #[test]
    fn what_begins_or_ends_something_is_never_kept_back() {
        let up = Input::Touch {
            action: TouchAction::Up,
            pointer: 0,
            x: 0,
            y: 0,
            pressure: 0,
        };
        assert!(
            !CoalescedInputs::is_coalescable(&up)
                && !CoalescedInputs::is_coalescable(&Input::Rotate)
        );
    }
}
