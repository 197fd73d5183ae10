//! Webhooks: an event in the transaction of its change, one server for each try, tries at their times, limits, and nothing of others.

use domain::live::webhooks::{Address, Allow, Kind, NewWebhook, Outcome};
use domain::operations::{Event, Kind as OperationKind, OperationChoice, Reason};
use serde_json::Value;
use store::live::webhooks::{
    Delivery, DueDelivery, InFlight, NewSecret, Webhook, create, fan_out, list, log, take, tried,
};
use store::operations::{self, Advance, OperationRequest, advance, cancel, start};
use store::phones::set_health;
use store::session::Actor;

use crate::fixture::{Fixture, GUEST, MINUTE, NOW, OWNER, on_each_database};

mod kept;
mod tries;

const URL: &str = "https://hooks.example/";

fn wish(kinds: &[Kind]) -> NewWebhook {
    let address = Address::parse(URL, &Allow::default()).unwrap();
    NewWebhook::parse("CI", kinds, address).unwrap()
}

async fn made(f: &Fixture, actor: &Actor, kinds: &[Kind]) -> NewSecret {
    let made = create(&f.store, actor, wish(kinds), NOW).await;
    made.unwrap()
}

/// A phone's status changes.
async fn falls_ill(f: &Fixture, phone_id: i64, at_ms: i64) {
    let unwell = Some(domain::phones::Unwell::Unreachable.into_str().to_owned());
    assert!(set_health(&f.store, phone_id, unwell, at_ms).await.unwrap());
}

async fn gets_well(f: &Fixture, phone_id: i64, at_ms: i64) {
    assert!(set_health(&f.store, phone_id, None, at_ms).await.unwrap());
}

async fn taken(f: &Fixture, now_ms: i64) -> Vec<DueDelivery> {
    take(&f.store, InFlight::default(), now_ms).await.unwrap()
}

/// Deliveries that wait at a moment, after whatever happened is addressed.
async fn due(f: &Fixture, now_ms: i64) -> Vec<DueDelivery> {
    fan_out(&f.store, now_ms).await.unwrap();
    taken(f, now_ms).await
}

async fn noted(f: &Fixture, letter: &DueDelivery, outcome: Outcome, now_ms: i64) -> bool {
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

fn body(letter: &DueDelivery) -> Value {
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
        assert_eq!(fan_out(&f.store, NOW).await.unwrap(), 0, "nobody asked");
        let (one, other) = (
            made(f, &owner, &[Kind::PhoneStatus]).await,
            made(f, &owner, &[Kind::PhoneStatus, Kind::OrderChanged]).await,
        );
        made(f, &owner, &[Kind::OperationEnded]).await;
        made(f, &f.actor(GUEST).await, &[Kind::PhoneStatus]).await;
        f.grant("甲", "operate", 60).await;
        gets_well(f, id, NOW + 5).await;
        assert_eq!(fan_out(&f.store, NOW + 9).await.unwrap(), 1);
        assert_eq!(fan_out(&f.store, NOW + 9).await.unwrap(), 0);
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
        assert_eq!(fan_out(&f.store, NOW).await.unwrap(), 0);
        f.execute(&change);
        // A change that changes no status is none.
        f.execute(&format!(
            "UPDATE phones SET healthy = FALSE, dpi = 480 WHERE id = {id};"
        ));
        assert_eq!(fan_out(&f.store, NOW).await.unwrap(), 1);
    });
}

#[test]
fn an_operation_tells_its_end_and_its_phone_one_status_at_a_time() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        made(f, &owner, &[Kind::PhoneStatus, Kind::OperationEnded]).await;
        let ask = OperationRequest {
            kind: OperationKind::Reboot,
            phones: vec![(id, OperationChoice::None)],
            group: false,
        };
        let started = start(&f.store, &owner, ask, |_, _| None, NOW)
            .await
            .unwrap();
        let batch = started.batch_id;
        // A phone whose operation is in line has the status that it had.
        assert_eq!(fan_out(&f.store, NOW).await.unwrap(), 0);
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
        let ask = OperationRequest {
            kind: OperationKind::Reboot,
            phones: vec![(id, OperationChoice::None)],
            group: false,
        };
        start(&f.store, &owner, ask, |_, _| None, NOW)
            .await
            .unwrap();
        let gone = operations::take(&f.store, NOW + 1).await.unwrap();
        let Advance::Run(running, _) = &gone[0] else {
            panic!("{gone:?}");
        };
        let failed = Event::Failed(Reason::Unreachable);
        let mut at = NOW + 1;
        let mut generation = running.generation;
        // The operation's timer ends it at the latest.
        for _ in 0..50 {
            at += 10 * MINUTE;
            let next = advance(&f.store, running.id, generation, failed.clone(), at)
                .await
                .unwrap();
            match next {
                Advance::Ended { .. } => break,
                Advance::Run(next, _) | Advance::Waits(next) => {
                    generation = next.generation;
                }
                Advance::Stale => panic!("stale"),
            }
        }
        fan_out(&f.store, at).await.unwrap();
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
        assert_eq!(fan_out(&f.store, NOW).await.unwrap(), 0);
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
fn a_rental_that_ends_is_told() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        made(f, &owner, &[Kind::RentalEnding]).await;
        let end = NOW + 30 * 24 * 60 * MINUTE;
        f.execute(&format!("UPDATE phones SET reminded = 3 WHERE id = {id};"));
        f.execute(&format!(
            "UPDATE phones SET ended_ms = {end} WHERE id = {id};"
        ));
        // A renewal reminds of nothing.
        f.execute(&format!(
            "UPDATE phones SET expire_ms = expire_ms + 1, ended_ms = NULL, reminded = 4 WHERE id = {id};"
        ));
        let letters = due(f, NOW).await;
        let told: Vec<_> = letters.iter().map(body).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert_eq!(told[0]["type"], "rental.ending");
        for (event, stage) in told.iter().zip(["1d", "ended"]) {
            assert_eq!(event["data"]["phoneId"], id);
            assert_eq!(event["data"]["stage"], stage);
            assert!(event["data"]["endsAt"].as_str().unwrap().ends_with('Z'));
        }
    });
}
