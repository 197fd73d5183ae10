//! Payments at WeChat Pay: state, closing, and refunds.

use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};

use super::WechatPay;
use crate::wallets::{
    Fen, OrderNo, Paid, Refund, RefundState, TradeState, WalletError, from_rfc3339,
};

/// Codes for a number that WeChat Pay has never seen.
const NOT_THERE: [&str; 4] = [
    "ORDER_NOT_EXIST",
    "ORDERNOTEXIST",
    "RESOURCE_NOT_EXISTS",
    "NOT_FOUND",
];
/// Path of refunds.
const REFUNDS: [&str; 4] = ["v3", "refund", "domestic", "refunds"];
/// Longest `reason`, in bytes.
const REASON_MAX_BYTES: usize = 80;

/// A payment, in answers and notifications alike.
#[derive(Deserialize)]
pub struct Answered {
    pub appid: String,
    pub mchid: String,
    pub out_trade_no: String,
    pub trade_state: String,
    /// Number at WeChat Pay; only once it was paid.
    transaction_id: Option<String>,
    success_time: Option<String>,
    amount: Option<Amount>,
}

#[derive(Deserialize)]
struct Amount {
    total: i64,
    /// Currency; left out where it is CNY.
    currency: Option<String>,
}

impl Answered {
    /// Money that was paid; `None` if it is not whole fen of CNY, or the payment has no number.
    pub fn paid(self) -> Option<Paid> {
        let amount = self.amount?;
        let fine = amount.currency.as_deref().is_none_or(|c| c == "CNY");
        Some(Paid {
            order_no: OrderNo::parse(&self.out_trade_no)?,
            trade_no: self.transaction_id.filter(|no| !no.is_empty())?,
            amount: Fen::new(amount.total).filter(|_| fine)?,
            paid_ms: self.success_time.as_deref().and_then(from_rfc3339),
        })
    }
}

#[derive(Deserialize)]
struct Refunded {
    out_trade_no: String,
    out_refund_no: String,
    status: String,
    success_time: Option<String>,
    amount: RefundAmount,
}

#[derive(Deserialize)]
struct RefundAmount {
    refund: i64,
    total: i64,
}

/// State for a refund's status.
pub(super) fn refund_state(status: &str, at: Option<&str>) -> RefundState {
    match status {
        "SUCCESS" => RefundState::Done {
            at_ms: at.and_then(from_rfc3339),
        },
        "PROCESSING" => RefundState::Processing,
        other => RefundState::Failed(other.to_owned()),
    }
}

fn unverified(why: &str) -> WalletError {
    WalletError::Unverified(why.to_owned())
}

fn is_absent(error: &WalletError) -> bool {
    matches!(error, WalletError::Refused { code, .. } if NOT_THERE.contains(&code.as_str()))
}

impl WechatPay {
    /// Whether an app's id is one of ours.
    pub(super) fn is_ours(&self, app_id: &str) -> bool {
        app_id == self.app_id || app_id == self.mobile_app_id
    }

    pub(crate) async fn query(
        &self,
        order_no: &OrderNo,
        now_ms: i64,
    ) -> Result<TradeState, WalletError> {
        let path = [
            "v3",
            "pay",
            "transactions",
            "out-trade-no",
            order_no.as_str(),
        ];
        let query = [("mchid", self.mch_id.as_str())];
        let limit = self.timeouts.ask;
        let asked = self.ask(Method::GET, &path, &query, None, limit, now_ms);
        let trade: Answered = match asked.await {
            Err(error) if is_absent(&error) => return Ok(TradeState::Absent),
            other => other?,
        };
        if trade.mchid != self.mch_id
            || !self.is_ours(&trade.appid)
            || trade.out_trade_no != order_no.as_str()
        {
            return Err(unverified("of another payment"));
        }
        match trade.trade_state.as_str() {
            "SUCCESS" | "REFUND" => trade
                .paid()
                .map(TradeState::Paid)
                .ok_or_else(|| unverified("no amount of fen")),
            "NOTPAY" | "USERPAYING" | "ACCEPT" | "PAYERROR" => Ok(TradeState::Waiting),
            "CLOSED" | "REVOKED" => Ok(TradeState::Closed),
            _ => Err(unverified("an unknown state")),
        }
    }

    pub(crate) async fn close(&self, order_no: &OrderNo, now_ms: i64) -> Result<(), WalletError> {
        let order_no = order_no.as_str();
        let path = [
            "v3",
            "pay",
            "transactions",
            "out-trade-no",
            order_no,
            "close",
        ];
        let body = json!({ "mchid": self.mch_id });
        let limit = self.timeouts.ask;
        let _: Value = self
            .ask(Method::POST, &path, &[], Some(&body), limit, now_ms)
            .await?;
        Ok(())
    }

    pub(crate) async fn refund(
        &self,
        refund: &Refund<'_>,
        now_ms: i64,
    ) -> Result<RefundState, WalletError> {
        let body = json!({
            "out_trade_no": refund.order_no.as_str(),
            "out_refund_no": refund.refund_no.as_str(),
            "reason": crate::wallets::subject(refund.reason, REASON_MAX_BYTES),
            "notify_url": self.notify_url.as_str(),
            "amount": {
                "refund": refund.amount.get(),
                "total": refund.paid.get(),
                "currency": "CNY",
            },
        });
        let limit = self.timeouts.ask;
        let refunded = self
            .ask(Method::POST, &REFUNDS, &[], Some(&body), limit, now_ms)
            .await?;
        same(refund, &refunded)
    }

    pub(crate) async fn refund_state(
        &self,
        refund: &Refund<'_>,
        now_ms: i64,
    ) -> Result<RefundState, WalletError> {
        let path = [&REFUNDS[..], &[refund.refund_no.as_str()]].concat();
        let limit = self.timeouts.ask;
        let asked = self.ask(Method::GET, &path, &[], None, limit, now_ms);
        match asked.await {
            Err(error) if is_absent(&error) => Ok(RefundState::Absent),
            Err(error) => Err(error),
            Ok(refunded) => same(refund, &refunded),
        }
    }
}

/// State of the refund that was asked for; an error if the answer is about another.
fn same(refund: &Refund<'_>, refunded: &Refunded) -> Result<RefundState, WalletError> {
    let fine = refunded.out_trade_no == refund.order_no.as_str()
        && refunded.out_refund_no == refund.refund_no.as_str()
        && refunded.amount.refund == refund.amount.get()
        && refunded.amount.total == refund.paid.get();
    if fine {
        let at = refunded.success_time.as_deref();
        Ok(refund_state(&refunded.status, at))
    } else {
        Err(unverified("of another refund"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paid(amount: &str) -> Option<Paid> {
        let text = format!(
            r#"{{"appid":"wx1","mchid":"1","out_trade_no":"O202611210001","trade_state":"SUCCESS","transaction_id":"42000","success_time":"2026-11-21T10:00:00+08:00","amount":{amount}}}"#
        );
        serde_json::from_str::<Answered>(&text).ok()?.paid()
    }

    #[test]
    fn only_whole_fen_of_cny_are_money() {
        let fine = paid(r#"{"total":109200,"currency":"CNY"}"#).expect("money");
        assert_eq!(Some(fine.amount), Fen::new(109_200));
        assert_eq!(fine.paid_ms, Some(1_795_226_400_000));
        assert!(paid(r#"{"total":1}"#).is_some());
        for amount in [
            r#"{"total":109200,"currency":"USD"}"#,
            r#"{"total":109200,"currency":"cny"}"#,
            r#"{"total":0,"currency":"CNY"}"#,
            r#"{"total":-1,"currency":"CNY"}"#,
            r#"{"total":1092.0,"currency":"CNY"}"#,
            r#"{"total":1e3,"currency":"CNY"}"#,
            r#"{"total":"1092","currency":"CNY"}"#,
            r#"{"total":1000000000000000000,"currency":"CNY"}"#,
            r#"{"total":10000000000000000000000,"currency":"CNY"}"#,
            r#"{"total":null,"currency":"CNY"}"#,
            r#"{"currency":"CNY"}"#,
            "null",
            "[]",
        ] {
            assert_eq!(paid(amount), None, "{amount}");
        }
    }

    #[test]
    fn a_refund_that_is_neither_done_nor_on_its_way_has_failed() {
        for word in ["CLOSED", "ABNORMAL", ""] {
            let state = refund_state(word, None);
            assert_eq!(state, RefundState::Failed(word.to_owned()));
        }
        assert_eq!(refund_state("PROCESSING", None), RefundState::Processing);
        let done = refund_state("SUCCESS", Some("2026-11-21T10:00:00+08:00"));
        let at_ms = Some(1_795_226_400_000);
        assert_eq!(done, RefundState::Done { at_ms });
    }
}
