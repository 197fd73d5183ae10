//! Methods of the gateway: payments, queries, closing, refunds.

use std::io;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Params, Refused, bill};
use crate::wallets::{
    Open, RefundRow, State, Subject, Trade, Which, from_china, plain_day, to_china, yuan,
};
use crate::{Sandbox, SandboxError};

/// Longest life of an unpaid trade without a deadline of its own.
const LIFE_MS: i64 = 15 * 24 * 60 * 60 * 1000;
/// Greatest amount of a trade, in fen.
const AMOUNT_MAX_FEN: i64 = 10_000_000_000;
/// Longest number of a merchant, in characters.
const NUMBER_MAX: usize = 64;

pub(super) type Outcome<T> = Result<Result<T, Refused>, SandboxError>;

pub(super) const INVALID: Refused = Refused("40004", "ACQ.INVALID_PARAMETER", "参数无效");
const NOT_THERE: Refused = Refused("40004", "ACQ.TRADE_NOT_EXIST", "交易不存在");

#[derive(Deserialize)]
struct Content {
    out_trade_no: Option<String>,
    total_amount: Option<String>,
    subject: Option<String>,
    product_code: Option<String>,
    time_expire: Option<String>,
    refund_amount: Option<String>,
    out_request_no: Option<String>,
}

fn content(params: &Params) -> Option<Content> {
    serde_json::from_str(params.get("biz_content")?).ok()
}

/// Amount in fen: `12.3` and `12.30` are 1230 fen.
fn fen(text: &str) -> Option<i64> {
    let (yuan, cents) = text.split_once('.').unwrap_or((text, "00"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(yuan) || !digits(cents) || yuan.len() > 9 || cents.len() > 2 {
        return None;
    }
    let cents: i64 = format!("{cents:0<2}").parse().ok()?;
    Some(yuan.parse::<i64>().ok()? * 100 + cents)
}

/// Makes a trade, or finds the one that was made with the same parameters.
pub fn pay(open: &Open, params: &Params, now_ms: i64) -> Outcome<Trade> {
    let Some(mut wanted) = content(params).and_then(|content| wanted(params, content, now_ms))
    else {
        return Ok(Err(INVALID));
    };
    // A buyer who follows a link has come; a QR code waits for a scan.
    wanted.seen = wanted.way != "FACE_TO_FACE_PAYMENT";
    if wanted.expires_ms <= now_ms {
        return Ok(Err(Refused("40004", "ACQ.TRADE_HAS_CLOSE", "交易已超时")));
    }
    let mut book = open.book();
    match book.get(Which::Alipay, &wanted.order_no) {
        None => book.put(wanted.clone())?,
        Some(known) if !known.is_same(&wanted) => {
            return Ok(Err(Refused(
                "40004",
                "ACQ.CONTEXT_INCONSISTENT",
                "交易信息被篡改",
            )));
        }
        Some(known) => wanted = known.clone(),
    }
    Ok(Ok(wanted))
}

fn wanted(params: &Params, content: Content, now_ms: i64) -> Option<Trade> {
    let word = |name: &str| params.get(name).cloned().unwrap_or_default();
    let order_no = content.out_trade_no.filter(|no| is_number(no))?;
    let amount_fen = fen(&content.total_amount?).filter(|n| (1..=AMOUNT_MAX_FEN).contains(n))?;
    let product = match word("method").as_str() {
        "alipay.trade.page.pay" => "FAST_INSTANT_TRADE_PAY",
        "alipay.trade.wap.pay" => "QUICK_WAP_WAY",
        "alipay.trade.app.pay" => "QUICK_MSECURITY_PAY",
        _ => "FACE_TO_FACE_PAYMENT",
    };
    let subject = content.subject.filter(|subject| {
        (1..=256).contains(&subject.chars().count()) && !subject.contains(['/', '=', '&'])
    })?;
    let expires_ms = match content.time_expire {
        Some(text) => from_china(&text)?,
        None => now_ms + LIFE_MS,
    };
    (content.product_code? == product).then(|| Trade {
        which: Which::Alipay,
        order_no,
        number: number(now_ms),
        prepay_id: String::new(),
        ticket: crate::keys::random_token(),
        app_id: word("app_id"),
        subject,
        amount_fen,
        made_ms: now_ms,
        expires_ms,
        notify_url: word("notify_url"),
        return_url: word("return_url"),
        way: product.to_owned(),
        signed_by: String::new(),
        seen: false,
        state: State::Waiting,
        refunds: Vec::new(),
        news: Vec::new(),
    })
}

/// Trade that was paid on a page at an earlier time, with no notification left to send.
pub fn paid(
    app_id: &str,
    (order_no, subject): (&str, &str),
    amount_fen: i64,
    paid_ms: i64,
) -> Trade {
    Trade {
        which: Which::Alipay,
        order_no: order_no.to_owned(),
        number: number(paid_ms),
        prepay_id: String::new(),
        ticket: crate::keys::random_token(),
        app_id: app_id.to_owned(),
        subject: subject.to_owned(),
        amount_fen,
        made_ms: paid_ms,
        expires_ms: paid_ms + LIFE_MS,
        notify_url: String::new(),
        return_url: String::new(),
        way: "FAST_INSTANT_TRADE_PAY".to_owned(),
        signed_by: String::new(),
        seen: true,
        state: State::Paid(paid_ms),
        refunds: Vec::new(),
        news: Vec::new(),
    }
}

fn is_number(text: &str) -> bool {
    (1..=NUMBER_MAX).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Number of 28 digits: the day, and random ones.
fn number(now_ms: i64) -> String {
    use rand::RngExt;
    let day = plain_day(now_ms);
    format!("{day}{:020}", rand::rng().random::<u64>())
}

/// Answers calls between servers.
pub fn call(sandbox: &Sandbox, open: &Open, method: &str, params: &Params) -> Outcome<Value> {
    let now_ms = sandbox.now_ms();
    if method == "alipay.trade.precreate" {
        return Ok(
            pay(open, params, now_ms)?.and_then(|trade| match trade.state_at(now_ms) {
                State::Waiting => Ok(json!({
                    "out_trade_no": trade.order_no,
                    "qr_code": sandbox.pay_page(&trade),
                })),
                State::Paid(_) => Err(Refused("40004", "ACQ.TRADE_HAS_SUCCESS", "交易已被支付")),
                State::Closed => Err(Refused("40004", "ACQ.TRADE_HAS_CLOSE", "交易已经关闭")),
            }),
        );
    }
    if method == "alipay.data.dataservice.bill.downloadurl.query" {
        return bill::address(sandbox, open, params.get("biz_content"), now_ms);
    }
    let Some(content) = content(params) else {
        return Ok(Err(INVALID));
    };
    let order_no = content.out_trade_no.as_deref().unwrap_or_default();
    let found = open.book().get(Which::Alipay, order_no).cloned();
    let Some(trade) = found.filter(|trade| trade.seen) else {
        return Ok(Err(NOT_THERE));
    };
    match method {
        "alipay.trade.query" => Ok(Ok(queried(&trade, now_ms))),
        "alipay.trade.close" => Ok(close(open, trade, now_ms)?),
        "alipay.trade.refund" => Ok(refund(open, trade, &content, now_ms)?),
        "alipay.trade.fastpay.refund.query" => {
            Ok(refund_query(&trade, content.out_request_no.as_deref()))
        }
        _ => Ok(Err(Refused(
            "40002",
            "isv.invalid-method",
            "不存在的方法名",
        ))),
    }
}

fn queried(trade: &Trade, now_ms: i64) -> Value {
    let status = match trade.state_at(now_ms) {
        State::Waiting => "WAIT_BUYER_PAY",
        State::Paid(_) if trade.refunded_fen() >= trade.amount_fen => "TRADE_CLOSED",
        State::Paid(_) => "TRADE_SUCCESS",
        State::Closed => "TRADE_CLOSED",
    };
    let mut value = json!({
        "out_trade_no": trade.order_no,
        "trade_no": trade.number,
        "trade_status": status,
        "total_amount": yuan(trade.amount_fen),
        "buyer_logon_id": "159****5620",
    });
    if let State::Paid(at_ms) = trade.state {
        value["send_pay_date"] = to_china(at_ms).into();
        value["receipt_amount"] = yuan(trade.amount_fen).into();
    }
    value
}

fn close(open: &Open, mut trade: Trade, now_ms: i64) -> io::Result<Result<Value, Refused>> {
    if trade.state_at(now_ms) != State::Waiting {
        return Ok(Err(Refused(
            "40004",
            "ACQ.TRADE_STATUS_ERROR",
            "交易状态不合法",
        )));
    }
    trade.state = State::Closed;
    let told = json!({ "out_trade_no": trade.order_no, "trade_no": trade.number });
    open.book().put(trade)?;
    Ok(Ok(told))
}

fn refund(
    open: &Open,
    mut trade: Trade,
    content: &Content,
    now_ms: i64,
) -> io::Result<Result<Value, Refused>> {
    let amount = content.refund_amount.as_deref().and_then(fen);
    let number = content.out_request_no.as_deref().filter(|no| is_number(no));
    let (Some(amount_fen @ 1..), Some(refund_no)) = (amount, number) else {
        return Ok(Err(INVALID));
    };
    if !matches!(trade.state, State::Paid(_)) {
        return Ok(Err(Refused(
            "40004",
            "ACQ.TRADE_STATUS_ERROR",
            "交易状态不合法",
        )));
    }
    let mut moved = "N";
    match trade.refund(refund_no) {
        Some(known) if known.amount_fen != amount_fen => {
            return Ok(Err(Refused(
                "40004",
                "ACQ.DISCORDANT_REPEAT_REQUEST",
                "不一致的请求",
            )));
        }
        Some(_) => {}
        None if trade.refunded_fen() + amount_fen > trade.amount_fen => {
            return Ok(Err(Refused(
                "40004",
                "ACQ.REFUND_AMT_NOT_EQUAL_TOTAL",
                "退款金额超限",
            )));
        }
        None => {
            moved = "Y";
            trade.refunds.push(RefundRow {
                refund_no: refund_no.to_owned(),
                refund_id: String::new(),
                amount_fen,
                done_ms: now_ms,
                notify_url: String::new(),
            });
            trade.tell(Subject::Refund(refund_no.to_owned()), now_ms);
        }
    }
    let told = json!({
        "out_trade_no": trade.order_no,
        "trade_no": trade.number,
        "fund_change": moved,
        "refund_fee": yuan(trade.refunded_fen()),
        "gmt_refund_pay": to_china(now_ms),
    });
    if moved == "Y" {
        open.book().put(trade)?;
        open.news.notify_one();
    }
    Ok(Ok(told))
}

/// Answer to a refund query; without a status there is no such refund.
fn refund_query(trade: &Trade, refund_no: Option<&str>) -> Result<Value, Refused> {
    let Some(row) = trade.refund(refund_no.ok_or(INVALID)?) else {
        return Ok(json!({}));
    };
    Ok(json!({
        "out_trade_no": trade.order_no,
        "trade_no": trade.number,
        "out_request_no": row.refund_no,
        "refund_amount": yuan(row.amount_fen),
        "total_amount": yuan(trade.amount_fen),
        "refund_status": "REFUND_SUCCESS",
        "gmt_refund_pay": to_china(row.done_ms),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yuan_become_fen_or_nothing() {
        assert_eq!(fen("0.01"), Some(1));
        assert_eq!(fen("12.3"), Some(1230));
        assert_eq!(fen("12"), Some(1200));
        for text in ["", "1.", ".1", "-1", "1.001", "1e3", "1234567890"] {
            assert_eq!(fen(text), None, "{text}");
        }
    }
}
