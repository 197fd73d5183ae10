//! A client of tus: its requests, and their answers in the shape of other calls.

mod stranger;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::demo::Demo;

/// Media type of a piece.
pub const PIECE: &str = "application/offset+octet-stream";
/// Where files for the server are announced.
pub const FILES: &str = "/app-api/infra/tus/files";

/// One client.
pub struct Tus<'a> {
    pub demo: &'a Demo,
    pub token: &'a str,
}

impl Tus<'_> {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let client = crate::demo::client().build().expect("a client");
        client
            .request(method, format!("{}{path}", self.demo.origin))
            .bearer_auth(self.token)
            .header("tus-resumable", "1.0.0")
    }

    /// Announces an upload; in `data.location` its address.
    pub async fn create(&self, path: &str, length: u64, metadata: &[(&str, &str)]) -> Value {
        let pairs: Vec<String> = metadata
            .iter()
            .map(|(key, value)| format!("{key} {}", STANDARD.encode(value)))
            .collect();
        let request = self
            .request(Method::POST, path)
            .header("upload-length", length)
            .header("upload-metadata", pairs.join(","));
        let response = request.send().await.expect("an answer");
        let location = response.headers().get("location").cloned();
        let mut answer: Value = response.json().await.expect("JSON");
        if let Some(location) = location {
            answer["data"]["location"] = json!(location.to_str().expect("a path"));
        }
        answer
    }

    /// Sends a piece; in `data.offset` how much is there.
    pub async fn append(&self, location: &str, offset: usize, piece: &[u8]) -> Value {
        let request = self
            .request(Method::PATCH, location)
            .header("content-type", PIECE)
            .header("upload-offset", offset)
            .body(piece.to_vec());
        let response = request.send().await.expect("an answer");
        if response.status() != 204 {
            return response.json().await.expect("JSON");
        }
        let offset = response.headers()["upload-offset"].to_str().expect("text");
        json!({ "code": 0, "data": { "offset": offset.parse::<u64>().expect("a number") } })
    }

    /// Gives an upload up.
    pub async fn remove(&self, location: &str) -> Value {
        let response = self.request(Method::DELETE, location).send().await;
        let response = response.expect("an answer");
        if response.status() == 204 {
            return json!({ "code": 0 });
        }
        response.json().await.expect("JSON")
    }
}
