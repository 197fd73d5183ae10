//! Sub-accounts: joined by the code that their own number received, given phones with permissions, switched on and off, ended.
//!
//! The relation changes under the locks of both members' rows; a phone is given and taken under the lock of the phone.

mod activity;
mod allot;
mod import;
mod invite;
mod join;
mod list;
mod phones;

use diesel::prelude::*;
use domain::codes::Code;
use domain::subaccounts::Refusal;
use thiserror::Error;

use crate::db::conn::AnyConn;
use crate::db::schema::members;
use crate::error::{StoreError, faults};
use crate::session::guess::GuessError;

pub use activity::{ActivityEntry, GuestAction, activity};
pub use allot::{Allotted, give, take};
pub use import::{InvitationError, InvitationRow, import};
pub(crate) use invite::forget_all;
pub use invite::{Invited, NewInvitation, invite, sweep, withdraw};
pub use join::{Consent, add, remove, set_enabled};
pub use list::{Identity, LastUse, SubAccount, SubAccountState, SubPage, SubQuery, page};
pub use phones::{GivenPhone, Parent, PhonePage, PhoneQuery, parent, phones};

/// Reason why nothing was changed.
#[derive(Debug, Error)]
pub enum SubAccountError {
    /// The code is wrong, spent, void, another number's, or was asked for by another member.
    #[error("the code is not correct")]
    Code,
    /// Too many codes were wrong.
    #[error("too many guesses")]
    TooMany {
        /// Time until the next code is checked, in milliseconds.
        retry_after_ms: i64,
    },
    /// The account cannot become a sub-account of the actor.
    #[error("the account cannot become a sub-account")]
    Refused(Refusal),
    /// A phone cannot be given.
    #[error("a phone cannot be given")]
    Phone(Code),
    /// The number has no account, and the operator closed registration.
    #[error("registration is closed")]
    Closed,
    /// The account is no sub-account of the actor, or the actor has no parent.
    #[error("no such sub-account")]
    Unknown,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(SubAccountError);

impl From<GuessError> for SubAccountError {
    fn from(error: GuessError) -> Self {
        match error {
            GuessError::TooMany { retry_after_ms } => Self::TooMany { retry_after_ms },
            GuessError::CaptchaNeeded => Self::Code,
            GuessError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// Refuses an account that is no sub-account of the parent.
fn of_parent(conn: &mut AnyConn, parent_id: i64, member_id: i64) -> Result<(), SubAccountError> {
    let found: i64 = members::table
        .find(member_id)
        .filter(members::parent_id.eq(parent_id))
        .count()
        .get_result(conn)?;
    if found == 1 {
        Ok(())
    } else {
        Err(SubAccountError::Unknown)
    }
}

/// Id of a member's parent.
fn parent_of(tx: &mut AnyConn, member_id: i64) -> Result<Option<i64>, StoreError> {
    Ok(members::table
        .find(member_id)
        .select(members::parent_id)
        .first(tx)?)
}

/// Number of a member's sub-accounts.
fn children(tx: &mut AnyConn, member_id: i64) -> Result<i64, StoreError> {
    Ok(members::table
        .filter(members::parent_id.eq(member_id))
        .count()
        .get_result(tx)?)
}
