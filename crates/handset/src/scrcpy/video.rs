//! Video socket: always the newest picture, never a queue. No picture is encoded for a client that takes no data.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use causes::causes;
use phone_wire::screen::{Framing, ServerArgs, Session, VideoPacket};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use super::encoder::{Encoded, PictureEncoder, Settings};
use super::{DEFAULT_FPS, VideoSize, stream_head, video_size};
use crate::adb::{Closed, Stream, StreamWriter};
use crate::clock;
use crate::phone::Phone;
use crate::screen::Frame;

/// Number of times that the last picture is sent again, with which a moved part becomes sharp.
const REFINEMENTS: u8 = 1;
/// Pause between two refinements.
const REFINEMENT_PAUSE: Duration = Duration::from_millis(120);

/// Sends pictures until the client leaves.
pub(super) async fn run(
    phone: &Arc<Phone>,
    (args, framing): (&ServerArgs, Framing),
    mut stream: Stream,
    frames: &mut watch::Receiver<Option<Arc<Frame>>>,
    period: Duration,
    size: &VideoSize,
    resets: &Notify,
) {
    let sender = VideoSender {
        phone,
        args,
        framing,
        writer: stream.writer.clone(),
        period,
        size,
        encoder: None,
        last_pts_us: 0,
        sent: None,
    };
    tokio::select! {
        _ = sender.run(frames, resets) => {}
        // The client sends nothing on this socket; reading it shows when it is closed, which ends the session.
        () = stream.reader.drain() => {}
    }
}

/// Reason why the next picture is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reason {
    Changed,
    Reset,
    Refine,
}

struct VideoSender<'a> {
    phone: &'a Arc<Phone>,
    args: &'a ServerArgs,
    framing: Framing,
    writer: StreamWriter,
    period: Duration,
    size: &'a VideoSize,
    encoder: Option<Box<PictureEncoder>>,
    last_pts_us: u64,
    sent: Option<Instant>,
}

impl VideoSender<'_> {
    async fn run(
        mut self,
        frames: &mut watch::Receiver<Option<Arc<Frame>>>,
        resets: &Notify,
    ) -> Result<(), Closed> {
        let first = frames
            .wait_for(Option::is_some)
            .await
            .map_err(|_| Closed)?
            .as_ref()
            .map_or((0, 0), |frame| (frame.width, frame.height));
        let head = stream_head(
            self.args,
            self.framing,
            video_size(first, self.args.max_size),
        );
        self.writer.send(head).await?;
        let all_key = wants_only_key_frames(self.args);
        let mut reason = Reason::Reset;
        let mut refinements = 0;
        loop {
            // A client that is still busy with the last picture gets the newest one later, not each one in turn.
            self.writer.ready().await?;
            if reason == Reason::Changed
                && let Some(sent) = self.sent
            {
                tokio::time::sleep_until(sent + self.period).await;
            }
            let frame = frames
                .wait_for(Option::is_some)
                .await
                .map_err(|_| Closed)?
                .clone();
            frames.mark_unchanged();
            let Some(frame) = frame else { continue };
            self.send_frame(&frame, reason, all_key).await?;
            refinements = match reason {
                Reason::Refine => refinements - 1,
                // A key picture does not become sharper when it is sent again.
                Reason::Changed | Reason::Reset if all_key => 0,
                Reason::Changed | Reason::Reset => REFINEMENTS,
            };
            reason = tokio::select! {
                biased;
                () = resets.notified() => Reason::Reset,
                changed = frames.changed() => {
                    changed.map_err(|_| Closed)?;
                    Reason::Changed
                }
                () = tokio::time::sleep(REFINEMENT_PAUSE), if refinements > 0 => Reason::Refine,
            };
        }
    }

    async fn send_frame(
        &mut self,
        frame: &Arc<Frame>,
        reason: Reason,
        all_key: bool,
    ) -> Result<(), Closed> {
        let size = video_size((frame.width, frame.height), self.args.max_size);
        let settings = Settings {
            size,
            bit_rate: self.args.video_bit_rate,
            fps: self.args.max_fps.unwrap_or(DEFAULT_FPS),
            all_key,
        };
        let encoder = self
            .encoder
            .take()
            .filter(|encoder| encoder.settings() == settings);
        let fresh = encoder.is_none() || reason == Reason::Reset;
        let picture = frame.clone();
        let done = self.phone.off_thread(move || {
            let mut encoder = match encoder {
                Some(encoder) => encoder,
                None => Box::new(PictureEncoder::new(settings)?),
            };
            let encoded = encoder.encode(&picture, fresh)?;
            Ok::<_, openh264::Error>((encoder, encoded))
        });
        let (encoder, encoded) = match done.await {
            Some(Ok(done)) => done,
            Some(Err(error)) => {
                tracing::error!(error = %causes(&error), "encode picture failed");
                return Err(Closed);
            }
            None => return Err(Closed),
        };
        self.encoder = Some(encoder);
        self.phone.count_encoded();
        self.size.set(size);
        self.sent = Some(Instant::now());
        let pts_us = self.pts_of(frame, reason);
        let packets = self.packets(encoded, pts_us, fresh.then_some(size))?;
        self.writer.send(packets).await
    }

    /// PTS of a picture: the time when it was drawn; the present time where it is sent again. Times only grow.
    fn pts_of(&mut self, frame: &Frame, reason: Reason) -> u64 {
        let wanted = if reason == Reason::Changed {
            frame.drawn_us
        } else {
            clock::unix_us()
        };
        self.last_pts_us = wanted.max(self.last_pts_us + 1);
        self.last_pts_us
    }

    /// Packets of a picture; `fresh` is the size of a new encoding session that this picture begins.
    fn packets(
        &self,
        encoded: Encoded,
        pts_us: u64,
        fresh: Option<(u16, u16)>,
    ) -> Result<Bytes, Closed> {
        let mut out = BytesMut::with_capacity(encoded.unit.len() + 128);
        if let Some((width, height)) = fresh
            && self.framing == Framing::V4
            && self.args.send_codec_meta
        {
            let session = Session {
                width,
                height,
                resized: false,
            };
            out.extend_from_slice(&session.to_bytes());
        }
        let frame = VideoPacket::Frame {
            pts_us,
            key: encoded.key,
            data: encoded.unit,
        };
        let config = encoded
            .config
            .filter(|_| fresh.is_some())
            .map(VideoPacket::Config);
        for packet in config.iter().chain([&frame]) {
            if self.args.send_frame_meta {
                packet.encode(self.framing, &mut out).map_err(|error| {
                    tracing::error!(error = %causes(&error), "send picture failed");
                    Closed
                })?;
            } else {
                out.extend_from_slice(packet.payload());
            }
        }
        Ok(out.freeze())
    }
}

/// Whether the client asks that every picture is a key frame (`i-frame-interval=0`, with or without its type).
fn wants_only_key_frames(args: &ServerArgs) -> bool {
    let options = args.video_codec_options.as_deref().unwrap_or_default();
    options
        .split(',')
        .filter_map(|option| option.split_once('='))
        .any(|(key, value)| {
            key.split(':').next() == Some("i-frame-interval") && value.parse::<f32>() == Ok(0.0)
        })
}
