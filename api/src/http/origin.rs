//! Whether a socket's handshake comes from our own pages.

use actix_web::HttpRequest;
use actix_web::http::header;

use crate::AppState;

/// A browser always sends `Origin` on a socket's handshake: it must be the server's own. Programs send none, and hold a ticket anyway.
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
