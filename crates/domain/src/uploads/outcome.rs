//! Upload records: what came of a sending, and how long it is told.

use crate::every;
use crate::lang::Words;
use strum::{EnumCount, EnumString, VariantArray};

/// Time for which a record is kept, in milliseconds: 90 days.
pub const RECORD_KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Result of a sending to several phones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray, EnumString)]
#[strum(serialize_all = "camelCase")]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = OutcomeView))]
pub enum Outcome {
    /// Some phone waits or takes files.
    Executing,
    /// No phone has everything.
    Failed,
    /// Some phones have everything, others do not.
    PartialSuccess,
    /// All phones have everything.
    Success,
}

impl Outcome {
    /// The complete list, in the order of the filters.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Outcome by the numbers of phones that are on their way, have everything, and do not.
    pub const fn of(open: i64, done: i64, missed: i64) -> Self {
        match (open, done, missed) {
            (1.., _, _) => Self::Executing,
            (_, 1.., 1..) => Self::PartialSuccess,
            (_, 1.., _) => Self::Success,
            _ => Self::Failed,
        }
    }

    /// Name in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Executing => Words::new("执行中", "Executing"),
            Self::Failed => Words::new("失败", "Failed"),
            Self::PartialSuccess => Words::new("部分成功", "Partial success"),
            Self::Success => Words::new("成功", "Success"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sending_has_one_outcome_by_the_numbers_of_its_phones() {
        for (open, done, missed, outcome) in [
            (1, 0, 0, Outcome::Executing),
            (1, 7, 2, Outcome::Executing),
            (0, 7, 0, Outcome::Success),
            (0, 7, 2, Outcome::PartialSuccess),
            (0, 0, 4, Outcome::Failed),
            (0, 0, 0, Outcome::Failed),
        ] {
            assert_eq!(
                Outcome::of(open, done, missed),
                outcome,
                "{open} {done} {missed}"
            );
        }
    }
}
