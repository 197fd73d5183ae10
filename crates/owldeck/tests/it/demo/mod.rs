//! A demo as its users start it: the binary, on a free port with a fresh data folder.

mod keys;
mod socket;

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use domain::play::Event;
use eventually::eventually;
use kept_port::KeptPort;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

pub use self::socket::Socket;

pub const OWNER: &str = "13800000000";
pub const GUEST: &str = "13900000000";
pub const OPERATOR: &str = "admin";
pub const PASSWORD: &str = "Owldeck#2026";

/// How many rounds a proof makes: `usual` ones, unless `OWLDECK_ROUNDS` says how many.
pub fn rounds(usual: u32) -> u32 {
    std::env::var("OWLDECK_ROUNDS").map_or(usual, |rounds| rounds.parse().expect("a number"))
}

/// A client for plain http: reading the system's certificates takes longer than a request.
pub fn client() -> reqwest::ClientBuilder {
    reqwest::Client::builder().tls_certs_only([])
}

/// Runs the binary to its end.
pub fn owldeck(data_dir: &Path, args: &[&str]) -> Output {
    command(data_dir)
        .args(args)
        .output()
        .expect("the binary runs")
}

fn command(data_dir: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_owldeck"));
    command.env_clear().env("OWLDECK_DATA_DIR", data_dir);
    command
}

/// Of a demo that writes down what its phones are told and which operations end.
const LOG_FILE: &str = "server.log";

fn run(
    data: &Path,
    port: u16,
    (phones, stock): (u16, u16),
    notes: Notes,
    more: &[(&str, String)],
) -> Child {
    let mut command = command(data);
    command
        .arg("demo")
        .env("OWLDECK_LISTEN", format!("127.0.0.1:{port}"))
        .env("OWLDECK_SIM_PHONES", phones.to_string())
        .env("OWLDECK_SIM_STOCK", stock.to_string())
        .env("OWLDECK_SIM_HISTORY", "false")
        .env(
            "OWLDECK_LOG",
            if notes == Notes::None {
                "warn"
            } else {
                "warn,engine=info"
            },
        )
        .env("OWLDECK_CLOCK_OFFSET_FILE", data.join(CLOCK_FILE))
        .envs(more.iter().map(|(name, value)| (*name, value)))
        .stdout(Stdio::null());
    if notes == Notes::WithoutScreenServer {
        command.env("OWLDECK_SCRCPY_SERVER", "none");
    }
    if notes != Notes::None {
        let log = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(data.join(LOG_FILE))
            .expect("a file");
        command.stderr(log);
    }
    command.spawn().expect("the binary runs")
}

/// A running demo; dropped, it ends.
pub struct Demo {
    pub child: Child,
    pub origin: String,
    pub data: TempDir,
    client: reqwest::Client,
    phones: u16,
    stock: u16,
    notes: Notes,
    more: Vec<(&'static str, String)>,
    /// Keeps its port while it is started again.
    kept: KeptPort,
}

/// Whether a demo writes down what its phones are told, and how it reaches them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Notes {
    None,
    Kept,
    WithoutScreenServer,
}

/// Where a demo listens, once it says so.
async fn origin(data: &Path, child: &mut Child) -> String {
    eventually("the demo says where it listens", async || {
        let told = std::fs::read_to_string(data.join("demo.json")).unwrap_or_default();
        let memory: Value = serde_json::from_str(&told).unwrap_or_default();
        let listen = memory["listen"].as_str();
        if listen.is_none() {
            let ended = child.try_wait().expect("a child");
            assert!(ended.is_none(), "the demo ended: {ended:?}");
        }
        listen.map(|listen| format!("http://{listen}"))
    })
    .await
}

/// The file in the data folder by which a test moves the demo's clock.
const CLOCK_FILE: &str = "clock-offset";

impl Demo {
    /// Starts one with four simulated phones: the owner has three, the guest one, a look at the first and a hand on the second.
    pub async fn start() -> Self {
        Self::with(4, 0, Notes::None).await
    }

    /// Starts one with four phones that are rented and `stock` more that are not.
    pub async fn with_stock(stock: u16) -> Self {
        Self::with(4, stock, Notes::None).await
    }

    /// Starts one with so many phones, every fourth the guest's, that writes down what they are told ([`Self::told`]) and how operations
    /// end ([`Self::log`]).
    pub async fn noted(phones: u16) -> Self {
        Self::with(phones, 0, Notes::Kept).await
    }

    /// Starts a noted one whose phones are touched by commands only.
    pub async fn without_screen_server(phones: u16) -> Self {
        Self::with(phones, 0, Notes::WithoutScreenServer).await
    }

    /// A noted one of so many phones with more settings.
    pub async fn with_settings(phones: u16, more: Vec<(&'static str, String)>) -> Self {
        Self::set(phones, 0, Notes::Kept, more).await
    }

    async fn with(phones: u16, stock: u16, notes: Notes) -> Self {
        Self::set(phones, stock, notes, Vec::new()).await
    }

    async fn set(phones: u16, stock: u16, notes: Notes, more: Vec<(&'static str, String)>) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        if notes != Notes::None {
            std::fs::create_dir_all(data.path().join("phones/journal")).expect("room");
        }
        keys::give(data.path());
        // A copy of a migrated database takes a small part of the time of the migrations.
        fresh_database::sqlite_at(&data.path().join("owldeck.sqlite"));
        let kept = KeptPort::bind();
        let mut child = run(
            data.path(),
            kept.address().port(),
            (phones, stock),
            notes,
            &more,
        );
        let demo = Self {
            origin: origin(data.path(), &mut child).await,
            child,
            data,
            client: client().build().expect("a client"),
            phones,
            stock,
            notes,
            more,
            kept,
        };
        demo.ready().await;
        keys::share(demo.data.path());
        demo
    }

    async fn ready(&self) {
        eventually("the demo is ready", async || self.healthy().await).await;
    }

    /// Ends it without a warning, as a power cut does, and starts it again on the same data, as [`Self::restart`] does.
    pub async fn kill_and_restart(&mut self) {
        self.kill();
        self.restart().await;
    }

    /// Ends it without a warning.
    pub fn kill(&mut self) {
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("it ends");
    }

    /// Starts one that has ended, on the same data. Its phones answer elsewhere if somebody took their ports meanwhile: ask for
    /// [`Self::addresses`] again.
    pub async fn restart(&mut self) {
        let port = self.kept.address().port();
        let size = (self.phones, self.stock);
        self.child = run(self.data.path(), port, size, self.notes, &self.more);
        self.ready().await;
    }

    /// Moves the server's clock to so many seconds from now.
    pub fn move_clock(&self, seconds: i64) {
        self.set_clock(seconds, 0);
    }

    /// Moves it, and lets so many seconds have passed at once, as what counts how long something lasts sees it.
    pub fn set_clock(&self, seconds: i64, passed: i64) {
        let text = format!("{seconds} {passed}");
        std::fs::write(self.data.path().join(CLOCK_FILE), text).expect("room");
    }

    /// Where the simulated phones answer.
    pub fn addresses(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.data.path().join("demo.json")).expect("demo.json");
        let memory: Value = serde_json::from_str(&text).expect("JSON");
        let first = memory["firstPort"].as_i64().expect("a port");
        (first..first + i64::from(self.phones + self.stock))
            .map(|port| format!("127.0.0.1:{port}"))
            .collect()
    }

    /// Messages that a phone of a noted demo was told so far, in order: each an object of one key, the kind.
    pub fn told(&self, phone: usize) -> Vec<Value> {
        let file = format!("phones/journal/phone-{phone:04}.jsonl");
        let text = std::fs::read_to_string(self.data.path().join(file)).expect("a journal");
        text.lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }

    /// Log of a noted demo's server so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.data.path().join(LOG_FILE)).expect("a log")
    }

    async fn healthy(&self) -> bool {
        self.client
            .get(format!("{}/healthz", self.origin))
            .send()
            .await
            .is_ok_and(|answer| answer.status().is_success())
    }

    /// A plain request for a file, as a browser sends it; redirects are not followed.
    pub async fn get(&self, path: &str, encoding: &str) -> reqwest::Response {
        let client = client()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .expect("a client");
        client
            .get(format!("{}{path}", self.origin))
            .header("accept-encoding", encoding)
            .send()
            .await
            .expect("an answer")
    }

    /// Loads a seed while the server runs.
    pub fn seed(&self, lists: &Value) -> Output {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(lists.to_string().as_bytes()).expect("room");
        owldeck(
            self.data.path(),
            &["seed", "--file", file.path().to_str().expect("a path")],
        )
    }

    /// Asks SIGTERM to end it; the exit code.
    pub fn stop(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .expect("kill runs");
        self.child.wait().expect("it ends").code()
    }

    /// Ends the processes that the demo runs its phones in; it starts them again after a while.
    pub fn end_phones(&self) {
        let pid = self.child.id();
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).expect("the demo runs");
        for task in tasks {
            let children = task.expect("a thread").path().join("children");
            for child in std::fs::read_to_string(children)
                .unwrap_or_default()
                .split_whitespace()
            {
                Command::new("kill")
                    .args(["-KILL", child])
                    .status()
                    .expect("kill runs");
            }
        }
    }

    pub async fn sign_in(&self, phone: &str) -> Member<'_> {
        let body = json!({ "phone": phone, "password": PASSWORD, "agreed": true });
        let answer = self
            .post(None, "/app-api/member/auth/sms-login", &body)
            .await;
        let token = answer["data"]["accessToken"]
            .as_str()
            .expect("signed in")
            .to_owned();
        let refresh = answer["data"]["refreshToken"]
            .as_str()
            .expect("signed in")
            .to_owned();
        Member {
            demo: self,
            token,
            refresh,
        }
    }

    /// Somebody who signed in before, by what was given then: it outlives a restart.
    pub fn again(&self, token: &str) -> Member<'_> {
        Member {
            demo: self,
            token: token.to_owned(),
            refresh: String::new(),
        }
    }

    /// A call with a token that outlives its `Member`, or without one.
    pub async fn call(&self, token: Option<&str>, path: &str, body: &Value) -> Value {
        self.post(token, path, body).await
    }

    /// A DELETE with a body.
    pub async fn delete(&self, token: &str, path: &str, body: &Value) -> Value {
        let request = self.client.delete(format!("{}{path}", self.origin));
        let answer = request.bearer_auth(token).json(body).send().await;
        answer.expect("an answer").json().await.expect("JSON")
    }

    /// A PUT.
    pub async fn put(&self, token: &str, path: &str, body: &Value) -> Value {
        let request = self.client.put(format!("{}{path}", self.origin));
        let answer = request.bearer_auth(token).json(body).send().await;
        answer.expect("an answer").json().await.expect("JSON")
    }

    async fn post(&self, token: Option<&str>, path: &str, body: &Value) -> Value {
        let mut request = self
            .client
            .post(format!("{}{path}", self.origin))
            .json(body);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        request
            .send()
            .await
            .expect("an answer")
            .json()
            .await
            .expect("JSON")
    }

    /// Opens a socket as a page of this server does.
    pub async fn socket(&self, path: &str, ticket: &str) -> Socket {
        self.socket_from(path, ticket, &self.origin)
            .await
            .expect("an upgrade")
    }

    pub async fn socket_from(
        &self,
        path: &str,
        ticket: &str,
        origin: &str,
    ) -> Result<Socket, Error> {
        let url = format!("{}{path}?token={ticket}", self.origin.replace("http", "ws"));
        let mut request = url.into_client_request()?;
        request
            .headers_mut()
            .insert("origin", HeaderValue::from_str(origin).expect("an origin"));
        connect_async(request)
            .await
            .map(|(socket, _)| Socket(socket))
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody who is signed in.
pub struct Member<'a> {
    demo: &'a Demo,
    pub token: String,
    pub refresh: String,
}

impl Member<'_> {
    pub async fn post(&self, path: &str, body: &Value) -> Value {
        self.demo.post(Some(&self.token), path, body).await
    }

    /// A GET; the answer's `data`.
    pub async fn get(&self, path: &str) -> Value {
        let url = format!("{}{path}", self.demo.origin);
        let request = self.demo.client.get(url).bearer_auth(&self.token);
        let answer: Value = request
            .send()
            .await
            .expect("an answer")
            .json()
            .await
            .expect("JSON");
        assert_eq!(answer["code"], 0, "{answer}");
        answer["data"].clone()
    }

    pub async fn phones(&self) -> Vec<Value> {
        let answer = self
            .post("/app-api/trade/phone/app-page", &json!({ "pageSize": 200 }))
            .await;
        answer["data"]["list"].as_array().expect("a list").clone()
    }

    /// A phone by its name, once it is as wished.
    pub async fn phone_when(&self, alias: &str, wished: impl Fn(&Value) -> bool) -> Value {
        eventually(format!("{alias} is as wished"), async || {
            let mut phones = self.phones().await.into_iter();
            match phones.find(|p| p["phoneAlias"] == alias) {
                Some(phone) if wished(&phone) => Ok(phone),
                found => Err(found.unwrap_or_default()),
            }
        })
        .await
    }

    /// The id of a phone that runs.
    pub async fn running(&self, alias: &str) -> i64 {
        self.phone_when(alias, |p| p["businessStatus"] == 1).await["phoneId"]
            .as_i64()
            .expect("an id")
    }

    pub async fn start(&self, phone_id: i64, more: Value) -> Value {
        let mut body = json!({ "phoneId": phone_id });
        for (key, value) in more.as_object().expect("fields") {
            body[key] = value.clone();
        }
        self.post("/app-api/infra/cacloud-resource/phone/startPhone", &body)
            .await
    }

    /// A group's socket; its first phone is the master.
    pub async fn group(&self, phone_ids: &[i64]) -> Socket {
        let body = json!({ "purpose": "group", "phoneIds": phone_ids, "master": phone_ids[0] });
        let answer = self.post("/app-api/infra/ws-ticket", &body).await;
        let ticket = answer["data"]["ticket"].as_str();
        let ticket = ticket.unwrap_or_else(|| panic!("a ticket: {answer}"));
        self.demo.socket("/websocket/deck", ticket).await
    }

    /// A play socket, greeted.
    pub async fn play(&self, phone_id: i64, more: Value) -> (Socket, Event) {
        let started = self.start(phone_id, more).await;
        let ticket = started["data"]["ticket"]
            .as_str()
            .unwrap_or_else(|| panic!("a ticket: {started}"))
            .to_owned();
        let mut socket = self
            .demo
            .socket(&format!("/websocket/play/{phone_id}"), &ticket)
            .await;
        let hello = socket.event().await;
        (socket, hello)
    }
}
