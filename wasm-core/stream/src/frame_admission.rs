//! Admission of frames to the decoder: decides which pictures go to it, when the server is asked for a key picture, and when a stream is given up.

use domain::backoff::{Backoff, Schedule};

/// Most pictures that may wait inside the decoder.
pub const QUEUE_MAX: u32 = 3;
/// Shortest time between two requests for a key picture, in milliseconds.
pub const RESET_EVERY_MS: f64 = 2_000.0;
/// Number of failures of the decoder in a row, without a picture between them, after which the stream is given up.
pub const FAILURES_MAX: u32 = 8;
/// Largest gap in the sequence that counts as a loss; after a larger one the numbers were started anew. So many pictures are a few minutes.
const GAP_MAX: u32 = 10_000;
/// The first failure causes no pause: the key picture that is asked for after it may be the last for a long time.
const PAUSES: Schedule = Schedule {
    first_ms: 0,
    second_ms: 200,
    longest_ms: 4_000,
    least_ms: 0,
    jitter: (1.0, 1.0),
};

/// Decision about a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// The picture is decoded.
    Decode,
    /// The decoder forgets the pictures that wait in it and then decodes this key picture, which is newer than all of them.
    Restart,
    /// The picture is dropped.
    Drop,
}

/// Admits pictures in unbroken runs that begin with a key picture.
#[derive(Debug, Default)]
pub struct FrameAdmission {
    last: Option<u32>,
    lost: bool,
}

impl FrameAdmission {
    /// Judges a picture while `queued` others wait in the decoder.
    pub fn admit(&mut self, key: bool, sequence: u32, queued: u32) -> Admission {
        let follows = self
            .last
            .is_some_and(|last| last.wrapping_add(1) == sequence);
        if key {
            self.last = Some(sequence);
            self.lost = false;
            return if queued >= QUEUE_MAX {
                Admission::Restart
            } else {
                Admission::Decode
            };
        }
        if !follows || queued >= QUEUE_MAX {
            self.await_key_frame();
            return Admission::Drop;
        }
        self.last = Some(sequence);
        Admission::Decode
    }

    /// Notes that the decoder lost its state: only a key picture helps.
    pub fn await_key_frame(&mut self) {
        self.last = None;
        self.lost = true;
    }

    /// Whether pictures come that cannot be used until a key picture comes.
    pub const fn awaits_key_frame(&self) -> bool {
        self.lost
    }
}

/// Number of pictures that are missing between the one before and this one; 0 where the sequence started anew.
pub fn frames_lost(last: Option<u32>, sequence: u32) -> u32 {
    let gap = last.map_or(0, |last| sequence.wrapping_sub(last).wrapping_sub(1));
    if gap <= GAP_MAX { gap } else { 0 }
}

/// Limiter of the requests for a key picture.
#[derive(Debug, Default)]
pub struct KeyFrameRequestLimiter {
    asked_ms: Option<f64>,
}

impl KeyFrameRequestLimiter {
    /// Whether the server may be asked now; counts the request if so.
    pub fn ask(&mut self, now_ms: f64) -> bool {
        let free = self
            .asked_ms
            .is_none_or(|asked| now_ms - asked >= RESET_EVERY_MS);
        if free {
            self.asked_ms = Some(now_ms);
        }
        free
    }
}

/// Counter of failures in a row, with pauses between attempts, so that a stream of garbage does not cost one decoder per picture.
#[derive(Debug)]
pub struct DecodeBackoff {
    backoff: Backoff,
    until_ms: f64,
}

impl Default for DecodeBackoff {
    fn default() -> Self {
        Self {
            backoff: Backoff::new(PAUSES),
            until_ms: 0.0,
        }
    }
}

impl DecodeBackoff {
    /// Notes that the decoder failed; `true` when the stream should be given up.
    pub fn failed(&mut self, now_ms: f64) -> bool {
        // The pauses have no jitter, so chance is of no account.
        self.until_ms = now_ms + f64::from(self.backoff.next_ms(0.0));
        self.backoff.attempts() >= FAILURES_MAX
    }

    /// Notes that a picture was decoded, which ends the failures in a row.
    pub fn succeeded(&mut self) {
        self.backoff.reset();
        self.until_ms = 0.0;
    }

    /// Whether a decoder may be tried.
    pub fn may_try(&self, now_ms: f64) -> bool {
        now_ms >= self.until_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_passes_before_the_first_key_picture() {
        let mut admission = FrameAdmission::default();
        assert!(!admission.awaits_key_frame(), "no picture, nothing missed");
        assert_eq!(admission.admit(false, 7, 0), Admission::Drop);
        assert!(admission.awaits_key_frame());
        assert_eq!(admission.admit(true, 8, 0), Admission::Decode);
        assert!(!admission.awaits_key_frame());
        assert_eq!(admission.admit(false, 9, 0), Admission::Decode);
    }

    #[test]
    fn a_gap_waits_for_a_key_picture() {
        let mut admission = FrameAdmission::default();
        admission.admit(true, 1, 0);
        assert_eq!(admission.admit(false, 3, 0), Admission::Drop);
        assert_eq!(
            admission.admit(false, 4, 0),
            Admission::Drop,
            "its forerunner was dropped"
        );
        assert!(admission.awaits_key_frame());
        assert_eq!(
            admission.admit(true, 90, 0),
            Admission::Decode,
            "a key picture may jump"
        );
    }

    #[test]
    fn left_out_pictures_are_counted_but_not_a_new_count() {
        for (last, sequence, gap) in [
            (None, 9, 0),
            (Some(1), 2, 0),
            (Some(1), 5, 3),
            (Some(u32::MAX), 1, 1),
            (Some(5), 5, 0),
            (Some(5), 1, 0),
            (Some(0), GAP_MAX + 1, GAP_MAX),
            (Some(0), GAP_MAX + 2, 0),
        ] {
            assert_eq!(frames_lost(last, sequence), gap, "{last:?} to {sequence}");
        }
    }

    #[test]
    fn the_sequence_wraps() {
        let mut admission = FrameAdmission::default();
        admission.admit(true, u32::MAX, 0);
        assert_eq!(admission.admit(false, 0, 0), Admission::Decode);
    }

    #[test]
    fn a_full_decoder_takes_no_more_until_a_key_picture_clears_it() {
        let mut admission = FrameAdmission::default();
        admission.admit(true, 1, 0);
        assert_eq!(admission.admit(false, 2, QUEUE_MAX - 1), Admission::Decode);
        assert_eq!(admission.admit(false, 3, QUEUE_MAX), Admission::Drop);
        assert_eq!(admission.admit(false, 4, 0), Admission::Drop);
        assert_eq!(admission.admit(true, 5, QUEUE_MAX), Admission::Restart);
        assert_eq!(admission.admit(false, 6, 1), Admission::Decode);
        assert_eq!(admission.admit(true, 7, QUEUE_MAX - 1), Admission::Decode);
    }

    #[test]
    fn key_pictures_are_asked_for_at_most_once_in_the_interval() {
        let mut limiter = KeyFrameRequestLimiter::default();
        assert!(limiter.ask(50.0));
        assert!(!limiter.ask(50.0 + RESET_EVERY_MS - 1.0));
        assert!(limiter.ask(50.0 + RESET_EVERY_MS));
    }

    #[test]
    fn one_failure_pauses_nothing() {
        let mut backoff = DecodeBackoff::default();
        backoff.failed(10.0);
        assert!(backoff.may_try(10.0));
        backoff.failed(10.0);
        assert!(!backoff.may_try(9.0 + f64::from(PAUSES.second_ms)));
        backoff.succeeded();
        backoff.failed(10.0);
        assert!(backoff.may_try(10.0));
    }

    #[test]
    fn failures_pause_longer_and_longer_and_are_given_up_at_the_limit() {
        let mut backoff = DecodeBackoff::default();
        let mut now = 0.0;
        let mut pause = 0.0;
        for _ in 1..FAILURES_MAX {
            assert!(backoff.may_try(now));
            assert!(!backoff.failed(now));
            let mut waited = 0.0;
            while !backoff.may_try(now + waited) {
                waited += 1.0;
            }
            assert!(waited >= pause && waited <= f64::from(PAUSES.longest_ms));
            (pause, now) = (waited, now + waited);
        }
        assert!(backoff.failed(now), "the last one");
        backoff.succeeded();
        assert!(backoff.may_try(now));
        assert!(!backoff.failed(now));
    }
}
