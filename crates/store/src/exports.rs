//! Exported files: kept until they are fetched, once, by a caller who has their id, while the session that exported them lasts.

use diesel::prelude::*;

use crate::Store;
use crate::db::among::among;
use crate::db::schema::{exports, sessions};
use crate::error::StoreError;
use crate::secrets::{hash_token, new_token};
use crate::session::Actor;

/// Time for which an exported file waits, milliseconds.
const LIFE_MS: i64 = 10 * 60 * 1000;
/// Files of one member that wait at a time; an older one gives way.
const WAITING_MAX: i64 = 10;

/// A file to hand out.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = exports)]
pub struct File {
    /// Name of the file.
    pub name: String,
    pub media_type: String,
    /// The file's bytes.
    pub bytes: Vec<u8>,
}

/// Stores a file; answers its id, which opens it once.
pub async fn insert(
    store: &Store,
    actor: &Actor,
    file: File,
    now_ms: i64,
) -> Result<String, StoreError> {
    let (member_id, session_id, token) = (actor.member_id(), actor.session_id(), new_token());
    let hash = hash_token(&token).ok_or(StoreError::Corrupt("a new token"))?;
    store
        .write(move |tx| -> Result<(), StoreError> {
            diesel::delete(exports::table.filter(exports::until_ms.le(now_ms))).execute(tx)?;
            let old: Vec<String> = exports::table
                .filter(exports::member_id.eq(member_id))
                .order(exports::until_ms.desc())
                .offset(WAITING_MAX - 1)
                .limit(WAITING_MAX)
                .select(exports::token_hash)
                .load(tx)?;
            diesel::delete(exports::table.filter(among(exports::token_hash, old))).execute(tx)?;
            diesel::insert_into(exports::table)
                .values((
                    exports::token_hash.eq(hash),
                    exports::member_id.eq(member_id),
                    exports::session_id.eq(session_id),
                    exports::name.eq(file.name),
                    exports::media_type.eq(file.media_type),
                    exports::bytes.eq(file.bytes),
                    exports::until_ms.eq(now_ms + LIFE_MS),
                ))
                .execute(tx)?;
            Ok(())
        })
        .await?;
    Ok(token)
}

/// Takes a file out by its id. None when the id is wrong, too old or was used, when the session that exported the file has ended, or when `by`
/// is another member than its maker; the file then stays where it is.
pub async fn take(
    store: &Store,
    by: Option<&Actor>,
    token: &str,
    now_ms: i64,
) -> Result<Option<File>, StoreError> {
    let Some(hash) = hash_token(token) else {
        return Ok(None);
    };
    let by = by.map(Actor::member_id);
    store
        .write(move |tx| {
            let maker: Option<(i64, i64)> = exports::table
                .find(&hash)
                .select((exports::member_id, exports::session_id))
                .first(tx)
                .optional()?;
            let Some((_, session_id)) = maker.filter(|(id, _)| by.is_none_or(|by| by == *id))
            else {
                return Ok(None);
            };
            let lasts: i64 = sessions::table
                .find(session_id)
                .filter(sessions::ended_ms.is_null())
                .count()
                .get_result(tx)?;
            let file: Option<File> = exports::table
                .find(&hash)
                .filter(exports::until_ms.gt(now_ms))
                .select(File::as_select())
                .first(tx)
                .optional()?;
            // The delete decides: of two who ask at once, one gets the file.
            let taken = diesel::delete(exports::table.find(&hash)).execute(tx)?;
            Ok(file.filter(|_| taken == 1 && lasts == 1))
        })
        .await
}
