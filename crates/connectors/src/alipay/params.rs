//! Parameters of the gateway: how they are signed, sent and read.

use std::collections::BTreeMap;

use url::form_urlencoded::Serializer;

/// Names and values, sorted by the bytes of their names.
#[derive(Debug, Clone, Default)]
pub struct Params(BTreeMap<String, String>);

impl Params {
    /// Adds or replaces one.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// The value of a name, if it is there.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// What is signed: all with a value but `sign` and those that are left out, as they are, joined.
    pub fn to_sign(&self, left_out: &[&str]) -> String {
        let kept = self.0.iter().filter(|(name, value)| {
            !value.is_empty() && name.as_str() != "sign" && !left_out.contains(&name.as_str())
        });
        let joined: Vec<String> = kept.map(|(n, v)| format!("{n}={v}")).collect();
        joined.join("&")
    }

    /// As they go over the wire.
    pub fn encoded(&self) -> String {
        Serializer::new(String::new())
            .extend_pairs(&self.0)
            .finish()
    }

    /// A form as it came: UTF-8 throughout, no name twice. `None` for everything else.
    pub fn read(body: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(body).ok()?;
        let mut params = BTreeMap::new();
        for pair in text.split('&') {
            let (name, value) = pair.split_once('=')?;
            let name = decoded(name).filter(|name| !name.is_empty())?;
            if params.insert(name, decoded(value)?).is_some() {
                return None;
            }
        }
        Some(Self(params))
    }
}

/// `%XX` and `+` of a form; nothing but whole UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                let (high, low) = (digit()?, digit()?);
                u8::try_from(high * 16 + low).ok()?
            }
            plain => plain,
        });
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_values_and_the_signature_are_not_signed_and_nothing_is_encoded() {
        let mut params = Params::default();
        for (name, value) in [
            ("method", "alipay.trade.query"),
            ("sign_type", "RSA2"),
            ("charset", "utf-8"),
            ("notify_url", ""),
            ("sign", "abc"),
            ("biz_content", r#"{"subject":"云 手机+1"}"#),
        ] {
            params.set(name, value);
        }
        assert_eq!(
            params.to_sign(&[]),
            r#"biz_content={"subject":"云 手机+1"}&charset=utf-8&method=alipay.trade.query&sign_type=RSA2"#
        );
        assert!(!params.to_sign(&["sign_type"]).contains("sign_type"));
    }

    #[test]
    fn a_form_with_a_name_twice_or_broken_text_is_none() {
        let read = |text: &[u8]| Params::read(text).is_some();
        assert!(read(b"a=1&b=%E4%BA%91+x"));
        for broken in [
            &b"a=1&a=1"[..],
            b"a=1&%61=2",
            b"a",
            b"",
            b"=1",
            b"a=1&",
            b"a=%E4%BA",
            b"a=%+1",
            b"a=%4",
            b"a=%zz",
            b"a=\xff",
        ] {
            assert!(!read(broken), "{}", String::from_utf8_lossy(broken));
        }
    }

    #[test]
    fn what_is_sent_is_read_again() {
        let mut params = Params::default();
        params.set("subject", "云 手机+1&=%/");
        params.set("sign", "a+/=");
        let read = Params::read(params.encoded().as_bytes()).expect("a form");
        assert_eq!(read.get("subject"), Some("云 手机+1&=%/"));
        assert_eq!(read.get("sign"), Some("a+/="));
    }
}
