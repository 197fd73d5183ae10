//! Requests of a host.
//! Source: AOSP `file_sync_protocol.h`, `SYNC.TXT`.

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::{DATA_MAX_BYTES, PATH_MAX_BYTES, SyncError, put_sized, within};
use crate::decoder::{Grammar, u32_le_at};

/// Longest mode of a SEND in bytes, with its comma: a decimal number of 32 bits.
const MODE_MAX_BYTES: usize = 11;

/// A message of the host. A SEND is followed by DATA and one DONE.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncRequest {
    /// `STAT`: facts of version 1, links not followed.
    Stat(String),
    /// `STA2`: facts of version 2, links followed.
    Stat2(String),
    /// `LST2`: facts of version 2, links not followed.
    Lstat2(String),
    /// `LIST`: a folder, version 1.
    List(String),
    /// `LIS2`: a folder, version 2.
    List2(String),
    /// `SEND`: a file follows.
    Send {
        /// Path of the file.
        path: String,
        /// Mode of the file, as in `st_mode`.
        mode: u32,
    },
    /// `RECV`: asks for a file.
    Receive(String),
    /// `DATA`: a piece of the file, at most [`DATA_MAX_BYTES`].
    Data(Bytes),
    /// `DONE`: the file is whole; its time in seconds since 1970.
    Done(u32),
    /// `QUIT`: ends the session.
    Quit,
}

impl SyncRequest {
    /// Appends the message.
    pub fn encode(&self, out: &mut BytesMut) -> Result<(), SyncError> {
        match self {
            Self::Stat(path) => put_path(*b"STAT", path, out),
            Self::Stat2(path) => put_path(*b"STA2", path, out),
            Self::Lstat2(path) => put_path(*b"LST2", path, out),
            Self::List(path) => put_path(*b"LIST", path, out),
            Self::List2(path) => put_path(*b"LIS2", path, out),
            Self::Receive(path) => put_path(*b"RECV", path, out),
            Self::Send { path, mode } => {
                check_path(path)?;
                put_sized(*b"SEND", format!("{path},{mode}").as_bytes(), out);
                Ok(())
            }
            Self::Data(data) => {
                within(data.len(), DATA_MAX_BYTES)?;
                put_sized(*b"DATA", data, out);
                Ok(())
            }
            Self::Done(mtime_s) => {
                out.put_slice(b"DONE");
                out.put_u32_le(*mtime_s);
                Ok(())
            }
            Self::Quit => {
                put_sized(*b"QUIT", &[], out);
                Ok(())
            }
        }
    }

    /// Bytes of the message alone.
    pub fn to_bytes(&self) -> Result<Bytes, SyncError> {
        let mut out = BytesMut::new();
        self.encode(&mut out)?;
        Ok(out.freeze())
    }
}

fn check_path(path: &str) -> Result<(), SyncError> {
    within(path.len(), PATH_MAX_BYTES)?;
    if path.is_empty() || path.contains('\0') {
        return Err(SyncError::BadPath);
    }
    Ok(())
}

fn put_path(id: [u8; 4], path: &str, out: &mut BytesMut) -> Result<(), SyncError> {
    check_path(path)?;
    put_sized(id, path.as_bytes(), out);
    Ok(())
}

/// Grammar of [`SyncRequest`]s: the phone's end.
#[derive(Debug, Clone, Copy, Default)]
pub struct SyncRequests;

impl Grammar for SyncRequests {
    type Item = SyncRequest;
    type Error = SyncError;

    fn measure(&self, front: &[u8]) -> Result<Option<usize>, SyncError> {
        let Some(id) = front.first_chunk::<4>() else {
            return Ok(None);
        };
        let limit = match id {
            b"STAT" | b"STA2" | b"LST2" | b"LIST" | b"LIS2" | b"RECV" => PATH_MAX_BYTES,
            b"SEND" => PATH_MAX_BYTES + MODE_MAX_BYTES,
            b"DATA" => DATA_MAX_BYTES,
            // The number in a DONE is a time, not a length.
            b"DONE" => return Ok(Some(8)),
            b"QUIT" => 0,
            _ => return Err(SyncError::UnknownId(*id)),
        };
        match u32_le_at(front, 4) {
            Some(length) => Ok(Some(8 + within(length as usize, limit)?)),
            None => Ok(None),
        }
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<SyncRequest, SyncError> {
        let id = whole.split_to(4);
        let number = whole.get_u32_le();
        Ok(match &*id {
            b"STAT" => SyncRequest::Stat(path(&whole)?),
            b"STA2" => SyncRequest::Stat2(path(&whole)?),
            b"LST2" => SyncRequest::Lstat2(path(&whole)?),
            b"LIST" => SyncRequest::List(path(&whole)?),
            b"LIS2" => SyncRequest::List2(path(&whole)?),
            b"RECV" => SyncRequest::Receive(path(&whole)?),
            b"SEND" => {
                let text = std::str::from_utf8(&whole).map_err(|_| SyncError::BadPath)?;
                let (name, mode) = text.rsplit_once(',').ok_or(SyncError::NoMode)?;
                check_path(name)?;
                SyncRequest::Send {
                    path: name.to_owned(),
                    mode: mode.parse().map_err(|_| SyncError::NoMode)?,
                }
            }
            b"DATA" => SyncRequest::Data(whole),
            b"DONE" => SyncRequest::Done(number),
            _ => SyncRequest::Quit,
        })
    }
}

fn path(bytes: &[u8]) -> Result<String, SyncError> {
    let text = std::str::from_utf8(bytes).map_err(|_| SyncError::BadPath)?;
    check_path(text)?;
    Ok(text.to_owned())
}
