//! Helpers that the tests of files share: one phone's files for one member, by the calls.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use eventually::eventually;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::demo::{Demo, Member};
use crate::tus::{PIECE, Tus};

pub const ABSENT: i64 = 1_011_121_003;
pub const TAKEN: i64 = 1_011_121_004;
pub const OUTSIDE: i64 = 1_011_121_005;
pub const KIND: i64 = 1_011_121_006;
pub const OFFSET: i64 = 1_011_121_007;
pub const SIZE: i64 = 1_011_121_008;
pub const NO_ANSWER: i64 = 1_011_121_011;
pub const TICKET: i64 = 1_011_121_013;
pub const COUNT: i64 = 1_011_121_014;
pub const PATH: i64 = 1_011_121_001;
pub const NAME: i64 = 1_011_121_002;
pub const FOLDER: &str = "/sdcard/Download";

/// The files of one phone, for one member.
pub struct Files<'a> {
    demo: &'a Demo,
    token: String,
    phone_id: i64,
}

/// File to put on the phone, and where.
#[derive(Clone, Copy)]
pub struct Put<'a> {
    pub folder: &'a str,
    pub name: &'a str,
    pub content: &'a [u8],
    pub replace: bool,
}

impl<'a> Put<'a> {
    pub fn new(name: &'a str, content: &'a [u8]) -> Self {
        Self {
            folder: FOLDER,
            name,
            content,
            replace: false,
        }
    }
}

impl<'a> Files<'a> {
    pub fn of(demo: &'a Demo, member: &Member<'_>, phone_id: i64) -> Self {
        Self {
            demo,
            token: member.token.clone(),
            phone_id,
        }
    }

    pub fn url(&self, path: &str, query: &[(&str, String)]) -> reqwest::Url {
        let mut url =
            reqwest::Url::parse(&format!("{}/app-api/infra/file/{path}", self.demo.origin))
                .expect("an address");
        url.query_pairs_mut().extend_pairs(query);
        url
    }

    pub async fn ask(&self, request: reqwest::RequestBuilder) -> Value {
        let answer = request.bearer_auth(&self.token).send().await;
        answer.expect("an answer").json().await.expect("JSON")
    }

    pub async fn get(&self, path: &str, query: &[(&str, String)]) -> Value {
        self.ask(
            crate::demo::client()
                .build()
                .expect("a client")
                .get(self.url(path, query)),
        )
        .await
    }

    pub async fn send(&self, method: reqwest::Method, path: &str, mut body: Value) -> Value {
        body["phoneId"] = json!(self.phone_id);
        let request = crate::demo::client()
            .build()
            .expect("a client")
            .request(method, self.url(path, &[]));
        self.ask(request.json(&body)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> i64 {
        code(&self.send(reqwest::Method::POST, path, body).await)
    }

    pub async fn rename(&self, path: &str, to: Value) -> i64 {
        let mut body = to;
        body["path"] = json!(path);
        code(&self.send(reqwest::Method::PUT, "move", body).await)
    }

    pub async fn delete(&self, paths: &[&str]) -> Value {
        self.send(reqwest::Method::POST, "delete", json!({ "paths": paths }))
            .await
    }

    pub async fn listed(&self, path: &str) -> Value {
        let query = [
            ("phoneId", self.phone_id.to_string()),
            ("path", path.to_owned()),
        ];
        self.get("list", &query).await
    }

    /// Names and sizes in a folder.
    pub async fn names(&self, path: &str) -> HashMap<String, u64> {
        let answer = self.listed(path).await;
        assert_eq!(answer["code"], 0, "{answer}");
        let list = answer["data"]["list"].as_array().expect("a list").iter();
        list.map(|entry| {
            let name = entry["name"].as_str().expect("a name").to_owned();
            (name, entry["size"].as_u64().expect("a size"))
        })
        .collect()
    }

    fn tus(&self) -> Tus<'_> {
        Tus {
            demo: self.demo,
            token: &self.token,
        }
    }

    /// Announces a file of this length.
    pub async fn announced(&self, put: Put<'_>, length: u64) -> Value {
        let replace = put.replace.to_string();
        let metadata = [
            ("filename", put.name),
            ("path", put.folder),
            ("modifiedMs", "1700000000000"),
            ("replace", replace.as_str()),
        ];
        let path = format!("/app-api/infra/tus/phones/{}", self.phone_id);
        self.tus().create(&path, length, &metadata).await
    }

    /// How much of it is on the phone.
    pub async fn uploaded(&self, put: Put<'_>) -> Value {
        self.announced(put, put.content.len() as u64).await
    }

    async fn location(&self, put: Put<'_>) -> Result<String, Value> {
        let answer = self.uploaded(put).await;
        let location = answer["data"]["location"].as_str().map(str::to_owned);
        location.ok_or(answer)
    }

    pub async fn piece(&self, put: Put<'_>, from: usize, to: usize) -> Value {
        match self.location(put).await {
            // An empty file is there with its announcement.
            Ok(_) if put.content.is_empty() => json!({ "code": 0, "data": { "offset": 0 } }),
            Ok(location) => {
                let piece = &put.content[from..to];
                self.tus().append(&location, from, piece).await
            }
            Err(refused) => refused,
        }
    }

    /// All of it at once, which must be all right.
    pub async fn placed(&self, put: Put<'_>) {
        let answer = self.put(put).await;
        assert_eq!(answer["code"], 0, "{}: {answer}", put.name);
        assert_eq!(answer["data"]["offset"], put.content.len(), "{}", put.name);
    }

    pub async fn put(&self, put: Put<'_>) -> Value {
        self.piece(put, 0, put.content.len()).await
    }

    /// Gives it up.
    pub async fn give_up(&self, put: Put<'_>) -> i64 {
        let location = self.location(put).await.expect("it is on its way");
        code(&self.tus().remove(&location).await)
    }

    /// The head of a piece's request, of which less is sent than it says.
    pub async fn head(&self, put: Put<'_>, from: usize) -> String {
        let location = self.location(put).await.expect("it may come");
        let length = put.content.len() - from;
        format!(
            "PATCH {location} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ntus-resumable: 1.0.0\r\n\
             content-type: {PIECE}\r\nupload-offset: {from}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n",
            self.demo.origin.trim_start_matches("http://"),
            self.token,
        )
    }

    /// A piece of which this much is sent, on its connection.
    pub async fn begun(&self, put: Put<'_>, from: usize, to: usize) -> TcpStream {
        let address = self.demo.origin.trim_start_matches("http://");
        let mut tcp = TcpStream::connect(address).await.expect("a connection");
        tcp.write_all(self.head(put, from).await.as_bytes())
            .await
            .expect("a head");
        tcp.write_all(&put.content[from..to]).await.expect("a part");
        tcp.flush().await.expect("it goes");
        tcp
    }

    /// Once something of it is on the phone; how much.
    pub async fn arrived(&self, put: Put<'_>) -> usize {
        eventually("it arrives", async || {
            let answer = self.uploaded(put).await;
            assert_eq!(answer["code"], 0, "{answer}");
            let offset = answer["data"]["offset"].as_u64();
            offset.filter(|some| *some > 0).map(|some| some as usize)
        })
        .await
    }

    pub async fn ticket(&self, path: &str) -> String {
        let answer = self
            .send(reqwest::Method::POST, "ticket", json!({ "path": path }))
            .await;
        answer["data"]["ticket"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned()
    }

    pub async fn response(&self, ticket: &str, range: Option<(&str, &str)>) -> reqwest::Response {
        let url = self.url("download", &[("ticket", ticket.to_owned())]);
        let mut request = crate::demo::client()
            .build()
            .expect("a client")
            .get(url)
            .bearer_auth(&self.token);
        if let Some((range, tag)) = range {
            request = request.header("range", range).header("if-range", tag);
        }
        request.send().await.expect("an answer")
    }

    pub async fn fetch(&self, path: &str) -> Vec<u8> {
        let answer = self.response(&self.ticket(path).await, None).await;
        let kind = answer.headers()["content-type"].clone();
        let body = answer.bytes().await.expect("a body").to_vec();
        assert_eq!(
            kind,
            "application/octet-stream",
            "{}",
            String::from_utf8_lossy(&body)
        );
        body
    }

    pub async fn refused(&self, path: &str) -> i64 {
        let answer = self.response(&self.ticket(path).await, None).await;
        code(&answer.json().await.expect("JSON"))
    }
}

pub fn code(answer: &Value) -> i64 {
    answer["code"]
        .as_i64()
        .unwrap_or_else(|| panic!("a code: {answer}"))
}

/// Bytes that repeat nowhere near.
pub fn bytes(length: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64 ^ length as u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    (0..length).map(|_| next()).collect()
}

pub fn random(below: usize) -> usize {
    // Each hasher has a key of its own.
    RandomState::new().build_hasher().finish() as usize % below
}
