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
