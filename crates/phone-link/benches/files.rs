//! Pushes and pulls against Debian's `adb` on the same simulated phone: both in turns; of the ratios of each turn the middle one.
//!
//! The phone is `owldeck handset` (`OWLDECK_BINARY`, else `target/release/owldeck`) in a process of its own. `adb` has its own server and home.

use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use phone_link::wire::sync::MODE_FILE;
use phone_link::{CopyHandle, Link, LinkOptions};
use tokio::io::{AsyncWriteExt, BufWriter};

const FILE_BYTES: usize = 256 * 1024 * 1024;
const ROUNDS: usize = 15;
const ON_PHONE: &str = "/data/local/tmp/bench";
/// Ours at least as fast as adb, less what two runs of the same differ by.
const RATIO_MIN: f64 = 0.95;

/// Ends with its process.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_port() -> u16 {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    free.local_addr().expect("an address").port()
}

fn listening(port: u16) {
    while TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_err() {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

fn start(command: &mut Command) -> Program {
    let quiet = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Program(quiet.spawn().expect("a program that is built or installed"))
}

struct Bench {
    home: PathBuf,
    server: u16,
    serial: String,
    runtime: tokio::runtime::Runtime,
    link: Link,
}

impl Bench {
    fn adb(&self, words: &[&str]) {
        let done = adb(&self.home, self.server)
            .args(["-s", &self.serial])
            .args(words)
            .stdin(Stdio::null())
            .output()
            .expect("adb");
        assert!(done.status.success(), "{words:?}: {done:?}");
    }

    fn push(&self, file: &Path) {
        self.runtime.block_on(async {
            let mut from = tokio::fs::File::open(file).await.expect("the file");
            let transfer = CopyHandle::default();
            let push = self
                .link
                .push_tracked(ON_PHONE, MODE_FILE, 0, &mut from, &transfer);
            assert_eq!(push.await.expect("a push"), FILE_BYTES as u64);
        });
    }

    fn pull(&self, file: &Path) {
        self.runtime.block_on(async {
            let to = tokio::fs::File::create(file).await.expect("a file");
            // Tokio's files go to another thread with every write.
            let mut to = BufWriter::with_capacity(1 << 20, to);
            let pull = self.link.pull(ON_PHONE, &mut to, FILE_BYTES as u64);
            assert_eq!(pull.await.expect("a pull"), FILE_BYTES as u64);
            to.flush().await.expect("room");
        });
    }
}

fn adb(home: &Path, port: u16) -> Command {
    let mut command = Command::new("adb");
    command
        .env("HOME", home)
        .env("ANDROID_USER_HOME", home)
        .args(["-P", &port.to_string()]);
    command
}

fn seconds(act: impl FnOnce()) -> f64 {
    let begun = Instant::now();
    act();
    begun.elapsed().as_secs_f64()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let binary = std::env::var_os("OWLDECK_BINARY")
        .map_or_else(|| root.join("target/release/owldeck"), PathBuf::from);
    let folder = tempfile::tempdir().expect("a folder");
    let home = folder.path().to_owned();
    let (port, server) = (free_port(), free_port());
    let serial = format!("127.0.0.1:{port}");
    let mut phone = Command::new(binary);
    phone
        .args(["handset", "--listen", &serial, "--data"])
        .arg(home.join("phone"));
    let _phone = start(&mut phone);
    listening(port);
    let _server = start(adb(&home, server).args(["nodaemon", "server"]));
    listening(server);
    let connected = adb(&home, server).args(["connect", &serial]).output();
    assert!(connected.is_ok_and(|done| done.status.success()));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let link = runtime
        .block_on(Link::connect(&serial, LinkOptions::default()))
        .expect("a link");
    let bench = Bench {
        home: home.clone(),
        server,
        serial,
        runtime,
        link,
    };
    let (from, to) = (home.join("from"), home.join("to"));
    let content: Vec<u8> = (0..FILE_BYTES)
        .map(|at| (at * 31 + at / 4096) as u8)
        .collect();
    std::fs::write(&from, &content).expect("the file");
    let (own, others) = (from.to_str().expect("text"), to.to_str().expect("text"));
    let mut times = [const { Vec::new() }; 4];
    for _ in 0..ROUNDS {
        times[0].push(seconds(|| bench.push(&from)));
        times[1].push(seconds(|| bench.adb(&["push", own, ON_PHONE])));
        times[2].push(seconds(|| bench.pull(&to)));
        assert!(
            std::fs::read(&to).expect("the file") == content,
            "as it went"
        );
        times[3].push(seconds(|| bench.adb(&["pull", ON_PHONE, others])));
    }
    let [push, adb_push, pull, adb_pull] = times;
    let speed = |seconds: f64| FILE_BYTES as f64 / 1e6 / seconds;
    for (what, mut ours, mut theirs) in [("push", push, adb_push), ("pull", pull, adb_pull)] {
        // Other work of the machine meets both times of a turn, so the ratio is taken turn by turn.
        let turns = std::iter::zip(&theirs, &ours);
        let mut ratios: Vec<f64> = turns.map(|(theirs, ours)| theirs / ours).collect();
        let [ratio, ours, theirs] = [&mut ratios, &mut ours, &mut theirs].map(|all| median(all));
        println!(
            r#"{{"bench":"files","what":"{what}","mb":{},"own_mb_s":{:.0},"adb_mb_s":{:.0},"ratio":{ratio:.2}}}"#,
            FILE_BYTES / 1_000_000,
            speed(ours),
            speed(theirs)
        );
        assert!(ratio >= RATIO_MIN, "slower than adb: {ratio:.2}");
    }
}
