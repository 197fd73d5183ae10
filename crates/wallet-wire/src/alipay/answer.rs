//! Answers of the gateway: JSON with an inner object; the signature is over the bytes of that object.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::Charset;
use crate::{Paid, TradeState};

/// Parts of an answer whose signature has not been verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<'a> {
    /// Inner object, byte for byte: the signed text.
    pub signed: &'a [u8],
    /// Signature in base64, if there is one.
    pub sign: Option<String>,
    /// Serial number of Alipay's certificate, in certificate mode.
    pub cert_sn: Option<String>,
    charset: Charset,
}

impl<'a> Answer<'a> {
    /// Reads the answer to a method (`…_response`), or a general `error_response`. `None` for anything else.
    pub fn read(method: &str, body: &'a [u8], charset: Charset) -> Option<Self> {
        let masked = charset.mask_non_ascii(body);
        let parts: BTreeMap<String, &RawValue> = serde_json::from_str(&masked).ok()?;
        let word = |name: &str| serde_json::from_str(parts.get(name)?.get()).ok();
        let own = format!("{}_response", method.replace('.', "_"));
        let part = parts.get(&own).or_else(|| parts.get("error_response"))?;
        let start = part.get().as_ptr().addr() - masked.as_ptr().addr();
        Some(Self {
            signed: body.get(start..start + part.get().len())?,
            sign: word("sign"),
            cert_sn: word("alipay_cert_sn"),
            charset,
        })
    }

    /// Second candidate for the signed text: the inner object with `\/` as `/`, if it has any. Some of Alipay's servers sign before they escape, and
    /// Alipay's SDKs verify both candidates, too.
    pub fn unescaped_signed_text(&self) -> Option<Vec<u8>> {
        let pairs = || {
            self.signed
                .iter()
                .zip(self.signed.iter().skip(1).chain(&[0]))
        };
        let escaped = |pair: &(&u8, &u8)| *pair == (&b'\\', &b'/');
        pairs().any(|pair| escaped(&pair)).then(|| {
            let kept = pairs().filter(|pair| !escaped(pair));
            kept.map(|(byte, _)| *byte).collect()
        })
    }

    /// Inner object as text.
    pub fn content(&self) -> Cow<'a, str> {
        self.charset.text(self.signed)
    }
}

/// State of a payment, by Alipay's `trade_status`; `None` for an unknown status.
pub fn state(
    status: &str,
    was_paid: bool,
    paid: impl FnOnce() -> Option<Paid>,
) -> Option<TradeState> {
    match status {
        "WAIT_BUYER_PAY" => Some(TradeState::Waiting),
        "TRADE_SUCCESS" | "TRADE_FINISHED" => paid().map(TradeState::Paid),
        // This status stands also for a payment that was refunded in full.
        "TRADE_CLOSED" if was_paid => paid().map(TradeState::Paid),
        "TRADE_CLOSED" => Some(TradeState::Closed),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inner_object_is_found_byte_for_byte_in_any_charset() {
        let gbk = b"{ \"alipay_trade_query_response\" : {\"msg\":\"\xd5\x5c\xd7\x7d\"} ,\"sign\":\"a\\/=\",\"alipay_cert_sn\":\"1\"}";
        let charset = Charset::named("GBK").unwrap();
        let answer = Answer::read("alipay.trade.query", gbk, charset).unwrap();
        assert_eq!(answer.signed, b"{\"msg\":\"\xd5\x5c\xd7\x7d\"}");
        assert_eq!(answer.content(), r#"{"msg":"誠讅"}"#);
        assert_eq!(answer.sign.as_deref(), Some("a/="));
        assert_eq!(answer.cert_sn.as_deref(), Some("1"));
        assert_eq!(Answer::read("alipay.trade.close", gbk, charset), None);
    }

    #[test]
    fn a_slash_may_have_been_signed_before_it_was_escaped() {
        let charset = Charset::named("utf-8").unwrap();
        let read = |body: &'static [u8]| Answer::read("a.b", body, charset).unwrap();
        let escaped = read(br#"{"a_b_response":{"url":"https:\/\/a\\b"}}"#);
        assert_eq!(
            escaped.unescaped_signed_text().as_deref(),
            Some(&br#"{"url":"https://a\\b"}"#[..])
        );
        let bare = read(br#"{"error_response":{"url":"https://a"}}"#);
        assert_eq!((bare.unescaped_signed_text(), bare.sign), (None, None));
    }
}
