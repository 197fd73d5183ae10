//! The line: whose turn it is, and what a phone shows until then.

use domain::codes;
use domain::operations::{BOOTING_MAX, Kind, PLACE_MS};
use domain::phones::{Action, BATCH_MAX, Status};
use store::operations::{Advance, cancel, take};
use store::phones::{Verdict, check};

use super::{begin, listed, running};
use crate::fixture::{Fixture, GUEST, MINUTE, NOW, OWNER, on_each_database};

/// More than a look at all that waits would see.
const LONG: usize = 5000;

/// A phone that the guest may restart.
async fn granted(f: &Fixture, alias: &str) -> i64 {
    let id = f.phone(alias, 30).await;
    f.grant(alias, "operate", 60).await;
    id
}

async fn many(f: &Fixture, count: usize) -> Vec<i64> {
    let mut ids = Vec::new();
    for n in 0..count {
        ids.push(f.phone(&format!("机 {n}"), 30).await);
    }
    ids
}

/// The phones whose turn has come.
async fn turn(f: &Fixture, now_ms: i64) -> Vec<i64> {
    let begun: Vec<Advance> = take(&f.store, now_ms).await.unwrap();
    begun.iter().map(|one| running(one).phone_id).collect()
}

/// Puts phones of stock in line for a member, each asked for long ago.
fn fill(f: &Fixture, member_id: i64, kind: Kind) {
    let kind = kind.into_str();
    let n = format!(
        "WITH RECURSIVE n (i) AS (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < {LONG})"
    );
    let sql = format!(
        "INSERT INTO phones (id, owl_id, configuration_id, adb, carrier, dpi, alias, alias_key, sort_key, assign_ms, expire_ms,
            power_on, healthy, status_since_ms, created_ms, operation_id)
        {n} SELECT i, 'OWL-' || i, (SELECT min(id) FROM configurations), 'h' || i || ':1', 1, 320, '', '', '', 0, 0, TRUE, TRUE, 0, 0, i
            FROM n;
        INSERT INTO seats (phone_id, epoch, state) {n} SELECT i, 0, 0 FROM n;
        INSERT INTO operation_batches (id, member_id, kind, created_ms, total) VALUES (1, {member_id}, '{kind}', 1, {LONG});
        INSERT INTO operations (id, batch_id, position, member_id, phone_id, kind, input, state, step, phase, generation, created_ms,
            since_ms)
        {n} SELECT i, 1, i, {member_id}, i, '{kind}', '\"none\"', 0, 0, 0, 0, 1, 1 FROM n;"
    );
    f.execute(&sql);
}

#[test]
fn places_are_given_to_whoever_has_the_fewest_and_boots_are_staggered() {
    on_each_database(async |f| {
        let phones = many(f, BATCH_MAX).await;
        let guests = granted(f, "客 1").await;
        begin(f, OWNER, Kind::FactoryReset, &phones).await.unwrap();
        begin(f, GUEST, Kind::Reboot, &[guests]).await.unwrap();
        let begun = turn(f, NOW).await;
        assert_eq!(begun.len(), BOOTING_MAX);
        assert!(
            begun[..2].contains(&guests),
            "one member's thirty phones do not make another wait"
        );
        assert!(turn(f, NOW).await.is_empty());
    });
}

#[test]
fn phones_that_never_come_up_delay_nobody() {
    on_each_database(async |f| {
        let hung = many(f, 2 * BOOTING_MAX).await;
        let guests = [granted(f, "客 1").await, granted(f, "客 2").await];
        begin(f, OWNER, Kind::FactoryReset, &hung).await.unwrap();
        assert_eq!(turn(f, NOW).await.len(), BOOTING_MAX);
        begin(f, GUEST, Kind::Reboot, &guests[..1]).await.unwrap();
        assert_eq!(
            turn(f, NOW + 1000).await,
            [guests[0]],
            "at the next look, though all places are taken"
        );
        begin(f, GUEST, Kind::Reboot, &guests[1..]).await.unwrap();
        assert!(turn(f, NOW + PLACE_MS - 1).await.is_empty());
        // The hung ones still run, and hold no place any more.
        let begun = turn(f, NOW + PLACE_MS).await;
        assert_eq!(begun.len(), BOOTING_MAX - 1);
        assert!(begun.contains(&guests[1]), "{begun:?}");
    });
}

#[test]
fn a_long_line_hides_no_other_members_and_none_of_another_kind() {
    on_each_database(async |f| {
        let own = f.phone("甲", 30).await;
        let guests = granted(f, "客 1").await;
        let owner = f.actor(OWNER).await.member_id();
        fill(f, owner, Kind::FactoryReset);
        begin(f, OWNER, Kind::PowerOff, &[own]).await.unwrap();
        begin(f, GUEST, Kind::Reboot, &[guests]).await.unwrap();
        let begun = turn(f, NOW).await;
        assert_eq!(begun.len(), BOOTING_MAX + 1);
        assert!(begun.contains(&guests), "another member's");
        assert!(begun.contains(&own), "no phone that starts");
    });
}

#[test]
fn a_phone_in_line_is_what_it_was_and_its_clock_begins_with_its_turn() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let since_ms = listed(f, id).await.phone.status_since_ms;
        begin(f, OWNER, Kind::Reboot, &[id]).await.unwrap();
        let row = listed(f, id).await;
        assert_eq!(
            (row.phone.status(), row.phone.status_since_ms),
            (Status::Running, since_ms)
        );
        assert!(row.operation.unwrap().queued);

        let another = begin(f, OWNER, Kind::FactoryReset, &[id]).await.unwrap();
        assert_eq!(another.refused[0].code, codes::PHONE_BUSY);
        let actor = f.actor(OWNER).await;
        let asked = check(&f.store, &actor, vec![id], Action::Reboot, |_, _| None, NOW);
        assert_eq!(asked.await.unwrap()[0].1, Err(Verdict::Busy));

        let late = NOW + 12 * MINUTE;
        assert_eq!(turn(f, late).await, [id]);
        let row = listed(f, id).await;
        assert_eq!(
            (row.phone.status(), row.phone.status_since_ms),
            (Status::Restarting, late)
        );
        let operation = row.operation.unwrap();
        assert_eq!((operation.queued, operation.since_ms), (false, late));
    });
}

#[test]
fn a_phone_whose_turn_never_came_goes_on_as_if_nothing_had_been_asked() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let before = listed(f, id).await;
        let started = begin(f, OWNER, Kind::Reboot, &[id]).await.unwrap();
        let actor = f.actor(OWNER).await;
        let freed = cancel(&f.store, &actor, started.batch_id, NOW + MINUTE).await;
        let freed: Vec<i64> = freed.unwrap().iter().map(|freed| freed.phone_id).collect();
        assert_eq!(freed, [id]);
        assert_eq!(listed(f, id).await, before);
    });
}
