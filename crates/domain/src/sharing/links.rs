//! Links of an owner: an address behind which anybody sees one thing of the owner's, without an account.

use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

use crate::every;

/// Links of one member that are open at the same time.
pub const LINKS_MAX: i64 = 50;
/// Pages that one link lets in at the same time.
pub const LINK_VIEWERS_MAX: i64 = 50;
/// Letters and digits of a passcode.
pub const PASSCODE_CHARS: usize = 6;
/// Wrong passcodes of one address at one link within [`PASSCODE_WINDOW_MS`].
pub const PASSCODE_TRIES: i64 = 5;
/// Wrong passcodes of all addresses at one link within [`PASSCODE_WINDOW_MS`].
pub const PASSCODE_TRIES_OF_ALL: i64 = 100;
/// Time after the last wrong passcode until the tries are forgotten.
pub const PASSCODE_WINDOW_MS: i64 = 15 * 60 * 1000;
/// Times that one address opens links within [`LINK_OPENS_WINDOW_MS`].
pub const LINK_OPENS: i64 = 60;
/// Window of [`LINK_OPENS`].
pub const LINK_OPENS_WINDOW_MS: i64 = 10 * 60 * 1000;
/// Time for which a link stays in its owner's list after its end: as long as the records of uploads, by then nobody asks how often it was opened.
pub const LINK_KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Longest time from now until the end of a link to a clip, in milliseconds. A link to a phone ends with the rental.
pub const CLIP_LASTS_MS: i64 = super::HOURS_MAX * super::HOUR_MS;

const _: () = assert!(PASSCODE_TRIES < PASSCODE_TRIES_OF_ALL);

/// Kind of a link: what its page shows.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, EnumCount, VariantArray, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "lowercase", const_into_str)] // stored as well
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "lowercase"), schema(as = LinkKindView))]
pub enum LinkKind {
    /// A phone, live.
    #[default]
    Live,
    /// A recorded clip.
    Clip,
    /// An app of a phone, for a trial of some minutes.
    Trial,
}

impl LinkKind {
    /// The complete list of kinds.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Name of the open page, in front of the token.
    pub const fn page(self) -> &'static str {
        match self {
            Self::Live => "sharePhoneVideo",
            Self::Clip => "shareVideo",
            Self::Trial => "shareGame",
        }
    }
}

/// Number of pages that a link lets in at the same time: 1 to [`LINK_VIEWERS_MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ViewersMax(i64);

impl ViewersMax {
    /// Reads the number.
    pub const fn parse(number: i64) -> Option<Self> {
        if number >= 1 && number <= LINK_VIEWERS_MAX {
            Some(Self(number))
        } else {
            None
        }
    }

    pub const fn get(self) -> i64 {
        self.0
    }
}

/// A typed passcode as it is compared: without spaces, in capitals. None when the length is another one.
pub fn passcode(typed: &str) -> Option<String> {
    let kept: String = typed
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_ascii_uppercase())
        .take(PASSCODE_CHARS + 1)
        .collect();
    (kept.chars().count() == PASSCODE_CHARS).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_lets_in_one_to_fifty_pages() {
        for (number, fits) in [(0, false), (1, true), (50, true), (51, false), (-1, false)] {
            let parsed = ViewersMax::parse(number).map(ViewersMax::get);
            assert_eq!(parsed, fits.then_some(number), "{number}");
        }
    }

    #[test]
    fn each_kind_has_a_page_of_its_own() {
        for kind in LinkKind::ALL {
            let same = LinkKind::ALL
                .into_iter()
                .filter(|k| k.page() == kind.page());
            assert_eq!(same.count(), 1, "{kind:?}");
        }
    }

    #[test]
    fn a_passcode_is_six_characters_however_they_are_typed() {
        for typed in ["72KXHD", "72k xhd", " 72kxhd\n"] {
            assert_eq!(passcode(typed).as_deref(), Some("72KXHD"), "{typed}");
        }
        for wrong in ["", "72KXH", "72KXHDA", "      "] {
            assert_eq!(passcode(wrong), None, "{wrong}");
        }
    }
}
