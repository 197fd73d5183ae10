//! Rules that an operator sets for members' files: how much one member keeps, and how long.

use std::ops::RangeInclusive;

use super::{FILE_MAX_BYTES, GIB};

/// Quotas of one member that an operator may set, in GiB.
pub const QUOTA_GIB: RangeInclusive<i64> = 2..=10_000;
/// Days after its last use for which an operator may have a file kept.
pub const KEPT_DAYS: RangeInclusive<i64> = 2..=3650;
/// Default of [`QUOTA_GIB`].
const QUOTA_GIB_DEFAULT: i64 = 50;
/// Default of [`KEPT_DAYS`].
const KEPT_DAYS_DEFAULT: i64 = 90;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

const _: () = assert!(
    FILE_MAX_BYTES <= *QUOTA_GIB.start() * GIB,
    "the largest file fits into the least quota"
);

/// Limits of what a member may keep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadRules {
    quota_gib: i64,
    kept_days: i64,
}

impl Default for UploadRules {
    fn default() -> Self {
        Self {
            quota_gib: QUOTA_GIB_DEFAULT,
            kept_days: KEPT_DAYS_DEFAULT,
        }
    }
}

impl UploadRules {
    /// Rules from an operator's settings; none when a value lies outside [`QUOTA_GIB`] or [`KEPT_DAYS`].
    pub fn of(quota_gib: i64, kept_days: i64) -> Option<Self> {
        let fine = QUOTA_GIB.contains(&quota_gib) && KEPT_DAYS.contains(&kept_days);
        fine.then_some(Self {
            quota_gib,
            kept_days,
        })
    }

    /// Quota of one member in GiB.
    pub const fn quota_gib(self) -> i64 {
        self.quota_gib
    }

    /// Days for which a file is kept after its last use.
    pub const fn kept_days(self) -> i64 {
        self.kept_days
    }

    /// Quota of one member in bytes; unpacked parts count too.
    pub const fn quota_bytes(self) -> i64 {
        self.quota_gib * GIB
    }

    /// Time for which a file is kept after its last use, in milliseconds.
    pub const fn kept_ms(self) -> i64 {
        self.kept_days * DAY_MS
    }
}
