//! Faults on request, as they are written.

use std::time::Duration;

use handset::internal::{InjectedFault, SLOW_DEFAULT, Step, StepFault, TIME_LIMIT};

#[test]
fn faults_are_read_and_anything_else_is_refused() {
    assert_eq!(InjectedFault::parse(""), Some(InjectedFault::None));
    assert_eq!(
        InjectedFault::parse("slow:20"),
        Some(InjectedFault::Slow(Duration::from_millis(20)))
    );
    assert_eq!(
        InjectedFault::parse("slow"),
        Some(InjectedFault::Slow(SLOW_DEFAULT))
    );
    assert_eq!(InjectedFault::parse("die"), Some(InjectedFault::Die(None)));
    assert_eq!(
        InjectedFault::parse("die:3600000"),
        Some(InjectedFault::Die(Some(TIME_LIMIT)))
    );
    assert_eq!(
        InjectedFault::parse("wipe:slow:20"),
        Some(InjectedFault::Step(
            Step::Wipe,
            StepFault::Slow(Duration::from_millis(20))
        ))
    );
    assert_eq!(
        InjectedFault::parse("boot:die"),
        Some(InjectedFault::Step(Step::Boot, StepFault::Die(None)))
    );
    assert_eq!(
        InjectedFault::parse("state:hold"),
        Some(InjectedFault::Step(Step::State, StepFault::Hold))
    );
    for text in [
        "wipe",
        "wipe:",
        "wipe:stall",
        "wipe:wipe:die",
        "boot:hold",
        "hold",
        "power:slow:x",
    ] {
        assert_eq!(InjectedFault::parse(text), None, "{text}");
    }
    for text in ["die:3600001", "slow:x", "slow:", "refuse:1", "explode"] {
        assert_eq!(InjectedFault::parse(text), None, "{text}");
    }
}
