//! The zone in which a day begins. Where clocks are changed a day has 23 or 25 hours, and may begin at one o'clock.

#[cfg(not(target_arch = "wasm32"))]
use chrono::Offset as _;
use thiserror::Error;

const MINUTE_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// Largest offset from UTC: the farthest zones are 14 hours away.
const OFFSET_MAX_MINUTES: i32 = 14 * 60;
/// Distance from its midnight by UTC within which a day begins in every zone.
const BEGIN_WITHIN_MS: i64 = OFFSET_MAX_MINUTES as i64 * MINUTE_MS + DAY_MS;

/// The zone is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a time zone is an offset like +08:00, or a name like Asia/Shanghai or America/Santiago")]
pub struct UnknownZone;

/// An offset from UTC, or a name for offsets that follow each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zone(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Minutes east of UTC, without changes.
    Fixed(i32),
    /// A zone of the IANA database. The browser's module has no room for it: [`Zone::shifts`] gives it the offsets.
    #[cfg(not(target_arch = "wasm32"))]
    Named(chrono_tz::Tz),
}

/// A change of a zone's offset from UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    /// Time of the change, Unix milliseconds.
    pub from_ms: i64,
    /// Minutes east of UTC.
    pub offset_minutes: i32,
}

impl Default for Zone {
    /// The zone of Asia/Shanghai.
    fn default() -> Self {
        Self(Kind::Fixed(480))
    }
}

impl Zone {
    /// Reads a name of the IANA database or an offset: `Asia/Shanghai`, `+08:00`, `-0330`, `UTC`.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn parse(text: &str) -> Result<Self, UnknownZone> {
        let text = text.trim();
        if let Ok(name) = text.parse::<chrono_tz::Tz>() {
            return Ok(Self(Kind::Named(name)));
        }
        let (sign, digits) = match text.split_at_checked(1) {
            Some(("+", rest)) => (1, rest),
            Some(("-", rest)) => (-1, rest),
            _ => return Err(UnknownZone),
        };
        let digits = digits.replacen(':', "", 1);
        if digits.len() != 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(UnknownZone);
        }
        let number: i32 = digits.parse().map_err(|_| UnknownZone)?;
        let (hours, minutes) = (number / 100, number % 100);
        if minutes < 60 {
            Self::of_minutes(sign * (hours * 60 + minutes)).ok_or(UnknownZone)
        } else {
            Err(UnknownZone)
        }
    }

    /// The zone of a fixed offset in minutes east of UTC, if it is in range.
    pub const fn of_minutes(offset_minutes: i32) -> Option<Self> {
        if offset_minutes.unsigned_abs() <= OFFSET_MAX_MINUTES.unsigned_abs() {
            Some(Self(Kind::Fixed(offset_minutes)))
        } else {
            None
        }
    }

    /// Minutes east of UTC at a moment (Unix milliseconds).
    #[cfg_attr(
        target_arch = "wasm32",
        expect(unused_variables, reason = "there every offset is for ever")
    )]
    pub fn offset_minutes(self, at_ms: i64) -> i32 {
        match self.0 {
            Kind::Fixed(minutes) => minutes,
            #[cfg(not(target_arch = "wasm32"))]
            Kind::Named(name) => chrono::DateTime::from_timestamp_millis(at_ms).map_or(0, |at| {
                let seconds = at.with_timezone(&name).offset().fix().local_minus_utc();
                seconds.div_euclid(60)
            }),
        }
    }

    /// The offset at `from_ms`, and each later one until `until_ms`.
    pub fn shifts(self, from_ms: i64, until_ms: i64) -> Vec<Shift> {
        let shift = |from_ms| Shift {
            from_ms,
            offset_minutes: self.offset_minutes(from_ms),
        };
        let mut shifts = vec![shift(from_ms)];
        let mut at_ms = from_ms;
        // No two changes of one zone's clocks are within a week.
        while at_ms < until_ms {
            let later_ms = at_ms.saturating_add(7 * DAY_MS).min(until_ms);
            let before = self.offset_minutes(at_ms);
            if self.offset_minutes(later_ms) != before {
                let is_after = |ms| self.offset_minutes(ms) != before;
                shifts.push(shift(first(at_ms, later_ms, is_after)));
            }
            at_ms = later_ms;
        }
        shifts
    }

    /// End of the day that comes `days_later` after the day of `now_ms`; Unix milliseconds.
    pub fn day_end(self, now_ms: i64, days_later: i64) -> i64 {
        let day = self.day_of(now_ms).saturating_add(days_later);
        day_end(day, |ms| self.offset_minutes(ms))
    }

    /// The day at `now_ms` (Unix milliseconds) as `2026-11-26`.
    pub fn date_of(self, now_ms: i64) -> String {
        let date = i32::try_from(self.day_of(now_ms))
            .ok()
            .and_then(chrono::NaiveDate::from_epoch_days);
        date.map(|date| date.to_string()).unwrap_or_default()
    }

    /// A time (Unix milliseconds) as `2026-11-26 08:30:00`.
    pub fn time_of(self, at_ms: i64) -> String {
        let offset_ms = i64::from(self.offset_minutes(at_ms)) * MINUTE_MS;
        let local = chrono::DateTime::from_timestamp_millis(at_ms.saturating_add(offset_ms));
        local
            .map(|local| local.format("%Y-%m-%d %H:%M:%S").to_string())
            .unwrap_or_default()
    }

    /// A time (Unix milliseconds) as `2026-11-26 08:30`.
    pub fn minute_of(self, at_ms: i64) -> String {
        let mut text = self.time_of(at_ms);
        text.truncate("2026-11-26 08:30".len());
        text
    }

    /// A time (Unix milliseconds) as `2026-11-26 08:30 (UTC+08:00)`, for readers who may live in another zone.
    pub fn moment_of(self, at_ms: i64) -> String {
        let offset = self.offset_minutes(at_ms);
        let (sign, minutes) = (if offset < 0 { '-' } else { '+' }, offset.abs());
        let minute = self.minute_of(at_ms);
        format!(
            "{minute} (UTC{sign}{:02}:{:02})",
            minutes / 60,
            minutes % 60
        )
    }

    /// Reads a time like `2026-11-26 08:30:00`, or a day, which means its first moment; Unix milliseconds.
    pub fn parse_time(self, text: &str) -> Option<i64> {
        let text = text.trim();
        let local = chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S")
            .or_else(|_| {
                chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d")
                    .map(|day| day.and_time(chrono::NaiveTime::MIN))
            })
            .ok()?;
        let local_ms = local.and_utc().timestamp_millis();
        let guess_ms = local_ms - i64::from(self.offset_minutes(local_ms)) * MINUTE_MS;
        Some(local_ms - i64::from(self.offset_minutes(guess_ms)) * MINUTE_MS)
    }

    /// The day at `now_ms` (Unix milliseconds), counted from 1970-01-01 of this zone.
    pub fn day_of(self, now_ms: i64) -> i64 {
        day_of(now_ms, self.offset_minutes(now_ms))
    }
}

/// The offset at a moment, out of a zone's successive shifts; before the first shift its offset holds, too.
pub fn offset_at(shifts: &[Shift], at_ms: i64) -> Option<i32> {
    let past = shifts.iter().rev().find(|shift| shift.from_ms <= at_ms);
    past.or(shifts.first()).map(|shift| shift.offset_minutes)
}

/// End of a day counted from 1970-01-01, with the offset of each moment given.
pub fn day_end(day: i64, offset_minutes: impl Fn(i64) -> i32) -> i64 {
    let next = day.saturating_add(1);
    let midnight_ms = next.saturating_mul(DAY_MS);
    let (from_ms, until_ms) = (
        midnight_ms.saturating_sub(BEGIN_WITHIN_MS),
        midnight_ms.saturating_add(BEGIN_WITHIN_MS),
    );
    first(from_ms, until_ms, |ms| {
        day_of(ms, offset_minutes(ms)) >= next
    })
}

/// The day at a moment, counted from 1970-01-01.
pub const fn day_of(now_ms: i64, offset_minutes: i32) -> i64 {
    now_ms
        .saturating_add(offset_minutes as i64 * MINUTE_MS)
        .div_euclid(DAY_MS)
}

/// The first moment after `from_ms`, at the latest `until_ms`, from which on the condition holds.
fn first(mut from_ms: i64, mut until_ms: i64, is: impl Fn(i64) -> bool) -> i64 {
    while until_ms.saturating_sub(from_ms) > 1 {
        let middle_ms = from_ms + (until_ms - from_ms) / 2;
        if is(middle_ms) {
            until_ms = middle_ms;
        } else {
            from_ms = middle_ms;
        }
    }
    until_ms
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    /// The time 2027-01-15, Unix milliseconds.
    const NOW: i64 = 1_800_000_000_000;
    const HOUR_MS: i64 = 60 * MINUTE_MS;

    fn zone(text: &str) -> Zone {
        Zone::parse(text).expect("a zone")
    }

    fn ms(text: &str) -> i64 {
        let at = chrono::DateTime::parse_from_rfc3339(text).expect("a moment");
        at.timestamp_millis()
    }

    #[test]
    fn a_time_is_written_and_read_in_the_zone() {
        let zone = Zone::default();
        let at_ms = 1_795_658_400_000;
        let text = zone.time_of(at_ms);
        assert_eq!(text, "2026-11-26 10:00:00");
        assert_eq!(zone.parse_time(&text), Some(at_ms));
        assert_eq!(
            zone.parse_time("2026-11-26"),
            Some(at_ms - 10 * 60 * MINUTE_MS)
        );
        assert_eq!(zone.parse_time("2026-11-26T18:00"), None);
    }

    #[test]
    fn a_zone_is_a_name_or_an_offset() {
        for (text, minutes) in [
            ("Asia/Shanghai", Ok(480)),
            (" UTC ", Ok(0)),
            ("+08:00", Ok(480)),
            ("-0330", Ok(-210)),
            ("+14:00", Ok(840)),
            ("Europe/Berlin", Ok(60)),
            ("America/Santiago", Ok(-180)),
            ("Asia/Kathmandu", Ok(345)),
            ("Pacific/Kiritimati", Ok(840)),
            ("PRC", Ok(480)),
            ("+14:01", Err(UnknownZone)),
            ("+08:60", Err(UnknownZone)),
            ("+8", Err(UnknownZone)),
            ("08:00", Err(UnknownZone)),
            ("+08:0:0", Err(UnknownZone)),
            ("Europe/Atlantis", Err(UnknownZone)),
            ("", Err(UnknownZone)),
        ] {
            assert_eq!(
                Zone::parse(text).map(|zone| zone.offset_minutes(NOW)),
                minutes,
                "{text}"
            );
        }
    }

    #[test]
    fn a_day_begins_at_midnight_of_the_zone() {
        let (china, utc) = (Zone::default(), zone("UTC"));
        // 2027-01-15 16:00 UTC is midnight in Shanghai.
        let midnight = 1_800_028_800_000;
        assert_eq!(china.day_of(midnight), china.day_of(midnight - 1) + 1);
        assert_eq!(utc.day_of(midnight), utc.day_of(midnight - 1));
        assert_eq!(utc.day_of(-1), -1);
        assert_eq!(china.date_of(midnight - 1), "2027-01-15");
        assert_eq!(china.date_of(midnight), "2027-01-16");
        assert_eq!(utc.date_of(midnight), "2027-01-15");
    }

    #[test]
    fn a_day_ends_where_the_next_begins() {
        let china = Zone::default();
        let midnight = 1_800_028_800_000;
        assert_eq!(china.day_end(midnight - 1, 0), midnight);
        assert_eq!(china.day_end(midnight, 0), midnight + DAY_MS);
        assert_eq!(china.day_end(midnight, 2), midnight + 3 * DAY_MS);
        assert_eq!(
            zone("+14:00").day_end(midnight, 0),
            ms("2027-01-16T10:00:00Z")
        );
        assert_eq!(
            zone("-14:00").day_end(midnight, 0),
            ms("2027-01-16T14:00:00Z")
        );
        assert_eq!(Zone::of_minutes(480), Some(china));
        assert_eq!(Zone::of_minutes(841), None);
    }

    #[test]
    fn a_day_on_which_clocks_are_changed_has_23_or_25_hours() {
        for (name, noon, end, hours) in [
            // Clocks go from 24:00 to 1:00, and from 24:00 back to 23:00.
            (
                "America/Santiago",
                "2026-09-06T15:00:00Z",
                "2026-09-07T03:00:00Z",
                23,
            ),
            (
                "America/Santiago",
                "2026-09-05T15:00:00Z",
                "2026-09-06T04:00:00Z",
                24,
            ),
            (
                "America/Santiago",
                "2026-04-04T15:00:00Z",
                "2026-04-05T04:00:00Z",
                25,
            ),
            (
                "America/Santiago",
                "2026-04-05T15:00:00Z",
                "2026-04-06T04:00:00Z",
                24,
            ),
            (
                "Europe/Berlin",
                "2026-03-29T12:00:00Z",
                "2026-03-29T22:00:00Z",
                23,
            ),
            (
                "Europe/Berlin",
                "2026-10-25T12:00:00Z",
                "2026-10-25T23:00:00Z",
                25,
            ),
        ] {
            let (zone, noon, end) = (zone(name), ms(noon), ms(end));
            assert_eq!(zone.day_end(noon, 0), end, "{name}");
            assert_eq!(zone.day_end(noon, -1), end - hours * HOUR_MS, "{name}");
            assert_eq!(zone.day_of(end), zone.day_of(end - 1) + 1, "{name}");
        }
    }

    #[test]
    fn shifts_tell_the_same_days_as_the_zone() {
        let until = NOW + 800 * DAY_MS;
        assert_eq!(Zone::default().shifts(NOW, until).len(), 1);
        for name in [
            "America/Santiago",
            "Europe/Berlin",
            "Australia/Lord_Howe",
            "Asia/Shanghai",
        ] {
            let zone = zone(name);
            let shifts = zone.shifts(NOW, until);
            for later in 0..790 {
                let at = |ms| offset_at(&shifts, ms).unwrap();
                let day = day_of(NOW, at(NOW)) + later;
                assert_eq!(day_end(day, at), zone.day_end(NOW, later), "{name} {later}");
            }
        }
    }
}
