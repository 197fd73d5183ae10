//! Tokens of programs: made by their member with a fresh proof, shown once, stored as hashes, ended by hand or at their end.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::auth::{Purpose, Target};
use domain::notices::Alert;
use domain::session::{NewToken, Scopes, TOKEN_CALLS_A_MINUTE, TOKEN_PREFIX, TOKENS_MAX};
use thiserror::Error;

use super::delegation::{
    Delegation, NewDelegation, delegate, end_with, hand_out, read_ids, used_at,
};
use super::{Actor, minute_of};
use crate::access::{ClaimError, View, claim};
use crate::auth::verification::{self, PresentedCode, TypedCode};
use crate::db::conn::AnyConn;
use crate::db::schema::sessions;
use crate::error::{StoreError, faults};
use crate::limits::{self, Limit, Renewal};
use crate::secrets::{digest, new_token};
use crate::{Store, audit, member, notices};

/// Limit of calls in a minute with one token, or of one embedded player.
const CALLS: Limit = Limit {
    most: TOKEN_CALLS_A_MINUTE,
    window_ms: 60_000,
    renewal: Renewal::AfterFirst,
};

/// Why a token is not made, or not ended.
#[derive(Debug, Error)]
pub enum TokenError {
    /// The code is wrong, spent, void or another member's.
    #[error("the code is not correct")]
    Code,
    /// The account has no number yet: nothing proves that the caller is its owner.
    #[error("the account has no phone number")]
    NoPhone,
    /// The limit [`TOKENS_MAX`] is reached.
    #[error("too many tokens")]
    TooMany,
    /// A phone of the token is unknown, or another member's.
    #[error("no such phone")]
    Phone,
    /// The token is unknown, over, or another member's.
    #[error("no such token")]
    Unknown,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(TokenError);

/// A token that was made. Not `Debug`: tokens are never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct MadeToken {
    /// Token's id, by which it is ended.
    pub token_id: i64,
    /// Token for `Authorization: Bearer`: it exists only here and at its holder.
    pub text: String,
    /// End of the token, Unix milliseconds.
    pub until_ms: i64,
}

/// Makes a token; a code that was sent to the member's own number proves that the caller is the member.
pub async fn make_token(
    store: &Store,
    actor: &Actor,
    new: NewToken,
    proof: TypedCode,
    now_ms: i64,
) -> Result<MadeToken, TokenError> {
    let (actor, secret) = (actor.clone(), store.secret().clone());
    store
        .write(
            move |tx| -> Result<Result<MadeToken, TokenError>, TokenError> {
                let member_id = actor.member_id();
                member::lock(tx, member_id)?;
                let Some(number) = member::number_of(tx, member_id)? else {
                    return Ok(Err(TokenError::NoPhone));
                };
                if living(tx, member_id, now_ms)? >= TOKENS_MAX {
                    return Ok(Err(TokenError::TooMany));
                }
                if let Some(phones) = new.phones() {
                    claim::<View>(tx, &actor, phones, now_ms).map_err(|error| match error {
                        ClaimError::Unknown | ClaimError::Right => TokenError::Phone,
                        ClaimError::Fault(fault) => TokenError::Fault(fault),
                    })?;
                }
                let target = Target::Phone(number);
                let shown = PresentedCode {
                    member_id: Some(member_id),
                    ..proof.shown_by_anybody(target, &[Purpose::Token])
                };
                // The counted try is committed with the refusal.
                if !verification::prove(tx, &secret, &shown, now_ms)? {
                    return Ok(Err(TokenError::Code));
                }
                let text = format!("{TOKEN_PREFIX}{}", new_token());
                let until_ms = new.until_ms(now_ms);
                let token_id = delegate(
                    tx,
                    &NewDelegation {
                        member_id,
                        terminal: Delegation::TOKEN,
                        name: new.name(),
                        scopes: new.scopes(),
                        level: new.scopes().level(),
                        phones: new.phones(),
                        until_ms,
                        made_by: None,
                    },
                    now_ms,
                )?;
                hand_out(tx, token_id, &digest(&text), until_ms)?;
                let object = format!("session:{token_id}");
                audit::record(
                    tx,
                    &audit::Entry::by(&actor, "session.token-made", &object, now_ms),
                )?;
                let params = [new.name().to_owned()];
                notices::alert(tx, member_id, Alert::TokenMade, &params, now_ms)?;
                Ok(Ok(MadeToken {
                    token_id,
                    text,
                    until_ms,
                }))
            },
        )
        .await?
}

fn living(tx: &mut AnyConn, member_id: i64, now_ms: i64) -> Result<i64, StoreError> {
    Ok(sessions::table
        .filter(sessions::member_id.eq(member_id))
        .filter(sessions::terminal.eq(Delegation::TOKEN))
        .filter(sessions::ended_ms.is_null())
        .filter(sessions::until_ms.gt(now_ms))
        .count()
        .get_result(tx)?)
}

/// A token as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedToken {
    /// Token's id, by which it is ended.
    pub token_id: i64,
    /// Name of the token.
    pub name: String,
    /// Scopes of the token.
    pub scopes: Scopes,
    /// The only phones that the token reaches; none: every phone.
    pub phones: Option<Vec<i64>>,
    /// Time of creation, Unix milliseconds.
    pub created_ms: i64,
    /// End of the token, Unix milliseconds.
    pub until_ms: i64,
    /// The minute of the last use, Unix milliseconds, and the client's address.
    pub used: Option<(i64, String)>,
}

/// The member's valid tokens, the newest first.
pub async fn tokens(
    store: &Store,
    actor: &Actor,
    now_ms: i64,
) -> Result<Vec<ListedToken>, StoreError> {
    type Row = (
        i64,
        String,
        Option<i16>,
        Option<String>,
        i64,
        Option<i64>,
        i64,
        String,
    );
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let rows: Vec<Row> = sessions::table
                .filter(sessions::member_id.eq(member_id))
                .filter(sessions::terminal.eq(Delegation::TOKEN))
                .filter(sessions::ended_ms.is_null())
                .filter(sessions::until_ms.gt(now_ms))
                .order((sessions::created_ms.desc(), sessions::id))
                .select((
                    sessions::id,
                    sessions::device,
                    sessions::scopes,
                    sessions::phones,
                    sessions::created_ms,
                    sessions::until_ms,
                    sessions::seen_ms,
                    sessions::address,
                ))
                .load(conn)?;
            let listed = |row: Row| {
                let (token_id, name, scopes, phones, created_ms, until_ms, seen_ms, address) = row;
                let corrupt = || StoreError::Corrupt("token");
                Ok(ListedToken {
                    token_id,
                    name,
                    scopes: scopes.and_then(Scopes::from_stored).ok_or_else(corrupt)?,
                    phones: phones
                        .map(|ids| read_ids(&ids).ok_or_else(corrupt))
                        .transpose()?,
                    created_ms,
                    until_ms: until_ms.ok_or_else(corrupt)?,
                    used: (seen_ms > 0).then_some((seen_ms, address)),
                })
            };
            rows.into_iter().map(listed).collect()
        })
        .await
}

/// Ends a token and the embedded players that it made: its calls at once, its pictures within a second.
pub async fn revoke_token(
    store: &Store,
    actor: &Actor,
    token_id: i64,
    now_ms: i64,
) -> Result<(), TokenError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let which = (actor.member_id(), Delegation::TOKEN);
            if !end_with(tx, which, token_id, None, now_ms)? {
                return Err(TokenError::Unknown);
            }
            let object = format!("session:{token_id}");
            audit::record(
                tx,
                &audit::Entry::by(&actor, "session.token-revoked", &object, now_ms),
            )?;
            Ok(())
        })
        .await
}

/// Counts a call in a delegated session, and notes its minute and address. A refusal answers the time until the next call is served, in
/// milliseconds. A member's own session is not counted.
pub async fn count_call(
    store: &Store,
    actor: &Actor,
    address: IpAddr,
    now_ms: i64,
) -> Result<Result<(), i64>, StoreError> {
    if actor.delegation().is_none() {
        return Ok(Ok(()));
    }
    let session_id = actor.session_id();
    store
        .write(move |tx| {
            let name = format!("pass:{session_id}");
            if let Err(over) = limits::spend(tx, &name, CALLS, now_ms)? {
                return Ok(Err(over.retry_after_ms));
            }
            let seen_ms: i64 = sessions::table
                .find(session_id)
                .select(sessions::seen_ms)
                .first(tx)?;
            if minute_of(now_ms) > seen_ms {
                used_at(tx, session_id, Some(address), now_ms)?;
            }
            Ok(Ok(()))
        })
        .await
}
