//! Notifications of Alipay: believed for their signature, and taken when they are for us.

use wallet_wire::alipay::{Malformed, Notice, event};

use super::Alipay;
use crate::wallets::{Notification, NotificationError};

use NotificationError::{Signature, WrongAccount};

impl From<Malformed> for NotificationError {
    fn from(Malformed(what): Malformed) -> Self {
        Self::Malformed(what)
    }
}

impl Alipay {
    pub(crate) fn notification(&self, body: &[u8]) -> Result<Notification, NotificationError> {
        let notice = Notice::read(body)?;
        let verifies = |text: &Vec<u8>| self.theirs.verifies(text, notice.sign());
        if !notice.signed_texts().iter().any(verifies) {
            return Err(Signature);
        }
        let params = notice.into_params();
        let word = |name: &'static str| params.get(name).ok_or(Malformed(name));
        if word("app_id")? != self.app_id {
            return Err(WrongAccount("app"));
        }
        if word("seller_id")? != self.seller_id {
            return Err(WrongAccount("seller"));
        }
        Ok(Notification {
            id: word("notify_id")?.to_owned(),
            event: event(&params)?,
        })
    }
}
