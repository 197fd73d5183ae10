//! Query and views of upload records.

use domain::codes;
use domain::operations::{Kind, State};
use domain::uploads::{Choice, DeliveryFile, Outcome};
use serde::{Deserialize, Serialize};
use store::operations::{Record, RecordPage, RecordQuery};
use utoipa::{IntoParams, ToSchema};

use crate::http::files::SentFileView;
use crate::http::{ApiError, PageQuery, WORDS_MAX_BYTES};

/// A page of upload records, please.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct RecordsQuery {
    /// executing, failed, partialSuccess or success; all when missing.
    outcome: Option<String>,
    /// installApp or pushFile; both when missing.
    kind: Option<String>,
    /// Words in the name of a file, or a record's id.
    keyword: Option<String>,
}

impl RecordsQuery {
    /// Query that may be asked.
    pub fn parse(self, page: &PageQuery) -> Result<RecordQuery, ApiError> {
        let bad = || ApiError::Refused(codes::BAD_REQUEST);
        let (offset, limit) = page.usual()?;
        let words = self.keyword.unwrap_or_default();
        if words.len() > WORDS_MAX_BYTES {
            return Err(bad());
        }
        let named = |name: Option<String>| name.filter(|name| !name.is_empty());
        let outcome = named(self.outcome)
            .map(|name| name.parse().map_err(|_| bad()))
            .transpose()?;
        let kind = named(self.kind)
            .map(|name| match name.parse::<Kind>() {
                Ok(kind) if kind.sends() => Ok(kind),
                _ => Err(bad()),
            })
            .transpose()?;
        Ok(RecordQuery {
            outcome,
            kind,
            words,
            offset,
            limit,
        })
    }
}

/// Use of sent files.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SentChoiceView {
    /// Apps were installed.
    Install,
    /// Everything went to Download.
    Push,
    /// Apps were installed, and everything went to Download.
    Both,
}

impl From<Choice> for SentChoiceView {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Install => Self::Install,
            Choice::Send => Self::Push,
            Choice::Both => Self::Both,
        }
    }
}

/// A page of upload records.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadRecordsView {
    list: Vec<UploadRecordView>,
    total: i64,
    executing: i64,
    failed: i64,
    partial_success: i64,
    success: i64,
}

/// A sending of files to phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadRecordView {
    /// Id of the batch, whose receipt has each phone's details.
    batch_id: i64,
    kind: Kind,
    /// Unix milliseconds.
    create_time: i64,
    /// Files that were sent to each phone.
    files: Vec<SentFileView>,
    /// Ids of the files as they are kept now, to send them again.
    upload_ids: Vec<i64>,
    /// Whether the server still has all the files.
    kept: bool,
    /// Whether some phone failed that may be tried again, with files that the server still has.
    retryable: bool,
    /// Use of the files.
    choice: SentChoiceView,
    grant_permissions: bool,
    replace: bool,
    allow_downgrade: bool,
    /// Size of what goes to each phone in bytes.
    size: i64,
    /// Bytes that all phones together acknowledged.
    sent: i64,
    outcome: Outcome,
    /// Phones; with those that have everything, and those that do not and wait for nothing any more.
    total: usize,
    success: i64,
    fail: i64,
    /// State of each phone in their order.
    states: Vec<State>,
}

impl From<Record> for UploadRecordView {
    fn from(record: Record) -> Self {
        let (options, outcome) = (record.delivery.options, record.outcome());
        Self {
            batch_id: record.id,
            kind: record.kind,
            create_time: record.created_ms,
            kept: record.kept,
            retryable: record.retryable,
            choice: record.delivery.choice().into(),
            grant_permissions: options.grant_permissions,
            replace: options.replace,
            allow_downgrade: options.allow_downgrade,
            size: record.delivery.files.iter().map(DeliveryFile::load).sum(),
            sent: record.sent_bytes,
            outcome,
            total: record.states.len(),
            success: record.success(),
            fail: record.fail(),
            states: record.states,
            upload_ids: record.upload_ids,
            files: record.delivery.files.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<RecordPage> for UploadRecordsView {
    fn from(page: RecordPage) -> Self {
        let count = |wanted| {
            let found = page.counts.iter().find(|(outcome, _)| *outcome == wanted);
            found.map_or(0, |(_, count)| *count)
        };
        Self {
            total: page.total,
            executing: count(Outcome::Executing),
            failed: count(Outcome::Failed),
            partial_success: count(Outcome::PartialSuccess),
            success: count(Outcome::Success),
            list: page.rows.into_iter().map(Into::into).collect(),
        }
    }
}
