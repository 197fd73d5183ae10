//! Payments at Alipay: state, closing, and refunds.

use serde::Deserialize;
use serde_json::json;
use wallet_wire::alipay::state;

use super::Alipay;
use crate::wallets::{
    Fen, OrderNo, Paid, Refund, RefundState, TradeState, WalletError, from_china,
};

/// Code for an unknown payment: Alipay knows a payment only once its buyer has opened it.
const NOT_THERE: &str = "ACQ.TRADE_NOT_EXIST";

#[derive(Deserialize)]
struct Queried {
    out_trade_no: String,
    trade_no: String,
    trade_status: String,
    total_amount: String,
    /// Time of the payment. A closed trade without it was never paid.
    send_pay_date: Option<String>,
}

#[derive(Deserialize)]
struct Refunded {
    out_trade_no: String,
    /// Whether money moved by this very call: `Y`.
    fund_change: Option<String>,
    gmt_refund_pay: Option<String>,
}

#[derive(Deserialize)]
struct RefundFound {
    out_trade_no: Option<String>,
    out_request_no: Option<String>,
    refund_status: Option<String>,
    refund_amount: Option<String>,
    gmt_refund_pay: Option<String>,
}

fn unverified(why: &str) -> WalletError {
    WalletError::Unverified(why.to_owned())
}

impl Alipay {
    pub(crate) async fn query(
        &self,
        order_no: &OrderNo,
        now_ms: i64,
    ) -> Result<TradeState, WalletError> {
        let content = json!({ "out_trade_no": order_no.as_str() });
        let limit = self.timeouts.ask;
        let asked = self.ask("alipay.trade.query", &content, &[], limit, now_ms);
        let trade: Queried = match asked.await {
            Err(WalletError::Refused { code, .. }) if code == NOT_THERE => {
                return Ok(TradeState::Absent);
            }
            other => other?,
        };
        if trade.out_trade_no != order_no.as_str() {
            return Err(unverified("of another payment"));
        }
        let was_paid = trade
            .send_pay_date
            .as_deref()
            .is_some_and(|at| !at.is_empty());
        state(&trade.trade_status, was_paid, || {
            Some(Paid {
                order_no: order_no.clone(),
                trade_no: trade.trade_no,
                amount: Fen::from_yuan(&trade.total_amount)?,
                paid_ms: trade.send_pay_date.as_deref().and_then(from_china),
            })
        })
        .ok_or_else(|| unverified("an unknown status or amount"))
    }

    pub(crate) async fn close(&self, order_no: &OrderNo, now_ms: i64) -> Result<(), WalletError> {
        let content = json!({ "out_trade_no": order_no.as_str() });
        let limit = self.timeouts.ask;
        let _: serde_json::Value = self
            .ask("alipay.trade.close", &content, &[], limit, now_ms)
            .await?;
        Ok(())
    }

    pub(crate) async fn refund(
        &self,
        refund: &Refund<'_>,
        now_ms: i64,
    ) -> Result<RefundState, WalletError> {
        let content = json!({
            "out_trade_no": refund.order_no.as_str(),
            "refund_amount": refund.amount.to_yuan(),
            "out_request_no": refund.refund_no.as_str(),
            "refund_reason": refund.reason,
        });
        let limit = self.timeouts.ask;
        let done: Refunded = self
            .ask("alipay.trade.refund", &content, &[], limit, now_ms)
            .await?;
        if done.out_trade_no != refund.order_no.as_str() {
            return Err(unverified("of another payment"));
        }
        match done.fund_change.as_deref() {
            Some("Y") => Ok(RefundState::Done {
                at_ms: done.gmt_refund_pay.as_deref().and_then(from_china),
            }),
            // The refund was asked for before, or is not through yet.
            _ => match self.refund_state(refund, now_ms).await? {
                RefundState::Absent => Ok(RefundState::Processing),
                known => Ok(known),
            },
        }
    }

    pub(crate) async fn refund_state(
        &self,
        refund: &Refund<'_>,
        now_ms: i64,
    ) -> Result<RefundState, WalletError> {
        let content = json!({
            "out_trade_no": refund.order_no.as_str(),
            "out_request_no": refund.refund_no.as_str(),
            "query_options": ["gmt_refund_pay"],
        });
        let method = "alipay.trade.fastpay.refund.query";
        let asked = self.ask(method, &content, &[], self.timeouts.ask, now_ms);
        let found: RefundFound = match asked.await {
            Err(WalletError::Refused { code, .. }) if code == NOT_THERE => {
                return Ok(RefundState::Absent);
            }
            other => other?,
        };
        match found.refund_status.as_deref() {
            None | Some("") => Ok(RefundState::Absent),
            Some("REFUND_SUCCESS") => {
                let same = found.out_trade_no.as_deref() == Some(refund.order_no.as_str())
                    && found.out_request_no.as_deref() == Some(refund.refund_no.as_str())
                    && found.refund_amount.as_deref().and_then(Fen::from_yuan)
                        == Some(refund.amount);
                if !same {
                    return Err(unverified("of another refund"));
                }
                Ok(RefundState::Done {
                    at_ms: found.gmt_refund_pay.as_deref().and_then(from_china),
                })
            }
            Some("REFUND_PROCESSING") => Ok(RefundState::Processing),
            Some(other) => Ok(RefundState::Failed(other.to_owned())),
        }
    }
}
