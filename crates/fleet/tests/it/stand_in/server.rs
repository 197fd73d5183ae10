//! The screen servers of one connection.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::{BufMut, Bytes, BytesMut};
use domain::play::Size;
use phone_wire::Decoder;
use phone_wire::control::{ControlMessage, ControlMessages};
use phone_wire::device::DeviceMessage;
use phone_wire::screen::{
    Codec, Framing, SERVER_CLASS, ServerArgs, VideoPacket, device_name_bytes, stream_header_bytes,
};
use phone_wire::shell::ShellPacket;
use tokio::sync::mpsc;

use super::adbd::Streams;
use super::{Act, Manner, Script, Seen, h264};

pub struct Servers {
    manner: Arc<Manner>,
    seen: mpsc::UnboundedSender<Seen>,
    by_scid: HashMap<u32, Server>,
}

struct Server {
    args: ServerArgs,
    shell: u32,
    video: Option<u32>,
    control: Option<u32>,
    controls: Decoder<ControlMessages>,
    size: Size,
    pts_us: u64,
    /// The server does not begin anew, however often it is asked.
    deaf: bool,
}

impl Server {
    const fn complete(&self) -> bool {
        self.video.is_some() && (self.control.is_some() || !self.args.control)
    }

    /// The first streams of a session, or a new encoding session: configuration and key picture.
    fn begin(&mut self, out: &mut BytesMut) {
        VideoPacket::Config(h264::config(self.size))
            .encode(Framing::V3, out)
            .expect("a packet");
        self.picture(true, out);
    }

    fn picture(&mut self, key: bool, out: &mut BytesMut) {
        self.pts_us += 33_000;
        let packet = VideoPacket::Frame {
            pts_us: self.pts_us,
            key,
            data: h264::picture(key),
        };
        packet.encode(Framing::V3, out).expect("a packet");
    }
}

impl Servers {
    pub fn new(manner: Arc<Manner>, seen: mpsc::UnboundedSender<Seen>) -> Self {
        Self {
            manner,
            seen,
            by_scid: HashMap::new(),
        }
    }

    /// Starts a server on this shell; else what it prints and its exit code.
    pub fn start(&mut self, shell: u32, command: &str) -> Result<u32, (&'static str, u8)> {
        if let Some(words) = *self.manner.server_says.lock().expect("never poisoned") {
            return Err((words, 1));
        }
        if self.manner.server_dies.load(Ordering::SeqCst) {
            return Err(("Killed\n", 137));
        }
        let words = command
            .split_once(SERVER_CLASS)
            .expect("the server's class")
            .1;
        let args = ServerArgs::parse(words.split_whitespace()).expect("arguments");
        let scid = args.scid.expect("a scid");
        let _ = self.seen.send(Seen::Started(args.clone()));
        let side = self.manner.encoder_side_max.load(Ordering::SeqCst);
        let named = *self.manner.named_encoder.lock().expect("never poisoned");
        let takes_any = named.is_some() && args.video_encoder.as_deref() == named;
        if side > 0 && usize::from(args.max_size) > side && !takes_any {
            let words = match args.video_encoder {
                None => "[server] ERROR: Could not create default video encoder for h264\n",
                Some(_) => "[server] ERROR: Video encoder 'one' for h264 not found\n",
            };
            return Err((words, 1));
        }
        self.manner.servers.fetch_add(1, Ordering::SeqCst);
        let size = if args.control {
            Size {
                width: 720,
                height: 1280,
            }
        } else {
            Size {
                width: 176,
                height: 320,
            }
        };
        let controls = Decoder::default();
        self.by_scid.insert(
            scid,
            Server {
                args,
                shell,
                video: None,
                control: None,
                controls,
                size,
                pts_us: 0,
                deaf: false,
            },
        );
        Ok(scid)
    }

    /// The server that waits for a connection to this socket.
    pub fn socket(&self, name: &str, _client: u32) -> Option<u32> {
        if self.manner.server_starts.load(Ordering::SeqCst) {
            return None;
        }
        self.by_scid
            .iter()
            .find(|(_, server)| server.args.socket_name().to_string() == name && !server.complete())
            .map(|(scid, _)| *scid)
    }

    /// A socket was connected: video first, then control; then the server speaks.
    pub fn connected(&mut self, scid: u32, client: u32, streams: &mut Streams) {
        let server = self.by_scid.get_mut(&scid).expect("a server");
        if server.video.is_none() {
            server.video = Some(client);
            streams.send(client, Bytes::from_static(&[0]));
        } else {
            server.control = Some(client);
        }
        let script = (self.manner.script.lock().expect("no panic")).clone();
        let is_for =
            |script: &Script| server.complete() && !(script.small_only && server.args.control);
        if let Some(script) = script.filter(is_for) {
            if script.once {
                *self.manner.script.lock().expect("no panic") = None;
            }
            server.deaf = !script.begins_anew;
            let (video, control) = (server.video.expect("connected"), server.control);
            (script.video.into_iter()).for_each(|bytes| streams.send(video, bytes));
            if let Some(control) = control {
                (script.control.into_iter()).for_each(|bytes| streams.send(control, bytes));
            }
        } else if server.complete() {
            let mut out = BytesMut::new();
            out.put_slice(&device_name_bytes("stand-in"));
            out.put_slice(&stream_header_bytes(
                Codec::H264,
                server.size.width,
                server.size.height,
            ));
            server.begin(&mut out);
            streams.send(server.video.expect("connected"), out.freeze());
        }
    }

    /// Bytes of a control socket.
    pub fn controlled(&mut self, scid: u32, data: &[u8], streams: &mut Streams) {
        let Some(server) = self.by_scid.get_mut(&scid) else {
            return;
        };
        server.controls.feed(data);
        while let Some(message) = server.controls.pull().expect("a control message") {
            let (Some(video), Some(control)) = (server.video, server.control) else {
                panic!("too early")
            };
            match &message {
                ControlMessage::ResetVideo if !server.deaf => {
                    let mut out = BytesMut::new();
                    server.begin(&mut out);
                    streams.send(video, out.freeze());
                }
                ControlMessage::SetClipboard { sequence, .. }
                    if !self.manner.hold_acks.load(Ordering::SeqCst) =>
                {
                    streams.send(
                        control,
                        DeviceMessage::AckClipboard(*sequence)
                            .to_bytes()
                            .expect("an ack"),
                    );
                }
                _ => {}
            }
            let _ = self.seen.send(Seen::Control(message));
        }
    }

    /// A server ends; so do its streams.
    pub fn end(&mut self, scid: u32, by_client: bool, streams: &mut Streams) {
        let Some(server) = self.by_scid.remove(&scid) else {
            return;
        };
        self.manner.servers.fetch_sub(1, Ordering::SeqCst);
        for client in [server.video, server.control, Some(server.shell)]
            .into_iter()
            .flatten()
        {
            streams.close(client);
        }
        if by_client {
            let _ = self.seen.send(Seen::Stopped);
        }
    }

    pub fn act(&mut self, act: &Act, streams: &mut Streams) {
        if *act == Act::KillServers {
            let all: Vec<u32> = self.by_scid.keys().copied().collect();
            for scid in all {
                self.end(scid, false, streams);
            }
            return;
        }
        for server in self.by_scid.values_mut().filter(|server| server.complete()) {
            let (video, control) = (server.video.expect("connected"), server.control);
            let mut out = BytesMut::new();
            match act {
                Act::Picture { key } => server.picture(*key || !server.args.control, &mut out),
                Act::Turn(size) if server.args.control => {
                    server.size = *size;
                    server.begin(&mut out);
                }
                Act::VideoBytes(bytes) if server.args.control => out.put_slice(bytes),
                _ => {}
            }
            if !out.is_empty() {
                streams.send(video, out.freeze());
            }
            if let Act::Say(words) = act
                && server.args.control
            {
                let mut said = BytesMut::new();
                ShellPacket::Stdout(Bytes::from_static(words.as_bytes())).encode(&mut said);
                streams.send(server.shell, said.freeze());
            }
            let said = match act {
                Act::Copy(text) => Some(DeviceMessage::Clipboard((*text).to_owned())),
                Act::Acknowledge(sequence) => Some(DeviceMessage::AckClipboard(*sequence)),
                _ => None,
            };
            if let (Some(said), Some(control)) = (said, control) {
                streams.send(control, said.to_bytes().expect("a message"));
            }
        }
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        self.manner
            .servers
            .fetch_sub(self.by_scid.len(), Ordering::SeqCst);
    }
}
