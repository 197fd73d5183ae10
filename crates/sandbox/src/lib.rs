//! Simulated outside services for the demo and the tests: a webhook that takes SMS, a mail server, an outbox page,
//! a provider of OpenID Connect and one in WeChat's shape, Alipay's gateway and WeChat Pay. They speak the real protocols; the product does not know of them.

mod address;
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

/// Id of our client at the provider of OpenID Connect.
pub const OIDC_CLIENT_ID: &str = "owldeck";
/// Id of our app at the provider in WeChat's shape.
pub const WECHAT_APP_ID: &str = "wxsandbox0000owl0";
/// Path at which the sandbox is mounted.
pub const PATH: &str = "/sandbox";
/// Largest body of any request, in bytes.
const BODY_MAX_BYTES: usize = 64 * 1024;

/// Clock of the server, in Unix milliseconds.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

/// Reason why there is no sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The folder or the outbox cannot be used.
    #[error("the sandbox's files")]
    Files(#[from] io::Error),
    /// A key could not be made or read.
    #[error("the sandbox's keys cannot be read")]
    Keys,
}

/// Options of a sandbox.
pub struct Options {
    /// Folder of its keys.
    pub folder: PathBuf,
    /// File to which every SMS and mail is appended.
    pub outbox: PathBuf,
    /// Origin under which browsers reach it, with the path below which it is there: `http://127.0.0.1:8080`.
    pub origin: String,
    /// Origin under which the server itself reaches it.
    pub own_origin: String,
    /// Whether anybody may read the outbox, because it is on this machine only. Else the page asks for [`Keys::page`].
    pub open: bool,
    /// Clock of the server.
    pub clock: Clock,
}

/// Simulated outside services. Cheap to clone.
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

    /// Secrets that the product needs to reach it.
    pub fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// Address to which SMS are posted.
    pub fn sms_address(&self) -> String {
        format!("{}{PATH}/sms", self.0.own_origin)
    }

    /// Address for a webhook of the demo.
    pub fn hooks_address(&self) -> String {
        format!("{}{PATH}/hooks", self.0.own_origin)
    }

    /// Address of the service that answers each caller's address.
    pub fn address_service(&self) -> String {
        format!("{}{PATH}/address", self.0.own_origin)
    }

    /// Issuer of OpenID Connect.
    pub fn issuer(&self) -> String {
        format!("{}{PATH}/oidc", self.0.origin)
    }

    /// Address used instead of WeChat's.
    pub fn wechat_address(&self) -> String {
        format!("{}{PATH}/wechat", self.0.origin)
    }

    /// Page for people that shows what was sent.
    pub fn outbox_page(&self) -> String {
        let page = format!("{}{PATH}/outbox", self.0.origin);
        if self.0.open {
            page
        } else {
            format!("{page}?key={}", self.0.keys.page)
        }
    }

    /// Page of the demo's group contact.
    pub fn group_page(&self) -> String {
        format!("{}{PATH}/contact/group", self.0.origin)
    }

    /// Page of the demo's help centre.
    pub fn service_page(&self) -> String {
        format!("{}{PATH}/contact/service", self.0.origin)
    }

    /// Path of the origin below which browsers find it; empty where it has the whole origin.
    pub(crate) fn base(&self) -> &str {
        let after = self.0.origin.split_once("://").map_or("", |(_, rest)| rest);
        after.find('/').map_or("", |at| &after[at..])
    }

    /// Messages that were sent and are still remembered, newest first.
    pub fn sent(&self) -> Vec<Entry> {
        self.0.outbox.newest()
    }

    /// Puts the answer of a captcha into the outbox, under its uuid, for scripts.
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
            tracing::error!(channel = "captcha", error = %causes(&error), "write outbox failed");
        }
    }

    /// Starts a mail server on a free port of this machine; dropping the returned value stops it.
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
                .configure(address::configure)
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

    /// Whether a browser may be sent back to a page: on this machine or at our own origin, at one of the product's two paths.
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

/// Compares secrets in constant time.
fn same(a: &str, b: &str) -> bool {
    use subtle::ConstantTimeEq;
    a.as_bytes().ct_eq(b.as_bytes()).into()
}
