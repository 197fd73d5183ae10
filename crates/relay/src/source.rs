//! Publishing end of a relay.

use std::sync::Arc;
use std::task::Waker;

use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use crate::hub::Shared;
use crate::{Frame, Limits, Relay};

/// Publishing end of a relay; there is one. Dropping it ends all viewers.
pub struct Source {
    shared: Arc<Shared>,
    /// Buffer of wakers, kept between frames for its capacity.
    woken: Vec<Waker>,
}

/// Receiver of the viewers' requests for key frames, limited in rate.
pub struct Resets {
    shared: Arc<Shared>,
}

impl Relay {
    /// Makes a relay without frames and viewers.
    pub fn new(limits: Limits) -> (Source, Self) {
        let shared = Arc::new(Shared::new(limits));
        (
            Source {
                shared: Arc::clone(&shared),
                woken: Vec::new(),
            },
            Self { shared },
        )
    }
}

impl Source {
    /// Hands a frame to all viewers. Never waits; wakes each viewer that is waiting. Frames before the stream's first key frame
    /// are thrown away, since nobody can decode them.
    pub fn publish(&mut self, frame: Frame) {
        let key = frame.key;
        {
            let mut hub = self.shared.lock();
            if !hub.ring.push(frame, Instant::now()) {
                return;
            }
            if key {
                hub.complete_key_frame_request();
            }
            hub.take_waiting(key, &mut self.woken);
        }
        self.woken.drain(..).for_each(Waker::wake);
    }

    /// Notes that the stream begins anew (a new encoder): kept frames are forgotten and viewers go on with the next key frame.
    pub fn restart(&mut self) {
        let mut hub = self.shared.lock();
        hub.ring.restart();
        hub.note_start(Instant::now());
    }

    /// Receiver of the requests for key frames. A source needs one; several would share the requests among them.
    pub fn resets(&self) -> Resets {
        Resets {
            shared: Arc::clone(&self.shared),
        }
    }

    /// Number of viewers.
    pub fn viewers(&self) -> watch::Receiver<usize> {
        self.shared.viewers.subscribe()
    }
}

impl Resets {
    /// Waits until a key frame should be asked for, and counts it as asked for: soon for a viewer that has nothing to start
    /// from, rarely for those that fell behind. Loses nothing when the future is dropped.
    pub async fn wanted(&mut self) {
        loop {
            let now = Instant::now();
            let due = {
                let mut hub = self.shared.lock();
                let due = hub.reset_due(now);
                if due.is_some_and(|due| due <= now) {
                    hub.note_reset(now);
                    return;
                }
                due
            };
            match due {
                Some(due) => tokio::select! {
                    () = sleep_until(due) => {}
                    () = self.shared.reset.notified() => {}
                },
                None => self.shared.reset.notified().await,
            }
        }
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        {
            let mut hub = self.shared.lock();
            hub.closed = true;
            hub.take_waiting(true, &mut self.woken);
        }
        self.woken.drain(..).for_each(Waker::wake);
    }
}
