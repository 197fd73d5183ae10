//! The files that a member keeps on the server: listed, found by name, and counted. Equal contents are counted once.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::uploads::{FileKind, StoredFiles};

use super::{Row, Upload, kind_word};
use crate::Store;
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::schema::uploads;
use crate::error::StoreError;
use crate::session::Actor;

/// Query of the library.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LibraryQuery {
    /// Whether only apps are listed, or only other files; none: both.
    pub apps: Option<bool>,
    /// Words in a file's name; all when empty.
    pub words: String,
    /// Rows to skip.
    pub offset: i64,
    /// Limit of rows.
    pub limit: i64,
}

/// A page of the library, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryPage {
    /// Complete files of this page.
    pub rows: Vec<Upload>,
    /// Number of files of the query.
    pub total: i64,
    /// Totals of the member's files, those included that are still to come.
    pub held: StoredFiles,
}

/// Complete files of the actor.
pub async fn library(
    store: &Store,
    actor: &Actor,
    query: LibraryQuery,
) -> Result<LibraryPage, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let found = || {
                let mut rows = uploads::table
                    .filter(uploads::member_id.eq(member_id))
                    .filter(uploads::ready_ms.is_not_null())
                    .into_boxed::<Backend>();
                let apps = [FileKind::Apk, FileKind::Bundle].map(kind_word);
                match query.apps {
                    None => {}
                    Some(true) => rows = rows.filter(uploads::kind.eq_any(apps)),
                    Some(false) => rows = rows.filter(uploads::kind.ne_all(apps)),
                }
                let words = query.words.trim();
                if !words.is_empty() {
                    rows = rows.filter(contains(uploads::name_key, &domain::text::key(words)));
                }
                rows
            };
            let total = found().select(count_star()).first(conn)?;
            let rows: Vec<Row> = found()
                .order((uploads::ready_ms.desc(), uploads::id.desc()))
                .offset(query.offset)
                .limit(query.limit)
                .select(Row::as_select())
                .load(conn)?;
            Ok(LibraryPage {
                rows: rows
                    .into_iter()
                    .map(Row::upload)
                    .collect::<Result<_, _>>()?,
                total,
                held: held(conn, member_id)?,
            })
        })
        .await
}

/// Files and bytes of a member. The rows, a thousand at most, are summed here, because the databases differ in the type of a sum.
pub(super) fn held(conn: &mut AnyConn, member_id: i64) -> Result<StoredFiles, StoreError> {
    let rows: Vec<(i64, Option<i64>, Option<String>, i64)> = uploads::table
        .filter(uploads::member_id.eq(member_id))
        .select((
            uploads::id,
            uploads::ready_ms,
            uploads::sha256,
            uploads::stored_bytes,
        ))
        .load(conn)?;
    let files = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    // The digest of an unfinished file is only what the client announced, so the file counts by itself until it is complete.
    let by_content: HashMap<String, i64> = rows
        .into_iter()
        .map(|(id, ready, sha256, bytes)| match (ready, sha256) {
            (Some(_), Some(sha256)) => (sha256, bytes),
            _ => (id.to_string(), bytes),
        })
        .collect();
    Ok(StoredFiles {
        files,
        bytes: by_content.values().sum(),
    })
}
