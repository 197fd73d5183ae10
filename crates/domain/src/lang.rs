//! The two languages of the product and words that exist in both.

use serde::{Deserialize, Serialize};
use strum::{EnumCount, VariantArray};

use crate::every;

/// A language of the interface. Chinese is the fallback.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, EnumCount, VariantArray,
)]
pub enum Lang {
    /// Simplified Chinese, `zh-CN`.
    #[default]
    #[serde(rename = "zh-CN")]
    Zh,
    /// English, `en-US`.
    #[serde(rename = "en-US")]
    En,
}

/// A name in each language.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LocalizedName {
    /// Chinese name.
    pub zh: String,
    /// English name; empty where none was given.
    pub en: String,
}

impl LocalizedName {
    /// The name that people of a language read; the Chinese one where theirs is missing.
    pub fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            Lang::En if !self.en.is_empty() => &self.en,
            Lang::En | Lang::Zh => &self.zh,
        }
    }
}

impl Lang {
    /// Both languages, in the order in which the product lists them.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The BCP 47 tag, as stored by the browser and set on `<html lang>`.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh-CN",
            Self::En => "en-US",
        }
    }

    /// Reads an `Accept-Language` header (RFC 9110, 12.5.4): the supported language of highest weight, Chinese when none is named.
    /// Read here and not by actix's typed header, which takes a header with one malformed range for no header.
    pub fn from_accept(header: &str) -> Self {
        let mut best: Option<(Self, f32)> = None;
        for range in header.split(',') {
            let mut parts = range.split(';');
            let tag = parts.next().unwrap_or_default().trim().to_ascii_lowercase();
            let lang = match tag.split('-').next().unwrap_or_default() {
                "zh" => Self::Zh,
                "en" => Self::En,
                _ => continue,
            };
            let weight = parts
                .find_map(|p| p.trim().strip_prefix("q=").map(str::to_owned))
                .map_or(1.0, |q| q.parse::<f32>().unwrap_or(0.0));
            if weight > 0.0 && best.is_none_or(|(_, w)| weight > w) {
                best = Some((lang, weight));
            }
        }
        best.map_or(Self::Zh, |(lang, _)| lang)
    }
}

/// Reads a value in each language, by its place in [`Lang::ALL`]; the first fault is answered with its language.
pub fn each_language<T, F>(read: impl Fn(usize) -> Result<T, F>) -> Result<[T; 2], (Lang, F)> {
    let one = |at: usize| read(at).map_err(|fault| (Lang::ALL[at], fault));
    Ok([one(0)?, one(1)?])
}

/// A sentence in both languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// The sentence in simplified Chinese.
    pub zh: &'static str,
    /// The sentence in English.
    pub en: &'static str,
}

impl Words {
    /// Joins the Chinese and the English text.
    pub const fn new(zh: &'static str, en: &'static str) -> Self {
        Self { zh, en }
    }

    /// The text of one language.
    pub const fn in_lang(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_supported_language_wins() {
        for (header, lang) in [
            ("", Lang::Zh),
            ("en-US", Lang::En),
            ("fr, en;q=0.5, zh;q=0.9", Lang::Zh),
            ("fr-FR,fr;q=0.9,en;q=0.8", Lang::En),
            ("en;q=0, zh-TW;q=0.1", Lang::Zh),
            ("de", Lang::Zh),
            ("en;q=nonsense", Lang::Zh),
        ] {
            assert_eq!(Lang::from_accept(header), lang, "{header}");
        }
    }
}
