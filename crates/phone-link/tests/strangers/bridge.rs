//! The programs of others, started for one test and ended with it.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use eventually::eventually;
use kept_port::KeptPort;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::timeout;

use super::phone;

/// For a program to start or to end: much longer than either takes, on a busy machine too.
const TIMEOUT: Duration = Duration::from_mins(2);

/// adbkit's bridge before an adb server before a scripted phone.
pub struct Bridge {
    /// Where the bridge listens.
    pub address: String,
    /// Ended when dropped.
    _programs: [Child; 2],
    /// Keeps the port of the adb server.
    _kept: KeptPort,
    _home: TempDir,
}

impl Bridge {
    /// `admits`: `accept`, `reject` or the line of a known key.
    pub async fn start(admits: &str) -> Self {
        let phone = phone::start().await;
        let home = tempfile::tempdir().unwrap();
        let (server, kept) = adb_server(home.path()).await;
        let adb_port = kept.address().port();
        let connected = adb(home.path(), adb_port, &["connect", &phone]).await;
        assert!(connected.starts_with("connected to"), "{connected}");
        // The answer comes before the handshake is done.
        adb(home.path(), adb_port, &["-s", &phone, "wait-for-device"]).await;

        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../e2e/strangers-link");
        let packages = folder.join("node_modules/@devicefarmer/adbkit");
        assert!(
            packages.exists(),
            "`npm ci` was not run in e2e/strangers-link"
        );
        let mut bridge = Command::new("node")
            .current_dir(&folder)
            .arg("bridge.mjs")
            .args([&adb_port.to_string(), &phone, admits])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("node is needed");
        let mut lines = BufReader::new(bridge.stdout.take().unwrap()).lines();
        let port = timeout(TIMEOUT, lines.next_line()).await;
        let port = port.expect("the bridge speaks").unwrap().expect("its port");
        Self {
            address: format!("127.0.0.1:{port}"),
            _programs: [bridge, server],
            _kept: kept,
            _home: home,
        }
    }
}

/// The server and the port that is kept for it.
async fn adb_server(home: &Path) -> (Child, KeptPort) {
    let kept = KeptPort::bind();
    let server = command(home, kept.address().port())
        .args(["nodaemon", "server"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("adb is needed");
    eventually("adb listens", async || {
        TcpStream::connect(kept.address()).await
    })
    .await;
    (server, kept)
}

/// Runs one command of adb's client; gives what it printed.
async fn adb(home: &Path, port: u16, words: &[&str]) -> String {
    let run = command(home, port).args(words).output();
    let output = timeout(TIMEOUT, run).await.expect("adb ends").unwrap();
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn command(home: &Path, port: u16) -> Command {
    let mut command = Command::new("adb");
    command
        .env("HOME", home)
        .env("ANDROID_USER_HOME", home)
        .args(["-P", &port.to_string()])
        .kill_on_drop(true);
    command
}
