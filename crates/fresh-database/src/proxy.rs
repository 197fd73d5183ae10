//! Proxy of PostgreSQL, by which a test simulates an outage of the server for its own clients, while other tests go on using the server.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// State of the proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Connections are forwarded.
    Open,
    /// Connections are closed, and new ones are closed at once.
    Cut,
    /// Nothing is forwarded, but connections stay open, as with a network that drops packets.
    Stalled,
}

/// Handle of a proxy. The proxy itself runs until the test ends.
#[derive(Debug)]
pub struct Proxy {
    /// URL of the database through this proxy.
    pub url: String,
    state: watch::Sender<State>,
}

impl Proxy {
    /// Starts a proxy for the URL of a database, see [`crate::postgres`].
    pub async fn to(url: &str) -> Self {
        let server = url.rsplit_once('/').unwrap().0.rsplit_once('@').unwrap().1;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let here = listener.local_addr().unwrap().to_string();
        let state = watch::Sender::new(State::Open);
        tokio::spawn(serve(listener, server.to_owned(), state.subscribe()));
        Self {
            url: url.replace(server, &here),
            state,
        }
    }

    /// Sets the state of the proxy.
    pub fn set_state(&self, state: State) {
        self.state.send_replace(state);
    }
}

async fn serve(listener: TcpListener, server: String, state: watch::Receiver<State>) {
    loop {
        let (client, _) = listener.accept().await.unwrap();
        if *state.borrow() == State::Cut {
            continue;
        }
        let (up, down) = TcpStream::connect(&server).await.unwrap().into_split();
        let (from, to) = client.into_split();
        let mut cut = state.clone();
        let (there, back) = (pass(from, down, state.clone()), pass(up, to, state.clone()));
        tokio::spawn(async move {
            tokio::select! {
                _ = cut.wait_for(|state| *state == State::Cut) => {}
                () = there => {}
                () = back => {}
            }
        });
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut state: watch::Receiver<State>) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(n @ 1..) = from.read(&mut bytes).await {
        let open = state.wait_for(|state| *state == State::Open).await.is_ok();
        if !open || to.write_all(&bytes[..n]).await.is_err() {
            break;
        }
    }
}
