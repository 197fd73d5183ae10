//! A year of rentals under a moved clock, in random steps, held against a model that is nothing but times. The same seed walks the same way.

use std::collections::BTreeMap;

use domain::notices::Kind;
use domain::orders::{DAY_MS, OrderRules};
use domain::phones::Rental;
use domain::phones::rental::Term;
use store::recycle::{self, Step, give_up};
use store::session::Actor;
use store::{Stamp, Store};

use super::{bin, listed, purged, renew, sell, told, wipe};
use crate::fixture::{DAY, Fixture, NOW, OWNER, on_each_database};

const SEEDS: [u64; 2] = [7, 20_261_126];
const YEAR: i64 = 365 * DAY;
const HOUR: i64 = DAY / 24;

struct World<'a> {
    f: &'a Fixture,
    store: Store,
    owner: Actor,
    now_ms: i64,
    phones: BTreeMap<i64, Term>,
    lost: i64,
    paid: usize,
    chance: u64,
}

impl World<'_> {
    fn roll(&mut self, sides: usize) -> usize {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance % sides.max(1) as u64) as usize
    }

    fn any_phone(&mut self) -> Option<i64> {
        let ids: Vec<i64> = self.phones.keys().copied().collect();
        let at = self.roll(ids.len());
        ids.get(at).copied()
    }

    async fn step(&mut self) {
        match self.roll(10) {
            0 | 1 if self.phones.len() < 12 => self.rent().await,
            2 | 3 => self.renew().await,
            4 => self.give_up().await,
            5 => self.store = Store::open_with_long_timeouts(&self.f.url, Stamp::Demo).unwrap(),
            6 => drop(wipe(&self.store, self.now_ms).await),
            _ => self.wait().await,
        }
    }

    async fn rent(&mut self) {
        let days = [1, 3, 30][self.roll(3)];
        let name = format!("机{}", self.phones.len());
        let id = self.f.phone(&name, days).await;
        // The fixture rents from its own moment on.
        let expire_ms = self.now_ms + days * DAY;
        self.f.execute(&format!(
            "UPDATE phones SET assign_ms = {}, expire_ms = {expire_ms} WHERE id = {id};",
            self.now_ms
        ));
        let kept = Term {
            expire_ms,
            ended_ms: None,
            recycled_ms: None,
        };
        self.phones.insert(id, kept);
    }

    async fn renew(&mut self) {
        let Some(id) = self.any_phone() else { return };
        self.paid += 1;
        let trade_no = format!("T{}", self.paid);
        renew(self.f, &self.owner, id, &trade_no, self.now_ms).await;
        let kept = self.phones.get_mut(&id).unwrap();
        *kept = Term {
            expire_ms: kept.expire_ms.max(self.now_ms) + 30 * DAY,
            ended_ms: None,
            recycled_ms: None,
        };
    }

    async fn give_up(&mut self) {
        let Some(id) = self.any_phone() else { return };
        let given = give_up(&self.store, &self.owner, vec![id], self.now_ms).await;
        if self.phones[&id].expire_ms <= self.now_ms {
            given.unwrap();
            self.phones.remove(&id);
            self.lost += 1;
        } else {
            given.unwrap_err();
        }
    }

    /// Time goes by; the server looks, or was down meanwhile, or dies in the middle of its look.
    async fn wait(&mut self) {
        let hours = [1, 5, 24, 24 * 7, 24 * 20][self.roll(5)];
        let looks = self.roll(4) != 0;
        for _ in 0..hours {
            self.now_ms += HOUR;
            if looks {
                let dies = self.roll(40) == 0;
                self.look(dies).await;
            }
        }
    }

    async fn look(&mut self, dies: bool) {
        let rules = OrderRules::default();
        for due in recycle::due(&self.store, rules, self.now_ms).await.unwrap() {
            if dies && self.roll(2) == 0 {
                return;
            }
            let step = due.step;
            let changed = recycle::advance(&self.store, rules, due, self.now_ms).await;
            for id in changed.unwrap() {
                self.noted(step, id);
            }
        }
    }

    /// What a step says must be so by the model's own times.
    fn noted(&mut self, step: Step, id: i64) {
        let now_ms = self.now_ms;
        let since = |due_ms: i64| {
            if now_ms - due_ms > HOUR {
                now_ms
            } else {
                due_ms
            }
        };
        let kept = self.phones.get_mut(&id).unwrap();
        match step {
            Step::Remind => assert!(kept.expire_ms > now_ms && kept.expire_ms <= now_ms + 8 * DAY),
            Step::End => {
                assert!(kept.ended_ms.is_none() && kept.expire_ms <= now_ms);
                kept.ended_ms = Some(since(kept.expire_ms));
            }
            Step::Recycle => {
                let due_ms = kept.ended_ms.unwrap() + 7 * DAY_MS;
                assert!(kept.recycled_ms.is_none() && due_ms <= now_ms);
                kept.recycled_ms = Some(since(due_ms));
            }
            Step::Purge => {
                assert!(kept.recycled_ms.unwrap() + 7 * DAY_MS <= now_ms);
                self.phones.remove(&id);
                self.lost += 1;
            }
        }
    }

    async fn check(&self) {
        let rows = listed(self.f, &self.owner, self.now_ms).await;
        let found: BTreeMap<i64, Term> = rows
            .iter()
            .map(|row| (row.phone.id, row.phone.term()))
            .collect();
        assert_eq!(found, self.phones);
        let page = bin(self.f, &self.owner, self.now_ms).await;
        let over = found.values().filter(|kept| kept.expire_ms <= self.now_ms);
        assert_eq!(page.total as usize, over.count());
        let in_bin = rows
            .iter()
            .filter(|row| row.phone.term().rental(self.now_ms) == Rental::Recycled);
        assert_eq!(page.counts.bin as usize, in_bin.count());
        assert_eq!(purged(self.f, &self.owner).await.total, self.lost);
        let broken: Vec<_> = store::check::check(&self.store)
            .await
            .unwrap()
            .into_iter()
            .filter(|finding| !finding.ok)
            .collect();
        assert!(broken.is_empty(), "{broken:?}");
    }
}

#[test]
fn a_year_of_rentals_does_what_a_model_of_times_says() {
    for seed in SEEDS {
        on_each_database(async |f| {
            sell(f).await;
            let mut world = World {
                f,
                store: f.store.clone(),
                owner: f.actor(OWNER).await,
                now_ms: NOW,
                phones: BTreeMap::new(),
                lost: 0,
                paid: 0,
                chance: seed,
            };
            while world.now_ms < NOW + YEAR {
                world.step().await;
                world.check().await;
            }
            assert!(
                world.lost > 0 && world.paid > 0,
                "phones were lost and renewed"
            );
            let told = told(&world.store, &world.owner, Kind::Expired).await;
            assert!(!told.is_empty());
        });
    }
}
