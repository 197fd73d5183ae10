//! The control socket: what a client does to the phone, and the clipboard's way back.

use std::sync::Arc;

use bytes::BytesMut;
use phone_wire::Decoder;
use phone_wire::control::{
    ControlMessage, ControlMessages, CopyKey, KeyAction, Position, TouchAction, scroll_notches,
};
use phone_wire::device::{CLIPBOARD_MAX_BYTES, DeviceMessage};
use phone_wire::screen::ServerArgs;
use tokio::sync::Notify;

use super::VideoSize;
use crate::adb::{Closed, Stream, StreamReader, StreamWriter};
use crate::device::CLIPBOARD_LIMIT_BYTES;
use crate::phone::{Hand, Phone};
use crate::screen::{Finger, size_of};

const _: () = assert!(CLIPBOARD_LIMIT_BYTES <= CLIPBOARD_MAX_BYTES);

/// Serves one client until it leaves or sends what no client may.
pub(super) async fn run(
    phone: &Arc<Phone>,
    args: &ServerArgs,
    stream: Stream,
    size: &VideoSize,
    resets: &Notify,
) {
    let Stream { reader, writer } = stream;
    let ended = tokio::select! {
        ended = obey(phone, args, reader, &writer, size, resets) => ended,
        ended = report_copies(phone, &writer), if args.clipboard_autosync => ended,
    };
    if let Err(why) = ended {
        tracing::debug!(why, "control ended");
    }
}

async fn report_copies(phone: &Arc<Phone>, writer: &StreamWriter) -> Result<(), &'static str> {
    let mut copies = phone.copies();
    loop {
        copies.changed().await.map_err(|_| "phone ended")?;
        let text = copies.borrow_and_update().text.to_string();
        say(writer, &DeviceMessage::Clipboard(text))
            .await
            .map_err(|Closed| "client left")?;
    }
}

async fn say(writer: &StreamWriter, message: &DeviceMessage) -> Result<(), Closed> {
    match message.to_bytes() {
        Ok(bytes) => writer.send(bytes).await,
        Err(error) => {
            tracing::warn!(%error, "clipboard not reported");
            Ok(())
        }
    }
}

async fn obey(
    phone: &Arc<Phone>,
    args: &ServerArgs,
    mut reader: StreamReader,
    writer: &StreamWriter,
    size: &VideoSize,
    resets: &Notify,
) -> Result<(), &'static str> {
    let mut messages = Decoder::<ControlMessages>::default();
    let mut pointer = None;
    while let Some(data) = reader.recv().await {
        messages.feed(&data);
        let mut batch = Vec::new();
        while let Some(message) = messages.pull().map_err(|_| "malformed message")? {
            if message == ControlMessage::ResetVideo {
                resets.notify_one();
            } else {
                batch.push(message);
            }
        }
        if batch.is_empty() {
            continue;
        }
        let (video, autosync) = (size.get(), args.clipboard_autosync);
        let mut held = pointer;
        let answers = phone.act(move |hand| {
            let mut answers = Vec::new();
            for message in batch {
                answers.extend(apply(hand, message, video, autosync, &mut held));
            }
            (answers, held)
        });
        let (answers, held) = answers.await.ok_or("phone failed")?;
        pointer = held;
        let mut out = BytesMut::new();
        for answer in &answers {
            // Longer than a message can be: the client gets no answer, as from the real server.
            let _ = answer.encode(&mut out);
        }
        writer
            .send(out.freeze())
            .await
            .map_err(|Closed| "client left")?;
    }
    Ok(())
}

/// Does what one message says; gives what there is to answer. `held` is the pointer that moves the phone's one finger.
fn apply(
    hand: &mut Hand<'_>,
    message: ControlMessage,
    video: (u16, u16),
    autosync: bool,
    held: &mut Option<u64>,
) -> Option<DeviceMessage> {
    match message {
        ControlMessage::InjectKeycode {
            action: KeyAction::Down,
            keycode,
            meta,
            ..
        } => hand.device.press_key(keycode, meta),
        ControlMessage::InjectText(text) => {
            // Android's virtual keyboard has no keys for anything beyond; the real server drops it too.
            let typed: String = text.chars().filter(char::is_ascii).collect();
            hand.device.type_text(&typed);
        }
        ControlMessage::InjectTouch {
            action,
            pointer,
            position,
            ..
        } => inject_touch(hand, action, pointer, position, video, held),
        ControlMessage::InjectScroll {
            position, vertical, ..
        } => {
            if fits(hand, position, video) {
                let (device, screen) = hand.with_screen();
                screen.wheel(device, scroll_notches(vertical));
            }
        }
        ControlMessage::BackOrScreenOn(KeyAction::Down) => {
            if hand.device.awake {
                hand.device.back();
            } else {
                hand.device.set_awake(true);
            }
        }
        ControlMessage::GetClipboard(key) => {
            match key {
                CopyKey::None => {}
                CopyKey::Copy => hand.device.copy_selection(false),
                CopyKey::Cut => hand.device.copy_selection(true),
            }
            if !autosync {
                return Some(DeviceMessage::Clipboard(hand.device.clipboard().to_owned()));
            }
        }
        ControlMessage::SetClipboard {
            sequence,
            paste,
            text,
        } => {
            hand.device.set_clipboard(text);
            if paste {
                hand.device.paste();
            }
            return (sequence != 0).then_some(DeviceMessage::AckClipboard(sequence));
        }
        ControlMessage::RotateDevice => hand.device.rotate(),
        ControlMessage::StartApp(name) => {
            if !hand.device.start_app(&name) {
                tracing::debug!(name, "no such app");
            }
        }
        // Releases do nothing here; there are no panels, no keyboard settings and no HID devices; the panel's own
        // power does not change what is mirrored.
        ControlMessage::InjectKeycode {
            action: KeyAction::Up,
            ..
        }
        | ControlMessage::BackOrScreenOn(KeyAction::Up)
        | ControlMessage::ExpandNotificationPanel
        | ControlMessage::ExpandSettingsPanel
        | ControlMessage::CollapsePanels
        | ControlMessage::SetDisplayPower(_)
        | ControlMessage::UhidCreate { .. }
        | ControlMessage::UhidInput { .. }
        | ControlMessage::UhidDestroy(_)
        | ControlMessage::OpenHardKeyboardSettings
        | ControlMessage::ResetVideo
        | ControlMessage::CameraSetTorch(_)
        | ControlMessage::CameraZoomIn
        | ControlMessage::CameraZoomOut
        | ControlMessage::ResizeDisplay { .. }
        | ControlMessage::ScanFile(_) => {}
    }
    None
}

/// Whether a place speaks of the picture as it is now; otherwise the event is ignored, as by the real server.
fn fits(hand: &Hand<'_>, position: Position, video: (u16, u16)) -> bool {
    let (width, height) = size_of(hand.device.landscape);
    let current = if video == (0, 0) {
        (width, height)
    } else {
        video
    };
    (position.width, position.height) == current && (current.0 > current.1) == (width > height)
}

fn inject_touch(
    hand: &mut Hand<'_>,
    action: TouchAction,
    pointer: u64,
    position: Position,
    video: (u16, u16),
    held: &mut Option<u64>,
) {
    if !fits(hand, position, video) {
        return;
    }
    let finger = match action {
        TouchAction::Down if held.is_none() => {
            *held = Some(pointer);
            Finger::Down
        }
        TouchAction::Move if *held == Some(pointer) => Finger::Move,
        TouchAction::Up if held.take_if(|own| *own == pointer).is_some() => Finger::Up,
        TouchAction::Cancel if held.take_if(|own| *own == pointer).is_some() => Finger::Cancel,
        // Only one finger acts on this phone; hovering does nothing.
        _ => return,
    };
    touch(
        hand,
        finger,
        (position.x, position.y),
        (position.width, position.height),
    );
}

fn touch(hand: &mut Hand<'_>, finger: Finger, (x, y): (i32, i32), (width, height): (u16, u16)) {
    let (screen_width, screen_height) = size_of(hand.device.landscape);
    let x = (x as f32 / f32::from(width) * f32::from(screen_width))
        .clamp(0.0, f32::from(screen_width - 1));
    let y = (y as f32 / f32::from(height) * f32::from(screen_height))
        .clamp(0.0, f32::from(screen_height - 1));
    let (device, screen) = hand.with_screen();
    screen.touch(device, finger, x, y);
}
