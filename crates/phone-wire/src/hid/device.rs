//! The three devices that a controller makes, each with its descriptor and its reports. Usages are those of "HID Usage Tables 1.5", items
//! those of "HID 1.11", 6.2.2.

use bytes::{BufMut, Bytes, BytesMut};
use strum::VariantArray;

use super::usages::Modifiers;
use crate::control::{ControlMessage, POINTERS_MAX};

/// Keys that one report of the keyboard holds beside modifiers, as a boot keyboard's does ("HID 1.11", appendix B.1).
pub const KEY_SLOTS: usize = 6;
/// Buttons that one report holds: the Report Count of `BUTTONS`.
pub const BUTTON_SLOTS: usize = 4;
/// Fingers of the touch screen: as many as Linux follows where a device does not say (`MT_DEFAULT_MAXCONTACT`), and as Android follows.
pub const CONTACTS_MAX: usize = 10;
/// Largest value on both axes of the touch screen: their Logical Maximum.
pub const PLACE_MAX: u16 = 32_767;

const _: () = assert!(CONTACTS_MAX == POINTERS_MAX);

/// A usage of the consumer page.
pub type Button = u16;

/// Device that this controller makes, with its id in the messages. Ids are the controller's choice; scrcpy's client counts from 1 too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray)]
#[repr(u16)]
pub enum Device {
    /// A keyboard with a US layout.
    Keyboard = 1,
    /// A touch screen.
    Touch = 2,
    /// Buttons that no keyboard has.
    Buttons = 3,
}

impl Device {
    /// Devices of all kinds.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Message that creates the device.
    pub fn create(self) -> ControlMessage {
        let (name, descriptor) = match self {
            Self::Keyboard => ("Owldeck keyboard", Bytes::from_static(&KEYBOARD)),
            Self::Touch => ("Owldeck touch screen", touch_descriptor()),
            Self::Buttons => ("Owldeck buttons", Bytes::from_static(&BUTTONS)),
        };
        ControlMessage::UhidCreate {
            id: self as u16,
            // Ids of no vendor: Android then reads its general layouts, as for any device that it does not know.
            vendor: 0,
            product: 0,
            name: name.to_owned(),
            descriptor,
        }
    }

    /// Message that removes the device. Keys and fingers that are down on it are cancelled, not released: Android cancels the gestures of a
    /// removed device.
    pub const fn destroy(self) -> ControlMessage {
        ControlMessage::UhidDestroy(self as u16)
    }

    fn input(self, data: Bytes) -> ControlMessage {
        ControlMessage::UhidInput {
            id: self as u16,
            data,
        }
    }
}

/// Descriptor of the boot keyboard of "HID 1.11", appendix B.1, without its lights, so that the phone sends no reports back.
#[rustfmt::skip]
const KEYBOARD: [u8; 44] = [
    0x05, 0x01,       // Usage Page (Generic Desktop)
    0x09, 0x06,       // Usage (Keyboard)
    0xa1, 0x01,       // Collection (Application)
    0x05, 0x07,       //   Usage Page (Keyboard)
    0x19, 0xe0,       //   Usage Minimum (Left Control)
    0x29, 0xe7,       //   Usage Maximum (Right GUI)
    0x15, 0x00,       //   Logical Minimum (0)
    0x25, 0x01,       //   Logical Maximum (1)
    0x75, 0x01,       //   Report Size (1 bit)
    0x95, 0x08,       //   Report Count (8)
    0x81, 0x02,       //   Input (Data, Variable, Absolute): one bit a modifier
    0x75, 0x08,       //   Report Size (8)
    0x95, 0x01,       //   Report Count (1)
    0x81, 0x01,       //   Input (Constant): the reserved byte
    0x19, 0x00,       //   Usage Minimum (none)
    0x29, 0xff,       //   Usage Maximum
    0x15, 0x00,       //   Logical Minimum (0)
    0x26, 0xff, 0x00, //   Logical Maximum (255)
    0x75, 0x08,       //   Report Size (8)
    0x95, 0x06,       //   Report Count (6), as KEY_SLOTS
    0x81, 0x00,       //   Input (Data, Array): the keys that are down
    0xc0,             // End Collection
];

/// Descriptor of a consumer control: an array of the usages that are down.
#[rustfmt::skip]
const BUTTONS: [u8; 23] = [
    0x05, 0x0c,       // Usage Page (Consumer)
    0x09, 0x01,       // Usage (Consumer Control)
    0xa1, 0x01,       // Collection (Application)
    0x19, 0x00,       //   Usage Minimum (none)
    0x2a, 0xff, 0x02, //   Usage Maximum (0x2ff): up to the buttons of browsers, which home and back are
    0x15, 0x00,       //   Logical Minimum (0)
    0x26, 0xff, 0x02, //   Logical Maximum (0x2ff)
    0x75, 0x10,       //   Report Size (16)
    0x95, 0x04,       //   Report Count (4), as BUTTON_SLOTS
    0x81, 0x00,       //   Input (Data, Array)
    0xc0,             // End Collection
];

/// Start of the touch screen's descriptor, before the fingers.
#[rustfmt::skip]
const TOUCH_HEAD: [u8; 6] = [
    0x05, 0x0d,       // Usage Page (Digitizers)
    0x09, 0x04,       // Usage (Touch Screen): Linux marks it as one that is touched where it shows (INPUT_PROP_DIRECT)
    0xa1, 0x01,       // Collection (Application)
];

/// Descriptor of a finger, six bytes of the report.
#[rustfmt::skip]
const TOUCH_FINGER: [u8; 48] = [
    0x09, 0x22,       //   Usage (Finger)
    0xa1, 0x02,       //   Collection (Logical)
    0x09, 0x42,       //     Usage (Tip Switch): whether it touches
    0x15, 0x00,       //     Logical Minimum (0)
    0x25, 0x01,       //     Logical Maximum (1)
    0x75, 0x01,       //     Report Size (1 bit)
    0x95, 0x01,       //     Report Count (1)
    0x81, 0x02,       //     Input (Data, Variable, Absolute)
    0x95, 0x07,       //     Report Count (7)
    0x81, 0x03,       //     Input (Constant): the rest of the byte
    0x09, 0x51,       //     Usage (Contact Identifier): which finger it is, as long as it touches
    0x25, 0x09,       //     Logical Maximum (9), below CONTACTS_MAX
    0x75, 0x08,       //     Report Size (8)
    0x95, 0x01,       //     Report Count (1)
    0x81, 0x02,       //     Input (Data, Variable, Absolute)
    0x05, 0x01,       //     Usage Page (Generic Desktop)
    0x09, 0x30,       //     Usage (X)
    0x09, 0x31,       //     Usage (Y)
    0x26, 0xff, 0x7f, //     Logical Maximum (32767), as PLACE_MAX; Android stretches it over the screen as it stands upright
    0x75, 0x10,       //     Report Size (16)
    0x95, 0x02,       //     Report Count (2)
    0x81, 0x02,       //     Input (Data, Variable, Absolute)
    0xc0,             //   End Collection
    0x05, 0x0d,       //   Usage Page (Digitizers), for what follows
];

/// End of the touch screen's descriptor. There is no feature "Contact Count Maximum": Linux would ask the device for it, scrcpy's
/// server does not answer (`UHID_GET_REPORT`), and the kernel would wait five seconds.
#[rustfmt::skip]
const TOUCH_TAIL: [u8; 13] = [
    0x09, 0x54,       //   Usage (Contact Count): so many of the fingers before it count
    0x15, 0x00,       //   Logical Minimum (0)
    0x25, 0x0a,       //   Logical Maximum (10), as CONTACTS_MAX
    0x75, 0x08,       //   Report Size (8)
    0x95, 0x01,       //   Report Count (1)
    0x81, 0x02,       //   Input (Data, Variable, Absolute)
    0xc0,             // End Collection
];

/// Descriptor with all fingers in one report: "parallel mode" of hid-multitouch.
fn touch_descriptor() -> Bytes {
    let mut out = BytesMut::new();
    out.put_slice(&TOUCH_HEAD);
    for _ in 0..CONTACTS_MAX {
        out.put_slice(&TOUCH_FINGER);
    }
    out.put_slice(&TOUCH_TAIL);
    out.freeze()
}

/// Report of the keyboard with these modifiers and keys (usages of [`super::page::KEYBOARD`]). Keys beyond [`KEY_SLOTS`] are left out.
pub fn keyboard_report(modifiers: Modifiers, keys: impl IntoIterator<Item = u8>) -> ControlMessage {
    let mut report = [0; 2 + KEY_SLOTS];
    report[0] = modifiers.0;
    for (slot, key) in report[2..].iter_mut().zip(keys) {
        *slot = key;
    }
    Device::Keyboard.input(Bytes::copy_from_slice(&report))
}

/// Report of the buttons with those that are pressed. Buttons beyond [`BUTTON_SLOTS`] are left out.
pub fn buttons_report(pressed: impl IntoIterator<Item = Button>) -> ControlMessage {
    let mut report = [0; 2 * BUTTON_SLOTS];
    for (slot, button) in report.chunks_exact_mut(2).zip(pressed) {
        slot.copy_from_slice(&button.to_le_bytes());
    }
    Device::Buttons.input(Bytes::copy_from_slice(&report))
}

/// Finger that is on the touch screen, or has just left it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contact {
    /// Id of the finger, below [`CONTACTS_MAX`].
    pub id: u8,
    /// Whether the finger touches the screen. After lifting it is reported once as not touching.
    pub touches: bool,
    /// Distance from the left of the screen in its natural orientation, 0 to [`PLACE_MAX`].
    pub x: u16,
    /// Distance from the top of the screen in its natural orientation, 0 to [`PLACE_MAX`].
    pub y: u16,
}

/// Report of the touch screen with all its fingers. Fingers beyond [`CONTACTS_MAX`] are left out.
pub fn touch_report(contacts: impl IntoIterator<Item = Contact>) -> ControlMessage {
    const FINGER: usize = 6;
    let mut report = [0; FINGER * CONTACTS_MAX + 1];
    let mut count = 0;
    for (place, contact) in report.chunks_exact_mut(FINGER).zip(contacts) {
        place[0] = u8::from(contact.touches);
        place[1] = contact.id;
        place[2..4].copy_from_slice(&contact.x.to_le_bytes());
        place[4..6].copy_from_slice(&contact.y.to_le_bytes());
        count += 1;
    }
    report[FINGER * CONTACTS_MAX] = count;
    Device::Touch.input(Bytes::copy_from_slice(&report))
}
