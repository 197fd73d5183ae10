//! Ring of kept frames and a viewer's place in it: decides when a frame is handed out, skipped or waited for. Callers give the time and
//! do the waking.

use std::collections::VecDeque;

use tokio::time::Instant;

use crate::{FRAME_OVERHEAD_BYTES, Frame, Limits};

struct StoredFrame {
    frame: Frame,
    arrived: Instant,
}

impl StoredFrame {
    fn cost(&self) -> usize {
        self.frame.message.len() + FRAME_OVERHEAD_BYTES
    }
}

/// Kept frames by position: the n-th frame since the start has position n, from 0.
pub struct Ring {
    limits: Limits,
    frames: VecDeque<StoredFrame>,
    /// Position of `frames[0]`.
    first: u64,
    cost: usize,
    /// Position of the newest key frame, at which a viewer can begin; `None` before the first one and when its group outgrew the lane.
    newest_key: Option<u64>,
    /// Whether a key frame came since the stream began anew; before it nothing can be decoded.
    flowing: bool,
}

/// Urgency of a viewer that waits for a key frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyFrameUrgency {
    /// The viewer had pictures and fell behind.
    Laggard,
    /// The viewer never had a picture.
    Joiner,
}

/// Place of a viewer.
pub struct Cursor {
    /// Next position to hand out.
    next: u64,
    /// Urgency while the viewer waits for a key frame; `None` while it can go on at `next`.
    waiting: Option<KeyFrameUrgency>,
    /// Time from which the age of a frame that arrived earlier is counted for this viewer: its joining, or its last restart at a key frame.
    since: Instant,
    /// Number of frames passed over.
    pub dropped: u64,
}

/// Result of a viewer's read.
pub enum Read {
    /// The next frame.
    Frame(Frame),
    /// No frame yet.
    Nothing,
    /// No frame that the viewer could decode: it needs a key frame.
    KeyWanted(KeyFrameUrgency),
}

impl Ring {
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            frames: VecDeque::new(),
            first: 0,
            cost: 0,
            newest_key: None,
            flowing: false,
        }
    }

    fn end(&self) -> u64 {
        self.first + self.frames.len() as u64
    }

    fn at(&self, position: u64) -> Option<&StoredFrame> {
        self.frames
            .get(usize::try_from(position.checked_sub(self.first)?).ok()?)
    }

    /// Bytes held, with the overhead of each frame.
    pub fn cost(&self) -> usize {
        self.cost
    }

    /// Keeps a frame; `false` when the frame was thrown away because no viewer could decode it.
    pub fn push(&mut self, frame: Frame, now: Instant) -> bool {
        if frame.key {
            self.flowing = true;
            self.newest_key = Some(self.end());
        } else if !self.flowing {
            return false;
        }
        let kept = StoredFrame {
            frame,
            arrived: now,
        };
        self.cost += kept.cost();
        self.frames.push_back(kept);
        while self.frames.len() > 1
            && (self.cost > self.limits.lane_bytes || self.front_is_stale(now))
        {
            self.pop_front();
        }
        true
    }

    /// Whether the first frame is of an earlier group and too old for any viewer. The current group stays: joiners begin with it.
    fn front_is_stale(&self, now: Instant) -> bool {
        let earlier_group = self.newest_key.is_none_or(|key| self.first < key);
        earlier_group
            && self.frames.front().is_some_and(|kept| {
                now.saturating_duration_since(kept.arrived) > self.limits.lane_age
            })
    }

    fn pop_front(&mut self) {
        if let Some(kept) = self.frames.pop_front() {
            self.cost -= kept.cost();
            if self.newest_key == Some(self.first) {
                self.newest_key = None;
            }
            self.first += 1;
        }
    }

    /// Notes that the stream begins anew: kept frames are of no use, the next key frame starts all viewers.
    pub fn restart(&mut self) {
        self.first = self.end();
        self.frames.clear();
        self.cost = 0;
        self.newest_key = None;
        self.flowing = false;
    }

    pub fn join(&self, now: Instant) -> Cursor {
        let (next, waiting) = match self.newest_key {
            Some(key) => (key, None),
            None => (self.end(), Some(KeyFrameUrgency::Joiner)),
        };
        Cursor {
            next,
            waiting,
            since: now,
            dropped: 0,
        }
    }

    pub fn read(&self, cursor: &mut Cursor, now: Instant) -> Read {
        let behind =
            cursor.waiting.is_some() || (cursor.next < self.end() && !self.readable(cursor, now));
        if behind && !self.skip_to_key(cursor, now) {
            let urgency = *cursor.waiting.get_or_insert(KeyFrameUrgency::Laggard);
            cursor.skip(self.end());
            return Read::KeyWanted(urgency);
        }
        match self.at(cursor.next) {
            Some(kept) => {
                cursor.next += 1;
                Read::Frame(kept.frame.clone())
            }
            None => Read::Nothing,
        }
    }

    fn readable(&self, cursor: &Cursor, now: Instant) -> bool {
        self.at(cursor.next)
            .is_some_and(|kept| self.fresh(kept, cursor.since, now))
    }

    fn fresh(&self, kept: &StoredFrame, since: Instant, now: Instant) -> bool {
        now.saturating_duration_since(kept.arrived.max(since)) <= self.limits.lane_age
    }

    /// Moves to the newest key frame ahead, unless the group that it begins is too old to catch up with. A key frame with no frame
    /// after it is the current picture, however old.
    fn skip_to_key(&self, cursor: &mut Cursor, now: Instant) -> bool {
        let Some(key) = self.newest_key.filter(|&key| key >= cursor.next) else {
            return false;
        };
        let alone = key + 1 == self.end();
        if !alone
            && !self
                .at(key)
                .is_some_and(|kept| self.fresh(kept, cursor.since, now))
        {
            return false;
        }
        cursor.skip(key);
        cursor.waiting = None;
        if alone {
            cursor.since = now;
        }
        true
    }
}

impl Cursor {
    fn skip(&mut self, to: u64) {
        self.dropped += to.saturating_sub(self.next);
        self.next = to;
    }
}
