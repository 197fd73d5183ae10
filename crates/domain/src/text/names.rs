//! Names that members give: of a phone, a group, a tag.

use thiserror::Error;

use crate::lang::{Lang, Words};
use crate::text;

/// Longest name, in characters as people count them.
pub const NAME_MAX_CHARS: usize = 10;
/// Groups of one account.
pub const GROUPS_MAX: i64 = 200;
/// Tags of one account.
pub const TAGS_MAX: i64 = 500;
/// Tags of one account on one phone.
pub const PHONE_TAGS_MAX: usize = 20;
/// Largest name in bytes: ten characters may be made of many.
const NAME_MAX_BYTES: usize = 400;

/// Why a name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidName {
    /// The name is empty or shows nothing.
    #[error("the name is empty")]
    Empty,
    /// The name is longer than [`NAME_MAX_CHARS`].
    #[error("the name has {0} characters")]
    TooLong(usize),
}

impl InvalidName {
    /// Message for the form.
    pub fn text(self, lang: Lang) -> String {
        match self {
            Self::Empty => Words::new("名称不能为空", "The name cannot be empty")
                .in_lang(lang)
                .to_owned(),
            Self::TooLong(now) => match lang {
                Lang::Zh => format!("最多 {NAME_MAX_CHARS} 个字，现在 {now} 个"),
                Lang::En => format!("At most {NAME_MAX_CHARS} characters, now {now}"),
            },
        }
    }
}

/// A name of 1 to [`NAME_MAX_CHARS`] characters on one line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name(String);

impl Name {
    /// Reads a name as it was typed.
    pub fn parse(typed: &str) -> Result<Self, InvalidName> {
        let name = text::one_line(typed);
        match text::count(&name) {
            _ if !text::is_seen(&name) => Err(InvalidName::Empty),
            n if n > NAME_MAX_CHARS || name.len() > NAME_MAX_BYTES => Err(InvalidName::TooLong(n)),
            _ => Ok(Self(name)),
        }
    }

    /// The name as it is stored and shown.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key by which names are compared: [`text::key`].
    pub fn key(&self) -> String {
        text::key(&self.0)
    }
}

/// Names many phones at once: `{n}` in the pattern counts from `first`, with as many digits as the last number has. A single phone gets the
/// typed text as it is, braces included.
pub fn numbered(pattern: &str, first: u32, count: usize) -> Result<Vec<Name>, InvalidName> {
    if count == 1 {
        return Ok(vec![Name::parse(pattern)?]);
    }
    let last = first as usize + count.saturating_sub(1);
    let digits = last.to_string().len();
    (0..count)
        .map(|at| {
            let number = format!("{:0digits$}", first as usize + at);
            Name::parse(&pattern.replace("{n}", &number))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_to_ten_characters_as_people_count_them() {
        for unseen in ["", " \u{200b} ", "\u{3164}\u{3164}", "\u{2800}", "\u{301}"] {
            assert_eq!(Name::parse(unseen), Err(InvalidName::Empty), "{unseen:?}");
        }
        assert_eq!(
            Name::parse("一二三四五六七八九十").unwrap().as_str(),
            "一二三四五六七八九十"
        );
        assert_eq!(
            Name::parse("一二三四五六七八九十一"),
            Err(InvalidName::TooLong(11))
        );
        assert!(Name::parse(&"👨‍👩‍👧".repeat(10)).is_ok());
        // A letter with a thousand accents is one character and no name.
        assert!(Name::parse(&format!("e{}", "\u{301}".repeat(1000))).is_err());
    }

    #[test]
    fn many_names_are_numbered_with_equal_digits() {
        let names = numbered("机 {n}", 8, 3).unwrap();
        let texts: Vec<&str> = names.iter().map(Name::as_str).collect();
        assert_eq!(texts, ["机 08", "机 09", "机 10"]);
        assert!(numbered("一二三四五六七八九{n}", 1, 10).is_err());
        assert_eq!(numbered("同", 1, 2).unwrap().len(), 2);
    }
}
