//! Orders from the shelf to the refund, with everything that goes wrong in between.

mod attempts;
mod breaches;
mod buying;
mod desk;
mod model;
mod paying;
mod prices;
mod refunds;
mod renewing;
mod stock;

use std::sync::atomic::{AtomicU32, Ordering};

use domain::orders::{Key, OrderRules, OrderState, PayWay, Wallet};
use domain::phones::ListQuery;
use store::Store;
use store::orders::{
    self, Attempt, Changed, Configuration, Draft, FullOrder, NewOrder, OrderError, Settled,
    Settlement,
};
use store::phones::{Listed, list};
use store::session::Actor;

use crate::fixture::{Fixture, NOW, load};

/// For as long as the tests of a file take, every port is another's.
static PORTS: AtomicU32 = AtomicU32::new(30_000);
/// And every key is.
static KEYS: AtomicU32 = AtomicU32::new(0);

/// Rounds of a race: `cargo xtask trust orders` says more.
fn rounds() -> i64 {
    let said = std::env::var("OWLDECK_ROUNDS").ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(ROUNDS)
}

/// Rounds in an ordinary test run.
const ROUNDS: i64 = 10;

/// Three configurations: one cheap, one dear, one not sold any more.
const SHELF: &str = r#"{
    "configurations": [
        {"name":"标准型","code":"S4","cores":4,"memoryMb":6144,"storageGb":64,"androidVersion":"10","chip":"Orion865","padType":5,"dpi":320},
        {"name":"进阶型","code":"S6","androidVersion":"12","chip":"Orion888","padType":5,"dpi":320},
        {"name":"旧型","androidVersion":"9","chip":"Orion730","padType":5,"dpi":320,"onSale":false}],
    "prices": [
        {"configuration":"标准型","days":7,"tiers":[{"from":1,"unitFen":1400}]},
        {"configuration":"标准型","days":30,"tiers":[{"from":1,"unitFen":4500},{"from":3,"unitFen":4200}]},
        {"configuration":"标准型","days":90,"tiers":[{"from":1,"unitFen":12600}],"enabled":false},
        {"configuration":"进阶型","days":30,"tiers":[{"from":1,"unitFen":6800}]},
        {"configuration":"旧型","days":30,"tiers":[{"from":1,"unitFen":2600}]}]
}"#;

/// A shop in a fresh database.
pub struct Shop {
    pub standard: Configuration,
    better: Configuration,
    old: Configuration,
}

impl Shop {
    pub async fn open(f: &Fixture) -> Self {
        load(&f.store, SHELF).await;
        let shelf = orders::shelf(&f.store, None, NOW).await.unwrap();
        let named = |name: &str| shelf.iter().find(|c| c.name.zh == name).unwrap().clone();
        Self {
            standard: named("标准型"),
            better: named("进阶型"),
            old: named("旧型"),
        }
    }

    /// A package's id by its days.
    fn package(configuration: &Configuration, days: i64) -> i64 {
        let packages = &configuration.packages;
        packages.iter().find(|p| p.days == days).unwrap().id
    }

    /// So many phones of the standard configuration for a month.
    pub fn month(&self, quantity: i64) -> Draft {
        Draft::Purchase {
            configuration_id: self.standard.id,
            carrier: None,
            package_id: Self::package(&self.standard, 30),
            quantity,
        }
    }

    /// Renewal of a phone of the standard configuration for a month.
    pub fn more(&self, phone_id: i64) -> Draft {
        Draft::Renewal {
            lines: vec![(phone_id, Self::package(&self.standard, 30))],
        }
    }
}

/// Adds phones to stock; their ids.
pub async fn stock(f: &Fixture, configuration: &str, count: u32) -> Vec<i64> {
    let phones: Vec<String> = (0..count)
        .map(|_| {
            let port = PORTS.fetch_add(1, Ordering::Relaxed);
            format!(r#"{{"configuration":"{configuration}","adb":"127.0.0.1:{port}"}}"#)
        })
        .collect();
    let seeded = load(&f.store, &format!(r#"{{"stock":[{}]}}"#, phones.join(","))).await;
    seeded.stock.iter().map(|phone| phone.phone_id).collect()
}

/// Free phones of a configuration.
async fn free(f: &Fixture, configuration: &Configuration) -> i64 {
    let shelf = orders::shelf(&f.store, None, NOW).await.unwrap();
    let found = shelf.into_iter().find(|c| c.id == configuration.id);
    found.unwrap().stock()
}

/// Orders a draft at the price that is shown.
pub async fn order_at(
    store: &Store,
    actor: &Actor,
    draft: Draft,
    now_ms: i64,
) -> Result<FullOrder, OrderError> {
    order_with(store, actor, draft, 0, now_ms).await
}

/// Orders a draft, a part of which points pay.
pub async fn order_with(
    store: &Store,
    actor: &Actor,
    draft: Draft,
    points: i64,
    now_ms: i64,
) -> Result<FullOrder, OrderError> {
    let rules = OrderRules::default();
    let quoted = orders::quote(store, actor, rules, draft.clone(), points, now_ms).await?;
    let new = NewOrder {
        draft,
        expected_total_fen: quoted.total_fen,
        points,
        agreed: true,
        agreement: None,
    };
    orders::create(store, actor, rules, new, Some(new_key()), now_ms).await
}

async fn order(f: &Fixture, actor: &Actor, draft: Draft) -> FullOrder {
    order_at(&f.store, actor, draft, NOW).await.unwrap()
}

fn new_key() -> Key {
    Key::parse(&format!("key-{}", KEYS.fetch_add(1, Ordering::Relaxed))).unwrap()
}

pub async fn attempt(f: &Fixture, actor: &Actor, order: &FullOrder, now_ms: i64) -> Attempt {
    let id = order.order.id;
    orders::attempt(&f.store, actor, id, Wallet::Alipay, PayWay::Pc, now_ms)
        .await
        .unwrap()
}

/// All of an attempt's money under a number of its own.
pub fn money(attempt: &Attempt, trade_no: &str) -> Settlement {
    Settlement {
        attempt: attempt.number.clone(),
        trade_no: trade_no.to_owned(),
        amount_fen: attempt.amount_fen,
        paid_ms: None,
    }
}

pub async fn settle(f: &Fixture, settlement: Settlement, now_ms: i64) -> Settled {
    orders::settle(&f.store, Wallet::Alipay, settlement, now_ms)
        .await
        .unwrap()
}

pub fn fulfilled(settled: Settled) -> Changed {
    match settled {
        Settled::Fulfilled(changed) => changed,
        other => panic!("{other:?}"),
    }
}

/// Orders and pays; the order's id and the phones that it changed.
pub async fn buy_at(f: &Fixture, actor: &Actor, draft: Draft, now_ms: i64) -> (i64, Vec<i64>) {
    let order = order_at(&f.store, actor, draft, now_ms).await.unwrap();
    let attempt = attempt(f, actor, &order, now_ms).await;
    let trade_no = format!("T{}", attempt.number);
    let changed = fulfilled(settle(f, money(&attempt, &trade_no), now_ms).await);
    (order.order.id, changed.phone_ids)
}

async fn buy(f: &Fixture, actor: &Actor, draft: Draft) -> (i64, Vec<i64>) {
    buy_at(f, actor, draft, NOW).await
}

/// Where an order stands now.
pub async fn seen(f: &Fixture, actor: &Actor, order_id: i64) -> FullOrder {
    orders::info(&f.store, actor, order_id).await.unwrap()
}

pub async fn state(f: &Fixture, actor: &Actor, order_id: i64) -> OrderState {
    seen(f, actor, order_id).await.order.state
}

/// The phones that a member sees.
async fn phones(f: &Fixture, actor: &Actor) -> Vec<Listed> {
    let query = ListQuery::parse(None, None, None, None, Some(200)).unwrap();
    list(&f.store, actor, query, NOW).await.unwrap().rows
}

pub async fn expire_ms(f: &Fixture, actor: &Actor, phone_id: i64) -> i64 {
    let rows = phones(f, actor).await;
    rows.iter()
        .find(|row| row.phone.id == phone_id)
        .unwrap()
        .phone
        .expire_ms
}

pub fn refused<T: std::fmt::Debug>(result: Result<T, OrderError>) -> domain::orders::Refusal {
    match result {
        Err(OrderError::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}
