//! Actions of members and operators on orders, each of which publishes the change to the member's sockets.

use domain::orders::{Key, OrderRules, OrderState, Reason};
use store::orders::{self, Changed, FullOrder, NewOrder, OrderError, RefundInfo, Verdict};
use store::session::Actor;

use crate::Engine;

impl Engine {
    /// Creates an order. An order that points pay in full is fulfilled at once, and the change of its phones is published.
    pub async fn create_order(
        &self,
        actor: &Actor,
        rules: OrderRules,
        new: NewOrder,
        key: Option<Key>,
    ) -> Result<FullOrder, OrderError> {
        let now_ms = self.clock.now_ms();
        let made = orders::create(&self.store, actor, rules, new, key, now_ms).await?;
        if made.order.state == OrderState::Paid {
            let renewed = made.lines.iter().filter_map(|line| line.phone_id);
            let bought = made.phones.iter().map(|phone| phone.phone_id);
            self.publish_order(&Changed {
                order_id: made.order.id,
                member_id: actor.member_id(),
                state: made.order.state,
                phone_ids: renewed.chain(bought).collect(),
            })
            .await;
        }
        Ok(made)
    }

    /// Cancels an order that waits for payment, and wakes the task that closes its payments at their wallets.
    pub async fn cancel_order(
        &self,
        actor: &Actor,
        order_id: i64,
    ) -> Result<FullOrder, OrderError> {
        let changed = orders::cancel(&self.store, actor, order_id, self.clock.now_ms()).await?;
        self.publish_order(&changed).await;
        self.payments_wakeup.wake();
        orders::info(&self.store, actor, order_id).await
    }

    /// The order with the state of its payments. Wallets are asked first, in tasks that go on when the caller hangs up.
    pub async fn payment_state(
        &self,
        actor: &Actor,
        order_id: i64,
    ) -> Result<FullOrder, OrderError> {
        let now = orders::info(&self.store, actor, order_id).await?;
        let open = orders::take_look(&self.store, order_id, self.clock.now_ms()).await?;
        if open.is_empty() {
            return Ok(now);
        }
        let looks = open.into_iter().map(|attempt| {
            let engine = self.clone();
            tokio::spawn(async move { engine.query_and_log(&attempt).await })
        });
        let looks: Vec<_> = looks.collect();
        // A later answer of a slow wallet is stored, and the next request finds it.
        let all = async {
            for look in looks {
                drop(look.await);
            }
        };
        drop(tokio::time::timeout(super::pay::TIMEOUT, all).await);
        orders::info(&self.store, actor, order_id).await
    }

    /// Requests a refund of `amount_fen`, or of all that is left when none is given.
    pub async fn refund_order(
        &self,
        actor: &Actor,
        order_id: i64,
        reason: Reason,
        amount_fen: Option<i64>,
    ) -> Result<RefundInfo, OrderError> {
        let now_ms = self.clock.now_ms();
        let requested =
            orders::request_refund(&self.store, actor, order_id, reason, amount_fen, now_ms)
                .await?;
        self.publish_order(&requested.changed).await;
        self.payments_wakeup.wake();
        Ok(requested.refund)
    }

    /// Stores an operator's decision about a requested refund.
    pub async fn decide_refund(
        &self,
        actor: &Actor,
        number: String,
        verdict: Verdict,
    ) -> Result<Changed, OrderError> {
        let now_ms = self.clock.now_ms();
        let changed = orders::decide_refund(&self.store, actor, number, verdict, now_ms).await?;
        self.publish_order(&changed).await;
        self.payments_wakeup.wake();
        Ok(changed)
    }
}
