//! Task that writes a link's packets, several in one write. A phone that takes none for too long is dead.

use std::sync::Arc;
use std::time::Duration;

use bytes::BytesMut;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::time::timeout;

use crate::error::LinkError;
use crate::shared::Shared;

/// Size up to which packets are gathered before a write, so that an answer never waits behind much data.
const GATHER_BYTES: usize = 64 * 1024;

pub(crate) async fn run<W: AsyncWrite + Unpin>(
    mut write: W,
    write_timeout: Duration,
    shared: Arc<Shared>,
) {
    let mut out = BytesMut::new();
    loop {
        let ended = gather(&mut out, &shared);
        if ended {
            break;
        }
        if out.is_empty() {
            shared.outbox_filled.notified().await;
            continue;
        }
        let sent = async {
            write.write_all(&out).await?;
            write.flush().await
        };
        let mut over = shared.ended.subscribe();
        let result = tokio::select! {
            result = timeout(write_timeout, sent) => result,
            _ = over.wait_for(Option::is_some) => break,
        };
        match result {
            Ok(Ok(())) => out.clear(),
            Ok(Err(error)) => shared.fail(LinkError::io(error)),
            Err(_) => shared.fail(LinkError::Stalled),
        }
    }
    // Shutting down tells the phone at once; its side of the streams ends with the connection.
    let _already_gone = write.shutdown().await;
}

/// Moves waiting packets into `out` up to [`GATHER_BYTES`]; true when the link ended.
fn gather(out: &mut BytesMut, shared: &Shared) -> bool {
    let checksum = shared.agreement.checksum();
    let mut state = shared.lock();
    if state.failed.is_some() {
        return true;
    }
    while out.len() < GATHER_BYTES {
        match state.outbox.next() {
            Some(packet) => packet.encode(checksum, out),
            None => break,
        }
    }
    false
}
