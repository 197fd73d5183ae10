//! More than a year of a busy account under a moved clock, in random steps: rentals, renewals by hand and by themselves, codes, points and
//! refunds, held against a model that is nothing but times and sums. The same seed walks the same way.

mod paying;
mod points;
mod renewing;
mod serving;

use std::collections::{BTreeMap, BTreeSet};

use domain::notices::Kind;
use domain::orders::{DAY_MS, OrderRules, OrderState};
use domain::phones::Rental;
use domain::phones::rental::Term;
use domain::points::PointRules;
use domain::redeem::{ALPHABET, Code};
use store::operations::Advance;
use store::points::Filter;
use store::recycle::{self, Step, give_up};
use store::redeem::{Guesser, redeem};
use store::session::Actor;
use store::{Kind as Database, Store};

use self::points::{Points, RATE};
use super::{bin, listed, purged, sell, told};
use crate::fixture::{DAY, Fixture, NOW, OWNER, load, on_each_database};
use crate::orders::stock;

const SEED: u64 = 22;
/// A year and a quarter.
const YEAR: i64 = 460 * DAY;
/// Months of rest after that: longer than points last.
const QUIET_MONTHS: usize = 13;
/// Time that an ordinary test run walks on PostgreSQL: `cargo xtask trust store` walks the year there, too.
const QUARTER: i64 = 115 * DAY;
/// Steps between two looks at the promises of the stored data; `cargo xtask trust store` looks after each step.
const PROMISES_EVERY: usize = 10;
const PRICE: i64 = 4500;
const HOUR: i64 = DAY / 24;

/// Phones of the shop, for a busy member who has no more than twelve.
const STOCK: u32 = 12;
/// Events of which a year holds each at least once.
const EVENTS: [&str; 39] = [
    "a phone is rented",
    "a phone is bought",
    "a phone is renewed by money",
    "a phone is renewed by money and points",
    "a phone is renewed by points alone",
    "a phone renews itself",
    "a group renews itself",
    "nothing renews itself",
    "a phone goes into a group",
    "a phone leaves its group",
    "a phone renewed itself before its end",
    "a phone of a group renewed itself before its end",
    "a phone renewed itself at its end",
    "a phone could not renew itself for want of points",
    "a phone of a group could not renew itself for want of points",
    "a phone that renews itself ended",
    "a phone is given up",
    "a phone that runs is not given up",
    "a code is redeemed",
    "a purchase goes back",
    "money goes back in part",
    "money goes back wholly",
    "points that paid alone go back in part",
    "points that paid alone go back wholly",
    "a renewal by itself goes back",
    "points end",
    "a member is reminded",
    "a rental ends",
    "a phone goes into the bin",
    "a phone is purged",
    "a phone is wiped",
    "the server starts anew",
    "the server starts anew in the middle of an order",
    "the server starts anew before a code is redeemed",
    "the server starts anew in the middle of a refund",
    "the server dies in the middle of its look",
    "the server looks anew where it died",
    "a wipe goes on after a restart",
    "a wipe ran over its deadline",
];

/// The seed of a year; `OWLDECK_SEED` names another one.
fn seed() -> u64 {
    let said = std::env::var("OWLDECK_SEED").ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(SEED)
}

/// Points pay all of an order, and two or three paid months are worth another one.
fn rules() -> OrderRules {
    OrderRules {
        points: PointRules {
            earned_per_yuan: RATE,
            share_percent: 100,
        },
        ..OrderRules::default()
    }
}

/// A rental as it must be, with the time at which its phone came.
struct Kept {
    term: Term,
    since_ms: i64,
}

/// A paid order of one phone, of which something is left to be refunded.
#[derive(Clone, Copy)]
struct Placed {
    order_id: i64,
    phone_id: i64,
    at_ms: i64,
    left_fen: i64,
    is_purchase: bool,
    by_points: bool,
    by_itself: bool,
}

struct World<'a> {
    f: &'a Fixture,
    store: Store,
    owner: Actor,
    admin: Actor,
    /// Whether the server died, or was stopped, and another one has to take over.
    is_down: bool,
    /// Operations that the server has in its memory.
    open: Vec<Advance>,
    /// How often each phone was wiped.
    devices: BTreeMap<i64, u32>,
    now_ms: i64,
    phones: BTreeMap<i64, Kept>,
    /// Ids of the phones as they came: by their ids, which are of chance, no two walks would choose the same.
    ids: Vec<i64>,
    /// Phones that renew themselves.
    switched: BTreeSet<i64>,
    /// Groups, and whether their phones renew themselves.
    groups: [(i64, bool); 2],
    group_of: BTreeMap<i64, usize>,
    lost: i64,
    orders: usize,
    points: Points,
    paid: Vec<Placed>,
    codes: usize,
    seen: BTreeMap<&'static str, usize>,
    chance: u64,
}

impl World<'_> {
    fn roll(&mut self, sides: usize) -> usize {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance % sides.max(1) as u64) as usize
    }

    fn note(&mut self, event: &'static str) {
        assert!(EVENTS.contains(&event), "{event}");
        *self.seen.entry(event).or_default() += 1;
    }

    /// Forgets a phone that is no longer the member's.
    fn forget(&mut self, id: i64) {
        self.phones.remove(&id);
        self.ids.retain(|each| *each != id);
        self.switched.remove(&id);
        self.group_of.remove(&id);
    }

    fn any_phone(&mut self) -> Option<i64> {
        let at = self.roll(self.ids.len());
        self.ids.get(at).copied()
    }

    async fn step(&mut self) {
        self.be_up().await;
        match self.roll(21) {
            0 | 1 if self.phones.len() < 12 => self.rent().await,
            2 | 3 | 7 => self.renew().await,
            4 => self.give_up().await,
            5 => self.redeem().await,
            6 | 14 => self.refund().await,
            8 => {
                self.note("the server starts anew");
                self.restart().await;
                self.look(false).await;
            }
            9 | 15 => self.begin_wipes().await,
            10 if self.phones.len() < 12 => self.buy().await,
            11..=13 => self.switch().await,
            _ => self.wait().await,
        }
        let steps = self.roll(4);
        self.work(steps).await;
    }

    async fn rent(&mut self) {
        let days = [1, 3, 30][self.roll(3)];
        // No two rentals end at one moment.
        self.now_ms += 1;
        let name = format!("机{}", self.phones.len());
        let id = self.f.phone(&name, days).await;
        // The fixture rents from its own moment on.
        let expire_ms = self.now_ms + days * DAY;
        self.f.execute(&format!(
            "UPDATE phones SET assign_ms = {}, expire_ms = {expire_ms} WHERE id = {id};",
            self.now_ms
        ));
        self.came(id, expire_ms);
        self.note("a phone is rented");
    }

    fn came(&mut self, id: i64, expire_ms: i64) {
        let kept = Kept {
            term: running(expire_ms),
            since_ms: self.now_ms,
        };
        assert!(self.phones.insert(id, kept).is_none());
        self.ids.push(id);
    }

    fn extend(&mut self, id: i64) {
        let kept = self.phones.get_mut(&id).unwrap();
        kept.term = running(kept.term.expire_ms.max(self.now_ms) + 30 * DAY);
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
        // A phone that is lost meanwhile is not renewed; the code stays.
        if self
            .may_restart("the server starts anew before a code is redeemed")
            .await
        {
            self.look(false).await;
            if !self.phones.contains_key(&id) {
                return;
            }
        }
        let guesser = Guesser {
            actor: self.owner.clone(),
            address: None,
        };
        let code = Code::parse(&text).unwrap();
        redeem(&self.store, guesser, (code, Some(id)), self.now_ms)
            .await
            .unwrap();
        self.extend(id);
        self.note("a code is redeemed");
    }

    async fn give_up(&mut self) {
        let Some(id) = self.any_phone() else { return };
        let given = give_up(&self.store, &self.owner, vec![id], self.now_ms).await;
        if self.phones[&id].term.expire_ms <= self.now_ms {
            given.unwrap();
            self.forget(id);
            self.lost += 1;
            self.note("a phone is given up");
        } else {
            given.unwrap_err();
            self.note("a phone that runs is not given up");
        }
    }

    /// Time goes by in which no member does anything, and the server looks once a month: rentals renew themselves at their end while points last,
    /// the others end, and so do the points that are left.
    async fn rest(&mut self) {
        self.be_up().await;
        self.work(usize::MAX).await;
        for _ in 0..QUIET_MONTHS {
            self.now_ms += 31 * DAY;
            self.look(false).await;
            self.check().await;
        }
    }

    /// Time goes by; the server looks, or was down meanwhile, or dies in the middle of its look.
    async fn wait(&mut self) {
        // Over a long time the server looks less often than it does: what is found late counts from then on.
        let (hours, pause) = [(1, 1), (5, 1), (24, 1), (24 * 7, 8), (24 * 20, 12)][self.roll(5)];
        let looks = self.roll(4) != 0;
        if looks {
            self.work(usize::MAX).await;
        } else {
            self.is_down = true;
        }
        for _ in 0..hours / pause {
            self.now_ms += pause * HOUR;
            if looks {
                let dies = self.roll(12) == 0;
                self.look(dies).await;
            }
        }
    }

    /// The server looks at what is due. One that dies may be back at once, and begins its look anew.
    async fn look(&mut self, mut dies: bool) {
        'look: loop {
            self.be_up().await;
            for member_id in store::points::due(&self.store, self.now_ms).await.unwrap() {
                let gone = store::points::expire(&self.store, member_id, self.now_ms).await;
                assert_eq!(gone.unwrap(), self.points.expire(self.now_ms));
                self.note("points end");
            }
            for due in recycle::due(&self.store, rules(), self.now_ms)
                .await
                .unwrap()
            {
                if dies && self.roll(2) == 0 {
                    self.note("the server dies in the middle of its look");
                    self.is_down = true;
                    if self.roll(2) == 0 {
                        return;
                    }
                    self.note("the server looks anew where it died");
                    dies = false;
                    continue 'look;
                }
                let step = due.step;
                let changed = recycle::advance(&self.store, rules(), due, self.now_ms).await;
                let changed = self.renewed(step, changed.unwrap()).await;
                for id in changed {
                    self.noted(step, id);
                }
            }
            return;
        }
    }

    /// Checks a step by the model's own times, and notes it in the model.
    fn noted(&mut self, step: Step, id: i64) {
        let now_ms = self.now_ms;
        let since = |due_ms: i64| {
            if now_ms - due_ms > HOUR {
                now_ms
            } else {
                due_ms
            }
        };
        let term = &mut self.phones.get_mut(&id).unwrap().term;
        match step {
            Step::Remind => {
                assert!(term.expire_ms > now_ms && term.expire_ms <= now_ms + 8 * DAY);
                self.note("a member is reminded");
            }
            Step::End => {
                assert!(term.ended_ms.is_none() && term.expire_ms <= now_ms);
                term.ended_ms = Some(since(term.expire_ms));
                self.note("a rental ends");
            }
            Step::Recycle => {
                let due_ms = term.ended_ms.unwrap() + 7 * DAY_MS;
                assert!(term.recycled_ms.is_none() && due_ms <= now_ms);
                term.recycled_ms = Some(since(due_ms));
                self.note("a phone goes into the bin");
            }
            Step::Purge => {
                assert!(term.recycled_ms.unwrap() + 7 * DAY_MS <= now_ms);
                self.forget(id);
                self.lost += 1;
                self.note("a phone is purged");
            }
        }
    }

    async fn check(&self) {
        let rows = listed(&self.store, &self.owner, self.now_ms).await;
        let found: BTreeMap<i64, Term> = rows
            .iter()
            .map(|row| (row.phone.id, row.phone.term()))
            .collect();
        let kept = self.phones.iter().map(|(id, kept)| (*id, kept.term));
        assert_eq!(found, kept.collect());
        let switched = rows.iter().filter(|row| row.phone.auto_renew);
        let switched: BTreeSet<i64> = switched.map(|row| row.phone.id).collect();
        assert_eq!(switched, self.switched);
        let page = bin(&self.store, &self.owner, self.now_ms).await;
        let over = found.values().filter(|kept| kept.expire_ms <= self.now_ms);
        assert_eq!(page.total as usize, over.count());
        let in_bin = rows
            .iter()
            .filter(|row| row.phone.term().rental(self.now_ms) == Rental::Recycled);
        assert_eq!(page.counts.bin as usize, in_bin.count());
        assert_eq!(purged(&self.store, &self.owner).await.total, self.lost);
        let (zone, now_ms) = (rules().zone, self.now_ms);
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
    }

    async fn check_promises(&self) {
        let broken: Vec<_> = store::check::check(&self.store)
            .await
            .unwrap()
            .into_iter()
            .filter(|finding| !finding.ok)
            .collect();
        assert!(broken.is_empty(), "{broken:?}");
    }
}

const fn running(expire_ms: i64) -> Term {
    Term {
        expire_ms,
        ended_ms: None,
        recycled_ms: None,
    }
}

#[test]
fn a_year_of_rentals_and_points_does_what_a_model_of_times_and_sums_says() {
    on_each_database(async |f| {
        sell(f).await;
        stock(f, "VIP", STOCK).await;
        let owner = f.actor(OWNER).await;
        let mut groups = [(0, false); 2];
        for (group, name) in groups.iter_mut().zip(["一组", "二组"]) {
            let name = domain::text::names::Name::parse(name).unwrap();
            let made = store::groups::create(&f.store, &owner, name, NOW).await;
            group.0 = made.unwrap();
        }
        let mut world = World {
            f,
            store: f.store.clone(),
            owner,
            admin: f.actor("admin").await,
            is_down: false,
            open: Vec::new(),
            devices: BTreeMap::new(),
            now_ms: NOW,
            phones: BTreeMap::new(),
            ids: Vec::new(),
            switched: BTreeSet::new(),
            groups,
            group_of: BTreeMap::new(),
            lost: 0,
            orders: 0,
            points: Points::default(),
            paid: Vec::new(),
            codes: 0,
            seen: BTreeMap::new(),
            chance: seed(),
        };
        let is_sweep = std::env::var_os("OWLDECK_SWEEP").is_some();
        let is_year = is_sweep || f.store.kind() == Database::Sqlite;
        let end_ms = NOW + if is_year { YEAR } else { QUARTER };
        for step in 1.. {
            world.step().await;
            world.check().await;
            if is_sweep || step % PROMISES_EVERY == 0 {
                world.check_promises().await;
            }
            if world.now_ms >= end_ms {
                break;
            }
        }
        world.rest().await;
        world.wipe_all().await;
        let missing: Vec<_> = EVENTS
            .iter()
            .filter(|event| is_year && !world.seen.contains_key(*event))
            .collect();
        assert!(missing.is_empty(), "{missing:?} of {:#?}", world.seen);
        world.check_orders().await;
        let told = told(&world.store, &world.owner, Kind::Expired).await;
        assert!(!told.is_empty());
    });
}
