//! Prices that only the server says, and orders that are made once.

use domain::orders::{DOUBLE_CLICK_MS, Kind, OrderRules, OrderState, PayWay, Refusal, Wallet};
use store::orders::{self, Draft, Filter, NewOrder};
use store::session::Actor;

use super::{
    Shop, attempt, buy, free, new_key, order, order_at, phones, refused, rounds, seen, stock,
};
use crate::fixture::{DAY, GUEST, MINUTE, NOW, OWNER, STRANGER, load, on_each_database};

#[test]
fn the_shelf_shows_what_is_sold_with_its_stock_and_prices() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 4).await;
        let shelf = orders::shelf(&f.store, None, NOW).await.unwrap();
        let names: Vec<_> = shelf
            .iter()
            .map(|c| (c.name.zh.as_str(), c.stock()))
            .collect();
        assert_eq!(names[0], ("标准型", 4), "what is in stock comes first");
        assert!(names.contains(&("进阶型", 0)) && names.contains(&("旧型", 0)));
        let standard = &shelf[0];
        assert_eq!((standard.code.as_str(), standard.cores), ("S4", 4));
        let days: Vec<i64> = standard.packages.iter().map(|p| p.days).collect();
        assert_eq!(days, [7, 30], "the third is switched off");
        assert!(!shop.old.on_sale);
    });
}

#[test]
fn what_waits_for_my_own_payment_is_told_to_me_alone() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 2).await;
        stock(f, "进阶型", 1).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let seen_by = async |buyer: &Actor| -> Vec<(String, i64, i64)> {
            let shelf = orders::shelf(&f.store, Some(buyer), NOW).await.unwrap();
            let first = shelf.into_iter().take(2);
            first
                .map(|c| (c.name.zh.clone(), c.stock(), c.reserved))
                .collect()
        };
        let row = |name: &str, stock, reserved| (name.to_owned(), stock, reserved);
        let made = order(f, &owner, shop.month(2)).await;
        // A configuration that a buyer holds keeps its place; to others it is sold out and stands behind those that are not.
        assert_eq!(
            seen_by(&owner).await,
            [row("标准型", 0, 2), row("进阶型", 1, 0)]
        );
        assert_eq!(seen_by(&guest).await[0], row("进阶型", 1, 0));
        orders::cancel(&f.store, &owner, made.order.id, NOW)
            .await
            .unwrap();
        assert_eq!(seen_by(&owner).await[0], row("标准型", 2, 0));
    });
}

#[test]
fn a_purchase_keeps_its_phones_and_brings_them_when_it_is_paid() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 5).await;
        let owner = f.actor(OWNER).await;
        let made = order(f, &owner, shop.month(3)).await;
        assert_eq!(made.order.total_fen, 3 * 4_200);
        assert_eq!(
            (made.order.list_fen, made.order.unit_fen),
            (13_500, Some(4_200))
        );
        assert_eq!(made.order.deadline_ms, NOW + 15 * MINUTE);
        assert_eq!(made.order.number.len(), 20);
        assert_eq!(free(f, &shop.standard).await, 2);
        assert!(phones(f, &owner).await.is_empty());

        let attempt = attempt(f, &owner, &made, NOW).await;
        assert_eq!(attempt.subject, "标准型 × 3");
        let settled = super::settle(f, super::money(&attempt, "T1"), NOW + MINUTE).await;
        let changed = super::fulfilled(settled);
        assert_eq!(changed.state, OrderState::Paid);
        let rows = phones(f, &owner).await;
        assert_eq!(rows.len(), 3);
        for row in &rows {
            assert!(changed.phone_ids.contains(&row.phone.id));
            assert_eq!(row.phone.expire_ms, NOW + MINUTE + 30 * DAY);
            let tail = row.phone.owl_id.strip_prefix("OWL-").unwrap();
            assert_eq!(row.phone.alias, format!("S4-{tail}"));
        }
        let paid = seen(f, &owner, made.order.id).await;
        assert_eq!(paid.phones.len(), 3);
        assert_eq!(paid.order.paid_by, Some((Wallet::Alipay, PayWay::Pc)));
        assert_eq!(paid.order.trade_no.as_deref(), Some("T1"));
        assert_eq!(paid.refundable_fen, 12_600);
        let told =
            store::notices::list(&f.store, &owner, store::notices::Wanted::default(), (0, 10))
                .await
                .unwrap();
        let text = told.list[0].content(domain::lang::Lang::Zh);
        assert!(
            text.contains(&made.order.number) && text.contains("¥126"),
            "{text}"
        );
    });
}

#[test]
fn only_the_servers_price_is_paid() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        stock(f, "旧型", 1).await;
        let owner = f.actor(OWNER).await;
        let rules = OrderRules::default();
        let ask = |draft: Draft, total: i64, agreed: bool| {
            let new = NewOrder {
                draft,
                expected_total_fen: total,
                points: 0,
                agreed,
                agreement: None,
            };
            orders::create(&f.store, &owner, rules, new, None, NOW)
        };
        for total in [0, -4_500, 1, 4_499, 4_501, i64::MAX] {
            let changed = refused(ask(shop.month(1), total, true).await);
            assert_eq!(changed, Refusal::Price { total_fen: 4_500 });
        }
        let unread = refused(ask(shop.month(1), 4_500, false).await);
        assert_eq!(unread, Refusal::Agreement);
        for quantity in [0, -1, 501, 1_000_000_000, i64::MIN, i64::MAX] {
            let refusal = refused(ask(shop.month(quantity), 4_500, true).await);
            assert_eq!(refusal, Refusal::Quantity, "{quantity}");
        }
        let other = |configuration_id: i64, package_id: i64| Draft::Purchase {
            configuration_id,
            carrier: None,
            package_id,
            quantity: 1,
        };
        let month = Shop::package(&shop.standard, 30);
        for draft in [
            other(shop.better.id, month),
            other(shop.standard.id, Shop::package(&shop.better, 30)),
            other(shop.old.id, Shop::package(&shop.old, 30)),
            other(shop.standard.id, 4242),
            other(4242, month),
        ] {
            assert_eq!(refused(ask(draft, 4_500, true).await), Refusal::Package);
        }
        let many = refused(ask(shop.month(4), 4 * 4_200, true).await);
        assert_eq!(many, Refusal::SoldOut);
        assert_eq!(free(f, &shop.standard).await, 3, "nothing is kept");
    });
}

#[test]
fn a_key_makes_one_order_however_often_it_is_sent() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 9).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let rules = OrderRules::default();
        let new = |quantity: i64| NewOrder {
            draft: shop.month(quantity),
            expected_total_fen: quantity * 4_500,
            points: 0,
            agreed: true,
            agreement: None,
        };
        let create = |actor, new, key, now| orders::create(&f.store, actor, rules, new, key, now);
        for round in 0..rounds() {
            let key = new_key();
            let calls: Vec<_> = (0..20)
                .map(|_| {
                    let (store, owner, new, key) =
                        (f.store.clone(), owner.clone(), new(1), key.clone());
                    tokio::spawn(async move {
                        orders::create(&store, &owner, rules, new, Some(key), NOW).await
                    })
                })
                .collect();
            let mut ids = Vec::new();
            for call in calls {
                ids.push(call.await.unwrap().unwrap().order.id);
            }
            ids.dedup();
            assert_eq!(ids.len(), 1, "round {round}");
            assert_eq!(free(f, &shop.standard).await, 8, "round {round}");
            let other = create(&owner, new(2), Some(key.clone()), NOW).await;
            assert_eq!(refused(other), Refusal::Key);
            for later in [NOW + DAY - 1, NOW + 2 * DAY] {
                let again = create(&owner, new(1), Some(key.clone()), later).await;
                assert_eq!(again.unwrap().order.id, ids[0], "round {round}");
            }
            let guests = create(&guest, new(1), Some(key), NOW).await;
            let guests = guests.unwrap().order.id;
            assert_ne!(guests, ids[0], "round {round}");
            // Only so many may wait at a time.
            for (actor, id) in [(&owner, ids[0]), (&guest, guests)] {
                orders::cancel(&f.store, actor, id, NOW).await.unwrap();
            }
        }
    });
}

#[test]
fn a_double_click_without_a_key_makes_one_order() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 9).await;
        let owner = f.actor(OWNER).await;
        let create = |quantity: i64, now_ms: i64| {
            let new = NewOrder {
                draft: shop.month(quantity),
                expected_total_fen: quantity * 4_500,
                points: 0,
                agreed: true,
                agreement: None,
            };
            orders::create(&f.store, &owner, OrderRules::default(), new, None, now_ms)
        };
        let first = create(1, NOW).await.unwrap().order.id;
        let again = create(1, NOW + DOUBLE_CLICK_MS - 1).await.unwrap().order.id;
        assert_eq!(first, again);
        let more = create(2, NOW).await.unwrap().order.id;
        let later = create(1, NOW + DOUBLE_CLICK_MS).await.unwrap().order.id;
        assert!(first != more && first != later && more != later);
    });
}

#[test]
fn somebody_elses_order_is_no_order() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 2).await;
        let (owner, stranger) = (f.actor(OWNER).await, f.actor(STRANGER).await);
        let (id, _) = buy(f, &owner, shop.month(1)).await;
        let waiting = order(f, &owner, shop.month(1)).await.order.id;
        let store = &f.store;
        assert_eq!(
            refused(orders::info(store, &stranger, id).await),
            Refusal::Absent
        );
        let cancelled = orders::cancel(store, &stranger, waiting, NOW).await;
        assert_eq!(refused(cancelled), Refusal::Absent);
        let paid =
            orders::attempt(store, &stranger, waiting, Wallet::Alipay, PayWay::Pc, NOW).await;
        assert_eq!(refused(paid), Refusal::Absent);
        let reason = domain::orders::Reason::parse("x").unwrap();
        let back = orders::request_refund(store, &stranger, id, reason, None, NOW).await;
        assert_eq!(refused(back), Refusal::Absent);
        let page = orders::page(store, &stranger, Filter::default(), (0, 20)).await;
        assert_eq!(page.unwrap().total, 0);
    });
}

#[test]
fn records_are_filtered_counted_and_summed() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 9).await;
        let owner = f.actor(OWNER).await;
        let (paid, phone_ids) = buy(f, &owner, shop.month(1)).await;
        let renewal = shop.more(phone_ids[0]);
        let (renewed, _) = super::buy_at(f, &owner, renewal, NOW + DAY).await;
        let waiting = order_at(&f.store, &owner, shop.month(2), NOW + 2 * DAY).await;
        let waiting = waiting.unwrap().order;
        let page = async |filter: Filter| {
            let page = orders::page(&f.store, &owner, filter, (0, 20))
                .await
                .unwrap();
            let ids: Vec<i64> = page.list.iter().map(|order| order.id).collect();
            assert_eq!(Ok(page.total), i64::try_from(ids.len()));
            (ids, page.paid_fen)
        };
        let listed = &super::phones(f, &owner).await;
        let listed = listed.iter().find(|row| row.phone.id == phone_ids[0]);
        let listed = &listed.unwrap().phone;
        let trade_no = super::seen(f, &owner, paid).await.order.trade_no.unwrap();
        let any = Filter::default;
        assert_eq!(page(any()).await, (vec![waiting.id, renewed, paid], 9_000));
        let kind = Some(Kind::Renewal);
        assert_eq!(page(Filter { kind, ..any() }).await, (vec![renewed], 4_500));
        let state = Some(OrderState::Waiting);
        assert_eq!(page(Filter { state, ..any() }).await, (vec![waiting.id], 0));
        let wallet = Some(Wallet::WechatPay);
        assert_eq!(page(Filter { wallet, ..any() }).await, (vec![], 0));
        let (from_ms, until_ms) = (Some(NOW + DAY), Some(NOW + 2 * DAY));
        let between = Filter {
            from_ms,
            until_ms,
            ..any()
        };
        assert_eq!(page(between).await, (vec![renewed], 4_500));
        for (word, ids) in [
            (waiting.number[10..].to_lowercase(), vec![waiting.id]),
            ("准型".to_owned(), vec![waiting.id, renewed, paid]),
            ("%".to_owned(), vec![]),
            ("_".to_owned(), vec![]),
            (String::new(), vec![waiting.id, renewed, paid]),
            (listed.owl_id.to_lowercase(), vec![renewed, paid]),
            (listed.alias.clone(), vec![renewed, paid]),
            (trade_no, vec![paid]),
        ] {
            let keyword = Some(word.clone());
            assert_eq!(page(Filter { keyword, ..any() }).await.0, ids, "{word}");
        }
        let second = orders::page(&f.store, &owner, any(), (1, 1)).await.unwrap();
        assert_eq!((second.list[0].id, second.total), (renewed, 3));
    });
}

#[test]
fn an_agreement_that_changed_since_it_was_shown_refuses_the_order() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let shop = Shop::open(f).await;
        stock(f, "标准型", 2).await;
        let shown = store::agreements::own(&f.store, &owner).await.unwrap();
        let shown = shown
            .iter()
            .find(|one| one.current.kind == domain::agreements::Kind::Authorization)
            .unwrap()
            .current
            .version;
        let ask = |agreement, now_ms| {
            let new = NewOrder {
                draft: shop.month(1),
                expected_total_fen: 4500,
                points: 0,
                agreed: true,
                agreement: Some(agreement),
            };
            orders::create(&f.store, &owner, OrderRules::default(), new, None, now_ms)
        };
        let stale = ask(shown - 1, NOW).await;
        assert_eq!(refused(stale), Refusal::AgreementChanged);
        ask(shown, NOW).await.unwrap();
        load(
            &f.store,
            r#"{"agreements":[{"kind":"authorization","titleZh":"题","titleEn":"Title","contentZh":"文","contentEn":"Text"}]}"#,
        )
        .await;
        let stale = ask(shown, NOW + MINUTE).await;
        assert_eq!(refused(stale), Refusal::AgreementChanged);
        ask(shown + 1, NOW + MINUTE).await.unwrap();
    });
}
