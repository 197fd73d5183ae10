//! Errors of actions on a phone's shared storage.

use phone_link::wire::shell::ArgumentError;
use phone_link::{FileError, ShellError};
use thiserror::Error;

/// Longest error text of a phone that is kept, in characters.
const WORDS_MAX_CHARS: usize = 200;

/// Why an action on a file of a phone failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FileAccessError {
    /// The path does not exist.
    #[error("there is no such file or folder")]
    Absent,
    /// A file or folder of that name exists.
    #[error("the name is taken")]
    Taken,
    /// A link leads out of the allowed roots.
    #[error("the path leads out of the allowed roots")]
    Outside,
    /// A folder where a file is wanted, or the other way round.
    #[error("it is not of the wanted kind")]
    Kind,
    /// The piece does not start at the end of the upload, which is this offset in bytes.
    #[error("the upload goes on at byte {0}")]
    Offset(u64),
    /// The piece ended before its length.
    #[error("the piece is cut short")]
    Short,
    /// The path of the part file, whose name is longer than the target's, is too long.
    #[error("the path is too long")]
    Path,
    /// The phone, or the server, already transfers as many files as it may.
    #[error("too many files move")]
    Busy,
    /// No room on the phone.
    #[error("the phone has no room")]
    Full,
    /// The phone refused, in its own words.
    #[error("the phone refused: {0}")]
    Refused(String),
    /// There is no link to the phone, it broke, or nothing came in time.
    #[error("the phone does not answer")]
    NoAnswer,
}

impl FileAccessError {
    /// Maps the error text of a shell program or of the sync service.
    pub(super) fn of_words(words: &str) -> Self {
        let has = |part: &str| words.contains(part);
        if has("No such file") {
            Self::Absent
        } else if has("File exists") {
            Self::Taken
        } else if has("No space left") || has("quota exceeded") {
            Self::Full
        } else if has("Is a directory") || has("Not a directory") {
            Self::Kind
        } else {
            let line = words.trim().lines().next().unwrap_or_default();
            let plain = line.chars().filter(|c| !c.is_control());
            Self::Refused(plain.take(WORDS_MAX_CHARS).collect())
        }
    }
}

impl From<ArgumentError> for FileAccessError {
    fn from(error: ArgumentError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl From<ShellError> for FileAccessError {
    fn from(error: ShellError) -> Self {
        match error {
            ShellError::Open(_)
            | ShellError::Link(_)
            | ShellError::Timeout(_)
            | ShellError::Cut => Self::NoAnswer,
            ShellError::Unsupported
            | ShellError::Argument(_)
            | ShellError::TooMuchOutput(_)
            | ShellError::Broken(_) => Self::Refused(error.to_string()),
        }
    }
}

impl From<FileError> for FileAccessError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Open(_)
            | FileError::Link(_)
            | FileError::Cut
            | FileError::Timeout
            | FileError::Cancelled => Self::NoAnswer,
            FileError::Shell(error) => error.into(),
            FileError::Refused(words) => Self::of_words(&words),
            FileError::Local(_) => Self::Short,
            FileError::Sync(_) | FileError::Unexpected | FileError::TooLarge(_) => {
                Self::Refused(error.to_string())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phones_words_become_what_they_mean() {
        for (words, fault) in [
            ("mkdir: '/sdcard/a': File exists", FileAccessError::Taken),
            (
                "realpath: /x: No such file or directory",
                FileAccessError::Absent,
            ),
            (
                "cat: xwrite: No space left on device",
                FileAccessError::Full,
            ),
            ("read failed: Is a directory", FileAccessError::Kind),
            (
                "rm: a\u{7}: Permission denied\nmore",
                FileAccessError::Refused("rm: a: Permission denied".to_owned()),
            ),
        ] {
            assert_eq!(FileAccessError::of_words(words), fault);
        }
        let long = FileAccessError::of_words(&"字".repeat(1000));
        assert_eq!(long, FileAccessError::Refused("字".repeat(WORDS_MAX_CHARS)));
    }
}
