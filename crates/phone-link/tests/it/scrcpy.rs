//! A scripted scrcpy server on the scripted phone.

use bytes::{Bytes, BytesMut};
use phone_link::wire::Decoder;
use phone_link::wire::screen::{
    Codec, Framing, ServerArgs, Session, Version, VideoPacket, device_name_bytes,
    stream_header_bytes,
};
use phone_link::wire::service::Service;
use phone_link::wire::sync::{MODE_FILE, Stat, SyncReply, SyncRequest, SyncRequests};
use phone_link::{Link, ScreenOptions, ScreenSession, ServerFile};

use super::adbd::{Adbd, Ids, pair};

pub fn file() -> ServerFile {
    file_of(Version::V3_3_4)
}

pub fn file_of(version: Version) -> ServerFile {
    ServerFile::trusted(&b"server"[..], version.text()).unwrap()
}

/// Answers the question for the server file with its size, 0 for no such file.
pub async fn tell_size(adbd: &mut Adbd, size: u64) {
    let (service, ids) = adbd.accept().await;
    assert_eq!(service, Service::Sync);
    let mut requests = Decoder::<SyncRequests>::default();
    let asked = adbd.message(ids, &mut requests).await;
    assert_eq!(asked, Some(SyncRequest::Stat(file().remote_path())));
    let stat = Stat {
        mode: MODE_FILE,
        size,
        mtime_s: 0,
    };
    let stat = if size == 0 { Stat::default() } else { stat };
    adbd.write(ids, SyncReply::Stat(stat).to_bytes().unwrap())
        .await;
}

/// The server's command line.
pub async fn start(adbd: &mut Adbd) -> (ServerArgs, Ids) {
    let (service, shell) = adbd.accept().await;
    let Service::ShellV2 { command, .. } = service else {
        panic!("{service:?}");
    };
    let head = format!(
        "CLASSPATH={} app_process / com.genymobile.scrcpy.Server ",
        file().remote_path()
    );
    let words = command.strip_prefix(&head).unwrap();
    (ServerArgs::parse(words.split(' ')).unwrap(), shell)
}

pub async fn accept_socket(adbd: &mut Adbd, args: &ServerArgs) -> Ids {
    let (service, ids) = adbd.accept().await;
    assert_eq!(
        service,
        Service::local_abstract(args.socket_name().to_string())
    );
    ids
}

pub fn video_head(codec: Codec, width: u16, height: u16) -> Bytes {
    let mut out = BytesMut::from(&[0][..]);
    out.extend_from_slice(&device_name_bytes("Test phone"));
    out.extend_from_slice(&stream_header_bytes(codec, width, height));
    out.freeze()
}

/// Head of a version 4 video stream: the codec alone, then the first session.
pub fn video_head_4(codec: Codec, width: u16, height: u16) -> Bytes {
    let mut out = BytesMut::from(&[0][..]);
    out.extend_from_slice(&device_name_bytes("Test phone"));
    out.extend_from_slice(&codec.to_bytes());
    let first = Session {
        width,
        height,
        resized: false,
    };
    out.extend_from_slice(&first.to_bytes());
    out.freeze()
}

pub fn packet(packet: &VideoPacket) -> Bytes {
    packet_of(Framing::V3, packet)
}

pub fn packet_of(framing: Framing, packet: &VideoPacket) -> Bytes {
    let mut out = BytesMut::new();
    packet.encode(framing, &mut out).unwrap();
    out.freeze()
}

/// The phone's ends of a running session.
pub struct Server {
    pub adbd: Adbd,
    pub shell: Ids,
    pub video: Ids,
    pub control: Option<Ids>,
}

pub async fn session(options: &ScreenOptions) -> (Link, ScreenSession, Server) {
    session_of(Version::V3_3_4, options).await
}

pub async fn session_of(
    version: Version,
    options: &ScreenOptions,
) -> (Link, ScreenSession, Server) {
    let (link, mut adbd) = pair().await;
    let file = file_of(version);
    let (session, server) = tokio::join!(link.open_screen(&file, options), async {
        tell_size(&mut adbd, 6).await;
        let (args, shell) = start(&mut adbd).await;
        assert_eq!(args.version, version.text());
        let video = accept_socket(&mut adbd, &args).await;
        let control = if args.control {
            Some(accept_socket(&mut adbd, &args).await)
        } else {
            None
        };
        let head = match version.framing() {
            Framing::V3 => video_head(Codec::H264, 720, 1280),
            Framing::V4 => video_head_4(Codec::H264, 720, 1280),
        };
        adbd.write(video, head).await;
        Server {
            adbd,
            shell,
            video,
            control,
        }
    });
    (link, session.unwrap(), server)
}

/// An SPS of this size in macroblocks, and some PPS.
pub fn config(width_blocks: u32, height_blocks: u32) -> Bytes {
    let mut bits = String::from("01000010110000000001111");
    bits.push('1');
    let ue = |value: u32| {
        let digits = format!("{:b}", value + 1);
        format!("{}{digits}", "0".repeat(digits.len() - 1))
    };
    for value in [0, 0, 2, 1] {
        bits += &ue(value);
    }
    bits += "0";
    bits += &ue(width_blocks - 1);
    bits += &ue(height_blocks - 1);
    bits += "11001";
    while bits.len() % 8 != 0 {
        bits.push('0');
    }
    let mut out = vec![0, 0, 0, 1, 0x67];
    for byte in bits.as_bytes().chunks(8) {
        let byte = u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap();
        // Two zeros may only be followed by more than 3: H.264 puts a 3 between.
        if out.ends_with(&[0, 0]) && byte <= 3 {
            out.push(3);
        }
        out.push(byte);
    }
    out.extend_from_slice(&[0, 0, 0, 1, 0x68, 0xce, 0x3c, 0x80]);
    out.into()
}
