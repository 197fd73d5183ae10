//! What members sent to the server: rows. The bytes are the engine's.
//!
//! Somebody else's file is answered exactly like one that does not exist. A file is kept for a while after its last use; whatever has no
//! row has no place on the disk.

mod receive;
mod sweep;

use diesel::prelude::*;
use domain::uploads::{AddFault, AppFacts, FileKind, KEPT_MS, UNFINISHED_MS};
use thiserror::Error;

pub use receive::{Draft, Ready, create, received, settle};
pub use sweep::{drop_damaged, known, remove, sweep};

use crate::Store;
use crate::conn::AnyConn;
use crate::error::{StoreError, faults};
use crate::schema::uploads;
use crate::session::Actor;

/// A file as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Keys every call, and is its place on the disk.
    pub id: i64,
    /// The word of the set that it was sent in.
    pub set: String,
    /// Its name, made harmless.
    pub name: String,
    /// Its length.
    pub size: i64,
    /// What has come of it.
    pub received: i64,
    /// SHA-256 in hexadecimal digits: as it was announced, then as it is.
    pub sha256: Option<String>,
    /// What it turned out to be; none until all of it has come and was looked at.
    pub kind: Option<FileKind>,
    /// What the app in it says of itself.
    pub app: Option<AppFacts>,
    /// The app's picture, a small PNG.
    pub icon: Option<Vec<u8>>,
    /// When it goes, Unix milliseconds.
    pub expire_ms: i64,
}

/// Why something was not done with a file.
#[derive(Debug, Error)]
pub enum UploadError {
    /// Unknown, or somebody else's.
    #[error("no such file")]
    Unknown,
    /// It is not taken.
    #[error("the file is not taken")]
    Add(AddFault),
    /// Not all of it has come.
    #[error("not all of it has come")]
    Unfinished,
    /// An operation sends it just now.
    #[error("it is being sent")]
    InUse,
    /// A fault of ours.
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

/// One file of the actor.
pub async fn get(store: &Store, actor: &Actor, id: i64) -> Result<Upload, UploadError> {
    let member_id = actor.member_id();
    store.run(move |conn| own(conn, member_id, id)).await
}

/// Files of the actor that have come completely, in the order in which they are named.
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

/// Keeps files from going while an operation that was begun now sends them. False if one of them is not there, or not the member's.
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
            .filter(uploads::id.eq_any(ids))
            .filter(uploads::member_id.eq(member_id))
            .filter(uploads::ready_ms.is_not_null()),
    )
    .set(uploads::used_ms.eq(now_ms))
    .execute(tx)?;
    Ok(held == ids.len())
}
