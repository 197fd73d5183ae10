//! Money of a day and of a month beside that of the day and the month before, out of sums by hour.

use crate::zone::Zone;

/// Duration over which money is summed.
pub const HOUR_MS: i64 = 60 * 60 * 1000;

/// Moments that part the figures at `now_ms`; all Unix milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// The moment itself.
    pub now_ms: i64,
    /// Begin of today.
    pub day_ms: i64,
    /// Begin of yesterday.
    pub yesterday_ms: i64,
    /// Begin of this month.
    pub month_ms: i64,
    /// Begin of the month before: hours are counted from here.
    pub month_before_ms: i64,
}

impl Times {
    /// The moments in a zone.
    pub fn of(zone: Zone, now_ms: i64) -> Self {
        let month_ms = month_of(zone, now_ms);
        Self {
            now_ms,
            day_ms: zone.day_end(now_ms, -1),
            yesterday_ms: zone.day_end(now_ms, -2),
            month_ms,
            month_before_ms: month_of(zone, month_ms.saturating_sub(1)),
        }
    }

    /// Yesterday at this time.
    pub fn at_this_time_yesterday(&self) -> i64 {
        (self.yesterday_ms + (self.now_ms - self.day_ms)).min(self.day_ms)
    }

    /// The month before as far as this one has come; its end, where it was shorter.
    pub fn at_this_time_last_month(&self) -> i64 {
        (self.month_before_ms + (self.now_ms - self.month_ms)).min(self.month_ms)
    }

    /// Begin of the hour that has a moment.
    pub fn hour_of(&self, at_ms: i64) -> i64 {
        at_ms - (at_ms - self.month_before_ms).rem_euclid(HOUR_MS)
    }
}

/// First moment of the month of a moment.
fn month_of(zone: Zone, at_ms: i64) -> i64 {
    let date = zone.date_of(at_ms);
    let first = date.get(..8).map(|month| format!("{month}01"));
    let first_ms = first.and_then(|first| zone.parse_time(&first));
    first_ms.unwrap_or(at_ms)
}

/// Sum of an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hour {
    /// Begin of the hour.
    pub at_ms: i64,
    /// Money that came in.
    pub taken_fen: i64,
    /// Money that went back, as a positive number.
    pub returned_fen: i64,
    /// Number of times that money went back.
    pub returned: i64,
}

/// Money that came in, less what went back, in fen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Takings {
    /// Each hour of today until now.
    pub hours: Vec<i64>,
    /// Each hour of yesterday.
    pub hours_before: Vec<i64>,
    /// Yesterday's whole hours before this time.
    pub before_fen: i64,
    /// Each day of the month until today.
    pub days: Vec<i64>,
    /// Each day of the month before.
    pub days_before: Vec<i64>,
    /// Whole hours of the month before, as far as this month has come.
    pub month_before_fen: i64,
    /// Number of refunds of today.
    pub refunds: i64,
    /// Amount of those refunds.
    pub refunded_fen: i64,
}

impl Takings {
    /// Sorts the hours, in any order, into days and months; hours outside both months count nowhere.
    pub fn of(zone: Zone, times: &Times, hours: impl IntoIterator<Item = Hour>) -> Self {
        let day_of = |ms: i64| zone.day_of(ms);
        let hours_from = |from_ms: i64, until_ms: i64| (until_ms - from_ms).div_euclid(HOUR_MS);
        let (month, before) = (day_of(times.month_ms), day_of(times.month_before_ms));
        let mut all = Self {
            hours: zeros(hours_from(times.day_ms, times.now_ms) + 1),
            hours_before: zeros(hours_from(times.yesterday_ms, times.day_ms)),
            days: zeros(day_of(times.now_ms) - month + 1),
            days_before: zeros(month - before),
            ..Self::default()
        };
        let yesterday_cut = times.hour_of(times.at_this_time_yesterday());
        let month_cut = times.hour_of(times.at_this_time_last_month());
        for hour in hours {
            let (at_ms, fen) = (hour.at_ms, hour.taken_fen - hour.returned_fen);
            let day = day_of(at_ms);
            add(
                &mut all.days_before,
                if day < month { day - before } else { -1 },
                fen,
            );
            add(&mut all.days, day - month, fen);
            add(&mut all.hours, hours_from(times.day_ms, at_ms), fen);
            if at_ms < times.day_ms {
                add(
                    &mut all.hours_before,
                    hours_from(times.yesterday_ms, at_ms),
                    fen,
                );
            }
            if (times.yesterday_ms..yesterday_cut).contains(&at_ms) {
                all.before_fen += fen;
            }
            if (times.month_before_ms..month_cut).contains(&at_ms) {
                all.month_before_fen += fen;
            }
            if at_ms >= times.day_ms {
                all.refunds += hour.returned;
                all.refunded_fen += hour.returned_fen;
            }
        }
        all
    }
}

fn zeros(count: i64) -> Vec<i64> {
    vec![0; usize::try_from(count).unwrap_or_default()]
}

fn add(figures: &mut [i64], at: i64, fen: i64) {
    let place = usize::try_from(at).ok().and_then(|at| figures.get_mut(at));
    if let Some(place) = place {
        *place += fen;
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    fn at(zone: Zone, text: &str) -> i64 {
        zone.parse_time(text).expect("a time")
    }

    fn hour(at_ms: i64, taken_fen: i64, returned_fen: i64) -> Hour {
        Hour {
            at_ms,
            taken_fen,
            returned_fen,
            returned: i64::from(returned_fen > 0),
        }
    }

    #[test]
    fn hours_come_into_their_days_and_months() {
        let zone = Zone::parse("Asia/Shanghai").unwrap();
        let times = Times::of(zone, at(zone, "2026-11-25 10:24:00"));
        assert_eq!(times.day_ms, at(zone, "2026-11-25"));
        assert_eq!(times.month_before_ms, at(zone, "2026-10-01"));
        let all = Takings::of(
            zone,
            &times,
            [
                hour(at(zone, "2026-11-25 10:00:00"), 500, 190),
                hour(at(zone, "2026-11-25 00:00:00"), 100, 0),
                hour(at(zone, "2026-11-24 09:00:00"), 40, 0),
                hour(at(zone, "2026-11-24 10:00:00"), 8, 0),
                hour(at(zone, "2026-11-24 23:00:00"), 1, 0),
                hour(at(zone, "2026-11-01 00:00:00"), 7, 0),
                hour(at(zone, "2026-10-25 09:00:00"), 20, 0),
                hour(at(zone, "2026-10-25 10:00:00"), 3, 0),
                hour(at(zone, "2026-10-31 23:00:00"), 2, 0),
                hour(at(zone, "2026-09-30 23:00:00"), 9999, 0),
            ],
        );
        assert_eq!((all.hours.len(), all.hours_before.len()), (11, 24));
        assert_eq!((all.days.len(), all.days_before.len()), (25, 31));
        assert_eq!((all.hours[0], all.hours[10]), (100, 310));
        assert_eq!(all.hours.iter().sum::<i64>(), 410);
        assert_eq!(
            (
                all.hours_before[9],
                all.hours_before[10],
                all.hours_before[23]
            ),
            (40, 8, 1)
        );
        assert_eq!(all.before_fen, 40, "the hour of 10 is not whole yet");
        assert_eq!((all.days[24], all.days[23], all.days[0]), (410, 49, 7));
        assert_eq!((all.days_before[24], all.days_before[30]), (23, 2));
        assert_eq!(all.month_before_fen, 20);
        assert_eq!((all.refunds, all.refunded_fen), (1, 190));
    }

    #[test]
    fn a_month_that_was_shorter_is_compared_whole() {
        let zone = Zone::parse("UTC").unwrap();
        let times = Times::of(zone, at(zone, "2026-03-31 23:30:00"));
        assert_eq!(times.at_this_time_last_month(), at(zone, "2026-03-01"));
        let all = Takings::of(zone, &times, [hour(at(zone, "2026-02-28 23:00:00"), 5, 0)]);
        assert_eq!((all.month_before_fen, all.days_before[27]), (5, 5));
        assert_eq!(all.days.len(), 31);
    }

    #[test]
    fn a_day_whose_clocks_are_changed_has_as_many_hours_as_it_had() {
        let zone = Zone::parse("Europe/Berlin").unwrap();
        let times = Times::of(zone, at(zone, "2026-10-26 12:00:00"));
        let all = Takings::of(zone, &times, []);
        assert_eq!((all.hours_before.len(), all.hours.len()), (25, 13));
    }
}
