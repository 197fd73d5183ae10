//! Query and views of cloud files.

use domain::codes;
use domain::uploads::UploadRules;
use serde::{Deserialize, Serialize};
use store::uploads::{LibraryPage, LibraryQuery};
use utoipa::{IntoParams, ToSchema};

use crate::http::files::UploadView;
use crate::http::{ApiError, PageQuery, WORDS_MAX_BYTES};

/// A page of cloud files, please.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct CloudFilesQuery {
    /// app or file; both when missing.
    kind: Option<String>,
    /// Words in the name of a file.
    keyword: Option<String>,
}

impl CloudFilesQuery {
    /// Query that may be asked.
    pub fn parse(self, page: &PageQuery) -> Result<LibraryQuery, ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let (offset, limit) = page.usual()?;
        let words = self.keyword.unwrap_or_default();
        if words.len() > WORDS_MAX_BYTES {
            return Err(bad());
        }
        let apps = match self.kind.as_deref() {
            None | Some("") => None,
            Some("app") => Some(true),
            Some("file") => Some(false),
            Some(_) => return Err(bad()),
        };
        Ok(LibraryQuery {
            apps,
            words,
            offset,
            limit,
        })
    }
}

/// A page of cloud files.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CloudFilesView {
    list: Vec<UploadView>,
    total: i64,
    /// Bytes that all files of the member take, with those that are still to come.
    used: i64,
    /// Bytes that they may take.
    quota: i64,
    /// Days for which a file is kept after its last use.
    kept_days: i64,
}

impl CloudFilesView {
    /// View of a page, kept by the rules in force.
    pub fn of(page: LibraryPage, rules: UploadRules) -> Self {
        let view = |upload| UploadView::of(upload, rules);
        Self {
            list: page.rows.into_iter().map(view).collect(),
            total: page.total,
            used: page.held.bytes,
            quota: rules.quota_bytes(),
            kept_days: rules.kept_days(),
        }
    }
}
