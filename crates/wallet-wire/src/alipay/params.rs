//! Parameters of the gateway: signing, encoding and parsing.

use std::collections::BTreeMap;

use form_urlencoded::Serializer;

use super::Charset;

/// Parameters of a request or notice: names and values, sorted by the bytes of the names.
#[derive(Debug, Clone, Default)]
pub struct Params(BTreeMap<String, String>);

impl Params {
    /// Adds or replaces a parameter.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Value of a parameter. An empty one counts as missing: it need not be covered by the signature, so anybody may have added or removed it.
    pub fn get(&self, name: &str) -> Option<&str> {
        let value = self.0.get(name).map(String::as_str);
        value.filter(|value| !value.is_empty())
    }

    /// Text to be signed for a request: all parameters with a value but `sign`, joined as `name=value` by `&`, not percent-encoded.
    pub fn to_sign(&self) -> String {
        let kept = self
            .0
            .iter()
            .filter(|(name, value)| !value.is_empty() && name.as_str() != "sign");
        let joined: Vec<String> = kept.map(|(n, v)| format!("{n}={v}")).collect();
        joined.join("&")
    }

    /// Encodes the parameters for sending, as a form.
    pub fn encoded(&self) -> String {
        Serializer::new(String::new())
            .extend_pairs(&self.0)
            .finish()
    }
}

/// Most empty parameters for which all combinations of signed and unsigned ones are tried.
const EMPTY_MAX: usize = 4;

/// Form that Alipay posts: names and values as bytes, as their charset is itself one of the values.
pub struct Form(BTreeMap<Vec<u8>, Vec<u8>>);

impl Form {
    /// Parses a form. `None` where it is malformed or has a name twice.
    pub fn read(body: &[u8]) -> Option<Self> {
        let mut form = BTreeMap::new();
        for pair in body.split(|byte| *byte == b'&') {
            let equals = pair.iter().position(|byte| *byte == b'=')?;
            let (name, value) = (&pair[..equals], &pair[equals + 1..]);
            let name = decoded(name).filter(|name| !name.is_empty())?;
            if form.insert(name, decoded(value)?).is_some() {
                return None;
            }
        }
        Some(Self(form))
    }

    /// Value of a parameter that is always ASCII, so that it can be read before the charset is known. `None` if empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let value = std::str::from_utf8(self.0.get(name.as_bytes())?).ok()?;
        (!value.is_empty()).then_some(value)
    }

    /// Candidates for the signed text: all parameters but `sign` and `sign_type`, with some of the empty ones. Alipay signs all of the empty ones,
    /// none, or those with which the order was made. The first candidate has all of them and the last one none; with more than [`EMPTY_MAX`] of them
    /// there are only these two.
    pub fn signed_texts(&self) -> Vec<Vec<u8>> {
        let is_signed = |name: &[u8]| !matches!(name, b"sign" | b"sign_type");
        let signed: Vec<_> = self.0.iter().filter(|(name, _)| is_signed(name)).collect();
        let empty = signed.iter().filter(|(_, value)| value.is_empty()).count();
        let all = (1_usize << empty.min(EMPTY_MAX)) - 1;
        // Each set has a bit for each empty parameter: whether it is in the text.
        let sets: Vec<usize> = if empty > EMPTY_MAX {
            vec![usize::MAX, 0]
        } else {
            (0..=all).rev().collect()
        };
        let text = |set: usize| {
            let mut nth = 0;
            let kept = signed.iter().filter(|(_, value)| {
                let is_kept = !value.is_empty() || set >> nth & 1 == 1;
                nth += usize::from(value.is_empty());
                is_kept
            });
            let joined: Vec<Vec<u8>> = kept.map(|(n, v)| [n, &b"="[..], v].concat()).collect();
            joined.join(&b'&')
        };
        sets.into_iter().map(text).collect()
    }

    /// Decodes the parameters, for a caller that has verified the signature.
    pub fn into_params(self, charset: Charset) -> Params {
        let text = |bytes: Vec<u8>| charset.text(&bytes).into_owned();
        Params(
            self.0
                .into_iter()
                .map(|(n, v)| (text(n), text(v)))
                .collect(),
        )
    }
}

/// Decodes `%XX`, and `+` as a space, as in a form.
fn decoded(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.iter();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(*rest.next()?).to_digit(16);
                let (high, low) = (digit()?, digit()?);
                u8::try_from(high * 16 + low).ok()?
            }
            plain => *plain,
        });
    }
    Some(bytes)
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
            params.to_sign(),
            r#"biz_content={"subject":"云 手机+1"}&charset=utf-8&method=alipay.trade.query&sign_type=RSA2"#
        );
    }

    #[test]
    fn a_form_is_signed_with_its_empty_values_or_without_them() {
        let form = Form::read(b"sign=abc&sign_type=RSA2&b=&a=1+%E4").unwrap();
        assert_eq!(
            form.signed_texts(),
            [b"a=1 \xe4&b=".to_vec(), b"a=1 \xe4".to_vec()]
        );
        let form = Form::read(b"a=1&b=&c=").unwrap();
        assert_eq!(
            form.signed_texts(),
            [&b"a=1&b=&c="[..], b"a=1&c=", b"a=1&b=", b"a=1"]
        );
        let form = Form::read(b"a=1&b=&c=&d=&e=&f=").unwrap();
        assert_eq!(form.signed_texts(), [&b"a=1&b=&c=&d=&e=&f="[..], b"a=1"]);
    }

    #[test]
    fn a_form_with_a_name_twice_or_broken_codes_is_none() {
        let read = |text: &[u8]| Form::read(text).is_some();
        for fine in [&b"a=1&b=%E4%BA%91+x"[..], b"a=%E4%BA", b"a=\xff", b"a=="] {
            assert!(read(fine), "{}", String::from_utf8_lossy(fine));
        }
        for broken in [
            &b"a=1&a=1"[..],
            b"a=1&%61=2",
            b"a",
            b"",
            b"=1",
            b"a=1&",
            b"a=%+1",
            b"a=%4",
            b"a=%zz",
        ] {
            assert!(!read(broken), "{}", String::from_utf8_lossy(broken));
        }
    }

    #[test]
    fn what_is_sent_is_read_again_and_what_is_empty_is_none() {
        let mut params = Params::default();
        params.set("subject", "云 手机+1&=%/");
        params.set("sign", "a+/=");
        params.set("body", "");
        let form = Form::read(params.encoded().as_bytes()).unwrap();
        assert_eq!(form.get("sign"), Some("a+/="));
        let read = form.into_params(Charset::named("utf-8").unwrap());
        assert_eq!(read.get("subject"), Some("云 手机+1&=%/"));
        assert_eq!(read.get("body"), None);
    }
}
