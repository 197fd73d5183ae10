//! Wires to measure on: one that remembers when bytes went by, one that is thin, and viewers that never read.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{Instant, sleep};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::http::HeaderValue;

/// Of what went by; a few seconds of pictures.
const REMEMBERED_BYTES: usize = 4 * 1024 * 1024;
/// A picture is known by so many of its last bytes.
const TAIL_BYTES: usize = 24;
/// Bytes that a thin line takes at once, and bytes that wait in it.
const PIECE_BYTES: usize = 1024;
const THIN_BUFFER_BYTES: usize = 4 * 1024;

/// Bytes that went by, and when.
type Seen = Arc<Mutex<VecDeque<(Instant, Vec<u8>)>>>;

/// A wire to a phone that remembers when its bytes went by.
pub struct Tap {
    pub address: String,
    seen: Seen,
}

impl Tap {
    pub async fn before(phone: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let seen = Arc::new(Mutex::new(VecDeque::new()));
        let (phone, kept) = (phone.to_owned(), Arc::clone(&seen));
        tokio::spawn(async move {
            while let Ok((server, _)) = listener.accept().await {
                let (phone, kept) = (phone.clone(), Arc::clone(&kept));
                tokio::spawn(async move {
                    let phone = TcpStream::connect(phone).await.expect("the phone");
                    let _ = (server.set_nodelay(true), phone.set_nodelay(true));
                    let (mut from_phone, mut to_phone) = phone.into_split();
                    let (mut from_server, mut to_server) = server.into_split();
                    let out = tokio::io::copy(&mut from_server, &mut to_phone);
                    let back = async {
                        let mut room = vec![0; 256 * 1024];
                        loop {
                            let read = from_phone.read(&mut room).await?;
                            if read == 0 {
                                return Ok::<_, std::io::Error>(());
                            }
                            remember(&kept, &room[..read]);
                            to_server.write_all(&room[..read]).await?;
                        }
                    };
                    tokio::select! { _ = out => {}, _ = back => {} }
                });
            }
        });
        Self { address, seen }
    }

    /// When the last bytes of this picture went by.
    pub fn came(&self, message: &[u8]) -> Option<Instant> {
        let tail = &message[message.len().checked_sub(TAIL_BYTES)?..];
        let seen = self.seen.lock().expect("nobody panics");
        let mut pieces = seen.iter().rev();
        pieces.find_map(|(at, piece)| {
            let found = piece.windows(TAIL_BYTES).any(|window| window == tail);
            found.then_some(*at)
        })
    }
}

fn remember(seen: &Mutex<VecDeque<(Instant, Vec<u8>)>>, piece: &[u8]) {
    let mut seen = seen.lock().expect("nobody panics");
    seen.push_back((Instant::now(), piece.to_vec()));
    let mut held: usize = seen.iter().map(|(_, piece)| piece.len()).sum();
    while held > REMEMBERED_BYTES
        && let Some((_, piece)) = seen.pop_front()
    {
        held -= piece.len();
    }
}

/// How long so many pieces of a picture's size take through one plain relay of two connections, in milliseconds.
pub async fn copies(count: usize) -> Vec<f64> {
    let end = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let end_at = end.local_addr().expect("an address");
    let middle = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let middle_at = middle.local_addr().expect("an address");
    tokio::spawn(async move {
        let (mut from, _) = middle.accept().await.expect("a writer");
        let mut to = TcpStream::connect(end_at).await.expect("an end");
        let _ = to.set_nodelay(true);
        let _ = tokio::io::copy(&mut from, &mut to).await;
    });
    let mut writer = TcpStream::connect(middle_at).await.expect("a middle");
    let _ = writer.set_nodelay(true);
    let (mut reader, _) = end.accept().await.expect("a copy");
    let mut room = vec![7; 7_500];
    let mut times = Vec::new();
    for _ in 0..count {
        let begun = Instant::now();
        writer.write_all(&room).await.expect("it is taken");
        reader.read_exact(&mut room).await.expect("it comes");
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        sleep(Duration::from_millis(33)).await;
    }
    times
}

/// A line to the server that carries so many bytes a second towards the viewer.
pub struct Line {
    pub address: SocketAddr,
    wide: Arc<AtomicBool>,
}

impl Line {
    pub async fn before(origin: &str, bytes_a_second: f64) -> Self {
        let server: SocketAddr = origin
            .trim_start_matches("http://")
            .parse()
            .expect("an address");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let wide = Arc::new(AtomicBool::new(false));
        let widened = Arc::clone(&wide);
        tokio::spawn(async move {
            let (viewer, _) = listener.accept().await.expect("a viewer");
            let socket = TcpSocket::new_v4().expect("a socket");
            socket
                .set_recv_buffer_size(THIN_BUFFER_BYTES as u32)
                .expect("it is small");
            let server = socket.connect(server).await.expect("the server");
            let (mut from_server, mut to_server) = server.into_split();
            let (mut from_viewer, mut to_viewer) = viewer.into_split();
            let out = tokio::io::copy(&mut from_viewer, &mut to_server);
            let back = async {
                let mut room = vec![0; PIECE_BYTES];
                let mut due = Instant::now();
                loop {
                    let read = from_server.read(&mut room).await?;
                    if read == 0 {
                        return Ok::<_, std::io::Error>(());
                    }
                    if !widened.load(Ordering::Relaxed) {
                        let takes = Duration::from_secs_f64(read as f64 / bytes_a_second);
                        due = due.max(Instant::now()) + takes;
                        tokio::time::sleep_until(due).await;
                    }
                    to_viewer.write_all(&room[..read]).await?;
                }
            };
            tokio::select! { _ = out => {}, _ = back => {} }
        });
        Self { address, wide }
    }

    /// From now on it carries what comes.
    pub fn widen(&self) {
        self.wide.store(true, Ordering::Relaxed);
    }
}

/// The call that opens a socket, as the browser makes it.
pub fn request(path: &str, origin: &str) -> Request {
    let url = format!("{}{path}", origin.replace("http", "ws"));
    let mut request = url.into_client_request().expect("a request");
    let value = HeaderValue::from_str(origin).expect("an origin");
    request.headers_mut().insert("origin", value);
    request
}

/// A viewer that never reads.
pub async fn stuck(origin: &str, phone: i64, ticket: &str) -> TcpStream {
    let host = origin.trim_start_matches("http://");
    let mut stream = TcpStream::connect(host).await.expect("the server");
    let _ = SockRef::from(&stream).set_recv_buffer_size(THIN_BUFFER_BYTES);
    let request = format!(
        "GET /websocket/play/{phone}?token={ticket} HTTP/1.1\r\nhost: {host}\r\norigin: {origin}\r\nupgrade: websocket\r\n\
         connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
    );
    stream
        .write_all(request.as_bytes())
        .await
        .expect("it is taken");
    stream
}

/// KiB that the kernel holds unsent for each of a server's connections that has any, as `/proc/net/tcp` tells.
pub fn unsent_kib(port: u16) -> Vec<f64> {
    let table = std::fs::read_to_string("/proc/net/tcp").expect("a table");
    let end = format!(":{port:04X}");
    table
        .lines()
        .filter_map(|line| {
            let mut fields = line.split_whitespace().skip(1);
            let local = fields.next()?;
            let queue = fields.nth(2)?.split(':').next()?;
            let bytes = u32::from_str_radix(queue, 16).ok()?;
            (local.ends_with(&end) && bytes > 0).then(|| f64::from(bytes) / 1024.0)
        })
        .collect()
}
