//! State of a source and its viewers behind one lock that is held for a few instructions only.

use std::task::Waker;

use parking_lot::{Mutex, MutexGuard};
use tokio::sync::{Notify, watch};
use tokio::time::Instant;

use crate::ring::{KeyFrameUrgency, Ring};
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
    waiter_slots: Vec<Option<Waiting>>,
    free: Vec<usize>,
    /// Whether the source was dropped.
    pub closed: bool,
    key_frame_request: Option<KeyFrameUrgency>,
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
            waiter_slots: Vec::new(),
            free: Vec::new(),
            closed: false,
            key_frame_request: None,
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
    pub fn take_waiter_slot(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            self.waiter_slots.push(None);
            self.waiter_slots.len() - 1
        })
    }

    pub fn release_waiter_slot(&mut self, waiter_slot: usize) {
        self.waiter_slots[waiter_slot] = None;
        self.free.push(waiter_slot);
        if self.free.len() == self.waiter_slots.len() {
            // The last viewer left: its memory is released, and nobody wants a key frame any more.
            self.waiter_slots = Vec::new();
            self.free = Vec::new();
            self.key_frame_request = None;
        }
    }

    /// Registers a viewer's waker for the next frame, or for the next key frame only.
    pub fn wait(&mut self, waiter_slot: usize, waker: &Waker, for_key: bool) {
        match &mut self.waiter_slots[waiter_slot] {
            Some(waiting) if waiting.waker.will_wake(waker) => waiting.for_key = for_key,
            place => {
                let waker = waker.clone();
                *place = Some(Waiting { waker, for_key });
            }
        }
    }

    /// Moves the wakers of the viewers that wait for such a frame to `woken`, to be woken without the lock.
    pub fn take_waiting(&mut self, key: bool, woken: &mut Vec<Waker>) {
        for slot in &mut self.waiter_slots {
            if let Some(waiting) = slot.take_if(|waiting| key || !waiting.for_key) {
                woken.push(waiting.waker);
            }
        }
    }

    /// Notes that a viewer wants a key frame; `true` when none was requested yet, or less urgently.
    pub fn want(&mut self, urgency: KeyFrameUrgency) -> bool {
        let news = self.key_frame_request < Some(urgency);
        if news {
            self.key_frame_request = Some(urgency);
        }
        news
    }

    /// Notes that a key frame came, so that none is requested any more.
    pub fn complete_key_frame_request(&mut self) {
        self.key_frame_request = None;
    }

    /// Notes that the stream began anew, which brings a key frame.
    pub fn note_start(&mut self, now: Instant) {
        self.key_frame_request = None;
        self.last_start = Some(now);
    }

    /// Notes that a reset was sent, which brings a key frame.
    pub fn note_reset(&mut self, now: Instant) {
        self.key_frame_request = None;
        self.last_reset = Some(now);
    }

    /// Time at which the wanted reset may be sent, if one is wanted.
    pub fn reset_due(&self, now: Instant) -> Option<Instant> {
        let spacing = match self.key_frame_request? {
            KeyFrameUrgency::Joiner => JOINER_RESET_SPACING,
            KeyFrameUrgency::Laggard => LAGGARD_RESET_SPACING,
        };
        let after_reset = self.last_reset.map(|last| last + spacing);
        let after_start = self.last_start.map(|start| start + JOINER_RESET_SPACING);
        Some(after_reset.max(after_start).unwrap_or(now))
    }
}
