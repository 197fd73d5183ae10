//! Phones and groups that renew themselves: from points where they suffice, else not, and then it is said why.

use std::collections::BTreeMap;

use domain::lang::Lang;
use domain::notices::Kind as Message;
use domain::orders::Kind;
use domain::phones::rental::{AUTO_RENEW_LEAD, leads_passed};
use store::groups;
use store::notices::{self, Wanted};
use store::orders;
use store::recycle::{AutoRenewWish, Step, set_auto_renew};

use super::super::listed;
use super::{DAY, PRICE, Placed, World};

/// Newest rows that are looked at: a member has no more than twelve phones and a few for each.
const NEWEST: i64 = 40;

impl World<'_> {
    /// A phone or a group renews itself from now on or no longer, or a phone goes into a group or leaves it.
    pub async fn switch(&mut self) {
        let Some(id) = self.any_phone() else { return };
        let now_ms = self.now_ms;
        let wish = |on| AutoRenewWish {
            on,
            agreed: on,
            agreement: None,
        };
        let to = self.chance as usize % 2;
        match self.roll(5) {
            0 | 1 => {
                let on = !self.switched.contains(&id);
                set_auto_renew(&self.store, &self.owner, vec![id], wish(on), now_ms)
                    .await
                    .unwrap();
                if on {
                    self.switched.insert(id);
                    self.note("a phone renews itself");
                } else {
                    self.switched.remove(&id);
                    self.note("nothing renews itself");
                }
            }
            2 => {
                let (group, on) = self.groups[to];
                groups::set_auto_renew(&self.store, &self.owner, group, wish(!on), now_ms)
                    .await
                    .unwrap();
                self.groups[to].1 = !on;
                self.note(if on {
                    "nothing renews itself"
                } else {
                    "a group renews itself"
                });
            }
            _ => {
                let into = (self.group_of.get(&id) != Some(&to)).then_some(to);
                let group = into.map(|to| self.groups[to].0);
                let refused =
                    groups::move_phones(&self.store, &self.owner, vec![id], group, now_ms)
                        .await
                        .unwrap();
                if !refused.is_empty() {
                    assert!(self.phones[&id].term.expire_ms <= now_ms, "{refused:?}");
                    return;
                }
                if let Some(to) = into {
                    self.group_of.insert(id, to);
                    self.note("a phone goes into a group");
                } else {
                    self.group_of.remove(&id);
                    self.note("a phone leaves its group");
                }
            }
        }
    }

    /// Whether a phone renews itself; by its group alone, or by its own switch.
    fn wish_of(&self, id: i64) -> (bool, bool) {
        let own = self.switched.contains(&id);
        let group = self.group_of.get(&id).is_some_and(|at| self.groups[*at].1);
        (own || group, group && !own)
    }

    /// Of the phones of a step, those that were not renewed by it. Points sufficed for each that was, and for none that was to be and was not.
    pub async fn renewed(&mut self, step: Step, changed: Vec<i64>) -> Vec<i64> {
        let to_be = |step| matches!(step, Step::Remind | Step::End);
        if !to_be(step) || !changed.iter().any(|id| self.wish_of(*id).0) {
            return changed;
        }
        let rows = listed(&self.store, &self.owner, self.now_ms).await;
        let ends: BTreeMap<i64, i64> = (rows.iter())
            .map(|row| (row.phone.id, row.phone.expire_ms))
            .collect();
        let (mut renewed, others): (Vec<i64>, Vec<i64>) =
            (changed.into_iter()).partition(|id| ends[id] != self.phones[id].term.expire_ms);
        renewed.sort_by_key(|id| (self.phones[id].term.expire_ms, *id));
        let mut orders = self.orders_by_itself(renewed.len()).await;
        for id in renewed {
            let (wished, by_group) = self.wish_of(id);
            let end_ms = self.phones[&id].term.expire_ms;
            assert!(
                wished && end_ms <= self.now_ms + 2 * DAY,
                "{step:?} {end_ms}"
            );
            let order_id = orders.remove(&id).expect("an order of its own");
            assert!(self.points.available(self.now_ms) >= PRICE);
            self.points.pay_alone(order_id, PRICE, self.now_ms);
            self.paid.push(Placed {
                order_id,
                phone_id: id,
                at_ms: self.now_ms,
                left_fen: PRICE,
                is_purchase: false,
                by_points: true,
                by_itself: true,
            });
            self.extend(id);
            assert_eq!(self.phones[&id].term.expire_ms, ends[&id]);
            self.note(match (step, by_group) {
                (Step::End, _) => "a phone renewed itself at its end",
                (_, true) => "a phone of a group renewed itself before its end",
                (_, false) => "a phone renewed itself before its end",
            });
        }
        for id in others.iter().copied() {
            self.refused(step, id).await;
        }
        others
    }

    /// A phone was told of, or ended: if it was to be renewed, points did not suffice, and its reminder says so.
    async fn refused(&mut self, step: Step, id: i64) {
        let (wished, by_group) = self.wish_of(id);
        let end_ms = self.phones[&id].term.expire_ms;
        if !wished || leads_passed(end_ms, self.now_ms) < AUTO_RENEW_LEAD {
            return;
        }
        assert!(self.points.available(self.now_ms) < PRICE);
        if step == Step::End {
            self.note("a phone that renews itself ended");
            return;
        }
        let wanted = Wanted {
            kind: Some(Message::ExpiryReminder),
            read: None,
        };
        let page = notices::list(&self.store, &self.owner, wanted, (0, NEWEST)).await;
        let told = page.unwrap().list.into_iter().find(|one| {
            one.title(Lang::Zh).ends_with("未能自动续费") && one.to_renew().contains(&id)
        });
        let text = told.expect("a reminder says why not").content(Lang::Zh);
        assert!(text.contains("未能自动续费：需要"), "{text}");
        self.note(if by_group {
            "a phone of a group could not renew itself for want of points"
        } else {
            "a phone could not renew itself for want of points"
        });
    }

    /// The orders that this look made, by their phones.
    async fn orders_by_itself(&self, count: usize) -> BTreeMap<i64, i64> {
        if count == 0 {
            return BTreeMap::new();
        }
        let filter = orders::Filter {
            kind: Some(Kind::Renewal),
            from_ms: Some(self.now_ms),
            ..orders::Filter::default()
        };
        let page = orders::page(&self.store, &self.owner, filter, (0, NEWEST)).await;
        let mut of_phone = BTreeMap::new();
        for order in page.unwrap().list {
            let full = orders::info(&self.store, &self.owner, order.id)
                .await
                .unwrap();
            of_phone.insert(full.lines[0].phone_id.unwrap(), order.id);
        }
        of_phone
    }
}
