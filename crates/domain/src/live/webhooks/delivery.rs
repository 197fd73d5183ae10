//! Bringing events: who gets a place, what an answer means, when the next try is.

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// A receiver that has not answered after so long has not taken the event.
pub const ANSWER_MS: i64 = 10 * SECOND;
/// So much of an answer is read, and nobody sees it.
pub const ANSWER_MAX_BYTES: usize = 4 * 1024;
/// Whoever takes an event to bring it has it alone for so long.
pub const LEASE_MS: i64 = 30 * SECOND;
/// After a failure the event is brought again after so long, and once more, until these are over.
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
/// A pause is longer by up to so many thousandths, so that what failed together does not come back together.
const JITTER: u32 = 200;
/// What was brought, and what waits, is kept for so long.
pub const KEPT_MS: i64 = 7 * DAY;
/// Events of one webhook that wait; the oldest of more are let go, and counted.
pub const WAITING_MAX: i64 = 1000;
/// Events of one webhook that are over and still shown.
pub const LOG_MAX: i64 = 1000;
/// After a new secret the one before signs beside it for so long.
pub const KEY_KEPT_MS: i64 = DAY;
/// Events on their way at once.
pub const AT_ONCE: usize = 32;
/// An answer that took longer makes its receiver a slow one.
pub const SLOW_MS: i64 = 2 * SECOND;
/// Places that slow receivers may hold together.
const SLOW_AT_ONCE: usize = AT_ONCE / 2;
/// Events on their way to one receiver.
const TO_ONE: usize = 2;
/// To a slow one.
const TO_SLOW: usize = 1;

const _: () = assert!(LEASE_MS > ANSWER_MS);
const _: () = assert!(all_tries_ms() < KEPT_MS);
const _: () = assert!(TO_ONE + SLOW_AT_ONCE <= AT_ONCE);

/// From the first try to the last at the most.
const fn all_tries_ms() -> i64 {
    let (mut sum, mut at) = (0, 0);
    while at < RETRIES_MS.len() {
        sum += RETRIES_MS[at] + RETRIES_MS[at] * JITTER as i64 / 1000;
        at += 1;
    }
    sum
}

/// Why an event was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The name of its address stands for nothing.
    NoName,
    /// Its address leads to no place of the open internet.
    Closed,
    /// No connection, or no TLS.
    Unreachable,
    /// Connected, and no answer in time.
    TimedOut,
    /// Another answer than 2xx.
    Refused,
}

impl Failure {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::NoName,
        Self::Closed,
        Self::Unreachable,
        Self::TimedOut,
        Self::Refused,
    ];

    /// The stored word, also on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoName => "noName",
            Self::Closed => "closed",
            Self::Unreachable => "unreachable",
            Self::TimedOut => "timedOut",
            Self::Refused => "refused",
        }
    }

    /// Reads the stored word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|failure| failure.name() == name)
    }
}

/// Why a webhook is told nothing for now; stored numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paused {
    /// Its member wants it so.
    ByHand = 1,
    /// An event failed to the last try.
    Failing = 2,
    /// The receiver answered 410: it is not there any more.
    Gone = 3,
}

impl Paused {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::ByHand, Self::Failing, Self::Gone];

    /// The stored number.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Reads the stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|paused| paused.code() == code)
    }

    /// The wire word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByHand => "byHand",
            Self::Failing => "failing",
            Self::Gone => "gone",
        }
    }
}

/// What became of one try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The status of the answer, where there was one.
    pub status: Option<u16>,
    /// Why it was not taken; none: it was.
    pub failure: Option<Failure>,
    /// How long it took.
    pub took_ms: i64,
}

impl Outcome {
    /// What an answer of that status means. Redirects are not followed, so they are refusals too.
    pub const fn answered(status: u16, took_ms: i64) -> Self {
        let taken = status >= 200 && status < 300;
        Self {
            status: Some(status),
            failure: if taken { None } else { Some(Failure::Refused) },
            took_ms,
        }
    }

    /// Without an answer.
    pub const fn failed(failure: Failure, took_ms: i64) -> Self {
        Self {
            status: None,
            failure: Some(failure),
            took_ms,
        }
    }

    /// Whether the next of this receiver waits for a place among slow ones.
    pub const fn is_slow(self) -> bool {
        self.took_ms > SLOW_MS
    }
}

/// What follows a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// It was taken.
    Done,
    /// Once more at that time.
    Again(i64),
    /// The webhook is paused, and the event waits.
    Pause(Paused),
}

/// What follows a try: `tries` counts it too, `chance` is any number.
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

/// A webhook with events whose time has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waiting {
    /// Which.
    pub webhook_id: i64,
    /// Its last answer took long.
    pub slow: bool,
    /// How many of its events are on their way.
    pub flying: usize,
}

/// How many events of each webhook may go now: few of each, so that none holds up the others, and slow receivers never have all places.
/// `waiting` comes in the order of need; `flying` counts all that are on their way, `slow_flying` those to slow receivers.
pub fn turns(waiting: &[Waiting], flying: usize, slow_flying: usize) -> Vec<(i64, usize)> {
    let mut free = AT_ONCE.saturating_sub(flying);
    let mut slow_free = SLOW_AT_ONCE.saturating_sub(slow_flying);
    let mut turns = Vec::new();
    for one in waiting {
        let most = if one.slow { TO_SLOW } else { TO_ONE };
        let mut n = most.saturating_sub(one.flying).min(free);
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
    fn words_and_numbers_are_read_back() {
        for failure in Failure::ALL {
            assert_eq!(Failure::from_name(failure.name()), Some(failure));
        }
        for paused in Paused::ALL {
            assert_eq!(Paused::from_code(paused.code()), Some(paused));
        }
        assert_eq!(Failure::from_name("x"), None);
        assert_eq!(Paused::from_code(0), None);
    }

    fn waiting(ids: std::ops::Range<i64>, slow: bool) -> Vec<Waiting> {
        let one = |webhook_id| Waiting {
            webhook_id,
            slow,
            flying: 0,
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
            flying: TO_ONE,
            ..all[0]
        };
        assert_eq!(turns(&[busy], 0, 0), []);
    }
}
