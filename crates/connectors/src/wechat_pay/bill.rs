//! Bill of a day: a signed answer of WeChat Pay names an address and the digest of the file there.

use reqwest::{Method, StatusCode, Url};
use serde::Deserialize;
use sha1::{Digest, Sha1};
use wallet_wire::wechat_pay::bill;

use super::WechatPay;
use crate::http;
use crate::wallets::{BILL_DEADLINE, BILL_MAX_BYTES, Bill, WalletError, unreadable};

/// Codes of a day without a bill: nothing moved, or it is being made.
const NOT_THERE: [&str; 2] = ["NO_STATEMENT_EXIST", "STATEMENT_CREATING"];

#[derive(Deserialize)]
struct BillAnswer {
    hash_type: String,
    hash_value: String,
    download_url: String,
}

fn unverified(why: &str) -> WalletError {
    WalletError::Unverified(why.to_owned())
}

impl WechatPay {
    pub(crate) async fn bill(&self, day: &str, now_ms: i64) -> Result<Bill, WalletError> {
        let path = ["v3", "bill", "tradebill"];
        let query = [("bill_date", day), ("bill_type", "ALL")];
        let asked = self.ask(Method::GET, &path, &query, None, self.timeouts.ask, now_ms);
        let told: BillAnswer = match asked.await {
            Err(WalletError::Refused { code, .. }) if NOT_THERE.contains(&code.as_str()) => {
                return Ok(Bill::Absent);
            }
            other => other?,
        };
        let url = Url::parse(&told.download_url)
            .ok()
            .filter(http::is_safe)
            .ok_or_else(|| unverified("a bill at an address that is not https"))?;
        // The answer is not signed: the digest proves it.
        let reply = self.download(url, now_ms).await?;
        if reply.status != StatusCode::OK {
            return Err(WalletError::Busy(format!("HTTP {}", reply.status.as_u16())));
        }
        let lines = tokio::task::spawn_blocking(move || {
            let digest = hex::encode(Sha1::digest(&reply.body));
            if told.hash_type != "SHA1" || !digest.eq_ignore_ascii_case(&told.hash_value) {
                return Err(unverified("a bill of another digest"));
            }
            bill(&reply.body).map_err(|error| unreadable(&error))
        });
        lines
            .await
            .map_err(|_| unverified("a bill that cannot be read"))?
            .map(Bill::Lines)
    }

    /// Fetches the file at an address that WeChat Pay named, by a request that is signed like every other one.
    async fn download(&self, url: Url, now_ms: i64) -> Result<http::Reply, WalletError> {
        let target = match url.query() {
            Some(query) => format!("{}?{query}", url.path()),
            None => url.path().to_owned(),
        };
        let authorization = self.authorization(&Method::GET, &target, "", now_ms)?;
        let request = self
            .client
            .get(url)
            .timeout(BILL_DEADLINE)
            .header("accept", "application/json")
            .header("authorization", authorization);
        Ok(http::exchange_within(request, BILL_MAX_BYTES).await?)
    }
}
