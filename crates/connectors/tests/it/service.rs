//! A service on this machine that takes one request and answers with given bytes.

use std::time::Duration;

use connectors::wallets::Timeouts;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// A request as it came over the wire.
pub struct Request {
    /// `POST /path?query`.
    pub line: String,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Request {
    /// A header that came exactly once.
    pub fn header(&self, name: &str) -> &str {
        let mut found = self.headers.iter().filter(|(n, _)| n == name);
        match (found.next(), found.next()) {
            (Some((_, value)), None) => value,
            (None, _) => "",
            _ => panic!("{name} came more than once"),
        }
    }
}

pub struct Service {
    pub url: String,
    task: JoinHandle<Request>,
}

/// Answer of the service once it has the request.
pub enum Answer {
    /// These bytes, then the end.
    Bytes(Vec<u8>),
    /// Nothing, for longer than anybody waits.
    Silence,
}

/// Timeout for an answer that comes. It only guards against hanging: on a busy machine an answer may be seconds late.
pub const PATIENCE: Duration = Duration::from_mins(1);

impl Answer {
    /// Timeout of whoever awaits this answer: a short one ends the wait for one that never comes.
    pub fn timeout(&self) -> Duration {
        match self {
            Self::Bytes(_) => PATIENCE,
            Self::Silence => Duration::from_millis(300),
        }
    }
}

/// Timeouts of a wallet, all the same.
pub fn timeouts(each: Duration) -> Timeouts {
    Timeouts {
        create: each,
        keys: each,
        ask: each,
    }
}

/// An answer of HTTP.
pub fn http(status: &str, content_type: &str, body: &str) -> Answer {
    Answer::Bytes(
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        )
        .into_bytes(),
    )
}

pub fn json(body: &str) -> Answer {
    http("200 OK", "application/json", body)
}

impl Service {
    pub async fn answering(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let task = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut bytes = Vec::new();
            let request = loop {
                let mut chunk = [0; 4096];
                let n = stream.read(&mut chunk).await.unwrap();
                assert!(n > 0, "the request broke off");
                bytes.extend_from_slice(&chunk[..n]);
                if let Some(request) = parse(&bytes) {
                    break request;
                }
            };
            match answer {
                // The other side may stop reading: that is its right.
                Answer::Bytes(bytes) => drop(stream.write_all(&bytes).await),
                Answer::Silence => tokio::time::sleep(2 * PATIENCE).await,
            }
            request
        });
        Self { url, task }
    }

    /// The request that the service received.
    pub async fn request(self) -> Request {
        self.task.await.unwrap()
    }
}

fn parse(bytes: &[u8]) -> Option<Request> {
    let text = String::from_utf8(bytes.to_vec()).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let mut lines = head.split("\r\n");
    let line = lines.next()?.trim_end_matches(" HTTP/1.1").to_owned();
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let length = headers
        .iter()
        .find(|(name, _)| name == "content-length")
        .map_or(0, |(_, n)| n.parse().unwrap());
    (body.len() == length).then(|| Request {
        line,
        headers,
        body: body.to_owned(),
    })
}
