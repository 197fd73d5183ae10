//! Bytes to control messages: the phone's end.
//! Source: scrcpy `app/src/control_msg.c`.

use bytes::{Buf, Bytes};

use super::encode::within;
use super::{
    CLIPBOARD_MAX_BYTES, ControlError, ControlMessage, CopyKey, KeyAction, Position,
    SCAN_PATH_MAX_BYTES, TEXT_MAX_BYTES, TouchAction, UHID_DATA_MAX_BYTES, UHID_NAME_MAX_BYTES,
};
use crate::decoder::{Grammar, u16_be_at, u32_be_at};
use crate::screen::Version;

/// Grammar of [`ControlMessage`]s as a server of one version reads them (`ControlMessageReader.java`); by default 3.3.4.
#[derive(Debug, Clone, Copy)]
pub struct ControlMessages {
    version: Version,
}

impl ControlMessages {
    /// Grammar of this version's messages.
    pub const fn of(version: Version) -> Self {
        Self { version }
    }
}

impl Default for ControlMessages {
    fn default() -> Self {
        Self::of(Version::V3_3_4)
    }
}

impl Grammar for ControlMessages {
    type Item = ControlMessage;
    type Error = ControlError;

    fn measure(&self, front: &[u8]) -> Result<Option<usize>, ControlError> {
        let Some(&kind) = front.first() else {
            return Ok(None);
        };
        if kind > self.version.last_control_type() {
            return Err(ControlError::UnknownType(kind));
        }
        match kind {
            0 => Ok(Some(14)),
            1 => sized(u32_be_at(front, 1), 5, TEXT_MAX_BYTES),
            2 => Ok(Some(32)),
            3 => Ok(Some(21)),
            4 | 8 | 10 | 18 => Ok(Some(2)),
            5..=7 | 11 | 15 | 17 | 19 | 20 => Ok(Some(1)),
            9 => sized(u32_be_at(front, 10), 14, CLIPBOARD_MAX_BYTES),
            12 => measure_uhid_create(front),
            13 => sized(u16_be_at(front, 3).map(u32::from), 5, UHID_DATA_MAX_BYTES),
            14 => Ok(Some(3)),
            16 => Ok(front.get(1).map(|length| 2 + usize::from(*length))),
            21 => Ok(Some(5)),
            22 => sized(u32_be_at(front, 1), 5, SCAN_PATH_MAX_BYTES),
            other => Err(ControlError::UnknownType(other)),
        }
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<ControlMessage, ControlError> {
        Ok(match whole.get_u8() {
            0 => ControlMessage::InjectKeycode {
                action: key_action(whole.get_u8())?,
                keycode: whole.get_u32(),
                repeat: whole.get_u32(),
                meta: whole.get_u32(),
            },
            1 => {
                whole.advance(4);
                ControlMessage::InjectText(text(&whole)?)
            }
            2 => ControlMessage::InjectTouch {
                action: touch_action(whole.get_u8())?,
                pointer: whole.get_u64(),
                position: position(&mut whole),
                pressure: whole.get_u16(),
                action_button: whole.get_u32(),
                buttons: whole.get_u32(),
            },
            3 => ControlMessage::InjectScroll {
                position: position(&mut whole),
                horizontal: whole.get_i16(),
                vertical: whole.get_i16(),
                buttons: whole.get_u32(),
            },
            4 => ControlMessage::BackOrScreenOn(key_action(whole.get_u8())?),
            5 => ControlMessage::ExpandNotificationPanel,
            6 => ControlMessage::ExpandSettingsPanel,
            7 => ControlMessage::CollapsePanels,
            8 => ControlMessage::GetClipboard(copy_key(whole.get_u8())?),
            9 => {
                let sequence = whole.get_u64();
                let paste = whole.get_u8() != 0;
                whole.advance(4);
                ControlMessage::SetClipboard {
                    sequence,
                    paste,
                    text: text(&whole)?,
                }
            }
            10 => ControlMessage::SetDisplayPower(whole.get_u8() != 0),
            11 => ControlMessage::RotateDevice,
            12 => parse_uhid_create(whole)?,
            13 => {
                let id = whole.get_u16();
                whole.advance(2);
                ControlMessage::UhidInput { id, data: whole }
            }
            14 => ControlMessage::UhidDestroy(whole.get_u16()),
            15 => ControlMessage::OpenHardKeyboardSettings,
            16 => {
                whole.advance(1);
                ControlMessage::StartApp(text(&whole)?)
            }
            17 => ControlMessage::ResetVideo,
            18 => ControlMessage::CameraSetTorch(whole.get_u8() != 0),
            19 => ControlMessage::CameraZoomIn,
            20 => ControlMessage::CameraZoomOut,
            21 => ControlMessage::ResizeDisplay {
                width: whole.get_u16(),
                height: whole.get_u16(),
            },
            22 => {
                whole.advance(4);
                ControlMessage::ScanFile(text(&whole)?)
            }
            other => return Err(ControlError::UnknownType(other)),
        })
    }
}

fn sized(length: Option<u32>, head: usize, limit: usize) -> Result<Option<usize>, ControlError> {
    let Some(length) = length.map(|length| length as usize) else {
        return Ok(None);
    };
    within(length, limit)?;
    Ok(Some(head + length))
}

fn measure_uhid_create(front: &[u8]) -> Result<Option<usize>, ControlError> {
    let Some(name) = front.get(7).map(|length| usize::from(*length)) else {
        return Ok(None);
    };
    within(name, UHID_NAME_MAX_BYTES)?;
    sized(
        u16_be_at(front, 8 + name).map(u32::from),
        10 + name,
        UHID_DATA_MAX_BYTES,
    )
}

fn parse_uhid_create(mut whole: Bytes) -> Result<ControlMessage, ControlError> {
    let id = whole.get_u16();
    let vendor = whole.get_u16();
    let product = whole.get_u16();
    let length = usize::from(whole.get_u8());
    let name = whole.split_to(length);
    whole.advance(2);
    Ok(ControlMessage::UhidCreate {
        id,
        vendor,
        product,
        name: text(&name)?,
        descriptor: whole,
    })
}

fn position(whole: &mut Bytes) -> Position {
    Position {
        x: whole.get_i32(),
        y: whole.get_i32(),
        width: whole.get_u16(),
        height: whole.get_u16(),
    }
}

fn text(bytes: &[u8]) -> Result<String, ControlError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => Err(ControlError::NotUtf8),
    }
}

const fn key_action(byte: u8) -> Result<KeyAction, ControlError> {
    match byte {
        0 => Ok(KeyAction::Down),
        1 => Ok(KeyAction::Up),
        other => Err(ControlError::UnknownAction(other)),
    }
}

const fn touch_action(byte: u8) -> Result<TouchAction, ControlError> {
    match byte {
        0 => Ok(TouchAction::Down),
        1 => Ok(TouchAction::Up),
        2 => Ok(TouchAction::Move),
        3 => Ok(TouchAction::Cancel),
        7 => Ok(TouchAction::HoverMove),
        9 => Ok(TouchAction::HoverEnter),
        10 => Ok(TouchAction::HoverExit),
        other => Err(ControlError::UnknownAction(other)),
    }
}

const fn copy_key(byte: u8) -> Result<CopyKey, ControlError> {
    match byte {
        0 => Ok(CopyKey::None),
        1 => Ok(CopyKey::Copy),
        2 => Ok(CopyKey::Cut),
        other => Err(ControlError::UnknownAction(other)),
    }
}
