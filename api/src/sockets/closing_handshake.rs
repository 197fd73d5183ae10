//! How a socket's connection ends: once both sides have said Close, the server ends the TCP connection at once (RFC 6455, 7.1.1).
//!
//! actix-http alone would wait a second for the client, which waits for the server. Therefore the socket's body stays open until the
//! handshake is over, and then takes the connection's reading end away: actix-http flushes what was said, sees that nothing more will
//! come, and closes.

use std::os::fd::{AsRawFd, RawFd};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use actix_web::body::{BodyStream, BoxBody, MessageBody};
use actix_web::rt::net::TcpStream;
use actix_web::{HttpRequest, HttpResponse};
use actix_ws::{CloseCode, CloseReason};
use bytes::Bytes;
use causes::causes;
use futures_core::Stream;
use futures_util::task::AtomicWaker;
use nix::sys::socket::{Shutdown, shutdown};

/// The TCP connection below a request, kept in actix's connection data.
#[derive(Clone, Copy)]
pub(super) struct TcpConnection(RawFd);

impl TcpConnection {
    pub(super) fn of(stream: &TcpStream) -> Self {
        Self(stream.as_raw_fd())
    }

    /// Shuts down the reading side. Called only while the connection polls its body: later the file descriptor may belong to another
    /// connection.
    fn read_no_more(self) {
        if let Err(error) = shutdown(self.0, Shutdown::Read) {
            // The client may have closed first.
            tracing::debug!(error = %causes(&error), "shut down socket failed");
        }
    }
}

/// End of a socket: dropping it marks the handshake as over, and the connection closes.
pub(super) struct ClosingHandshake(Arc<Shared>);

#[derive(Default)]
struct Shared {
    over: AtomicBool,
    changed: AtomicWaker,
}

impl ClosingHandshake {
    /// Wraps the response's body, so that it stays open until the returned `ClosingHandshake` is dropped.
    pub(super) fn attach(request: &HttpRequest, response: HttpResponse) -> (HttpResponse, Self) {
        let shared = Arc::<Shared>::default();
        let closing_handshake = Self(Arc::clone(&shared));
        let connection = request.conn_data::<TcpConnection>().copied();
        let response = response.map_body(|_, inner| {
            BodyStream::new(Body {
                inner: Some(inner),
                shared,
                connection,
            })
            .boxed()
        });
        (response, closing_handshake)
    }
}

impl Drop for ClosingHandshake {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Release);
        self.0.changed.wake();
    }
}

struct Body {
    /// Inner body; none when all is written.
    inner: Option<BoxBody>,
    shared: Arc<Shared>,
    connection: Option<TcpConnection>,
}

impl Stream for Body {
    type Item = Result<Bytes, Box<dyn std::error::Error>>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if let Some(inner) = &mut this.inner {
            match ready!(Pin::new(inner).poll_next(cx)) {
                None => this.inner = None,
                said => return Poll::Ready(said),
            }
        }
        this.shared.changed.register(cx.waker());
        if !this.shared.over.load(Ordering::Acquire) {
            return Poll::Pending;
        }
        if let Some(connection) = this.connection.take() {
            connection.read_no_more();
        }
        Poll::Ready(None)
    }
}

/// Answer to a client's Close: its own code, or a protocol error for a code that no client may send (RFC 6455, 7.4).
pub fn answer(reason: Option<CloseReason>) -> Option<CloseReason> {
    let code: u16 = reason?.code.into();
    let code = match code {
        1000..=1003 | 1007..=1014 | 3000..=4999 => code.into(),
        _ => CloseCode::Protocol,
    };
    Some(code.into())
}
