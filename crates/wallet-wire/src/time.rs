//! Times of the wallets: local time of China, which has had no summer time since 1991.

use chrono::{DateTime, FixedOffset, NaiveDateTime, SecondsFormat, TimeZone};

/// Format of Alipay's times.
const PLAIN: &str = "%Y-%m-%d %H:%M:%S";
/// Offset of GMT+8, in seconds.
const OFFSET_S: i32 = 8 * 60 * 60;

fn china(at_ms: i64) -> Option<DateTime<FixedOffset>> {
    let zone = FixedOffset::east_opt(OFFSET_S)?;
    Some(DateTime::from_timestamp_millis(at_ms)?.with_timezone(&zone))
}

/// Formats Unix milliseconds as local time, `2026-11-21 10:00:00`; an empty text for a time that the calendar cannot represent.
pub fn to_china(at_ms: i64) -> String {
    china(at_ms).map_or_else(String::new, |at| at.format(PLAIN).to_string())
}

/// Parses a local time, `2026-11-21 10:00:00`, to Unix milliseconds.
pub fn from_china(text: &str) -> Option<i64> {
    let at = NaiveDateTime::parse_from_str(text, PLAIN).ok()?;
    let zone = FixedOffset::east_opt(OFFSET_S)?;
    Some(zone.from_local_datetime(&at).single()?.timestamp_millis())
}

/// Formats Unix milliseconds as `2026-11-21T10:00:00+08:00` (RFC 3339); an empty text for a time that the calendar cannot represent.
pub fn to_rfc3339(at_ms: i64) -> String {
    china(at_ms).map_or_else(String::new, |at| {
        at.to_rfc3339_opts(SecondsFormat::Secs, false)
    })
}

/// Parses a time with its offset (RFC 3339) to Unix milliseconds.
pub fn from_rfc3339(text: &str) -> Option<i64> {
    let at = DateTime::parse_from_rfc3339(text).ok()?;
    Some(at.timestamp_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_china() {
        let at = 1_795_226_400_000;
        assert_eq!(to_china(at), "2026-11-21 10:00:00");
        assert_eq!(to_rfc3339(at + 999), "2026-11-21T10:00:00+08:00");
        assert_eq!(from_china("2026-11-21 10:00:00"), Some(at));
        assert_eq!(from_rfc3339("2026-11-21T10:00:00+08:00"), Some(at));
        assert_eq!(from_rfc3339("2026-11-21T02:00:00Z"), Some(at));
        assert_eq!(from_china("2026-11-21"), None);
    }
}
