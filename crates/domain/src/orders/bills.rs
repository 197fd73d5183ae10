//! Daily comparison with the wallets' own bills. Their days are those of China, wherever the operator is.

use super::{DAY_MS, coded};
use crate::zone::Zone;

/// Days back to which bills are fetched and shown.
pub const DAYS_MAX: i64 = 30;
/// Time after the end of a day at which its bill is fetched: Alipay makes it until 9:00, WeChat Pay from 10:00 on.
pub const READY_MS: i64 = (10 * 60 + 30) * 60 * 1000;
/// Pause before a bill that could not be had, or was not there, is asked for again.
pub const AGAIN_MS: i64 = 60 * 60 * 1000;
/// Time after the end of a day at which a bill that is not there will not come any more: nothing moved.
pub const BILL_WAIT_MAX_MS: i64 = 2 * DAY_MS;
/// Clocks of wallet and server differ, and so may the days: what moved this long before the end of a day may stand in the next day's bill.
pub const NEXT_DAY_MS: i64 = 60 * 60 * 1000;
/// Offset of China in minutes.
const CHINA_MINUTES: i32 = 8 * 60;

coded! {
    /// Kind of a line of a bill.
    #[cfg_attr(feature = "api", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
    #[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = BillKindView))]
    BillKind {
        /// Money that came in.
        Payment = 1,
        /// Money that went back.
        Refund = 2,
    }
}

coded! {
    /// State of a day's comparison.
    #[cfg_attr(feature = "api", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
    #[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = BillStateView))]
    BillState {
        /// The bill is not there yet.
        Waiting = 0,
        /// Bill and books agree.
        Agrees = 1,
        /// Bill and books differ.
        Apart = 2,
        /// The wallet has no bill of the day: nothing moved there.
        Absent = 3,
    }
}

/// A day of China.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Day {
    /// Name, such as `2026-11-24`.
    pub name: String,
    /// Begin, Unix milliseconds.
    pub from_ms: i64,
    /// End, Unix milliseconds.
    pub until_ms: i64,
}

impl Day {
    /// The day of a time, Unix milliseconds.
    pub fn at(at_ms: i64) -> Option<Self> {
        Self::parse(&Zone::of_minutes(CHINA_MINUTES)?.date_of(at_ms))
    }

    /// Reads a day's name.
    pub fn parse(name: &str) -> Option<Self> {
        let from_ms = Zone::of_minutes(CHINA_MINUTES)?
            .parse_time(name)
            .filter(|_| name.len() == "2026-11-24".len())?;
        Some(Self {
            name: name.to_owned(),
            from_ms,
            until_ms: from_ms.saturating_add(DAY_MS),
        })
    }
}

/// The days whose bills are due, the oldest first: from the day of the first payment on, at most [`DAYS_MAX`] back.
pub fn days(first_ms: i64, now_ms: i64) -> Vec<Day> {
    let oldest_ms = first_ms.max(now_ms.saturating_sub(DAYS_MAX * DAY_MS));
    let mut days = Vec::new();
    let mut next = Day::at(oldest_ms);
    while let Some(day) = next {
        if day.until_ms.saturating_add(READY_MS) > now_ms {
            break;
        }
        next = Day::at(day.until_ms);
        days.push(day);
    }
    days
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_795_233_600_000; // 2026-11-21 12:00 in China

    #[test]
    fn a_day_is_chinas_and_its_bill_is_due_the_next_morning() {
        let day = Day::parse("2026-11-21").expect("a day");
        assert_eq!(day.from_ms, NOON - 12 * 60 * 60 * 1000);
        assert_eq!(Day::at(day.until_ms - 1), Some(day.clone()));
        let due_ms = day.until_ms + READY_MS;
        assert_eq!(days(NOON, due_ms - 1), []);
        assert_eq!(days(NOON, due_ms), [day]);
        for text in [
            "",
            "2026-11",
            "2026-11-31",
            "2026-11-21 10:00",
            "21.11.2026",
        ] {
            assert_eq!(Day::parse(text), None, "{text}");
        }
    }

    #[test]
    fn days_begin_with_the_first_payment_and_go_thirty_back_at_most() {
        let names = |first_ms, now_ms| -> Vec<String> {
            days(first_ms, now_ms)
                .into_iter()
                .map(|day| day.name)
                .collect()
        };
        assert_eq!(
            names(NOON, NOON + 3 * DAY_MS),
            ["2026-11-21", "2026-11-22", "2026-11-23"]
        );
        let all = names(0, NOON);
        assert_eq!(all.len(), 30);
        assert_eq!(
            (all[0].as_str(), all[29].as_str()),
            ("2026-10-22", "2026-11-20")
        );
        assert_eq!(names(NOON + DAY_MS, NOON), Vec::<String>::new());
    }
}
