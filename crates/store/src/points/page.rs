//! Points as their member sees them: the records with the balance after each, and what ends when.

use std::collections::BTreeMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::lang::LocalizedName;
use domain::points::{Cause, Kind};
use domain::text::display::format_time;
use domain::zone::Zone;

use super::lots;
use crate::Store;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{orders, point_debts, point_lots, point_records, point_uses, refunds};
use crate::db::total::total;
use crate::error::StoreError;
use crate::session::Actor;

/// Characters of a day, and of a month, at the beginning of a time.
const DAY_CHARS: usize = 10;
const MONTH_CHARS: usize = 7;
/// Ends that are named, the first ones.
const SOONEST: usize = 3;

/// Filter of records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only records of this type.
    pub kind: Option<Kind>,
    /// Only points that came (true), or that went.
    pub gain: Option<bool>,
    /// Only records made at or after this time, Unix milliseconds.
    pub from_ms: Option<i64>,
    /// Only records made before this time, Unix milliseconds.
    pub until_ms: Option<i64>,
}

/// A change of a member's points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointRecord {
    pub id: i64,
    /// Type of the change.
    pub kind: Kind,
    /// Cause of the change.
    pub cause: Cause,
    /// Number of points, negative where they went.
    pub points: i64,
    /// Balance after the change.
    pub balance: i64,
    /// Time, Unix milliseconds.
    pub created_ms: i64,
    /// The order: id, number, the configuration's name, number of phones, days of its package.
    pub order: Option<RecordOrder>,
    /// Number of the refund.
    pub refund_no: Option<String>,
    /// The reason that an operator wrote when giving or taking points; none for other causes.
    pub reason: Option<String>,
    /// When the points were earned and when they end, Unix milliseconds; where they came from several orders, the lot that ends first.
    pub term: Option<(i64, i64)>,
}

/// The order of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordOrder {
    pub id: i64,
    /// Order's number.
    pub number: String,
    /// The configuration's name when the order was made.
    pub spec_name: LocalizedName,
    /// Number of phones.
    pub quantity: i64,
    /// Days of the package; none when the lines have different ones.
    pub days: Option<i64>,
}

/// A page of records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointPage {
    /// Records, the newest first.
    pub list: Vec<PointRecord>,
    /// Total number of records.
    pub total: i64,
    /// Number of records of each type, whatever type is asked for, in the order of [`Kind::ALL`].
    pub counts: Vec<(Kind, i64)>,
}

type OrderRow = (i64, String, (String, String), i64, Option<i64>);
type Row = (
    (i64, i16, i16, i64, i64, i64, Option<String>),
    Option<OrderRow>,
    Option<String>,
    Option<(i64, i64)>,
);

/// The actor's records, the newest first; `limit` rows after `offset`.
pub async fn page(
    store: &Store,
    actor: &Actor,
    filter: Filter,
    window: (i64, i64),
) -> Result<PointPage, StoreError> {
    page_of(store, actor.member_id(), filter, window).await
}

/// A member's records, the newest first; `limit` rows after `offset`.
pub async fn page_of(
    store: &Store,
    member_id: i64,
    filter: Filter,
    (offset, limit): (i64, i64),
) -> Result<PointPage, StoreError> {
    store
        .run(move |conn| {
            let counts = counts(conn, member_id, &filter)?;
            let of_kind = |kind: Kind| filter.kind.is_none_or(|wanted| wanted == kind);
            let total = counts
                .iter()
                .filter(|(kind, _)| of_kind(*kind))
                .map(|(_, count)| count)
                .sum();
            let mut query = point_records::table
                .left_join(orders::table)
                .left_join(refunds::table)
                .left_join(point_lots::table)
                .filter(point_records::member_id.eq(member_id))
                .into_boxed::<Backend>();
            if let Some(kind) = filter.kind {
                query = query.filter(point_records::kind.eq(kind.code()));
            }
            match filter.gain {
                Some(true) => query = query.filter(point_records::points.gt(0)),
                Some(false) => query = query.filter(point_records::points.lt(0)),
                None => {}
            }
            if let Some(from_ms) = filter.from_ms {
                query = query.filter(point_records::created_ms.ge(from_ms));
            }
            if let Some(until_ms) = filter.until_ms {
                query = query.filter(point_records::created_ms.lt(until_ms));
            }
            let rows: Vec<Row> = query
                .order(point_records::position.desc())
                .offset(offset)
                .limit(limit)
                .select((
                    (
                        point_records::id,
                        point_records::kind,
                        point_records::cause,
                        point_records::points,
                        point_records::balance,
                        point_records::created_ms,
                        point_records::reason,
                    ),
                    (
                        orders::id,
                        orders::number,
                        (orders::spec_name, orders::spec_name_en),
                        orders::quantity,
                        orders::package_days,
                    )
                        .nullable(),
                    refunds::number.nullable(),
                    (point_lots::earned_ms, point_lots::expire_ms).nullable(),
                ))
                .load(conn)?;
            let list = rows.into_iter().map(of_row).collect::<Result<_, _>>()?;
            Ok(PointPage {
                list,
                total,
                counts,
            })
        })
        .await
}

fn of_row(row: Row) -> Result<PointRecord, StoreError> {
    let ((id, kind, cause, points, balance, created_ms, reason), order, refund_no, term) = row;
    Ok(PointRecord {
        id,
        kind: Kind::from_code(kind).ok_or(StoreError::Corrupt("type of points"))?,
        cause: Cause::from_code(cause).ok_or(StoreError::Corrupt("cause of points"))?,
        points,
        balance,
        created_ms,
        order: order.map(|(id, number, (zh, en), quantity, days)| RecordOrder {
            id,
            number,
            spec_name: LocalizedName { zh, en },
            quantity,
            days,
        }),
        refund_no,
        reason,
        term,
    })
}

fn counts(
    conn: &mut AnyConn,
    member_id: i64,
    filter: &Filter,
) -> Result<Vec<(Kind, i64)>, StoreError> {
    let rows: Vec<(i16, i64)> = {
        let (least, most) = match filter.gain {
            Some(true) => (1, i64::MAX),
            Some(false) => (i64::MIN, -1),
            None => (i64::MIN, i64::MAX),
        };
        point_records::table
            .filter(point_records::member_id.eq(member_id))
            .filter(point_records::points.between(least, most))
            .filter(point_records::created_ms.ge(filter.from_ms.unwrap_or(i64::MIN)))
            .filter(point_records::created_ms.lt(filter.until_ms.unwrap_or(i64::MAX)))
            .group_by(point_records::kind)
            .select((point_records::kind, count_star()))
            .load(conn)?
    };
    let of = |kind: Kind| {
        let row = rows.iter().find(|(code, _)| *code == kind.code());
        (kind, row.map_or(0, |(_, count)| *count))
    };
    Ok(Kind::ALL.iter().copied().map(of).collect())
}

/// Points that end on one day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    /// Number of points.
    pub points: i64,
    /// Time at which the first of them end, Unix milliseconds.
    pub expire_ms: i64,
}

/// Points that end in one month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Month {
    /// Month, `2026-11`.
    pub month: String,
    /// Number of points.
    pub points: i64,
}

/// A member's points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Number of points that can be spent now.
    pub available: i64,
    /// Number of points that unpaid orders keep.
    pub held: i64,
    /// Number of points that refunds still take back from the next ones that come.
    pub owed: i64,
    /// The first ends, by days.
    pub soonest: Vec<Ending>,
    /// Ends of points by months, without months in which none end.
    pub months: Vec<Month>,
}

/// Number of points that the actor can spend now.
pub async fn available(store: &Store, actor: &Actor, now_ms: i64) -> Result<i64, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| lots::available(conn, member_id, now_ms))
        .await
}

/// The actor's points now, and when they end in the operator's zone.
pub async fn summary(
    store: &Store,
    actor: &Actor,
    zone: Zone,
    now_ms: i64,
) -> Result<Summary, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let lots: Vec<(i64, i64)> = point_lots::table
                .filter(point_lots::member_id.eq(member_id))
                .filter(point_lots::rest.gt(0))
                .filter(point_lots::expire_ms.gt(now_ms))
                .order((point_lots::expire_ms, point_lots::id))
                .select((point_lots::expire_ms, point_lots::rest))
                .load(conn)?;
            let available: i64 = lots.iter().map(|(_, rest)| rest).sum();
            let held: i64 = point_uses::table
                .inner_join(orders::table)
                .filter(orders::member_id.eq(member_id))
                .filter(orders::state.eq(domain::orders::OrderState::Waiting.code()))
                .select(total(point_uses::points))
                .first(conn)?;
            let owed: i64 = point_debts::table
                .filter(point_debts::member_id.eq(member_id))
                .select(total(point_debts::points))
                .first(conn)?;
            let mut days: BTreeMap<String, Ending> = BTreeMap::new();
            let mut months: BTreeMap<String, i64> = BTreeMap::new();
            for (expire_ms, points) in lots {
                let at = format_time(expire_ms, zone.offset_minutes(expire_ms));
                let start = |chars: usize| at.chars().take(chars).collect::<String>();
                days.entry(start(DAY_CHARS))
                    .or_insert(Ending {
                        points: 0,
                        expire_ms,
                    })
                    .points += points;
                *months.entry(start(MONTH_CHARS)).or_default() += points;
            }
            Ok(Summary {
                available,
                held,
                owed,
                soonest: days.into_values().take(SOONEST).collect(),
                months: months
                    .into_iter()
                    .map(|(month, points)| Month { month, points })
                    .collect(),
            })
        })
        .await
}
