//! Makes picture messages of the phone's access units: each is built once, then shared by all viewers.

use std::sync::Arc;

use bytes::{BufMut, Bytes, BytesMut};
use domain::play::picture::{PICTURE_HEADER_BYTES, Picture};
use parking_lot::Mutex;
use relay::Frame;

/// Length of a window in microseconds: the smallest difference of arrival and phone's time in this window and the one before counts.
const WINDOW_US: i64 = 30_000_000;
/// Greatest plausible delay, in microseconds: when a picture seems older, a clock was moved.
const DELAY_MAX_US: i64 = 10_000_000;

/// Numbers, times and completes the pictures of one relay.
#[derive(Debug, Default)]
pub struct Stamper {
    sequence: u32,
    config: Bytes,
    drawn: PhoneClock,
}

/// Offset of one phone's clock: one estimate for its pictures and its sound, so that both stay in step.
#[derive(Debug, Clone, Default)]
pub struct PhoneClock(Arc<Mutex<DrawnClock>>);

impl PhoneClock {
    /// Server time (Unix microseconds) of an event with the phone's time `pts_us` that arrived at `now_us`.
    pub fn estimate(&self, pts_us: u64, now_us: u64) -> u64 {
        let mut clock = self.0.lock();
        clock.estimate(pts_us, now_us)
    }
}

impl Stamper {
    /// A stamper for a phone with this clock, before its first picture.
    pub fn new(drawn: PhoneClock) -> Self {
        Self {
            drawn,
            ..Self::default()
        }
    }

    /// Sets the codec configuration that precedes each key picture from now on.
    pub fn set_config(&mut self, config: Bytes) {
        self.config = config;
    }

    /// Number of messages that were made so far.
    pub const fn count(&self) -> u32 {
        self.sequence
    }

    /// Makes a picture message for slot 0. `now_us`: Unix microseconds at arrival.
    pub fn frame(&mut self, pts_us: u64, key: bool, unit: &[u8], now_us: u64) -> Frame {
        let head = Picture {
            slot: 0,
            key,
            still: false,
            sequence: self.sequence,
            drawn_us: self.drawn.estimate(pts_us, now_us),
        };
        let config = if key {
            self.config.clone()
        } else {
            Bytes::new()
        };
        self.message(head, &config, unit)
    }

    /// Makes a message of a still image. `drawn_us`: Unix microseconds.
    pub fn still(&mut self, image: &[u8], drawn_us: u64) -> Frame {
        let head = Picture {
            slot: 0,
            key: true,
            still: true,
            sequence: self.sequence,
            drawn_us,
        };
        self.message(head, &[], image)
    }

    fn message(&mut self, head: Picture, config: &[u8], unit: &[u8]) -> Frame {
        self.sequence = self.sequence.wrapping_add(1);
        let mut message = BytesMut::with_capacity(PICTURE_HEADER_BYTES + config.len() + unit.len());
        message.put_slice(&head.to_bytes());
        message.put_slice(config);
        message.put_slice(unit);
        Frame {
            key: head.key,
            message: message.freeze(),
        }
    }
}

/// Estimates when a picture was drawn by the server's clock: the smallest difference of arrival and phone's time within this and the
/// last window is taken for the clocks' offset, what a picture has beyond it for its delay.
#[derive(Debug, Default)]
struct DrawnClock {
    window_start_us: i64,
    current: Option<i64>,
    previous: Option<i64>,
}

impl DrawnClock {
    fn estimate(&mut self, pts_us: u64, now_us: u64) -> u64 {
        let now = now_us.cast_signed();
        let offset = now.wrapping_sub(pts_us.cast_signed());
        let age = now.wrapping_sub(self.window_start_us);
        if !(0..WINDOW_US).contains(&age) {
            self.previous = self.current.filter(|_| (0..2 * WINDOW_US).contains(&age));
            self.current = None;
            self.window_start_us = now;
        }
        let smallest = self.current.map_or(offset, |least| least.min(offset));
        self.current = Some(smallest);
        let best = self.previous.map_or(smallest, |least| least.min(smallest));
        let delay = offset.saturating_sub(best);
        if delay > DELAY_MAX_US {
            *self = Self {
                window_start_us: now,
                current: Some(offset),
                previous: None,
            };
            return now_us;
        }
        now_us.saturating_sub(delay.unsigned_abs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_picture_carries_header_and_configuration_and_a_delta_picture_only_its_header() {
        let mut stamper = Stamper::default();
        stamper.set_config(Bytes::from_static(b"SPSPPS"));
        let key = stamper.frame(5, true, b"IDR", 1_000);
        let delta = stamper.frame(6, false, b"P", 1_001);
        assert_eq!(&key.message[PICTURE_HEADER_BYTES..], b"SPSPPSIDR");
        assert_eq!(&delta.message[PICTURE_HEADER_BYTES..], b"P");
        let (a, b) = (
            Picture::parse(&key.message).expect("picture"),
            Picture::parse(&delta.message).expect("picture"),
        );
        assert_eq!(
            (a.slot, a.key, a.sequence, b.key, b.sequence),
            (0, true, 0, false, 1)
        );
    }

    #[test]
    fn a_still_is_a_key_picture_without_configuration() {
        let mut stamper = Stamper::default();
        stamper.set_config(Bytes::from_static(b"SPSPPS"));
        let still = stamper.still(b"JPEG", 77);
        let next = stamper.frame(5, true, b"IDR", 1_000);
        assert_eq!(&still.message[PICTURE_HEADER_BYTES..], b"JPEG");
        let picture = Picture::parse(&still.message).expect("picture");
        assert!(still.key && picture.key && picture.still);
        assert_eq!((picture.sequence, picture.drawn_us), (0, 77));
        let next = Picture::parse(&next.message).expect("picture");
        assert_eq!((next.sequence, next.still), (1, false));
    }

    #[test]
    fn the_phones_clock_offset_cancels_and_delay_remains() {
        let mut clock = DrawnClock::default();
        let phone_ahead_us = 3_600_000_000;
        assert_eq!(
            clock.estimate(phone_ahead_us, 1_000_000),
            1_000_000,
            "the first picture counts as undelayed"
        );
        assert_eq!(
            clock.estimate(phone_ahead_us + 33_000, 1_033_000 + 20_000),
            1_033_000,
            "20 ms late"
        );
        assert_eq!(
            clock.estimate(phone_ahead_us + 66_000, 1_066_000 - 5_000),
            1_061_000,
            "a faster one sets a new mark"
        );
        assert_eq!(
            clock.estimate(phone_ahead_us + 99_000, 1_099_000),
            1_094_000
        );
    }

    #[test]
    fn old_marks_are_forgotten_after_two_windows() {
        let mut clock = DrawnClock::default();
        clock.estimate(0, 1_000_000);
        // The phone's clock drifts: everything is now 50 ms later than at the start.
        let at = |t: u64| (t, 1_050_000 + t);
        let mut last = 0;
        for t in (0..70_000_000).step_by(1_000_000) {
            let (pts, now) = at(t);
            last = now - clock.estimate(pts, now);
        }
        assert_eq!(last, 0, "the drift is taken for offset");
    }

    #[test]
    fn a_moved_clock_or_absurd_times_give_the_time_of_arrival() {
        let mut clock = DrawnClock::default();
        clock.estimate(1_000, 1_000_000);
        let day_us = 86_400_000_000;
        assert_eq!(
            clock.estimate(2_000, 1_001_000 + day_us),
            1_001_000 + day_us
        );
        assert_eq!(clock.estimate(3_000, 1_002_000), 1_002_000, "moved back");
        for pts in [0, u64::MAX, 1 << 61] {
            let drawn = clock.estimate(pts, 2_000_000);
            assert!(drawn <= 2_000_000, "{drawn} lies in the future");
        }
    }
}
