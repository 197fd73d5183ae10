//! Nobody holds a phone that nobody uses: inactivity is told beforehand, then it ends the session.

use domain::play::Event;
use domain::session::{IDLE_MS, IDLE_WARNING_MS};

/// Since when nobody used what a socket holds. Times are those of `Clock::elapsed_ms`: nobody was idle because a clock was set.
pub struct Idle {
    since_ms: i64,
    warned: bool,
}

/// Nobody was there for so many minutes.
pub struct Over(pub u32);

impl Idle {
    /// Used just now.
    pub const fn new(elapsed_ms: i64) -> Self {
        Self {
            since_ms: elapsed_ms,
            warned: false,
        }
    }

    /// The member is here; what takes a warning back is to be told.
    pub fn active(&mut self, elapsed_ms: i64) -> Option<Event> {
        self.since_ms = elapsed_ms;
        std::mem::take(&mut self.warned).then_some(Event::IdleWarning { seconds: 0 })
    }

    /// Time passed; a warning is to be told, once.
    pub fn look(&mut self, elapsed_ms: i64) -> Result<Option<Event>, Over> {
        let idle_ms = elapsed_ms - self.since_ms;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inactivity_is_warned_of_once_and_ends_the_session() {
        let start = 5_000;
        let mut idle = Idle::new(start);
        let warned_at = start + IDLE_MS - IDLE_WARNING_MS;
        assert!(matches!(idle.look(warned_at - 1), Ok(None)));
        let Ok(Some(Event::IdleWarning { seconds: 60 })) = idle.look(warned_at) else {
            panic!("a minute before");
        };
        assert!(matches!(idle.look(start + IDLE_MS - 1), Ok(None)), "once");
        assert!(matches!(idle.look(start + IDLE_MS), Err(Over(30))));
    }

    #[test]
    fn a_sign_of_life_takes_the_warning_back_and_counts_anew() {
        let mut idle = Idle::new(0);
        assert!(idle.active(10).is_none(), "nothing to take back");
        let warned_at = 10 + IDLE_MS - IDLE_WARNING_MS;
        assert!(matches!(idle.look(warned_at), Ok(Some(_))));
        let taken_back = idle.active(warned_at);
        assert!(matches!(
            taken_back,
            Some(Event::IdleWarning { seconds: 0 })
        ));
        assert!(matches!(idle.look(10 + IDLE_MS), Ok(None)));
    }
}
