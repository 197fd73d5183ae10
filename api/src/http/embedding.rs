//! Origins whose pages may frame the embedded ones: buying, renewing, redeeming codes, and the player.

use thiserror::Error;

use super::request_middleware::CONTENT_POLICY;

/// Policy that keeps other pages from framing ours.
const NOBODY: &str = "frame-ancestors 'none'";
/// Paths of the pages that may be framed.
const EMBEDDED: [&str; 4] = [
    "payManageEmbedded",
    "renewManageEmbedded",
    "redemptionCodeEmbedded",
    "play/embedded",
];

/// Error: the text is no origin.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{0}` is no origin: https://shop.example, with a port where it is not the usual one, and nothing behind it"
)]
pub struct NotAnOrigin(String);

/// Origins that may frame embedded pages, none to begin with.
#[derive(Debug, Clone, Default)]
pub struct Embedders {
    origins: Vec<String>,
}

impl Embedders {
    /// Parses origins with commas between them.
    pub fn parse(text: &str) -> Result<Self, NotAnOrigin> {
        let parts = text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty());
        let origins = parts.map(|part| {
            if is_origin(part) {
                Ok(part.to_owned())
            } else {
                Err(NotAnOrigin(part.to_owned()))
            }
        });
        Ok(Self {
            origins: origins.collect::<Result<_, _>>()?,
        })
    }

    /// Origins in the given order.
    pub fn origins(&self) -> &[String] {
        &self.origins
    }

    /// Policy of a page of the web app (a path below `/app/`) that may be framed; none for all others.
    pub fn policy_of(&self, path: &str) -> Option<String> {
        if self.origins.is_empty() || !EMBEDDED.contains(&path.trim_end_matches('/')) {
            return None;
        }
        let allowed = format!("frame-ancestors {}", self.origins.join(" "));
        Some(CONTENT_POLICY.replace(NOBODY, &allowed))
    }
}

/// Whether a text is an origin. It must not end the header's directive or widen it: no wildcard, no path, no semicolon.
fn is_origin(text: &str) -> bool {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| {
        let (name, port) = host.rsplit_once(':').unwrap_or((host, "443"));
        !name.is_empty()
            && name
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'.' || b == b'-')
            && port.parse::<u16>().is_ok_and(|port| port > 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_a_scheme_a_host_and_perhaps_a_port() {
        for fine in ["https://shop.example", "http://127.0.0.1:8080", ""] {
            assert!(Embedders::parse(fine).is_ok(), "{fine}");
        }
        for bad in [
            "shop.example",
            "https://",
            "https://*.example",
            "https://shop.example/",
            "https://shop.example; script-src *",
            "https://shop.example:0",
            "'self'",
            "*",
        ] {
            assert!(Embedders::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_the_embedded_pages_are_framed_and_only_by_the_named() {
        let some = Embedders::parse("https://a.example, https://b.example").unwrap();
        let policy = some.policy_of("payManageEmbedded").unwrap();
        assert!(policy.ends_with("frame-ancestors https://a.example https://b.example"));
        assert!(policy.contains("script-src 'self'"));
        assert_eq!(
            some.policy_of("redemptionCodeEmbedded"),
            Some(policy.clone())
        );
        assert_eq!(some.policy_of("play/embedded"), Some(policy));
        for path in ["payManage", "index", "", "play", "payManageEmbedded/x"] {
            assert_eq!(some.policy_of(path), None, "{path}");
        }
        assert_eq!(Embedders::default().policy_of("payManageEmbedded"), None);
    }
}
