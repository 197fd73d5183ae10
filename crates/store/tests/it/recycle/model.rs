//! More than a year of a busy account under a moved clock, in random steps: rentals, codes, points and refunds, held against a model that is
//! nothing but times and sums. The same seed walks the same way.

mod points;

use std::collections::BTreeMap;

use domain::notices::Kind;
use domain::orders::{DAY_MS, OrderRules};
use domain::phones::Rental;
use domain::phones::rental::Term;
use domain::redeem::{ALPHABET, Code};
use store::orders;
use store::points::Filter;
use store::recycle::{self, Step, give_up};
use store::redeem::{Guesser, redeem};
use store::session::Actor;
use store::{Kind as Database, Stamp, Store};

use self::points::Points;
use super::{bin, listed, purged, renew_with, sell, told, wipe};
use crate::fixture::{DAY, Fixture, NOW, OWNER, load, on_each_database};

const SEEDS: [u64; 1] = [20_261_126];
/// The walk is the same on both databases: PostgreSQL, whose every query is a journey, proves all invariants after so many steps.
const ALL_EVERY: usize = 8;
/// Long enough for the first points to end.
const YEAR: i64 = 460 * DAY;
const PRICE: i64 = 4500;
const HOUR: i64 = DAY / 24;

struct World<'a> {
    f: &'a Fixture,
    store: Store,
    owner: Actor,
    now_ms: i64,
    phones: BTreeMap<i64, Term>,
    lost: i64,
    paid: usize,
    points: Points,
    /// Paid renewals: order, phone, what is left to be refunded.
    renewals: Vec<(i64, i64, i64)>,
    codes: usize,
    refunds: usize,
    expired: i64,
    steps: usize,
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
        self.steps += 1;
        match self.roll(14) {
            0 | 1 if self.phones.len() < 12 => self.rent().await,
            2 | 3 | 7 => self.renew().await,
            4 => self.give_up().await,
            5 => self.redeem().await,
            6 => self.refund().await,
            8 => self.store = Store::open_with_long_timeouts(&self.f.url, Stamp::Demo).unwrap(),
            9 => drop(wipe(&self.store, self.now_ms).await),
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
        // No two payments at one moment: of points that end together, either may be spent first.
        self.now_ms += 1;
        let trade_no = format!("T{}", self.paid);
        let most = self.points.available(self.now_ms).min(PRICE / 5);
        let points = [0, 0, 5, 20][self.roll(4)].min(most);
        let order_id = renew_with(self.f, &self.owner, (id, points), &trade_no, self.now_ms).await;
        self.points
            .pay(order_id, PRICE - points, points, self.now_ms);
        self.renewals.push((order_id, id, PRICE - points));
        self.extend(id);
    }

    fn extend(&mut self, id: i64) {
        let kept = self.phones.get_mut(&id).unwrap();
        *kept = Term {
            expire_ms: kept.expire_ms.max(self.now_ms) + 30 * DAY,
            ended_ms: None,
            recycled_ms: None,
        };
    }

    async fn redeem(&mut self) {
        let Some(id) = self.any_phone() else { return };
        self.codes += 1;
        let (high, low) = (self.codes / ALPHABET.len(), self.codes % ALPHABET.len());
        let text = format!(
            "{}{}{}",
            "A".repeat(18),
            ALPHABET[high] as char,
            ALPHABET[low] as char
        );
        let code = format!(
            r#"{{"redeemCodes":[{{"code":"{text}","gives":"days","days":30,"expiresInDays":3000}}]}}"#
        );
        load(&self.store, &code).await;
        let guesser = Guesser {
            actor: self.owner.clone(),
            address: None,
        };
        let code = Code::parse(&text).unwrap();
        redeem(&self.store, guesser, (code, Some(id)), self.now_ms)
            .await
            .unwrap();
        self.extend(id);
    }

    /// A renewal goes back in whole or in part, however old it is.
    async fn refund(&mut self) {
        let at = self.roll(self.renewals.len());
        let Some((order_id, id, left)) = self.renewals.get(at).copied() else {
            return;
        };
        let fen = [left, left, 1, left / 3 + 1][self.roll(4)].min(left);
        let reason = domain::orders::Reason::parse("不用了").unwrap();
        let (store, now_ms) = (&self.store, self.now_ms);
        let asked = orders::request_refund(store, &self.owner, order_id, reason, Some(fen), now_ms)
            .await
            .unwrap();
        if asked.refund.state == domain::orders::refund::RefundState::Asked {
            let admin = self.f.actor("admin").await;
            let yes = orders::Verdict::Approve { amount_fen: None };
            orders::decide_refund(store, &admin, asked.refund.number, yes, now_ms)
                .await
                .unwrap();
        }
        self.points.refund(order_id, fen);
        self.refunds += 1;
        if fen < left {
            self.renewals[at].2 -= fen;
            return;
        }
        self.renewals.swap_remove(at);
        if let Some(kept) = self.phones.get_mut(&id) {
            kept.expire_ms = domain::orders::shortened(kept.expire_ms, 30 * DAY, now_ms);
        }
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
        // Over a long time the server looks less often than it does: what is found late counts from then on.
        let (hours, pause) = [(1, 1), (5, 1), (24, 1), (24 * 7, 8), (24 * 20, 12)][self.roll(5)];
        let looks = self.roll(4) != 0;
        for _ in 0..hours / pause {
            self.now_ms += pause * HOUR;
            if looks {
                let dies = self.roll(40) == 0;
                self.look(dies).await;
            }
        }
    }

    async fn look(&mut self, dies: bool) {
        let rules = OrderRules::default();
        for member_id in store::points::due(&self.store, self.now_ms).await.unwrap() {
            let gone = store::points::expire(&self.store, member_id, self.now_ms).await;
            assert_eq!(gone.unwrap(), self.points.expire(self.now_ms));
            self.expired += 1;
        }
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
        let (zone, now_ms) = (OrderRules::default().zone, self.now_ms);
        let there = store::points::summary(&self.store, &self.owner, zone, now_ms).await;
        let there = there.unwrap();
        let points = &self.points;
        assert_eq!(
            (there.available, there.held, there.owed),
            (points.available(now_ms), 0, points.owed())
        );
        let newest = store::points::page(&self.store, &self.owner, Filter::default(), (0, 1));
        let balance = newest.await.unwrap().list.first().map_or(0, |r| r.balance);
        assert_eq!(balance, points.balance());
        let is_near = self.store.kind() == Database::Sqlite;
        if !is_near && !self.steps.is_multiple_of(ALL_EVERY) {
            return;
        }
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
fn a_year_of_rentals_and_points_does_what_a_model_of_times_and_sums_says() {
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
                points: Points::default(),
                renewals: Vec::new(),
                codes: 0,
                refunds: 0,
                expired: 0,
                steps: 0,
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
            let (codes, refunds, expired) = (world.codes, world.refunds, world.expired);
            assert!(
                codes > 0 && refunds > 0 && expired > 0,
                "{codes} codes, {refunds} refunds, {expired} ends of points"
            );
            let told = told(&world.store, &world.owner, Kind::Expired).await;
            assert!(!told.is_empty());
        });
    }
}
