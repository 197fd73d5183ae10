//! Notifications of Alipay to the merchant, and parameters that the browser brings back.

use url::Url;

use super::{Params, to_sign};
use crate::SandboxError;
use crate::wallets::{
    KeyPairs, Notification, PendingNotification, State, Subject, Trade, to_china, yuan,
};

fn form(params: &Params) -> String {
    url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(params)
        .finish()
}

fn insert(params: &mut Params, pairs: &[(&str, String)]) {
    for (name, value) in pairs {
        params.insert((*name).to_owned(), value.clone());
    }
}

/// Notification: signed without `sign` and `sign_type`.
pub fn signed_notification(
    key_pairs: &KeyPairs,
    trade: &Trade,
    news: &PendingNotification,
    now_ms: i64,
) -> Result<Notification, SandboxError> {
    let mut params = Params::new();
    let paid_ms = match trade.state {
        State::Paid(at_ms) => at_ms,
        State::Waiting | State::Closed => trade.made_ms,
    };
    insert(
        &mut params,
        &[
            ("notify_id", news.id.clone()),
            ("notify_type", "trade_status_sync".to_owned()),
            ("notify_time", to_china(now_ms)),
            ("charset", "utf-8".to_owned()),
            ("version", "1.0".to_owned()),
            ("sign_type", "RSA2".to_owned()),
            ("app_id", trade.app_id.clone()),
            ("auth_app_id", trade.app_id.clone()),
            ("seller_id", key_pairs.told().alipay_seller_id.clone()),
            ("out_trade_no", trade.order_no.clone()),
            ("trade_no", trade.number.clone()),
            ("trade_status", "TRADE_SUCCESS".to_owned()),
            ("subject", trade.subject.clone()),
            ("total_amount", yuan(trade.amount_fen)),
            ("receipt_amount", yuan(trade.amount_fen)),
            ("buyer_pay_amount", yuan(trade.amount_fen)),
            ("point_amount", yuan(0)),
            // Alipay's own samples of payments have this parameter too.
            ("refund_fee", yuan(0)),
            ("buyer_id", "2088000000000159".to_owned()),
            ("gmt_create", to_china(trade.made_ms)),
            ("gmt_payment", to_china(paid_ms)),
        ],
    );
    if let Subject::Refund(refund_no) = &news.subject {
        let at_ms = trade.refund(refund_no).map_or(now_ms, |row| row.done_ms);
        if trade.refunded_fen() >= trade.amount_fen {
            params.insert("trade_status".to_owned(), "TRADE_CLOSED".to_owned());
        }
        insert(
            &mut params,
            &[
                ("out_biz_no", refund_no.clone()),
                ("refund_fee", yuan(trade.refunded_fen())),
                ("gmt_refund", format!("{}.000", to_china(at_ms))),
            ],
        );
    }
    let sign = key_pairs
        .alipay
        .signature(&to_sign(&params, &["sign_type"]))?;
    params.insert("sign".to_owned(), sign);
    Ok(Notification {
        url: trade.notify_url.clone(),
        headers: vec![(
            "content-type",
            "application/x-www-form-urlencoded; charset=utf-8".to_owned(),
        )],
        body: form(&params),
    })
}

/// Address for the browser after a payment, with signed parameters. A careful merchant asks for the trade's state instead of believing them.
pub fn return_address(
    key_pairs: &KeyPairs,
    trade: &Trade,
    now_ms: i64,
) -> Result<String, SandboxError> {
    let mut params = Params::new();
    let method = match trade.way.as_str() {
        "QUICK_WAP_WAY" => "alipay.trade.wap.pay.return",
        _ => "alipay.trade.page.pay.return",
    };
    insert(
        &mut params,
        &[
            ("app_id", trade.app_id.clone()),
            ("auth_app_id", trade.app_id.clone()),
            ("charset", "utf-8".to_owned()),
            ("method", method.to_owned()),
            ("out_trade_no", trade.order_no.clone()),
            ("seller_id", key_pairs.told().alipay_seller_id.clone()),
            ("sign_type", "RSA2".to_owned()),
            ("timestamp", to_china(now_ms)),
            ("total_amount", yuan(trade.amount_fen)),
            ("trade_no", trade.number.clone()),
            ("version", "1.0".to_owned()),
        ],
    );
    let sign = key_pairs
        .alipay
        .signature(&to_sign(&params, &["sign_type"]))?;
    params.insert("sign".to_owned(), sign);
    let mut url = Url::parse(&trade.return_url).map_err(|_| SandboxError::Keys)?;
    url.query_pairs_mut().extend_pairs(&params);
    Ok(url.into())
}
