//! Phones made of software, in a child process: started, watched over, restarted when it dies, ended with its supervisor.

use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use super::Provider;
use crate::backoff::Backoff;

/// A host that ran so long starts the waits over when it dies.
const STEADY_AFTER: Duration = Duration::from_secs(30);
/// The longest wait before a restart.
const BACKOFF_LONGEST: Duration = Duration::from_secs(30);
/// Between two looks whether a port accepts.
const PORT_LOOK_EVERY: Duration = Duration::from_millis(50);
/// For one connection to a port of this machine.
const CONNECT_PATIENCE: Duration = Duration::from_secs(1);

/// The program that hosts the phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandsetCommand {
    /// The file to run.
    pub program: PathBuf,
    /// Its arguments. They must make it listen at the supervisor's addresses.
    pub args: Vec<String>,
}

/// How the host is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum HostState {
    /// Started; its ports do not accept yet.
    Starting,
    /// All ports accept.
    Ready,
    /// It ended or could not be started; it is tried again.
    Down(String),
}

/// Why the phones are not there.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SupervisorError {
    /// The ports did not accept in time.
    #[error("the simulated phones did not start in time: {0}")]
    NotReady(String),
}

/// Runs the host of the simulated phones. Dropping it ends the process.
pub struct Supervisor {
    addresses: Vec<String>,
    state: watch::Receiver<HostState>,
    task: JoinHandle<()>,
}

impl Supervisor {
    /// Starts the host and keeps it running. `addresses`: where its phones will answer, each `host:port`.
    pub fn start(command: HandsetCommand, addresses: Vec<String>, runtime: &Handle) -> Self {
        let (out, state) = watch::channel(HostState::Starting);
        let task = runtime.spawn(supervise(command, addresses.clone(), out));
        Self {
            addresses,
            state,
            task,
        }
    }

    /// Waits until every phone accepts connections, through restarts if need be.
    pub async fn ready(&self, patience: Duration) -> Result<(), SupervisorError> {
        let mut state = self.state.clone();
        let ready = timeout(patience, state.wait_for(|state| *state == HostState::Ready))
            .await
            .is_ok_and(|waited| waited.is_ok());
        if ready {
            return Ok(());
        }
        Err(SupervisorError::NotReady(match &*self.state.borrow() {
            HostState::Down(why) => why.clone(),
            HostState::Starting | HostState::Ready => "a port does not accept".to_owned(),
        }))
    }
}

impl Provider for Supervisor {
    fn name(&self) -> &'static str {
        "simulated"
    }

    fn addresses(&self) -> &[String] {
        &self.addresses
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        // The task owns the child, and the child is killed when its handle is dropped.
        self.task.abort();
    }
}

async fn supervise(
    command: HandsetCommand,
    addresses: Vec<String>,
    state: watch::Sender<HostState>,
) {
    let mut backoff = Backoff::new(BACKOFF_LONGEST);
    loop {
        state.send_replace(HostState::Starting);
        let started = Instant::now();
        let end = match spawn(&command) {
            Ok(mut child) => {
                tracing::info!(
                    pid = child.id(),
                    phones = addresses.len(),
                    "simulated phones started"
                );
                // Waiting for a child closes its standard input, which would tell it to stop.
                let _open = child.stdin.take();
                tokio::select! {
                    status = child.wait() => ended(status),
                    never = announce(&addresses, &state) => match never {},
                }
            }
            Err(error) => format!("cannot run {}: {error}", command.program.display()),
        };
        tracing::warn!(%end, "simulated phones are gone");
        state.send_replace(HostState::Down(end));
        if started.elapsed() >= STEADY_AFTER {
            backoff.reset();
        }
        sleep(backoff.next()).await;
    }
}

fn spawn(command: &HandsetCommand) -> std::io::Result<Child> {
    // The pipe stays open as long as the supervisor lives, however that ends: a host may take its end for the order to stop.
    Command::new(&command.program)
        .args(&command.args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
}

fn ended(status: std::io::Result<ExitStatus>) -> String {
    match status {
        Ok(status) => format!("the host of the simulated phones ended: {status}"),
        Err(error) => format!("the host of the simulated phones was lost: {error}"),
    }
}

/// Tells when all ports accept, then waits to be dropped.
async fn announce(
    addresses: &[String],
    state: &watch::Sender<HostState>,
) -> std::convert::Infallible {
    for address in addresses {
        while !timeout(CONNECT_PATIENCE, TcpStream::connect(address))
            .await
            .is_ok_and(|connected| connected.is_ok())
        {
            sleep(PORT_LOOK_EVERY).await;
        }
    }
    state.send_replace(HostState::Ready);
    std::future::pending().await
}
