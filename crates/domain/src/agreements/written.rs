//! A version of an agreement as an operator wrote it, read into what may be stored.

use super::{InvalidAgreement, Kind, TEXT_MAX_CHARS, parse_title};
use crate::lang::{Lang, each_language};
use crate::text::rich_text::{InvalidRichText, RichText};

/// A refused field: the fault, and the language where each language has a field of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub fault: InvalidAgreement,
    /// Language of the field; none where the field has no language.
    pub lang: Option<Lang>,
}

impl Refusal {
    /// The wire's name of the field.
    pub fn field(self) -> String {
        let side = match self.lang {
            Some(Lang::Zh) => "Zh",
            Some(Lang::En) => "En",
            None => "",
        };
        format!("{}{side}", self.fault.field())
    }
}

impl From<(Lang, InvalidAgreement)> for Refusal {
    fn from((lang, fault): (Lang, InvalidAgreement)) -> Self {
        Self {
            fault,
            lang: Some(lang),
        }
    }
}

/// A version that the rules allow, in each language as in [`Lang::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Kind of the agreement.
    pub kind: Kind,
    /// Titles in each language.
    pub titles: [String; 2],
    /// Texts in each language.
    pub texts: [RichText; 2],
}

impl Written {
    /// Reads what was typed, in each language as in [`Lang::ALL`].
    pub fn parse(kind: &str, titles: &[String; 2], texts: &[String; 2]) -> Result<Self, Refusal> {
        let kind = kind.parse().map_err(|_| Refusal {
            fault: InvalidAgreement::NoKind,
            lang: None,
        })?;
        Ok(Self {
            kind,
            titles: each_language(|at| parse_title(&titles[at]))?,
            texts: each_language(|at| parse_text(&texts[at]))?,
        })
    }
}

fn parse_text(typed: &str) -> Result<RichText, InvalidAgreement> {
    RichText::parse(typed, TEXT_MAX_CHARS).map_err(|fault| match fault {
        InvalidRichText::Empty => InvalidAgreement::NoText,
        InvalidRichText::TooLong => InvalidAgreement::TextTooLong,
        InvalidRichText::Script => InvalidAgreement::Script,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agreements::TITLE_MAX_CHARS;

    fn pair(zh: &str, en: &str) -> [String; 2] {
        [zh.to_owned(), en.to_owned()]
    }

    #[test]
    fn what_is_whole_is_read_and_made_safe() {
        let texts = pair("<p onclick=x>一</p>", "<p>One</p>");
        let refused = Written::parse("terms", &pair("用户协议", "Terms"), &texts);
        assert_eq!(refused.unwrap_err().field(), "contentZh");
        let texts = pair("<p class=x>一</p>", "<p>One</p>");
        let read = Written::parse("terms", &pair(" 用户\n协议", "Terms"), &texts).unwrap();
        assert_eq!(read.titles, pair("用户 协议", "Terms"));
        assert_eq!(read.texts[0].as_str(), "<p>一</p>");
        assert_eq!(read.kind, Kind::Terms);
    }

    #[test]
    fn each_limit_holds_at_n_and_n_plus_one_in_either_language() {
        let long = |n: usize| "字".repeat(n);
        let judge = |titles: [String; 2], texts: [String; 2]| {
            Written::parse("privacy", &titles, &texts)
                .err()
                .map(|refusal| (refusal.field(), refusal.fault))
        };
        let (title, text) = (pair("a", "b"), pair("一", "One"));
        let (most, over) = (long(TITLE_MAX_CHARS), long(TITLE_MAX_CHARS + 1));
        assert_eq!(judge(pair(&most, &most), text.clone()), None);
        for (titles, field, fault) in [
            (pair(&over, "b"), "titleZh", InvalidAgreement::TitleTooLong),
            (pair("a", &over), "titleEn", InvalidAgreement::TitleTooLong),
            (pair("", "b"), "titleZh", InvalidAgreement::NoTitle),
            (pair("a", "\u{200b} "), "titleEn", InvalidAgreement::NoTitle),
        ] {
            let judged = judge(titles, text.clone());
            assert_eq!(judged, Some((field.to_owned(), fault)));
        }
        let (most, over) = (long(TEXT_MAX_CHARS), long(TEXT_MAX_CHARS + 1));
        assert_eq!(judge(title.clone(), pair(&most, &most)), None);
        for (texts, field, fault) in [
            (pair(&over, "b"), "contentZh", InvalidAgreement::TextTooLong),
            (pair("a", &over), "contentEn", InvalidAgreement::TextTooLong),
            (pair("a", "<p> </p>"), "contentEn", InvalidAgreement::NoText),
            (
                pair("a", "a<script>b</script>"),
                "contentEn",
                InvalidAgreement::Script,
            ),
        ] {
            let judged = judge(title.clone(), texts);
            assert_eq!(judged, Some((field.to_owned(), fault)));
        }
    }

    #[test]
    fn an_unknown_agreement_is_refused_in_its_field() {
        let refused = Written::parse("", &pair("a", "b"), &pair("a", "b"));
        assert_eq!(refused.unwrap_err().field(), "kind");
    }
}
