//! Due work at wallets: queries for payments without a notification, the end of orders that were not paid in time, refunds.
//!
//! The store leases each piece of work to one server for a while. What a wallet does not answer becomes due again.

use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use connectors::wallets::{self, Closing, Fen, OrderNo, Refund, RefundNo, TradeState, WalletError};
use domain::orders::Wallet;
use store::StoreError;
use store::orders::{self, Attempt, Due, Outcome, RefundJob};
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout_at};

use super::notified::outcome;
use crate::Engine;
use crate::worker::repeat_or_woken;

/// Pause between two checks for due work.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// Longest time that one check starts work: if more is due, the next check goes on.
const CHECK_TIME_MAX: Duration = Duration::from_secs(10);
/// Pieces of work at the same time, so many that a slow wallet does not hold up the others.
const AT_ONCE: u16 = 24;
/// Kinds of due work, each of which [`orders::due`] answers up to the number that is asked for.
const KINDS: u32 = 3;
/// Most rounds of [`Engine::process_due_payments`], which would not end while work fails and becomes due again.
const ROUNDS_MAX: usize = 50;
/// How long after its expiry a payment that its wallet does not know stays open, in milliseconds: the wallet may tell late that it was made.
const UNKNOWN_TO_WALLET_MAX_MS: i64 = 60_000;

/// Why a due payment was not processed; it is tried again.
#[derive(Debug, Error)]
enum DueError {
    #[error("the request to the wallet failed")]
    Wallet(#[from] WalletError),
    #[error("the database failed")]
    Store(#[from] StoreError),
    #[error("this server no longer has that wallet")]
    NoWallet,
}

/// Runs for ever.
pub(crate) async fn run(engine: Engine) {
    let permits = permits();
    let step = async || {
        if let Err(error) = engine.start_due(&permits).await {
            tracing::error!(error = %causes(&error), "read due payments failed");
        }
    };
    repeat_or_woken(CHECK_EVERY, &engine.payments_wakeup, step).await;
}

/// Permits for the pieces of work that run at the same time.
fn permits() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(AT_ONCE.into()))
}

/// Whether more may be due than the store answered: of some kind as much came as was asked for.
fn is_full(all: &[Due], most: i64) -> bool {
    let (mut ends, mut payments, mut refunds) = (0, 0, 0);
    for due in all {
        match due {
            Due::TimeOut { .. } => ends += 1,
            Due::Look(_) | Due::Close(_) => payments += 1,
            Due::Refund(_) => refunds += 1,
        }
    }
    [ends, payments, refunds].contains(&most)
}

impl Engine {
    /// Does all work that is due now, and returns when it is done. A running server does so by itself.
    pub async fn process_due_payments(&self) -> Result<(), StoreError> {
        let permits = permits();
        for _ in 0..ROUNDS_MAX {
            let started = self.start_due(&permits).await?;
            // All permits are free again only when every task that was started is done.
            drop(permits.acquire_many(AT_ONCE.into()).await);
            if started == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Starts a task for each piece of due work, as permits come free, until no more is due or [`CHECK_TIME_MAX`] is over; returns how many.
    async fn start_due(&self, permits: &Arc<Semaphore>) -> Result<usize, StoreError> {
        let until = Instant::now() + CHECK_TIME_MAX;
        let mut started = 0;
        // At least one permit for each kind must be free; a task gives its permit back when its wallet has answered.
        while let Ok(room) = timeout_at(until, permits.acquire_many(KINDS)).await {
            drop(room);
            let free = i64::try_from(permits.available_permits()).unwrap_or_default();
            let most = free / i64::from(KINDS);
            let all = orders::due(&self.store, self.clock.now_ms(), most).await?;
            let full = is_full(&all, most);
            for due in all {
                let Ok(permit) = Arc::clone(permits).try_acquire_owned() else {
                    break;
                };
                started += 1;
                let engine = self.clone();
                tokio::spawn(async move {
                    engine.process_due(due).await;
                    drop(permit);
                });
            }
            if !full {
                break;
            }
        }
        Ok(started)
    }

    async fn process_due(&self, due: Due) {
        match due {
            Due::Look(attempt) => self.query_and_log(&attempt).await,
            Due::Close(attempt) => self.close_and_log(&attempt).await,
            Due::TimeOut { order_id, attempts } => {
                if let Err(error) = self.time_out(order_id, &attempts).await {
                    tracing::warn!(order_id, error = %causes(&error), "time out order failed");
                }
            }
            Due::Refund(job) => {
                if let Err(error) = self.refund_at_wallet(&job).await {
                    tracing::warn!(
                        refund = job.number,
                        attempt = job.attempt,
                        error = %causes(&error),
                        "refund payment failed"
                    );
                }
            }
        }
    }

    fn client(&self, which: Wallet) -> Result<&wallets::Wallet, DueError> {
        self.wallets.get(which).ok_or(DueError::NoWallet)
    }

    /// Asks the wallet whether a payment was made, and logs a failure.
    pub(super) async fn query_and_log(&self, attempt: &Attempt) {
        if let Err(error) = self.query_payment(attempt).await {
            tracing::warn!(
                attempt = attempt.number,
                error = %causes(&error),
                "query payment failed"
            );
        }
    }

    async fn query_payment(&self, attempt: &Attempt) -> Result<(), DueError> {
        let now_ms = self.clock.now_ms();
        match self
            .client(attempt.wallet)?
            .query(&number_of(attempt)?, now_ms)
            .await?
        {
            TradeState::Paid(paid) => drop(self.settle(attempt.wallet, paid).await?),
            TradeState::Closed => {
                orders::attempt_closed(&self.store, attempt.number.clone()).await?;
            }
            TradeState::Absent | TradeState::Waiting => {}
        }
        Ok(())
    }

    async fn close_and_log(&self, attempt: &Attempt) {
        if let Err(error) = self.close(attempt).await {
            tracing::warn!(
                attempt = attempt.number,
                error = %causes(&error),
                "close payment failed"
            );
        }
    }

    async fn close(&self, attempt: &Attempt) -> Result<(), DueError> {
        let now_ms = self.clock.now_ms();
        let wallet = self.client(attempt.wallet)?;
        match wallet.close(&number_of(attempt)?, now_ms).await? {
            Closing::Paid(paid) => drop(self.settle(attempt.wallet, paid).await?),
            Closing::Absent
                if now_ms < attempt.expires_ms.saturating_add(UNKNOWN_TO_WALLET_MAX_MS) => {}
            Closing::Absent | Closing::Closed => {
                orders::attempt_closed(&self.store, attempt.number.clone()).await?;
            }
        }
        Ok(())
    }

    /// Closes an unpaid order's payments, then ends the order, which gives its stock back. A payment whose wallet does not answer is closed
    /// later; at worst its buyer pays late and is refunded.
    async fn time_out(&self, order_id: i64, attempts: &[Attempt]) -> Result<(), DueError> {
        for attempt in attempts {
            self.close_and_log(attempt).await;
        }
        let now_ms = self.clock.now_ms();
        if let Some(changed) = orders::timed_out(&self.store, order_id, now_ms).await? {
            self.publish_order(&changed).await;
        }
        Ok(())
    }

    async fn refund_at_wallet(&self, job: &RefundJob) -> Result<(), DueError> {
        let corrupt = || StoreError::Corrupt("refund");
        let order_no = OrderNo::parse(&job.attempt).ok_or_else(corrupt)?;
        let refund_no = RefundNo::parse(&job.number).ok_or_else(corrupt)?;
        let refund = Refund {
            order_no: &order_no,
            refund_no: &refund_no,
            amount: Fen::new(job.amount_fen).ok_or_else(corrupt)?,
            paid: Fen::new(job.paid_fen).ok_or_else(corrupt)?,
            reason: &job.reason,
        };
        let (wallet, now_ms) = (self.client(job.wallet)?, self.clock.now_ms());
        let said = if job.sent {
            wallet.refund_state(&refund, now_ms).await
        } else {
            wallet.refund(&refund, now_ms).await
        };
        let outcome = match said {
            Ok(state) => outcome(state),
            // The wallet certainly paid nothing back, for a reason that an operator has to see, such as too little money in our account.
            Err(WalletError::Refused { code, message }) if !job.sent => {
                Outcome::Failed(format!("{code} {message}"))
            }
            Err(error) => return Err(error.into()),
        };
        Ok(self
            .store_refund_outcome(job.number.clone(), outcome)
            .await?)
    }
}

fn number_of(attempt: &Attempt) -> Result<OrderNo, StoreError> {
    OrderNo::parse(&attempt.number).ok_or(StoreError::Corrupt("payment attempt"))
}

#[cfg(test)]
mod tests;
