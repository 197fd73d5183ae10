//! Members' proxies: connections through HTTP proxies, with and without TLS, and through SOCKS5 ones.
//!
//! A proxy's name is resolved here, once, `domain` judges every address that it stands for, and the connection goes to an address that was
//! judged. The hosts that the proxy itself connects to are not judged.

mod exit;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::networks::AllowedNetworks;
use domain::proxy::{Login, Protocol};
use rustls::CertificateError;
use rustls::pki_types::ServerName;
use thiserror::Error;
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader,
};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_socks::Error as SocksError;
use tokio_socks::tcp::Socks5Stream;

use crate::http;

pub use exit::Exit;

/// Time limit for a connection through a proxy, its handshakes included.
pub const DIAL: Duration = Duration::from_secs(10);
/// Longest head of a proxy's answer.
const HEAD_MAX_BYTES: u64 = 16 * 1024;

/// A connection both ways.
pub trait Both: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Both for T {}

/// A connection to a proxy, or through it. The buffer keeps what was read ahead of a proxy's answer.
pub type Wire = BufReader<Box<dyn Both>>;

/// A proxy with its login.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// Protocol that it speaks.
    pub protocol: Protocol,
    /// Name or address.
    pub host: String,
    pub port: u16,
    /// Login; none where it asks for none.
    pub login: Option<Login>,
}

/// Why there is no connection through a proxy.
#[derive(Debug, Error)]
pub enum DialError {
    /// The proxy's name stands for nothing.
    #[error("the proxy's name stands for nothing")]
    NoName(#[source] io::Error),
    /// The proxy's name stands for an address that is not allowed.
    #[error("the proxy's name stands for an address that is not of the open internet")]
    Closed,
    /// The host refuses connections to the port, or cannot be reached.
    #[error("the proxy cannot be reached")]
    Unreachable(#[source] io::Error),
    /// No answer within the time.
    #[error("the proxy did not answer in time")]
    TimedOut,
    /// The certificate is for another name.
    #[error("the proxy's certificate is for another name")]
    WrongName(#[source] io::Error),
    /// The certificate's issuer is not trusted, or the certificate has expired or is not valid yet.
    #[error("the proxy's certificate is not trusted")]
    Untrusted(#[source] io::Error),
    /// The other side speaks no TLS, or no version or cipher in common.
    #[error("no TLS with the proxy")]
    Tls(#[source] io::Error),
    /// The answer is not one of a proxy of this protocol.
    #[error("the other side is no proxy of this protocol")]
    NotAProxy,
    /// The proxy asks for a login, or for another one.
    #[error("the proxy refused the login")]
    Login,
    /// The proxy does not go where it was asked to, or cannot.
    #[error("the proxy did not make the connection")]
    Refused,
    /// The connection broke off.
    #[error("the connection to the proxy broke off")]
    Broken(#[source] io::Error),
}

/// Maker of connections through proxies. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Dialer(Arc<AllowedNetworks>);

impl Dialer {
    /// Dialer that goes to the open internet, and to what an operator allows beside it.
    pub fn new(allowed: AllowedNetworks) -> Self {
        Self(Arc::new(allowed))
    }

    /// The networks by which addresses are judged.
    pub fn allowed(&self) -> &AllowedNetworks {
        &self.0
    }

    /// A connection through a proxy to a host and its port.
    pub async fn tunnel(&self, proxy: &Endpoint, host: &str, port: u16) -> Result<Wire, DialError> {
        let dialing = async {
            let mut wire = self.reach(proxy).await?;
            if proxy.protocol == Protocol::Socks5 {
                return socks5(wire, proxy, host, port).await;
            }
            let authority = authority(host, port);
            let login = authorization(proxy);
            let ask = format!("CONNECT {authority} HTTP/1.1\r\nHost: {authority}\r\n{login}\r\n");
            wire.write_all(ask.as_bytes())
                .await
                .map_err(DialError::Broken)?;
            match head(&mut wire).await?.status {
                200..=299 => Ok(wire),
                status => Err(refusal(status)),
            }
        };
        timeout(DIAL, dialing)
            .await
            .map_err(|_| DialError::TimedOut)?
    }

    /// A connection to an HTTP proxy itself, for requests with a whole address. They carry the login as [`authorization`] writes it.
    pub async fn proxy_itself(&self, proxy: &Endpoint) -> Result<Wire, DialError> {
        let reached = timeout(DIAL, self.reach(proxy)).await;
        reached.map_err(|_| DialError::TimedOut)?
    }

    async fn reach(&self, proxy: &Endpoint) -> Result<Wire, DialError> {
        let found = tokio::net::lookup_host((proxy.host.as_str(), proxy.port)).await;
        let found: Vec<SocketAddr> = found.map_err(DialError::NoName)?.collect();
        // One address is not allowed, so the whole answer is refused.
        if !found.iter().all(|address| self.0.lets(address.ip())) {
            return Err(DialError::Closed);
        }
        let tcp = TcpStream::connect(&found[..]).await;
        let tcp = tcp.map_err(DialError::Unreachable)?;
        tcp.set_nodelay(true).map_err(DialError::Broken)?;
        if proxy.protocol != Protocol::Https {
            return Ok(BufReader::new(Box::new(tcp)));
        }
        let secured = tls(tcp, &proxy.host).await.map_err(refused_tls)?;
        Ok(BufReader::new(Box::new(secured)))
    }
}

/// TLS over a connection, with the certificates of the system.
async fn tls<S: Both>(below: S, host: &str) -> io::Result<tokio_rustls::client::TlsStream<S>> {
    let config = http::tls().ok_or_else(|| io::Error::other("no certificates of the system"))?;
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    TlsConnector::from(Arc::new(config))
        .connect(name, below)
        .await
}

/// The reason why there is no TLS with a proxy.
fn refused_tls(error: io::Error) -> DialError {
    match rustls_error(&error) {
        Some(rustls::Error::InvalidCertificate(
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
        )) => DialError::WrongName(error),
        Some(rustls::Error::InvalidCertificate(_)) => DialError::Untrusted(error),
        _ => DialError::Tls(error),
    }
}

fn rustls_error(error: &io::Error) -> Option<&rustls::Error> {
    error.get_ref().and_then(|inner| inner.downcast_ref())
}

/// Header line with a proxy's login; empty where it has none.
pub fn authorization(proxy: &Endpoint) -> String {
    let Some(Login { user, password }) = &proxy.login else {
        return String::new();
    };
    let login = STANDARD.encode(format!("{user}:{password}"));
    format!("Proxy-Authorization: Basic {login}\r\n")
}

/// `host:port` as requests write it.
pub fn authority(host: &str, port: u16) -> String {
    if host.contains(':') {
        format!("[{host}]:{port}")
    } else {
        format!("{host}:{port}")
    }
}

async fn socks5(wire: Wire, proxy: &Endpoint, host: &str, port: u16) -> Result<Wire, DialError> {
    let target = (host, port);
    let connected = match &proxy.login {
        Some(Login { user, password }) => {
            Socks5Stream::connect_with_password_and_socket(wire, target, user, password).await
        }
        None => Socks5Stream::connect_with_socket(wire, target).await,
    };
    connected
        .map(Socks5Stream::into_inner)
        .map_err(|error| match error {
            SocksError::NoAcceptableAuthMethods
            | SocksError::PasswordAuthFailure(_)
            | SocksError::AuthorizationRequired
            | SocksError::InvalidAuthValues(_) => DialError::Login,
            SocksError::GeneralSocksServerFailure
            | SocksError::ConnectionNotAllowedByRuleset
            | SocksError::NetworkUnreachable
            | SocksError::HostUnreachable
            | SocksError::ConnectionRefused
            | SocksError::TtlExpired
            | SocksError::CommandNotSupported
            | SocksError::AddressTypeNotSupported
            | SocksError::InvalidTargetAddress(_)
            | SocksError::UnknownError => DialError::Refused,
            // A server of another protocol hangs up at the first bytes.
            SocksError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                DialError::NotAProxy
            }
            SocksError::Io(error) => DialError::Broken(error),
            _ => DialError::NotAProxy,
        })
}

/// Parts of an answer's head that are needed here.
struct Head {
    status: u16,
    /// Length of the body, where the answer tells it.
    length: Option<u64>,
}

/// Reads the head of an answer to its empty line.
async fn head(wire: &mut Wire) -> Result<Head, DialError> {
    let mut bounded = wire.take(HEAD_MAX_BYTES);
    let (mut status, mut length) = (None, None);
    loop {
        let mut line = Vec::new();
        bounded.read_until(b'\n', &mut line).await.map_err(broken)?;
        if !line.ends_with(b"\n") {
            return Err(DialError::NotAProxy);
        }
        let line = line.trim_ascii_end();
        match status {
            None => status = Some(status_of(line).ok_or(DialError::NotAProxy)?),
            Some(status) if line.is_empty() => return Ok(Head { status, length }),
            Some(_) => length = length.or_else(|| length_of(line)),
        }
    }
}

/// Error of a read. With TLS 1.3 the other side refuses a handshake only after the client has finished it, so the first read may fail by TLS.
fn broken(error: io::Error) -> DialError {
    if rustls_error(&error).is_some() {
        DialError::Tls(error)
    } else {
        DialError::Broken(error)
    }
}

fn length_of(line: &[u8]) -> Option<u64> {
    let (name, value) = std::str::from_utf8(line).ok()?.split_once(':')?;
    if !name.eq_ignore_ascii_case("content-length") {
        return None;
    }
    value.trim().parse().ok()
}

fn status_of(line: &[u8]) -> Option<u16> {
    let line = std::str::from_utf8(line).ok()?;
    let rest = line.strip_prefix("HTTP/1.")?;
    rest.split(' ').nth(1)?.parse().ok()
}

const fn refusal(status: u16) -> DialError {
    match status {
        407 => DialError::Login,
        _ => DialError::Refused,
    }
}
