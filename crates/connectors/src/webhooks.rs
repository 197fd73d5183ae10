//! Brings events to the addresses that members name. Nobody's word but an operator's sends a request to this machine or a private network: a name
//! is resolved here, once, every address that it stands for is judged by `domain`, and the connection goes to an address that was judged.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::live::webhooks::{ANSWER_MAX_BYTES, ANSWER_MS, Address, Allow, Failure, Outcome};
use reqwest::Client;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use thiserror::Error;

use crate::signed::{Key, signed};
use crate::{Secret, http};

/// For a whole exchange.
const ANSWER: Duration = Duration::from_millis(ANSWER_MS.unsigned_abs());

/// Why a name leads nowhere.
#[derive(Debug, Error)]
enum Unresolved {
    #[error("the name stands for nothing")]
    NoName(#[source] io::Error),
    #[error("the name stands for an address that is not of the open internet")]
    Closed,
}

/// Names, and only such as stand for the open internet and what an operator lets through.
struct Judged(Arc<Allow>);

impl Resolve for Judged {
    fn resolve(&self, name: Name) -> Resolving {
        let allow = Arc::clone(&self.0);
        Box::pin(async move {
            // The port is the connection's own.
            let found = tokio::net::lookup_host((name.as_str(), 0)).await;
            let found: Vec<SocketAddr> = found.map_err(Unresolved::NoName)?.collect();
            // One that leads elsewhere makes all of them doubtful.
            if !found.iter().all(|address| allow.lets(address.ip())) {
                return Err(Unresolved::Closed.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Brings events. Cheap to clone.
#[derive(Clone)]
pub struct WebhookSender {
    allow: Arc<Allow>,
    /// Asks [`Judged`].
    judging: Client,
    /// For origins that an operator named.
    trusting: Client,
    answer_timeout: Duration,
}

/// An event and where it goes. Not `Debug`: it holds secrets.
pub struct WebhookDelivery {
    /// The address as it is kept.
    pub url: String,
    /// What a receiver knows it by.
    pub id: String,
    /// JSON, to the byte.
    pub body: String,
    /// What signs it, one or more.
    pub keys: Vec<Secret>,
}

impl WebhookSender {
    /// One that goes where an operator lets it.
    pub fn new(allow: Allow) -> Result<Self, reqwest::Error> {
        Self::with_timeout(allow, ANSWER)
    }

    /// The same with another timeout.
    pub fn with_timeout(allow: Allow, answer_timeout: Duration) -> Result<Self, reqwest::Error> {
        let allow = Arc::new(allow);
        // No proxy: it would resolve the name once more. No connection is kept: each is judged.
        let builder = || {
            http::builder(answer_timeout)
                .no_proxy()
                .pool_max_idle_per_host(0)
        };
        Ok(Self {
            judging: builder().dns_resolver(Judged(Arc::clone(&allow))).build()?,
            trusting: builder().build()?,
            allow,
            answer_timeout,
        })
    }

    /// What an operator lets through: addresses are read by it.
    pub fn allow(&self) -> &Allow {
        &self.allow
    }

    /// Brings an event; never longer than [`ANSWER_MS`]. Of the answer the status alone counts.
    pub async fn deliver(&self, delivery: WebhookDelivery, now_ms: i64) -> Outcome {
        let begun = Instant::now();
        let took_ms = || i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        // Judged again: what an operator lets through may be less than when it was kept.
        let Ok(address) = Address::parse(&delivery.url, &self.allow) else {
            return Outcome::failed(Failure::Closed, took_ms());
        };
        let client = if address.is_named() {
            &self.trusting
        } else {
            &self.judging
        };
        let keys: Vec<Key> = delivery.keys.iter().filter_map(Key::parse).collect();
        let keys: Vec<&Key> = keys.iter().collect();
        let request = client.post(address.as_str());
        let request = signed(request, &keys, &delivery.id, now_ms, delivery.body);
        let exchange = async {
            let mut response = request.send().await?;
            let status = response.status().as_u16();
            let mut read = 0;
            // Whoever hears its whole answer taken is not cut off in the middle; whoever sends more than anybody reads is.
            while read <= ANSWER_MAX_BYTES {
                match response.chunk().await {
                    Ok(Some(chunk)) => read += chunk.len(),
                    Ok(None) | Err(_) => break,
                }
            }
            Ok::<u16, reqwest::Error>(status)
        };
        match tokio::time::timeout(self.answer_timeout, exchange).await {
            Ok(Ok(status)) => Outcome::answered(status, took_ms()),
            Ok(Err(error)) => Outcome::failed(failure_of(&error), took_ms()),
            Err(_) => Outcome::failed(Failure::TimedOut, took_ms()),
        }
    }
}

fn failure_of(error: &reqwest::Error) -> Failure {
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(one) = cause {
        match one.downcast_ref::<Unresolved>() {
            Some(Unresolved::NoName(_)) => return Failure::NoName,
            Some(Unresolved::Closed) => return Failure::Closed,
            None => cause = one.source(),
        }
    }
    if error.is_timeout() && !error.is_connect() {
        Failure::TimedOut
    } else {
        Failure::Unreachable
    }
}
