//! Why a call was refused, as a row of the table of codes; the one place where that meets HTTP.

use std::error::Error;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, ResponseError};
use domain::codes::{self, Code};
use domain::lang::Lang;
use serde_json::{Value, json};
use thiserror::Error as ThisError;

/// A refusal on its way out. Codes travel on HTTP 200.
#[derive(Debug, ThisError)]
pub enum ApiError {
    /// A row of the table, in its own words.
    #[error("{}", .0.words.en)]
    Refused(Code),
    /// A row of the table in more exact words: Chinese, then English.
    #[error("{en}")]
    Explained {
        /// The row.
        code: Code,
        /// zh-CN
        zh: String,
        /// en-US
        en: String,
    },
    /// A field of the request is wrong: in words, and with the field's name in `data.field`, so that they stand beside it.
    #[error("{field}: {en}")]
    InField {
        /// As the request calls it.
        field: String,
        /// zh-CN
        zh: String,
        /// en-US
        en: String,
    },
    /// A row that the client reads together with data.
    #[error("{}", code.words.en)]
    WithData {
        /// The row.
        code: Code,
        /// For the client.
        data: Value,
    },
    /// A fault of ours: logged here with its causes, neutral outside.
    #[error("a fault of ours")]
    Fault(#[source] Box<dyn Error + Send + Sync>),
}

impl ApiError {
    /// A row in more exact words, by a function of the language.
    pub fn explained(code: Code, text: impl Fn(Lang) -> String) -> Self {
        Self::Explained {
            code,
            zh: text(Lang::Zh),
            en: text(Lang::En),
        }
    }

    /// A wrong field, by a function of the language.
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
            Self::Refused(code) | Self::Explained { code, .. } | Self::WithData { code, .. } => {
                *code
            }
            Self::Fault(cause) => fault_code(cause.as_ref()),
        }
    }

    /// What travels in `code`.
    pub fn number(&self) -> i64 {
        self.code().number
    }

    /// The body in a language.
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
            Self::WithData { code, data } => (code.text(lang), data.clone()),
            Self::Refused(_) | Self::Fault(_) => (self.code().text(lang), Value::Null),
        };
        json!({ "code": self.number(), "msg": msg, "data": data })
    }
}

/// The row of a fault: busy when the database is what was taken or away, however deep that lies.
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

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        StatusCode::OK
    }

    /// Without words: `around` writes the body, for it knows the language and the request's id.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::Ok().finish()
    }
}

/// Whatever has no route.
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

#[cfg(test)]
mod tests {
    use store::StoreError;

    use super::*;

    #[derive(Debug, ThisError)]
    #[error("outside")]
    struct Deep(#[source] StoreError);

    #[test]
    fn a_busy_database_has_a_code_of_its_own_however_deep_it_lies() {
        for error in [
            ApiError::from(StoreError::NoTurn),
            ApiError::from(StoreError::NoAnswer),
            ApiError::Fault(Box::new(Deep(StoreError::NoTurn))),
        ] {
            let body = error.body(Lang::Zh);
            assert_eq!(body["code"], 503);
            assert_eq!(body["msg"], "系统繁忙，请稍后重试");
            let body = error.body(Lang::En);
            assert_eq!(body["msg"], "The server is busy, please try again");
        }
        for error in [
            ApiError::from(StoreError::Corrupt("a value")),
            ApiError::Fault(Box::new(std::io::Error::other("disk"))),
        ] {
            assert_eq!(error.number(), 500);
        }
    }
}
