//! Watching end of a relay.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;
use tokio::time::Instant;

use crate::Frame;
use crate::hub::Shared;
use crate::ring::{Cursor, KeyFrameUrgency, Read};

/// Handle through which viewers join; cheap to clone.
#[derive(Clone)]
pub struct Relay {
    pub(crate) shared: Arc<Shared>,
}

/// Viewer of the stream; leaves when it is dropped.
pub struct Viewer {
    shared: Arc<Shared>,
    cursor: Cursor,
    waiter_slot: usize,
}

impl Relay {
    /// Makes a viewer that begins with the current group of frames, or with the next key frame when that group outgrew the lane.
    pub fn join(&self) -> Viewer {
        let (cursor, waiter_slot) = {
            let mut hub = self.shared.lock();
            (hub.ring.join(Instant::now()), hub.take_waiter_slot())
        };
        self.shared.viewers.send_modify(|count| *count += 1);
        Viewer {
            shared: Arc::clone(&self.shared),
            cursor,
            waiter_slot,
        }
    }

    /// Asks for a key frame after a decoder lost its state; limited in rate as for a viewer that fell behind.
    pub fn want_key(&self) {
        let news = self.shared.lock().want(KeyFrameUrgency::Laggard);
        if news {
            self.shared.reset.notify_one();
        }
    }

    /// Number of viewers.
    pub fn viewers(&self) -> usize {
        *self.shared.viewers.borrow()
    }

    /// Bytes kept for all viewers together, [`crate::FRAME_OVERHEAD_BYTES`] for each frame included.
    pub fn held_bytes(&self) -> usize {
        self.shared.lock().ring.cost()
    }
}

impl Viewer {
    /// Waits for the next frame; `None` when the source was dropped. All frames can be decoded: the first one is a key frame, and so is the first
    /// after a gap.
    pub async fn next(&mut self) -> Option<Frame> {
        poll_fn(|cx| self.poll_frame(cx)).await
    }

    /// [`Viewer::next`] as a poll function.
    pub fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<Frame>> {
        let mut hub = self.shared.lock();
        let key_frame_request = match hub.ring.read(&mut self.cursor, Instant::now()) {
            Read::Frame(frame) => return Poll::Ready(Some(frame)),
            Read::Nothing => None,
            Read::KeyWanted(urgency) => Some(urgency),
        };
        if hub.closed {
            return Poll::Ready(None);
        }
        hub.wait(self.waiter_slot, cx.waker(), key_frame_request.is_some());
        let news = key_frame_request.is_some_and(|urgency| hub.want(urgency));
        drop(hub);
        if news {
            self.shared.reset.notify_one();
        }
        Poll::Pending
    }

    /// Number of frames that this viewer did not get because it was behind.
    pub fn dropped(&self) -> u64 {
        self.cursor.dropped
    }
}

impl Stream for Viewer {
    type Item = Frame;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Frame>> {
        self.get_mut().poll_frame(cx)
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        self.shared.lock().release_waiter_slot(self.waiter_slot);
        self.shared.viewers.send_modify(|count| *count -= 1);
    }
}
