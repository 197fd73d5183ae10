//! How a rental ends: reminders before, grace after its end, the recycle bin after that, and then the wipe.
//!
//! Grace and recycle bin are counted from when the server noted the end before them, so that no phone is wiped unseen after the server was
//! down, or was told another time, for weeks.

use std::ops::RangeInclusive;
use strum::EnumString;

/// Milliseconds of a day.
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Milliseconds of an hour.
const HOUR_MS: i64 = 60 * 60 * 1000;

/// Time before its end from which a rental is called expiring, milliseconds.
pub const EXPIRING_MS: i64 = 7 * DAY_MS;
/// Times before a rental's end at which its member is reminded, milliseconds, the earliest reminder first.
pub const LEADS_MS: [i64; 4] = [EXPIRING_MS, 3 * DAY_MS, DAY_MS, HOUR_MS];
/// Days that a phone may be kept in grace, and in the recycle bin.
pub const KEPT_DAYS: RangeInclusive<i64> = 1..=365;
/// Days of grace where nobody sets them.
pub const GRACE_DAYS_DEFAULT: i64 = 7;
/// Days in the recycle bin where nobody sets them.
pub const BIN_DAYS_DEFAULT: i64 = 7;
/// Longest delay of noting an end that still counts from its own moment, milliseconds; a later one counts from when it was noted.
pub const LATE_MS: i64 = HOUR_MS;
/// Most phones of one message, one giving up and one renewal.
pub const AT_ONCE: usize = 200;

/// Number of reminders from which on a rental that renews itself is renewed: a day before its end, an hour before, and at its very end.
pub const AUTO_RENEW_LEAD: i16 = 3;

const _: () = assert!(
    LEADS_MS[AUTO_RENEW_LEAD as usize - 1] == DAY_MS,
    "rentals renew themselves a day before their end"
);
const _: () = assert!(
    LATE_MS < *KEPT_DAYS.start() * DAY_MS,
    "what counts as late is shorter than every period"
);
const _: () = assert!(
    LEADS_MS[0] > LEADS_MS[1] && LEADS_MS[1] > LEADS_MS[2] && LEADS_MS[2] > LEADS_MS[3],
    "the earliest reminder is the first"
);

/// State of a rental.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "lowercase")]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "lowercase"), schema(as = RentalView))]
pub enum Rental {
    /// The rental has more than [`EXPIRING_MS`] left.
    Active,
    /// The rental ends within [`EXPIRING_MS`].
    Expiring,
    /// The rental is over, and its phone is in grace.
    Expired,
    /// The rental is over, and its phone is in the recycle bin.
    Recycled,
}

impl Rental {
    /// State of a rental, or of a grant, by its end alone: never [`Self::Recycled`].
    pub const fn at(expire_ms: i64, now_ms: i64) -> Self {
        if expire_ms <= now_ms {
            Self::Expired
        } else if expire_ms - now_ms <= EXPIRING_MS {
            Self::Expiring
        } else {
            Self::Active
        }
    }

    /// Whether the rental is over, so that the phone cannot be used any more.
    pub const fn is_over(self) -> bool {
        match self {
            Self::Active | Self::Expiring => false,
            Self::Expired | Self::Recycled => true,
        }
    }
}

/// Phase of a phone whose rental is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "lowercase"), schema(as = PhaseView))]
pub enum Phase {
    /// The phone is in grace: it stays in the list as it was.
    Grace,
    /// The phone is in the recycle bin.
    Bin,
}

impl Phase {
    /// Phase by the state of the rental.
    pub const fn of(rental: Rental) -> Self {
        match rental {
            Rental::Recycled => Self::Bin,
            Rental::Active | Rental::Expiring | Rental::Expired => Self::Grace,
        }
    }
}

/// Times for which phones are kept after their rental, as an operator sets them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retention {
    /// Time in grace, milliseconds: the phone stays in the list as it is.
    pub grace_ms: i64,
    /// Time in the recycle bin after the grace, milliseconds.
    pub bin_ms: i64,
}

impl Default for Retention {
    fn default() -> Self {
        Self {
            grace_ms: GRACE_DAYS_DEFAULT * DAY_MS,
            bin_ms: BIN_DAYS_DEFAULT * DAY_MS,
        }
    }
}

impl Retention {
    /// Retention from days; none outside [`KEPT_DAYS`].
    pub fn of_days(grace: i64, bin: i64) -> Option<Self> {
        (KEPT_DAYS.contains(&grace) && KEPT_DAYS.contains(&bin)).then_some(Self {
            grace_ms: grace.saturating_mul(DAY_MS),
            bin_ms: bin.saturating_mul(DAY_MS),
        })
    }
}

/// A member's rental of a phone, as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// End of the rental, Unix milliseconds.
    pub expire_ms: i64,
    /// Start of the grace, Unix milliseconds; none until the end was noted.
    pub ended_ms: Option<i64>,
    /// Start of the time in the recycle bin, Unix milliseconds; none until the phone is in it.
    pub recycled_ms: Option<i64>,
}

/// Next step at the end of a rental; each happens once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transition {
    /// The rental is over, and the grace begins.
    End {
        /// Start of the grace, Unix milliseconds.
        since_ms: i64,
    },
    /// The grace is over, and the phone goes into the recycle bin.
    Recycle {
        /// Start of the time in the recycle bin, Unix milliseconds.
        since_ms: i64,
    },
    /// The phone is wiped, and becomes stock again.
    Purge,
}

impl Term {
    /// State of the rental.
    pub const fn rental(&self, now_ms: i64) -> Rental {
        match self.recycled_ms {
            Some(_) => Rental::Recycled,
            None => Rental::at(self.expire_ms, now_ms),
        }
    }

    /// Time at which the phone goes, or went, into the recycle bin, Unix milliseconds.
    pub const fn recycle_at(&self, retention: &Retention) -> i64 {
        match (self.recycled_ms, self.ended_ms) {
            (Some(recycled_ms), _) => recycled_ms,
            (None, Some(ended_ms)) => ended_ms.saturating_add(retention.grace_ms),
            (None, None) => self.expire_ms.saturating_add(retention.grace_ms),
        }
    }

    /// Time at which the phone is wiped, Unix milliseconds.
    pub const fn purge_at(&self, retention: &Retention) -> i64 {
        self.recycle_at(retention).saturating_add(retention.bin_ms)
    }

    /// Step that is due now, if one is.
    pub const fn next(&self, retention: &Retention, now_ms: i64) -> Option<Transition> {
        let (due_ms, is_over) = match (self.ended_ms, self.recycled_ms) {
            (_, Some(_)) => (self.purge_at(retention), true),
            (Some(_), None) => (self.recycle_at(retention), true),
            (None, None) => (self.expire_ms, false),
        };
        if now_ms < due_ms {
            return None;
        }
        let since_ms = if now_ms - due_ms > LATE_MS {
            now_ms
        } else {
            due_ms
        };
        Some(match (is_over, self.recycled_ms) {
            (false, _) => Transition::End { since_ms },
            (true, None) => Transition::Recycle { since_ms },
            (true, Some(_)) => Transition::Purge,
        })
    }
}

/// Number of [`LEADS_MS`] that have been reached before a rental's end. The number is stored when a rental begins or is extended, so that a
/// day's rental does not begin with a reminder that it ends within a week.
pub fn leads_passed(expire_ms: i64, now_ms: i64) -> i16 {
    let passed = LEADS_MS
        .iter()
        .filter(|lead_ms| expire_ms.saturating_sub(now_ms) <= **lead_ms);
    i16::try_from(passed.count()).unwrap_or(i16::MAX)
}

/// Wire word of the stage that a rental's end has reached: one for each reminder of [`LEADS_MS`], and a last one for the end itself.
pub const fn stage_name(stage: i16) -> Option<&'static str> {
    Some(match stage {
        1 => "7d",
        2 => "3d",
        3 => "1d",
        4 => "1h",
        5 => "ended",
        _ => return None,
    })
}

/// Whether one reminder tells of two rentals' ends: of ends on the same day, or, for the reminder an hour before, within an hour of each other.
/// Each end is given with its day, counted in the operator's zone.
pub const fn is_told_together(lead: i16, first: (i64, i64), other: (i64, i64)) -> bool {
    let ((first_ms, first_day), (other_ms, other_day)) = (first, other);
    match lead {
        0..4 => first_day == other_day,
        _ => other_ms.abs_diff(first_ms) <= HOUR_MS.unsigned_abs(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const END: i64 = 1_800_000_000_000;

    const fn term(ended_ms: Option<i64>, recycled_ms: Option<i64>) -> Term {
        Term {
            expire_ms: END,
            ended_ms,
            recycled_ms,
        }
    }

    #[test]
    fn a_rental_is_over_at_its_very_end() {
        for (now, rental) in [
            (END - EXPIRING_MS - 1, Rental::Active),
            (END - EXPIRING_MS, Rental::Expiring),
            (END - 1, Rental::Expiring),
            (END, Rental::Expired),
        ] {
            assert_eq!(Rental::at(END, now), rental);
            assert_eq!(term(None, None).rental(now), rental);
            assert_eq!(rental.is_over(), now >= END);
        }
    }

    #[test]
    fn each_period_ends_at_its_moment_and_not_before() {
        let kept = Retention::default();
        let (bin, purge) = (END + 7 * DAY_MS, END + 14 * DAY_MS);
        for (term, due, next) in [
            (term(None, None), END, Transition::End { since_ms: END }),
            (
                term(Some(END), None),
                bin,
                Transition::Recycle { since_ms: bin },
            ),
            (term(Some(END), Some(bin)), purge, Transition::Purge),
        ] {
            assert_eq!(term.next(&kept, due - 1), None);
            assert_eq!(term.next(&kept, due), Some(next));
            assert_eq!(term.purge_at(&kept), purge);
        }
        assert_eq!(term(Some(END), Some(bin)).rental(bin), Rental::Recycled);
    }

    #[test]
    fn an_end_that_is_noted_late_takes_no_time_from_anybody() {
        let kept = Retention::default();
        let just = END + LATE_MS;
        for (now, since_ms) in [
            (just, END),
            (just + 1, just + 1),
            (END + 99 * DAY_MS, END + 99 * DAY_MS),
        ] {
            let next = term(None, None).next(&kept, now);
            assert_eq!(next, Some(Transition::End { since_ms }));
        }
        let later = END + 50 * DAY_MS;
        let next = term(Some(END), None).next(&kept, later);
        assert_eq!(next, Some(Transition::Recycle { since_ms: later }));
        assert_eq!(
            term(Some(END), Some(later)).purge_at(&kept),
            later + 7 * DAY_MS
        );
    }

    #[test]
    fn an_operator_keeps_phones_a_day_to_a_year() {
        assert_eq!(Retention::of_days(7, 7), Some(Retention::default()));
        for (grace, bin, fine) in [
            (1, 365, true),
            (365, 1, true),
            (0, 7, false),
            (7, 0, false),
            (366, 7, false),
            (7, i64::MAX, false),
        ] {
            assert_eq!(
                Retention::of_days(grace, bin).is_some(),
                fine,
                "{grace} {bin}"
            );
        }
    }

    #[test]
    fn reminders_come_at_their_moments() {
        for (before_ms, passed) in [
            (EXPIRING_MS + 1, 0),
            (EXPIRING_MS, 1),
            (3 * DAY_MS + 1, 1),
            (3 * DAY_MS, 2),
            (DAY_MS, 3),
            (HOUR_MS + 1, 3),
            (HOUR_MS, 4),
            (0, 4),
        ] {
            assert_eq!(leads_passed(END, END - before_ms), passed, "{before_ms}");
        }
        let stages = [0, 1, 4, 5, 6].map(stage_name);
        assert_eq!(stages, [None, Some("7d"), Some("1h"), Some("ended"), None]);
    }

    #[test]
    fn ends_of_one_day_are_told_together_and_those_of_one_hour_at_last() {
        let (morning, evening) = ((END, 5), (END + 10 * HOUR_MS, 5));
        for lead in 1..4 {
            assert!(is_told_together(lead, morning, evening));
            assert!(!is_told_together(lead, morning, (END + 1, 6)));
        }
        assert!(!is_told_together(4, morning, evening));
        assert!(is_told_together(4, morning, (END + HOUR_MS, 6)));
        assert!(!is_told_together(4, morning, (END + HOUR_MS + 1, 5)));
    }
}
