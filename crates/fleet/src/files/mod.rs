//! Files of a phone's shared storage, for members who may operate it: listed, moved, removed, uploaded in pieces and read.
//!
//! Paths are typed values; the phone resolves a folder's real path before anything is done there, and that must be below the real path of
//! the root, so a symbolic link that leads elsewhere is not followed. Bytes go over the phone's second connection, so that touches do not wait.

mod error;
mod place;
mod reading;
pub(crate) mod scan;
mod writing;

use std::sync::Arc;
use std::time::Duration;

use domain::play::files::{Entry, Folder, Item, Kind};
use phone_link::wire::sync::Stat;
use phone_link::{Link, ShellCommand};
use tokio::task::AbortHandle;
use tokio::time::timeout;

pub use self::error::FileAccessError;
pub use self::reading::{FileFacts, Reading};
pub use self::writing::{Piece, Upload};

use crate::fleet::Fleet;
use crate::phone::Phone;

/// Time limit for one request.
const ACTION_TIMEOUT: Duration = Duration::from_secs(30);
/// Time limit for removing, which takes long for a large folder.
const REMOVAL_TIMEOUT: Duration = Duration::from_mins(2);
/// Time limit for one shell command.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(20);
/// Time limit for a transfer permit.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Requests for files. Each may be awaited on any runtime and runs on the fleet's own; dropping it aborts it.
impl Fleet {
    /// Lists a folder.
    pub async fn list_folder(
        &self,
        phone_id: i64,
        folder: Folder,
    ) -> Result<Vec<Entry>, FileAccessError> {
        let work = async move |_: Arc<Phone>, link: Link| {
            let real = place::folder(&link, &folder).await?;
            let about = link.stat(&real).await?.ok_or(FileAccessError::Absent)?;
            if !about.is_folder() {
                return Err(FileAccessError::Kind);
            }
            let listing = link.list(&real).await?;
            Ok(listing
                .into_iter()
                .map(|entry| Entry {
                    kind: kind(entry.stat),
                    size: entry.stat.size,
                    modified_ms: modified_ms(entry.stat),
                    name: entry.name,
                })
                .collect())
        };
        self.at_phone(phone_id, ACTION_TIMEOUT, work).await
    }

    /// Makes a folder.
    pub async fn make_folder(&self, phone_id: i64, item: Item) -> Result<(), FileAccessError> {
        let work = async move |_: Arc<Phone>, link: Link| {
            let real = place::item(&link, &item).await?;
            if link.stat(&real).await?.is_some() {
                return Err(FileAccessError::Taken);
            }
            let command = ShellCommand::new("mkdir").argument(&real)?;
            place::run(&link, command.within(COMMAND_TIMEOUT)).await
        };
        self.at_phone(phone_id, ACTION_TIMEOUT, work).await
    }

    /// Renames or moves a file or folder; never overwrites.
    pub async fn move_item(
        &self,
        phone_id: i64,
        from: Item,
        to: Item,
    ) -> Result<(), FileAccessError> {
        let work = async move |_: Arc<Phone>, link: Link| {
            let source = place::item(&link, &from).await?;
            let target = place::item(&link, &to).await?;
            let about = link.stat(&source).await?.ok_or(FileAccessError::Absent)?;
            if link.stat(&target).await?.is_some() {
                return Err(FileAccessError::Taken);
            }
            place::rename(&link, &source, &target, false).await?;
            if link.stat(&target).await?.is_none() {
                return Err(FileAccessError::Refused(
                    "the file was not moved".to_owned(),
                ));
            }
            if about.is_file() {
                scan::file(phone_id, &link, &source).await;
                scan::file(phone_id, &link, &target).await;
            } else {
                scan::all(phone_id, &link).await;
            }
            Ok(())
        };
        self.at_phone(phone_id, ACTION_TIMEOUT, work).await
    }

    /// Removes files, and folders with their content; one result each, in order.
    pub async fn delete_items(
        &self,
        phone_id: i64,
        items: Vec<Item>,
    ) -> Result<Vec<Result<(), FileAccessError>>, FileAccessError> {
        let work = async move |_: Arc<Phone>, link: Link| {
            let mut answers = Vec::with_capacity(items.len());
            for item in &items {
                answers.push(remove_item(&link, item).await);
            }
            if answers.iter().any(Result::is_ok) {
                scan::all(phone_id, &link).await;
            }
            Ok(answers)
        };
        self.at_phone(phone_id, REMOVAL_TIMEOUT, work).await
    }

    /// Runs work on a phone's link within a time limit.
    async fn at_phone<T, F>(
        &self,
        phone_id: i64,
        limit: Duration,
        work: impl FnOnce(Arc<Phone>, Link) -> F,
    ) -> Result<T, FileAccessError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, FileAccessError>> + Send + 'static,
    {
        let phone = self.phone(phone_id).ok_or(FileAccessError::NoAnswer)?;
        let link = phone
            .access()
            .link()
            .map_err(|_| FileAccessError::NoAnswer)?;
        let runtime = phone.environment.runtime.clone();
        let task = runtime.spawn(timeout(limit, work(phone, link)));
        let _abort_on_drop = AbortOnDrop(task.abort_handle());
        match task.await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) | Err(_) => Err(FileAccessError::NoAnswer),
        }
    }
}

/// Aborts a task whose caller no longer waits for it.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn remove_item(link: &Link, item: &Item) -> Result<(), FileAccessError> {
    let real = place::item(link, item).await?;
    if link.stat(&real).await?.is_none() {
        return Err(FileAccessError::Absent);
    }
    let command = ShellCommand::new("rm -rf").argument(&real)?;
    place::run(link, command.within(REMOVAL_TIMEOUT)).await
}

const fn kind(stat: Stat) -> Kind {
    match stat.mode & 0o170_000 {
        0o040_000 => Kind::Folder,
        0o100_000 => Kind::File,
        0o120_000 => Kind::Link,
        _ => Kind::Other,
    }
}

/// A file's modification time, which the phone is not trusted with: it is clamped to what calendars can show.
fn modified_ms(stat: Stat) -> i64 {
    const YEAR_9999_S: i64 = 253_402_300_799;
    stat.mtime_s.clamp(0, YEAR_9999_S) * 1000
}
