//! Points: earned with an order's mark, spent in another, moved by refunds, and gone after a year.

mod alone;
mod breaches;
mod given;

use domain::orders::{OrderRules, OrderState, Reason, Refusal};
use domain::points::{Cause, Kind, VALID_MS};
use store::orders::{self, FullOrder, Settled, Verdict};
use store::points::{Filter, PointRecord, Summary, due, expire, page, summary};
use store::session::Actor;

use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, on_each_database};
use crate::orders::{
    Shop, attempt, buy_at, fulfilled, money, order_with, refused, settle, state, stock,
};

/// Time after which an unpaid order is over.
const LATE: i64 = NOW + 16 * MINUTE;

async fn now_of(f: &Fixture, who: &Actor, now_ms: i64) -> Summary {
    let zone = OrderRules::default().zone;
    summary(&f.store, who, zone, now_ms).await.unwrap()
}

async fn available(f: &Fixture, who: &Actor, now_ms: i64) -> i64 {
    now_of(f, who, now_ms).await.available
}

async fn records(f: &Fixture, who: &Actor) -> Vec<PointRecord> {
    let all = page(&f.store, who, Filter::default(), (0, 200)).await;
    all.unwrap().list
}

/// The newest changes first: cause, points, balance.
async fn changes(f: &Fixture, who: &Actor) -> Vec<(Cause, i64, i64)> {
    let all = records(f, who).await;
    all.iter().map(|r| (r.cause, r.points, r.balance)).collect()
}

async fn is_whole(f: &Fixture) {
    let findings = store::check::check(&f.store).await.unwrap();
    let broken: Vec<_> = findings.into_iter().filter(|found| !found.ok).collect();
    assert!(broken.is_empty(), "{broken:?}");
}

/// Pays an order with all that it costs.
async fn pay(f: &Fixture, who: &Actor, order: &FullOrder, now_ms: i64) -> Settled {
    let begun = attempt(f, who, order, now_ms).await;
    let trade_no = format!("T{}", begun.number);
    settle(f, money(&begun, &trade_no), now_ms).await
}

/// A shop whose buyer has 1,050 points of 25 phones for a month; the order's id.
async fn earned(f: &Fixture, who: &Actor) -> (Shop, i64) {
    let shop = Shop::open(f).await;
    stock(f, "标准型", 30).await;
    let (order_id, _) = buy_at(f, who, shop.month(25), NOW).await;
    (shop, order_id)
}

/// Asks for a refund and lets an operator agree where one must.
async fn refund(f: &Fixture, who: &Actor, order_id: i64, fen: Option<i64>, now_ms: i64) {
    let reason = Reason::parse("买错了").unwrap();
    let asked = orders::request_refund(&f.store, who, order_id, reason, fen, now_ms)
        .await
        .unwrap();
    if asked.refund.state == domain::orders::refund::RefundState::Asked {
        let admin = f.actor("admin").await;
        let yes = Verdict::Approve {
            amount_fen: None,
            note: None,
        };
        orders::decide_refund(&f.store, &admin, asked.refund.number, yes, now_ms)
            .await
            .unwrap();
    }
}

#[test]
fn a_payment_earns_points_once_and_an_order_spends_them_with_its_mark() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (shop, _) = earned(f, &owner).await;
        assert_eq!(changes(f, &owner).await, [(Cause::Earned, 1050, 1050)]);

        let too_many = order_with(&f.store, &owner, shop.month(1), 901, NOW).await;
        assert_eq!(refused(too_many), Refusal::Points { most: 900 });
        let negative = order_with(&f.store, &owner, shop.month(1), -1, NOW).await;
        assert_eq!(refused(negative), Refusal::Points { most: 900 });

        let order = order_with(&f.store, &owner, shop.month(1), 900, NOW)
            .await
            .unwrap();
        assert_eq!((order.order.total_fen, order.order.points), (3600, 900));
        let there = now_of(f, &owner, NOW).await;
        assert_eq!((there.available, there.held), (150, 900));
        // Points that one order keeps cannot pay a second one.
        let second = order_with(&f.store, &owner, shop.month(1), 151, NOW).await;
        assert_eq!(refused(second), Refusal::Points { most: 150 });
        assert_eq!(changes(f, &owner).await.len(), 1, "nothing is spent yet");
        is_whole(f).await;

        let begun = attempt(f, &owner, &order, NOW).await;
        assert_eq!(begun.amount_fen, 3600);
        fulfilled(settle(f, money(&begun, "T1"), NOW + 1).await);
        assert_eq!(
            settle(f, money(&begun, "T1"), NOW + 2).await,
            Settled::Again
        );
        assert_eq!(
            changes(f, &owner).await,
            [
                (Cause::Earned, 36, 186),
                (Cause::Spent, -900, 150),
                (Cause::Earned, 1050, 1050),
            ]
        );
        // Paid twice: the money goes back, and earns nothing.
        let twice = settle(f, money(&begun, "T2"), NOW + 3).await;
        assert!(matches!(twice, Settled::RefundQueued(_)), "{twice:?}");
        assert_eq!(available(f, &owner, NOW + 3).await, 186);
        is_whole(f).await;
    });
}

#[test]
fn an_order_that_is_not_paid_lets_go_of_its_points_and_a_late_payment_needs_them() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (shop, _) = earned(f, &owner).await;
        let ordered = async || {
            order_with(&f.store, &owner, shop.month(1), 900, NOW)
                .await
                .unwrap()
        };
        let cancelled = ordered().await;
        orders::cancel(&f.store, &owner, cancelled.order.id, NOW)
            .await
            .unwrap();
        assert_eq!(available(f, &owner, NOW).await, 1050);

        // Two that were not paid in time, and whose money comes after all: the points are there for one of them.
        let first = ordered().await;
        let second = order_with(&f.store, &owner, shop.month(1), 150, NOW)
            .await
            .unwrap();
        let (first_begun, second_begun) = (
            attempt(f, &owner, &first, NOW).await,
            attempt(f, &owner, &second, NOW).await,
        );
        for order in [&first, &second] {
            let ended = orders::timed_out(&f.store, order.order.id, LATE).await;
            assert!(ended.unwrap().is_some());
        }
        assert_eq!(available(f, &owner, LATE).await, 1050);
        let third = order_with(&f.store, &owner, shop.month(2), 1000, LATE)
            .await
            .unwrap();
        let late = settle(f, money(&first_begun, "T1"), LATE).await;
        assert!(matches!(late, Settled::RefundQueued(_)), "{late:?}");
        assert_eq!(state(f, &owner, first.order.id).await, OrderState::SoldOut);
        is_whole(f).await;
        orders::cancel(&f.store, &owner, third.order.id, LATE)
            .await
            .unwrap();
        fulfilled(settle(f, money(&second_begun, "T2"), LATE).await);
        // 43.50 were paid.
        assert_eq!(available(f, &owner, LATE).await, 1050 - 150 + 43);
        is_whole(f).await;
    });
}

#[test]
fn a_refund_gives_back_and_takes_back_the_same_share_of_the_points() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (shop, _) = earned(f, &owner).await;
        let order = order_with(&f.store, &owner, shop.month(1), 900, NOW)
            .await
            .unwrap();
        let id = order.order.id;
        fulfilled(pay(f, &owner, &order, NOW).await);
        assert_eq!(available(f, &owner, NOW).await, 186);
        // 12.01 of 36.00: a third of the points, and one more whole yuan that was not paid.
        refund(f, &owner, id, Some(1201), NOW + 1).await;
        assert_eq!(
            changes(f, &owner).await[..2],
            [(Cause::TakenBack, -13, 473), (Cause::GivenBack, 300, 486)]
        );
        is_whole(f).await;
        refund(f, &owner, id, None, NOW + 2).await;
        assert_eq!(
            changes(f, &owner).await[..2],
            [(Cause::TakenBack, -23, 1050), (Cause::GivenBack, 600, 1073)]
        );
        let newest = records(f, &owner).await;
        assert!(
            newest[0]
                .refund_no
                .as_ref()
                .is_some_and(|no| no.ends_with("R2"))
        );
        assert_eq!(newest[0].kind, Kind::Refund);
        // Points that came back end when they ended before.
        assert_eq!(newest[1].term, Some((NOW, NOW + VALID_MS)));
        is_whole(f).await;
    });
}

#[test]
fn earned_points_that_were_spent_before_the_refund_are_taken_from_the_next_ones() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (shop, first) = earned(f, &owner).await;
        let order = order_with(&f.store, &owner, shop.month(1), 900, NOW)
            .await
            .unwrap();
        fulfilled(pay(f, &owner, &order, NOW).await);
        refund(f, &owner, first, None, NOW).await;
        let there = now_of(f, &owner, NOW).await;
        assert_eq!((there.available, there.owed), (0, 1050 - 186));
        is_whole(f).await;
        buy_at(f, &owner, shop.month(1), NOW).await;
        let there = now_of(f, &owner, NOW).await;
        assert_eq!((there.available, there.owed), (0, 1050 - 186 - 45));
        // The refund of the order that spent them pays the rest: 900 come, its own 36 go.
        refund(f, &owner, order.order.id, None, NOW).await;
        let there = now_of(f, &owner, NOW).await;
        assert_eq!((there.available, there.owed), (45, 0));
        is_whole(f).await;
    });
}

#[test]
fn points_end_after_a_year_once_and_those_that_end_first_are_spent_first() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (shop, _) = earned(f, &owner).await;
        let later = NOW + 40 * DAY;
        buy_at(f, &owner, shop.month(2), later).await;
        let order = order_with(&f.store, &owner, shop.month(1), 900, later)
            .await
            .unwrap();
        fulfilled(pay(f, &owner, &order, later).await);
        let there = now_of(f, &owner, later).await;
        let ends: Vec<_> = there
            .soonest
            .iter()
            .map(|e| (e.points, e.expire_ms))
            .collect();
        assert_eq!(ends, [(150, NOW + VALID_MS), (126, later + VALID_MS)]);
        assert_eq!(there.months.iter().map(|m| m.points).sum::<i64>(), 276);

        let end = NOW + VALID_MS;
        assert!(due(&f.store, end - 1).await.unwrap().is_empty());
        assert_eq!(available(f, &owner, end - 1).await, 276);
        // Over is over, whether the server looked or not.
        assert_eq!(available(f, &owner, end).await, 126);
        let members = due(&f.store, end).await.unwrap();
        assert_eq!(members, [owner.member_id()]);
        let calls: Vec<_> = (0..8)
            .map(|_| {
                let (store, member_id) = (f.store.clone(), owner.member_id());
                tokio::spawn(async move { expire(&store, member_id, end).await.unwrap() })
            })
            .collect();
        let mut expired = 0;
        for call in calls {
            expired += call.await.unwrap();
        }
        assert_eq!(expired, 150);
        assert!(due(&f.store, end).await.unwrap().is_empty());
        let newest = records(f, &owner).await.remove(0);
        assert_eq!(
            (newest.kind, newest.points, newest.balance, newest.order),
            (Kind::Expiration, -150, 126, None)
        );
        assert_eq!(newest.term, Some((NOW, end)));
        is_whole(f).await;

        // Spent points that come back after their time are gone at once.
        refund(f, &owner, order.order.id, None, end).await;
        assert_eq!(expire(&f.store, owner.member_id(), end).await.unwrap(), 900);
        is_whole(f).await;

        let of = async |kind, gain| {
            let filter = Filter {
                kind,
                gain,
                ..Filter::default()
            };
            let found = page(&f.store, &owner, filter, (0, 1)).await.unwrap();
            (found.total, found.list.len())
        };
        assert_eq!(of(Some(Kind::Expiration), None).await, (2, 1));
        assert_eq!(of(Some(Kind::Renewal), None).await, (0, 0));
        let (gains, losses) = (of(None, Some(true)).await.0, of(None, Some(false)).await.0);
        assert_eq!((gains, losses), (4, 4));
        let since = Filter {
            from_ms: Some(later + 1),
            until_ms: Some(end + 1),
            ..Filter::default()
        };
        let found = page(&f.store, &owner, since, (0, 200)).await.unwrap();
        assert_eq!(found.total, 4, "{found:?}");
        assert!(records(f, &guest).await.is_empty());
    });
}

#[test]
fn orders_at_once_never_keep_more_points_than_there_are() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (shop, _) = earned(f, &owner).await;
        let calls: Vec<_> = (0..8)
            .map(|_| {
                let (store, owner, draft) = (f.store.clone(), owner.clone(), shop.month(1));
                tokio::spawn(async move { order_with(&store, &owner, draft, 600, NOW).await })
            })
            .collect();
        let mut made = 0;
        for call in calls {
            match call.await.unwrap() {
                Ok(_) => made += 1,
                Err(refusal) => {
                    let refusal = refused::<()>(Err(refusal));
                    assert_eq!(refusal, Refusal::Points { most: 450 });
                }
            }
        }
        assert_eq!(made, 1);
        is_whole(f).await;
    });
}
