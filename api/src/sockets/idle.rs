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

#[cfg(test)]
mod tests {
    use domain::session::IDLE_MS;

    use super::*;

    const USUAL: SessionRules = SessionRules::USUAL;

    #[test]
    fn a_rule_that_changes_holds_for_pictures_that_are_open() {
        let short = SessionRules::of(15, 30, 5).expect("rules");
        let five_minutes = 5 * 60_000;
        let mut idle = Idle::new(0);
        assert!(matches!(idle.look(USUAL, five_minutes), Ok(None)));
        assert!(matches!(idle.look(short, five_minutes), Err(Over(5))));
        let Ok(Some(Event::IdleWarning { seconds: 60 })) =
            idle.look(short, five_minutes - IDLE_WARNING_MS)
        else {
            panic!("a minute before");
        };
    }

    #[test]
    fn inactivity_is_warned_of_once_and_ends_the_session() {
        let start = 5_000;
        let mut idle = Idle::new(start);
        let warned_at = start + IDLE_MS - IDLE_WARNING_MS;
        assert!(matches!(idle.look(USUAL, warned_at - 1), Ok(None)));
        let Ok(Some(Event::IdleWarning { seconds: 60 })) = idle.look(USUAL, warned_at) else {
            panic!("a minute before");
        };
        assert!(
            matches!(idle.look(USUAL, start + IDLE_MS - 1), Ok(None)),
            "once"
        );
        assert!(matches!(idle.look(USUAL, start + IDLE_MS), Err(Over(30))));
    }

    #[test]
    fn a_sign_of_life_takes_the_warning_back_and_counts_anew() {
        let mut idle = Idle::new(0);
        assert!(idle.active(10).is_none(), "nothing to take back");
        let warned_at = 10 + IDLE_MS - IDLE_WARNING_MS;
        assert!(matches!(idle.look(USUAL, warned_at), Ok(Some(_))));
        let taken_back = idle.active(warned_at);
        assert!(matches!(
            taken_back,
            Some(Event::IdleWarning { seconds: 0 })
        ));
        assert!(matches!(idle.look(USUAL, 10 + IDLE_MS), Ok(None)));
    }
}
