//! The caller of a request: a member proven by its access token, and what its client says of itself.

use std::future::{Ready, ready};
use std::net::IpAddr;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, web};
use domain::agreements::EntryVersions;
use domain::codes::{self, Code};
use domain::device::device_of;
use domain::lang::Lang;
use domain::session::SessionRules;
use serde_json::json;
use store::Store;
use store::session::{self, Actor, Arrival, Terminal};

use super::cookie::kept_device;
use super::{ApiError, scope};
use crate::AppState;

/// A signed-in account. A handler that takes it answers 401 without a valid token, 403 to a token that was delegated for other calls, and the
/// code `VIEW_ONLY` to an operator who sees the console as a member does, in calls that such an operator may not make (see `scope`).
pub struct Member(pub Actor);

impl FromRequest for Member {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let token = bearer(request);
        let request = request.clone();
        let state = request.app_data::<web::Data<AppState>>().cloned();
        let log = super::request_middleware::LogContext::of(&request);
        Box::pin(async move {
            let refused = || ApiError::Refused(codes::UNAUTHENTICATED);
            let (token, state) = (token.ok_or_else(refused)?, state.ok_or_else(refused)?);
            let store = &state.engine.store;
            let Some(actor) = session::actor_of(store, token.clone(), state.now_ms()).await? else {
                return Err(refused_token(store, codes::UNAUTHENTICATED, token).await);
            };
            log.member(actor.member_id());
            let delegation = actor.delegation();
            if let Some(code) = delegation.and_then(|limits| scope::refusal(&request, limits)) {
                return Err(ApiError::Refused(code));
            }
            if delegation.is_some() {
                let address = state.proxies.client_of(&request);
                session::count_call(store, &actor, address, state.now_ms())
                    .await?
                    .map_err(|retry_after_ms| {
                        ApiError::retry_later(codes::TOO_MANY, retry_after_ms)
                    })?;
            }
            Ok(Self(actor))
        })
    }
}

/// Refusal of a token. Where the session ended for a reason that its device is told, such as a sign-in elsewhere, the refusal carries it.
pub async fn refused_token(store: &Store, code: Code, token: String) -> ApiError {
    match session::ending_of(store, token).await {
        Ok(Some(ending)) => ApiError::WithData {
            code,
            data: json!(ending),
        },
        Ok(None) => ApiError::Refused(code),
        Err(fault) => fault.into(),
    }
}

/// Token of the header `Authorization: Bearer …`.
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

/// Optional caller: a member when a token comes along, nobody without one. A token that is no longer good answers 401, so that its client
/// refreshes and asks again.
pub struct OptionalMember(pub Option<Actor>);

impl FromRequest for OptionalMember {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        if bearer(request).is_none() {
            return Box::pin(ready(Ok(Self(None))));
        }
        let member = Member::from_request(request, payload);
        Box::pin(async move { Ok(Self(Some(member.await?.0))) })
    }
}

/// Facts about a client: measured, or claimed by itself.
pub struct Client {
    /// Language of messages to this client.
    pub lang: Lang,
    /// The kind of client.
    pub terminal: Terminal,
    /// Access token as sent, valid or not.
    pub bearer: Option<String>,
    /// Address of the client: the peer, or what a trusted proxy says.
    pub address: IpAddr,
    /// Short name of the device: `Chrome 140 · Windows`.
    pub device: String,
    /// Device token that was issued at an earlier sign-in, or a new one.
    pub device_token: String,
}

impl Client {
    /// Facts for a new session that begins with the acceptance of agreements, under the rules in force.
    pub fn agreeing(&self, agreed: EntryVersions, rules: SessionRules) -> Arrival {
        Arrival {
            terminal: self.terminal,
            address: Some(self.address),
            device: self.device.clone(),
            agreed,
            rules,
        }
    }
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
        let Some(state) = request.app_data::<web::Data<AppState>>() else {
            return ready(Err(ApiError::Refused(codes::INTERNAL)));
        };
        ready(Ok(Self {
            lang: Lang::from_accept(text("accept-language")),
            terminal: text("terminal").parse().unwrap_or_default(),
            bearer: bearer(request),
            address: state.proxies.client_of(request),
            device: device_of(text("user-agent")),
            device_token: kept_device(state, request),
        }))
    }
}
