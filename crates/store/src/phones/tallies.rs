//! How many phones a member owns, read from what the database's triggers keep: nobody counts a hundred thousand rows for a page of twenty.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::phones::{Doing, EXPIRING_MS, InGroup, ListFilter, Power, Rental, Status};

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

impl Cell {
    /// Whether a filter asks for phones of this status and switch.
    fn is_wanted(&self, filter: &ListFilter) -> bool {
        of_stored(self.status_code, self.power_on)
            .is_some_and(|(status, power)| filter.wants(status, power))
    }
}

/// Status and switch as the rules know them.
fn of_stored(status_code: i16, power_on: bool) -> Option<(Status, Power)> {
    let power = if power_on { Power::On } else { Power::Off };
    Status::from_code(status_code).map(|status| (status, power))
}

/// Own phones by group; 0: in none.
pub(crate) fn by_group(conn: &mut AnyConn, owner_id: i64) -> Result<HashMap<i64, i64>, Fault> {
    let rows: Vec<(i64, i64)> = phone_tallies::table
        .filter(phone_tallies::owner_id.eq(owner_id))
        .filter(phone_tallies::kind.eq(BY_STATE))
        .select((phone_tallies::subject, phone_tallies::n))
        .load(conn)?;
    let mut groups = HashMap::new();
    for (group, n) in rows {
        *groups.entry(group).or_default() += n;
    }
    Ok(groups)
}

/// The counts of one member's own phones, at one moment.
pub(super) struct Tallies {
    cells: Vec<Cell>,
    ends: Ends,
}

/// Where their rentals stand.
struct Ends {
    /// Over.
    expired: i64,
    /// Of these, those whose status is running.
    expired_running: i64,
    /// Over soon.
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
        let ends = Ends::load(conn, owner_id, now_ms)?;
        Ok(Self { cells, ends })
    }

    fn sum(&self, which: impl Fn(&Cell) -> bool) -> i64 {
        self.cells.iter().filter(|c| which(c)).map(|c| c.n).sum()
    }

    /// All.
    pub(super) fn all(&self) -> i64 {
        self.sum(|_| true)
    }

    /// Those with this status code.
    pub(super) fn with(&self, code: i16) -> i64 {
        self.sum(|cell| cell.status_code == code)
    }

    /// The status codes that a filter asks for and any own phone has; none where it does not ask by status.
    pub(super) fn present(&self, filter: &ListFilter) -> Vec<i16> {
        if !filter.is_by_status() {
            return Vec::new();
        }
        let of_code =
            |code: i16| self.sum(|cell| cell.status_code == code && cell.is_wanted(filter));
        let codes = Status::ALL.into_iter().map(Status::code);
        codes.filter(|code| of_code(*code) > 0).collect()
    }

    /// How many match a filter by group, status and switch.
    pub(super) fn matching(&self, filter: &ListFilter) -> i64 {
        self.sum(|cell| {
            let group = match filter.group {
                None => true,
                Some(InGroup::None) => cell.group_id == 0,
                Some(InGroup::Group(id)) => cell.group_id == id,
            };
            group && cell.is_wanted(filter)
        })
    }

    /// How many have a rental that stands so.
    pub(super) fn rental(&self, rental: Rental) -> i64 {
        match rental {
            Rental::Active => self.all() - self.ends.expired - self.ends.expiring,
            Rental::Expiring => self.ends.expiring,
            Rental::Expired => self.ends.expired,
        }
    }

    /// The counts above the list.
    pub(super) fn summary(&self) -> Summary {
        Summary {
            total: self.all(),
            running: self.with(Status::Running.code()) - self.ends.expired_running,
            expiring_soon: self.ends.expiring,
            abnormal: self.sum(|cell| is_alarm(cell.status_code, cell.power_on)),
        }
    }
}

/// Whether somebody is needed.
pub(super) fn is_alarm(status_code: i16, power_on: bool) -> bool {
    of_stored(status_code, power_on)
        .is_some_and(|(status, power)| Doing::of(status, power) == Doing::Failed)
}

impl Ends {
    /// Whole buckets are kept. Of the bucket that a moment lies in phones are counted, each time within one index: a bucket of a large account
    /// holds hundreds, and in SQLite a status is not read from an index, only looked for in it.
    fn load(conn: &mut AnyConn, owner_id: i64, now_ms: i64) -> Result<Self, Fault> {
        let running = Status::Running.code();
        let (now_bucket, soon_ms) = (now_ms / BUCKET_MS, now_ms + EXPIRING_MS);
        let kept: Vec<(i64, i16, i64)> = phone_tallies::table
            .filter(phone_tallies::owner_id.eq(owner_id))
            .filter(phone_tallies::kind.eq(BY_END))
            .filter(phone_tallies::subject.lt(soon_ms / BUCKET_MS))
            .select((
                phone_tallies::subject,
                phone_tallies::state,
                phone_tallies::n,
            ))
            .load(conn)?;
        let within = |moment_ms: i64| {
            let begin_ms = moment_ms / BUCKET_MS * BUCKET_MS;
            phones::table
                .filter(phones::owner_id.eq(owner_id))
                .filter(phones::expire_ms.between(begin_ms, moment_ms))
        };
        let mut ended: i64 = within(now_ms).select(count_star()).first(conn)?;
        let mut ended_running: i64 = within(now_ms)
            .filter(phones::status_code.eq(running))
            .select(count_star())
            .first(conn)?;
        let mut ended_soon: i64 = within(soon_ms).select(count_star()).first(conn)?;
        for (bucket, state, n) in kept {
            ended_soon += n;
            if bucket < now_bucket {
                ended += n;
                // A bucket's state 1 and the code of running are the same number.
                if state == running {
                    ended_running += n;
                }
            }
        }
        Ok(Self {
            expired: ended,
            expired_running: ended_running,
            expiring: ended_soon - ended,
        })
    }
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
