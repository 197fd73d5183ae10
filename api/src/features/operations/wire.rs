//! Bodies and views of batches and receipts.

use domain::codes;
use domain::lang::Lang;
use domain::operations::{Kind, State};
use domain::uploads::Existing;
use serde::{Deserialize, Serialize};
use store::operations::{
    Batch, BatchPage, BatchQuery, Counts, ManageError, Receipt, ReceiptRow, Retry, Sent, StartError,
};
use utoipa::{IntoParams, ToSchema};

use crate::features::identity::read_back::RenewedView;
use crate::features::replacement::wire::{DisclaimerView, ReplacementView};
use crate::http::files::SentFileView;
use crate::http::{ApiError, PageQuery};

/// Filter of batches.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct BatchesQuery {
    /// Kinds, separated by commas.
    kind: Option<String>,
    /// queued, running, done, failed or cancelled: only batches with a phone in this state.
    state: Option<String>,
    /// Start of the time range, Unix milliseconds.
    since: Option<i64>,
    /// End of the time range (not included), Unix milliseconds.
    until: Option<i64>,
}

impl BatchesQuery {
    /// Query that may be asked.
    pub fn parse(&self, page: &PageQuery) -> Result<BatchQuery, ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let (offset, limit) = page.usual()?;
        let kinds = self.kind.as_deref().unwrap_or_default();
        let kinds: Option<Vec<Kind>> = kinds
            .split(',')
            .filter(|name| !name.is_empty())
            .map(|name| name.parse().ok())
            .collect();
        let state = match self.state.as_deref() {
            None | Some("") => None,
            Some(name) => Some(name.parse().map_err(|_| bad())?),
        };
        Ok(BatchQuery {
            kinds: kinds.ok_or_else(bad)?,
            state,
            since_ms: self.since,
            until_ms: self.until,
            offset,
            limit,
        })
    }
}

/// Names a batch.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct BatchIdQuery {
    /// Batch's id.
    pub batch_id: i64,
}

/// Names a batch and some of its phones.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RetryBody {
    /// Batch's id.
    pub batch_id: i64,
    /// Only these phones of it; all that failed when missing.
    pub phone_ids: Option<Vec<i64>>,
    /// rename or replace: what becomes now of files whose names are taken. Without it they are refused again.
    pub existing: Option<Existing>,
}

impl From<RetryBody> for Retry {
    fn from(body: RetryBody) -> Self {
        Self {
            only: body.phone_ids,
            existing: body.existing,
        }
    }
}

/// Names a batch.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelBody {
    /// Batch's id.
    pub batch_id: i64,
}

/// Number of phones whose operation was taken back.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelledView {
    /// Phones whose operation was taken back.
    pub cancelled: usize,
}

/// A page of batches.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchListView {
    list: Vec<BatchView>,
    total: i64,
}

/// A batch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchView {
    batch_id: i64,
    kind: Kind,
    /// The kind in words.
    name: &'static str,
    /// Unix milliseconds.
    create_time: i64,
    /// Number of phones.
    total: i32,
    queued: i64,
    running: i64,
    done: i64,
    failed: i64,
    cancelled: i64,
    /// The batch whose failures this one tried again.
    #[schema(required = true)]
    retry_of: Option<i64>,
}

impl BatchView {
    fn of(batch: &Batch, lang: Lang) -> Self {
        let Counts {
            queued,
            running,
            done,
            failed,
            cancelled,
        } = batch.counts;
        Self {
            batch_id: batch.id,
            kind: batch.kind,
            name: batch.kind.words().in_lang(lang),
            create_time: batch.created_ms,
            total: batch.total,
            queued,
            running,
            done,
            failed,
            cancelled,
            retry_of: batch.retry_of,
        }
    }
}

impl BatchListView {
    pub fn of(page: &BatchPage, lang: Lang) -> Self {
        Self {
            list: page
                .rows
                .iter()
                .map(|batch| BatchView::of(batch, lang))
                .collect(),
            total: page.total,
        }
    }
}

/// A batch with all its phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptView {
    batch: BatchView,
    /// The steps of this kind, in order: name and words.
    steps: Vec<StepView>,
    /// Files that are sent to each phone; empty without any.
    files: Vec<SentFileView>,
    /// Package names of the apps that the batch is about; empty without any.
    packages: Vec<String>,
    /// The agreement to the disclaimer before data was moved; null for other kinds.
    #[schema(required = true)]
    disclaimer: Option<DisclaimerView>,
    list: Vec<ReceiptRowView>,
    /// The server's time, Unix milliseconds: elapsed times count from it.
    now: i64,
}

/// A step of a kind.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepView {
    /// look, act, boot or verify; of a health check link, system or screen; of what is sent send; of a replacement with data backUp, take, migrate, verify.
    step: &'static str,
    name: &'static str,
}

/// Phone of a batch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptRowView {
    phone_id: i64,
    /// For people; null when I cannot see the phone (any more).
    #[schema(required = true)]
    owl_id: Option<String>,
    #[schema(required = true)]
    phone_alias: Option<String>,
    state: State,
    /// The step it is at or failed at.
    #[schema(required = true)]
    step: Option<&'static str>,
    /// Why it failed; empty when it did not.
    reason: String,
    /// Unix milliseconds.
    #[schema(required = true)]
    start_time: Option<i64>,
    /// Unix milliseconds.
    #[schema(required = true)]
    end_time: Option<i64>,
    /// Time at which it fails at the latest, Unix milliseconds.
    #[schema(required = true)]
    deadline: Option<i64>,
    /// How long it is expected to take, in milliseconds: as the last ones of its kind at the phone's host.
    expected_ms: i64,
    /// Trying again can help.
    retryable: bool,
    /// The phone has another file of a name that was sent: trying again with `existing` can help.
    name_taken: bool,
    /// Whether it may be taken back.
    cancellable: bool,
    /// Whether its phone is in a failed state, out of which I may enter it directly.
    enterable: bool,
    /// Whether its replacement with data failed, and I may give it up.
    may_give_up: bool,
    /// How far what is sent to it is; null where nothing is.
    #[schema(required = true)]
    sent: Option<ProgressView>,
    /// The phone that took its place; null where none did.
    #[schema(required = true)]
    replacement: Option<ReplacementView>,
    /// The new identity of a phone that becomes a new device; null for other kinds.
    #[schema(required = true)]
    renewed: Option<RenewedView>,
}

/// How far a phone is with what is sent to it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgressView {
    /// Bytes that the phone acknowledged.
    bytes: i64,
    /// Size of all in bytes.
    total: i64,
    /// Name of the file that is being sent, or that the phone did not take.
    #[schema(required = true)]
    file: Option<String>,
}

impl From<Sent> for ProgressView {
    fn from(sent: Sent) -> Self {
        Self {
            bytes: sent.bytes,
            total: sent.total,
            file: sent.file,
        }
    }
}

impl ReceiptRowView {
    fn of(row: ReceiptRow, expected_ms: i64, lang: Lang) -> Self {
        Self {
            reason: row.reason(lang),
            phone_id: row.phone_id,
            owl_id: row.owl_id,
            phone_alias: row.alias,
            state: row.state,
            step: row.step.map(|step| step.into_str()),
            start_time: row.started_ms,
            end_time: row.ended_ms,
            deadline: row.deadline_ms,
            expected_ms,
            retryable: row.retryable,
            name_taken: row.name_taken,
            cancellable: row.cancellable,
            enterable: row.enterable,
            may_give_up: row.may_give_up,
            sent: row.sent.map(Into::into),
            replacement: row.replaced.map(Into::into),
            renewed: row.renewed.map(|renewed| RenewedView::of(renewed, lang)),
        }
    }
}

impl ReceiptView {
    /// Builds the answer's view. `expected_ms` says how long its kind is expected to take on a phone.
    pub fn of(
        receipt: Receipt,
        expected_ms: impl Fn(i64, Kind) -> i64,
        now_ms: i64,
        lang: Lang,
    ) -> Self {
        let kind = receipt.batch.kind;
        Self {
            steps: kind
                .steps()
                .iter()
                .map(|step| StepView {
                    step: step.into_str(),
                    name: kind.step_words(*step).in_lang(lang),
                })
                .collect(),
            batch: BatchView::of(&receipt.batch, lang),
            files: receipt.files.into_iter().map(Into::into).collect(),
            packages: (receipt.packages.iter())
                .map(|package| package.as_str().to_owned())
                .collect(),
            disclaimer: receipt.disclaimed.map(Into::into),
            list: receipt
                .rows
                .into_iter()
                .map(|row| {
                    let expected_ms = expected_ms(row.phone_id, kind);
                    ReceiptRowView::of(row, expected_ms, lang)
                })
                .collect(),
            now: now_ms,
        }
    }
}

impl From<StartError> for ApiError {
    fn from(error: StartError) -> Self {
        match error {
            StartError::Count => Self::Refused(codes::PHONE_COUNT),
            StartError::Duplicate => Self::Refused(codes::DUPLICATE_PHONE),
            StartError::Shared => Self::Refused(codes::SHARED_IN_BATCH),
            StartError::Upload => Self::Refused(codes::UPLOAD_ABSENT),
            StartError::Fault(fault) => fault.into(),
        }
    }
}

impl From<ManageError> for ApiError {
    fn from(error: ManageError) -> Self {
        match error {
            ManageError::Unknown => Self::Refused(codes::OPERATION_ABSENT),
            ManageError::Nothing => Self::Refused(codes::OPERATION_NOTHING),
            ManageError::Shared => Self::Refused(codes::SHARED_IN_BATCH),
            ManageError::Upload => Self::Refused(codes::UPLOAD_ABSENT),
            ManageError::Fault(fault) => fault.into(),
        }
    }
}
