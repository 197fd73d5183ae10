//! Page views: which of the console's own pages a member opened. Little is kept, and only for a month. And what went wrong inside a page:
//! a line of the log, kept nowhere else.
//!
//! What follows `?` and `#` is dropped before anything is stored: names, numbers and searches stand there.

use thiserror::Error;

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
/// How late a view may be told; what claims to be older, or of the future, is dated now.
pub const LATE_MAX_MS: i64 = 10 * 60 * 1000;
/// How long a view is kept, in milliseconds.
pub const KEEP_MS: i64 = 30 * 24 * 60 * 60 * 1000;

/// Longest part of a page's error, in characters.
pub const ERROR_MAX_CHARS: usize = 300;
/// Most errors of pages that one address tells in a minute.
pub const ERRORS_PER_MINUTE: i64 = 20;

const _: () = assert!(
    LATE_MAX_MS < KEEP_MS,
    "a view is not swept before it is told"
);

/// Why page views, or an error of a page, were refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TrackingError {
    /// Not a path of this console.
    #[error("not a path of this console")]
    Path,
    /// More than [`TITLE_MAX_CHARS`].
    #[error("the title is too long")]
    Title,
    /// None, or more than [`VIEWS_PER_CALL`].
    #[error("the number of views is out of range")]
    Count,
    /// An error without a kind, or with more than [`ERROR_MAX_CHARS`] in one of its parts.
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
    /// Reads what a browser tells. `at_ms` is the browser's clock, Unix milliseconds; a missing or unlikely one becomes `now_ms`.
    pub fn parse(
        path: &str,
        title: Option<&str>,
        at_ms: Option<i64>,
        now_ms: i64,
    ) -> Result<Self, TrackingError> {
        let path = own_path(path).ok_or(TrackingError::Path)?;
        let title = title.unwrap_or_default().trim();
        if title.chars().count() > TITLE_MAX_CHARS {
            return Err(TrackingError::Title);
        }
        let likely = |at: &i64| *at <= now_ms && *at >= now_ms - LATE_MAX_MS;
        Ok(Self {
            path: path.to_owned(),
            title: title.chars().filter(|c| !c.is_control()).collect(),
            at_ms: at_ms.filter(likely).unwrap_or(now_ms),
        })
    }

    /// `/play`, without what followed `?` or `#`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The tab's title; may be empty.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// When it was opened, Unix milliseconds.
    pub const fn at_ms(&self) -> i64 {
        self.at_ms
    }
}

/// What went wrong inside a page, as its browser tells it: a line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageError {
    kind: String,
    words: String,
    at: String,
    path: String,
}

impl PageError {
    /// Reads what a browser tells: no part is longer than [`ERROR_MAX_CHARS`], and nothing in it begins a line of its own.
    pub fn parse(kind: &str, words: &str, at: &str, path: &str) -> Result<Self, TrackingError> {
        let path = own_path(path).ok_or(TrackingError::Path)?;
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
            path: path.to_owned(),
        })
    }

    /// What kind of error: `TypeError`.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// What it says; may be empty.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// Where in the scripts; may be empty.
    pub fn at(&self) -> &str {
        &self.at
    }

    /// On which page, without what followed `?` or `#`.
    pub fn path(&self) -> &str {
        &self.path
    }
}

/// Whether one call may hold so many views.
pub const fn check_count(views: usize) -> Result<(), TrackingError> {
    if views == 0 || views > VIEWS_PER_CALL {
        return Err(TrackingError::Count);
    }
    Ok(())
}

/// The path alone, if no browser could read another origin out of it.
fn own_path(text: &str) -> Option<&str> {
    let path = text.split(['?', '#']).next().unwrap_or_default();
    let own = path.starts_with('/') && !path.starts_with("//");
    let plain = !path.contains(|c: char| c == '\\' || c.is_control() || c.is_whitespace());
    (own && plain && path.len() <= PATH_MAX_BYTES).then_some(path)
}
