//! Methods by which a controller's inputs reach the phone.

/// The method by which inputs reach the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum InputMethod {
    /// Android injects the inputs.
    #[default]
    Injected = 0,
    /// Android refuses injection; virtual devices are being made. Until they exist the controller can only look on.
    Switching = 1,
    /// Virtual devices (HID): the phone takes them for a keyboard and a touch screen that were plugged in.
    Devices = 2,
}

impl InputMethod {
    /// Reads the wire value.
    pub const fn from_code(code: u8) -> Option<Self> {
        Some(match code {
            0 => Self::Injected,
            1 => Self::Switching,
            2 => Self::Devices,
            _ => return None,
        })
    }
}
