//! Payments at wallets: requests, notifications, and their results in the store.
//!
//! The store decides and writes down ([`store::orders`]); this module reaches the wallets. Nothing waits for a wallet while it
//! holds the database, and everything that is asked may be asked again: a server that is killed loses no fen and gives none away.

mod bills;
mod due;
mod notified;
mod orders;
mod pay;

use std::net::{IpAddr, Ipv4Addr};

use connectors::wallets::{self, Paid};
use domain::live::OrderChanged;
use domain::orders::{PayWay, Wallet};
use store::StoreError;
use store::orders::{Changed, Settled, Settlement};

use crate::Engine;
use crate::event_sockets::Event;

pub(crate) use bills::watch;
pub use connectors::wallets::{NOTIFICATION_MAX_BYTES, Reply};
pub(crate) use due::run;
pub use pay::{PayError, PaymentPrompt, PaymentRequest, Prepared};

/// Path for Alipay's notifications.
pub const ALIPAY_CALLBACK: &str = "/callback/alipay";
/// Path for WeChat Pay's notifications.
pub const WECHAT_PAY_CALLBACK: &str = "/callback/wechat-pay";

/// The wallets that members can pay by.
#[derive(Clone, Default)]
pub struct Wallets {
    /// Client of Alipay; none where the settings have none.
    pub alipay: Option<wallets::Wallet>,
    /// Client of WeChat Pay; none where the settings have none.
    pub wechat_pay: Option<wallets::Wallet>,
}

impl Wallets {
    /// Whether this server has no wallet, so that nobody can pay.
    pub fn is_empty(&self) -> bool {
        self.alipay.is_none() && self.wechat_pay.is_none()
    }

    /// The ways by which a wallet can be paid; none, if this server does not have it.
    pub fn ways(&self, which: Wallet) -> Vec<PayWay> {
        let anywhere = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let offers = |way: &PayWay| {
            self.get(which)
                .is_some_and(|wallet| wallet.offers(pay::trade_type_of(which, *way, anywhere)))
        };
        PayWay::ALL.iter().copied().filter(offers).collect()
    }

    fn get(&self, which: Wallet) -> Option<&wallets::Wallet> {
        match which {
            Wallet::Alipay => self.alipay.as_ref(),
            Wallet::WechatPay => self.wechat_pay.as_ref(),
        }
    }
}

impl Engine {
    /// Publishes to a member that an order and its phones have changed.
    async fn publish_order(&self, changed: &Changed) {
        let event = Event::OrderChanged(OrderChanged {
            order_id: changed.order_id,
            state: changed.state.into_str(),
        });
        self.event_sockets.publish(changed.member_id, &event);
        for phone_id in &changed.phone_ids {
            self.publish_phone(*phone_id).await;
        }
    }

    /// Settles a proven payment and hands over what it buys.
    async fn settle(&self, which: Wallet, paid: Paid) -> Result<Settled, StoreError> {
        let settlement = settlement(paid);
        let number = settlement.attempt.clone();
        let (trade_no, amount_fen) = (settlement.trade_no.clone(), settlement.amount_fen);
        let now_ms = self.clock.now_ms();
        let settled = store::orders::settle(&self.store, which, settlement, now_ms).await?;
        match &settled {
            Settled::Fulfilled(changed) => {
                tracing::info!(order_id = changed.order_id, attempt = number, "order paid");
                self.publish_order(changed).await;
            }
            Settled::RefundQueued(changed) => {
                tracing::warn!(
                    order_id = changed.order_id,
                    wallet = which.into_str(),
                    attempt = number,
                    "refund queued"
                );
                self.publish_order(changed).await;
                self.payments_wakeup.wake();
            }
            // The store has logged a mismatch with its amount.
            Settled::Again | Settled::Mismatch => {}
            Settled::Unknown => {
                tracing::error!(
                    wallet = which.into_str(),
                    attempt = number,
                    trade_no,
                    amount_fen,
                    "match payment failed: no order has this attempt"
                );
            }
        }
        Ok(settled)
    }
}

/// Converts a wallet's proof of a payment to the store's input.
fn settlement(paid: Paid) -> Settlement {
    Settlement {
        attempt: paid.order_no.as_str().to_owned(),
        trade_no: paid.trade_no,
        amount_fen: paid.amount.get(),
        paid_ms: paid.paid_ms,
    }
}
