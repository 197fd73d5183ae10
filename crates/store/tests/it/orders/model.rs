//! Random steps of buyers, wallets and operators, held against a model that is nothing but sums. The same seed walks the same way.

mod back;
mod buying;

use std::collections::{BTreeMap, BTreeSet};

use domain::orders::{Kind, OrderState};
use store::orders::{self, Due, Settlement};
use store::session::Actor;
use store::{Kind as Database, Stamp, Store};

use super::{Shop, rounds, stock};
use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, on_each_database};

const SEEDS: [u64; 2] = [1, 20_261_122];
/// Steps of a walk for each round of a race: a thousand on SQLite in an ordinary test run, twenty thousand in `cargo xtask trust orders`.
const STEPS_SQLITE: usize = 100;
const STEPS_POSTGRES: usize = 30;
/// Least steps of a walk that surely meets one state more than a short one.
const LONG: usize = 2_000;
/// Everything is held against everything after so many steps, and at the end.
const ALL_EVERY: usize = 1_000;
const MONTH: i64 = 30 * DAY;

/// A rented phone: whose, until when, and by which order it came.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Rented {
    member: usize,
    expire_ms: i64,
    came_by: i64,
}

#[derive(Debug, Clone)]
struct Bought {
    member: usize,
    kind: Kind,
    state: OrderState,
    total_fen: i64,
    quantity: i64,
    deadline_ms: i64,
    /// Phones that are renewed, with 0; or phones that a purchase brought, with their ends.
    phones: Vec<(i64, i64)>,
    paid_ms: i64,
    spoken_fen: i64,
    done_fen: i64,
    pending_fen: i64,
    asked: bool,
}

/// State of the shop that must be so after the steps that were taken.
struct World {
    store: Store,
    url: String,
    actors: Vec<Actor>,
    admin: Actor,
    now_ms: i64,
    orders: BTreeMap<i64, Bought>,
    phones: BTreeMap<i64, Rented>,
    free: i64,
    attempts: Vec<(i64, orders::Attempt)>,
    settled: Vec<Settlement>,
    /// Refunds by number: order, amount, whether the order's own money.
    refunds: BTreeMap<String, (i64, i64, bool)>,
    came_in_fen: i64,
    went_back_fen: i64,
    chance: u64,
    trades: usize,
    touched: BTreeSet<i64>,
}

impl World {
    fn roll(&mut self, sides: usize) -> usize {
        // xorshift: the walk needs no more than that.
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance % sides.max(1) as u64) as usize
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> Option<T> {
        let at = self.roll(from.len());
        from.get(at).cloned()
    }

    fn open_of(&self, member: usize) -> usize {
        let waits = |o: &&Bought| o.member == member && o.state == OrderState::Waiting;
        self.orders.values().filter(waits).count()
    }

    async fn step(&mut self, f: &Fixture, shop: &Shop) {
        match self.roll(20) {
            0..=3 => self.purchase(shop).await,
            4 | 5 => self.renew(shop).await,
            6..=8 => self.begin().await,
            9..=11 => self.pay().await,
            12 => self.repeat().await,
            13 => self.wrong().await,
            14 => self.cancel().await,
            15 => self.ask_back().await,
            16 => self.decide().await,
            17 => self.wait().await,
            18 => self.wallets().await,
            _ => match self.roll(4) {
                0 => self.restart(),
                // Members' phones stay few enough for one page of the list.
                _ if self.free < 4 && self.phones.len() < 150 => {
                    stock(f, "标准型", 3).await;
                    self.free += 3;
                }
                _ => self.wait().await,
            },
        }
    }

    async fn wait(&mut self) {
        let some = [5, 60, 600, 3_600, 86_400, 10 * 86_400];
        let seconds = self.pick(&some).unwrap();
        self.now_ms += seconds * 1000;
        self.wallets().await;
    }

    /// A server does what is due, or dies before it has done all of it.
    async fn wallets(&mut self) {
        for due in orders::due(&self.store, self.now_ms, 50).await.unwrap() {
            match due {
                Due::Look(_) => {}
                Due::Close(attempt) => {
                    if self.roll(2) == 0 {
                        orders::attempt_closed(&self.store, attempt.number)
                            .await
                            .unwrap();
                    }
                }
                Due::TimeOut { order_id, .. } => {
                    if self.roll(4) == 0 {
                        continue;
                    }
                    let ended = orders::timed_out(&self.store, order_id, self.now_ms).await;
                    assert!(ended.unwrap().is_some());
                    self.end(order_id, OrderState::TimedOut);
                }
                Due::Refund(job) => self.wallet_refunds(job).await,
            }
        }
    }

    fn restart(&mut self) {
        self.store = Store::open_with_long_timeouts(&self.url, Stamp::Demo).unwrap();
    }

    async fn check_touched(&mut self) {
        for id in std::mem::take(&mut self.touched) {
            let expected = &self.orders[&id];
            let actor = &self.actors[expected.member];
            let full = orders::info(&self.store, actor, id).await.unwrap();
            assert_eq!(full.order.state, expected.state, "{full:?}");
            assert_eq!(full.order.paid_ms.is_some(), expected.paid_ms > 0);
            let fulfilled = matches!(
                expected.state,
                OrderState::Paid
                    | OrderState::Refunding
                    | OrderState::Refunded
                    | OrderState::PartlyRefunded
            );
            if fulfilled {
                assert_eq!(full.order.refunded_fen, expected.done_fen);
                let left = expected.total_fen - expected.spoken_fen;
                assert_eq!(full.refundable_fen, if expected.asked { 0 } else { left });
            }
        }
    }

    async fn check_all(&mut self, shop: &Shop) {
        self.touched = self.orders.keys().copied().collect();
        self.check_touched().await;
        let broken: Vec<_> = store::check::check(&self.store).await.unwrap();
        let broken: Vec<_> = broken.into_iter().filter(|finding| !finding.ok).collect();
        assert!(broken.is_empty(), "{broken:?}");
        let shelf = orders::shelf(&self.store, None, NOW).await.unwrap();
        let standard = shelf.iter().find(|c| c.id == shop.standard.id).unwrap();
        assert_eq!(standard.stock(), self.free);
        let mut rented = BTreeMap::new();
        for (member, actor) in self.actors.iter().enumerate() {
            let query =
                domain::phones::ListQuery::parse(None, None, None, None, Some(200)).unwrap();
            let list = store::phones::list(&self.store, actor, query, NOW)
                .await
                .unwrap();
            assert!(list.rows.len() < 200, "a page has room for all");
            for row in list.rows {
                rented.insert(row.phone.id, (member, row.phone.expire_ms));
            }
        }
        let expected: BTreeMap<_, _> = self
            .phones
            .iter()
            .map(|(id, phone)| (*id, (phone.member, phone.expire_ms)))
            .collect();
        assert_eq!(rented, expected);
        // No member keeps a phone whose money has all gone back.
        for phone in self.phones.values() {
            let came_by = &self.orders[&phone.came_by].state;
            let all_back = [OrderState::Refunding, OrderState::Refunded];
            assert!(!all_back.contains(came_by), "{phone:?}: {came_by:?}");
        }
        assert!(self.went_back_fen <= self.came_in_fen);
    }
}

fn walk(seed: u64) {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 12).await;
        let mut actors = Vec::new();
        for who in [OWNER, GUEST, STRANGER] {
            actors.push(f.actor(who).await);
        }
        let mut world = World {
            store: f.store.clone(),
            url: f.url.clone(),
            actors,
            admin: f.actor("admin").await,
            now_ms: NOW + MINUTE,
            orders: BTreeMap::new(),
            phones: BTreeMap::new(),
            free: 12,
            attempts: Vec::new(),
            settled: Vec::new(),
            refunds: BTreeMap::new(),
            came_in_fen: 0,
            went_back_fen: 0,
            chance: seed,
            trades: 0,
            touched: BTreeSet::new(),
        };
        let steps = usize::try_from(rounds()).unwrap()
            * match f.store.kind() {
                Database::Sqlite => STEPS_SQLITE,
                Database::Postgres => STEPS_POSTGRES,
            };
        for step in 1..=steps {
            // No two steps happen at the same moment: an order is known by when its phones came.
            world.now_ms += 1;
            world.step(f, &shop).await;
            world.check_touched().await;
            if step % ALL_EVERY == 0 || step == steps {
                world.check_all(&shop).await;
            }
        }
        let reached: BTreeSet<i16> = world.orders.values().map(|o| o.state.code()).collect();
        // A short walk may miss one more of the states: which phones and orders it meets depends on their numbers, and those are by chance.
        let least = if steps < LONG { 4 } else { 5 };
        assert!(
            reached.len() >= least,
            "a walk that goes nowhere proves nothing: {reached:?}"
        );
    });
}

#[test]
fn a_random_walk_of_buyers_and_wallets_agrees_with_its_sums() {
    walk(SEEDS[0]);
}

#[test]
fn another_random_walk_agrees_too() {
    walk(SEEDS[1]);
}
