//! Proving the password again within a session: what concerns money and rights asks for it after [`domain::session::PROOF_MS`].

use std::net::IpAddr;

use diesel::prelude::*;
use thiserror::Error;

use super::Actor;
use super::guess::{self, Counted, GuessError, Guesser};
use crate::auth::password::verify_password;
use crate::db::conn::AnyConn;
use crate::db::schema::{members, sessions};
use crate::error::{StoreError, faults};
use crate::{Store, audit};

/// Why a password proves nothing.
#[derive(Debug, Error)]
pub enum ProveError {
    /// The password is not the account's, or the account has none.
    #[error("the password is not correct")]
    Wrong,
    /// Too many guesses were wrong.
    #[error("too many guesses")]
    TooMany {
        /// Time until the next guess is checked, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ProveError);

impl From<GuessError> for ProveError {
    fn from(error: GuessError) -> Self {
        match error {
            GuessError::TooMany { retry_after_ms } => Self::TooMany { retry_after_ms },
            // A captcha keeps strangers from guessing; within a session none is drawn, and the count alone decides.
            GuessError::CaptchaNeeded => Self::Wrong,
            GuessError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// A password as it was typed in a session, with the facts of its request.
pub struct TypedPassword {
    pub password: String,
    /// The device's own token.
    pub device: String,
    /// Client's address.
    pub address: Option<IpAddr>,
}

/// Proves the password of the actor's account in its session. Wrong ones are counted with those of signing in.
pub async fn prove_password(
    store: &Store,
    actor: &Actor,
    typed: TypedPassword,
    now_ms: i64,
) -> Result<(), ProveError> {
    if actor.delegation.is_some() {
        return Err(ProveError::Wrong);
    }
    let TypedPassword {
        password,
        device,
        address,
    } = typed;
    let (member_id, secret) = (actor.member_id, store.secret().clone());
    // Counted before the password is checked, as at signing in.
    let (hash, counted) = store
        .write(move |tx| -> Result<(String, Counted), ProveError> {
            let hash = members::table
                .find(member_id)
                .select(members::password_hash)
                .first(tx)?;
            let guesser = Guesser {
                account: "",
                member_id: Some(member_id),
                device: Some(&device),
                address,
                solved: true,
            };
            Ok((hash, guess::count_password(tx, &secret, &guesser, now_ms)?))
        })
        .await?;
    let right = store
        .hashing(move || verify_password(&password, Some(&hash)))
        .await?;
    let actor = actor.clone();
    store
        .write(move |tx| note(tx, &actor, (right, counted), address, now_ms))
        .await?
}

/// Notes what a password proved. The inner error is a refusal that is committed with the spent try.
fn note(
    tx: &mut AnyConn,
    actor: &Actor,
    (right, counted): (bool, Counted),
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<Result<(), ProveError>, ProveError> {
    let kind = if right {
        counted.give_back(tx)?;
        diesel::update(sessions::table.find(actor.session_id))
            .set(sessions::proved_ms.eq(now_ms))
            .execute(tx)?;
        "session.proof"
    } else {
        counted.fail(tx, now_ms)?;
        "session.proof-refused"
    };
    let object = format!("session:{}", actor.session_id);
    audit::record(
        tx,
        &audit::Entry {
            address,
            ..audit::Entry::by(actor, kind, &object, now_ms)
        },
    )?;
    Ok(if right {
        Ok(())
    } else {
        Err(ProveError::Wrong)
    })
}
