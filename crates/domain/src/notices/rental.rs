//! Messages about the end of rentals.

use super::Kind;
use crate::lang::Words;

/// Step at the end of rentals that a message is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RentalNews {
    /// The rentals end soon.
    EndsSoon,
    /// The rentals are over, and the phones are in grace.
    Ended,
    /// The phones are in the recycle bin, until they are wiped.
    Recycled,
    /// The phones were wiped.
    Purged,
}

impl RentalNews {
    /// All steps.
    pub const ALL: [Self; 4] = [Self::EndsSoon, Self::Ended, Self::Recycled, Self::Purged];

    /// The stored name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::EndsSoon => "expiry-reminder",
            Self::Ended => "expired",
            Self::Recycled => "recycled",
            Self::Purged => "purged",
        }
    }

    /// Reads a stored name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|news| news.name() == name)
    }

    /// Kind of the message about the step.
    pub const fn kind(self) -> Kind {
        match self {
            Self::EndsSoon => Kind::ExpiryReminder,
            Self::Ended | Self::Recycled | Self::Purged => Kind::Expired,
        }
    }

    /// Whether the phones can still be renewed.
    pub const fn is_renewable(self) -> bool {
        match self {
            Self::EndsSoon | Self::Ended | Self::Recycled => true,
            Self::Purged => false,
        }
    }

    /// Title in the list, `{0}` for the phones.
    pub(super) const fn title(self) -> Words {
        match self {
            Self::EndsSoon => Words::new("{0}即将到期", "Ending soon: {0}"),
            Self::Ended => Words::new("{0}已到期", "Expired: {0}"),
            Self::Recycled => Words::new("{0}已移入回收站", "In the recycle bin: {0}"),
            Self::Purged => Words::new("{0}已彻底清除", "Wiped: {0}"),
        }
    }

    /// Text of the message, `{0}` for the phones and `{1}` for the moment.
    pub(super) const fn text(self) -> Words {
        match self {
            Self::EndsSoon => Words::new(
                "{0}将于 {1} 到期。请在到期前续费，以免影响使用。",
                "Your rental of {0} ends at {1}. Renew it before then to keep using it.",
            ),
            Self::Ended => Words::new(
                "{0}已于 {1} 到期，数据暂时保留。请尽快续费，逾期将移入回收站。",
                "Your rental of {0} ended at {1}. Everything on it is kept for now: renew it soon, or it goes to the recycle bin.",
            ),
            Self::Recycled => Words::new(
                "{0}已移入回收站，将于 {1} 彻底清除。在此之前续费可恢复，应用、文件、分组、标签和授权都会回来。",
                "{0}: in the recycle bin, and wiped at {1}. Renew before then and everything comes back: apps, files, groups, tags and grants.",
            ),
            Self::Purged => Words::new(
                "{0}已于 {1} 彻底清除，数据无法恢复。清除凭证可在回收站查看。",
                "{0}: wiped at {1} and gone for good. The record of the wipe is in the recycle bin.",
            ),
        }
    }
}
