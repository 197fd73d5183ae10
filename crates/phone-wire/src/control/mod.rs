//! Control messages of scrcpy, from the controller to the phone: types 0 to 17 (server 3.1 to 3.3.4), 18 to 21 (4.0) and 22 (4.1).
//! Big-endian, byte 0 is the type. A server terminates on an unknown type; [`crate::screen::Version`] has the types that each version knows.
//! Source: scrcpy `app/src/control_msg.c` and `control_msg.h`.

mod encode;
mod parse;

use bytes::Bytes;
use thiserror::Error;

pub use parse::ControlMessages;

/// Longest whole message in bytes: `CONTROL_MSG_MAX_SIZE`.
pub const MESSAGE_MAX_BYTES: usize = 256 * 1024;
/// Longest injected text in bytes, `CONTROL_MSG_INJECT_TEXT_MAX_LENGTH`; [`split_text`] cuts longer ones.
pub const TEXT_MAX_BYTES: usize = 300;
/// Longest clipboard text in bytes, `CONTROL_MSG_CLIPBOARD_TEXT_MAX_LENGTH`: the head of its message has 14 bytes.
pub const CLIPBOARD_MAX_BYTES: usize = MESSAGE_MAX_BYTES - 14;
/// Longest name of a virtual HID device in bytes: Linux's own limit, with the NUL, is 128 (`uhid_create2_req`).
pub const UHID_NAME_MAX_BYTES: usize = 127;
/// Longest report or report descriptor of a virtual HID device in bytes: Linux's `HID_MAX_DESCRIPTOR_SIZE`.
pub const UHID_DATA_MAX_BYTES: usize = 4096;
/// Longest app name in bytes: its length is one byte.
pub const APP_NAME_MAX_BYTES: usize = 255;
/// Longest path of a file to scan, in bytes.
pub const SCAN_PATH_MAX_BYTES: usize = 256;
/// Most pointers that a phone follows at once, `PointersState.MAX_POINTERS` of scrcpy's server; further ones are dropped.
pub const POINTERS_MAX: usize = 10;

const _: () = assert!(UHID_DATA_MAX_BYTES <= u16::MAX as usize);

/// Bit of the left mouse button in `buttons`: Android's `MotionEvent.BUTTON_PRIMARY`.
pub const BUTTON_PRIMARY: u32 = 1;

/// Action of a key, by the number of Android's `KeyEvent.ACTION_*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum KeyAction {
    /// The key goes down: `ACTION_DOWN`.
    Down = 0,
    /// The key comes up: `ACTION_UP`.
    Up = 1,
}

/// Action of a pointer, by the number of Android's `MotionEvent.ACTION_*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum TouchAction {
    /// Touches the screen.
    Down = 0,
    /// Leaves the screen.
    Up = 1,
    /// Moves on the screen.
    Move = 2,
    /// Cancels the gesture.
    Cancel = 3,
    /// Moves a mouse without a button.
    HoverMove = 7,
    /// Moves a mouse into the window.
    HoverEnter = 9,
    /// Moves a mouse out of the window.
    HoverExit = 10,
}

/// Key that a clipboard request presses first, by the number of scrcpy's `COPY_KEY_*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum CopyKey {
    /// No key.
    None = 0,
    /// COPY key.
    Copy = 1,
    /// CUT key.
    Cut = 2,
}

/// Position on the picture. The phone ignores the event unless the size is exactly that of the running video.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Pixels from the left.
    pub x: i32,
    /// Pixels from the top.
    pub y: i32,
    /// Width of the video in pixels.
    pub width: u16,
    /// Height of the video in pixels.
    pub height: u16,
}

/// Message to the server of the screen that injects input or asks something of the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ControlMessage {
    /// Type 0: a key.
    InjectKeycode {
        /// Down or up.
        action: KeyAction,
        /// Key code, Android's `KEYCODE_*`.
        keycode: u32,
        /// Number of repeats so far while the key is held.
        repeat: u32,
        /// Modifier keys that are held: Android's `META_*` bits.
        meta: u32,
    },
    /// Type 1: text typed through the virtual keyboard's characters, in practice printable ASCII; at most [`TEXT_MAX_BYTES`].
    InjectText(String),
    /// Type 2: a touch.
    InjectTouch {
        /// Action of the pointer.
        action: TouchAction,
        /// Pointer id; -1 to -3 as `u64` are scrcpy's own (mouse, generic finger, virtual finger).
        pointer: u64,
        /// Position of the touch.
        position: Position,
        /// Pressure: 0xffff is 1.0, see [`pressure_fixed`]; 0 on up.
        pressure: u16,
        /// The mouse button that changed.
        action_button: u32,
        /// The mouse buttons held.
        buttons: u32,
    },
    /// Type 3: a turn of a mouse wheel.
    InjectScroll {
        /// Position of the mouse.
        position: Position,
        /// Notches to the right, see [`scroll_fixed`].
        horizontal: i16,
        /// Notches up, see [`scroll_fixed`].
        vertical: i16,
        /// The mouse buttons held.
        buttons: u32,
    },
    /// Type 4: the back key; switches the screen on when it is off.
    BackOrScreenOn(KeyAction),
    /// Type 5: opens the notifications.
    ExpandNotificationPanel,
    /// Type 6: opens the quick settings.
    ExpandSettingsPanel,
    /// Type 7: closes the panels.
    CollapsePanels,
    /// Type 8: asks for the clipboard.
    GetClipboard(CopyKey),
    /// Type 9: sets the clipboard; at most [`CLIPBOARD_MAX_BYTES`].
    SetClipboard {
        /// Number of the request; acknowledged unless 0.
        sequence: u64,
        /// Whether PASTE is pressed after it.
        paste: bool,
        /// Text for the clipboard.
        text: String,
    },
    /// Type 10: switches the screen's panel on or off; the phone goes on running.
    SetDisplayPower(bool),
    /// Type 11: turns the screen from portrait to landscape or back.
    RotateDevice,
    /// Type 12: creates a virtual HID device.
    UhidCreate {
        /// Id chosen by the controller.
        id: u16,
        /// USB vendor id.
        vendor: u16,
        /// USB product id.
        product: u16,
        /// Name of the device, at most [`UHID_NAME_MAX_BYTES`].
        name: String,
        /// Report descriptor, at most [`UHID_DATA_MAX_BYTES`].
        descriptor: Bytes,
    },
    /// Type 13: a report of a virtual HID device, at most [`UHID_DATA_MAX_BYTES`].
    UhidInput {
        /// Id of the device.
        id: u16,
        /// Bytes of the report.
        data: Bytes,
    },
    /// Type 14: removes a virtual HID device.
    UhidDestroy(u16),
    /// Type 15: opens the settings of physical keyboards.
    OpenHardKeyboardSettings,
    /// Type 16: starts an app by its package; with `+` before it the app is stopped first, with `?` it is found by its label. At most
    /// [`APP_NAME_MAX_BYTES`].
    StartApp(String),
    /// Type 17: begins a new encoding session, which sends configuration and key frame at once.
    ResetVideo,
    /// Type 18: switches the lamp of a camera session. The server of any other session terminates on this message.
    CameraSetTorch(bool),
    /// Type 19: zooms in; for camera sessions only.
    CameraZoomIn,
    /// Type 20: zooms out; for camera sessions only.
    CameraZoomOut,
    /// Type 21: gives a display that was made with `flex_display` another size.
    ResizeDisplay {
        /// Width in pixels.
        width: u16,
        /// Height in pixels.
        height: u16,
    },
    /// Type 22: adds the file with this absolute path to the media library; at most [`SCAN_PATH_MAX_BYTES`].
    ScanFile(String),
}

/// Reason why bytes are not a control message, or a message cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ControlError {
    /// The type is not one of the server's version.
    #[error("control message type {0} is not known")]
    UnknownType(u8),
    /// A field is longer than its limit.
    #[error("control message field of {length} bytes is longer than {limit}")]
    TooLong {
        /// Length of the field in bytes.
        length: usize,
        /// Limit in bytes.
        limit: usize,
    },
    /// An action number that is none of its enum's.
    #[error("control message action {0} is not known")]
    UnknownAction(u8),
    /// A text is not UTF-8.
    #[error("control message text is not UTF-8")]
    NotUtf8,
}

/// Pressure 0.0–1.0 as the wire's fixed point: `sc_float_to_u16fp` in scrcpy's `app/src/util/binary.h`.
pub fn pressure_fixed(pressure: f32) -> u16 {
    // 1.0 would be 65,536, which does not fit into 16 bits, so it becomes the largest value.
    (pressure.clamp(0.0, 1.0) * 65_536.0).min(65_535.0) as u16
}

/// Wheel notches, -16.0 to 16.0, as the wire's fixed point (since 3.3.1): a sixteenth by `sc_float_to_i16fp` in scrcpy's
/// `app/src/util/binary.h`. One notch is 0x0800.
pub fn scroll_fixed(notches: f32) -> i16 {
    (notches.clamp(-16.0, 16.0) / 16.0 * 32_768.0).clamp(-32_768.0, 32_767.0) as i16
}

/// Wire's fixed point of a number of 1/256 notches, exact: one notch is 256 here and 0x0800 there.
pub const fn scroll_from_256ths(notches: i16) -> i16 {
    notches.saturating_mul(8)
}

/// Wheel notches from the wire's fixed point.
pub fn scroll_notches(fixed: i16) -> f32 {
    f32::from(fixed) / 32_768.0 * 16.0
}

/// The longest start of `text` that fits into one [`ControlMessage::InjectText`], and the rest.
pub fn split_text(text: &str) -> (&str, &str) {
    text.split_at(text.floor_char_boundary(TEXT_MAX_BYTES))
}
