//! Stock is never sold twice, and never kept for longer than an order waits.

use domain::lang::Lang;
use domain::orders::{OrderRules, OrderState, Refusal};
use store::orders::{self, Draft, Due, NewOrder, OrderError};

use super::{Shop, free, new_key, order, order_at, refused, rounds, state, stock};
use crate::fixture::{Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, load, on_each_database};

/// Many of one member's orders may wait here: the limit has a test of its own.
const CROWD: i64 = 1000;

#[test]
fn of_fifty_buyers_of_the_last_phone_one_gets_it() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let mut buyers = vec![f.actor(OWNER).await, f.actor(GUEST).await];
        buyers.push(f.actor(STRANGER).await);
        let rules = OrderRules {
            open_max: CROWD,
            ..OrderRules::default()
        };
        for round in 0..rounds() {
            let calls: Vec<_> = (0..50)
                .map(|i| {
                    let (store, buyer) = (f.store.clone(), buyers[i % buyers.len()].clone());
                    let new = NewOrder {
                        draft: shop.month(1),
                        expected_total_fen: 4_500,
                        points: 0,
                        agreed: true,
                        agreement: None,
                    };
                    tokio::spawn(async move {
                        let made =
                            orders::create(&store, &buyer, rules, new, Some(new_key()), NOW).await;
                        (made, buyer)
                    })
                })
                .collect();
            let mut got = Vec::new();
            for call in calls {
                match call.await.unwrap() {
                    (Ok(made), buyer) => got.push((made.order.id, buyer)),
                    (Err(OrderError::Refused(Refusal::SoldOut)), _) => {}
                    (Err(other), _) => panic!("{other:?}"),
                }
            }
            assert_eq!(got.len(), 1, "round {round}");
            assert_eq!(free(f, &shop.standard).await, 0);
            let (id, buyer) = &got[0];
            orders::cancel(&f.store, buyer, *id, NOW).await.unwrap();
            assert_eq!(free(f, &shop.standard).await, 1);
        }
    });
}

#[test]
fn buyers_of_several_at_once_never_get_more_than_there_is() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 7).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let calls: Vec<_> = (0..4)
            .map(|i| {
                let buyer = if i % 2 == 0 {
                    owner.clone()
                } else {
                    guest.clone()
                };
                let (store, draft) = (f.store.clone(), shop.month(3));
                tokio::spawn(async move { order_at(&store, &buyer, draft, NOW).await })
            })
            .collect();
        let mut made = 0;
        for call in calls {
            made += usize::from(call.await.unwrap().is_ok());
        }
        assert_eq!((made, free(f, &shop.standard).await), (2, 1));
    });
}

#[test]
fn a_carrier_is_bought_when_it_is_named() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 30).await;
        let owner = f.actor(OWNER).await;
        let shelf = orders::shelf(&f.store, None, NOW).await.unwrap();
        let standard = shelf.iter().find(|c| c.id == shop.standard.id).unwrap();
        let (carrier, count) = standard.free[0];
        let wish = |quantity: i64| Draft::Purchase {
            configuration_id: standard.id,
            carrier: Some(carrier),
            package_id: Shop::package(&shop.standard, 30),
            quantity,
        };
        let more = order_at(&f.store, &owner, wish(count + 1), NOW).await;
        assert_eq!(refused(more), Refusal::SoldOut);
        let (_, ids) = super::buy(f, &owner, wish(count)).await;
        let rows = super::phones(f, &owner).await;
        assert_eq!(i64::try_from(ids.len()), Ok(count));
        assert!(rows.iter().all(|row| row.phone.carrier == carrier));
    });
}

#[test]
fn five_orders_may_wait_and_their_phones_are_free_when_they_end() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 8).await;
        let owner = f.actor(OWNER).await;
        let mut made = Vec::new();
        for _ in 0..5 {
            made.push(order(f, &owner, shop.month(1)).await.order);
        }
        let sixth = order_at(&f.store, &owner, shop.month(1), NOW).await;
        assert_eq!(refused(sixth), Refusal::Open);
        assert_eq!(free(f, &shop.standard).await, 3);

        let end = NOW + 15 * MINUTE;
        assert!(orders::due(&f.store, end - 1, 50).await.unwrap().is_empty());
        let early = orders::timed_out(&f.store, made[0].id, end - 1).await;
        assert_eq!(early.unwrap(), None);
        let due = orders::due(&f.store, end, 50).await.unwrap();
        assert_eq!(due.len(), 5);
        let second = orders::due(&f.store, end, 50).await.unwrap();
        assert!(second.is_empty(), "another server has them: {second:?}");
        for one in due {
            let Due::TimeOut { order_id, attempts } = one else {
                panic!("{one:?}");
            };
            assert!(attempts.is_empty());
            let changed = orders::timed_out(&f.store, order_id, end).await.unwrap();
            assert_eq!(changed.unwrap().state, OrderState::TimedOut);
            assert_eq!(
                orders::timed_out(&f.store, order_id, end).await.unwrap(),
                None
            );
        }
        assert_eq!(free(f, &shop.standard).await, 8);
        assert_eq!(state(f, &owner, made[0].id).await, OrderState::TimedOut);
        order(f, &owner, shop.month(1)).await;
    });
}

#[test]
fn an_order_is_cancelled_once_and_not_after_it_was_paid() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 2).await;
        let owner = f.actor(OWNER).await;
        let made = order(f, &owner, shop.month(1)).await.order.id;
        orders::cancel(&f.store, &owner, made, NOW).await.unwrap();
        let again = orders::cancel(&f.store, &owner, made, NOW).await;
        assert_eq!(refused(again), Refusal::NotWaiting);
        let (paid, _) = super::buy(f, &owner, shop.month(1)).await;
        let late = orders::cancel(&f.store, &owner, paid, NOW).await;
        assert_eq!(refused(late), Refusal::NotWaiting);
        assert_eq!(state(f, &owner, paid).await, OrderState::Paid);
    });
}

/// A phone that is kept for an order is nobody's trial, and no seed hands it out.
#[test]
fn what_is_kept_is_given_to_nobody_else() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let owner = f.actor(OWNER).await;
        let made = order(f, &owner, shop.month(1)).await.order.id;
        let guest = f.actor(GUEST).await;
        let none = store::phones::trial(&f.store, &guest, Lang::Zh, NOW).await;
        assert!(
            matches!(none, Err(store::phones::TrialError::None)),
            "{none:?}"
        );
        assert!(hand_out(f).await.is_err());
        orders::cancel(&f.store, &owner, made, NOW).await.unwrap();
        store::phones::trial(&f.store, &guest, Lang::Zh, NOW)
            .await
            .unwrap();
    });
}

async fn hand_out(f: &Fixture) -> Result<(), String> {
    let seed = format!(
        r#"{{"phones":[{{"owner":"{GUEST}","alias":"x","configuration":"标准型","expiresInDays":1}}]}}"#
    );
    let loaded = crate::fixture::try_load(&f.store, &seed).await;
    loaded.map(drop).map_err(|error| error.to_string())
}

#[test]
fn prices_of_a_seed_are_checked() {
    on_each_database(async |f| {
        load(&f.store, super::SHELF).await;
        for (price, why) in [
            (
                r#"{"configuration":"none","days":30,"tiers":[{"from":1,"unitFen":1}]}"#,
                "no such",
            ),
            (
                r#"{"configuration":"标准型","days":30,"tiers":[{"from":1,"unitFen":1}]}"#,
                "as many days",
            ),
            (
                r#"{"configuration":"标准型","days":0,"tiers":[{"from":1,"unitFen":1}]}"#,
                "range",
            ),
            (
                r#"{"configuration":"标准型","days":31,"tiers":[{"from":2,"unitFen":1}]}"#,
                "begin at one",
            ),
        ] {
            let seed = format!(r#"{{"prices":[{price}]}}"#);
            let refused = crate::fixture::try_load(&f.store, &seed).await;
            let words = refused.unwrap_err().to_string();
            assert!(words.contains(why), "{price}: {words}");
        }
    });
}
