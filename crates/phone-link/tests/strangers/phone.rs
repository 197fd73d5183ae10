//! A phone with a few services and files, for an adb server to connect to.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use bytes::{Bytes, BytesMut};
use phone_link::wire::Decoder;
use phone_link::wire::banner::Banner;
use phone_link::wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use phone_link::wire::service::{Namespace, Service};
use phone_link::wire::sync::{Expect, MODE_FILE, Stat, SyncReply, SyncRequest, SyncRequests};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

const PROPERTIES: &str =
    "[ro.product.name]: [owl]\n[ro.product.model]: [Scripted]\n[ro.product.device]: [owl]\n";
const BANNER: &str = "device::ro.product.name=owl;ro.product.model=Scripted;features=cmd";
/// Fits into a bridge's packets whatever they are.
const WRITE_BYTES: usize = 4096;

type Files = Arc<Mutex<HashMap<String, Vec<u8>>>>;

/// Where it listens; it lives as long as the test's runtime.
pub async fn start() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let files = Files::default();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            tokio::spawn(serve(socket, Arc::clone(&files)));
        }
    });
    address
}

/// One service that is open.
#[derive(Default)]
struct Open {
    echoes: bool,
    sync: Option<Sync>,
    /// Not sent yet; one write is under way at a time.
    out: VecDeque<Bytes>,
    unacked: bool,
    ends: bool,
}

#[derive(Default)]
struct Sync {
    requests: Decoder<SyncRequests>,
    writing: Option<(String, Vec<u8>)>,
}

impl Open {
    fn say(&mut self, bytes: &[u8]) {
        let parts = bytes.chunks(WRITE_BYTES).map(Bytes::copy_from_slice);
        self.out.extend(parts);
    }

    /// `None` for a service that is not there.
    fn of(service: &Service) -> Option<Self> {
        let mut open = Self::default();
        match service {
            Service::Shell(command) if command == "getprop" => {
                open.say(PROPERTIES.as_bytes());
                open.ends = true;
            }
            Service::Exec(command) => {
                open.say(command.as_bytes());
                open.ends = true;
            }
            Service::Local(Namespace::Abstract, name) if name == "echo" => open.echoes = true,
            Service::Sync => open.sync = Some(Sync::default()),
            _ => return None,
        }
        Some(open)
    }

    fn hear(&mut self, data: &[u8], files: &Files) {
        if self.echoes {
            self.say(data);
        }
        let Some(mut sync) = self.sync.take() else {
            return;
        };
        sync.requests.feed(data);
        while let Some(request) = sync.requests.pull().unwrap() {
            self.ends |= request == SyncRequest::Quit;
            for reply in sync.obey(request, files) {
                self.say(&reply.to_bytes().unwrap());
            }
        }
        self.sync = Some(sync);
    }
}

impl Sync {
    fn obey(&mut self, request: SyncRequest, files: &Files) -> Vec<SyncReply> {
        let mut files = files.lock().unwrap();
        match request {
            SyncRequest::Send { path, .. } => self.writing = Some((path, Vec::new())),
            SyncRequest::Data(data) => {
                self.writing.as_mut().unwrap().1.extend_from_slice(&data);
            }
            SyncRequest::Done(_) => {
                files.extend(self.writing.take());
                return vec![SyncReply::Okay];
            }
            SyncRequest::Stat(path) => {
                let stat = files.get(&path).map(|content| Stat {
                    // As Android: a file of nothing at the beginning of time looks like none.
                    mode: if content.is_empty() { 0 } else { MODE_FILE },
                    size: content.len() as u64,
                    mtime_s: 0,
                });
                return vec![SyncReply::Stat(stat.unwrap_or_default())];
            }
            SyncRequest::Receive(path) => {
                let content = files.get(&path).cloned().unwrap_or_default();
                let data = content
                    .chunks(60_000)
                    .map(|part| SyncReply::Data(Bytes::copy_from_slice(part)));
                return data.chain([SyncReply::Done(Expect::File)]).collect();
            }
            _ => {}
        }
        Vec::new()
    }
}

async fn serve(mut socket: TcpStream, files: Files) {
    let mut packets = Packets::handshake();
    packets.agree(Agreement::with_peer(VERSION, PAYLOAD_MAX_BYTES).unwrap());
    let mut decoder = Decoder::new(packets);
    let mut streams: HashMap<u32, Open> = HashMap::new();
    loop {
        let mut out = BytesMut::new();
        while let Some(packet) = decoder.pull().unwrap() {
            take(&packet, &mut streams, &files, &mut out);
        }
        if socket.write_all(&out).await.is_err() {
            return;
        }
        match socket.read_buf(decoder.buffer_mut()).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

/// Ids here are the host's own.
fn take(packet: &Packet, streams: &mut HashMap<u32, Open>, files: &Files, out: &mut BytesMut) {
    let id = packet.arg0;
    match packet.command {
        Command::Connect => {
            let banner = Banner::parse(BANNER.as_bytes()).unwrap();
            Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner).encode(true, out);
        }
        Command::Open => match Open::of(&Service::parse(&packet.payload).unwrap()) {
            Some(open) => {
                Packet::okay(id, id).encode(false, out);
                streams.insert(id, open);
            }
            None => Packet::close(0, id).encode(false, out),
        },
        Command::Write => {
            if let Some(open) = streams.get_mut(&id) {
                Packet::okay(id, id).encode(false, out);
                open.hear(&packet.payload, files);
            }
        }
        Command::Okay => {
            if let Some(open) = streams.get_mut(&id) {
                open.unacked = false;
            }
        }
        Command::Close => {
            streams.remove(&id);
        }
        other => panic!("{other:?}"),
    }
    let Some(open) = streams.get_mut(&id) else {
        return;
    };
    if !open.unacked
        && let Some(data) = open.out.pop_front()
    {
        open.unacked = true;
        Packet::write(id, id, data).encode(false, out);
    }
    if open.ends && !open.unacked && open.out.is_empty() {
        Packet::close(id, id).encode(false, out);
        streams.remove(&id);
    }
}
