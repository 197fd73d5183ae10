//! What both wallets have in common: keys of this installation, payments that survive a restart, notifications that are sent
//! again, and the page where one pays.

mod book;
mod certificate;
mod delivery;
mod keys;
mod page;
mod rsa;
mod trade;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web;
use tokio::sync::Notify;

use crate::{PATH, Sandbox, SandboxError};

pub use delivery::Deliveries;
pub use keys::WalletKeys;

pub(crate) use delivery::Notification;
pub(crate) use keys::Sides;
pub(crate) use rsa::Pair;
pub(crate) use trade::{News, RefundRow, State, Subject, Trade, Which};

use book::Book;

/// All of a sandbox's wallets.
pub struct Wallets {
    folder: PathBuf,
    /// Made or read when they are first needed: many a demo and test never pays.
    open: Mutex<Option<Arc<Open>>>,
}

/// Wallets at work.
pub struct Open {
    pub sides: Sides,
    pub book: Mutex<Book>,
    /// There is something to send.
    pub news: Notify,
}

impl Open {
    pub fn book(&self) -> std::sync::MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = &*open {
            return Ok(Arc::clone(open));
        }
        let made = Arc::new(Open {
            sides: Sides::load_or_create(&self.folder)?,
            book: Mutex::new(Book::open(self.folder.join("wallets.jsonl"))?),
            news: Notify::new(),
        });
        *open = Some(Arc::clone(&made));
        Ok(made)
    }
}

impl Sandbox {
    /// What the product is given to reach the wallets. Makes the keys at the first call, which takes about a second.
    pub fn wallet_keys(&self) -> Result<WalletKeys, SandboxError> {
        Ok(self.0.wallets.open()?.sides.told().clone())
    }

    /// Instead of Alipay's gateway; browsers go there too.
    pub fn alipay_address(&self) -> String {
        format!("{}{PATH}/alipay/gateway.do", self.0.origin)
    }

    /// Instead of WeChat Pay's address.
    pub fn wechat_pay_address(&self) -> String {
        format!("{}{PATH}/wechat-pay", self.0.own_origin)
    }

    /// The page that shows all payments, for people.
    pub fn payments_page(&self) -> String {
        let page = format!("{}{PATH}/payments", self.0.origin);
        if self.0.open {
            page
        } else {
            format!("{page}?key={}", self.0.keys.page)
        }
    }

    /// Sends the wallets' notifications until what is answered is dropped.
    pub fn deliveries(&self) -> Result<Deliveries, SandboxError> {
        Deliveries::start(self.clone())
    }

    /// Where one pays this.
    pub(crate) fn pay_page(&self, trade: &Trade) -> String {
        format!("{}{PATH}/payments/{}", self.0.origin, trade.ticket)
    }
}

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.configure(page::configure);
}
