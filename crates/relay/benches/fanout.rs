//! Cost of a relay: processor time per frame at 1 to 1,000 viewers, held against plain TCP copies of the same bytes in
//! the same chunks in the same run; and what a viewer that never reads costs the others.
//!
//! `cargo bench -p relay` prints one JSON line a figure. Times are the writing thread's own (getrusage, RUSAGE_THREAD); the
//! readers live on another thread, so that their cost is nobody's.

use std::time::Duration;

use bytes::Bytes;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use relay::{Frame, Limits, Relay};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;

const LIMITS: Limits = Limits {
    lane_bytes: 512 * 1024,
    lane_age: Duration::from_secs(2),
};
/// Two seconds of 720p30 at 2 Mbit/s: a key frame of 60 kB, then 59 of 7.5 kB.
const GROUP: usize = 60;
const FRAMES_A_SECOND: f64 = 30.0;
const ROUNDS: usize = 5;

fn frames(count: usize) -> Vec<Frame> {
    let (key, delta) = (Bytes::from(vec![1; 60_000]), Bytes::from(vec![2; 7_500]));
    (0..count)
        .map(|i| {
            let is_key = i % GROUP == 0;
            Frame {
                key: is_key,
                message: if is_key { key.clone() } else { delta.clone() },
            }
        })
        .collect()
}

/// Processor time of this thread, in microseconds.
fn cpu_us() -> i64 {
    getrusage(UsageWho::RUSAGE_THREAD).map_or(0, |u| {
        u.user_time().num_microseconds() + u.system_time().num_microseconds()
    })
}

/// Readers on a thread of their own that throw away whatever arrives; their address.
fn readers() -> std::net::SocketAddr {
    let (ready, address) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        runtime().block_on(async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            ready
                .send(listener.local_addr().expect("an address"))
                .expect("the bench waits");
            loop {
                let (mut socket, _) = listener.accept().await.expect("a writer");
                tokio::spawn(async move {
                    let _ = tokio::io::copy(&mut socket, &mut tokio::io::sink()).await;
                });
            }
        });
    });
    address.recv().expect("the readers listen")
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
}

/// One task writes each frame to one socket: a TCP copy, woken frame by frame as a relay's viewers are.
async fn copied(address: std::net::SocketAddr, viewers: usize, frames: &[Frame]) -> i64 {
    let (done, mut written) = mpsc::channel(viewers);
    let mut lanes = Vec::new();
    for _ in 0..viewers {
        let (lane, mut messages) = mpsc::channel::<Bytes>(1);
        let mut socket = TcpStream::connect(address).await.expect("a reader");
        let done = done.clone();
        tokio::spawn(async move {
            while let Some(message) = messages.recv().await {
                socket.write_all(&message).await.expect("the reader reads");
                done.send(()).await.expect("the bench waits");
            }
        });
        lanes.push(lane);
    }
    let before = cpu_us();
    for frame in frames {
        for lane in &lanes {
            lane.send(frame.message.clone())
                .await
                .expect("the writer runs");
        }
        for _ in 0..viewers {
            written.recv().await;
        }
    }
    cpu_us() - before
}

/// Writes the same frames through a relay; the processor time, in microseconds.
async fn relayed(address: std::net::SocketAddr, viewers: usize, frames: &[Frame]) -> i64 {
    let (mut source, relay) = Relay::new(LIMITS);
    let (done, mut written) = mpsc::channel(viewers);
    for _ in 0..viewers {
        let mut viewer = relay.join();
        let mut socket = TcpStream::connect(address).await.expect("a reader");
        let done = done.clone();
        tokio::spawn(async move {
            while let Some(frame) = viewer.next().await {
                socket
                    .write_all(&frame.message)
                    .await
                    .expect("the reader reads");
                done.send(()).await.expect("the bench waits");
            }
        });
    }
    let before = cpu_us();
    for frame in frames {
        source.publish(frame.clone());
        for _ in 0..viewers {
            written.recv().await;
        }
    }
    cpu_us() - before
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn cost() {
    let address = readers();
    let mut per_frame = Vec::new();
    for (viewers, count) in [(1usize, 3000usize), (10, 900), (100, 180), (1000, 60)] {
        let frames = frames(count);
        let (mut ours, mut ratios) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let copy = runtime().block_on(copied(address, viewers, &frames)) as f64;
            let relay = runtime().block_on(relayed(address, viewers, &frames)) as f64;
            ratios.push(relay / copy);
            ours.push(relay / count as f64);
        }
        let (us, ratio) = (median(ours), median(ratios));
        per_frame.push((viewers as f64, us));
        println!(
            r#"{{"bench":"relay","viewers":{viewers},"us_per_frame":{us:.1},"ratio_to_tcp_copy":{ratio:.2}}}"#
        );
        if viewers == 1 {
            assert!(
                ratio <= 1.5,
                "at one viewer a relay costs at most 1.5 TCP copies, this was {ratio:.2}"
            );
        }
    }
    let slope = (per_frame[2].1 - per_frame[1].1) / (per_frame[2].0 - per_frame[1].0);
    println!(r#"{{"bench":"relay","us_per_frame_per_added_viewer":{slope:.2}}}"#);
    let (many, us) = per_frame[3];
    let per_core = 1_000_000.0 / (us / many * FRAMES_A_SECOND);
    println!(r#"{{"bench":"relay","viewers_of_720p30_2mbit_per_core":{per_core:.0}}}"#);
}

/// Gaps between frames at a good viewer, alone and beside one that never reads: the 95th percentile, in milliseconds.
async fn gaps(stuck: bool) -> f64 {
    let (mut source, relay) = Relay::new(LIMITS);
    let stuck_viewer = stuck.then(|| relay.join());
    let mut good = relay.join();
    let watching = tokio::spawn(async move {
        let (mut last, mut gaps) = (None, Vec::new());
        while good.next().await.is_some() {
            let now = tokio::time::Instant::now();
            if let Some(last) = last.replace(now) {
                gaps.push((now - last).as_secs_f64() * 1000.0);
            }
        }
        gaps
    });
    let mut every = tokio::time::interval(Duration::from_millis(5));
    for frame in frames(600) {
        every.tick().await;
        source.publish(frame);
        assert!(
            relay.held_bytes() <= 1024 * 1024,
            "whoever does not read, a relay holds at most 1 MiB"
        );
    }
    drop((source, stuck_viewer));
    let mut gaps = watching.await.expect("the viewer");
    gaps.sort_by(f64::total_cmp);
    gaps[gaps.len() * 95 / 100]
}

fn stuck() {
    let alone = runtime().block_on(gaps(false));
    let beside = runtime().block_on(gaps(true));
    println!(
        r#"{{"bench":"relay","p95_gap_ms_alone":{alone:.2},"p95_gap_ms_beside_a_stuck_viewer":{beside:.2}}}"#
    );
    assert!(
        beside <= alone * 1.2 || beside <= alone + 5.0,
        "a stuck viewer delays the others: {alone:.2} ms to {beside:.2} ms"
    );
}

fn main() {
    cost();
    stuck();
}
