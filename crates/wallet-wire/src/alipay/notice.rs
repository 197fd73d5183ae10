//! Notices of Alipay: a form. The signature is over its decoded parameters without `sign` and `sign_type`.

use thiserror::Error;

use super::params::Form;
use super::{Charset, Params, state};
use crate::{Event, Fen, OrderNo, Paid, RefundNews, RefundNo, RefundState, TradeState, from_china};

/// Error: a body is no notice of Alipay; the value names the missing or invalid parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a notification of Alipay: {0}")]
pub struct Malformed(pub &'static str);

/// Notice whose signature has not been verified.
pub struct Notice {
    form: Form,
    charset: Charset,
    sign: String,
}

impl Notice {
    /// Reads a signed form in one of Alipay's charsets.
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

    /// Signature in base64.
    pub fn sign(&self) -> &str {
        &self.sign
    }

    /// Candidates for the signed text, from the one with all empty parameters to the one without any.
    pub fn signed_texts(&self) -> Vec<Vec<u8>> {
        self.form.signed_texts()
    }

    /// Parameters of the notice, for a caller that has verified its signature.
    pub fn into_params(self) -> Params {
        self.form.into_params(self.charset)
    }
}

/// Event in the parameters of a notice.
///
/// A notice of a refund carries the payment's status, too; it must not be taken for a second payment.
pub fn event(params: &Params) -> Result<Event, Malformed> {
    let word = |name: &'static str| params.get(name).ok_or(Malformed(name));
    if word("notify_type")? != "trade_status_sync" {
        return Ok(Event::Other(word("notify_type")?.to_owned()));
    }
    let order_no = OrderNo::parse(word("out_trade_no")?).ok_or(Malformed("out_trade_no"))?;
    if is_refund(params)? {
        // A refund without our number was made by hand, in Alipay's own console.
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

/// Whether a notice reports a refund: `refund_fee` is its amount. Notices of payments may have it, too, as `0.00`.
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

/// Parses `gmt_refund`, which has milliseconds, unlike Alipay's other times.
fn refund_time(text: &str) -> Option<i64> {
    from_china(text.split_once('.').map_or(text, |(whole, _)| whole))
}
