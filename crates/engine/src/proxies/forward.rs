//! Serves one connection of a phone to its proxy: reads the request, forwards it to the member's proxy, then copies bytes both ways.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use causes::causes;
use connectors::proxies::{DialError, Dialer, Endpoint, Wire, authority, authorization};
use domain::proxy::Protocol;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf, split};
use tokio::time::timeout;
use url::Url;

/// Longest head of a request, in bytes, and most headers in it.
const HEAD_MAX_BYTES: usize = 32 * 1024;
const HEADERS_MAX: usize = 100;
/// Time limit for the head of a request.
const HEAD_TIMEOUT: Duration = Duration::from_secs(15);
/// Time without traffic after which a connection is ended.
const IDLE: Duration = Duration::from_mins(5);
/// Headers that are for this proxy alone (RFC 9110, section 7.6.1).
const OWN_HEADERS: [&str; 4] = [
    "connection",
    "keep-alive",
    "proxy-connection",
    "proxy-authorization",
];

/// Bytes that went through a phone's proxy and are not stored yet.
#[derive(Debug, Default)]
pub struct Traffic {
    up: AtomicU64,
    down: AtomicU64,
}

impl Traffic {
    /// Returns the bytes that the phone sent and those that it received, and starts again at zero.
    pub fn take(&self) -> [u64; 2] {
        [&self.up, &self.down].map(|count| count.swap(0, Ordering::Relaxed))
    }
}

/// A phone's connection whose bytes are counted.
struct CountingStream<S> {
    stream: S,
    traffic: Arc<Traffic>,
    /// Bytes of this connection alone.
    moved: Arc<AtomicU64>,
}

impl<S: AsyncRead + Unpin> AsyncRead for CountingStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(cx, buf))?;
        let read = buf.filled().len() - before;
        self.traffic.up.fetch_add(read as u64, Ordering::Relaxed);
        self.moved.fetch_add(read as u64, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for CountingStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        data: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.stream).poll_write(cx, data))?;
        self.traffic
            .down
            .fetch_add(written as u64, Ordering::Relaxed);
        self.moved.fetch_add(written as u64, Ordering::Relaxed);
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// A request of a phone to its proxy.
#[derive(Debug, PartialEq, Eq)]
enum ProxyRequest {
    /// A tunnel to a host and its port.
    Tunnel(String, u16),
    /// A plain HTTP request: the target as a whole URL and as a path on its host, and the headers without those for this proxy.
    Whole {
        host: String,
        port: u16,
        method: String,
        url: String,
        path: String,
        headers: Vec<u8>,
    },
}

/// Serves one connection of a phone to its end.
pub async fn serve<S>(stream: S, dialer: Dialer, proxy: Arc<Endpoint>, traffic: Arc<Traffic>)
where
    S: AsyncRead + AsyncWrite + Unpin + Send,
{
    let mut stream = CountingStream {
        stream,
        traffic,
        moved: Arc::default(),
    };
    let read = timeout(HEAD_TIMEOUT, read_head(&mut stream)).await;
    let Ok(Ok(Some((request, rest)))) = read else {
        refuse(
            &mut stream,
            "400 Bad Request",
            "This is a proxy for HTTP and CONNECT.",
        )
        .await;
        return;
    };
    let wire = match dial(&dialer, &proxy, request, &rest, &mut stream).await {
        Ok(wire) => wire,
        Err(error) => {
            tracing::debug!(error = %causes(&error), "dial proxy failed");
            refuse(&mut stream, "502 Bad Gateway", words_of(&error)).await;
            return;
        }
    };
    splice(stream, wire).await;
}

/// Reads a request's head and returns it with the bytes that came behind it; none where it is no request to a proxy.
async fn read_head<S: AsyncRead + Unpin>(
    stream: &mut S,
) -> io::Result<Option<(ProxyRequest, Vec<u8>)>> {
    let mut read = Vec::with_capacity(4096);
    loop {
        if stream.read_buf(&mut read).await? == 0 || read.len() > HEAD_MAX_BYTES {
            return Ok(None);
        }
        let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(&read) {
            Ok(httparse::Status::Partial) => {}
            Ok(httparse::Status::Complete(length)) => {
                let parsed = parse_request(&request);
                return Ok(parsed.map(|parsed| (parsed, read[length..].to_vec())));
            }
            Err(_) => return Ok(None),
        }
    }
}

fn parse_request(request: &httparse::Request<'_, '_>) -> Option<ProxyRequest> {
    let (method, target) = (request.method?, request.path?);
    if method == "CONNECT" {
        // The target is an authority alone, which is parsed as part of a URL.
        let url = Url::parse(&format!("http://{target}/")).ok()?;
        let (_, port) = target.rsplit_once(':')?;
        return Some(ProxyRequest::Tunnel(host_of(&url)?, port.parse().ok()?));
    }
    let url = Url::parse(target)
        .ok()
        .filter(|url| url.scheme() == "http")?;
    let mut headers = Vec::new();
    for header in &*request.headers {
        if !OWN_HEADERS
            .iter()
            .any(|own| own.eq_ignore_ascii_case(header.name))
        {
            headers.extend_from_slice(header.name.as_bytes());
            headers.extend_from_slice(b": ");
            headers.extend_from_slice(header.value);
            headers.extend_from_slice(b"\r\n");
        }
    }
    let query = url
        .query()
        .map_or(String::new(), |query| format!("?{query}"));
    let (host, port) = (host_of(&url)?, url.port_or_known_default()?);
    let path = format!("{}{query}", url.path());
    Some(ProxyRequest::Whole {
        url: format!("http://{}{path}", authority(&host, port)),
        host,
        port,
        method: method.to_owned(),
        path,
        headers,
    })
}

fn host_of(url: &Url) -> Option<String> {
    let plain = url.username().is_empty() && url.password().is_none();
    let host = url.host_str().filter(|host| plain && !host.is_empty())?;
    Some(
        host.trim_start_matches('[')
            .trim_end_matches(']')
            .to_owned(),
    )
}

/// Connects to the member's proxy and forwards the phone's request.
async fn dial<S: AsyncWrite + Unpin>(
    dialer: &Dialer,
    proxy: &Endpoint,
    request: ProxyRequest,
    rest: &[u8],
    stream: &mut S,
) -> Result<Wire, DialError> {
    match request {
        ProxyRequest::Tunnel(host, port) => {
            let mut wire = dialer.tunnel(proxy, &host, port).await?;
            let opened = stream.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n");
            opened.await.map_err(DialError::Broken)?;
            send(&mut wire, rest).await?;
            Ok(wire)
        }
        ProxyRequest::Whole {
            host,
            port,
            method,
            url,
            path,
            headers,
        } => {
            let (mut wire, target, login) = if proxy.protocol == Protocol::Socks5 {
                (
                    dialer.tunnel(proxy, &host, port).await?,
                    path,
                    String::new(),
                )
            } else {
                (dialer.proxy_itself(proxy).await?, url, authorization(proxy))
            };
            // The connection serves one request, as the next one may be to another host.
            let first = format!("{method} {target} HTTP/1.1\r\n{login}Connection: close\r\n");
            let head = [first.as_bytes(), &headers, b"\r\n", rest].concat();
            send(&mut wire, &head).await?;
            Ok(wire)
        }
    }
}

async fn send(wire: &mut Wire, bytes: &[u8]) -> Result<(), DialError> {
    wire.write_all(bytes).await.map_err(DialError::Broken)?;
    wire.flush().await.map_err(DialError::Broken)
}

/// Copies bytes both ways until one side ends, or nothing has moved for [`IDLE`].
async fn splice<S: AsyncRead + AsyncWrite + Unpin>(stream: CountingStream<S>, wire: Wire) {
    let moved = Arc::clone(&stream.moved);
    let (mut phone_reads, mut phone_writes) = split(stream);
    let (mut wire_reads, mut wire_writes) = split(wire);
    let up = tokio::io::copy(&mut phone_reads, &mut wire_writes);
    let down = tokio::io::copy(&mut wire_reads, &mut phone_writes);
    let idle = async {
        loop {
            let before = moved.load(Ordering::Relaxed);
            tokio::time::sleep(IDLE).await;
            if moved.load(Ordering::Relaxed) == before {
                return;
            }
        }
    };
    // A phone's connection cannot be half-closed, so the end of one direction ends both.
    tokio::select! {
        ended = up => note(ended),
        ended = down => note(ended),
        () = idle => {}
    }
}

fn note(ended: io::Result<u64>) {
    if let Err(error) = ended {
        tracing::debug!(error = %causes(&error), "copy proxied bytes failed");
    }
}

async fn refuse<S: AsyncWrite + Unpin>(stream: &mut S, status: &str, words: &str) {
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{words}",
        words.len()
    );
    // The phone may have left.
    if stream.write_all(answer.as_bytes()).await.is_ok() {
        let _ = stream.flush().await;
    }
}

/// Text for the phone, which names the fault of its proxy and repeats nothing that the proxy said.
const fn words_of(error: &DialError) -> &'static str {
    match error {
        DialError::NoName(_) => "The proxy's name is unknown.",
        DialError::Closed => "The proxy's address is not allowed.",
        DialError::Unreachable(_) => "The proxy cannot be reached.",
        DialError::TimedOut => "The proxy did not answer in time.",
        DialError::WrongName(_) => "The proxy's certificate is for another name.",
        DialError::Untrusted(_) => "The proxy's certificate is not trusted.",
        DialError::Tls(_) => "There is no TLS with the proxy.",
        DialError::NotAProxy => "The other side is no proxy of this protocol.",
        DialError::Login => "The proxy refused the login.",
        DialError::Refused => "The proxy did not make the connection.",
        DialError::Broken(_) => "The connection to the proxy broke off.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(request: &str) -> Option<(ProxyRequest, Vec<u8>)> {
        read_head(&mut request.as_bytes()).await.unwrap()
    }

    #[tokio::test]
    async fn a_tunnel_is_asked_for_by_host_and_port_and_what_comes_behind_is_kept() {
        for (authority, host, port) in [
            ("beyond.example:443", "beyond.example", 443),
            ("beyond.example:80", "beyond.example", 80),
            ("[2001:db8::1]:8443", "2001:db8::1", 8443),
        ] {
            let request = format!("CONNECT {authority} HTTP/1.1\r\nHost: x\r\n\r\nhello");
            let asked = ProxyRequest::Tunnel(host.to_owned(), port);
            assert_eq!(read(&request).await, Some((asked, b"hello".to_vec())));
        }
    }

    #[tokio::test]
    async fn a_whole_request_goes_on_without_what_was_for_this_proxy_alone() {
        let request = "POST http://Beyond.example/a?b=c HTTP/1.1\r\nHost: beyond.example\r\nProxy-Authorization: Basic x\r\n\
            Connection: keep-alive\r\nProxy-Connection: keep-alive\r\nContent-Length: 2\r\n\r\nhi";
        let (asked, rest) = read(request).await.unwrap();
        assert_eq!(rest, b"hi");
        let headers = b"Host: beyond.example\r\nContent-Length: 2\r\n".to_vec();
        assert_eq!(
            asked,
            ProxyRequest::Whole {
                host: "beyond.example".to_owned(),
                port: 80,
                method: "POST".to_owned(),
                url: "http://beyond.example:80/a?b=c".to_owned(),
                path: "/a?b=c".to_owned(),
                headers,
            }
        );
    }

    #[tokio::test]
    async fn what_is_no_request_to_a_proxy_is_refused() {
        let long = format!(
            "GET http://a.example/ HTTP/1.1\r\nX: {}\r\n\r\n",
            "a".repeat(HEAD_MAX_BYTES)
        );
        for request in [
            "",
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET https://a.example/ HTTP/1.1\r\n\r\n",
            "GET ftp://a.example/ HTTP/1.1\r\n\r\n",
            "GET http://user@a.example/ HTTP/1.1\r\n\r\n",
            "CONNECT a.example HTTP/1.1\r\n\r\n",
            "CONNECT user@a.example:443 HTTP/1.1\r\n\r\n",
            "CONNECT a.example:99999 HTTP/1.1\r\n\r\n",
            "\x05\x01\x00",
            "GET http://a.example/ HTTP/1.1\r\nHost: cut",
            &long,
        ] {
            assert_eq!(read(request).await, None, "{request:.60}");
        }
    }
}
