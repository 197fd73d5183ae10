//! Messages about the end of rentals.

use super::Kind;
use crate::lang::Words;
use strum::{EnumString, IntoStaticStr};

/// Step at the end of rentals that a message is about. Stored by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(serialize_all = "kebab-case", const_into_str)]
pub enum RentalNews {
    /// The rentals end soon.
    #[strum(serialize = "expiry-reminder")]
    EndsSoon,
    /// The rentals are over, and the phones are in grace.
    #[strum(serialize = "expired")]
    Ended,
    /// The phones are in the recycle bin, until they are wiped.
    Recycled,
    /// The phones were wiped.
    Purged,
    /// The rentals renewed themselves, paid by points.
    #[strum(serialize = "auto-renewed")]
    Renewed,
}

impl RentalNews {
    /// Kind of the message about the step.
    pub const fn kind(self) -> Kind {
        match self {
            Self::EndsSoon => Kind::ExpiryReminder,
            Self::Ended | Self::Recycled | Self::Purged => Kind::Expired,
            Self::Renewed => Kind::Notice,
        }
    }

    /// Whether the phones can still be renewed.
    pub const fn is_renewable(self) -> bool {
        match self {
            Self::EndsSoon | Self::Ended | Self::Recycled => true,
            Self::Purged | Self::Renewed => false,
        }
    }

    /// Title in the list, `{0}` for the phones.
    pub(super) const fn title(self) -> Words {
        match self {
            Self::EndsSoon => Words::new("{0}即将到期", "Ending soon: {0}"),
            Self::Ended => Words::new("{0}已到期", "Expired: {0}"),
            Self::Recycled => Words::new("{0}已移入回收站", "In the recycle bin: {0}"),
            Self::Purged => Words::new("{0}已彻底清除", "Wiped: {0}"),
            Self::Renewed => Words::new("{0}已自动续费", "Renewed: {0}"),
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
            Self::Renewed => Words::new(
                "{0}已用积分自动续费，新的到期时间为 {1}。",
                "Your rental of {0} was renewed with points. It now ends at {1}.",
            ),
        }
    }
}

/// Why a rental that renews itself was not renewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotRenewed {
    /// The member has fewer points than the renewals cost.
    PointsShort {
        /// Points that the renewals cost.
        needed: i64,
        /// Points that the member has.
        available: i64,
    },
    /// The operator lets no points be spent.
    PointsOff,
    /// The configuration has no package any more.
    NotSold,
}

impl NotRenewed {
    /// The stored form: the reason's name, the points that were needed and those that were there.
    pub fn stored(self) -> [String; 3] {
        let (name, needed, available) = match self {
            Self::PointsShort { needed, available } => ("points-short", needed, available),
            Self::PointsOff => ("points-off", 0, 0),
            Self::NotSold => ("not-sold", 0, 0),
        };
        [name.to_owned(), needed.to_string(), available.to_string()]
    }

    /// Reads the stored form.
    pub fn from_stored(name: &str, needed: &str, available: &str) -> Option<Self> {
        Some(match name {
            "points-short" => Self::PointsShort {
                needed: needed.parse().ok()?,
                available: available.parse().ok()?,
            },
            "points-off" => Self::PointsOff,
            "not-sold" => Self::NotSold,
            _ => return None,
        })
    }

    /// The reason of several phones together: what they cost is added up.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::PointsShort { needed, available }, Self::PointsShort { needed: more, .. }) => {
                Self::PointsShort {
                    needed: needed.saturating_add(more),
                    available,
                }
            }
            _ => self,
        }
    }

    /// Whether another phone's reason is told in the same message.
    pub fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// Text of the message, `{0}` for the phones and `{1}` for the moment.
    pub(super) fn text(self, lang: crate::lang::Lang) -> String {
        match self {
            Self::PointsShort { needed, available } => Words::new(
                "{0}将于 {1} 到期，未能自动续费：需要 {2} 积分，目前可用 {3} 积分。请在到期前付款续费。",
                "Your rental of {0} ends at {1} and was not renewed: that takes {2} points, and you have {3}. Pay for the renewal before then.",
            )
            .in_lang(lang)
            .replace("{2}", &needed.to_string())
            .replace("{3}", &available.to_string()),
            Self::PointsOff => Words::new(
                "{0}将于 {1} 到期，未能自动续费：目前不能使用积分。请在到期前付款续费。",
                "Your rental of {0} ends at {1} and was not renewed: points cannot be spent at present. Pay for the renewal before then.",
            )
            .in_lang(lang)
            .to_owned(),
            Self::NotSold => Words::new(
                "{0}将于 {1} 到期，未能自动续费：该配置目前没有可续费的套餐。如需保留数据，请联系客服。",
                "Your rental of {0} ends at {1} and was not renewed: no package of its configuration is sold at present. Contact customer service to keep it.",
            )
            .in_lang(lang)
            .to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lang::Lang;

    use super::*;

    #[test]
    fn a_renewal_that_failed_says_why_and_adds_up_what_it_takes() {
        let short = |needed| NotRenewed::PointsShort {
            needed,
            available: 120,
        };
        assert_eq!(short(4500).and(short(4500)), short(9000));
        for (why, words) in [
            (short(9000), "9000 积分，目前可用 120 积分"),
            (NotRenewed::PointsOff, "不能使用积分"),
            (NotRenewed::NotSold, "没有可续费的套餐"),
        ] {
            let [name, needed, available] = why.stored();
            let read = NotRenewed::from_stored(&name, &needed, &available);
            assert_eq!(read, Some(why));
            assert!(why.text(Lang::Zh).contains(words), "{why:?}");
            assert!(why.is_like(why));
        }
        assert!(!short(1).is_like(NotRenewed::NotSold));
        assert_eq!(NotRenewed::from_stored("else", "0", "0"), None);
    }
}
