//! Rows of the members' uploaded files. The engine stores the bytes.
//!
//! A file of another member is answered like a file that does not exist, so that nobody learns which ids are in use. A file is kept for a while after its last use, which counts
//! for all of the member's rows with its content; a content is kept as long as any row has it. A row is unique by member, name and content: uploading the same again replaces it.

mod library;
mod receive;
mod sweep;

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::uploads::{AddError, AppFacts, DeliveryFile, FileKind, UNFINISHED_MS, UploadRules};
use thiserror::Error;

pub use library::{LibraryPage, LibraryQuery, library};
pub use receive::{Draft, Ready, create, received, settle};
pub use sweep::{NeededFiles, drop_damaged, known, remove, sweep};

use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::uploads;
use crate::error::{StoreError, faults};
use crate::market;
use crate::session::Actor;

/// A file as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Id, the key of every call, and of the place on the disk until the file is complete.
    pub id: i64,
    /// Client's word for the set of files that it belongs to.
    pub set: String,
    /// Name, made harmless.
    pub name: String,
    /// Length in bytes.
    pub size: i64,
    /// Number of bytes received.
    pub received: i64,
    /// SHA-256 in hexadecimal digits: as it was announced, later that of the content.
    pub sha256: Option<String>,
    /// Kind of the content; none until the file is complete and inspected.
    pub kind: Option<FileKind>,
    /// Facts from the manifest of the app in it.
    pub app: Option<AppFacts>,
    /// Icon of the app, a small PNG.
    pub icon: Option<Vec<u8>>,
    /// Time at which the file was complete and inspected, Unix milliseconds.
    pub ready_ms: Option<i64>,
    /// Time of its last use, Unix milliseconds.
    pub used_ms: i64,
}

impl Upload {
    /// Time at which the file is deleted, Unix milliseconds.
    pub fn expire_ms(&self, rules: UploadRules) -> i64 {
        let kept_ms = self.ready_ms.map_or(UNFINISHED_MS, |_| rules.kept_ms());
        self.used_ms.saturating_add(kept_ms)
    }
}

/// Why an action on a file is refused.
#[derive(Debug, Error)]
pub enum UploadError {
    /// The file is unknown, or another member's.
    #[error("no such file")]
    Unknown,
    /// The file is refused.
    #[error("the file is not taken")]
    Add(AddError),
    /// The file is not complete.
    #[error("not all of it has come")]
    Unfinished,
    /// An operation is sending the file now.
    #[error("it is being sent")]
    InUse,
    /// An open link shows the file.
    #[error("a link shows it")]
    Shared,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(UploadError);

#[derive(Queryable, Selectable)]
#[diesel(table_name = uploads)]
struct Row {
    id: i64,
    set_key: String,
    name: String,
    size_bytes: i64,
    received_bytes: i64,
    sha256: Option<String>,
    kind: Option<String>,
    app: Option<String>,
    icon: Option<Vec<u8>>,
    ready_ms: Option<i64>,
    used_ms: i64,
}

impl Row {
    fn upload(self) -> Result<Upload, StoreError> {
        let corrupt = |_| StoreError::Corrupt("upload");
        let kind: Option<FileKind> = self
            .kind
            .map(|kind| serde_json::from_value(kind.into()))
            .transpose()
            .map_err(corrupt)?;
        let app = self.app.as_deref().map(serde_json::from_str);
        Ok(Upload {
            id: self.id,
            set: self.set_key,
            name: self.name,
            size: self.size_bytes,
            received: self.received_bytes,
            sha256: self.sha256,
            kind,
            app: app.transpose().map_err(corrupt)?,
            icon: self.icon,
            ready_ms: self.ready_ms,
            used_ms: self.used_ms,
        })
    }
}

/// File of the member with the given id.
pub(crate) fn own(tx: &mut AnyConn, member_id: i64, id: i64) -> Result<Upload, UploadError> {
    let row: Option<Row> = uploads::table
        .find(id)
        .filter(uploads::member_id.eq(member_id))
        .select(Row::as_select())
        .first(tx)
        .optional()?;
    Ok(row.ok_or(UploadError::Unknown)?.upload()?)
}

/// Whether a member has a video of this content.
pub(crate) fn has_video(
    conn: &mut AnyConn,
    member_id: i64,
    sha256: &str,
) -> Result<bool, StoreError> {
    let found = uploads::table
        .filter(uploads::member_id.eq(member_id))
        .filter(uploads::sha256.eq(sha256))
        .filter(uploads::kind.eq(kind_word(FileKind::Video)))
        .filter(uploads::ready_ms.is_not_null());
    Ok(diesel::select(diesel::dsl::exists(found)).get_result(conn)?)
}

/// Notes that a member's files of this content are used.
pub(crate) fn used(
    tx: &mut AnyConn,
    member_id: i64,
    sha256: &str,
    now_ms: i64,
) -> Result<(), StoreError> {
    let files = uploads::table
        .filter(uploads::member_id.eq(member_id))
        .filter(uploads::sha256.eq(sha256))
        .filter(uploads::ready_ms.is_not_null());
    diesel::update(files)
        .set(uploads::used_ms.eq(now_ms))
        .execute(tx)?;
    Ok(())
}

/// File of the actor with the given id.
pub async fn get(store: &Store, actor: &Actor, id: i64) -> Result<Upload, UploadError> {
    let member_id = actor.member_id();
    store.run(move |conn| own(conn, member_id, id)).await
}

/// Complete files of the actor or versions of the app market, in the order in which they are named.
pub async fn chosen(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
) -> Result<Vec<Upload>, UploadError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            ids.into_iter()
                .map(|id| match market::offered(conn, id)? {
                    Some(version) => Ok(version),
                    None => own(conn, member_id, id).and_then(finished),
                })
                .collect()
        })
        .await
}

fn finished(upload: Upload) -> Result<Upload, UploadError> {
    match upload.kind {
        Some(_) => Ok(upload),
        None => Err(UploadError::Unfinished),
    }
}

/// Word of a kind in the database.
pub(crate) fn kind_word(kind: FileKind) -> &'static str {
    match kind {
        FileKind::File => "file",
        FileKind::Apk => "apk",
        FileKind::Bundle => "bundle",
        FileKind::Video => "video",
    }
}

/// Marks files as used, so that they are kept while an operation that begins now sends them. False when one of them does not exist, or is
/// neither the member's nor offered in the app market.
pub(crate) fn mark_used(
    tx: &mut AnyConn,
    member_id: i64,
    files: &[&DeliveryFile],
    now_ms: i64,
) -> Result<bool, StoreError> {
    let contents: HashSet<&str> = files.iter().map(|file| file.sha256.as_str()).collect();
    if contents.is_empty() {
        return Ok(true);
    }
    let chosen = || {
        uploads::table
            .filter(among(
                uploads::sha256.assume_not_null(),
                contents.iter().copied(),
            ))
            .filter(uploads::member_id.eq(member_id))
            .filter(uploads::ready_ms.is_not_null())
    };
    diesel::update(chosen())
        .set(uploads::used_ms.eq(now_ms))
        .execute(tx)?;
    let own: Vec<Option<String>> = chosen().select(uploads::sha256).distinct().load(tx)?;
    let offered = market::mark_used(tx, &contents, now_ms)?;
    let held: HashSet<String> = own.into_iter().flatten().chain(offered).collect();
    Ok(held.len() == contents.len())
}

/// Key by which a file that was sent is found again: the search key of its name, and the SHA-256 of its content.
pub(crate) type SentKey = (String, String);

/// Ids of the present rows of files that were sent, in the member's library or in the app market, by name and content. The rows may have changed
/// since the files were sent.
pub(crate) fn rows_of(
    conn: &mut AnyConn,
    member_id: i64,
    files: &[&DeliveryFile],
) -> Result<HashMap<SentKey, i64>, StoreError> {
    let contents: HashSet<&str> = files.iter().map(|file| file.sha256.as_str()).collect();
    let rows: Vec<(i64, String, Option<String>)> = uploads::table
        .filter(uploads::member_id.eq(member_id))
        .filter(among(
            uploads::sha256.assume_not_null(),
            contents.iter().copied(),
        ))
        .filter(uploads::ready_ms.is_not_null())
        .order(uploads::id)
        .select((uploads::id, uploads::name_key, uploads::sha256))
        .load(conn)?;
    let of = |(id, name_key, sha256): (i64, String, Option<String>)| {
        ((name_key, sha256.unwrap_or_default()), id)
    };
    let offered = market::rows_of(conn, &contents)?;
    Ok(offered
        .into_iter()
        .chain(rows.into_iter().map(of))
        .collect())
}
