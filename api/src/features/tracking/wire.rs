//! Browsers' reports of opened pages and of errors in them.

use domain::codes;
use domain::tracking::{PageError, PageView, check_count};
use serde::Deserialize;
use store::tracking::TrackError;
use utoipa::ToSchema;

use crate::http::ApiError;

/// The page that was opened.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewsBody {
    /// A path of the console: `/index`. What follows `?` is not kept.
    path: String,
    /// The tab's title; at most 100 characters.
    title: Option<String>,
    /// When, by the browser's clock, Unix milliseconds; now when missing.
    at: Option<i64>,
    /// Pages opened shortly before, at most 19.
    #[serde(default)]
    earlier: Vec<ViewBody>,
}

/// Page that was opened.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ViewBody {
    /// A path of the console.
    path: String,
    /// The tab's title.
    title: Option<String>,
    /// When, Unix milliseconds.
    at: Option<i64>,
}

impl ViewsBody {
    /// Page views that may be stored.
    pub fn parse(self, now_ms: i64) -> Result<Vec<PageView>, ApiError> {
        let last = ViewBody {
            path: self.path,
            title: self.title,
            at: self.at,
        };
        let bad = |_| ApiError::Refused(codes::BAD_REQUEST);
        check_count(self.earlier.len() + 1).map_err(bad)?;
        self.earlier
            .into_iter()
            .chain([last])
            .map(|view| PageView::parse(&view.path, view.title.as_deref(), view.at, now_ms))
            .collect::<Result<_, _>>()
            .map_err(bad)
    }
}

/// Error in a page. No words of the member's: neither what was typed nor what stands behind `?`.
#[derive(Deserialize, ToSchema)]
pub struct PageErrorBody {
    /// The kind of error: `TypeError`. No part has more than 300 characters.
    kind: String,
    /// Error's message.
    #[serde(default)]
    words: String,
    /// Place in the scripts.
    #[serde(default)]
    at: String,
    /// The page's path.
    path: String,
}

impl PageErrorBody {
    /// Error that may be logged.
    pub fn parse(self) -> Result<PageError, ApiError> {
        PageError::parse(&self.kind, &self.words, &self.at, &self.path)
            .map_err(|_| ApiError::Refused(codes::BAD_REQUEST))
    }
}

impl From<TrackError> for ApiError {
    fn from(error: TrackError) -> Self {
        match error {
            TrackError::TooOften => Self::Refused(codes::TOO_MANY),
            TrackError::Fault(fault) => fault.into(),
        }
    }
}
