//! Session tokens that were shown in an address, where logs and histories keep them: they are not accepted there, and are counted.

use std::net::IpAddr;

use actix_web::dev::ServiceRequest;
use actix_web::web::{self, Query};
use causes::causes;
use engine::Engine;
use store::live;

use crate::AppState;

/// Names of query parameters in which clients have put a token.
const NAMES: [&str; 3] = ["token", "accessToken", "refreshToken"];

/// Tokens in a request's address; sockets check their tickets themselves.
pub(super) fn tokens_in_address(request: &ServiceRequest) -> Vec<String> {
    if request.query_string().is_empty() || request.path().contains("/websocket/") {
        return Vec::new();
    }
    Query::<Vec<(String, String)>>::from_query(request.query_string())
        .map(Query::into_inner)
        .unwrap_or_default()
        .into_iter()
        .filter(|(name, _)| NAMES.contains(&name.as_str()))
        .map(|(_, text)| text)
        .collect()
}

/// Counts the session tokens in a request's address.
pub(super) async fn count_in_address(request: &ServiceRequest) {
    let texts = tokens_in_address(request);
    let Some(state) = request.app_data::<web::Data<AppState>>() else {
        return;
    };
    for text in texts {
        let address = state.proxies.client_of(request.request());
        count_leaked_token(&state.engine, text, address).await;
    }
}

/// Counts `text` if it is a session's token, which does not belong into an address.
pub async fn count_leaked_token(engine: &Engine, text: String, address: IpAddr) {
    let now_ms = engine.clock.now_ms();
    match live::note_refused(&engine.store, text, Some(address), now_ms).await {
        Ok(false) => {}
        Ok(true) => tracing::warn!(client = %address, "session token found in URL"),
        Err(fault) => tracing::error!(
            error = %causes(&fault),
            "look up token of URL failed"
        ),
    }
}
