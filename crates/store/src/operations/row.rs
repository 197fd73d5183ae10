//! An operation as it is stored, and as the rule sees it.

use diesel::prelude::*;
use domain::operations::{Input, Kind, Phase, Progress, State};
use serde::Serialize;

use crate::error::StoreError;
use crate::schema::operations;

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
}

impl Row {
    pub(super) fn kind(&self) -> Result<Kind, StoreError> {
        Kind::from_name(&self.kind).ok_or(StoreError::Corrupt("operation kind"))
    }

    pub(super) fn state(&self) -> Result<State, StoreError> {
        State::from_code(self.state).ok_or(StoreError::Corrupt("operation state"))
    }

    /// What the rule needs. A queued one begins now.
    pub(super) fn progress(&self, now_ms: i64) -> Result<Progress, StoreError> {
        let kind = self.kind()?;
        let input: Input = from_text(&self.input)?;
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
