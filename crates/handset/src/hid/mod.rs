//! Virtual HID devices that a client makes (scrcpy's messages 12 to 14), as Linux and Android take them: keys of a keyboard or of a
//! consumer control, fingers of a touch screen. What else they are does nothing here.

mod descriptor;

use std::collections::{BTreeMap, BTreeSet};

use phone_wire::hid::{Modifiers, Usage as Key, keycode_of_usage, page};

use self::descriptor::{Application, DescriptorError, Field, usage};
use crate::phone::Hand;
use crate::screen::{Finger, Pointer};

/// Devices of one client.
const DEVICES_MAX: usize = 16;
/// Fingers that a touch screen tells of.
const CONTACTS_MAX: usize = 16;

const TIP_SWITCH: u32 = usage(page::DIGITIZERS, 0x42);
const CONTACT_ID: u32 = usage(page::DIGITIZERS, 0x51);
const CONTACT_COUNT: u32 = usage(page::DIGITIZERS, 0x54);
const X: u32 = usage(page::GENERIC_DESKTOP, 0x30);
const Y: u32 = usage(page::GENERIC_DESKTOP, 0x31);
const KEYBOARD_FIRST: u32 = usage(page::KEYBOARD, 0);
const CONSUMER_FIRST: u32 = usage(page::CONSUMER, 0);
const MODIFIER_FIRST: u32 = usage(page::KEYBOARD, 0xe0);
const MODIFIER_LAST: u32 = usage(page::KEYBOARD, 0xe7);

/// The devices of one client; they go with it.
#[derive(Debug, Default)]
pub(crate) struct Devices(BTreeMap<u16, Device>);

#[derive(Debug)]
struct Device {
    fields: Vec<Field>,
    numbered: bool,
    /// Usages that are down.
    down: BTreeSet<u32>,
    /// Fingers that touch.
    touching: BTreeSet<u64>,
}

/// A finger as a report has it: its number and where it is, from 0 to 1.
#[derive(Debug, Default, Clone, Copy)]
struct Contact {
    id: u64,
    touches: bool,
    at: (f32, f32),
}

impl Devices {
    /// Makes one; one that is there already goes.
    pub(crate) fn create(
        &mut self,
        hand: &mut Hand<'_>,
        session: u64,
        id: u16,
        descriptor: &[u8],
    ) -> Result<(), impl std::error::Error + use<>> {
        self.destroy(hand, session, id);
        let (fields, numbered) = descriptor::parse(descriptor)?;
        if self.0.len() == DEVICES_MAX {
            return Err(DescriptorError::TooMuch);
        }
        let (down, touching) = Default::default();
        let device = Device {
            fields,
            numbered,
            down,
            touching,
        };
        self.0.insert(id, device);
        Ok(())
    }

    /// Takes one away; its gestures are cancelled.
    pub(crate) fn destroy(&mut self, hand: &mut Hand<'_>, session: u64, id: u16) {
        for contact in (self.0.remove(&id).into_iter()).flat_map(|device| device.touching) {
            act(
                hand,
                pointer(session, id, contact),
                Finger::Cancel,
                (0.0, 0.0),
            );
        }
    }

    /// A report of one; nobody minds one of a device that is not there.
    pub(crate) fn input(&mut self, hand: &mut Hand<'_>, session: u64, id: u16, report: &[u8]) {
        if let Some(device) = self.0.get_mut(&id) {
            device.keys(hand, report);
            device.fingers(hand, report, |contact| pointer(session, id, contact));
        }
    }
}

/// A number of its own for each finger of each device, out of the way of those that are injected.
fn pointer(session: u64, device: u16, contact: u64) -> Pointer {
    Pointer {
        session,
        id: 1 << 63 | u64::from(device) << 32 | contact,
    }
}

impl Device {
    /// The fields of this report that are part of such an application, with the report's data.
    fn told<'a>(
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

    fn keys(&mut self, hand: &mut Hand<'_>, report: &[u8]) {
        let mut told = false;
        let mut down = BTreeSet::new();
        for (field, data) in self.told(report, Application::Keys) {
            told = true;
            for index in 0..field.count {
                let value = value(field, data, index);
                let usage = if field.array {
                    // An array's value is the place of a usage, counted from the logical minimum.
                    u32::try_from(value - i64::from(field.minimum))
                        .ok()
                        .and_then(|place| field.usage_at(place))
                } else {
                    (value != 0).then(|| field.usage_at(index)).flatten()
                };
                down.extend(usage);
            }
        }
        if !told {
            return;
        }
        let meta = (down.iter())
            .filter(|usage| (MODIFIER_FIRST..=MODIFIER_LAST).contains(*usage))
            .fold(Modifiers::NONE, |held, usage| {
                held.and(Modifiers(1 << (usage - MODIFIER_FIRST)))
            })
            .meta();
        for usage in down.difference(&self.down) {
            if let Some(keycode) = key_of(*usage).and_then(keycode_of_usage) {
                hand.device.press_key(keycode, meta);
            }
        }
        self.down = down;
    }

    fn fingers(&mut self, hand: &mut Hand<'_>, report: &[u8], pointer: impl Fn(u64) -> Pointer) {
        let mut contacts: Vec<(u32, Contact)> = Vec::new();
        let mut count = None;
        for (field, data) in self.told(report, Application::TouchScreen) {
            for index in 0..field.count {
                let value = value(field, data, index);
                let usage = field.usage_at(index);
                if usage == Some(CONTACT_COUNT) {
                    count = usize::try_from(value).ok();
                    continue;
                }
                if (contacts.last()).is_none_or(|(of, _)| *of != field.collection) {
                    contacts.push((field.collection, Contact::default()));
                }
                let Some((_, contact)) = contacts.last_mut() else {
                    continue;
                };
                let part = || {
                    let range = (i64::from(field.maximum) - i64::from(field.minimum)).max(1);
                    (value - i64::from(field.minimum)) as f32 / range as f32
                };
                match usage {
                    Some(TIP_SWITCH) => contact.touches = value != 0,
                    Some(CONTACT_ID) => contact.id = value.unsigned_abs(),
                    Some(X) => contact.at.0 = part().clamp(0.0, 1.0),
                    Some(Y) => contact.at.1 = part().clamp(0.0, 1.0),
                    _ => {}
                }
            }
        }
        let count = count.unwrap_or(contacts.len()).min(CONTACTS_MAX);
        for (_, contact) in contacts.into_iter().take(count) {
            let finger = match (contact.touches, self.touching.contains(&contact.id)) {
                (true, false) => Finger::Down,
                (true, true) => Finger::Move,
                (false, true) => Finger::Up,
                (false, false) => continue,
            };
            if contact.touches {
                self.touching.insert(contact.id);
            } else {
                self.touching.remove(&contact.id);
            }
            act(hand, pointer(contact.id), finger, contact.at);
        }
    }
}

/// The key of a usage, where it is one.
fn key_of(usage: u32) -> Option<Key> {
    match usage {
        MODIFIER_FIRST..=MODIFIER_LAST => {
            Some(Key::Modifier(Modifiers(1 << (usage - MODIFIER_FIRST))))
        }
        KEYBOARD_FIRST..MODIFIER_FIRST => Some(Key::Key((usage - KEYBOARD_FIRST) as u8)),
        _ => (usage.checked_sub(CONSUMER_FIRST))
            .and_then(|button| u16::try_from(button).ok())
            .map(Key::Button),
    }
}

/// One value of a field. What a report is too short for is zero, as Linux has it (`hid_report_raw_event`).
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

/// A finger at a place of the screen as it stands upright, from 0 to 1: Android turns it along with the picture
/// (`TouchInputMapper::rotateAndScale`).
fn act(hand: &mut Hand<'_>, pointer: Pointer, finger: Finger, (x, y): (f32, f32)) {
    let (x, y) = match hand.device.orientation() {
        0 => (x, y),
        _ => (y, 1.0 - x),
    };
    let (width, height) = hand.device.size();
    let at = (x * f32::from(width - 1), y * f32::from(height - 1));
    let (device, screen) = hand.with_screen();
    screen.touch(device, pointer, finger, at);
}
