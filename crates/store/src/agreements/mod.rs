//! Agreements: each version a row that stays as it was published, and a mark for each member who accepted it.
//!
//! `write` holds the actions of operators, `reading` the queries for everybody, `accepted` the acceptances.

mod accepted;
mod reading;
mod write;

use diesel::prelude::*;
use domain::agreements::Kind;
use domain::lang::Lang;
use thiserror::Error;

pub use accepted::{
    Acceptance, Acceptances, MemberAgreement, Outdated, acceptances, in_force, own,
};
pub(crate) use accepted::{accept, accept_entry, accepted_version, check_entry};
pub use reading::{Listed, Page, page, published};
pub(crate) use write::put;
pub use write::{publish, save};

use crate::db::schema::agreements;
use crate::error::{StoreError, faults};

/// Why an agreement is not shown or published.
#[derive(Debug, Error)]
pub enum AgreementError {
    /// The version is unknown, or not visible to the caller.
    #[error("no such agreement")]
    Unknown,
    /// The version is published: what members accepted does not change.
    #[error("the version is published")]
    Published,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(AgreementError);

#[derive(Queryable, Selectable)]
#[diesel(table_name = agreements)]
struct Row {
    id: i64,
    kind: i16,
    version: i64,
    title_zh: String,
    title_en: String,
    text_zh: String,
    text_en: String,
    changed_ms: i64,
    published_ms: Option<i64>,
}

/// A version of an agreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// Id, the key of every operator's call.
    pub id: i64,
    /// Kind of the agreement.
    pub kind: Kind,
    /// Number of the version, from 1 for each agreement.
    pub version: i64,
    titles: [String; 2],
    texts: [String; 2],
    /// Time of the last change, Unix milliseconds; 0 for the product's own text.
    pub changed_ms: i64,
    /// Time of publication, Unix milliseconds; 0 for the product's own text. None while the version is being written.
    pub published_ms: Option<i64>,
}

impl Version {
    pub fn title(&self, lang: Lang) -> &str {
        &self.titles[side(lang)]
    }

    /// The text with its marks.
    pub fn text(&self, lang: Lang) -> &str {
        &self.texts[side(lang)]
    }
}

const fn side(lang: Lang) -> usize {
    match lang {
        Lang::Zh => 0,
        Lang::En => 1,
    }
}

impl TryFrom<Row> for Version {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id,
            kind: Kind::from_stored(row.kind).ok_or(StoreError::Corrupt("agreement"))?,
            version: row.version,
            titles: [row.title_zh, row.title_en],
            texts: [row.text_zh, row.text_en],
            changed_ms: row.changed_ms,
            published_ms: row.published_ms,
        })
    }
}
