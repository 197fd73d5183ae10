//! What Alipay posts: a form, signed over its decoded bytes without `sign` and `sign_type`.

use thiserror::Error;

use super::params::Form;
use super::{Charset, Params, state};
use crate::{Event, Fen, OrderNo, Paid, RefundNews, RefundNo, RefundState, TradeState, from_china};

/// Not in Alipay's form: what is missing or wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a notification of Alipay: {0}")]
pub struct Malformed(pub &'static str);

/// A notice as it came. Nothing of it is proven.
pub struct Notice {
    form: Form,
    charset: Charset,
    sign: String,
}

impl Notice {
    /// A signed form in one of Alipay's charsets.
    pub fn read(body: &[u8]) -> Result<Self, Malformed> {
        let form = Form::read(body).ok_or(Malformed("no form"))?;
        let word = |name: &'static str| form.get(name).ok_or(Malformed(name));
        if word("sign_type")? != "RSA2" {
            return Err(Malformed("sign_type"));
        }
        Ok(Self {
            charset: Charset::named(word("charset")?).ok_or(Malformed("charset"))?,
            sign: word("sign")?.to_owned(),
            form,
        })
    }

    /// The signature in base64.
    pub fn sign(&self) -> &str {
        &self.sign
    }

    /// What may be signed: all but `sign` and `sign_type`, then the same without those that are empty. Alipay does the one and the other.
    pub fn signed_texts(&self) -> [Vec<u8>; 2] {
        self.form.signed_texts()
    }

    /// What it says, for whoever has verified its signature.
    pub fn into_params(self) -> Params {
        self.form.into_params(self.charset)
    }
}

/// What happened, by the parameters of a notice.
///
/// A refund tells of itself with the payment's status: it is no second payment.
pub fn event(params: &Params) -> Result<Event, Malformed> {
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
fn is_refund(params: &Params) -> Result<bool, Malformed> {
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
