//! Messages about maintenance of a member's phones.

use crate::lang::{Lang, Words};
use strum::{EnumString, IntoStaticStr};

/// Step of maintenance that a message is about. Stored by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(const_into_str)]
pub enum MaintenanceNews {
    /// Maintenance is to come.
    #[strum(serialize = "maintenance-planned")]
    Planned,
    /// Maintenance has begun.
    #[strum(serialize = "maintenance-begun")]
    Begun,
    /// Maintenance is over.
    #[strum(serialize = "maintenance-over")]
    Over,
    /// Maintenance that was to come was cancelled.
    #[strum(serialize = "maintenance-cancelled")]
    Cancelled,
}

impl MaintenanceNews {
    /// Title in the list, `{0}` for the phones.
    pub(super) const fn title(self) -> Words {
        match self {
            Self::Planned => Words::new("维护预告：{0}", "Maintenance planned: {0}"),
            Self::Begun => Words::new("正在维护：{0}", "Under maintenance: {0}"),
            Self::Over => Words::new("维护结束：{0}", "Maintenance over: {0}"),
            Self::Cancelled => Words::new("维护取消：{0}", "Maintenance cancelled: {0}"),
        }
    }

    /// Text of the message: `{0}` phones, `{1}` start, `{2}` the words about the end, `{3}` reason.
    pub(super) const fn text(self) -> Words {
        match self {
            Self::Planned => Words::new(
                "{0}将于 {1} 开始维护{2}，期间无法使用，数据保留。原因：{3}",
                "Maintenance of {0} starts at {1}{2}. Until it is over you cannot use it; nothing on it is lost. Reason: {3}",
            ),
            Self::Begun => Words::new(
                "{0}从 {1} 起维护{2}，期间无法使用，数据保留。原因：{3}",
                "Maintenance of {0} began at {1}{2}. Until it is over you cannot use it; nothing on it is lost. Reason: {3}",
            ),
            Self::Over => Words::new(
                "{0}的维护已结束，可以继续使用。",
                "Maintenance of {0} is over. You can use it again.",
            ),
            Self::Cancelled => Words::new(
                "{0}原定于 {1} 开始的维护已取消。",
                "Maintenance of {0}, planned for {1}, was cancelled.",
            ),
        }
    }
}

/// The words about the end; empty without one.
pub(super) fn until_words(until: &str, lang: Lang) -> String {
    if until.is_empty() {
        return String::new();
    }
    Words::new("，预计 {0} 结束", " and ends at {0}")
        .in_lang(lang)
        .replace("{0}", until)
}
