//! Feedback as it comes in, and as operators read it.

use domain::codes;
use serde::{Deserialize, Serialize};
use store::feedback::{Feedback, FeedbackError, Written};
use utoipa::ToSchema;

use crate::http::ApiError;

/// What a member writes.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names that clients send")]
pub struct FeedbackBody {
    /// 1 to 100 characters.
    feedback_title: String,
    /// 1 to 300 characters.
    feedback_content: String,
    /// Always "1".
    feedback_source: String,
}

impl FeedbackBody {
    /// What may be written.
    pub fn parse(&self) -> Result<Feedback, ApiError> {
        Feedback::parse(
            &self.feedback_title,
            &self.feedback_content,
            &self.feedback_source,
        )
        .map_err(|fault| {
            ApiError::explained(codes::BAD_REQUEST, |lang| fault.text(lang).to_owned())
        })
    }
}

impl From<FeedbackError> for ApiError {
    fn from(error: FeedbackError) -> Self {
        match error {
            FeedbackError::TooMany { retry_after_ms } => Self::WithData {
                code: codes::TOO_MANY,
                data: serde_json::json!({ "retryAfterMs": retry_after_ms }),
            },
            FeedbackError::Fault(fault) => fault.into(),
        }
    }
}

/// A page of it.
#[derive(Serialize, ToSchema)]
pub struct FeedbackPage {
    list: Vec<FeedbackView>,
    /// How much there is in all.
    total: i64,
}

/// What a member wrote.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackView {
    id: i64,
    /// Who wrote it.
    user_id: i64,
    /// The writer's masked number; empty when there is none.
    phone: String,
    feedback_title: String,
    feedback_content: String,
    /// Unix milliseconds.
    create_time: i64,
}

impl From<(Vec<Written>, i64)> for FeedbackPage {
    fn from((rows, total): (Vec<Written>, i64)) -> Self {
        let view = |row: Written| FeedbackView {
            id: row.id,
            user_id: row.member_id,
            phone: row.phone,
            feedback_title: row.title,
            feedback_content: row.content,
            create_time: row.created_ms,
        };
        Self {
            list: rows.into_iter().map(view).collect(),
            total,
        }
    }
}
