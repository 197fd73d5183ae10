//! Stream of a link: bytes both ways with the protocol's own flow control.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::{Buf, Bytes};
use phone_wire::packet::Packet;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::error::{LinkError, OpenError};
use crate::flow::Flow;
use crate::link::Guard;
pub use crate::outbox::Priority;
use crate::shared::{Phase, Shared, State};

/// A service on the phone. Dropping it ends the service.
///
/// Reading ends (with 0 bytes) when the phone ends the service, after everything it sent; when the link breaks,
/// reading and writing fail with [`LinkError`] inside the `io::Error`. One write is under way at a time, and flushing
/// waits until the phone has taken it; with delayed acknowledgement up to 1 MiB is under way, and flushing waits for nothing.
/// There is no half close: shutting down ends both directions.
#[derive(Debug)]
pub struct Stream {
    id: u32,
    priority: Priority,
    guard: Arc<Guard>,
    /// Rest of a chunk after a short read.
    rest: Bytes,
}

impl Stream {
    pub(crate) fn open(
        guard: Arc<Guard>,
        service: Bytes,
        priority: Priority,
    ) -> Result<Self, OpenError> {
        let id = guard.shared.open(service)?;
        Ok(Self {
            id,
            priority,
            guard,
            rest: Bytes::new(),
        })
    }

    /// Stream that the phone opened; its entry is in the table already.
    pub(crate) const fn arrived(guard: Arc<Guard>, id: u32) -> Self {
        Self {
            id,
            priority: Priority::Bulk,
            guard,
            rest: Bytes::new(),
        }
    }

    /// Waits until the phone accepts or refuses the service.
    pub(crate) async fn accepted(&self) -> Result<(), OpenError> {
        poll_fn(|cx| {
            let mut state = self.guard.shared.lock();
            let failed = state.failed.clone();
            match state.streams.get_mut(&self.id) {
                Some(entry) if entry.phase == Phase::Opening => {
                    entry.reader = Some(cx.waker().clone());
                    Poll::Pending
                }
                Some(entry) if entry.remote != 0 => Poll::Ready(Ok(())),
                Some(_) | None => {
                    Poll::Ready(Err(failed.map_or(OpenError::Refused, OpenError::Link)))
                }
            }
        })
        .await
    }

    /// The next bytes as the phone sent them, without a copy; `None` when it ended the service.
    ///
    /// Loses nothing when the future is dropped.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, LinkError> {
        poll_fn(|cx| self.poll_chunk(cx)).await
    }

    /// Bytes that are here already; `None` when there are none yet or will be none.
    pub fn chunk_now(&mut self) -> Option<Bytes> {
        let mut nobody = Context::from_waker(std::task::Waker::noop());
        match self.poll_chunk(&mut nobody) {
            Poll::Ready(Ok(chunk)) => chunk,
            Poll::Ready(Err(_)) | Poll::Pending => None,
        }
    }

    fn poll_chunk(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<Bytes>, LinkError>> {
        if !self.rest.is_empty() {
            return Poll::Ready(Ok(Some(std::mem::take(&mut self.rest))));
        }
        let shared = &self.guard.shared;
        let mut state = shared.lock();
        let State {
            streams,
            outbox,
            failed,
            ..
        } = &mut *state;
        let Some(entry) = streams.get_mut(&self.id) else {
            return Poll::Ready(failed.clone().map_or(Ok(None), Err));
        };
        let Some(chunk) = entry.inbox.pop_front() else {
            if entry.phase == Phase::Closed {
                return Poll::Ready(failed.clone().map_or(Ok(None), Err));
            }
            entry.reader = Some(cx.waker().clone());
            return Poll::Pending;
        };
        entry.inbox_bytes -= chunk.len();
        let ids = (self.id, entry.remote);
        let okay = entry.flow.took(chunk.len(), entry.inbox_bytes, ids);
        if let Some(okay) = okay.filter(|_| entry.phase == Phase::Open) {
            if !outbox.answer(okay) {
                drop(state);
                shared.fail(LinkError::Flood);
                return Poll::Ready(Err(LinkError::Flood));
            }
            drop(state);
            shared.outbox_filled.notify_one();
        }
        Poll::Ready(Ok(Some(chunk)))
    }

    /// Longest data of one write.
    pub(crate) fn write_max(&self) -> usize {
        self.guard.shared.write_max_bytes
    }

    /// Bytes that the phone has not acknowledged yet.
    pub(crate) fn in_flight(&self) -> u64 {
        let state = self.guard.shared.lock();
        let entry = state.streams.get(&self.id);
        entry.map_or(0, |entry| entry.flow.in_flight())
    }

    /// Progress of this stream's writes; to be awaited in the task that writes, see [`Progress`].
    pub(crate) fn progress(&self) -> Progress {
        Progress {
            shared: Arc::clone(&self.guard.shared),
            id: self.id,
        }
    }
}

/// Polls until `is_ready` holds for the flow control of a stream; an error when the stream has ended or the link broke.
fn poll_flow(
    shared: &Shared,
    id: u32,
    cx: &mut Context<'_>,
    is_ready: impl FnOnce(&Flow) -> bool,
) -> Poll<io::Result<()>> {
    let mut state = shared.lock();
    let failed = state.failed.clone();
    match state.streams.get_mut(&id) {
        Some(entry) if entry.phase != Phase::Closed => {
            if !is_ready(&entry.flow) {
                entry.writer = Some(cx.waker().clone());
                return Poll::Pending;
            }
            Poll::Ready(Ok(()))
        }
        Some(_) | None => Poll::Ready(Err(
            failed.map_or_else(|| io::ErrorKind::BrokenPipe.into(), io::Error::from)
        )),
    }
}

/// Progress of acknowledgements by the phone. A stream has one waker for its writing side, so only the task that writes to the stream
/// may await this.
#[derive(Debug)]
pub(crate) struct Progress {
    shared: Arc<Shared>,
    id: u32,
}

impl Progress {
    /// Waits until bytes are under way, which is checked whenever the task is woken; returns the total that will be acknowledged once
    /// these bytes have arrived.
    pub(crate) async fn begun(&self) -> io::Result<u64> {
        let mut goal = 0;
        poll_fn(|cx| {
            poll_flow(&self.shared, self.id, cx, |flow| {
                goal = flow.acknowledged() + flow.in_flight();
                flow.in_flight() > 0
            })
        })
        .await?;
        Ok(goal)
    }

    /// Waits until the phone has acknowledged `goal` bytes since the stream was opened.
    pub(crate) async fn reached(&self, goal: u64) -> io::Result<()> {
        poll_fn(|cx| {
            poll_flow(&self.shared, self.id, cx, |flow| {
                flow.acknowledged() >= goal
            })
        })
        .await
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if buf.remaining() == 0 {
            return Poll::Ready(Ok(()));
        }
        if let Some(mut chunk) = ready!(self.poll_chunk(cx)).map_err(io::Error::from)? {
            let count = chunk.len().min(buf.remaining());
            buf.put_slice(&chunk[..count]);
            chunk.advance(count);
            self.rest = chunk;
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(poll_flow(&self.guard.shared, self.id, cx, Flow::may_send))?;
        let shared = &self.guard.shared;
        let part = &data[..data.len().min(shared.write_max_bytes)];
        if part.is_empty() {
            return Poll::Ready(Ok(0));
        }
        let mut state = shared.lock();
        let State {
            streams, outbox, ..
        } = &mut *state;
        let Some(entry) = streams.get_mut(&self.id) else {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        };
        entry.flow.sent(part.len());
        let packet = Packet::write(self.id, entry.remote, Bytes::copy_from_slice(part));
        outbox.data(packet, self.priority);
        drop(state);
        shared.outbox_filled.notify_one();
        Poll::Ready(Ok(part.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        poll_flow(&self.guard.shared, self.id, cx, Flow::is_flushed)
    }

    fn poll_shutdown(self: Pin<&mut Self>, _cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.guard.shared.close(self.id, self.priority);
        Poll::Ready(Ok(()))
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        self.guard.shared.close(self.id, self.priority);
    }
}
