//! Authorizations: an owner lets another account view or operate a phone until a moment.

pub mod links;
pub mod trial;

use crate::access::Level;
use crate::codes::{self, Code};

/// Largest number of hours of an authorization that is given by hours.
pub const HOURS_MAX: i64 = 30 * 24;
/// Largest number of actions of a guest in one answer.
pub const ACTIVITY_MAX: i64 = 100;
const HOUR_MS: i64 = 60 * 60 * 1000;

/// The end of an authorization, as its owner gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Until {
    /// A moment, Unix milliseconds: of a day its last second, in the zone of the owner's browser.
    At(i64),
    /// A number of hours from now, 1 to [`HOURS_MAX`].
    Hours(i64),
}

impl Until {
    /// Reads the end: exactly one of a moment and a number of hours.
    pub const fn parse(at_ms: Option<i64>, hours: Option<i64>) -> Option<Self> {
        match (at_ms, hours) {
            (Some(at_ms), None) => Some(Self::At(at_ms)),
            (None, Some(hours)) if hours >= 1 && hours <= HOURS_MAX => Some(Self::Hours(hours)),
            _ => None,
        }
    }

    /// The moment, Unix milliseconds, never beyond the rental; none when it is not in the future.
    pub const fn end_ms(self, now_ms: i64, rental_end_ms: i64) -> Option<i64> {
        let asked_ms = match self {
            Self::At(at_ms) => at_ms,
            Self::Hours(hours) => now_ms.saturating_add(hours * HOUR_MS),
        };
        let end_ms = if asked_ms < rental_end_ms {
            asked_ms
        } else {
            rental_end_ms
        };
        if end_ms > now_ms { Some(end_ms) } else { None }
    }
}

/// The facts that decide whether a phone can be authorized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Situation {
    /// The member's level.
    pub level: Level,
    /// Whether the rental is over.
    pub expired: bool,
    /// Whether the phone lies in the recycle bin.
    pub recycled: bool,
    /// Whether it is authorized to somebody.
    pub shared: bool,
}

/// Why a phone is not authorized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The phone is unknown, or another member's.
    Unknown,
    /// The phone was granted or given to the member, who cannot pass it on.
    Right,
    /// The phone lies in the recycle bin.
    Recycled,
    /// The rental is over.
    Expired,
    /// The phone is authorized to somebody already.
    Shared,
}

impl Refusal {
    /// The row of the table of codes.
    pub const fn code(self) -> Code {
        match self {
            Self::Unknown => codes::PHONE_ABSENT,
            Self::Right => codes::RIGHT_MISSING,
            Self::Recycled => codes::SHARE_RECYCLED,
            Self::Expired => codes::PHONE_EXPIRED,
            Self::Shared => codes::SHARE_ALREADY,
        }
    }
}

/// Whether a phone can be authorized. The right is judged first, so that others learn nothing of the phone.
pub const fn check(situation: Situation) -> Result<(), Refusal> {
    let Situation {
        level,
        expired,
        recycled,
        shared,
    } = situation;
    if !level.allows(Level::Owner) {
        Err(Refusal::Right)
    } else if recycled {
        Err(Refusal::Recycled)
    } else if expired {
        Err(Refusal::Expired)
    } else if shared {
        Err(Refusal::Shared)
    } else {
        Ok(())
    }
}

/// How an authorization came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantEnd {
    /// The owner recalled it.
    Recalled,
    /// The member gave it up.
    Left,
    /// The time ran out.
    Expired,
}

impl GrantEnd {
    /// The stored cause; none for one that ran out.
    pub const fn stored(self) -> Option<i16> {
        match self {
            Self::Recalled => Some(1),
            Self::Left => Some(2),
            Self::Expired => None,
        }
    }

    /// Reads a grant's end: its stored cause, the moment of its end and the end it was to have. None for a grant that ended with its phone or
    /// an account.
    pub const fn from_stored(
        cause: Option<i16>,
        ended_ms: Option<i64>,
        expire_ms: i64,
    ) -> Option<Self> {
        match (cause, ended_ms) {
            (Some(1), _) => Some(Self::Recalled),
            (Some(2), _) => Some(Self::Left),
            (_, None) => Some(Self::Expired),
            (_, Some(ended_ms)) if ended_ms >= expire_ms => Some(Self::Expired),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000_000;

    #[test]
    fn an_end_is_a_moment_or_hours_and_never_both() {
        assert_eq!(Until::parse(Some(5), None), Some(Until::At(5)));
        assert_eq!(Until::parse(None, Some(1)), Some(Until::Hours(1)));
        for (at, hours) in [
            (None, None),
            (Some(5), Some(1)),
            (None, Some(0)),
            (None, Some(HOURS_MAX + 1)),
        ] {
            assert_eq!(Until::parse(at, hours), None, "{at:?} {hours:?}");
        }
        assert!(Until::parse(None, Some(HOURS_MAX)).is_some());
    }

    #[test]
    fn an_end_is_in_the_future_and_not_beyond_the_rental() {
        let rental = NOW + 10 * HOUR_MS;
        for (until, end) in [
            (Until::At(NOW), None),
            (Until::At(NOW + 1), Some(NOW + 1)),
            (Until::At(rental + 1), Some(rental)),
            (Until::At(i64::MAX), Some(rental)),
            (Until::Hours(10), Some(rental)),
            (Until::Hours(11), Some(rental)),
            (Until::Hours(1), Some(NOW + HOUR_MS)),
        ] {
            assert_eq!(until.end_ms(NOW, rental), end, "{until:?}");
        }
        assert_eq!(Until::Hours(1).end_ms(NOW, NOW), None);
    }

    #[test]
    fn an_owner_authorizes_a_phone_that_runs_and_that_nobody_else_has() {
        let fits = Situation {
            level: Level::Owner,
            expired: false,
            recycled: false,
            shared: false,
        };
        assert_eq!(check(fits), Ok(()));
        for (situation, refusal) in [
            (
                Situation {
                    level: Level::Operate,
                    expired: true,
                    ..fits
                },
                Refusal::Right,
            ),
            (
                Situation {
                    expired: true,
                    recycled: true,
                    ..fits
                },
                Refusal::Recycled,
            ),
            (
                Situation {
                    expired: true,
                    shared: true,
                    ..fits
                },
                Refusal::Expired,
            ),
            (
                Situation {
                    shared: true,
                    ..fits
                },
                Refusal::Shared,
            ),
        ] {
            assert_eq!(check(situation), Err(refusal), "{situation:?}");
        }
    }

    #[test]
    fn an_end_is_read_as_it_was_stored() {
        for end in [GrantEnd::Recalled, GrantEnd::Left] {
            let read = GrantEnd::from_stored(end.stored(), Some(NOW), NOW + 1);
            assert_eq!(read, Some(end));
        }
        assert_eq!(
            GrantEnd::from_stored(None, None, NOW),
            Some(GrantEnd::Expired)
        );
        assert_eq!(
            GrantEnd::from_stored(None, Some(NOW), NOW),
            Some(GrantEnd::Expired)
        );
        assert_eq!(GrantEnd::from_stored(None, Some(NOW), NOW + 1), None);
    }
}
