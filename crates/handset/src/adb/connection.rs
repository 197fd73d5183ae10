//! TCP connection of a host to a phone: handshake, then packets routed to streams. Bytes that are not ADB end it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::BytesMut;
use causes::causes;
use phone_wire::Decoder;
use phone_wire::banner::{Banner, Feature, Features, Role};
use phone_wire::packet::{
    Agreement, Command, PAYLOAD_MAX_BYTES, Packet, PacketError, Packets, VERSION,
};
use phone_wire::service::Service;
use rand::RngExt as _;
use thiserror::Error;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tracing::Instrument as _;

use super::handshake::{self, Ends, STEP_TIMEOUT};
use super::services::{self, Ready};
use super::stream::Link;
use crate::fault::InjectedFault;
use crate::phone::Phone;

/// Most streams that one connection may have open.
const STREAMS_LIMIT: usize = 128;
/// Time for which a peer may leave our bytes unread before its connection is dropped.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// Bytes gathered for one write to the socket.
const BATCH_BYTES: usize = 64 * 1024;
/// Length of the garbage that a phone sends under that fault.
const NOISE_BYTES: usize = 512;

/// Reason why a connection ended.
#[derive(Debug, Error)]
pub(super) enum ConnectionError {
    #[error(transparent)]
    Packet(#[from] PacketError),
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error("nothing within {STEP_TIMEOUT:?}")]
    Silent,
    #[error("the host's key is not allowed")]
    NotAllowed,
    #[error("{0:?} before CNXN")]
    NotConnected(Command),
    #[error("payload limit of the peer is too small")]
    BadLimit,
    #[error("WRTE without waiting for OKAY, or OKAY otherwise than agreed")]
    NoFlowControl,
    #[error("the peer does not read")]
    Overrun,
}

/// Features that work on this phone. No other may be announced, for an announced feature is used at once.
const FEATURES: Features = Features::of(&[
    Feature::ShellV2,
    Feature::Cmd,
    Feature::StatV2,
    Feature::LsV2,
    Feature::FixedPushMkdir,
    Feature::Abb,
    Feature::AbbExec,
    Feature::DelayedAck,
]);

/// Serves one host until it leaves or errs.
pub(crate) async fn serve(socket: TcpStream, phone: Arc<Phone>) {
    match run(socket, phone).await {
        Ok(()) => tracing::debug!("adb host left"),
        Err(error) => tracing::debug!(error = %causes(&error), "adb connection dropped"),
    }
}

async fn run(socket: TcpStream, phone: Arc<Phone>) -> Result<(), ConnectionError> {
    socket.set_nodelay(true)?;
    let (mut input, mut output) = socket.into_split();
    match phone.fault() {
        InjectedFault::Refuse => return Ok(()),
        InjectedFault::Stall => return stall(&phone, &mut input).await,
        InjectedFault::Garbage => return Ok(output.write_all(&noise()).await?),
        InjectedFault::None
        | InjectedFault::Slow(_)
        | InjectedFault::Die(_)
        | InjectedFault::NoEncoder
        | InjectedFault::NoInput
        | InjectedFault::NoUhid
        | InjectedFault::Killed
        | InjectedFault::OtherVersion
        | InjectedFault::Full
        | InjectedFault::Step(..) => {}
    }
    let mut packets = Decoder::new(Packets::handshake());
    let mut ends = Ends {
        input: &mut input,
        output: &mut output,
        packets: &mut packets,
    };
    let Some((agreement, features)) = handshake::meet(&phone, &mut ends).await? else {
        return Ok(());
    };
    let (sender, receiver) = mpsc::unbounded_channel();
    let queued = Arc::new(AtomicUsize::new(0));
    let delayed = features.has(Feature::DelayedAck);
    let link = Link::new(sender, queued.clone(), agreement.max_payload, delayed);
    let mut tasks = JoinSet::new();
    tasks.spawn(write(output, receiver, queued, agreement, phone.faults()));
    // The answering CNXN carries its checksum whatever the version, so the writer sets that of its first packet.
    link.send(Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner(&phone)));
    let result = route(&mut input, &mut packets, &link, &phone, &mut tasks).await;
    link.close_all();
    phone.reverses.forget(&link);
    result
}

/// Reads and drops the host's bytes and sends nothing, until the fault is over or the host leaves.
async fn stall(phone: &Arc<Phone>, input: &mut OwnedReadHalf) -> Result<(), ConnectionError> {
    let mut faults = phone.faults();
    let mut ignored = [0; 4096];
    loop {
        tokio::select! {
            // An error means that the phone is gone.
            _ = faults.wait_for(|fault| *fault != InjectedFault::Stall) => return Ok(()),
            read = input.read(&mut ignored) => if read? == 0 {
                return Ok(());
            },
        }
    }
}

fn noise() -> [u8; NOISE_BYTES] {
    let mut noise = [0; NOISE_BYTES];
    rand::rng().fill(&mut noise);
    // The magic field gets the first byte of the command, of which it should be the complement, so that no random bytes make a packet.
    let first = noise[0];
    noise[20..24].fill(first);
    noise
}

fn banner(phone: &Phone) -> Banner {
    let identity = &phone.identity;
    // AOSP's own parser fails on `:` and `=` in a value.
    let plain = |value: &str| value.replace([':', '=', ';'], "_");
    let properties = [
        ("ro.product.name", identity.device.to_lowercase()),
        ("ro.product.model", identity.model.clone()),
        ("ro.product.device", identity.device.clone()),
    ];
    Banner {
        role: Role::Device,
        properties: properties
            .into_iter()
            .map(|(name, value)| (name.to_owned(), plain(&value)))
            .collect(),
        features: FEATURES,
    }
}

/// The next packet; `None` when the host closed between packets.
pub(super) async fn next(
    input: &mut OwnedReadHalf,
    packets: &mut Decoder<Packets>,
) -> Result<Option<Packet>, ConnectionError> {
    loop {
        if let Some(packet) = packets.pull()? {
            return Ok(Some(packet));
        }
        packets.buffer_mut().reserve(16 * 1024);
        if input.read_buf(packets.buffer_mut()).await? == 0 {
            return Ok(None);
        }
    }
}

async fn route(
    input: &mut OwnedReadHalf,
    packets: &mut Decoder<Packets>,
    link: &Arc<Link>,
    phone: &Arc<Phone>,
    tasks: &mut JoinSet<()>,
) -> Result<(), ConnectionError> {
    loop {
        let packet = tokio::select! {
            packet = next(input, packets) => match packet? {
                Some(packet) => packet,
                None => return Ok(()),
            },
            // Finished services leave; the writer only ends when the peer no longer takes anything.
            Some(_) = tasks.join_next() => {
                if link.is_closed() {
                    return Err(ConnectionError::Overrun);
                }
                continue;
            }
        };
        match packet.command {
            Command::Open => {
                open(&packet, link.next_id(), link, phone, tasks);
            }
            Command::Okay => {
                if !link.acknowledge(&packet) {
                    return Err(ConnectionError::NoFlowControl);
                }
            }
            Command::Write => {
                if !link.deliver(packet.arg1, packet.payload) {
                    return Err(ConnectionError::NoFlowControl);
                }
            }
            Command::Close => link.closed_by_peer(packet.arg1, packet.arg0),
            // A host that starts another handshake on the same socket is dropped, so that it reconnects; adbd would begin anew on the socket.
            Command::Connect | Command::Auth | Command::Tls => {
                return Err(ConnectionError::NotConnected(packet.command));
            }
            Command::Unknown(number) => tracing::debug!(number, "unknown adb packet ignored"),
        }
        if link.is_overrun() {
            return Err(ConnectionError::Overrun);
        }
    }
}

fn open(
    packet: &Packet,
    local: u32,
    link: &Arc<Link>,
    phone: &Arc<Phone>,
    tasks: &mut JoinSet<()>,
) {
    let (remote, window) = (packet.arg0, packet.arg1);
    let service = (remote != 0 && link.may_open(window) && link.count() < STREAMS_LIMIT)
        .then(|| Service::parse(&packet.payload).ok())
        .flatten();
    let ready = service.and_then(|service| services::find(phone, service));
    match ready {
        None => link.send(Packet::close(0, remote)),
        // The stream is handed over here, in the order of the OPENs: a scrcpy server tells its sockets apart by their order alone.
        Some(Ready::Socket(place)) => {
            place.send(link.accept(local, remote, window));
        }
        Some(Ready::AdbdService(own)) => {
            let stream = link.accept(local, remote, window);
            let phone = phone.clone();
            let service = async move { services::run(phone, own, stream).await };
            tasks.spawn(service.in_current_span());
        }
    }
}

/// Writes queued packets, several at once. Ends when the connection does.
async fn write(
    mut output: OwnedWriteHalf,
    mut queue: mpsc::UnboundedReceiver<Packet>,
    queued: Arc<AtomicUsize>,
    agreement: Agreement,
    faults: watch::Receiver<InjectedFault>,
) {
    let mut checksum = true;
    let mut batch = BytesMut::new();
    while let Some(packet) = queue.recv().await {
        packet.encode(checksum, &mut batch);
        checksum = agreement.checksum();
        let mut count = 1;
        while batch.len() < BATCH_BYTES
            && let Ok(packet) = queue.try_recv()
        {
            packet.encode(checksum, &mut batch);
            count += 1;
        }
        // The value is copied, so that no borrow is held over an await.
        let fault = *faults.borrow();
        match fault {
            InjectedFault::Slow(time) => tokio::time::sleep(time).await,
            InjectedFault::Garbage => {
                batch.clear();
                batch.extend_from_slice(&noise());
            }
            InjectedFault::None
            | InjectedFault::Refuse
            | InjectedFault::Stall
            | InjectedFault::Die(_)
            | InjectedFault::NoEncoder
            | InjectedFault::NoInput
            | InjectedFault::NoUhid
            | InjectedFault::Killed
            | InjectedFault::OtherVersion
            | InjectedFault::Full
            | InjectedFault::Step(..) => {}
        }
        let written = tokio::time::timeout(WRITE_TIMEOUT, output.write_all(&batch)).await;
        queued.fetch_sub(count, Ordering::Relaxed);
        if !matches!(written, Ok(Ok(()))) {
            return;
        }
        batch.clear();
        if batch.capacity() > 4 * BATCH_BYTES {
            batch = BytesMut::new();
        }
    }
}
