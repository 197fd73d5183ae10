//! Control socket: a client's messages to the phone, and the phone's clipboard to the client.
//! Source: scrcpy `server/src/main/java/com/genymobile/scrcpy/control`.

use std::sync::Arc;

use bytes::BytesMut;
use causes::causes;
use phone_wire::Decoder;
use phone_wire::control::{
    ControlMessage, ControlMessages, CopyKey, KeyAction, Position, TouchAction, scroll_notches,
};
use phone_wire::device::{CLIPBOARD_MAX_BYTES, DeviceMessage};
use phone_wire::screen::{ServerArgs, Version};
use tokio::sync::Notify;

use super::{Log, VideoSize, video_size};
use crate::adb::{Closed, Stream, StreamReader, StreamWriter};
use crate::device::CLIPBOARD_LIMIT_BYTES;
use crate::fault::InjectedFault;
use crate::hid::Devices;
use crate::journal::JournalEntry;
use crate::phone::{LockedPhone, Phone};
use crate::screen::{Finger, Pointer};

/// Log line of a server that Android forbids to inject events; the server goes on all the same.
const FORBIDDEN: &str = "Could not invoke method\njava.lang.reflect.InvocationTargetException\nCaused by: java.lang.SecurityException: Injecting input events requires the caller (or the source of the instrumentation, if any) to have the INJECT_EVENTS permission.";
/// Log line of a server that may not open `/dev/uhid`, after which it ends.
const NO_UHID: &str = "Controller error\njava.io.IOException: android.system.ErrnoException: open failed: EACCES (Permission denied)";

const _: () = assert!(CLIPBOARD_LIMIT_BYTES <= CLIPBOARD_MAX_BYTES);

/// Serves one client until it leaves or sends a message that the real server would die of.
pub(super) async fn run(
    phone: &Arc<Phone>,
    (args, version, log): (&ServerArgs, Version, &Log<'_>),
    stream: Stream,
    session: u64,
    size: &VideoSize,
    resets: &Notify,
) {
    let Stream { reader, writer } = stream;
    let ended = tokio::select! {
        ended = obey(phone, (args, version, log), (reader, &writer), session, size, resets) => ended,
        ended = report_copies(phone, &writer), if args.clipboard_autosync => ended,
    };
    if let Err(why) = ended {
        tracing::debug!(why, "control socket ended");
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
            tracing::warn!(error = %causes(&error), "report clipboard failed");
            Ok(())
        }
    }
}

async fn obey(
    phone: &Arc<Phone>,
    (args, version, log): (&ServerArgs, Version, &Log<'_>),
    (mut reader, writer): (StreamReader, &StreamWriter),
    session: u64,
    size: &VideoSize,
    resets: &Notify,
) -> Result<(), &'static str> {
    let mut messages = Decoder::new(ControlMessages::of(version));
    let mut devices = Devices::default();
    while let Some(data) = reader.recv().await {
        messages.feed(&data);
        let mut batch = Vec::new();
        while let Some(message) = messages.pull().map_err(|_| "malformed message")? {
            if !version.display_takes(&message) {
                return Err("message of another version or of a camera");
            }
            if let Some(name) = acting(&message) {
                phone.note(&JournalEntry::Input(name));
            }
            if message == ControlMessage::ResetVideo {
                resets.notify_one();
            } else if injects(&message)
                && matches!(
                    phone.fault(),
                    InjectedFault::NoInput | InjectedFault::NoUhid
                )
            {
                log.error(FORBIDDEN).await.map_err(|Closed| "client left")?;
            } else if phone.fault() == InjectedFault::NoUhid
                && matches!(message, ControlMessage::UhidCreate { .. })
            {
                log.error(NO_UHID).await.map_err(|Closed| "client left")?;
                return Err("no virtual devices");
            } else {
                batch.push(message);
            }
        }
        if batch.is_empty() {
            continue;
        }
        let (video, autosync) = (Video::of(size, args), args.clipboard_autosync);
        let mut own = std::mem::take(&mut devices);
        let answers = phone.act(move |locked| {
            let mut answers = Vec::new();
            for message in batch {
                match apply_hid(&mut own, locked, message, session) {
                    None => {}
                    Some(message) => {
                        answers.extend(apply(locked, message, video, autosync, session));
                    }
                }
            }
            (answers, own)
        });
        let (answers, own) = answers.await.ok_or("phone failed")?;
        devices = own;
        let mut out = BytesMut::new();
        for answer in &answers {
            // A text longer than a message can be gets no answer, as from the real server.
            let _ = answer.encode(&mut out);
        }
        writer
            .send(out.freeze())
            .await
            .map_err(|Closed| "client left")?;
    }
    Ok(())
}

/// Whether a message asks Android to inject an event.
const fn injects(message: &ControlMessage) -> bool {
    matches!(
        message,
        ControlMessage::InjectTouch { .. }
            | ControlMessage::InjectKeycode { .. }
            | ControlMessage::InjectText(_)
            | ControlMessage::InjectScroll { .. }
    )
}

/// Name in the journal of a message that acts on the phone.
const fn acting(message: &ControlMessage) -> Option<&'static str> {
    Some(match message {
        ControlMessage::ResetVideo => return None,
        ControlMessage::InjectTouch {
            action: TouchAction::Down,
            ..
        } => "touch-down",
        ControlMessage::InjectTouch {
            action: TouchAction::Up,
            ..
        } => "touch-up",
        ControlMessage::InjectTouch {
            action: TouchAction::Cancel,
            ..
        } => "touch-cancel",
        ControlMessage::InjectTouch { .. } => "touch-move",
        ControlMessage::InjectKeycode {
            action: KeyAction::Down,
            ..
        } => "key-down",
        ControlMessage::InjectKeycode { .. } => "key-up",
        ControlMessage::InjectText(_) => "text",
        ControlMessage::InjectScroll { .. } => "scroll",
        ControlMessage::SetClipboard { .. } => "clipboard",
        ControlMessage::RotateDevice => "rotate",
        ControlMessage::UhidCreate { .. } => "uhid-create",
        ControlMessage::UhidInput { .. } => "uhid",
        _ => "other",
    })
}

/// Handles a message about virtual devices; returns any other one.
fn apply_hid(
    devices: &mut Devices,
    locked: &mut LockedPhone<'_>,
    message: ControlMessage,
    session: u64,
) -> Option<ControlMessage> {
    match message {
        ControlMessage::UhidCreate { id, descriptor, .. } => {
            // Linux does not make a device of a bad descriptor, which the real server does not notice.
            if let Err(error) = devices.create(locked, session, id, &descriptor) {
                tracing::debug!(id, error = %causes(&error), "create HID device failed");
            }
        }
        ControlMessage::UhidInput { id, data } => devices.input(locked, session, id, &data),
        ControlMessage::UhidDestroy(id) => devices.destroy(locked, session, id),
        message => return Some(message),
    }
    None
}

/// Handles one message; returns the answer, if there is one.
fn apply(
    locked: &mut LockedPhone<'_>,
    message: ControlMessage,
    video: Video,
    autosync: bool,
    session: u64,
) -> Option<DeviceMessage> {
    match message {
        ControlMessage::InjectKeycode {
            action: KeyAction::Down,
            keycode,
            meta,
            ..
        } => locked.device.press_key(keycode, meta),
        ControlMessage::InjectText(text) => {
            // Android's virtual keyboard has no keys for other characters; the real server drops them too.
            let typed: String = text.chars().filter(char::is_ascii).collect();
            locked.device.type_text(&typed);
        }
        ControlMessage::InjectTouch {
            action,
            pointer: id,
            position,
            ..
        } => inject_touch(locked, action, Pointer { session, id }, position, video),
        ControlMessage::InjectScroll {
            position, vertical, ..
        } => {
            if fits(locked, position, video) {
                let (device, screen) = locked.with_screen();
                screen.wheel(device, scroll_notches(vertical));
            }
        }
        ControlMessage::BackOrScreenOn(KeyAction::Down) => {
            if locked.device.awake {
                locked.device.back();
            } else {
                locked.device.set_awake(true);
            }
        }
        ControlMessage::GetClipboard(key) => {
            match key {
                CopyKey::None => {}
                CopyKey::Copy => locked.device.copy_selection(false),
                CopyKey::Cut => locked.device.copy_selection(true),
            }
            if !autosync {
                return Some(DeviceMessage::Clipboard(
                    locked.device.clipboard().to_owned(),
                ));
            }
        }
        ControlMessage::SetClipboard {
            sequence,
            paste,
            text,
        } => {
            locked.device.set_clipboard(text);
            if paste {
                locked.device.paste();
            }
            return (sequence != 0).then_some(DeviceMessage::AckClipboard(sequence));
        }
        ControlMessage::RotateDevice => locked.device.rotate(),
        ControlMessage::ScanFile(path) => locked.device.scan_file(&path),
        ControlMessage::StartApp(name) => {
            if !locked.device.start_app(&name) {
                tracing::debug!(name, "find app failed");
            }
        }
        // Releases of keys do nothing here; there are no panels, keyboard settings or cameras; `apply_hid` has handled the HID devices; the power of
        // the screen's panel does not change the mirrored picture.
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
        | ControlMessage::ResizeDisplay { .. } => {}
    }
    None
}

/// Size of this session's video, against which positions are checked.
#[derive(Debug, Clone, Copy)]
struct Video {
    /// Width and height of the newest picture; zeros before the first, and without pictures.
    size: (u16, u16),
    max_size: u16,
}

impl Video {
    fn of(size: &VideoSize, args: &ServerArgs) -> Self {
        Self {
            size: size.get(),
            max_size: args.max_size,
        }
    }
}

/// Whether a position refers to the picture as it is now; otherwise the event is ignored, as by the real server.
fn fits(locked: &LockedPhone<'_>, position: Position, video: Video) -> bool {
    let screen = locked.device.size();
    let current = if video.size == (0, 0) {
        screen
    } else if video.size == video_size(screen, video.max_size) {
        video.size
    } else {
        // The screen was turned or resized since the newest picture.
        return false;
    };
    (position.width, position.height) == current
}

fn inject_touch(
    locked: &mut LockedPhone<'_>,
    action: TouchAction,
    pointer: Pointer,
    position: Position,
    video: Video,
) {
    if !fits(locked, position, video) {
        return;
    }
    let finger = match action {
        TouchAction::Down => Finger::Down,
        TouchAction::Move => Finger::Move,
        TouchAction::Up => Finger::Up,
        TouchAction::Cancel => Finger::Cancel,
        // Hovering does nothing.
        _ => return,
    };
    let (width, height) = locked.device.size();
    let place = |at: i32, video: u16, screen: u16| {
        let exact = at as f32 / f32::from(video) * f32::from(screen);
        exact.clamp(0.0, f32::from(screen - 1))
    };
    let at = (
        place(position.x, position.width, width),
        place(position.y, position.height, height),
    );
    let (device, screen) = locked.with_screen();
    screen.touch(device, pointer, finger, at);
}
