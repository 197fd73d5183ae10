//! What Alipay posts: a form, signed over its decoded bytes without `sign` and `sign_type`.

use super::Alipay;
use super::charset::Charset;
use super::params::{Form, Params};
use super::trade::state;
use crate::wallets::{
    Event, Fen, Notification, NotificationError, OrderNo, Paid, RefundNews, RefundNo, RefundState,
    TradeState, from_china,
};

use NotificationError::{Malformed, Signature, Stranger};

impl Alipay {
    pub(crate) fn notification(&self, body: &[u8]) -> Result<Notification, NotificationError> {
        let form = Form::read(body).ok_or(Malformed("no form"))?;
        let unproven = |name: &'static str| form.get(name).ok_or(Malformed(name));
        if unproven("sign_type")? != "RSA2" {
            return Err(Malformed("sign_type"));
        }
        let charset = Charset::named(unproven("charset")?).ok_or(Malformed("charset"))?;
        let sign = unproven("sign")?;
        let signed = form.signed_texts();
        if !signed.iter().any(|text| self.theirs.verifies(text, sign)) {
            return Err(Signature);
        }
        let params = form.into_params(charset);
        let word = |name: &'static str| params.get(name).ok_or(Malformed(name));
        if word("app_id")? != self.app_id {
            return Err(Stranger("app"));
        }
        if word("seller_id")? != self.seller_id {
            return Err(Stranger("seller"));
        }
        Ok(Notification {
            id: word("notify_id")?.to_owned(),
            event: event(&params)?,
        })
    }
}

/// A refund tells of itself with the payment's status: it is no second payment.
fn event(params: &Params) -> Result<Event, NotificationError> {
    let word = |name: &'static str| params.get(name).ok_or(Malformed(name));
    if word("notify_type")? != "trade_status_sync" {
        return Ok(Event::Other(word("notify_type")?.to_owned()));
    }
    let order_no = OrderNo::parse(word("out_trade_no")?).ok_or(Malformed("out_trade_no"))?;
    if is_refund(params)? {
        // Without a number of ours it was given back by hand, in Alipay's own console.
        let Some(refund_no) = params.get("out_biz_no").and_then(RefundNo::parse) else {
            return Ok(Event::Other("refund".to_owned()));
        };
        return Ok(Event::Refund(RefundNews {
            order_no,
            refund_no,
            state: RefundState::Done {
                at_ms: params.get("gmt_refund").and_then(refund_time),
            },
        }));
    }
    let status = word("trade_status")?;
    let paid_at = params.get("gmt_payment");
    let (amount, trade_no) = (word("total_amount")?, word("trade_no")?);
    let known = state(status, paid_at.is_some(), || {
        Some(Paid {
            order_no: order_no.clone(),
            trade_no: trade_no.to_owned(),
            amount: Fen::from_yuan(amount)?,
            paid_ms: paid_at.and_then(from_china),
        })
    });
    match known {
        Some(TradeState::Paid(paid)) => Ok(Event::Paid(paid)),
        Some(TradeState::Closed) => Ok(Event::Closed(order_no)),
        Some(TradeState::Waiting | TradeState::Absent) => Ok(Event::Other(status.to_owned())),
        None => Err(Malformed("trade_status or total_amount")),
    }
}

/// Whether money went back: the sum of it stands in `refund_fee`, which payments have too, as `0.00`.
fn is_refund(params: &Params) -> Result<bool, NotificationError> {
    match params.get("refund_fee") {
        None => Ok(false),
        Some(fee) if Fen::is_zero_yuan(fee) => Ok(false),
        Some(fee) => match Fen::from_yuan(fee) {
            Some(_) => Ok(true),
            None => Err(Malformed("refund_fee")),
        },
    }
}

/// `gmt_refund` comes with milliseconds.
fn refund_time(text: &str) -> Option<i64> {
    from_china(text.split_once('.').map_or(text, |(whole, _)| whole))
}
