//! Batches and their codes as operators see them.

use diesel::dsl::case_when;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::lang::LocalizedName;
use domain::redeem::batch::BatchState;
use domain::redeem::{Code, Gift};
use domain::text;

use super::batches::BatchError;
use super::{gift_of, hashed};
use crate::Store;
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::prepared::prepared;
use crate::db::schema::{configurations, members, redeem_batches, redeem_codes};
use crate::db::search::containing;
use crate::db::total::total;
use crate::error::StoreError;
use crate::member::masked;

/// A batch as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Batch's id, which calls of operators name.
    pub id: i64,
    /// Number for people: 42 is C-0042.
    pub number: i64,
    /// Note for colleagues.
    pub note: String,
    /// Gift of each code.
    pub gift: Gift,
    /// Name of the gift's configuration; none: any.
    pub configuration: Option<LocalizedName>,
    /// Start of validity, Unix milliseconds.
    pub from_ms: i64,
    /// End of validity, Unix milliseconds.
    pub until_ms: i64,
    /// Most codes of the batch that one account may use; none: all.
    pub per_account: Option<i64>,
    /// Number of codes.
    pub total: i64,
    /// Number of codes that were used.
    pub used: i64,
    /// Number of codes that were voided.
    pub voided: i64,
    /// Name of the operator who made the batch; empty for a batch of a seed file.
    pub made_by: String,
    /// Time of making, Unix milliseconds.
    pub created_ms: i64,
    /// State of the batch.
    pub state: BatchState,
}

/// Filter of a page of batches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BatchFilter {
    /// Part of a note or of the maker's name, or a whole number of a batch.
    pub keyword: Option<String>,
    /// State of the batches; none: any.
    pub state: Option<BatchState>,
}

/// Sums over all batches, whatever the filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Number of batches by state, in the order of [`BatchState::ALL`].
    pub batches: [i64; BatchState::ALL.len()],
    /// Number of codes in open batches that are neither used nor voided.
    pub left: i64,
    /// Number of open batches that end within the next seven days.
    pub ending: i64,
}

/// A page of batches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchPage {
    /// Batches of the page, the last one first.
    pub list: Vec<Listed>,
    /// Number of batches that pass the filter.
    pub total: i64,
    /// Sums over all batches.
    pub summary: Summary,
}

/// Time before its end in which a batch counts as ending soon, milliseconds.
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

/// A batch, its configuration's names, and its maker's name.
type ListedRow = (BatchRow, Option<(String, String)>, Option<String>);

fn listed((row, configuration, made_by): ListedRow, now_ms: i64) -> Result<Listed, StoreError> {
    Ok(Listed {
        id: row.id,
        number: row.number,
        gift: gift_of(row.gives, row.configuration_id, row.days)?,
        configuration: configuration.map(|(zh, en)| LocalizedName { zh, en }),
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

/// Batches that pass the filter; `limit` rows after `offset`.
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
                    let key = text::key(word);
                    let digits = word.trim_start_matches(['C', 'c', '-', '0']);
                    let number: i64 = digits.parse().unwrap_or(-1);
                    query = query.filter(
                        contains(redeem_batches::note_key, &key)
                            .or(redeem_batches::number.eq(number))
                            .nullable()
                            .or(members::user_name.like(containing(&key)).escape('\\')),
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

/// Sums are computed by the database, so that no rows have to leave it.
fn summary(conn: &mut AnyConn, now_ms: i64) -> Result<Summary, StoreError> {
    use redeem_batches::{total as codes, until_ms, used, voided, voided_ms};
    let left = || codes - used - voided;
    let open = || {
        voided_ms
            .is_null()
            .and(left().gt(0))
            .and(until_ms.gt(now_ms))
    };
    let expired = voided_ms
        .is_null()
        .and(left().gt(0))
        .and(until_ms.le(now_ms));
    let used_up = voided_ms.is_null().and(left().le(0));
    let ending = open().and(until_ms.le(now_ms + SOON_MS));
    let one = || 1_i64.into_sql::<BigInt>();
    let counts: (i64, i64, i64, i64, i64, i64) = redeem_batches::table
        .select((
            total(case_when(open(), one()).otherwise(0)),
            total(case_when(used_up, one()).otherwise(0)),
            total(case_when(voided_ms.is_not_null(), one()).otherwise(0)),
            total(case_when(expired, one()).otherwise(0)),
            total(case_when(open(), left()).otherwise(0)),
            total(case_when(ending, one()).otherwise(0)),
        ))
        .first(conn)?;
    let (open, used_up, over, expired, left, ending) = counts;
    Ok(Summary {
        batches: [open, used_up, over, expired],
        left,
        ending,
    })
}

/// Use of a code: the member, the time and the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Id of the member.
    pub member_id: i64,
    /// Masked telephone number of the member; empty when there is none.
    pub phone: String,
    /// Nickname of the member.
    pub nickname: String,
    /// Time of use, Unix milliseconds.
    pub used_ms: i64,
    /// Id for people of the phone that was given or renewed.
    pub owl_id: String,
    /// End of the phone's rental after the use, Unix milliseconds.
    pub new_expire_ms: i64,
}

/// Code of a batch, as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchCode {
    /// Code's id, by which it is voided.
    pub id: i64,
    /// Position in the batch, from 1.
    pub position: i32,
    /// First characters of the code.
    pub head: String,
    /// Use of the code; none while nobody used it.
    pub used: Option<Use>,
    /// Time of voiding, Unix milliseconds; none for a code that was not voided.
    pub voided_ms: Option<i64>,
}

/// A page of a batch's codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchCodePage {
    /// Used codes first, the last used one at the top, then the others as they were printed.
    pub list: Vec<BatchCode>,
    /// Number of codes that pass the filter.
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
            let counts: Option<(i64, i64)> = redeem_batches::table
                .find(batch_id)
                .select((redeem_batches::total, redeem_batches::used))
                .first(conn)
                .optional()?;
            let (all, used) = counts.ok_or(BatchError::Absent)?;
            let mut chosen = redeem_codes::table
                .left_join(members::table)
                .filter(redeem_codes::batch_id.eq(batch_id))
                .into_boxed::<Backend>();
            if used_only {
                chosen = chosen.filter(redeem_codes::used_ms.is_not_null());
            }
            let page = chosen
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
                ));
            let rows: Vec<(CodeRow, By)> = prepared(page).load(conn)?;
            Ok(BatchCodePage {
                total: if used_only { used } else { all },
                list: rows
                    .into_iter()
                    .map(|(row, by)| BatchCode::of(row, by))
                    .collect(),
            })
        })
        .await
}

/// Code that a search found, with its batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCode {
    pub code: BatchCode,
    /// Batch of the code.
    pub batch: Listed,
}

/// Looks a whole code up for an operator.
pub async fn find(store: &Store, code: Code, now_ms: i64) -> Result<FoundCode, BatchError> {
    let code_hash = hashed(store.secret(), &code);
    store
        .run(move |conn| {
            let makers = diesel::alias!(members as makers);
            let whole = redeem_codes::table
                .inner_join(redeem_batches::table.left_join(configurations::table))
                .left_join(members::table.on(members::id.nullable().eq(redeem_codes::used_by)))
                .left_join(
                    makers.on(makers
                        .field(members::id)
                        .nullable()
                        .eq(redeem_batches::created_by)),
                )
                .filter(redeem_codes::code_hash.eq(code_hash))
                .select((
                    CodeRow::as_select(),
                    (members::id, members::phone, members::nickname).nullable(),
                    (
                        BatchRow::as_select(),
                        (configurations::name, configurations::name_en).nullable(),
                        makers.field(members::user_name).nullable(),
                    ),
                ));
            let found: Option<(CodeRow, By, ListedRow)> =
                prepared(whole).get_result(conn).optional()?;
            let (row, by, batch) = found.ok_or(BatchError::Absent)?;
            Ok(FoundCode {
                code: BatchCode::of(row, by),
                batch: listed(batch, now_ms)?,
            })
        })
        .await
}
