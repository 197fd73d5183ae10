//! Orders that points paid alone go back in points: in whole and in part, to the lots that they came from.

use domain::lang::Lang;
use domain::notices::Kind as Message;
use domain::orders::refund::RefundState;
use domain::orders::{OrderRules, OrderState, Reason, Refusal};
use domain::points::{Cause, PointRules, VALID_MS};
use store::notices::{self, Wanted};
use store::orders::{self, Draft, FullOrder, NewOrder, OrderError, Requested, Verdict};
use store::points::{due, expire};
use store::session::Actor;
use tokio::task::JoinSet;

use super::{Shop, available, changes, is_whole, records, stock};
use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, on_each_database};
use crate::orders::{attempt, expire_ms, money, refused, seen, settle};

/// The price of a month, in fen and in points.
const MONTH: i64 = 4500;

/// A yuan earns what it is worth, and points pay all of an order.
fn generous() -> OrderRules {
    OrderRules {
        points: PointRules {
            earned_per_yuan: 100,
            share_percent: 100,
        },
        ..OrderRules::default()
    }
}

async fn order(f: &Fixture, who: &Actor, draft: Draft, points: i64, now_ms: i64) -> FullOrder {
    let new = NewOrder {
        draft,
        expected_total_fen: MONTH - points,
        points,
        agreed: true,
        agreement: None,
    };
    orders::create(&f.store, who, generous(), new, None, now_ms)
        .await
        .unwrap()
}

/// A bought phone, whose price earned the points that paid another month of it; the shop, the phone and the order of the points.
async fn renewed(f: &Fixture, who: &Actor) -> (Shop, i64, i64) {
    let shop = Shop::open(f).await;
    stock(f, "标准型", 3).await;
    let bought = order(f, who, shop.month(1), 0, NOW).await;
    let begun = attempt(f, who, &bought, NOW).await;
    settle(f, money(&begun, "T1"), NOW).await;
    let phone = seen(f, who, bought.order.id).await.phones[0].phone_id;
    let more = order(f, who, shop.more(phone), MONTH, NOW).await;
    assert_eq!(
        (more.order.state, more.order.total_fen),
        (OrderState::Paid, 0)
    );
    assert_eq!(available(f, who, NOW).await, 0);
    (shop, phone, more.order.id)
}

async fn ask(
    f: &Fixture,
    who: &Actor,
    order_id: i64,
    fen: Option<i64>,
    now_ms: i64,
) -> Result<Requested, OrderError> {
    let reason = Reason::parse("买错了").unwrap();
    orders::request_refund(&f.store, who, order_id, reason, fen, now_ms).await
}

async fn decide(f: &Fixture, asked: &Requested, verdict: Verdict, now_ms: i64) {
    let (admin, number) = (f.actor("admin").await, asked.refund.number.clone());
    orders::decide_refund(&f.store, &admin, number, verdict, now_ms)
        .await
        .unwrap();
}

#[test]
fn a_fresh_order_of_points_goes_back_at_once_with_its_days() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (_, phone, id) = renewed(f, &owner).await;
        assert_eq!(expire_ms(f, &owner, phone).await, NOW + 60 * DAY);
        assert_eq!(seen(f, &owner, id).await.refundable_fen, MONTH);
        let foreign = ask(f, &guest, id, None, NOW).await;
        assert_eq!(refused(foreign), Refusal::Absent);

        let back = ask(f, &owner, id, None, NOW + 1).await.unwrap();
        let refund = &back.refund;
        assert_eq!((refund.amount_fen, refund.points), (MONTH, MONTH));
        assert_eq!(
            (refund.state, refund.done_ms),
            (RefundState::Done, Some(NOW + 1))
        );
        assert_eq!(
            (back.changed.state, back.changed.phone_ids),
            (OrderState::Refunded, vec![phone])
        );
        assert_eq!(expire_ms(f, &owner, phone).await, NOW + 30 * DAY);
        // The points end when they ended before, and nothing that the order did not earn is taken.
        assert_eq!(
            changes(f, &owner).await,
            [
                (Cause::GivenBack, MONTH, MONTH),
                (Cause::Spent, -MONTH, 0),
                (Cause::Earned, MONTH, MONTH),
            ]
        );
        let newest = records(f, &owner).await.remove(0);
        assert_eq!(newest.term, Some((NOW, NOW + VALID_MS)));
        assert_eq!(newest.refund_no.as_deref(), Some(&*refund.number));
        assert_eq!(available(f, &owner, NOW + 1).await, MONTH);
        let order = seen(f, &owner, id).await;
        assert_eq!((order.order.refunded_fen, order.refundable_fen), (0, 0));
        // No wallet is asked for anything.
        assert_eq!(orders::due(&f.store, NOW + DAY, 10).await.unwrap(), []);
        let again = ask(f, &owner, id, None, NOW + 2).await;
        assert_eq!(refused(again), Refusal::NothingBack);

        let wanted = Wanted {
            kind: Some(Message::Notice),
            read: None,
        };
        let told = notices::list(&f.store, &owner, wanted, (0, 1)).await;
        let told = told.unwrap().list.remove(0);
        assert_eq!(told.title(Lang::En), "Your points are back");
        let text = told.content(Lang::En);
        assert!(text.starts_with("4500 points of order"), "{text}");
        is_whole(f).await;
    });
}

#[test]
fn points_go_back_in_parts_by_an_operator_and_the_days_with_the_last_of_them() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (_, phone, id) = renewed(f, &owner).await;
        for fen in [0, -1, MONTH + 1, i64::MAX] {
            let asked = ask(f, &owner, id, Some(fen), NOW).await;
            assert_eq!(refused(asked), Refusal::Amount, "{fen}");
        }
        let asked = ask(f, &owner, id, Some(1200), NOW).await.unwrap();
        assert_eq!(asked.refund.state, RefundState::Asked);
        assert_eq!(available(f, &owner, NOW).await, 0, "nothing is back yet");
        let twice = ask(f, &owner, id, None, NOW).await;
        assert_eq!(refused(twice), Refusal::NothingBack);
        is_whole(f).await;
        let less = Verdict::Approve {
            amount_fen: Some(700),
            note: None,
        };
        decide(f, &asked, less, NOW + 1).await;
        let order = seen(f, &owner, id).await;
        assert_eq!(
            (order.order.state, order.refundable_fen),
            (OrderState::PartlyRefunded, MONTH - 700)
        );
        assert_eq!(
            (order.refunds[0].points, order.refunds[0].state),
            (700, RefundState::Done)
        );
        assert_eq!(available(f, &owner, NOW + 1).await, 700);
        assert_eq!(expire_ms(f, &owner, phone).await, NOW + 60 * DAY);
        is_whole(f).await;

        // Refused, nothing is kept of it.
        let asked = ask(f, &owner, id, Some(MONTH - 700), NOW + 2)
            .await
            .unwrap();
        let no = Verdict::Refuse {
            reason: Reason::parse("已使用").unwrap(),
        };
        decide(f, &asked, no, NOW + 3).await;
        assert_eq!(available(f, &owner, NOW + 3).await, 700);
        is_whole(f).await;
        let too_much = ask(f, &owner, id, Some(MONTH - 699), NOW + 4).await;
        assert_eq!(refused(too_much), Refusal::Amount);
        let rest = ask(f, &owner, id, None, NOW + 4).await.unwrap();
        decide(
            f,
            &rest,
            Verdict::Approve {
                amount_fen: None,
                note: None,
            },
            NOW + 5,
        )
        .await;
        let order = seen(f, &owner, id).await;
        assert_eq!(
            (order.order.state, order.refundable_fen),
            (OrderState::Refunded, 0)
        );
        assert_eq!(available(f, &owner, NOW + 5).await, MONTH);
        assert_eq!(expire_ms(f, &owner, phone).await, NOW + 30 * DAY);
        is_whole(f).await;
    });
}

#[test]
fn a_phone_that_points_bought_goes_back_and_points_that_ended_end_again() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (shop, phone, first) = renewed(f, &owner).await;
        ask(f, &owner, first, None, NOW + 1).await.unwrap();
        let bought = order(f, &owner, shop.month(1), MONTH, NOW + 2).await;
        let (id, other) = (bought.order.id, bought.phones[0].phone_id);
        assert_ne!(other, phone);
        // A day later somebody decides.
        let asked = ask(f, &owner, id, None, NOW + 2 * DAY).await.unwrap();
        assert_eq!(asked.refund.state, RefundState::Asked);
        let yes = Verdict::Approve {
            amount_fen: None,
            note: None,
        };
        let late = NOW + VALID_MS + DAY;
        decide(f, &asked, yes, late).await;
        assert!(seen(f, &owner, id).await.phones[0].gone);
        assert_eq!(available(f, &owner, late).await, 0, "their year is over");
        is_whole(f).await;
        let members = due(&f.store, late).await.unwrap();
        assert_eq!(members, [owner.member_id()]);
        assert_eq!(
            expire(&f.store, members[0], late).await.unwrap(),
            MONTH,
            "they are gone as others are"
        );
        is_whole(f).await;
    });
}

#[test]
fn one_of_many_requests_at_once_gives_points_back() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (_, _, id) = renewed(f, &owner).await;
        let mut asks = JoinSet::new();
        for _ in 0..8 {
            let (store, who) = (f.store.clone(), owner.clone());
            asks.spawn(async move {
                let reason = Reason::parse("买错了").unwrap();
                let asked = orders::request_refund(&store, &who, id, reason, None, NOW + 1);
                asked.await.is_ok()
            });
        }
        let answers = asks.join_all().await;
        assert_eq!(answers.iter().filter(|given| **given).count(), 1);
        assert_eq!(available(f, &owner, NOW + 1).await, MONTH);
        is_whole(f).await;
    });
}

#[test]
fn points_that_came_back_wrongly_are_found() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (_, _, id) = renewed(f, &owner).await;
        ask(f, &owner, id, None, NOW + 1).await.unwrap();
        let wrong = [
            (
                "amount_fen = 4499",
                "an order that points paid alone gives back what its refunds say, and never more than it took",
            ),
            (
                "payment_id = (SELECT id FROM payments)",
                "every refund without a payment gives back points of an order that they paid alone, at once",
            ),
        ];
        for (set, name) in wrong {
            f.execute(&format!("UPDATE refunds SET {set};"));
            let all = store::check::check(&f.store).await.unwrap();
            let broken: Vec<_> = all.iter().filter(|f| !f.ok).map(|f| f.name).collect();
            assert!(broken.contains(&name), "{set}: {broken:?}");
            f.execute("UPDATE refunds SET amount_fen = 4500, payment_id = NULL;");
        }
        is_whole(f).await;
    });
}
