//! A sandbox on a port of its own, whose clock the test moves.

use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpServer};
use connectors::{Message, Recipient};
use domain::lang::Lang;
use sandbox::{Options, Sandbox};
use tempfile::TempDir;

/// 2026-11-21, 02:00:00 UTC.
pub const NOW: i64 = 1_795_226_400_000;

pub struct Server {
    pub sandbox: Sandbox,
    pub base: String,
    pub outbox: PathBuf,
    now: Arc<AtomicI64>,
    /// Kept over a restart, so that nobody else gets the port meanwhile.
    listener: TcpListener,
    handle: ServerHandle,
    folder: Option<TempDir>,
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

impl Server {
    pub fn start() -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), a_port(), true)
    }

    /// A server that is not for this machine only.
    pub fn start_public() -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), a_port(), false)
    }

    fn start_in(folder: TempDir, listener: TcpListener, open: bool) -> Self {
        let base = format!("http://{}", listener.local_addr().unwrap());
        let served = listener.try_clone().unwrap();
        let outbox = folder.path().join("outbox.jsonl");
        crate::shop::share_keys(&folder.path().join("keys"));
        let now = Arc::new(AtomicI64::new(NOW));
        let clock = Arc::clone(&now);
        let sandbox = Sandbox::open(Options {
            folder: folder.path().join("keys"),
            outbox: outbox.clone(),
            origin: base.clone(),
            own_origin: base.clone(),
            open,
            clock: Arc::new(move || clock.load(Ordering::Relaxed)),
        })
        .unwrap();
        let mounted = sandbox.clone();
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let server = HttpServer::new(move || {
                    let mounted = mounted.clone();
                    App::new().configure(move |cfg| mounted.configure(cfg))
                })
                .workers(1)
                .disable_signals()
                .listen(served)
                .unwrap()
                .run();
                tell.send(server.handle()).unwrap();
                server.await.unwrap();
            });
        });
        Self {
            sandbox,
            base,
            outbox,
            now,
            listener,
            handle: told.recv().unwrap(),
            folder: Some(folder),
        }
    }

    /// Restarts the server after its signing key was thrown away.
    pub async fn with_another_key(mut self) -> Self {
        self.handle.stop(false).await;
        let folder = self.folder.take().unwrap();
        std::fs::remove_file(folder.path().join("keys/oidc_key.der")).unwrap();
        Self::start_in(folder, self.listener.try_clone().unwrap(), true)
    }

    /// Restarts the server with another certificate of WeChat Pay.
    pub async fn with_another_platform_certificate(mut self) -> Self {
        self.handle.stop(false).await;
        let folder = self.folder.take().unwrap();
        crate::shop::rotate_platform_certificate(&folder.path().join("keys"));
        Self::start_in(folder, self.listener.try_clone().unwrap(), true)
    }

    /// Restarts the server with its folder and at its address.
    pub async fn again(mut self) -> Self {
        self.handle.stop(false).await;
        let folder = self.folder.take().unwrap();
        Self::start_in(folder, self.listener.try_clone().unwrap(), true)
    }

    pub fn set_now(&self, now_ms: i64) {
        self.now.store(now_ms, Ordering::Relaxed);
    }

    pub async fn get(&self, path: &str) -> (u16, String) {
        self.get_with(path, &[]).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> (u16, String) {
        let mut request = client().get(format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let reply = request.send().await.unwrap();
        (reply.status().as_u16(), reply.text().await.unwrap())
    }

    /// The lines of the outbox file.
    pub fn lines(&self) -> Vec<String> {
        let text = std::fs::read_to_string(&self.outbox).unwrap();
        text.lines().map(str::to_owned).collect()
    }
}

/// Listener at a port that is free.
fn a_port() -> TcpListener {
    TcpListener::bind("127.0.0.1:0").unwrap()
}

pub fn client() -> reqwest::Client {
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .unwrap()
}

pub fn message(to: Recipient) -> Message {
    Message {
        to,
        purpose: "login",
        subject: None,
        code: "135790".to_owned(),
        text: "【Owldeck】您的验证码是 135790，用于登录，10 分钟内有效。".to_owned(),
        lang: Lang::Zh,
    }
}

/// Where the sandbox sends a browser after somebody was chosen at this address.
pub async fn chosen(address: &str, person: &str) -> String {
    let address = address
        .replace("/authorize?", "/choose?")
        .replace("/qrconnect?", "/choose?")
        .replace("#wechat_redirect", "");
    let url = format!("{address}&person={person}");
    let reply = client().get(url).send().await.unwrap();
    reply.headers()["location"].to_str().unwrap().to_owned()
}

/// A value of an address's query.
pub fn query(address: &str, name: &str) -> Option<String> {
    let url = reqwest::Url::parse(address).unwrap();
    let found = url.query_pairs().find(|(n, _)| n == name);
    found.map(|(_, value)| value.into_owned())
}
