//! Webhooks: an event in the transaction of its change, one server for each try, tries at their times, limits, and nothing of others.

use domain::auth::Purpose;
use domain::live::webhooks::{
    Address, Allow, Failure, KEPT_MS, KEY_KEPT_MS, Kind, LEASE_MS, LOG_MAX, NewWebhook, Outcome,
    Paused, RETRIES_MS, TESTS_A_MINUTE, WAITING_MAX, WEBHOOKS_MAX,
};
use domain::operations::{Input, Kind as Doing};
use serde_json::Value;
use store::live::webhooks::{
    Delivery, Flying, Letter, Made, State, Webhook, WebhookError, create, list, log, pause, prune,
    redeliver, remove, resume, rotate, spread, take, test, tested, tried, update,
};
use store::notices;
use store::operations::{Ask, cancel, start};
use store::phones::set_health;
use store::session::Actor;

use crate::fixture::{
    DAY, Fixture, GUEST, MINUTE, NOW, OWNER, PASSWORD, STRANGER, on_each_database,
};
use crate::member::{phone, sent};

const URL: &str = "https://hooks.example/";

fn wish(kinds: &[Kind]) -> NewWebhook {
    let address = Address::parse(URL, &Allow::default()).unwrap();
    NewWebhook::parse("CI", kinds, address).unwrap()
}

async fn made(f: &Fixture, actor: &Actor, kinds: &[Kind]) -> Made {
    let made = create(&f.store, actor, wish(kinds), NOW).await;
    made.unwrap()
}

/// A phone's status changes.
async fn falls_ill(f: &Fixture, phone_id: i64, at_ms: i64) {
    let unwell = Some(domain::phones::Unwell::Unreachable.name().to_owned());
    assert!(set_health(&f.store, phone_id, unwell, at_ms).await.unwrap());
}

async fn gets_well(f: &Fixture, phone_id: i64, at_ms: i64) {
    assert!(set_health(&f.store, phone_id, None, at_ms).await.unwrap());
}

async fn taken(f: &Fixture, now_ms: i64) -> Vec<Letter> {
    take(&f.store, Flying::default(), now_ms).await.unwrap()
}

/// What waits at a moment, after whatever happened is addressed.
async fn due(f: &Fixture, now_ms: i64) -> Vec<Letter> {
    spread(&f.store, now_ms).await.unwrap();
    taken(f, now_ms).await
}

async fn noted(f: &Fixture, letter: &Letter, outcome: Outcome, now_ms: i64) -> bool {
    tried(&f.store, letter.clone(), outcome, 0, now_ms)
        .await
        .unwrap()
}

async fn only(f: &Fixture, actor: &Actor) -> Webhook {
    let all = list(&f.store, actor, NOW).await.unwrap();
    assert_eq!(all.len(), 1);
    all[0].clone()
}

async fn logged(f: &Fixture, actor: &Actor, id: i64) -> Vec<Delivery> {
    let page = log(&f.store, actor, id, None, (0, 200)).await.unwrap();
    page.list
}

fn body(letter: &Letter) -> Value {
    serde_json::from_str(&letter.body).unwrap()
}

fn well() -> Outcome {
    Outcome::answered(204, 3)
}

#[test]
fn a_phones_status_is_told_once_to_each_webhook_that_wants_it() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        falls_ill(f, id, NOW).await;
        assert_eq!(spread(&f.store, NOW).await.unwrap(), 0, "nobody asked");
        let (one, other) = (
            made(f, &owner, &[Kind::PhoneStatus]).await,
            made(f, &owner, &[Kind::PhoneStatus, Kind::OrderChanged]).await,
        );
        made(f, &owner, &[Kind::OperationEnded]).await;
        made(f, &f.actor(GUEST).await, &[Kind::PhoneStatus]).await;
        f.grant("甲", "operate", 60).await;
        gets_well(f, id, NOW + 5).await;
        assert_eq!(spread(&f.store, NOW + 9).await.unwrap(), 1);
        assert_eq!(spread(&f.store, NOW + 9).await.unwrap(), 0);
        let letters = taken(f, NOW + 9).await;
        let mut to: Vec<i64> = letters.iter().map(|letter| letter.webhook_id).collect();
        to.sort_unstable();
        let mut wanted = [one.webhook_id, other.webhook_id];
        wanted.sort_unstable();
        assert_eq!(to, wanted, "whom a phone is lent is told nothing");
        assert_eq!(letters[0].event, letters[1].event);
        let told = body(&letters[0]);
        assert_eq!(told["id"], letters[0].event);
        assert_eq!(told["type"], "phone.status");
        assert_eq!(told["timestamp"], "2027-01-15T08:00:00.005Z");
        let data = &told["data"];
        assert_eq!(
            (&data["phoneId"], &data["alias"]),
            (&id.into(), &"甲".into())
        );
        assert_eq!(
            (&data["old"], &data["new"]),
            (&"abnormal".into(), &"running".into())
        );
        assert_eq!((&data["oldCode"], &data["newCode"]), (&0.into(), &1.into()));
        assert_eq!(
            (&data["since"], &data["reason"]),
            (&told["timestamp"], &Value::Null)
        );
        assert!(data["owlId"].as_str().unwrap().starts_with("OWL-"));

        falls_ill(f, id, NOW + 10).await;
        let ill = due(f, NOW + 11).await;
        assert_eq!(body(&ill[0])["data"]["reason"], "unreachable");
    });
}

#[test]
fn an_event_is_there_with_its_change_or_not_at_all() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        made(f, &owner, &[Kind::PhoneStatus]).await;
        let change = format!("UPDATE phones SET healthy = FALSE WHERE id = {id};");
        match f.store.kind() {
            store::Kind::Sqlite => f.execute(&format!("{change} ROLLBACK; BEGIN;")),
            store::Kind::Postgres => f.execute(&format!("BEGIN; {change} ROLLBACK;")),
        }
        assert_eq!(spread(&f.store, NOW).await.unwrap(), 0);
        f.execute(&change);
        // A change that changes no status is none.
        f.execute(&format!(
            "UPDATE phones SET healthy = FALSE, dpi = 480 WHERE id = {id};"
        ));
        assert_eq!(spread(&f.store, NOW).await.unwrap(), 1);
    });
}

#[test]
fn an_operation_tells_its_end_and_its_phone_one_status_at_a_time() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        made(f, &owner, &[Kind::PhoneStatus, Kind::OperationEnded]).await;
        let ask = Ask {
            kind: Doing::Reboot,
            phones: vec![(id, Input::None)],
        };
        let started = start(&f.store, &owner, ask, |_, _| None, NOW)
            .await
            .unwrap();
        let batch = started.batch_id;
        // What is in line is what it was.
        assert_eq!(spread(&f.store, NOW).await.unwrap(), 0);
        cancel(&f.store, &owner, batch, NOW + 2).await.unwrap();
        let letters = due(f, NOW + 3).await;
        assert_eq!(letters.len(), 1, "its status never changed");
        let told = body(&letters[0]);
        assert_eq!(told["type"], "operation.ended");
        assert_eq!(told["timestamp"], "2027-01-15T08:00:00.002Z");
        let data = &told["data"];
        assert_eq!(
            (&data["kind"], &data["outcome"]),
            (&"reboot".into(), &"cancelled".into())
        );
        assert_eq!(
            (&data["batchId"], &data["phoneId"]),
            (&batch.into(), &id.into())
        );
        assert_eq!(data["reason"], Value::Null);
    });
}

#[test]
fn a_failed_operation_takes_the_phone_from_one_status_to_the_other_at_once() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        made(f, &owner, &[Kind::PhoneStatus, Kind::OperationEnded]).await;
        let ask = Ask {
            kind: Doing::Reboot,
            phones: vec![(id, Input::None)],
        };
        start(&f.store, &owner, ask, |_, _| None, NOW)
            .await
            .unwrap();
        let gone = store::operations::take(&f.store, NOW + 1).await.unwrap();
        let store::operations::Advance::Run(running, _) = &gone[0] else {
            panic!("{gone:?}");
        };
        let failed = domain::operations::Event::Failed(domain::operations::Reason::Unreachable);
        let mut at = NOW + 1;
        let mut generation = running.generation;
        // Its timer decides at the latest.
        for _ in 0..50 {
            at += 10 * MINUTE;
            let next =
                store::operations::advance(&f.store, running.id, generation, failed.clone(), at)
                    .await
                    .unwrap();
            match next {
                store::operations::Advance::Ended { .. } => break,
                store::operations::Advance::Run(next, _)
                | store::operations::Advance::Waits(next) => {
                    generation = next.generation;
                }
                store::operations::Advance::Stale => panic!("stale"),
            }
        }
        spread(&f.store, at).await.unwrap();
        let webhook = only(f, &owner).await;
        let told: Vec<(String, String)> = logged(f, &owner, webhook.id)
            .await
            .iter()
            .rev()
            .map(|one| {
                let body: Value = serde_json::from_str(&one.body).unwrap();
                let data = &body["data"];
                let text = |name: &str| data[name].as_str().unwrap_or_default().to_owned();
                if one.kind == Kind::PhoneStatus {
                    (text("old"), text("new"))
                } else {
                    (text("kind"), text("outcome"))
                }
            })
            .collect();
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            told,
            [
                pair("running", "restarting"),
                pair("reboot", "failed"),
                pair("restarting", "restartFailed")
            ]
        );
    });
}

#[test]
fn an_orders_state_is_told() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        made(f, &owner, &[Kind::OrderChanged]).await;
        let member = owner.member_id();
        f.execute(&format!(
            "INSERT INTO orders (id, number, member_id, kind, state, created_ms, deadline_ms, due_ms, body_hash, agreed_ms, spec_name, \
             quantity, list_fen, total_fen, paid_fen, refunded_fen) \
             VALUES (77, 'O77', {member}, 2, 0, 1, 2, 2, '', 1, 'VIP', 1, 900, 900, 0, 0);"
        ));
        assert_eq!(spread(&f.store, NOW).await.unwrap(), 0);
        f.execute("UPDATE orders SET state = 2, due_ms = NULL WHERE id = 77;");
        let letters = due(f, NOW).await;
        let told = body(&letters[0]);
        assert_eq!(told["type"], "order.changed");
        let expected = serde_json::json!({
            "orderId": 77, "orderNo": "O77", "kind": "renewal", "old": "waiting", "new": "cancelled", "totalFen": 900,
        });
        assert_eq!(told["data"], expected);
        f.execute("DELETE FROM orders WHERE id = 77;");
    });
}

#[test]
fn whoever_takes_a_delivery_has_it_alone_until_its_lease_is_over() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        made(f, &owner, &[Kind::PhoneStatus]).await;
        falls_ill(f, id, NOW).await;
        let first = due(f, NOW).await;
        assert_eq!(first.len(), 1);
        assert!(taken(f, NOW + LEASE_MS - 1).await.is_empty());
        // Its server is gone: the next one has the same event, to the byte.
        let again = taken(f, NOW + LEASE_MS).await;
        assert_eq!(
            (&again[0].event, &again[0].body),
            (&first[0].event, &first[0].body)
        );
        // What the first one says now is over: it counts for nothing.
        noted(f, &first[0], Outcome::answered(500, 1), NOW + LEASE_MS + 1).await;
        assert_eq!(logged(f, &owner, again[0].webhook_id).await[0].tries, 0);
        noted(f, &again[0], well(), NOW + LEASE_MS + 2).await;
        let log = logged(f, &owner, again[0].webhook_id).await;
        assert_eq!(
            (log[0].state, log[0].tries, log[0].status),
            (State::Taken, 1, Some(204))
        );
        assert!(taken(f, NOW + DAY).await.is_empty());
    });
}

#[test]
fn tries_come_at_their_times_and_after_the_last_the_webhook_waits_for_its_member() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        let webhook = made(f, &owner, &[Kind::PhoneStatus]).await.webhook_id;
        falls_ill(f, id, NOW).await;
        spread(&f.store, NOW).await.unwrap();
        let mut at = NOW;
        let refused = Outcome::answered(503, 1);
        for pause in RETRIES_MS {
            let letters = taken(f, at).await;
            assert_eq!(letters.len(), 1, "{pause}");
            assert!(!noted(f, &letters[0], refused, at).await);
            assert!(taken(f, at + pause - 1).await.is_empty(), "{pause}");
            at += pause;
        }
        gets_well(f, id, at).await;
        spread(&f.store, at).await.unwrap();
        let letters = taken(f, at).await;
        assert_eq!(letters.len(), 2);
        assert!(
            noted(f, &letters[0], refused, at).await,
            "its member is told"
        );
        let seen = only(f, &owner).await;
        assert_eq!(seen.paused, Some((Paused::Failing, at)));
        assert_eq!((seen.waiting, seen.dropped), (2, 0));
        let last = seen.last.unwrap();
        assert_eq!(
            (last.at_ms, last.status, last.failure),
            (at, Some(503), Some(Failure::Refused))
        );
        let told = notices::list(&f.store, &owner, (0, 10)).await.unwrap();
        assert!(told.list[0].content(domain::lang::Lang::En).contains("CI"));
        // It was on its way when the webhook was paused, and arrived: it waits no more.
        assert!(!noted(f, &letters[1], well(), at + 1).await);
        assert_eq!(only(f, &owner).await.waiting, 1);
        falls_ill(f, id, at + 2).await;
        spread(&f.store, at + 2).await.unwrap();
        assert!(
            taken(f, at + DAY).await.is_empty(),
            "nothing goes to a paused one"
        );

        resume(&f.store, &owner, webhook, at + 3).await.unwrap();
        let letters = taken(f, at + 3).await;
        assert_eq!(letters.len(), 2, "nothing was lost");
        assert_eq!(letters[0].event, logged(f, &owner, webhook).await[2].event);
        // With all its tries again.
        assert!(!noted(f, &letters[0], refused, at + 3).await);
        assert_eq!(only(f, &owner).await.paused, None);
    });
}

#[test]
fn a_receiver_that_is_gone_pauses_at_once() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        made(f, &owner, &[Kind::PhoneStatus]).await;
        falls_ill(f, id, NOW).await;
        let letters = due(f, NOW).await;
        assert!(noted(f, &letters[0], Outcome::answered(410, 1), NOW + 1).await);
        let seen = only(f, &owner).await;
        assert_eq!(
            (seen.paused, seen.waiting),
            (Some((Paused::Gone, NOW + 1)), 1)
        );
    });
}

#[test]
fn one_receiver_gets_two_at_a_time_a_slow_one_one_and_none_waits_for_it() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        let slow = made(f, &owner, &[Kind::PhoneStatus]).await.webhook_id;
        let swift = made(f, &owner, &[Kind::PhoneStatus]).await.webhook_id;
        for at in 0..3 {
            falls_ill(f, id, NOW + 2 * at).await;
            gets_well(f, id, NOW + 2 * at + 1).await;
        }
        let letters = due(f, NOW).await;
        let of = |letters: &[Letter], id| letters.iter().filter(|l| l.webhook_id == id).count();
        assert_eq!((of(&letters, slow), of(&letters, swift)), (2, 2));
        let mut flying = Flying::default();
        flying.to.insert(slow, 2);
        flying.to.insert(swift, 1);
        let more = take(&f.store, flying, NOW).await.unwrap();
        assert_eq!((of(&more, slow), of(&more, swift)), (0, 1));
        let late = letters.iter().find(|l| l.webhook_id == slow).unwrap();
        noted(f, late, Outcome::answered(200, 5000), NOW + 5000).await;
        let next = taken(f, NOW + 5000).await;
        assert_eq!((of(&next, slow), of(&next, swift)), (1, 2));
        assert!(next.iter().all(|l| l.slow == (l.webhook_id == slow)));
    });
}

#[test]
fn a_thousand_wait_and_the_oldest_of_more_are_let_go_and_counted() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        let webhook = made(f, &owner, &[Kind::PhoneStatus]).await.webhook_id;
        pause(&f.store, &owner, webhook, NOW).await.unwrap();
        let member = owner.member_id();
        let rows: Vec<String> = (1..=WAITING_MAX)
            .map(|n| format!("({n}, {member}, 1, {id}, 0, 1)"))
            .collect();
        f.execute(&format!(
            "INSERT INTO webhook_events (id, member_id, kind, subject_id, before, after) VALUES {};",
            rows.join(", ")
        ));
        while spread(&f.store, NOW).await.unwrap() > 0 {}
        let seen = only(f, &owner).await;
        assert_eq!((seen.waiting, seen.dropped), (WAITING_MAX, 0));
        let page = log(&f.store, &owner, webhook, None, (WAITING_MAX - 1, 1)).await;
        let oldest = page.unwrap().list[0].id;
        f.execute(&format!(
            "INSERT INTO webhook_events (id, member_id, kind, subject_id, before, after) VALUES (1, {member}, 1, {id}, 1, 0);"
        ));
        spread(&f.store, NOW + 1).await.unwrap();
        let seen = only(f, &owner).await;
        assert_eq!((seen.waiting, seen.dropped), (WAITING_MAX, 1));
        let gone = redeliver(&f.store, &owner, oldest, NOW).await;
        assert!(matches!(gone, Err(WebhookError::NoDelivery)));
    });
}

#[test]
fn what_is_a_week_old_is_swept_and_of_the_log_the_newest_thousand_stay() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        let webhook = made(f, &owner, &[Kind::PhoneStatus]).await.webhook_id;
        let rows: Vec<String> = (1..=LOG_MAX + 1)
            .map(|n| format!("({n}, {webhook}, {n}, 1, '{{}}', 1, 1, {})", NOW + n))
            .collect();
        f.execute(&format!(
            "INSERT INTO webhook_deliveries (id, webhook_id, event_id, kind, body, state, tries, created_ms) VALUES {};",
            rows.join(", ")
        ));
        pause(&f.store, &owner, webhook, NOW).await.unwrap();
        falls_ill(f, id, NOW).await;
        spread(&f.store, NOW).await.unwrap();
        let total = async || {
            log(&f.store, &owner, webhook, None, (0, 1))
                .await
                .unwrap()
                .total
        };
        prune(&f.store, NOW + KEPT_MS - 1).await.unwrap();
        assert_eq!(total().await, LOG_MAX + 1, "one waits, beside the log");
        let waiting = log(&f.store, &owner, webhook, Some(State::Waiting), (0, 9)).await;
        assert_eq!(waiting.unwrap().total, 1);
        prune(&f.store, NOW + KEPT_MS).await.unwrap();
        assert_eq!(total().await, LOG_MAX);
        let seen = only(f, &owner).await;
        assert_eq!((seen.waiting, seen.dropped), (0, 1));
        prune(&f.store, NOW + KEPT_MS + LOG_MAX + 1).await.unwrap();
        assert_eq!(total().await, 0);
    });
}

#[test]
fn five_webhooks_are_there_and_a_sixth_is_not_and_nobody_touches_anothers() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        for _ in 0..WEBHOOKS_MAX {
            made(f, &owner, &[Kind::PhoneStatus]).await;
        }
        let more = create(&f.store, &owner, wish(&[Kind::PhoneStatus]), NOW).await;
        assert!(matches!(more, Err(WebhookError::TooMany)));
        let all = list(&f.store, &owner, NOW).await.unwrap();
        let id = all[0].id;
        let stranger = f.actor(STRANGER).await;
        assert!(list(&f.store, &stranger, NOW).await.unwrap().is_empty());
        let unknown = |refused| matches!(refused, Err(WebhookError::Unknown));
        let (store, kinds) = (&f.store, [Kind::OrderChanged]);
        assert!(unknown(
            update(store, &stranger, id, wish(&kinds), NOW).await
        ));
        assert!(unknown(remove(store, &stranger, id, NOW).await));
        assert!(unknown(pause(store, &stranger, id, NOW).await));
        assert!(unknown(resume(store, &stranger, id, NOW).await));
        assert!(unknown(rotate(store, &stranger, id, NOW).await.map(drop)));
        assert!(unknown(test(store, &stranger, id, NOW).await.map(drop)));
        assert!(unknown(
            log(store, &stranger, id, None, (0, 1)).await.map(drop)
        ));
        assert_eq!(list(store, &owner, NOW).await.unwrap(), all);
        update(store, &owner, id, wish(&kinds), NOW).await.unwrap();
        assert!(
            list(store, &owner, NOW).await.unwrap()[0]
                .kinds
                .has(kinds[0])
        );
        remove(store, &owner, id, NOW).await.unwrap();
        assert!(unknown(remove(store, &owner, id, NOW).await));
        made(f, &owner, &[Kind::PhoneStatus]).await;
    });
}

#[test]
fn the_secret_before_signs_for_a_day() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        let first = made(f, &owner, &[Kind::PhoneStatus]).await;
        assert!(first.secret.starts_with("whsec_") && first.secret.len() == 50);
        let other = made(f, &owner, &[Kind::OrderChanged]).await;
        assert_ne!(first.secret, other.secret);
        falls_ill(f, id, NOW).await;
        let letter = &due(f, NOW).await[0];
        assert_eq!(letter.secrets, [first.secret.clone()]);
        noted(f, letter, Outcome::answered(500, 1), NOW).await;
        let second = rotate(&f.store, &owner, first.webhook_id, NOW + 1)
            .await
            .unwrap();
        assert_ne!(second.secret, first.secret);
        let until = NOW + 1 + KEY_KEPT_MS;
        let letter = &taken(f, until - 1).await[0];
        assert_eq!(letter.secrets, [second.secret.clone(), first.secret]);
        let letter = &taken(f, until + LEASE_MS).await[0];
        assert_eq!(letter.secrets, [second.secret]);
        let all = list(&f.store, &owner, NOW + 2).await.unwrap();
        let rotated = all.iter().find(|one| one.id == first.webhook_id);
        assert_eq!(rotated.unwrap().old_key_until_ms, Some(until));
    });
}

#[test]
fn a_test_is_tried_once_and_so_often_in_a_minute() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = made(f, &owner, &[Kind::PhoneStatus]).await.webhook_id;
        pause(&f.store, &owner, id, NOW).await.unwrap();
        let letter = test(&f.store, &owner, id, NOW).await.unwrap();
        assert_eq!(body(&letter)["type"], "webhook.test");
        assert!(
            taken(f, NOW + DAY).await.is_empty(),
            "it is with whoever asked"
        );
        let silent = Outcome::failed(Failure::TimedOut, 10_000);
        tested(&f.store, letter.delivery_id, id, silent, NOW + 9)
            .await
            .unwrap();
        let seen = &logged(f, &owner, id).await[0];
        assert_eq!(
            (seen.state, seen.failure, seen.tries),
            (State::Failed, Some(Failure::TimedOut), 1)
        );
        for _ in 1..TESTS_A_MINUTE {
            test(&f.store, &owner, id, NOW).await.unwrap();
        }
        let refused = test(&f.store, &owner, id, NOW).await.map(drop);
        assert!(matches!(
            refused,
            Err(WebhookError::TooSoon {
                retry_after_ms: 60_000
            })
        ));
        test(&f.store, &owner, id, NOW + MINUTE).await.unwrap();
    });
}

#[test]
fn what_was_brought_is_brought_again_under_the_same_id() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        let webhook = made(f, &owner, &[Kind::PhoneStatus]).await.webhook_id;
        falls_ill(f, id, NOW).await;
        let letter = due(f, NOW).await.remove(0);
        noted(f, &letter, well(), NOW).await;
        let foreign = redeliver(&f.store, &f.actor(STRANGER).await, letter.delivery_id, NOW).await;
        assert!(matches!(foreign, Err(WebhookError::NoDelivery)));
        assert!(taken(f, NOW + 1).await.is_empty());
        redeliver(&f.store, &owner, letter.delivery_id, NOW + 1)
            .await
            .unwrap();
        let again = taken(f, NOW + 1).await.remove(0);
        assert_eq!((again.event, again.body), (letter.event, letter.body));
        pause(&f.store, &owner, webhook, NOW + 2).await.unwrap();
        redeliver(&f.store, &owner, letter.delivery_id, NOW + 2)
            .await
            .unwrap();
        assert!(taken(f, NOW + DAY).await.is_empty(), "once it is resumed");
    });
}

#[test]
fn a_disabled_member_is_told_nothing_and_a_deleted_one_has_nothing() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        made(f, &owner, &[Kind::PhoneStatus]).await;
        falls_ill(f, id, NOW).await;
        let member = owner.member_id();
        f.execute(&format!(
            "UPDATE members SET disabled = TRUE WHERE id = {member};"
        ));
        assert!(due(f, NOW).await.is_empty());
        f.execute(&format!(
            "UPDATE members SET disabled = FALSE WHERE id = {member};"
        ));
        let letter = due(f, NOW).await.remove(0);
        gets_well(f, id, NOW).await;
        let typed = sent(f, &owner, Purpose::Delete, phone(OWNER), NOW).await;
        store::member::delete(&f.store, &owner, PASSWORD.to_owned(), typed, NOW)
            .await
            .unwrap();
        assert!(list(&f.store, &owner, NOW).await.unwrap().is_empty());
        assert_eq!(spread(&f.store, NOW).await.unwrap(), 0);
        // What was on its way then changes nothing.
        assert!(!noted(f, &letter, Outcome::answered(410, 1), NOW).await);
    });
}
