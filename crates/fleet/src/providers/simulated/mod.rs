//! Provider of simulated phones, which run in a child process: the supervisor starts the process, restarts it when it dies, ends it with
//! itself, and sends it commands over its standard input.

mod host;

use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use domain::identity::Keep;
use domain::lang::Lang;
use phone_link::CopyHandle;
use thiserror::Error;
use tokio::process::{Child, Command};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

use self::host::{Answer, HostCommand, PendingCommand, Report, run_protocol};
use super::error::short;
use super::{
    ActionFuture, Backup, Capabilities, Evidence, IdentityRequest, PhoneAccess, Provider,
    ProviderError, RestoreRequest,
};
use crate::backoff;

/// Uptime of a host after which the back-off before its restarts begins anew.
const STEADY_AFTER: Duration = Duration::from_secs(30);
/// The longest wait before a restart.
const BACKOFF_LONGEST: Duration = Duration::from_secs(30);
/// Default time limit for a command to be begun. A host drops what it has not begun by then.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(40);
/// Time that a begun command may take beyond that.
const COMMAND_GRACE: Duration = Duration::from_secs(5);
/// Time limit for a copy of a phone's data: its operation has a deadline of its own.
const COPY_TIMEOUT: Duration = Duration::from_hours(1);
/// Pause between two queries of a copy's progress.
const PROGRESS_EVERY: Duration = Duration::from_millis(500);
/// Most commands that wait to be written.
const UNWRITTEN_MAX: usize = 64;
/// Time limit for a failing host to end by itself, so that its exit status is known.
const END_TIMEOUT: Duration = Duration::from_secs(1);

/// The program that hosts the phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandsetCommand {
    /// The file to run.
    pub program: PathBuf,
    /// Arguments, which must make the program listen at the supervisor's addresses.
    pub args: Vec<String>,
}

/// State of the host process.
#[derive(Debug, Clone, PartialEq, Eq)]
enum HostState {
    /// Started, and not listening at all its ports yet.
    Starting,
    /// Listening at all its ports.
    Ready,
    /// Ended, or not started, for this reason; it is started again.
    Down(String),
}

/// Why the simulated phones are not ready.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SupervisorError {
    /// The host did not say in time that it listens, or ended first.
    #[error("the simulated phones did not start: {0}")]
    NotReady(String),
}

/// Runs the host of the simulated phones. Dropping it ends the process.
pub struct Supervisor {
    addresses: Vec<String>,
    state: watch::Receiver<HostState>,
    /// Queue of the present host process; another one for each run, so that no host gets the commands of an earlier one.
    command_queue: watch::Receiver<Option<mpsc::Sender<PendingCommand>>>,
    /// The process, while there is one.
    pid: watch::Receiver<Option<u32>>,
    limit: Duration,
    task: JoinHandle<()>,
}

impl Supervisor {
    /// Starts the host and keeps it running. `addresses`: where its phones will answer, each `host:port`, in the host's order.
    pub fn start(command: HandsetCommand, addresses: Vec<String>, runtime: &Handle) -> Self {
        Self::start_with_timeout(command, addresses, COMMAND_TIMEOUT, runtime)
    }

    /// [`Self::start`] with another time limit for commands to be begun.
    pub fn start_with_timeout(
        command: HandsetCommand,
        addresses: Vec<String>,
        limit: Duration,
        runtime: &Handle,
    ) -> Self {
        let (out, state) = watch::channel(HostState::Starting);
        let (command_queue_out, command_queue) = watch::channel(None);
        let (pid_out, pid) = watch::channel(None);
        let work = supervise(command, addresses.clone(), out, command_queue_out, pid_out);
        let task = runtime.spawn(work);
        Self {
            addresses,
            state,
            command_queue,
            pid,
            limit,
            task,
        }
    }

    /// Waits until the host listens at every port, through restarts if need be.
    pub async fn ready(&self, limit: Duration) -> Result<(), SupervisorError> {
        self.wait_for_state(|state| *state == HostState::Ready, limit)
            .await
    }

    /// Waits until the first host listens at every port, or has failed: a port may be taken.
    pub async fn first_start(&self, limit: Duration) -> Result<(), SupervisorError> {
        self.wait_for_state(|state| *state != HostState::Starting, limit)
            .await
    }

    async fn wait_for_state(
        &self,
        wished: impl FnMut(&HostState) -> bool,
        limit: Duration,
    ) -> Result<(), SupervisorError> {
        let mut state = self.state.clone();
        // A wait that timed out, or that the supervisor's end broke off, shows in the state.
        let _ = timeout(limit, state.wait_for(wished)).await;
        match &*self.state.borrow() {
            HostState::Ready => Ok(()),
            HostState::Down(why) => Err(SupervisorError::NotReady(why.clone())),
            HostState::Starting => Err(SupervisorError::NotReady("it does not listen".to_owned())),
        }
    }
}

impl Supervisor {
    async fn send(
        &self,
        phone: &PhoneAccess,
        command: HostCommand,
    ) -> Result<Answer, ProviderError> {
        self.send_within(phone, command, self.limit + COMMAND_GRACE)
            .await
    }

    /// Sends a command that copies data, and reports its progress to `moved` until it ends.
    async fn copy(
        &self,
        phone: &PhoneAccess,
        command: HostCommand,
        moved: &CopyHandle,
    ) -> Result<Report, ProviderError> {
        let copy = self.send_within(phone, command, COPY_TIMEOUT);
        let mut copy = std::pin::pin!(copy);
        loop {
            tokio::select! {
                answer = &mut copy => {
                    let report = answer?.report.ok_or_else(nothing_reported)?;
                    moved.advance(report.moved_bytes);
                    return Ok(report);
                }
                () = sleep(PROGRESS_EVERY) => {}
            }
            let seen = tokio::select! {
                answer = &mut copy => {
                    return answer?.report.ok_or_else(nothing_reported);
                }
                seen = self.send(phone, HostCommand::State) => seen,
            };
            if let Ok(Answer {
                report: Some(report),
                ..
            }) = seen
            {
                moved.advance(report.moved_bytes);
            }
        }
    }

    async fn send_within(
        &self,
        phone: &PhoneAccess,
        command: HostCommand,
        limit: Duration,
    ) -> Result<Answer, ProviderError> {
        let at = self.addresses.iter().position(|own| own == phone.address());
        let Some(number) = at else {
            return Err(ProviderError::refused("this host has no such phone"));
        };
        let Some(command_queue) = self.command_queue.borrow().clone() else {
            return Err(ProviderError::HostDown);
        };
        let (answer, answered) = oneshot::channel();
        let pending_command = PendingCommand {
            phone: number,
            command,
            within: self.limit,
            answer,
        };
        let asking = async {
            // The queue and the answer's channel close only when the host ends.
            command_queue
                .send(pending_command)
                .await
                .map_err(|_| ProviderError::HostDown)?;
            answered.await.map_err(|_| ProviderError::HostDown)
        };
        let answer = timeout(limit, asking)
            .await
            .map_err(|_| ProviderError::Timeout)??;
        if answer.ok {
            return Ok(answer);
        }
        let why = short(answer.why.as_deref().unwrap_or("the host says no"));
        if answer.broken {
            return Err(ProviderError::BrokeDown(why));
        }
        Err(ProviderError::Refused(why))
    }

    fn act<'a>(&'a self, phone: &'a PhoneAccess, command: HostCommand) -> ActionFuture<'a, ()> {
        Box::pin(async move { self.send(phone, command).await.map(drop) })
    }
}

impl Provider for Supervisor {
    fn name(&self) -> &'static str {
        "simulated"
    }

    fn addresses(&self) -> &[String] {
        &self.addresses
    }

    fn host(&self, address: &str) -> String {
        let first = self.addresses.first().map_or(address, String::as_str);
        first.to_owned()
    }

    fn process(&self) -> Option<u32> {
        *self.pid.borrow()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }

    fn power<'a>(&'a self, phone: &'a PhoneAccess, on: bool) -> ActionFuture<'a, ()> {
        let command = if on {
            HostCommand::PowerOn
        } else {
            HostCommand::PowerOff
        };
        self.act(phone, command)
    }

    fn reboot<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, ()> {
        // The host restarts the phone, not ADB: this helps a phone that no longer listens.
        self.act(phone, HostCommand::Reboot)
    }

    fn wipe<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, ()> {
        self.act(phone, HostCommand::Wipe)
    }

    fn upgrade<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, ()> {
        self.act(phone, HostCommand::Upgrade)
    }

    fn recreate<'a>(
        &'a self,
        phone: &'a PhoneAccess,
        request: &'a IdentityRequest,
        keep: Keep,
    ) -> ActionFuture<'a, ()> {
        let identity = request.clone();
        self.act(phone, HostCommand::Recreate { identity, keep })
    }

    fn size<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, u64> {
        Box::pin(async move {
            let answer = self.send(phone, HostCommand::Measure).await?;
            let bytes = answer.report.and_then(|report| report.data_bytes);
            bytes.ok_or_else(nothing_reported)
        })
    }

    fn back_up<'a>(
        &'a self,
        phone: &'a PhoneAccess,
        to: &'a Path,
        moved: &'a CopyHandle,
    ) -> ActionFuture<'a, Backup> {
        Box::pin(async move {
            let command = HostCommand::BackUp { to: to.to_owned() };
            let report = self.copy(phone, command, moved).await?;
            match (report.data_bytes, report.digest) {
                (Some(bytes), Some(digest)) => Ok(Backup { bytes, digest }),
                _ => Err(nothing_reported()),
            }
        })
    }

    fn restore<'a>(
        &'a self,
        phone: &'a PhoneAccess,
        backup: RestoreRequest<'a>,
        moved: &'a CopyHandle,
    ) -> ActionFuture<'a, ()> {
        Box::pin(async move {
            let command = HostCommand::Restore {
                from: backup.from.to_owned(),
                digest: backup.digest.to_owned(),
                data_id: backup.data_id.to_owned(),
            };
            self.copy(phone, command, moved).await.map(drop)
        })
    }

    fn set_language<'a>(&'a self, phone: &'a PhoneAccess, lang: Lang) -> ActionFuture<'a, ()> {
        self.act(phone, HostCommand::Locale { locale: lang.tag() })
    }

    fn evidence<'a>(&'a self, phone: &'a PhoneAccess) -> ActionFuture<'a, Evidence> {
        Box::pin(async move {
            let answer = self.send(phone, HostCommand::State).await?;
            let report = answer.report.map(Evidence::from);
            report.ok_or_else(nothing_reported)
        })
    }
}

fn nothing_reported() -> ProviderError {
    ProviderError::Broken("the host reports nothing".to_owned())
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
    command_queue: watch::Sender<Option<mpsc::Sender<PendingCommand>>>,
    pid: watch::Sender<Option<u32>>,
) {
    let mut backoff = backoff::up_to(BACKOFF_LONGEST);
    loop {
        state.send_replace(HostState::Starting);
        let started = Instant::now();
        let end = match spawn(&command) {
            Ok(child) => {
                pid.send_replace(child.id());
                tracing::info!(
                    pid = child.id(),
                    phones = addresses.len(),
                    "simulated phones started"
                );
                run(child, &addresses, &state, &command_queue).await
            }
            Err(error) => format!("cannot run {}: {error}", command.program.display()),
        };
        command_queue.send_replace(None);
        pid.send_replace(None);
        tracing::warn!(error = %end, "simulated phones ended");
        state.send_replace(HostState::Down(end));
        if started.elapsed() >= STEADY_AFTER {
            backoff.reset();
        }
        sleep(backoff::next(&mut backoff)).await;
    }
}

/// Watches over a host until it ends or no longer takes commands, and returns why.
async fn run(
    mut child: Child,
    addresses: &[String],
    state: &watch::Sender<HostState>,
    command_queue: &watch::Sender<Option<mpsc::Sender<PendingCommand>>>,
) -> String {
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return "the host of the simulated phones has no pipes".to_owned();
    };
    let (commands, asked) = mpsc::channel(UNWRITTEN_MAX);
    command_queue.send_replace(Some(commands));
    let listening = || {
        state.send_replace(HostState::Ready);
    };
    let why = tokio::select! {
        status = child.wait() => return ended(status),
        why = run_protocol(input, output, asked, addresses, listening) => why,
    };
    match timeout(END_TIMEOUT, child.wait()).await {
        Ok(status) => ended(status),
        Err(_) => why,
    }
}

fn spawn(command: &HandsetCommand) -> std::io::Result<Child> {
    // The input pipe closes when the supervisor ends, in whatever way, which a host may take as the command to stop.
    Command::new(&command.program)
        .args(&command.args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Ctrl+C in a terminal goes to the server's whole process group: only the server is to take it, or it would start the phones anew.
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
}

fn ended(status: std::io::Result<ExitStatus>) -> String {
    match status {
        Ok(status) => format!("the host of the simulated phones ended: {status}"),
        Err(error) => format!("the host of the simulated phones was lost: {error}"),
    }
}
