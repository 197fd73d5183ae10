//! A phone's trouble, in the same words on its card and in the refusal of its picture.

use super::status::{Power, Status};
use super::unwell::Unwell;
use crate::lang::{Lang, Words};
use crate::operations::Reason;

/// Prefix of the stored words of failed changes.
const FAILED: &str = "failed:";
/// Prefix of the stored words of phones that are not well.
const UNWELL: &str = "unwell:";

/// Trouble of a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// A change of the phone failed.
    Failed(Reason),
    /// The phone is not well.
    Unwell(Unwell),
}

impl Trouble {
    /// The trouble of a phone in a status, by the stored words; none for a phone that was switched off on purpose.
    pub fn of(
        status: Status,
        power: Power,
        failed: Option<&str>,
        unwell: Option<&str>,
    ) -> Option<Self> {
        if !status.has_reason(power) {
            return None;
        }
        let failed = failed
            .filter(|_| status.is_failed_change())
            .and_then(Reason::from_name);
        let unwell = unwell
            .filter(|_| power == Power::On)
            .and_then(|name| name.parse().ok());
        failed
            .map(Self::Failed)
            .or_else(|| unwell.map(Self::Unwell))
    }

    /// The stored word: the kind and the word within it, for both kinds know `unreachable` and `refused`.
    pub fn name(self) -> String {
        match self {
            Self::Failed(reason) => format!("{FAILED}{}", reason.name()),
            Self::Unwell(unwell) => format!("{UNWELL}{}", unwell.into_str()),
        }
    }

    /// Reads the stored word.
    pub fn from_name(name: &str) -> Option<Self> {
        let failed = name.strip_prefix(FAILED).and_then(Reason::from_name);
        let unwell = (name.strip_prefix(UNWELL)).and_then(|name| name.parse().ok());
        failed
            .map(Self::Failed)
            .or_else(|| unwell.map(Self::Unwell))
    }

    /// Message for people, in both languages.
    pub fn words(self) -> Words {
        match self {
            Self::Failed(reason) => reason.words(),
            Self::Unwell(unwell) => unwell.words(),
        }
    }

    /// Sentence that tells why a phone in this status is refused.
    pub fn sentence(self, status: Status, lang: Lang) -> String {
        sentence(status, self.words().in_lang(lang), lang)
    }
}

/// Sentence that tells why a phone in this status is refused, for a cause in words.
pub(super) fn sentence(status: Status, cause: &str, lang: Lang) -> String {
    let label = status.label().in_lang(lang);
    match lang {
        Lang::Zh => format!("云手机{label}：{cause}"),
        Lang::En => format!("Phone status: {label}. {cause}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_change_says_more_than_how_the_phone_is_and_one_that_is_off_is_well() {
        let of = |status, power| Trouble::of(status, power, Some("bootTimeout"), Some("silent"));
        let (failed, unwell) = (
            Trouble::Failed(Reason::BootTimeout),
            Trouble::Unwell(Unwell::Silent),
        );
        for (status, power, trouble) in [
            (Status::RestartFailed, Power::On, Some(failed)),
            (Status::RestartFailed, Power::Off, Some(failed)),
            (Status::Abnormal, Power::On, Some(unwell)),
            (Status::Abnormal, Power::Off, None),
        ] {
            assert_eq!(of(status, power), trouble, "{status:?} {power:?}");
        }
        let strange = Trouble::of(Status::Abnormal, Power::On, None, Some("gone"));
        assert_eq!(strange, None);
    }

    #[test]
    fn what_refuses_a_picture_has_the_words_of_the_card() {
        let trouble = Trouble::Unwell(Unwell::BrokenBytes);
        let said = |lang| trouble.sentence(Status::Abnormal, lang);
        assert_eq!(said(Lang::Zh), "云手机异常：设备返回了无法识别的数据");
        assert_eq!(
            said(Lang::En),
            "Phone status: Abnormal. The phone sent broken data."
        );
    }
}
