//! Replacement with data: each step as a server that starts anew finds it, the change of places, the ways out of both failures.

use domain::codes;
use domain::operations::{
    Backup, Destination, Effect, Event, Evidence, Kind, OperationChoice, Reason, State, Transfer,
};
use domain::phones::{Action, ListQuery, Status};
use store::operations::{
    Advance, OperationRequest, Started, cancel, due, give_up_transfer, held_phone, retry_transfer,
    start, sweep_transfers, take, take_over, transfer_states, wipe_left,
};

use super::replacement::spare;
use super::{begin, listed, receipt_of, report, running, shown};
use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, on_each_database};

fn ask(ids: &[i64]) -> OperationRequest {
    let input = || {
        OperationChoice::Transfer(Transfer {
            bytes: 100,
            to: None,
            agreed: None,
        })
    };
    OperationRequest {
        kind: Kind::Transfer,
        phones: ids.iter().map(|id| (*id, input())).collect(),
        group: false,
    }
}

async fn move_over(f: &Fixture, ids: &[i64]) -> Started {
    let owner = f.actor(OWNER).await;
    start(&f.store, &owner, ask(ids), |_, _| None, NOW)
        .await
        .unwrap()
}

/// Begins the only operation that waits, and answers the place of its data.
async fn begun(f: &Fixture) -> (Advance, Destination) {
    let mut turn = take(&f.store, NOW).await.unwrap();
    assert_eq!(turn.len(), 1, "{turn:?}");
    let first = turn.remove(0);
    let to = match &first {
        Advance::Run(_, Effect::BackUp(to) | Effect::Migrate(to, _)) => to.clone(),
        other => panic!("{other:?}"),
    };
    (first, to)
}

/// Next step of a server that starts anew.
async fn taken_over(f: &Fixture) -> Advance {
    let mut found = take_over(&f.store, NOW + 1).await.unwrap();
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

fn backed_up() -> Event {
    Event::Seen(Evidence {
        backup: Some(Backup {
            bytes: 90,
            digest: "x".to_owned(),
        }),
        ..Evidence::default()
    })
}

fn shows(data_id: &str) -> Event {
    Event::Seen(Evidence {
        data_id: Some(data_id.to_owned()),
        booted: true,
        ..Evidence::default()
    })
}

/// The phone's free phones of the stock, as another replacement finds them.
async fn in_stock(f: &Fixture, phone_id: i64) -> Option<i64> {
    let owner = f.actor(OWNER).await;
    let all = store::operations::check_replace(
        &f.store,
        &owner,
        vec![phone_id],
        Kind::Transfer,
        |_, _| None,
        NOW,
    );
    all.await.unwrap()[0].in_stock
}

/// Lets an operation fail while its backup is on its way to the new phone.
async fn fail_migration(f: &Fixture, old: i64) -> Destination {
    move_over(f, &[old]).await;
    let (first, to) = begun(f).await;
    let look = report(f, &running(&first), backed_up(), NOW).await;
    let copy = report(f, &running(&look), shows("d0"), NOW).await;
    let end = report(f, &running(&copy), Event::Failed(Reason::Altered), NOW).await;
    assert!(
        matches!(
            end,
            Advance::Ended {
                failed: Some(_),
                ..
            }
        ),
        "{end:?}"
    );
    assert_eq!(shown(f, old).await.0, Status::MigrationFailed);
    to
}

#[test]
fn at_every_step_a_server_that_starts_anew_goes_on_and_the_rental_moves_at_the_end() {
    on_each_database(async |f| {
        let old = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let before = listed(f, old).await.phone;
        let new = spare(f, 35_000..35_001).await[0];
        let started = move_over(f, &[old]).await;
        assert_eq!(
            (&started.accepted, started.successors.len()),
            (&vec![old], 0)
        );
        assert_eq!(
            in_stock(f, old).await,
            Some(0),
            "held from the first moment on"
        );
        assert_eq!(shown(f, old).await.0, Status::Running, "in line");

        let (first, to) = begun(f).await;
        assert_eq!(to.phone_id, new);
        assert_eq!(shown(f, old).await.0, Status::BackingUp);
        let same = taken_over(f).await;
        assert!(
            matches!(&same, Advance::Run(_, Effect::BackUp(again)) if *again == to),
            "{same:?}"
        );
        let stale = report(f, &running(&first), backed_up(), NOW).await;
        assert_eq!(
            stale,
            Advance::Stale,
            "the server that is gone says nothing any more"
        );

        let look = report(f, &running(&same), backed_up(), NOW + 1).await;
        assert_eq!(look, Advance::Run(running(&look), Effect::LookAtOther(new)));
        assert_eq!(shown(f, old).await.0, Status::BackupSuccessful);
        let look = taken_over(f).await;
        let copy = report(f, &running(&look), shows("d0"), NOW + 2).await;
        assert!(
            matches!(&copy, Advance::Run(_, Effect::Migrate(..))),
            "{copy:?}"
        );
        assert_eq!(shown(f, old).await.0, Status::Migrating);
        let copy = taken_over(f).await;
        assert!(
            matches!(&copy, Advance::Run(_, Effect::Migrate(again, _)) if *again == to),
            "{copy:?}"
        );
        assert_eq!(
            sweep_transfers(&f.store, NOW).await.unwrap(),
            [to.backup_id]
        );

        let look = report(
            f,
            &running(&copy),
            Event::Seen(Evidence::default()),
            NOW + 3,
        )
        .await;
        let look = match look {
            Advance::Run(..) => taken_over(f).await,
            other => panic!("{other:?}"),
        };
        // Until the new phone shows the data nothing moves.
        assert_eq!(listed(f, old).await.phone.alias, "甲");
        let end = report(f, &running(&look), shows(&to.data_id), NOW + 4).await;
        assert!(
            matches!(end, Advance::Ended { failed: None, .. }),
            "{end:?}"
        );

        let after = listed(f, new).await.phone;
        assert_eq!(
            (
                &after.alias,
                after.assign_ms,
                after.expire_ms,
                after.dpi,
                after.status()
            ),
            (
                &before.alias,
                before.assign_ms,
                before.expire_ms,
                before.dpi,
                Status::Running
            )
        );
        let guest = f.actor(GUEST).await;
        let query = ListQuery::parse(None, None, None, None, Some(200)).unwrap();
        let lent = store::phones::list(&f.store, &guest, query, NOW)
            .await
            .unwrap()
            .rows;
        assert_eq!(lent[0].phone.id, new, "the grant went along");
        assert_eq!(
            sweep_transfers(&f.store, NOW).await.unwrap(),
            [0; 0],
            "the backup is not needed any more"
        );
        let row = receipt_of(f, started.batch_id).await.rows.remove(0);
        assert_eq!(row.replaced.unwrap().new_phone_id, new);
        assert_eq!((row.sent.unwrap().bytes, row.may_give_up), (90, false));
        assert_eq!(wipe_left(&f.store, NOW + MINUTE).await.unwrap(), [old]);
        let owner = f.actor(OWNER).await;
        let told = transfer_states(&f.store, &owner, vec![old, new], NOW)
            .await
            .unwrap();
        assert_eq!(told.len(), 1);
        assert_eq!(
            (told[0].state, told[0].status, told[0].new_phone_id),
            (State::Done, Status::Running, Some(new))
        );
        let others = transfer_states(&f.store, &guest, vec![old], NOW).await;
        assert!(others.unwrap().is_empty());
    });
}

#[test]
fn a_failed_backup_changes_nothing_and_is_tried_again_or_left() {
    on_each_database(async |f| {
        let old = f.phone("甲", 30).await;
        let new = spare(f, 35_010..35_011).await[0];
        move_over(f, &[old]).await;
        let (first, to) = begun(f).await;
        let refused = Event::Failed(Reason::Refused);
        report(f, &running(&first), refused, NOW).await;
        let (status, _, alias) = shown(f, old).await;
        assert_eq!((status, alias.as_str()), (Status::BackupFailed, "甲"));
        assert_eq!(in_stock(f, old).await, Some(1), "the new phone is free");
        assert_eq!(sweep_transfers(&f.store, NOW).await.unwrap(), [0; 0]);

        let owner = f.actor(OWNER).await;
        let again = retry_transfer(&f.store, &owner, ask(&[old]), |_, _| None, NOW)
            .await
            .unwrap();
        assert_eq!(again.accepted, [old]);
        let (second, other) = begun(f).await;
        assert_eq!(other.phone_id, new);
        assert_ne!(
            (other.backup_id, &other.data_id),
            (to.backup_id, &to.data_id)
        );
        // Out of time.
        let late = NOW + 2 * 10 * MINUTE;
        let over = due(&f.store, late).await.unwrap();
        assert_eq!(over, [running(&second)]);
        report(f, &over[0], Event::Go, late).await;
        assert_eq!(shown(f, old).await.0, Status::BackupFailed);

        assert_eq!(
            held_phone(&f.store, &owner, old, NOW).await.unwrap(),
            Ok(None)
        );
        let left = give_up_transfer(&f.store, &owner, old, |_, _| None, NOW)
            .await
            .unwrap();
        assert_eq!(left.accepted, [old], "it is switched on");
        let turn = take(&f.store, NOW).await.unwrap();
        assert!(
            matches!(turn.as_slice(), [Advance::Run(_, Effect::PowerOn)]),
            "{turn:?}"
        );
        assert_eq!(
            wipe_left(&f.store, NOW + MINUTE).await.unwrap(),
            [0; 0],
            "nothing lay on the new phone"
        );
    });
}

#[test]
fn a_failed_migration_goes_on_with_the_same_backup_and_phone_or_is_given_up() {
    on_each_database(async |f| {
        let old = f.phone("甲", 30).await;
        let new = spare(f, 35_020..35_021).await[0];
        let to = fail_migration(f, old).await;
        assert_eq!(in_stock(f, old).await, Some(0), "it is still held");
        assert_eq!(
            sweep_transfers(&f.store, NOW).await.unwrap(),
            [to.backup_id],
            "and so is the backup"
        );
        let owner = f.actor(OWNER).await;
        let told = transfer_states(&f.store, &owner, vec![old], NOW)
            .await
            .unwrap();
        assert_eq!(
            (told[0].status, told[0].new_phone_id),
            (Status::MigrationFailed, Some(new))
        );
        // Nothing else is done with it meanwhile.
        for kind in [Kind::Reboot, Kind::Replace, Kind::FactoryReset] {
            let other = begin(f, OWNER, kind, &[old]).await.unwrap();
            assert_eq!(other.refused[0].code, codes::STATE_FORBIDS, "{kind:?}");
        }

        let again = retry_transfer(&f.store, &owner, ask(&[old]), |_, _| None, NOW)
            .await
            .unwrap();
        let row = receipt_of(f, again.batch_id).await.rows.remove(0);
        assert_eq!(row.sent.unwrap().total, 90, "the size of the backup");
        let (second, same) = begun(f).await;
        assert_eq!(same, to);
        assert_eq!(shown(f, old).await.0, Status::Migrating);
        report(f, &running(&second), Event::Failed(Reason::Refused), NOW).await;
        assert_eq!(shown(f, old).await.0, Status::MigrationFailed);

        assert_eq!(
            held_phone(&f.store, &owner, old, NOW).await.unwrap(),
            Ok(Some(new))
        );
        let left = give_up_transfer(&f.store, &owner, old, |_, _| None, NOW)
            .await
            .unwrap();
        assert_eq!(left.accepted, [old]);
        assert_eq!(sweep_transfers(&f.store, NOW).await.unwrap(), [0; 0]);
        assert_eq!(in_stock(f, old).await, Some(0), "not before it is wiped");
        assert_eq!(wipe_left(&f.store, NOW + MINUTE).await.unwrap(), [new]);
        let twice = give_up_transfer(&f.store, &owner, old, |_, _| None, NOW)
            .await
            .unwrap();
        assert_eq!(twice.refused[0].code, codes::STATE_FORBIDS);
        assert_eq!(listed(f, old).await.phone.alias, "甲");
    });
}

#[test]
fn what_waits_is_taken_back_and_what_nobody_goes_on_with_is_swept() {
    on_each_database(async |f| {
        let old = f.phone("甲", 30).await;
        let new = spare(f, 35_030..35_031).await[0];
        let owner = f.actor(OWNER).await;
        let started = move_over(f, &[old]).await;
        cancel(&f.store, &owner, started.batch_id, NOW)
            .await
            .unwrap();
        assert_eq!(in_stock(f, old).await, Some(1));
        assert_eq!(shown(f, old).await.0, Status::Running);

        let to = fail_migration(f, old).await;
        // The owner's account goes: nobody can go on with the migration.
        f.execute(&format!(
            "UPDATE phones SET owner_id = NULL, alias = '', alias_key = '', sort_key = '', assign_ms = 0, expire_ms = 0 WHERE id = {old};"
        ));
        assert_eq!(
            sweep_transfers(&f.store, NOW).await.unwrap(),
            [0; 0],
            "{to:?}"
        );
        assert_eq!(wipe_left(&f.store, NOW + MINUTE).await.unwrap(), [new]);
    });
}

#[test]
fn what_cannot_be_moved_is_refused_alone_and_untouched() {
    on_each_database(async |f| {
        let (first, second, busy, over) = (
            f.phone("甲", 30).await,
            f.phone("乙", 30).await,
            f.phone("忙", 30).await,
            f.phone("期", 30).await,
        );
        begin(f, OWNER, Kind::Reboot, &[busy]).await.unwrap();
        f.execute(&format!(
            "UPDATE phones SET expire_ms = {} WHERE id = {over};",
            NOW - DAY
        ));
        spare(f, 35_040..35_041).await;
        let started = move_over(f, &[first, busy, over, 4242, second]).await;
        assert_eq!(started.accepted, [first]);
        let refused: Vec<_> = started.refused.iter().map(|one| one.code).collect();
        assert_eq!(
            refused,
            [
                codes::PHONE_BUSY,
                codes::PHONE_EXPIRED,
                codes::PHONE_ABSENT,
                codes::REPLACEMENT_NONE
            ]
        );
        f.grant("乙", "operate", 60).await;
        spare(f, 35_050..35_051).await;
        let guest = f.actor(GUEST).await;
        let owner = f.actor(OWNER).await;
        let by_guest = start(&f.store, &guest, ask(&[second]), |_, _| None, NOW)
            .await
            .unwrap();
        assert_eq!(by_guest.refused[0].code, codes::RIGHT_MISSING);
        let unable =
            |_, action| (action == Action::Transfer).then_some(domain::phones::Unable::NoRoom);
        let full = start(&f.store, &owner, ask(&[second]), unable, NOW)
            .await
            .unwrap();
        assert_eq!(full.refused[0].code, codes::PHONE_UNABLE);
        for phone_id in [second, 4242] {
            let none = retry_transfer(&f.store, &owner, ask(&[phone_id]), |_, _| None, NOW).await;
            assert!(none.unwrap().accepted.is_empty());
        }
        assert_eq!(listed(f, second).await.phone.status(), Status::Running);
    });
}
