//! The zone in which a day begins: an offset from UTC that never changes, as everywhere in China.

use thiserror::Error;

const MINUTE_MS: i64 = 60 * 1000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// The farthest zones are 14 hours from UTC.
const OFFSET_MAX_MINUTES: i32 = 14 * 60;

/// Names of zones without summer time; others are set by their offset.
const NAMES: [(&str, i32); 12] = [
    ("UTC", 0),
    ("Etc/UTC", 0),
    ("Asia/Shanghai", 480),
    ("Asia/Chongqing", 480),
    ("Asia/Urumqi", 360),
    ("Asia/Hong_Kong", 480),
    ("Asia/Macau", 480),
    ("Asia/Taipei", 480),
    ("Asia/Singapore", 480),
    ("Asia/Tokyo", 540),
    ("Asia/Seoul", 540),
    ("Asia/Bangkok", 420),
];

/// No such zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "a time zone is an offset like +08:00, UTC, or a name without summer time like Asia/Shanghai"
)]
pub struct UnknownZone;

/// An offset from UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zone {
    offset_minutes: i32,
}

impl Default for Zone {
    /// Asia/Shanghai.
    fn default() -> Self {
        Self {
            offset_minutes: 480,
        }
    }
}

impl Zone {
    /// Reads a name or an offset: `Asia/Shanghai`, `+08:00`, `-0330`, `UTC`.
    pub fn parse(text: &str) -> Result<Self, UnknownZone> {
        let text = text.trim();
        if let Some((_, offset_minutes)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(Self {
                offset_minutes: *offset_minutes,
            });
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
        let offset_minutes = sign * (hours * 60 + minutes);
        if minutes < 60 && offset_minutes.abs() <= OFFSET_MAX_MINUTES {
            Ok(Self { offset_minutes })
        } else {
            Err(UnknownZone)
        }
    }

    /// The zone so many minutes east of UTC, if there is one.
    pub const fn of_minutes(offset_minutes: i32) -> Option<Self> {
        if offset_minutes.unsigned_abs() <= OFFSET_MAX_MINUTES.unsigned_abs() {
            Some(Self { offset_minutes })
        } else {
            None
        }
    }

    /// When the day ends that comes so many days after the one of `now_ms`; Unix milliseconds.
    pub const fn day_end(self, now_ms: i64, days_later: i64) -> i64 {
        self.day_of(now_ms)
            .saturating_add(days_later)
            .saturating_add(1)
            .saturating_mul(DAY_MS)
            .saturating_sub(self.offset_minutes as i64 * MINUTE_MS)
    }

    /// Minutes east of UTC.
    pub const fn offset_minutes(self) -> i32 {
        self.offset_minutes
    }

    /// The day at `now_ms` (Unix milliseconds), counted from 1970-01-01 of this zone.
    pub const fn day_of(self, now_ms: i64) -> i64 {
        now_ms
            .saturating_add(self.offset_minutes as i64 * MINUTE_MS)
            .div_euclid(DAY_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_a_name_or_an_offset() {
        for (text, minutes) in [
            ("Asia/Shanghai", Ok(480)),
            (" UTC ", Ok(0)),
            ("+08:00", Ok(480)),
            ("-0330", Ok(-210)),
            ("+14:00", Ok(840)),
            ("+14:01", Err(UnknownZone)),
            ("+08:60", Err(UnknownZone)),
            ("+8", Err(UnknownZone)),
            ("08:00", Err(UnknownZone)),
            ("+08:0:0", Err(UnknownZone)),
            ("Europe/Berlin", Err(UnknownZone)),
            ("", Err(UnknownZone)),
        ] {
            assert_eq!(
                Zone::parse(text).map(Zone::offset_minutes),
                minutes,
                "{text}"
            );
        }
    }

    #[test]
    fn a_day_begins_at_midnight_of_the_zone() {
        let (china, utc) = (Zone::default(), Zone::parse("UTC").unwrap());
        // 2027-01-15 16:00 UTC is midnight in Shanghai.
        let midnight = 1_800_028_800_000;
        assert_eq!(china.day_of(midnight), china.day_of(midnight - 1) + 1);
        assert_eq!(utc.day_of(midnight), utc.day_of(midnight - 1));
        assert_eq!(utc.day_of(-1), -1);
    }

    #[test]
    fn a_day_ends_where_the_next_begins() {
        let china = Zone::default();
        let midnight = 1_800_028_800_000;
        assert_eq!(china.day_end(midnight - 1, 0), midnight);
        assert_eq!(china.day_end(midnight, 0), midnight + DAY_MS);
        assert_eq!(china.day_end(midnight, 2), midnight + 3 * DAY_MS);
        assert_eq!(Zone::of_minutes(480), Some(china));
        assert_eq!(Zone::of_minutes(841), None);
    }
}
