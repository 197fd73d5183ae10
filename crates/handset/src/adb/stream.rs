//! One multiplexed stream as a service sees it, with ADB's classic flow control: one unacknowledged WRTE each way.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use phone_wire::packet::Packet;
use tokio::sync::{Semaphore, mpsc, watch};

/// Largest WRTE this phone sends, in bytes: large enough for speed, small enough to share a connection.
const WRITE_LIMIT_BYTES: usize = 256 * 1024;
/// Packets that may wait for a peer that does not read.
const QUEUE_LIMIT: usize = 8192;

/// The peer closed the stream, or its connection is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Closed;

/// What the streams of one connection share.
pub(super) struct Link {
    packets: mpsc::UnboundedSender<Packet>,
    queued: Arc<AtomicUsize>,
    streams: Mutex<HashMap<u32, Peer>>,
    write_limit: usize,
}

/// The reader's way to a stream.
struct Peer {
    remote: u32,
    inbox: mpsc::Sender<Bytes>,
    gate: Arc<Gate>,
}

/// When a stream may be written to.
struct Gate {
    /// One permit: no WRTE of ours waits for its OKAY. Closed with the stream.
    credit: Semaphore,
    closed_by_peer: watch::Sender<bool>,
}

impl Gate {
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
    ) -> Arc<Self> {
        Arc::new(Self {
            packets,
            queued,
            streams: Mutex::default(),
            write_limit: (max_payload as usize).min(WRITE_LIMIT_BYTES),
        })
    }

    /// Queues a packet. A peer that makes the queue overflow loses its connection: see `is_overrun`.
    pub(super) fn send(&self, packet: Packet) {
        self.queued.fetch_add(1, Ordering::Relaxed);
        // Fails only when the connection is over, and then nobody waits for it.
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
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn count(&self) -> usize {
        self.streams().len()
    }

    /// Opens the stream that the peer calls `remote` and this side `local`, and tells the peer.
    pub(super) fn accept(self: &Arc<Self>, local: u32, remote: u32) -> Stream {
        // One unacknowledged WRTE at a time needs one place.
        let (inbox, received) = mpsc::channel(1);
        let gate = Arc::new(Gate {
            credit: Semaphore::new(1),
            closed_by_peer: watch::Sender::new(false),
        });
        self.streams().insert(
            local,
            Peer {
                remote,
                inbox,
                gate: gate.clone(),
            },
        );
        self.send(Packet::okay(local, remote));
        let end = Arc::new(End {
            link: self.clone(),
            local,
            remote,
            gate,
        });
        Stream {
            reader: StreamReader {
                received,
                end: end.clone(),
            },
            writer: StreamWriter { end },
        }
    }

    /// Data arrived; false if the peer did not wait for our OKAY.
    pub(super) fn deliver(&self, local: u32, data: Bytes) -> bool {
        let inbox = self.streams().get(&local).map(|peer| peer.inbox.clone());
        match inbox {
            // A stream that was closed a moment ago: ignored, as adbd does.
            None => true,
            Some(inbox) => !matches!(
                inbox.try_send(data),
                Err(mpsc::error::TrySendError::Full(_))
            ),
        }
    }

    /// The peer took our last WRTE.
    pub(super) fn acknowledge(&self, local: u32, remote: u32) {
        let streams = self.streams();
        match streams.get(&local) {
            Some(peer) if peer.gate.credit.available_permits() == 0 => {
                peer.gate.credit.add_permits(1);
            }
            Some(_) => {}
            None => {
                drop(streams);
                self.send(Packet::close(local, remote));
            }
        }
    }

    pub(super) fn closed_by_peer(&self, local: u32, remote: u32) {
        let mut streams = self.streams();
        // Old hosts close with 0 for their own id.
        if streams
            .get(&local)
            .is_some_and(|peer| remote == 0 || peer.remote == remote)
            && let Some(peer) = streams.remove(&local)
        {
            peer.gate.close();
        }
    }

    pub(super) fn close_all(&self) {
        for (_, peer) in self.streams().drain() {
            peer.gate.close();
        }
    }
}

/// The life of a stream: when both halves are dropped, the peer is told.
struct End {
    link: Arc<Link>,
    local: u32,
    remote: u32,
    gate: Arc<Gate>,
}

impl Drop for End {
    fn drop(&mut self) {
        self.link.streams().remove(&self.local);
        if !*self.gate.closed_by_peer.borrow() {
            self.link.send(Packet::close(self.local, self.remote));
        }
    }
}

/// Both halves of a stream.
pub(crate) struct Stream {
    pub(crate) reader: StreamReader,
    pub(crate) writer: StreamWriter,
}

/// What the peer sends.
pub(crate) struct StreamReader {
    received: mpsc::Receiver<Bytes>,
    end: Arc<End>,
}

/// Tells when the peer closed a stream, whether or not its data is read.
pub(crate) struct Hangup(watch::Receiver<bool>);

impl Hangup {
    pub(crate) async fn wait(mut self) {
        // An error means that the stream is gone altogether.
        let _ = self.0.wait_for(|closed| *closed).await;
    }
}

impl StreamReader {
    pub(crate) fn hangup(&self) -> Hangup {
        Hangup(self.end.gate.closed_by_peer.subscribe())
    }

    /// The next bytes; taking them lets the peer send more. `None` when the peer closed.
    pub(crate) async fn recv(&mut self) -> Option<Bytes> {
        let data = self.received.recv().await?;
        self.end
            .link
            .send(Packet::okay(self.end.local, self.end.remote));
        Some(data)
    }

    /// Takes and drops what the peer sends, until it closes.
    pub(crate) async fn drain(&mut self) {
        while self.recv().await.is_some() {}
    }
}

/// What this side sends.
#[derive(Clone)]
pub(crate) struct StreamWriter {
    end: Arc<End>,
}

impl StreamWriter {
    /// Waits until the peer would take data at once.
    pub(crate) async fn ready(&self) -> Result<(), Closed> {
        self.end
            .gate
            .credit
            .acquire()
            .await
            .map(drop)
            .map_err(|_| Closed)
    }

    /// Sends bytes, however many WRTEs they need. The last one may still be unacknowledged.
    pub(crate) async fn send(&self, mut data: Bytes) -> Result<(), Closed> {
        while !data.is_empty() {
            let permit = self.end.gate.credit.acquire().await.map_err(|_| Closed)?;
            permit.forget();
            let piece = data.split_to(data.len().min(self.end.link.write_limit));
            self.end
                .link
                .send(Packet::write(self.end.local, self.end.remote, piece));
        }
        Ok(())
    }
}
