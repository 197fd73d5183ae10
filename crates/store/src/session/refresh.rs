//! Rotation: a refresh token is spent by its use, and the handling of a spent one that comes back.

use diesel::prelude::*;
use domain::live::SessionEnd;
use domain::notices::Alert;
use domain::session::{GRACE_MS, SessionRules};
use thiserror::Error;

use super::{Tokens, end, insert_tokens, minute_of, tokens_of};
use crate::Store;
use crate::audit;
use crate::db::conn::AnyConn;
use crate::db::schema::{access_tokens, members, refresh_tokens, sessions};
use crate::error::{StoreError, faults};
use crate::notices;
use crate::secrets::{Secret, digest, hash_token};

/// Why a session is not refreshed.
#[derive(Debug, Error)]
pub enum RefreshError {
    /// The token is unknown, spent, of an ended session or of a disabled account.
    #[error("the refresh token is not valid")]
    Invalid,
    /// The token is past its life.
    #[error("the refresh token has expired")]
    Expired,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(RefreshError);

/// Spends a refresh token for the next pair. The token before the newest is answered with the same pair within 10 s, and for as long as it
/// lives while that pair is unused; any other spent token ends the session.
pub async fn refresh(
    store: &Store,
    token: String,
    rules: SessionRules,
    now_ms: i64,
) -> Result<Tokens, RefreshError> {
    let secret = store.secret().clone();
    store
        .write(move |tx| rotate(tx, &secret, &token, rules, now_ms))
        .await?
        .ok_or(RefreshError::Invalid)
}

/// Rotates a token. None: the token was refused and the refusal is to be committed.
fn rotate(
    tx: &mut AnyConn,
    secret: &Secret,
    token: &str,
    rules: SessionRules,
    now_ms: i64,
) -> Result<Option<Tokens>, RefreshError> {
    let hash = hash_token(token).ok_or(RefreshError::Invalid)?;
    let (session_id, member_id, generation, expires_ms): (i64, i64, i64, i64) =
        refresh_tokens::table
            .inner_join(sessions::table.inner_join(members::table))
            .filter(refresh_tokens::hash.eq(&hash))
            .filter(sessions::ended_ms.is_null())
            .filter(members::disabled.eq(false))
            .select((
                sessions::id,
                members::id,
                refresh_tokens::generation,
                refresh_tokens::expires_ms,
            ))
            .first(tx)
            .optional()?
            .ok_or(RefreshError::Invalid)?;
    if expires_ms <= now_ms {
        return Err(RefreshError::Expired);
    }
    let spent_now = diesel::update(
        refresh_tokens::table
            .find(&hash)
            .filter(refresh_tokens::used_ms.is_null()),
    )
    .set(refresh_tokens::used_ms.eq(now_ms))
    .execute(tx)?;
    let next = secret.next_refresh(session_id, generation + 1, token);
    if spent_now == 0 {
        let spent = (session_id, generation, hash.as_str());
        return repeat(tx, secret, spent, next, rules, now_ms)
            .map(|tokens| tokens.map(|t| Tokens { member_id, ..t }));
    }
    let advanced = diesel::update(
        sessions::table
            .find(session_id)
            .filter(sessions::ended_ms.is_null())
            .filter(sessions::generation.eq(generation)),
    )
    .set((
        sessions::generation.eq(generation + 1),
        sessions::seen_ms.eq(minute_of(now_ms)),
    ))
    .execute(tx)?;
    if advanced == 0 {
        // The session ended between the two statements.
        return Err(RefreshError::Invalid);
    }
    let tokens = tokens_of(secret, member_id, next, rules, now_ms);
    insert_tokens(tx, session_id, generation + 1, &tokens)?;
    forget(tx, session_id, now_ms)?;
    Ok(Some(tokens))
}

/// Handles a spent token: the same successor within the grace or while it is unused, the end of the family otherwise.
fn repeat(
    tx: &mut AnyConn,
    secret: &Secret,
    (session_id, generation, hash): (i64, i64, &str),
    next: String,
    rules: SessionRules,
    now_ms: i64,
) -> Result<Option<Tokens>, RefreshError> {
    let (used_ms, newest, seen): (Option<i64>, i64, i64) = refresh_tokens::table
        .inner_join(sessions::table)
        .filter(refresh_tokens::hash.eq(hash))
        .select((
            refresh_tokens::used_ms,
            sessions::generation,
            sessions::seen_generation,
        ))
        .first(tx)?;
    let used_ms = used_ms.ok_or(StoreError::Corrupt("spent token without a time"))?;
    let is_before_newest = newest == generation + 1;
    let tokens = tokens_of(secret, 0, next, rules, used_ms);
    if is_before_newest && (now_ms - used_ms).abs() <= GRACE_MS {
        return Ok(Some(tokens));
    }
    if is_before_newest && seen < newest {
        let access_expires_ms = now_ms + rules.access_ms();
        return renewed(tx, (session_id, newest), tokens, access_expires_ms).map(Some);
    }
    reused(tx, session_id, now_ms)?;
    Ok(None)
}

/// The successor once more, whose answer was lost: its access token, which was not used yet, lives from now on.
fn renewed(
    tx: &mut AnyConn,
    (session_id, generation): (i64, i64),
    tokens: Tokens,
    access_expires_ms: i64,
) -> Result<Tokens, RefreshError> {
    let hash = digest(&tokens.access);
    // The old row of the access token may have expired and been dropped.
    diesel::delete(access_tokens::table.find(&hash)).execute(tx)?;
    diesel::insert_into(access_tokens::table)
        .values((
            access_tokens::hash.eq(hash),
            access_tokens::session_id.eq(session_id),
            access_tokens::expires_ms.eq(access_expires_ms),
            access_tokens::generation.eq(generation),
        ))
        .execute(tx)?;
    Ok(Tokens {
        access_expires_ms,
        ..tokens
    })
}

/// Handles a stolen token: two clients hold the same one, so the family ends, and the member is notified.
fn reused(tx: &mut AnyConn, session_id: i64, now_ms: i64) -> Result<(), diesel::result::Error> {
    end(tx, session_id, SessionEnd::Reuse, now_ms)?;
    let (member_id, device): (i64, String) = sessions::table
        .find(session_id)
        .select((sessions::member_id, sessions::device))
        .first(tx)?;
    audit::record(
        tx,
        &audit::Entry {
            kind: "session.reuse",
            member_id: Some(member_id),
            session_id: Some(session_id),
            object: &format!("session:{session_id}"),
            address: None,
            detail: &device,
            now_ms,
        },
    )?;
    notices::alert(tx, member_id, Alert::TokenReuse, &[device], now_ms)
}

/// Drops rows that can no longer matter to a session, so that a long one keeps a bounded number.
fn forget(tx: &mut AnyConn, session_id: i64, now_ms: i64) -> Result<(), diesel::result::Error> {
    diesel::delete(
        access_tokens::table
            .filter(access_tokens::session_id.eq(session_id))
            .filter(access_tokens::expires_ms.le(now_ms)),
    )
    .execute(tx)?;
    diesel::delete(
        refresh_tokens::table
            .filter(refresh_tokens::session_id.eq(session_id))
            .filter(refresh_tokens::expires_ms.le(now_ms)),
    )
    .execute(tx)?;
    Ok(())
}
