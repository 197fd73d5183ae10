//! A scrcpy client on top of the small ADB host: decodes pictures, sends control messages.

use bytes::{Bytes, BytesMut};
use eventually::eventually;
use openh264::formats::YUVSource as _;
use phone_wire::Decoder;
use phone_wire::control::{ControlMessage, KeyAction, Position, TouchAction};
use phone_wire::device::{DeviceMessage, DeviceMessages};
use phone_wire::screen::{
    Framing, SERVER_CLASS, ScreenEvent, ScreenEvents, ServerArgs, VideoPacket,
};
use phone_wire::service::Service;

use crate::support::{Adb, soon};

/// Where tests push the stand-in server file.
pub const JAR: &str = "/data/local/tmp/scrcpy-server-test.jar";

/// A decoded picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub rgb: Vec<u8>,
}

impl Picture {
    pub fn at(&self, x: usize, y: usize) -> [u8; 3] {
        let start = (y * self.width + x) * 3;
        [self.rgb[start], self.rgb[start + 1], self.rgb[start + 2]]
    }

    /// Mean brightness of a rectangle, 0 to 255.
    pub fn brightness(&self, xs: std::ops::Range<usize>, ys: std::ops::Range<usize>) -> f32 {
        let count = (xs.len() * ys.len() * 3) as f32;
        let sum: u64 = ys
            .flat_map(|y| xs.clone().map(move |x| (x, y)))
            .flat_map(|(x, y)| self.at(x, y))
            .map(u64::from)
            .sum();
        sum as f32 / count
    }

    /// Number of clearly dark pixels in a rectangle: ink on a white page.
    pub fn ink(&self, xs: std::ops::Range<usize>, ys: std::ops::Range<usize>) -> usize {
        ys.flat_map(|y| xs.clone().map(move |x| (x, y)))
            .filter(|(x, y)| self.at(*x, *y).iter().all(|part| *part < 110))
            .count()
    }
}

/// A scrcpy client.
pub struct Viewer {
    pub adb: Adb,
    pub shell: u32,
    pub video: u32,
    pub control: u32,
    pub name: String,
    pub size: (u16, u16),
    pub last_pts_us: u64,
    /// Encoding sessions that 4.x told of, by size.
    pub sessions: Vec<(u16, u16)>,
    events: Decoder<ScreenEvents>,
    answers: Decoder<DeviceMessages>,
    decoder: openh264::decoder::Decoder,
    config: Bytes,
}

/// The arguments tests start from.
pub fn args() -> ServerArgs {
    ServerArgs {
        scid: Some(0x1234_abcd),
        audio: false,
        tunnel_forward: true,
        cleanup: false,
        ..ServerArgs::new("3.3.4")
    }
}

pub fn start_line(args: &ServerArgs) -> String {
    let words = args.to_words().expect("plain words");
    format!(
        "CLASSPATH={JAR} app_process / {SERVER_CLASS} {}",
        words.join(" ")
    )
}

impl Viewer {
    pub async fn open(mut adb: Adb, args: &ServerArgs) -> Self {
        adb.push(JAR, handset::SERVER_FILE)
            .await
            .expect("the server is pushed");
        let shell = adb
            .open(&Service::shell_v2(start_line(args)))
            .await
            .expect("a shell");
        let socket = Service::local_abstract(args.socket_name().to_string());
        let mut connect =
            async || eventually("the server listens", async || adb.open(&socket).await).await;
        let framing = Framing::of_version(&args.version).expect("a version that is spoken");
        let video = if args.video { connect().await } else { 0 };
        let control = if args.control { connect().await } else { 0 };
        let mut viewer = Self {
            adb,
            shell,
            video,
            control,
            name: String::new(),
            size: (0, 0),
            last_pts_us: 0,
            sessions: Vec::new(),
            events: Decoder::new(ScreenEvents::new(framing)),
            answers: Decoder::default(),
            decoder: openh264::decoder::Decoder::new().expect("a decoder"),
            config: Bytes::new(),
        };
        if args.video {
            assert_eq!(viewer.event().await, ScreenEvent::Dummy);
            let ScreenEvent::DeviceName(name) = viewer.event().await else {
                panic!("a name comes second")
            };
            let ScreenEvent::Stream { width, height, .. } = viewer.event().await else {
                panic!("the size comes third")
            };
            viewer.name = name;
            viewer.size = (width, height);
        }
        viewer
    }

    async fn event(&mut self) -> ScreenEvent {
        loop {
            if let Some(event) = self.events.pull().expect("scrcpy framing") {
                return event;
            }
            let data = self.adb.read(self.video).await.expect("video goes on");
            self.events.feed(&data);
        }
    }

    pub async fn packet(&mut self) -> VideoPacket {
        loop {
            match self.event().await {
                ScreenEvent::Packet(packet) => return packet,
                ScreenEvent::Session(session) => {
                    self.sessions.push((session.width, session.height));
                }
                other => panic!("unexpected {other:?}"),
            }
        }
    }

    /// The next picture, decoded; times must grow.
    pub async fn picture(&mut self) -> Picture {
        loop {
            let packet = self.packet().await;
            if let Some(picture) = self.decode(packet) {
                return picture;
            }
        }
    }

    /// The picture that a packet completes. Every packet that was taken passes here: a decoder cannot go on from one that it missed.
    pub fn decode(&mut self, packet: VideoPacket) -> Option<Picture> {
        let unit = match packet {
            VideoPacket::Config(config) => {
                self.config = config;
                return None;
            }
            VideoPacket::Frame { pts_us, key, data } => {
                assert!(pts_us > self.last_pts_us, "times grow");
                self.last_pts_us = pts_us;
                if key {
                    [self.config.clone(), data].concat()
                } else {
                    data.to_vec()
                }
            }
        };
        let yuv = self.decoder.decode(&unit).expect("H.264")?;
        let (width, height) = yuv.dimensions();
        let mut rgb = vec![0; width * height * 3];
        yuv.write_rgb8(&mut rgb);
        Some(Picture { width, height, rgb })
    }

    /// Pictures until one is as wanted.
    pub async fn picture_where(
        &mut self,
        what: &str,
        wanted: impl Fn(&Picture) -> bool,
    ) -> Picture {
        soon(what, async {
            loop {
                let picture = self.picture().await;
                if wanted(&picture) {
                    return picture;
                }
            }
        })
        .await
    }

    /// Stops taking pictures: waits for one that is not acknowledged.
    pub async fn stall(&mut self) {
        self.adb.held.insert(self.video);
        self.send(&ControlMessage::ResetVideo).await;
        let data = self.adb.read(self.video).await.expect("video goes on");
        self.events.feed(&data);
    }

    pub async fn send(&mut self, message: &ControlMessage) {
        let mut bytes = BytesMut::new();
        message.encode(&mut bytes).expect("a message");
        assert!(
            self.adb.write(self.control, bytes.freeze()).await,
            "control goes on"
        );
    }

    pub async fn answer(&mut self) -> DeviceMessage {
        loop {
            if let Some(answer) = self.answers.pull().expect("device messages") {
                return answer;
            }
            let data = self.adb.read(self.control).await.expect("control goes on");
            self.answers.feed(&data);
        }
    }

    pub async fn touch(&mut self, action: TouchAction, x: i32, y: i32, size: (u16, u16)) {
        self.finger(7, action, (x, y), size).await;
    }

    pub async fn finger(
        &mut self,
        pointer: u64,
        action: TouchAction,
        (x, y): (i32, i32),
        (width, height): (u16, u16),
    ) {
        let pressure = if action == TouchAction::Up { 0 } else { 0xffff };
        let position = Position {
            x,
            y,
            width,
            height,
        };
        self.send(&ControlMessage::InjectTouch {
            action,
            pointer,
            position,
            pressure,
            action_button: 0,
            buttons: 0,
        })
        .await;
    }

    pub async fn tap(&mut self, x: i32, y: i32) {
        let size = self.size;
        self.touch(TouchAction::Down, x, y, size).await;
        self.touch(TouchAction::Up, x, y, size).await;
    }

    pub async fn key(&mut self, keycode: u32, meta: u32) {
        for action in [KeyAction::Down, KeyAction::Up] {
            self.send(&ControlMessage::InjectKeycode {
                action,
                keycode,
                repeat: 0,
                meta,
            })
            .await;
        }
    }

    /// Starts the notes app with a new, empty note.
    pub async fn new_note(&mut self) {
        self.adb
            .output("am start -n com.owldeck.notes/.NotesActivity")
            .await;
        self.adb.output("input tap 624 1148").await;
    }
}
