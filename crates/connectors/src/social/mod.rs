//! Sign-in by an account at another service: OpenID Connect in general, and WeChat by its own rules.

mod keys;
mod oidc;
mod token_answer;
mod wechat;

use std::error::Error;
use std::sync::Arc;

use domain::auth::social::SocialKind;
use thiserror::Error as ThisError;

use crate::http::HttpError;

pub use oidc::Settings as OidcSettings;
pub use wechat::Settings as WechatSettings;

/// Reason why a service cannot be used as it is set.
#[derive(Debug, ThisError)]
pub enum SocialConfigError {
    /// The address is not https, and not on this machine.
    #[error("the address of the sign-in service is neither https nor on this machine")]
    Address,
    /// Making the client for the service failed.
    #[error("no HTTP client")]
    Client(#[from] reqwest::Error),
}

/// Reason why a sign-in failed. No variant holds a code, a token or a secret.
#[derive(Debug, ThisError)]
pub enum SocialError {
    /// This service is not set.
    #[error("this sign-in service is not set")]
    NotOffered,
    /// No answer in time, or no connection.
    #[error("the sign-in service cannot be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The service refused the code, or its answer does not prove a person.
    #[error("the sign-in was refused: {0}")]
    Refused(String),
    /// The answer of the service does not follow its protocol.
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

/// Parameters that are sent to a service and must come back unchanged.
#[derive(Debug, Clone, Copy)]
pub struct AuthContext<'a> {
    /// Page that the browser comes back to.
    pub redirect_uri: &'a str,
    /// Nonce, which comes back inside the ID token.
    pub nonce: &'a str,
    /// Verifier of PKCE.
    pub verifier: &'a str,
}

/// Person, as a service proves and describes them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Kind of the service.
    pub kind: SocialKind,
    /// Name of the service by itself.
    pub issuer: String,
    /// Id of the person at the service, never reused.
    pub subject: String,
    /// Name of the person there; may be empty.
    pub nickname: String,
    /// Address of a picture, as the service gives it; may be empty. It is not fetched here.
    pub picture: String,
}

/// Services that are set. Cheap to clone.
#[derive(Clone, Default)]
pub struct Social(Arc<Services>);

#[derive(Default)]
struct Services {
    oidc: Option<oidc::Provider>,
    wechat: Option<wechat::Wechat>,
}

impl Social {
    /// Makes the services of a server; they are not called yet.
    pub fn new(
        oidc: Option<OidcSettings>,
        wechat: Option<WechatSettings>,
    ) -> Result<Self, SocialConfigError> {
        Ok(Self(Arc::new(Services {
            oidc: oidc.map(oidc::Provider::new).transpose()?,
            wechat: wechat.map(wechat::Wechat::new).transpose()?,
        })))
    }

    /// Services that may be used, with their names for people.
    pub fn providers(&self) -> Vec<(SocialKind, &str)> {
        let wechat = self
            .0
            .wechat
            .as_ref()
            .map(|_| (SocialKind::Wechat, wechat::NAME));
        let oidc = self.0.oidc.as_ref().map(|p| (SocialKind::OpenId, p.name()));
        wechat.into_iter().chain(oidc).collect()
    }

    /// Address that the browser is sent to. `now_ms`: Unix milliseconds.
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

    /// Exchanges a code for the person whom it proves. `issuer` is the one that came with it, if any (RFC 9207).
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

/// Checked address: https, or this machine.
fn checked(address: &str) -> Result<reqwest::Url, SocialConfigError> {
    let url = reqwest::Url::parse(address).map_err(|_| SocialConfigError::Address)?;
    crate::http::is_safe(&url)
        .then_some(url)
        .ok_or(SocialConfigError::Address)
}
