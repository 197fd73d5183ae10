//! The app market: apps that operators offer to all members, each with its versions.
//!
//! A version is a content like that of an upload: it is sent to phones by its id beside a member's own files (`uploads::chosen`), and its
//! bytes stay as long as its row does.

mod offered;
mod reading;
mod write;

use diesel::prelude::*;
use domain::apps::market::Listing;
use domain::uploads::{AppFacts, FileKind};
use thiserror::Error;

pub(crate) use offered::{contents, mark_used, offered, rows_of};
pub use reading::{Page, Query, page};
pub use write::{Target, describe, publish, remove, set_down};

use crate::audit::Conflict;
use crate::db::schema::{market_apps, market_versions};
use crate::error::{StoreError, faults};

/// Why something is not done with an app of the market.
#[derive(Debug, Error)]
pub enum MarketError {
    /// The app or the version is unknown.
    #[error("no such app")]
    Unknown,
    /// The file is no app, is not complete, or is not the operator's.
    #[error("the file is no app")]
    NoApp,
    /// The market has that version of the app.
    #[error("the version is there")]
    Exists,
    /// The version is signed by other keys than the app's versions that are there.
    #[error("the version is signed by other keys")]
    Signer,
    /// Members can install the version.
    #[error("the version is offered")]
    Offered,
    /// An operation is sending the version now.
    #[error("it is being sent")]
    InUse,
    /// Somebody else changed the app's words since the operator saw them.
    #[error("changed meanwhile")]
    Changed(Box<Conflict<Described>>),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(MarketError);

/// Words of an app, and when they were written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// Name and description.
    pub listing: Listing,
    /// Time of the last change, Unix milliseconds.
    pub changed_ms: i64,
}

/// An app of the market.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct App {
    /// Id, the key of every operator's call.
    pub id: i64,
    /// Package name.
    pub package: String,
    /// Name and description.
    pub listing: Listing,
    /// Icon of its newest version, a small PNG.
    pub icon: Option<Vec<u8>>,
    /// Time of the last change, Unix milliseconds.
    pub changed_ms: i64,
    /// Time at which all of it was taken down, Unix milliseconds.
    pub down_ms: Option<i64>,
    /// Versions, the newest first.
    pub versions: Vec<Version>,
}

/// A version of an app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Id: a delivery names it like an upload.
    pub id: i64,
    /// Name of the file.
    pub file_name: String,
    /// Length in bytes.
    pub size: i64,
    /// SHA-256 in hexadecimal digits.
    pub sha256: String,
    /// Kind of the content.
    pub kind: FileKind,
    /// Facts from the app's manifest.
    pub facts: AppFacts,
    /// Time at which it was added, Unix milliseconds.
    pub added_ms: i64,
    /// Time at which it was taken down, Unix milliseconds.
    pub down_ms: Option<i64>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = market_apps)]
struct AppRow {
    id: i64,
    package: String,
    name_zh: String,
    name_en: String,
    description_zh: String,
    description_en: String,
    changed_ms: i64,
    down_ms: Option<i64>,
}

impl AppRow {
    fn listing(&self) -> Listing {
        Listing {
            names: [self.name_zh.clone(), self.name_en.clone()],
            descriptions: [self.description_zh.clone(), self.description_en.clone()],
        }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = market_versions)]
struct VersionRow {
    id: i64,
    app_id: i64,
    file_name: String,
    size_bytes: i64,
    sha256: String,
    kind: String,
    app: String,
    added_ms: i64,
    down_ms: Option<i64>,
}

impl VersionRow {
    fn version(self) -> Result<Version, StoreError> {
        let corrupt = |_| StoreError::Corrupt("market version");
        Ok(Version {
            id: self.id,
            file_name: self.file_name,
            size: self.size_bytes,
            sha256: self.sha256,
            kind: serde_json::from_value(self.kind.into()).map_err(corrupt)?,
            facts: serde_json::from_str(&self.app).map_err(corrupt)?,
            added_ms: self.added_ms,
            down_ms: self.down_ms,
        })
    }
}
