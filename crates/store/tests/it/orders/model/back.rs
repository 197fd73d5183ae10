//! Steps of members who want their money back, of operators, and of wallets that give it.

use std::collections::BTreeSet;

use domain::orders::refund::{Decision, RefundState, decision, time_is_unused};
use domain::orders::{Kind, OrderState, Reason, Refusal, shortened};
use store::orders::{self, OrderError, Outcome, Verdict};

use super::{Bought, MONTH, World};

impl World {
    pub(super) async fn ask_back(&mut self) {
        let paid = self.in_state(&[OrderState::Paid, OrderState::PartlyRefunded]);
        let Some(id) = self.pick(&paid) else {
            return;
        };
        let order = self.orders[&id].clone();
        let left = order.total_fen - order.spoken_fen;
        let fen = if self.roll(3) == 0 {
            self.pick(&[1, 700, 4_000, 4_500, 9_001])
        } else {
            None
        };
        let actor = self.actors[order.member].clone();
        let reason = Reason::parse("退").unwrap();
        let asked = orders::request_refund(&self.store, &actor, id, reason, fen, self.now_ms).await;
        if order.asked || left == 0 {
            assert!(
                matches!(asked, Err(OrderError::Refused(Refusal::NothingBack))),
                "{asked:?}"
            );
            return;
        }
        let fen = fen.unwrap_or(left);
        if fen > left {
            assert!(
                matches!(asked, Err(OrderError::Refused(Refusal::Amount))),
                "{asked:?}"
            );
            return;
        }
        let asked = asked.unwrap();
        self.refunds.insert(asked.refund.number, (id, fen, true));
        self.put(id, |order| order.spoken_fen += fen);
        let whole = fen == order.total_fen;
        let untouched = self.is_untouched(id, &order);
        match decision(order.kind, whole, order.paid_ms, untouched, self.now_ms) {
            Decision::AtOnce => {
                assert_eq!(asked.refund.state, RefundState::Queued);
                self.agree(id, fen, asked.changed.phone_ids);
            }
            Decision::Operator => {
                assert_eq!(asked.refund.state, RefundState::Asked);
                self.put(id, |order| order.asked = true);
            }
        }
    }

    pub(super) fn is_untouched(&self, id: i64, order: &Bought) -> bool {
        order.phones.iter().all(|(phone_id, expire_ms)| {
            self.phones.get(phone_id).is_some_and(|phone| {
                phone.member == order.member
                    && match order.kind {
                        Kind::Purchase => phone.came_by == id && phone.expire_ms == *expire_ms,
                        _ => time_is_unused(phone.expire_ms, MONTH, self.now_ms),
                    }
            })
        })
    }

    pub(super) fn agree(&mut self, id: i64, fen: i64, phone_ids: Vec<i64>) {
        let order = self.orders[&id].clone();
        let mut changed = BTreeSet::new();
        // Parts that add up to all of it bring the goods back as all at once does.
        if order.pending_fen + order.done_fen + fen == order.total_fen {
            for (phone_id, _) in &order.phones {
                let Some(phone) = self.phones.get_mut(phone_id) else {
                    continue;
                };
                if phone.member != order.member {
                    continue;
                }
                match order.kind {
                    Kind::Purchase if phone.came_by == id => {
                        self.phones.remove(phone_id);
                        changed.insert(*phone_id);
                    }
                    Kind::Purchase => {}
                    _ => {
                        phone.expire_ms = shortened(phone.expire_ms, MONTH, self.now_ms);
                        changed.insert(*phone_id);
                    }
                }
            }
        }
        assert_eq!(phone_ids.into_iter().collect::<BTreeSet<_>>(), changed);
        self.put(id, |order| {
            order.pending_fen += fen;
            order.asked = false;
        });
        self.stand(id);
    }

    pub(super) fn stand(&mut self, id: i64) {
        self.put(id, |order| {
            order.state =
                OrderState::after_refunds(order.total_fen, order.pending_fen, order.done_fen);
        });
    }

    pub(super) async fn decide(&mut self) {
        let page = orders::refunds_page(&self.store, &self.admin, (None, None), (0, 200))
            .await
            .unwrap();
        let open: Vec<_> = page
            .list
            .into_iter()
            .filter(|row| matches!(row.refund.state, RefundState::Asked | RefundState::Failed))
            .collect();
        let at = self.roll(open.len());
        let Some(row) = open.get(at) else {
            return;
        };
        let (id, number, fen) = (
            row.order.id,
            row.refund.number.clone(),
            row.refund.amount_fen,
        );
        let verdict = if row.refund.state == RefundState::Failed {
            Verdict::Retry
        } else if self.roll(3) == 0 {
            Verdict::Refuse {
                reason: Reason::parse("不").unwrap(),
            }
        } else {
            Verdict::Approve {
                amount_fen: (self.roll(3) == 0).then_some((fen / 2).max(1)),
                note: None,
            }
        };
        let decided = orders::decide_refund(
            &self.store,
            &self.admin,
            number.clone(),
            verdict.clone(),
            self.now_ms,
        )
        .await
        .unwrap();
        match verdict {
            Verdict::Retry => {}
            Verdict::Refuse { .. } => self.put(id, |order| {
                order.spoken_fen -= fen;
                order.asked = false;
            }),
            Verdict::Approve { amount_fen, .. } => {
                let agreed = amount_fen.unwrap_or(fen);
                self.put(id, |order| order.spoken_fen -= fen - agreed);
                self.refunds.insert(number, (id, agreed, true));
                self.agree(id, agreed, decided.phone_ids);
            }
        }
    }

    pub(super) async fn wallet_refunds(&mut self, job: orders::RefundJob) {
        let number = job.number.clone();
        let hear = |outcome: Outcome| {
            orders::refund_outcome(&self.store, number.clone(), outcome, self.now_ms)
        };
        match self.chance % 5 {
            0 => assert_eq!(hear(Outcome::Processing).await.unwrap(), None),
            1 => assert_eq!(hear(Outcome::Absent).await.unwrap(), None),
            2 => {
                let word = "ABNORMAL".to_owned();
                assert!(hear(Outcome::Failed(word)).await.unwrap().is_some());
            }
            _ => {
                let done = Outcome::Done {
                    at_ms: Some(self.now_ms),
                };
                assert!(hear(done.clone()).await.unwrap().is_some());
                assert_eq!(hear(done).await.unwrap(), None, "heard again");
                self.went_back_fen += job.amount_fen;
                if let Some((id, fen, true)) = self.refunds.get(&job.number).copied() {
                    assert_eq!(fen, job.amount_fen);
                    self.put(id, |order| {
                        order.pending_fen -= fen;
                        order.done_fen += fen;
                    });
                    self.stand(id);
                }
            }
        }
        self.roll(2);
    }
}
