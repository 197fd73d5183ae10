//! Delivering events: turns of receivers, the meaning of an answer, the time of the next try.

use crate::every;
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Time limit for a receiver's answer; without an answer the event counts as not delivered.
pub const ANSWER_MS: i64 = 10 * SECOND;
/// Bytes of an answer that are read; they are not shown.
pub const ANSWER_MAX_BYTES: usize = 4 * 1024;
/// Lease of a delivery: for this long no other server takes it.
pub const LEASE_MS: i64 = 30 * SECOND;
/// Pauses before each retry; after the last one the webhook is paused.
pub const RETRIES_MS: [i64; 9] = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    DAY,
];
/// Largest extension of a pause, in thousandths, so that deliveries that failed together do not come back together.
const JITTER: u32 = 200;
/// Time for which deliveries are kept, ended or waiting.
pub const KEPT_MS: i64 = 7 * DAY;
/// Waiting events of one webhook; beyond it the oldest are dropped and counted.
pub const WAITING_MAX: i64 = 1000;
/// Ended events of one webhook that are kept for display.
pub const LOG_MAX: i64 = 1000;
/// Time after a new secret during which the old one signs as well.
pub const KEY_KEPT_MS: i64 = DAY;
/// Deliveries that run at the same time.
pub const AT_ONCE: usize = 32;
/// Answer time beyond which a receiver counts as slow.
pub const SLOW_MS: i64 = 2 * SECOND;
/// Deliveries to slow receivers that run at the same time.
const SLOW_AT_ONCE: usize = AT_ONCE / 2;
/// Deliveries to one receiver that run at the same time.
const TO_ONE: usize = 2;
/// Deliveries to one slow receiver that run at the same time.
const TO_SLOW: usize = 1;

const _: () = assert!(LEASE_MS > ANSWER_MS);
const _: () = assert!(all_tries_ms() < KEPT_MS);
const _: () = assert!(TO_ONE + SLOW_AT_ONCE <= AT_ONCE);

/// The longest time from the first try to the last.
const fn all_tries_ms() -> i64 {
    let (mut sum, mut at) = (0, 0);
    while at < RETRIES_MS.len() {
        sum += RETRIES_MS[at] + RETRIES_MS[at] * JITTER as i64 / 1000;
        at += 1;
    }
    sum
}

/// Why a delivery failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, EnumString)]
#[strum(serialize_all = "camelCase", const_into_str)] // stored as well
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = FailureWord))]
pub enum Failure {
    /// The host name of the address does not resolve.
    NoName,
    /// The address lies outside the open internet.
    Closed,
    /// No connection, or no TLS handshake.
    Unreachable,
    /// The receiver accepted the connection and did not answer in time.
    TimedOut,
    /// The answer's status was not 2xx.
    Refused,
}

/// Why a webhook is paused; stored numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = PauseWord))]
pub enum Paused {
    /// The member paused the webhook.
    ByHand = 1,
    /// An event failed at its last try.
    Failing = 2,
    /// The receiver answered 410: it no longer exists.
    Gone = 3,
}

impl Paused {
    /// The complete list of reasons.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The stored number.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Reads the stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|paused| paused.code() == code)
    }
}

/// Outcome of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Status of the answer, where there was one.
    pub status: Option<u16>,
    /// The failure; none when the receiver took the event.
    pub failure: Option<Failure>,
    /// Duration of the try, in milliseconds.
    pub took_ms: i64,
}

impl Outcome {
    /// The outcome of an answer with that status. Redirects are not followed, so they are refusals too.
    pub const fn answered(status: u16, took_ms: i64) -> Self {
        let taken = status >= 200 && status < 300;
        Self {
            status: Some(status),
            failure: if taken { None } else { Some(Failure::Refused) },
            took_ms,
        }
    }

    /// The outcome of a try without an answer.
    pub const fn failed(failure: Failure, took_ms: i64) -> Self {
        Self {
            status: None,
            failure: Some(failure),
            took_ms,
        }
    }

    /// Whether the receiver counts as slow from now on.
    pub const fn is_slow(self) -> bool {
        self.took_ms > SLOW_MS
    }
}

/// Next action after a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The event is delivered.
    Done,
    /// Try again at the time given, Unix milliseconds.
    Again(i64),
    /// Pause the webhook; the event waits.
    Pause(Paused),
}

/// Decides what follows a try: `tries` includes this one, `chance` is any number.
pub fn next(outcome: Outcome, tries: i32, chance: u32, now_ms: i64) -> Next {
    const GONE: u16 = 410;
    if outcome.failure.is_none() {
        return Next::Done;
    }
    if outcome.status == Some(GONE) {
        return Next::Pause(Paused::Gone);
    }
    let pause = usize::try_from(tries - 1)
        .ok()
        .and_then(|before| RETRIES_MS.get(before));
    match pause {
        Some(pause) => {
            let longer = pause * i64::from(chance % (JITTER + 1)) / 1000;
            Next::Again(now_ms.saturating_add(pause + longer))
        }
        None => Next::Pause(Paused::Failing),
    }
}

/// A webhook with due events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    pub webhook_id: i64,
    /// Whether the receiver's last answer was slow.
    pub slow: bool,
    /// Number of deliveries to the webhook that are running.
    pub in_flight: usize,
}

/// The number of deliveries that may start now, by webhook: few of each, so that none holds up the others, and slow receivers never take
/// all places. `waiting` is ordered by urgency; `in_flight` counts all running deliveries, `slow_in_flight` those to slow receivers.
pub fn turns(waiting: &[Waiting], in_flight: usize, slow_in_flight: usize) -> Vec<(i64, usize)> {
    let mut free = AT_ONCE.saturating_sub(in_flight);
    let mut slow_free = SLOW_AT_ONCE.saturating_sub(slow_in_flight);
    let mut turns = Vec::new();
    for one in waiting {
        let most = if one.slow { TO_SLOW } else { TO_ONE };
        let mut n = most.saturating_sub(one.in_flight).min(free);
        if one.slow {
            n = n.min(slow_free);
            slow_free -= n;
        }
        free -= n;
        if n > 0 {
            turns.push((one.webhook_id, n));
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000_000;

    #[test]
    fn ten_tries_come_at_their_times_and_then_the_webhook_is_paused() {
        let refused = Outcome::answered(500, 3);
        let pauses: Vec<i64> = (1..=9)
            .map(|tries| match next(refused, tries, 0, NOW) {
                Next::Again(at) => (at - NOW) / SECOND,
                other => panic!("{other:?}"),
            })
            .collect();
        let hours = |n: i64| n * 3600;
        assert_eq!(
            pauses,
            [
                5,
                300,
                1800,
                hours(2),
                hours(5),
                hours(10),
                hours(14),
                hours(20),
                hours(24)
            ]
        );
        assert_eq!(next(refused, 10, 0, NOW), Next::Pause(Paused::Failing));
        for chance in [1, 199, 200, 201, u32::MAX] {
            let Next::Again(at) = next(refused, 1, chance, NOW) else {
                panic!("it is tried again");
            };
            assert!((NOW + 5000..=NOW + 6000).contains(&at), "{chance}: {at}");
        }
    }

    #[test]
    fn two_hundreds_are_taken_and_410_pauses_at_once() {
        for (status, done) in [
            (199, false),
            (200, true),
            (204, true),
            (299, true),
            (301, false),
            (404, false),
            (500, false),
        ] {
            let next = next(Outcome::answered(status, 1), 1, 0, NOW);
            assert_eq!(next == Next::Done, done, "{status}");
        }
        let gone = next(Outcome::answered(410, 1), 1, 0, NOW);
        assert_eq!(gone, Next::Pause(Paused::Gone));
        let silent = Outcome::failed(Failure::TimedOut, ANSWER_MS);
        assert!(silent.is_slow() && matches!(next(silent, 1, 0, NOW), Next::Again(_)));
        assert!(!Outcome::answered(200, SLOW_MS).is_slow());
        assert!(Outcome::answered(200, SLOW_MS + 1).is_slow());
    }

    #[test]
    fn numbers_are_read_back() {
        for paused in Paused::ALL {
            assert_eq!(Paused::from_code(paused.code()), Some(paused));
        }
        assert_eq!(Paused::from_code(0), None);
    }

    fn waiting(ids: std::ops::Range<i64>, slow: bool) -> Vec<Waiting> {
        let one = |webhook_id| Waiting {
            webhook_id,
            slow,
            in_flight: 0,
        };
        ids.map(one).collect()
    }

    #[test]
    fn slow_receivers_never_have_all_places() {
        let mut all = waiting(0..100, true);
        all.extend(waiting(100..101, false));
        let turns = turns(&all, 0, 0);
        let slow: usize = turns.iter().filter(|t| t.0 < 100).map(|t| t.1).sum();
        assert_eq!(slow, SLOW_AT_ONCE);
        assert_eq!(turns.last(), Some(&(100, TO_ONE)));
    }

    #[test]
    fn one_receiver_has_two_places_and_all_together_what_there_is() {
        let all = waiting(0..100, false);
        let handed = turns(&all, 0, 0);
        assert_eq!(handed.iter().map(|t| t.1).sum::<usize>(), AT_ONCE);
        assert!(handed.iter().all(|t| t.1 <= TO_ONE));
        assert_eq!(turns(&all, AT_ONCE - 1, 0), [(0, 1)]);
        assert_eq!(turns(&all, AT_ONCE, 0), []);
        let busy = Waiting {
            in_flight: TO_ONE,
            ..all[0]
        };
        assert_eq!(turns(&[busy], 0, 0), []);
    }
}
