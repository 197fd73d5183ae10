//! Matters that wait for a person: refunds, payments that fit nothing, operations that hang, feedback.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::lang::LocalizedName;
use domain::operations::{Kind, State};

use super::SHOWN;
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::{operations, phones};
use crate::error::StoreError;
use crate::member::masked;

/// Most running operations that are examined. Where more are running, the counts are too low, but people have enough to look after.
const SCAN_LIMIT: i64 = 1000;
/// Most batches that the overview lists.
const BATCHES: usize = 5;

/// Refunds that an operator decides about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undecided {
    /// Number of refunds.
    pub count: i64,
    /// Their amount, in fen.
    pub fen: i64,
    /// The oldest of them.
    pub list: Vec<RequestedRefund>,
}

/// A refund that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedRefund {
    /// Number of the refund.
    pub number: String,
    /// Amount, in fen.
    pub fen: i64,
    /// Time of asking, Unix milliseconds.
    pub at_ms: i64,
    /// Configuration of the order.
    pub spec: LocalizedName,
    /// Phones of the order.
    pub quantity: i64,
    /// The member's words.
    pub reason: String,
    /// The member's account, its number masked.
    pub member: String,
}

/// Payments that fit nothing and that nobody handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatched {
    /// Number of payments.
    pub count: i64,
    /// Their amount, in fen.
    pub fen: i64,
    /// Time of the oldest, Unix milliseconds.
    pub oldest_ms: Option<i64>,
}

/// Operations that run longer than they usually take.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hanging {
    /// Number of phones.
    pub phones: i64,
    /// Number of batches.
    pub batches: i64,
    /// The batches that run longest.
    pub list: Vec<Batch>,
}

/// Operations of one batch that hang.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    pub batch_id: i64,
    /// Kind of the operations.
    pub kind: Kind,
    /// Number of phones.
    pub phones: i64,
    /// Id of the phone whose operation runs longest.
    pub phone_id: i64,
    /// Address of that phone.
    pub adb: String,
    /// Begin of the longest, Unix milliseconds.
    pub started_ms: i64,
}

/// Feedback without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered {
    /// Number of messages.
    pub count: i64,
    /// The oldest of them.
    pub list: Vec<Opened>,
}

/// A feedback that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opened {
    /// Feedback's id.
    pub id: i64,
    pub title: String,
    /// Time of writing, Unix milliseconds.
    pub at_ms: i64,
    /// The writer's masked number; empty when there is none.
    pub member: String,
}

#[derive(QueryableByName)]
struct Totals {
    #[diesel(sql_type = BigInt)]
    n: i64,
    #[diesel(sql_type = BigInt)]
    fen: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    oldest_ms: Option<i64>,
}

/// State 0 is written out: only so does SQLite see that the index of waiting refunds answers.
const REFUNDS: &str = "SELECT count(*) AS n, CAST(coalesce(sum(amount_fen), 0) AS BIGINT) AS fen, min(created_ms) AS oldest_ms \
    FROM refunds WHERE state = 0";

#[derive(QueryableByName)]
struct AskedRow {
    #[diesel(sql_type = Text)]
    number: String,
    #[diesel(sql_type = BigInt)]
    amount_fen: i64,
    #[diesel(sql_type = BigInt)]
    created_ms: i64,
    #[diesel(sql_type = Text)]
    spec_name: String,
    #[diesel(sql_type = Text)]
    spec_name_en: String,
    #[diesel(sql_type = BigInt)]
    quantity: i64,
    #[diesel(sql_type = Text)]
    reason: String,
    #[diesel(sql_type = Nullable<Text>)]
    user_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    phone: Option<String>,
    #[diesel(sql_type = Text)]
    nickname: String,
}

const ASKED: &str = "SELECT r.number, r.amount_fen, r.created_ms, o.spec_name, o.spec_name_en, o.quantity, r.reason, \
    m.user_name, m.phone, m.nickname FROM refunds r JOIN orders o ON o.id = r.order_id JOIN members m ON m.id = o.member_id \
    WHERE r.state = 0 ORDER BY r.created_ms, r.id LIMIT $1";

pub(super) fn undecided(conn: &mut AnyConn) -> Result<Undecided, StoreError> {
    let totals: Totals = prepared(diesel::sql_query(REFUNDS)).get_result(conn)?;
    let rows: Vec<AskedRow> =
        prepared(diesel::sql_query(ASKED).bind::<BigInt, _>(SHOWN)).load(conn)?;
    let asked = |row: AskedRow| {
        let phone = row.phone.as_deref().map(masked);
        RequestedRefund {
            number: row.number,
            fen: row.amount_fen,
            at_ms: row.created_ms,
            spec: LocalizedName {
                zh: row.spec_name,
                en: row.spec_name_en,
            },
            quantity: row.quantity,
            reason: row.reason,
            member: row.user_name.or(phone).unwrap_or(row.nickname),
        }
    };
    Ok(Undecided {
        count: totals.n,
        fen: totals.fen,
        list: rows.into_iter().map(asked).collect(),
    })
}

const MISMATCHES: &str = "SELECT count(*) AS n, CAST(coalesce(sum(amount_fen), 0) AS BIGINT) AS fen, min(created_ms) AS oldest_ms \
    FROM payment_mismatches WHERE handled_ms IS NULL";

pub(super) fn mismatched(conn: &mut AnyConn) -> Result<Mismatched, StoreError> {
    let totals: Totals = prepared(diesel::sql_query(MISMATCHES)).get_result(conn)?;
    Ok(Mismatched {
        count: totals.n,
        fen: totals.fen,
        oldest_ms: totals.oldest_ms,
    })
}

/// Operations that hang, by batch, the longest first.
pub(in crate::console) fn hanging(conn: &mut AnyConn, now_ms: i64) -> Result<Hanging, StoreError> {
    let running: Vec<(i64, String, i64, Option<i64>)> = operations::table
        .filter(operations::state.eq(State::Running.code()))
        .filter(operations::ended_ms.is_null())
        .limit(SCAN_LIMIT)
        .select((
            operations::batch_id,
            operations::kind,
            operations::phone_id,
            operations::started_ms,
        ))
        .load(conn)?;
    let mut batches: BTreeMap<i64, Batch> = BTreeMap::new();
    let mut phones_in_all = 0;
    for (batch_id, kind, phone_id, started_ms) in running {
        let (Ok(kind), Some(started_ms)) = (kind.parse::<Kind>(), started_ms) else {
            continue;
        };
        if !kind.hangs(started_ms, now_ms) {
            continue;
        }
        phones_in_all += 1;
        let batch = batches.entry(batch_id).or_insert_with(|| Batch {
            batch_id,
            kind,
            phones: 0,
            phone_id,
            adb: String::new(),
            started_ms,
        });
        batch.phones += 1;
        if started_ms < batch.started_ms {
            (batch.phone_id, batch.started_ms) = (phone_id, started_ms);
        }
    }
    let count = i64::try_from(batches.len()).unwrap_or(i64::MAX);
    let mut list: Vec<Batch> = batches.into_values().collect();
    list.sort_by_key(|batch| (batch.started_ms, batch.batch_id));
    list.truncate(BATCHES);
    for batch in &mut list {
        let adb: Option<String> = phones::table
            .find(batch.phone_id)
            .select(phones::adb)
            .first(conn)
            .optional()?;
        batch.adb = adb.unwrap_or_default();
    }
    Ok(Hanging {
        phones: phones_in_all,
        batches: count,
        list,
    })
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

const FEEDBACK: &str = "SELECT count(*) AS n FROM feedback WHERE answered_ms IS NULL";

#[derive(QueryableByName)]
struct OpenedRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    title: String,
    #[diesel(sql_type = BigInt)]
    created_ms: i64,
    #[diesel(sql_type = Nullable<Text>)]
    phone: Option<String>,
}

const OPENED: &str = "SELECT f.id, f.title, f.created_ms, m.phone FROM feedback f JOIN members m ON m.id = f.member_id \
    WHERE f.answered_ms IS NULL ORDER BY f.created_ms, f.id LIMIT $1";

pub(super) fn unanswered(conn: &mut AnyConn) -> Result<Unanswered, StoreError> {
    let count: Count = prepared(diesel::sql_query(FEEDBACK)).get_result(conn)?;
    let rows: Vec<OpenedRow> =
        prepared(diesel::sql_query(OPENED).bind::<BigInt, _>(SHOWN)).load(conn)?;
    let opened = |row: OpenedRow| Opened {
        id: row.id,
        title: row.title,
        at_ms: row.created_ms,
        member: row.phone.as_deref().map(masked).unwrap_or_default(),
    };
    Ok(Unanswered {
        count: count.n,
        list: rows.into_iter().map(opened).collect(),
    })
}
