//! The body of a picture socket: control messages first, then pictures, each written from bytes that all viewers share.
//!
//! actix-ws alone would queue dozens of pictures for a slow reader. Here the socket's body asks the relay for the next picture
//! only when the connection can take it, so what waits is bounded by the relay's lane and the capped kernel buffer.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use actix_web::HttpResponse;
use actix_web::body::{BodySize, BodyStream, BoxBody, MessageBody};
use bytes::{BufMut, Bytes, BytesMut};
use domain::play::HEADER_BYTES;
use domain::play::picture::{PICTURE_HEADER_BYTES, Picture};
use domain::play::sound::Form;
use fleet::Viewer;
use futures_core::Stream;
use futures_util::task::AtomicWaker;
use parking_lot::{Mutex, MutexGuard};
use tokio::time::{Duration, Instant, Sleep, sleep_until};

/// Pictures of a socket's phones, and a phone's sound; phones come and go while the socket is open.
#[derive(Clone, Default)]
pub struct Pictures(Arc<Shared>);

#[derive(Default)]
struct Shared {
    viewers: Mutex<Vec<LaneViewer>>,
    changed: AtomicWaker,
    /// Pictures of slot 0 that the connection took and the browser has not confirmed to show, oldest first: sequence, and time when drawn.
    under_way: Mutex<VecDeque<(u32, u64)>>,
    /// Least time between two pictures of a slot; zero sends each.
    interval: Mutex<Duration>,
}

/// Pictures under way that are remembered: some ten seconds.
const UNDER_WAY_MAX: usize = 256;

struct LaneViewer {
    slot: u16,
    kind: StreamKind,
    viewer: Viewer,
    /// Earliest time of the slot's next picture; none without an interval.
    due: Option<Instant>,
}

impl LaneViewer {
    /// The next message; with an interval the newest picture, since what came before it is out of date.
    fn poll(&mut self, interval: Duration, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        let mut frame = || self.viewer.poll_frame(cx);
        let spaced = self.kind == StreamKind::Picture && !interval.is_zero();
        let next = if spaced { newest(frame) } else { frame() };
        if spaced && matches!(next, Poll::Ready(Some(_))) {
            self.due = Some(Instant::now() + interval);
        }
        next.map(|frame| frame.map(|frame| frame.message))
    }
}

/// The last of the frames that wait. The end of the stream after it is not returned now: the next call meets it again.
pub fn newest<T>(mut next: impl FnMut() -> Poll<Option<T>>) -> Poll<Option<T>> {
    let mut found = next();
    while matches!(found, Poll::Ready(Some(_))) {
        match next() {
            newer @ Poll::Ready(Some(_)) => found = newer,
            Poll::Ready(None) | Poll::Pending => break,
        }
    }
    found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StreamKind {
    Picture,
    Sound(Form),
}

impl Pictures {
    /// Shows a phone at a slot; what the slot showed before is gone.
    pub fn show(&self, slot: u16, viewer: Viewer) {
        if slot == 0 {
            // Sequence numbers begin anew with each stream.
            self.under_way().clear();
        }
        self.add_viewer(slot, StreamKind::Picture, viewer);
    }

    /// Stops showing a slot.
    pub fn hide(&self, slot: u16) {
        self.empty(slot, StreamKind::Picture);
    }

    /// Adds the sound of a play socket's phone, in this form, beside its picture.
    pub fn listen(&self, form: Form, viewer: Viewer) {
        self.add_viewer(0, StreamKind::Sound(form), viewer);
    }

    /// Ends the sound in this form.
    pub fn mute(&self, form: Form) {
        self.empty(0, StreamKind::Sound(form));
    }

    /// Sends at most one picture of each slot in this time, from now on.
    pub fn space(&self, interval: Duration) {
        *self.0.interval.lock() = interval;
        for viewer in &mut *self.viewers() {
            viewer.due = None;
        }
        self.0.changed.wake();
    }

    /// Number of pictures of slot 0 that were left out because the connection was behind.
    pub fn dropped(&self) -> u64 {
        let viewers = self.viewers();
        let shown =
            (viewers.iter()).find(|viewer| (viewer.slot, viewer.kind) == (0, StreamKind::Picture));
        shown.map_or(0, |viewer| viewer.viewer.dropped())
    }

    /// Notes that the browser shows this picture of slot 0; returns the age of the oldest that it does not show yet, in microseconds.
    pub fn acknowledge(&self, sequence: u32, now_us: u64) -> u64 {
        // Sequences wrap: a number is older if it is less than half the range behind.
        let shown = |known: u32| sequence.wrapping_sub(known) < u32::MAX / 2;
        let mut under_way = self.under_way();
        while under_way.pop_front_if(|(known, _)| shown(*known)).is_some() {}
        drop(under_way);
        self.waiting_us(now_us)
    }

    /// Age of the oldest picture of slot 0 that the browser does not show yet, in microseconds; 0 without one.
    pub fn waiting_us(&self, now_us: u64) -> u64 {
        let oldest = self.under_way().front().copied();
        oldest.map_or(0, |(_, drawn_us)| now_us.saturating_sub(drawn_us))
    }

    fn under_way(&self) -> MutexGuard<'_, VecDeque<(u32, u64)>> {
        self.0.under_way.lock()
    }

    fn note(&self, slot: u16, message: &[u8]) {
        let Ok(picture) = Picture::parse(message) else {
            return;
        };
        if slot == 0 {
            let mut under_way = self.under_way();
            if under_way.len() == UNDER_WAY_MAX {
                under_way.pop_front();
            }
            under_way.push_back((picture.sequence, picture.drawn_us));
        }
    }

    fn add_viewer(&self, slot: u16, kind: StreamKind, viewer: Viewer) {
        self.empty(slot, kind);
        self.viewers().push(LaneViewer {
            slot,
            kind,
            viewer,
            due: None,
        });
        self.0.changed.wake();
    }

    fn empty(&self, slot: u16, kind: StreamKind) {
        let mut viewers = self.viewers();
        viewers.retain(|viewer| (viewer.slot, viewer.kind) != (slot, kind));
    }

    /// Removes all pictures and sound.
    pub fn clear(&self) {
        self.viewers().clear();
    }

    /// Puts the pictures into the response of an upgraded socket.
    pub fn attach(&self, response: HttpResponse) -> HttpResponse {
        let pictures = self.clone();
        response.map_body(|_, inner| {
            BodyStream::new(Body {
                inner,
                pictures,
                turn: 0,
                timer: None,
                waiting: VecDeque::new(),
            })
            .boxed()
        })
    }

    fn viewers(&self) -> MutexGuard<'_, Vec<LaneViewer>> {
        self.0.viewers.lock()
    }

    /// The next message and its slot; viewers take turns, so that a busy one starves nobody. Without a message the error says when the
    /// first viewer that waits for its interval is due.
    fn poll(
        &self,
        turn: &mut usize,
        cx: &mut Context<'_>,
    ) -> Result<(u16, Bytes), Option<Instant>> {
        self.0.changed.register(cx.waker());
        let interval = *self.0.interval.lock();
        let now = Instant::now();
        let mut soonest: Option<Instant> = None;
        let mut viewers = self.viewers();
        let count = viewers.len();
        let mut left = Vec::new();
        for offset in 0..count {
            let at = (*turn + offset) % count;
            if let Some(due) = viewers[at].due.filter(|due| *due > now) {
                soonest = Some(soonest.map_or(due, |before| before.min(due)));
                continue;
            }
            match viewers[at].poll(interval, cx) {
                Poll::Ready(Some(message)) => {
                    *turn = at + 1;
                    return Ok((viewers[at].slot, message));
                }
                Poll::Ready(None) => left.push((viewers[at].slot, viewers[at].kind)),
                Poll::Pending => {}
            }
        }
        viewers.retain(|viewer| !left.contains(&(viewer.slot, viewer.kind)));
        Err(soonest)
    }
}

struct Body {
    inner: BoxBody,
    pictures: Pictures,
    turn: usize,
    /// Time at which a picture that waits is due.
    timer: Option<Pin<Box<Sleep>>>,
    /// Rest of a message whose head is written already: nothing may come between the two.
    waiting: VecDeque<Bytes>,
}

impl Stream for Body {
    type Item = Result<Bytes, Box<dyn std::error::Error>>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if let Some(rest) = this.waiting.pop_front() {
            return Poll::Ready(Some(Ok(rest)));
        }
        debug_assert_eq!(
            this.inner.size(),
            BodySize::Stream,
            "an upgraded socket streams"
        );
        if let Poll::Ready(control) = Pin::new(&mut this.inner).poll_next(cx) {
            return Poll::Ready(control);
        }
        let (slot, message) = match this.pictures.poll(&mut this.turn, cx) {
            Ok(next) => next,
            Err(soonest) => {
                this.timer = soonest.map(|due| Box::pin(sleep_until(due)));
                if this
                    .timer
                    .as_mut()
                    .is_some_and(|timer| timer.as_mut().poll(cx).is_ready())
                {
                    cx.waker().wake_by_ref();
                }
                return Poll::Pending;
            }
        };
        this.pictures.note(slot, &message);
        let (head, rest) = head_of(slot, message);
        this.waiting.extend(rest);
        Poll::Ready(Some(Ok(head)))
    }
}

/// Frame header of the socket and, where the slot is not 0, the picture's own header; then the shared bytes.
pub fn head_of(slot: u16, message: Bytes) -> (Bytes, Option<Bytes>) {
    let mut head = BytesMut::with_capacity(10 + PICTURE_HEADER_BYTES);
    put_frame_header(&mut head, message.len());
    if slot == 0 || message.len() < HEADER_BYTES {
        return (head.freeze(), Some(message));
    }
    match Picture::parse(&message) {
        Ok(picture) => {
            head.put_slice(&Picture { slot, ..picture }.to_bytes());
            (head.freeze(), Some(message.slice(PICTURE_HEADER_BYTES..)))
        }
        Err(_) => (head.freeze(), Some(message)),
    }
}

/// Writes the header of a final, unmasked binary frame (RFC 6455, 5.2).
pub fn put_frame_header(out: &mut BytesMut, length: usize) {
    out.put_u8(0x82);
    if length < 126 {
        out.put_u8(length as u8);
    } else if let Ok(length) = u16::try_from(length) {
        out.put_u8(126);
        out.put_u16(length);
    } else {
        out.put_u8(127);
        out.put_u64(length as u64);
    }
}
