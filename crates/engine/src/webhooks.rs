//! Delivers events to members' webhooks: makes deliveries of the stored events, sends them to their receivers and stores the results.
//!
//! Each delivery is a task of its own; how many run at the same time, and to whom, is a rule of `domain`. A delivery that a server had
//! taken when it ended is taken again once its lease is over.

use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use connectors::Secret;
use connectors::webhooks::{WebhookDelivery, WebhookSender};
use domain::live::webhooks::{Allow, Failure, Outcome};
use parking_lot::Mutex;
use rand::RngExt;
use store::StoreError;
use store::live::webhooks::{self, DueDelivery, InFlight, WebhookError};
use store::session::Actor;

use crate::Engine;
use crate::worker::{Wakeup, repeat_or_woken};

/// Pause between two checks for due deliveries.
const CHECK_EVERY: Duration = Duration::from_millis(500);

/// Sender of deliveries, and those that are in flight. Cheap to clone.
#[derive(Clone, Default)]
pub struct Webhooks {
    /// HTTP client of deliveries; none on a server that sends nothing to webhooks, where events wait.
    sender: Option<WebhookSender>,
    in_flight: Arc<Mutex<InFlight>>,
    wakeup: Wakeup,
}

impl Webhooks {
    fn by(sender: WebhookSender) -> Self {
        Self {
            sender: Some(sender),
            ..Self::default()
        }
    }

    fn in_flight(&self) -> InFlight {
        self.in_flight.lock().clone()
    }

    fn start_delivery(&self, due: &DueDelivery) -> InFlightGuard {
        let mut in_flight = self.in_flight.lock();
        *in_flight.to.entry(due.webhook_id).or_default() += 1;
        in_flight.slow += usize::from(due.slow);
        InFlightGuard {
            webhooks: self.clone(),
            webhook_id: due.webhook_id,
            slow: due.slow,
        }
    }

    async fn deliver(&self, due: &DueDelivery, now_ms: i64) -> Outcome {
        let Some(sender) = &self.sender else {
            return Outcome::failed(Failure::Unreachable, 0);
        };
        let delivery = WebhookDelivery {
            url: due.url.clone(),
            id: due.event.clone(),
            body: due.body.clone(),
            keys: due.secrets.iter().map(Secret::new).collect(),
        };
        sender.deliver(delivery, now_ms).await
    }
}

/// Registration of a delivery in flight; dropping it frees its place.
struct InFlightGuard {
    webhooks: Webhooks,
    webhook_id: i64,
    slow: bool,
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        let mut in_flight = self.webhooks.in_flight.lock();
        if let Some(n) = in_flight.to.get_mut(&self.webhook_id) {
            *n -= 1;
            if *n == 0 {
                in_flight.to.remove(&self.webhook_id);
            }
        }
        in_flight.slow -= usize::from(self.slow);
        drop(in_flight);
        self.webhooks.wakeup.wake();
    }
}

/// Makes and starts due deliveries, for ever.
pub(crate) async fn run(engine: Engine) {
    repeat_or_woken(CHECK_EVERY, &engine.webhooks.wakeup, async || {
        if let Err(fault) = engine.deliver_webhooks().await {
            tracing::error!(error = %causes(&fault), "start webhook deliveries failed");
        }
    })
    .await;
}

impl Engine {
    /// Adds a sender; without one, nothing is sent to webhooks and events wait.
    #[must_use]
    pub fn with_webhooks(mut self, sender: WebhookSender) -> Self {
        self.webhooks = Webhooks::by(sender);
        self
    }

    /// Networks that an operator allows for webhooks.
    pub fn webhooks_allow(&self) -> Allow {
        let sender = self.webhooks.sender.as_ref();
        sender.map_or_else(Allow::default, |sender| sender.allow().clone())
    }

    /// Wakes the task that delivers events, for a caller that has just made one due.
    pub fn wake_webhooks(&self) {
        self.webhooks.wakeup.wake();
    }

    /// Makes deliveries of new events and starts those that are due, as far as the limits of deliveries in flight allow. A running server does so
    /// by itself.
    pub async fn deliver_webhooks(&self) -> Result<(), StoreError> {
        while webhooks::fan_out(&self.store, self.clock.now_ms()).await? > 0 {}
        if self.webhooks.sender.is_none() {
            return Ok(());
        }
        let deliveries =
            webhooks::take(&self.store, self.webhooks.in_flight(), self.clock.now_ms()).await?;
        for due in deliveries {
            let guard = self.webhooks.start_delivery(&due);
            let engine = self.clone();
            tokio::spawn(async move {
                engine.deliver(due).await;
                drop(guard);
            });
        }
        Ok(())
    }

    async fn deliver(&self, due: DueDelivery) {
        let outcome = self.webhooks.deliver(&due, self.clock.now_ms()).await;
        let now_ms = self.clock.now_ms();
        let delivery_id = due.delivery_id;
        let noted = webhooks::tried(&self.store, due, outcome, chance(), now_ms).await;
        if let Err(fault) = noted {
            // The delivery is sent once more after its lease.
            tracing::error!(
                delivery_id,
                error = %causes(&fault),
                "store webhook delivery result failed"
            );
        }
    }

    /// Sends a test event to a webhook, at once and once; returns the result.
    pub async fn test_webhook(
        &self,
        actor: &Actor,
        webhook_id: i64,
    ) -> Result<Outcome, WebhookError> {
        let now_ms = self.clock.now_ms();
        let due = webhooks::test(&self.store, actor, webhook_id, now_ms).await?;
        let outcome = self.webhooks.deliver(&due, now_ms).await;
        let now_ms = self.clock.now_ms();
        webhooks::tested(&self.store, due.delivery_id, webhook_id, outcome, now_ms).await?;
        Ok(outcome)
    }
}

/// A random number, by which deliveries that failed together are not tried again together.
fn chance() -> u32 {
    rand::rng().random()
}
