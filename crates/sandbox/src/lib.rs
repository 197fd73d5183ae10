//! The other side of the outside services, for the demo and the tests: a webhook that takes SMS, a mail server, an outbox page,
//! a provider of OpenID Connect and one in WeChat's shape, Alipay's gateway and WeChat Pay. They speak the real protocols; the product does not know of them.

mod alipay;
mod hooks;
mod keys;
mod oidc;
mod outbox;
mod pages;
mod people;
mod sms;
mod smtp;
mod tickets;
mod wallets;
mod wechat;
mod wechat_pay;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use actix_web::{HttpResponse, web};
use causes::causes;
use thiserror::Error;

pub use keys::Keys;
pub use outbox::Entry;
pub use smtp::Smtp;
pub use wallets::{Deliveries, WalletKeys};

use outbox::Outbox;

/// Our client's name at the provider of OpenID Connect.
pub const OIDC_CLIENT_ID: &str = "owldeck";
/// Our app's name at the provider in WeChat's shape.
pub const WECHAT_APP_ID: &str = "wxsandbox0000owl0";
/// Where all of it is mounted.
pub const PATH: &str = "/sandbox";
/// The largest body of any request here.
const BODY_MAX_BYTES: usize = 64 * 1024;

/// Unix milliseconds, as the server has them.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// Why there is no sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The folder or the outbox cannot be used.
    #[error("the sandbox's files")]
    Files(#[from] io::Error),
    /// A key could not be made or read.
    #[error("the sandbox's keys cannot be read")]
    Keys,
}

/// What a sandbox is made of.
pub struct Options {
    /// Where its keys are kept.
    pub folder: PathBuf,
    /// The file that every SMS and mail is appended to.
    pub outbox: PathBuf,
    /// `http://127.0.0.1:8080`: the origin under which browsers reach it, with the path below which it is there.
    pub origin: String,
    /// The same for the server itself.
    pub own_origin: String,
    /// Anybody may read the outbox: it is on this machine only. Else the page asks for [`Keys::page`].
    pub open: bool,
    /// The time.
    pub clock: Clock,
}

/// The other side. Cheap to clone.
#[derive(Clone)]
pub struct Sandbox(Arc<Inner>);

struct Inner {
    keys: Keys,
    outbox: Outbox,
    origin: String,
    own_origin: String,
    open: bool,
    clock: Clock,
    oidc: oidc::Provider,
    wechat: wechat::Provider,
    wallets: wallets::Wallets,
}

impl Sandbox {
    /// Reads its keys, or makes them at the first start. Blocks for a moment.
    pub fn open(options: Options) -> Result<Self, SandboxError> {
        let Options {
            folder,
            outbox,
            origin,
            own_origin,
            open,
            clock,
        } = options;
        std::fs::create_dir_all(&folder)?;
        let keys = Keys::load_or_create(&folder)?;
        Ok(Self(Arc::new(Inner {
            oidc: oidc::Provider::new(folder.clone()),
            wallets: wallets::Wallets::new(folder),
            wechat: wechat::Provider::default(),
            outbox: Outbox::open(outbox)?,
            keys,
            origin,
            own_origin,
            open,
            clock,
        })))
    }

    /// What the product is given to reach it.
    pub fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// Where SMS are posted to.
    pub fn sms_address(&self) -> String {
        format!("{}{PATH}/sms", self.0.own_origin)
    }

    /// Where a webhook of the demo may be told.
    pub fn hooks_address(&self) -> String {
        format!("{}{PATH}/hooks", self.0.own_origin)
    }

    /// The issuer of OpenID Connect.
    pub fn issuer(&self) -> String {
        format!("{}{PATH}/oidc", self.0.origin)
    }

    /// Instead of WeChat's addresses.
    pub fn wechat_address(&self) -> String {
        format!("{}{PATH}/wechat", self.0.origin)
    }

    /// The page that shows what was sent, for people.
    pub fn outbox_page(&self) -> String {
        let page = format!("{}{PATH}/outbox", self.0.origin);
        if self.0.open {
            page
        } else {
            format!("{page}?key={}", self.0.keys.page)
        }
    }

    /// Where the demo's group leads.
    pub fn group_page(&self) -> String {
        format!("{}{PATH}/contact/group", self.0.origin)
    }

    /// Where the demo's help centre is.
    pub fn service_page(&self) -> String {
        format!("{}{PATH}/contact/service", self.0.origin)
    }

    /// Below which path of their origin browsers find it; empty where it has all of it.
    pub(crate) fn base(&self) -> &str {
        let after = self.0.origin.split_once("://").map_or("", |(_, rest)| rest);
        after.find('/').map_or("", |at| &after[at..])
    }

    /// Everything that was sent and is still remembered, newest first.
    pub fn sent(&self) -> Vec<Entry> {
        self.0.outbox.newest()
    }

    /// Puts what a captcha says where scripts find it, under its uuid.
    pub fn keep_captcha(&self, uuid: &str, action: &str, text: &str) {
        let entry = Entry {
            at: (self.0.clock)(),
            channel: "captcha".to_owned(),
            to: uuid.to_owned(),
            purpose: action.to_owned(),
            text: String::new(),
            code: text.to_owned(),
        };
        if let Err(error) = self.0.outbox.add(entry) {
            tracing::error!(error = %causes(&error), "write outbox failed");
        }
    }

    /// A mail server on a free port of this machine; it stops when what is answered is dropped.
    pub async fn mail_server(&self) -> io::Result<Smtp> {
        Smtp::start(SocketAddr::from(([127, 0, 0, 1], 0)), self.clone()).await
    }

    /// Adds all pages and calls below [`PATH`].
    pub fn configure(&self, cfg: &mut web::ServiceConfig) {
        cfg.service(
            web::scope(PATH)
                .app_data(web::Data::new(self.clone()))
                .app_data(web::PayloadConfig::new(BODY_MAX_BYTES))
                .app_data(web::FormConfig::default().limit(BODY_MAX_BYTES))
                .configure(sms::configure)
                .configure(hooks::configure)
                .configure(pages::configure)
                .configure(oidc::configure)
                .configure(wechat::configure)
                .configure(alipay::configure)
                .configure(wechat_pay::configure)
                .configure(wallets::configure)
                .default_service(web::to(|| async { HttpResponse::NotFound().finish() })),
        );
    }

    fn now_ms(&self) -> i64 {
        (self.0.clock)()
    }

    /// A page of ours that a browser may be sent back to: on this machine or at our own origin, at one of the product's two paths.
    fn may_return_to(&self, redirect_uri: &str) -> bool {
        let Ok(url) = url::Url::parse(redirect_uri) else {
            return false;
        };
        let origin = url.origin().ascii_serialization();
        let here = match url.host() {
            Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
            Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
            Some(url::Host::Domain(name)) => name == "localhost",
            None => false,
        };
        if domain::auth::social::may_return_to(&self.0.origin, redirect_uri) {
            return true;
        }
        here && domain::auth::social::may_return_to(&origin, redirect_uri)
    }
}

/// Compares secrets in the same time, whatever they are.
fn same(a: &str, b: &str) -> bool {
    use subtle::ConstantTimeEq;
    a.as_bytes().ct_eq(b.as_bytes()).into()
}
