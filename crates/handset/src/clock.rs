//! Clock of the phone: a simulated device keeps real time of its own, as a real one does.

use chrono::{DateTime, FixedOffset, Utc};

/// Offset of the phone's zone (`Asia/Shanghai`, no daylight saving) from UTC, in seconds.
const ZONE_OFFSET_S: i32 = 8 * 3600;

/// Time zone name, as `persist.sys.timezone` reports it.
pub(crate) const ZONE_NAME: &str = "Asia/Shanghai";

/// Unix time in microseconds, which is also the clock of the pictures' PTS.
#[expect(
    clippy::disallowed_methods,
    reason = "a handset stands for a device of its own; the server's movable clock does not reach into phones"
)]
pub(crate) fn unix_us() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| {
            u64::try_from(since.as_micros()).unwrap_or(u64::MAX)
        })
}

/// The wall clock in the phone's zone.
pub(crate) fn local() -> DateTime<FixedOffset> {
    let utc = DateTime::from_timestamp_micros(i64::try_from(unix_us()).unwrap_or(i64::MAX));
    in_zone(utc.unwrap_or_default())
}

/// A time in the phone's zone.
pub(crate) fn in_zone(utc: DateTime<Utc>) -> DateTime<FixedOffset> {
    FixedOffset::east_opt(ZONE_OFFSET_S)
        .map_or_else(|| utc.fixed_offset(), |zone| utc.with_timezone(&zone))
}

/// Microseconds until the displayed minute changes.
pub(crate) fn to_next_minute_us() -> u64 {
    60_000_000 - unix_us() % 60_000_000
}
