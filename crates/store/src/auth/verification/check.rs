//! Checks of returned codes: five tries, one use, its own number, purpose and request.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::auth::{CODE_TRIES, Code, Purpose, Target};
use subtle::ConstantTimeEq;
use thiserror::Error;

use super::{answer_of, exact_key_of, own_number};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::codes;
use crate::error::{StoreError, faults};
use crate::secrets::{Secret, hash_token};
use crate::session::Actor;
use crate::session::guess::{self, GuessError};

/// A code as it was typed.
#[derive(Clone, PartialEq, Eq)]
pub struct TypedCode {
    pub code: Code,
    /// Id of the request that the code answers.
    pub uuid: String,
}

impl TypedCode {
    /// The code shown for one of the `purposes`, by a client that need not be signed in.
    pub(crate) fn shown_by_anybody(
        self,
        target: Target,
        purposes: &'static [Purpose],
    ) -> PresentedCode {
        PresentedCode {
            target,
            purposes,
            code: self.code,
            uuid: self.uuid,
            member_id: None,
        }
    }
}

/// A code with the facts that it is checked against.
#[derive(Clone, PartialEq, Eq)]
pub struct PresentedCode {
    /// The number or address that the code was sent to.
    pub target: Target,
    /// Allowed purposes: the code must have been asked for one of these.
    pub purposes: &'static [Purpose],
    /// Digits that the member typed.
    pub code: Code,
    /// Id of the request that the code answers.
    pub uuid: String,
    /// Member who shows the code; a code asked for in a session serves its member only.
    pub member_id: Option<i64>,
}

/// Why a code proves nothing.
#[derive(Debug, Error)]
pub enum CodeError {
    /// The code is wrong, spent, void, too old, for another purpose, or unknown: one answer for all of these.
    #[error("the code is not correct")]
    Wrong,
    /// Too many codes were wrong.
    #[error("too many guesses")]
    TooMany {
        /// Time until the next code is checked, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(CodeError);

impl From<GuessError> for CodeError {
    fn from(error: GuessError) -> Self {
        match error {
            GuessError::TooMany { retry_after_ms } => Self::TooMany { retry_after_ms },
            GuessError::CaptchaNeeded => Self::Wrong,
            GuessError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// A question whether a code is right, asked before the form is sent.
pub struct Check {
    /// Purpose of the code.
    pub purpose: Purpose,
    /// Recipient of the code; a member in a session may leave it to the account.
    pub target: Option<Target>,
    /// The typed code.
    pub typed: TypedCode,
    /// The member who asks, when one is signed in.
    pub actor: Option<Actor>,
    /// The client's address.
    pub address: Option<IpAddr>,
}

/// Checks a code. Counts as one of its five tries, and does not spend it.
pub async fn check(store: &Store, check: Check, now_ms: i64) -> Result<(), CodeError> {
    let secret = store.secret().clone();
    let right = store
        .write(move |tx| -> Result<bool, CodeError> {
            let counted = guess::count_code(tx, &secret, check.address, now_ms)?;
            let member_id = check.actor.as_ref().map(Actor::member_id);
            let target = match (check.target, member_id) {
                (Some(given), _) => Some(given),
                (None, Some(id)) => own_number(tx, id)?,
                (None, None) => None,
            };
            let Some(target) = target else {
                return Ok(false);
            };
            let shown = PresentedCode {
                member_id,
                ..check.typed.shown_by_anybody(target, only(check.purpose))
            };
            let right = check_and_count(tx, &secret, &shown, now_ms)?;
            if right {
                counted.give_back(tx)?;
            }
            Ok(right)
        })
        .await?;
    if right { Ok(()) } else { Err(CodeError::Wrong) }
}

const fn only(purpose: Purpose) -> &'static [Purpose] {
    match purpose {
        Purpose::Login => &[Purpose::Login],
        Purpose::Phone => &[Purpose::Phone],
        Purpose::Password => &[Purpose::Password],
        Purpose::Reset => &[Purpose::Reset],
        Purpose::Register => &[Purpose::Register],
        Purpose::Mail => &[Purpose::Mail],
        Purpose::Bind => &[Purpose::Bind],
        Purpose::Delete => &[Purpose::Delete],
        Purpose::Token => &[Purpose::Token],
        Purpose::SubAccount => &[Purpose::SubAccount],
    }
}

/// Counts a try and compares; the transaction is to be committed also when the code is wrong. [`spend`] follows when
/// every other check passes.
pub(crate) fn check_and_count(
    tx: &mut AnyConn,
    secret: &Secret,
    shown: &PresentedCode,
    now_ms: i64,
) -> Result<bool, diesel::result::Error> {
    let Some(id) = hash_token(&shown.uuid) else {
        return Ok(false);
    };
    let purposes: Vec<i16> = shown.purposes.iter().map(|p| *p as i16).collect();
    let allowed = codes::member_id
        .is_null()
        .or(codes::member_id.eq(shown.member_id));
    let tried = diesel::update(
        codes::table
            .find(&id)
            .filter(codes::target.eq(exact_key_of(secret, &shown.target)))
            .filter(among(codes::purpose, purposes))
            .filter(allowed)
            .filter(codes::ended_ms.is_null())
            .filter(codes::expires_ms.gt(now_ms))
            .filter(codes::tries.lt(CODE_TRIES)),
    )
    .set(codes::tries.eq(codes::tries + 1))
    .execute(tx)?;
    if tried == 0 {
        return Ok(false);
    }
    let answer: String = codes::table.find(&id).select(codes::answer).first(tx)?;
    let given = answer_of(secret, &shown.uuid, shown.code.as_str());
    Ok(bool::from(answer.as_bytes().ct_eq(given.as_bytes())))
}

/// Spends a code that [`check_and_count`] found right in the same transaction; false when another request spent it first.
pub(crate) fn spend(
    tx: &mut AnyConn,
    shown: &PresentedCode,
    now_ms: i64,
) -> Result<bool, diesel::result::Error> {
    let Some(id) = hash_token(&shown.uuid) else {
        return Ok(false);
    };
    let spent = diesel::update(codes::table.find(id).filter(codes::ended_ms.is_null()))
        .set(codes::ended_ms.eq(now_ms))
        .execute(tx)?;
    Ok(spent == 1)
}

/// [`check_and_count`] and [`spend`] together, where no other check comes between.
pub(crate) fn prove(
    tx: &mut AnyConn,
    secret: &Secret,
    shown: &PresentedCode,
    now_ms: i64,
) -> Result<bool, diesel::result::Error> {
    Ok(check_and_count(tx, secret, shown, now_ms)? && spend(tx, shown, now_ms)?)
}
