//! Multiplexed stream as a service sees it, with both of ADB's flow controls: one unacknowledged WRTE each way, or, where the
//! host can do it too, windows of bytes (feature `delayed_ack`). Source: AOSP `sockets.cpp`.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use phone_wire::packet::Packet;
use phone_wire::service::Service;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};

/// Largest WRTE that this phone sends, in bytes: large enough for speed, small enough that streams share a connection.
const WRITE_LIMIT_BYTES: usize = 256 * 1024;
/// Most packets that may wait for a peer that does not read.
const QUEUE_LIMIT: usize = 8192;

/// Window of a stream, in bytes: data that a host may send before the first of it is acknowledged, with delayed acknowledgement.
const WINDOW_BYTES: u32 = 512 * 1024;
/// Most unacknowledged bytes that this phone sends, however large the host's window: they wait in memory.
const IN_FLIGHT_LIMIT_BYTES: u32 = 1024 * 1024;
/// Largest window in bytes, whatever a host acknowledges; more than a host that counts right can reach.
const CREDIT_LIMIT: usize = 1 << 32;

/// Error: the peer closed the stream, or its connection is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Closed;

/// Shared state of the streams of one connection.
pub(super) struct Link {
    packets: mpsc::UnboundedSender<Packet>,
    queued: Arc<AtomicUsize>,
    streams: Mutex<HashMap<u32, Peer>>,
    /// Streams that this side asked the host for, until it accepts or refuses.
    opening: Mutex<HashMap<u32, oneshot::Sender<Stream>>>,
    last_id: AtomicU32,
    write_limit: usize,
    delayed: bool,
}

/// Entry of a stream in the table by which the reader delivers packets.
struct Peer {
    remote: u32,
    inbox: mpsc::UnboundedSender<Bytes>,
    unread: Arc<AtomicUsize>,
    send_window: Arc<SendWindow>,
}

/// Flow control of a stream: tells when it may be written to.
struct SendWindow {
    /// Permits to send: one while no WRTE of ours waits for its OKAY; with delayed acknowledgement one for each byte that the host takes.
    /// Closed with the stream.
    credit: Semaphore,
    closed_by_peer: watch::Sender<bool>,
}

impl SendWindow {
    /// Waits until data may be sent; returns how many of `most` bytes, 1 at least.
    async fn take(&self, most: usize, delayed: bool) -> Result<usize, Closed> {
        loop {
            let first = self.credit.acquire().await.map_err(|_| Closed)?;
            if !delayed {
                first.forget();
                return Ok(most);
            }
            let more = (most - 1).min(self.credit.available_permits());
            // The permits may have been taken by another writer of this stream meanwhile.
            if let Ok(rest) = self.credit.try_acquire_many(more as u32) {
                first.forget();
                rest.forget();
                return Ok(1 + more);
            }
        }
    }

    /// Adds `bytes` to the host's window, or, negative, takes them away.
    fn grant(&self, bytes: i32) {
        let count = bytes.unsigned_abs() as usize;
        if bytes < 0 {
            self.credit.forget_permits(count);
        } else if self.credit.available_permits() + count <= CREDIT_LIMIT {
            self.credit.add_permits(count);
        }
    }

    fn close(&self) {
        self.closed_by_peer.send_replace(true);
        self.credit.close();
    }
}

impl Link {
    pub(super) fn new(
        packets: mpsc::UnboundedSender<Packet>,
        queued: Arc<AtomicUsize>,
        max_payload: u32,
        delayed: bool,
    ) -> Arc<Self> {
        Arc::new(Self {
            packets,
            queued,
            streams: Mutex::default(),
            opening: Mutex::default(),
            last_id: AtomicU32::new(0),
            write_limit: (max_payload as usize).min(WRITE_LIMIT_BYTES),
            delayed,
        })
    }

    /// Queues a packet. A peer that makes the queue overflow loses its connection, see `is_overrun`.
    pub(super) fn send(&self, packet: Packet) {
        self.queued.fetch_add(1, Ordering::Relaxed);
        // Sending fails only when the connection is over; then nobody waits for the packet.
        let _ = self.packets.send(packet);
    }

    /// Whether the writer has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.packets.is_closed()
    }

    pub(super) fn is_overrun(&self) -> bool {
        self.queued.load(Ordering::Relaxed) > QUEUE_LIMIT
    }

    fn streams(&self) -> MutexGuard<'_, HashMap<u32, Peer>> {
        self.streams.lock()
    }

    pub(super) fn count(&self) -> usize {
        self.streams().len()
    }

    /// Whether an OPEN with this window is legal: 0 asks for classic flow control, any other window for delayed acknowledgement.
    pub(super) const fn may_open(&self, window: u32) -> bool {
        self.delayed == (window != 0)
    }

    /// OKAY for this many bytes; with classic flow control an OKAY carries no number.
    fn okay(&self, local: u32, remote: u32, bytes: usize) -> Packet {
        if self.delayed {
            // The number is at most a window and a packet.
            Packet::okay_bytes(local, remote, i32::try_from(bytes).unwrap_or(i32::MAX))
        } else {
            Packet::okay(local, remote)
        }
    }

    /// Share of a stream's window that data of this length takes; the window of classic flow control holds one WRTE. Empty data takes 1 too, so
    /// that no host sends without end.
    const fn cost(&self, bytes: usize) -> usize {
        if self.delayed && bytes > 0 { bytes } else { 1 }
    }

    /// Id of the next stream on this side; ids count up, and 0 is none.
    pub(super) fn next_id(&self) -> u32 {
        let next = |id: u32| Some(id.checked_add(1).unwrap_or(1));
        let before = (self.last_id).fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        before.map_or(1, |id| id.checked_add(1).unwrap_or(1))
    }

    fn opening(&self) -> MutexGuard<'_, HashMap<u32, oneshot::Sender<Stream>>> {
        self.opening.lock()
    }

    /// Opens a stream to one of the host's services; `None` when the host refuses.
    pub(super) async fn open(self: &Arc<Self>, service: &Service) -> Option<Stream> {
        let local = self.next_id();
        let (sender, opened) = oneshot::channel();
        self.opening().insert(local, sender);
        self.send(if self.delayed {
            Packet::open_with_window(local, WINDOW_BYTES, service)
        } else {
            Packet::open(local, service)
        });
        opened.await.ok()
    }

    /// Handles the host's acceptance of a stream that this side asked for; false if this side did not ask.
    fn opened(self: &Arc<Self>, local: u32, remote: u32, window: i32) -> bool {
        let Some(sender) = self.opening().remove(&local) else {
            return false;
        };
        // If the waiter is gone, the stream is dropped, which closes it.
        let _ = sender.send(self.begin(local, remote, window.unsigned_abs()));
        true
    }

    /// Opens the stream that the peer calls `remote` and this side `local`, and tells the peer, which takes `window` bytes.
    pub(super) fn accept(self: &Arc<Self>, local: u32, remote: u32, window: u32) -> Stream {
        let stream = self.begin(local, remote, window);
        self.send(self.okay(local, remote, WINDOW_BYTES as usize));
        stream
    }

    fn begin(self: &Arc<Self>, local: u32, remote: u32, window: u32) -> Stream {
        // The queue is bounded by what `deliver` lets in.
        let (inbox, received) = mpsc::unbounded_channel();
        let unread = Arc::new(AtomicUsize::new(0));
        let credit = if self.delayed {
            window.min(IN_FLIGHT_LIMIT_BYTES) as usize
        } else {
            1
        };
        let send_window = Arc::new(SendWindow {
            credit: Semaphore::new(credit),
            closed_by_peer: watch::Sender::new(false),
        });
        self.streams().insert(
            local,
            Peer {
                remote,
                inbox,
                unread: unread.clone(),
                send_window: send_window.clone(),
            },
        );
        let end = Arc::new(End {
            link: self.clone(),
            local,
            remote,
            send_window,
        });
        Stream {
            reader: StreamReader {
                received,
                unread,
                end: end.clone(),
            },
            writer: StreamWriter { end },
        }
    }

    /// Delivers data; false if the peer did not wait for our OKAY.
    pub(super) fn deliver(&self, local: u32, data: Bytes) -> bool {
        let streams = self.streams();
        // The stream may have been closed a moment ago; its data is ignored, as adbd does.
        let Some(peer) = streams.get(&local) else {
            return true;
        };
        let limit = if self.delayed {
            WINDOW_BYTES as usize
        } else {
            1
        };
        // AOSP has the same rule: a host that may send one more byte may send a whole WRTE.
        let before = peer
            .unread
            .fetch_add(self.cost(data.len()), Ordering::Relaxed);
        // Sending fails only when the service has ended.
        let _ = peer.inbox.send(data);
        before < limit
    }

    /// Handles an OKAY for our last WRTE, or for a number of bytes; false if the peer counts otherwise than agreed.
    pub(super) fn acknowledge(self: &Arc<Self>, okay: &Packet) -> bool {
        let (local, remote) = (okay.arg1, okay.arg0);
        let bytes = okay.acknowledged();
        if bytes.is_some() != self.delayed {
            return false;
        }
        if self.opened(local, remote, bytes.unwrap_or_default()) {
            return true;
        }
        let streams = self.streams();
        match (streams.get(&local), bytes) {
            (Some(peer), Some(bytes)) => peer.send_window.grant(bytes),
            (Some(peer), None) if peer.send_window.credit.available_permits() == 0 => {
                peer.send_window.grant(1);
            }
            (Some(_), None) => {}
            (None, _) => {
                drop(streams);
                self.send(Packet::close(local, remote));
            }
        }
        true
    }

    pub(super) fn closed_by_peer(&self, local: u32, remote: u32) {
        // A refusal drops the sender, which tells the waiter.
        self.opening().remove(&local);
        let mut streams = self.streams();
        // Old hosts send 0 in place of their own id when they close a stream.
        if streams
            .get(&local)
            .is_some_and(|peer| remote == 0 || peer.remote == remote)
            && let Some(peer) = streams.remove(&local)
        {
            peer.send_window.close();
        }
    }

    pub(super) fn close_all(&self) {
        self.opening().clear();
        for (_, peer) in self.streams().drain() {
            peer.send_window.close();
        }
    }
}

/// End of a stream: when both halves are dropped, the peer is told.
struct End {
    link: Arc<Link>,
    local: u32,
    remote: u32,
    send_window: Arc<SendWindow>,
}

impl Stream {
    /// Connection of the stream.
    pub(super) fn link(&self) -> &Arc<Link> {
        &self.writer.end.link
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.link.streams().remove(&self.local);
        if !*self.send_window.closed_by_peer.borrow() {
            self.link.send(Packet::close(self.local, self.remote));
        }
    }
}

/// Stream with its receiving and its sending half.
pub(crate) struct Stream {
    pub(crate) reader: StreamReader,
    pub(crate) writer: StreamWriter,
}

/// Receiving half of a stream.
pub(crate) struct StreamReader {
    received: mpsc::UnboundedReceiver<Bytes>,
    /// Bytes of the window that are received and not read yet.
    unread: Arc<AtomicUsize>,
    end: Arc<End>,
}

/// Signal that the peer closed a stream, whether or not its data is read.
pub(crate) struct Hangup(watch::Receiver<bool>);

impl Hangup {
    pub(crate) async fn wait(mut self) {
        // An error means that the stream is gone.
        let _ = self.0.wait_for(|closed| *closed).await;
    }
}

impl StreamReader {
    pub(crate) fn hangup(&self) -> Hangup {
        Hangup(self.end.send_window.closed_by_peer.subscribe())
    }

    /// The next bytes; taking them lets the peer send more. `None` when the peer closed.
    pub(crate) async fn recv(&mut self) -> Option<Bytes> {
        let data = self.received.recv().await?;
        let End {
            link,
            local,
            remote,
            ..
        } = &*self.end;
        self.unread
            .fetch_sub(link.cost(data.len()), Ordering::Relaxed);
        link.send(link.okay(*local, *remote, data.len()));
        Some(data)
    }

    /// Takes and drops what the peer sends, until it closes.
    pub(crate) async fn drain(&mut self) {
        while self.recv().await.is_some() {}
    }
}

/// Sending half of a stream.
#[derive(Clone)]
pub(crate) struct StreamWriter {
    end: Arc<End>,
}

impl StreamWriter {
    /// Waits until the peer would take data at once.
    pub(crate) async fn ready(&self) -> Result<(), Closed> {
        self.end
            .send_window
            .credit
            .acquire()
            .await
            .map(drop)
            .map_err(|_| Closed)
    }

    /// Sends bytes, however many WRTEs they need. The last ones may still be unacknowledged.
    pub(crate) async fn send(&self, mut data: Bytes) -> Result<(), Closed> {
        let link = &self.end.link;
        while !data.is_empty() {
            let most = data.len().min(link.write_limit);
            let piece = data.split_to(self.end.send_window.take(most, link.delayed).await?);
            link.send(Packet::write(self.end.local, self.end.remote, piece));
        }
        Ok(())
    }
}
