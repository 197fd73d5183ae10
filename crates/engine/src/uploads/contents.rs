//! The bytes of uploads. An unfinished file is in the data folder under its id. A complete file becomes a content: it is there under its
//! SHA-256, once for all who have it, with its unpacked parts beside it. Where there is a bucket, contents are kept in it, and the folder
//! holds those that were used lately.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use causes::causes;
use domain::uploads::{DeliveryFile, NEAR_MS};
use parking_lot::Mutex;
use store::Store;
use store::uploads::{NeededFiles, known};
use tokio::sync::{OwnedMutexGuard, RwLock, RwLockReadGuard};

use super::bucket::Bucket;
use super::inspect;

/// Suffix of the folder of unpacked parts.
const PARTS: &str = ".parts";
/// Suffix of a content that is not complete yet.
const PARTIAL: &str = ".fetched";
/// Digits of a SHA-256 in hexadecimal.
const DIGITS: usize = 64;
/// Pause between two sweeps of the bucket, in milliseconds: listing a bucket costs money.
const BUCKET_SWEEP_MS: i64 = 10 * 60 * 1000;

/// A file's path, and that of the folder of its unpacked parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: PathBuf,
    pub(super) parts: PathBuf,
}

/// The upload or content that a path in the folder belongs to.
#[derive(Debug, PartialEq, Eq)]
enum Owner<'a> {
    Unfinished(i64),
    Content(&'a str),
}

/// Storage of the bytes of uploads: the folder, and the bucket if there is one.
pub(super) struct Contents {
    folder: PathBuf,
    bucket: Option<Bucket>,
    /// Held for reading while a content is stored that no row names yet; a sweep holds it for writing, so no such content is removed.
    storing: RwLock<()>,
    /// Locks of the contents that are being fetched, so that each is fetched once.
    fetching: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// Time of the last sweep of the bucket, Unix milliseconds.
    bucket_swept_ms: AtomicI64,
}

impl Contents {
    pub(super) fn open(folder: PathBuf, bucket: Option<Bucket>) -> io::Result<Self> {
        std::fs::create_dir_all(&folder)?;
        Ok(Self {
            folder,
            bucket,
            storing: RwLock::default(),
            fetching: Mutex::default(),
            bucket_swept_ms: AtomicI64::new(i64::MIN),
        })
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Place of an unfinished file.
    pub(super) fn unfinished(&self, id: i64) -> Place {
        self.place(&id.to_string())
    }

    /// Place of a content in the folder, whether it is there or not.
    pub(super) fn local_place(&self, sha256: &str) -> Place {
        self.place(sha256)
    }

    fn place(&self, name: &str) -> Place {
        Place {
            file: self.folder.join(name),
            parts: self.folder.join(format!("{name}{PARTS}")),
        }
    }

    /// Stores a complete file as a content. No content is removed until the guard is dropped, so that a row that names this one can be written.
    pub(super) async fn store(
        &self,
        complete: &Place,
        sha256: &str,
    ) -> io::Result<RwLockReadGuard<'_, ()>> {
        let storing = self.storing.read().await;
        let local = self.local_place(sha256);
        // The parts go first, so that a content whose file is there has its parts, too.
        if complete.parts.exists() && !local.parts.exists() {
            tokio::fs::rename(&complete.parts, &local.parts).await?;
        }
        match tokio::fs::hard_link(&complete.file, &local.file).await {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            // A file system without links.
            Err(_) => {
                let half = self.folder.join(format!("{sha256}{PARTIAL}"));
                tokio::fs::copy(&complete.file, &half).await?;
                tokio::fs::rename(&half, &local.file).await?;
            }
        }
        if let Some(bucket) = &self.bucket {
            bucket.put(sha256, &local.file).await?;
        }
        Ok(storing)
    }

    /// Fetches the content of a file to deliver into the folder, unless it is there.
    pub(super) async fn ensure_file_local(&self, file: &DeliveryFile) -> io::Result<Place> {
        let is_bundle = (file.install.as_ref()).is_some_and(|app| app.archives != [file.bytes]);
        self.ensure_local(&file.sha256, is_bundle).await
    }

    /// Fetches a content from the bucket into the folder, unless it is there, and unpacks the archives of a bundle beside it.
    pub(super) async fn ensure_local(&self, sha256: &str, is_bundle: bool) -> io::Result<Place> {
        let local = self.local_place(sha256);
        if local.file.exists() {
            return Ok(local);
        }
        let bucket = self.bucket.as_ref().ok_or(io::ErrorKind::NotFound)?;
        let _lock = self.fetch_lock(sha256).await;
        if local.file.exists() {
            return Ok(local);
        }
        let half = self.folder.join(format!("{sha256}{PARTIAL}"));
        bucket.fetch(sha256, &half).await?;
        let (place, parts) = (half.clone(), local.parts.clone());
        let checked = tokio::task::spawn_blocking(move || {
            let (_, found) = inspect::digest(&place)?;
            if is_bundle {
                inspect::inspect(&place, &parts);
            }
            io::Result::Ok(found)
        });
        if checked.await?? != sha256 {
            remove(&half).await;
            let words = "the store answered with another content";
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        tokio::fs::rename(&half, &local.file).await?;
        Ok(local)
    }

    async fn fetch_lock(&self, sha256: &str) -> OwnedMutexGuard<()> {
        let lock = {
            let mut fetching = self.fetching.lock();
            // Locks that nobody holds or waits for are dropped.
            fetching.retain(|_, lock| Arc::strong_count(lock) > 1);
            fetching.entry(sha256.to_owned()).or_default().clone()
        };
        lock.lock_owned().await
    }

    /// Removes files that no row names, and from the folder those contents that the bucket has and nobody used lately.
    pub(super) async fn sweep(&self, store: &Store, now_ms: i64) -> Result<(), SweepError> {
        // The folder is listed before the rows are read: a file has its row before it is on the disk.
        let found = self.list_folder().await?;
        let NeededFiles {
            unfinished,
            complete,
            ..
        } = known(store).await?;
        let mut contents = Vec::new();
        for path in found {
            match owner_of(&path) {
                Some(Owner::Unfinished(id)) if unfinished.contains(&id) => {}
                Some(Owner::Unfinished(id)) => {
                    // A server that died, or an earlier version, left a complete file in the place of an unfinished one.
                    let here = self.unfinished(id);
                    if let Some(sha256) = complete.get(&id)
                        && path == here.file
                        && !self.local_place(sha256).file.exists()
                    {
                        drop(self.store(&here, sha256).await?);
                    }
                    remove(&path).await;
                }
                Some(Owner::Content(_)) => contents.push(path),
                None => remove(&path).await,
            }
        }
        self.sweep_contents(store, contents, now_ms).await
    }

    async fn sweep_contents(
        &self,
        store: &Store,
        found: Vec<PathBuf>,
        now_ms: i64,
    ) -> Result<(), SweepError> {
        // A content is being stored whose row is not written yet: contents are left to the next sweep.
        let Ok(_nothing_is_stored) = self.storing.try_write() else {
            return Ok(());
        };
        let used = known(store).await?.contents;
        for path in found {
            let Some(Owner::Content(sha256)) = owner_of(&path) else {
                continue;
            };
            let last = used.get(sha256);
            let is_evictable = |last: i64| self.bucket.is_some() && last <= now_ms - NEAR_MS;
            if last.is_none_or(|last| is_evictable(*last)) {
                remove(&path).await;
            }
        }
        let Some(bucket) = &self.bucket else {
            return Ok(());
        };
        let bucket_swept_ms = self.bucket_swept_ms.load(Ordering::Relaxed);
        if bucket_swept_ms.saturating_add(BUCKET_SWEEP_MS) > now_ms {
            return Ok(());
        }
        for sha256 in bucket.list().await? {
            if !used.contains_key(&sha256) {
                bucket.remove(&sha256).await?;
            }
        }
        self.bucket_swept_ms.store(now_ms, Ordering::Relaxed);
        Ok(())
    }

    /// Paths of all that is in the folder.
    async fn list_folder(&self) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        let mut names = tokio::fs::read_dir(&self.folder).await?;
        while let Some(entry) = names.next_entry().await? {
            found.push(entry.path());
        }
        Ok(found)
    }
}

/// Why a sweep was not finished.
#[derive(Debug, thiserror::Error)]
pub(super) enum SweepError {
    /// Reading or changing the folder or the bucket failed.
    #[error("the folder or bucket of files failed")]
    Bytes(#[from] io::Error),
    /// Reading the rows failed.
    #[error(transparent)]
    Rows(#[from] store::StoreError),
}

/// The file or content that a path of the folder belongs to.
fn owner_of(path: &Path) -> Option<Owner<'_>> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(PARTS).unwrap_or(name);
    let name = name.strip_suffix(PARTIAL).unwrap_or(name);
    if name.len() == DIGITS && name.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Some(Owner::Content(name));
    }
    name.parse().ok().map(Owner::Unfinished)
}

/// Removes a file or a folder; a path that does not exist is no error.
pub(super) async fn remove(path: &Path) {
    let gone = if path.is_dir() {
        tokio::fs::remove_dir_all(path).await
    } else {
        tokio::fs::remove_file(path).await
    };
    if let Err(error) = gone
        && error.kind() != io::ErrorKind::NotFound
    {
        // The next sweep tries again.
        tracing::warn!(path = %path.display(), error = %causes(&error), "remove upload failed");
    }
}
