//! Agreements: the texts that members accept before they sign in, register or buy. Operators keep them; each publication is a version.

#[cfg(not(target_arch = "wasm32"))]
pub mod written;

use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

use crate::every;
use crate::lang::{Lang, Words};
use crate::text;

/// Longest title, in characters as people count them.
pub const TITLE_MAX_CHARS: usize = 50;
/// Longest text, likewise, without its marks.
pub const TEXT_MAX_CHARS: usize = 20_000;
/// Permission to see all versions, and who accepted them.
pub const READ: &str = "system:agreement:list";
/// Permission to write and publish versions.
pub const WRITE: &str = "system:agreement:edit";

/// Kind of agreement; stored numbers.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "camelCase", const_into_str)]
pub enum Kind {
    /// Terms of service.
    Terms = 1,
    /// Privacy policy: which data of a member is kept.
    Privacy = 2,
    /// Authorization that a buyer of phones accepts.
    Authorization = 3,
}

impl Kind {
    /// The complete list of kinds, in the order in which they are shown.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);
    /// Kinds that are accepted with a sign-in or a registration.
    pub const ENTRY: [Self; 2] = [Self::Terms, Self::Privacy];

    /// Reads a stored number.
    pub fn from_stored(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as i16 == number)
    }
}

/// Versions of the agreements of a sign-in, as the page showed them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema),
    schema(as = EntryVersionsBody)
)]
pub struct EntryVersions {
    /// Number of the version of the terms of service.
    #[cfg_attr(feature = "api", schema(nullable = false))]
    pub terms: Option<i64>,
    /// Number of the version of the privacy policy.
    #[cfg_attr(feature = "api", schema(nullable = false))]
    pub privacy: Option<i64>,
}

impl EntryVersions {
    /// Kinds with the version that was shown of each; none where the client did not say which.
    pub const fn each(self) -> [(Kind, Option<i64>); Kind::ENTRY.len()] {
        [(Kind::Terms, self.terms), (Kind::Privacy, self.privacy)]
    }
}

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidAgreement {
    /// The name is that of no agreement.
    #[error("no such agreement")]
    NoKind,
    /// The title is missing in one of the languages.
    #[error("no title")]
    NoTitle,
    /// The title has more than [`TITLE_MAX_CHARS`] characters.
    #[error("the title is too long")]
    TitleTooLong,
    /// The text is missing in one of the languages.
    #[error("no text")]
    NoText,
    /// The text has more than [`TEXT_MAX_CHARS`] characters.
    #[error("the text is too long")]
    TextTooLong,
    /// The text has something that would run in the reader's browser.
    #[error("a script in the text")]
    Script,
}

impl InvalidAgreement {
    /// The wire's name of the field with the fault.
    pub const fn field(self) -> &'static str {
        match self {
            Self::NoKind => "kind",
            Self::NoTitle | Self::TitleTooLong => "title",
            Self::NoText | Self::TextTooLong | Self::Script => "content",
        }
    }

    /// Message for the form.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::NoKind => Words::new("请选择协议", "Choose an agreement"),
            Self::NoTitle => Words::new("请输入标题", "Enter a title"),
            Self::TitleTooLong => {
                Words::new("标题最多 50 个字", "A title has at most 50 characters")
            }
            Self::NoText => Words::new("请输入正文", "Enter the text"),
            Self::TextTooLong => Words::new(
                "正文最多 20000 个字",
                "A text has at most 20,000 characters",
            ),
            Self::Script => Words::new("正文不能包含脚本", "The text must not contain scripts"),
        }
        .in_lang(lang)
    }
}

/// Reads a title.
pub fn parse_title(typed: &str) -> Result<String, InvalidAgreement> {
    let title = text::one_line(typed);
    match text::count(&title) {
        _ if !text::is_seen(&title) => Err(InvalidAgreement::NoTitle),
        // A character may be made of many bytes.
        n if n > TITLE_MAX_CHARS || title.len() > TITLE_MAX_CHARS * 40 => {
            Err(InvalidAgreement::TitleTooLong)
        }
        _ => Ok(title),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agreement_has_one_number() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_stored(kind as i16), Some(kind));
        }
        assert_eq!(Kind::from_stored(0), None);
    }
}
