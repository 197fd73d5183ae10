//! Inactivity limit, so that nobody holds an unused phone: a warning comes beforehand, then the session ends.

use domain::play::Event;
use domain::session::{IDLE_WARNING_MS, SessionRules};

/// Time of the last use. Times are those of `Clock::elapsed_ms`: setting a clock makes nobody idle.
pub struct Idle {
    since_ms: i64,
    warned: bool,
}

/// End of a session after this many minutes without use.
pub struct Over(pub u32);

impl Idle {
    /// Timer that starts now.
    pub const fn new(elapsed_ms: i64) -> Self {
        Self {
            since_ms: elapsed_ms,
            warned: false,
        }
    }

    /// Notes that the member is active; returns the event that takes a warning back.
    pub fn active(&mut self, elapsed_ms: i64) -> Option<Event> {
        self.since_ms = elapsed_ms;
        std::mem::take(&mut self.warned).then_some(Event::IdleWarning { seconds: 0 })
    }

    /// Checks the time by the rules in force; returns a warning to be sent, once.
    pub fn look(&mut self, rules: SessionRules, elapsed_ms: i64) -> Result<Option<Event>, Over> {
        let (idle_ms, most_ms) = (elapsed_ms - self.since_ms, rules.idle_ms());
        if idle_ms >= most_ms {
            return Err(Over((most_ms / 60_000) as u32));
        }
        if idle_ms < most_ms - IDLE_WARNING_MS || self.warned {
            return Ok(None);
        }
        self.warned = true;
        let seconds = ((most_ms - idle_ms + 999) / 1000) as u32;
        Ok(Some(Event::IdleWarning { seconds }))
    }
}
