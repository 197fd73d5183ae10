//! Configurations and prices as operators set them: what holds when, and who is told that another was first.

use domain::orders::price::{Tier, Tiers};
use domain::orders::shelf::{Form, NewConfiguration};
use domain::orders::{OrderRules, Refusal};
use store::audit::Author;
use store::orders::{self, Draft, NewOrder, OrderError, ShelfError, StoredConfiguration};

use super::{Shop, attempt, new_key, stock};
use crate::fixture::{DAY, Fixture, NOW, OWNER, on_each_database};

async fn author(f: &Fixture, now_ms: i64) -> Author {
    Author {
        actor: f.actor("admin").await,
        address: None,
        now_ms,
    }
}

async fn kept(f: &Fixture, id: i64, now_ms: i64) -> StoredConfiguration {
    orders::find_configuration(&f.store, id, now_ms)
        .await
        .unwrap()
        .unwrap()
}

fn month(unit_fen: i64) -> Vec<(i64, bool, Tiers)> {
    let tiers = Tiers::try_from(vec![Tier { from: 1, unit_fen }]).unwrap();
    vec![(30, true, tiers)]
}

/// The price of a month of one phone, as members see it.
async fn shown(f: &Fixture, id: i64, now_ms: i64) -> Option<i64> {
    let shelf = orders::shelf(&f.store, None, now_ms).await.unwrap();
    let found = shelf.into_iter().find(|c| c.id == id)?;
    let package = found.packages.into_iter().find(|p| p.days == 30)?;
    Some(package.tiers.list_fen())
}

/// Drafts a month's price and lets it hold from a moment on.
async fn set(f: &Fixture, id: i64, unit_fen: i64, from_ms: i64, now_ms: i64) {
    let version = kept(f, id, now_ms).await.version;
    let by = author(f, now_ms).await;
    orders::save_draft(&f.store, by.clone(), (id, version), month(unit_fen))
        .await
        .unwrap();
    orders::schedule(&f.store, by, (id, version + 1), from_ms)
        .await
        .unwrap();
}

#[test]
fn prices_hold_from_their_moment_on_and_orders_keep_the_price_at_which_they_were_made() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let (owner, id) = (f.actor(OWNER).await, shop.standard.id);
        let from_ms = NOW + 3 * DAY;
        let before = super::order(f, &owner, shop.month(1)).await;
        set(f, id, 5_000, from_ms, NOW).await;
        assert_eq!(shown(f, id, from_ms - 1).await, Some(4_500));
        assert_eq!(shown(f, id, from_ms).await, Some(5_000));
        let (rules, draft) = (OrderRules::default(), shop.month(1));
        for (at_ms, fen) in [(from_ms - 1, 4_500), (from_ms, 5_000)] {
            let quoted = orders::quote(&f.store, &owner, rules, draft.clone(), 0, at_ms).await;
            assert_eq!(quoted.unwrap().total_fen, fen);
        }
        // The page that was opened before the moment asks for the former price, of a package that is still the same.
        let new = NewOrder {
            draft,
            expected_total_fen: 4_500,
            points: 0,
            agreed: true,
            agreement: None,
        };
        let stale = orders::create(&f.store, &owner, rules, new, Some(new_key()), from_ms).await;
        assert!(matches!(
            stale,
            Err(OrderError::Refused(Refusal::Price { total_fen: 5_000 }))
        ));
        let begun = attempt(f, &owner, &before, NOW).await;
        assert_eq!(begun.amount_fen, 4_500, "made before");
    });
}

#[test]
fn a_draft_is_nobodys_price_and_prices_to_come_are_taken_back() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        let (id, by) = (shop.better.id, author(f, NOW).await);
        let store = &f.store;
        orders::save_draft(store, by.clone(), (id, 0), month(1))
            .await
            .unwrap();
        assert_eq!(shown(f, id, NOW + 99 * DAY).await, Some(6_800));
        orders::save_draft(store, by.clone(), (id, 1), month(2))
            .await
            .unwrap();
        orders::schedule(store, by.clone(), (id, 2), NOW + DAY)
            .await
            .unwrap();
        let refused = orders::save_draft(store, by.clone(), (id, 3), month(3)).await;
        assert!(matches!(refused, Err(ShelfError::Scheduled)));
        let refused = orders::discard(store, by.clone(), (id, 3)).await;
        assert!(matches!(refused, Err(ShelfError::NoDraft)));
        assert_eq!(shown(f, id, NOW + DAY).await, Some(2));
        orders::withdraw(store, by.clone(), (id, 3)).await.unwrap();
        assert_eq!(shown(f, id, NOW + DAY).await, Some(6_800), "goes on");
        let refused = orders::withdraw(store, by.clone(), (id, 4)).await;
        assert!(matches!(refused, Err(ShelfError::NoDraft)));
        orders::discard(store, by.clone(), (id, 4)).await.unwrap();
        let refused = orders::schedule(store, by, (id, 5), NOW).await;
        assert!(matches!(refused, Err(ShelfError::NoDraft)));
        assert_eq!(kept(f, id, NOW).await.versions.len(), 1);
    });
}

#[test]
fn of_two_operators_who_saw_the_same_the_second_is_told_and_changes_nothing() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        let (id, by) = (shop.standard.id, author(f, NOW).await);
        let one = orders::save_draft(&f.store, by.clone(), (id, 0), month(1)).await;
        let two = orders::save_draft(&f.store, by.clone(), (id, 0), month(2)).await;
        assert!(one.is_ok() && matches!(two, Err(ShelfError::Changed)));
        let seen = kept(f, id, NOW).await;
        assert_eq!(seen.changed_by.as_deref(), Some("admin"));
        assert_eq!((seen.version, seen.changed_ms), (1, NOW));
        assert_eq!(seen.versions[0].offers[0].tiers.list_fen(), 1);
        let mut facts = seen.facts.clone();
        facts.on_sale = false;
        let late = orders::update_configuration(&f.store, by.clone(), (id, 0), facts.clone()).await;
        assert!(matches!(late, Err(ShelfError::Changed)));
        assert!(kept(f, id, NOW).await.facts.on_sale);
        orders::update_configuration(&f.store, by.clone(), (id, 1), facts.clone())
            .await
            .unwrap();
        facts.name.zh = "进阶型".to_owned();
        let taken =
            orders::update_configuration(&f.store, by.clone(), (id, 2), facts.clone()).await;
        assert!(matches!(taken, Err(ShelfError::Refused(_))));
        let seen = kept(f, id, NOW).await;
        assert_eq!(
            (seen.version, seen.facts.on_sale),
            (2, false),
            "rolled back"
        );
        let absent = orders::update_configuration(&f.store, by, (1, 0), facts).await;
        assert!(matches!(absent, Err(ShelfError::Absent)));
        let owner = f.actor(OWNER).await;
        let rules = OrderRules::default();
        let off = orders::quote(&f.store, &owner, rules, shop.month(1), 0, NOW).await;
        assert!(matches!(off, Err(OrderError::Refused(Refusal::Package))));
    });
}

#[test]
fn the_first_configuration_is_sold_once_it_has_prices() {
    on_each_database(async |f| {
        let form = Form {
            name_zh: "轻量型".to_owned(),
            name_en: "Light".to_owned(),
            android_version: "10".to_owned(),
            chip: "Orion865".to_owned(),
            dpi: 320,
            on_sale: true,
            ..Form::default()
        };
        let new = NewConfiguration::parse(&form).unwrap();
        let by = author(f, NOW).await;
        let id = orders::create_configuration(&f.store, by.clone(), new.clone())
            .await
            .unwrap();
        let twice = orders::create_configuration(&f.store, by, new).await;
        assert!(matches!(twice, Err(ShelfError::Refused(_))));
        assert_eq!(shown(f, id, NOW).await, None);
        set(f, id, 2_800, NOW, NOW).await;
        assert_eq!(shown(f, id, NOW).await, Some(2_800));
        // A second price at the same moment is the later one.
        set(f, id, 2_900, NOW, NOW).await;
        assert_eq!(shown(f, id, NOW + 1).await, Some(2_900));
        stock(f, "轻量型", 1).await;
        let owner = f.actor(OWNER).await;
        let package_id = kept(f, id, NOW).await.versions[0].offers[0].id;
        let draft = Draft::Purchase {
            configuration_id: id,
            carrier: None,
            package_id,
            quantity: 1,
        };
        let made = super::order_at(&f.store, &owner, draft, NOW + 1)
            .await
            .unwrap();
        assert_eq!(made.order.total_fen, 2_900);
        let seen = kept(f, id, NOW + 1).await;
        assert_eq!((seen.stock, seen.waiting), (0, 1));
    });
}
