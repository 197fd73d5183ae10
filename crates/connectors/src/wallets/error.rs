//! Errors of wallets, which tell whether the request may have taken effect all the same.

use std::error::Error;

use thiserror::Error as ThisError;

use super::Notification;
use crate::http::HttpError;

/// Reason why a wallet cannot be used as it is set.
#[derive(Debug, ThisError)]
pub enum WalletConfigError {
    /// The address is not https, and not on this machine.
    #[error("the address of the wallet is neither https nor on this machine")]
    Address,
    /// The address is not https and not on this machine, or has a query or fragment.
    #[error("the address for notifications is not https on a path of its own")]
    NotifyAddress,
    /// A key cannot be used; with the name of its setting.
    #[error("no RSA key of at least 2048 bits, in PEM or bare base64")]
    Key(&'static str),
    /// The APIv3 key is not 32 characters long.
    #[error("the APIv3 key is not 32 characters long")]
    ApiKey,
    /// A certificate cannot be used; with the name of its setting.
    #[error("no X.509 certificate in PEM with an RSA key of at least 2048 bits")]
    Certificate(&'static str),
    /// The certificate holds another key than the private key's, so the wallet would refuse each request.
    #[error("the certificate does not belong to the private key")]
    Pair,
    /// An id is missing or has characters that no id has; with the name of its setting.
    #[error("no id of this wallet")]
    Id(&'static str),
    /// Making the client for the wallet failed.
    #[error("no HTTP client")]
    Client(#[from] reqwest::Error),
}

/// Reason why a wallet did not carry out a request. No variant holds a key, a signature or an address.
#[derive(Debug, ThisError)]
pub enum WalletError {
    /// This wallet cannot be paid by this way.
    #[error("this wallet cannot be paid by this way")]
    NotOffered,
    /// No connection: the wallet was not told anything.
    #[error("the wallet cannot be reached")]
    Unreachable(#[source] Box<dyn Error + Send + Sync>),
    /// The request was sent, and no whole answer came in time.
    #[error("the wallet did not answer")]
    Unanswered(#[source] Box<dyn Error + Send + Sync>),
    /// The answer does not prove to be the wallet's, or does not follow its protocol.
    #[error("the answer does not prove to be the wallet's: {0}")]
    Unverified(String),
    /// The wallet has a fault, or asks for fewer requests. The same request may be sent again.
    #[error("the wallet is busy: {0}")]
    Busy(String),
    /// The wallet refused, provably, with its message.
    #[error("the wallet refused: {code} {message}")]
    Refused {
        /// Code of the wallet.
        code: String,
        /// Message for operators.
        message: String,
    },
    /// The signature could not be made.
    #[error("the request cannot be signed")]
    Unsigned,
}

impl WalletError {
    /// Whether the request may have taken effect all the same: then the wallet must be asked before anything else is tried.
    pub fn may_have_happened(&self) -> bool {
        match self {
            Self::NotOffered | Self::Unreachable(_) | Self::Refused { .. } | Self::Unsigned => {
                false
            }
            Self::Unanswered(_) | Self::Unverified(_) | Self::Busy(_) => true,
        }
    }
}

impl From<HttpError> for WalletError {
    fn from(error: HttpError) -> Self {
        match error {
            HttpError::TooLarge => Self::Unverified("larger than any answer".to_owned()),
            HttpError::NoAnswer(cause) if cause.is_connect() || cause.is_builder() => {
                Self::Unreachable(Box::new(cause))
            }
            HttpError::NoAnswer(cause) => Self::Unanswered(Box::new(cause)),
        }
    }
}

/// Reason why a notification is not taken.
#[derive(Debug, ThisError)]
pub enum NotificationError {
    /// The body does not have the wallet's form.
    #[error("not a notification of this wallet: {0}")]
    Malformed(&'static str),
    /// The signature is not the wallet's over these bytes.
    #[error("the signature is not the wallet's")]
    Signature,
    /// The wallet signed the notification too long ago, or in the future. The notification must have no effect; if it was taken before, it may
    /// be acknowledged again.
    #[error("signed too far from now")]
    Stale(Box<Notification>),
    /// The notification is for another account than ours.
    #[error("for another {0}")]
    WrongAccount(&'static str),
    /// The wallet's keys are not available now.
    #[error("the wallet's keys cannot be had")]
    NoKeys(#[source] WalletError),
}
