//! How many phones a member owns, read from what the database's triggers keep: nobody counts a hundred thousand rows for a page of twenty.

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::phones::{EXPIRING_MS, InGroup, ListFilter, Power, Rental, Status, Tone};

use super::list::Summary;
use crate::conn::AnyConn;
use crate::fault::Fault;
use crate::schema::{phone_tallies, phones};

/// What a row of `phone_tallies` counts; the migration says how.
const BY_STATE: i16 = 0;
const BY_END: i16 = 1;
const BY_TAG: i16 = 2;
const CHANGES: i16 = 3;
/// As the triggers cut time. A bucket, not a member's day.
const BUCKET_MS: i64 = 24 * 60 * 60 * 1000;

/// Own phones of one group and status.
struct Cell {
    /// 0: in none.
    group_id: i64,
    status_code: i16,
    power_on: bool,
    n: i64,
}

/// The counts of one member's own phones, at one moment.
pub(super) struct Tallies {
    cells: Vec<Cell>,
    /// Whose rental is over.
    expired: i64,
    /// Of these, those whose status is running.
    expired_running: i64,
    /// Whose rental ends soon.
    expiring: i64,
}

impl Tallies {
    pub(super) fn load(conn: &mut AnyConn, owner_id: i64, now_ms: i64) -> Result<Self, Fault> {
        let cells = phone_tallies::table
            .filter(phone_tallies::owner_id.eq(owner_id))
            .filter(phone_tallies::kind.eq(BY_STATE))
            .select((
                phone_tallies::subject,
                phone_tallies::state,
                phone_tallies::n,
            ))
            .load::<(i64, i16, i64)>(conn)?
            .into_iter()
            .map(|(group_id, state, n)| Cell {
                group_id,
                status_code: state >> 1,
                power_on: state & 1 == 1,
                n,
            })
            .collect();
        let (expired, expired_running) = ended_by(conn, owner_id, now_ms)?;
        let (ended_soon, _) = ended_by(conn, owner_id, now_ms + EXPIRING_MS)?;
        Ok(Self {
            cells,
            expired,
            expired_running,
            expiring: ended_soon - expired,
        })
    }

    fn sum(&self, which: impl Fn(&Cell) -> bool) -> i64 {
        self.cells.iter().filter(|c| which(c)).map(|c| c.n).sum()
    }

    /// All.
    pub(super) fn all(&self) -> i64 {
        self.sum(|_| true)
    }

    /// Those of some statuses that any own phone has.
    pub(super) fn present(&self, statuses: &[Status]) -> Vec<i16> {
        let codes = statuses.iter().map(|status| status.code());
        codes
            .filter(|code| self.sum(|cell| cell.status_code == *code) > 0)
            .collect()
    }

    /// How many match a filter by group, status and power.
    pub(super) fn matching(&self, filter: &ListFilter) -> i64 {
        self.sum(|cell| {
            let group = match filter.group {
                None => true,
                Some(InGroup::None) => cell.group_id == 0,
                Some(InGroup::Group(id)) => cell.group_id == id,
            };
            let status = filter.statuses.is_empty()
                || filter
                    .statuses
                    .iter()
                    .any(|status| status.code() == cell.status_code);
            let power = filter
                .power
                .is_none_or(|power| cell.power_on == (power == Power::On));
            group && status && power
        })
    }

    /// How many have a rental that stands so.
    pub(super) fn rental(&self, rental: Rental) -> i64 {
        match rental {
            Rental::Active => self.all() - self.expired - self.expiring,
            Rental::Expiring => self.expiring,
            Rental::Expired => self.expired,
        }
    }

    /// The counts above the list.
    pub(super) fn summary(&self) -> Summary {
        let with = |code: i16| self.sum(|cell| cell.status_code == code);
        Summary {
            total: self.all(),
            running: with(Status::Running.code()) - self.expired_running,
            expiring_soon: self.expiring,
            abnormal: self.sum(|cell| is_alarm(cell.status_code, cell.power_on)),
        }
    }
}

/// Whether somebody is needed. Whoever switched a phone off on purpose needs no alarm.
pub(super) fn is_alarm(status_code: i16, power_on: bool) -> bool {
    Status::from_code(status_code).is_some_and(|status| {
        status.tone() == Tone::Err && (status != Status::Abnormal || power_on)
    })
}

/// Own phones whose rental ends at `moment_ms` or before: all, and those that run. Whole buckets are kept; the last is looked up in its index.
fn ended_by(conn: &mut AnyConn, owner_id: i64, moment_ms: i64) -> Result<(i64, i64), Fault> {
    let bucket = moment_ms / BUCKET_MS;
    let kept: Vec<(i16, i64)> = phone_tallies::table
        .filter(phone_tallies::owner_id.eq(owner_id))
        .filter(phone_tallies::kind.eq(BY_END))
        .filter(phone_tallies::subject.lt(bucket))
        .select((phone_tallies::state, phone_tallies::n))
        .load(conn)?;
    let last: Vec<(i16, i64)> = phones::table
        .filter(phones::owner_id.eq(owner_id))
        .filter(phones::expire_ms.between(bucket * BUCKET_MS, moment_ms))
        .group_by(phones::status_code)
        .select((phones::status_code, count_star()))
        .load(conn)?;
    let all: i64 = kept.iter().chain(&last).map(|(_, n)| n).sum();
    // A bucket's state 1 and the code of running are the same number.
    let running = kept
        .iter()
        .chain(&last)
        .filter(|(state, _)| *state == Status::Running.code())
        .map(|(_, n)| n)
        .sum();
    Ok((all, running))
}

/// Own phones that carry an own tag.
pub(super) fn tagged(conn: &mut AnyConn, owner_id: i64, tag_id: i64) -> Result<i64, Fault> {
    sum_of(conn, owner_id, BY_TAG, tag_id)
}

/// Differs whenever what the list searches or sorts by did change.
pub(super) fn changes(conn: &mut AnyConn, owner_id: i64) -> Result<i64, Fault> {
    sum_of(conn, owner_id, CHANGES, 0)
}

fn sum_of(conn: &mut AnyConn, owner_id: i64, kind: i16, subject: i64) -> Result<i64, Fault> {
    let rows: Vec<i64> = phone_tallies::table
        .filter(phone_tallies::owner_id.eq(owner_id))
        .filter(phone_tallies::kind.eq(kind))
        .filter(phone_tallies::subject.eq(subject))
        .select(phone_tallies::n)
        .load(conn)?;
    Ok(rows.into_iter().sum())
}
