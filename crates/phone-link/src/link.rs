//! Connection to one phone.

use std::sync::{Arc, Weak};
use std::time::Duration;

use causes::causes;
use phone_wire::banner::{Banner, Feature};
use phone_wire::service::Service;
use socket2::{SockRef, TcpKeepalive};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::{Mutex, watch};
use tokio::time::timeout;

use crate::error::{LinkError, OpenError};
use crate::handshake::handshake;
use crate::options::{ConnectStage, LinkOptions};
use crate::shared::Shared;
use crate::stream::{Priority, Stream};
use crate::{reader, writer};

/// TCP keepalive: silence before the first probe, pause between probes, and number of probes. ADB has no ping of its own; by these a phone that
/// has vanished is noticed after 30 seconds.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(15);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(5);
const KEEPALIVE_RETRIES: u32 = 3;

/// Longest data of one write: short enough that a file does not hold up a touch on the same connection.
const WRITE_MAX_BYTES: usize = 64 * 1024;
/// Longest data of one write on a connection for files alone, where long writes save waiting.
const BULK_WRITE_MAX_BYTES: usize = 256 * 1024;

/// Guard that ends the link when the last [`Link`] and [`Stream`] are dropped.
#[derive(Debug)]
pub(crate) struct Guard {
    pub shared: Arc<Shared>,
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.shared.fail(LinkError::Dropped);
    }
}

/// Connection to a phone's adbd. Clones share the connection, which ends when the last clone and the last stream are dropped.
#[derive(Debug, Clone)]
pub struct Link {
    pub(crate) guard: Arc<Guard>,
    pub(crate) options: LinkOptions,
    /// Lock that allows one installation of a server file at a time.
    pub(crate) installing: Arc<Mutex<()>>,
    banner: Arc<Banner>,
    /// Address for a second connection for files; `None` when there can be none.
    address: Option<Arc<str>>,
    /// The second connection, which lives while files move on it.
    bulk: Arc<Mutex<Weak<Guard>>>,
}

impl Link {
    /// Connects to `address` (`host:port`) and greets the phone there.
    pub async fn connect(address: &str, options: LinkOptions) -> Result<Self, LinkError> {
        Self::connect_telling(address, options, &watch::Sender::default()).await
    }

    /// [`Link::connect`] that reports its progress: a phone that asks its owner may take minutes.
    pub async fn connect_telling(
        address: &str,
        options: LinkOptions,
        stage: &watch::Sender<ConnectStage>,
    ) -> Result<Self, LinkError> {
        stage.send_replace(ConnectStage::Connecting);
        let (read, write) = reach(address, &options).await?.into_split();
        let mut link = Self::handshake(read, write, options, stage, WRITE_MAX_BYTES).await?;
        link.address = Some(address.into());
        Ok(link)
    }

    /// Greets the phone at the other end of any pair of byte streams, on the current runtime. Files go over the same pair, for there
    /// is no address to open a second connection to.
    pub async fn over<R, W>(read: R, write: W, options: LinkOptions) -> Result<Self, LinkError>
    where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        let stage = watch::Sender::default();
        Self::handshake(read, write, options, &stage, WRITE_MAX_BYTES).await
    }

    async fn handshake<R, W>(
        mut read: R,
        mut write: W,
        options: LinkOptions,
        stage: &watch::Sender<ConnectStage>,
        write_max_bytes: usize,
    ) -> Result<Self, LinkError>
    where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        stage.send_replace(ConnectStage::Greeting);
        let greeting = handshake(&mut read, &mut write, &options, stage).await?;
        let delayed = greeting.banner.features.has(Feature::DelayedAck);
        let shared = Arc::new(Shared::new(greeting.agreement, delayed, write_max_bytes));
        let guard = Arc::new(Guard {
            shared: Arc::clone(&shared),
        });
        tokio::spawn(reader::run(read, greeting.decoder, Arc::clone(&shared)));
        tokio::spawn(writer::run(write, options.write_timeout, shared));
        Ok(Self {
            guard,
            options,
            installing: Arc::default(),
            banner: Arc::new(greeting.banner),
            address: None,
            bulk: Arc::default(),
        })
    }

    /// Connection for files: a second one to the same phone, so that files delay no touch. The second connection ends with its last
    /// stream; where the phone takes no second, this connection itself is returned.
    pub(crate) async fn bulk(&self) -> Self {
        let Some(address) = &self.address else {
            return self.clone();
        };
        let mut held = self.bulk.lock().await;
        if let Some(guard) = held.upgrade()
            && guard.shared.ended.borrow().is_none()
        {
            return Self {
                guard,
                address: None,
                ..self.clone()
            };
        }
        let options = LinkOptions {
            // The owner is not asked a second time.
            approval_timeout: Duration::ZERO,
            ..self.options.clone()
        };
        let stage = watch::Sender::default();
        let connecting = async {
            let (read, write) = reach(address, &options).await?.into_split();
            Self::handshake(read, write, options, &stage, BULK_WRITE_MAX_BYTES).await
        };
        match connecting.await {
            Ok(link) => {
                *held = Arc::downgrade(&link.guard);
                link
            }
            Err(error) => {
                tracing::debug!(error = %causes(&error), "open bulk connection failed");
                self.clone()
            }
        }
    }

    /// Banner of the phone, with the features that both sides have.
    pub fn banner(&self) -> &Banner {
        &self.banner
    }

    /// Whether both sides have a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.banner.features.has(feature)
    }

    /// Opens a service.
    pub async fn open(&self, service: &Service, priority: Priority) -> Result<Stream, OpenError> {
        let stream = Stream::open(Arc::clone(&self.guard), service.to_bytes(), priority)?;
        timeout(self.options.open_timeout, stream.accepted())
            .await
            .map_err(|_| OpenError::Timeout)??;
        Ok(stream)
    }

    /// Waits until the link ends; returns the reason.
    pub async fn closed(&self) -> LinkError {
        let mut ended = self.guard.shared.ended.subscribe();
        match ended.wait_for(Option::is_some).await {
            Ok(cause) => cause.clone().unwrap_or(LinkError::Dropped),
            Err(_) => LinkError::Dropped,
        }
    }

    /// Reason why the link ended; `None` while it lives.
    pub fn closed_now(&self) -> Option<LinkError> {
        self.guard.shared.ended.borrow().clone()
    }

    /// Ends the link for all clones and streams.
    pub fn close(&self) {
        self.guard.shared.fail(LinkError::Dropped);
    }
}

async fn reach(address: &str, options: &LinkOptions) -> Result<TcpStream, LinkError> {
    let tcp = match timeout(options.connect_timeout, TcpStream::connect(address)).await {
        Ok(Ok(tcp)) => tcp,
        Ok(Err(error)) => return Err(LinkError::Connect(Arc::new(error))),
        Err(_) => return Err(LinkError::ConnectTimeout),
    };
    tcp.set_nodelay(true).map_err(LinkError::io)?;
    let keepalive = TcpKeepalive::new()
        .with_time(KEEPALIVE_IDLE)
        .with_interval(KEEPALIVE_INTERVAL)
        .with_retries(KEEPALIVE_RETRIES);
    SockRef::from(&tcp)
        .set_tcp_keepalive(&keepalive)
        .map_err(LinkError::io)?;
    Ok(tcp)
}
