//! Rentals that renew themselves: once, from points where they suffice; else a reminder that says why not. Orders that points pay alone.

use domain::lang::Lang;
use domain::notices::Kind;
use domain::orders::{Key, OrderRules, OrderState, PayWay, Refusal, Wallet};
use domain::points::PointRules;
use store::groups::{self, GroupError};
use store::orders::{self, Draft, FullOrder, NewOrder, Order, OrderError, Settlement};
use store::points::{available_of, page};
use store::recycle::{self, AutoRenewWish, RecycleError, Step, set_auto_renew};
use store::session::Actor;

use super::{listed, pass, sell, told};
use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, on_each_database};

const HOUR: i64 = 60 * MINUTE;
/// The price of a month, in fen and in points.
const MONTH: i64 = 4500;
const ON: AutoRenewWish = AutoRenewWish {
    on: true,
    agreed: true,
    agreement: None,
};
const OFF: AutoRenewWish = AutoRenewWish {
    on: false,
    agreed: false,
    agreement: None,
};
const UNREAD: AutoRenewWish = AutoRenewWish {
    agreed: false,
    ..ON
};

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

async fn order(
    f: &Fixture,
    who: &Actor,
    (phone_id, points): (i64, i64),
    key: &str,
    now_ms: i64,
) -> Result<FullOrder, OrderError> {
    let shelf = orders::shelf(&f.store, None, NOW).await.unwrap();
    let package = shelf.iter().find_map(|c| c.packages.first()).unwrap().id;
    let new = NewOrder {
        draft: Draft::Renewal {
            lines: vec![(phone_id, package)],
        },
        expected_total_fen: MONTH - points,
        points,
        agreed: true,
        agreement: None,
    };
    let key = Key::parse(key).ok();
    orders::create(&f.store, who, generous(), new, key, now_ms).await
}

/// Pays for a month of a phone, which earns the points of another.
async fn earn(f: &Fixture, who: &Actor, phone_id: i64, key: &str, now_ms: i64) {
    let made = order(f, who, (phone_id, 0), key, now_ms).await.unwrap();
    let id = made.order.id;
    let begun = orders::attempt(&f.store, who, id, Wallet::Alipay, PayWay::Pc, now_ms)
        .await
        .unwrap();
    let money = Settlement {
        attempt: begun.number,
        trade_no: key.to_owned(),
        amount_fen: MONTH,
        paid_ms: Some(now_ms),
    };
    orders::settle(&f.store, Wallet::Alipay, money, now_ms)
        .await
        .unwrap();
}

async fn points(f: &Fixture, who: &Actor, now_ms: i64) -> i64 {
    available_of(&f.store, who, now_ms).await.unwrap()
}

async fn end_of(f: &Fixture, who: &Actor, id: i64, now_ms: i64) -> i64 {
    let rows = listed(&f.store, who, now_ms).await;
    rows.iter().find(|row| row.phone.id == id).unwrap().until_ms
}

async fn renewals(f: &Fixture, who: &Actor) -> Vec<(OrderState, i64, i64)> {
    let filter = orders::Filter::default();
    let page = orders::page(&f.store, who, filter, (0, 50)).await.unwrap();
    let of = |order: Order| (order.state, order.total_fen, order.points);
    page.list.into_iter().map(of).collect()
}

#[test]
fn an_order_that_points_pay_alone_is_paid_at_once() {
    on_each_database(async |f| {
        sell(f).await;
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        earn(f, &owner, id, "T1", NOW).await;
        let end = end_of(f, &owner, id, NOW).await;
        let made = order(f, &owner, (id, MONTH), "K1", NOW).await.unwrap();
        let order_id = made.order.id;
        assert_eq!(
            (made.order.state, made.order.total_fen, made.order.paid_fen),
            (OrderState::Paid, 0, 0)
        );
        assert_eq!(
            (made.order.paid_ms, made.refundable_fen),
            (Some(NOW), MONTH)
        );
        assert_eq!(points(f, &owner, NOW).await, 0);
        assert_eq!(end_of(f, &owner, id, NOW).await, end + 30 * DAY);
        let again = order(f, &owner, (id, MONTH), "K1", NOW).await.unwrap();
        assert_eq!(again.order.id, order_id);
        assert_eq!(end_of(f, &owner, id, NOW).await, end + 30 * DAY);
        let attempt =
            orders::attempt(&f.store, &owner, order_id, Wallet::Alipay, PayWay::Pc, NOW).await;
        assert!(
            matches!(attempt, Err(OrderError::Refused(Refusal::NotWaiting))),
            "{attempt:?}"
        );
        let too_many = order(f, &owner, (id, MONTH), "K2", NOW).await;
        assert!(matches!(
            too_many,
            Err(OrderError::Refused(Refusal::Points { most: 0 }))
        ));
    });
}

#[test]
fn a_phone_renews_itself_once_a_day_before_its_end() {
    on_each_database(async |f| {
        sell(f).await;
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        earn(f, &owner, id, "T1", NOW).await;
        set_auto_renew(&f.store, &owner, vec![id], ON, NOW)
            .await
            .unwrap();
        let end = NOW + 60 * DAY;
        for before in [7 * DAY, 3 * DAY] {
            assert_eq!(
                pass(&f.store, end - before).await,
                [(Step::Remind, vec![id])]
            );
        }
        let at = end - DAY;
        let due = recycle::due(&f.store, OrderRules::default(), at)
            .await
            .unwrap();
        // Two servers look at the same moment.
        let act = |due| recycle::advance(&f.store, OrderRules::default(), due, at);
        let (one, other) = tokio::join!(act(due[0].clone()), act(due[0].clone()));
        let changed = [one.unwrap(), other.unwrap()];
        assert_eq!(changed.iter().flatten().count(), 1, "{changed:?}");
        assert_eq!(pass(&f.store, at).await, []);
        assert_eq!(end_of(f, &owner, id, at).await, end + 30 * DAY);
        assert_eq!(points(f, &owner, at).await, 0);
        assert_eq!(
            renewals(f, &owner).await,
            [(OrderState::Paid, 0, MONTH), (OrderState::Paid, MONTH, 0)]
        );
        let notices = told(&f.store, &owner, Kind::Notice).await;
        let last = notices.last().unwrap();
        assert_eq!(last.title(Lang::Zh), "甲已自动续费");
        let spent = page(&f.store, &owner, store::points::Filter::default(), (0, 10)).await;
        assert_eq!(spent.unwrap().list[0].kind, domain::points::Kind::Renewal);
    });
}

#[test]
fn a_phone_that_cannot_be_renewed_says_why_and_is_tried_until_its_end() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (id, other) = (f.phone("甲", 30).await, f.phone("乙", 300).await);
        set_auto_renew(&f.store, &owner, vec![id], ON, NOW)
            .await
            .unwrap();
        let end = NOW + 30 * DAY;
        pass(&f.store, end - 3 * DAY).await;
        // Nothing is sold.
        assert_eq!(pass(&f.store, end - DAY).await, [(Step::Remind, vec![id])]);
        assert_eq!(pass(&f.store, end - DAY).await, []);
        sell(f).await;
        pass(&f.store, end - HOUR).await;
        let all = told(&f.store, &owner, Kind::ExpiryReminder).await;
        let why: Vec<String> = all[1..].iter().map(|one| one.content(Lang::Zh)).collect();
        assert!(why[0].contains("没有可续费的套餐"), "{why:?}");
        assert!(
            why[1].contains("需要 4500 积分，目前可用 0 积分"),
            "{why:?}"
        );
        assert!(all.iter().all(|one| one.to_renew() == [id]));
        // Points that came meanwhile are enough at the very end.
        earn(f, &owner, other, "T1", end - 1).await;
        assert_eq!(pass(&f.store, end).await, [(Step::End, vec![id])]);
        assert_eq!(end_of(f, &owner, id, end).await, end + 30 * DAY);
        assert!(told(&f.store, &owner, Kind::Expired).await.is_empty());
        // The next time there is nothing, and the rental ends as others do.
        let end = end + 30 * DAY;
        pass(&f.store, end - HOUR).await;
        assert_eq!(pass(&f.store, end).await, [(Step::End, vec![id])]);
        assert_eq!(told(&f.store, &owner, Kind::Expired).await.len(), 1);
        // With the phone the switch goes.
        pass(&f.store, end + 7 * DAY).await;
        pass(&f.store, end + 14 * DAY).await;
        f.execute(&format!(
            "UPDATE phones SET auto_renew = TRUE WHERE id = {id};"
        ));
        let broken: Vec<&str> = store::check::check(&f.store)
            .await
            .unwrap()
            .into_iter()
            .filter(|found| !found.ok)
            .map(|found| found.name)
            .collect();
        assert_eq!(broken, ["no phone in stock renews itself"]);
        f.execute(&format!(
            "UPDATE phones SET auto_renew = FALSE WHERE id = {id};"
        ));
    });
}

#[test]
fn the_phones_of_a_group_renew_themselves_while_points_last() {
    on_each_database(async |f| {
        sell(f).await;
        let owner = f.actor(OWNER).await;
        let ids = [f.phone("一", 30).await, f.phone("二", 30).await];
        let other = f.phone("外", 400).await;
        earn(f, &owner, other, "T1", NOW).await;
        let name = domain::text::names::Name::parse("组").unwrap();
        let group = groups::create(&f.store, &owner, name, NOW).await.unwrap();
        groups::move_phones(&f.store, &owner, ids.to_vec(), Some(group), NOW)
            .await
            .unwrap();
        groups::set_auto_renew(&f.store, &owner, group, ON, NOW)
            .await
            .unwrap();
        let end = NOW + 30 * DAY;
        pass(&f.store, end - 3 * DAY).await;
        pass(&f.store, end - DAY).await;
        let mut ends = Vec::new();
        for id in ids {
            ends.push(end_of(f, &owner, id, end - DAY).await);
        }
        ends.sort_unstable();
        assert_eq!(ends, [end, end + 30 * DAY]);
        let reminded = told(&f.store, &owner, Kind::ExpiryReminder).await;
        let last = reminded.last().unwrap();
        assert!(last.title(Lang::Zh).ends_with("未能自动续费"));
        assert_eq!(last.to_renew().len(), 1);
    });
}

#[test]
fn only_own_phones_and_groups_renew_themselves_and_only_with_the_agreement() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let id = f.phone("甲", 30).await;
        let refused = set_auto_renew(&f.store, &owner, vec![id], UNREAD, NOW).await;
        assert!(matches!(refused, Err(RecycleError::Agreement)));
        let foreign = set_auto_renew(&f.store, &guest, vec![id], ON, NOW).await;
        assert!(matches!(foreign, Err(RecycleError::Unknown)));
        let group = groups::set_auto_renew(&f.store, &guest, 1, ON, NOW).await;
        assert!(matches!(group, Err(GroupError::Unknown)));
        let group = groups::set_auto_renew(&f.store, &guest, 1, UNREAD, NOW).await;
        assert!(matches!(group, Err(GroupError::Agreement)));
        assert!(!listed(&f.store, &owner, NOW).await[0].phone.auto_renew);
        set_auto_renew(&f.store, &owner, vec![id], ON, NOW)
            .await
            .unwrap();
        assert!(listed(&f.store, &owner, NOW).await[0].phone.auto_renew);
        set_auto_renew(&f.store, &owner, vec![id], OFF, NOW)
            .await
            .unwrap();
        assert!(!listed(&f.store, &owner, NOW).await[0].phone.auto_renew);
    });
}

#[test]
fn an_order_of_no_money_without_points_is_found() {
    on_each_database(async |f| {
        sell(f).await;
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        let waiting = order(f, &owner, (id, 0), "K1", NOW).await.unwrap();
        let set = |fen: i64| {
            format!(
                "UPDATE orders SET total_fen = {fen} WHERE id = {};",
                waiting.order.id
            )
        };
        f.execute(&set(0));
        let all = store::check::check(&f.store).await.unwrap();
        let broken: Vec<&str> = (all.iter().filter(|found| !found.ok))
            .map(|found| found.name)
            .collect();
        assert_eq!(
            broken,
            ["every order of no money is paid by points, at once"]
        );
        f.execute(&set(MONTH));
    });
}
