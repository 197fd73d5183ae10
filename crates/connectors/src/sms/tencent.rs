//! SMS service of Tencent Cloud: `SendSms` of 2021-01-11, signed by TC3-HMAC-SHA256.
//! Source: cloud.tencent.com/document/product/382. Errors come on HTTP 200.

use chrono::DateTime;
use reqwest::{Client, Url};
use serde::Deserialize;
use serde_json::json;

use super::{SmsConfigError, Templates, Timeout, address, host_header, unanswered};
use crate::sign::{hmac, sha256_hex};
use crate::{AcceptedMessage, Message, Secret, SendError, http};

/// Address of the service.
pub const URL: &str = "https://sms.tencentcloudapi.com/";
/// Region whose service is used unless another is set.
pub const REGION: &str = "ap-guangzhou";
const ALGORITHM: &str = "TC3-HMAC-SHA256";
const CONTENT_TYPE: &str = "application/json; charset=utf-8";
const SERVICE: &str = "sms";

/// Account of Tencent Cloud.
#[derive(Clone)]
pub struct Account {
    /// Id of the key, `SecretId`.
    pub key_id: String,
    /// Secret key, `SecretKey`.
    pub key: Secret,
    /// Id of the application, `SmsSdkAppId`.
    pub app_id: String,
    /// Signature that the service puts before the text.
    pub sign_name: String,
    /// Templates by purpose.
    pub templates: Templates,
    /// Region; [`REGION`] when missing.
    pub region: Option<String>,
}

/// Client of Tencent Cloud, for one account.
pub struct Tencent {
    client: Client,
    url: Url,
    account: Account,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "Response")]
    response: Response,
}

#[derive(Deserialize)]
struct Response {
    #[serde(rename = "Error")]
    error: Option<Status>,
    #[serde(rename = "SendStatusSet", default)]
    sent: Vec<Status>,
}

#[derive(Deserialize)]
struct Status {
    #[serde(rename = "Code")]
    code: String,
    /// The message's id at the service.
    #[serde(rename = "SerialNo", default)]
    serial_no: String,
}

impl Tencent {
    /// Client for an account; `url` is [`URL`] unless the service is reached elsewhere.
    pub fn new(
        url: Option<&str>,
        account: Account,
        timeout: Timeout,
    ) -> Result<Self, SmsConfigError> {
        let url = address(url.unwrap_or(URL))?;
        Ok(Self {
            client: http::client(&url, timeout.0)?,
            url,
            account,
        })
    }

    pub(super) async fn send(
        &self,
        number: &str,
        message: &Message,
        now_ms: i64,
    ) -> Result<AcceptedMessage, SendError> {
        let account = &self.account;
        let body = json!({
            "PhoneNumberSet": [number],
            "SmsSdkAppId": account.app_id,
            "SignName": account.sign_name,
            "TemplateId": account.templates.of(message)?,
            "TemplateParamSet": [message.code],
        })
        .to_string();
        let seconds = now_ms.div_euclid(1000);
        let host = host_header(&self.url);
        let authorization = authorization(account, SERVICE, &host, seconds, body.as_bytes())
            .ok_or(SendError::Broken("the time is out of range"))?;
        let request = self
            .client
            .post(self.url.clone())
            .header("host", host)
            .header("content-type", CONTENT_TYPE)
            .header("x-tc-action", "SendSms")
            .header("x-tc-version", "2021-01-11")
            .header("x-tc-region", account.region.as_deref().unwrap_or(REGION))
            .header("x-tc-timestamp", seconds)
            .header("authorization", authorization)
            .body(body);
        let reply = http::exchange(request).await.map_err(unanswered)?;
        let Answer { response } = serde_json::from_slice(&reply.body)
            .map_err(|_| SendError::Broken("no Response in Tencent Cloud's answer"))?;
        let status = match (response.error, response.sent.into_iter().next()) {
            (Some(error), _) => error,
            (None, Some(sent)) => sent,
            (None, None) => return Err(SendError::Broken("neither status nor error")),
        };
        match status.code.as_str() {
            "Ok" => Ok(AcceptedMessage::with(&format!("Ok {}", status.serial_no))),
            code if code.starts_with("LimitExceeded") => Err(SendError::Limited(status.code)),
            _ => Err(SendError::Refused(status.code)),
        }
    }
}

/// Canonical request of a POST to `/`.
fn canonical(host: &str, body: &[u8]) -> String {
    format!(
        "POST\n/\n\ncontent-type:{CONTENT_TYPE}\nhost:{host}\n\ncontent-type;host\n{}",
        sha256_hex(body)
    )
}

/// Header `Authorization`; none when the time has no date.
fn authorization(
    account: &Account,
    service: &str,
    host: &str,
    seconds: i64,
    body: &[u8],
) -> Option<String> {
    let date = DateTime::from_timestamp(seconds, 0)?
        .format("%Y-%m-%d")
        .to_string();
    let scope = format!("{date}/{service}/tc3_request");
    let to_sign = format!(
        "{ALGORITHM}\n{seconds}\n{scope}\n{}",
        sha256_hex(canonical(host, body).as_bytes())
    );
    let key = format!("TC3{}", account.key.expose());
    let key = hmac(key.as_bytes(), date.as_bytes());
    let key = hmac(&key, service.as_bytes());
    let key = hmac(&key, b"tc3_request");
    let signature = hex::encode(hmac(&key, to_sign.as_bytes()));
    Some(format!(
        "{ALGORITHM} Credential={}/{scope}, SignedHeaders=content-type;host, Signature={signature}",
        account.key_id
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Tencent Cloud's own page on signing; its asterisks belong to the key.
    #[test]
    fn the_published_signature_is_met() {
        let body = r#"{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}"#;
        let host = "cvm.tencentcloudapi.com";
        assert_eq!(
            sha256_hex(canonical(host, body.as_bytes()).as_bytes()),
            "5ffe6a04c0664d6b969fab9a13bdab201d63ee709638e2749d62a09ca18d7031"
        );
        let account = Account {
            key_id: "AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******".to_owned(),
            key: Secret::new("Gu5t9xGARNpq86cd98joQYCN3*******"),
            app_id: String::new(),
            sign_name: String::new(),
            templates: Templates::parse("1").expect("a template"),
            region: None,
        };
        assert_eq!(
            authorization(&account, "cvm", host, 1_551_113_065, body.as_bytes()).expect("a date"),
            "TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, \
             SignedHeaders=content-type;host, \
             Signature=2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c"
        );
    }
}
