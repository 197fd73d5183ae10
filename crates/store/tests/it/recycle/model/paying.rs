//! Orders of a year: bought, renewed, and gone back.

use domain::orders::refund::RefundState;
use domain::orders::{Key, Kind, PayWay, Reason, Refusal, Wallet, shortened};
use store::orders::{self, Draft, FullOrder, NewOrder, Settlement, Verdict};

use super::super::month;
use super::{DAY, OrderState, PRICE, Placed, World, rules};

impl World<'_> {
    /// Orders something for a month, a part or all of it paid by points.
    async fn order(&mut self, draft: Draft) -> Option<(FullOrder, i64)> {
        self.orders += 1;
        // No two payments at one moment: of points that end together, either may be spent first.
        self.now_ms += 1;
        let most = rules()
            .points
            .most(PRICE, self.points.available(self.now_ms));
        let points = [0, 0, 5, 20, PRICE][self.roll(5)].min(most);
        let trade_no = format!("T{}", self.orders);
        let fen = PRICE - points;
        let new = NewOrder {
            draft,
            expected_total_fen: fen,
            points,
            agreed: true,
            agreement: None,
        };
        let key = Key::parse(&trade_no).ok();
        let made = orders::create(&self.store, &self.owner, rules(), new, key, self.now_ms).await;
        let order_id = match made {
            Ok(order) => order.order.id,
            Err(orders::OrderError::Refused(Refusal::SoldOut)) => return None,
            Err(other) => panic!("{other:?}"),
        };
        if fen == 0 {
            self.points.pay_alone(order_id, points, self.now_ms);
        } else {
            let held = self.points.hold(points, self.now_ms);
            self.settle(order_id, fen, trade_no).await;
            self.points.pay(order_id, fen, held, self.now_ms);
        }
        let order = orders::info(&self.store, &self.owner, order_id)
            .await
            .unwrap();
        assert_eq!(order.order.state, OrderState::Paid);
        assert_eq!((order.order.total_fen, order.order.points), (fen, points));
        Some((order, fen))
    }

    /// Money pays an order; the server may start anew before it is asked for, or before it comes.
    async fn settle(&mut self, order_id: i64, amount_fen: i64, trade_no: String) {
        self.may_restart("the server starts anew in the middle of an order")
            .await;
        let (way, now_ms) = (PayWay::Pc, self.now_ms);
        let begun = orders::attempt(
            &self.store,
            &self.owner,
            order_id,
            Wallet::Alipay,
            way,
            now_ms,
        )
        .await
        .unwrap();
        self.may_restart("the server starts anew in the middle of an order")
            .await;
        let money = Settlement {
            attempt: begun.number,
            trade_no,
            amount_fen,
            paid_ms: Some(self.now_ms),
        };
        orders::settle(&self.store, Wallet::Alipay, money, self.now_ms)
            .await
            .unwrap();
    }

    fn paid(&mut self, order_id: i64, phone_id: i64, fen: i64, is_purchase: bool) {
        let by_points = fen == 0;
        self.paid.push(Placed {
            order_id,
            phone_id,
            at_ms: self.now_ms,
            left_fen: if by_points { PRICE } else { fen },
            is_purchase,
            by_points,
            by_itself: false,
        });
    }

    pub async fn renew(&mut self) {
        let Some(id) = self.any_phone() else { return };
        let draft = month(&self.store, Some(id)).await;
        let (order, fen) = self.order(draft).await.expect("a renewal needs no stock");
        self.paid(order.order.id, id, fen, false);
        self.extend(id);
        self.note(match fen {
            PRICE => "a phone is renewed by money",
            0 => "a phone is renewed by points alone",
            _ => "a phone is renewed by money and points",
        });
    }

    pub async fn buy(&mut self) {
        let draft = month(&self.store, None).await;
        let Some((order, fen)) = self.order(draft).await else {
            return;
        };
        let id = order.phones[0].phone_id;
        self.paid(order.order.id, id, fen, true);
        self.came(id, self.now_ms + 30 * DAY);
        self.note("a phone is bought");
    }

    /// An order goes back in whole or in part, however old it is.
    pub async fn refund(&mut self) {
        let at = self.roll(self.paid.len());
        let Some(paid) = self.paid.get(at).copied() else {
            return;
        };
        let left = paid.left_fen;
        let fen = [left, left, 1, left / 3 + 1][self.roll(4)].min(left);
        let reason = Reason::parse("不用了").unwrap();
        let (store, now_ms) = (&self.store, self.now_ms);
        let (order_id, some) = (paid.order_id, Some(fen));
        let asked = orders::request_refund(store, &self.owner, order_id, reason, some, now_ms)
            .await
            .unwrap();
        assert_eq!(asked.refund.points, if paid.by_points { fen } else { 0 });
        if asked.refund.state == RefundState::Asked {
            if self
                .may_restart("the server starts anew in the middle of a refund")
                .await
            {
                self.look(false).await;
            }
            let yes = Verdict::Approve {
                amount_fen: None,
                note: None,
            };
            let number = asked.refund.number;
            orders::decide_refund(&self.store, &self.admin, number, yes, self.now_ms)
                .await
                .unwrap();
        }
        self.points.refund(order_id, fen);
        let whole = fen == left;
        self.note(match (paid.by_points, whole) {
            (true, true) => "points that paid alone go back wholly",
            (true, false) => "points that paid alone go back in part",
            (false, true) => "money goes back wholly",
            (false, false) => "money goes back in part",
        });
        if paid.by_itself {
            self.note("a renewal by itself goes back");
        }
        if !whole {
            self.paid[at].left_fen -= fen;
            return;
        }
        self.paid.swap_remove(at);
        // A phone that was lost and came anew has nothing to do with the order.
        let kept = self.phones.get_mut(&paid.phone_id);
        let Some(kept) = kept.filter(|kept| kept.since_ms <= paid.at_ms) else {
            return;
        };
        if paid.is_purchase {
            self.forget(paid.phone_id);
            self.note("a purchase goes back");
        } else {
            kept.term.expire_ms = shortened(kept.term.expire_ms, 30 * DAY, self.now_ms);
        }
    }

    /// All orders of the year are there once: those of the member, and those of phones that renewed themselves.
    pub async fn check_orders(&self) {
        let of = async |kind| {
            let filter = orders::Filter {
                kind: Some(kind),
                ..orders::Filter::default()
            };
            let page = orders::page(&self.store, &self.owner, filter, (0, 1)).await;
            page.unwrap().total as usize
        };
        let seen = |event: &str| self.seen.get(event).copied().unwrap_or(0);
        assert_eq!(of(Kind::Purchase).await, seen("a phone is bought"));
        let renewals = [
            "a phone is renewed by money",
            "a phone is renewed by money and points",
            "a phone is renewed by points alone",
            "a phone renewed itself before its end",
            "a phone of a group renewed itself before its end",
            "a phone renewed itself at its end",
        ];
        let renewals: usize = renewals.into_iter().map(seen).sum();
        assert_eq!(of(Kind::Renewal).await, renewals);
    }
}
