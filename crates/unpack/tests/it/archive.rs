//! Archives: right ones, and whatever lies about its sizes.

use std::io::{self, Cursor, Write};

use unpack::archive::are_apart;
use unpack::samples::{File, archive, lying_archive};
use unpack::{Archive, ArchiveError, Entry};

/// Counts what comes out, and keeps nothing.
#[derive(Default)]
struct Counting(u64);

impl Write for Counting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn opened(bytes: &[u8]) -> (Archive<Cursor<&[u8]>>, Vec<Entry>) {
    let mut archive = Archive::open(Cursor::new(bytes)).expect("an archive");
    let entries = archive.find(100, |_| true).expect("a table");
    (archive, entries)
}

fn file(content: &[u8], deflate: bool) -> File<'_> {
    File {
        name: "a.apk",
        content,
        deflate,
        claimed: None,
        claimed_packed: None,
    }
}

#[test]
fn files_are_found_and_unpacked_as_they_went_in() {
    let long = vec![7; 200_000];
    for deflate in [true, false] {
        let bytes = archive(&[("a.apk", b"one"), ("b/c.apk", &long)], deflate);
        let (mut archive, entries) = opened(&bytes);
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["a.apk", "b/c.apk"]);
        assert!(are_apart(&entries));
        for (entry, content) in entries.iter().zip([&b"one"[..], &long]) {
            assert!(archive.bytes(entry, 200_000).expect("a file") == content);
        }
    }
}

#[test]
fn the_limit_counts_what_comes_out_whatever_the_table_claims() {
    let content = vec![0; 10_000_000];
    for claimed in [1000, 10_000_000, u32::MAX - 1] {
        let bytes = lying_archive(&[File {
            claimed: Some(claimed),
            ..file(&content, true)
        }]);
        let (mut archive, entries) = opened(&bytes);
        let mut out = Counting::default();
        let refused = archive.unpack(&entries[0], 300_000, &mut out);
        assert!(matches!(refused, Err(ArchiveError::TooLong)), "{claimed}");
        assert!(out.0 <= 300_000, "{} bytes came out", out.0);
        let reserved = entries[0].bytes_max(300_000);
        assert_eq!(reserved, 300_000, "as much as may come out");
    }
    let exact = lying_archive(&[file(&content, true)]);
    let (mut archive, entries) = opened(&exact);
    let all = archive.unpack(&entries[0], 10_000_000, &mut Counting::default());
    assert_eq!(all.expect("at the limit"), 10_000_000);
    let less = archive.unpack(&entries[0], 9_999_999, &mut Counting::default());
    assert!(matches!(less, Err(ArchiveError::TooLong)));
}

#[test]
fn the_method_decides_and_not_two_sizes_that_are_alike() {
    // Deflated, while the table claims that it is as long as it is packed: a reader that goes by the sizes takes it for stored.
    let content = vec![0; 1_000_000];
    let honest = lying_archive(&[file(&content, true)]);
    let packed = opened(&honest).1[0].packed_bytes() as u32;
    let bytes = lying_archive(&[File {
        claimed: Some(packed),
        ..file(&content, true)
    }]);
    let (mut archive, entries) = opened(&bytes);
    let mut out = Counting::default();
    let refused = archive.unpack(&entries[0], 2_000_000, &mut out);
    assert!(matches!(refused, Err(ArchiveError::Length)));
    assert_eq!(out.0, 1_000_000, "it was unpacked, as the method says");
    // A method that is not read, in the table (10 bytes into its entry).
    let mut other = archive_of_one();
    let table = find(&other, b"PK\x01\x02");
    other[table + 10] = 12;
    let (mut archive, entries) = opened(&other);
    let refused = archive.bytes(&entries[0], 100);
    assert!(matches!(refused, Err(ArchiveError::Method)));
}

fn archive_of_one() -> Vec<u8> {
    archive(&[("a.apk", b"one")], false)
}

fn find(bytes: &[u8], wanted: &[u8]) -> usize {
    let found = bytes.windows(wanted.len()).position(|part| part == wanted);
    found.expect("it is there")
}

#[test]
fn a_file_that_is_called_otherwise_where_it_lies_is_refused() {
    let mut bytes = archive_of_one();
    bytes[30] = b'b';
    let (mut archive, entries) = opened(&bytes);
    let refused = archive.bytes(&entries[0], 100);
    assert!(matches!(refused, Err(ArchiveError::Broken)));
}

#[test]
fn whoever_lies_about_lengths_gets_nothing_accepted() {
    for (claimed, claimed_packed) in [(Some(2), None), (Some(4), None), (None, Some(2))] {
        let bytes = lying_archive(&[File {
            claimed,
            claimed_packed,
            ..file(b"one", false)
        }]);
        let (mut archive, entries) = opened(&bytes);
        let refused = archive.bytes(&entries[0], 100);
        assert!(matches!(refused, Err(ArchiveError::Length)), "{claimed:?}");
    }
    let twice = [opened(&archive_of_one()).1, opened(&archive_of_one()).1].concat();
    assert!(!are_apart(&twice), "two in one place");
}

#[test]
fn no_more_are_found_than_are_asked_for() {
    let bytes = archive(&[("a", b""), ("b", b""), ("c", b"")], false);
    let mut archive = Archive::open(Cursor::new(bytes)).expect("an archive");
    assert_eq!(archive.find(3, |_| true).expect("three").len(), 3);
    assert!(archive.find(2, |_| true).is_err());
    assert_eq!(archive.find(2, |name| name != "b").expect("two").len(), 2);
}

#[test]
fn what_is_no_archive_is_refused_at_every_length() {
    let whole = archive(&[("a.apk", b"one"), ("b.apk", b"two")], true);
    let read = |bytes: &[u8]| {
        let mut archive = Archive::open(Cursor::new(bytes))?;
        archive.visit(|_| ())
    };
    assert!(read(&whole).is_ok());
    for length in 0..whole.len() {
        assert!(read(&whole[..length]).is_err(), "{length}");
    }
    // Each number of the end record that says more than there is.
    let end = whole.len() - 22;
    for at in [4, 6, 8, 10, 12, 16, 20] {
        let mut lying = whole.clone();
        lying[end + at + 1] = 0xff;
        assert!(read(&lying).is_err(), "{at}");
    }
}
