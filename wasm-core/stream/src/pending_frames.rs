//! Pictures inside the decoder, found again by the timestamp that comes out with the decoded picture.

use std::collections::VecDeque;

/// Most pictures that are remembered, far more than a decoder holds; beyond it the oldest is forgotten.
pub const PENDING_MAX: usize = 64;
const STEP_US: u32 = 1_000;

/// Facts of a picture that are needed when it is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameMetadata {
    /// Sequence number of the picture's message.
    pub sequence: u32,
    /// Time of its drawing by the server's clock, Unix microseconds.
    pub drawn_us: u64,
}

/// Pictures that were given to the decoder and are not decoded yet.
#[derive(Debug, Default)]
pub struct PendingFrames {
    pictures: VecDeque<(u64, FrameMetadata)>,
    next_us: u64,
}

impl PendingFrames {
    /// Remembers a picture; returns the timestamp to decode it with: rising, in microseconds, exact as a JS number.
    pub fn push(&mut self, picture: FrameMetadata) -> f64 {
        if self.pictures.len() >= PENDING_MAX {
            self.pictures.pop_front();
        }
        let timestamp_us = self.next_us;
        self.next_us += u64::from(STEP_US);
        self.pictures.push_back((timestamp_us, picture));
        timestamp_us as f64
    }

    /// Picture that came out with this timestamp; older ones are forgotten, for the decoder swallowed them.
    pub fn take(&mut self, timestamp_us: f64) -> Option<FrameMetadata> {
        let timestamp_us = timestamp_us as u64;
        while let Some((at, picture)) = self.pictures.pop_front() {
            if at >= timestamp_us {
                if at == timestamp_us {
                    return Some(picture);
                }
                self.pictures.push_front((at, picture));
                return None;
            }
        }
        None
    }

    /// Forgets all pictures, after the decoder was reset.
    pub fn clear(&mut self) {
        self.pictures.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(sequence: u32) -> FrameMetadata {
        FrameMetadata {
            sequence,
            drawn_us: 1_000 + u64::from(sequence),
        }
    }

    #[test]
    fn a_picture_is_found_by_its_timestamp_once() {
        let mut pending = PendingFrames::default();
        let first = pending.push(picture(1));
        let second = pending.push(picture(2));
        assert!(second > first);
        assert_eq!(pending.take(first), Some(picture(1)));
        assert_eq!(pending.take(first), None);
        assert_eq!(pending.take(second), Some(picture(2)));
    }

    #[test]
    fn pictures_that_the_decoder_swallowed_are_forgotten() {
        let mut pending = PendingFrames::default();
        pending.push(picture(1));
        let second = pending.push(picture(2));
        assert_eq!(pending.take(second), Some(picture(2)));
        assert!(pending.pictures.is_empty());
    }

    #[test]
    fn timestamps_go_on_after_a_reset() {
        let mut pending = PendingFrames::default();
        let before = pending.push(picture(1));
        pending.clear();
        assert!(pending.push(picture(2)) > before);
        assert_eq!(pending.take(before), None);
        assert_eq!(
            pending.pictures.len(),
            1,
            "a late picture of before does not disturb"
        );
    }

    #[test]
    fn a_decoder_that_gives_nothing_back_costs_a_bounded_memory() {
        let mut pending = PendingFrames::default();
        let stamps: Vec<f64> = (0..=PENDING_MAX as u32)
            .map(|n| pending.push(picture(n)))
            .collect();
        assert_eq!(pending.pictures.len(), PENDING_MAX);
        assert_eq!(pending.take(stamps[0]), None);
        assert_eq!(pending.take(stamps[1]), Some(picture(1)));
    }
}
