//! Virtual HID devices of a phone (control messages 12 to 14), for a controller that is forbidden to inject events. The kernel takes their
//! reports as those of devices that are plugged in, so that Android asks for no permission.
//!
//! Sources: "Device Class Definition for HID 1.11" (items, the boot keyboard in its appendix B), "HID Usage Tables 1.5" (usages), Linux
//! `drivers/hid/hid-multitouch.c` (contacts) and `hid-input.c` (keys). Reports are little-endian, unlike the messages that carry them.

mod descriptor;
mod device;
mod input;
mod usages;

pub use descriptor::DescriptorError;
pub use device::{
    BUTTON_SLOTS, Button, CONTACTS_MAX, Contact, Device, KEY_SLOTS, PLACE_MAX, buttons_report,
    keyboard_report, touch_report,
};
pub use input::{FINGERS_MAX, HidDevice, ReportedContact};
pub use usages::{
    Modifiers, Stroke, Usage, keycode_of_usage, modifier_keycode, stroke_of_char, usage_of_keycode,
};

/// Usage pages ("HID Usage Tables 1.5", 3.1).
pub mod page {
    /// Pointers, axes, and kinds of devices.
    pub const GENERIC_DESKTOP: u16 = 0x01;
    /// Keys of a keyboard.
    pub const KEYBOARD: u16 = 0x07;
    /// Buttons of phones and players: home, back, volume.
    pub const CONSUMER: u16 = 0x0c;
    /// Pens and fingers.
    pub const DIGITIZERS: u16 = 0x0d;
}
