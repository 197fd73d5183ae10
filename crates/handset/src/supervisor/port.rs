//! Port of a phone: held while the phone is off, and accepting connections while it is on.

use std::net::SocketAddr;
use std::sync::Arc;

use causes::causes;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinSet;
use tracing::Instrument as _;

use super::{ACCEPT_PAUSE, BACKLOG, CONNECTIONS_LIMIT};
use crate::adb;
use crate::phone::Phone;

/// Binds the port so that no other program can listen there. `SO_REUSEADDR` is needed to bind beside connections that are ending. The option
/// is cleared at once, for two sockets that both have it may be bound to one port, and the first to listen gets it.
pub(super) fn bind(address: SocketAddr) -> std::io::Result<TcpSocket> {
    let socket = if address.is_ipv4() {
        TcpSocket::new_v4()?
    } else {
        TcpSocket::new_v6()?
    };
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.set_reuseaddr(false)?;
    Ok(socket)
}

/// Listens at a port that is held, beside connections that are ending.
pub(super) fn open(socket: TcpSocket) -> std::io::Result<TcpListener> {
    socket.set_reuseaddr(true)?;
    socket.listen(BACKLOG)
}

/// Accepts connections until the future is dropped; accepted ones go on in `connections`.
pub(super) async fn accept(
    listener: &TcpListener,
    phone: &Arc<Phone>,
    connections: &mut JoinSet<()>,
) {
    loop {
        tokio::select! {
            accepted = listener.accept(), if connections.len() < CONNECTIONS_LIMIT => match accepted {
                Ok((socket, _)) => {
                    connections.spawn(adb::serve(socket, phone.clone()).in_current_span());
                }
                Err(error) => {
                    tracing::warn!(error = %causes(&error), "accept connection failed");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            },
            Some(ended) = connections.join_next() => {
                if let Err(error) = ended {
                    tracing::error!(error = %causes(&error), "serve connection failed");
                }
            }
        }
    }
}
