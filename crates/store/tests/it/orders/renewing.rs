//! More time and better phones for what one has.

use domain::orders::{DAY_MS, OrderState, Refusal, Wallet};
use domain::text::names::Name;
use store::orders::{self, Draft, Settled};
use store::{groups, tags};

use super::{
    Shop, attempt, buy, expire_ms, free, fulfilled, money, order, order_at, phones, refused,
    rounds, seen, settle, stock,
};
use crate::fixture::{DAY, GUEST, NOW, OWNER, on_each_database};

#[test]
fn two_renewals_that_are_paid_at_once_both_count() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let owner = f.actor(OWNER).await;
        let (_, ids) = buy(f, &owner, shop.month(1)).await;
        let mut until = NOW + 30 * DAY;
        for round in 0..rounds() {
            let mut calls = Vec::new();
            for i in 0..2 {
                let made = order(f, &owner, shop.more(ids[0])).await;
                let attempt = attempt(f, &owner, &made, NOW).await;
                for _ in 0..5 {
                    let (store, money) =
                        (f.store.clone(), money(&attempt, &format!("{round}-{i}")));
                    calls.push(tokio::spawn(async move {
                        orders::settle(&store, Wallet::Alipay, money, NOW).await
                    }));
                }
            }
            let mut effects = 0;
            for call in calls {
                effects += usize::from(matches!(call.await.unwrap(), Ok(Settled::Fulfilled(_))));
            }
            until += 60 * DAY;
            assert_eq!(effects, 2, "round {round}");
            assert_eq!(expire_ms(f, &owner, ids[0]).await, until, "round {round}");
        }
    });
}

#[test]
fn a_rental_that_is_over_is_renewed_from_now() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let owner = f.actor(OWNER).await;
        let (_, ids) = buy(f, &owner, shop.month(1)).await;
        let end = NOW + 30 * DAY;
        let later = end + 9 * DAY;
        let made = order_at(&f.store, &owner, shop.more(ids[0]), later)
            .await
            .unwrap();
        assert_eq!(made.lines[0].old_expire_ms, Some(end));
        assert_eq!(made.lines[0].new_expire_ms, Some(later + 30 * DAY));
        let begun = attempt(f, &owner, &made, later).await;
        // Ordered in time: it is paid for a little later.
        fulfilled(settle(f, money(&begun, "T1"), later + 5).await);
        assert_eq!(expire_ms(f, &owner, ids[0]).await, later + 5 + 30 * DAY);
        let paid = seen(f, &owner, made.order.id).await;
        assert_eq!(paid.lines[0].new_expire_ms, Some(later + 5 + 30 * DAY));
    });
}

#[test]
fn lines_have_their_own_packages_and_only_own_phones() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 4).await;
        stock(f, "进阶型", 1).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (_, ids) = buy(f, &owner, shop.month(3)).await;
        let (_, theirs) = buy(f, &guest, shop.month(1)).await;
        let better = Shop::package(&shop.better, 30);
        let draft = Draft::Purchase {
            configuration_id: shop.better.id,
            carrier: None,
            package_id: better,
            quantity: 1,
        };
        let (_, dear) = buy(f, &owner, draft).await;
        let (week, month) = (
            Shop::package(&shop.standard, 7),
            Shop::package(&shop.standard, 30),
        );
        let lines = vec![
            (ids[0], month),
            (ids[1], week),
            (dear[0], better),
            (ids[2], month),
        ];
        let made = order(f, &owner, Draft::Renewal { lines }).await;
        let totals: Vec<i64> = made.lines.iter().map(|line| line.total_fen).collect();
        assert_eq!(totals, [4_500, 1_400, 6_800, 4_500]);
        assert_eq!((made.order.package_days, made.order.unit_fen), (None, None));
        let days: Vec<i64> = made.lines.iter().map(|line| line.days).collect();
        assert_eq!(days, [30, 7, 30, 30]);
        let begun = attempt(f, &owner, &made, NOW).await;
        fulfilled(settle(f, money(&begun, "T1"), NOW).await);
        assert_eq!(expire_ms(f, &owner, ids[1]).await, NOW + 37 * DAY);

        f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let lent = phones(f, &guest)
            .await
            .iter()
            .find(|row| row.phone.alias == "甲")
            .unwrap()
            .phone
            .id;
        let ask =
            |lines: Vec<(i64, i64)>| order_at(&f.store, &owner, Draft::Renewal { lines }, NOW);
        assert_eq!(refused(ask(vec![]).await), Refusal::Quantity);
        assert_eq!(
            refused(ask(vec![(ids[0], month); 201]).await),
            Refusal::Quantity
        );
        assert_eq!(
            refused(ask(vec![(ids[0], month), (ids[0], week)]).await),
            Refusal::Duplicate
        );
        assert_eq!(refused(ask(vec![(theirs[0], month)]).await), Refusal::Phone);
        assert_eq!(refused(ask(vec![(4242, month)]).await), Refusal::Phone);
        assert_eq!(refused(ask(vec![(ids[0], better)]).await), Refusal::Package);
        let lines = vec![(lent, month)];
        let borrowed = order_at(&f.store, &guest, Draft::Renewal { lines }, NOW).await;
        assert_eq!(refused(borrowed), Refusal::NotOwner);
    });
}

#[test]
fn rentals_are_brought_to_one_date() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let owner = f.actor(OWNER).await;
        let (_, mut ids) = buy(f, &owner, shop.month(1)).await;
        let week = Draft::Purchase {
            configuration_id: shop.standard.id,
            carrier: None,
            package_id: Shop::package(&shop.standard, 7),
            quantity: 1,
        };
        ids.extend(buy(f, &owner, week.clone()).await.1);
        ids.extend(buy(f, &owner, week).await.1);
        // The second and third are over, in their grace.
        let now = NOW + 10 * DAY;
        // Midnight in Shanghai, eight hours after NOW.
        let to_ms = NOW + 28_800_000 + 40 * DAY_MS;
        let draft = Draft::Align {
            phone_ids: ids.clone(),
            to_ms,
        };
        let made = order_at(&f.store, &owner, draft.clone(), now)
            .await
            .unwrap();
        let days: Vec<i64> = made.lines.iter().map(|line| line.days).collect();
        assert_eq!(days, [11, 31, 31]);
        assert_eq!(made.order.total_fen, (11 + 31 + 31) * 150);
        let begun = attempt(f, &owner, &made, now).await;
        // One of them was renewed meanwhile: both are added.
        let other = order_at(&f.store, &owner, shop.more(ids[2]), now)
            .await
            .unwrap();
        let paid = attempt(f, &owner, &other, now).await;
        fulfilled(settle(f, money(&paid, "T0"), now).await);
        fulfilled(settle(f, money(&begun, "T1"), now + 60_000).await);
        for id in &ids[..2] {
            assert_eq!(expire_ms(f, &owner, *id).await, to_ms);
        }
        let both = now + 30 * DAY + (to_ms - now);
        assert_eq!(expire_ms(f, &owner, ids[2]).await, both);
        let behind = order_at(&f.store, &owner, draft, now + 120_000).await;
        assert_eq!(refused(behind), Refusal::AlignDate);
    });
}

#[test]
fn an_upgrade_puts_a_better_phone_in_the_place_of_the_old() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        stock(f, "进阶型", 1).await;
        let owner = f.actor(OWNER).await;
        let (_, ids) = buy(f, &owner, shop.month(1)).await;
        let group = groups::create(&f.store, &owner, Name::parse("直播").unwrap(), NOW)
            .await
            .unwrap();
        groups::move_phones(&f.store, &owner, ids.clone(), Some(group), NOW)
            .await
            .unwrap();
        let tag = tags::create(&f.store, &owner, Name::parse("红").unwrap(), NOW)
            .await
            .unwrap();
        tags::bind(&f.store, &owner, vec![tag], ids.clone(), NOW)
            .await
            .unwrap();
        let before = phones(f, &owner).await.remove(0).phone;

        let now = NOW + 20 * DAY;
        let draft = Draft::Upgrade {
            phone_id: ids[0],
            configuration_id: shop.better.id,
        };
        let made = order_at(&f.store, &owner, draft.clone(), now)
            .await
            .unwrap();
        assert_eq!((made.order.total_fen, made.lines[0].days), (767, 10));
        assert_eq!(free(f, &shop.better).await, 0);
        let sold_out = order_at(&f.store, &owner, draft, now).await;
        assert_eq!(refused(sold_out), Refusal::SoldOut);
        let begun = attempt(f, &owner, &made, now).await;
        let changed = fulfilled(settle(f, money(&begun, "T1"), now).await);
        let rows = phones(f, &owner).await;
        let [row] = rows.as_slice() else {
            panic!("{rows:?}");
        };
        assert_eq!(changed.phone_ids, [ids[0], row.phone.id]);
        assert_ne!(row.phone.id, ids[0]);
        assert_eq!(row.phone.alias, before.alias);
        assert_eq!(row.phone.expire_ms, before.expire_ms);
        assert_eq!(row.phone.group_id, Some(group));
        assert_eq!(row.tags, [(tag, "红".to_owned())]);
        assert_eq!(free(f, &shop.standard).await, 0, "it is wiped first");
        let wiped = store::operations::wipe_left(&f.store, now).await.unwrap();
        assert_eq!(wiped, [ids[0]]);

        let down = Draft::Upgrade {
            phone_id: row.phone.id,
            configuration_id: shop.standard.id,
        };
        let cheaper = order_at(&f.store, &owner, down.clone(), now).await;
        assert_eq!(refused(cheaper), Refusal::NotDearer);
        let over = order_at(&f.store, &owner, down, before.expire_ms).await;
        assert_eq!(refused(over), Refusal::Expired);
    });
}

#[test]
fn what_was_ordered_for_a_phone_that_went_goes_back() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 2).await;
        stock(f, "进阶型", 2).await;
        let owner = f.actor(OWNER).await;
        let (_, ids) = buy(f, &owner, shop.month(2)).await;
        let upgrade = |phone_id: i64| Draft::Upgrade {
            phone_id,
            configuration_id: shop.better.id,
        };
        let first = order(f, &owner, upgrade(ids[0])).await;
        let second = order(f, &owner, upgrade(ids[0])).await;
        let lines = ids
            .iter()
            .map(|id| (*id, Shop::package(&shop.standard, 30)));
        let lines = lines.collect();
        let both = order(f, &owner, Draft::Renewal { lines }).await;
        let mut begun = Vec::new();
        for made in [&first, &second, &both] {
            begun.push(attempt(f, &owner, made, NOW).await);
        }
        fulfilled(settle(f, money(&begun[0], "T1"), NOW).await);
        for (attempt, made, trade_no) in [(&begun[1], &second, "T2"), (&begun[2], &both, "T3")] {
            let settled = settle(f, money(attempt, trade_no), NOW).await;
            assert!(matches!(settled, Settled::RefundQueued(_)), "{settled:?}");
            assert_eq!(
                super::state(f, &owner, made.order.id).await,
                OrderState::SoldOut
            );
        }
        assert_eq!(
            expire_ms(f, &owner, ids[1]).await,
            NOW + 30 * DAY,
            "all or nothing"
        );
        assert_eq!(free(f, &shop.better).await, 1);
    });
}
