//! Line protocol of a host of simulated phones (docs/handset.md): each command has a number, and answers come in any order.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::time::Duration;

use domain::identity::Keep;
use parking_lot::{Mutex, MutexGuard};
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncBufRead, AsyncWriteExt as _};
use tokio::io::{AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, BufReader};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::super::{Evidence, IdentityRequest, Switch};

/// Longest line of a host that is read, in bytes; the rest of a longer one is skipped.
const LINE_MAX_BYTES: u64 = 64 * 1024;
/// Most commands that wait for their answers; a host takes twice as many.
const PENDING_MAX: usize = 512;
/// Time limit for a host to take a line.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// A command to a host of simulated phones.
#[derive(Debug, Serialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum HostCommand {
    State,
    PowerOn,
    PowerOff,
    Reboot,
    Wipe,
    Upgrade,
    Recreate {
        identity: IdentityRequest,
        keep: Keep,
    },
    BackUp {
        to: PathBuf,
    },
    Restore {
        from: PathBuf,
        digest: String,
        data_id: String,
    },
    Measure,
    Locale {
        locale: &'static str,
    },
}

#[derive(Serialize)]
struct Request<'a> {
    id: u64,
    phone: usize,
    within_ms: u64,
    #[serde(flatten)]
    command: &'a HostCommand,
}

/// A host's answer, with the fields that are used here.
#[derive(Debug, Deserialize)]
pub struct Answer {
    id: u64,
    pub ok: bool,
    #[serde(default)]
    pub report: Option<Report>,
    #[serde(default)]
    pub why: Option<String>,
    /// Whether the phone broke down during the command.
    #[serde(default)]
    pub broken: bool,
}

/// State of a phone after a command.
#[derive(Debug, Deserialize)]
pub struct Report {
    power: Switch,
    booted: bool,
    boot_id: String,
    data_id: Option<String>,
    density: u16,
    identity: Identity,
    #[serde(default)]
    pub moved_bytes: u64,
    #[serde(default)]
    pub data_bytes: Option<u64>,
    #[serde(default)]
    pub digest: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Identity {
    serial: String,
    android_id: String,
    build_id: String,
}

impl From<Report> for Evidence {
    fn from(report: Report) -> Self {
        Self {
            switch: report.power,
            booted: report.booted,
            boot_id: Some(report.boot_id),
            data_id: report.data_id,
            android_id: Some(report.identity.android_id),
            serial: Some(report.identity.serial),
            density: Some(report.density),
            build_id: Some(report.identity.build_id),
        }
    }
}

/// A command on its way to the host.
pub struct PendingCommand {
    pub phone: usize,
    pub command: HostCommand,
    /// Time limit for beginning: the host drops a command that it has not begun by then.
    pub within: Duration,
    pub answer: oneshot::Sender<Answer>,
}

type Pending = Mutex<HashMap<u64, oneshot::Sender<Answer>>>;

fn lock(pending: &Pending) -> MutexGuard<'_, HashMap<u64, oneshot::Sender<Answer>>> {
    pending.lock()
}

/// Passes commands to the host and answers back until the host fails; returns how it failed. Commands without an answer are dropped then.
/// `listening` is called once, when the host has printed all its addresses; a connection to one of them would prove nothing, since another
/// host may listen there.
pub async fn run_protocol(
    input: impl AsyncWrite + Unpin,
    output: impl AsyncRead + Unpin,
    commands: mpsc::Receiver<PendingCommand>,
    addresses: &[String],
    listening: impl FnOnce(),
) -> String {
    let pending = Pending::default();
    let reader = AnswerReader {
        pending: &pending,
        unnamed: addresses.iter().map(String::as_str).collect(),
        listening: Some(listening),
    };
    tokio::select! {
        why = write_commands(input, commands, &pending) => why,
        why = reader.read(BufReader::new(output)) => why,
    }
}

async fn write_commands(
    mut input: impl AsyncWrite + Unpin,
    mut commands: mpsc::Receiver<PendingCommand>,
    pending: &Pending,
) -> String {
    let mut id = 0;
    while let Some(pending_command) = commands.recv().await {
        // The caller gave up before the command was sent, so it is not sent.
        if pending_command.answer.is_closed() {
            continue;
        }
        id += 1;
        let request = Request {
            id,
            phone: pending_command.phone,
            within_ms: pending_command.within.as_millis() as u64,
            command: &pending_command.command,
        };
        let mut line = match serde_json::to_vec(&request) {
            Ok(line) => line,
            Err(error) => return format!("a command cannot be written: {error}"),
        };
        line.push(b'\n');
        {
            let mut pending = lock(pending);
            pending.retain(|_, answer| !answer.is_closed());
            if pending.len() >= PENDING_MAX {
                // The answer's sender is dropped, by which the caller learns that the host does not take the command.
                continue;
            }
            pending.insert(id, pending_command.answer);
        }
        match timeout(WRITE_TIMEOUT, input.write_all(&line)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return format!("the host takes no commands: {error}"),
            Err(_) => return "the host takes no commands any more".to_owned(),
        }
    }
    // The supervisor is gone, and this task with it.
    std::future::pending().await
}

struct AnswerReader<'a, F> {
    pending: &'a Pending,
    /// Addresses at which the host does not listen yet.
    unnamed: HashSet<&'a str>,
    /// Taken when it is called.
    listening: Option<F>,
}

impl<F: FnOnce()> AnswerReader<'_, F> {
    async fn read(mut self, mut output: impl AsyncBufRead + Unpin) -> String {
        let mut line = Vec::new();
        loop {
            line.clear();
            match (&mut output)
                .take(LINE_MAX_BYTES)
                .read_until(b'\n', &mut line)
                .await
            {
                Ok(0) => return "the host's answers ended".to_owned(),
                Err(error) => return format!("the host's answers broke off: {error}"),
                Ok(_) => self.handle_line(&line),
            }
        }
    }

    fn handle_line(&mut self, line: &[u8]) {
        if let Ok(answer) = serde_json::from_slice::<Answer>(line) {
            if let Some(asker) = lock(self.pending).remove(&answer.id) {
                // Fails only when nobody waits for it any more.
                let _ = asker.send(answer);
            }
            return;
        }
        // The remaining lines are addresses, messages for people, or the rest of a line that is too long.
        if let Ok(text) = std::str::from_utf8(line) {
            self.unnamed.remove(text.trim());
        }
        if self.unnamed.is_empty()
            && let Some(listening) = self.listening.take()
        {
            listening();
        }
    }
}
