//! Steps of buyers and of wallets that take money.

use domain::orders::{Kind, OrderRules, OrderState, PayWay, Refusal, Wallet, extended};
use store::orders::{self, OrderError, Settled, Settlement};

use super::super::{Shop, order_at};
use super::{Bought, MONTH, Rented, World};

impl World {
    pub(super) async fn purchase(&mut self, shop: &Shop) {
        let member = self.roll(3);
        let quantity = self.pick(&[1, 2, 3]).unwrap();
        let made = order_at(
            &self.store,
            &self.actors[member],
            shop.month(quantity),
            self.now_ms,
        )
        .await;
        if self.open_of(member) >= 5 {
            assert!(
                matches!(made, Err(OrderError::Refused(Refusal::Open))),
                "{made:?}"
            );
        } else if self.free < quantity {
            assert!(
                matches!(made, Err(OrderError::Refused(Refusal::SoldOut))),
                "{made:?}"
            );
        } else {
            self.free -= quantity;
            self.add(member, made.unwrap(), Vec::new());
        }
    }

    pub(super) async fn renew(&mut self, shop: &Shop) {
        let phones: Vec<(i64, Rented)> = self.phones.iter().map(|(id, p)| (*id, *p)).collect();
        let Some((id, phone)) = self.pick(&phones) else {
            return;
        };
        let actor = self.actors[phone.member].clone();
        let made = order_at(&self.store, &actor, shop.more(id), self.now_ms).await;
        if !OrderRules::default().renewable(phone.expire_ms, self.now_ms) {
            assert!(
                matches!(made, Err(OrderError::Refused(Refusal::Grace))),
                "{made:?}"
            );
        } else if self.open_of(phone.member) >= 5 {
            assert!(
                matches!(made, Err(OrderError::Refused(Refusal::Open))),
                "{made:?}"
            );
        } else {
            self.add(phone.member, made.unwrap(), vec![(id, 0)]);
        }
    }

    pub(super) fn add(&mut self, member: usize, made: orders::FullOrder, phones: Vec<(i64, i64)>) {
        let order = made.order;
        self.touched.insert(order.id);
        let bought = Bought {
            member,
            kind: order.kind,
            state: OrderState::Waiting,
            total_fen: order.total_fen,
            quantity: order.quantity,
            deadline_ms: order.deadline_ms,
            phones,
            paid_ms: 0,
            spoken_fen: 0,
            done_fen: 0,
            pending_fen: 0,
            asked: false,
        };
        self.orders.insert(order.id, bought);
    }

    pub(super) async fn begin(&mut self) {
        let waiting: Vec<i64> = self.in_state(&[OrderState::Waiting]);
        let Some(id) = self.pick(&waiting) else {
            return;
        };
        let wallet = if self.roll(2) == 0 {
            Wallet::Alipay
        } else {
            Wallet::WechatPay
        };
        let order = &self.orders[&id];
        let actor = &self.actors[order.member];
        let begun = orders::attempt(&self.store, actor, id, wallet, PayWay::Pc, self.now_ms).await;
        if order.deadline_ms <= self.now_ms {
            assert!(
                matches!(begun, Err(OrderError::Refused(Refusal::NotWaiting))),
                "{begun:?}"
            );
        } else {
            self.attempts.push((id, begun.unwrap()));
        }
    }

    pub(super) fn in_state(&self, states: &[OrderState]) -> Vec<i64> {
        let found = self
            .orders
            .iter()
            .filter(|(_, o)| states.contains(&o.state));
        found.map(|(id, _)| *id).collect()
    }

    /// Any attempt is paid, whatever became of its order: the wallet does not know.
    pub(super) async fn pay(&mut self) {
        let attempts = self.attempts.clone();
        let Some((id, attempt)) = self.pick(&attempts) else {
            return;
        };
        self.trades += 1;
        let settlement = Settlement {
            attempt: attempt.number.clone(),
            trade_no: format!("T{}", self.trades),
            amount_fen: attempt.amount_fen,
            paid_ms: Some(self.now_ms),
        };
        self.settled.push(settlement.clone());
        self.came_in_fen += settlement.amount_fen;
        let settled = orders::settle(&self.store, attempt.wallet, settlement, self.now_ms)
            .await
            .unwrap();
        self.touched.insert(id);
        let order = self.orders[&id].clone();
        match order.state {
            OrderState::Waiting | OrderState::Cancelled | OrderState::TimedOut => {
                self.first_payment(id, &order, settled);
            }
            state => {
                let Settled::RefundQueued(changed) = settled else {
                    panic!("{state:?}: {settled:?}");
                };
                assert_eq!(changed.state, state);
            }
        }
    }

    pub(super) fn first_payment(&mut self, id: i64, order: &Bought, settled: Settled) {
        let kept = order.state == OrderState::Waiting && order.kind == Kind::Purchase;
        let can = match order.kind {
            Kind::Purchase => kept || self.free >= order.quantity,
            Kind::Renewal => self
                .phones
                .get(&order.phones[0].0)
                .is_some_and(|phone| phone.member == order.member),
            Kind::Upgrade => unreachable!("nobody upgrades here"),
        };
        let now_ms = self.now_ms;
        if !can {
            assert!(matches!(settled, Settled::RefundQueued(_)), "{settled:?}");
            self.put(id, |order| {
                order.state = OrderState::SoldOut;
                order.paid_ms = now_ms;
            });
            return;
        }
        let Settled::Fulfilled(changed) = settled else {
            panic!("{settled:?}");
        };
        let mut phones = Vec::new();
        for phone_id in changed.phone_ids {
            let expire_ms = match order.kind {
                Kind::Purchase => {
                    assert!(!self.phones.contains_key(&phone_id), "sold twice");
                    now_ms + MONTH
                }
                _ => extended(self.phones[&phone_id].expire_ms, MONTH, now_ms),
            };
            let came_by = match order.kind {
                Kind::Purchase => id,
                _ => self.phones[&phone_id].came_by,
            };
            let rented = Rented {
                member: order.member,
                expire_ms,
                came_by,
            };
            self.phones.insert(phone_id, rented);
            phones.push((phone_id, expire_ms));
        }
        assert_eq!(i64::try_from(phones.len()), Ok(order.quantity));
        if order.kind == Kind::Purchase && !kept {
            self.free -= order.quantity;
        }
        self.put(id, |order| {
            order.state = OrderState::Paid;
            order.paid_ms = now_ms;
            order.phones = phones;
        });
    }

    pub(super) fn put(&mut self, id: i64, change: impl FnOnce(&mut Bought)) {
        self.touched.insert(id);
        change(self.orders.get_mut(&id).unwrap());
    }

    pub(super) async fn repeat(&mut self) {
        let settled = self.settled.clone();
        let Some(again) = self.pick(&settled) else {
            return;
        };
        let wallet = self.wallet_of(&again.attempt);
        let outcome = orders::settle(&self.store, wallet, again, self.now_ms).await;
        assert_eq!(outcome.unwrap(), Settled::Again);
    }

    pub(super) fn wallet_of(&self, number: &str) -> Wallet {
        let found = self.attempts.iter().find(|(_, a)| a.number == number);
        found.unwrap().1.wallet
    }

    pub(super) async fn wrong(&mut self) {
        let attempts = self.attempts.clone();
        let Some((id, attempt)) = self.pick(&attempts) else {
            return;
        };
        let settlement = Settlement {
            attempt: attempt.number,
            trade_no: "wrong".to_owned(),
            amount_fen: attempt.amount_fen - 1,
            paid_ms: None,
        };
        let outcome = orders::settle(&self.store, attempt.wallet, settlement, self.now_ms).await;
        assert_eq!(outcome.unwrap(), Settled::Mismatch);
        self.touched.insert(id);
    }

    pub(super) async fn cancel(&mut self) {
        let waiting = self.in_state(&[OrderState::Waiting]);
        let Some(id) = self.pick(&waiting) else {
            return;
        };
        let actor = self.actors[self.orders[&id].member].clone();
        orders::cancel(&self.store, &actor, id, self.now_ms)
            .await
            .unwrap();
        self.end(id, OrderState::Cancelled);
    }

    pub(super) fn end(&mut self, id: i64, state: OrderState) {
        let order = &self.orders[&id];
        if order.kind == Kind::Purchase {
            self.free += order.quantity;
        }
        self.put(id, |order| order.state = state);
    }
}
