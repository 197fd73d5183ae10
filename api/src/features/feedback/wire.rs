//! Feedback as it comes in, and as operators read it.

use domain::codes;
use domain::feedback::{FeedbackFault, parse_answer};
use serde::{Deserialize, Serialize};
use store::feedback::{AnswerError, Feedback, FeedbackError, Written};
use utoipa::{IntoParams, ToSchema};

use crate::http::{ApiError, PageQuery};

fn refused(fault: FeedbackFault) -> ApiError {
    ApiError::explained(codes::BAD_REQUEST, |lang| fault.text(lang).to_owned())
}

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
        .map_err(refused)
    }
}

/// Which feedback to show.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct FeedbackPageQuery {
    /// From 1.
    #[serde(alias = "pageNum", alias = "page")]
    page_no: Option<i64>,
    /// 1 to 200.
    #[serde(alias = "limit")]
    page_size: Option<i64>,
    /// What is answered, or what is open; all when missing.
    pub answered: Option<bool>,
}

impl FeedbackPageQuery {
    /// Which page.
    pub const fn page(&self) -> PageQuery {
        PageQuery::of(self.page_no, self.page_size)
    }
}

/// What an operator answers.
#[derive(Deserialize, ToSchema)]
pub struct AnswerBody {
    /// The feedback.
    pub id: i64,
    /// 1 to 1,000 characters.
    answer: String,
}

impl AnswerBody {
    /// What may be answered.
    pub fn parse(&self) -> Result<String, ApiError> {
        parse_answer(&self.answer).map_err(refused)
    }
}

impl From<AnswerError> for ApiError {
    fn from(error: AnswerError) -> Self {
        match error {
            AnswerError::Absent => Self::Refused(codes::FEEDBACK_ABSENT),
            AnswerError::Answered => Self::Refused(codes::FEEDBACK_ANSWERED),
            AnswerError::Fault(fault) => fault.into(),
        }
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
    /// What was answered.
    #[schema(required = true)]
    answer: Option<AnswerView>,
}

/// An operator's answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerView {
    answer: String,
    /// Unix milliseconds.
    answer_time: i64,
    /// Who answered, by name.
    answer_by: String,
}

impl From<Written> for FeedbackView {
    fn from(row: Written) -> Self {
        Self {
            id: row.id,
            user_id: row.member_id,
            phone: row.phone,
            feedback_title: row.title,
            feedback_content: row.content,
            create_time: row.created_ms,
            answer: row.answer.map(|answer| AnswerView {
                answer: answer.text,
                answer_time: answer.at_ms,
                answer_by: answer.by,
            }),
        }
    }
}

impl From<(Vec<Written>, i64)> for FeedbackPage {
    fn from((rows, total): (Vec<Written>, i64)) -> Self {
        Self {
            list: rows.into_iter().map(FeedbackView::from).collect(),
            total,
        }
    }
}
