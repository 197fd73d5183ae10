//! Records of changes, and the two entries of each.

use diesel::dsl::max;
use diesel::prelude::*;
use domain::points::{Cause, Kind};

use crate::db::conn::AnyConn;
use crate::db::schema::{members, point_entries, point_records};
use crate::error::StoreError;
use crate::secrets::new_id;

/// Accounts of the entries; stored numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Account {
    Members = 1,
    Earned = 2,
    Spent = 3,
    Expired = 4,
    Operators = 5,
}

impl Account {
    const fn against(cause: Cause) -> Self {
        match cause {
            Cause::Earned | Cause::TakenBack => Self::Earned,
            Cause::Spent | Cause::GivenBack => Self::Spent,
            Cause::Expired => Self::Expired,
            Cause::Given | Cause::Taken => Self::Operators,
        }
    }
}

/// A change of a member's points.
pub(super) struct Change {
    pub(super) member_id: i64,
    pub(super) kind: Kind,
    pub(super) cause: Cause,
    /// Number of points, negative where they go.
    pub(super) points: i64,
    pub(super) order_id: Option<i64>,
    pub(super) refund_id: Option<i64>,
    pub(super) lot_id: Option<i64>,
    /// Why, of what an operator gives or takes.
    pub(super) reason: Option<String>,
}

/// Stores a change with its entries and the balance after it. The member is locked.
pub(super) fn record(tx: &mut AnyConn, change: &Change, now_ms: i64) -> Result<(), StoreError> {
    let points = change.points;
    let member = members::table.find(change.member_id);
    let changed = diesel::update(member.filter((members::point + points).ge(0)))
        .set(members::point.eq(members::point + points))
        .execute(tx)?;
    if changed != 1 {
        return Err(StoreError::Corrupt("a member's points"));
    }
    let balance: i64 = member.select(members::point).first(tx)?;
    let before: Option<i64> = point_records::table
        .filter(point_records::member_id.eq(change.member_id))
        .select(max(point_records::position))
        .first(tx)?;
    let id = new_id();
    diesel::insert_into(point_records::table)
        .values((
            point_records::id.eq(id),
            point_records::member_id.eq(change.member_id),
            point_records::position.eq(before.unwrap_or(0) + 1),
            point_records::kind.eq(change.kind.code()),
            point_records::cause.eq(change.cause.code()),
            point_records::points.eq(points),
            point_records::balance.eq(balance),
            point_records::order_id.eq(change.order_id),
            point_records::refund_id.eq(change.refund_id),
            point_records::lot_id.eq(change.lot_id),
            point_records::created_ms.eq(now_ms),
            point_records::reason.eq(&change.reason),
        ))
        .execute(tx)?;
    for (account, points) in [
        (Account::Members, points),
        (Account::against(change.cause), -points),
    ] {
        diesel::insert_into(point_entries::table)
            .values((
                point_entries::record_id.eq(id),
                point_entries::account.eq(account as i16),
                point_entries::points.eq(points),
            ))
            .execute(tx)?;
    }
    Ok(())
}
