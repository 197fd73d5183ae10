//! State of a phone where nobody saw the end: after a command that was cut off, and by a look afterwards.

use domain::operations::{Effect, Event, Kind, Reason, SETTLE_MS};
use domain::phones::{Power, Status};
use store::operations::{Advance, take};
use store::phones::{Noted, power_at_rest, set_density, set_power};

use super::{begin, report, running, seen, shown};
use crate::fixture::{NOW, OWNER, on_each_database};

#[test]
fn a_command_whose_connection_broke_is_looked_for_and_fails_when_the_phone_shows_nothing_of_it() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        begin(f, OWNER, Kind::Density, &[id]).await.unwrap();
        // Without a density the rule looks instead of acting: the wire is what counts here.
        let act = running(&take(&f.store, NOW).await.unwrap()[0]);
        let cut = report(f, &act, Event::Failed(Reason::Lost), NOW + 1).await;
        assert!(matches!(&cut, Advance::Run(_, Effect::Observe)), "{cut:?}");
        let late = NOW + 1 + SETTLE_MS;
        let end = report(f, &running(&cut), seen("b1", "d1"), late).await;
        assert!(
            matches!(
                end,
                Advance::Ended {
                    failed: Some(Reason::Lost),
                    ..
                }
            ),
            "{end:?}"
        );
        assert_eq!(shown(f, id).await.0, Status::Running);
    });
}

#[test]
fn what_was_seen_of_a_phone_counts_unless_something_was_done_to_it_since() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let off = async |at_ms| set_power(&f.store, id, Power::Off, at_ms).await.unwrap();
        begin(f, OWNER, Kind::PowerOff, &[id]).await.unwrap();
        assert_eq!(off(NOW).await, Noted::Busy, "it is held");
        assert_eq!(power_at_rest(&f.store, id).await.unwrap(), None);
        let act = running(&take(&f.store, NOW).await.unwrap()[0]);
        report(f, &act, Event::Failed(Reason::Unreachable), NOW + 5).await;
        assert_eq!(off(NOW + 5).await, Noted::Busy, "the look began before");
        assert_eq!(shown(f, id).await.1, Power::On);
        assert_eq!(off(NOW + 6).await, Noted::Changed);
        assert_eq!(off(NOW + 7).await, Noted::Known);
        assert_eq!(power_at_rest(&f.store, id).await.unwrap(), Some(Power::Off));
        // The owner may switch the phone on again.
        let started = begin(f, OWNER, Kind::PowerOn, &[id]).await.unwrap();
        assert_eq!(started.accepted, [id]);
        let dpi = set_density(&f.store, id, 240, NOW + 8).await.unwrap();
        assert_eq!(dpi, Noted::Busy);
    });
}
