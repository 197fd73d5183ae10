//! File service of ADB, `sync:`: requests of a host and replies of a phone, little-endian.
//! Source: AOSP `file_sync_protocol.h`. After a FAIL the phone ends the stream.

mod reply;
mod request;

use bytes::{Buf, BufMut, Bytes, BytesMut};
use thiserror::Error;

pub use reply::{Entry, Expect, SyncReplies, SyncReply};
pub use request::{SyncRequest, SyncRequests};

/// Longest path in bytes, without the mode of a SEND: the limit of adbd (`daemon/file_sync_service.cpp`).
pub const PATH_MAX_BYTES: usize = 1024;
/// Longest data of one DATA chunk in bytes: `SYNC_DATA_MAX`.
pub const DATA_MAX_BYTES: usize = 64 * 1024;
/// Data of a chunk that fills 64 KiB together with its head, as stock adb sends it.
pub const DATA_CHUNK_BYTES: usize = DATA_MAX_BYTES - 8;
/// Longest name in a folder in bytes: a limit of this crate, above Linux's `NAME_MAX` of 255.
pub const NAME_MAX_BYTES: usize = 1024;
/// Longest message of a FAIL in bytes: a limit of this crate, since the protocol has none.
pub const FAIL_MAX_BYTES: usize = 16 * 1024;
/// Mode of a regular file, readable and writable by its owner: 0100644.
pub const MODE_FILE: u32 = 0o100_644;

/// Reason why bytes are no message of the file service, or a message cannot be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SyncError {
    /// The four letters are not known.
    #[error("sync message {} is not known", .0.escape_ascii())]
    UnknownId([u8; 4]),
    /// A field is longer than its limit.
    #[error("sync field of {length} bytes is longer than {limit}")]
    TooLong {
        /// Length of the field in bytes.
        length: usize,
        /// Limit in bytes.
        limit: usize,
    },
    /// A path is empty, has a NUL or is not UTF-8.
    #[error("sync path cannot be used")]
    BadPath,
    /// A SEND has no `,mode`, or one that is no number.
    #[error("sync SEND has no mode")]
    NoMode,
}

/// Facts of a file or folder, as `sync_stat_v1` has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stat {
    /// Kind and rights, as in `st_mode`.
    pub mode: u32,
    /// Size in bytes; modulo 4 GiB in version 1.
    pub size: u64,
    /// Time of the last change in seconds since 1970, may be negative.
    pub mtime_s: i64,
}

impl Stat {
    /// Whether these are the facts of a folder (`S_IFDIR`).
    pub const fn is_folder(self) -> bool {
        self.mode & 0o170_000 == 0o040_000
    }

    /// Whether these are the facts of a regular file (`S_IFREG`).
    pub const fn is_file(self) -> bool {
        self.mode & 0o170_000 == 0o100_000
    }
}

/// Facts of a file or folder, as `sync_stat_v2` has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stat2 {
    /// Error number of Linux, 0 without an error (2: does not exist).
    pub error: u32,
    /// Number of the device that holds the file, `st_dev`.
    pub dev: u64,
    /// Inode number of the file, `st_ino`.
    pub ino: u64,
    /// Kind, size and time of change.
    pub stat: Stat,
    /// Number of links.
    pub nlink: u32,
    /// User id of the owner.
    pub uid: u32,
    /// Group id.
    pub gid: u32,
    /// Time of the last read, seconds since 1970.
    pub atime_s: i64,
    /// Time of the last change of the inode, seconds since 1970.
    pub ctime_s: i64,
}

/// Bytes of a [`Stat`] without the message's id.
const STAT_BYTES: usize = 12;
/// Bytes of a [`Stat2`] without the message's id.
const STAT2_BYTES: usize = 68;

impl Stat {
    fn put(self, out: &mut BytesMut) {
        out.put_u32_le(self.mode);
        out.put_u32_le(self.size as u32);
        out.put_u32_le(self.mtime_s as u32);
    }

    fn take(whole: &mut Bytes) -> Self {
        Self {
            mode: whole.get_u32_le(),
            size: u64::from(whole.get_u32_le()),
            mtime_s: i64::from(whole.get_u32_le()),
        }
    }
}

impl Stat2 {
    fn put(self, out: &mut BytesMut) {
        out.put_u32_le(self.error);
        out.put_u64_le(self.dev);
        out.put_u64_le(self.ino);
        out.put_u32_le(self.stat.mode);
        out.put_u32_le(self.nlink);
        out.put_u32_le(self.uid);
        out.put_u32_le(self.gid);
        out.put_u64_le(self.stat.size);
        out.put_i64_le(self.atime_s);
        out.put_i64_le(self.stat.mtime_s);
        out.put_i64_le(self.ctime_s);
    }

    fn take(whole: &mut Bytes) -> Self {
        let error = whole.get_u32_le();
        let dev = whole.get_u64_le();
        let ino = whole.get_u64_le();
        let mode = whole.get_u32_le();
        let nlink = whole.get_u32_le();
        let uid = whole.get_u32_le();
        let gid = whole.get_u32_le();
        let size = whole.get_u64_le();
        let atime_s = whole.get_i64_le();
        let mtime_s = whole.get_i64_le();
        let ctime_s = whole.get_i64_le();
        Self {
            error,
            dev,
            ino,
            stat: Stat {
                mode,
                size,
                mtime_s,
            },
            nlink,
            uid,
            gid,
            atime_s,
            ctime_s,
        }
    }
}

const fn within(length: usize, limit: usize) -> Result<usize, SyncError> {
    if length > limit {
        return Err(SyncError::TooLong { length, limit });
    }
    Ok(length)
}

fn put_sized(id: [u8; 4], data: &[u8], out: &mut BytesMut) {
    out.put_slice(&id);
    out.put_u32_le(data.len() as u32);
    out.put_slice(data);
}
