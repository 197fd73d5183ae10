//! Who acts: a member proven by its access token, and what its client says of itself.

use std::future::{Ready, ready};
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, web};
use domain::codes;
use domain::lang::Lang;
use store::session::{self, Actor, Terminal};

use super::ApiError;
use crate::AppState;

/// A signed-in account. A handler that takes it answers 401 without a valid token.
pub struct Member(pub Actor);

impl FromRequest for Member {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let token = bearer(request);
        let state = request.app_data::<web::Data<AppState>>().cloned();
        let log = super::around::Note::of(request);
        Box::pin(async move {
            let refused = || ApiError::Refused(codes::UNAUTHENTICATED);
            let (token, state) = (token.ok_or_else(refused)?, state.ok_or_else(refused)?);
            let actor = session::actor_of(&state.engine.store, token, state.now_ms())
                .await?
                .ok_or_else(refused)?;
            log.member(actor.member_id());
            Ok(Self(actor))
        })
    }
}

/// The token of `Authorization: Bearer …`.
pub fn bearer(request: &HttpRequest) -> Option<String> {
    let value = request
        .headers()
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?;
    value
        .strip_prefix("Bearer ")
        .filter(|token| !token.is_empty())
        .map(str::to_owned)
}

/// What a client says of itself.
pub struct Client {
    /// The language of its words.
    pub lang: Lang,
    /// The kind of client.
    pub terminal: Terminal,
    /// Its access token, valid or not.
    pub bearer: Option<String>,
}

impl FromRequest for Client {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let text = |name: &str| {
            request
                .headers()
                .get(name)
                .and_then(|v| v.to_str().ok())
                .unwrap_or_default()
        };
        ready(Ok(Self {
            lang: Lang::from_accept(text("accept-language")),
            terminal: Terminal::from_header(text("terminal")),
            bearer: bearer(request),
        }))
    }
}
