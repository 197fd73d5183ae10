//! Signing in by an account somewhere else: OpenID Connect in general, and WeChat by its own rules.

mod keys;
mod oidc;
mod wechat;

use std::error::Error;
use std::sync::Arc;

use domain::auth::social::SocialKind;
use thiserror::Error as ThisError;

use crate::http::HttpError;

pub use oidc::Settings as OidcSettings;
pub use wechat::Settings as WechatSettings;

/// Why a service cannot be used as it is set.
#[derive(Debug, ThisError)]
pub enum SocialFault {
    /// Not https, and not on this machine.
    #[error("the address of the sign-in service is neither https nor on this machine")]
    Address,
    /// No client for the service.
    #[error("no HTTP client")]
    Client(#[from] reqwest::Error),
}

/// Why nobody came from a service. None of them holds a code, a token or a secret.
#[derive(Debug, ThisError)]
pub enum SocialError {
    /// This service is not set.
    #[error("this sign-in service is not set")]
    NotOffered,
    /// No answer in time, or no connection.
    #[error("the sign-in service cannot be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The service refused the code, or what it sent does not prove anybody.
    #[error("the sign-in was refused: {0}")]
    Refused(String),
    /// The service answered what its protocol does not know.
    #[error("the sign-in service's answer is broken: {0}")]
    Broken(String),
}

impl From<HttpError> for SocialError {
    fn from(error: HttpError) -> Self {
        match error {
            HttpError::TooLarge => Self::Broken(error.to_string()),
            HttpError::NoAnswer(_) => Self::Unreachable(Box::new(error)),
        }
    }
}

/// What goes along to a service and must come back unchanged.
#[derive(Debug, Clone, Copy)]
pub struct AuthContext<'a> {
    /// The page that the browser comes back to.
    pub redirect_uri: &'a str,
    /// Comes back inside the ID token.
    pub nonce: &'a str,
    /// PKCE's verifier.
    pub verifier: &'a str,
}

/// Somebody, as a service proves and describes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Which service.
    pub kind: SocialKind,
    /// The service's name for itself.
    pub issuer: String,
    /// The service's name for the person, never reused.
    pub subject: String,
    /// How the person is called there; may be empty.
    pub nickname: String,
    /// The address of a picture, as the service gives it; may be empty. Nobody here fetches it.
    pub picture: String,
}

/// The services that are set. Cheap to clone.
#[derive(Clone, Default)]
pub struct Social(Arc<Services>);

#[derive(Default)]
struct Services {
    oidc: Option<oidc::Provider>,
    wechat: Option<wechat::Wechat>,
}

impl Social {
    /// The services of a server; nothing is asked of them yet.
    pub fn new(
        oidc: Option<OidcSettings>,
        wechat: Option<WechatSettings>,
    ) -> Result<Self, SocialFault> {
        Ok(Self(Arc::new(Services {
            oidc: oidc.map(oidc::Provider::new).transpose()?,
            wechat: wechat.map(wechat::Wechat::new).transpose()?,
        })))
    }

    /// Which services may be used, with their names for people.
    pub fn providers(&self) -> Vec<(SocialKind, &str)> {
        let wechat = self
            .0
            .wechat
            .as_ref()
            .map(|_| (SocialKind::Wechat, wechat::NAME));
        let oidc = self.0.oidc.as_ref().map(|p| (SocialKind::OpenId, p.name()));
        wechat.into_iter().chain(oidc).collect()
    }

    /// The address that the browser is sent to. `now_ms`: Unix milliseconds.
    pub async fn address(
        &self,
        kind: SocialKind,
        state: &str,
        context: AuthContext<'_>,
        now_ms: i64,
    ) -> Result<String, SocialError> {
        match (kind, &self.0.wechat, &self.0.oidc) {
            (SocialKind::Wechat, Some(wechat), _) => {
                Ok(wechat.address(state, context.redirect_uri))
            }
            (SocialKind::OpenId, _, Some(oidc)) => oidc.address(state, context, now_ms).await,
            _ => Err(SocialError::NotOffered),
        }
    }

    /// Exchanges a code for the person whom it proves. `issuer` is what came with it, if anything did (RFC 9207).
    pub async fn person(
        &self,
        kind: SocialKind,
        code: &str,
        issuer: Option<&str>,
        context: AuthContext<'_>,
        now_ms: i64,
    ) -> Result<Person, SocialError> {
        match (kind, &self.0.wechat, &self.0.oidc) {
            (SocialKind::Wechat, Some(wechat), _) => {
                if issuer.is_some() {
                    return Err(SocialError::Refused("WeChat names no issuer".to_owned()));
                }
                wechat.person(code).await
            }
            (SocialKind::OpenId, _, Some(oidc)) => oidc.person(code, issuer, context, now_ms).await,
            _ => Err(SocialError::NotOffered),
        }
    }
}

/// https, or this machine.
fn checked(address: &str) -> Result<reqwest::Url, SocialFault> {
    let url = reqwest::Url::parse(address).map_err(|_| SocialFault::Address)?;
    crate::http::is_safe(&url)
        .then_some(url)
        .ok_or(SocialFault::Address)
}
