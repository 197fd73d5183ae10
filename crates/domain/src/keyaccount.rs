//! Enterprise overview: the months of spend, the ends of rentals by nearness, and money that is divided among phones.

use chrono::{Datelike as _, Months, NaiveDate};

use crate::zone::Zone;

/// Months of spend that are shown, the one of now among them.
pub const MONTHS: usize = 6;

/// Days after today until which each group of ends reaches; an end is counted in the first group that it fits.
pub const END_DAYS: [i64; 4] = [0, 3, 7, 30];

/// A month of a zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Month {
    /// The month as `2026-11`.
    pub name: String,
    /// The first moment of the month, Unix milliseconds.
    pub from_ms: i64,
    /// The first moment after the month, Unix milliseconds.
    pub until_ms: i64,
}

/// The last [`MONTHS`] months of a zone, the one of `now_ms` last.
pub fn months(zone: Zone, now_ms: i64) -> Vec<Month> {
    let mut months = Vec::with_capacity(MONTHS);
    let mut at_ms = now_ms;
    for _ in 0..MONTHS {
        let month = month_of(zone, at_ms);
        at_ms = month.from_ms - 1;
        months.push(month);
    }
    months.reverse();
    months
}

/// The month that has a moment.
fn month_of(zone: Zone, at_ms: i64) -> Month {
    let today = zone.day_of(at_ms);
    let date = i32::try_from(today)
        .ok()
        .and_then(NaiveDate::from_epoch_days)
        .unwrap_or_default();
    let first = date.with_day(1).unwrap_or(date);
    let next = first.checked_add_months(Months::new(1)).unwrap_or(first);
    // A day begins where the day before it ends.
    let begin_ms = |day: NaiveDate| zone.day_end(at_ms, i64::from(day.to_epoch_days()) - 1 - today);
    Month {
        name: first.format("%Y-%m").to_string(),
        from_ms: begin_ms(first),
        until_ms: begin_ms(next),
    }
}

/// The last moment of the month before that is as far into its month as `now_ms` is into `this`.
pub fn same_time_before(before: &Month, this: &Month, now_ms: i64) -> i64 {
    before
        .from_ms
        .saturating_add(now_ms - this.from_ms)
        .min(before.until_ms)
}

/// The ends of the last days of the groups of [`END_DAYS`], Unix milliseconds: each is the first moment after its group.
pub fn end_borders(zone: Zone, now_ms: i64) -> [i64; END_DAYS.len()] {
    END_DAYS.map(|days| zone.day_end(now_ms, days))
}

/// Divides an amount by weights: the parts add up to it exactly. Nothing for no weights; weights that are all zero are taken as equal.
pub fn divide(fen: i64, weights: &[i64]) -> Vec<i64> {
    let all: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    let (mut seen, mut given) = (0i128, 0i128);
    let count = weights.len() as i128;
    weights
        .iter()
        .map(|weight| {
            let (step, whole) = if all > 0 {
                (i128::from(*weight), all)
            } else {
                (1, count)
            };
            seen += step;
            let until = i128::from(fen) * seen / whole;
            let part = until - given;
            given = until;
            i64::try_from(part).unwrap_or_default()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{MONTHS, divide, end_borders, months, same_time_before};
    use crate::zone::Zone;

    const HOUR_MS: i64 = 3_600_000;
    const DAY_MS: i64 = 24 * HOUR_MS;

    fn zone(name: &str) -> Zone {
        Zone::parse(name).unwrap()
    }

    fn ms(text: &str) -> i64 {
        chrono::DateTime::parse_from_rfc3339(text)
            .unwrap()
            .timestamp_millis()
    }

    #[test]
    fn six_months_follow_each_other_and_begin_at_midnight_of_the_zone() {
        let now_ms = ms("2026-03-31T20:00:00Z");
        let shanghai = months(zone("Asia/Shanghai"), now_ms);
        let names: Vec<&str> = shanghai.iter().map(|month| month.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "2025-11", "2025-12", "2026-01", "2026-02", "2026-03", "2026-04"
            ]
        );
        assert_eq!(shanghai.len(), MONTHS);
        assert!(
            shanghai
                .windows(2)
                .all(|pair| pair[0].until_ms == pair[1].from_ms)
        );
        assert_eq!(shanghai[5].from_ms, ms("2026-04-01T00:00:00+08:00"));
        assert_eq!(shanghai[5].until_ms, ms("2026-05-01T00:00:00+08:00"));
        // New York is still in March at this moment, and its clocks were set forward in that month.
        let new_york = months(zone("America/New_York"), now_ms);
        assert_eq!(new_york[5].name, "2026-03");
        assert_eq!(new_york[5].from_ms, ms("2026-03-01T00:00:00-05:00"));
        assert_eq!(new_york[5].until_ms, ms("2026-04-01T00:00:00-04:00"));
    }

    #[test]
    fn the_months_agree_at_each_of_their_borders() {
        let utc = zone("UTC");
        for month in months(utc, ms("2028-03-15T00:00:00Z")) {
            for at_ms in [month.from_ms, month.until_ms - 1] {
                assert_eq!(months(utc, at_ms).last(), Some(&month), "{at_ms}");
            }
        }
    }

    #[test]
    fn a_shorter_month_before_is_compared_as_a_whole() {
        let utc = zone("UTC");
        let at = |text: &str| {
            let now_ms = ms(text);
            let all = months(utc, now_ms);
            same_time_before(&all[MONTHS - 2], &all[MONTHS - 1], now_ms)
        };
        assert_eq!(at("2026-03-05T06:00:00Z"), ms("2026-02-05T06:00:00Z"));
        assert_eq!(at("2026-03-31T00:00:00Z"), ms("2026-03-01T00:00:00Z"));
    }

    #[test]
    fn ends_are_grouped_by_days_of_the_zone() {
        let now_ms = ms("2026-11-27T01:00:00+08:00");
        let today = ms("2026-11-28T00:00:00+08:00");
        let days = |count: i64| today + count * DAY_MS;
        assert_eq!(
            end_borders(zone("Asia/Shanghai"), now_ms),
            [today, days(3), days(7), days(30)]
        );
    }

    #[test]
    fn an_amount_is_divided_without_a_rest() {
        assert_eq!(divide(100, &[1, 1, 1]), [33, 33, 34]);
        assert_eq!(divide(-100, &[1, 1, 1]), [-33, -33, -34]);
        assert_eq!(divide(90, &[4500, 0, 4500]), [45, 0, 45]);
        assert_eq!(divide(5, &[0, 0]), [2, 3]);
        assert_eq!(divide(5, &[]), Vec::<i64>::new());
        let most = divide(i64::MAX, &[i64::MAX, i64::MAX]);
        assert_eq!(most.iter().sum::<i64>(), i64::MAX);
    }
}
