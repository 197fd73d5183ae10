//! Charsets of Alipay: the gateway answers in GBK unless the request's URL names another charset, and notifies old apps in GBK.

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030, GBK, UTF_8};

/// Character in masked text for a byte that is not ASCII. No field name that is searched for contains it.
const MASK: char = '?';

/// Charset of a message from Alipay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Charset(&'static Encoding);

impl Charset {
    /// Charset of bills.
    pub(super) const GBK: Self = Self(GBK);

    /// Charset by its name in `charset` or `Content-Type`: UTF-8, GBK, GB2312 or GB18030, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let encoding = Encoding::for_label(name.trim().as_bytes())?;
        let known = [UTF_8, GBK, GB18030].contains(&encoding);
        known.then_some(Self(encoding))
    }

    /// Charset of an answer, by its `Content-Type`; where that names none, UTF-8 if the body is valid UTF-8, otherwise GBK.
    pub fn of_answer(content_type: Option<&str>, body: &[u8]) -> Option<Self> {
        let mut parameters = content_type.unwrap_or_default().split(';').skip(1);
        let named = parameters.find_map(|parameter| {
            let (name, value) = parameter.split_once('=')?;
            let is_charset = name.trim().eq_ignore_ascii_case("charset");
            is_charset.then(|| value.trim().trim_matches('"'))
        });
        match named {
            Some(name) => Self::named(name),
            None if std::str::from_utf8(body).is_ok() => Some(Self(UTF_8)),
            None => Some(Self(GBK)),
        }
    }

    /// Decodes bytes. Malformed characters are replaced, which harms only texts for people: numbers and amounts are ASCII and are validated later.
    pub fn text(self, bytes: &[u8]) -> Cow<'_, str> {
        self.0.decode_without_bom_handling(bytes).0
    }

    /// Masks each character that is not ASCII, byte for byte, so that the JSON can be searched and each part has the same position as in `bytes`.
    ///
    /// Without that, the second byte of a GBK character may be taken for a backslash or a brace.
    pub fn mask_non_ascii(self, bytes: &[u8]) -> String {
        let mut second = false;
        let masked = bytes.iter().map(|byte| {
            let kept = byte.is_ascii() && !second;
            second = self.0 != UTF_8 && !second && matches!(byte, 0x81..=0xFE);
            if kept { char::from(*byte) } else { MASK }
        });
        masked.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alipays_charsets_are_known_by_any_of_their_names_and_no_others() {
        for name in ["utf-8", "UTF-8", "utf8", " utf-8 "] {
            assert_eq!(Charset::named(name), Some(Charset(UTF_8)), "{name}");
        }
        for name in ["GBK", "gbk", "GB2312", "gb2312"] {
            assert_eq!(Charset::named(name), Some(Charset(GBK)), "{name}");
        }
        assert_eq!(Charset::named("gb18030"), Some(Charset(GB18030)));
        for name in ["", "big5", "utf-16", "iso-8859-1", "utf-9"] {
            assert_eq!(Charset::named(name), None, "{name}");
        }
    }

    #[test]
    fn an_answer_is_in_what_its_type_says_and_otherwise_in_what_it_can_be() {
        let (utf8, gbk) = ("成功".as_bytes(), &b"\xb3\xc9\xb9\xa6"[..]);
        for (content_type, body, charset) in [
            (Some("text/html;charset=GBK"), gbk, Some(Charset(GBK))),
            (Some("text/html; Charset=\"gbk\""), utf8, Some(Charset(GBK))),
            (Some("text/html;charset=UTF-8"), gbk, Some(Charset(UTF_8))),
            (Some("text/html;charset=big5"), gbk, None),
            (Some("text/html"), gbk, Some(Charset(GBK))),
            (Some("text/html"), utf8, Some(Charset(UTF_8))),
            (None, utf8, Some(Charset(UTF_8))),
        ] {
            let found = Charset::of_answer(content_type, body);
            assert_eq!(found, charset, "{content_type:?}");
        }
    }

    #[test]
    fn masked_text_has_every_part_in_its_place() {
        // In GBK the second byte of 誠 is a backslash, and that of 讅 a closing bracket.
        let gbk = b"{\"a\":\"\xd5\x5c\",\"b\":\"\xd7\x7d\"}";
        let masked = Charset(GBK).mask_non_ascii(gbk);
        assert_eq!(masked, r#"{"a":"??","b":"??"}"#);
        let utf8 = r#"{"a":"成\"功"}"#;
        let masked = Charset(UTF_8).mask_non_ascii(utf8.as_bytes());
        assert_eq!(masked, r#"{"a":"???\"???"}"#);
        // Four bytes of GB18030, and one that is cut off.
        let masked = Charset(GB18030).mask_non_ascii(b"\x81\x30\x81\x30\"\x81");
        assert_eq!(masked, "????\"?");
    }
}
