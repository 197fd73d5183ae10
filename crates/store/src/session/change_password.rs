//! Changing the password: by a code alone, or by a code in a session. Ends every session but the calling one.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::auth::{Account, NewPassword, PhoneNumber, Purpose, Target};
use domain::live::SessionEnd;
use domain::notices::Alert;
use thiserror::Error;

use super::guess::{self, GuessError};
use super::{Actor, end_all};
use crate::auth::verification::{self, PresentedCode, TypedCode};
use crate::db::conn::AnyConn;
use crate::db::schema::members;
use crate::error::{StoreError, faults};
use crate::member::{self, Credentials};
use crate::secrets::Secret;
use crate::{Store, audit, notices};

/// Why a password is not changed.
#[derive(Debug, Error)]
pub enum PasswordError {
    /// The code is wrong, spent, void or another number's.
    #[error("the code is not correct")]
    WrongCode,
    /// The number is not the account's own, which a session needs.
    #[error("not the account's own number")]
    Foreign,
    /// The code is right, and no account has this number.
    #[error("nobody is registered with this number")]
    Unregistered,
    /// The code is right, and the account is disabled.
    #[error("the account is disabled")]
    Disabled { member_id: i64 },
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
faults!(PasswordError);

impl From<GuessError> for PasswordError {
    fn from(error: GuessError) -> Self {
        match error {
            GuessError::TooMany { retry_after_ms } => Self::TooMany { retry_after_ms },
            GuessError::CaptchaNeeded => Self::WrongCode,
            GuessError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// A password to be set.
pub struct PasswordChange {
    /// The account's number; in a session it may be left out.
    pub phone: Option<PhoneNumber>,
    /// Code that the member typed.
    pub typed: TypedCode,
    /// The chosen password.
    pub password: NewPassword,
    /// The member who asks, when one is signed in.
    pub actor: Option<Actor>,
    /// Client's address.
    pub address: Option<IpAddr>,
}

/// Changes the password.
pub async fn change_password(
    store: &Store,
    change: PasswordChange,
    now_ms: i64,
) -> Result<(), PasswordError> {
    let PasswordChange {
        phone,
        typed,
        password,
        actor,
        address,
    } = change;
    let secret = store.secret().clone();
    let by = actor.clone();
    let member_id = store
        .write(move |tx| {
            let number = whose(tx, phone, by.as_ref())?;
            let target = Target::Phone(number.clone());
            let shown = match &by {
                Some(actor) => PresentedCode {
                    member_id: Some(actor.member_id()),
                    ..typed.shown_by_anybody(target, &[Purpose::Password])
                },
                None => typed.shown_by_anybody(target, &[Purpose::Reset]),
            };
            prove(tx, &secret, number, &shown, address, now_ms)
        })
        .await??;
    let hash = member::hashed(store, password.into_text()).await?;
    let secret = store.secret().clone();
    store
        .write(move |tx| {
            set(
                tx,
                &secret,
                (member_id, hash),
                actor.as_ref(),
                address,
                now_ms,
            )
        })
        .await
}

/// The number to change the password of: in a session the account's own, otherwise the given one.
fn whose(
    tx: &mut AnyConn,
    given: Option<PhoneNumber>,
    actor: Option<&Actor>,
) -> Result<PhoneNumber, PasswordError> {
    let Some(actor) = actor else {
        return given.ok_or(PasswordError::WrongCode);
    };
    let own: Option<String> = members::table
        .find(actor.member_id())
        .select(members::phone)
        .first(tx)?;
    let own = own.and_then(|phone| PhoneNumber::parse(&phone).ok());
    match (given, own) {
        (None, Some(own)) => Ok(own),
        (Some(given), Some(own)) if given == own => Ok(own),
        _ => Err(PasswordError::Foreign),
    }
}

/// Checks the code. The inner error is a refusal that is committed with the spent tries.
fn prove(
    tx: &mut AnyConn,
    secret: &Secret,
    number: PhoneNumber,
    shown: &PresentedCode,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<Result<i64, PasswordError>, PasswordError> {
    let counted = guess::count_code(tx, secret, address, now_ms)?;
    if !verification::prove(tx, secret, shown, now_ms)? {
        return Ok(Err(PasswordError::WrongCode));
    }
    counted.give_back(tx)?;
    Ok(match member::find(tx, &Account::Phone(number))? {
        None => Err(PasswordError::Unregistered),
        Some(Credentials {
            id: member_id,
            disabled: true,
            ..
        }) => Err(PasswordError::Disabled { member_id }),
        Some(Credentials { id, .. }) => Ok(id),
    })
}

fn set(
    tx: &mut AnyConn,
    secret: &Secret,
    (member_id, hash): (i64, String),
    actor: Option<&Actor>,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<(), PasswordError> {
    let changed = diesel::update(
        members::table
            .find(member_id)
            .filter(members::disabled.eq(false)),
    )
    .set((
        members::password_hash.eq(hash),
        members::must_change_password.eq(false),
    ))
    .execute(tx)?;
    if changed == 0 {
        return Err(PasswordError::Disabled { member_id });
    }
    let keeps = actor.map(Actor::session_id);
    end_all(tx, member_id, keeps, SessionEnd::Password, now_ms)?;
    guess::start_over(tx, secret, member_id)?;
    notices::alert(tx, member_id, Alert::PasswordChanged, &[], now_ms)?;
    audit::record(
        tx,
        &audit::Entry {
            kind: "member.password",
            member_id: Some(member_id),
            session_id: keeps,
            object: &format!("member:{member_id}"),
            address,
            detail: if keeps.is_some() { "change" } else { "reset" },
            now_ms,
        },
    )?;
    Ok(())
}
