//! Batches and their codes as operators see them.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::lang::Name;
use domain::redeem::batch::BatchState;
use domain::redeem::{Code, Gift};

use super::batches::BatchError;
use super::{gift_of, hashed};
use crate::Store;
use crate::conn::{AnyConn, Backend};
use crate::error::StoreError;
use crate::member::masked;
use crate::phones::escaped;
use crate::schema::{configurations, members, redeem_batches, redeem_codes};

/// A batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Keys every call of operators.
    pub id: i64,
    /// For people: 42 is C-0042.
    pub number: i64,
    /// For colleagues.
    pub note: String,
    /// What each code gives.
    pub gift: Gift,
    /// The name of that configuration; none: any.
    pub configuration: Option<Name>,
    /// From when codes are valid, Unix milliseconds.
    pub from_ms: i64,
    /// Until when, Unix milliseconds.
    pub until_ms: i64,
    /// Codes that one account may use; none: all.
    pub per_account: Option<i64>,
    /// How many there are.
    pub total: i64,
    /// How many were used.
    pub used: i64,
    /// How many were voided.
    pub voided: i64,
    /// Who made it; empty for one of a seed file.
    pub made_by: String,
    /// When, Unix milliseconds.
    pub created_ms: i64,
    /// Where it stands.
    pub state: BatchState,
}

/// Which batches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BatchFilter {
    /// Part of a note, of a number, or of its maker's name.
    pub keyword: Option<String>,
    /// Where they stand.
    pub state: Option<BatchState>,
}

/// What all batches come to, whatever is filtered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Batches by state, as in [`BatchState::ALL`].
    pub batches: [i64; BatchState::ALL.len()],
    /// Codes that can be used now or later.
    pub left: i64,
    /// Open batches that end within the next seven days.
    pub ending: i64,
}

/// A page of batches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchPage {
    /// The last one first.
    pub list: Vec<Listed>,
    /// How many fit.
    pub total: i64,
    /// Of all.
    pub summary: Summary,
}

/// Before its end, a batch is said to end soon.
const SOON_MS: i64 = 7 * 24 * 60 * 60 * 1000;

#[derive(Queryable, Selectable)]
#[diesel(table_name = redeem_batches)]
struct BatchRow {
    id: i64,
    number: i64,
    note: String,
    gives: i16,
    configuration_id: Option<i64>,
    days: i64,
    from_ms: i64,
    until_ms: i64,
    per_account: Option<i64>,
    total: i64,
    used: i64,
    voided: i64,
    created_ms: i64,
    voided_ms: Option<i64>,
}

impl BatchRow {
    const fn state(&self, now_ms: i64) -> BatchState {
        let left = self.total - self.used - self.voided;
        BatchState::of(left, self.voided_ms.is_some(), self.until_ms, now_ms)
    }
}

/// A batch, its configuration's names, and who made it.
type ListedRow = (BatchRow, Option<(String, String)>, Option<String>);

fn listed((row, configuration, made_by): ListedRow, now_ms: i64) -> Result<Listed, StoreError> {
    Ok(Listed {
        id: row.id,
        number: row.number,
        gift: gift_of(row.gives, row.configuration_id, row.days)?,
        configuration: configuration.map(|(zh, en)| Name { zh, en }),
        from_ms: row.from_ms,
        until_ms: row.until_ms,
        per_account: row.per_account,
        total: row.total,
        used: row.used,
        voided: row.voided,
        made_by: made_by.unwrap_or_default(),
        created_ms: row.created_ms,
        state: row.state(now_ms),
        note: row.note,
    })
}

/// All batches that fit; `limit` rows after `offset`.
pub async fn page(
    store: &Store,
    filter: BatchFilter,
    (offset, limit): (i64, i64),
    now_ms: i64,
) -> Result<BatchPage, StoreError> {
    store
        .run(move |conn| {
            let chosen = || {
                let mut query = redeem_batches::table
                    .left_join(configurations::table)
                    .left_join(members::table)
                    .into_boxed::<Backend>();
                let left = redeem_batches::used + redeem_batches::voided;
                match filter.state {
                    None => {}
                    Some(BatchState::Voided) => {
                        query = query.filter(redeem_batches::voided_ms.is_not_null());
                    }
                    Some(BatchState::UsedUp) => {
                        query = query
                            .filter(redeem_batches::voided_ms.is_null())
                            .filter(left.ge(redeem_batches::total));
                    }
                    Some(BatchState::Expired) => {
                        query = query
                            .filter(redeem_batches::voided_ms.is_null())
                            .filter(left.lt(redeem_batches::total))
                            .filter(redeem_batches::until_ms.le(now_ms));
                    }
                    Some(BatchState::Open) => {
                        query = query
                            .filter(redeem_batches::voided_ms.is_null())
                            .filter(left.lt(redeem_batches::total))
                            .filter(redeem_batches::until_ms.gt(now_ms));
                    }
                }
                if let Some(word) = filter.keyword.as_deref().filter(|word| !word.is_empty()) {
                    let part = format!("%{}%", escaped(word));
                    let digits = word.trim_start_matches(['C', 'c', '-', '0']);
                    let number: i64 = digits.parse().unwrap_or(-1);
                    query = query.filter(
                        redeem_batches::note
                            .like(part.clone())
                            .escape('\\')
                            .or(redeem_batches::number.eq(number))
                            .nullable()
                            .or(members::user_name.like(part).escape('\\')),
                    );
                }
                query
            };
            let rows: Vec<ListedRow> = chosen()
                .order((
                    redeem_batches::created_ms.desc(),
                    redeem_batches::number.desc(),
                ))
                .offset(offset)
                .limit(limit)
                .select((
                    BatchRow::as_select(),
                    (configurations::name, configurations::name_en).nullable(),
                    members::user_name.nullable(),
                ))
                .load(conn)?;
            let total: i64 = chosen().count().get_result(conn)?;
            let list = rows
                .into_iter()
                .map(|row| listed(row, now_ms))
                .collect::<Result<_, _>>()?;
            Ok(BatchPage {
                list,
                total,
                summary: summary(conn, now_ms)?,
            })
        })
        .await
}

/// Counted where the rows are: only sums leave the database.
fn summary(conn: &mut AnyConn, now_ms: i64) -> Result<Summary, StoreError> {
    let sum = |condition: &str, what: &str| {
        sql::<BigInt>(&format!(
            "CAST(coalesce(sum(CASE WHEN {condition} THEN {what} ELSE 0 END), 0) AS BIGINT)"
        ))
    };
    let open = format!("voided_ms IS NULL AND used + voided < total AND until_ms > {now_ms}");
    let expired = format!("voided_ms IS NULL AND used + voided < total AND until_ms <= {now_ms}");
    let ending = format!("{open} AND until_ms <= {}", now_ms + SOON_MS);
    let counts: (i64, i64, i64, i64, i64, i64) = redeem_batches::table
        .select((
            sum(&open, "1"),
            sum("voided_ms IS NULL AND used + voided >= total", "1"),
            sum("voided_ms IS NOT NULL", "1"),
            sum(&expired, "1"),
            sum(&open, "total - used - voided"),
            sum(&ending, "1"),
        ))
        .first(conn)?;
    let (open, used_up, voided, expired, left, ending) = counts;
    Ok(Summary {
        batches: [open, used_up, voided, expired],
        left,
        ending,
    })
}

/// Who used a code, and for what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// The member.
    pub member_id: i64,
    /// The masked number; empty when there is none.
    pub phone: String,
    /// How the member is called.
    pub nickname: String,
    /// When, Unix milliseconds.
    pub used_ms: i64,
    /// The phone that came or was renewed.
    pub owl_id: String,
    /// The end of its rental afterwards.
    pub new_expire_ms: i64,
}

/// One code of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchCode {
    /// Keys voiding it.
    pub id: i64,
    /// From 1.
    pub position: i32,
    /// Its first characters.
    pub head: String,
    /// Who used it.
    pub used: Option<Use>,
    /// When it was voided, Unix milliseconds.
    pub voided_ms: Option<i64>,
}

/// A page of a batch's codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchCodePage {
    /// The last used one first, then the others as they were printed.
    pub list: Vec<BatchCode>,
    /// How many there are.
    pub total: i64,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = redeem_codes)]
struct CodeRow {
    id: i64,
    position: i32,
    head: String,
    used_ms: Option<i64>,
    owl_id: Option<String>,
    new_expire_ms: Option<i64>,
    voided_ms: Option<i64>,
}

type By = Option<(i64, Option<String>, String)>;

impl BatchCode {
    fn of(row: CodeRow, by: By) -> Self {
        let used = by.zip(row.used_ms);
        Self {
            id: row.id,
            position: row.position,
            head: row.head,
            voided_ms: row.voided_ms,
            used: used.map(|((member_id, phone, nickname), used_ms)| Use {
                member_id,
                phone: phone.as_deref().map_or_else(String::new, masked),
                nickname,
                used_ms,
                owl_id: row.owl_id.unwrap_or_default(),
                new_expire_ms: row.new_expire_ms.unwrap_or_default(),
            }),
        }
    }
}

/// The codes of a batch, all of them or those that were used; `limit` rows after `offset`.
pub async fn codes(
    store: &Store,
    batch_id: i64,
    used_only: bool,
    (offset, limit): (i64, i64),
) -> Result<BatchCodePage, BatchError> {
    store
        .run(move |conn| {
            let known: i64 = redeem_batches::table
                .find(batch_id)
                .count()
                .get_result(conn)?;
            if known == 0 {
                return Err(BatchError::Absent);
            }
            let chosen = || {
                let mut query = redeem_codes::table
                    .left_join(members::table)
                    .filter(redeem_codes::batch_id.eq(batch_id))
                    .into_boxed::<Backend>();
                if used_only {
                    query = query.filter(redeem_codes::used_ms.is_not_null());
                }
                query
            };
            let rows: Vec<(CodeRow, By)> = chosen()
                .order((
                    redeem_codes::used_ms.is_null(),
                    redeem_codes::used_ms.desc(),
                    redeem_codes::position,
                ))
                .offset(offset)
                .limit(limit)
                .select((
                    CodeRow::as_select(),
                    (members::id, members::phone, members::nickname).nullable(),
                ))
                .load(conn)?;
            Ok(BatchCodePage {
                total: chosen().count().get_result(conn)?,
                list: rows
                    .into_iter()
                    .map(|(row, by)| BatchCode::of(row, by))
                    .collect(),
            })
        })
        .await
}

/// One code with its batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCode {
    /// The code.
    pub code: BatchCode,
    /// Its batch.
    pub batch: Listed,
}

/// Looks a whole code up for an operator.
pub async fn find(store: &Store, code: Code, now_ms: i64) -> Result<FoundCode, BatchError> {
    let code_hash = hashed(store.secret(), &code);
    store
        .run(move |conn| {
            let found: Option<(CodeRow, i64, By)> = redeem_codes::table
                .left_join(members::table)
                .filter(redeem_codes::code_hash.eq(code_hash))
                .select((
                    CodeRow::as_select(),
                    redeem_codes::batch_id,
                    (members::id, members::phone, members::nickname).nullable(),
                ))
                .first(conn)
                .optional()?;
            let (row, batch_id, by) = found.ok_or(BatchError::Absent)?;
            let batch: ListedRow = redeem_batches::table
                .find(batch_id)
                .left_join(configurations::table)
                .left_join(members::table)
                .select((
                    BatchRow::as_select(),
                    (configurations::name, configurations::name_en).nullable(),
                    members::user_name.nullable(),
                ))
                .first(conn)?;
            Ok(FoundCode {
                code: BatchCode::of(row, by),
                batch: listed(batch, now_ms)?,
            })
        })
        .await
}
