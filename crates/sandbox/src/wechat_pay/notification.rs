//! Payments and refunds in WeChat Pay's form, and notifications of them.

use chrono::{DateTime, FixedOffset, SecondsFormat};
use serde_json::{Value, json};

use super::signing;
use crate::SandboxError;
use crate::wallets::{
    KeyPairs, Notification, PendingNotification, RefundRow, State, Subject, Trade,
};

/// Time in WeChat Pay's format.
fn time(at_ms: i64) -> String {
    let zone = FixedOffset::east_opt(8 * 60 * 60);
    DateTime::from_timestamp_millis(at_ms)
        .zip(zone)
        .map(|(at, zone)| {
            at.with_timezone(&zone)
                .to_rfc3339_opts(SecondsFormat::Secs, false)
        })
        .unwrap_or_default()
}

/// Payment in WeChat Pay's form.
pub fn transaction(key_pairs: &KeyPairs, trade: &Trade, now_ms: i64) -> Value {
    let (state, words) = match trade.state_at(now_ms) {
        State::Waiting => ("NOTPAY", "订单未支付"),
        State::Paid(_) if trade.refunds.is_empty() => ("SUCCESS", "支付成功"),
        State::Paid(_) => ("REFUND", "转入退款"),
        State::Closed => ("CLOSED", "订单已关闭"),
    };
    let mut value = json!({
        "appid": trade.app_id,
        "mchid": key_pairs.told().wechat_pay_mch_id,
        "out_trade_no": trade.order_no,
        "trade_state": state,
        "trade_state_desc": words,
        "amount": {
            "total": trade.amount_fen,
            "currency": "CNY",
        },
    });
    if let State::Paid(at_ms) = trade.state {
        value["transaction_id"] = trade.number.as_str().into();
        value["trade_type"] = match trade.way.as_str() {
            "native" => "NATIVE",
            "h5" => "MWEB",
            _ => "APP",
        }
        .into();
        value["bank_type"] = "OTHERS".into();
        value["success_time"] = time(at_ms).into();
        value["payer"] = json!({ "openid": "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o" });
        value["amount"]["payer_total"] = trade.amount_fen.into();
        value["amount"]["payer_currency"] = "CNY".into();
    }
    value
}

/// Refund in WeChat Pay's form.
pub fn refund_value(trade: &Trade, row: &RefundRow, now_ms: i64) -> Value {
    let mut value = json!({
        "refund_id": row.refund_id,
        "out_refund_no": row.refund_no,
        "transaction_id": trade.number,
        "out_trade_no": trade.order_no,
        "channel": "ORIGINAL",
        "user_received_account": "支付用户零钱",
        "create_time": time(row.done_ms),
        "status": "PROCESSING",
        "funds_account": "AVAILABLE",
        "amount": {
            "total": trade.amount_fen,
            "refund": row.amount_fen,
            "payer_total": trade.amount_fen,
            "payer_refund": row.amount_fen,
            "currency": "CNY",
        },
    });
    if now_ms >= row.done_ms {
        value["status"] = "SUCCESS".into();
        value["success_time"] = time(row.done_ms).into();
    }
    value
}

/// Notification, signed by the key that the merchant asked for when it was prepared.
pub fn signed_notification(
    key_pairs: &KeyPairs,
    trade: &Trade,
    news: &PendingNotification,
    now_ms: i64,
) -> Result<Notification, SandboxError> {
    let (event, about, url, inside) = match &news.subject {
        Subject::Paid => {
            let mut paid = transaction(key_pairs, trade, now_ms);
            paid["trade_state"] = "SUCCESS".into();
            (
                "TRANSACTION.SUCCESS",
                "transaction",
                &trade.notify_url,
                paid,
            )
        }
        Subject::Refund(refund_no) => {
            let row = trade.refund(refund_no).ok_or(SandboxError::Keys)?;
            let inside = json!({
                "mchid": key_pairs.told().wechat_pay_mch_id,
                "out_trade_no": trade.order_no,
                "transaction_id": trade.number,
                "out_refund_no": row.refund_no,
                "refund_id": row.refund_id,
                "refund_status": "SUCCESS",
                "success_time": time(row.done_ms),
                "user_received_account": "支付用户零钱",
                "amount": {
                    "total": trade.amount_fen,
                    "refund": row.amount_fen,
                    "payer_total": trade.amount_fen,
                    "payer_refund": row.amount_fen,
                },
            });
            ("REFUND.SUCCESS", "refund", &row.notify_url, inside)
        }
    };
    let mut resource = signing::seal(key_pairs, &inside.to_string(), about)?;
    resource["original_type"] = about.into();
    let body = json!({
        "id": news.id,
        "create_time": time(now_ms),
        "resource_type": "encrypt-resource",
        "event_type": event,
        "summary": "支付结果",
        "resource": resource,
    })
    .to_string();
    let stamp = signing::stamp(key_pairs, &trade.signed_by, &body, now_ms)?;
    let mut headers = vec![("content-type", "application/json".to_owned())];
    headers.extend(stamp);
    Ok(Notification {
        url: url.clone(),
        headers,
        body,
    })
}
