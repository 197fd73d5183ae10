//! Messages about authorizations, to the owner and to the other account.

use crate::access::Level;
use crate::lang::{Lang, Words};
use strum::{EnumString, IntoStaticStr};

/// Event of an authorization, from the view of one of both members. Stored by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(const_into_str)]
pub enum SharingNews {
    /// The reader may use phones of another member.
    #[strum(serialize = "share-received")]
    Received,
    /// The reader authorized phones.
    #[strum(serialize = "share-given")]
    Given,
    /// The owner changed level or end.
    #[strum(serialize = "share-changed-by-owner")]
    ChangedByOwner,
    /// The reader changed level or end.
    #[strum(serialize = "share-changed-by-me")]
    ChangedByMe,
    /// The owner recalled the authorization.
    #[strum(serialize = "share-recalled-by-owner")]
    RecalledByOwner,
    /// The reader recalled the authorization.
    #[strum(serialize = "share-recalled-by-me")]
    RecalledByMe,
    /// The other member gave the authorization up.
    #[strum(serialize = "share-left-by-guest")]
    LeftByGuest,
    /// The reader gave the authorization up.
    #[strum(serialize = "share-left-by-me")]
    LeftByMe,
}

impl SharingNews {
    /// Title in the list, `{0}` for the phones.
    pub(super) const fn title(self) -> Words {
        match self {
            Self::Received => Words::new("收到授权：{0}", "Shared with you: {0}"),
            Self::Given => Words::new("已授权：{0}", "You shared: {0}"),
            Self::ChangedByOwner | Self::ChangedByMe => {
                Words::new("授权已变更：{0}", "Authorization changed: {0}")
            }
            Self::RecalledByOwner | Self::RecalledByMe => {
                Words::new("授权已收回：{0}", "Authorization recalled: {0}")
            }
            Self::LeftByGuest | Self::LeftByMe => {
                Words::new("授权已退出：{0}", "Authorization given up: {0}")
            }
        }
    }

    /// Text of the message: `{0}` phones, `{1}` end, `{2}` the other member's masked number, `{3}` level.
    pub(super) const fn text(self) -> Words {
        match self {
            Self::Received => Words::new(
                "{2} 将{0}授权给你，权限：{3}，有效期至 {1}。",
                "{2} shared {0} with you: {3}, until {1}.",
            ),
            Self::Given => Words::new(
                "你已将{0}授权给 {2}，权限：{3}，有效期至 {1}。可随时在授权管理中收回。",
                "You shared {0} with {2}: {3}, until {1}. You can recall it at any time in authorization management.",
            ),
            Self::ChangedByOwner => Words::new(
                "{2} 调整了{0}的授权，现在的权限：{3}，有效期至 {1}。",
                "{2} changed your authorization of {0}: now {3}, until {1}.",
            ),
            Self::ChangedByMe => Words::new(
                "你调整了{0}给 {2} 的授权，现在的权限：{3}，有效期至 {1}。",
                "You changed the authorization of {0} for {2}: now {3}, until {1}.",
            ),
            Self::RecalledByOwner => Words::new(
                "{2} 收回了{0}的授权，你不能再使用。",
                "{2} recalled the authorization of {0}. You can no longer use it.",
            ),
            Self::RecalledByMe => Words::new(
                "你收回了{0}给 {2} 的授权，对方的画面已断开。",
                "You recalled the authorization of {0} for {2}. Its picture was cut.",
            ),
            Self::LeftByGuest => Words::new(
                "{2} 退出了{0}的授权。",
                "{2} gave up the authorization of {0}.",
            ),
            Self::LeftByMe => Words::new(
                "你退出了 {2} 的{0}的授权。",
                "You gave up the authorization of {0} by {2}.",
            ),
        }
    }
}

/// The level in words; empty for the owner's, which nobody is authorized to.
pub(super) const fn level_words(level: Level, lang: Lang) -> &'static str {
    match level {
        Level::View => Words::new("仅查看", "can view"),
        Level::Operate => Words::new("可操作", "can operate"),
        Level::Owner => Words::new("", ""),
    }
    .in_lang(lang)
}
