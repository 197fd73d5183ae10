//! The check of invariants: what is broken is found by its name.

use std::sync::atomic::{AtomicUsize, Ordering};

use diesel::connection::{InstrumentationEvent, SimpleConnection, set_default_instrumentation};
use diesel::{Connection, PgConnection, SqliteConnection};
use domain::agreements::Kind as Agreement;
use domain::notices::written::{Form, Written};
use store::announcements::{create, mark_seen, publish};
use store::check::check;
use store::{Kind, agreements};

use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, on_each_database};

/// Runs statements that the database's own constraints would refuse.
fn force(f: &Fixture, sql: &str) {
    match f.store.kind() {
        Kind::Sqlite => {
            let mut conn = SqliteConnection::establish(&f.url).unwrap();
            let free = "PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON;";
            conn.batch_execute(&format!("{free} {sql}")).unwrap();
        }
        Kind::Postgres => {
            let mut conn = PgConnection::establish(&f.url).unwrap();
            let free = "SET session_replication_role = replica; \
                        ALTER TABLE announcements DROP CONSTRAINT IF EXISTS announcements_check1;";
            conn.batch_execute(&format!("{free} {sql}")).unwrap();
        }
    }
}

async fn broken(f: &Fixture) -> Vec<(&'static str, String)> {
    let all = check(&f.store).await.unwrap();
    all.into_iter()
        .filter(|finding| !finding.ok)
        .map(|finding| (finding.name, finding.detail))
        .collect()
}

/// Breaks something, looks whether that alone is found, and repairs it.
async fn found(f: &Fixture, damage: &str, repair: &str, name: &str) {
    force(f, damage);
    assert_eq!(broken(f).await, [(name, "broken 1 times".to_owned())]);
    force(f, repair);
    assert_eq!(broken(f).await, []);
}

/// One in the list, seen by its reader.
async fn announced(f: &Fixture) -> i64 {
    let (admin, owner) = (f.actor("admin").await, f.actor(OWNER).await);
    let form = Form {
        msg_type: 1,
        content_type: 2,
        titles: ["维护".to_owned(), "Maintenance".to_owned()],
        texts: ["<p>今晚</p>".to_owned(), "<p>Tonight</p>".to_owned()],
        audience: 2,
        member_ids: vec![owner.member_id()],
        until_ms: Some(NOW + DAY),
        ..Form::default()
    };
    let new = Written::parse(&form, NOW).unwrap();
    let id = create(&f.store, &admin, new, NOW).await.unwrap();
    publish(&f.store, &admin, id, NOW).await.unwrap();
    mark_seen(&f.store, &owner, Some(vec![id]), NOW)
        .await
        .unwrap();
    id
}

#[test]
fn marks_for_an_announcement_that_is_gone_are_found() {
    on_each_database(async |f| {
        let id = announced(f).await;
        let damage = format!(
            "UPDATE announcement_reads SET announcement_id = 9 WHERE announcement_id = {id};"
        );
        let repair = format!(
            "UPDATE announcement_reads SET announcement_id = {id} WHERE announcement_id = 9;"
        );
        let name = "every mark of a reader is for an announcement and a member that exist";
        found(f, &damage, &repair, name).await;
    });
}

#[test]
fn an_announcement_that_ends_before_its_start_is_found() {
    on_each_database(async |f| {
        let id = announced(f).await;
        let until = |ms: i64| format!("UPDATE announcements SET until_ms = {ms} WHERE id = {id};");
        let name = "every announcement ends after its start";
        found(f, &until(NOW), &until(NOW + DAY), name).await;
    });
}

#[test]
fn an_announcement_to_nobody_is_found() {
    on_each_database(async |f| {
        let id = announced(f).await;
        let owner = f.actor(OWNER).await.member_id();
        let to =
            |ids: &str| format!("UPDATE announcements SET member_ids = '{ids}' WHERE id = {id};");
        let name = "every announcement is for somebody";
        found(f, &to("[]"), &to(&format!("[{owner}]")), name).await;
    });
}

#[test]
fn an_agreement_that_was_accepted_before_it_was_published_is_found() {
    on_each_database(async |f| {
        f.actor(OWNER).await;
        let terms = agreements::published(&f.store, Agreement::Terms, None).await;
        let id = terms.unwrap().id;
        let at = |ms: &str| format!("UPDATE agreements SET published_ms = {ms} WHERE id = {id};");
        let name = "nobody accepted a version of an agreement before it was published";
        found(f, &at("NULL"), &at("0"), name).await;
    });
}

#[test]
fn a_rental_that_is_noted_as_over_before_its_end_is_found() {
    on_each_database(async |f| {
        let id = f.phone("甲", 1).await;
        let ended = |ms: &str| format!("UPDATE phones SET ended_ms = {ms} WHERE id = {id};");
        let name = "no rental is noted as over before its end, or of a phone in stock";
        found(f, &ended(&NOW.to_string()), &ended("NULL"), name).await;
    });
}

#[test]
fn a_phone_in_the_recycle_bin_that_had_no_grace_is_found() {
    on_each_database(async |f| {
        let id = f.phone("甲", 1).await;
        let recycled = |ms: &str| format!("UPDATE phones SET recycled_ms = {ms} WHERE id = {id};");
        let name = "every phone in the recycle bin went through its grace";
        found(f, &recycled("9"), &recycled("NULL"), name).await;
    });
}

#[test]
fn a_lost_phone_that_its_member_still_has_is_found() {
    on_each_database(async |f| {
        let (id, owner) = (f.phone("甲", 1).await, f.actor(OWNER).await.member_id());
        // The wipe is part of the damage, so that the member's having the phone is the one breach.
        let damage = format!(
            "INSERT INTO operation_batches (id, member_id, kind, created_ms, total) VALUES (5, {owner}, 'factoryReset', 1, 1);
             INSERT INTO operations (id, batch_id, position, member_id, phone_id, kind, input, state, step, phase, generation, created_ms, since_ms, ended_ms)
             VALUES (5, 5, 0, {owner}, {id}, 'factoryReset', '\"none\"', 2, 0, 0, 1, 1, 1, {late});
             INSERT INTO purges (id, member_id, phone_id, owl_id, alias, configuration_id, given_up, expire_ms, purged_ms, operation_id)
             VALUES (7, {owner}, {id}, 'OWL-1', '甲', 1, FALSE, 1, {late}, 5);",
            late = NOW + DAY
        );
        let repair = "DELETE FROM purges WHERE id = 7; DELETE FROM operations WHERE id = 5; DELETE FROM operation_batches WHERE id = 5;";
        let name = "no member has a phone that it lost, unless it came anew";
        found(f, &damage, repair, name).await;
    });
}

#[test]
fn a_lost_phone_that_nobody_wipes_is_found() {
    on_each_database(async |f| {
        let (id, guest) = (f.phone("甲", 1).await, f.actor("admin").await.member_id());
        let damage = format!(
            "INSERT INTO purges (id, member_id, phone_id, owl_id, alias, configuration_id, given_up, expire_ms, purged_ms)
             VALUES (7, {guest}, {id}, 'OWL-1', '甲', 1, FALSE, 1, {NOW});"
        );
        let name = "every phone that was lost is wiped or waits for it";
        found(f, &damage, "DELETE FROM purges WHERE id = 7;", name).await;
    });
}

#[test]
fn a_replacement_without_its_record_and_a_replaced_phone_that_nobody_wipes_are_found() {
    on_each_database(async |f| {
        let (id, owner) = (f.phone("甲", 1).await, f.actor(OWNER).await.member_id());
        let operation = format!(
            "INSERT INTO operation_batches (id, member_id, kind, created_ms, total) VALUES (5, {owner}, 'replace', 1, 1);
             INSERT INTO operations (id, batch_id, position, member_id, phone_id, kind, input, state, step, phase, generation, created_ms, since_ms, ended_ms)
             VALUES (5, 5, 0, {owner}, {id}, 'replace', '\"none\"', 2, 0, 0, 1, 1, 1, {NOW});"
        );
        let repair = "DELETE FROM replacements WHERE operation_id = 5; DELETE FROM operations WHERE id = 5; DELETE FROM operation_batches WHERE id = 5;";
        let name = "every replacement that was done has its record, and no other has one";
        found(f, &operation, repair, name).await;
        let damage = format!(
            "{operation} INSERT INTO replacements (operation_id, member_id, old_phone_id, old_owl_id, new_phone_id, new_owl_id, alias, replaced_ms)
             VALUES (5, {owner}, {id}, 'OWL-1', 1, 'OWL-2', '甲', {NOW});"
        );
        let name = "every phone that was replaced is wiped before anybody gets it";
        found(f, &damage, repair, name).await;
    });
}

#[test]
fn a_grant_with_a_cause_of_its_end_that_goes_on_is_found() {
    on_each_database(async |f| {
        f.phone("甲", 30).await;
        f.grant("甲", "view", 60).await;
        let name = "every grant that was recalled or given up has ended before its time";
        let damage = "UPDATE grants SET end_cause = 1;";
        found(f, damage, "UPDATE grants SET end_cause = NULL;", name).await;
    });
}

#[test]
fn a_batch_that_sends_files_and_does_not_name_them_is_found() {
    on_each_database(async |f| {
        let (id, owner) = (f.phone("甲", 1).await, f.actor(OWNER).await.member_id());
        let damage = format!(
            "INSERT INTO operation_batches (id, member_id, kind, created_ms, total) VALUES (5, {owner}, 'pushFile', 1, 1);
             INSERT INTO operations (id, batch_id, position, member_id, phone_id, kind, input, state, step, phase, generation, created_ms, since_ms, ended_ms)
             VALUES (5, 5, 0, {owner}, {id}, 'pushFile', '\"none\"', 2, 0, 0, 1, 1, 1, {NOW});"
        );
        let repair = "UPDATE operation_batches SET file_key = 'a.txt' WHERE id = 5;";
        let name = "a batch has names of files where it sends some, and nowhere else";
        found(f, &damage, repair, name).await;
    });
}

#[test]
fn a_server_whose_last_full_operator_is_disabled_is_found() {
    on_each_database(async |f| {
        let set = |disabled: &str| {
            format!("UPDATE members SET disabled = {disabled} WHERE user_name = 'admin'")
        };
        let name = "of the operators who may do everything, one can sign in";
        found(f, &set("TRUE"), &set("FALSE"), name).await;
    });
}

#[test]
fn a_second_level_of_sub_accounts_and_a_switch_without_a_parent_are_found() {
    on_each_database(async |f| {
        let (owner, guest, admin) = (
            f.actor(OWNER).await.member_id(),
            f.actor(GUEST).await.member_id(),
            f.actor("admin").await.member_id(),
        );
        let under = |id: i64, parent: &str| {
            format!("UPDATE members SET parent_id = {parent} WHERE id = {id};")
        };
        force(f, &under(guest, &owner.to_string()));
        let (damage, repair) = (under(owner, &admin.to_string()), under(owner, "NULL"));
        found(f, &damage, &repair, "there is one level of sub-accounts").await;
        let damage = format!(
            "INSERT INTO sub_invitations (id, parent_id, number, name, ticks, created_ms, expire_ms) \
             VALUES (5, {guest}, '13300000001', '', 0, 1, {NOW});"
        );
        let repair = "DELETE FROM sub_invitations WHERE id = 5;";
        found(f, &damage, repair, "no sub-account invites").await;
        let off = |at: &str| format!("UPDATE members SET sub_off_ms = {at} WHERE id = {owner};");
        let name = "only a sub-account has a parent's name for it and is switched off";
        found(f, &off("1"), &off("NULL"), name).await;
    });
}

#[test]
fn all_invariants_are_one_statement_which_a_connection_prepares_once() {
    /// Statements that connections kept.
    static KEPT: AtomicUsize = AtomicUsize::new(0);
    /// No pool is larger.
    const CONNECTIONS: usize = 12;
    set_default_instrumentation(|| {
        Some(Box::new(|event: InstrumentationEvent<'_>| {
            if let InstrumentationEvent::CacheQuery { sql, .. } = event
                && sql.starts_with("SELECT 0 AS at")
            {
                KEPT.fetch_add(1, Ordering::Relaxed);
            }
        }))
    })
    .unwrap();
    on_each_database(async |f| {
        KEPT.store(0, Ordering::Relaxed);
        for _ in 0..2 * CONNECTIONS {
            assert!(check(&f.store).await.unwrap().len() > 70);
        }
        let kept = KEPT.load(Ordering::Relaxed);
        assert!((1..=CONNECTIONS).contains(&kept), "{kept}");
    });
}
