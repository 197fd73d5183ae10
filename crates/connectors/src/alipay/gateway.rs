//! Calls of the gateway: a signed form goes out, and the answer is verified over its own bytes.

use std::borrow::Cow;

use reqwest::Url;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wallet_wire::alipay::{Answer, Charset, Params};

use super::Alipay;
use crate::http;
use crate::wallets::{WalletError, to_china};

/// Charset of requests, and of their answers.
const CHARSET: &str = "utf-8";

/// Fields of every answer.
#[derive(Deserialize)]
struct Common {
    code: String,
    #[serde(default)]
    msg: String,
    sub_code: Option<String>,
    sub_msg: Option<String>,
}

impl Alipay {
    /// Signs the parameters of a method. `now_ms`: Unix milliseconds, part of the signature.
    pub(super) fn signed(
        &self,
        method: &str,
        content: &serde_json::Value,
        more: &[(&str, &str)],
        now_ms: i64,
    ) -> Result<Params, WalletError> {
        let mut params = Params::default();
        params.set("app_id", &*self.app_id);
        params.set("method", method);
        params.set("format", "JSON");
        params.set("charset", CHARSET);
        params.set("sign_type", "RSA2");
        params.set("timestamp", to_china(now_ms));
        params.set("version", "1.0");
        params.set("biz_content", content.to_string());
        if let Some(serials) = &self.serials {
            params.set("app_cert_sn", &*serials.app);
            params.set("alipay_root_cert_sn", &*serials.root);
        }
        for (name, value) in more {
            params.set(name, *value);
        }
        let sign = self
            .key
            .sign(params.to_sign().as_bytes())
            .ok_or(WalletError::Unsigned)?;
        params.set("sign", sign);
        Ok(params)
    }

    /// Calls the gateway. An answer is returned only if Alipay signed it.
    pub(super) async fn ask<T: DeserializeOwned>(
        &self,
        method: &str,
        content: &serde_json::Value,
        more: &[(&str, &str)],
        limit: std::time::Duration,
        now_ms: i64,
    ) -> Result<T, WalletError> {
        let params = self.signed(method, content, more, now_ms)?;
        let request = self
            .client
            .post(self.address())
            .timeout(limit)
            .header(
                "content-type",
                "application/x-www-form-urlencoded;charset=utf-8",
            )
            .body(params.encoded());
        let reply = http::exchange(request).await?;
        let status = reply.status.as_u16();
        let content_type = reply.content_type.as_ref().and_then(|v| v.to_str().ok());
        let charset = Charset::of_answer(content_type, &reply.body).ok_or_else(|| {
            WalletError::Unverified(format!("HTTP {status}, in a charset that is not Alipay's"))
        })?;
        let content = self.verified(method, &reply.body, charset, status)?;
        judged(&content)?;
        serde_json::from_str(&content)
            .map_err(|_| WalletError::Unverified(format!("no answer to {method}")))
    }

    /// Address of calls. The gateway looks for the charset in the address alone, and answers in GBK where it finds none.
    fn address(&self) -> Url {
        let mut address = self.gateway.clone();
        address.query_pairs_mut().append_pair("charset", CHARSET);
        address
    }

    /// Inner object of an answer, if Alipay signed it byte for byte as it came.
    pub(super) fn verified<'a>(
        &self,
        method: &str,
        body: &'a [u8],
        charset: Charset,
        status: u16,
    ) -> Result<Cow<'a, str>, WalletError> {
        let unverified = |why: &str| WalletError::Unverified(format!("HTTP {status}, {why}"));
        let answer = Answer::read(method, body, charset)
            .ok_or_else(|| unverified("no answer of Alipay to this method"))?;
        let content = answer.content();
        let Some(sign) = &answer.sign else {
            return Err(unverified(&format!("unsigned {}", codes_of(&content))));
        };
        if let (Some(serials), Some(serial)) = (&self.serials, &answer.cert_sn)
            && !serial.eq_ignore_ascii_case(&serials.alipay)
        {
            return Err(unverified("signed by another certificate"));
        }
        let verifies = |text: &[u8]| self.theirs.verifies(text, sign);
        if verifies(answer.signed)
            || answer
                .unescaped_signed_text()
                .is_some_and(|text| verifies(&text))
        {
            Ok(content)
        } else {
            Err(unverified(&format!(
                "wrongly signed {}",
                codes_of(&content)
            )))
        }
    }
}

/// Codes of an answer, for people.
fn codes_of(content: &str) -> String {
    match serde_json::from_str::<Common>(content) {
        Ok(Common { code, sub_code, .. }) => {
            format!("{code} {}", sub_code.unwrap_or_default())
        }
        Err(_) => String::new(),
    }
}

/// Result of an answer: 10000 is done; 20000 and system errors leave it open; the rest is a refusal.
fn judged(content: &str) -> Result<(), WalletError> {
    let common: Common = serde_json::from_str(content)
        .map_err(|_| WalletError::Unverified("an answer without a code".to_owned()))?;
    let word = common.sub_code.unwrap_or_else(|| common.code.clone());
    match common.code.as_str() {
        "10000" => Ok(()),
        "20000" => Err(WalletError::Busy(word)),
        _ if word.ends_with("SYSTEM_ERROR") || word == "isp.unknow-error" => {
            Err(WalletError::Busy(word))
        }
        _ => Err(WalletError::Refused {
            code: word,
            message: common.sub_msg.unwrap_or(common.msg),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_10000_is_done_and_system_errors_leave_it_open() {
        assert!(judged(r#"{"code":"10000","msg":"Success"}"#).is_ok());
        for (content, open) in [
            (
                r#"{"code":"20000","msg":"Service Currently Unavailable","sub_code":"isp.unknow-error"}"#,
                true,
            ),
            (
                r#"{"code":"40004","msg":"Business Failed","sub_code":"ACQ.SYSTEM_ERROR"}"#,
                true,
            ),
            (
                r#"{"code":"40004","msg":"Business Failed","sub_code":"aop.ACQ.SYSTEM_ERROR"}"#,
                true,
            ),
            (
                r#"{"code":"40004","msg":"Business Failed","sub_code":"ACQ.TRADE_NOT_EXIST"}"#,
                false,
            ),
            (
                r#"{"code":"40001","msg":"Missing Required Arguments"}"#,
                false,
            ),
            (r#"{"msg":"Success"}"#, true),
        ] {
            let error = judged(content).expect_err("not done");
            assert_eq!(error.may_have_happened(), open, "{content}");
        }
    }

    /// An answer of Alipay's sandbox of 2023-12-20, as the tests of yansongda/pay publish it.
    #[test]
    fn the_published_answer_is_verified_over_its_own_bytes() {
        let trust = crate::alipay::Trust::Certificates {
            app: include_str!("../../tests/vectors/testing_app.crt").to_owned(),
            alipay: include_str!("../../tests/vectors/alipay_theirs.crt").to_owned(),
            root: include_str!("../../tests/vectors/alipay_root.crt").to_owned(),
        };
        let alipay = Alipay::new(&crate::alipay::Settings {
            app_id: "9021000122682882".to_owned(),
            seller_id: "2088721003899159".to_owned(),
            private_key: crate::Secret::new(include_str!("../../tests/vectors/testing_key.pem")),
            trust,
            gateway: None,
            notify_url: "https://console.example/callback/alipay".to_owned(),
            timeouts: crate::wallets::Timeouts::default(),
        })
        .expect("settings");
        let content = r#"{"code":"10000","msg":"Success","order_id":"20231220110070000002150000657610","out_biz_no":"2023122022560000","pay_date":"2023-12-20 22:56:33","pay_fund_order_id":"20231220110070001502150000660902","status":"SUCCESS","trans_amount":"0.01"}"#;
        let sign = "eITxP5fZiJPB2+vZb90IRkv2iARxeNx/6Omxk7FStqflhG5lMoCvGjo2FZ6Szo1bGBMBReazZuqLaqsgomWAUO9onMVurB3enLbRvwUlpE7XEZaxk/sJYjgc2Y7pIAenvnLL9PEAiXmvUvuinUlvS9J2r1XysC0p/2wu7kEJ/GgZpFDIIYY9mdM6U1rGbi+RvirQXtQHmaEuuJWLA75NR1bvfG3L8znzW9xz1kOQqOWsQmD/bF1CDWbozNLwLCUmClRJz0Fj4mUYRF0zbW2VP8ZgHu1YvVKJ2+dWC9b+0o94URk7psIpc5NjiOM9Jsn6aoC2CfrJ/sqFMRCkYWzw6A==";
        let method = "alipay.fund.trans.uni.transfer";
        let answer = |content: &str| {
            format!(r#"{{"alipay_fund_trans_uni_transfer_response": {content} ,"sign":"{sign}"}}"#)
        };
        let text = answer(content);
        let charset = Charset::named("utf-8").expect("a charset");
        let verified = |method: &str, text: &str| {
            let content = alipay.verified(method, text.as_bytes(), charset, 200);
            content.ok().map(Cow::into_owned)
        };
        assert_eq!(verified(method, &text).as_deref(), Some(content));
        for changed in [
            content.replace("0.01", "0.02"),
            content.replace(",\"msg\"", ", \"msg\""),
            content.replace("SUCCESS", "success"),
        ] {
            assert_eq!(verified(method, &answer(&changed)), None);
        }
        // An answer of another method, or by another certificate, is not verified; the certificate's number is written in either case.
        assert_eq!(verified("alipay.trade.query", &text), None);
        let by = |serial: &str| {
            let named = format!("\"alipay_cert_sn\":\"{serial}\",\"sign\"");
            verified(method, &text.replace("\"sign\"", &named))
        };
        let serial = &alipay.serials.as_ref().expect("certificates").alipay;
        for right in [serial.to_lowercase(), serial.to_uppercase()] {
            assert_eq!(by(&right).as_deref(), Some(content), "{right}");
        }
        assert_eq!(by("1"), None);
    }
}
