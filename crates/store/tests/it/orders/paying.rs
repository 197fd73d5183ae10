//! Money comes in: once, twice, late, wrong, at the moment of the end.

use std::collections::HashSet;

use domain::auth::Purpose;
use domain::orders::refund::{Cause, RefundState};
use domain::orders::{OrderState, PayWay, Wallet};
use store::member::delete;
use store::orders::{self, Due, Outcome, Settled, Settlement};
use store::session::Actor;

use super::{
    Shop, attempt, buy, free, fulfilled, money, order, phones, rounds, seen, settle, state, stock,
};
use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, PASSWORD, on_each_database};
use crate::member::{phone, sent};

#[test]
fn fifty_copies_of_a_notification_fulfil_an_order_once() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        let owner = f.actor(OWNER).await;
        for round in 0..rounds() {
            stock(f, "标准型", 2).await;
            let spare = free(f, &shop.standard).await - 1;
            let made = order(f, &owner, shop.month(1)).await;
            let attempt = attempt(f, &owner, &made, NOW).await;
            let trade_no = format!("T{round}");
            let calls: Vec<_> = (0..50)
                .map(|_| {
                    let (store, money) = (f.store.clone(), money(&attempt, &trade_no));
                    tokio::spawn(
                        async move { orders::settle(&store, Wallet::Alipay, money, NOW).await },
                    )
                })
                .collect();
            let mut effects = 0;
            for call in calls {
                match call.await.unwrap().unwrap() {
                    Settled::Fulfilled(_) => effects += 1,
                    other => assert_eq!(other, Settled::Again),
                }
            }
            assert_eq!(effects, 1, "round {round}");
            for later in [NOW + 60 * MINUTE, NOW + 25 * 60 * MINUTE] {
                let again = settle(f, money(&attempt, &trade_no), later).await;
                assert_eq!(again, Settled::Again, "round {round}");
            }
            let full = seen(f, &owner, made.order.id).await;
            assert_eq!(full.phones.len(), 1, "round {round}");
            assert_eq!(free(f, &shop.standard).await, spare, "round {round}");
        }
    });
}

#[test]
fn money_that_does_not_fit_changes_nothing() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let owner = f.actor(OWNER).await;
        let made = order(f, &owner, shop.month(1)).await;
        let first = attempt(f, &owner, &made, NOW).await;
        for fen in [4_499, 4_501, 45, 450_000, 0, -4_500, i64::MAX, i64::MIN] {
            let wrong = Settlement {
                amount_fen: fen,
                ..money(&first, "T1")
            };
            assert_eq!(
                settle(f, wrong.clone(), NOW).await,
                Settled::Mismatch,
                "{fen}"
            );
            assert_eq!(
                settle(f, wrong, NOW).await,
                Settled::Mismatch,
                "again {fen}"
            );
        }
        let other = orders::settle(&f.store, Wallet::WechatPay, money(&first, "T1"), NOW).await;
        assert_eq!(other.unwrap(), Settled::Mismatch);
        let nobodys = Settlement {
            attempt: "20260101XXXXXXXXXXXXP1".to_owned(),
            ..money(&first, "T1")
        };
        assert_eq!(settle(f, nobodys, NOW).await, Settled::Unknown);
        assert_eq!(state(f, &owner, made.order.id).await, OrderState::Waiting);

        // A payment of another order, shown as this one's.
        let second = order(f, &owner, shop.month(1)).await;
        let paid = attempt(f, &owner, &second, NOW).await;
        fulfilled(settle(f, money(&paid, "T2"), NOW).await);
        assert_eq!(settle(f, money(&first, "T2"), NOW).await, Settled::Mismatch);
        assert_eq!(state(f, &owner, made.order.id).await, OrderState::Waiting);
        fulfilled(settle(f, money(&first, "T1"), NOW).await);
    });
}

#[test]
fn a_second_payment_of_an_order_goes_back() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        let owner = f.actor(OWNER).await;
        for round in 0..rounds() {
            stock(f, "标准型", 1).await;
            second_and_third_go_back(f, &shop, &owner, round).await;
        }
    });
}

async fn second_and_third_go_back(f: &Fixture, shop: &Shop, owner: &Actor, round: i64) {
    let (first, again) = (format!("T{round}"), format!("T{round}-2"));
    let made = order(f, owner, shop.month(1)).await;
    let one = attempt(f, owner, &made, NOW).await;
    let id = made.order.id;
    let two = orders::attempt(&f.store, owner, id, Wallet::WechatPay, PayWay::Pc, NOW).await;
    let two = two.unwrap();
    fulfilled(settle(f, money(&one, &first), NOW).await);
    // A payment of the same attempt under a second number goes back, and one of the other wallet's too.
    let queued = settle(f, money(&one, &again), NOW + 1).await;
    assert!(matches!(queued, Settled::RefundQueued(_)), "{queued:?}");
    let other = orders::settle(&f.store, Wallet::WechatPay, money(&two, &first), NOW + 2).await;
    assert!(matches!(other, Ok(Settled::RefundQueued(_))), "{other:?}");
    let known = settle(f, money(&one, &again), NOW + 3).await;
    assert_eq!(known, Settled::Again);
    let full = seen(f, owner, id).await;
    assert_eq!(full.refunds.len(), 2);
    assert!(full.refunds.iter().all(|r| r.cause == Cause::PaidTwice));
    let jobs = jobs(f, NOW + 4).await;
    let attempts: HashSet<_> = jobs.iter().map(|(attempt, _)| attempt.clone()).collect();
    assert_eq!(attempts, HashSet::from([one.number, two.number]));
    for (_, number) in jobs {
        let done = Outcome::Done { at_ms: None };
        let told = orders::refund_outcome(&f.store, number.clone(), done.clone(), NOW + 5).await;
        assert!(told.unwrap().is_some());
        let again = orders::refund_outcome(&f.store, number, done, NOW + 6).await;
        assert_eq!(again.unwrap(), None);
    }
    let full = seen(f, owner, id).await;
    assert_eq!(
        (full.order.state, full.order.refunded_fen),
        (OrderState::Paid, 0)
    );
    assert_eq!((full.refundable_fen, full.phones.len()), (4_500, 1));
}

/// Refunds that are due: attempt and number.
async fn jobs(f: &Fixture, now_ms: i64) -> Vec<(String, String)> {
    let due = orders::due(&f.store, now_ms, 50).await.unwrap();
    due.into_iter()
        .filter_map(|one| match one {
            Due::Refund(job) => Some((job.attempt, job.number)),
            Due::Look(_) | Due::Close(_) | Due::TimeOut { .. } => None,
        })
        .collect()
}

#[test]
fn a_late_payment_is_fulfilled_while_stock_allows_and_else_goes_back() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 2).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let late = order(f, &owner, shop.month(2)).await;
        let later = order_of_renewal(f, &shop).await;
        let end = NOW + 15 * MINUTE;
        let one = attempt(f, &owner, &late, NOW).await;
        let two = attempt(f, &guest, &later, NOW).await;
        for id in [late.order.id, later.order.id] {
            orders::timed_out(&f.store, id, end).await.unwrap().unwrap();
        }
        let changed = fulfilled(settle(f, money(&one, "T1"), end + 1).await);
        assert_eq!(
            (changed.state, changed.phone_ids.len()),
            (OrderState::Paid, 2)
        );
        fulfilled(settle(f, money(&two, "T2"), end + 1).await);

        stock(f, "标准型", 2).await;
        let lost = order(f, &owner, shop.month(2)).await;
        let three = attempt(f, &owner, &lost, NOW).await;
        orders::cancel(&f.store, &owner, lost.order.id, NOW)
            .await
            .unwrap();
        buy(f, &guest, shop.month(1)).await;
        let settled = settle(f, money(&three, "T3"), NOW + 1).await;
        let Settled::RefundQueued(changed) = settled else {
            panic!("{settled:?}");
        };
        assert_eq!(changed.state, OrderState::SoldOut);
        assert_eq!(free(f, &shop.standard).await, 1, "none is kept");
        let full = seen(f, &owner, lost.order.id).await;
        assert_eq!(full.refunds[0].cause, Cause::SoldOut);
        assert_eq!((full.order.paid_fen, full.refundable_fen), (9_000, 0));
        for (_, number) in jobs(f, NOW + 2).await {
            let done = Outcome::Done { at_ms: None };
            orders::refund_outcome(&f.store, number, done, NOW + 3)
                .await
                .unwrap();
        }
        let full = seen(f, &owner, lost.order.id).await;
        assert_eq!(
            (full.order.state, full.order.refunded_fen),
            (OrderState::SoldOut, 9_000)
        );
        assert_eq!(full.refunds[0].state, RefundState::Done);
    });
}

/// The guest wants more time for a phone of the standard configuration.
async fn order_of_renewal(f: &Fixture, shop: &Shop) -> store::orders::FullOrder {
    let guest = f.actor(GUEST).await;
    stock(f, "标准型", 1).await;
    let (_, ids) = buy(f, &guest, shop.month(1)).await;
    order(f, &guest, shop.more(ids[0])).await
}

#[test]
fn a_payment_at_the_moment_of_the_end_is_never_lost() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let mut bought = 0;
        for round in 0..rounds() {
            let now = NOW + round * 60 * MINUTE;
            let made = super::order_at(&f.store, &owner, shop.month(1), now)
                .await
                .unwrap();
            let id = made.order.id;
            let attempt = attempt(f, &owner, &made, now).await;
            let end = made.order.deadline_ms;
            let mut calls = Vec::new();
            for i in 0..12 {
                let (store, owner, guest) = (f.store.clone(), owner.clone(), guest.clone());
                let money = money(&attempt, &format!("R{round}"));
                let draft = shop.month(1);
                calls.push(tokio::spawn(async move {
                    match i % 4 {
                        0 => drop(orders::timed_out(&store, id, end).await.unwrap()),
                        1 => drop(
                            orders::settle(&store, Wallet::Alipay, money, end)
                                .await
                                .unwrap(),
                        ),
                        2 => drop(orders::cancel(&store, &owner, id, end).await),
                        // A guest who is quick takes a phone that comes free.
                        _ => drop(super::order_at(&store, &guest, draft, end).await),
                    }
                }));
            }
            for call in calls {
                call.await.unwrap();
            }
            let full = seen(f, &owner, id).await;
            match full.order.state {
                OrderState::Paid => {
                    assert_eq!((full.phones.len(), full.refunds.len()), (1, 0));
                    bought += 1;
                    stock(f, "标准型", 1).await;
                }
                OrderState::SoldOut => {
                    assert_eq!((full.phones.len(), full.refunds.len()), (0, 1));
                }
                other => panic!("paid, and {other:?} in round {round}"),
            }
            let far = end + 30 * MINUTE;
            for one in orders::due(&f.store, far, 100).await.unwrap() {
                if let Due::TimeOut { order_id, .. } = one {
                    orders::timed_out(&f.store, order_id, far).await.unwrap();
                }
            }
            assert_eq!(free(f, &shop.standard).await, 1, "round {round}");
        }
        assert_eq!(phones(f, &owner).await.len(), bought);
    });
}

#[test]
fn whoever_deleted_the_account_gets_the_money_back() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let guest = f.actor(GUEST).await;
        let made = order(f, &guest, shop.month(1)).await;
        let attempt = attempt(f, &guest, &made, NOW).await;
        let typed = sent(f, &guest, Purpose::Delete, phone(GUEST), NOW).await;
        delete(&f.store, &guest, PASSWORD.to_owned(), typed, NOW)
            .await
            .unwrap();
        let settled = settle(f, money(&attempt, "T1"), NOW + DAY).await;
        let Settled::RefundQueued(changed) = settled else {
            panic!("{settled:?}");
        };
        assert_eq!(changed.state, OrderState::SoldOut);
        assert_eq!(free(f, &shop.standard).await, 1);
    });
}
