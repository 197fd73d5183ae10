//! Many phones in one process, each behind a port of its own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::sync::Semaphore;

use crate::HandsetError;
use crate::host_command::{HostCommand, Report};
use crate::identity::Identity;
use crate::journal::Journal;
use crate::phone::Stats;
use crate::slot::{PhoneFolder, Slot};

/// Most phones of one host.
pub const PHONES_LIMIT: usize = 4096;
/// Options of a host of phones.
#[derive(Debug, Clone)]
pub struct HostOptions {
    /// Address of the first phone; the others follow on the next ports. Port 0 gives each phone any free port.
    pub listen: SocketAddr,
    /// Number of phones, 1 to [`PHONES_LIMIT`].
    pub count: usize,
    /// Folder for identities, files and notes, with a subfolder for each phone. Without it, files and notes are lost when the host stops, and
    /// the identity of a phone is derived from its number.
    pub data_dir: Option<PathBuf>,
}

/// Phones that are running. Dropping the host ends them.
pub struct Host {
    slots: Vec<Slot>,
    _scratch: Option<TempDir>,
}

impl Host {
    /// Starts the phones on the caller's multi-threaded tokio runtime. They accept connections when this returns.
    pub async fn start(options: HostOptions) -> Result<Self, HandsetError> {
        let (first, count) = (options.listen.port(), options.count);
        let fits = first == 0 || usize::from(first) + count <= 65_536;
        if !(1..=PHONES_LIMIT).contains(&count) || !fits {
            return Err(HandsetError::Count(count, first));
        }
        let (root, scratch) = if let Some(folder) = &options.data_dir {
            (folder.clone(), None)
        } else {
            let scratch = TempDir::with_prefix("owldeck-handset-").map_err(|source| {
                HandsetError::Folder {
                    path: std::env::temp_dir(),
                    source,
                }
            })?;
            (scratch.path().to_owned(), Some(scratch))
        };
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let work = Arc::new(Semaphore::new(cores));
        let mut slots = Vec::new();
        for index in 0..count {
            let mut address = options.listen;
            if first != 0 {
                address.set_port(first + index as u16);
            }
            let folder = PhoneFolder {
                path: root.join(format!("phone-{index:04}")),
                index,
                lasting: options.data_dir.is_some(),
                work: work.clone(),
                journal: Journal::open(&root, index)?.map(Arc::new),
            };
            slots.push(Slot::start(address, folder).await?);
        }
        Ok(Self {
            slots,
            _scratch: scratch,
        })
    }

    /// Addresses of the phones, in order.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.slots.iter().map(Slot::address).collect()
    }

    /// Identity of a phone; `None` beyond the last phone.
    pub fn identity(&self, index: usize) -> Option<Identity> {
        let phone = self.slots.get(index)?.phone();
        Some(Identity::clone(&phone.identity))
    }

    /// Counters of a phone since it was switched on; `None` beyond the last phone.
    pub fn stats(&self, index: usize) -> Option<Stats> {
        Some(self.slots.get(index)?.phone().stats())
    }

    /// Carries out a command of the phone's provider, from outside the phone. Returns when it is done.
    pub async fn execute(
        &self,
        index: usize,
        command: HostCommand,
    ) -> Result<Report, HandsetError> {
        self.execute_within(index, command, None).await
    }

    /// [`Host::execute`] with a limit; a command that has not begun after this time is never done.
    pub async fn execute_within(
        &self,
        index: usize,
        command: HostCommand,
        within: Option<Duration>,
    ) -> Result<Report, HandsetError> {
        let slot = self.slots.get(index).ok_or(HandsetError::NoPhone(index))?;
        let report = slot.execute(command, within).await?;
        report.ok_or(HandsetError::NoPhone(index))
    }

    /// Ends all connections and frees the ports. The data on disk is complete already.
    pub async fn stop(self) {
        for slot in self.slots {
            slot.stop().await;
        }
    }
}
