//! Bodies of feedback, and views for operators.

use domain::codes;
use domain::feedback::{InvalidFeedback, parse_answer};
use serde::{Deserialize, Serialize};
use store::feedback::{AnswerError, Feedback, FeedbackError, Written};
use utoipa::{IntoParams, ToSchema};

use crate::http::ApiError;

fn refused(fault: InvalidFeedback) -> ApiError {
    ApiError::explained(codes::BAD_REQUEST, |lang| fault.text(lang).to_owned())
}

/// Feedback of a member.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names that clients send")]
pub struct FeedbackBody {
    /// 1 to 100 characters.
    feedback_title: String,
    /// 1 to 300 characters.
    feedback_content: String,
    /// Source of the feedback, always "1".
    feedback_source: String,
}

impl FeedbackBody {
    /// Feedback that may be sent.
    pub fn parse(&self) -> Result<Feedback, ApiError> {
        Feedback::parse(
            &self.feedback_title,
            &self.feedback_content,
            &self.feedback_source,
        )
        .map_err(refused)
    }
}

/// Filter of feedback.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct FeedbackPageQuery {
    /// Answered feedback only, or open feedback only; all when missing.
    pub answered: Option<bool>,
}

/// Answer of an operator.
#[derive(Deserialize, ToSchema)]
pub struct AnswerBody {
    /// Feedback's id.
    pub id: i64,
    /// 1 to 1,000 characters.
    answer: String,
}

impl AnswerBody {
    /// Answer that may be sent.
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
            FeedbackError::TooMany { retry_after_ms } => {
                Self::retry_later(codes::TOO_MANY, retry_after_ms)
            }
            FeedbackError::Fault(fault) => fault.into(),
        }
    }
}

/// A page of feedback.
#[derive(Serialize, ToSchema)]
pub struct FeedbackPage {
    list: Vec<FeedbackView>,
    /// Number of all feedback.
    total: i64,
}

/// Feedback of a member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeedbackView {
    id: i64,
    /// Id of the member who wrote it.
    user_id: i64,
    /// The writer's masked number; empty when there is none.
    phone: String,
    feedback_title: String,
    feedback_content: String,
    /// Unix milliseconds.
    create_time: i64,
    /// Answer of an operator.
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
    /// Name of the operator who answered.
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
