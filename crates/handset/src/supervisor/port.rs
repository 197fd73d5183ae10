//! The port of a phone: held while the phone is off, and what is accepted there.

use std::net::SocketAddr;
use std::sync::Arc;

use causes::causes;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinSet;

use super::{ACCEPT_PAUSE, BACKLOG, CONNECTIONS_LIMIT};
use crate::adb;
use crate::phone::Phone;

/// Binds the port so that nobody else can listen there. Two sockets that both reuse addresses may be bound to one port, and the first
/// to listen has it: the option is needed for binding beside connections that end, and goes again at once.
pub(super) fn hold(address: SocketAddr) -> std::io::Result<TcpSocket> {
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

/// Listens at a port that is held, beside connections that end.
pub(super) fn open(socket: TcpSocket) -> std::io::Result<TcpListener> {
    socket.set_reuseaddr(true)?;
    socket.listen(BACKLOG)
}

/// Accepts connections until it is dropped; accepted ones go on.
pub(super) async fn accept(
    listener: &TcpListener,
    phone: &Arc<Phone>,
    connections: &mut JoinSet<()>,
) {
    loop {
        tokio::select! {
            accepted = listener.accept(), if connections.len() < CONNECTIONS_LIMIT => match accepted {
                Ok((socket, _)) => {
                    connections.spawn(adb::serve(socket, phone.clone()));
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
