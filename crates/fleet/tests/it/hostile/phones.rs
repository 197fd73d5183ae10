//! The phones of this test, in a process of their own, so that what they hold is not taken for the fleet's.
//!
//! It prints an address a line (those that mean no harm, then those of the screens' table, then those of the link's), then `ready`;
//! `count` and `heal` on its input are answered with a number.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use super::{GOOD_PHONES, RATE, adb, screen, screens, tricks};
use crate::stand_in::{Act, StandIn};

/// The process, as its test sees it.
pub struct Phones {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    pub addresses: Vec<String>,
}

impl Phones {
    pub fn start() -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .args([
                "--ignored",
                "--exact",
                "hostile::phones::phones",
                "--nocapture",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it runs");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut phones = Self {
            child,
            input,
            output,
            addresses: Vec::new(),
        };
        loop {
            let line = phones.line();
            if let Some(address) = line.strip_prefix("at ") {
                phones.addresses.push(address.to_owned());
            }
            if line == "ready" {
                return phones;
            }
        }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).expect("text");
        assert!(read > 0, "the phones' process ended");
        line.trim().to_owned()
    }

    fn ask(&mut self, what: &str) -> u64 {
        writeln!(self.input, "{what}").expect("it listens");
        self.line().parse().expect("a number")
    }

    /// Pictures drawn so far by each of those that mean no harm, all together.
    pub fn drawn(&mut self) -> u64 {
        self.ask("count")
    }

    /// All are phones like others from now on.
    pub fn heal(&mut self) {
        self.ask("heal");
    }
}

impl Drop for Phones {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// All phones of the test, good and hostile: the process that [`Phones::start`] runs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the test, in a process of its own"]
async fn phones() {
    let drawn = Arc::new(AtomicU64::new(0));
    let mut drawing = JoinSet::new();
    for _ in 0..GOOD_PHONES {
        let phone = StandIn::start().await;
        println!("\nat {}", phone.address);
        drawing.spawn(draw(phone, Arc::clone(&drawn)));
    }
    let mut hostile = Vec::new();
    for (trick, seed, _) in screens() {
        let phone = StandIn::start().await;
        println!("at {}", phone.address);
        *phone.manner.script.lock().expect("no panic") = Some(screen::script(trick, seed));
        hostile.push(phone);
    }
    for (trick, seed) in tricks() {
        let phone = StandIn::start().await;
        println!("at {}", phone.address);
        let play = move |socket| -> crate::stand_in::BoxFuture {
            Box::pin(adb::play(trick, seed, socket))
        };
        phone.manner.hostile.send_replace(Some(Arc::new(play)));
        hostile.push(phone);
    }
    println!("ready");
    let asking = tokio::task::spawn_blocking(move || {
        for line in std::io::stdin().lock().lines() {
            if line.expect("text") == "heal" {
                for phone in &hostile {
                    phone.manner.hostile.send_replace(None);
                    *phone.manner.script.lock().expect("no panic") = None;
                }
            }
            println!("{}", drawn.load(Ordering::Relaxed));
        }
    });
    asking.await.expect("no panic");
    drawing.abort_all();
}

async fn draw(phone: StandIn, drawn: Arc<AtomicU64>) {
    let mut every = tokio::time::interval(Duration::from_millis(1000 / RATE));
    loop {
        every.tick().await;
        // Pictures that are drawn before a screen runs are seen by nobody.
        if phone.manner.servers() > 0 {
            phone.act(Act::Picture { key: false });
            drawn.fetch_add(1, Ordering::Relaxed);
        }
    }
}
