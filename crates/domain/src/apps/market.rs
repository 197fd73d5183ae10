//! The app market: apps that operators offer to all members, and how they are described.

use thiserror::Error;

use crate::lang::{Lang, Words, each_language};
use crate::text;

/// Longest name of an app, in characters as people count them.
pub const NAME_MAX_CHARS: usize = 30;
/// Longest description, likewise.
pub const DESCRIPTION_MAX_CHARS: usize = 300;
/// Permission to see the apps that were taken down, too.
pub const READ: &str = "infra:market:list";
/// Permission to offer apps, describe them and take them down.
pub const WRITE: &str = "infra:market:edit";

/// Why a description is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidListing {
    /// The name is missing in one of the languages.
    #[error("no name")]
    NoName,
    /// The name has more than [`NAME_MAX_CHARS`] characters.
    #[error("the name is too long")]
    NameTooLong,
    /// The description has more than [`DESCRIPTION_MAX_CHARS`] characters.
    #[error("the description is too long")]
    DescriptionTooLong,
}

impl InvalidListing {
    /// Message for the form.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::NoName => Words::new("请输入应用名称", "Enter the app's name"),
            Self::NameTooLong => {
                Words::new("应用名称最多 30 个字", "A name has at most 30 characters")
            }
            Self::DescriptionTooLong => Words::new(
                "应用介绍最多 300 个字",
                "A description has at most 300 characters",
            ),
        }
        .in_lang(lang)
    }
}

/// A refused field: the fault, and the language of the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub fault: InvalidListing,
    /// Language of the field.
    pub lang: Lang,
}

impl Refusal {
    /// The wire's name of the field.
    pub const fn field(self) -> &'static str {
        let is_name = matches!(
            self.fault,
            InvalidListing::NoName | InvalidListing::NameTooLong
        );
        match (is_name, self.lang) {
            (true, Lang::Zh) => "nameZh",
            (true, Lang::En) => "nameEn",
            (false, Lang::Zh) => "descriptionZh",
            (false, Lang::En) => "descriptionEn",
        }
    }
}

impl From<(Lang, InvalidListing)> for Refusal {
    fn from((lang, fault): (Lang, InvalidListing)) -> Self {
        Self { fault, lang }
    }
}

/// An app's name and description that the rules allow, in each language as in [`Lang::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// Names in each language.
    pub names: [String; 2],
    /// Descriptions in each language; they may be empty.
    pub descriptions: [String; 2],
}

impl Listing {
    /// Reads what was typed, in each language as in [`Lang::ALL`].
    pub fn parse(names: &[String; 2], descriptions: &[String; 2]) -> Result<Self, Refusal> {
        Ok(Self {
            names: each_language(|at| parse_name(&names[at]))?,
            descriptions: each_language(|at| parse_description(&descriptions[at]))?,
        })
    }

    /// The name that people of a language read.
    pub fn name(&self, lang: Lang) -> &str {
        &self.names[lang as usize]
    }

    /// The description that people of a language read.
    pub fn description(&self, lang: Lang) -> &str {
        &self.descriptions[lang as usize]
    }
}

/// Whether a text has more characters than a field takes. A character may be made of many bytes, but not of any number.
fn is_longer(text: &str, chars_max: usize) -> bool {
    text.len() > chars_max * 40 || text::count(text) > chars_max
}

fn parse_name(typed: &str) -> Result<String, InvalidListing> {
    let name = text::one_line(typed);
    if !text::is_seen(&name) {
        Err(InvalidListing::NoName)
    } else if is_longer(&name, NAME_MAX_CHARS) {
        Err(InvalidListing::NameTooLong)
    } else {
        Ok(name)
    }
}

fn parse_description(typed: &str) -> Result<String, InvalidListing> {
    let description = text::one_line(typed);
    if is_longer(&description, DESCRIPTION_MAX_CHARS) {
        Err(InvalidListing::DescriptionTooLong)
    } else if text::is_seen(&description) {
        Ok(description)
    } else {
        Ok(String::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(zh: &str, en: &str) -> [String; 2] {
        [zh.to_owned(), en.to_owned()]
    }

    #[test]
    fn each_language_has_its_name_and_may_lack_a_description() {
        let read = Listing::parse(&pair(" 地\n图 ", "Maps"), &pair("\u{200b}", "Offline")).unwrap();
        assert_eq!(
            [Lang::Zh, Lang::En].map(|lang| (read.name(lang), read.description(lang))),
            [("地 图", ""), ("Maps", "Offline")]
        );
    }

    #[test]
    fn each_limit_holds_at_n_and_n_plus_one_in_either_language() {
        let judge = |names, descriptions| {
            Listing::parse(&names, &descriptions)
                .err()
                .map(|refusal| (refusal.field(), refusal.fault))
        };
        let (name, none) = (pair("图", "Map"), pair("", ""));
        let long = |n: usize| "字".repeat(n);
        let (most, over) = (long(NAME_MAX_CHARS), long(NAME_MAX_CHARS + 1));
        assert_eq!(judge(pair(&most, &most), none.clone()), None);
        for (names, field, fault) in [
            (pair(&over, "Map"), "nameZh", InvalidListing::NameTooLong),
            (pair("图", &over), "nameEn", InvalidListing::NameTooLong),
            (pair("\u{3164} ", "Map"), "nameZh", InvalidListing::NoName),
            (pair("图", ""), "nameEn", InvalidListing::NoName),
        ] {
            assert_eq!(judge(names, none.clone()), Some((field, fault)));
        }
        let (most, over) = (long(DESCRIPTION_MAX_CHARS), long(DESCRIPTION_MAX_CHARS + 1));
        assert_eq!(judge(name.clone(), pair(&most, &most)), None);
        for (descriptions, field) in [
            (pair(&over, ""), "descriptionZh"),
            (pair("", &over), "descriptionEn"),
        ] {
            let refused = Some((field, InvalidListing::DescriptionTooLong));
            assert_eq!(judge(name.clone(), descriptions), refused);
        }
    }
}
