//! Service that answers each caller's address, as plain text: through a proxy, the proxy's.

use actix_web::{HttpRequest, HttpResponse, get, web};

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(answer);
}

#[get("/address")]
async fn answer(request: HttpRequest) -> HttpResponse {
    match request.peer_addr() {
        Some(peer) => HttpResponse::Ok()
            .content_type("text/plain")
            .body(peer.ip().to_string()),
        None => HttpResponse::NotFound().finish(),
    }
}
