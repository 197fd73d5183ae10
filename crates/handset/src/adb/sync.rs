//! File service `sync:`: stat, list, push and pull within the phone's folder. Source: AOSP `daemon/file_sync_service.cpp`.

use std::fs::Metadata;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use bytes::{Bytes, BytesMut};
use phone_wire::Decoder;
use phone_wire::sync::{
    DATA_CHUNK_BYTES, Entry, Expect, Stat, Stat2, SyncError, SyncReply, SyncRequest, SyncRequests,
};
use thiserror::Error;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::{Closed, Stream, StreamReader, StreamWriter};
use crate::fault::InjectedFault;
use crate::files::FILE_LIMIT_BYTES;
use crate::phone::Phone;

/// Bytes gathered for one WRTE.
const BATCH_BYTES: usize = 192 * 1024;
/// Linux error numbers, which the replies of version 2 carry (`errno.h`).
const ENOENT: u32 = 2;
const EACCES: u32 = 13;

/// Reason why a sync stream ended before QUIT.
#[derive(Debug, Error)]
pub(super) enum Ended {
    #[error("the host closed the stream")]
    Closed,
    #[error(transparent)]
    Wire(#[from] SyncError),
    #[error("{0}")]
    Failed(String),
    #[error("DATA or DONE without SEND")]
    Unexpected,
}

impl From<Closed> for Ended {
    fn from(_: Closed) -> Self {
        Self::Closed
    }
}

struct Session<'a> {
    phone: &'a Arc<Phone>,
    requests: Decoder<SyncRequests>,
    reader: &'a mut StreamReader,
    writer: StreamWriter,
    /// Whether the host is sending a file.
    sending: bool,
}

/// Serves requests until QUIT, the host's close, or the first failure.
pub(super) async fn serve(phone: &Arc<Phone>, stream: &mut Stream) -> Result<(), Ended> {
    let writer = stream.writer.clone();
    let mut session = Session {
        phone,
        requests: Decoder::default(),
        reader: &mut stream.reader,
        writer,
        sending: false,
    };
    match session.requests().await {
        Err(Ended::Failed(why)) => {
            session.reply(&SyncReply::Fail(why.clone())).await?;
            // The host may still be sending a file; it reads the answer when it has finished, and then waits for the
            // end of the service, which comes with a failure as from adbd.
            while session.sending {
                match session.next().await? {
                    Some(SyncRequest::Data(_)) => {}
                    Some(_) | None => session.sending = false,
                }
            }
            Err(Ended::Failed(why))
        }
        ended => ended,
    }
}

impl Session<'_> {
    async fn requests(&mut self) -> Result<(), Ended> {
        loop {
            let Some(request) = self.next().await? else {
                return Ok(());
            };
            match request {
                SyncRequest::Stat(path) => {
                    let stat = self
                        .about(&path)
                        .map_or(Stat::default(), |about| stat_of(&about));
                    self.reply(&SyncReply::Stat(stat)).await?;
                }
                SyncRequest::Stat2(path) => {
                    let stat = self.stat2(&path, std::fs::metadata);
                    self.reply(&SyncReply::Stat2(stat)).await?;
                }
                SyncRequest::Lstat2(path) => {
                    let stat = self.stat2(&path, std::fs::symlink_metadata);
                    self.reply(&SyncReply::Lstat2(stat)).await?;
                }
                SyncRequest::List(path) => self.list(&path, false).await?,
                SyncRequest::List2(path) => self.list(&path, true).await?,
                SyncRequest::Send { path, mode } => self.store(&path, mode).await?,
                SyncRequest::Receive(path) => self.fetch(&path).await?,
                SyncRequest::Data(_) | SyncRequest::Done(_) => return Err(Ended::Unexpected),
                SyncRequest::Quit => return Ok(()),
            }
        }
    }

    async fn next(&mut self) -> Result<Option<SyncRequest>, Ended> {
        loop {
            if let Some(request) = self.requests.pull()? {
                return Ok(Some(request));
            }
            match self.reader.recv().await {
                Some(data) => self.requests.feed(&data),
                None if self.requests.pending() == 0 => return Ok(None),
                None => return Err(Ended::Closed),
            }
        }
    }

    async fn reply(&self, reply: &SyncReply) -> Result<(), Ended> {
        Ok(self.writer.send(reply.to_bytes()?).await?)
    }

    fn resolve(&self, path: &str) -> Option<PathBuf> {
        path.starts_with('/')
            .then(|| self.phone.files.resolve(path))
            .flatten()
    }

    /// Metadata without following links, as by `lstat`.
    fn about(&self, path: &str) -> Option<Metadata> {
        std::fs::symlink_metadata(self.resolve(path)?).ok()
    }

    fn stat2(&self, path: &str, look: fn(PathBuf) -> std::io::Result<Metadata>) -> Stat2 {
        match self.resolve(path).map(look) {
            Some(Ok(about)) => stat2_of(&about),
            Some(Err(error)) if error.kind() == ErrorKind::PermissionDenied => Stat2 {
                error: EACCES,
                ..Stat2::default()
            },
            Some(Err(_)) | None => Stat2 {
                error: ENOENT,
                ..Stat2::default()
            },
        }
    }

    async fn list(&mut self, path: &str, second: bool) -> Result<(), Ended> {
        let mut batch = BytesMut::new();
        // A folder that cannot be read is listed as empty, as by adbd.
        let entries = self
            .resolve(path)
            .and_then(|folder| std::fs::read_dir(folder).ok())
            .into_iter()
            .flatten();
        for entry in entries.filter_map(Result::ok) {
            let (Ok(about), Ok(name)) = (entry.metadata(), entry.file_name().into_string()) else {
                continue;
            };
            let reply = if second {
                SyncReply::Entry2(Entry {
                    stat: stat2_of(&about),
                    name,
                })
            } else {
                SyncReply::Entry(Entry {
                    stat: stat_of(&about),
                    name,
                })
            };
            reply.encode(&mut batch)?;
            if batch.len() >= BATCH_BYTES {
                self.writer.send(batch.split().freeze()).await?;
            }
        }
        SyncReply::Done(if second { Expect::List2 } else { Expect::List }).encode(&mut batch)?;
        Ok(self.writer.send(batch.freeze()).await?)
    }

    async fn fetch(&mut self, path: &str) -> Result<(), Ended> {
        let place = self
            .resolve(path)
            .ok_or_else(|| failed("open failed: No such file or directory"))?;
        if tokio::fs::metadata(&place)
            .await
            .is_ok_and(|about| about.is_dir())
        {
            return Err(failed("read failed: Is a directory"));
        }
        let mut file = tokio::fs::File::open(&place)
            .await
            .map_err(|error| failed(&format!("open failed: {}", words(&error))))?;
        let mut batch = BytesMut::with_capacity(BATCH_BYTES);
        let mut chunk = vec![0; DATA_CHUNK_BYTES];
        loop {
            let count = file
                .read(&mut chunk)
                .await
                .map_err(|error| failed(&format!("read failed: {}", words(&error))))?;
            if count == 0 {
                break;
            }
            SyncReply::Data(Bytes::copy_from_slice(&chunk[..count])).encode(&mut batch)?;
            if batch.len() >= BATCH_BYTES {
                self.writer.send(batch.split().freeze()).await?;
            }
        }
        SyncReply::Done(Expect::File).encode(&mut batch)?;
        Ok(self.writer.send(batch.freeze()).await?)
    }

    /// Receives a file under a temporary name and moves it to its place when it is whole.
    async fn store(&mut self, path: &str, mode: u32) -> Result<(), Ended> {
        const KIND: u32 = 0o170_000;
        self.sending = true;
        if !matches!(mode & KIND, 0 | 0o100_000) {
            return Err(failed("couldn't create file: Operation not permitted"));
        }
        let place = self
            .resolve(path)
            .ok_or_else(|| failed("couldn't create file: Permission denied"))?;
        if self.phone.fault() == InjectedFault::Full && path.starts_with("/sdcard") {
            return Err(failed("write failed: No space left on device"));
        }
        let partial = Partial::beside(&place);
        let outcome = self.receive(&place, &partial.0, mode).await;
        if let Err(Ended::Failed(_)) = outcome {
            // `serve` reads the rest of the file, after which the host reads the answer.
            tracing::debug!(path, "push file failed");
        }
        outcome
    }

    async fn receive(&mut self, place: &Path, partial: &Path, mode: u32) -> Result<(), Ended> {
        let fail =
            |error: std::io::Error| failed(&format!("couldn't create file: {}", words(&error)));
        if let Some(folder) = place.parent() {
            tokio::fs::create_dir_all(folder).await.map_err(fail)?;
        }
        let mut file = tokio::fs::File::create(partial).await.map_err(fail)?;
        let mut size_bytes = 0_u64;
        let mtime_s = loop {
            match self.next().await?.ok_or(Ended::Closed)? {
                SyncRequest::Data(data) => {
                    size_bytes += data.len() as u64;
                    if size_bytes > FILE_LIMIT_BYTES {
                        return Err(failed("write failed: File too large"));
                    }
                    file.write_all(&data)
                        .await
                        .map_err(|error| failed(&format!("write failed: {}", words(&error))))?;
                }
                SyncRequest::Done(mtime_s) => {
                    self.sending = false;
                    break mtime_s;
                }
                _ => return Err(Ended::Unexpected),
            }
        };
        file.flush().await.map_err(fail)?;
        let file = file.into_std().await;
        // The owner keeps access whatever the mode says: the phone must be able to read its own files.
        file.set_permissions(std::fs::Permissions::from_mode(mode & 0o777 | 0o600))
            .map_err(fail)?;
        file.set_modified(UNIX_EPOCH + Duration::from_secs(mtime_s.into()))
            .map_err(fail)?;
        tokio::fs::rename(partial, place).await.map_err(fail)?;
        self.reply(&SyncReply::Okay).await
    }
}

/// Temporary file of an upload; removed when dropped.
struct Partial(PathBuf);

impl Partial {
    fn beside(place: &Path) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        Self(place.with_file_name(format!(".push-{}-{number}", std::process::id())))
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // After a success the file has been moved away; nothing is left to remove.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn failed(why: &str) -> Ended {
    Ended::Failed(why.to_owned())
}

/// Message of the C library for an error.
pub(crate) fn words(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotFound => "No such file or directory",
        ErrorKind::PermissionDenied => "Permission denied",
        ErrorKind::AlreadyExists => "File exists",
        ErrorKind::IsADirectory => "Is a directory",
        ErrorKind::NotADirectory => "Not a directory",
        ErrorKind::DirectoryNotEmpty => "Directory not empty",
        ErrorKind::StorageFull => "No space left on device",
        ErrorKind::InvalidFilename => "File name too long",
        _ => "I/O error",
    }
}

fn stat_of(about: &Metadata) -> Stat {
    // Links and folders get the modes that Android shows, whatever their rights on the host.
    let kind = if about.is_symlink() {
        0o120_777
    } else if about.is_dir() {
        0o040_771
    } else {
        0o100_000 | (about.mode() & 0o777)
    };
    Stat {
        mode: kind,
        size: about.len(),
        mtime_s: about.mtime(),
    }
}

fn stat2_of(about: &Metadata) -> Stat2 {
    Stat2 {
        error: 0,
        dev: about.dev(),
        ino: about.ino(),
        stat: stat_of(about),
        nlink: about.nlink() as u32,
        uid: 2000,
        gid: 2000,
        atime_s: about.atime(),
        ctime_s: about.ctime(),
    }
}
