//! Dictionaries: which words operators may give to a value.

use thiserror::Error;

use crate::lang::{Lang, Words};
use crate::text;

/// Longest name of a dictionary, value and label, in characters.
pub const PART_MAX_CHARS: usize = 100;
/// Longest remark, in characters.
pub const REMARK_MAX_CHARS: usize = 500;

/// Dictionaries whose values the product itself uses: their words may be changed, their values stay.
pub const BUILT_IN: [&str; 1] = ["phone_status"];

/// Whether the product itself uses the values of a dictionary.
pub fn is_built_in(dict_type: &str) -> bool {
    BUILT_IN.contains(&dict_type)
}

/// Why an entry was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EntryError {
    /// The dictionary's name is empty, too long, or has other characters than small letters, digits and `_`.
    #[error("a dictionary's name has 1 to 100 small letters, digits and _")]
    Type,
    /// The value is empty or too long.
    #[error("a value has 1 to 100 visible characters")]
    Value,
    /// A label is empty or too long; the English one may be empty.
    #[error("a label has 1 to 100 visible characters")]
    Label,
}

impl EntryError {
    /// Field of the form that it concerns.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Type => "dictType",
            Self::Value => "dictValue",
            Self::Label => "dictLabel",
        }
    }

    /// Message for the form.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::Type => Words::new(
                "字典类型需为 1 到 100 个小写字母、数字或下划线",
                "A dictionary's name has 1 to 100 small letters, digits and _",
            ),
            Self::Value => Words::new("键值需为 1 到 100 个字", "A value has 1 to 100 characters"),
            Self::Label => Words::new("标签需为 1 到 100 个字", "A label has 1 to 100 characters"),
        }
        .in_lang(lang)
    }
}

/// An entry that the rules allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// Name of the dictionary.
    pub dict_type: String,
    /// The value that the words stand for.
    pub value: String,
    /// The words in Chinese, and in English where none are given.
    pub label: String,
    /// The words in English.
    pub label_en: String,
    /// The place among the values of the dictionary.
    pub sort: i32,
}

impl NewEntry {
    /// Checks each part.
    pub fn checked(self) -> Result<Self, EntryError> {
        let fits = |part: &str| text::is_seen(part) && part.chars().count() <= PART_MAX_CHARS;
        let plain = self
            .dict_type
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
        if !plain || !fits(&self.dict_type) {
            return Err(EntryError::Type);
        }
        if !fits(&self.value) {
            return Err(EntryError::Value);
        }
        if !fits(&self.label) || !(self.label_en.is_empty() || fits(&self.label_en)) {
            return Err(EntryError::Label);
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(
        dict_type: &str,
        value: &str,
        label: &str,
        label_en: &str,
    ) -> Result<NewEntry, EntryError> {
        NewEntry {
            dict_type: dict_type.to_owned(),
            value: value.to_owned(),
            label: label.to_owned(),
            label_en: label_en.to_owned(),
            sort: 0,
        }
        .checked()
    }

    #[test]
    fn every_part_has_its_bounds() {
        let long = "x".repeat(PART_MAX_CHARS + 1);
        assert!(entry("phone_status", "1", "运行中", "").is_ok());
        for dict_type in ["", "Phone", "a b", long.as_str()] {
            assert_eq!(entry(dict_type, "1", "l", ""), Err(EntryError::Type));
        }
        for value in ["", " ", long.as_str()] {
            assert_eq!(entry("a", value, "l", ""), Err(EntryError::Value));
        }
        for (label, label_en) in [("", ""), ("\u{200b}", ""), ("l", long.as_str()), ("l", " ")] {
            assert_eq!(entry("a", "1", label, label_en), Err(EntryError::Label));
        }
    }
}
