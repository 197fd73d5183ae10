//! Reader of untrusted ZIP archives: the table of contents (central directory), and single files. No more is read than is needed to tell what an
//! archive holds.
//!
//! Source: PKWARE APPNOTE 4.3 and 4.4. Archives of more than 4 GiB (ZIP64) and of several disks are refused, and so are contradictory ones.
//! Hand-written, as libraries repair what is refused here: `rawzip` 0.5 reads an end record with wrong disks, counts or table sizes and bytes before
//! or behind the archive, and `zip` keeps the whole table in memory.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use flate2::read::DeflateDecoder;
use thiserror::Error;

/// Length of the end-of-central-directory record without its comment (APPNOTE 4.3.16), and longest comment.
const END_BYTES: u64 = 22;
const COMMENT_MAX_BYTES: u64 = u16::MAX as u64;
/// Lengths of the fixed parts of an entry in the table (central directory header, 4.3.12), and of the local header before a file (4.3.7).
const ENTRY_BYTES: usize = 46;
const LOCAL_BYTES: usize = 30;
/// Compression methods (4.4.5): stored, and deflate.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Greatest growth by deflate: 258 bytes out of two bits (RFC 1951, 3.2.5).
const DEFLATE_GROWTH_MAX: u64 = 1032;
/// Size or offset 0xFFFFFFFF: the true value is in a ZIP64 field (4.4.1.4), which is not read.
const ELSEWHERE: u32 = u32::MAX;
/// Longest name of a file, in bytes; files with longer names are skipped.
const NAME_MAX_BYTES: usize = 1024;
/// Length of the buffer through which a file is copied.
const PART_BYTES: usize = 64 * 1024;

/// Reason why an archive, or a file in it, is not read.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The file is no archive, is damaged or contradicts itself, or has features that are refused.
    #[error("it is no archive")]
    Broken,
    /// The file is neither stored nor deflated, or encrypted.
    #[error("a file is packed in a way that is not read")]
    Method,
    /// More came out than the limit.
    #[error("a file is longer than it may be")]
    TooLong,
    /// The unpacked length differs from the table's.
    #[error("a file is not as long as the table says")]
    Length,
    /// Reading or writing failed.
    #[error("reading or writing failed")]
    Io(#[from] io::Error),
}

/// File in an archive, as the table describes it. The table's sizes are not trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Name of the file, a path. It is only compared, never opened: it may contain `..`.
    pub name: String,
    /// Length in the archive, in bytes.
    packed: u64,
    /// Unpacked length as the table states it, in bytes.
    claimed: u64,
    method: u16,
    encrypted: bool,
    offset: u64,
}

impl Entry {
    /// Upper bound of the unpacked length, which does not rely on the stated one; at most `most`.
    pub fn bytes_max(&self, most: u64) -> u64 {
        match self.method {
            DEFLATED => most.min(self.packed.saturating_mul(DEFLATE_GROWTH_MAX)),
            _ => most.min(self.packed),
        }
    }

    /// Length in the archive, in bytes.
    pub fn packed_bytes(&self) -> u64 {
        self.packed
    }
}

/// Archive whose table has been found. The table stays in the file and is read entry by entry, as it may be large.
#[derive(Debug)]
pub struct Archive<R> {
    file: R,
    /// Position and length of the table, and its number of entries.
    table: (u64, u64, u16),
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// Fills `out`; fails with [`ArchiveError::Broken`] where the file ends before.
fn exactly(from: &mut impl Read, out: &mut [u8]) -> Result<(), ArchiveError> {
    from.read_exact(out).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => ArchiveError::Broken,
        _ => error.into(),
    })
}

impl<R: Read + Seek> Archive<R> {
    /// Finds the table of contents.
    pub fn open(mut file: R) -> Result<Self, ArchiveError> {
        let length = file.seek(SeekFrom::End(0))?;
        let tail_bytes = length.min(END_BYTES + COMMENT_MAX_BYTES);
        let tail_at = length - tail_bytes;
        file.seek(SeekFrom::Start(tail_at))?;
        let mut tail = vec![0; tail_bytes as usize];
        exactly(&mut file, &mut tail)?;
        let table = end_record(&tail, tail_at).ok_or(ArchiveError::Broken)?;
        Ok(Self { file, table })
    }

    /// Passes each entry of the table to `each`, in its order; fails where the table is broken.
    pub fn visit(&mut self, mut each: impl FnMut(Entry)) -> Result<(), ArchiveError> {
        let (offset, bytes, count) = self.table;
        self.file.seek(SeekFrom::Start(offset))?;
        let mut table = BufReader::new((&mut self.file).take(bytes));
        for _ in 0..count {
            let mut fixed = [0; ENTRY_BYTES];
            exactly(&mut table, &mut fixed)?;
            let (entry, name_bytes, rest_bytes) = entry(&fixed).ok_or(ArchiveError::Broken)?;
            let mut name = vec![0; name_bytes];
            exactly(&mut table, &mut name)?;
            let skipped = io::copy(&mut (&mut table).take(rest_bytes), &mut io::sink())?;
            if skipped != rest_bytes {
                return Err(ArchiveError::Broken);
            }
            if let Some(name) = String::from_utf8(name)
                .ok()
                .filter(|_| name_bytes <= NAME_MAX_BYTES)
            {
                each(Entry { name, ..entry });
            }
        }
        Ok(())
    }

    /// Entries whose names are `wanted`. Fails where there are more than `most`.
    pub fn find(
        &mut self,
        most: usize,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Entry>, ArchiveError> {
        let mut found = Vec::new();
        let mut more = false;
        self.visit(|entry| {
            if wanted(&entry.name) {
                more |= found.len() == most;
                if !more {
                    found.push(entry);
                }
            }
        })?;
        if more {
            Err(ArchiveError::Broken)
        } else {
            Ok(found)
        }
    }

    /// Unpacks one file of the archive to `out`; returns its length. Fails as soon as more than `most` bytes come out.
    pub fn unpack(
        &mut self,
        entry: &Entry,
        most: u64,
        out: &mut impl Write,
    ) -> Result<u64, ArchiveError> {
        if entry.encrypted {
            return Err(ArchiveError::Method);
        }
        self.file.seek(SeekFrom::Start(entry.offset))?;
        let mut local = [0; LOCAL_BYTES];
        exactly(&mut self.file, &mut local)?;
        let number = |at| u16_at(&local, at).map_or(0, u64::from);
        let (name_bytes, extra_bytes) = (number(26), number(28));
        let mut name = vec![0; name_bytes as usize];
        exactly(&mut self.file, &mut name)?;
        // Android refuses such a file, too: readers that go by the local header would see another name than those that go by the table.
        if !local.starts_with(b"PK\x03\x04") || name != entry.name.as_bytes() {
            return Err(ArchiveError::Broken);
        }
        let start = entry.offset + LOCAL_BYTES as u64 + name_bytes + extra_bytes;
        self.file.seek(SeekFrom::Start(start))?;
        let packed = (&mut self.file).take(entry.packed);
        let came = match entry.method {
            STORED => copy(packed, most, out)?,
            DEFLATED => copy(DeflateDecoder::new(packed), most, out)?,
            _ => return Err(ArchiveError::Method),
        };
        if came == entry.claimed {
            Ok(came)
        } else {
            Err(ArchiveError::Length)
        }
    }

    /// Position of the table of contents, in bytes. An APK has its signing block directly before it.
    pub(crate) const fn table_offset(&self) -> u64 {
        self.table.0
    }

    /// Fills `out` with raw bytes of the archive, from the position `at`.
    pub(crate) fn read_at(&mut self, at: u64, out: &mut [u8]) -> Result<(), ArchiveError> {
        self.file.seek(SeekFrom::Start(at))?;
        exactly(&mut self.file, out)
    }

    /// Unpacks a small file into memory, of which the caller has taken [`Entry::bytes_max`].
    pub fn bytes(&mut self, entry: &Entry, most: u64) -> Result<Vec<u8>, ArchiveError> {
        let most = entry.bytes_max(most);
        // The buffer is allocated at its full size: while a growing one is moved, both the old and the new one take memory.
        let mut out = Vec::with_capacity(most as usize);
        self.unpack(entry, most, &mut out)?;
        Ok(out)
    }
}

fn end_record(tail: &[u8], tail_at: u64) -> Option<(u64, u64, u16)> {
    let last = tail.len().checked_sub(END_BYTES as usize)?;
    let end = (0..=last).rev().find(|at| {
        tail[*at..].starts_with(b"PK\x05\x06")
            // The comment must reach exactly to the end of the file: otherwise these four bytes are part of a comment.
            && u16_at(tail, at + 20).map(usize::from) == Some(last - at)
    })?;
    let number = |at| u16_at(tail, end + at);
    let size = |at| u32_at(tail, end + at);
    let (disk, first, here, all) = (number(4)?, number(6)?, number(8)?, number(10)?);
    let (bytes, offset) = (size(12)?, size(16)?);
    let split = disk != 0 || first != 0 || here != all;
    if split || all == u16::MAX || bytes == ELSEWHERE || offset == ELSEWHERE {
        return None;
    }
    let (bytes, offset) = (u64::from(bytes), u64::from(offset));
    (offset + bytes <= tail_at + end as u64).then_some((offset, bytes, all))
}

/// Reads the fixed part of an entry; returns also the length of the name, and that of the extra field and comment behind it.
fn entry(fixed: &[u8; ENTRY_BYTES]) -> Option<(Entry, usize, u64)> {
    if !fixed.starts_with(b"PK\x01\x02") {
        return None;
    }
    let length = |at| u16_at(fixed, at);
    let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
    let (packed, claimed, offset) = (u32_at(fixed, 20)?, u32_at(fixed, 24)?, u32_at(fixed, 42)?);
    if [packed, claimed, offset].contains(&ELSEWHERE) {
        return None;
    }
    let entry = Entry {
        name: String::new(),
        packed: packed.into(),
        claimed: claimed.into(),
        method: length(10)?,
        encrypted: length(8)? & 1 == 1,
        offset: offset.into(),
    };
    Some((entry, name.into(), u64::from(extra) + u64::from(comment)))
}

/// Copies `from` to `out`; fails before it would write more than `most` bytes.
fn copy(mut from: impl Read, most: u64, out: &mut impl Write) -> Result<u64, ArchiveError> {
    let mut part = vec![0; PART_BYTES];
    let mut came = 0;
    loop {
        let count = from.read(&mut part).map_err(|error| match error.kind() {
            // These are the kinds with which flate2 reports damaged data.
            io::ErrorKind::InvalidInput
            | io::ErrorKind::InvalidData
            | io::ErrorKind::UnexpectedEof => ArchiveError::Broken,
            _ => error.into(),
        })?;
        if count == 0 {
            return Ok(came);
        }
        came += count as u64;
        if came > most {
            return Err(ArchiveError::TooLong);
        }
        out.write_all(&part[..count])?;
    }
}

/// Whether no two of these overlap. In some ZIP bombs many entries share the same packed bytes.
pub fn are_apart(entries: &[Entry]) -> bool {
    let mut places: Vec<(u64, u64)> = entries
        .iter()
        .map(|entry| {
            let before = (LOCAL_BYTES + entry.name.len()) as u64;
            (entry.offset, entry.offset + before + entry.packed)
        })
        .collect();
    places.sort_unstable();
    places.windows(2).all(|pair| pair[0].1 <= pair[1].0)
}
