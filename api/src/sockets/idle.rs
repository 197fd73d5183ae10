//! Nobody holds a phone that nobody uses: inactivity is told beforehand, then it ends the session.

use domain::play::Event;
use domain::session::{IDLE_MS, IDLE_WARNING_MS};

/// Since when nobody used what a socket holds. By the server's clock, which tests may move.
pub struct Idle {
    since_ms: i64,
    warned: bool,
}

/// Nobody was there for so many minutes.
pub struct Over(pub u32);

impl Idle {
    /// Used just now.
    pub const fn new(now_ms: i64) -> Self {
        Self {
            since_ms: now_ms,
            warned: false,
        }
    }

    /// The member is here; what takes a warning back is to be told.
    pub fn active(&mut self, now_ms: i64) -> Option<Event> {
        self.since_ms = now_ms;
        std::mem::take(&mut self.warned).then_some(Event::IdleWarning { seconds: 0 })
    }

    /// Time passed; a warning is to be told, once.
    pub fn look(&mut self, now_ms: i64) -> Result<Option<Event>, Over> {
        let idle_ms = now_ms - self.since_ms;
        if idle_ms >= IDLE_MS {
            return Err(Over((IDLE_MS / 60_000) as u32));
        }
        if idle_ms < IDLE_MS - IDLE_WARNING_MS || self.warned {
            return Ok(None);
        }
        self.warned = true;
        let seconds = ((IDLE_MS - idle_ms + 999) / 1000) as u32;
        Ok(Some(Event::IdleWarning { seconds }))
    }
}
