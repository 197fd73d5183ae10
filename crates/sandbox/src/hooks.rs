//! Receiver of members' webhooks, which puts events into the outbox. Anybody may post here, so it answers only where the sandbox is reached
//! from this machine alone.
//!
//! `?secret=whsec_…` makes it check signatures (401 without a good one); `?answer=503` makes it answer with that status and take nothing.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Query};
use actix_web::{HttpRequest, HttpResponse, post, web};
use causes::causes;
use serde::Deserialize;

use crate::sms::signed;
use crate::{Entry, Sandbox};

#[derive(Deserialize)]
struct HooksQuery {
    secret: Option<String>,
    answer: Option<u16>,
}

/// Fields of an event that are read.
#[derive(Deserialize)]
struct Event {
    id: String,
    r#type: String,
}

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(take);
}

#[post("/hooks")]
async fn take(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    asked: Query<HooksQuery>,
    body: Bytes,
) -> HttpResponse {
    if !sandbox.0.open {
        return HttpResponse::NotFound().finish();
    }
    let HooksQuery { secret, answer } = asked.into_inner();
    let now_ms = sandbox.now_ms();
    if let Some(secret) = secret
        && !signed(&secret, request.headers(), &body, now_ms.div_euclid(1000))
    {
        return HttpResponse::Unauthorized().finish();
    }
    if let Some(status) = answer.and_then(|answer| StatusCode::from_u16(answer).ok()) {
        return HttpResponse::new(status);
    }
    let (Ok(event), Ok(text)) = (
        serde_json::from_slice::<Event>(&body),
        std::str::from_utf8(&body),
    ) else {
        return HttpResponse::BadRequest().finish();
    };
    let entry = Entry {
        at: now_ms,
        channel: "webhook".to_owned(),
        to: event.id,
        purpose: event.r#type,
        text: text.to_owned(),
        code: String::new(),
    };
    match sandbox.0.outbox.add(entry) {
        Ok(()) => HttpResponse::NoContent().finish(),
        Err(error) => {
            tracing::error!(channel = "webhook", error = %causes(&error), "write outbox failed");
            HttpResponse::InternalServerError().finish()
        }
    }
}
