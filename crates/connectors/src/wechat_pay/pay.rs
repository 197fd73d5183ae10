//! Preparing a payment: a code to scan, an address to open, or parameters for WeChat's SDK.

use reqwest::{Method, Url};
use serde::Deserialize;
use serde_json::json;

use super::WechatPay;
use crate::sign;
use crate::wallets::{
    AppCall, Payment, Show, TradeType, WalletError, WechatPayCall, subject, to_rfc3339,
};

/// Longest `description` in bytes, counted in bytes to be safe.
const SUBJECT_MAX_BYTES: usize = 127;
/// Time for which an address of H5 is shown. It is good for five minutes, and a buyer takes a while to open it.
pub(crate) const H5_SHOWN_MS: i64 = 4 * 60 * 1000;
/// Value that WeChat's SDK requires.
const PACKAGE: &str = "Sign=WXPay";

#[derive(Deserialize)]
struct Native {
    code_url: String,
}

#[derive(Deserialize)]
struct H5 {
    h5_url: String,
}

#[derive(Deserialize)]
struct App {
    prepay_id: String,
}

impl WechatPay {
    pub(crate) async fn create(
        &self,
        payment: &Payment<'_>,
        now_ms: i64,
    ) -> Result<Show, WalletError> {
        let (name, app_id) = match payment.way {
            TradeType::Page => return Err(WalletError::NotOffered),
            TradeType::Qr => ("native", &self.app_id),
            TradeType::H5 { .. } => ("h5", &self.app_id),
            TradeType::App => ("app", &self.mobile_app_id),
        };
        let mut body = json!({
            "appid": app_id,
            "mchid": self.mch_id,
            "description": subject(payment.subject, SUBJECT_MAX_BYTES),
            "out_trade_no": payment.order_no.as_str(),
            "time_expire": to_rfc3339(payment.expires_ms),
            "notify_url": self.notify_url.as_str(),
            "amount": { "total": payment.amount.get(), "currency": "CNY" },
        });
        if let TradeType::H5 { client_ip } = payment.way {
            body["scene_info"] = json!({
                "payer_client_ip": client_ip.to_string(),
                "h5_info": { "type": "Wap" },
            });
        }
        let path = ["v3", "pay", "transactions", name];
        let answer: serde_json::Value = self
            .ask(
                Method::POST,
                &path,
                &[],
                Some(&body),
                self.timeouts.create,
                now_ms,
            )
            .await?;
        let unknown = || WalletError::Unverified("not of this call".to_owned());
        match payment.way {
            TradeType::Page => Err(WalletError::NotOffered),
            TradeType::Qr => {
                let native: Native = serde_json::from_value(answer).map_err(|_| unknown())?;
                Ok(Show::Qr(native.code_url))
            }
            TradeType::H5 { .. } => {
                let h5: H5 = serde_json::from_value(answer).map_err(|_| unknown())?;
                let mut url = Url::parse(&h5.h5_url).map_err(|_| unknown())?;
                if let Some(back) = payment.return_url {
                    url.query_pairs_mut().append_pair("redirect_url", back);
                }
                Ok(Show::Page(url.into()))
            }
            TradeType::App => {
                let app: App = serde_json::from_value(answer).map_err(|_| unknown())?;
                let call = self.app_call(app.prepay_id, now_ms)?;
                Ok(Show::App(AppCall::WechatPay(call)))
            }
        }
    }

    /// Parameters for the SDK, signed over four lines: the app, the time, the nonce and the payment.
    fn app_call(&self, prepay_id: String, now_ms: i64) -> Result<WechatPayCall, WalletError> {
        let (timestamp, nonce) = (now_ms.div_euclid(1000).to_string(), sign::nonce());
        let app_id = &self.mobile_app_id;
        let signed = format!("{app_id}\n{timestamp}\n{nonce}\n{prepay_id}\n");
        let sign = self
            .key
            .sign(signed.as_bytes())
            .ok_or(WalletError::Unsigned)?;
        Ok(WechatPayCall {
            appid: app_id.clone(),
            partnerid: self.mch_id.clone(),
            prepayid: prepay_id,
            package: PACKAGE.to_owned(),
            noncestr: nonce,
            timestamp,
            sign,
        })
    }
}
