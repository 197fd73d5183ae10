//! Refunds: asked for, on their way for a moment, arrived.

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, Data, Path};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use serde::Deserialize;

use super::notification::refund_value;
use super::transactions::{NOT_THERE, is_notify_url};
use super::{INVALID, Outcome, Refused, answer, signing};
use crate::Sandbox;
use crate::wallets::{Open, RefundRow, State, Subject, Which};

/// So long a refund is on its way.
const TAKES_MS: i64 = 2000;

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(create).service(query);
}

#[derive(Deserialize)]
struct Wanted {
    out_trade_no: String,
    out_refund_no: String,
    notify_url: String,
    amount: Amount,
}

#[derive(Deserialize)]
struct Amount {
    refund: i64,
    total: i64,
    currency: String,
}

#[post("/refund/domestic/refunds")]
async fn create(request: HttpRequest, sandbox: Data<Sandbox>, body: Bytes) -> HttpResponse {
    answer(
        &request,
        &sandbox,
        &body,
        |open, value| match serde_json::from_value::<Wanted>(value.clone()) {
            Ok(wanted) => made(open, &wanted, sandbox.now_ms()),
            Err(_) => Ok(Err(INVALID)),
        },
    )
}

fn made(open: &Open, wanted: &Wanted, now_ms: i64) -> Outcome {
    let number = (1..=64).contains(&wanted.out_refund_no.len());
    if !number
        || wanted.amount.refund < 1
        || wanted.amount.currency != "CNY"
        || !is_notify_url(&wanted.notify_url)
    {
        return Ok(Err(INVALID));
    }
    let mut book = open.book();
    let Some(mut trade) = book.get(Which::WechatPay, &wanted.out_trade_no).cloned() else {
        return Ok(Err(NOT_THERE));
    };
    let refused = |status, code, words| Ok(Err(Refused(status, code, words)));
    if !matches!(trade.state, State::Paid(_)) {
        return refused(
            StatusCode::BAD_REQUEST,
            "INVALID_REQUEST",
            "订单状态错误，不能退款",
        );
    }
    if wanted.amount.total != trade.amount_fen {
        return refused(
            StatusCode::BAD_REQUEST,
            "INVALID_REQUEST",
            "订单金额与之前请求不一致",
        );
    }
    match trade.refund(&wanted.out_refund_no) {
        Some(known) if known.amount_fen != wanted.amount.refund => {
            return refused(
                StatusCode::BAD_REQUEST,
                "INVALID_REQUEST",
                "退款金额与之前请求不一致",
            );
        }
        Some(_) => {}
        None if trade.refunded_fen() + wanted.amount.refund > trade.amount_fen => {
            return refused(
                StatusCode::BAD_REQUEST,
                "INVALID_REQUEST",
                "申请退款金额大于订单可退金额",
            );
        }
        None => {
            trade.refunds.push(RefundRow {
                refund_no: wanted.out_refund_no.clone(),
                refund_id: format!("50000{}", signing::nonce(23).to_lowercase()),
                amount_fen: wanted.amount.refund,
                done_ms: now_ms + TAKES_MS,
                notify_url: wanted.notify_url.clone(),
            });
            let subject = Subject::Refund(wanted.out_refund_no.clone());
            trade.tell(subject, now_ms + TAKES_MS);
            book.put(trade.clone())?;
        }
    }
    let row = trade.refund(&wanted.out_refund_no);
    Ok(Ok(row.map(|row| refund_value(&trade, row, now_ms))))
}

#[get("/refund/domestic/refunds/{refund_no}")]
async fn query(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    refund_no: Path<String>,
) -> HttpResponse {
    answer(&request, &sandbox, &[], |open, _| {
        let book = open.book();
        let found = book
            .find(|trade| trade.which == Which::WechatPay && trade.refund(&refund_no).is_some());
        let row = found.and_then(|trade| Some((trade, trade.refund(&refund_no)?)));
        Ok(match row {
            Some((trade, row)) => Ok(Some(refund_value(trade, row, sandbox.now_ms()))),
            None => Err(Refused(
                StatusCode::NOT_FOUND,
                "RESOURCE_NOT_EXISTS",
                "退款单不存在",
            )),
        })
    })
}
