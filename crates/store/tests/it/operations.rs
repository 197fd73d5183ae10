//! Operations: batches, turns, outcomes, retries, take-overs.

use domain::codes;
use domain::operations::{
    Effect, Event, Evidence, Kind, OperationChoice, Reason, SETTLE_MS, State,
};
use domain::phones::{BATCH_MAX, ListQuery, Power, Status};
use store::operations::{
    Advance, ManageError, OperationRequest, Receipt, Retry, RunningOperation, StartError, Started,
    advance, cancel, due, receipt, retry, start, take, take_over,
};
use store::phones::{Listed, list, set_health, set_power};

use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, STRANGER, on_each_database};

mod batches;
mod evidence;
mod failed;
mod line;
mod new_device;
mod refused;
pub mod replacement;
mod sending;
mod transfer;
mod upgrade;

fn ask(kind: Kind, ids: &[i64]) -> OperationRequest {
    OperationRequest {
        kind,
        phones: ids.iter().map(|id| (*id, OperationChoice::None)).collect(),
        group: false,
    }
}

pub async fn begin(f: &Fixture, who: &str, kind: Kind, ids: &[i64]) -> Result<Started, StartError> {
    let actor = f.actor(who).await;
    start(&f.store, &actor, ask(kind, ids), |_, _| None, NOW).await
}

/// A phone as its owner sees it.
pub async fn listed(f: &Fixture, phone_id: i64) -> Listed {
    let actor = f.actor(OWNER).await;
    let query = ListQuery::parse(None, None, None, None, Some(200)).unwrap();
    let rows = list(&f.store, &actor, query, NOW).await.unwrap().rows;
    rows.into_iter()
        .find(|row| row.phone.id == phone_id)
        .unwrap()
}

/// Status, switch and name of a phone, as its owner sees them.
async fn shown(f: &Fixture, phone_id: i64) -> (Status, Power, String) {
    let phone = listed(f, phone_id).await.phone;
    (phone.status(), phone.power(), phone.alias)
}

async fn receipt_of(f: &Fixture, batch_id: i64) -> Receipt {
    let actor = f.actor(OWNER).await;
    receipt(&f.store, &actor, batch_id, NOW)
        .await
        .unwrap()
        .unwrap()
}

/// Tries what failed of a batch of the owner's again.
async fn again(f: &Fixture, batch_id: i64) -> Result<Started, ManageError> {
    let actor = f.actor(OWNER).await;
    retry(
        &f.store,
        &actor,
        batch_id,
        Retry::default(),
        |_, _| None,
        NOW + 3,
    )
    .await
}

fn seen(boot: &str, data: &str) -> Event {
    Event::Seen(Evidence {
        boot_id: Some(boot.to_owned()),
        data_id: Some(data.to_owned()),
        power: Some(Power::On),
        dpi: Some(320),
        booted: true,
        build_id: Some("build-1".to_owned()),
        linked: true,
        apps: None,
        android_id: None,
        identity: None,
        backup: None,
    })
}

fn running(advance: &Advance) -> RunningOperation {
    match advance {
        Advance::Run(running, _) | Advance::Waits(running) => running.clone(),
        other => panic!("{other:?} does not run"),
    }
}

async fn report(f: &Fixture, at: &RunningOperation, event: Event, now_ms: i64) -> Advance {
    advance(&f.store, at.id, at.generation, event, now_ms)
        .await
        .unwrap()
}

#[test]
fn a_reboot_runs_through_its_steps_and_the_phone_shows_it() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let started = begin(f, OWNER, Kind::Reboot, &[id]).await.unwrap();
        assert_eq!(
            (started.accepted.as_slice(), started.refused.len()),
            (&[id][..], 0)
        );
        assert_eq!(shown(f, id).await.0, Status::Running, "in line");

        let turn = take(&f.store, NOW).await.unwrap();
        let [Advance::Run(at, Effect::Observe)] = turn.as_slice() else {
            panic!("{turn:?}");
        };
        assert_eq!(shown(f, id).await.0, Status::Restarting);
        let act = report(f, at, seen("b1", "d1"), NOW + 1).await;
        assert!(matches!(&act, Advance::Run(_, Effect::Reboot)), "{act:?}");
        // The phone is away meanwhile: that is no news.
        set_health(&f.store, id, Some("unreachable".to_owned()), NOW + 2)
            .await
            .unwrap();
        assert_eq!(shown(f, id).await.0, Status::Restarting);
        let look = report(f, &running(&act), Event::Seen(Evidence::default()), NOW + 3).await;
        let wait = report(
            f,
            &running(&look),
            Event::Failed(Reason::Unreachable),
            NOW + 4,
        )
        .await;
        assert!(matches!(wait, Advance::Waits(_)), "{wait:?}");
        let again = due(&f.store, NOW + 5000).await.unwrap();
        assert_eq!(again.len(), 1);
        let look = report(f, &again[0], Event::Go, NOW + 5000).await;
        let end = report(f, &running(&look), seen("b2", "d1"), NOW + 5001).await;
        assert!(
            matches!(end, Advance::Ended { failed: None, .. }),
            "{end:?}"
        );
        assert_eq!(shown(f, id).await.0, Status::Running);
        let told = receipt_of(f, started.batch_id).await;
        assert_eq!(
            (told.rows[0].state, told.batch.counts.done),
            (State::Done, 1)
        );
        assert_eq!(told.rows[0].ended_ms, Some(NOW + 5001));
    });
}

#[test]
fn an_answer_of_an_older_generation_changes_nothing() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        begin(f, OWNER, Kind::Reboot, &[id]).await.unwrap();
        let first = running(&take(&f.store, NOW).await.unwrap()[0]);
        report(f, &first, seen("b1", "d1"), NOW + 1).await;
        let late = report(f, &first, Event::Failed(Reason::Unreachable), NOW + 2).await;
        assert_eq!(late, Advance::Stale);
        assert_eq!(shown(f, id).await.0, Status::Restarting);
    });
}

#[test]
fn at_its_deadline_it_fails_the_phone_says_so_and_entering_directly_heals_it() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let started = begin(f, OWNER, Kind::FactoryReset, &[id]).await.unwrap();
        let look = running(&take(&f.store, NOW).await.unwrap()[0]);
        report(f, &look, seen("b1", "d1"), NOW + 1).await;
        let deadline = NOW + Kind::FactoryReset.deadline_ms();
        assert!(due(&f.store, deadline - 1).await.unwrap().is_empty());
        let overdue = due(&f.store, deadline).await.unwrap();
        let end = report(f, &overdue[0], Event::Go, deadline).await;
        assert!(
            matches!(
                end,
                Advance::Ended {
                    failed: Some(Reason::Silent),
                    ..
                }
            ),
            "{end:?}"
        );
        assert_eq!(shown(f, id).await.0, Status::ResetFailed);
        let told = receipt_of(f, started.batch_id).await;
        assert_eq!(
            told.rows[0].reason(domain::lang::Lang::En),
            Reason::Silent.words().en
        );
        assert!(told.rows[0].retryable);

        begin(f, OWNER, Kind::EnterDirectly, &[id]).await.unwrap();
        assert_eq!(
            shown(f, id).await.0,
            Status::ResetFailed,
            "until it was seen well"
        );
        let look = running(&take(&f.store, deadline).await.unwrap()[0]);
        report(f, &look, seen("b1", "d1"), deadline + 1).await;
        assert_eq!(shown(f, id).await.0, Status::Running);
    });
}

#[test]
fn each_phone_of_a_batch_gets_its_own_answer() {
    on_each_database(async |f| {
        let well = f.phone("甲", 30).await;
        let off = f.phone("乙", 30).await;
        set_power(&f.store, off, Power::Off, NOW).await.unwrap();
        let busy = f.phone("丙", 30).await;
        begin(f, OWNER, Kind::PowerOff, &[busy]).await.unwrap();
        let unknown = 4242;
        let started = begin(f, OWNER, Kind::FactoryReset, &[well, off, unknown, busy])
            .await
            .unwrap();
        assert_eq!(started.accepted, [well]);
        let codes: Vec<(i64, i64)> = started
            .refused
            .iter()
            .map(|r| (r.phone_id, r.code.number))
            .collect();
        assert_eq!(
            codes,
            [
                (off, codes::STATE_FORBIDS.number),
                (unknown, codes::PHONE_ABSENT.number),
                (busy, codes::PHONE_BUSY.number)
            ]
        );
        let told = receipt_of(f, started.batch_id).await;
        let states: Vec<State> = told.rows.iter().map(|row| row.state).collect();
        assert_eq!(
            states,
            [State::Queued, State::Failed, State::Failed, State::Failed]
        );
        assert_eq!(told.rows[2].owl_id, None);
        assert!(!told.rows[1].reason(domain::lang::Lang::Zh).is_empty());
    });
}

#[test]
fn thirty_phones_are_a_batch_thirty_one_are_not_nor_is_one_named_twice() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let mut ids: Vec<i64> = (1..).take(BATCH_MAX).collect();
        ids[0] = id;
        let started = begin(f, OWNER, Kind::Reboot, &ids).await.unwrap();
        assert_eq!(
            (started.accepted.len(), started.refused.len()),
            (1, BATCH_MAX - 1)
        );
        ids.push(4242);
        let refused = begin(f, OWNER, Kind::PowerOff, &ids).await;
        assert!(matches!(refused, Err(StartError::Count)));
        assert!(matches!(
            begin(f, OWNER, Kind::PowerOff, &[]).await,
            Err(StartError::Count)
        ));
        let twice = begin(f, OWNER, Kind::PowerOff, &[id, id]).await;
        assert!(matches!(twice, Err(StartError::Duplicate)));
    });
}

#[test]
fn a_shared_phone_refuses_a_batch_reboot_whole_but_not_its_own() {
    on_each_database(async |f| {
        let own = f.phone("甲", 30).await;
        let shared = f.phone("乙", 30).await;
        f.grant("乙", "operate", 60).await;
        let refused = begin(f, OWNER, Kind::Reboot, &[own, shared]).await;
        assert!(matches!(refused, Err(StartError::Shared)));
        assert_eq!(shown(f, own).await.0, Status::Running);
        let refused = begin(f, GUEST, Kind::Reboot, &[shared, own]).await;
        assert!(matches!(refused, Err(StartError::Shared)));
        assert_eq!(
            begin(f, GUEST, Kind::Reboot, &[shared])
                .await
                .unwrap()
                .accepted,
            [shared]
        );
    });
}

#[test]
fn rights_are_those_of_the_table() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        f.grant("甲", "view", 60).await;
        for kind in [
            Kind::Reboot,
            Kind::PowerOff,
            Kind::FactoryReset,
            Kind::Density,
            Kind::Rename,
            Kind::Probe,
        ] {
            let refused = begin(f, GUEST, kind, &[id]).await.unwrap().refused;
            assert_eq!(refused[0].code, codes::RIGHT_MISSING, "{kind:?}");
            let refused = begin(f, STRANGER, kind, &[id]).await.unwrap().refused;
            assert_eq!(refused[0].code, codes::PHONE_ABSENT, "{kind:?}");
        }
    });
}

#[test]
fn names_and_densities_are_kept_when_done() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let actor = f.actor(OWNER).await;
        let rename = OperationRequest {
            kind: Kind::Rename,
            phones: vec![(id, OperationChoice::Alias("新名字".to_owned()))],
            group: false,
        };
        let done = start(&f.store, &actor, rename, |_, _| None, NOW)
            .await
            .unwrap();
        assert_eq!(shown(f, id).await.2, "新名字");
        assert_eq!(
            receipt_of(f, done.batch_id).await.rows[0].state,
            State::Done
        );

        let density = OperationRequest {
            kind: Kind::Density,
            phones: vec![(id, OperationChoice::Dpi(240))],
            group: false,
        };
        let actor = f.actor(OWNER).await;
        start(&f.store, &actor, density, |_, _| None, NOW)
            .await
            .unwrap();
        let turn = take(&f.store, NOW).await.unwrap();
        assert!(
            matches!(&turn[0], Advance::Run(_, Effect::SetDensity(240))),
            "{turn:?}"
        );
        let look = report(
            f,
            &running(&turn[0]),
            Event::Seen(Evidence::default()),
            NOW + 1,
        )
        .await;
        let mut evidence = Evidence {
            booted: true,
            dpi: Some(240),
            ..Evidence::default()
        };
        evidence.power = Some(Power::On);
        report(f, &running(&look), Event::Seen(evidence), NOW + 2).await;
        let actor = f.actor(OWNER).await;
        let query = ListQuery::parse(None, None, None, None, None).unwrap();
        assert_eq!(
            list(&f.store, &actor, query, NOW).await.unwrap().rows[0]
                .phone
                .dpi,
            240
        );
    });
}

#[test]
fn only_what_failed_and_can_be_helped_is_tried_again() {
    on_each_database(async |f| {
        let lost = f.phone("甲", 30).await;
        let fine = f.phone("乙", 30).await;
        let started = begin(f, OWNER, Kind::PowerOff, &[lost, fine, 4242])
            .await
            .unwrap();
        for advance in take(&f.store, NOW).await.unwrap() {
            let at = running(&advance);
            if at.phone_id == lost {
                report(f, &at, Event::Failed(Reason::Unreachable), NOW + 1).await;
            } else {
                let look = report(f, &at, Event::Seen(Evidence::default()), NOW + 1).await;
                let off = Evidence {
                    power: Some(Power::Off),
                    ..Evidence::default()
                };
                report(f, &running(&look), Event::Seen(off), NOW + 2).await;
            }
        }
        assert_eq!(shown(f, fine).await.1, Power::Off);
        let actor = f.actor(OWNER).await;
        let again = again(f, started.batch_id).await.unwrap();
        assert_eq!(
            (again.accepted.as_slice(), again.refused.len()),
            (&[lost][..], 0)
        );
        assert_eq!(
            receipt(&f.store, &actor, again.batch_id, NOW)
                .await
                .unwrap()
                .unwrap()
                .batch
                .retry_of,
            Some(started.batch_id)
        );
        let stranger = f.actor(STRANGER).await;
        for batch in [started.batch_id, 4242] {
            let refused = retry(
                &f.store,
                &stranger,
                batch,
                Retry::default(),
                |_, _| None,
                NOW,
            )
            .await;
            assert!(matches!(refused, Err(ManageError::Unknown)));
            assert!(
                receipt(&f.store, &stranger, batch, NOW)
                    .await
                    .unwrap()
                    .is_none()
            );
            assert!(matches!(
                cancel(&f.store, &stranger, batch, NOW).await,
                Err(ManageError::Unknown)
            ));
        }
    });
}

#[test]
fn what_waits_can_be_taken_back_what_was_sent_cannot() {
    on_each_database(async |f| {
        let ids = [f.phone("甲", 30).await, f.phone("乙", 30).await];
        let started = begin(f, OWNER, Kind::Reboot, &ids).await.unwrap();
        let turn = take(&f.store, NOW).await.unwrap();
        let first = running(&turn[0]);
        report(f, &first, seen("b1", "d1"), NOW + 1).await;
        let other = ids.into_iter().find(|id| *id != first.phone_id).unwrap();
        let actor = f.actor(OWNER).await;
        let freed = cancel(&f.store, &actor, started.batch_id, NOW + 2)
            .await
            .unwrap();
        let freed: Vec<i64> = freed.iter().map(|freed| freed.phone_id).collect();
        assert_eq!(freed, [other]);
        assert_eq!(shown(f, first.phone_id).await.0, Status::Restarting);
        assert_eq!(shown(f, other).await.0, Status::Running);
        let actor = f.actor(OWNER).await;
        let again = cancel(&f.store, &actor, started.batch_id, NOW + 3).await;
        assert!(matches!(again, Err(ManageError::Nothing)));
    });
}

#[test]
fn a_new_server_goes_on_from_what_is_written_and_sends_no_wipe_twice() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        begin(f, OWNER, Kind::FactoryReset, &[id]).await.unwrap();
        let look = running(&take(&f.store, NOW).await.unwrap()[0]);
        let act = report(f, &look, seen("b1", "d1"), NOW + 1).await;
        assert!(matches!(&act, Advance::Run(_, Effect::Wipe)));
        // The server dies here: whether the order arrived is not known.
        let found = take_over(&f.store, NOW + 10).await.unwrap();
        assert!(
            matches!(found.as_slice(), [Advance::Run(_, Effect::Observe)]),
            "{found:?}"
        );
        let unchanged = report(f, &running(&found[0]), seen("b1", "d1"), NOW + 20).await;
        assert!(matches!(unchanged, Advance::Waits(_)));
        let late = due(&f.store, NOW + 10 + SETTLE_MS).await.unwrap();
        let look = report(f, &late[0], Event::Go, NOW + 10 + SETTLE_MS).await;
        let end = report(f, &running(&look), seen("b1", "d1"), NOW + 10 + SETTLE_MS).await;
        assert!(
            matches!(
                end,
                Advance::Ended {
                    failed: Some(Reason::Interrupted),
                    ..
                }
            ),
            "{end:?}"
        );
        assert!(take_over(&f.store, NOW + DAY).await.unwrap().is_empty());
    });
}
