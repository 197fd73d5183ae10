//! Shared part of both wallets: keys of this installation, payments that survive a restart, notifications that are sent
//! again, and the page where one pays.

mod bill;
mod book;
mod certificate;
mod delivery;
mod keys;
mod page;
mod rsa;
mod text;
mod trade;

use std::path::PathBuf;
use std::sync::Arc;

use actix_web::web;
use parking_lot::Mutex;
use tokio::sync::Notify;

use crate::{PATH, Sandbox, SandboxError, alipay};

pub use delivery::Deliveries;
pub use keys::WalletKeys;

pub(crate) use bill::{BillLine, begin_of, moved_on, plain_day};
pub(crate) use delivery::Notification;
pub(crate) use keys::KeyPairs;
pub(crate) use rsa::Pair;
pub(crate) use text::{from_china, to_china, yuan};
pub(crate) use trade::{PendingNotification, RefundRow, State, Subject, Trade, Which};

use bill::Files;
use book::Book;

/// Wallets of a sandbox.
pub struct Wallets {
    folder: PathBuf,
    /// Opened wallets, made or read when they are first needed: many a demo and test never pays.
    open: Mutex<Option<Arc<Open>>>,
}

/// Opened wallets: keys and payments.
pub struct Open {
    pub key_pairs: KeyPairs,
    pub book: Mutex<Book>,
    /// Bills that were asked for.
    pub bills: Mutex<Files>,
    /// Signal that there is something to send.
    pub news: Notify,
}

impl Open {
    pub fn book(&self) -> parking_lot::MutexGuard<'_, Book> {
        self.book.lock()
    }
}

impl Wallets {
    pub fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            open: Mutex::default(),
        }
    }

    /// Reads or makes keys and payments at the first call, which takes about a second.
    pub fn open(&self) -> Result<Arc<Open>, SandboxError> {
        let mut open = self.open.lock();
        if let Some(open) = &*open {
            return Ok(Arc::clone(open));
        }
        let made = Arc::new(Open {
            key_pairs: KeyPairs::load_or_create(&self.folder)?,
            book: Mutex::new(Book::open(self.folder.join("wallets.jsonl"))?),
            bills: Mutex::default(),
            news: Notify::new(),
        });
        *open = Some(Arc::clone(&made));
        Ok(made)
    }
}

impl Sandbox {
    /// Keys that the product needs to reach the wallets. Makes them at the first call, which takes about a second.
    pub fn wallet_keys(&self) -> Result<WalletKeys, SandboxError> {
        Ok(self.0.wallets.open()?.key_pairs.told().clone())
    }

    /// Address used instead of Alipay's gateway; browsers go there too.
    pub fn alipay_address(&self) -> String {
        format!("{}{PATH}/alipay/gateway.do", self.0.origin)
    }

    /// Address used instead of WeChat Pay's.
    pub fn wechat_pay_address(&self) -> String {
        format!("{}{PATH}/wechat-pay", self.0.own_origin)
    }

    /// Page for people that shows all payments.
    pub fn payments_page(&self) -> String {
        let page = format!("{}{PATH}/payments", self.0.origin);
        if self.0.open {
            page
        } else {
            format!("{page}?key={}", self.0.keys.page)
        }
    }

    /// Enters a payment that was made at Alipay before now, so that it can be looked up and paid back; answers the wallet's number of it.
    pub fn enter_payment(
        &self,
        order_no: &str,
        subject: &str,
        amount_fen: i64,
        paid_ms: i64,
    ) -> Result<String, SandboxError> {
        let open = self.0.wallets.open()?;
        let trade = alipay::paid(
            &open.key_pairs.told().alipay_app_id,
            (order_no, subject),
            amount_fen,
            paid_ms,
        );
        let number = trade.number.clone();
        open.book().put(trade)?;
        Ok(number)
    }

    /// Sends the wallets' notifications until the returned value is dropped.
    pub fn deliveries(&self) -> Result<Deliveries, SandboxError> {
        Deliveries::start(self.clone())
    }

    /// Page where a trade is paid.
    pub(crate) fn pay_page(&self, trade: &Trade) -> String {
        format!("{}{PATH}/payments/{}", self.0.origin, trade.ticket)
    }
}

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.configure(page::configure);
}
