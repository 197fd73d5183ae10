//! Replies of a phone. The DONE of a list is as long as the head of an entry, so the reader must know the request.
//! Source: AOSP `file_sync_protocol.h`, `daemon/file_sync_service.cpp`.

use bytes::{Buf, BufMut, Bytes, BytesMut};

use super::{
    DATA_MAX_BYTES, FAIL_MAX_BYTES, NAME_MAX_BYTES, STAT_BYTES, STAT2_BYTES, Stat, Stat2,
    SyncError, put_sized, within,
};
use crate::decoder::{Grammar, u32_le_at};

/// Kind of the last request, which determines the length of a DONE.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Expect {
    /// RECV and everything else: 8 bytes.
    #[default]
    File,
    /// LIST: 20 bytes.
    List,
    /// LIS2: 76 bytes.
    List2,
}

impl Expect {
    const fn done_bytes(self) -> usize {
        match self {
            Self::File => 8,
            Self::List => 4 + STAT_BYTES + 4,
            Self::List2 => 4 + STAT2_BYTES + 4,
        }
    }
}

/// Entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<S> {
    /// Facts of the file or folder.
    pub stat: S,
    /// Name; bytes that are not UTF-8 are shown as replacement characters.
    pub name: String,
}

/// A message of the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncReply {
    /// `STAT`: facts of version 1, all zero when the path does not exist.
    Stat(Stat),
    /// `STA2`: facts of version 2, links followed.
    Stat2(Stat2),
    /// `LST2`: facts of version 2, links not followed.
    Lstat2(Stat2),
    /// `DENT`: an entry of version 1.
    Entry(Entry<Stat>),
    /// `DNT2`: an entry of version 2.
    Entry2(Entry<Stat2>),
    /// `DATA`: a piece of a file, at most [`DATA_MAX_BYTES`].
    Data(Bytes),
    /// `DONE`: the end of a file or a list.
    Done(Expect),
    /// `OKAY`: a SEND is stored.
    Okay,
    /// `FAIL`: the reason of a failure; the stream ends.
    Fail(String),
}

impl SyncReply {
    /// Appends the message.
    pub fn encode(&self, out: &mut BytesMut) -> Result<(), SyncError> {
        match self {
            Self::Stat(stat) => {
                out.put_slice(b"STAT");
                stat.put(out);
            }
            Self::Stat2(stat) => {
                out.put_slice(b"STA2");
                stat.put(out);
            }
            Self::Lstat2(stat) => {
                out.put_slice(b"LST2");
                stat.put(out);
            }
            Self::Entry(Entry { stat, name }) => {
                within(name.len(), NAME_MAX_BYTES)?;
                out.put_slice(b"DENT");
                stat.put(out);
                out.put_u32_le(name.len() as u32);
                out.put_slice(name.as_bytes());
            }
            Self::Entry2(Entry { stat, name }) => {
                within(name.len(), NAME_MAX_BYTES)?;
                out.put_slice(b"DNT2");
                stat.put(out);
                out.put_u32_le(name.len() as u32);
                out.put_slice(name.as_bytes());
            }
            Self::Data(data) => {
                within(data.len(), DATA_MAX_BYTES)?;
                put_sized(*b"DATA", data, out);
            }
            Self::Done(expect) => {
                out.put_slice(b"DONE");
                out.put_bytes(0, expect.done_bytes() - 4);
            }
            Self::Okay => put_sized(*b"OKAY", &[], out),
            Self::Fail(why) => {
                within(why.len(), FAIL_MAX_BYTES)?;
                put_sized(*b"FAIL", why.as_bytes(), out);
            }
        }
        Ok(())
    }

    /// Bytes of the message alone.
    pub fn to_bytes(&self) -> Result<Bytes, SyncError> {
        let mut out = BytesMut::new();
        self.encode(&mut out)?;
        Ok(out.freeze())
    }
}

/// Grammar of [`SyncReply`]s: the host's end. [`Self::expect`] sets the kind of request that is answered.
#[derive(Debug, Clone, Copy, Default)]
pub struct SyncReplies {
    expect: Expect,
}

impl SyncReplies {
    /// Sets the kind of the request that is about to be sent.
    pub const fn expect(&mut self, expect: Expect) {
        self.expect = expect;
    }
}

impl Grammar for SyncReplies {
    type Item = SyncReply;
    type Error = SyncError;

    fn measure(&self, front: &[u8]) -> Result<Option<usize>, SyncError> {
        let Some(id) = front.first_chunk::<4>() else {
            return Ok(None);
        };
        let (head, limit) = match id {
            b"STAT" => return Ok(Some(4 + STAT_BYTES)),
            b"STA2" | b"LST2" => return Ok(Some(4 + STAT2_BYTES)),
            b"DONE" => return Ok(Some(self.expect.done_bytes())),
            b"DENT" => (4 + STAT_BYTES, NAME_MAX_BYTES),
            b"DNT2" => (4 + STAT2_BYTES, NAME_MAX_BYTES),
            b"DATA" => (4, DATA_MAX_BYTES),
            b"OKAY" => return Ok(Some(8)),
            b"FAIL" => (4, FAIL_MAX_BYTES),
            _ => return Err(SyncError::UnknownId(*id)),
        };
        match u32_le_at(front, head) {
            Some(length) => Ok(Some(head + 4 + within(length as usize, limit)?)),
            None => Ok(None),
        }
    }

    fn parse(&mut self, mut whole: Bytes) -> Result<SyncReply, SyncError> {
        let id = whole.split_to(4);
        Ok(match &*id {
            b"STAT" => SyncReply::Stat(Stat::take(&mut whole)),
            b"STA2" => SyncReply::Stat2(Stat2::take(&mut whole)),
            b"LST2" => SyncReply::Lstat2(Stat2::take(&mut whole)),
            b"DENT" => {
                let stat = Stat::take(&mut whole);
                let name = name(whole);
                SyncReply::Entry(Entry { stat, name })
            }
            b"DNT2" => {
                let stat = Stat2::take(&mut whole);
                let name = name(whole);
                SyncReply::Entry2(Entry { stat, name })
            }
            b"DATA" => SyncReply::Data(whole.split_off(4)),
            b"DONE" => SyncReply::Done(self.expect),
            b"OKAY" => SyncReply::Okay,
            _ => SyncReply::Fail(name(whole)),
        })
    }
}

fn name(mut whole: Bytes) -> String {
    whole.advance(4);
    String::from_utf8_lossy(&whole).into_owned()
}
