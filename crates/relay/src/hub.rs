//! State of a source and its viewers behind one lock that is held for a few instructions only.

use std::task::Waker;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use crate::ring::{Ring, Urgency};
use crate::{JOINER_RESET_SPACING, LAGGARD_RESET_SPACING, Limits};

pub struct Shared {
    hub: Mutex<Hub>,
    /// Signal that a reset is wanted.
    pub reset: Notify,
    pub viewers: watch::Sender<usize>,
}

pub struct Hub {
    pub ring: Ring,
    /// Waiting viewers: a viewer's place in this list is its for as long as it watches.
    seats: Vec<Option<Waiting>>,
    free: Vec<usize>,
    /// Whether the source was dropped.
    pub closed: bool,
    wanted: Option<Urgency>,
    last_reset: Option<Instant>,
    /// Time when the stream last began anew; a key frame comes soon after it without being asked for.
    last_start: Option<Instant>,
}

struct Waiting {
    waker: Waker,
    for_key: bool,
}

impl Shared {
    pub fn new(limits: Limits) -> Self {
        let hub = Hub {
            ring: Ring::new(limits),
            seats: Vec::new(),
            free: Vec::new(),
            closed: false,
            wanted: None,
            last_reset: None,
            last_start: None,
        };
        Self {
            hub: Mutex::new(hub),
            reset: Notify::new(),
            viewers: watch::Sender::new(0),
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, Hub> {
        // No code that may panic runs under the lock, and the ring stays usable at every step.
        self.hub.lock()
    }
}

impl Hub {
    pub fn take_seat(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.seats.push(None);
            self.seats.len() - 1
        })
    }

    pub fn leave_seat(&mut self, seat: usize) {
        self.seats[seat] = None;
        self.free.push(seat);
        if self.free.len() == self.seats.len() {
            // The last viewer left: its memory is released, and nobody wants a key frame any more.
            self.seats = Vec::new();
            self.free = Vec::new();
            self.wanted = None;
        }
    }

    /// Registers a viewer's waker for the next frame, or for the next key frame only.
    pub fn wait(&mut self, seat: usize, waker: &Waker, for_key: bool) {
        match &mut self.seats[seat] {
            Some(waiting) if waiting.waker.will_wake(waker) => waiting.for_key = for_key,
            place => {
                let waker = waker.clone();
                *place = Some(Waiting { waker, for_key });
            }
        }
    }

    /// Moves the wakers of the viewers that wait for such a frame to `woken`, to be woken without the lock.
    pub fn take_waiting(&mut self, key: bool, woken: &mut Vec<Waker>) {
        for seat in &mut self.seats {
            if let Some(waiting) = seat.take_if(|waiting| key || !waiting.for_key) {
                woken.push(waiting.waker);
            }
        }
    }

    /// Notes that a viewer wants a key frame; `true` when none was wanted yet, or less urgently.
    pub fn want(&mut self, urgency: Urgency) -> bool {
        let news = self.wanted < Some(urgency);
        if news {
            self.wanted = Some(urgency);
        }
        news
    }

    /// Notes that a key frame came, so that none is wanted any more.
    pub fn fulfil(&mut self) {
        self.wanted = None;
    }

    /// Notes that the stream began anew, which brings a key frame.
    pub fn note_start(&mut self, now: Instant) {
        self.wanted = None;
        self.last_start = Some(now);
    }

    /// Notes that a reset was sent, which brings a key frame.
    pub fn note_reset(&mut self, now: Instant) {
        self.wanted = None;
        self.last_reset = Some(now);
    }

    /// Time at which the wanted reset may be sent, if one is wanted.
    pub fn reset_due(&self, now: Instant) -> Option<Instant> {
        let spacing = match self.wanted? {
            Urgency::Joiner => JOINER_RESET_SPACING,
            Urgency::Laggard => LAGGARD_RESET_SPACING,
        };
        let after_reset = self.last_reset.map(|last| last + spacing);
        let after_start = self.last_start.map(|start| start + JOINER_RESET_SPACING);
        Some(after_reset.max(after_start).unwrap_or(now))
    }
}
