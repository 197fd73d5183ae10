//! Many phones in one process, each behind a port of its own.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, JoinSet};

use crate::HandsetError;
use crate::adb;
use crate::files::Files;
use crate::identity::Identity;
use crate::phone::{Phone, Stats};

/// Most phones of one host.
pub const PHONES_LIMIT: usize = 4096;
/// Connections that one phone serves at a time; further ones wait to be accepted.
const CONNECTIONS_LIMIT: usize = 64;
/// Pause after a failed accept, so that a lack of file descriptors does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// How a host of phones is set up.
#[derive(Debug, Clone)]
pub struct HostOptions {
    /// Where the first phone listens; the others follow on the next ports. Port 0 gives each phone any free port.
    pub listen: SocketAddr,
    /// How many phones, 1 to [`PHONES_LIMIT`].
    pub count: usize,
    /// Where identities, files and notes are kept, a folder a phone. Without it they are gone when the host stops,
    /// and each phone's identity follows from its number.
    pub data_dir: Option<PathBuf>,
}

/// Phones that are running. Dropping the host ends them.
pub struct Host {
    phones: Vec<Arc<Phone>>,
    addresses: Vec<SocketAddr>,
    accepting: Vec<JoinHandle<()>>,
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
        let mut host = Self {
            phones: Vec::new(),
            addresses: Vec::new(),
            accepting: Vec::new(),
            _scratch: scratch,
        };
        for index in 0..count {
            let mut address = options.listen;
            if first != 0 {
                address.set_port(first + index as u16);
            }
            let listener = TcpListener::bind(address)
                .await
                .map_err(|source| HandsetError::Listen { address, source })?;
            let address = listener
                .local_addr()
                .map_err(|source| HandsetError::Listen { address, source })?;
            let phone = open_phone(&root, index, options.data_dir.is_some(), work.clone())?;
            host.accepting
                .push(tokio::spawn(accept(listener, phone.clone())));
            host.phones.push(phone);
            host.addresses.push(address);
        }
        Ok(host)
    }

    /// Where the phones listen, in order.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.addresses.clone()
    }

    /// Who a phone says it is; `None` beyond the last phone.
    pub fn identity(&self, index: usize) -> Option<Identity> {
        self.phones
            .get(index)
            .map(|phone| Identity::clone(&phone.identity))
    }

    /// What a phone has done so far; `None` beyond the last phone.
    pub fn stats(&self, index: usize) -> Option<Stats> {
        self.phones.get(index).map(|phone| phone.stats())
    }

    /// Ends all connections and frees the ports. Everything worth keeping is on disk already.
    pub async fn stop(mut self) {
        for task in std::mem::take(&mut self.accepting) {
            task.abort();
            // An aborted task answers with an error; that it has ended is what matters.
            let _ = task.await;
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        for task in &self.accepting {
            task.abort();
        }
    }
}

fn open_phone(
    root: &Path,
    index: usize,
    kept: bool,
    work: Arc<Semaphore>,
) -> Result<Arc<Phone>, HandsetError> {
    let folder = root.join(format!("phone-{index:04}"));
    let fault = |source| HandsetError::Folder {
        path: folder.clone(),
        source,
    };
    std::fs::create_dir_all(&folder).map_err(fault)?;
    let identity = if kept {
        Identity::load_or_create(&folder, index)?
    } else {
        Identity::of_index(index)
    };
    let files = Files::open(folder.join("fs")).map_err(fault)?;
    let name = format!("{} · {:02}", identity.market_name, index + 1);
    Ok(Phone::new(identity, name, files, work))
}

async fn accept(listener: TcpListener, phone: Arc<Phone>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept(), if connections.len() < CONNECTIONS_LIMIT => match accepted {
                Ok((socket, _)) => {
                    connections.spawn(adb::serve(socket, phone.clone()));
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            },
            Some(ended) = connections.join_next() => {
                if let Err(error) = ended {
                    tracing::error!(%error, "a connection failed");
                }
            }
        }
    }
}
