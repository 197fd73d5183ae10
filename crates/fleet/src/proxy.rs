//! Sets a phone's HTTP proxy to a port on the phone itself, which leads to this server over ADB.
//!
//! The phone needs no route to the server for this, and nobody else can use the proxy. The tunnel has an ADB connection of its own, so that
//! no download delays a touch. While that connection is down nothing answers at the port, and requests through the proxy fail instead of
//! going another way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use causes::causes;
use domain::proxy::{ON_PHONE, PORT_ON_PHONE};
use phone_link::{Link, LinkError, LinkOptions, ReverseError, ShellCommand, ShellError, Stream};
use thiserror::Error;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::sleep;

use crate::backoff;
use crate::fleet::Fleet;
use crate::phone::Phone;
use crate::providers::ProviderError;

/// Connections of one phone that are served at the same time; further ones are hung up.
const CONNECTIONS_MAX: usize = 48;
/// Longest pause between two tries to set the proxy of a phone that is reached.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Time limit for each command.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(10);
/// Clears the proxy: `:0` tells apps that watch the setting that there is none, then all its settings are deleted.
const CLEAR: &str = "settings put global http_proxy :0; settings delete global http_proxy; \
    settings delete global global_http_proxy_host; settings delete global global_http_proxy_port; \
    settings delete global global_http_proxy_exclusion_list";

/// Why the tunnel of a phone's proxy ended or was not made.
#[derive(Debug, Error)]
enum TunnelError {
    #[error(transparent)]
    Link(#[from] LinkError),
    #[error(transparent)]
    Reverse(#[from] ReverseError),
    #[error(transparent)]
    Shell(#[from] ShellError),
    #[error("the phone refused the setting: {0}")]
    Setting(String),
    #[error("the phone's link ended")]
    LinkEnded,
}

/// The tunnel of a phone's proxy, which is kept up until this is dropped; the phone's setting stays as it is then.
#[derive(Debug)]
pub struct ProxyTunnel {
    task: AbortHandle,
    in_place: Arc<AtomicBool>,
}

impl ProxyTunnel {
    /// Whether the phone is reached, has the setting, and its requests come here.
    pub fn is_in_place(&self) -> bool {
        self.in_place.load(Ordering::Relaxed)
    }
}

impl Drop for ProxyTunnel {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Fleet {
    /// Sets a phone's HTTP proxy and has `serve` answer its connections; none for a phone that is not attached.
    pub fn proxy<F, S>(&self, phone_id: i64, serve: F) -> Option<ProxyTunnel>
    where
        F: Fn(Stream) -> S + Send + Sync + 'static,
        S: Future<Output = ()> + Send + 'static,
    {
        let phone = self.phone(phone_id)?;
        let runtime = phone.environment.runtime.clone();
        let in_place = Arc::<AtomicBool>::default();
        let told = Arc::clone(&in_place);
        let task = runtime.spawn(async move { run(&phone, &told, &serve).await });
        Some(ProxyTunnel {
            task: task.abort_handle(),
            in_place,
        })
    }

    /// Clears the HTTP proxy in a phone's settings.
    pub async fn clear_proxy(&self, phone_id: i64) -> Result<(), ProviderError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(ProviderError::UnknownPhone(phone_id))?;
        let command = ShellCommand::new(CLEAR).within(COMMAND_TIMEOUT);
        phone.access().shell(&command).await.map(drop)
    }
}

async fn run<F, S>(phone: &Arc<Phone>, in_place: &AtomicBool, serve: &F)
where
    F: Fn(Stream) -> S,
    S: Future<Output = ()> + Send + 'static,
{
    let mut links = phone.connection.links();
    let mut backoff = backoff::up_to(LONGEST_WAIT);
    loop {
        if links.wait_for(Option::is_some).await.is_err() {
            return;
        }
        let Err(error) = run_tunnel(phone, &mut links, in_place, serve).await;
        if in_place.swap(false, Ordering::Relaxed) {
            backoff.reset();
        }
        tracing::debug!(phone_id = phone.id, error = %causes(&error), "phone proxy ended");
        sleep(backoff::next(&mut backoff)).await;
    }
}

/// Sets the phone's proxy and serves its connections until the phone is gone; returns why it ended.
async fn run_tunnel<F, S>(
    phone: &Arc<Phone>,
    links: &mut watch::Receiver<Option<Link>>,
    in_place: &AtomicBool,
    serve: &F,
) -> Result<std::convert::Infallible, TunnelError>
where
    F: Fn(Stream) -> S,
    S: Future<Output = ()> + Send + 'static,
{
    let limit = phone.environment.timing.probe_timeout;
    let options = LinkOptions {
        handshake_timeout: limit,
        key: phone.environment.key.clone(),
        // The phone's owner was asked for the first connection, and is not asked for this one.
        approval_timeout: Duration::ZERO,
        ..LinkOptions::default()
    };
    let link = Link::connect(&phone.address, options).await?;
    let mut incoming = link.reverse(PORT_ON_PHONE).await?;
    let setting = ShellCommand::new("settings put global http_proxy")
        .word(ON_PHONE)
        .within(COMMAND_TIMEOUT);
    let output = link.shell(&setting).await?;
    if output.exit != 0 {
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(TunnelError::Setting(words));
    }
    in_place.store(true, Ordering::Relaxed);
    let mut served = JoinSet::new();
    loop {
        tokio::select! {
            stream = incoming.accept() => {
                let stream = stream?;
                if served.len() < CONNECTIONS_MAX {
                    served.spawn(serve(stream));
                }
            }
            _ = served.join_next(), if !served.is_empty() => {}
            _ = links.wait_for(Option::is_none) => return Err(TunnelError::LinkEnded),
        }
    }
}
