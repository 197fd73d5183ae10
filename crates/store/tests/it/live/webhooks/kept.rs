//! Deliveries, logs and secrets of webhooks: how long they are kept, and whose they are.

use domain::auth::Purpose;
use domain::live::webhooks::{
    KEPT_MS, KEY_KEPT_MS, Kind, LEASE_MS, LOG_MAX, Outcome, WAITING_MAX, WEBHOOKS_MAX,
};
use store::live::webhooks::{
    State, WebhookError, create, fan_out, list, log, pause, prune, redeliver, remove, resume,
    rotate, test, update,
};

use super::{due, falls_ill, gets_well, made, noted, only, taken, wish};
use crate::fixture::{NOW, OWNER, PASSWORD, STRANGER, on_each_database};
use crate::member::{phone, sent};

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
        while fan_out(&f.store, NOW).await.unwrap() > 0 {}
        let seen = only(f, &owner).await;
        assert_eq!((seen.waiting, seen.dropped), (WAITING_MAX, 0));
        let page = log(&f.store, &owner, webhook, None, (WAITING_MAX - 1, 1)).await;
        let oldest = page.unwrap().list[0].id;
        f.execute(&format!(
            "INSERT INTO webhook_events (id, member_id, kind, subject_id, before, after) VALUES (1, {member}, 1, {id}, 1, 0);"
        ));
        fan_out(&f.store, NOW + 1).await.unwrap();
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
        fan_out(&f.store, NOW).await.unwrap();
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
        assert_eq!(letter.secrets, std::slice::from_ref(&first.secret));
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
        assert_eq!(fan_out(&f.store, NOW).await.unwrap(), 0);
        // A delivery that was on its way then changes nothing.
        assert!(!noted(f, &letter, Outcome::answered(410, 1), NOW).await);
    });
}
