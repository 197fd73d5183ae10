//! Middleware around every request: its id, its language, the words of a refusal, safe headers, one log line without secrets.
//! Id and line are our own: the line has the answer's code and the member, and no address, which may carry a token; tracing-actix-web logs it.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causes::causes;
use domain::lang::Lang;
use rand::RngExt;

use super::{ApiError, leaked_tokens, limits, tus};
use crate::AppState;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Content security policy of the web app. Inline styles are allowed because antd makes them while running.
pub(super) const CONTENT_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; \
     form-action 'self'; frame-ancestors 'none'";

/// Fields that handlers add to a request's log line.
#[derive(Clone, Default)]
pub struct LogContext(Rc<Cell<Option<i64>>>);

impl LogContext {
    /// Log context of a request.
    pub fn of(request: &HttpRequest) -> Self {
        request
            .extensions()
            .get::<Self>()
            .cloned()
            .unwrap_or_default()
    }

    /// Records the member who acted.
    pub fn member(&self, id: i64) {
        self.0.set(Some(id));
    }
}

/// Wraps every request of the server.
pub async fn request_middleware(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let begun = Instant::now();
    let id = URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 12]>());
    let log = LogContext::default();
    request.extensions_mut().insert(log.clone());
    let accept = request
        .headers()
        .get(header::ACCEPT_LANGUAGE)
        .and_then(|v| v.to_str().ok())
        .unwrap_or_default();
    let lang = Lang::from_accept(accept);
    tus::override_method(&mut request);
    let method = request.method().clone();
    let is_tus = tus::is_at(request.path());
    leaked_tokens::count_in_address(&request).await;
    limits::bound_unpacking(&mut request);
    // The request is not kept here: actix must own it alone to match its path. Handlers' errors come back as responses.
    let mut response = next.call(request).await?.map_into_boxed_body();
    let code = match response
        .response()
        .error()
        .and_then(|e| e.as_error::<ApiError>())
    {
        Some(error) => {
            if let ApiError::Fault(cause) = error {
                let path = response.request().match_pattern();
                let path = path.as_deref().unwrap_or("-");
                let reason = causes(cause.as_ref()).to_string();
                tracing::error!(
                    request_id = id,
                    method = %method,
                    route = path,
                    error = %reason,
                    "answer request failed"
                );
                if let Some(state) = response.request().app_data::<Data<AppState>>() {
                    let call = format!("{method} {path}");
                    (state.failed_calls).record(call, &reason, log.0.get(), &id, state.now_ms());
                }
            }
            let (number, body) = (error.number(), error.body(lang));
            let status = if is_tus {
                tus::status_of(error)
            } else {
                StatusCode::OK
            };
            response = response
                .into_response(HttpResponse::build(status).json(body))
                .map_into_boxed_body();
            number
        }
        None => 0,
    };
    if is_tus {
        tus::set_headers(response.status(), response.headers_mut());
    }
    let socket = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let path = response.request().match_pattern();
    let page = path.as_deref().is_some_and(|p| p.starts_with("/app"));
    set_headers(
        response.headers_mut(),
        &id,
        page && !path.as_deref().is_some_and(|p| p.starts_with("/app-api")),
    );
    tracing::info!(
        request_id = id,
        method = %method,
        route = path.as_deref().unwrap_or("-"),
        status = response.status().as_u16(),
        code,
        member_id = log.0.get(),
        duration_ms = begun.elapsed().as_millis() as u64,
        socket,
        "request answered"
    );
    Ok(response)
}

/// Adds the headers of every answer; what is not the web app must not be cached.
fn set_headers(headers: &mut HeaderMap, id: &str, web_app: bool) {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), microphone=(), geolocation=(), payment=()",
        ),
    ];
    for (name, value) in fixed {
        // A file of a member's comes with a stricter content policy, which is kept.
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    if !web_app && !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}
