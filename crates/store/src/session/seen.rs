//! Finding the actor of an access token, and noting the use of its session and the first use of the token.

use causes::causes;
use diesel::prelude::*;

use super::{ACTOR_COLUMNS, Actor, ActorRow, Delegation, minute_of, view_as};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::{access_tokens, members, sessions};
use crate::error::StoreError;
use crate::secrets::hash_token;

/// Finds the actor of an access token; none when the token is unknown, expired, of an ended session or of a disabled account.
///
/// Notes the use of the session, at most once a minute; and, before anything is answered, the first call by a token that followed another.
pub async fn actor_of(
    store: &Store,
    access: String,
    now_ms: i64,
) -> Result<Option<Actor>, StoreError> {
    let Some(hash) = hash_token(&access) else {
        return Ok(None);
    };
    let found = store.run(move |conn| holder(conn, &hash, now_ms)).await?;
    let Some(holder) = found else {
        return Ok(None);
    };
    let Holder {
        actor,
        seen_ms,
        unseen,
    } = holder;
    if let Some(generation) = unseen {
        see(store, actor.session_id, generation).await?;
    }
    // The use of a delegated session is counted by [`super::count_call`], and noted there with its address.
    if actor.delegation.is_none()
        && minute_of(now_ms) > seen_ms
        && let Err(fault) = touch(store, actor.session_id, now_ms).await
    {
        // A call does not fail because a minute was not noted.
        tracing::error!(
            session_id = actor.session_id,
            error = %causes(&fault),
            "store session use failed"
        );
    }
    Ok(Some(actor))
}

/// The actor of an access token, with the facts that are to be noted.
struct Holder {
    actor: Actor,
    /// The minute in which the session was last used.
    seen_ms: i64,
    /// The token's generation, if the token was not used yet.
    unseen: Option<i64>,
}

fn holder(conn: &mut AnyConn, hash: &str, now_ms: i64) -> Result<Option<Holder>, StoreError> {
    let row: Option<(ActorRow, i64, i64, Option<i64>)> = access_tokens::table
        .inner_join(sessions::table.inner_join(members::table))
        .filter(access_tokens::hash.eq(hash))
        .filter(access_tokens::expires_ms.gt(now_ms))
        .filter(sessions::ended_ms.is_null())
        .filter(
            sessions::until_ms
                .is_null()
                .or(sessions::until_ms.gt(now_ms)),
        )
        .filter(members::disabled.eq(false))
        .select((
            ACTOR_COLUMNS,
            sessions::seen_ms,
            sessions::seen_generation,
            access_tokens::generation,
        ))
        .first(conn)
        .optional()?;
    let Some((who, seen_ms, seen_generation, generation)) = row else {
        return Ok(None);
    };
    let actor = Actor::restored(who)?;
    // A view ends with the session and the permission of the operator behind it, at once.
    let made_by = actor.delegation().and_then(Delegation::viewed_by);
    if actor.is_view_as() && !view_as::is_backed(conn, made_by)? {
        return Ok(None);
    }
    Ok(Some(Holder {
        actor,
        seen_ms,
        unseen: generation.filter(|generation| *generation > seen_generation),
    }))
}

/// Notes that a generation is in use: the refresh that it followed from is not repeated from now on.
async fn see(store: &Store, session_id: i64, generation: i64) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            diesel::update(
                sessions::table
                    .find(session_id)
                    .filter(sessions::seen_generation.lt(generation)),
            )
            .set(sessions::seen_generation.eq(generation))
            .execute(tx)?;
            Ok(())
        })
        .await
}

async fn touch(store: &Store, session_id: i64, now_ms: i64) -> Result<(), StoreError> {
    let minute = minute_of(now_ms);
    store
        .write(move |tx| {
            let unseen = sessions::table
                .find(session_id)
                .filter(sessions::seen_ms.lt(minute));
            let seen = diesel::update(unseen).set(sessions::seen_ms.eq(minute));
            let _: Option<i64> = prepared(seen.returning(sessions::id))
                .get_result(tx)
                .optional()?;
            Ok(())
        })
        .await
}
