//! Sound of a clip: packets of opus or AAC as the phone made them, in one unbroken sequence from the clip's start; gaps are filled with
//! silence. A tick is one sample of 48,000 a second.

use domain::play::sound::{AAC_SAMPLES, Form, RATE_HZ};

use super::boxes::Sample;

/// Packet of 20 ms of silence on both channels in opus (RFC 6716, 3.1): CELT, stereo, one frame.
const OPUS_SILENCE: [u8; 3] = [0xFC, 0xFF, 0xFE];
const OPUS_SILENCE_TICKS: u64 = 960;
/// Packet of silence on both channels in AAC: a pair without a spectrum (ISO/IEC 14496-3, 4.4.2.7).
const AAC_SILENCE: [u8; 9] = [0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80];
/// Greatest error of the estimated phone's clock before a packet counts as missing, or as one too many: 40 ms.
const SLACK_TICKS: u64 = RATE_HZ as u64 / 25;
/// Length of a fragment in ticks: a second.
const FRAGMENT_TICKS: u64 = RATE_HZ as u64;

/// Sound so far.
#[derive(Default)]
pub struct Track {
    /// Time at which the next packet belongs, in ticks.
    next: u64,
    /// Start of the fragment under way, in ticks.
    begun: u64,
    samples: Vec<Sample>,
    data: Vec<u8>,
    /// Form of the first packet; packets in another form are left out.
    form: Option<Form>,
}

/// Content of one fragment: its start in ticks, its table of samples, and their bytes.
pub struct Part {
    pub begun: u64,
    pub samples: Vec<Sample>,
    pub data: Vec<u8>,
}

impl Track {
    /// Takes a packet that was heard `at_us` after the clip's start. A packet of another form is left out.
    pub fn take(&mut self, form: Form, packet: &[u8], at_us: u64) {
        let at = at_us * u64::from(RATE_HZ) / 1_000_000;
        let Some(ticks) = length_of(form, packet) else {
            return;
        };
        if *self.form.get_or_insert(form) != form || at + SLACK_TICKS < self.next {
            return;
        }
        if at > self.next + SLACK_TICKS {
            self.silence_until(at);
        }
        self.put(packet, ticks);
    }

    /// Fills with silence up to a time in ticks.
    pub fn silence_until(&mut self, at: u64) {
        let (silence, ticks) = match self.form {
            Some(Form::Aac) => (&AAC_SILENCE[..], u64::from(AAC_SAMPLES)),
            Some(Form::Opus | Form::Raw) | None => (&OPUS_SILENCE[..], OPUS_SILENCE_TICKS),
        };
        while self.next + ticks <= at {
            self.put(silence, ticks);
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

    /// Form of the sound, if there is any.
    pub const fn heard(&self) -> Option<Form> {
        self.form
    }

    /// Bytes that are in no fragment yet.
    pub const fn waiting(&self) -> usize {
        self.data.len()
    }

    /// Whether a fragment is full.
    pub const fn is_due(&self) -> bool {
        self.next - self.begun >= FRAGMENT_TICKS
    }

    /// Fragment under way, if it holds anything; the next begins behind it.
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

/// Length of a packet in ticks; `None` for raw samples, which have no packets, and for a packet that cannot be read.
fn length_of(form: Form, packet: &[u8]) -> Option<u64> {
    match form {
        Form::Raw => None,
        Form::Opus => opus_length_of(packet),
        Form::Aac => (!packet.is_empty()).then_some(u64::from(AAC_SAMPLES)),
    }
}

/// Length in ticks of an opus packet (RFC 6716, 3.1 and 3.2); `None` above 120 ms, the longest that there may be.
fn opus_length_of(packet: &[u8]) -> Option<u64> {
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
            (&OPUS_SILENCE[..], Some(960)),
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
            assert_eq!(length_of(Form::Opus, packet), ticks, "{packet:?}");
        }
        assert_eq!(length_of(Form::Aac, &AAC_SILENCE), Some(1024));
        assert_eq!(length_of(Form::Aac, &[]), None);
        assert_eq!(length_of(Form::Raw, &[0; 4]), None);
    }

    #[test]
    fn what_is_missing_is_silence_and_what_comes_twice_or_in_another_form_is_left_out() {
        for (form, silence, ticks) in [
            (Form::Opus, &OPUS_SILENCE[..], 960),
            (Form::Aac, &AAC_SILENCE[..], 1024),
        ] {
            let other = if form == Form::Opus {
                Form::Aac
            } else {
                Form::Opus
            };
            let mut track = Track::default();
            let ms = |ms: u64| ms * 1_000;
            assert_eq!(track.heard(), None);
            // Begins late, is in time within the slack, is lost for 100 ms, comes again.
            for at in [200, 225, 240, 260, 380, 200, 400] {
                track.take(form, silence, ms(at));
                track.take(other, &OPUS_SILENCE, ms(at));
            }
            track.silence_until(u64::from(RATE_HZ) / 2);
            assert_eq!(track.heard(), Some(form));
            let part = track.cut().expect("sound");
            let count = part.samples.len();
            assert_eq!((part.begun, count as u64), (0, 24_000 / ticks));
            assert_eq!(part.data.len(), count * silence.len());
            assert!(
                (part.samples.iter()).all(|each| u64::from(each.duration) == ticks && each.key)
            );
            assert!(track.cut().is_none());
        }
    }

    #[test]
    fn chance_is_no_sound_and_never_panics() {
        for form in Form::ALL {
            let mut track = Track::default();
            for n in 0..=u8::MAX {
                track.take(form, &[n, n.wrapping_mul(31)], u64::from(n) * 777);
                track.take(form, &[], u64::from(n));
            }
            assert!(track.next < u64::from(RATE_HZ) * 60);
        }
    }
}
