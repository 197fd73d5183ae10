//! Cloud phones: their statuses, what may be done with them, and the list of them.

mod ability;
mod actions;
mod batch;
mod cause;
mod doing;
mod list;
mod status;
mod trouble;
mod unwell;

use crate::lang::Words;
pub use crate::names::{NAME_MAX_CHARS as ALIAS_MAX_CHARS, Name as Alias, NameFault as AliasFault};
pub use ability::{Ability, Unable};
pub use actions::{Action, Refusal, Situation};
pub use batch::{AUTHORIZE_MAX, BATCH_MAX, GROUP_MAX, GROUP_MIN, PUSH_FILES_MAX};
pub use cause::ScreenCause;
pub use doing::Doing;
pub use list::{
    DEFAULT_PAGE_SIZE, InGroup, KEYWORD_MAX_CHARS, KEYWORDS_MAX, ListFault, ListFilter, ListQuery,
    PAGE_MAX, PAGE_SIZE_MAX, PAGE_SIZES, Relation, SortOrder, SortType, keywords_of,
    split_keywords, split_phrases,
};
pub use status::{Power, Status, StatusView, Tone};
pub use trouble::Trouble;
pub use unwell::Unwell;

/// Initial name of a new member's trial phone.
pub const TRIAL_ALIAS: Words = Words::new("试用机", "Trial");
/// Time before its end from which on a rental counts as expiring, in milliseconds.
pub const EXPIRING_MS: i64 = 7 * 24 * 60 * 60 * 1000;

/// State of a rental.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rental {
    /// More than [`EXPIRING_MS`] left.
    Active,
    /// The rental ends within [`EXPIRING_MS`].
    Expiring,
    /// The rental is over.
    Expired,
}

impl Rental {
    /// The state of a rental by its end.
    pub const fn at(expire_ms: i64, now_ms: i64) -> Self {
        if expire_ms <= now_ms {
            Self::Expired
        } else if expire_ms - now_ms <= EXPIRING_MS {
            Self::Expiring
        } else {
            Self::Active
        }
    }

    /// The wire word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Expiring => "expiring",
            Self::Expired => "expired",
        }
    }

    /// Reads the wire word.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Active, Self::Expiring, Self::Expired]
            .into_iter()
            .find(|rental| rental.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rental_is_over_at_its_very_end() {
        let end = 1_000_000_000_000;
        for (now, rental) in [
            (end - EXPIRING_MS - 1, Rental::Active),
            (end - EXPIRING_MS, Rental::Expiring),
            (end - 1, Rental::Expiring),
            (end, Rental::Expired),
        ] {
            assert_eq!(Rental::at(end, now), rental);
        }
    }
}
