//! A batch of codes: the operator's form, its checks, and the state of a batch.

use crate::every;
use strum::{EnumCount, VariantArray};
use thiserror::Error;

use super::{Gift, Gives};
use crate::lang::{Lang, Words};
use crate::orders::DAYS_MAX;
use crate::text;

/// Longest note, in characters as people count them.
pub const NOTE_MAX_CHARS: usize = 30;
/// Most codes of one batch.
pub const BATCH_MAX: i64 = 1000;
/// Longest time from now until the end of validity, milliseconds: ten years.
pub const VALID_MAX_MS: i64 = DAYS_MAX * 24 * 60 * 60 * 1000;

/// Batch as the operator typed it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Form {
    /// Note for colleagues.
    pub note: String,
    /// Kind of gift: `phone` or `days`.
    pub gives: String,
    /// Configuration of the phones; for days, none means any.
    pub configuration_id: Option<i64>,
    /// Days that each code gives.
    pub days: i64,
    /// Number of codes.
    pub count: i64,
    /// Start of validity, Unix milliseconds; none: now.
    pub from_ms: Option<i64>,
    /// End of validity, Unix milliseconds.
    pub until_ms: i64,
    /// Most codes of the batch that one account may use; none: all.
    pub per_account: Option<i64>,
}

/// Fault in the form of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidBatch {
    /// The note is empty.
    #[error("no note")]
    NoNote,
    /// The note is longer than [`NOTE_MAX_CHARS`].
    #[error("the note is too long")]
    NoteTooLong,
    /// The gift is neither a phone nor days.
    #[error("nothing is given")]
    NoGift,
    /// A batch of new phones names no configuration.
    #[error("no configuration")]
    NoConfiguration,
    /// Days are below one, or more than a rental may have.
    #[error("days is out of range")]
    Days,
    /// The number of codes is below one, or more than [`BATCH_MAX`].
    #[error("count is out of range")]
    Count,
    /// The end is not later than now and than the start, or is further from now than [`VALID_MAX_MS`].
    #[error("the end is out of range")]
    Until,
    /// The limit of an account is below one, or more than the number of codes.
    #[error("the limit of an account is out of range")]
    PerAccount,
}

impl InvalidBatch {
    /// Wire name of the field with the fault.
    pub const fn field(self) -> &'static str {
        match self {
            Self::NoNote | Self::NoteTooLong => "note",
            Self::NoGift => "gives",
            Self::NoConfiguration => "configurationId",
            Self::Days => "days",
            Self::Count => "count",
            Self::Until => "untilTime",
            Self::PerAccount => "perAccount",
        }
    }

    /// Text of the fault, which the form shows.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::NoNote => Words::new("请输入名称", "Enter a name"),
            Self::NoteTooLong => Words::new("名称最多 30 个字", "A name has at most 30 characters"),
            Self::NoGift => Words::new("请选择给什么", "Choose what the codes give"),
            Self::NoConfiguration => Words::new("请选择配置", "Choose a configuration"),
            Self::Days => Words::new("天数须为 1 至 3650", "Days go from 1 to 3,650"),
            Self::Count => Words::new("个数须为 1 至 1000", "A batch has 1 to 1,000 codes"),
            Self::Until => Words::new(
                "有效期须晚于现在和开始时间，且不超过十年",
                "The codes must end later than now and than they begin, and within ten years",
            ),
            Self::PerAccount => Words::new(
                "每人最多兑换的个数须为 1 至总个数",
                "An account may use from one code to all of them",
            ),
        }
        .in_lang(lang)
    }
}

/// A batch that passed the checks; only the store knows whether its configuration exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBatch {
    /// Note for colleagues.
    pub note: String,
    /// Gift of each code.
    pub gift: Gift,
    /// Number of codes.
    pub count: i64,
    /// Start of validity, Unix milliseconds.
    pub from_ms: i64,
    /// End of validity, Unix milliseconds.
    pub until_ms: i64,
    /// Most codes of the batch that one account may use; none: all.
    pub per_account: Option<i64>,
}

/// Reads a note.
pub fn parse_note(typed: &str) -> Result<String, InvalidBatch> {
    let note = text::one_line(typed);
    match text::count(&note) {
        _ if !text::is_seen(&note) => Err(InvalidBatch::NoNote),
        // A character may be made of many bytes.
        n if n > NOTE_MAX_CHARS || note.len() > NOTE_MAX_CHARS * 40 => {
            Err(InvalidBatch::NoteTooLong)
        }
        _ => Ok(note),
    }
}

impl NewBatch {
    /// Checks a form.
    pub fn parse(form: &Form, now_ms: i64) -> Result<Self, InvalidBatch> {
        let note = parse_note(&form.note)?;
        let gives: Gives = form.gives.parse().map_err(|_| InvalidBatch::NoGift)?;
        if gives == Gives::Phone && form.configuration_id.is_none() {
            return Err(InvalidBatch::NoConfiguration);
        }
        if !(1..=DAYS_MAX).contains(&form.days) {
            return Err(InvalidBatch::Days);
        }
        if !(1..=BATCH_MAX).contains(&form.count) {
            return Err(InvalidBatch::Count);
        }
        let from_ms = form.from_ms.unwrap_or(now_ms);
        let latest_ms = now_ms.saturating_add(VALID_MAX_MS);
        if form.until_ms <= from_ms.max(now_ms) || form.until_ms > latest_ms {
            return Err(InvalidBatch::Until);
        }
        if form
            .per_account
            .is_some_and(|most| !(1..=form.count).contains(&most))
        {
            return Err(InvalidBatch::PerAccount);
        }
        Ok(Self {
            note,
            gift: Gift {
                gives,
                configuration_id: form.configuration_id,
                days: form.days,
            },
            count: form.count,
            from_ms,
            until_ms: form.until_ms,
            per_account: form.per_account,
        })
    }
}

/// State of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = BatchStateView))]
pub enum BatchState {
    /// Codes are left that can be used, now or from the start of validity on.
    Open,
    /// No code is left: each was used or voided.
    UsedUp,
    /// An operator voided the batch.
    Voided,
    /// The validity is over, and codes are left.
    Expired,
}

impl BatchState {
    /// All states, in the order in which they are shown.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// State from the number of codes neither used nor voided, whether the batch was voided, and the end of its validity.
    pub const fn of(left: i64, is_voided: bool, until_ms: i64, now_ms: i64) -> Self {
        if is_voided {
            Self::Voided
        } else if left <= 0 {
            Self::UsedUp
        } else if now_ms >= until_ms {
            Self::Expired
        } else {
            Self::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000_000;

    fn form() -> Form {
        Form {
            note: " 渠道：云栖\n基地 ".to_owned(),
            gives: "phone".to_owned(),
            configuration_id: Some(1),
            days: 30,
            count: 89,
            from_ms: None,
            until_ms: NOW + 1,
            per_account: Some(1),
        }
    }

    fn fault(change: impl Fn(&mut Form)) -> Option<InvalidBatch> {
        let mut form = form();
        change(&mut form);
        NewBatch::parse(&form, NOW).err()
    }

    #[test]
    fn what_is_whole_is_read() {
        let read = NewBatch::parse(&form(), NOW).unwrap();
        assert_eq!(read.note, "渠道：云栖 基地");
        assert_eq!((read.from_ms, read.count), (NOW, 89));
        assert_eq!(read.gift.bought_ms(), 30 * 24 * 60 * 60 * 1000);
    }

    #[test]
    fn each_limit_holds_at_n_and_n_plus_one() {
        let note = |n: usize| move |form: &mut Form| form.note = "字".repeat(n);
        assert_eq!(fault(note(0)), Some(InvalidBatch::NoNote));
        assert_eq!(fault(note(NOTE_MAX_CHARS)), None);
        assert_eq!(
            fault(note(NOTE_MAX_CHARS + 1)),
            Some(InvalidBatch::NoteTooLong)
        );
        for (days, wrong) in [
            (0, true),
            (1, false),
            (DAYS_MAX, false),
            (DAYS_MAX + 1, true),
        ] {
            let found = fault(|form| form.days = days);
            assert_eq!(found, wrong.then_some(InvalidBatch::Days), "{days}");
        }
        for (count, wrong) in [
            (0, true),
            (1, false),
            (BATCH_MAX, false),
            (BATCH_MAX + 1, true),
        ] {
            let found = fault(|form| form.count = count);
            assert_eq!(found, wrong.then_some(InvalidBatch::Count), "{count}");
        }
        for (most, wrong) in [
            (None, false),
            (Some(0), true),
            (Some(89), false),
            (Some(90), true),
        ] {
            let found = fault(|form| form.per_account = most);
            assert_eq!(found, wrong.then_some(InvalidBatch::PerAccount), "{most:?}");
        }
        for (from, until, wrong) in [
            (None, NOW, true),
            (None, NOW + VALID_MAX_MS, false),
            (None, NOW + VALID_MAX_MS + 1, true),
            (Some(NOW + 5), NOW + 5, true),
            (Some(NOW - 9), NOW, true),
        ] {
            let found = fault(|form| (form.from_ms, form.until_ms) = (from, until));
            assert_eq!(
                found,
                wrong.then_some(InvalidBatch::Until),
                "{from:?} {until}"
            );
        }
    }

    #[test]
    fn a_new_phone_needs_its_configuration_and_days_do_not() {
        assert_eq!(
            fault(|form| form.configuration_id = None),
            Some(InvalidBatch::NoConfiguration)
        );
        let days = |form: &mut Form| {
            form.gives = "days".to_owned();
            form.configuration_id = None;
        };
        assert_eq!(fault(days), None);
        assert_eq!(
            fault(|form| form.gives = "points".to_owned()),
            Some(InvalidBatch::NoGift)
        );
    }

    #[test]
    fn a_batch_stands_where_its_codes_say() {
        let state = |left, voided, now_ms| BatchState::of(left, voided, NOW, now_ms);
        assert_eq!(state(1, false, NOW - 1), BatchState::Open);
        assert_eq!(state(1, false, NOW), BatchState::Expired);
        assert_eq!(state(0, false, NOW), BatchState::UsedUp);
        assert_eq!(state(1, true, NOW - 1), BatchState::Voided);
    }
}
