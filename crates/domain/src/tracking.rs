//! Page views: which of the console's own pages a member opened. Little is kept, and only for a month. An error that a page reports is written
//! to the log and stored nowhere else.
//!
//! The part of an address after `?` or `#` is dropped before anything is stored: it holds names, numbers and searches. So is the token of a
//! link, which would open it.

use thiserror::Error;

use crate::sharing::links::LinkKind;

/// Longest path kept, in bytes.
pub const PATH_MAX_BYTES: usize = 256;
/// Longest title kept, in characters.
pub const TITLE_MAX_CHARS: usize = 100;
/// Most views in one call.
pub const VIEWS_PER_CALL: usize = 20;
/// Most views of one member in a minute.
pub const VIEWS_PER_MINUTE: i64 = 120;
/// The minute of [`VIEWS_PER_MINUTE`], in milliseconds.
pub const RATE_WINDOW_MS: i64 = 60 * 1000;
/// Largest delay with which a view may be reported; a view that claims to be older, or of the future, is dated now.
pub const LATE_MAX_MS: i64 = 10 * 60 * 1000;
/// Time for which a view is kept, in milliseconds.
pub const KEEP_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Longest part of a page's error, in characters.
pub const ERROR_MAX_CHARS: usize = 300;
/// Errors of pages that one address may report in a minute.
pub const ERRORS_PER_MINUTE: i64 = 20;

const _: () = assert!(
    LATE_MAX_MS < KEEP_MS,
    "a view is not swept before it is told"
);

/// Why page views, or an error of a page, were refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TrackingError {
    /// The path is not one of this console.
    #[error("not a path of this console")]
    Path,
    /// The title is longer than [`TITLE_MAX_CHARS`].
    #[error("the title is too long")]
    Title,
    /// The call has no view, or more than [`VIEWS_PER_CALL`].
    #[error("the number of views is out of range")]
    Count,
    /// The error has no kind, or more than [`ERROR_MAX_CHARS`] in one of its parts.
    #[error("not an error of a page")]
    Error,
}

/// A page that was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageView {
    path: String,
    title: String,
    at_ms: i64,
}

impl PageView {
    /// Reads a browser's report. `at_ms` is the browser's clock, Unix milliseconds; a missing or unlikely one becomes `now_ms`.
    pub fn parse(
        path: &str,
        title: Option<&str>,
        at_ms: Option<i64>,
        now_ms: i64,
    ) -> Result<Self, TrackingError> {
        let path = without_token(own_path(path).ok_or(TrackingError::Path)?);
        let title = title.unwrap_or_default().trim();
        if title.chars().count() > TITLE_MAX_CHARS {
            return Err(TrackingError::Title);
        }
        let likely = |at: &i64| *at <= now_ms && *at >= now_ms - LATE_MAX_MS;
        Ok(Self {
            path,
            title: title.chars().filter(|c| !c.is_control()).collect(),
            at_ms: at_ms.filter(likely).unwrap_or(now_ms),
        })
    }

    /// The path, such as `/play`, without query and fragment.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The tab's title; may be empty.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Time at which the page was opened, Unix milliseconds.
    pub const fn at_ms(&self) -> i64 {
        self.at_ms
    }
}

/// An error inside a page, as its browser reports it: a line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageError {
    kind: String,
    words: String,
    at: String,
    path: String,
}

impl PageError {
    /// Reads a browser's report: no part is longer than [`ERROR_MAX_CHARS`], and nothing in it begins a line of its own.
    pub fn parse(kind: &str, words: &str, at: &str, path: &str) -> Result<Self, TrackingError> {
        let path = without_token(own_path(path).ok_or(TrackingError::Path)?);
        let parts = [kind, words, at];
        if kind.trim().is_empty()
            || parts
                .iter()
                .any(|part| part.chars().count() > ERROR_MAX_CHARS)
        {
            return Err(TrackingError::Error);
        }
        let [kind, words, at] = parts.map(|part| {
            part.chars()
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect()
        });
        Ok(Self {
            kind,
            words,
            at,
            path,
        })
    }

    /// Kind of the error, such as `TypeError`.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// Message of the error; may be empty.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Position in the scripts; may be empty.
    pub fn at(&self) -> &str {
        &self.at
    }

    /// Path of the page, without query and fragment.
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// Whether one call may hold that number of views.
pub const fn check_count(views: usize) -> Result<(), TrackingError> {
    if views == 0 || views > VIEWS_PER_CALL {
        return Err(TrackingError::Count);
    }
    Ok(())
}

/// The path alone, if browsers cannot read another origin out of it.
fn own_path(text: &str) -> Option<&str> {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let own = path.starts_with('/') && !path.starts_with("//");
    let plain = !path.contains(|c: char| c == '\\' || c.is_control() || c.is_whitespace());
    (own && plain && path.len() <= PATH_MAX_BYTES).then_some(path)
}

/// A path that ends at the name of a link's page: what follows is the token of the link.
fn without_token(path: &str) -> String {
    let mut shown = String::with_capacity(path.len());
    for piece in path.split_inclusive('/') {
        shown.push_str(piece);
        if LinkKind::ALL
            .iter()
            .any(|kind| piece.strip_suffix('/') == Some(kind.page()))
        {
            break;
        }
    }
    shown
}
