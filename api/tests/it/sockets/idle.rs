//! The inactivity limit: its warning, and the end of a session.

use api::internal::{Idle, Over};
use domain::play::Event;
use domain::session::{IDLE_MS, IDLE_WARNING_MS, SessionRules};

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
