//! Payments: preparing them three ways, querying them, closing them.

use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use chrono::DateTime;
use domain::lang::Words;
use serde::Deserialize;
use serde_json::{Value, json};

use super::notification::transaction;
use super::{INVALID, Outcome, Refused, answer, signing};
use crate::Sandbox;
use crate::pages::{home, refusal};
use crate::wallets::{KeyPairs, Open, State, Trade, Which};

/// Longest life of an unpaid trade without a deadline of its own.
const LIFE_MS: i64 = 2 * 60 * 60 * 1000;
/// Life of an H5 address.
const H5_LIFE_MS: i64 = 5 * 60 * 1000;
/// Greatest amount of a trade, in fen.
const AMOUNT_MAX_FEN: i64 = 10_000_000_000;

pub const NOT_THERE: Refused = Refused(StatusCode::NOT_FOUND, "ORDER_NOT_EXIST", "订单不存在");

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(create).service(close).service(query);
}

#[derive(Deserialize)]
struct Wanted {
    appid: String,
    description: String,
    out_trade_no: String,
    time_expire: Option<String>,
    notify_url: String,
    amount: Amount,
    scene_info: Option<Scene>,
}

#[derive(Deserialize)]
struct Amount {
    total: i64,
    currency: Option<String>,
}

#[derive(Deserialize)]
struct Scene {
    payer_client_ip: std::net::IpAddr,
    h5_info: H5Info,
}

#[derive(Deserialize)]
struct H5Info {
    #[serde(rename = "type")]
    kind: String,
}

/// Whether an address may get notifications: https, or this machine; without a query.
pub fn is_notify_url(text: &str) -> bool {
    let Ok(url) = url::Url::parse(text) else {
        return false;
    };
    let here = match url.host() {
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost",
        None => false,
    };
    (url.scheme() == "https" || here) && url.query().is_none()
}

fn is_number(text: &str) -> bool {
    (6..=32).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_-|*".contains(&b))
}

/// Trade that is asked for; `None` where the parameters are not right.
fn wanted(
    sandbox: &Sandbox,
    key_pairs: &KeyPairs,
    request: &HttpRequest,
    way: &str,
    body: &Value,
) -> Option<Trade> {
    let now_ms = sandbox.now_ms();
    let wanted: Wanted = serde_json::from_value(body.clone()).ok()?;
    let expires_ms = match &wanted.time_expire {
        Some(text) => DateTime::parse_from_rfc3339(text).ok()?.timestamp_millis(),
        None => now_ms + LIFE_MS,
    };
    let scene = wanted.scene_info.as_ref().is_some_and(|scene| {
        !scene.payer_client_ip.is_unspecified()
            && ["Wap", "iOS", "Android"].contains(&scene.h5_info.kind.as_str())
    });
    let fine = is_number(&wanted.out_trade_no)
        && (1..=127).contains(&wanted.description.len())
        && is_notify_url(&wanted.notify_url)
        && (1..=AMOUNT_MAX_FEN).contains(&wanted.amount.total)
        && wanted.amount.currency.as_deref().is_none_or(|c| c == "CNY")
        && expires_ms > now_ms
        && (way != "h5" || scene);
    fine.then(|| Trade {
        which: Which::WechatPay,
        order_no: wanted.out_trade_no,
        number: format!("42000{}", signing::nonce(23).to_lowercase()),
        prepay_id: format!("wx{}", signing::nonce(34).to_lowercase()),
        ticket: crate::keys::random_token(),
        app_id: wanted.appid,
        subject: wanted.description,
        amount_fen: wanted.amount.total,
        made_ms: now_ms,
        expires_ms,
        notify_url: wanted.notify_url,
        return_url: String::new(),
        way: way.to_owned(),
        signed_by: signing::wanted_serial(key_pairs, request),
        seen: true,
        state: State::Waiting,
        refunds: Vec::new(),
        news: Vec::new(),
    })
}

#[post("/pay/transactions/{way:native|app|h5}")]
async fn create(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    way: Path<String>,
    body: Bytes,
) -> HttpResponse {
    answer(&request, &sandbox, &body, |open, value| {
        let told = open.key_pairs.told();
        if value["mchid"] != *told.wechat_pay_mch_id {
            return Ok(Err(Refused(
                StatusCode::BAD_REQUEST,
                "MCH_NOT_EXISTS",
                "商户号不存在",
            )));
        }
        if value["appid"] != *told.wechat_pay_app_id {
            return Ok(Err(Refused(
                StatusCode::BAD_REQUEST,
                "APPID_MCHID_NOT_MATCH",
                "appid和mch_id不匹配",
            )));
        }
        match wanted(&sandbox, &open.key_pairs, &request, &way, value) {
            Some(trade) => made(&sandbox, open, trade),
            None => Ok(Err(INVALID)),
        }
    })
}

fn made(sandbox: &Sandbox, open: &Open, mut trade: Trade) -> Outcome {
    let mut book = open.book();
    match book.get(Which::WechatPay, &trade.order_no) {
        None => book.put(trade.clone())?,
        Some(known) if !known.is_same(&trade) => {
            return Ok(Err(Refused(
                StatusCode::FORBIDDEN,
                "OUT_TRADE_NO_USED",
                "商户订单号重复",
            )));
        }
        Some(known) => trade = known.clone(),
    }
    match trade.state_at(sandbox.now_ms()) {
        State::Waiting => {}
        State::Paid(_) => {
            return Ok(Err(Refused(
                StatusCode::BAD_REQUEST,
                "ORDERPAID",
                "该订单已支付",
            )));
        }
        State::Closed => {
            return Ok(Err(Refused(
                StatusCode::BAD_REQUEST,
                "ORDER_CLOSED",
                "该订单已关闭",
            )));
        }
    }
    let page = sandbox.pay_page(&trade);
    Ok(Ok(Some(match trade.way.as_str() {
        "native" => json!({ "code_url": page }),
        "h5" => {
            let until_ms = sandbox.now_ms() + H5_LIFE_MS;
            json!({ "h5_url": format!("{page}?prepay_id={}&until={until_ms}", trade.prepay_id) })
        }
        _ => json!({ "prepay_id": trade.prepay_id }),
    })))
}

#[derive(Deserialize)]
struct By {
    #[serde(default)]
    mchid: String,
}

#[get("/pay/transactions/out-trade-no/{order_no}")]
async fn query(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    order_no: Path<String>,
    by: Query<By>,
) -> HttpResponse {
    answer(&request, &sandbox, &[], |open, _| {
        if by.mchid != open.key_pairs.told().wechat_pay_mch_id {
            return Ok(Err(INVALID));
        }
        let found = open.book().get(Which::WechatPay, &order_no).cloned();
        Ok(match found {
            Some(trade) => Ok(Some(transaction(&open.key_pairs, &trade, sandbox.now_ms()))),
            None => Err(NOT_THERE),
        })
    })
}

#[post("/pay/transactions/out-trade-no/{order_no}/close")]
async fn close(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    order_no: Path<String>,
    body: Bytes,
) -> HttpResponse {
    answer(&request, &sandbox, &body, |open, value| {
        if value["mchid"] != *open.key_pairs.told().wechat_pay_mch_id {
            return Ok(Err(INVALID));
        }
        let mut book = open.book();
        let Some(mut trade) = book.get(Which::WechatPay, &order_no).cloned() else {
            return Ok(Err(NOT_THERE));
        };
        match trade.state_at(sandbox.now_ms()) {
            State::Paid(_) => Ok(Err(Refused(
                StatusCode::BAD_REQUEST,
                "ORDERPAID",
                "该订单已支付",
            ))),
            State::Closed => Ok(Ok(None)),
            State::Waiting => {
                trade.state = State::Closed;
                book.put(trade)?;
                Ok(Ok(None))
            }
        }
    })
}

/// Parameters that an app hands to WeChat's SDK.
#[derive(Deserialize)]
struct Call {
    appid: String,
    partnerid: String,
    prepayid: String,
    package: String,
    noncestr: String,
    timestamp: String,
    sign: String,
}

/// Page in place of WeChat's app: the SDK's parameters come as a query.
#[get("/wechat-pay/app")]
pub async fn app_page(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    call: Query<Call>,
) -> HttpResponse {
    let Ok(open) = sandbox.0.wallets.open() else {
        return HttpResponse::InternalServerError().finish();
    };
    let text = format!(
        "{}\n{}\n{}\n{}\n",
        call.appid, call.timestamp, call.noncestr, call.prepayid
    );
    let fine = open.key_pairs.merchant.verifies(&text, &call.sign)
        && call.partnerid == open.key_pairs.told().wechat_pay_mch_id
        && call.package == "Sign=WXPay";
    let found = open
        .book()
        .find(|trade| fine && trade.way == "app" && trade.prepay_id == call.prepayid)
        .filter(|trade| trade.app_id == call.appid)
        .map(|trade| trade.ticket.clone());
    match found {
        Some(ticket) => HttpResponse::SeeOther()
            .insert_header((
                header::LOCATION,
                format!("{}/payments/{ticket}", home(&request)),
            ))
            .finish(),
        None => refusal(
            &request,
            Words::new("模拟微信支付", "Stand-in WeChat Pay"),
            Words::new(
                "调起支付的参数无效。",
                "What the app hands over is not right.",
            ),
        ),
    }
}
