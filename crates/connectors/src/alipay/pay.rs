//! Preparing a payment. Page, H5 and app need no call: the prompt is the signed request itself.

use serde::Deserialize;
use serde_json::json;

use super::Alipay;
use crate::wallets::{AppCall, Payment, Show, TradeType, WalletError, subject, to_china};

/// Longest subject in bytes: 256 characters, counted in bytes to be safe.
const SUBJECT_MAX_BYTES: usize = 256;

#[derive(Deserialize)]
struct Prepared {
    out_trade_no: String,
    qr_code: String,
}

impl Alipay {
    /// Prepares a payment. A buyer who opens it after its deadline is refused by Alipay.
    pub(crate) async fn create(
        &self,
        payment: &Payment<'_>,
        now_ms: i64,
    ) -> Result<Show, WalletError> {
        let (method, product) = match payment.way {
            TradeType::Page => ("alipay.trade.page.pay", "FAST_INSTANT_TRADE_PAY"),
            TradeType::H5 { .. } => ("alipay.trade.wap.pay", "QUICK_WAP_WAY"),
            TradeType::App => ("alipay.trade.app.pay", "QUICK_MSECURITY_PAY"),
            TradeType::Qr => ("alipay.trade.precreate", "FACE_TO_FACE_PAYMENT"),
        };
        let mut content = json!({
            "out_trade_no": payment.order_no.as_str(),
            "total_amount": payment.amount.to_yuan(),
            "subject": subject(payment.subject, SUBJECT_MAX_BYTES),
            "product_code": product,
            "time_expire": to_china(payment.expires_ms),
        });
        let notify_url = self.notify_url.as_str();
        let mut more = vec![("notify_url", notify_url)];
        if matches!(payment.way, TradeType::Page | TradeType::H5 { .. }) {
            more.extend(payment.return_url.map(|url| ("return_url", url)));
        }
        if let (TradeType::H5 { .. }, Some(url)) = (payment.way, payment.return_url) {
            content["quit_url"] = url.into();
        }
        match payment.way {
            TradeType::Page | TradeType::H5 { .. } => {
                let params = self.signed(method, &content, &more, now_ms)?;
                let mut url = self.gateway.clone();
                url.set_query(Some(&params.encoded()));
                Ok(Show::Page(url.into()))
            }
            TradeType::App => {
                let params = self.signed(method, &content, &more, now_ms)?;
                Ok(Show::App(AppCall::Alipay(params.encoded())))
            }
            TradeType::Qr => {
                let limit = self.timeouts.create;
                let prepared: Prepared = self.ask(method, &content, &more, limit, now_ms).await?;
                if prepared.out_trade_no != payment.order_no.as_str() {
                    return Err(WalletError::Unverified("of another payment".to_owned()));
                }
                Ok(Show::Qr(prepared.qr_code))
            }
        }
    }
}
