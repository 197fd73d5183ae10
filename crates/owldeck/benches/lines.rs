//! Cost of the way from a phone to its viewers, through the whole server: the server's own part of the delay, held against a plain
//! TCP copy of the same bytes in the same run; what viewers that never read cost, and cost the others; and what an onlooker sees behind
//! a line of a tenth of the bandwidth, and the controller behind one of a fifth.
//!
//! `cargo bench -p owldeck --bench lines` prints one JSON line a figure and fails where a limit is passed.

#[expect(dead_code, reason = "a bench needs a part of what the tests share")]
#[path = "../tests/it/demo/mod.rs"]
mod demo;
mod tap;

use std::time::Duration;

use domain::play::picture::Picture;
use domain::play::{Event, QualityStep, SessionRequest};
use phone_link::{Link, LinkOptions, ShellCommand};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use demo::{Demo, Member, OWNER, Socket};
use tap::{Line, Tap};

/// The phone that the server reaches through a tap.
const TAPPED: &str = "测速";
/// Pictures a second, as 720p30 has.
const RATE: u32 = 30;
const CORNER: &str = "setprop owl.corner 30";
const PASSAGES: usize = 600;
const PART_P99_MS_MAX: f64 = 5.0;
const STUCK: usize = 50;
const STUCK_MIB_MAX: f64 = 1.0;
const STUCK_KERNEL_KIB_MAX: f64 = 512.0;
const GAP_TIMES_MAX: f64 = 1.2;
const GAP_MORE_MS_MAX: f64 = 5.0;
const GAPS_FOR: Duration = Duration::from_secs(15);
/// Of the screen that no encoder can guess, in hundredths: enough that the picture needs all the bandwidth it may have.
const NOISY: &str = "setprop owl.noise 40";
/// How long what the picture needs is counted.
const COUNTING: Duration = Duration::from_secs(5);
/// Less would be no picture that needs much.
const NEEDED_BITS_MIN: f64 = 2_000_000.0;
/// The line carries this part of what is needed.
const THIN_PART: f64 = 10.0;
/// Until the onlooker has the picture that its line carries.
const SETTLING: Duration = Duration::from_secs(12);
const THIN_FOR: Duration = Duration::from_secs(20);
const AGE_MS_MAX: f64 = 1_500.0;
/// Between two pictures of two a second; more would be growth.
const GROWTH_MS_MAX: f64 = 500.0;
const RECOVERY_MS_MAX: f64 = 1_000.0;
/// Age of a picture that counts as up to date again.
const FRESH_MS: f64 = 250.0;
/// The controller's line, which changes the picture for all, carries this part: tries of a better one are among what is measured.
const FIFTH_PART: f64 = 5.0;
const FIFTH_FOR: Duration = Duration::from_mins(1);
const FIFTH_P95_MS_MAX: f64 = 500.0;

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let kept = runtime.block_on(run());
    std::process::exit(i32::from(!kept));
}

/// Prints a figure beside its limit; whether it is kept.
fn judge(figure: &str, value: f64, max: f64, more: &Value) -> bool {
    let rounded = (value * 100.0).round() / 100.0;
    println!(
        "{}",
        json!({ "bench": "lines", "figure": figure, "value": rounded, "limit": max, "with": more })
    );
    value <= max
}

async fn run() -> bool {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let tap = Tap::before(&demo.addresses()[0]).await;
    let seeded = demo.seed(&json!({ "phones": [
        { "owner": OWNER, "alias": TAPPED, "configuration": "标准型", "expiresInDays": 3, "adb": tap.address }
    ] }));
    assert!(seeded.status.success(), "the seed is taken");
    let phone = owner.running(TAPPED).await;
    shell(&demo, CORNER).await;
    let mut kept = passages(&owner, phone, &tap).await;
    kept &= stuck(&demo, &owner, phone).await;
    kept &= thin(&demo, &owner, phone).await;
    kept & fifth(&owner, &demo, phone).await
}

async fn shell(demo: &Demo, words: &'static str) {
    let address = demo.addresses()[0].clone();
    let link = Link::connect(&address, LinkOptions::default()).await;
    let link = link.expect("a phone");
    let done = link.shell(&ShellCommand::new(words)).await;
    assert_eq!(done.expect("a shell").exit, 0);
}

async fn viewer(owner: &Member<'_>, phone: i64) -> Socket {
    owner.play(phone, json!({ "mode": "view" })).await.0
}

/// From the moment the phone's bytes reach the server to the moment the picture is with its viewer.
async fn passages(owner: &Member<'_>, phone: i64, tap: &Tap) -> bool {
    let mut socket = viewer(owner, phone).await;
    for _ in 0..RATE * 3 {
        socket.picture().await;
    }
    let mut parts = Vec::new();
    while parts.len() < PASSAGES {
        let message = socket.picture().await;
        let now = Instant::now();
        if let Some(came) = tap.came(&message) {
            parts.push((now - came).as_secs_f64() * 1e3);
        }
    }
    let copy = percentiles(tap::copies(PASSAGES).await);
    let part = percentiles(parts);
    let more = json!({ "median_ms": part.0, "plain_copy_ms": copy, "pictures": PASSAGES });
    judge(
        "the server's part of the delay, p99 ms",
        part.1,
        PART_P99_MS_MAX,
        &more,
    )
}

/// Median and 99th percentile, in hundredths.
fn percentiles(mut values: Vec<f64>) -> (f64, f64) {
    values.sort_by(f64::total_cmp);
    let at = |part: usize| {
        let value = values
            .get(values.len() * part / 100)
            .copied()
            .unwrap_or(f64::NAN);
        (value * 100.0).round() / 100.0
    };
    (at(50), at(99))
}

/// The 95th percentile of the gaps between pictures.
async fn gap_p95(socket: &mut Socket) -> f64 {
    let until = Instant::now() + GAPS_FOR;
    let (mut gaps, mut before) = (Vec::new(), Instant::now());
    while Instant::now() < until {
        socket.picture().await;
        gaps.push(before.elapsed().as_secs_f64() * 1e3);
        before = Instant::now();
    }
    gaps.sort_by(f64::total_cmp);
    gaps.get(gaps.len() * 95 / 100).copied().unwrap_or(f64::NAN)
}

async fn stuck(demo: &Demo, owner: &Member<'_>, phone: i64) -> bool {
    let mut good = viewer(owner, phone).await;
    good.picture().await;
    let alone = gap_p95(&mut good).await;
    let before = resident_kib(demo.child.id());
    let mut stuck = Vec::new();
    for _ in 0..STUCK {
        let started = owner.start(phone, json!({ "mode": "view" })).await;
        let ticket = started["data"]["ticket"].as_str().expect("a ticket");
        stuck.push(tap::stuck(&demo.origin, phone, ticket).await);
    }
    let beside = gap_p95(&mut good).await;
    let port = demo.origin.rsplit(':').next().and_then(|p| p.parse().ok());
    let kernel = tap::unsent_kib(port.expect("a port"));
    let each = (resident_kib(demo.child.id()) - before) / 1024.0 / STUCK as f64;
    drop(stuck);
    let gaps = json!({ "alone_ms": alone, "beside_ms": beside, "stuck": STUCK });
    let allowed = (alone * GAP_TIMES_MAX).max(alone + GAP_MORE_MS_MAX);
    let mut kept = judge(
        "a good viewer's p95 gap beside them, ms",
        beside,
        allowed,
        &gaps,
    );
    kept &= judge(
        "memory of a stuck viewer, MiB",
        each,
        STUCK_MIB_MAX,
        &json!(null),
    );
    let all = json!({ "sockets": kernel.len() });
    let most = kernel.into_iter().fold(0.0, f64::max);
    kept & judge(
        "unsent in the kernel for a stuck viewer, most, KiB",
        most,
        STUCK_KERNEL_KIB_MAX,
        &all,
    )
}

fn resident_kib(pid: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1));
    kib.and_then(|kib| kib.parse().ok()).expect("a number")
}

/// Bytes of pictures a second.
async fn needed(owner: &Member<'_>, phone: i64) -> f64 {
    let mut socket = viewer(owner, phone).await;
    for _ in 0..RATE {
        socket.picture().await;
    }
    let (begun, mut bytes) = (Instant::now(), 0);
    while begun.elapsed() < COUNTING {
        bytes += socket.picture().await.len();
    }
    bytes as f64 / begun.elapsed().as_secs_f64()
}

/// Measures the pictures of an onlooker behind a thin line, and once the line is wide again; whether the limits are kept.
async fn thin(demo: &Demo, owner: &Member<'_>, phone: i64) -> bool {
    shell(demo, NOISY).await;
    let needed = needed(owner, phone).await;
    assert!(needed * 8.0 >= NEEDED_BITS_MIN, "{needed} bytes a second");
    let thin_bytes = needed / THIN_PART;
    let line = Line::before(&demo.origin, thin_bytes).await;
    let mut eyes = Eyes::behind(&line, demo, owner, phone, "view").await;
    let first = eyes.watch(SETTLING).await;
    let half = eyes.watch(THIN_FOR / 2).await;
    let rest = eyes.watch(THIN_FOR / 2).await;
    line.widen();
    let widened = Instant::now();
    while eyes.next().await >= FRESH_MS {
        assert!(widened.elapsed() < Duration::from_secs(30), "it recovers");
    }
    let recovered = widened.elapsed().as_secs_f64() * 1e3;
    let more = json!({
        "needed_kbit_a_second": (needed * 8.0 / 1e3).round(),
        "line_kbit_a_second": (thin_bytes * 8.0 / 1e3).round(),
        "small": eyes.shown == Some(QualityStep::Small),
        "while_settling": { "pictures": first.0, "oldest_ms": first.1 },
        "first_half": { "pictures": half.0, "oldest_ms": half.1 },
        "second_half": { "pictures": rest.0, "oldest_ms": rest.1 },
    });
    let mut kept = judge(
        "a tenth of the bandwidth: oldest picture, ms",
        half.1.max(rest.1),
        AGE_MS_MAX,
        &more,
    );
    kept &= judge(
        "a tenth of the bandwidth: older in the second half, ms",
        rest.1 - half.1,
        GROWTH_MS_MAX,
        &json!(null),
    );
    kept &= judge(
        "the line wide again: up to date after, ms",
        recovered,
        RECOVERY_MS_MAX,
        &json!(null),
    );
    kept
}

/// Measures the pictures of the controller behind a line that does not carry the best picture; whether the limit is kept.
async fn fifth(owner: &Member<'_>, demo: &Demo, phone: i64) -> bool {
    let needed = needed(owner, phone).await;
    let line = Line::before(&demo.origin, needed / FIFTH_PART).await;
    let mut eyes = Eyes::behind(&line, demo, owner, phone, "control").await;
    let first = eyes.watch(SETTLING).await;
    let until = Instant::now() + FIFTH_FOR;
    let mut ages = Vec::new();
    while let Ok(age) = timeout(until - Instant::now(), eyes.next()).await {
        ages.push(age);
    }
    ages.sort_by(f64::total_cmp);
    let at = |part: usize| ages.get(ages.len() * part / 100).copied();
    let more = json!({
        "needed_kbit_a_second": (needed * 8.0 / 1e3).round(),
        "while_settling": { "pictures": first.0, "oldest_ms": first.1 },
        "pictures": ages.len(),
        "median_ms": at(50),
        "oldest_ms": ages.last(),
        "shown": eyes.shown.map(|shown| shown as u8),
    });
    judge(
        "a fifth of the bandwidth, controlling: p95 of the picture's age, ms",
        at(95).unwrap_or(f64::NAN),
        FIFTH_P95_MS_MAX,
        &more,
    )
}

/// A browser: it says what it shows, as often as one does.
struct Eyes {
    socket: Socket,
    shown: Option<QualityStep>,
}

impl Eyes {
    /// Opens a phone over a line.
    async fn behind(line: &Line, demo: &Demo, owner: &Member<'_>, phone: i64, mode: &str) -> Self {
        let started = owner.start(phone, json!({ "mode": mode })).await;
        let ticket = started["data"]["ticket"].as_str().expect("a ticket");
        let path = format!("/websocket/play/{phone}?token={ticket}");
        let request = tap::request(&path, &demo.origin);
        let stream = TcpStream::connect(line.address).await.expect("the line");
        let stream = tokio_tungstenite::MaybeTlsStream::Plain(stream);
        let opened = tokio_tungstenite::client_async(request, stream).await;
        let (socket, _) = opened.expect("an upgrade");
        Self {
            socket: Socket(socket),
            shown: None,
        }
    }

    /// The age of the next picture, in milliseconds.
    async fn next(&mut self) -> f64 {
        loop {
            let message = self.socket.bytes().await;
            if let Ok((_, Event::Quality { shown, .. })) = Event::parse(&message) {
                self.shown = Some(shown);
            }
            let Ok(picture) = Picture::parse(&message) else {
                continue;
            };
            let sequence = picture.sequence;
            self.socket.send(&SessionRequest::Ack { sequence }, 0).await;
            let now_us = std::time::UNIX_EPOCH
                .elapsed()
                .map_or(0, |now| now.as_micros());
            let drawn_us = u128::from(picture.drawn_us);
            return now_us.saturating_sub(drawn_us) as f64 / 1e3;
        }
    }

    /// How many pictures came, and how old the oldest was.
    async fn watch(&mut self, time: Duration) -> (usize, f64) {
        let until = Instant::now() + time;
        let (mut count, mut oldest) = (0, 0.0_f64);
        while let Ok(age) = timeout(until - Instant::now(), self.next()).await {
            count += 1;
            oldest = oldest.max(age);
        }
        (count, oldest.round())
    }
}
