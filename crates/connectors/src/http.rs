//! HTTP client for outside services: deadlines, bounded answers, no redirects.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder, RequestBuilder, StatusCode, Url};
use rustls::ClientConfig;
use rustls_platform_verifier::BuilderVerifierExt;
use thiserror::Error;

/// Timeout for a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// Timeout for a whole exchange; Standard Webhooks asks for an answer within this time.
pub const DEADLINE: Duration = Duration::from_secs(10);
/// Time that an idle connection is kept. Servers close theirs after 5 s and more, and a request that meets the closing gets no answer, so
/// that nobody can tell whether it was carried out.
const IDLE: Duration = Duration::from_secs(2);
/// The largest answer that is read. Answers of these services take a few kilobytes, sets of keys some tens.
pub const ANSWER_MAX_BYTES: usize = 256 * 1024;

/// Reason why there is no answer.
#[derive(Debug, Error)]
pub enum HttpError {
    /// No connection, no answer in time, or a connection that broke off.
    #[error("no answer")]
    NoAnswer(#[from] reqwest::Error),
    /// The answer is larger than it may be.
    #[error("the answer is larger than it may be")]
    TooLarge,
}

/// An answer, read to its end.
pub struct Reply {
    /// Status of HTTP.
    pub status: StatusCode,
    /// Header `Content-Type` of the answer; none where the server sent none.
    pub content_type: Option<HeaderValue>,
    /// Headers of the answer: some services sign their answers in them.
    pub headers: HeaderMap,
    /// Body, at most as long as the caller reads.
    pub body: Vec<u8>,
}

/// TLS configuration, made once because reading the system's certificates takes longer than most calls. None if they cannot be read: each
/// client then tries by itself, and its error says why it cannot.
static TLS: LazyLock<Option<ClientConfig>> = LazyLock::new(|| {
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .and_then(BuilderVerifierExt::with_platform_verifier);
    Some(config.ok()?.with_no_client_auth())
});

/// TLS configuration for connections that no [`Client`] makes, such as those to proxies.
pub(crate) fn tls() -> Option<ClientConfig> {
    TLS.clone()
}

/// Client builder with the common settings for outside services.
pub(crate) fn builder(deadline: Duration) -> ClientBuilder {
    let builder = Client::builder()
        .connect_timeout(CONNECT.min(deadline))
        .timeout(deadline)
        .pool_idle_timeout(IDLE)
        .redirect(Policy::none())
        .user_agent(concat!("owldeck/", env!("CARGO_PKG_VERSION")));
    match &*TLS {
        Some(tls) => builder.tls_backend_preconfigured(tls.clone()),
        None => builder,
    }
}

/// Client for one address. A proxy of the environment is not used for addresses of this machine.
pub fn client(address: &Url, deadline: Duration) -> Result<Client, reqwest::Error> {
    let builder = builder(deadline);
    if is_loopback(address) {
        builder.no_proxy().build()
    } else {
        builder.build()
    }
}

/// Whether an address is on this machine.
pub fn is_loopback(address: &Url) -> bool {
    match address.host() {
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// Whether nobody on the way can read or change the traffic to an address: https, or this machine.
pub fn is_safe(address: &Url) -> bool {
    match address.scheme() {
        "https" => address.host().is_some(),
        "http" => is_loopback(address),
        _ => false,
    }
}

/// Sends a request and reads its answer.
pub async fn exchange(request: RequestBuilder) -> Result<Reply, HttpError> {
    exchange_within(request, ANSWER_MAX_BYTES).await
}

/// [`exchange`] for answers of up to so many bytes.
pub async fn exchange_within(
    request: RequestBuilder,
    max_bytes: usize,
) -> Result<Reply, HttpError> {
    // Addresses hold secrets and codes, so errors are kept without them.
    let mut response = request.send().await.map_err(reqwest::Error::without_url)?;
    let status = response.status();
    let headers = response.headers().clone();
    let content_type = headers.get(CONTENT_TYPE).cloned();
    let mut body = Vec::new();
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(reqwest::Error::without_url)?
    {
        if body.len() + chunk.len() > max_bytes {
            return Err(HttpError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Reply {
        status,
        content_type,
        headers,
        body,
    })
}
