//! One-click new device, step by step.

use super::*;
use crate::identity::{Keep, ProxyChoice};

pub(super) fn wish() -> NewDevice {
    NewDevice {
        brand: "Xiaomi".into(),
        name: "Xiaomi 13".into(),
        device: "fuxi".into(),
        model: "2211133G".into(),
        serial: "4e7a9c21".into(),
        android_id: "00000000000000aa".into(),
        screen: (1080, 2400),
        dpi: 440,
        release: "13".into(),
        soc: "SM8550".into(),
        keep: Keep::Nothing,
        proxy: ProxyChoice::None,
    }
}

/// A look at a phone with this Android id.
pub(super) fn known(boot: &str, data: &str, android_id: &str) -> Evidence {
    Evidence {
        android_id: Some(android_id.to_owned()),
        ..seen(boot, data)
    }
}

#[test]
fn a_new_device_is_done_when_the_phone_is_another_one_and_has_said_who_it_is() {
    let input = OperationChoice::NewDevice(Box::new(wish()));
    let (p, e) = run(next(Progress::new(Kind::NewDevice, input, T), Event::Go, T));
    assert_eq!((p.current(), e), (Some(Step::Look), Effect::LookAtIdentity));
    let (p, e) = run(next(p, Event::Seen(known("b1", "d1", "00")), T + 5));
    assert_eq!(
        (p.phase, e),
        (Phase::Intended, Effect::Recreate(Box::new(wish())))
    );
    let (p, e) = run(next(p, Event::Seen(Evidence::default()), T + 10));
    assert_eq!((p.current(), e), (Some(Step::Boot), Effect::Observe));
    // A restart alone, other data alone, and the same phone that has that Android id already, prove nothing.
    for same in [
        known("b2", "d1", "00"),
        known("b2", "d2", "00"),
        known("b1", "d1", &wish().android_id),
        known("b2", "d1", &wish().android_id),
    ] {
        waits(next(p.clone(), Event::Seen(same), T + 20));
    }
    let (p, e) = run(next(
        p,
        Event::Seen(known("b2", "d2", &wish().android_id)),
        T + 30,
    ));
    assert_eq!(
        (p.current(), e),
        (Some(Step::Verify), Effect::LookAtIdentity)
    );
    let mute = known("b2", "d2", &wish().android_id);
    let p = waits(next(p, Event::Seen(mute.clone()), T + 40));
    assert_eq!(
        next(p.clone(), Event::Seen(mute.clone()), T + 30 + SETTLE_MS),
        Next::Failed(Reason::Unreachable),
        "it never said who it is"
    );
    let told = Evidence {
        identity: Some(Box::default()),
        ..mute
    };
    assert_eq!(next(p, Event::Seen(told), T + 50), Next::Done);
}
