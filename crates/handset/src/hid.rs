//! Virtual HID devices that a client makes (scrcpy's messages 12 to 14), as Linux and Android take them: keys of a keyboard or of a
//! consumer control, fingers of a touch screen. Their other usages do nothing here.

use std::collections::{BTreeMap, BTreeSet};

use phone_wire::hid::{
    DescriptorError, FINGERS_MAX, HidDevice, Modifiers, ReportedContact, Usage, keycode_of_usage,
};

use crate::phone::LockedPhone;
use crate::screen::{Finger, Pointer};

/// Most devices of one client.
const DEVICES_MAX: usize = 16;

/// Devices of one client; they are removed with it.
#[derive(Debug, Default)]
pub(crate) struct Devices(BTreeMap<u16, Device>);

#[derive(Debug)]
struct Device {
    parsed: HidDevice,
    /// Keys and buttons that are down.
    down: BTreeSet<Usage>,
    /// Fingers that touch, at most [`FINGERS_MAX`].
    touching: BTreeSet<u32>,
}

impl Devices {
    /// Makes a device; an existing one with this id is removed.
    pub(crate) fn create(
        &mut self,
        locked: &mut LockedPhone<'_>,
        session: u64,
        id: u16,
        descriptor: &[u8],
    ) -> Result<(), DescriptorError> {
        self.destroy(locked, session, id);
        let parsed = HidDevice::parse(descriptor)?;
        if self.0.len() == DEVICES_MAX {
            return Err(DescriptorError::TooMuch);
        }
        let (down, touching) = Default::default();
        let device = Device {
            parsed,
            down,
            touching,
        };
        self.0.insert(id, device);
        Ok(())
    }

    /// Removes a device; its gestures are cancelled.
    pub(crate) fn destroy(&mut self, locked: &mut LockedPhone<'_>, session: u64, id: u16) {
        for contact in (self.0.remove(&id).into_iter()).flat_map(|device| device.touching) {
            act(
                locked,
                pointer(session, id, contact),
                Finger::Cancel,
                (0.0, 0.0),
            );
        }
    }

    /// Handles a report of a device; a report of an unknown device is ignored.
    pub(crate) fn input(
        &mut self,
        locked: &mut LockedPhone<'_>,
        session: u64,
        id: u16,
        report: &[u8],
    ) {
        if let Some(device) = self.0.get_mut(&id) {
            device.keys(locked, report);
            for finger in device.parsed.fingers(report) {
                if let Some(gesture) = device.gesture(finger) {
                    act(locked, pointer(session, id, finger.id), gesture, finger.at);
                }
            }
        }
    }
}

/// Pointer for each finger of each device, distinct from those that are injected.
fn pointer(session: u64, device: u16, contact: u32) -> Pointer {
    Pointer {
        session,
        id: 1 << 63 | u64::from(device) << 32 | u64::from(contact),
    }
}

impl Device {
    fn keys(&mut self, locked: &mut LockedPhone<'_>, report: &[u8]) {
        let Some(down) = self.parsed.keys(report) else {
            return;
        };
        let held = down.iter().fold(Modifiers::NONE, |held, key| match key {
            Usage::Modifier(modifier) => held.and(*modifier),
            Usage::Key(_) | Usage::Button(_) => held,
        });
        for key in down.difference(&self.down) {
            if let Some(keycode) = keycode_of_usage(*key) {
                locked.device.press_key(keycode, held.meta());
            }
        }
        self.down = down;
    }

    /// Gesture of a finger, if it changed anything; more than [`FINGERS_MAX`] do not touch at a time.
    fn gesture(&mut self, finger: ReportedContact) -> Option<Finger> {
        match (finger.touches, self.touching.contains(&finger.id)) {
            (true, false) if self.touching.len() == FINGERS_MAX => None,
            (true, false) => {
                self.touching.insert(finger.id);
                Some(Finger::Down)
            }
            (true, true) => Some(Finger::Move),
            (false, true) => {
                self.touching.remove(&finger.id);
                Some(Finger::Up)
            }
            (false, false) => None,
        }
    }
}

/// Moves a finger at a place of the screen in its natural orientation, each axis 0 to 1, which Android turns along with the picture
/// (`TouchInputMapper::rotateAndScale`).
fn act(locked: &mut LockedPhone<'_>, pointer: Pointer, finger: Finger, (x, y): (f32, f32)) {
    let (x, y) = match locked.device.orientation() {
        0 => (x, y),
        _ => (y, 1.0 - x),
    };
    let (width, height) = locked.device.size();
    let at = (x * f32::from(width - 1), y * f32::from(height - 1));
    let (device, screen) = locked.with_screen();
    screen.touch(device, pointer, finger, at);
}
