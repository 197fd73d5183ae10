//! Daily comparison of our payments with the wallets' bills. A payment in a bill that no notification told of is queried at its wallet and
//! settled first.

use std::time::Duration;

use causes::causes;
use connectors::wallets::{Bill, BillKind as WireKind, OrderNo, TradeState, WalletError};
use domain::orders::Wallet;
use domain::orders::bills::{BILL_WAIT_MAX_MS, BillKind, Day, days};
use store::StoreError;
use store::audit::Author;
use store::orders::{self, BillLine, OrderError};
use thiserror::Error;

use crate::Engine;
use crate::worker::repeat;

/// Pause between two checks for due bills.
const CHECK_EVERY: Duration = Duration::from_mins(5);

/// Why a day's bill was not compared; the day is tried again.
#[derive(Debug, Error)]
enum BillError {
    #[error("the request to the wallet failed")]
    Wallet(#[from] WalletError),
    #[error("the database failed")]
    Store(#[from] StoreError),
}

/// Runs for ever.
pub(crate) async fn watch(engine: Engine) {
    repeat(CHECK_EVERY, async || {
        if let Err(error) = engine.process_due_bills().await {
            tracing::error!(error = %causes(&error), "process due bills failed");
        }
    })
    .await;
}

impl Engine {
    /// Fetches and compares every bill that is due, and returns when all are done. A running server does so by itself.
    pub async fn process_due_bills(&self) -> Result<(), StoreError> {
        for wallet in Wallet::ALL.iter().copied() {
            if self.wallets.get(wallet).is_none() {
                continue;
            }
            let Some(first_ms) = orders::first_payment_ms(&self.store, wallet).await? else {
                continue;
            };
            while self
                .compare_first(wallet, days(first_ms, self.clock.now_ms()))
                .await?
            {}
        }
        Ok(())
    }

    /// Fetches and compares a day's bill again, for an operator. An error of the wallet is stored with the day and is none of this call.
    pub async fn compare_bill_again(
        &self,
        author: Author,
        wallet: Wallet,
        day: Day,
    ) -> Result<(), OrderError> {
        orders::compare_again(&self.store, author, wallet, day.clone()).await?;
        self.compare_first(wallet, vec![day]).await?;
        Ok(())
    }

    /// Fetches and compares the first bill that is due among these days; returns whether there was one.
    async fn compare_first(&self, wallet: Wallet, days: Vec<Day>) -> Result<bool, StoreError> {
        let now_ms = self.clock.now_ms();
        let Some(day) = orders::take_bill(&self.store, wallet, days, now_ms).await? else {
            return Ok(false);
        };
        if let Err(error) = self.compare(wallet, &day).await {
            let fault = causes(&error).to_string();
            tracing::warn!(
                wallet = wallet.into_str(),
                day = day.name,
                error = fault,
                "compare bill failed"
            );
            orders::bill_failed(&self.store, wallet, day, Some(fault)).await?;
        }
        Ok(true)
    }

    /// Fetches a day's bill, settles the payments in it that no notification told of, and compares it with the store.
    async fn compare(&self, which: Wallet, day: &Day) -> Result<(), BillError> {
        let Some(wallet) = self.wallets.get(which) else {
            return Ok(());
        };
        let now_ms = self.clock.now_ms();
        let lines = match wallet.bill(&day.name, now_ms).await? {
            Bill::Lines(lines) => Some(lines.into_iter().map(line_of).collect::<Vec<_>>()),
            Bill::Absent if now_ms < day.until_ms.saturating_add(BILL_WAIT_MAX_MS) => {
                orders::bill_failed(&self.store, which, day.clone(), None).await?;
                return Ok(());
            }
            Bill::Absent => None,
        };
        if let Some(lines) = &lines {
            let unnotified = orders::unnotified_payments(&self.store, which, lines.clone()).await?;
            for number in unnotified
                .iter()
                .filter_map(|number| OrderNo::parse(number))
            {
                if let TradeState::Paid(paid) = wallet.query(&number, now_ms).await? {
                    self.settle(which, paid).await?;
                }
            }
        }
        let differences =
            orders::compare_bill(&self.store, which, day.clone(), lines, now_ms).await?;
        tracing::info!(
            wallet = which.into_str(),
            day = day.name,
            differences,
            "bill compared"
        );
        Ok(())
    }
}

fn line_of(line: connectors::wallets::BillLine) -> BillLine {
    BillLine {
        kind: match line.kind {
            WireKind::Payment => BillKind::Payment,
            WireKind::Refund => BillKind::Refund,
        },
        trade_no: line.trade_no,
        number: line.number,
        fen: line.amount.get(),
    }
}
