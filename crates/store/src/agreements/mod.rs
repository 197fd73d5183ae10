//! Agreements: each version a row that stays as it was published, and a mark for each member who accepted it.
//!
//! `write` is what operators do, `reading` what everybody sees, `accepted` who accepted which version when.

mod accepted;
mod reading;
mod write;

use diesel::prelude::*;
use domain::agreements::Kind;
use domain::lang::Lang;
use thiserror::Error;

pub(crate) use accepted::accept;
pub use accepted::{Acceptance, Acceptances, Own, acceptances, own};
pub use reading::{Listed, Page, page, published};
pub(crate) use write::put;
pub use write::{publish, save};

use crate::error::{StoreError, faults};
use crate::schema::agreements;

/// Why one was not shown or published.
#[derive(Debug, Error)]
pub enum AgreementError {
    /// Unknown, or nothing for whoever asks.
    #[error("no such agreement")]
    Unknown,
    /// It is published: what members accepted does not change.
    #[error("the version is published")]
    Published,
    /// A fault of ours.
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
    /// Keys every call of operators.
    pub id: i64,
    /// Of which agreement.
    pub kind: Kind,
    /// From 1, for each agreement.
    pub version: i64,
    titles: [String; 2],
    texts: [String; 2],
    /// When it was last written, Unix milliseconds; 0 for the product's own.
    pub changed_ms: i64,
    /// When it was published, Unix milliseconds; 0 for the product's own. None while it is being written.
    pub published_ms: Option<i64>,
}

impl Version {
    /// The line above it.
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
