//! The sound of a clip: packets of opus as the phone made them, in one unbroken row from the clip's beginning; what is missing is silence.

use super::boxes::Sample;

/// Ticks of a second: opus always counts so (RFC 7845, 4).
pub const RATE: u32 = 48_000;
/// 20 ms of silence on both channels.
const SILENCE: [u8; 3] = [0xFC, 0xFF, 0xFE];
const SILENCE_TICKS: u64 = 960;
/// Estimates of the phone's clock may be off by so much before a packet counts as missing, or as one too many: 40 ms.
const SLACK_TICKS: u64 = RATE as u64 / 25;
/// How much one fragment holds.
const FRAGMENT_TICKS: u64 = RATE as u64;

/// What was heard so far.
#[derive(Default)]
pub struct Track {
    /// Where the next packet belongs.
    next: u64,
    /// Where the fragment under way begins.
    begun: u64,
    samples: Vec<Sample>,
    data: Vec<u8>,
    /// Whether any packet came.
    heard: bool,
}

/// Samples of one fragment and where it begins.
pub struct Part {
    pub begun: u64,
    pub samples: Vec<Sample>,
    pub data: Vec<u8>,
}

impl Track {
    /// Takes a packet that was heard `at_us` after the clip's beginning. What is no packet of opus is left out.
    pub fn take(&mut self, packet: &[u8], at_us: u64) {
        let at = at_us * u64::from(RATE) / 1_000_000;
        let Some(ticks) = length_of(packet) else {
            return;
        };
        if at + SLACK_TICKS < self.next {
            return;
        }
        if at > self.next + SLACK_TICKS {
            self.silence_until(at);
        }
        self.put(packet, ticks);
        self.heard = true;
    }

    /// Fills up to so many ticks.
    pub fn silence_until(&mut self, at: u64) {
        while self.next + SILENCE_TICKS <= at {
            self.put(&SILENCE, SILENCE_TICKS);
        }
    }

    fn put(&mut self, packet: &[u8], ticks: u64) {
        self.samples.push(Sample {
            duration: ticks as u32,
            bytes: packet.len() as u32,
            key: true,
        });
        self.data.extend_from_slice(packet);
        self.next += ticks;
    }

    /// Whether there is any.
    pub const fn is_heard(&self) -> bool {
        self.heard
    }

    /// Bytes that no fragment holds yet.
    pub const fn waiting(&self) -> usize {
        self.data.len()
    }

    /// Whether a fragment is full.
    pub const fn is_due(&self) -> bool {
        self.next - self.begun >= FRAGMENT_TICKS
    }

    /// The fragment under way, if it holds anything; the next begins behind it.
    pub fn cut(&mut self) -> Option<Part> {
        let begun = std::mem::replace(&mut self.begun, self.next);
        let samples = std::mem::take(&mut self.samples);
        let data = std::mem::take(&mut self.data);
        (!samples.is_empty()).then_some(Part {
            begun,
            samples,
            data,
        })
    }
}

/// How long a packet sounds, in ticks (RFC 6716, 3.1 and 3.2); at most 120 ms.
fn length_of(packet: &[u8]) -> Option<u64> {
    let (head, rest) = packet.split_first()?;
    let config = head >> 3;
    let frame = match config {
        0..=11 => [480, 960, 1920, 2880][usize::from(config & 3)],
        12..=15 => [480, 960][usize::from(config & 1)],
        _ => [120, 240, 480, 960][usize::from(config & 3)],
    };
    let frames = match head & 3 {
        0 => 1,
        1 | 2 => 2,
        _ => u64::from(rest.first()? & 0x3F),
    };
    Some(frame * frames).filter(|ticks| (1..=5760).contains(ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_as_long_as_the_standard_says() {
        for (packet, ticks) in [
            (&SILENCE[..], Some(960)),
            (&[0x00, 1], Some(480)),
            (&[0x1B, 2], Some(5760)),
            (&[0x18, 1], Some(2880)),
            (&[0x60], Some(480)),
            (&[0xF9, 1], Some(1920)),
            (&[0xFB, 3], Some(2880)),
            (&[0xFB, 7], None),
            (&[0xFB, 0], None),
            (&[0xFB], None),
            (&[], None),
        ] {
            assert_eq!(length_of(packet), ticks, "{packet:?}");
        }
    }

    #[test]
    fn what_is_missing_is_silence_and_what_comes_twice_is_left_out() {
        let mut track = Track::default();
        let ms = |ms: u64| ms * 1_000;
        // Begins late, is in time within the slack, is lost for 100 ms, comes again.
        for at in [200, 225, 240, 260, 380, 200, 400] {
            track.take(&SILENCE, ms(at));
        }
        track.silence_until(u64::from(RATE) / 2);
        assert!(track.is_heard());
        let part = track.cut().expect("sound");
        assert_eq!((part.begun, part.samples.len()), (0, 25));
        assert_eq!(part.data.len(), 25 * SILENCE.len());
        let total: u64 = part
            .samples
            .iter()
            .map(|each| u64::from(each.duration))
            .sum();
        assert_eq!(total, u64::from(RATE) / 2);
        assert!(track.cut().is_none());
    }

    #[test]
    fn chance_is_no_sound_and_never_panics() {
        let mut track = Track::default();
        for n in 0..=u8::MAX {
            track.take(&[n, n.wrapping_mul(31)], u64::from(n) * 777);
            track.take(&[], u64::from(n));
        }
        assert!(track.next < u64::from(RATE) * 60);
    }
}
