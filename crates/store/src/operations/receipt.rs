//! Results of operations: pages of batches and the receipt of one.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::apps::PackageName;
use domain::codes;
use domain::lang::Lang;
use domain::operations::{Kind, Reason, State, Step};
use domain::phones::{Action, Refusal, Situation, Status};
use domain::uploads::DeliveryFile;

use super::disclaimer::{self, Disclaimed};
use super::new_device::{Renewed, renewed_of};
use super::replacement::{self, Replaced};
use super::row::Row;
use super::sent::{Sent, app_of, files_of, packages_of, sent_of};
use super::transfer_retry::may_give_up;
use crate::Store;
use crate::access::{self, Granted, View};
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{operation_batches, operations, phones};
use crate::error::StoreError;
use crate::phones::Phone;
use crate::session::Actor;

/// Query of the list of batches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BatchQuery {
    /// Only batches of these kinds; none: of any kind.
    pub kinds: Vec<Kind>,
    /// Only batches with a phone in this state.
    pub state: Option<State>,
    /// Only batches from this moment on, Unix milliseconds.
    pub since_ms: Option<i64>,
    /// Only batches before this moment, Unix milliseconds.
    pub until_ms: Option<i64>,
    /// Rows to skip.
    pub offset: i64,
    /// Limit of rows.
    pub limit: i64,
}

/// A page of batches, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchPage {
    /// Batches of this page.
    pub rows: Vec<Batch>,
    /// Total number of matching batches.
    pub total: i64,
}

/// Number of a batch's phones in each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Waiting in line.
    pub queued: i64,
    pub running: i64,
    /// Ended with success.
    pub done: i64,
    pub failed: i64,
    pub cancelled: i64,
}

/// A batch in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// Batch's id, the key of its receipt.
    pub id: i64,
    /// Kind of the operation.
    pub kind: Kind,
    /// Time of the request, Unix milliseconds.
    pub created_ms: i64,
    /// Number of phones.
    pub total: i32,
    /// Id of the batch whose failures this one retried.
    pub retry_of: Option<i64>,
    /// Number of phones in each state.
    pub counts: Counts,
}

/// A batch with all its phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub batch: Batch,
    /// Files sent to each phone; empty for other kinds.
    pub files: Vec<DeliveryFile>,
    /// Apps that the batch is about; empty for other kinds.
    pub packages: Vec<PackageName>,
    /// The agreement to the disclaimer before data was moved; none for other kinds.
    pub disclaimed: Option<Disclaimed>,
    /// The phones in order.
    pub rows: Vec<ReceiptRow>,
}

/// A phone of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptRow {
    pub phone_id: i64,
    /// Id for people; none when the actor cannot see the phone (any more).
    pub owl_id: Option<String>,
    /// The phone's present name.
    pub alias: Option<String>,
    /// State of the phone's operation.
    pub state: State,
    /// The present or failed step, out of its kind's steps.
    pub step: Option<Step>,
    /// Start, Unix milliseconds.
    pub started_ms: Option<i64>,
    /// End, Unix milliseconds.
    pub ended_ms: Option<i64>,
    /// Deadline, Unix milliseconds.
    pub deadline_ms: Option<i64>,
    /// Whether another try may succeed.
    pub retryable: bool,
    /// Whether the phone has another file of a name that was sent: that file may get a number, or replace it.
    pub name_taken: bool,
    /// Whether the operation may be cancelled.
    pub cancellable: bool,
    /// Whether the phone is in a failed state that the actor may skip by entering directly.
    pub enterable: bool,
    /// Whether the phone's replacement with data failed, and the actor may give it up.
    pub may_give_up: bool,
    /// Progress of the transfer; none for other kinds.
    pub sent: Option<Sent>,
    /// The phone that took the place of this one; none for other kinds.
    pub replaced: Option<Replaced>,
    /// The identity that the phone was to be given; none for other kinds.
    pub renewed: Option<Renewed>,
    /// The file or app that the reason is about, where there are several.
    subject: Option<String>,
    why: Why,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    Nothing,
    Failed(Reason),
    Refused(i64, Option<Refusal>),
}

impl ReceiptRow {
    /// Reason of the failure, for people; empty without a failure.
    pub fn reason(&self, lang: Lang) -> String {
        match self.why {
            Why::Nothing => String::new(),
            Why::Failed(reason) => self.reason_text(reason, lang),
            Why::Refused(_, Some(refusal)) => refusal.text(lang),
            Why::Refused(code, None) => {
                codes::Code::find(code).map_or_else(String::new, |c| c.text(lang).to_owned())
            }
        }
    }
}

impl ReceiptRow {
    /// A reason in words, with the file or app that it is about where there are several.
    fn reason_text(&self, reason: Reason, lang: Lang) -> String {
        let text = reason.text(lang);
        let about = matches!(
            reason,
            Reason::PushFailed(_)
                | Reason::FileGone
                | Reason::FileUnread
                | Reason::Absent
                | Reason::NoLauncher
                | Reason::SystemApp
                | Reason::Refused
                | Reason::Unchanged
        );
        match &self.subject {
            Some(subject) if about => match lang {
                Lang::Zh => format!("{subject}：{text}"),
                Lang::En => format!("{subject}: {text}"),
            },
            _ => text.to_owned(),
        }
    }
}

/// The actor's batches.
pub async fn batches(
    store: &Store,
    actor: &Actor,
    query: BatchQuery,
) -> Result<BatchPage, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let found = || {
                let mut rows = operation_batches::table
                    .filter(operation_batches::member_id.eq(member_id))
                    .into_boxed::<Backend>();
                if !query.kinds.is_empty() {
                    let names: Vec<&str> = query.kinds.iter().map(Kind::into_str).collect();
                    rows = rows.filter(among(operation_batches::kind, names));
                }
                if let Some(since) = query.since_ms {
                    rows = rows.filter(operation_batches::created_ms.ge(since));
                }
                if let Some(until) = query.until_ms {
                    rows = rows.filter(operation_batches::created_ms.lt(until));
                }
                if let Some(state) = query.state {
                    let with = operations::table
                        .filter(operations::batch_id.eq(operation_batches::id))
                        .filter(operations::state.eq(state.code()));
                    rows = rows.filter(diesel::dsl::exists(with));
                }
                rows
            };
            let total = found().select(count_star()).first(conn)?;
            let page: Vec<BatchRow> = found()
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
                    operation_batches::total,
                    operation_batches::retry_of,
                ))
                .load(conn)?;
            let ids: Vec<i64> = page.iter().map(|row| row.0).collect();
            let counts = counts(conn, &ids)?;
            let rows = page
                .into_iter()
                .map(|row| batch_of(row, &counts))
                .collect::<Result<_, StoreError>>()?;
            Ok(BatchPage { rows, total })
        })
        .await
}

type BatchRow = (i64, String, i64, i32, Option<i64>);

fn batch_of(row: BatchRow, counts: &HashMap<i64, Counts>) -> Result<Batch, StoreError> {
    let (id, kind, created_ms, total, retry_of) = row;
    Ok(Batch {
        id,
        kind: (kind.parse()).map_err(|_| StoreError::Corrupt("batch kind"))?,
        created_ms,
        total,
        retry_of,
        counts: counts.get(&id).copied().unwrap_or_default(),
    })
}

fn counts(conn: &mut AnyConn, ids: &[i64]) -> Result<HashMap<i64, Counts>, StoreError> {
    let rows: Vec<(i64, i16, i64)> = operations::table
        .filter(among(operations::batch_id, ids))
        .group_by((operations::batch_id, operations::state))
        .select((operations::batch_id, operations::state, count_star()))
        .load(conn)?;
    let mut all: HashMap<i64, Counts> = HashMap::new();
    for (batch_id, state, n) in rows {
        let counts = all.entry(batch_id).or_default();
        match State::from_code(state).ok_or(StoreError::Corrupt("operation state"))? {
            State::Queued => counts.queued = n,
            State::Running => counts.running = n,
            State::Done => counts.done = n,
            State::Failed => counts.failed = n,
            State::Cancelled => counts.cancelled = n,
        }
    }
    Ok(all)
}

/// The receipt of one batch of the actor; none when unknown or another member's.
pub async fn receipt(
    store: &Store,
    actor: &Actor,
    batch_id: i64,
    now_ms: i64,
) -> Result<Option<Receipt>, StoreError> {
    let actor = actor.clone();
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let row: Option<BatchRow> = operation_batches::table
                .find(batch_id)
                .filter(operation_batches::member_id.eq(member_id))
                .select((
                    operation_batches::id,
                    operation_batches::kind,
                    operation_batches::created_ms,
                    operation_batches::total,
                    operation_batches::retry_of,
                ))
                .first(conn)
                .optional()?;
            let Some(row) = row else { return Ok(None) };
            let counts = counts(conn, &[batch_id])?;
            let rows: Vec<Row> = operations::table
                .filter(operations::batch_id.eq(batch_id))
                .order(operations::position)
                .select(Row::as_select())
                .load(conn)?;
            let ids: Vec<i64> = rows.iter().map(|row| row.phone_id).collect();
            let batch = batch_of(row, &counts)?;
            // An actor with the permission to act on any phone may also see which phones they are.
            let any = batch.kind.permission().is_some_and(|own| actor.holds(own));
            let names = visible_names(conn, &actor, any, &ids, now_ms)?;
            let ways_out = ways_out(conn, &actor, &ids, now_ms)?;
            let mut replaced = if matches!(batch.kind, Kind::Replace | Kind::Transfer) {
                replacement::of_batch(conn, batch_id)?
            } else {
                HashMap::new()
            };
            Ok(Some(Receipt {
                batch,
                disclaimed: disclaimer::of_rows(conn, &rows)?,
                files: rows.first().map_or_else(|| Ok(Vec::new()), files_of)?,
                packages: rows.first().map_or_else(|| Ok(Vec::new()), packages_of)?,
                rows: rows
                    .into_iter()
                    .filter(|row| {
                        (actor.delegation())
                            .is_none_or(|delegation| delegation.level_of(row.phone_id).is_some())
                    })
                    .map(|row| {
                        let replaced = replaced.remove(&row.id);
                        receipt_row(&row, &names, &ways_out, replaced, now_ms)
                    })
                    .collect::<Result<_, StoreError>>()?,
            }))
        })
        .await
}

/// Ids and names of the phones that the actor sees now, or of every phone when `any` is set.
fn visible_names(
    conn: &mut AnyConn,
    actor: &Actor,
    any: bool,
    ids: &[i64],
    now_ms: i64,
) -> Result<HashMap<i64, (String, String)>, StoreError> {
    let member_id = actor.member_id();
    let granted = access::live_grants(conn, member_id, Some(ids), now_ms)?;
    let rows: Vec<(i64, String, String, Option<i64>)> = phones::table
        .filter(among(phones::id, ids))
        .select((phones::id, phones::owl_id, phones::alias, phones::owner_id))
        .load(conn)?;
    Ok(rows
        .into_iter()
        .filter(|(id, _, _, owner)| any || *owner == Some(member_id) || granted.contains_key(id))
        .map(|(id, owl_id, alias, _)| (id, (owl_id, alias)))
        .collect())
}

/// Ways out of a failed state.
#[derive(Debug, Clone, Copy, Default)]
struct WaysOut {
    enter: bool,
    give_up: bool,
}

/// The actor's ways out of the failed states of phones.
fn ways_out(
    conn: &mut AnyConn,
    actor: &Actor,
    ids: &[i64],
    now_ms: i64,
) -> Result<HashMap<i64, WaysOut>, StoreError> {
    let ways = |phone: &Granted<Phone, View>| {
        let may = |action: Action| {
            let situation = Situation {
                status: phone.status(),
                power: phone.power(),
                level: phone.level_for(action),
                expired: phone.expire_ms <= now_ms,
                unable: None,
                trouble: phone.trouble(),
            };
            action.check(situation).is_ok()
        };
        WaysOut {
            enter: may(Action::EnterDirectly),
            give_up: may_give_up(phone),
        }
    };
    let seen = access::claim_each::<View>(conn, actor, ids, now_ms)?;
    let seen = seen.into_iter().flatten();
    Ok(seen.map(|phone| (phone.id, ways(&phone))).collect())
}

fn receipt_row(
    row: &Row,
    names: &HashMap<i64, (String, String)>,
    ways_out: &HashMap<i64, WaysOut>,
    replaced: Option<Replaced>,
    now_ms: i64,
) -> Result<ReceiptRow, StoreError> {
    let state = row.state()?;
    let progress = row.progress(now_ms)?;
    let why = match (&row.reason, row.refusal) {
        (Some(reason), _) => {
            Why::Failed(Reason::from_name(reason).ok_or(StoreError::Corrupt("operation reason"))?)
        }
        (None, Some(code)) => {
            let status = row.refusal_status.and_then(Status::from_code);
            let word = row.refusal_word.as_deref();
            Why::Refused(
                code,
                word.and_then(|word| Refusal::from_stored(word, status)),
            )
        }
        (None, None) => Why::Nothing,
    };
    // A phone that was replaced is its member's no more: the record has its name.
    let named = match &replaced {
        Some(old) => Some((old.old_owl_id.clone(), old.alias.clone())),
        None => names.get(&row.phone_id).cloned(),
    };
    let (owl_id, alias) = named.unzip();
    let ways_out = ways_out.get(&row.phone_id).copied().unwrap_or_default();
    let sent = sent_of(row, state, now_ms)?;
    let subject = match &sent {
        Some(sent) => sent.file.clone(),
        None => app_of(row)?,
    };
    Ok(ReceiptRow {
        phone_id: row.phone_id,
        owl_id,
        alias,
        state,
        step: progress.current().filter(|_| state != State::Done),
        started_ms: row.started_ms,
        ended_ms: row.ended_ms,
        deadline_ms: row.deadline_ms,
        retryable: state == State::Failed && row.can_retry(),
        name_taken: state == State::Failed && row.name_is_taken(),
        cancellable: !state.is_over() && progress.cancellable(),
        enterable: state == State::Failed && ways_out.enter,
        may_give_up: state == State::Failed && row.kind()? == Kind::Transfer && ways_out.give_up,
        sent,
        replaced,
        renewed: renewed_of(row)?,
        subject,
        why,
    })
}
