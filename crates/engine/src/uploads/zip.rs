//! The table of contents of an archive that came from anyone, and single files out of it: as much as finding out what it is needs.
//! Source: PKWARE APPNOTE 4.3. Archives of more than 4 GiB and of several disks are refused, and so is whatever lies about its sizes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use flate2::read::DeflateDecoder;

/// Longest table of contents that is read, in bytes.
const TABLE_MAX_BYTES: u64 = 16 * 1024 * 1024;
/// The end record without its comment, and the longest comment.
const END_BYTES: u64 = 22;
const COMMENT_MAX_BYTES: u64 = u16::MAX as u64;
/// Fixed parts of an entry in the table, and before a file.
const ENTRY_BYTES: usize = 46;
const LOCAL_BYTES: usize = 30;
/// Files that are stored as they are, and by deflate.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
/// Sizes that say that the real ones stand elsewhere.
const ELSEWHERE: u32 = u32::MAX;
/// Bytes that are copied at once.
const PART_BYTES: usize = 64 * 1024;

/// A file in an archive, as the table says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its name, a path; compared only, never used as one.
    pub(super) name: String,
    /// Bytes that it takes in the archive.
    pub(super) packed: u64,
    /// Bytes that it has.
    pub(super) whole: u64,
    method: u16,
    encrypted: bool,
    offset: u64,
}

/// It is no archive, or not one that is read here.
pub(super) fn bad() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// Reads the table of contents.
pub(super) fn table(file: &mut File) -> io::Result<Vec<Entry>> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail_bytes = length.min(END_BYTES + COMMENT_MAX_BYTES);
    let tail_at = length - tail_bytes;
    let tail = read_at(file, tail_at, tail_bytes)?;
    let end = (0..=tail.len().saturating_sub(END_BYTES as usize))
        .rev()
        .find(|at| {
            tail[*at..].starts_with(b"PK\x05\x06")
                // Its comment is what is left, or the signature stood in one.
                && u16_at(&tail, at + 20).map(usize::from) == Some(tail.len() - at - END_BYTES as usize)
        })
        .ok_or_else(bad)?;
    let number = |at| u16_at(&tail, end + at).ok_or_else(bad);
    let size = |at| u32_at(&tail, end + at).ok_or_else(bad);
    let (disk, first, here, all) = (number(4)?, number(6)?, number(8)?, number(10)?);
    let (bytes, offset) = (size(12)?, size(16)?);
    let split = disk != 0 || first != 0 || here != all;
    if split || all == u16::MAX || bytes == ELSEWHERE || offset == ELSEWHERE {
        return Err(bad());
    }
    let (bytes, offset) = (u64::from(bytes), u64::from(offset));
    if bytes > TABLE_MAX_BYTES || offset + bytes > tail_at + end as u64 {
        return Err(bad());
    }
    let table = read_at(file, offset, bytes)?;
    let mut rest = table.as_slice();
    let mut entries = Vec::new();
    for _ in 0..all {
        let (entry, after) = entry(rest).ok_or_else(bad)?;
        rest = after;
        entries.push(entry);
    }
    Ok(entries)
}

fn entry(bytes: &[u8]) -> Option<(Entry, &[u8])> {
    if !bytes.starts_with(b"PK\x01\x02") {
        return None;
    }
    let length = |at| u16_at(bytes, at).map(usize::from);
    let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
    let (packed, whole, offset) = (u32_at(bytes, 20)?, u32_at(bytes, 24)?, u32_at(bytes, 42)?);
    if [packed, whole, offset].contains(&ELSEWHERE) {
        return None;
    }
    let text = bytes.get(ENTRY_BYTES..ENTRY_BYTES + name)?;
    let entry = Entry {
        name: String::from_utf8_lossy(text).into_owned(),
        packed: packed.into(),
        whole: whole.into(),
        method: u16_at(bytes, 10)?,
        encrypted: u16_at(bytes, 8)? & 1 == 1,
        offset: offset.into(),
    };
    Some((entry, bytes.get(ENTRY_BYTES + name + extra + comment..)?))
}

fn read_at(file: &mut File, at: u64, bytes: u64) -> io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    let mut read = Vec::new();
    file.take(bytes).read_to_end(&mut read)?;
    if read.len() as u64 == bytes {
        Ok(read)
    } else {
        Err(bad())
    }
}

/// Whether no two of these lie over each other: the way in which a small archive holds endless files.
pub(super) fn are_apart(entries: &[&Entry]) -> bool {
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

/// Writes one file of the archive to `out`; exactly as many bytes as the table says, or it fails.
pub(super) fn unpack(file: &mut File, entry: &Entry, out: &mut impl Write) -> io::Result<()> {
    if entry.encrypted {
        return Err(bad());
    }
    let local = read_at(file, entry.offset, LOCAL_BYTES as u64)?;
    if !local.starts_with(b"PK\x03\x04") {
        return Err(bad());
    }
    let length = |at| u16_at(&local, at).map(u64::from).ok_or_else(bad);
    let start = entry.offset + LOCAL_BYTES as u64 + length(26)? + length(28)?;
    file.seek(SeekFrom::Start(start))?;
    let packed = file.take(entry.packed);
    match entry.method {
        STORED if entry.packed == entry.whole => copy(packed, entry.whole, out),
        DEFLATED => copy(DeflateDecoder::new(packed), entry.whole, out),
        _ => Err(bad()),
    }
}

fn copy(mut from: impl Read, whole: u64, out: &mut impl Write) -> io::Result<()> {
    let mut part = vec![0; PART_BYTES];
    let mut left = whole;
    loop {
        let count = from.read(&mut part)?;
        if count == 0 {
            return if left == 0 { Ok(()) } else { Err(bad()) };
        }
        left = left.checked_sub(count as u64).ok_or_else(bad)?;
        out.write_all(&part[..count])?;
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::DeflateEncoder;

    /// An archive of these files, by deflate or as they are.
    pub(in crate::uploads) fn archive(files: &[(&str, &[u8])], deflate: bool) -> Vec<u8> {
        let mut out = Vec::new();
        let mut table = Vec::new();
        for (name, content) in files {
            let offset = out.len() as u32;
            let packed = if deflate {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
                encoder.write_all(content).unwrap();
                encoder.finish().unwrap()
            } else {
                content.to_vec()
            };
            let method = if deflate { DEFLATED } else { STORED };
            let mut middle = Vec::new();
            middle.extend(20u16.to_le_bytes());
            middle.extend(0u16.to_le_bytes());
            middle.extend(method.to_le_bytes());
            middle.extend([0; 8]);
            middle.extend((packed.len() as u32).to_le_bytes());
            middle.extend((content.len() as u32).to_le_bytes());
            middle.extend((name.len() as u16).to_le_bytes());
            middle.extend(0u16.to_le_bytes());
            out.extend(b"PK\x03\x04");
            out.extend(&middle);
            out.extend(name.as_bytes());
            out.extend(packed);
            table.extend(b"PK\x01\x02");
            table.extend(20u16.to_le_bytes());
            table.extend(&middle);
            table.extend([0; 10]);
            table.extend(offset.to_le_bytes());
            table.extend(name.as_bytes());
        }
        let (offset, bytes, count) = (out.len() as u32, table.len() as u32, files.len() as u16);
        out.extend(table);
        out.extend(b"PK\x05\x06");
        out.extend([0; 4]);
        out.extend(count.to_le_bytes());
        out.extend(count.to_le_bytes());
        out.extend(bytes.to_le_bytes());
        out.extend(offset.to_le_bytes());
        out.extend([0; 2]);
        out
    }

    fn opened(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    #[test]
    fn files_are_found_and_unpacked_as_they_went_in() {
        let long = vec![7; 200_000];
        for deflate in [true, false] {
            let mut file = opened(&archive(&[("a.apk", b"one"), ("b/c.apk", &long)], deflate));
            let entries = table(&mut file).unwrap();
            let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
            assert_eq!(names, ["a.apk", "b/c.apk"]);
            assert!(are_apart(&entries.iter().collect::<Vec<_>>()));
            for (entry, content) in entries.iter().zip([&b"one"[..], &long]) {
                let mut out = Vec::new();
                unpack(&mut file, entry, &mut out).unwrap();
                assert!(out == content);
            }
        }
    }

    #[test]
    fn whoever_lies_about_sizes_gets_nothing_out() {
        let mut file = opened(&archive(&[("a.apk", &vec![0; 100_000])], true));
        let honest = table(&mut file).unwrap().remove(0);
        for whole in [honest.whole - 1, honest.whole + 1, 10, u64::from(u32::MAX)] {
            let lying = Entry {
                whole,
                ..honest.clone()
            };
            let mut out = Vec::new();
            assert!(unpack(&mut file, &lying, &mut out).is_err(), "{whole}");
            assert!(out.len() as u64 <= whole, "no more than it claims");
        }
        let twice = [&honest, &honest];
        assert!(!are_apart(&twice), "two in one place");
    }

    #[test]
    fn what_is_no_archive_is_refused_at_every_length() {
        let whole = archive(&[("a.apk", b"one"), ("b.apk", b"two")], true);
        for length in 0..whole.len() {
            assert!(table(&mut opened(&whole[..length])).is_err(), "{length}");
        }
        // Each byte of the end record that says more than there is.
        let end = whole.len() - END_BYTES as usize;
        for at in [4, 6, 8, 10, 12, 16, 20] {
            let mut lying = whole.clone();
            lying[end + at] = lying[end + at].wrapping_add(0x55);
            let _ = table(&mut opened(&lying));
            lying[end + at + 1] = 0xff;
            assert!(table(&mut opened(&lying)).is_err(), "{at}");
        }
        assert!(table(&mut opened(b"")).is_err());
    }
}
