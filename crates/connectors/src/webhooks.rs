//! Sender of events to the addresses that members name. Only an operator can allow requests to this machine or a private network: a name
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

/// Timeout for a whole exchange.
const ANSWER: Duration = Duration::from_millis(ANSWER_MS.unsigned_abs());

/// Reason why a name is not used.
#[derive(Debug, Error)]
enum Unresolved {
    #[error("the name stands for nothing")]
    NoName(#[source] io::Error),
    #[error("the name stands for an address that is not of the open internet")]
    Closed,
}

/// Resolver that accepts only names of the open internet and those that an operator allows.
struct FilteringResolver(Arc<Allow>);

impl Resolve for FilteringResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let allow = Arc::clone(&self.0);
        Box::pin(async move {
            // Port 0 is a placeholder: the connection sets its own.
            let found = tokio::net::lookup_host((name.as_str(), 0)).await;
            let found: Vec<SocketAddr> = found.map_err(Unresolved::NoName)?.collect();
            // The resolver returned an address that is not allowed, so the whole answer is refused.
            if !found.iter().all(|address| allow.lets(address.ip())) {
                return Err(Unresolved::Closed.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Sender of events. Cheap to clone.
#[derive(Clone)]
pub struct WebhookSender {
    allow: Arc<Allow>,
    /// Client that resolves by [`FilteringResolver`].
    filtering: Client,
    /// Client for origins that an operator named.
    trusting: Client,
    answer_timeout: Duration,
}

/// Event with its address. Not `Debug`: it holds secrets.
pub struct WebhookDelivery {
    /// Address as it is stored.
    pub url: String,
    /// Id by which a receiver knows the event.
    pub id: String,
    /// Body in JSON, to the byte.
    pub body: String,
    /// Keys that sign it, one or more.
    pub keys: Vec<Secret>,
}

impl WebhookSender {
    /// Sender that follows an operator's rules for addresses.
    pub fn new(allow: Allow) -> Result<Self, reqwest::Error> {
        Self::with_timeout(allow, ANSWER)
    }

    /// [`Self::new`] with another timeout.
    pub fn with_timeout(allow: Allow, answer_timeout: Duration) -> Result<Self, reqwest::Error> {
        let allow = Arc::new(allow);
        // No proxy is used: it would resolve the name once more. No connection is kept: each address is checked.
        let builder = || {
            http::builder(answer_timeout)
                .no_proxy()
                .pool_max_idle_per_host(0)
        };
        Ok(Self {
            filtering: builder()
                .dns_resolver(FilteringResolver(Arc::clone(&allow)))
                .build()?,
            trusting: builder().build()?,
            allow,
            answer_timeout,
        })
    }

    /// Rules of the operator, by which addresses are parsed.
    pub fn allow(&self) -> &Allow {
        &self.allow
    }

    /// Delivers an event; never longer than [`ANSWER_MS`]. Only the status of the answer counts.
    pub async fn deliver(&self, delivery: WebhookDelivery, now_ms: i64) -> Outcome {
        let begun = Instant::now();
        let took_ms = || i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        // The address is checked again: the operator may allow less than when it was stored.
        let Ok(address) = Address::parse(&delivery.url, &self.allow) else {
            return Outcome::failed(Failure::Closed, took_ms());
        };
        let client = if address.is_named() {
            &self.trusting
        } else {
            &self.filtering
        };
        let keys: Vec<Key> = delivery.keys.iter().filter_map(Key::parse).collect();
        let keys: Vec<&Key> = keys.iter().collect();
        let request = client.post(address.as_str());
        let request = signed(request, &keys, &delivery.id, now_ms, delivery.body);
        let exchange = async {
            let mut response = request.send().await?;
            let status = response.status().as_u16();
            let mut read = 0;
            // The answer is read up to a limit, so that a receiver is not cut off in the middle of a usual one.
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
