//! Upload records: the batches that sent files, each with its files, the state of each phone, and what came of it all.

use std::collections::{HashMap, HashSet};

use diesel::dsl::{count_star, exists, not};
use diesel::prelude::*;
use domain::operations::{Kind, OperationChoice, State};
use domain::text;
use domain::uploads::{Delivery, Outcome, RECORD_KEPT_MS};

use super::row::{can_retry, from_text};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{operation_batches, operations};
use crate::db::search::containing;
use crate::error::StoreError;
use crate::session::Actor;
use crate::uploads;

/// Records that one sweep deletes.
const SWEPT_AT_ONCE: i64 = 200;
/// Records whose keys are computed together.
const REFRESHED_AT_ONCE: i64 = 500;

/// Query of the list of records.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordQuery {
    /// Only records that came to this.
    pub outcome: Option<Outcome>,
    /// Only records that installed apps, or that sent files alone.
    pub kind: Option<Kind>,
    /// Words in the name of a file, or the record's id; all when empty.
    pub words: String,
    /// Rows to skip.
    pub offset: i64,
    /// Limit of rows.
    pub limit: i64,
}

/// A page of records, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordPage {
    /// Records of this page.
    pub rows: Vec<Record>,
    /// Number of records of the query.
    pub total: i64,
    /// Number of records of each outcome, whichever of them was asked for.
    pub counts: Vec<(Outcome, i64)>,
}

/// A sending to phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Id, also of the receipt with each phone's details.
    pub id: i64,
    /// Whether apps were installed, or files sent alone.
    pub kind: Kind,
    /// Time of the request, Unix milliseconds.
    pub created_ms: i64,
    /// Files that were sent to each of the phones.
    pub delivery: Delivery,
    /// State of each phone, in their order.
    pub states: Vec<State>,
    /// Bytes that all phones together acknowledged.
    pub sent_bytes: i64,
    /// Ids of the files as the member has them now; fewer where the server has not all of them any more.
    pub upload_ids: Vec<i64>,
    /// Whether the server still has all the files.
    pub kept: bool,
    /// Whether some phone failed that may be tried again, with files that the server still has.
    pub retryable: bool,
}

impl Record {
    fn count(&self, is: impl Fn(State) -> bool) -> i64 {
        let found = self.states.iter().filter(|state| is(**state)).count();
        i64::try_from(found).unwrap_or(i64::MAX)
    }

    /// Phones that have everything.
    pub fn success(&self) -> i64 {
        self.count(|state| state == State::Done)
    }

    /// Phones that do not have everything, and wait for nothing any more.
    pub fn fail(&self) -> i64 {
        self.count(|state| matches!(state, State::Failed | State::Cancelled))
    }

    /// Result of the sending.
    pub fn outcome(&self) -> Outcome {
        let open = self.count(|state| !state.is_over());
        Outcome::of(open, self.success(), self.fail())
    }
}

/// The actor's upload records.
pub async fn records(
    store: &Store,
    actor: &Actor,
    query: RecordQuery,
    now_ms: i64,
) -> Result<RecordPage, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let found = |outcome: Option<Outcome>| {
                let rows = operation_batches::table
                    .filter(operation_batches::member_id.eq(member_id))
                    .filter(operation_batches::created_ms.gt(now_ms - RECORD_KEPT_MS))
                    .filter(operation_batches::file_key.is_not_null())
                    .into_boxed::<Backend>();
                came_to(asked(rows, &query), outcome)
            };
            let mut counts = Vec::new();
            for outcome in Outcome::ALL {
                let count = found(Some(outcome)).select(count_star()).first(conn)?;
                counts.push((outcome, count));
            }
            let total = match query.outcome {
                Some(wanted) => counts.iter().find(|(outcome, _)| *outcome == wanted),
                None => None,
            };
            let total = total.map_or_else(
                || counts.iter().map(|(_, count)| count).sum(),
                |(_, count)| *count,
            );
            let page: Vec<(i64, String, i64)> = found(query.outcome)
                .order((
                    operation_batches::created_ms.desc(),
                    operation_batches::id.desc(),
                ))
                .offset(query.offset)
                .limit(query.limit)
                .select((
                    operation_batches::id,
                    operation_batches::kind,
                    operation_batches::created_ms,
                ))
                .load(conn)?;
            let rows = filled(conn, member_id, page)?;
            Ok(RecordPage {
                rows,
                total,
                counts,
            })
        })
        .await
}

type Batches = operation_batches::BoxedQuery<'static, Backend>;

/// Only the records of the asked kind and words.
fn asked(mut rows: Batches, query: &RecordQuery) -> Batches {
    if let Some(kind) = query.kind {
        rows = rows.filter(operation_batches::kind.eq(kind.into_str()));
    }
    let words = query.words.trim();
    if words.is_empty() {
        return rows;
    }
    let part = containing(&text::key(words));
    let named = operation_batches::file_key.like(part).escape('\\');
    match words.parse::<i64>() {
        Ok(id) => rows.filter(named.or(operation_batches::id.nullable().eq(id))),
        Err(_) => rows.filter(named),
    }
}

/// Only the records that came to an outcome, as [`Outcome::of`] tells it.
fn came_to(rows: Batches, outcome: Option<Outcome>) -> Batches {
    let within = || operations::table.filter(operations::batch_id.eq(operation_batches::id));
    let open = || within().filter(operations::ended_ms.is_null());
    let done = || within().filter(operations::state.eq(State::Done.code()));
    let missed = || {
        let states = [State::Failed.code(), State::Cancelled.code()];
        within().filter(among(operations::state, states))
    };
    match outcome {
        None => rows,
        Some(Outcome::Executing) => rows.filter(exists(open())),
        Some(Outcome::Failed) => rows.filter(not(exists(open()))).filter(not(exists(done()))),
        Some(Outcome::PartialSuccess) => rows
            .filter(not(exists(open())))
            .filter(exists(done()))
            .filter(exists(missed())),
        Some(Outcome::Success) => rows
            .filter(not(exists(open())))
            .filter(exists(done()))
            .filter(not(exists(missed()))),
    }
}

/// Phone of a batch: the batch's id, state, acknowledged bytes, reason and refusal.
type Lane = (i64, i16, Option<i64>, Option<String>, Option<i64>);

/// The records of a page with their phones and files.
fn filled(
    conn: &mut AnyConn,
    member_id: i64,
    page: Vec<(i64, String, i64)>,
) -> Result<Vec<Record>, StoreError> {
    let ids: Vec<i64> = page.iter().map(|(id, _, _)| *id).collect();
    // Every phone of a batch has the same input, so the words of its first row are enough.
    let inputs: Vec<(i64, String)> = operations::table
        .filter(among(operations::batch_id, &ids))
        .filter(operations::position.eq(0))
        .select((operations::batch_id, operations::input))
        .load(conn)?;
    let mut deliveries: HashMap<i64, Delivery> = HashMap::new();
    for (id, input) in inputs {
        if let OperationChoice::Delivery(delivery) = from_text(&input)? {
            deliveries.insert(id, delivery);
        }
    }
    let phones: Vec<Lane> = operations::table
        .filter(among(operations::batch_id, &ids))
        .order(operations::position)
        .select((
            operations::batch_id,
            operations::state,
            operations::sent_bytes,
            operations::reason,
            operations::refusal,
        ))
        .load(conn)?;
    let mut states: HashMap<i64, Vec<(State, i64)>> = HashMap::new();
    let mut retryable = HashSet::new();
    for (id, state, sent, reason, refusal) in phones {
        let state = State::from_code(state).ok_or(StoreError::Corrupt("operation state"))?;
        if state == State::Failed && can_retry(reason.as_deref(), refusal) {
            retryable.insert(id);
        }
        states
            .entry(id)
            .or_default()
            .push((state, sent.unwrap_or(0)));
    }
    let files: Vec<_> = (deliveries.values())
        .flat_map(|delivery| &delivery.files)
        .collect();
    let rows = uploads::rows_of(conn, member_id, &files)?;
    page.into_iter()
        .map(|(id, kind, created_ms)| {
            let delivery = deliveries
                .remove(&id)
                .ok_or(StoreError::Corrupt("upload record"))?;
            let states = states.remove(&id).unwrap_or_default();
            let load = delivery.load();
            let sent = states.iter().map(|(state, sent)| match state {
                State::Done => load,
                _ => (*sent).min(load),
            });
            let upload_ids: Vec<i64> = (delivery.files.iter())
                .filter_map(|file| rows.get(&(text::key(&file.name), file.sha256.clone())))
                .copied()
                .collect();
            let kept = upload_ids.len() == delivery.files.len();
            Ok(Record {
                id,
                kind: (kind.parse()).map_err(|_| StoreError::Corrupt("batch kind"))?,
                created_ms,
                sent_bytes: sent.sum(),
                upload_ids,
                kept,
                retryable: kept && retryable.contains(&id),
                states: states.into_iter().map(|(state, _)| state).collect(),
                delivery,
            })
        })
        .collect()
}

/// Keys of the files' names, a line each: by them a record is found.
pub(super) fn file_keys(delivery: &Delivery) -> String {
    let names = delivery.files.iter().map(|file| text::key(&file.name));
    names.collect::<Vec<_>>().join("\n")
}

/// Computes the keys of all records again.
pub(crate) fn refresh_file_keys(tx: &mut AnyConn) -> Result<(), StoreError> {
    let mut last = i64::MIN;
    loop {
        let rows: Vec<(i64, Option<String>, String)> = operation_batches::table
            .inner_join(operations::table.on(operations::batch_id.eq(operation_batches::id)))
            .filter(operation_batches::file_key.is_not_null())
            .filter(operations::position.eq(0))
            .filter(operation_batches::id.gt(last))
            .order(operation_batches::id)
            .limit(REFRESHED_AT_ONCE)
            .select((
                operation_batches::id,
                operation_batches::file_key,
                operations::input,
            ))
            .load(tx)?;
        let Some(row) = rows.last() else {
            return Ok(());
        };
        last = row.0;
        for (id, old, input) in rows {
            let OperationChoice::Delivery(delivery) = from_text(&input)? else {
                continue;
            };
            let keys = Some(file_keys(&delivery));
            if keys != old {
                diesel::update(operation_batches::table.find(id))
                    .set(operation_batches::file_key.eq(keys))
                    .execute(tx)?;
            }
        }
    }
}

/// Deletes records whose time is over, with their receipts. Answers their number.
pub async fn sweep_records(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            let over: Vec<i64> = operation_batches::table
                .filter(operation_batches::file_key.is_not_null())
                .filter(operation_batches::created_ms.le(now_ms - RECORD_KEPT_MS))
                .filter(not(exists(
                    operations::table
                        .filter(operations::batch_id.eq(operation_batches::id))
                        .filter(operations::ended_ms.is_null()),
                )))
                .limit(SWEPT_AT_ONCE)
                .select(operation_batches::id)
                .load(tx)?;
            // A younger batch may have tried one of them again.
            diesel::update(
                operation_batches::table
                    .filter(among(operation_batches::retry_of.assume_not_null(), &over)),
            )
            .set(operation_batches::retry_of.eq(None::<i64>))
            .execute(tx)?;
            diesel::delete(operations::table.filter(among(operations::batch_id, &over)))
                .execute(tx)?;
            diesel::delete(operation_batches::table.filter(among(operation_batches::id, &over)))
                .execute(tx)?;
            Ok(over.len())
        })
        .await
}
