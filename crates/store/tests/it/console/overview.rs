//! The operators' overview and the state of the database: each part for those who may see it, figures that agree with what happened, and no
//! statement for each thing that is counted.

use domain::orders::Kind;
use domain::orders::Reason;
use domain::zone::Zone;
use store::console::overview::{KindSum, Overview, overview};
use store::console::system::{Queue, system};
use store::orders;

use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, load, on_each_database};
use crate::operations::begin;
use crate::orders::{Shop, buy_at, stock};

const HOUR: i64 = 60 * 60 * 1000;

fn utc() -> Zone {
    Zone::parse("UTC").unwrap()
}

async fn seen(f: &Fixture, who: &str, now_ms: i64) -> Overview {
    let actor = f.actor(who).await;
    overview(&f.store, &actor, utc(), now_ms).await.unwrap()
}

#[test]
fn each_part_is_shown_to_those_who_hold_its_permission_alone() {
    on_each_database(async |f| {
        let parts = |o: &Overview| {
            [
                o.people.is_some(),
                o.phones.is_some(),
                o.money.is_some(),
                o.refunds.is_some() && o.mismatches.is_some(),
                o.hanging.is_some(),
                o.feedback.is_some(),
                o.first_day.is_some(),
            ]
        };
        let permissions = [
            "member:list",
            "infra:phone:list",
            "order:list",
            "order:refund",
            "infra:host:list",
            "system:feedback:list",
            "monitor:server:list",
        ];
        for (at, permission) in permissions.into_iter().enumerate() {
            let name = format!("operator{at}");
            let password = fresh_database::PASSWORD_HASH;
            load(&f.store, &format!(r#"{{"operators":[{{"userName":"{name}","password":"{password}","permissions":["{permission}"]}}]}}"#)).await;
            let mut wanted = [false; 7];
            wanted[at] = true;
            assert_eq!(parts(&seen(f, &name, NOW).await), wanted, "{permission}");
        }
        assert_eq!(parts(&seen(f, "admin", NOW).await), [true; 7]);
        assert_eq!(seen(f, OWNER, NOW).await, Overview::default());
    });
}

#[test]
fn money_orders_and_stock_are_those_of_the_orders() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 6).await;
        let owner = f.actor(OWNER).await;
        let day = 1_800_057_600_000; // 2027-01-16 in UTC.
        let now = day + 10 * HOUR + 24 * 60_000;
        // Yesterday: 2 at 9:00, 1 at 10:30, which is after this time of the day.
        buy_at(f, &owner, shop.month(2), day - DAY + 9 * HOUR).await;
        buy_at(
            f,
            &owner,
            shop.month(1),
            day - DAY + 10 * HOUR + 30 * 60_000,
        )
        .await;
        let (_, ids) = buy_at(f, &owner, shop.month(1), day + 2 * HOUR).await;
        buy_at(f, &owner, shop.more(ids[0]), day + 10 * HOUR).await;
        let found = seen(f, "admin", now).await;
        let money = found.money.unwrap();
        let takings = &money.takings;
        assert_eq!((takings.hours.len(), takings.hours_before.len()), (11, 24));
        assert_eq!((takings.hours[2], takings.hours[10]), (4500, 4500));
        assert_eq!(takings.hours.iter().sum::<i64>(), 9000);
        assert_eq!(
            (takings.hours_before[9], takings.hours_before[10]),
            (9000, 4500)
        );
        assert_eq!(money.before_fen, 9000, "until 10:24 alone");
        assert_eq!(takings.days.len(), 16);
        assert_eq!((takings.days[15], takings.days[14]), (9000, 13_500));
        assert_eq!(
            money.kinds,
            [
                KindSum {
                    kind: Kind::Purchase,
                    orders: 1,
                    paid_fen: 4500
                },
                KindSum {
                    kind: Kind::Renewal,
                    orders: 1,
                    paid_fen: 4500
                },
            ]
        );
        let of = |found: &[store::console::overview::Sold]| {
            let kind = found
                .iter()
                .find(|sold| sold.configuration_id == shop.standard.id);
            kind.map(|sold| sold.phones)
        };
        assert_eq!(of(&found.sold), Some(4), "a renewal takes none from stock");
        let later = seen(f, "admin", now + 8 * DAY).await;
        assert_eq!(of(&later.sold), None, "nothing was sold within a week");
        // The part of the hour that has come counts, in yesterday too.
        let half_past = seen(f, "admin", day + 10 * HOUR + 30 * 60_000).await;
        assert_eq!(half_past.money.unwrap().before_fen, 13_500);
        // Refunds are taken off where they went back.
        assert_eq!(found.first_day, None, "somebody ordered");
    });
}

#[test]
fn what_waits_is_counted_with_the_oldest() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let owner = f.actor(OWNER).await;
        let (id, ids) = buy_at(f, &owner, shop.month(1), NOW).await;
        // After a day an operator decides.
        let reason = Reason::parse("买错了").unwrap();
        let asked_ms = NOW + 2 * DAY;
        orders::request_refund(&f.store, &owner, id, reason, None, asked_ms)
            .await
            .unwrap();
        begin(f, OWNER, domain::operations::Kind::Reboot, &ids[..1])
            .await
            .unwrap();
        let phone_id = ids[0];
        f.execute(&format!(
            "UPDATE operations SET state = 1, started_ms = {NOW}, deadline_ms = {NOW}, due_ms = {NOW} WHERE phone_id = {phone_id};
             INSERT INTO payment_mismatches (id, wallet, attempt, trade_no, amount_fen, times, created_ms) VALUES (1, 1, 'a', 't', 4500, 1, {NOW}), (2, 1, 'b', 't', 100, 1, {NOW});
             UPDATE payment_mismatches SET handled_ms = {NOW}, handled_by = 1, handled_note = 'x' WHERE id = 2;"
        ));
        let guest = f.actor(GUEST).await;
        let new = domain::feedback::Feedback::parse(
            "按小时租",
            "能不能按小时租",
            domain::feedback::SOURCE,
        )
        .unwrap();
        store::feedback::send(&f.store, &guest, new, NOW + 5)
            .await
            .unwrap();
        let found = seen(f, "admin", NOW + 2 * DAY).await;
        let refunds = found.refunds.unwrap();
        assert_eq!((refunds.count, refunds.fen), (1, 4500));
        let asked = &refunds.list[0];
        assert_eq!(
            (asked.at_ms, asked.quantity, asked.reason.as_str()),
            (asked_ms, 1, "买错了")
        );
        assert_eq!(
            (asked.spec.zh.as_str(), asked.member.as_str()),
            ("标准型", "138****0000")
        );
        let mismatches = found.mismatches.unwrap();
        assert_eq!(
            (mismatches.count, mismatches.fen, mismatches.oldest_ms),
            (1, 4500, Some(NOW))
        );
        let hanging = found.hanging.unwrap();
        assert_eq!((hanging.phones, hanging.batches), (1, 1));
        assert_eq!(
            (hanging.list[0].phone_id, hanging.list[0].started_ms),
            (phone_id, NOW)
        );
        assert!(hanging.list[0].adb.starts_with("127.0.0.1:"));
        let feedback = found.feedback.unwrap();
        assert_eq!(
            (feedback.count, feedback.list[0].title.as_str()),
            (1, "按小时租")
        );
        assert_eq!(feedback.list[0].member, "139****0000");
    });
}

#[test]
fn the_first_day_is_ticked_by_what_the_database_holds() {
    on_each_database(async |f| {
        let before = seen(f, "admin", NOW).await.first_day.unwrap();
        assert_eq!(
            (before.operator.as_str(), before.operator_ms),
            ("admin", Some(NOW))
        );
        assert_eq!((before.priced, before.phones, before.named), (0, 0, false));
        let shop = Shop::open(f).await;
        stock(f, "标准型", 2).await;
        let then = seen(f, "admin", NOW).await.first_day.unwrap();
        assert_eq!(
            (then.priced, then.phones),
            (2, 2),
            "what is not on sale is no step"
        );
        let owner = f.actor(OWNER).await;
        buy_at(f, &owner, shop.month(1), NOW).await;
        assert_eq!(seen(f, "admin", NOW).await.first_day, None);
    });
}

#[test]
fn sign_ins_and_new_members_are_those_of_the_day() {
    on_each_database(async |f| {
        let day = 1_800_057_600_000;
        f.tokens_at(OWNER, day - 1).await;
        f.tokens_at(GUEST, day).await;
        f.execute(&format!(
            "UPDATE members SET created_ms = {day} WHERE phone = '{GUEST}';"
        ));
        let admin = f.actor("admin").await;
        let people = overview(&f.store, &admin, utc(), day + HOUR)
            .await
            .unwrap()
            .people
            .unwrap();
        assert_eq!((people.sign_ins, people.new), (1, 1));
        let berlin = Zone::parse("Europe/Berlin").unwrap();
        let people = overview(&f.store, &admin, berlin, day + HOUR)
            .await
            .unwrap()
            .people
            .unwrap();
        assert_eq!(people.sign_ins, 2, "there the day began an hour before");
    });
}

#[test]
fn the_state_of_the_database_is_told() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let owner = f.actor(OWNER).await;
        crate::orders::order_at(&f.store, &owner, shop.month(1), NOW)
            .await
            .unwrap();
        let found = system(&f.store).await.unwrap();
        assert_eq!(found.kind, f.store.kind());
        assert!(found.bytes > 100_000 && found.migrations > 50, "{found:?}");
        assert!(found.last_migration.as_str() >= "20261127072000");
        assert!(
            found.version.starts_with(char::is_numeric),
            "{}",
            found.version
        );
        let queues: Vec<_> = found.queues.iter().map(|queued| queued.queue).collect();
        assert_eq!(queues, Queue::ALL);
        let orders = found
            .queues
            .iter()
            .find(|one| one.queue == Queue::Orders)
            .unwrap();
        assert_eq!(orders.count, 1);
        assert!(orders.first_ms.is_some_and(|ms| ms > NOW));
        assert_eq!(found.set, []);
    });
}
