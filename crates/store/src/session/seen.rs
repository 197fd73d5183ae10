//! Who acts by an access token, and what is noted of it: that its session is used, and that it itself was seen.

use causes::causes;
use diesel::prelude::*;

use super::{Actor, WHO, Who, minute_of};
use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::{access_tokens, members, sessions};
use crate::secrets::hash_token;

/// Who holds this access token; none when it is unknown, expired, of an ended session or of a disabled account.
///
/// Notes that the session is used, at most once a minute; and, before anything is answered, the first call by a token that followed another.
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
    // The use of one that was lent is counted, and noted with its place.
    if actor.delegation.is_none()
        && minute_of(now_ms) > seen_ms
        && let Err(fault) = touch(store, actor.session_id, now_ms).await
    {
        // Nobody is sent away because a minute was not noted.
        tracing::error!(
            session_id = actor.session_id,
            error = %causes(&fault),
            "store session use failed"
        );
    }
    Ok(Some(actor))
}

/// Who holds an access token, and what is to be noted of its use.
struct Holder {
    actor: Actor,
    /// The minute in which the session was last used.
    seen_ms: i64,
    /// The token's generation, if none of it was seen yet.
    unseen: Option<i64>,
}

fn holder(conn: &mut AnyConn, hash: &str, now_ms: i64) -> Result<Option<Holder>, StoreError> {
    let row: Option<(Who, i64, i64, Option<i64>)> = access_tokens::table
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
            WHO,
            sessions::seen_ms,
            sessions::seen_generation,
            access_tokens::generation,
        ))
        .first(conn)
        .optional()?;
    row.map(|(who, seen_ms, seen_generation, generation)| {
        Ok(Holder {
            actor: Actor::restored(who)?,
            seen_ms,
            unseen: generation.filter(|generation| *generation > seen_generation),
        })
    })
    .transpose()
}

/// From now on the refresh that this generation followed from is not repeated any more.
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
            diesel::update(
                sessions::table
                    .find(session_id)
                    .filter(sessions::seen_ms.lt(minute)),
            )
            .set(sessions::seen_ms.eq(minute))
            .execute(tx)?;
            Ok(())
        })
        .await
}
