//! The way to a sign-in service and back: what the store decides and what the service says, in one.

use std::net::IpAddr;

use connectors::social::{AuthContext, Person, SocialError as ServiceError};
use domain::auth::social::{SocialKind, proposed_picture};
use store::social::{self, Proof, SocialError as StoreError, Subject};
use thiserror::Error;

use crate::Engine;

/// Why nobody came in by an account elsewhere.
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
    /// Refused here, or a fault of ours.
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

/// Where a browser is sent, and its cookie.
pub struct Departure {
    /// Address at the sign-in service.
    pub address: String,
    /// Value of the browser's cookie.
    pub browser: String,
}

/// Parameters that a browser returns with.
pub struct Return {
    /// The sign-in service that it names.
    pub kind: SocialKind,
    /// The service's code.
    pub code: String,
    /// The state of its departure.
    pub state: String,
    /// The issuer beside the code, if there was one (RFC 9207).
    pub issuer: Option<String>,
    /// Value of the browser's cookie.
    pub browser: Option<String>,
}

/// The person who signed in, and the picture that the service offers.
pub struct Arrived {
    /// Proven by the service.
    pub subject: Subject,
    /// An address, or empty.
    pub picture: String,
}

impl Engine {
    /// Sends a browser to a service. `browser`: its cookie of an earlier way. `redirect_uri`: an allowed page.
    pub async fn depart(
        &self,
        kind: SocialKind,
        redirect_uri: String,
        browser: Option<String>,
        address: Option<IpAddr>,
    ) -> Result<Departure, SocialError> {
        let now_ms = self.clock.now_ms();
        if self.social.providers().iter().all(|(has, _)| *has != kind) {
            return Err(SocialError::NotOffered);
        }
        let (store, redirect) = (&self.store, redirect_uri.clone());
        let begun = social::begin(store, kind, redirect, browser, address, now_ms).await?;
        let way = way(&redirect_uri, &begun.proof);
        let address = self.social.address(kind, &begun.state, way, now_ms).await?;
        Ok(Departure {
            address,
            browser: begun.browser,
        })
    }

    /// Spends the state, then asks the service who it is.
    pub async fn return_from(&self, back: Return) -> Result<Arrived, SocialError> {
        let now_ms = self.clock.now_ms();
        let Return {
            kind,
            code,
            state,
            issuer,
            browser,
        } = back;
        let back = social::come_back(&self.store, kind, state, &code, browser, now_ms).await?;
        let way = way(&back.redirect_uri, &back.proof);
        let person = self
            .social
            .person(kind, &code, issuer.as_deref(), way, now_ms)
            .await?;
        let Person {
            kind,
            issuer,
            subject,
            nickname,
            picture,
        } = person;
        Ok(Arrived {
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

fn way<'a>(redirect_uri: &'a str, proof: &'a Proof) -> AuthContext<'a> {
    AuthContext {
        redirect_uri,
        nonce: &proof.nonce,
        verifier: &proof.verifier,
    }
}
