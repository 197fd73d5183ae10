//! One connection: packets in, streams routed, one write at a time per stream.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::{Bytes, BytesMut};
use phone_wire::Decoder;
use phone_wire::banner::{Banner, Feature, Features, Role};
use phone_wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use phone_wire::service::Service;
use phone_wire::shell::ShellPacket;
use phone_wire::sync::{MODE_FILE, Stat, Stat2, SyncReply, SyncRequest, SyncRequests};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinSet;

use super::server::Servers;
use super::{Act, Manner, Seen};

pub async fn listen(
    listener: TcpListener,
    manner: Arc<Manner>,
    seen: mpsc::UnboundedSender<Seen>,
    acts: broadcast::Sender<Act>,
) {
    let mut connections = JoinSet::new();
    while let Ok((socket, _)) = listener.accept().await {
        manner.connections.fetch_add(1, Ordering::SeqCst);
        let hostile = manner.hostile.borrow().clone();
        if let Some(hostile) = hostile {
            let mut healed = manner.hostile.subscribe();
            connections.spawn(async move {
                tokio::select! {
                    () = hostile(socket) => {}
                    _ = healed.wait_for(Option::is_none) => {}
                }
            });
            continue;
        }
        connections.spawn(
            Connection::new(socket, Arc::clone(&manner), seen.clone()).run(acts.subscribe()),
        );
    }
}

enum Purpose {
    Sync(Decoder<SyncRequests>),
    /// A screen server's shell, its video or its control, by scid.
    Shell(u32),
    Screen(u32),
    Other,
}

struct Stream {
    local: u32,
    purpose: Purpose,
    queue: VecDeque<Bytes>,
    unacknowledged: bool,
    closing: bool,
}

/// The streams of a connection, by the client's id.
#[derive(Default)]
pub struct Streams {
    by_client: HashMap<u32, Stream>,
    last_local: u32,
    out: BytesMut,
}

impl Streams {
    fn accept(&mut self, client: u32, purpose: Purpose) {
        self.last_local += 1;
        let local = self.last_local;
        self.by_client.insert(
            client,
            Stream {
                local,
                purpose,
                queue: VecDeque::new(),
                unacknowledged: false,
                closing: false,
            },
        );
        Packet::okay(local, client).encode(false, &mut self.out);
    }

    pub fn send(&mut self, client: u32, data: impl Into<Bytes>) {
        if let Some(stream) = self.by_client.get_mut(&client) {
            stream.queue.push_back(data.into());
            self.pump(client);
        }
    }

    pub fn close(&mut self, client: u32) {
        if let Some(stream) = self.by_client.get_mut(&client) {
            stream.closing = true;
            self.pump(client);
        }
    }

    fn acknowledged(&mut self, client: u32) {
        if let Some(stream) = self.by_client.get_mut(&client) {
            stream.unacknowledged = false;
            self.pump(client);
        }
    }

    fn pump(&mut self, client: u32) {
        let Some(stream) = self.by_client.get_mut(&client) else {
            return;
        };
        if stream.unacknowledged {
            return;
        }
        if let Some(data) = stream.queue.pop_front() {
            stream.unacknowledged = true;
            Packet::write(stream.local, client, data).encode(false, &mut self.out);
        } else if stream.closing {
            Packet::close(stream.local, client).encode(false, &mut self.out);
            self.by_client.remove(&client);
        }
    }
}

struct Connection {
    socket: TcpStream,
    manner: Arc<Manner>,
    streams: Streams,
    servers: Servers,
}

impl Connection {
    fn new(socket: TcpStream, manner: Arc<Manner>, seen: mpsc::UnboundedSender<Seen>) -> Self {
        let servers = Servers::new(Arc::clone(&manner), seen);
        Self {
            socket,
            manner,
            streams: Streams::default(),
            servers,
        }
    }

    async fn run(mut self, mut acts: broadcast::Receiver<Act>) {
        let mut packets = Decoder::new(Packets::handshake());
        let mut buffer = vec![0; 64 * 1024];
        let mut stalled = self.manner.stalled.subscribe();
        loop {
            if stalled.wait_for(|stalled| !stalled).await.is_err() {
                return;
            }
            tokio::select! {
                read = self.socket.read(&mut buffer) => match read {
                    Ok(count) if count > 0 => packets.feed(&buffer[..count]),
                    Ok(_) | Err(_) => return,
                },
                act = acts.recv() => match act {
                    Ok(Act::Cut) | Err(_) => return,
                    Ok(Act::AdbBytes(bytes)) => self.streams.out.extend_from_slice(bytes),
                    Ok(act) => self.servers.act(&act, &mut self.streams),
                },
            }
            while let Some(packet) = packets.pull().expect("the client speaks ADB") {
                if packet.command == Command::Connect {
                    let agreement = Agreement::with_peer(packet.arg0, packet.arg1).expect("limits");
                    packets.grammar_mut().agree(agreement);
                }
                if !self.manner.mute.load(Ordering::SeqCst) {
                    self.answer(&packet);
                }
            }
            let out = self.streams.out.split();
            if self.socket.write_all(&out).await.is_err() {
                return;
            }
        }
    }

    fn answer(&mut self, packet: &Packet) {
        match packet.command {
            Command::Connect => {
                let features = Features::of(&[
                    Feature::ShellV2,
                    Feature::Cmd,
                    Feature::StatV2,
                    Feature::LsV2,
                ]);
                let banner = Banner {
                    role: Role::Device,
                    properties: Vec::new(),
                    features,
                };
                Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner)
                    .encode(true, &mut self.streams.out);
            }
            Command::Open => {
                let service = Service::parse(&packet.payload).expect("a service");
                self.open(packet.arg0, service);
            }
            Command::Okay => self.streams.acknowledged(packet.arg0),
            Command::Write => self.data(packet.arg0, packet.arg1, &packet.payload),
            Command::Close => {
                if let Some(stream) = self.streams.by_client.remove(&packet.arg0)
                    && let Purpose::Shell(scid) | Purpose::Screen(scid) = stream.purpose
                {
                    self.servers.end(scid, true, &mut self.streams);
                }
            }
            Command::Auth | Command::Tls | Command::Unknown(_) => {
                panic!("{packet:?} is not expected")
            }
        }
    }

    fn open(&mut self, client: u32, service: Service) {
        match service {
            Service::Sync => self
                .streams
                .accept(client, Purpose::Sync(Decoder::default())),
            Service::ShellV2 { command, .. } if command.contains("app_process") => {
                match self.servers.start(client, &command) {
                    Ok(scid) => self.streams.accept(client, Purpose::Shell(scid)),
                    Err((words, code)) => {
                        self.streams.accept(client, Purpose::Other);
                        self.exit(client, words, code);
                    }
                }
            }
            Service::ShellV2 { command, .. } => {
                self.streams.accept(client, Purpose::Other);
                let booting = self.manner.booting.load(Ordering::SeqCst);
                let no_devices = self.manner.no_devices.load(Ordering::SeqCst);
                let answer = if command.contains("sys.boot_completed") && !booting {
                    "1\n"
                } else if command.contains("ro.product.manufacturer") {
                    "vivo\n"
                } else {
                    "\n"
                };
                let refused = command.contains("/dev/uhid") && no_devices;
                self.exit(client, answer, u8::from(refused));
            }
            Service::Exec(_) => {
                let written = self
                    .manner
                    .screencap
                    .lock()
                    .expect("never poisoned")
                    .clone();
                match written {
                    Some(written) => {
                        self.streams.accept(client, Purpose::Other);
                        self.streams.send(client, written);
                        self.streams.close(client);
                    }
                    None => Packet::close(0, client).encode(false, &mut self.streams.out),
                }
            }
            Service::Local(_, name) => match self.servers.socket(&name, client) {
                Some(scid) => {
                    self.streams.accept(client, Purpose::Screen(scid));
                    self.servers.connected(scid, client, &mut self.streams);
                }
                None => Packet::close(0, client).encode(false, &mut self.streams.out),
            },
            other => panic!("{other:?} is not expected"),
        }
    }

    fn exit(&mut self, client: u32, words: &'static str, code: u8) {
        let mut out = BytesMut::new();
        ShellPacket::Stdout(Bytes::from_static(words.as_bytes())).encode(&mut out);
        ShellPacket::Exit(code).encode(&mut out);
        self.streams.send(client, out.freeze());
        self.streams.close(client);
    }

    fn data(&mut self, client: u32, local: u32, data: &[u8]) {
        let Some(stream) = self.streams.by_client.get_mut(&client) else {
            return;
        };
        Packet::okay(local, client).encode(false, &mut self.streams.out);
        match &mut stream.purpose {
            Purpose::Sync(requests) => {
                requests.feed(data);
                let mut replies = BytesMut::new();
                while let Some(request) = requests.pull().expect("sync") {
                    if let Some(reply) = answer_sync(&request, &self.manner.file_bytes) {
                        reply.encode(&mut replies).expect("a reply");
                    }
                }
                if !replies.is_empty() {
                    self.streams.send(client, replies.freeze());
                }
            }
            Purpose::Screen(scid) => {
                let scid = *scid;
                self.servers.controlled(scid, data, &mut self.streams);
            }
            Purpose::Shell(_) | Purpose::Other => {}
        }
    }
}

/// Linux: no such file.
const ABSENT: u32 = 2;

/// One file is kept, by its size alone.
fn answer_sync(request: &SyncRequest, file_bytes: &AtomicUsize) -> Option<SyncReply> {
    match request {
        SyncRequest::Lstat2(_) => {
            let size = file_bytes.load(Ordering::SeqCst);
            Some(SyncReply::Lstat2(match size {
                0 => Stat2 {
                    error: ABSENT,
                    ..Stat2::default()
                },
                size => Stat2 {
                    stat: Stat {
                        mode: MODE_FILE,
                        size: size as u64,
                        mtime_s: 0,
                    },
                    ..Stat2::default()
                },
            }))
        }
        SyncRequest::Send { .. } => {
            file_bytes.store(0, Ordering::SeqCst);
            None
        }
        SyncRequest::Data(data) => {
            file_bytes.fetch_add(data.len(), Ordering::SeqCst);
            None
        }
        SyncRequest::Done(_) => Some(SyncReply::Okay),
        SyncRequest::Quit => None,
        other => panic!("{other:?} is not expected"),
    }
}
