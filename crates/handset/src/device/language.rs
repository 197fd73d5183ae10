//! Language of a phone, by its locale.

/// The property that holds the locale, such as `en-US`.
pub(crate) const PROPERTY: &str = "persist.sys.locale";
/// Locale of a phone on which none was set.
pub(crate) const USUAL: &str = "zh-CN";

/// A language of the phone's own screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    Chinese,
    English,
}

impl Language {
    /// Language of a locale; English for a locale that the apps do not know, as on phones.
    pub(crate) fn of_locale(locale: &str) -> Self {
        match locale.split(['-', '_']).next() {
            Some("zh") => Self::Chinese,
            _ => Self::English,
        }
    }

    /// Text in this language.
    pub(crate) const fn pick(self, chinese: &'static str, english: &'static str) -> &'static str {
        match self {
            Self::Chinese => chinese,
            Self::English => english,
        }
    }
}
