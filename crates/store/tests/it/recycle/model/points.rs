//! Points that a year's payments, refunds and ends leave, by nothing but sums.

use domain::orders::DAY_MS;

/// Points for each whole yuan that is paid.
pub const RATE: i64 = 40;
const VALID_MS: i64 = 365 * DAY_MS;

struct Lot {
    order: i64,
    expire_ms: i64,
    rest: i64,
    expired: i64,
}

struct Paid {
    order: i64,
    /// Money that was paid; of an order that points alone paid, their worth: a fen each.
    fen: i64,
    alone: bool,
    refunded_fen: i64,
    /// Where its points came from, the first ends first: lot's order, points, returned.
    spent: Vec<(i64, i64, i64)>,
    taken: i64,
}

/// A member's points as they must be.
#[derive(Default)]
pub struct Points {
    lots: Vec<Lot>,
    paid: Vec<Paid>,
    /// Order and points that refunds still take.
    owed: Vec<(i64, i64)>,
}

impl Points {
    pub fn available(&self, now_ms: i64) -> i64 {
        let there = self.lots.iter().filter(|lot| lot.expire_ms > now_ms);
        there.map(|lot| lot.rest).sum()
    }

    pub fn balance(&self) -> i64 {
        self.lots.iter().map(|lot| lot.rest).sum()
    }

    pub fn owed(&self) -> i64 {
        self.owed.iter().map(|(_, points)| points).sum()
    }

    /// Points that an unpaid order keeps: whose they are.
    pub fn hold(&mut self, points: i64, now_ms: i64) -> Vec<(i64, i64)> {
        self.take(points, None, |lot| lot.expire_ms > now_ms)
    }

    /// Money pays an order, and the points that it kept.
    pub fn pay(&mut self, order: i64, fen: i64, spent: Vec<(i64, i64)>, now_ms: i64) {
        self.lots.push(Lot {
            order,
            expire_ms: now_ms + VALID_MS,
            rest: fen / 100 * RATE,
            expired: 0,
        });
        self.note(order, fen, false, spent);
        self.collect();
    }

    /// Points pay an order alone, which earns none.
    pub fn pay_alone(&mut self, order: i64, points: i64, now_ms: i64) {
        let spent = self.hold(points, now_ms);
        self.note(order, points, true, spent);
    }

    fn note(&mut self, order: i64, fen: i64, alone: bool, spent: Vec<(i64, i64)>) {
        self.paid.push(Paid {
            order,
            fen,
            alone,
            refunded_fen: 0,
            spent: spent.into_iter().map(|(lot, n)| (lot, n, 0)).collect(),
            taken: 0,
        });
    }

    pub fn refund(&mut self, order: i64, fen: i64) {
        let at = self.paid.iter().position(|paid| paid.order == order);
        let paid = &mut self.paid[at.unwrap()];
        paid.refunded_fen += fen;
        let spent: i64 = paid.spent.iter().map(|(_, points, _)| points).sum();
        let returned: i64 = paid.spent.iter().map(|(.., returned)| returned).sum();
        let mut left = spent * paid.refunded_fen / paid.fen - returned;
        for (from, points, returned) in paid.spent.iter_mut().rev() {
            let back = left.min(*points - *returned);
            *returned += back;
            left -= back;
            let lot = self.lots.iter_mut().find(|lot| lot.order == *from);
            lot.unwrap().rest += back;
        }
        if paid.alone {
            self.collect();
            return;
        }
        let kept = (paid.fen - paid.refunded_fen) / 100 * RATE;
        let earned = paid.fen / 100 * RATE;
        let own = self.lots.iter().find(|lot| lot.order == order).unwrap();
        let wanted = (earned - kept - own.expired - paid.taken).max(0);
        self.paid[at.unwrap()].taken += wanted;
        let taken: i64 = self
            .take(wanted, Some(order), |_| true)
            .iter()
            .map(|(_, points)| points)
            .sum();
        if taken < wanted {
            self.owed.push((order, wanted - taken));
        }
        self.collect();
    }

    pub fn expire(&mut self, now_ms: i64) -> i64 {
        let mut expired = 0;
        for lot in self.lots.iter_mut().filter(|lot| lot.expire_ms <= now_ms) {
            expired += lot.rest;
            lot.expired += lot.rest;
            lot.rest = 0;
        }
        expired
    }

    /// Takes points, first those of an order, then those that end first; whose they were.
    fn take(
        &mut self,
        mut wanted: i64,
        first: Option<i64>,
        fits: impl Fn(&Lot) -> bool,
    ) -> Vec<(i64, i64)> {
        let mut from: Vec<&mut Lot> = self.lots.iter_mut().filter(|lot| fits(lot)).collect();
        from.sort_by_key(|lot| (Some(lot.order) != first, lot.expire_ms));
        let mut taken = Vec::new();
        for lot in from {
            let points = lot.rest.min(wanted);
            if points > 0 {
                lot.rest -= points;
                wanted -= points;
                taken.push((lot.order, points));
            }
        }
        taken
    }

    fn collect(&mut self) {
        for (order, owed) in std::mem::take(&mut self.owed) {
            let taken: i64 = self.take(owed, None, |_| true).iter().map(|(_, n)| n).sum();
            if taken < owed {
                self.owed.push((order, owed - taken));
            }
        }
    }
}
