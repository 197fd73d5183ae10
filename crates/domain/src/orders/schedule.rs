//! Schedule of requests to wallets: a lost notification is made up for within a minute, a wallet that is away is not flooded.

use crate::backoff::doubled_ms;

/// Times of the first looks, after the payment was begun.
const FIRST_LOOKS_MS: [i64; 3] = [10_000, 20_000, 30_000];
/// Pause between two looks while a payment is open.
const LOOK_MS: i64 = 30_000;
/// First pause between two tries to end a payment at a wallet, or to send a refund: doubled up to the longest.
const FIRST_TRY_MS: u32 = 15_000;
/// Longest pause between tries.
const LAST_TRY_MS: u32 = 10 * 60_000;
/// Pause between two looks at a refund that the wallet processes.
const PROCESSING_MS: i64 = 60_000;
/// Tries after which a payment of which the wallet proves nothing is given up: they take more than two hours.
const TRIES_MAX: i32 = 20;
/// Time after a payment's end for which it is looked at, whatever the number of tries.
const UNPROVEN_MS: i64 = 60 * 60_000;

/// Time of the next look at an open payment, after a number of looks.
pub fn next_look_ms(begun_ms: i64, looks: i32, now_ms: i64) -> i64 {
    let planned = usize::try_from(looks)
        .ok()
        .and_then(|at| FIRST_LOOKS_MS.get(at))
        .map_or(now_ms, |after| begun_ms.saturating_add(*after));
    if planned > now_ms {
        planned
    } else {
        now_ms.saturating_add(LOOK_MS)
    }
}

/// Time of the next try at a wallet, after a number of failed tries.
pub fn next_try_ms(tries: i32, now_ms: i64) -> i64 {
    let doublings = u32::try_from(tries).unwrap_or_default();
    now_ms.saturating_add(doubled_ms(FIRST_TRY_MS, doublings, LAST_TRY_MS).into())
}

/// Whether ending a payment is given up: after `TRIES_MAX` tries, the last of them `UNPROVEN_MS` after the payment's end.
pub fn is_given_up(tries: i32, tried_ms: i64, expires_ms: i64) -> bool {
    tries >= TRIES_MAX && tried_ms >= expires_ms.saturating_add(UNPROVEN_MS)
}

/// Time of the next look at a refund that the wallet processes.
pub const fn next_news_ms(now_ms: i64) -> i64 {
    now_ms.saturating_add(PROCESSING_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_looks_are_ten_seconds_apart_and_then_thirty() {
        let begun = 1_000_000;
        let (mut now, mut seen) = (begun, Vec::new());
        for looks in 0..6 {
            now = next_look_ms(begun, looks, now);
            seen.push((now - begun) / 1000);
        }
        assert_eq!(seen, [10, 20, 30, 60, 90, 120]);
    }

    #[test]
    fn a_look_that_comes_late_is_followed_by_one_in_half_a_minute() {
        assert_eq!(next_look_ms(0, 1, 500_000), 530_000);
    }

    #[test]
    fn tries_come_ever_less_often_until_ten_minutes() {
        let pauses: Vec<i64> = (0..8).map(|tries| next_try_ms(tries, 0) / 1000).collect();
        assert_eq!(pauses, [15, 30, 60, 120, 240, 480, 600, 600]);
        assert_eq!(next_try_ms(i32::MAX, 0), 600_000);
    }

    #[test]
    fn a_payment_is_given_up_after_twenty_tries_the_last_an_hour_after_its_end() {
        let end = 1_000_000;
        let hour = 3_600_000;
        assert!(is_given_up(20, end + hour, end));
        assert!(!is_given_up(19, end + hour, end));
        assert!(!is_given_up(20, end + hour - 1, end));
        assert!(!is_given_up(i32::MAX, i64::MAX - 1, i64::MAX));
    }
}
