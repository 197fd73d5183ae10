//! Reads files of phones at the caller's pace: at most 64 KiB are buffered between the phone and the caller.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use domain::play::files::Item;
use phone_link::Link;
use tokio::io::{AsyncReadExt as _, DuplexStream, duplex};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::{ACTION_TIMEOUT, AbortOnDrop, FileAccessError, PERMIT_TIMEOUT, modified_ms, place};
use crate::fleet::Fleet;
use crate::phone::Phone;

/// Most bytes that are buffered for the caller.
const WAITING_MAX_BYTES: usize = 64 * 1024;
/// Time limit for a whole file over a slow line.
const WHOLE_TIMEOUT: Duration = Duration::from_hours(2);

/// Size and time of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileFacts {
    /// Size in bytes.
    pub size: u64,
    /// Modification time by the phone's clock, Unix milliseconds.
    pub modified_ms: i64,
}

/// A file that is being read; dropping it stops the transfer.
pub struct Reading {
    content: DuplexStream,
    left: u64,
    work: JoinHandle<Result<(), FileAccessError>>,
    _abort_on_drop: AbortOnDrop,
}

impl Reading {
    /// The next bytes; `None` when all that was asked for was read.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>, FileAccessError> {
        if self.left == 0 {
            return Ok(None);
        }
        let most = self.left.min(WAITING_MAX_BYTES as u64);
        let mut chunk = BytesMut::with_capacity(WAITING_MAX_BYTES);
        let mut limited = (&mut self.content).take(most);
        let count = limited.read_buf(&mut chunk).await;
        match count {
            Ok(count) if count > 0 => {
                self.left -= count as u64;
                Ok(Some(chunk.freeze()))
            }
            // The stream ended too early: the phone reported an error, or the file became shorter.
            Ok(_) | Err(_) => match (&mut self.work).await {
                Ok(Err(fault)) => Err(fault),
                Ok(Ok(())) | Err(_) => Err(FileAccessError::Short),
            },
        }
    }
}

impl Fleet {
    /// Size and time of a file; links are followed if they stay below the root.
    pub async fn file_facts(
        &self,
        phone_id: i64,
        item: Item,
    ) -> Result<FileFacts, FileAccessError> {
        let work =
            async move |_: Arc<Phone>, link: Link| Ok(resolve_and_stat(&link, &item).await?.1);
        self.at_phone(phone_id, ACTION_TIMEOUT, work).await
    }

    /// Reads `length` bytes of a file from `offset` on. Only a few files of one phone are read at the same time.
    pub async fn read_file(
        &self,
        phone_id: i64,
        item: Item,
        offset: u64,
        length: u64,
    ) -> Result<Reading, FileAccessError> {
        let work = async move |phone: Arc<Phone>, link: Link| {
            let permits = timeout(PERMIT_TIMEOUT, async {
                let own = Arc::clone(&phone.reading).acquire_owned().await;
                (
                    own,
                    Arc::clone(&phone.environment.transfers)
                        .acquire_owned()
                        .await,
                )
            });
            let permits = permits.await.map_err(|_| FileAccessError::Busy)?;
            let (real, _) = resolve_and_stat(&link, &item).await?;
            let (content, mut to) = duplex(WAITING_MAX_BYTES);
            let work = tokio::spawn(async move {
                let _permits = permits;
                let read = timeout(WHOLE_TIMEOUT, link.pull_from(&real, offset, &mut to)).await;
                read.map_err(|_| FileAccessError::NoAnswer)?
                    .map_err(FileAccessError::from)
                    .map(drop)
            });
            Ok(Reading {
                content,
                left: length,
                _abort_on_drop: AbortOnDrop(work.abort_handle()),
                work,
            })
        };
        self.at_phone(phone_id, ACTION_TIMEOUT, work).await
    }
}

async fn resolve_and_stat(
    link: &Link,
    item: &Item,
) -> Result<(String, FileFacts), FileAccessError> {
    let real = place::follow_link(link, item).await?;
    let about = link.stat(&real).await?.ok_or(FileAccessError::Absent)?;
    if !about.is_file() {
        return Err(FileAccessError::Kind);
    }
    let facts = FileFacts {
        size: about.size,
        modified_ms: modified_ms(about),
    };
    Ok((real, facts))
}
