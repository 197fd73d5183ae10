//! Many at once: each code has one effect, and nobody passes a limit.

use domain::redeem::Refusal;
use store::redeem::{Guesser, RedeemError, redeem, void_batch};

use super::{CODE, at, code, first_page, phone_code, phones_of, seed, stock};
use crate::fixture::{Fixture, GUEST, NOW, OWNER, on_each_database};

/// At the same time.
const MANY: u8 = 50;

/// Rounds of a race: `cargo xtask trust orders` says more.
fn rounds() -> u32 {
    let said = std::env::var("OWLDECK_ROUNDS").ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// Uses a code for a new phone or another, all at once; how many did, and what the others were told.
async fn all_at_once(
    f: &Fixture,
    calls: Vec<(Guesser, String, Option<i64>)>,
) -> (usize, Vec<Refusal>) {
    let calls: Vec<_> = calls
        .into_iter()
        .map(|(guesser, text, phone_id)| {
            let store = f.store.clone();
            tokio::spawn(async move { redeem(&store, guesser, (code(&text), phone_id), NOW).await })
        })
        .collect();
    let (mut done, mut refusals) = (0, Vec::new());
    for call in calls {
        match call.await.unwrap() {
            Ok(_) => done += 1,
            Err(RedeemError::Refused(refusal)) => refusals.push(refusal),
            Err(RedeemError::Fault(fault)) => panic!("{fault:?}"),
        }
    }
    (done, refusals)
}

#[test]
fn fifty_at_once_from_two_accounts_leave_one_effect() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        for round in 0..rounds() {
            stock(f, "VIP", 3).await;
            let text = format!("{CODE}-{round:04}");
            phone_code(f, &text).await;
            let before = first_page(f, &owner).await.total + first_page(f, &guest).await.total;
            // Each call comes in another spelling, and from an address of its own.
            let calls = (0..MANY).map(|n| {
                let actor = if n % 2 == 0 { &owner } else { &guest };
                let spelling = if n % 3 == 0 {
                    text.to_lowercase()
                } else {
                    text.clone()
                };
                (at(actor, n), spelling, None)
            });
            let (done, refusals) = all_at_once(f, calls.collect()).await;
            assert_eq!(done, 1);
            let others = refusals.into_iter().filter(|refusal| {
                !matches!(
                    refusal,
                    Refusal::Used { .. } | Refusal::Unusable | Refusal::TooMany { .. }
                )
            });
            assert_eq!(others.collect::<Vec<_>>(), []);
            let after = first_page(f, &owner).await.total + first_page(f, &guest).await.total;
            assert_eq!(after, before + 1);
            f.execute("DELETE FROM limits;");
        }
    });
}

#[test]
fn one_phone_that_many_codes_renew_at_once_gets_the_days_of_all() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("Z-1", 1).await;
        let before_ms = phones_of(f, &owner).await[0].until_ms;
        let list: Vec<String> = (0..20)
            .map(|n| format!(r#"{{"code":"RENEW-{n:04}","gives":"days","days":1}}"#))
            .collect();
        seed(f, &list.join(",")).await;
        let calls = (0..20).map(|n| (at(&owner, n), format!("RENEW-{n:04}"), Some(id)));
        let (done, _) = all_at_once(f, calls.collect()).await;
        assert_eq!(done, 20);
        let after_ms = phones_of(f, &owner).await[0].until_ms;
        assert_eq!(after_ms - before_ms, 20 * crate::fixture::DAY);
    });
}

#[test]
fn two_codes_for_the_last_phone_leave_one_unused() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        stock(f, "VIP", 1).await;
        phone_code(f, "FIRST-CODE").await;
        phone_code(f, "OTHER-CODE").await;
        let calls = vec![
            (at(&owner, 1), "FIRST-CODE".to_owned(), None),
            (at(&guest, 2), "OTHER-CODE".to_owned(), None),
        ];
        let (done, refusals) = all_at_once(f, calls).await;
        assert_eq!((done, refusals), (1, vec![Refusal::OutOfStock]));
    });
}

#[test]
fn an_account_never_uses_more_of_a_batch_than_it_may_however_many_come_at_once() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        stock(f, "VIP", 10).await;
        let list: Vec<String> = (0..10)
            .map(|n| format!(r#"{{"code":"LIMIT-{n:04}","gives":"phone","days":1,"configuration":"VIP","perAccount":3}}"#))
            .collect();
        seed(f, &list.join(",")).await;
        let calls = (0..10).map(|n| (at(&owner, n), format!("LIMIT-{n:04}"), None));
        let (done, refusals) = all_at_once(f, calls.collect()).await;
        assert_eq!((done, refusals), (3, vec![Refusal::Limit; 7]));
    });
}

#[test]
fn a_code_is_used_or_voided_and_never_both() {
    on_each_database(async |f| {
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        for round in 0..4 {
            stock(f, "VIP", 1).await;
            let text = format!("VOIDED-{round:04}");
            let batch = phone_code(f, &text).await.redeem_codes[0].batch_id;
            let (store, actor) = (f.store.clone(), admin.clone());
            let voiding =
                tokio::spawn(async move { void_batch(&store, &actor, batch, NOW).await.is_ok() });
            let (done, _) = all_at_once(f, vec![(at(&owner, 1), text, None)]).await;
            let voided = voiding.await.unwrap();
            assert_eq!(done == 1, !voided, "round {round}");
            f.execute("DELETE FROM limits;");
        }
    });
}
