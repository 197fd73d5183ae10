//! WeChat Pay, interface version 3: requests signed by the merchant, answers and notifications by WeChat Pay, resources encrypted.

mod bill;
mod notification;
mod refunds;
mod signing;
mod transactions;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use causes::causes;
use serde_json::{Value, json};

use crate::wallets::{KeyPairs, Open};
use crate::{Sandbox, SandboxError};

pub use notification::signed_notification;

/// Refusal: HTTP's status, WeChat Pay's code, and words for people.
pub struct Refused(pub StatusCode, pub &'static str, pub &'static str);

/// Result of a call: an answer, or `None` for 204.
pub type Outcome = Result<Result<Option<Value>, Refused>, SandboxError>;

const INVALID: Refused = Refused(StatusCode::BAD_REQUEST, "PARAM_ERROR", "参数错误");

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(
        web::scope("/wechat-pay/v3")
            .configure(transactions::configure)
            .configure(refunds::configure)
            .configure(bill::configure)
            .service(certificates),
    )
    .service(transactions::app_page);
}

/// Runs a call of a merchant who proves himself, and signs the result.
fn answer(
    request: &HttpRequest,
    sandbox: &Sandbox,
    body: &[u8],
    call: impl FnOnce(&Open, &Value) -> Outcome,
) -> HttpResponse {
    let made = sandbox.0.wallets.open().and_then(|open| {
        let outcome = match signing::merchant(&open.key_pairs, request, body, sandbox.now_ms()) {
            Err(refused) => Err(refused),
            Ok(()) if body.is_empty() => call(&open, &Value::Null)?,
            Ok(()) => match serde_json::from_slice(body) {
                Ok(value) => call(&open, &value)?,
                Err(_) => Err(INVALID),
            },
        };
        reply(&open.key_pairs, request, outcome, sandbox.now_ms())
    });
    made.unwrap_or_else(|error| {
        tracing::error!(error = %causes(&error), "answer WeChat Pay call failed");
        HttpResponse::InternalServerError().finish()
    })
}

fn reply(
    key_pairs: &KeyPairs,
    request: &HttpRequest,
    outcome: Result<Option<Value>, Refused>,
    now_ms: i64,
) -> Result<HttpResponse, SandboxError> {
    let (status, body) = match outcome {
        Ok(Some(value)) => (StatusCode::OK, value.to_string()),
        Ok(None) => (StatusCode::NO_CONTENT, String::new()),
        Err(Refused(status, code, message)) => (
            status,
            json!({ "code": code, "message": message }).to_string(),
        ),
    };
    let serial = signing::wanted_serial(key_pairs, request);
    let mut response = HttpResponse::build(status);
    for (name, value) in signing::stamp(key_pairs, &serial, &body, now_ms)? {
        response.insert_header((name, value));
    }
    Ok(response
        .content_type("application/json; charset=utf-8")
        .body(body))
}

/// Answers with the platform certificate, encrypted.
#[actix_web::get("/certificates")]
async fn certificates(request: HttpRequest, sandbox: web::Data<Sandbox>) -> HttpResponse {
    answer(&request, &sandbox, &[], |open, _| {
        let key_pairs = &open.key_pairs;
        let sealed = signing::seal(key_pairs, &key_pairs.platform_certificate, "certificate")?;
        Ok(Ok(Some(json!({ "data": [{
            "serial_no": key_pairs.platform_serial,
            "effective_time": "2025-01-01T00:00:00+08:00",
            "expire_time": "2045-12-27T00:00:00+08:00",
            "encrypt_certificate": sealed,
        }] }))))
    })
}
