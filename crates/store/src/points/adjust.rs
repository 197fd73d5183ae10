//! Points that an operator gives or takes, with a reason that the member reads.

use diesel::prelude::*;
use domain::orders::Reason;
use domain::points::{ADJUSTED_MAX, Cause, Kind, VALID_MS};
use serde_json::json;
use thiserror::Error;

use super::lots;
use super::records::{Change, record};
use super::refunds::collect;
use crate::Store;
use crate::audit::{self, Author};
use crate::db::schema::point_lots;
use crate::error::{StoreError, faults};
use crate::member::{self, accounts};
use crate::secrets::new_id;

/// Why points are neither given nor taken.
#[derive(Debug, Error)]
pub enum AdjustError {
    /// The account is unknown.
    #[error("no such account")]
    Unknown,
    /// The member has fewer points that can be spent.
    #[error("the member has only {available} points")]
    TooFew {
        /// Number of points that can be spent now.
        available: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(AdjustError);

/// Number of points that an operator gives, or takes where it is negative: never none, and not more than [`ADJUSTED_MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Adjustment(i64);

impl Adjustment {
    /// Checks a number of points.
    pub fn new(points: i64) -> Option<Self> {
        (points != 0 && points.unsigned_abs() <= ADJUSTED_MAX.unsigned_abs())
            .then_some(Self(points))
    }
}

/// Gives a member points, or takes some; answers the balance after it. What refunds still take back is taken from what is given.
pub async fn adjust(
    store: &Store,
    author: Author,
    member_id: i64,
    Adjustment(points): Adjustment,
    reason: Reason,
) -> Result<i64, AdjustError> {
    store
        .write(move |tx| -> Result<i64, AdjustError> {
            let before = accounts::points_of(tx, member_id)?.ok_or(AdjustError::Unknown)?;
            member::lock(tx, member_id)?;
            let now_ms = author.now_ms;
            let mut lot_id = None;
            if points > 0 {
                let id = new_id();
                lot_id = Some(id);
                diesel::insert_into(point_lots::table)
                    .values((
                        point_lots::id.eq(id),
                        point_lots::member_id.eq(member_id),
                        point_lots::points.eq(points),
                        point_lots::rest.eq(points),
                        point_lots::expired.eq(0),
                        point_lots::earned_ms.eq(now_ms),
                        point_lots::expire_ms.eq(now_ms.saturating_add(VALID_MS)),
                    ))
                    .execute(tx)?;
            } else {
                let available = lots::available(tx, member_id, now_ms)?;
                if available < -points {
                    return Err(AdjustError::TooFew { available });
                }
                lots::take(tx, member_id, -points, None, Some(now_ms))?;
            }
            let change = Change {
                member_id,
                kind: Kind::Adjustment,
                cause: if points > 0 {
                    Cause::Given
                } else {
                    Cause::Taken
                },
                points,
                order_id: None,
                refund_id: None,
                lot_id,
                reason: Some(reason.as_str().to_owned()),
            };
            record(tx, &change, now_ms)?;
            if points > 0 {
                collect(tx, member_id, now_ms)?;
            }
            let after = accounts::points_of(tx, member_id)?.unwrap_or(0);
            let value =
                |points: i64, reason: &str| Some(json!({ "points": points, "reason": reason }));
            audit::record_change(
                tx,
                &author,
                "points.adjust",
                ("member", member_id),
                [value(before, ""), value(after, reason.as_str())],
            )?;
            Ok(after)
        })
        .await
}
