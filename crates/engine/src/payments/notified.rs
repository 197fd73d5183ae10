//! Notifications of wallets. A notification is believed for its signature alone, and acknowledged only when the store has it.

use causes::causes;
use connectors::wallets::{Event, Notification, NotificationError, RefundNews, RefundState};
use domain::orders::Wallet;
use store::StoreError;
use store::orders::{self, Outcome, Settled};

use super::{Reply, settlement};
use crate::Engine;

/// Converts a wallet's state of a refund to the store's outcome.
pub(super) fn outcome(state: RefundState) -> Outcome {
    match state {
        RefundState::Absent => Outcome::Absent,
        RefundState::Processing => Outcome::Processing,
        RefundState::Done { at_ms } => Outcome::Done { at_ms },
        RefundState::Failed(word) => Outcome::Failed(word),
    }
}

impl Engine {
    /// Takes a wallet's notification: `headers` are all of the request, `body` its bytes as they came. The reply tells the wallet that the
    /// notification was taken, or that it must be sent again; none if this server has no such wallet.
    pub async fn handle_notification(
        &self,
        which: Wallet,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Option<Reply> {
        let wallet = self.wallets.get(which)?;
        let proven = wallet.notification(headers, body, self.clock.now_ms());
        let taken = match proven.await {
            Ok(notification) => self.handle_event(which, notification).await,
            // A notification that is too old may be a replay, so nothing is done for it; if its result is stored already, the wallet is told so.
            Err(NotificationError::Stale(told)) => {
                let id = told.id.clone();
                let known = self.is_already_stored(which, told.event).await;
                if !known {
                    tracing::warn!(
                        wallet = which.into_str(),
                        notification_id = id,
                        "wallet notification rejected: too old and not known"
                    );
                }
                known
            }
            Err(error) => {
                tracing::warn!(
                    wallet = which.into_str(),
                    error = %causes(&error),
                    "verify wallet notification failed"
                );
                false
            }
        };
        Some(if taken {
            wallet.acknowledgement()
        } else {
            wallet.rejection()
        })
    }

    /// Whether the store already has the result that an event tells of.
    async fn is_already_stored(&self, which: Wallet, event: Event) -> bool {
        let known = match event {
            Event::Paid(paid) => orders::is_settled(&self.store, which, settlement(paid)).await,
            Event::Refund(RefundNews {
                order_no,
                refund_no,
                state: RefundState::Done { .. },
            }) => {
                let attempt = order_no.as_str().to_owned();
                orders::is_refunded(&self.store, attempt, refund_no.as_str().to_owned()).await
            }
            Event::Refund(_) | Event::Closed(_) | Event::Other(_) => Ok(false),
        };
        known.unwrap_or_else(|error| {
            tracing::error!(
                wallet = which.into_str(),
                error = %causes(&error),
                "look up wallet notification failed"
            );
            false
        })
    }

    async fn handle_event(&self, which: Wallet, notification: Notification) -> bool {
        let done = match notification.event {
            Event::Paid(paid) => self.settle(which, paid).await.map(|settled| match settled {
                Settled::Fulfilled(_) | Settled::RefundQueued(_) | Settled::Again => true,
                Settled::Mismatch | Settled::Unknown => false,
            }),
            Event::Refund(news) => self.handle_refund(news).await.map(|()| true),
            // A payment that was closed unpaid is found at its deadline, so its notification needs no work.
            Event::Closed(_) => Ok(true),
            Event::Other(word) => {
                tracing::info!(
                    wallet = which.into_str(),
                    notification_id = notification.id,
                    event = word,
                    "wallet notification ignored: other event"
                );
                Ok(true)
            }
        };
        done.unwrap_or_else(|error| {
            tracing::error!(
                wallet = which.into_str(),
                error = %causes(&error),
                "store wallet notification failed"
            );
            false
        })
    }

    async fn handle_refund(&self, news: RefundNews) -> Result<(), StoreError> {
        let number = news.refund_no.as_str().to_owned();
        self.store_refund_outcome(number, outcome(news.state)).await
    }

    /// Stores what became of a refund and publishes the change of its order.
    pub(super) async fn store_refund_outcome(
        &self,
        number: String,
        outcome: Outcome,
    ) -> Result<(), StoreError> {
        let now_ms = self.clock.now_ms();
        let changed = orders::refund_outcome(&self.store, number, outcome, now_ms).await?;
        if let Some(changed) = changed {
            self.publish_order(&changed).await;
        }
        Ok(())
    }
}
