//! Words of operators about a phone, which no member reads.

use thiserror::Error;

use crate::lang::{Lang, Words};
use crate::text;

/// Longest note, in characters as people count them.
pub const PHONE_NOTE_MAX_CHARS: usize = 200;

/// A note that is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the note is too long")]
pub struct NoteTooLong;

impl NoteTooLong {
    /// Text of the fault, which the form shows.
    pub const fn text(self, lang: Lang) -> &'static str {
        Words::new("备注最多 200 个字", "A note has at most 200 characters").in_lang(lang)
    }
}

/// A note in one line; an empty one is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneNote(String);

impl PhoneNote {
    /// Checks a note.
    pub fn parse(typed: &str) -> Result<Self, NoteTooLong> {
        let note = text::one_line(typed);
        if text::count(&note) > PHONE_NOTE_MAX_CHARS {
            return Err(NoteTooLong);
        }
        Ok(Self(note))
    }

    /// The note's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_one_line_of_at_most_200_characters_and_may_be_empty() {
        let parse = |typed: &str| PhoneNote::parse(typed).map(|note| note.0);
        assert_eq!(
            parse(" 晚 7 点后\n不要动 "),
            Ok("晚 7 点后 不要动".to_owned())
        );
        assert_eq!(parse(" \n"), Ok(String::new()));
        let longest = "长".repeat(PHONE_NOTE_MAX_CHARS);
        assert_eq!(parse(&longest), Ok(longest.clone()));
        assert_eq!(parse(&format!("{longest}长")), Err(NoteTooLong));
    }
}
