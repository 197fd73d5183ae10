//! Uploads files to a phone in pieces: into a part file beside the target, which is renamed to the target when it is complete. The part
//! file stays when an upload breaks off, so that the next piece continues it.

use std::sync::Arc;
use std::time::Duration;

use domain::play::files::{Item, part_name};
use phone_link::{Link, ShellCommand};
use tokio::io::AsyncRead;
use tokio::time::{sleep, timeout};

use super::{ACTION_TIMEOUT, COMMAND_TIMEOUT, FileAccessError, PERMIT_TIMEOUT, place, scan};
use crate::fleet::Fleet;
use crate::phone::Phone;

/// Time limit for one piece over a slow line.
const PIECE_TIMEOUT: Duration = Duration::from_mins(5);
/// Pause between two reads of the part file's size: after a break the phone may still be writing bytes that had arrived.
const SIZE_READ_PAUSE: Duration = Duration::from_millis(150);
/// Most reads of the part file's size.
const SIZE_READS_MAX: usize = 10;

/// A file to upload.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Place on the phone where the file goes.
    pub item: Item,
    /// Length in bytes.
    pub size: u64,
    /// Modification time at its source, Unix milliseconds: tells it from another file of the same name and size.
    pub modified_ms: i64,
    /// Whether a file of that name is replaced.
    pub replace: bool,
}

/// A piece of an upload.
#[derive(Debug)]
pub struct Piece<R> {
    /// Offset in the file, in bytes.
    pub offset: u64,
    /// Length in bytes.
    pub length: u64,
    /// Content of the piece.
    pub content: R,
}

impl Upload {
    /// The part file, which holds the bytes that have come until the file is complete.
    pub fn part(&self) -> Result<Item, FileAccessError> {
        let name = part_name(self.item.name(), self.size, self.modified_ms);
        let part = self.item.folder().item(&name);
        part.map_err(|_| FileAccessError::Path)
    }
}

impl Fleet {
    /// Bytes of an upload that are on the phone; a taken name is refused before anything is sent.
    pub async fn uploaded(&self, phone_id: i64, upload: Upload) -> Result<u64, FileAccessError> {
        let work = async move |_: Arc<Phone>, link: Link| {
            let paths = UploadPaths::find(&link, &upload).await?;
            let mut offset = paths.offset(&link, &upload).await?;
            for _ in 0..SIZE_READS_MAX {
                if offset == 0 {
                    break;
                }
                sleep(SIZE_READ_PAUSE).await;
                let before = std::mem::replace(&mut offset, paths.offset(&link, &upload).await?);
                if before == offset {
                    break;
                }
            }
            Ok(offset)
        };
        self.at_phone(phone_id, ACTION_TIMEOUT, work).await
    }

    /// Appends a piece to the part file, which is renamed to the target with the last one; returns how many bytes are on the phone then. A phone
    /// takes one piece after the other.
    pub async fn upload<R>(
        &self,
        phone_id: i64,
        upload: Upload,
        piece: Piece<R>,
    ) -> Result<u64, FileAccessError>
    where
        R: AsyncRead + Unpin + Send + 'static,
    {
        let work = async move |phone: Arc<Phone>, link: Link| {
            let permits = timeout(PERMIT_TIMEOUT, async {
                let own = phone.writing.lock().await;
                (own, phone.environment.transfers.acquire().await)
            });
            let _permits = permits.await.map_err(|_| FileAccessError::Busy)?;
            append(phone_id, &link, &upload, piece).await
        };
        self.at_phone(phone_id, PIECE_TIMEOUT, work).await
    }
}

async fn append<R>(
    phone_id: i64,
    link: &Link,
    upload: &Upload,
    mut piece: Piece<R>,
) -> Result<u64, FileAccessError>
where
    R: AsyncRead + Unpin,
{
    let paths = UploadPaths::find(link, upload).await?;
    let before = paths.offset(link, upload).await?;
    if before != piece.offset {
        return Err(FileAccessError::Offset(before));
    }
    let sent = link.append(&paths.part, &mut piece.content).await?;
    if sent != piece.length {
        return Err(FileAccessError::Short);
    }
    let offset = paths.offset(link, upload).await?;
    if offset != before + sent {
        // Somebody else wrote to the part file: its content is not this file.
        paths.drop(link).await?;
        return Err(FileAccessError::Offset(0));
    }
    if offset == upload.size {
        // The name may have been taken since.
        paths.check(link, upload).await?;
        place::rename(link, &paths.part, &paths.target, upload.replace).await?;
        let about = link
            .stat(&paths.target)
            .await?
            .ok_or(FileAccessError::Absent)?;
        if !about.is_file() || about.size != upload.size {
            return Err(FileAccessError::Taken);
        }
        scan::file(phone_id, link, &paths.target).await;
    }
    Ok(offset)
}

/// Real paths of an upload: target and part file.
struct UploadPaths {
    target: String,
    part: String,
}

impl UploadPaths {
    async fn find(link: &Link, upload: &Upload) -> Result<Self, FileAccessError> {
        let part = upload.part()?;
        let folder = place::folder(link, upload.item.folder()).await?;
        let paths = Self {
            target: format!("{folder}/{}", upload.item.name()),
            part: format!("{folder}/{}", part.name()),
        };
        paths.check(link, upload).await?;
        Ok(paths)
    }

    /// Fails where the target exists and the upload may not replace it.
    async fn check(&self, link: &Link, upload: &Upload) -> Result<(), FileAccessError> {
        match link.stat(&self.target).await? {
            None => Ok(()),
            Some(there) if upload.replace && there.is_file() => Ok(()),
            Some(_) => Err(FileAccessError::Taken),
        }
    }

    /// Bytes in the part file; a part file longer than the file is removed.
    async fn offset(&self, link: &Link, upload: &Upload) -> Result<u64, FileAccessError> {
        match link.stat(&self.part).await? {
            None => Ok(0),
            Some(there) if there.is_file() && there.size <= upload.size => Ok(there.size),
            Some(_) => {
                self.drop(link).await?;
                Ok(0)
            }
        }
    }

    async fn drop(&self, link: &Link) -> Result<(), FileAccessError> {
        let command = ShellCommand::new("rm -rf").argument(&self.part)?;
        place::run(link, command.within(COMMAND_TIMEOUT)).await
    }
}
