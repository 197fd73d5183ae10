//! Clip: access units and packets of sound, wrapped as fragmented MP4 as they come, without being encoded again.
//!
//! A clip begins with a key picture. A gap ends at the next key picture: the picture before the gap is shown
//! until then. The beginning of the file is written last, when all shapes of the picture are known.
//! The writer is our own for that reason: muxers such as `mp4e` are told one size before the first picture.

mod boxes;
mod sound;
mod units;

use boxes::{Description, PICTURE, SOUND, Sample, TIMESCALE};
use domain::play::sound::{Form, RATE_HZ};
use sound::Track;
use units::Unit;

use crate::configuration::shape_of;

/// Longest clip, in microseconds: half an hour.
pub const CLIP_MAX_US: u64 = 30 * 60 * 1_000_000;
/// Largest clip, in bytes.
pub const CLIP_MAX_BYTES: u64 = 512 * 1024 * 1024;
/// Length of a fragment in microseconds. A file that breaks off lacks at most its last fragment.
const FRAGMENT_US: u64 = 1_000_000;
/// Size in bytes at which a fragment ends before its time, so that a burst of large pictures does not pile up in memory.
const FRAGMENT_BYTES: usize = 4 * 1024 * 1024;

/// Newest picture, whose duration is known when the next one comes.
struct Open {
    drawn_us: u64,
    bytes: u32,
    key: bool,
}

/// A clip under way.
#[derive(Default)]
pub struct Clip {
    descriptions: Vec<Description>,
    /// Sample description of the fragment under way; counts from 1.
    description: u32,
    /// Time of the first picture.
    first_us: Option<u64>,
    open: Option<Open>,
    samples: Vec<Sample>,
    data: Vec<u8>,
    /// Start of the fragment under way.
    fragment_us: u64,
    fragments: u32,
    bytes: u64,
    newest: Option<u32>,
    /// Whether a picture is missing, so that none is taken until a key picture comes.
    broken: bool,
    sound: Track,
}

impl Clip {
    /// Takes an access unit in Annex B, drawn at `drawn_us` of the server's clock; returns a fragment if one became whole, to be kept in
    /// order.
    pub fn take(
        &mut self,
        access_unit: &[u8],
        key: bool,
        sequence: u32,
        drawn_us: u64,
    ) -> Option<Vec<u8>> {
        let follows = self
            .newest
            .is_some_and(|newest| newest.wrapping_add(1) == sequence);
        self.newest = Some(sequence);
        if !key && (self.broken || !follows || self.first_us.is_none()) {
            self.broken = true;
            return None;
        }
        let unit = Unit::parse(access_unit);
        if unit.rest.is_empty() || (key && !self.knows_shape(&unit)) {
            self.broken = true;
            return None;
        }
        self.broken = false;
        // Estimates of the phone's clock may step back a little; time in a file does not.
        let drawn_us = self
            .open
            .as_ref()
            .map_or(drawn_us, |open| drawn_us.max(open.drawn_us + 1));
        self.first_us.get_or_insert(drawn_us);
        self.shut(drawn_us);
        let description = self.description_of(&unit);
        let fragment = if description != self.description
            || drawn_us - self.fragment_us >= FRAGMENT_US
            || self.data.len() >= FRAGMENT_BYTES
        {
            self.cut(drawn_us)
        } else {
            None
        };
        self.description = description;
        let bytes = unit.write(&mut self.data);
        self.open = Some(Open {
            drawn_us,
            bytes,
            key,
        });
        fragment
    }

    /// Takes a packet of opus or AAC, heard at `heard_us` of the server's clock; returns a fragment if one became whole. Sound before the
    /// first picture is left out, and so are packets in another form than the first one.
    pub fn hear(&mut self, form: Form, packet: &[u8], heard_us: u64) -> Option<Vec<u8>> {
        let at_us = heard_us.checked_sub(self.first_us?)?;
        self.sound.take(form, packet, at_us.min(CLIP_MAX_US));
        self.sound.is_due().then(|| self.cut_sound())?
    }

    /// Whether the clip has sound.
    pub const fn has_sound(&self) -> bool {
        self.sound.heard().is_some()
    }

    /// Length at `now_us`, in microseconds; 0 before the first picture.
    pub fn length_us(&self, now_us: u64) -> u64 {
        self.first_us
            .map_or(0, |first| now_us.saturating_sub(first))
    }

    /// Size in bytes.
    pub const fn bytes(&self) -> u64 {
        self.bytes + self.data.len() as u64 + self.sound.waiting() as u64
    }

    /// Whether the clip must not grow any more.
    pub fn is_full(&self, now_us: u64) -> bool {
        self.length_us(now_us) >= CLIP_MAX_US || self.bytes() >= CLIP_MAX_BYTES
    }

    /// Ends the clip at `now_us`: returns the start of the file and its last fragments. `None` when no picture came.
    pub fn finish(mut self, now_us: u64) -> Option<(Vec<u8>, Vec<u8>)> {
        let first_us = self.first_us?;
        let end_us = self
            .open
            .as_ref()
            .map_or(now_us, |open| now_us.max(open.drawn_us + 1))
            .min(first_us + CLIP_MAX_US + FRAGMENT_US);
        self.shut(end_us);
        let mut last = self.cut(end_us).unwrap_or_default();
        let length_us = end_us.saturating_sub(first_us);
        let sound = self.sound.heard();
        if sound.is_some() {
            self.sound
                .silence_until(length_us * u64::from(RATE_HZ) / 1_000_000);
            last.extend(self.cut_sound().unwrap_or_default());
        }
        let beginning = boxes::beginning(&self.descriptions, ticks(length_us), sound);
        Some((beginning, last))
    }

    /// Whether a key picture can be described: by its own readable parameter sets, or by those of a picture before it.
    fn knows_shape(&self, unit: &Unit<'_>) -> bool {
        match (unit.sps, unit.pps) {
            (Some(sps), Some(pps)) => {
                sps.len() <= u16::MAX.into()
                    && pps.len() <= u16::MAX.into()
                    && shape_of(sps).is_ok()
            }
            _ => !self.descriptions.is_empty(),
        }
    }

    /// Number of a picture's sample description, from 1; a description is added where its parameter sets were not seen before.
    fn description_of(&mut self, unit: &Unit<'_>) -> u32 {
        let (Some(sps), Some(pps)) = (unit.sps, unit.pps) else {
            return self.description.max(1);
        };
        let known = self
            .descriptions
            .iter()
            .position(|each| each.sps == sps && each.pps == pps);
        let at = known.unwrap_or_else(|| {
            let (width, height) = shape_of(sps).map_or((0, 0), |shape| (shape.width, shape.height));
            self.descriptions.push(Description {
                sps: sps.to_vec(),
                pps: pps.to_vec(),
                width: u16::try_from(width).unwrap_or(u16::MAX),
                height: u16::try_from(height).unwrap_or(u16::MAX),
            });
            self.descriptions.len() - 1
        });
        at as u32 + 1
    }

    /// Ends the open sample at `end_us`, which gives it its duration.
    fn shut(&mut self, end_us: u64) {
        let Some(open) = self.open.take() else {
            return;
        };
        let first_us = self.first_us.unwrap_or(open.drawn_us);
        // Durations are differences of positions in the whole, so that rounding errors do not add up.
        let duration = ticks(end_us - first_us) - ticks(open.drawn_us - first_us);
        self.samples.push(Sample {
            duration: u32::try_from(duration).unwrap_or(u32::MAX),
            bytes: open.bytes,
            key: open.key,
        });
    }

    /// Ends the fragment of pictures under way; the next begins at `next_us`.
    fn cut(&mut self, next_us: u64) -> Option<Vec<u8>> {
        let begun_us = std::mem::replace(&mut self.fragment_us, next_us);
        if self.samples.is_empty() {
            return None;
        }
        self.fragments += 1;
        let at = ticks(begun_us.saturating_sub(self.first_us.unwrap_or(begun_us)));
        let fragment = boxes::fragment(
            self.fragments,
            (PICTURE, self.description),
            at,
            &self.samples,
            &self.data,
        );
        self.samples.clear();
        self.data.clear();
        self.bytes += fragment.len() as u64;
        Some(fragment)
    }

    /// Ends the fragment of sound under way.
    fn cut_sound(&mut self) -> Option<Vec<u8>> {
        let part = self.sound.cut()?;
        self.fragments += 1;
        let fragment = boxes::fragment(
            self.fragments,
            (SOUND, 1),
            part.begun,
            &part.samples,
            &part.data,
        );
        self.bytes += fragment.len() as u64;
        Some(fragment)
    }
}

fn ticks(us: u64) -> u64 {
    us * u64::from(TIMESCALE) / 1_000_000
}

#[cfg(test)]
mod tests;
