//! How a controller's inputs go to the phone.

/// Which way they go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum InputWay {
    /// Android injects them.
    #[default]
    Injected = 0,
    /// Android lets nobody inject; another way is being tried. Until it is there the controller only looks on.
    Switching = 1,
    /// Virtual devices: the phone takes them for a keyboard and a touch screen that were plugged in.
    Devices = 2,
}

impl InputWay {
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
