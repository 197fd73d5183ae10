//! Cost of a large push to a touch: the time from a touch's write until the phone has it, alone, beside pushes of 1 GiB over
//! their own connection (what the product does), and beside the same pushes over the touch's connection.
//!
//! Then the same over a slow line: a proxy that passes 2 MB a second to the phone, each connection in its turn, as a router with fair queues.
//!
//! `cargo bench -p phone-link` prints one JSON line a figure. The phone is a sink on another thread that counts what comes. Pushes
//! follow each other until the last touch is measured, so that no touch is counted that had nothing beside it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bytes::BytesMut;
use phone_link::wire::Decoder;
use phone_link::wire::banner::Banner;
use phone_link::wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use phone_link::wire::service::Service;
use phone_link::wire::sync::{MODE_FILE, SyncReply};
use phone_link::{CopyHandle, Link, LinkOptions, Priority};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

const PUSH_BYTES: u64 = 1 << 30;
const TOUCHES: usize = 1000;
const TOUCH_BYTES: usize = 32;
const BETWEEN_TOUCHES: Duration = Duration::from_millis(5);
/// Time that a push may add to a touch's way.
const ADDED_MAX_MS: f64 = 5.0;

/// Rate of the slow line: 16 Mbit/s.
const SLOW_BYTES_S: f64 = 2e6;
/// Bytes that one connection sends in its turn: 1 ms of the line.
const TURN_BYTES: usize = 2048;
/// Bytes that wait before the line: no more than a router keeps for one connection.
const LINE_BUFFER_BYTES: u32 = 16 * 1024;

#[derive(Clone, Copy, PartialEq)]
enum Line {
    Loopback,
    Slow,
}

#[derive(Clone, Copy)]
enum Beside {
    Nothing,
    OwnConnection,
    SameConnection,
}

/// Takes everything at once, and tells when a touch came.
async fn phone(
    mut socket: TcpStream,
    touched: mpsc::UnboundedSender<Instant>,
    stored: Arc<AtomicU64>,
) {
    let _ = socket.set_nodelay(true);
    let mut packets = Packets::handshake();
    if let Some(agreement) = Agreement::with_peer(VERSION, PAYLOAD_MAX_BYTES) {
        packets.agree(agreement);
    }
    let mut decoder = Decoder::new(packets);
    let mut out = BytesMut::new();
    loop {
        while let Ok(Some(packet)) = decoder.pull() {
            let id = packet.arg0;
            match packet.command {
                Command::Connect => {
                    let banner =
                        Banner::parse(b"device::features=shell_v2,cmd").unwrap_or_default();
                    Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &banner).encode(true, &mut out);
                }
                Command::Open => Packet::okay(id, id).encode(false, &mut out),
                Command::Write => {
                    if packet.payload.len() == TOUCH_BYTES {
                        let _ = touched.send(Instant::now());
                    } else {
                        stored.fetch_add(packet.payload.len() as u64, Ordering::Relaxed);
                    }
                    Packet::okay(id, id).encode(false, &mut out);
                    if packet.payload.starts_with(b"DONE")
                        && let Ok(okay) = SyncReply::Okay.to_bytes()
                    {
                        Packet::write(id, id, okay).encode(false, &mut out);
                    }
                }
                _ => {}
            }
        }
        if socket.write_all(&out).await.is_err() {
            return;
        }
        out.clear();
        let buffer = decoder.buffer_mut();
        buffer.reserve(256 * 1024);
        if !matches!(socket.read_buf(buffer).await, Ok(count) if count > 0) {
            return;
        }
    }
}

/// A phone on a thread of its own: its address, the moments of its touches, the bytes of its other writes.
fn start() -> (String, mpsc::UnboundedReceiver<Instant>, Arc<AtomicU64>) {
    let (touched, touches) = mpsc::unbounded_channel();
    let stored = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&stored);
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    std::thread::spawn(move || {
        runtime().block_on(async move {
            listener.set_nonblocking(true).expect("a socket");
            let listener = TcpListener::from_std(listener).expect("a listener");
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(phone(socket, touched.clone(), Arc::clone(&counter)));
            }
        });
    });
    (address, touches, stored)
}

/// Stands before a phone on a thread of its own; both ways of all connections, but only what goes to the phone is slow.
fn slow_line(phone: String) -> String {
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    // Taken over by what it accepts.
    socket
        .set_recv_buffer_size(LINE_BUFFER_BYTES)
        .expect("a buffer");
    let any = std::net::SocketAddr::from((std::net::Ipv4Addr::LOCALHOST, 0));
    socket.bind(any).expect("a port");
    let (told, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        runtime().block_on(async move {
            let listener = socket.listen(16).expect("a listener");
            let own = listener.local_addr().expect("an address").to_string();
            told.send(own).expect("somebody waits");
            // The connection that asks first is next: tokio's lock is fair.
            let line = Arc::new(tokio::sync::Mutex::new(tokio::time::Instant::now()));
            while let Ok((host, _)) = listener.accept().await {
                let phone = TcpStream::connect(&phone).await.expect("the phone");
                phone.set_nodelay(true).expect("a socket");
                host.set_nodelay(true).expect("a socket");
                let (mut from_host, mut to_host) = host.into_split();
                let (mut from_phone, mut to_phone) = phone.into_split();
                let line = Arc::clone(&line);
                tokio::spawn(async move {
                    let mut piece = [0; TURN_BYTES];
                    while let Ok(count @ 1..) = from_host.read(&mut piece).await {
                        let mut free = line.lock().await;
                        let begin = (*free).max(tokio::time::Instant::now());
                        *free = begin + Duration::from_secs_f64(count as f64 / SLOW_BYTES_S);
                        tokio::time::sleep_until(*free).await;
                        drop(free);
                        if to_phone.write_all(&piece[..count]).await.is_err() {
                            return;
                        }
                    }
                });
                tokio::spawn(async move { tokio::io::copy(&mut from_phone, &mut to_host).await });
            }
        });
    });
    address.recv().expect("the line's address")
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

/// Pushes until told to stop; gives the bytes of content that were pushed whole.
async fn push(link: Link, beside: Beside, stop: Arc<AtomicBool>) -> u64 {
    let mut pushed = 0;
    while !matches!(beside, Beside::Nothing) && !stop.load(Ordering::Relaxed) {
        let mut from = tokio::io::repeat(7).take(PUSH_BYTES);
        let transfer = CopyHandle::default();
        let sent = if matches!(beside, Beside::OwnConnection) {
            link.push_tracked("/big", MODE_FILE, 0, &mut from, &transfer)
                .await
        } else {
            link.push("/big", MODE_FILE, 0, &mut from).await
        };
        pushed += sent.expect("a push");
    }
    pushed
}

/// Milliseconds of each touch's way, in order of size; and megabytes a second of the pushes.
async fn measure(beside: Beside, line: Line) -> (Vec<f64>, f64) {
    let (mut address, mut touches, stored) = start();
    if line == Line::Slow {
        address = slow_line(address);
    }
    let link = Link::connect(&address, LinkOptions::default())
        .await
        .expect("a link");
    let mut touch = link
        .open(&Service::local_abstract("touch"), Priority::Interactive)
        .await
        .expect("a stream");
    let stop = Arc::new(AtomicBool::new(false));
    let begun = Instant::now();
    let pushing = tokio::spawn(push(link.clone(), beside, Arc::clone(&stop)));
    let mut ways = Vec::new();
    let mut every = tokio::time::interval(BETWEEN_TOUCHES);
    while ways.len() < TOUCHES {
        every.tick().await;
        let start = Instant::now();
        touch.write_all(&[2; TOUCH_BYTES]).await.expect("a touch");
        let came = touches.recv().await.expect("the phone");
        ways.push((came - start).as_secs_f64() * 1000.0);
    }
    stop.store(true, Ordering::Relaxed);
    let seconds = begun.elapsed().as_secs_f64();
    let arrived = stored.load(Ordering::Relaxed);
    if line == Line::Slow {
        // The rest of a push would take minutes.
        pushing.abort();
        return (sorted(ways), arrived as f64 / 1e6 / seconds);
    }
    let pushed = pushing.await.expect("the pushes");
    let speed = pushed as f64 / 1e6 / begun.elapsed().as_secs_f64();
    assert!(
        stored.load(Ordering::Relaxed) >= pushed,
        "the phone did not get what was pushed"
    );
    (sorted(ways), speed)
}

fn sorted(mut ways: Vec<f64>) -> Vec<f64> {
    ways.sort_by(f64::total_cmp);
    ways
}

fn main() {
    let figure = |beside, line, name: &str| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime");
        let (ways, speed) = runtime.block_on(measure(beside, line));
        let at = |part: usize| ways[(ways.len() - 1) * part / 100];
        let (p50, p95, most, count) = (at(50), at(95), at(100), ways.len());
        // The rest of a slow push goes with its runtime.
        runtime.shutdown_background();
        println!(
            r#"{{"bench":"touch","beside":"{name}","touches":{count},"p50_ms":{p50:.3},"p95_ms":{p95:.3},"max_ms":{most:.3},"push_mb_s":{speed:.0}}}"#
        );
        p95
    };
    for (line, way) in [(Line::Loopback, ""), (Line::Slow, ", slow line")] {
        let alone = figure(Beside::Nothing, line, &format!("nothing{way}"));
        let own = format!("pushes over their own connection{way}");
        let own = figure(Beside::OwnConnection, line, &own);
        let same = format!("pushes over the same connection{way}");
        figure(Beside::SameConnection, line, &same);
        assert!(
            own - alone <= ADDED_MAX_MS,
            "a push adds {:.1} ms to a touch's way{way}",
            own - alone
        );
    }
}
