//! Uploaded files of members: received to the disk, inspected, delivered to phones, and deleted in the end. A file's name is in no path of
//! the server.

mod bucket;
mod contents;
mod deliver;
mod inspect;
mod progress;
mod receive;

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use domain::uploads::{
    AddError, Choice, Delivery, DeliveryFile, Existing, FILE_MAX_BYTES, InstallChoice, has_room,
};
use nix::sys::statvfs::statvfs;
use parking_lot::Mutex;
use store::operations::{OperationRequest, StartError, Started};
use store::session::Actor;
use store::uploads::{self, Draft, Upload, UploadError};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::Engine;

pub use bucket::{Bucket, BucketPlace};
use contents::{Contents, SweepError, remove};

pub(crate) use deliver::{deliver, look_for};
pub(crate) use progress::watch;

/// Files that are inspected at the same time: each takes a processor for a moment, and memory of [`unpack::MEMORY`].
const INSPECTIONS_AT_ONCE: usize = 2;
/// Pause between two sweeps.
const SWEEP: Duration = Duration::from_secs(30);

/// The bytes of uploads, and what is being done with them. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Uploads(Arc<Inner>);

struct Inner {
    /// Files of uploads; none on a server that takes no files.
    contents: Option<Contents>,
    /// Files that are being written or inspected.
    busy: Mutex<HashSet<i64>>,
    inspections: Arc<Semaphore>,
    deliveries: progress::Deliveries,
}

/// Why an action on an uploaded file failed.
#[derive(Debug, Error)]
pub enum ReceiveError {
    /// The store refused.
    #[error(transparent)]
    Upload(#[from] UploadError),
    /// The disk is too full, or this server takes no files.
    #[error("there is no room on the disk")]
    NoRoom,
    /// The piece does not continue what is there.
    #[error("the piece does not follow what has come: {0} bytes")]
    Offset(i64),
    /// The file is being worked on by another request.
    #[error("another request works on it")]
    Busy,
    /// The piece is longer than it may be, or than what was announced.
    #[error("the piece is too long")]
    TooLong,
    /// The sender is too slow.
    #[error("the sender is too slow")]
    Slow,
    /// The request broke off. What came is kept.
    #[error("the piece broke off")]
    Cut,
    /// The file's length or SHA-256 is not what was announced.
    #[error("it is not what was announced")]
    Damaged,
    /// Reading or writing the disk failed.
    #[error("reading or writing the disk failed")]
    Disk(#[source] io::Error),
}

impl From<store::StoreError> for ReceiveError {
    fn from(fault: store::StoreError) -> Self {
        Self::Upload(fault.into())
    }
}

impl From<SweepError> for ReceiveError {
    fn from(error: SweepError) -> Self {
        match error {
            SweepError::Bytes(error) => error.into(),
            SweepError::Rows(fault) => fault.into(),
        }
    }
}

impl From<io::Error> for ReceiveError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::NoRoom,
            _ => Self::Disk(error),
        }
    }
}

/// Why nothing was sent to any phone.
#[derive(Debug, Error)]
pub enum SendError {
    /// No file, or more than [`domain::uploads::FILES_MAX`], or two of one name.
    #[error("the files are refused")]
    Files(Option<AddError>),
    /// A file is not available.
    #[error(transparent)]
    Upload(#[from] UploadError),
    /// The operation was refused.
    #[error(transparent)]
    Start(#[from] StartError),
}

/// Files to deliver to phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendRequest {
    pub phone_ids: Vec<i64>,
    /// Ids of the files.
    pub upload_ids: Vec<i64>,
    /// Whether the files are installed, put into Download, or both.
    pub choice: Choice,
    /// Options of installing.
    pub options: InstallChoice,
    /// Treatment of files whose names are taken.
    pub existing: Existing,
    /// Whether the phones are a group's.
    pub group: bool,
}

/// Lock of a file; dropping it frees the file.
struct FileLock {
    uploads: Uploads,
    id: i64,
}

impl Drop for FileLock {
    fn drop(&mut self) {
        self.uploads.busy().remove(&self.id);
    }
}

impl Uploads {
    /// The state of a server that takes no files.
    pub(crate) fn without() -> Self {
        Self::new(None)
    }

    fn new(contents: Option<Contents>) -> Self {
        Self(Arc::new(Inner {
            contents,
            busy: Mutex::default(),
            inspections: Arc::new(Semaphore::new(INSPECTIONS_AT_ONCE)),
            deliveries: progress::Deliveries::default(),
        }))
    }

    pub(crate) fn deliveries(&self) -> &progress::Deliveries {
        &self.0.deliveries
    }

    fn contents(&self) -> io::Result<&Contents> {
        let contents = self.0.contents.as_ref();
        contents.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn busy(&self) -> parking_lot::MutexGuard<'_, HashSet<i64>> {
        self.0.busy.lock()
    }

    fn lock_file(&self, id: i64) -> Option<FileLock> {
        let free = self.busy().insert(id);
        free.then(|| FileLock {
            uploads: self.clone(),
            id,
        })
    }

    /// Space of the disk on which the data folder is.
    fn disk_space(&self) -> io::Result<DiskSpace> {
        let stats = statvfs(self.contents()?.folder())?;
        let unit = stats.fragment_size();
        Ok(DiskSpace {
            free_bytes: stats.blocks_available() * unit,
            whole_bytes: stats.blocks() * unit,
        })
    }

    /// Fails with [`ReceiveError::NoRoom`] where the disk has no room for so many bytes more.
    fn check_space(&self, bytes: u64) -> Result<(), ReceiveError> {
        self.contents().map_err(|_| ReceiveError::NoRoom)?;
        let space = self.disk_space()?;
        if has_room(space.free_bytes, space.whole_bytes, bytes) {
            Ok(())
        } else {
            Err(ReceiveError::NoRoom)
        }
    }
}

/// Space of the disk that uploads are received to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    /// Bytes that are free.
    pub free_bytes: u64,
    /// Bytes of the whole disk.
    pub whole_bytes: u64,
}

impl Engine {
    /// Space of the disk that uploads are received to; none where no files are taken, or the disk does not tell.
    pub fn disk_space(&self) -> Option<DiskSpace> {
        self.uploads.disk_space().ok()
    }

    /// Adds the folder that uploads are received to, and a bucket where complete files are to be kept in one; without, no files are taken.
    pub fn with_uploads(mut self, folder: PathBuf, bucket: Option<Bucket>) -> io::Result<Self> {
        self.uploads = Uploads::new(Some(Contents::open(folder, bucket)?));
        Ok(self)
    }

    /// Creates an upload for a file that a member is about to send, if the disk has room for it.
    pub async fn announce(&self, actor: &Actor, draft: Draft) -> Result<Upload, ReceiveError> {
        // A size that no file may have is refused as that, whatever room there is.
        if (1..=FILE_MAX_BYTES).contains(&draft.size) {
            self.uploads.check_space(draft.size.unsigned_abs())?;
        }
        let (rules, now_ms) = (self.upload_rules(), self.clock.now_ms());
        Ok(uploads::create(&self.store, actor, draft, rules, now_ms).await?)
    }

    /// Deletes a file of the actor. A content that nobody has any more is removed by a later sweep.
    pub async fn discard(&self, actor: &Actor, id: i64) -> Result<(), ReceiveError> {
        uploads::get(&self.store, actor, id).await?;
        let _held = self.uploads.lock_file(id).ok_or(ReceiveError::Busy)?;
        uploads::remove(&self.store, actor, id, self.clock.now_ms()).await?;
        let place = self.uploads.contents()?.unfinished(id);
        remove(&place.file).await;
        remove(&place.parts).await;
        Ok(())
    }

    /// Opens a content, which is fetched from the bucket if need be; returns it with its length in bytes.
    pub async fn open_content(&self, sha256: &str) -> io::Result<(tokio::fs::File, u64)> {
        let place = self.uploads.contents()?.ensure_local(sha256, false).await?;
        let file = tokio::fs::File::open(&place.file).await?;
        let length = file.metadata().await?.len();
        Ok((file, length))
    }

    /// Starts a batch of operations that deliver files to phones.
    pub async fn send_files(
        &self,
        actor: &Actor,
        request: SendRequest,
    ) -> Result<Started, SendError> {
        let SendRequest {
            phone_ids,
            upload_ids,
            choice,
            options,
            existing,
            group,
        } = request;
        check_files(&upload_ids)?;
        let files = uploads::chosen(&self.store, actor, upload_ids).await?;
        let keys: HashSet<String> = files
            .iter()
            .map(|file| domain::text::key(&file.name))
            .collect();
        if keys.len() < files.len() {
            return Err(SendError::Files(Some(AddError::Exists)));
        }
        let files = files
            .into_iter()
            .filter_map(|file| delivery_file(file, choice));
        let delivery = Delivery {
            files: files.collect(),
            options,
            existing,
        };
        let kind = delivery.kind();
        let input = domain::operations::OperationChoice::Delivery(delivery);
        let phones = phone_ids.into_iter().map(|id| (id, input.clone()));
        let ask = OperationRequest {
            kind,
            phones: phones.collect(),
            group,
        };
        Ok(self.begin(actor, ask).await?)
    }

    /// Deletes files and records whose time is over, and bytes that no file names.
    pub async fn sweep_uploads(&self) -> Result<(), ReceiveError> {
        let (rules, now_ms) = (self.upload_rules(), self.clock.now_ms());
        let gone = uploads::sweep(&self.store, rules, now_ms).await?;
        if gone > 0 {
            tracing::info!(files = gone, "uploads expired");
        }
        let forgotten = store::operations::sweep_records(&self.store, now_ms).await?;
        if forgotten > 0 {
            tracing::info!(records = forgotten, "upload records expired");
        }
        match self.uploads.contents() {
            Ok(contents) => Ok(contents.sweep(&self.store, now_ms).await?),
            Err(_) => Ok(()),
        }
    }
}

fn check_files(ids: &[i64]) -> Result<(), SendError> {
    let different: HashSet<&i64> = ids.iter().collect();
    if ids.is_empty() {
        Err(SendError::Files(None))
    } else if ids.len() > domain::uploads::FILES_MAX {
        Err(SendError::Files(Some(AddError::Count)))
    } else if different.len() < ids.len() {
        Err(SendError::Files(Some(AddError::Exists)))
    } else {
        Ok(())
    }
}

fn delivery_file(file: Upload, choice: Choice) -> Option<DeliveryFile> {
    let (install, push) = choice.actions(file.kind?);
    Some(DeliveryFile {
        upload_id: file.id,
        name: file.name,
        sha256: file.sha256?,
        bytes: file.size,
        install: file.app.filter(|_| install),
        push,
    })
}
