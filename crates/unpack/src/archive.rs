//! Table of contents of an archive that came from anyone, and single files from it: as much as finding out what it is needs.
//! Source: PKWARE APPNOTE 4.3 and 4.4. Archives of more than 4 GiB and of several disks are refused, and so are contradictory ones.
//! Hand-written, as libraries repair what is refused here: `rawzip` 0.5 reads an end record with wrong disks, counts or table sizes and bytes before
//! or behind the archive, and `zip` keeps the whole table in memory.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};

use flate2::read::DeflateDecoder;
use thiserror::Error;

/// Length of the end record without its comment, and longest comment.
const END_BYTES: u64 = 22;
const COMMENT_MAX_BYTES: u64 = u16::MAX as u64;
/// Lengths of the fixed parts of an entry in the table, and before a file.
const ENTRY_BYTES: usize = 46;
const LOCAL_BYTES: usize = 30;
/// Methods: stored, and deflate.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Greatest growth by deflate: 258 bytes out of two bits (RFC 1951, 3.2.5).
const DEFLATE_GROWTH_MAX: u64 = 1032;
/// Size that says that the real one stands elsewhere.
const ELSEWHERE: u32 = u32::MAX;
/// Longest name of a file that is looked at, in bytes; files with longer ones are skipped.
const NAME_MAX_BYTES: usize = 1024;
/// Bytes that are copied at once.
const PART_BYTES: usize = 64 * 1024;

/// Reason why nothing is read of an archive.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The file is no archive, or not one that is read here.
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

/// File in an archive by the table, whose claims are not trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Name, a path; compared only, never used as one.
    pub name: String,
    /// Length in the archive, in bytes.
    packed: u64,
    /// Unpacked length by its claim, in bytes.
    claimed: u64,
    method: u16,
    encrypted: bool,
    offset: u64,
}

impl Entry {
    /// Greatest unpacked length, whatever it claims, when no more than `most` is taken.
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

/// Archive whose table has been found. The table stays in the file: reading it costs one entry at a time.
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

/// Reads exactly so many bytes, or fails as broken.
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

    /// Entries that are wanted, `most` of them; more are refused.
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

    /// Unpacks one file of the archive to `out`, `most` bytes at most, counted as they come out. Returns their number.
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
        // Android checks the same: a file with another name in its local header is not the one of the table.
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

    /// Position of the table of contents, in bytes: what is no file of the archive may stand before it.
    pub(crate) const fn table_offset(&self) -> u64 {
        self.table.0
    }

    /// Reads bytes of the archive itself.
    pub(crate) fn read_at(&mut self, at: u64, out: &mut [u8]) -> Result<(), ArchiveError> {
        self.file.seek(SeekFrom::Start(at))?;
        exactly(&mut self.file, out)
    }

    /// Unpacks a small file in memory: the caller has room for [`Entry::bytes_max`].
    pub fn bytes(&mut self, entry: &Entry, most: u64) -> Result<Vec<u8>, ArchiveError> {
        let most = entry.bytes_max(most);
        // The buffer is allocated at its full size: one that grows exists twice while it is moved.
        let mut out = Vec::with_capacity(most as usize);
        self.unpack(entry, most, &mut out)?;
        Ok(out)
    }
}

fn end_record(tail: &[u8], tail_at: u64) -> Option<(u64, u64, u16)> {
    let last = tail.len().checked_sub(END_BYTES as usize)?;
    let end = (0..=last).rev().find(|at| {
        tail[*at..].starts_with(b"PK\x05\x06")
            // A signature is that of the end record only if the rest is its comment; otherwise it stood in a comment.
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

/// Reads an entry without its name; returns also the lengths of its name and of what follows that.
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

/// Copies, and fails instead of writing one byte more than `most`.
fn copy(mut from: impl Read, most: u64, out: &mut impl Write) -> Result<u64, ArchiveError> {
    let mut part = vec![0; PART_BYTES];
    let mut came = 0;
    loop {
        let count = from.read(&mut part).map_err(|error| match error.kind() {
            // This is how flate2 reports damaged data.
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

/// Whether no two of these overlap: overlapping files are how a small archive holds endless data.
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
