//! Signs people in through other services: sends a browser to such a service, and finds out who returned from there.

use std::net::IpAddr;

use connectors::social::{AuthContext, Person, SocialError as ServiceError};
use domain::auth::social::{SocialKind, proposed_picture};
use store::auth::social::{self, Proof, SocialError as StoreError, Subject};
use thiserror::Error;

use crate::Engine;

/// Why a sign-in through another service failed.
#[derive(Debug, Error)]
pub enum SocialError {
    /// This server has no such service.
    #[error("this sign-in service is not set")]
    NotOffered,
    /// The service does not answer, or not as its protocol says.
    #[error("the sign-in service fails")]
    Away(#[source] ServiceError),
    /// The service refused.
    #[error("the sign-in service refused")]
    Refused(#[source] ServiceError),
    /// Refused by the store, or a fault of ours.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ServiceError> for SocialError {
    fn from(error: ServiceError) -> Self {
        match error {
            ServiceError::NotOffered => Self::NotOffered,
            ServiceError::Unreachable(_) | ServiceError::Broken(_) => Self::Away(error),
            ServiceError::Refused(_) => Self::Refused(error),
        }
    }
}

/// Authorization request at a sign-in service: the address that the browser is sent to, and the cookie that it gets.
pub struct AuthorizationRequest {
    /// Address at the sign-in service.
    pub address: String,
    /// Value of the browser's cookie.
    pub browser: String,
}

/// Callback of a sign-in service: the parameters that the browser returns with, and its cookie.
pub struct AuthorizationCallback {
    /// The sign-in service that the browser returns from.
    pub kind: SocialKind,
    /// The service's code.
    pub code: String,
    /// The `state` that the browser was sent away with.
    pub state: String,
    /// The issuer beside the code, if there was one (RFC 9207).
    pub issuer: Option<String>,
    /// Value of the browser's cookie.
    pub browser: Option<String>,
}

/// Person whom a sign-in service authenticated, and the picture that it offers.
pub struct AuthenticatedPerson {
    /// The person, as the service proved it.
    pub subject: Subject,
    /// Address of the picture; empty where there is none.
    pub picture: String,
}

impl Engine {
    /// Begins a sign-in at a service. `browser`: cookie of an earlier attempt. `redirect_uri`: the page to return to, one of the allowed.
    pub async fn begin_authorization(
        &self,
        kind: SocialKind,
        redirect_uri: String,
        browser: Option<String>,
        address: Option<IpAddr>,
    ) -> Result<AuthorizationRequest, SocialError> {
        let now_ms = self.clock.now_ms();
        if self.social.providers().iter().all(|(has, _)| *has != kind) {
            return Err(SocialError::NotOffered);
        }
        let (store, redirect) = (&self.store, redirect_uri.clone());
        let begun = social::begin(store, kind, redirect, browser, address, now_ms).await?;
        let context = auth_context(&redirect_uri, &begun.proof);
        let address = self
            .social
            .address(kind, &begun.state, context, now_ms)
            .await?;
        Ok(AuthorizationRequest {
            address,
            browser: begun.browser,
        })
    }

    /// Ends a sign-in: spends the state, which counts once, then asks the service who the person is.
    pub async fn complete_authorization(
        &self,
        callback: AuthorizationCallback,
    ) -> Result<AuthenticatedPerson, SocialError> {
        let now_ms = self.clock.now_ms();
        let AuthorizationCallback {
            kind,
            code,
            state,
            issuer,
            browser,
        } = callback;
        let begun = social::come_back(&self.store, kind, state, &code, browser, now_ms).await?;
        let context = auth_context(&begun.redirect_uri, &begun.proof);
        let person = self
            .social
            .person(kind, &code, issuer.as_deref(), context, now_ms)
            .await?;
        let Person {
            kind,
            issuer,
            subject,
            nickname,
            picture,
        } = person;
        Ok(AuthenticatedPerson {
            subject: Subject {
                kind,
                issuer,
                subject,
                nickname,
            },
            picture: proposed_picture(&picture),
        })
    }
}

fn auth_context<'a>(redirect_uri: &'a str, proof: &'a Proof) -> AuthContext<'a> {
    AuthContext {
        redirect_uri,
        nonce: &proof.nonce,
        verifier: &proof.verifier,
    }
}
