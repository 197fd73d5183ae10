//! A port of the phone behind which this side takes the connections, as `adb reverse` does. Source: AOSP `services.cpp` (`reverse_service`),
//! `adb.cpp` (`handle_forward_request`).

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use bytes::Bytes;
use phone_wire::service::Service;
use thiserror::Error;
use tokio::io::AsyncReadExt as _;
use tokio::time::timeout;

use crate::error::{LinkError, OpenError};
use crate::link::Link;
use crate::stream::{Priority, Stream};

/// Longest answer that is read of a phone that refuses, in bytes.
const REASON_MAX_BYTES: u64 = 512;

/// Reason why the phone does not forward a port here.
#[derive(Debug, Clone, Error)]
pub enum ReverseError {
    /// The request could not be made.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The link broke meanwhile.
    #[error(transparent)]
    Link(#[from] LinkError),
    /// The phone refused, with its reason.
    #[error("the phone refused: {0}")]
    Refused(String),
    /// The phone did not answer in time.
    #[error("the phone did not answer in time")]
    Timeout,
}

/// Receiver of the connections that programs on the phone make to its port. Dropping it refuses further connections; the phone goes on
/// listening on the port until the link ends.
#[derive(Debug)]
pub struct Incoming {
    link: Link,
}

impl Link {
    /// Makes the phone listen on a TCP port and forward its connections here. A link has one such port.
    pub async fn reverse(&self, port: u16) -> Result<Incoming, ReverseError> {
        let name = format!("tcp:{port}");
        self.guard.shared.lock().offered = Some(Bytes::from(name.clone()));
        let incoming = Incoming { link: self.clone() };
        let request = Service::Reverse(format!("forward:{name};{name}"));
        let asked = async {
            let stream = self.open(&request, Priority::Interactive).await?;
            let mut answer = Vec::new();
            let mut answers = stream.take(REASON_MAX_BYTES);
            while answer.len() < 4 {
                let read = answers.read_buf(&mut answer).await;
                if read.map_err(LinkError::io)? == 0 {
                    break;
                }
            }
            if answer.starts_with(b"OKAY") {
                return Ok(());
            }
            answers
                .read_to_end(&mut answer)
                .await
                .map_err(LinkError::io)?;
            // A refusal is `FAIL`, the reason's length in four hexadecimal digits, the reason (`SendFail` in `adb_io.cpp`).
            let reason = answer.get(8..).unwrap_or_default();
            Err(ReverseError::Refused(
                String::from_utf8_lossy(reason).into_owned(),
            ))
        };
        timeout(self.options.open_timeout, asked)
            .await
            .map_err(|_| ReverseError::Timeout)??;
        Ok(incoming)
    }
}

impl Incoming {
    /// The next connection.
    pub async fn accept(&mut self) -> Result<Stream, LinkError> {
        let guard = &self.link.guard;
        poll_fn(|cx| {
            let mut state = guard.shared.lock();
            if let Some(cause) = &state.failed {
                return Poll::Ready(Err(cause.clone()));
            }
            if let Some(id) = state.arrived.pop_front() {
                return Poll::Ready(Ok(Stream::arrived(Arc::clone(guard), id)));
            }
            state.acceptor = Some(cx.waker().clone());
            Poll::Pending
        })
        .await
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        let shared = &self.link.guard.shared;
        let mut state = shared.lock();
        state.offered = None;
        let arrived = std::mem::take(&mut state.arrived);
        drop(state);
        for id in arrived {
            shared.close(id, Priority::Bulk);
        }
    }
}
