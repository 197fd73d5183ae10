//! A small ADB host made of the wire's codecs.

use std::collections::{HashMap, HashSet, VecDeque};
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use eventually::eventually;
use handset::{Host, HostOptions};
use phone_wire::Decoder;
use phone_wire::banner::{Banner, Feature, Features};
use phone_wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use phone_wire::service::Service;
use phone_wire::shell::{ShellPacket, ShellPackets};
use phone_wire::sync::{SyncReplies, SyncReply, SyncRequest};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Fails the test when something never happens.
pub async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(Duration::from_mins(2), future).await;
    done.unwrap_or_else(|_| panic!("never happened: {what}"))
}

/// A phone that keeps its data in a folder of the test's own.
pub struct Stage {
    pub host: Host,
    pub folder: TempDir,
}

impl Stage {
    pub async fn new() -> Self {
        Self::of(1).await
    }

    /// A stage whose host has `count` phones.
    pub async fn of(count: usize) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let host = start(count, Some(folder.path().to_owned())).await;
        Self { host, folder }
    }

    pub async fn connect(&self) -> Adb {
        Adb::connect(self.host.addresses()[0]).await
    }

    /// The phone's files on the host.
    pub fn fs(&self) -> PathBuf {
        self.folder.path().join("phone-0000/fs")
    }

    pub async fn restart(self) -> Self {
        self.host.stop().await;
        let host = start(1, Some(self.folder.path().to_owned())).await;
        Self {
            host,
            folder: self.folder,
        }
    }
}

pub async fn start(count: usize, data_dir: Option<PathBuf>) -> Host {
    let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    Host::start(HostOptions {
        listen,
        count,
        data_dir,
    })
    .await
    .expect("phones start")
}

/// A host's connection to a phone. Whatever arrives for other streams waits for its reader.
pub struct Adb {
    socket: TcpStream,
    packets: Decoder<Packets>,
    next_id: u32,
    streams: HashMap<u32, Side>,
    /// Streams whose data is not acknowledged.
    pub held: HashSet<u32>,
    pub banner: Banner,
}

#[derive(Default)]
struct Side {
    remote: u32,
    arrived: VecDeque<Bytes>,
    unacknowledged: bool,
    closed: bool,
}

impl Adb {
    pub async fn connect(address: SocketAddr) -> Self {
        Self::connect_as(address, VERSION).await
    }

    pub async fn connect_as(address: SocketAddr, version: u32) -> Self {
        let features = Features::of(&[Feature::ShellV2, Feature::StatV2, Feature::LsV2]);
        Self::connect_with(address, version, features).await
    }

    pub async fn connect_with(address: SocketAddr, version: u32, features: Features) -> Self {
        let mut socket = TcpStream::connect(address)
            .await
            .expect("the phone listens");
        let mut hello = BytesMut::new();
        Packet::connect(version, PAYLOAD_MAX_BYTES, &Banner::host(features))
            .encode(true, &mut hello);
        socket.write_all(&hello).await.expect("hello is sent");
        let mut adb = Self {
            socket,
            packets: Decoder::new(Packets::handshake()),
            next_id: 0,
            streams: HashMap::new(),
            held: HashSet::new(),
            banner: Banner::default(),
        };
        let answer = adb.packet().await.expect("the phone answers");
        assert_eq!(answer.command, Command::Connect);
        let agreement =
            Agreement::with_peer(answer.arg0.min(version), answer.arg1).expect("an agreement");
        adb.packets.grammar_mut().agree(agreement);
        adb.banner = Banner::parse(&answer.payload).expect("a banner");
        adb
    }

    /// The next packet; `None` when the phone closed the connection.
    pub async fn packet(&mut self) -> Option<Packet> {
        loop {
            if let Some(packet) = self.packets.pull().expect("the phone speaks ADB") {
                return Some(packet);
            }
            let read = soon(
                "bytes from the phone",
                self.socket.read_buf(self.packets.buffer_mut()),
            )
            .await;
            if read.unwrap_or(0) == 0 {
                return None;
            }
        }
    }

    pub async fn send(&mut self, packet: &Packet) {
        let mut bytes = BytesMut::new();
        packet.encode(true, &mut bytes);
        self.socket
            .write_all(&bytes)
            .await
            .expect("the phone reads");
    }

    pub async fn send_raw(&mut self, bytes: &[u8]) {
        self.socket.write_all(bytes).await.expect("the phone reads");
    }

    /// Whether the phone has ended the connection (waits for it).
    pub async fn is_dropped(&mut self) -> bool {
        while self.packet().await.is_some() {}
        true
    }

    /// Routes one packet; panics when the connection ended.
    async fn route(&mut self) {
        let packet = self.packet().await.expect("the connection stays");
        let local = packet.arg1;
        let Some(side) = self.streams.get_mut(&local) else {
            return;
        };
        match packet.command {
            Command::Okay => {
                side.remote = packet.arg0;
                side.unacknowledged = false;
            }
            Command::Close => side.closed = true,
            Command::Write => {
                side.arrived.push_back(packet.payload);
                let okay = Packet::okay(local, side.remote);
                if !self.held.contains(&local) {
                    self.send(&okay).await;
                }
            }
            other => panic!("unexpected {other:?}"),
        }
    }

    /// Asks for a service without waiting for an answer: a phone that dies of it may have none left to give.
    pub async fn ask(&mut self, service: &Service) -> u32 {
        self.next_id += 1;
        let local = self.next_id;
        self.streams.insert(local, Side::default());
        self.send(&Packet::open(local, service)).await;
        local
    }

    /// Opens a service; `None` if the phone refuses.
    pub async fn open(&mut self, service: &Service) -> Option<u32> {
        let local = self.ask(service).await;
        loop {
            self.route().await;
            let side = &self.streams[&local];
            if side.remote != 0 {
                return Some(local);
            }
            if side.closed {
                return None;
            }
        }
    }

    /// Opens a service twice, both in one write, until two are accepted: in the order in which they were asked for.
    pub async fn open_two(&mut self, service: &Service) -> [u32; 2] {
        let mut accepted = Vec::new();
        loop {
            let ids = [self.next_id + 1, self.next_id + 2];
            self.next_id += 2;
            let mut bytes = BytesMut::new();
            for id in ids {
                self.streams.insert(id, Side::default());
                Packet::open(id, service).encode(true, &mut bytes);
            }
            self.send_raw(&bytes).await;
            for id in ids {
                while self.streams[&id].remote == 0 && !self.streams[&id].closed {
                    self.route().await;
                }
                if self.streams[&id].remote != 0 {
                    accepted.push(id);
                }
            }
            if let [first, second, ..] = accepted[..] {
                return [first, second];
            }
        }
    }

    /// Sends data and waits until the phone took it; false if the stream closed instead.
    pub async fn write(&mut self, id: u32, data: impl Into<Bytes>) -> bool {
        let side = self.streams.get_mut(&id).expect("an open stream");
        side.unacknowledged = true;
        let packet = Packet::write(id, side.remote, data.into());
        self.send(&packet).await;
        loop {
            let side = &self.streams[&id];
            if !side.unacknowledged {
                return true;
            }
            if side.closed {
                return false;
            }
            self.route().await;
        }
    }

    /// The next data of a stream; `None` when the phone closed it.
    pub async fn read(&mut self, id: u32) -> Option<Bytes> {
        loop {
            let side = self.streams.get_mut(&id).expect("an open stream");
            if let Some(data) = side.arrived.pop_front() {
                return Some(data);
            }
            if side.closed {
                return None;
            }
            self.route().await;
        }
    }

    pub async fn read_to_end(&mut self, id: u32) -> Vec<u8> {
        let mut all = Vec::new();
        while let Some(data) = self.read(id).await {
            all.extend_from_slice(&data);
        }
        all
    }

    /// Acknowledges what a held stream has received.
    pub async fn release(&mut self, id: u32) {
        self.held.remove(&id);
        let okay = Packet::okay(id, self.streams[&id].remote);
        self.send(&okay).await;
    }

    pub async fn close(&mut self, id: u32) {
        let remote = self.streams[&id].remote;
        self.send(&Packet::close(id, remote)).await;
    }

    /// Runs a command: standard output, standard error, exit code.
    pub async fn shell(&mut self, command: &str) -> (String, String, u8) {
        let id = self
            .open(&Service::shell_v2(command))
            .await
            .expect("a shell");
        self.finish_shell(id).await
    }

    pub async fn finish_shell(&mut self, id: u32) -> (String, String, u8) {
        let all = self.read_to_end(id).await;
        let mut packets = Decoder::<ShellPackets>::default();
        packets.feed(&all);
        let (mut out, mut err, mut code) = (Vec::new(), Vec::new(), None);
        while let Some(packet) = packets.pull().expect("shell v2") {
            assert_eq!(code, None, "nothing follows the exit code");
            match packet {
                ShellPacket::Stdout(data) => out.extend_from_slice(&data),
                ShellPacket::Stderr(data) => err.extend_from_slice(&data),
                ShellPacket::Exit(exit) => code = Some(exit),
                other => panic!("unexpected {other:?}"),
            }
        }
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (text(out), text(err), code.expect("an exit code"))
    }

    /// Standard output of a command that must succeed.
    pub async fn output(&mut self, command: &str) -> String {
        let (out, err, code) = self.shell(command).await;
        assert_eq!((err.as_str(), code), ("", 0), "{command}");
        out
    }

    /// Asks until a command prints what is expected.
    pub async fn until(&mut self, command: &str, expected: &str) {
        let what = format!("{command} prints {expected}");
        eventually(what, async || {
            let said = self.output(command).await;
            if said.contains(expected) {
                Ok(())
            } else {
                Err(said)
            }
        })
        .await;
    }

    /// Pushes a file; the phone's FAIL words if it refuses.
    pub async fn push(&mut self, path: &str, data: &[u8]) -> Result<(), String> {
        let id = self.open(&Service::Sync).await.expect("sync");
        let mut out = BytesMut::new();
        SyncRequest::Send {
            path: path.to_owned(),
            mode: 0o100_644,
        }
        .encode(&mut out)
        .expect("a path");
        for chunk in data.chunks(64 * 1024) {
            SyncRequest::Data(Bytes::copy_from_slice(chunk))
                .encode(&mut out)
                .expect("a chunk");
        }
        SyncRequest::Done(1_700_000_000)
            .encode(&mut out)
            .expect("an end");
        for piece in out.chunks(100_000) {
            self.write(id, Bytes::copy_from_slice(piece)).await;
        }
        let result = match self.sync_reply(id).await {
            SyncReply::Okay => Ok(()),
            SyncReply::Fail(why) => Err(why),
            other => panic!("unexpected {other:?}"),
        };
        self.close(id).await;
        result
    }

    async fn sync_reply(&mut self, id: u32) -> SyncReply {
        let mut replies = Decoder::<SyncReplies>::default();
        loop {
            if let Some(reply) = replies.pull().expect("sync") {
                return reply;
            }
            let data = self.read(id).await.expect("a reply");
            replies.feed(&data);
        }
    }

    /// Pulls a file; the phone's FAIL words if it refuses.
    pub async fn pull(&mut self, path: &str) -> Result<Vec<u8>, String> {
        let id = self.open(&Service::Sync).await.expect("sync");
        self.write(
            id,
            SyncRequest::Receive(path.to_owned())
                .to_bytes()
                .expect("a path"),
        )
        .await;
        let mut replies = Decoder::<SyncReplies>::default();
        let mut all = Vec::new();
        loop {
            match replies.pull().expect("sync") {
                Some(SyncReply::Data(data)) => all.extend_from_slice(&data),
                Some(SyncReply::Done(_)) => break,
                Some(SyncReply::Fail(why)) => return Err(why),
                Some(other) => panic!("unexpected {other:?}"),
                None => {
                    let data = self.read(id).await.expect("a reply");
                    replies.feed(&data);
                }
            }
        }
        self.close(id).await;
        Ok(all)
    }
}

/// The text of a note as it lies on disk.
pub fn note(fs: &Path, id: u32) -> String {
    std::fs::read_to_string(fs.join(format!(
        "data/data/com.owldeck.notes/files/note-{id:04}.txt"
    )))
    .unwrap_or_default()
}
