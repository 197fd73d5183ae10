//! The phone's end: devices as their descriptors announce them, and the content of their reports.
//! Source: "Device Class Definition for HID 1.11", 6.2.2 and 8.

use std::collections::BTreeSet;

use super::descriptor::{self, Application, DescriptorError, Extended, Field, extended};
use super::{Modifiers, Usage, page};

/// Most fingers of one report; further ones are left out.
pub const FINGERS_MAX: usize = 16;

const TIP_SWITCH: Extended = extended(page::DIGITIZERS, 0x42);
const CONTACT_ID: Extended = extended(page::DIGITIZERS, 0x51);
const CONTACT_COUNT: Extended = extended(page::DIGITIZERS, 0x54);
const X: Extended = extended(page::GENERIC_DESKTOP, 0x30);
const Y: Extended = extended(page::GENERIC_DESKTOP, 0x31);
const KEYBOARD_FIRST: Extended = extended(page::KEYBOARD, 0);
const MODIFIER_FIRST: Extended = extended(page::KEYBOARD, 0xe0);
const MODIFIER_LAST: Extended = extended(page::KEYBOARD, 0xe7);
const CONSUMER_FIRST: Extended = extended(page::CONSUMER, 0);
const CONSUMER_LAST: Extended = extended(page::CONSUMER, 0xffff);

/// Plugged-in device: the input reports that its descriptor announces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HidDevice {
    fields: Vec<Field>,
    /// Whether reports begin with their number.
    numbered: bool,
}

/// Contact of a finger with the screen, as a report has it.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct ReportedContact {
    /// Id of the finger, as long as it touches.
    pub id: u32,
    /// Whether the finger touches the screen.
    pub touches: bool,
    /// Position from the left and the top of the screen in its natural orientation, each 0 to 1.
    pub at: (f32, f32),
}

impl HidDevice {
    /// Reads a report descriptor.
    pub fn parse(bytes: &[u8]) -> Result<Self, DescriptorError> {
        let (fields, numbered) = descriptor::parse(bytes)?;
        Ok(Self { fields, numbered })
    }

    /// Keys and buttons that are down by this report; `None` where the report has no fields for keys.
    pub fn keys(&self, report: &[u8]) -> Option<BTreeSet<Usage>> {
        let mut down = None;
        for (field, data) in self.reported(report, Application::Keys) {
            let down = down.get_or_insert_with(BTreeSet::new);
            for index in 0..field.count {
                let value = value(field, data, index);
                let usage = if field.array {
                    // An array's value is the index of a usage, counted from the logical minimum.
                    u32::try_from(value - i64::from(field.minimum))
                        .ok()
                        .and_then(|place| field.usage_at(place))
                } else {
                    (value != 0).then(|| field.usage_at(index)).flatten()
                };
                down.extend(usage.and_then(key_of));
            }
        }
        down
    }

    /// Fingers of this report, at most [`FINGERS_MAX`].
    pub fn fingers(&self, report: &[u8]) -> Vec<ReportedContact> {
        let mut fingers: Vec<(u32, ReportedContact)> = Vec::new();
        let mut count = None;
        for (field, data) in self.reported(report, Application::TouchScreen) {
            for index in 0..field.count {
                let value = value(field, data, index);
                let usage = field.usage_at(index);
                if usage == Some(CONTACT_COUNT) {
                    count = usize::try_from(value).ok();
                    continue;
                }
                if fingers.last().is_none_or(|(of, _)| *of != field.collection) {
                    fingers.push((field.collection, ReportedContact::default()));
                }
                let Some((_, finger)) = fingers.last_mut() else {
                    continue;
                };
                match usage {
                    Some(TIP_SWITCH) => finger.touches = value != 0,
                    Some(CONTACT_ID) => finger.id = value.cast_unsigned() as u32,
                    Some(X) => finger.at.0 = part(field, value),
                    Some(Y) => finger.at.1 = part(field, value),
                    _ => {}
                }
            }
        }
        let count = count.unwrap_or(fingers.len()).min(FINGERS_MAX);
        fingers
            .into_iter()
            .map(|(_, finger)| finger)
            .take(count)
            .collect()
    }

    /// Fields of this report that are part of such an application, with the report's data.
    fn reported<'a>(
        &'a self,
        report: &'a [u8],
        application: Application,
    ) -> impl Iterator<Item = (&'a Field, &'a [u8])> {
        let (number, data) = match report {
            [number, data @ ..] if self.numbered => (*number, data),
            data => (0, data),
        };
        (self.fields.iter())
            .filter(move |field| field.application == application && field.report == number)
            .map(move |field| (field, data))
    }
}

/// Key of a usage; `None` where the usage is no key.
fn key_of(usage: Extended) -> Option<Usage> {
    match usage {
        MODIFIER_FIRST..=MODIFIER_LAST => {
            Some(Usage::Modifier(Modifiers(1 << (usage - MODIFIER_FIRST))))
        }
        KEYBOARD_FIRST..MODIFIER_FIRST => Some(Usage::Key((usage - KEYBOARD_FIRST) as u8)),
        CONSUMER_FIRST..=CONSUMER_LAST => Some(Usage::Button((usage - CONSUMER_FIRST) as u16)),
        _ => None,
    }
}

/// Position of a value between its field's ends, 0 to 1.
fn part(field: &Field, value: i64) -> f32 {
    let range = (i64::from(field.maximum) - i64::from(field.minimum)).max(1);
    ((value - i64::from(field.minimum)) as f32 / range as f32).clamp(0.0, 1.0)
}

/// The `index`th value of a field. Bits beyond the end of a short report are zero, as in Linux (`hid_report_raw_event`).
fn value(field: &Field, data: &[u8], index: u32) -> i64 {
    let first = field.offset + index * field.size;
    let value = (0..field.size).fold(0_i64, |value, bit| {
        let at = first + bit;
        let byte = data.get((at / 8) as usize).copied().unwrap_or_default();
        value | i64::from(byte >> (at % 8) & 1) << bit
    });
    if field.minimum < 0 && value >> (field.size - 1) & 1 == 1 {
        value - (1_i64 << field.size)
    } else {
        value
    }
}
