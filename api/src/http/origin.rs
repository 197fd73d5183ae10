//! The server's own origin: checks that a socket's handshake comes from our pages, and that a browser is sent back to one.

use actix_web::HttpRequest;
use actix_web::http::header;
use domain::auth::social::may_return_to;

use crate::AppState;

/// Checks the `Origin` of a socket's handshake. A browser always sends it, and it must be the server's own; programs send none, and show
/// their ticket in a header.
pub fn same_origin(request: &HttpRequest, state: &AppState) -> bool {
    let text = |name| {
        request
            .headers()
            .get(name)
            .map(|v| v.to_str().unwrap_or("\u{0}"))
    };
    match text(header::ORIGIN) {
        None => true,
        Some(origin) => match &state.public_origin {
            Some(public) => origin == public,
            None => text(header::HOST).is_some_and(|host| {
                origin == format!("http://{host}") || origin == format!("https://{host}")
            }),
        },
    }
}

/// Whether a sign-in service may send the browser to `redirect_uri`: only to one of our two pages for it, at our own origin.
pub fn returns_here(request: &HttpRequest, state: &AppState, redirect_uri: &str) -> bool {
    let base = state.base.as_str();
    if let Some(public) = &state.public_origin {
        return may_return_to(&format!("{public}{base}"), redirect_uri);
    }
    let host = request.headers().get(header::HOST);
    host.and_then(|v| v.to_str().ok()).is_some_and(|host| {
        ["http", "https"]
            .iter()
            .any(|scheme| may_return_to(&format!("{scheme}://{host}{base}"), redirect_uri))
    })
}
