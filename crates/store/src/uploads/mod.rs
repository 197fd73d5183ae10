//! Uploaded files of members: rows. The engine has the bytes.
//!
//! Another member's file is answered exactly like one that does not exist. A file is kept for a while after its last use; a file without a
//! row is removed from the disk.

mod receive;
mod sweep;

use diesel::prelude::*;
use domain::uploads::{AddFault, AppFacts, FileKind, KEPT_MS, UNFINISHED_MS};
use thiserror::Error;

pub use receive::{Draft, Ready, create, received, settle};
pub use sweep::{drop_damaged, known, remove, sweep};

use crate::Store;
use crate::among::among;
use crate::conn::AnyConn;
use crate::error::{StoreError, faults};
use crate::schema::uploads;
use crate::session::Actor;

/// A file as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Id, the key of every call and of the place on the disk.
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
    /// Time at which the file is deleted, Unix milliseconds.
    pub expire_ms: i64,
}

/// Why an action on a file is refused.
#[derive(Debug, Error)]
pub enum UploadError {
    /// The file is unknown, or another member's.
    #[error("no such file")]
    Unknown,
    /// The file is refused.
    #[error("the file is not taken")]
    Add(AddFault),
    /// The file is not complete.
    #[error("not all of it has come")]
    Unfinished,
    /// An operation is sending the file now.
    #[error("it is being sent")]
    InUse,
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
        let kept_ms = kind.map_or(UNFINISHED_MS, |_| KEPT_MS);
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
            expire_ms: self.used_ms + kept_ms,
        })
    }
}

fn own(tx: &mut AnyConn, member_id: i64, id: i64) -> Result<Upload, UploadError> {
    let row: Option<Row> = uploads::table
        .find(id)
        .filter(uploads::member_id.eq(member_id))
        .select(Row::as_select())
        .first(tx)
        .optional()?;
    Ok(row.ok_or(UploadError::Unknown)?.upload()?)
}

/// A file of the actor.
pub async fn get(store: &Store, actor: &Actor, id: i64) -> Result<Upload, UploadError> {
    let member_id = actor.member_id();
    store.run(move |conn| own(conn, member_id, id)).await
}

/// Complete files of the actor, in the order in which they are named.
pub async fn chosen(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
) -> Result<Vec<Upload>, UploadError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            ids.into_iter()
                .map(|id| own(conn, member_id, id))
                .map(|found| found.and_then(finished))
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

/// Keeps files while an operation that begins now sends them. False if one of them does not exist, or is not the member's.
pub(crate) fn hold(
    tx: &mut AnyConn,
    member_id: i64,
    ids: &[i64],
    now_ms: i64,
) -> Result<bool, StoreError> {
    if ids.is_empty() {
        return Ok(true);
    }
    let held = diesel::update(
        uploads::table
            .filter(among(uploads::id, ids))
            .filter(uploads::member_id.eq(member_id))
            .filter(uploads::ready_ms.is_not_null()),
    )
    .set(uploads::used_ms.eq(now_ms))
    .execute(tx)?;
    Ok(held == ids.len())
}
