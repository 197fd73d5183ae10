//! An operation's row, and its form for the rule.

use diesel::prelude::*;
use domain::codes;
use domain::operations::{Kind, OperationChoice, Phase, Progress, PushFailure, Reason, State};
use serde::Serialize;

use crate::db::schema::operations;
use crate::error::StoreError;

/// The stored row.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = operations)]
pub(super) struct Row {
    pub(super) id: i64,
    pub(super) batch_id: i64,
    pub(super) member_id: i64,
    pub(super) phone_id: i64,
    pub(super) kind: String,
    pub(super) input: String,
    pub(super) state: i16,
    pub(super) step: i16,
    pub(super) phase: i16,
    pub(super) before: Option<String>,
    pub(super) generation: i64,
    pub(super) started_ms: Option<i64>,
    pub(super) since_ms: i64,
    pub(super) deadline_ms: Option<i64>,
    pub(super) ended_ms: Option<i64>,
    pub(super) reason: Option<String>,
    pub(super) refusal: Option<i64>,
    pub(super) refusal_status: Option<i16>,
    pub(super) refusal_word: Option<String>,
    pub(super) sent_bytes: Option<i64>,
    pub(super) item: Option<i16>,
    pub(super) identity: Option<String>,
}

impl Row {
    pub(super) fn kind(&self) -> Result<Kind, StoreError> {
        (self.kind.parse()).map_err(|_| StoreError::Corrupt("operation kind"))
    }

    pub(super) fn state(&self) -> Result<State, StoreError> {
        State::from_code(self.state).ok_or(StoreError::Corrupt("operation state"))
    }

    pub(super) fn can_retry(&self) -> bool {
        can_retry(self.reason.as_deref(), self.refusal)
    }

    /// Whether the phone has another file of a name that was sent.
    pub(super) fn name_is_taken(&self) -> bool {
        let reason = self.reason.as_deref().and_then(Reason::from_name);
        reason == Some(Reason::PushFailed(PushFailure::NameTaken))
    }

    /// The row's progress for the rule. A queued operation begins now.
    pub(super) fn progress(&self, now_ms: i64) -> Result<Progress, StoreError> {
        let kind = self.kind()?;
        let input: OperationChoice = from_text(&self.input)?;
        Ok(Progress {
            step: usize::try_from(self.step).map_err(|_| StoreError::Corrupt("operation step"))?,
            phase: Phase::from_code(self.phase).ok_or(StoreError::Corrupt("operation phase"))?,
            before: self.before.as_deref().map(from_text).transpose()?,
            since_ms: self.since_ms,
            deadline_ms: (self.deadline_ms).unwrap_or_else(|| now_ms + input.deadline_ms(kind)),
            kind,
            input,
        })
    }
}

pub(super) fn from_text<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|_| StoreError::Corrupt("operation text"))
}

pub(super) fn to_text<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|_| StoreError::Corrupt("operation text"))
}

/// Whether a failure by this reason or refusal may go away when the phone is asked again.
pub(super) fn can_retry(reason: Option<&str>, refusal: Option<i64>) -> bool {
    match (reason, refusal) {
        (Some(reason), _) => Reason::from_name(reason).is_some_and(Reason::retryable),
        (None, Some(code)) => [
            codes::STATE_FORBIDS,
            codes::PHONE_BUSY,
            codes::REPLACEMENT_NONE,
        ]
        .iter()
        .any(|passing| passing.number == code),
        (None, None) => false,
    }
}
