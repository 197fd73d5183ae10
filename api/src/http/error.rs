//! Refusals of calls as rows of the table of codes; the only place where a code meets an HTTP status.

use std::error::Error;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use domain::auth::Violation;
use domain::codes::{self, Code};
use domain::lang::Lang;
use serde_json::{Value, json};
use thiserror::Error as ThisError;

/// Refusal of a call. Codes travel on HTTP 200.
#[derive(Debug, ThisError)]
pub enum ApiError {
    /// A row of the table, in its own words.
    #[error("{}", .0.words.en)]
    Refused(Code),
    /// A row of the table in more exact words: Chinese, then English.
    #[error("{en}")]
    Explained {
        /// Row of the table of codes.
        code: Code,
        /// Text in zh-CN.
        zh: String,
        /// Text in en-US.
        en: String,
    },
    /// A wrong field of the request: the text, and the field's name in `data.field`, so that the client shows the text beside the field.
    #[error("{field}: {en}")]
    InField {
        /// Field's name in the request.
        field: String,
        /// Text in zh-CN.
        zh: String,
        /// Text in en-US.
        en: String,
    },
    /// A row in more exact words that the client reads together with data.
    #[error("{en}")]
    ExplainedWithData {
        /// Row of the table of codes.
        code: Code,
        /// Text in zh-CN.
        zh: String,
        /// Text in en-US.
        en: String,
        /// Data for the client.
        data: Value,
    },
    /// A row that the client reads together with data.
    #[error("{}", code.words.en)]
    WithData {
        /// Row of the table of codes.
        code: Code,
        /// Data for the client.
        data: Value,
    },
    /// A fault of ours: logged here with its causes, answered with a neutral code.
    #[error("a fault of ours")]
    Fault(#[source] Box<dyn Error + Send + Sync>),
}

impl ApiError {
    /// Refusal in more exact words, made by a function of the language.
    pub fn explained(code: Code, text: impl Fn(Lang) -> String) -> Self {
        Self::Explained {
            code,
            zh: text(Lang::Zh),
            en: text(Lang::En),
        }
    }

    /// Refusal after too many tries, with the pause until the next is accepted in `data.retryAfterMs`.
    pub fn retry_later(code: Code, retry_after_ms: i64) -> Self {
        Self::WithData {
            code,
            data: json!({ "retryAfterMs": retry_after_ms }),
        }
    }

    /// Refusal of a wrong field, with words made by a function of the language.
    pub fn in_field(field: String, text: impl Fn(Lang) -> String) -> Self {
        Self::InField {
            field,
            zh: text(Lang::Zh),
            en: text(Lang::En),
        }
    }

    fn code(&self) -> Code {
        match self {
            Self::InField { .. } => codes::BAD_REQUEST,
            Self::Refused(code)
            | Self::Explained { code, .. }
            | Self::ExplainedWithData { code, .. }
            | Self::WithData { code, .. } => *code,
            Self::Fault(cause) => fault_code(cause.as_ref()),
        }
    }

    /// Number that travels in `code`.
    pub fn number(&self) -> i64 {
        self.code().number
    }

    /// Body of the refusal in a language.
    pub fn body(&self, lang: Lang) -> Value {
        let (msg, data) = match self {
            Self::Explained { zh, en, .. } => (
                if lang == Lang::En {
                    en.as_str()
                } else {
                    zh.as_str()
                },
                Value::Null,
            ),
            Self::InField { field, zh, en } => {
                let words = if lang == Lang::En { en } else { zh };
                (words.as_str(), json!({ "field": field }))
            }
            Self::ExplainedWithData { zh, en, data, .. } => {
                let words = if lang == Lang::En { en } else { zh };
                (words.as_str(), data.clone())
            }
            Self::WithData { code, data } => (code.text(lang), data.clone()),
            Self::Refused(_) | Self::Fault(_) => (self.code().text(lang), Value::Null),
        };
        json!({ "code": self.number(), "msg": msg, "data": data })
    }
}

/// Row for a fault: busy when the database was locked or unreachable anywhere in the chain of causes.
pub fn fault_code(fault: &(dyn Error + 'static)) -> Code {
    let mut cause = Some(fault);
    while let Some(error) = cause {
        if error
            .downcast_ref::<store::StoreError>()
            .is_some_and(store::StoreError::is_busy)
        {
            return codes::BUSY;
        }
        cause = error.source();
    }
    codes::INTERNAL
}

impl From<store::StoreError> for ApiError {
    fn from(fault: store::StoreError) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// Refusal of a wrong field, in the form's own words; agreements that are not accepted have a code of their own.
impl From<Violation> for ApiError {
    fn from(violation: Violation) -> Self {
        if violation == Violation::AgreementMissing {
            return Self::Refused(codes::AGREEMENTS);
        }
        Self::explained(codes::BAD_REQUEST, |lang| violation.text(lang).to_owned())
    }
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        StatusCode::OK
    }

    /// Response without a body: `request_middleware` writes it, for it knows the language and the request's id.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::Ok().finish()
    }
}

/// Answer to a path without a route.
pub async fn absent(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let path = request.path();
    let call = [
        "/app-api",
        "/prod-api",
        "/system",
        "/getInfo",
        "/getRouters",
        "/admin-api",
    ]
    .iter()
    .any(|prefix| path.starts_with(prefix));
    if call {
        Err(ApiError::Refused(codes::NOT_FOUND))
    } else {
        Ok(HttpResponse::NotFound().finish())
    }
}
