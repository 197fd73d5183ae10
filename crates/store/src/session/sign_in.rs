//! Beginning a session by password, and ending it.

use diesel::prelude::*;
use domain::auth::SignIn;
use thiserror::Error;

use super::{Ending, Terminal, Tokens, end, keep, tokens_of};
use crate::Store;
use crate::conn::AnyConn;
use crate::fault::{Fault, faults};
use crate::member;
use crate::password::verify_password;
use crate::schema::{access_tokens, members, refresh_tokens, sessions};
use crate::secrets::{Secret, hash_token, new_id, new_token};

/// Why nobody was signed in.
#[derive(Debug, Error)]
pub enum SignInError {
    /// Unknown account or wrong password: nobody learns which.
    #[error("the account or password is not correct")]
    BadCredentials,
    /// The password was right, the account is disabled.
    #[error("the account is disabled")]
    Disabled {
        /// Which.
        member_id: i64,
    },
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] Fault),
}
faults!(SignInError);

/// Signs in by password. Ends the member's other session on the same kind of terminal.
pub async fn sign_in(
    store: &Store,
    form: SignIn,
    terminal: Terminal,
    now_ms: i64,
) -> Result<Tokens, SignInError> {
    let SignIn {
        account, password, ..
    } = form;
    let found = store
        .run(move |conn| member::find(conn, &account).map_err(SignInError::from))
        .await?;
    let (known, hash) = found.map(|c| ((c.id, c.disabled), c.password_hash)).unzip();
    let right = store
        .hashing(move || verify_password(&password, hash.as_deref()))
        .await?;
    let Some((member_id, disabled)) = known.filter(|_| right) else {
        return Err(SignInError::BadCredentials);
    };
    if disabled {
        return Err(SignInError::Disabled { member_id });
    }
    let secret = store.secret().clone();
    store
        .write(move |tx| begin(tx, &secret, member_id, terminal, now_ms))
        .await
}

fn begin(
    tx: &mut AnyConn,
    secret: &Secret,
    member_id: i64,
    terminal: Terminal,
    now_ms: i64,
) -> Result<Tokens, SignInError> {
    // The member's row is the lock: two sign-ins at once take turns, and the later one is the live one.
    let enabled = diesel::update(
        members::table
            .find(member_id)
            .filter(members::disabled.eq(false)),
    )
    .set(members::signed_in_ms.eq(now_ms))
    .execute(tx)?;
    if enabled == 0 {
        return Err(SignInError::Disabled { member_id });
    }
    diesel::update(
        sessions::table
            .filter(sessions::member_id.eq(member_id))
            .filter(sessions::terminal.eq(terminal.name()))
            .filter(sessions::ended_ms.is_null()),
    )
    .set((
        sessions::ended_ms.eq(now_ms),
        sessions::end_reason.eq(Ending::Elsewhere as i16),
    ))
    .execute(tx)?;
    let session_id = new_id();
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(session_id),
            sessions::member_id.eq(member_id),
            sessions::terminal.eq(terminal.name()),
            sessions::generation.eq(0),
            sessions::created_ms.eq(now_ms),
        ))
        .execute(tx)?;
    let tokens = tokens_of(secret, member_id, new_token(), now_ms);
    keep(tx, session_id, 0, &tokens)?;
    Ok(tokens)
}

/// Ends the session of whichever token is known; an unknown or ended one is no error.
pub async fn sign_out(
    store: &Store,
    access: Option<String>,
    refresh: Option<String>,
    now_ms: i64,
) -> Result<(), Fault> {
    store
        .write(move |tx| {
            let access_hash = access.as_deref().and_then(hash_token);
            let refresh_hash = refresh.as_deref().and_then(hash_token);
            let by_access: Option<i64> = match access_hash {
                Some(hash) => access_tokens::table
                    .find(hash)
                    .select(access_tokens::session_id)
                    .first(tx)
                    .optional()?,
                None => None,
            };
            let by_refresh: Option<i64> = match refresh_hash {
                Some(hash) => refresh_tokens::table
                    .find(hash)
                    .select(refresh_tokens::session_id)
                    .first(tx)
                    .optional()?,
                None => None,
            };
            for session_id in [by_access, by_refresh].into_iter().flatten() {
                end(tx, session_id, Ending::SignedOut, now_ms)?;
            }
            Ok(())
        })
        .await
}
