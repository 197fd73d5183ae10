//! Social sign-in: the services, the pages to which they may send a browser back, and time limits.

use crate::every;
use crate::lang::Words;
use crate::member::NICKNAME_MAX_CHARS;
use crate::text;
use strum::{EnumCount, VariantArray};

/// Time limit of a sign-in at a service, from its begin to the return.
pub const SOCIAL_WAY_MS: i64 = 10 * 60 * 1000;
/// Time limit for binding a social account that belongs to no member yet.
pub const SOCIAL_TOKEN_MS: i64 = 10 * 60 * 1000;
/// Social sign-ins that one address may begin in an hour: an office behind one address stays below.
pub const ADDRESS_WAYS: i64 = 120;
/// Window in which social sign-ins of an address are counted.
pub const WAYS_WINDOW_MS: i64 = 60 * 60 * 1000;
/// Longest address of a picture that is kept.
const PICTURE_MAX_BYTES: usize = 500;
/// Longest subject that is known: OpenID Connect Core 2 allows 255 ASCII characters.
pub const SUBJECT_MAX_BYTES: usize = 255;
/// The two pages that a service may send a browser back to.
pub const RETURN_PATHS: [&str; 2] = ["/app/social-login", "/app/auth-redirect"];

/// A kind of service; the number is `type` on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray)]
pub enum SocialKind {
    /// WeChat's sign-in for web pages, by its own rules.
    Wechat = 32,
    /// A provider of OpenID Connect, whichever the settings name.
    OpenId = 50,
}

impl SocialKind {
    /// The complete list of services.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The number on the wire.
    pub const fn number(self) -> i16 {
        self as i16
    }

    /// The service's common name, where it is one service; none where the operator names it.
    pub const fn name(self) -> Option<Words> {
        match self {
            Self::Wechat => Some(Words::new("微信", "WeChat")),
            Self::OpenId => None,
        }
    }

    /// Finds a service by its number.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| i64::from(kind.number()) == number)
    }
}

/// Whether a service may send a browser to an address: exactly one of [`RETURN_PATHS`] at the page's own origin.
pub fn may_return_to(root: &str, redirect_uri: &str) -> bool {
    redirect_uri
        .strip_prefix(root)
        .is_some_and(|path| RETURN_PATHS.contains(&path))
}

/// Nickname proposed from the name that a service gives; may be empty.
pub fn proposed_nickname(name: &str) -> String {
    let line = text::one_line(name);
    if !text::is_seen(&line) {
        return String::new();
    }
    let mut kept = String::new();
    for c in line.chars() {
        kept.push(c);
        if text::count(&kept) > NICKNAME_MAX_CHARS {
            kept.pop();
            break;
        }
    }
    kept
}

/// Address of a service's picture as browsers may open it; else empty. The server never fetches it.
pub fn proposed_picture(address: &str) -> String {
    let fine = address.len() <= PICTURE_MAX_BYTES && address.is_ascii() && text::is_url(address);
    if fine {
        address.to_owned()
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_sends_back_to_two_pages_and_nowhere_else() {
        let origin = "https://console.example";
        for path in RETURN_PATHS {
            assert!(may_return_to(origin, &format!("{origin}{path}")));
        }
        for uri in [
            "https://console.example/app/social-login/",
            "https://console.example/app/social-login?next=1",
            "https://console.example/app/social-login#x",
            "https://console.example/app/Social-login",
            "https://console.example//app/social-login",
            "https://console.example/app/../app/social-login",
            "https://console.example.evil/app/social-login",
            "https://console.example:443/app/social-login",
            "http://console.example/app/social-login",
            "https://console.example/app/",
            "/app/social-login",
            "",
        ] {
            assert!(!may_return_to(origin, uri), "{uri}");
        }
    }

    #[test]
    fn a_kind_is_found_by_its_number() {
        for kind in SocialKind::ALL {
            assert_eq!(
                SocialKind::from_number(i64::from(kind.number())),
                Some(kind)
            );
        }
        assert_eq!(SocialKind::from_number(0), None);
        assert_eq!(SocialKind::from_number(32 + (1 << 16)), None);
    }

    #[test]
    fn a_proposed_nickname_is_one_line_and_not_too_long() {
        assert_eq!(proposed_nickname(" 李\n姐\u{202e} "), "李 姐");
        let twenty = "猫".repeat(NICKNAME_MAX_CHARS);
        assert_eq!(proposed_nickname(&twenty), twenty);
        assert_eq!(proposed_nickname(&format!("{twenty}狗")), twenty);
        assert_eq!(proposed_nickname("\u{0}"), "");
    }

    #[test]
    fn a_picture_is_an_address_that_browsers_open() {
        assert_eq!(
            proposed_picture("https://a.example/p.png"),
            "https://a.example/p.png"
        );
        let longest = format!("https://{}", "a".repeat(PICTURE_MAX_BYTES - 8));
        assert_eq!(proposed_picture(&longest), longest);
        for address in [
            format!("{longest}a"),
            "javascript:alert(1)".to_owned(),
            "data:image/png;base64,AA==".to_owned(),
            "https://a.example/ p.png".to_owned(),
        ] {
            assert_eq!(proposed_picture(&address), "", "{address}");
        }
    }
}
