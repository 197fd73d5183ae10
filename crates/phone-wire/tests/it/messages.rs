//! Any message of each protocol, for the property tests.

use bytes::Bytes;
use phone_wire::control::{ControlMessage, CopyKey, KeyAction, Position, TouchAction};
use phone_wire::device::DeviceMessage;
use phone_wire::packet::{Command, Packet};
use phone_wire::screen::{SIDE_MAX, Session, VideoPacket};
use phone_wire::shell::ShellPacket;
use phone_wire::sync::{Entry, Expect, Stat, Stat2, SyncReply, SyncRequest};
use proptest::collection::vec;
use proptest::prelude::*;

pub fn data() -> impl Strategy<Value = Bytes> {
    vec(any::<u8>(), 0..200).prop_map(Bytes::from)
}

fn text() -> impl Strategy<Value = String> {
    "[a-z你好é' ]{0,40}"
}

fn path() -> impl Strategy<Value = String> {
    "/[a-z你,./ ]{0,40}"
}

pub fn packet() -> impl Strategy<Value = Packet> {
    let command = prop_oneof![
        Just(Command::Open),
        Just(Command::Okay),
        Just(Command::Close),
        Just(Command::Write),
        Just(Command::Connect),
        Just(Command::Auth),
        Just(Command::Tls),
    ];
    (command, any::<u32>(), any::<u32>(), data())
        .prop_map(|(command, arg0, arg1, payload)| Packet::new(command, arg0, arg1, payload))
}

pub fn shell() -> impl Strategy<Value = ShellPacket> {
    prop_oneof![
        data().prop_map(ShellPacket::Stdin),
        data().prop_map(ShellPacket::Stdout),
        data().prop_map(ShellPacket::Stderr),
        any::<u8>().prop_map(ShellPacket::Exit),
        Just(ShellPacket::CloseStdin),
        any::<[u16; 4]>().prop_map(|[rows, columns, width, height]| ShellPacket::WindowSize {
            rows,
            columns,
            width,
            height
        }),
    ]
}

pub fn request() -> impl Strategy<Value = SyncRequest> {
    prop_oneof![
        path().prop_map(SyncRequest::Stat),
        path().prop_map(SyncRequest::Stat2),
        path().prop_map(SyncRequest::Lstat2),
        path().prop_map(SyncRequest::List),
        path().prop_map(SyncRequest::List2),
        path().prop_map(SyncRequest::Receive),
        (path(), any::<u32>()).prop_map(|(path, mode)| SyncRequest::Send { path, mode }),
        data().prop_map(SyncRequest::Data),
        any::<u32>().prop_map(SyncRequest::Done),
        Just(SyncRequest::Quit),
    ]
}

fn stat() -> impl Strategy<Value = Stat> {
    any::<[u32; 3]>().prop_map(|[mode, size, mtime]| Stat {
        mode,
        size: u64::from(size),
        mtime_s: i64::from(mtime),
    })
}

fn stat2() -> impl Strategy<Value = Stat2> {
    (any::<[u32; 5]>(), any::<[u64; 3]>(), any::<[i64; 3]>()).prop_map(
        |([error, mode, nlink, uid, gid], [dev, ino, size], [atime_s, mtime_s, ctime_s])| Stat2 {
            error,
            dev,
            ino,
            stat: Stat {
                mode,
                size,
                mtime_s,
            },
            nlink,
            uid,
            gid,
            atime_s,
            ctime_s,
        },
    )
}

pub fn reply(expect: Expect) -> impl Strategy<Value = SyncReply> {
    prop_oneof![
        stat().prop_map(SyncReply::Stat),
        stat2().prop_map(SyncReply::Stat2),
        stat2().prop_map(SyncReply::Lstat2),
        (stat(), text()).prop_map(|(stat, name)| SyncReply::Entry(Entry { stat, name })),
        (stat2(), text()).prop_map(|(stat, name)| SyncReply::Entry2(Entry { stat, name })),
        data().prop_map(SyncReply::Data),
        Just(SyncReply::Done(expect)),
        Just(SyncReply::Okay),
        text().prop_map(SyncReply::Fail),
    ]
}

pub fn video() -> impl Strategy<Value = VideoPacket> {
    let data = || vec(any::<u8>(), 1..200).prop_map(Bytes::from);
    prop_oneof![
        data().prop_map(VideoPacket::Config),
        (0..1_u64 << 61, any::<bool>(), data())
            .prop_map(|(pts_us, key, data)| VideoPacket::Frame { pts_us, key, data }),
    ]
}

pub fn session() -> impl Strategy<Value = Session> {
    (1..=SIDE_MAX, 1..=SIDE_MAX, any::<bool>()).prop_map(|(width, height, resized)| Session {
        width,
        height,
        resized,
    })
}

fn position() -> impl Strategy<Value = Position> {
    (any::<[i32; 2]>(), any::<[u16; 2]>()).prop_map(|([x, y], [width, height])| Position {
        x,
        y,
        width,
        height,
    })
}

fn key_action() -> impl Strategy<Value = KeyAction> {
    prop_oneof![Just(KeyAction::Down), Just(KeyAction::Up)]
}

fn touch_action() -> impl Strategy<Value = TouchAction> {
    prop_oneof![
        Just(TouchAction::Down),
        Just(TouchAction::Up),
        Just(TouchAction::Move),
        Just(TouchAction::Cancel),
        Just(TouchAction::HoverMove),
        Just(TouchAction::HoverEnter),
        Just(TouchAction::HoverExit),
    ]
}

pub fn control() -> impl Strategy<Value = ControlMessage> {
    let inject = prop_oneof![
        (key_action(), any::<[u32; 3]>()).prop_map(|(action, [keycode, repeat, meta])| {
            ControlMessage::InjectKeycode {
                action,
                keycode,
                repeat,
                meta,
            }
        }),
        text().prop_map(ControlMessage::InjectText),
        (
            touch_action(),
            any::<u64>(),
            position(),
            any::<u16>(),
            any::<[u32; 2]>()
        )
            .prop_map(
                |(action, pointer, position, pressure, [action_button, buttons])| {
                    ControlMessage::InjectTouch {
                        action,
                        pointer,
                        position,
                        pressure,
                        action_button,
                        buttons,
                    }
                }
            ),
        (position(), any::<[i16; 2]>(), any::<u32>()).prop_map(
            |(position, [horizontal, vertical], buttons)| ControlMessage::InjectScroll {
                position,
                horizontal,
                vertical,
                buttons,
            }
        ),
    ];
    let uhid = prop_oneof![
        (any::<[u16; 3]>(), text(), data()).prop_map(
            |([id, vendor, product], name, descriptor)| {
                ControlMessage::UhidCreate {
                    id,
                    vendor,
                    product,
                    name,
                    descriptor,
                }
            }
        ),
        (any::<u16>(), data()).prop_map(|(id, data)| ControlMessage::UhidInput { id, data }),
        any::<u16>().prop_map(ControlMessage::UhidDestroy),
    ];
    let plain = prop_oneof![
        key_action().prop_map(ControlMessage::BackOrScreenOn),
        Just(ControlMessage::ExpandNotificationPanel),
        Just(ControlMessage::ExpandSettingsPanel),
        Just(ControlMessage::CollapsePanels),
        Just(ControlMessage::GetClipboard(CopyKey::None)),
        Just(ControlMessage::GetClipboard(CopyKey::Copy)),
        Just(ControlMessage::GetClipboard(CopyKey::Cut)),
        any::<bool>().prop_map(ControlMessage::SetDisplayPower),
        Just(ControlMessage::RotateDevice),
        Just(ControlMessage::OpenHardKeyboardSettings),
        Just(ControlMessage::ResetVideo),
        any::<bool>().prop_map(ControlMessage::CameraSetTorch),
        Just(ControlMessage::CameraZoomIn),
        Just(ControlMessage::CameraZoomOut),
        any::<[u16; 2]>()
            .prop_map(|[width, height]| ControlMessage::ResizeDisplay { width, height }),
    ];
    let texts = prop_oneof![
        (any::<u64>(), any::<bool>(), text()).prop_map(|(sequence, paste, text)| {
            ControlMessage::SetClipboard {
                sequence,
                paste,
                text,
            }
        }),
        text().prop_map(ControlMessage::StartApp),
        path().prop_map(ControlMessage::ScanFile),
    ];
    prop_oneof![inject, uhid, plain, texts]
}

pub fn device() -> impl Strategy<Value = DeviceMessage> {
    prop_oneof![
        text().prop_map(DeviceMessage::Clipboard),
        any::<u64>().prop_map(DeviceMessage::AckClipboard),
        (any::<u16>(), data()).prop_map(|(id, data)| DeviceMessage::UhidOutput { id, data }),
    ]
}
