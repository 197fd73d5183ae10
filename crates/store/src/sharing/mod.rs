//! Authorizations of phones: given, changed, recalled, given up, listed, and what guests did. Links by which anybody sees a phone.
//!
//! A grant is changed under the lock of its phone, or by one conditional statement, in one transaction with the messages to both members.

mod activity;
mod end;
mod give;
pub mod links;
mod list;
mod tell;
mod update;

use thiserror::Error;

use crate::error::{StoreError, faults};

pub use activity::{ActivityEntry, GuestAction, activity};
pub use end::{Ended, leave, recall};
pub use give::{Authorized, GrantRequest, NewGrant, authorize};
pub use list::{
    Candidate, Candidates, Direction, Grant, GrantFilter, GrantPage, GrantQuery, candidates,
    findable, grants, set_findable,
};
pub use update::{Change, update};

/// Reason why nothing was authorized or changed.
#[derive(Debug, Error)]
pub enum SharingError {
    /// The handle of a lookup is unknown, another member's or too old.
    #[error("the lookup is unknown or too old")]
    Lookup,
    /// No account can be authorized under the number.
    #[error("no account to share with")]
    Account,
    /// The account is the actor's own.
    #[error("an own phone is not shared with its owner")]
    Myself,
    /// The account is a sub-account of the actor.
    #[error("a sub-account is given phones")]
    SubAccount,
    /// The end is not in the future.
    #[error("the end is past")]
    Until,
    /// The agreement that was shown is not the version in force any more.
    #[error("the agreement changed")]
    AgreementChanged,
    /// The authorization is unknown, over, or another member's.
    #[error("no such authorization")]
    Unknown,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(SharingError);
