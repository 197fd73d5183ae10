//! A scrcpy process on the phone: its pictures, its control channel and its device messages.

use std::sync::Arc;
use std::time::Duration;

use domain::phones::ScreenCause;
use domain::play::{QualityStep, Size};
use phone_link::wire::control::ControlMessage;
use phone_link::wire::device::DeviceMessage;
use phone_link::{
    ControlSender, DeviceMessages, Link, ScreenError, ScreenPacket, ScreenSession, ServerFile,
    VideoStream,
};
use relay::{Resets, Source};
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};

use crate::input::{ClipboardState, ControlChannel};
use crate::options::{Timing, UnixMicros};
use crate::phone::{Phone, PictureKind};
use crate::picture::Stamper;
use crate::screen_error::ScreenSessionError;
use crate::video_options::video_options;

/// Time limit for the video of a process that takes no input any more to end with an error.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// A running scrcpy process.
pub struct Process {
    pub video: VideoStream,
    control: Option<ControlSender>,
    device: Option<DeviceMessages>,
    /// Size of the process's video, which positions of touches name: the phone ignores a touch that names another size.
    video_size: watch::Sender<Option<Size>>,
    acks: watch::Sender<u64>,
}

/// Receivers of the pictures and messages of the process that is shown.
pub struct SessionOutputs<'a> {
    pub clock: &'a UnixMicros,
    pub source: &'a mut Source,
    pub stamper: &'a mut Stamper,
    pub size: &'a watch::Sender<Option<Size>>,
    pub clipboard: &'a watch::Sender<Option<Arc<str>>>,
    pub clipboard_state: &'a ClipboardState,
}

impl Process {
    /// Starts a process before `deadline`.
    pub async fn open(
        phone: &Phone,
        link: &Link,
        (kind, shown): (PictureKind, QualityStep),
        file: &ServerFile,
        deadline: Instant,
    ) -> Result<Self, ScreenSessionError> {
        let options = video_options(kind, phone.screens.encoder_fallback_level(), shown);
        let opening = link.open_screen(file, &options);
        let ScreenSession {
            video,
            control,
            device,
            ..
        } = match timeout_at(deadline, opening).await {
            Err(_) => {
                return Err(ScreenSessionError::server(
                    "the screen did not open in time",
                ));
            }
            Ok(session) => session?,
        };
        Ok(Self {
            video,
            control,
            device,
            video_size: watch::Sender::new(None),
            acks: watch::Sender::new(0),
        })
    }

    /// The control channel, if the process takes input.
    pub fn channel(&self) -> Option<ControlChannel> {
        Some(ControlChannel {
            control: self.control.clone()?,
            forbidden: self.control.as_ref()?.forbidden(),
            size: self.video_size.subscribe(),
            acked: self.acks.subscribe(),
        })
    }

    /// Reads up to the first key picture, and returns it after its configuration. A screen that stands still sends one, too. A phone whose
    /// stream begins without a key picture is asked for one.
    pub async fn read_first_key_picture(
        &mut self,
        timing: &Timing,
    ) -> Result<Vec<ScreenPacket>, ScreenSessionError> {
        let over = Instant::now() + timing.open_timeout;
        // Set once a picture came that no decoder can show yet: the key picture must come by then.
        let mut soon: Option<Instant> = None;
        let mut config = None;
        loop {
            let Ok(packet) = timeout_at(soon.unwrap_or(over), self.video.next()).await else {
                return Err(if soon.is_some() {
                    let words = "the phone sent pictures, but no key frame in time";
                    ScreenSessionError::Broken(ScreenCause::NoKeyPicture, words.to_owned())
                } else {
                    ScreenSessionError::server("the phone sent no picture")
                });
            };
            match (packet?, config.take()) {
                (packet @ ScreenPacket::Config { .. }, _) => config = Some(packet),
                (key @ ScreenPacket::Frame { key: true, .. }, Some(config)) => {
                    return Ok(vec![config, key]);
                }
                // No decoder can show a picture without its configuration or without a key picture before it.
                (ScreenPacket::Frame { .. }, known) => {
                    config = known;
                    if soon.is_none() {
                        soon = Some(Instant::now() + timing.key_timeout);
                        if let Some(control) = &self.control {
                            // A process that takes no such message may still send a key picture by itself.
                            let _ = control.send(&ControlMessage::ResetVideo);
                        }
                    }
                }
            }
        }
    }

    /// Returns why the process takes no input any more: the error that its video ends with, if it comes in time.
    pub async fn end_cause(&mut self) -> ScreenSessionError {
        let end = async {
            loop {
                if let Err(error) = self.video.next().await {
                    return error.into();
                }
            }
        };
        let ended = timeout(EXIT_TIMEOUT, end).await;
        ended.unwrap_or_else(|_| ScreenSessionError::server("the phone takes no input any more"))
    }

    /// Publishes the packets that [`Self::read_first_key_picture`] returned.
    pub fn publish_all(&self, packets: Vec<ScreenPacket>, outputs: &mut SessionOutputs<'_>) {
        for packet in packets {
            self.publish(packet, outputs);
        }
    }

    fn publish(&self, packet: ScreenPacket, outputs: &mut SessionOutputs<'_>) {
        match packet {
            ScreenPacket::Config {
                bytes,
                size: (width, height),
            } => {
                outputs.stamper.set_config(bytes);
                let size = Some(Size { width, height });
                for sizes in [&self.video_size, outputs.size] {
                    sizes.send_if_modified(|known| std::mem::replace(known, size) != size);
                }
            }
            ScreenPacket::Frame { pts_us, key, bytes } => {
                let frame = (outputs.stamper).frame(pts_us, key, &bytes, (outputs.clock)());
                outputs.source.publish(frame);
            }
        }
    }

    /// Runs the process until it is lost: publishes its pictures and copied texts, notes its acknowledgements and asks for the key pictures that
    /// viewers need. Nothing is lost when the future is dropped.
    pub async fn serve(
        &mut self,
        outputs: &mut SessionOutputs<'_>,
        resets: &mut Resets,
    ) -> ScreenSessionError {
        loop {
            tokio::select! {
                // Pictures come first, since their error says most about a lost process.
                biased;
                packet = self.video.next() => match packet {
                    Ok(packet) => self.publish(packet, outputs),
                    Err(error) => return error.into(),
                },
                message = next_message(&mut self.device) => match message {
                    Ok(DeviceMessage::Clipboard(text)) => {
                        let text: Arc<str> = text.into();
                        if outputs.clipboard_state.on_report(&text) {
                            outputs.clipboard.send_replace(Some(text));
                        }
                    }
                    Ok(DeviceMessage::AckClipboard(sequence)) => {
                        self.acks.send_replace(sequence);
                    }
                    // The virtual devices have no lights or motors that the phone could set.
                    Ok(DeviceMessage::UhidOutput { .. }) => {}
                    Err(error) => return error.into(),
                },
                control = reset_wanted(self.control.as_ref(), resets) => {
                    // A full queue holds a reset already, or the phone is stuck; a closed one ends the session by itself.
                    let _ = control.send(&ControlMessage::ResetVideo);
                }
            }
        }
    }

    /// Reads a replaced process, so that the fingers that it put down can still be lifted, and drops its pictures. Returns when the process is
    /// lost.
    pub async fn drain(&mut self) {
        loop {
            tokio::select! {
                packet = self.video.next() => match packet {
                    Ok(ScreenPacket::Config { size: (width, height), .. }) => {
                        let size = Some(Size { width, height });
                        self.video_size.send_if_modified(|known| std::mem::replace(known, size) != size);
                    }
                    Ok(ScreenPacket::Frame { .. }) => {}
                    Err(_) => return,
                },
                message = next_message(&mut self.device) => match message {
                    Ok(DeviceMessage::AckClipboard(sequence)) => {
                        self.acks.send_replace(sequence);
                    }
                    Ok(_) => {}
                    Err(_) => return,
                },
            }
        }
    }

    /// Returns when no dispatcher holds the control channel any more.
    pub fn released(&self) -> impl Future<Output = ()> + use<> {
        let acks = self.acks.clone();
        async move { acks.closed().await }
    }
}

async fn next_message(device: &mut Option<DeviceMessages>) -> Result<DeviceMessage, ScreenError> {
    match device {
        Some(device) => device.next().await,
        None => std::future::pending().await,
    }
}

/// Waits until viewers need a key picture, and returns the control channel to ask for it. A process without control sends nothing but key
/// pictures, so there this never returns.
async fn reset_wanted<'a>(
    control: Option<&'a ControlSender>,
    resets: &mut Resets,
) -> &'a ControlSender {
    match control {
        Some(control) => {
            resets.wanted().await;
            control
        }
        None => std::future::pending().await,
    }
}
