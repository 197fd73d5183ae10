//! `/callback/**`: notifications of wallets. The protocols are the wallets', so these paths are no part of the API document: raw bytes in,
//! HTTP's own statuses out. A sender is trusted only for a signature over these bytes.

use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use domain::orders::Wallet;
use engine::payments::{ALIPAY_CALLBACK, NOTIFICATION_MAX_BYTES, Reply, WECHAT_PAY_CALLBACK};

use crate::AppState;

/// Adds the paths of both wallets.
pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.route(ALIPAY_CALLBACK, web::post().to(alipay))
        .route(WECHAT_PAY_CALLBACK, web::post().to(wechat_pay));
}

async fn alipay(state: Data<AppState>, request: HttpRequest, body: Payload) -> HttpResponse {
    answer(state, Wallet::Alipay, request, body).await
}

async fn wechat_pay(state: Data<AppState>, request: HttpRequest, body: Payload) -> HttpResponse {
    answer(state, Wallet::WechatPay, request, body).await
}

async fn answer(
    state: Data<AppState>,
    wallet: Wallet,
    request: HttpRequest,
    body: Payload,
) -> HttpResponse {
    let Ok(Ok(body)) = body.to_bytes_limited(NOTIFICATION_MAX_BYTES).await else {
        return HttpResponse::PayloadTooLarge().finish();
    };
    let headers: Vec<(&str, &str)> = request
        .headers()
        .iter()
        .filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?)))
        .collect();
    match state
        .engine
        .handle_notification(wallet, &headers, &body)
        .await
    {
        Some(reply) => wallet_answer(reply),
        // This server is not set up for the wallet.
        None => HttpResponse::NotFound().finish(),
    }
}

fn wallet_answer(reply: Reply) -> HttpResponse {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    HttpResponse::build(status)
        .content_type(reply.content_type)
        .body(reply.body)
}
