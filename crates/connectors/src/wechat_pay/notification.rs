//! Notifications of WeChat Pay: JSON, signed over its bytes, with the resource encrypted inside.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::WechatPay;
use super::call::SignatureHeaders;
use super::keys::ProofError;
use super::seal::Sealed;
use super::trade::{Answered, refund_state};
use crate::wallets::{Event, Notification, NotificationError, OrderNo, RefundNews, RefundNo};

use NotificationError::{Malformed, NoKeys, Signature, Stale, WrongAccount};

#[derive(Deserialize)]
struct Envelope {
    id: String,
    event_type: String,
    resource: Sealed,
}

#[derive(Deserialize)]
struct Inside {
    mchid: String,
    out_trade_no: String,
    out_refund_no: String,
    refund_status: String,
    success_time: Option<String>,
}

impl WechatPay {
    pub(crate) async fn notification(
        &self,
        headers: &[(&str, &str)],
        body: &[u8],
        now_ms: i64,
    ) -> Result<Notification, NotificationError> {
        let signed = SignatureHeaders::of(headers).ok_or(Malformed("headers"))?;
        let fresh = match self.prove(&signed, body, now_ms).await {
            Ok(()) => true,
            Err(ProofError::Stale) => false,
            Err(ProofError::Signature) => return Err(Signature),
            Err(ProofError::NoKeys(error)) => return Err(NoKeys(error)),
        };
        let envelope: Envelope =
            serde_json::from_slice(body).map_err(|_| Malformed("no notification"))?;
        let event = match envelope.event_type.as_str() {
            "TRANSACTION.SUCCESS" => self.trade(self.inside(&envelope.resource)?)?,
            "REFUND.SUCCESS" | "REFUND.ABNORMAL" | "REFUND.CLOSED" => {
                self.refund_news(&self.inside(&envelope.resource)?)?
            }
            other => Event::Other(other.to_owned()),
        };
        let notification = Notification {
            id: envelope.id,
            event,
        };
        if fresh {
            Ok(notification)
        } else {
            Err(Stale(Box::new(notification)))
        }
    }

    fn inside<T: DeserializeOwned>(&self, sealed: &Sealed) -> Result<T, NotificationError> {
        let bytes = sealed.open(&self.api_key).ok_or(Malformed("resource"))?;
        serde_json::from_slice(&bytes).map_err(|_| Malformed("inside the resource"))
    }

    fn trade(&self, trade: Answered) -> Result<Event, NotificationError> {
        if trade.mchid != self.mch_id {
            return Err(WrongAccount("merchant"));
        }
        if !self.is_ours(&trade.appid) {
            return Err(WrongAccount("app"));
        }
        if trade.trade_state != "SUCCESS" {
            return Ok(Event::Other(trade.trade_state));
        }
        trade
            .paid()
            .map(Event::Paid)
            .ok_or(Malformed("number or amount"))
    }

    fn refund_news(&self, refund: &Inside) -> Result<Event, NotificationError> {
        if refund.mchid != self.mch_id {
            return Err(WrongAccount("merchant"));
        }
        // A number of another form was given by hand, in WeChat Pay's own console.
        let numbers = (
            OrderNo::parse(&refund.out_trade_no),
            RefundNo::parse(&refund.out_refund_no),
        );
        let (Some(order_no), Some(refund_no)) = numbers else {
            return Ok(Event::Other("refund".to_owned()));
        };
        Ok(Event::Refund(RefundNews {
            order_no,
            refund_no,
            state: refund_state(&refund.refund_status, refund.success_time.as_deref()),
        }))
    }
}
