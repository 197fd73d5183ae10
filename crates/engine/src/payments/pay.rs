//! Prepares payments at wallets: what a buyer is shown in order to pay.

use std::net::IpAddr;
use std::time::Duration;

use causes::causes;
use connectors::wallets::{self, AppCall, Fen, OrderNo, Payment, Show};
use domain::orders::{PayWay, Wallet};
use serde::{Deserialize, Serialize};
use store::StoreError;
use store::orders::{self, Attempt, OrderError};
use store::session::Actor;
use thiserror::Error;
use tokio::time::timeout;

use crate::Engine;

/// How long a page waits for a wallet; a later answer is stored, and the page's next request finds it.
pub(super) const TIMEOUT: Duration = Duration::from_millis(2600);

/// A request to pay an order.
#[derive(Debug, Clone)]
pub struct PaymentRequest {
    pub order_id: i64,
    /// Wallet to pay by.
    pub wallet: Wallet,
    /// Kind of device that the buyer pays on.
    pub way: PayWay,
    /// Network address of the buyer, which WeChat Pay compares.
    pub client_ip: IpAddr,
    /// Address that the browser returns to. Returning proves nothing.
    pub return_url: Option<String>,
}

/// A payment that waits for its buyer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// Number of the payment at the wallet.
    pub number: String,
    /// Prompt for the buyer; none as long as the wallet has not answered.
    pub shown: Option<PaymentPrompt>,
    /// When the payment expires, Unix milliseconds; the wallet accepts no money afterwards.
    pub expires_ms: i64,
}

/// Prompt for the buyer, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "value", rename_all = "camelCase")]
pub enum PaymentPrompt {
    /// An address that the browser goes to.
    Page(String),
    /// A text that is shown as a QR code.
    Qr(String),
    /// A text, or its fields as JSON, that an app hands to the wallet's SDK.
    App(String),
}

/// Prompt that is stored with the attempt.
#[derive(Debug, Serialize, Deserialize)]
struct StoredPrompt {
    #[serde(flatten)]
    shown: PaymentPrompt,
    /// When it was made, Unix milliseconds.
    #[serde(default)]
    at_ms: i64,
}

impl StoredPrompt {
    /// Whether the prompt can still be shown: some kinds end `for_ms` after they were made, before their payment expires.
    fn is_good(&self, for_ms: Option<i64>, now_ms: i64) -> bool {
        for_ms.is_none_or(|for_ms| now_ms.saturating_sub(self.at_ms) < for_ms)
    }
}

impl TryFrom<Show> for PaymentPrompt {
    type Error = serde_json::Error;

    fn try_from(show: Show) -> Result<Self, serde_json::Error> {
        Ok(match show {
            Show::Page(address) => Self::Page(address),
            Show::Qr(text) => Self::Qr(text),
            Show::App(AppCall::Alipay(text)) => Self::App(text),
            Show::App(AppCall::WechatPay(call)) => Self::App(serde_json::to_string(&call)?),
        })
    }
}

/// Why a payment cannot be prepared.
#[derive(Debug, Error)]
pub enum PayError {
    /// This server has no such wallet, or the wallet no such way.
    #[error("this wallet or this way is not offered")]
    NotOffered,
    /// The wallet refused.
    #[error("the wallet refused")]
    Refused,
    /// The order is not to be paid.
    #[error(transparent)]
    Order(#[from] OrderError),
}

impl From<StoreError> for PayError {
    fn from(fault: StoreError) -> Self {
        Self::Order(fault.into())
    }
}

impl Engine {
    /// Prepares a payment, once for each wallet and way: a second request gets the same prompt, or a new prompt of the same payment where the first
    /// is about to end. A wallet that is slow or unreachable delays the caller by a few seconds, and the prompt is missing then.
    pub async fn pay(&self, actor: &Actor, request: PaymentRequest) -> Result<Prepared, PayError> {
        let wallet = self.wallets.get(request.wallet);
        let way = trade_type_of(request.wallet, request.way, request.client_ip);
        let wallet = wallet.filter(|wallet| wallet.offers(way));
        let wallet = wallet.cloned().ok_or(PayError::NotOffered)?;
        let now_ms = self.clock.now_ms();
        let attempt = orders::attempt(
            &self.store,
            actor,
            request.order_id,
            request.wallet,
            request.way,
            now_ms,
        )
        .await?;
        let kept: Option<StoredPrompt> = attempt
            .shown
            .clone()
            .map(serde_json::from_value)
            .transpose()
            .map_err(|_| StoreError::Corrupt("payment attempt"))?;
        let good = kept.filter(|kept| kept.is_good(wallet.shown_for_ms(way), now_ms));
        let mut prepared = Prepared {
            number: attempt.number.clone(),
            shown: good.map(|kept| kept.shown),
            expires_ms: attempt.expires_ms,
        };
        if prepared.shown.is_none() {
            // The call has a task of its own, so that an answer is stored also when it comes late or the caller hangs up.
            let engine = self.clone();
            let asking = tokio::spawn(async move {
                engine
                    .create(&wallet, way, attempt, request.return_url)
                    .await
            });
            if let Ok(done) = timeout(TIMEOUT, asking).await {
                prepared.shown = done.map_err(StoreError::from)??;
            }
        }
        Ok(prepared)
    }

    async fn create(
        &self,
        wallet: &wallets::Wallet,
        trade_type: wallets::TradeType,
        attempt: Attempt,
        return_url: Option<String>,
    ) -> Result<Option<PaymentPrompt>, PayError> {
        let corrupt = || StoreError::Corrupt("payment attempt");
        let order_no = OrderNo::parse(&attempt.number).ok_or_else(corrupt)?;
        let payment = Payment {
            order_no: &order_no,
            amount: Fen::new(attempt.amount_fen).ok_or_else(corrupt)?,
            subject: &attempt.subject,
            expires_ms: attempt.expires_ms,
            way: trade_type,
            return_url: return_url.as_deref(),
        };
        let at_ms = self.clock.now_ms();
        match wallet.create(&payment, at_ms).await {
            Ok(show) => {
                let shown = PaymentPrompt::try_from(show).map_err(|_| corrupt())?;
                let kept = StoredPrompt { shown, at_ms };
                let text = serde_json::to_value(&kept).map_err(|_| corrupt())?;
                orders::attempt_shown(&self.store, attempt.number, text).await?;
                Ok(Some(kept.shown))
            }
            Err(error) => {
                tracing::warn!(
                    attempt = attempt.number,
                    error = %causes(&error),
                    "create payment failed"
                );
                if error.may_have_happened() {
                    Ok(None)
                } else {
                    Err(PayError::Refused)
                }
            }
        }
    }
}

/// The wallet's trade type for a way to pay.
pub(super) fn trade_type_of(wallet: Wallet, way: PayWay, client_ip: IpAddr) -> wallets::TradeType {
    match (way, wallet) {
        (PayWay::Pc, Wallet::Alipay) => wallets::TradeType::Page,
        (PayWay::Pc, Wallet::WechatPay) => wallets::TradeType::Qr,
        (PayWay::App, _) => wallets::TradeType::App,
        (PayWay::H5, _) => wallets::TradeType::H5 { client_ip },
    }
}
