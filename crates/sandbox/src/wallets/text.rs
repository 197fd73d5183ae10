//! Times and amounts as wallets write them: local time of China, and yuan.

use chrono::{DateTime, FixedOffset, NaiveDateTime, TimeZone};

const PLAIN: &str = "%Y-%m-%d %H:%M:%S";

fn china() -> Option<FixedOffset> {
    FixedOffset::east_opt(8 * 60 * 60)
}

/// Time such as `2026-11-24 10:00:09` of Unix milliseconds.
pub fn to_china(at_ms: i64) -> String {
    DateTime::from_timestamp_millis(at_ms)
        .zip(china())
        .map(|(at, zone)| at.with_timezone(&zone).format(PLAIN).to_string())
        .unwrap_or_default()
}

/// Unix milliseconds of a time such as `2026-11-24 10:00:09`.
pub fn from_china(text: &str) -> Option<i64> {
    let at = NaiveDateTime::parse_from_str(text, PLAIN).ok()?;
    let at = china()?.from_local_datetime(&at).single()?;
    Some(at.timestamp_millis())
}

/// Yuan such as `45.00`.
pub fn yuan(fen: i64) -> String {
    format!("{}.{:02}", fen / 100, fen % 100)
}
