//! Control messages to bytes: the controller's end.
//! Source: scrcpy `app/src/control_msg.c`.

use bytes::{BufMut, Bytes, BytesMut};

use super::{
    APP_NAME_MAX_BYTES, CLIPBOARD_MAX_BYTES, ControlError, ControlMessage, Position,
    SCAN_PATH_MAX_BYTES, TEXT_MAX_BYTES, UHID_DATA_MAX_BYTES, UHID_NAME_MAX_BYTES,
};

impl ControlMessage {
    /// Type byte of the message.
    pub const fn kind(&self) -> u8 {
        match self {
            Self::InjectKeycode { .. } => 0,
            Self::InjectText(_) => 1,
            Self::InjectTouch { .. } => 2,
            Self::InjectScroll { .. } => 3,
            Self::BackOrScreenOn(_) => 4,
            Self::ExpandNotificationPanel => 5,
            Self::ExpandSettingsPanel => 6,
            Self::CollapsePanels => 7,
            Self::GetClipboard(_) => 8,
            Self::SetClipboard { .. } => 9,
            Self::SetDisplayPower(_) => 10,
            Self::RotateDevice => 11,
            Self::UhidCreate { .. } => 12,
            Self::UhidInput { .. } => 13,
            Self::UhidDestroy(_) => 14,
            Self::OpenHardKeyboardSettings => 15,
            Self::StartApp(_) => 16,
            Self::ResetVideo => 17,
            Self::CameraSetTorch(_) => 18,
            Self::CameraZoomIn => 19,
            Self::CameraZoomOut => 20,
            Self::ResizeDisplay { .. } => 21,
            Self::ScanFile(_) => 22,
        }
    }

    /// Whether the message is only for a session that shows a camera: the server of a session that shows a display terminates on it.
    pub const fn is_for_camera(&self) -> bool {
        matches!(
            self,
            Self::CameraSetTorch(_) | Self::CameraZoomIn | Self::CameraZoomOut
        )
    }

    /// Appends the message; nothing is appended when a field is too long.
    pub fn encode(&self, out: &mut BytesMut) -> Result<(), ControlError> {
        self.check()?;
        out.put_u8(self.kind());
        match self {
            Self::InjectKeycode {
                action,
                keycode,
                repeat,
                meta,
            } => {
                out.put_u8(*action as u8);
                out.put_u32(*keycode);
                out.put_u32(*repeat);
                out.put_u32(*meta);
            }
            Self::InjectText(text) | Self::ScanFile(text) => {
                out.put_u32(text.len() as u32);
                out.put_slice(text.as_bytes());
            }
            Self::InjectTouch {
                action,
                pointer,
                position,
                pressure,
                action_button,
                buttons,
            } => {
                out.put_u8(*action as u8);
                out.put_u64(*pointer);
                put_position(*position, out);
                out.put_u16(*pressure);
                out.put_u32(*action_button);
                out.put_u32(*buttons);
            }
            Self::InjectScroll {
                position,
                horizontal,
                vertical,
                buttons,
            } => {
                put_position(*position, out);
                out.put_i16(*horizontal);
                out.put_i16(*vertical);
                out.put_u32(*buttons);
            }
            Self::BackOrScreenOn(action) => out.put_u8(*action as u8),
            Self::GetClipboard(key) => out.put_u8(*key as u8),
            Self::SetClipboard {
                sequence,
                paste,
                text,
            } => {
                out.put_u64(*sequence);
                out.put_u8(u8::from(*paste));
                out.put_u32(text.len() as u32);
                out.put_slice(text.as_bytes());
            }
            Self::SetDisplayPower(on) | Self::CameraSetTorch(on) => out.put_u8(u8::from(*on)),
            Self::UhidCreate { .. } | Self::UhidInput { .. } | Self::UhidDestroy(_) => {
                self.encode_uhid(out);
            }
            Self::StartApp(name) => {
                out.put_u8(name.len() as u8);
                out.put_slice(name.as_bytes());
            }
            Self::ResizeDisplay { width, height } => {
                out.put_u16(*width);
                out.put_u16(*height);
            }
            Self::ExpandNotificationPanel
            | Self::ExpandSettingsPanel
            | Self::CollapsePanels
            | Self::RotateDevice
            | Self::OpenHardKeyboardSettings
            | Self::ResetVideo
            | Self::CameraZoomIn
            | Self::CameraZoomOut => {}
        }
        Ok(())
    }

    /// Bytes of the message alone.
    pub fn to_bytes(&self) -> Result<Bytes, ControlError> {
        let mut out = BytesMut::with_capacity(32);
        self.encode(&mut out)?;
        Ok(out.freeze())
    }

    fn check(&self) -> Result<(), ControlError> {
        match self {
            Self::InjectText(text) => within(text.len(), TEXT_MAX_BYTES),
            Self::SetClipboard { text, .. } => within(text.len(), CLIPBOARD_MAX_BYTES),
            Self::UhidCreate {
                name, descriptor, ..
            } => {
                within(name.len(), UHID_NAME_MAX_BYTES)?;
                within(descriptor.len(), UHID_DATA_MAX_BYTES)
            }
            Self::UhidInput { data, .. } => within(data.len(), UHID_DATA_MAX_BYTES),
            Self::StartApp(name) => within(name.len(), APP_NAME_MAX_BYTES),
            Self::ScanFile(path) => within(path.len(), SCAN_PATH_MAX_BYTES),
            Self::InjectKeycode { .. }
            | Self::InjectTouch { .. }
            | Self::InjectScroll { .. }
            | Self::BackOrScreenOn(_)
            | Self::ExpandNotificationPanel
            | Self::ExpandSettingsPanel
            | Self::CollapsePanels
            | Self::GetClipboard(_)
            | Self::SetDisplayPower(_)
            | Self::RotateDevice
            | Self::UhidDestroy(_)
            | Self::OpenHardKeyboardSettings
            | Self::ResetVideo
            | Self::CameraSetTorch(_)
            | Self::CameraZoomIn
            | Self::CameraZoomOut
            | Self::ResizeDisplay { .. } => Ok(()),
        }
    }

    fn encode_uhid(&self, out: &mut BytesMut) {
        match self {
            Self::UhidCreate {
                id,
                vendor,
                product,
                name,
                descriptor,
            } => {
                out.put_u16(*id);
                out.put_u16(*vendor);
                out.put_u16(*product);
                out.put_u8(name.len() as u8);
                out.put_slice(name.as_bytes());
                out.put_u16(descriptor.len() as u16);
                out.put_slice(descriptor);
            }
            Self::UhidInput { id, data } => {
                out.put_u16(*id);
                out.put_u16(data.len() as u16);
                out.put_slice(data);
            }
            Self::UhidDestroy(id) => out.put_u16(*id),
            _ => {}
        }
    }
}

pub(super) const fn within(length: usize, limit: usize) -> Result<(), ControlError> {
    if length > limit {
        return Err(ControlError::TooLong { length, limit });
    }
    Ok(())
}

fn put_position(position: Position, out: &mut BytesMut) {
    out.put_i32(position.x);
    out.put_i32(position.y);
    out.put_u16(position.width);
    out.put_u16(position.height);
}
