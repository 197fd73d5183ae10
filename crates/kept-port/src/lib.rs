//! Free ports of loopback for tests of programs that start at a port which was told before, start there again, or find nobody there.
//!
//! A port that is only looked up and freed may be another program's by the time it is used.

use std::net::{Ipv4Addr, SocketAddr};

use tokio::net::TcpSocket;

/// Port that nobody else gets until this is dropped. A socket is bound to it and does not listen: whoever connects is refused, until the
/// program that was told the port listens there itself, as often as it likes.
#[derive(Debug)]
pub struct KeptPort {
    _socket: TcpSocket,
    address: SocketAddr,
}

impl KeptPort {
    /// Keeps a free port.
    ///
    /// # Panics
    ///
    /// Panics where the system has no port to give.
    #[must_use]
    pub fn bind() -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        // Sockets that have the option may share the port, and one of them listen.
        socket.set_reuseaddr(true).expect("a socket");
        socket
            .bind((Ipv4Addr::LOCALHOST, 0).into())
            .expect("a free port");
        let address = socket.local_addr().expect("an address");
        Self {
            _socket: socket,
            address,
        }
    }

    /// The port's address.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}
