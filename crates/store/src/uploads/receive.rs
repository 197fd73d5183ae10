//! Receiving a file: announced, piece by piece, inspected.

use diesel::prelude::*;
use domain::uploads::{AppFacts, FileKind, FileName, SetFile, UploadRules, may_add};

use super::library::held;
use super::{Upload, UploadError, kind_word, own};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::uploads;
use crate::error::StoreError;
use crate::member;
use crate::secrets::new_id;
use crate::session::Actor;

/// An announced file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Client's word for the set of files that it sends together; without one the file is alone.
    pub set: Option<String>,
    /// Name, made harmless.
    pub name: FileName,
    /// Length in bytes.
    pub size: i64,
    /// SHA-256 in hexadecimal digits, where the client knows it.
    pub sha256: Option<String>,
}

/// Adds an announced file to its set.
pub async fn create(
    store: &Store,
    actor: &Actor,
    draft: Draft,
    rules: UploadRules,
    now_ms: i64,
) -> Result<Upload, UploadError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let Draft {
                set,
                name,
                size,
                sha256,
            } = draft;
            let id = new_id();
            let set = set.unwrap_or_else(|| id.to_string());
            // A lock on the member, as two announcements at once would each count without the other.
            member::lock(tx, member_id)?;
            let set_files = set_files(tx, member_id, &set)?;
            let held = held(tx, member_id)?;
            may_add(&name, size, &set_files, held, rules).map_err(UploadError::Add)?;
            diesel::insert_into(uploads::table)
                .values((
                    uploads::id.eq(id),
                    uploads::member_id.eq(member_id),
                    uploads::set_key.eq(&set),
                    uploads::name.eq(name.as_str()),
                    uploads::name_key.eq(name.key()),
                    uploads::size_bytes.eq(size),
                    uploads::received_bytes.eq(0),
                    uploads::stored_bytes.eq(size),
                    uploads::sha256.eq(&sha256),
                    uploads::created_ms.eq(now_ms),
                    uploads::used_ms.eq(now_ms),
                ))
                .execute(tx)?;
            own(tx, member_id, id)
        })
        .await
}

fn set_files(tx: &mut AnyConn, member_id: i64, set: &str) -> Result<Vec<SetFile>, StoreError> {
    let rows: Vec<(String, i64, Option<i64>)> = uploads::table
        .filter(uploads::member_id.eq(member_id))
        .filter(uploads::set_key.eq(set))
        .select((
            uploads::name_key,
            uploads::received_bytes,
            uploads::ready_ms,
        ))
        .load(tx)?;
    let one = |(key, received, ready): (String, i64, Option<i64>)| SetFile {
        key,
        running: received > 0 && ready.is_none(),
    };
    Ok(rows.into_iter().map(one).collect())
}

/// Stores that the bytes up to `to` have been received, if those up to `from` were. False if they were not: nothing changed.
pub async fn received(
    store: &Store,
    id: i64,
    from: i64,
    to: i64,
    now_ms: i64,
) -> Result<bool, StoreError> {
    store
        .write(move |tx| {
            let noted = diesel::update(
                uploads::table
                    .find(id)
                    .filter(uploads::received_bytes.eq(from))
                    .filter(uploads::ready_ms.is_null()),
            )
            .set((uploads::received_bytes.eq(to), uploads::used_ms.eq(now_ms)))
            .execute(tx)?;
            Ok(noted == 1)
        })
        .await
}

/// Result of inspecting a complete file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ready {
    /// SHA-256 of its bytes in hexadecimal digits.
    pub sha256: String,
    /// Kind of the content.
    pub kind: FileKind,
    /// Facts from the manifest of the app in it.
    pub app: Option<AppFacts>,
    /// Icon of the app.
    pub icon: Option<Vec<u8>>,
    /// Bytes that are stored, unpacked parts included.
    pub stored: i64,
}

/// Stores the result of an inspection, once. A file that was deleted meanwhile is unknown. The member's earlier row of the same name and
/// content goes: a library shows one file once.
pub async fn settle(
    store: &Store,
    id: i64,
    ready: Ready,
    now_ms: i64,
) -> Result<Upload, UploadError> {
    store
        .write(move |tx| {
            let app = ready.app.as_ref().map(serde_json::to_string).transpose();
            let app = app.map_err(|_| StoreError::Corrupt("upload"))?;
            diesel::update(
                uploads::table
                    .find(id)
                    .filter(uploads::received_bytes.eq(uploads::size_bytes))
                    .filter(uploads::ready_ms.is_null()),
            )
            .set((
                uploads::ready_ms.eq(now_ms),
                uploads::used_ms.eq(now_ms),
                uploads::sha256.eq(&ready.sha256),
                uploads::kind.eq(kind_word(ready.kind)),
                uploads::app.eq(app),
                uploads::icon.eq(&ready.icon),
                uploads::stored_bytes.eq(ready.stored),
            ))
            .execute(tx)?;
            let row: Option<(i64, String)> = uploads::table
                .find(id)
                .select((uploads::member_id, uploads::name_key))
                .first(tx)
                .optional()?;
            let (member_id, name_key) = row.ok_or(UploadError::Unknown)?;
            diesel::delete(
                uploads::table
                    .filter(uploads::member_id.eq(member_id))
                    .filter(uploads::name_key.eq(name_key))
                    .filter(uploads::sha256.eq(&ready.sha256))
                    .filter(uploads::ready_ms.is_not_null())
                    .filter(uploads::id.ne(id)),
            )
            .execute(tx)?;
            own(tx, member_id, id)
        })
        .await
}
