//! Payments that are begun: a second click begins no second one, and a wallet that says nothing is asked.

use domain::orders::{PayWay, Refusal, Wallet};
use serde_json::json;
use store::orders::{self, Due, FullOrder};
use store::session::Actor;

use super::{Shop, attempt, fulfilled, money, order, refused, settle, stock};
use crate::fixture::{Fixture, MINUTE, NOW, OWNER, on_each_database};

const SECOND: i64 = 1000;

/// An order of the owner's that waits for its payment.
async fn waiting(f: &Fixture) -> (Actor, FullOrder) {
    let shop = Shop::open(f).await;
    stock(f, "标准型", 1).await;
    let owner = f.actor(OWNER).await;
    let made = order(f, &owner, shop.month(1)).await;
    (owner, made)
}

#[test]
fn twenty_clicks_at_once_begin_one_payment() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        let id = made.order.id;
        let calls: Vec<_> = (0..20)
            .map(|_| {
                let (store, owner) = (f.store.clone(), owner.clone());
                tokio::spawn(async move {
                    orders::attempt(&store, &owner, id, Wallet::Alipay, PayWay::Pc, NOW)
                        .await
                        .unwrap()
                        .number
                })
            })
            .collect();
        let mut numbers = Vec::new();
        for call in calls {
            numbers.push(call.await.unwrap());
        }
        numbers.dedup();
        assert_eq!(numbers, [format!("{}P1", made.order.number)]);
    });
}

#[test]
fn a_later_click_is_shown_what_the_wallet_said_to_the_first() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        let first = attempt(f, &owner, &made, NOW).await;
        assert_eq!(first.shown, None, "the wallet was not asked yet");
        let shown = json!({"kind": "qr", "value": "https://qr.example/1"});
        orders::attempt_shown(&f.store, first.number.clone(), shown.clone())
            .await
            .unwrap();
        let again = attempt(f, &owner, &made, NOW + MINUTE).await;
        assert_eq!((again.number, again.shown), (first.number, Some(shown)));
    });
}

#[test]
fn another_way_to_pay_is_another_payment() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        let first = attempt(f, &owner, &made, NOW).await;
        let id = made.order.id;
        let other = orders::attempt(&f.store, &owner, id, Wallet::Alipay, PayWay::App, NOW).await;
        assert_eq!(
            [first.number, other.unwrap().number],
            ["P1", "P2"].map(|nth| format!("{}{nth}", made.order.number))
        );
    });
}

#[test]
fn what_the_wallet_has_ended_is_not_shown_again() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        let first = attempt(f, &owner, &made, NOW).await;
        let shown = json!({"kind": "qr", "value": "https://qr.example/1"});
        orders::attempt_shown(&f.store, first.number.clone(), shown)
            .await
            .unwrap();
        orders::attempt_closed(&f.store, first.number)
            .await
            .unwrap();
        let anew = attempt(f, &owner, &made, NOW + MINUTE).await;
        assert_eq!(
            (anew.number, anew.shown),
            (format!("{}P2", made.order.number), None)
        );
    });
}

#[test]
fn a_payment_ends_with_its_order_but_a_wallet_takes_a_minute_at_least() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        let first = attempt(f, &owner, &made, NOW).await;
        assert_eq!(first.expires_ms, made.order.deadline_ms);
        orders::attempt_closed(&f.store, first.number)
            .await
            .unwrap();
        let last = made.order.deadline_ms - 1;
        let short = attempt(f, &owner, &made, last).await;
        assert!(short.expires_ms > last + MINUTE, "{}", short.expires_ms);
    });
}

#[test]
fn an_order_whose_time_is_over_is_not_paid_any_more() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        let (id, over) = (made.order.id, made.order.deadline_ms);
        let late = orders::attempt(&f.store, &owner, id, Wallet::Alipay, PayWay::Pc, over).await;
        assert_eq!(refused(late), Refusal::NotWaiting);
    });
}

#[test]
fn twenty_payments_of_an_order_are_begun_and_no_more() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        for _ in 0..20 {
            let begun = attempt(f, &owner, &made, NOW).await;
            orders::attempt_closed(&f.store, begun.number)
                .await
                .unwrap();
        }
        let id = made.order.id;
        let more = orders::attempt(&f.store, &owner, id, Wallet::Alipay, PayWay::Pc, NOW).await;
        assert_eq!(refused(more), Refusal::Attempts);
    });
}

#[test]
fn a_wallet_that_says_nothing_is_asked_within_a_minute_and_by_one_server() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        attempt(f, &owner, &made, NOW).await;
        let mut seen = Vec::new();
        for second in 0..180 {
            let now = NOW + second * SECOND;
            let (one, two) = (f.store.clone(), f.store.clone());
            let (one, two) = tokio::join!(orders::due(&one, now, 9), orders::due(&two, now, 9));
            let due: Vec<_> = one.unwrap().into_iter().chain(two.unwrap()).collect();
            assert!(due.len() <= 1, "{due:?}");
            if let Some(Due::Look(_)) = due.first() {
                seen.push(second);
            }
        }
        assert_eq!(seen, [10, 20, 30, 60, 90, 120, 150]);
    });
}

#[test]
fn a_waiting_page_asks_at_most_every_three_seconds() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        let id = made.order.id;
        let look = async |now_ms| orders::take_look(&f.store, id, now_ms).await.unwrap().len();
        assert_eq!(look(NOW).await, 0, "nothing was begun");
        let begun = attempt(f, &owner, &made, NOW).await;
        assert_eq!(look(NOW).await, 1);
        assert_eq!(look(NOW + 2999).await, 0);
        assert_eq!(look(NOW + 3000).await, 1);
        fulfilled(settle(f, money(&begun, "T1"), NOW + 4000).await);
        assert_eq!(look(NOW + 9000).await, 0, "it waits no longer");
    });
}

#[test]
fn what_may_still_be_paid_of_an_order_that_ended_is_ended_at_the_wallet() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 2).await;
        let owner = f.actor(OWNER).await;
        let made = order(f, &owner, shop.month(1)).await;
        let paid = attempt(f, &owner, &made, NOW).await;
        let id = made.order.id;
        let open = orders::attempt(&f.store, &owner, id, Wallet::WechatPay, PayWay::Pc, NOW).await;
        let open = open.unwrap();
        fulfilled(settle(f, money(&paid, "T1"), NOW + SECOND).await);
        let cancelled = order(f, &owner, shop.month(1)).await;
        let begun = attempt(f, &owner, &cancelled, NOW).await;
        orders::cancel(&f.store, &owner, cancelled.order.id, NOW + SECOND)
            .await
            .unwrap();
        let mut now = NOW + SECOND;
        for pause in [15, 30, 60] {
            let due = orders::due(&f.store, now, 9).await.unwrap();
            let mut numbers: Vec<_> = due
                .into_iter()
                .map(|one| match one {
                    Due::Close(attempt) => attempt.number,
                    other => panic!("{other:?}"),
                })
                .collect();
            numbers.sort();
            let mut expected = vec![open.number.clone(), begun.number.clone()];
            expected.sort();
            assert_eq!(numbers, expected);
            now += pause * SECOND;
            assert!(orders::due(&f.store, now - 1, 9).await.unwrap().is_empty());
        }
        for number in [open.number, begun.number] {
            orders::attempt_closed(&f.store, number).await.unwrap();
        }
        assert!(orders::due(&f.store, now, 9).await.unwrap().is_empty());
    });
}

#[test]
fn a_payment_of_which_its_wallet_proves_nothing_is_given_up_and_shown_to_operators() {
    on_each_database(async |f| {
        let (owner, made) = waiting(f).await;
        let begun = attempt(f, &owner, &made, NOW).await;
        let end = made.order.deadline_ms;
        orders::timed_out(&f.store, made.order.id, end)
            .await
            .unwrap();
        // Each minute of the tries is looked at, which take less than three hours; then each hour of a day, in which none may follow.
        let (mut tries, mut now) = (0, end);
        for minute in (0..4 * 60).chain((4 * 60..=24 * 60).step_by(60)) {
            now = end + minute * MINUTE;
            tries += orders::due(&f.store, now, 9).await.unwrap().len();
        }
        assert_eq!(tries, 20);
        let operator = f.actor("admin").await;
        let page = orders::mismatches_page(&f.store, &operator, None, (0, 9)).await;
        let page = page.unwrap();
        let noted = &page.list[0];
        assert_eq!(
            (page.total, noted.attempt.as_str(), noted.trade_no.as_str()),
            (1, begun.number.as_str(), "")
        );
        assert_eq!(
            (noted.amount_fen, noted.asked_fen),
            (0, Some(begun.amount_fen))
        );
        // The wallet's word counts whenever it comes.
        fulfilled(settle(f, money(&begun, "T1"), now).await);
    });
}
