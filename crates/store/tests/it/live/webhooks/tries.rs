//! Tries of a delivery: who makes them, when, how often, and what follows.

use domain::live::webhooks::{
    Failure, Kind, LEASE_MS, Outcome, Paused, RETRIES_MS, TESTS_A_MINUTE,
};
use store::live::webhooks::{
    DueDelivery, InFlight, State, WebhookError, fan_out, pause, redeliver, resume, take, test,
    tested,
};
use store::notices;

use super::{body, due, falls_ill, gets_well, logged, made, noted, only, taken, well};
use crate::fixture::{DAY, MINUTE, NOW, OWNER, STRANGER, on_each_database};

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
        // The server that took the delivery is gone: the next one has the same event, to the byte.
        let again = taken(f, NOW + LEASE_MS).await;
        assert_eq!(
            (&again[0].event, &again[0].body),
            (&first[0].event, &first[0].body)
        );
        // A result that the first server notes now is too late: it counts for nothing.
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
        fan_out(&f.store, NOW).await.unwrap();
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
        fan_out(&f.store, at).await.unwrap();
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
        let told = notices::list(&f.store, &owner, store::notices::Wanted::default(), (0, 10))
            .await
            .unwrap();
        assert!(told.list[0].content(domain::lang::Lang::En).contains("CI"));
        // The second delivery was on its way when the webhook was paused, and arrived: it waits no more.
        assert!(!noted(f, &letters[1], well(), at + 1).await);
        assert_eq!(only(f, &owner).await.waiting, 1);
        falls_ill(f, id, at + 2).await;
        fan_out(&f.store, at + 2).await.unwrap();
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
        let of =
            |letters: &[DueDelivery], id| letters.iter().filter(|l| l.webhook_id == id).count();
        assert_eq!((of(&letters, slow), of(&letters, swift)), (2, 2));
        let mut in_flight = InFlight::default();
        in_flight.to.insert(slow, 2);
        in_flight.to.insert(swift, 1);
        let more = take(&f.store, in_flight, NOW).await.unwrap();
        assert_eq!((of(&more, slow), of(&more, swift)), (0, 1));
        let late = letters.iter().find(|l| l.webhook_id == slow).unwrap();
        noted(f, late, Outcome::answered(200, 5000), NOW + 5000).await;
        let next = taken(f, NOW + 5000).await;
        assert_eq!((of(&next, slow), of(&next, swift)), (1, 2));
        assert!(next.iter().all(|l| l.slow == (l.webhook_id == slow)));
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
