//! Task that reads a link's bytes and hands each packet to its stream. It never waits for a stream.

use std::sync::Arc;

use phone_wire::Decoder;
use phone_wire::packet::Packets;
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::error::LinkError;
use crate::shared::Shared;

/// Room for one read of a quiet link and of a busy one.
const QUIET_READ_BYTES: usize = 8 * 1024;
const BUSY_READ_BYTES: usize = 128 * 1024;

pub(crate) async fn run<R: AsyncRead + Unpin>(
    mut read: R,
    mut decoder: Decoder<Packets>,
    shared: Arc<Shared>,
) {
    let mut ended = shared.ended.subscribe();
    let cause = tokio::select! {
        result = route(&mut read, &mut decoder, &shared) => match result {
            Ok(never) => match never {},
            Err(cause) => cause,
        },
        _ = ended.wait_for(Option::is_some) => return,
    };
    shared.fail(cause);
}

async fn route<R: AsyncRead + Unpin>(
    read: &mut R,
    decoder: &mut Decoder<Packets>,
    shared: &Shared,
) -> Result<std::convert::Infallible, LinkError> {
    let mut room = QUIET_READ_BYTES;
    loop {
        while let Some(packet) = decoder.pull()? {
            shared.receive(packet)?;
        }
        let buffer = decoder.buffer_mut();
        buffer.reserve(room);
        let count = read.read_buf(buffer).await.map_err(LinkError::io)?;
        if count == 0 {
            return Err(LinkError::HungUp);
        }
        room = if count >= QUIET_READ_BYTES {
            BUSY_READ_BYTES
        } else {
            QUIET_READ_BYTES
        };
    }
}
