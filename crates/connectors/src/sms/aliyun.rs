//! SMS service of Aliyun: `SendSms` of dysmsapi 2017-05-25, signed by ACS3-HMAC-SHA256.
//! Source: help.aliyun.com, "V3 request body and signature mechanism"; parameters travel in the query, the body is empty.

use chrono::{DateTime, SecondsFormat};
use reqwest::{Client, Url};
use serde::Deserialize;
use serde_json::json;

use super::{SmsConfigError, Templates, Timeout, address, host_header, unanswered};
use crate::sign::{hmac, nonce, percent, sha256_hex};
use crate::{AcceptedMessage, Message, Secret, SendError, http};

/// Address of the service.
pub const URL: &str = "https://dysmsapi.aliyuncs.com/";
const ALGORITHM: &str = "ACS3-HMAC-SHA256";
/// Code for too many messages to one number: by the minute, the hour or the day.
const LIMITED: &str = "isv.BUSINESS_LIMIT_CONTROL";

/// Client for an account of Aliyun.
pub struct Aliyun {
    client: Client,
    url: Url,
    key_id: String,
    key: Secret,
    sign_name: String,
    templates: Templates,
}

/// Parts of a request that are signed.
struct Request<'a> {
    host: &'a str,
    action: &'a str,
    version: &'a str,
    date: &'a str,
    nonce: &'a str,
    /// Query in canonical order and form.
    query: &'a str,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(rename = "Code")]
    code: String,
    /// The message's id at the service.
    #[serde(rename = "BizId", default)]
    biz_id: String,
}

impl Aliyun {
    /// Client for an account; `url` is [`URL`] unless the service is reached elsewhere.
    pub fn new(
        url: Option<&str>,
        key_id: String,
        key: Secret,
        sign_name: String,
        templates: Templates,
        timeout: Timeout,
    ) -> Result<Self, SmsConfigError> {
        let url = address(url.unwrap_or(URL))?;
        Ok(Self {
            client: http::client(&url, timeout.0)?,
            url,
            key_id,
            key,
            sign_name,
            templates,
        })
    }

    pub(super) async fn send(
        &self,
        number: &str,
        message: &Message,
        now_ms: i64,
    ) -> Result<AcceptedMessage, SendError> {
        let parameter = json!({ "code": message.code }).to_string();
        // Mainland numbers are sent without a prefix, others without the plus.
        let number = number
            .strip_prefix("+86")
            .unwrap_or_else(|| number.trim_start_matches('+'));
        let query = canonical_query([
            ("PhoneNumbers", number),
            ("SignName", &self.sign_name),
            ("TemplateCode", self.templates.of(message)?),
            ("TemplateParam", &parameter),
        ]);
        let date = DateTime::from_timestamp_millis(now_ms)
            .ok_or(SendError::Broken("the time is out of range"))?
            .to_rfc3339_opts(SecondsFormat::Secs, true);
        let (host, nonce) = (host_header(&self.url), nonce());
        let signed = Request {
            host: &host,
            action: "SendSms",
            version: "2017-05-25",
            date: &date,
            nonce: &nonce,
            query: &query,
        };
        let mut url = self.url.clone();
        url.set_query(Some(&query));
        let mut request = self.client.post(url);
        for (name, value) in headers(&signed) {
            request = request.header(name, value);
        }
        let request = request
            .header(
                "authorization",
                authorization(&signed, &self.key_id, &self.key),
            )
            .header("content-length", 0);
        let reply = http::exchange(request).await.map_err(unanswered)?;
        let answer: Answer = serde_json::from_slice(&reply.body)
            .map_err(|_| SendError::Broken("no Code in Aliyun's answer"))?;
        match answer.code.as_str() {
            "OK" if reply.status.is_success() => {
                Ok(AcceptedMessage::with(&format!("OK {}", answer.biz_id)))
            }
            LIMITED => Err(SendError::Limited(answer.code)),
            _ => Err(SendError::Refused(answer.code)),
        }
    }
}

/// Canonical query: sorted by name, each part encoded.
fn canonical_query<const N: usize>(mut pairs: [(&str, &str); N]) -> String {
    pairs.sort_unstable();
    pairs
        .map(|(name, value)| format!("{}={}", percent(name), percent(value)))
        .join("&")
}

/// Signed headers, in order. The hash is that of the empty body.
fn headers(request: &Request<'_>) -> [(&'static str, String); 6] {
    [
        ("host", request.host.to_owned()),
        ("x-acs-action", request.action.to_owned()),
        ("x-acs-content-sha256", sha256_hex(b"")),
        ("x-acs-date", request.date.to_owned()),
        ("x-acs-signature-nonce", request.nonce.to_owned()),
        ("x-acs-version", request.version.to_owned()),
    ]
}

fn canonical(request: &Request<'_>) -> (String, String) {
    let headers = headers(request);
    let names = headers.each_ref().map(|(name, _)| *name).join(";");
    let lines = headers
        .map(|(name, value)| format!("{name}:{value}"))
        .join("\n");
    let text = format!(
        "POST\n/\n{}\n{lines}\n\n{names}\n{}",
        request.query,
        sha256_hex(b"")
    );
    (text, names)
}

fn authorization(request: &Request<'_>, key_id: &str, key: &Secret) -> String {
    let (canonical, names) = canonical(request);
    let to_sign = format!("{ALGORITHM}\n{}", sha256_hex(canonical.as_bytes()));
    let signature = hex::encode(hmac(key.expose().as_bytes(), to_sign.as_bytes()));
    format!("{ALGORITHM} Credential={key_id},SignedHeaders={names},Signature={signature}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Aliyun's own page on signing.
    #[test]
    fn the_published_signature_is_met() {
        let query = canonical_query([
            ("RegionId", "cn-shanghai"),
            (
                "ImageId",
                "win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd",
            ),
        ]);
        let request = Request {
            host: "ecs.cn-shanghai.aliyuncs.com",
            action: "RunInstances",
            version: "2014-05-26",
            date: "2023-10-26T10:22:32Z",
            nonce: "3156853299f313e23d1673dc12e1703d",
            query: &query,
        };
        assert_eq!(
            sha256_hex(canonical(&request).0.as_bytes()),
            "7ea06492da5221eba5297e897ce16e55f964061054b7695beedaac1145b1e259"
        );
        assert_eq!(
            authorization(
                &request,
                "YourAccessKeyId",
                &Secret::new("YourAccessKeySecret")
            ),
            "ACS3-HMAC-SHA256 Credential=YourAccessKeyId,\
             SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,\
             Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0"
        );
    }

    #[test]
    fn what_is_special_in_a_query_is_encoded_by_rfc_3986() {
        assert_eq!(
            canonical_query([("b", "猫 *~+/="), ("a", "{\"code\":\"1\"}")]),
            "a=%7B%22code%22%3A%221%22%7D&b=%E7%8C%AB%20%2A~%2B%2F%3D"
        );
    }
}
