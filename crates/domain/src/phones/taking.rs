//! Taking a rented phone back from its member: the reason that the member reads.

use thiserror::Error;

use crate::lang::{Lang, Words};
use crate::text;

/// Longest reason, in characters as people count them.
pub const TAKING_REASON_MAX_CHARS: usize = 100;

/// Fault in the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidTakingReason {
    /// The reason is empty.
    #[error("no reason")]
    NoReason,
    /// The reason is longer than [`TAKING_REASON_MAX_CHARS`].
    #[error("the reason is too long")]
    TooLong,
}

impl InvalidTakingReason {
    /// Text of the fault, which the form shows.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::NoReason => Words::new(
                "请填写原因，会员会看到",
                "Enter a reason; the member reads it",
            ),
            Self::TooLong => Words::new("原因最多 100 个字", "A reason has at most 100 characters"),
        }
        .in_lang(lang)
    }
}

/// The operator's reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakingReason(String);

impl TakingReason {
    /// Checks a reason.
    pub fn parse(typed: &str) -> Result<Self, InvalidTakingReason> {
        if !text::is_seen(typed) {
            return Err(InvalidTakingReason::NoReason);
        }
        let reason = text::one_line(typed);
        if text::count(&reason) > TAKING_REASON_MAX_CHARS {
            return Err(InvalidTakingReason::TooLong);
        }
        Ok(Self(reason))
    }

    /// The reason's text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_one_line_of_1_to_100_characters() {
        let parse = |typed: &str| TakingReason::parse(typed).map(|reason| reason.0);
        assert_eq!(parse(" 违规\n使用 "), Ok("违规 使用".to_owned()));
        assert_eq!(parse(" \n"), Err(InvalidTakingReason::NoReason));
        assert_eq!(parse(&"字".repeat(100)), Ok("字".repeat(100)));
        assert_eq!(parse(&"字".repeat(101)), Err(InvalidTakingReason::TooLong));
    }
}
