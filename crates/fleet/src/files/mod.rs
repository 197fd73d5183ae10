//! Files of a phone's shared storage, for who may operate it: told, made, moved, removed, written in pieces and read.
//!
//! Paths are typed values; a folder's real place is asked of the phone before anything is done there, and must lie below the real place of
//! the root: a link that leads elsewhere is not followed. Bytes go over the phone's second connection, so that touches do not wait.

mod fault;
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

pub use self::fault::FileFault;
pub use self::reading::{FileFacts, Reading};
pub use self::writing::{Piece, Upload, Uploaded};

use crate::fleet::Fleet;
use crate::phone::Phone;

/// Files that move at the same time, of all phones together.
pub const TRANSFERS_AT_ONCE: usize = 32;
/// For one look or one change.
const ACTION_PATIENCE: Duration = Duration::from_secs(30);
/// For removing: a folder may hold much.
const REMOVAL_PATIENCE: Duration = Duration::from_mins(2);
/// For one command of a change.
const COMMAND_PATIENCE: Duration = Duration::from_secs(20);
/// For the turn among those who move files.
const TURN_PATIENCE: Duration = Duration::from_secs(5);

/// Each is awaited on any runtime and done on the phones' own; a caller who leaves ends it.
impl Fleet {
    /// What lies in a folder.
    pub async fn list_folder(
        &self,
        phone_id: i64,
        folder: Folder,
    ) -> Result<Vec<Entry>, FileFault> {
        let work = async move |_: Arc<Phone>, link: Link| {
            let real = place::folder(&link, &folder).await?;
            let about = link.stat(&real).await?.ok_or(FileFault::Absent)?;
            if !about.is_folder() {
                return Err(FileFault::Kind);
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
        self.at_phone(phone_id, ACTION_PATIENCE, work).await
    }

    /// Makes a folder.
    pub async fn make_folder(&self, phone_id: i64, item: Item) -> Result<(), FileFault> {
        let work = async move |_: Arc<Phone>, link: Link| {
            let real = place::item(&link, &item).await?;
            if link.stat(&real).await?.is_some() {
                return Err(FileFault::Taken);
            }
            let command = ShellCommand::new("mkdir").argument(&real)?;
            place::run(&link, command.within(COMMAND_PATIENCE)).await
        };
        self.at_phone(phone_id, ACTION_PATIENCE, work).await
    }

    /// Renames or moves a thing to where nothing is.
    pub async fn move_item(&self, phone_id: i64, from: Item, to: Item) -> Result<(), FileFault> {
        let work = async move |_: Arc<Phone>, link: Link| {
            let source = place::item(&link, &from).await?;
            let target = place::item(&link, &to).await?;
            let about = link.stat(&source).await?.ok_or(FileFault::Absent)?;
            if link.stat(&target).await?.is_some() {
                return Err(FileFault::Taken);
            }
            place::rename(&link, &source, &target, false).await?;
            if link.stat(&target).await?.is_none() {
                return Err(FileFault::Refused("mv".to_owned()));
            }
            if about.is_file() {
                scan::file(&link, &source).await;
                scan::file(&link, &target).await;
            } else {
                scan::all(&link).await;
            }
            Ok(())
        };
        self.at_phone(phone_id, ACTION_PATIENCE, work).await
    }

    /// Removes things, folders with all that is in them; an answer for each, in order.
    pub async fn delete_items(
        &self,
        phone_id: i64,
        items: Vec<Item>,
    ) -> Result<Vec<Result<(), FileFault>>, FileFault> {
        let work = async move |_: Arc<Phone>, link: Link| {
            let mut answers = Vec::with_capacity(items.len());
            for item in &items {
                answers.push(removed(&link, item).await);
            }
            if answers.iter().any(Result::is_ok) {
                scan::all(&link).await;
            }
            Ok(answers)
        };
        self.at_phone(phone_id, REMOVAL_PATIENCE, work).await
    }

    /// Does something at a phone within a time.
    async fn at_phone<T, F>(
        &self,
        phone_id: i64,
        limit: Duration,
        work: impl FnOnce(Arc<Phone>, Link) -> F,
    ) -> Result<T, FileFault>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, FileFault>> + Send + 'static,
    {
        let phone = self.phone(phone_id).ok_or(FileFault::NoAnswer)?;
        let link = phone.reach().link().map_err(|_| FileFault::NoAnswer)?;
        let runtime = phone.environment.runtime.clone();
        let task = runtime.spawn(timeout(limit, work(phone, link)));
        let _abort_on_drop = AbortOnDrop(task.abort_handle());
        match task.await {
            Ok(Ok(done)) => done,
            Ok(Err(_)) | Err(_) => Err(FileFault::NoAnswer),
        }
    }
}

/// A task that nobody waits for any more ends.
struct AbortOnDrop(AbortHandle);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

async fn removed(link: &Link, item: &Item) -> Result<(), FileFault> {
    let real = place::item(link, item).await?;
    if link.stat(&real).await?.is_none() {
        return Err(FileFault::Absent);
    }
    let command = ShellCommand::new("rm -rf").argument(&real)?;
    place::run(link, command.within(REMOVAL_PATIENCE)).await
}

const fn kind(stat: Stat) -> Kind {
    match stat.mode & 0o170_000 {
        0o040_000 => Kind::Folder,
        0o100_000 => Kind::File,
        0o120_000 => Kind::Link,
        _ => Kind::Other,
    }
}

/// A phone may say anything: only times that a calendar has.
fn modified_ms(stat: Stat) -> i64 {
    const YEAR_9999_S: i64 = 253_402_300_799;
    stat.mtime_s.clamp(0, YEAR_9999_S) * 1000
}
