//! A phone, and an `adb` with a server and a home of its own.

use std::ffi::OsStr;
use std::future::Future;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use eventually::eventually;
use handset::{Host, HostOptions};
use kept_port::KeptPort;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

/// Fails the test when something never happens.
pub async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(Duration::from_mins(2), future).await;
    done.unwrap_or_else(|_| panic!("never happened: {what}"))
}

/// A program of this machine, with what it needs to run by itself.
pub fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.kill_on_drop(true).stdin(Stdio::null());
    command
}

/// Runs a program to its end.
pub async fn run(command: &mut Command) -> Output {
    let shown = format!("{command:?}");
    soon(&shown, command.output())
        .await
        .unwrap_or_else(|error| panic!("{shown}: {error} (cargo xtask test installs it)"))
}

/// Standard output of a program that must succeed.
pub async fn must(command: &mut Command) -> String {
    let output = run(command).await;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "{command:?}: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout)
}

/// Output and exit code of a program.
pub struct Said {
    pub out: String,
    pub err: String,
    pub code: i32,
}

impl Said {
    /// Both streams: `adb` itself is not consistent about them.
    pub fn all(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

/// One phone and one `adb` server that knows nobody else.
pub struct Bench {
    pub host: Host,
    pub folder: TempDir,
    home: TempDir,
    kept: KeptPort,
    _server: Child,
}

impl Bench {
    /// With the phone connected.
    pub async fn new() -> Self {
        let bench = Self::unconnected().await;
        let said = bench.adb(["connect", &bench.serial()]).await;
        assert!(said.out.starts_with("connected to"), "{}", said.all());
        bench
    }

    pub async fn unconnected() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let host = Host::start(HostOptions {
            listen,
            count: 1,
            data_dir: Some(folder.path().to_owned()),
        })
        .await
        .expect("a phone");
        let home = tempfile::tempdir().expect("a home");
        let (server, kept) = start_server(home.path()).await;
        Self {
            host,
            folder,
            home,
            kept,
            _server: server,
        }
    }

    pub fn serial(&self) -> String {
        self.host.addresses()[0].to_string()
    }

    /// The phone's files on the host.
    pub fn fs(&self) -> PathBuf {
        self.folder.path().join("phone-0000/fs")
    }

    /// A folder for the test's own files.
    pub fn scratch(&self) -> PathBuf {
        let folder = self.home.path().join("scratch");
        std::fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    /// `adb` for this phone and server.
    pub fn command<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Command {
        let mut command = own_adb(self.home.path(), self.kept.address().port());
        command.args(["-s", &self.serial()]).args(args);
        command
    }

    pub async fn adb<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Said {
        let output = run(&mut self.command(args)).await;
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Said {
            out: text(output.stdout),
            err: text(output.stderr),
            code: output.status.code().unwrap_or(-1),
        }
    }

    /// Standard output of an `adb` that must succeed.
    pub async fn ok<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> String {
        let mut command = self.command(args);
        must(&mut command).await
    }

    /// Standard output of a shell command that must succeed.
    pub async fn shell(&self, line: &str) -> String {
        self.ok(["shell", line]).await
    }

    /// Asks until a shell command prints what is expected.
    pub async fn until(&self, line: &str, expected: &str) {
        let what = format!("{line} prints {expected}");
        eventually(what, async || {
            let said = self.adb(["shell", line]).await.out;
            if said.contains(expected) {
                Ok(())
            } else {
                Err(said)
            }
        })
        .await;
    }
}

fn own_adb(home: &Path, port: u16) -> Command {
    let mut command = program("adb");
    command
        .env("HOME", home)
        .env("ANDROID_USER_HOME", home)
        .env("ANDROID_SDK_HOME", home)
        .env("TMPDIR", home)
        // No search for emulators on this machine.
        .env("ADB_LOCAL_TRANSPORT_MAX_PORT", "5554")
        .env_remove("ADB_VENDOR_KEYS")
        .args(["-P", &port.to_string()]);
    command
}

/// The server and the port that is kept for it.
async fn start_server(home: &Path) -> (Child, KeptPort) {
    let kept = KeptPort::bind();
    let log = std::fs::File::create(home.join("server.log")).expect("a log");
    let errors = log.try_clone().expect("a log");
    let server = own_adb(home, kept.address().port())
        .args(["nodaemon", "server"])
        .stdout(log)
        .stderr(errors)
        .spawn()
        .expect("adb is installed (cargo xtask test does it)");
    eventually("the server of adb", async || {
        TcpStream::connect(kept.address()).await
    })
    .await;
    (server, kept)
}

/// Bytes that do not compress and are the same in each run.
pub fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x2545_F491_4F6C_DD1D_u64 ^ count as u64;
    let mut bytes = Vec::with_capacity(count + 8);
    while bytes.len() < count {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes.truncate(count);
    bytes
}
