//! A server on a port of its own with a fresh database, and a client with a method for each call.

mod about;
pub mod log;
mod other_side;
mod refusals;

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpServer, middleware, web};
use api::{AppState, Base, Embedders, FailedCalls};
use connectors::webhooks::WebhookSender;
use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use domain::live::webhooks::Allow;
use engine::payments::Wallets;
use engine::{Clock, Engine};
use fleet::{Fleet, FleetOptions, Timing};
pub use fresh_database::PASSWORD;
use fresh_database::proxy::Proxy;
use fresh_database::{Database, PASSWORD_HASH};
use reqwest::header::HeaderMap;
use reqwest::{Client, ClientBuilder, Method};
use serde_json::{Value, json};
use store::seed::{Seed, Seeded};
use store::{Stamp, Store};
use tokio::runtime::Runtime;

use crate::payments::wallets::{Proof, wallets};
use other_side::OtherSide;

/// Owns phones.
pub const OWNER: &str = "13800000000";
/// Is granted some.
pub const GUEST: &str = "13900000000";
/// Has nothing.
pub const STRANGER: &str = "13700000000";

/// Of the ports that phones are told to have.
static COUNTER: AtomicU32 = AtomicU32::new(0);

pub struct Server {
    pub base: String,
    pub store: Store,
    pub clock: Clock,
    /// Of the database.
    pub url: String,
    pub engine: Engine,
    other_side: OtherSide,
    pub http: Client,
    handle: ServerHandle,
    _database: Database,
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

/// Runs a test against a server on each database there is.
pub fn with_server(test: impl AsyncFn(&Server)) {
    with_server_at(None, test);
}

/// Runs a test as [`with_server`] does, behind a proxy that browsers see under `public_origin`.
pub fn with_server_at(public_origin: Option<&str>, test: impl AsyncFn(&Server)) {
    run(public_origin, None, test);
}

/// A server where one can pay. WeChat Pay is reached through whatever `way` makes of the sandbox's address.
pub fn with_shop(way: fn(String) -> String, test: impl AsyncFn(&Server)) {
    run(None, Some((way, Proof::Keys)), test);
}

/// A server where one can pay, and both wallets prove themselves by certificates.
pub fn with_certified_shop(test: impl AsyncFn(&Server)) {
    run(None, Some((|address| address, Proof::Certificates)), test);
}

/// Runs a test that asks every call as everybody: each day on SQLite, and on PostgreSQL by `cargo xtask trust rights`.
pub fn with_swept_server(test: impl AsyncFn(&Server)) {
    run_on(swept(), None, None, test);
}

/// Runs such a test against a server with both wallets.
pub fn with_swept_shop(test: impl AsyncFn(&Server)) {
    run_on(swept(), None, Some((|address| address, Proof::Keys)), test);
}

fn swept() -> Option<Database> {
    if is_sweep() {
        fresh_database::postgres()
    } else {
        Some(fresh_database::sqlite())
    }
}

/// Whether `cargo xtask trust rights` runs the test, in its whole extent.
pub fn is_sweep() -> bool {
    std::env::var_os("OWLDECK_SWEEP").is_some()
}

/// Change to WeChat Pay's address, and the way in which the wallets prove themselves.
type Shop = (fn(String) -> String, Proof);

fn run(public_origin: Option<&str>, shop: Option<Shop>, test: impl AsyncFn(&Server)) {
    run_on(fresh_database::each(), public_origin, shop, test);
}

fn run_on(
    databases: impl IntoIterator<Item = Database>,
    public_origin: Option<&str>,
    shop: Option<Shop>,
    test: impl AsyncFn(&Server),
) {
    let runtime = runtime();
    for database in databases {
        let url = database.url.clone();
        on(&runtime, database, &url, public_origin, shop, &test);
    }
}

/// Runs a test against a server on PostgreSQL, which it reaches through a proxy that the test cuts; against none where there is no such server.
pub fn with_proxy(test: impl AsyncFn(&Server, &Proxy)) {
    let Some(database) = fresh_database::postgres() else {
        return;
    };
    let runtime = runtime();
    let proxy = runtime.block_on(Proxy::to(&database.url));
    let test = async |s: &Server| test(s, &proxy).await;
    on(&runtime, database, &proxy.url, None, None, &test);
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
}

/// Runs a test against a server on this database, which it reaches at `url`.
fn on(
    runtime: &Runtime,
    database: Database,
    url: &str,
    public_origin: Option<&str>,
    shop: Option<Shop>,
    test: &impl AsyncFn(&Server),
) {
    let store = Store::open(url, Stamp::Demo).unwrap();
    let clock = Clock::system();
    let fleet = Fleet::new(FleetOptions {
        server_file: None,
        runtime: runtime.handle().clone(),
        clock: Arc::new(|| 0),
        timing: Timing::default(),
    });
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let other_side = runtime.block_on(OtherSide::open(&base, &clock));
    let ((senders, social), ear) = (other_side.services(), other_side.sandbox.clone());
    let address = other_side.sandbox.wechat_pay_address();
    let wallets = shop.map_or_else(Wallets::default, |(way, proof)| {
        let wallets = wallets(&other_side.sandbox, &base, way(address), proof);
        other_side.keep_wallet_keys();
        wallets
    });
    let engine = Engine::new(store.clone(), fleet, clock.clone())
        .with_services(senders, social)
        .with_wallets(wallets)
        .with_webhooks(WebhookSender::new(Allow::default().with(&base)).unwrap())
        .with_proxies(other_side.proxies())
        .with_uploads(other_side.folder.path().join("uploads"), None)
        .unwrap()
        .with_captcha_observer(Arc::new(move |uuid, action, text| {
            ear.keep_captcha(uuid, action.into_str(), text);
        }));
    let state = web::Data::new(AppState {
        engine: engine.clone(),
        public_origin: public_origin.map(str::to_owned),
        base: Base::default(),
        proxies: "127.0.0.2".parse().unwrap(),
        embedders: Embedders::default(),
        about: about::about(),
        demo: None,
        failed_calls: FailedCalls::default(),
    });
    let handle = serve(listener, state, other_side.sandbox.clone());
    runtime.block_on(async {
        let deliveries = shop.map(|_| other_side.sandbox.deliveries().unwrap());
        let server = Server {
            base,
            store,
            clock,
            url: url.to_owned(),
            engine,
            other_side,
            http: client().build().unwrap(),
            handle,
            _database: database,
        };
        server.seed(people()).await;
        test(&server).await;
        drop(deliveries);
    });
}

fn serve(
    listener: TcpListener,
    state: web::Data<AppState>,
    sandbox: sandbox::Sandbox,
) -> ServerHandle {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let server = HttpServer::new(move || {
                App::new()
                    .wrap(middleware::from_fn(api::request_middleware))
                    .configure(|cfg| api::configure(cfg, state.clone()))
                    .configure(|cfg| sandbox.configure(cfg))
                    .default_service(web::to(api::absent))
            })
            .on_connect(api::prepare)
            // Nothing may depend on a connection being cut after a while. The client opens one for each call, and keeps what it did not
            // need: a call that takes it after five seconds would be answered by 408.
            .client_request_timeout(Duration::from_mins(1))
            .client_disconnect_timeout(Duration::from_mins(1))
            .workers(1)
            .disable_signals()
            .listen(listener)
            .unwrap()
            .run();
            tell.send(server.handle()).unwrap();
            server.await.unwrap();
        });
    });
    told.recv().unwrap()
}

/// A client for plain http: reading the system's certificates takes longer than a request.
pub fn client() -> ClientBuilder {
    Client::builder().tls_certs_only([])
}

fn people() -> Value {
    json!({
        "members": [
            { "phone": OWNER, "password": PASSWORD_HASH, "nickname": "Owner" },
            { "phone": GUEST, "password": PASSWORD_HASH, "nickname": "Guest" },
            { "phone": STRANGER, "password": PASSWORD_HASH }
        ],
        "operators": [{ "userName": "admin", "password": PASSWORD_HASH, "permissions": ["*:*:*"] }],
        "configurations": [{ "name": "VIP", "androidVersion": "14", "chip": "RK3588", "padType": 5, "dpi": 320 }]
    })
}

/// An answer: its headers and its body.
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    /// The body's code; a missing one is 200, as clients read it. Of an answer without a body the status.
    pub fn code(&self) -> i64 {
        if self.text.is_empty() {
            return self.status.into();
        }
        self.json()["code"].as_i64().unwrap_or(200)
    }

    pub fn msg(&self) -> String {
        self.json()["msg"].as_str().unwrap().to_owned()
    }

    /// Data of the answer; the call must have succeeded.
    #[track_caller]
    pub fn data(&self) -> Value {
        let body = self.json();
        assert_eq!(body["code"], 0, "{body}");
        body["data"].clone()
    }

    pub fn header(&self, name: &str) -> String {
        self.headers
            .get(name)
            .map_or_else(String::new, |v| v.to_str().unwrap().to_owned())
    }
}

impl Server {
    /// Changes the database behind the server's back.
    pub fn statement(&self, sql: &str) {
        assert_eq!(self.execute(sql), 1, "{sql}");
    }

    /// As if nobody had asked for anything before: what is counted begins anew.
    pub fn forgive(&self) {
        for table in ["limits", "sendings"] {
            self.execute(&format!("DELETE FROM {table}"));
        }
    }

    /// Runs a statement; how many rows it changed.
    pub fn execute(&self, sql: &str) -> usize {
        let changed = if self.url.starts_with("postgres") {
            sql_query(sql).execute(&mut PgConnection::establish(&self.url).unwrap())
        } else {
            let mut conn = SqliteConnection::establish(&self.url).unwrap();
            sql_query("PRAGMA busy_timeout = 5000")
                .execute(&mut conn)
                .unwrap();
            sql_query(sql).execute(&mut conn)
        };
        changed.unwrap()
    }

    /// Every SMS and mail that was sent, newest first.
    pub fn sent(&self) -> Vec<sandbox::Entry> {
        self.other_side.sandbox.sent()
    }

    /// Where the sandbox's wallets are: Alipay, WeChat Pay.
    pub fn wallets(&self) -> (String, String) {
        let sandbox = &self.other_side.sandbox;
        (sandbox.alipay_address(), sandbox.wechat_pay_address())
    }

    /// Where what members send lies.
    pub fn uploads(&self) -> std::path::PathBuf {
        self.other_side.folder.path().join("uploads")
    }

    /// Where the sandbox's wallets keep their keys.
    pub fn wallet_keys_file(&self) -> std::path::PathBuf {
        self.other_side.folder.path().join("wallet_keys.json")
    }

    /// Sends whatever is wanted.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<reqwest::Body>,
    ) -> Reply {
        let mut request = self
            .http
            .request(method.clone(), format!("{}{path}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = request.body(body).send().await.unwrap();
        let reply = Reply {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            text: response.text().await.unwrap(),
        };
        refusals::check(&method, path, &reply.text);
        reply
    }

    /// A POST of JSON by whoever holds the token; in English.
    pub async fn post(&self, path: &str, token: &str, body: Value) -> Reply {
        let bearer = format!("Bearer {token}");
        let headers = [
            ("content-type", "application/json"),
            ("accept-language", "en-US"),
            ("authorization", bearer.as_str()),
        ];
        self.send(Method::POST, path, &headers, body.to_string())
            .await
    }

    /// A GET by whoever holds the token; in English.
    pub async fn get(&self, path: &str, token: &str) -> Reply {
        let bearer = format!("Bearer {token}");
        self.send(
            Method::GET,
            path,
            &[
                ("accept-language", "en-US"),
                ("authorization", bearer.as_str()),
            ],
            "",
        )
        .await
    }

    pub async fn sign_in(&self, account: &str) -> Reply {
        self.post(
            "/app-api/member/auth/sms-login",
            "",
            json!({ "phone": account, "password": PASSWORD, "agreed": true }),
        )
        .await
    }

    /// An access token.
    pub async fn token(&self, account: &str) -> String {
        self.sign_in(account).await.data()["accessToken"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    pub async fn list(&self, token: &str, body: Value) -> Reply {
        self.post("/app-api/trade/phone/app-page", token, body)
            .await
    }

    pub async fn start(&self, token: &str, body: Value) -> Reply {
        self.post(
            "/app-api/infra/cacloud-resource/phone/startPhone",
            token,
            body,
        )
        .await
    }

    pub async fn ticket(&self, token: &str, phone_ids: &[i64]) -> Reply {
        self.post(
            "/app-api/infra/ws-ticket",
            token,
            json!({ "purpose": "deck", "phoneIds": phone_ids }),
        )
        .await
    }

    pub async fn seed(&self, seed: Value) -> Seeded {
        let seed = Seed::parse(&seed.to_string()).unwrap();
        store::seed::load(&self.store, seed, self.clock.now_ms())
            .await
            .unwrap()
    }

    /// Gives the owner a phone that runs; answers its id.
    pub async fn phone(&self, alias: &str, days: i64) -> i64 {
        let adb = format!(
            "127.0.0.1:{}",
            20_000 + COUNTER.fetch_add(1, Ordering::Relaxed)
        );
        let seeded = self
            .seed(json!({ "phones": [{ "owner": OWNER, "alias": alias, "configuration": "VIP", "expiresInDays": days, "adb": adb }] }))
            .await;
        let id = seeded.phones[0].phone_id;
        store::phones::set_health(&self.store, id, None, self.clock.now_ms())
            .await
            .unwrap();
        id
    }

    /// Grants the owner's phone to the guest for an hour.
    pub async fn grant(&self, alias: &str, level: &str) {
        self.seed(json!({ "grants": [{ "owner": OWNER, "phone": alias, "to": GUEST, "level": level, "expiresInMinutes": 60 }] })).await;
    }
}
