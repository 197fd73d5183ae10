//! Slot of one phone in its host: its port, its folder, and the queue of its provider's commands.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tracing::{Instrument as _, error_span};

use crate::host_command::{HostCommand, Keep, Report};
use crate::journal::Journal;
use crate::phone::Phone;
use crate::supervisor::PhoneSupervisor;
use crate::task::PendingCommand;
use crate::{HandsetError, backup, files, identity, json_file, packages};

/// Most commands that wait for one phone.
const PENDING_LIMIT: usize = 8;

/// Folder of one phone, and the values that its boots need besides.
pub(crate) struct PhoneFolder {
    pub(crate) path: PathBuf,
    pub(crate) index: usize,
    pub(crate) lasting: bool,
    pub(crate) work: Arc<Semaphore>,
    /// Journal of the phone; `None` on hosts that keep none.
    pub(crate) journal: Option<Arc<Journal>>,
}

impl PhoneFolder {
    /// Boots the phone; its system is up after `takes`, never with `None`.
    pub(crate) fn boot(&self, takes: Option<Duration>) -> Result<Arc<Phone>, HandsetError> {
        Phone::boot(
            &self.path,
            self.index,
            self.lasting,
            takes,
            self.work.clone(),
            self.journal.clone(),
        )
    }

    /// Whether the phone's data was backed up, so that the phone stays off.
    pub(crate) fn is_away(&self) -> bool {
        self.path.join(backup::AWAY_FILE).exists()
    }

    /// Notes on disk whether the phone is to stay off.
    pub(crate) fn set_away(&self, away: bool) -> Result<(), HandsetError> {
        let path = self.path.join(backup::AWAY_FILE);
        if away {
            return json_file::write(&path, &true);
        }
        match std::fs::remove_file(&path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                Err(HandsetError::Folder { path, source })
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Removes everything but the identity.
    pub(crate) fn wipe(&self) -> Result<(), HandsetError> {
        self.wipe_but(Keep::Nothing)
    }

    /// Removes everything but the identity and the part that `keep` names.
    pub(crate) fn wipe_but(&self, keep: Keep) -> Result<(), HandsetError> {
        let root = self.path.join(files::FOLDER);
        let (own, shared, code): (&[&str], _, _) = match keep {
            Keep::Nothing => return empty(&self.path, &[identity::FILE]),
            Keep::Files => (&[identity::FILE, files::FOLDER], &["sdcard"][..], &[][..]),
            Keep::Apps => (
                &[identity::FILE, files::FOLDER, packages::FILE],
                &["sdcard", "data"][..],
                &["app"][..],
            ),
        };
        empty(&root, shared)?;
        if root.join("data").exists() {
            empty(&root.join("data"), code)?;
        }
        empty(&self.path, own)
    }
}

/// Removes all entries of a folder but these.
fn empty(folder: &Path, but: &[&str]) -> Result<(), HandsetError> {
    let fault = |path: PathBuf, source| HandsetError::Folder { path, source };
    let entries = std::fs::read_dir(folder).map_err(|source| fault(folder.to_owned(), source))?;
    for entry in entries.filter_map(Result::ok) {
        if but.iter().any(|kept| entry.file_name() == *kept) {
            continue;
        }
        let path = entry.path();
        let removed = if path.is_dir() {
            std::fs::remove_dir_all(&path)
        } else {
            std::fs::remove_file(&path)
        };
        removed.map_err(|source| fault(path, source))?;
    }
    Ok(())
}

/// Slot of a phone in its host.
pub(crate) struct Slot {
    address: SocketAddr,
    phone: watch::Receiver<Arc<Phone>>,
    commands: mpsc::Sender<PendingCommand>,
    task: JoinHandle<()>,
}

impl Slot {
    /// Boots the phone and listens.
    pub(crate) async fn start(
        address: SocketAddr,
        folder: PhoneFolder,
    ) -> Result<Self, HandsetError> {
        let listener = TcpListener::bind(address)
            .await
            .map_err(|source| HandsetError::Listen { address, source })?;
        let address = listener
            .local_addr()
            .map_err(|source| HandsetError::Listen { address, source })?;
        let phone = folder.boot(Some(Duration::ZERO))?;
        let (shown, current) = watch::channel(phone);
        let (sender, commands) = mpsc::channel(PENDING_LIMIT);
        let supervisor = PhoneSupervisor::new(listener, address, folder, shown, commands);
        Ok(Self {
            address,
            phone: current,
            commands: sender,
            // Lines of the log that a phone writes say whose they are.
            task: tokio::spawn(
                supervisor
                    .run()
                    .instrument(error_span!("simulated_phone", %address)),
            ),
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Phone of the present boot; while it is off, of the last boot.
    pub(crate) fn phone(&self) -> Arc<Phone> {
        self.phone.borrow().clone()
    }

    /// Executes a command; `None` if the slot ended. A command that has not begun after the time `within` is never done.
    pub(crate) async fn execute(
        &self,
        command: HostCommand,
        within: Option<Duration>,
    ) -> Result<Option<Report>, HandsetError> {
        let (answer, answered) = oneshot::channel();
        let pending = PendingCommand {
            command,
            until: within.map(|time| Instant::now() + time),
            answer,
        };
        if self.commands.send(pending).await.is_err() {
            return Ok(None);
        }
        answered.await.map_or(Ok(None), |report| report.map(Some))
    }

    pub(crate) async fn stop(mut self) {
        self.task.abort();
        // An aborted task answers with an error; only its end matters.
        let _ = (&mut self.task).await;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.task.abort();
    }
}
