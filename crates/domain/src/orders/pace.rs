//! How long stock lasts at the pace at which it sold lately.

use super::DAY_MS;

/// Days over which the pace of sales is taken.
pub const PACE_DAYS: i64 = 7;
/// [`PACE_DAYS`] in milliseconds.
pub const PACE_MS: i64 = PACE_DAYS * DAY_MS;
/// Largest number of days that [`lasts_days`] answers: stock that lasts longer needs no attention.
pub const LASTS_MAX_DAYS: i64 = 30;

/// Whole days for which `free` phones last when `sold` were sold within [`PACE_DAYS`], at most [`LASTS_MAX_DAYS`]; none without a sale, which tells no pace.
pub const fn lasts_days(free: i64, sold: i64) -> Option<i64> {
    if sold <= 0 {
        return None;
    }
    let days = free.saturating_mul(PACE_DAYS) / sold;
    Some(if days < 0 {
        0
    } else if days > LASTS_MAX_DAYS {
        LASTS_MAX_DAYS
    } else {
        days
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stock_lasts_as_long_as_it_sold_lately() {
        for (free, sold, days) in [
            (126, 126, Some(7)),
            (126, 127, Some(6)),
            (0, 1, Some(0)),
            (1, 8, Some(0)),
            (30, 7, Some(30)),
            (31, 7, Some(30)),
            (i64::MAX, 1, Some(30)),
            (-1, 1, Some(0)),
            (5, 0, None),
            (0, 0, None),
        ] {
            assert_eq!(lasts_days(free, sold), days, "{free} left, {sold} sold");
        }
    }
}
