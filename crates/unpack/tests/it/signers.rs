//! Signers of apps, by the block before the archive's table.

use std::io::Cursor;

use unpack::app::{SIGNERS_MAX, signers};
use unpack::samples::{archive, signed, with_block};
use unpack::{Archive, ArchiveError};

const V2: u32 = 0x7109_871a;
const V3: u32 = 0xf053_68c0;
const V31: u32 = 0x1b93_ad61;
/// Padding, which many archives have.
const PADDING: u32 = 0x4272_6577;

fn plain() -> Vec<u8> {
    archive(&[("AndroidManifest.xml", b"any")], true)
}

fn read(bytes: &[u8]) -> Result<Vec<Vec<u8>>, ArchiveError> {
    let mut found = Vec::new();
    let mut archive = Archive::open(Cursor::new(bytes))?;
    signers(&mut archive, |certificate| found.push(certificate.to_vec()))?;
    Ok(found)
}

#[test]
fn the_certificates_of_all_schemes_are_told_and_the_files_stay_readable() {
    let both = signed(
        &plain(),
        &[
            (PADDING, &[b"none"]),
            (V2, &[b"old", b"second"]),
            (V3, &[b"new"]),
            (V31, &[b"newest"]),
        ],
    );
    let names: [&[u8]; 4] = [b"old", b"second", b"new", b"newest"];
    assert_eq!(read(&both).unwrap(), names);
    let mut archive = Archive::open(Cursor::new(&both)).unwrap();
    let found = archive.find(1, |_| true).unwrap();
    assert_eq!(archive.bytes(&found[0], 10).unwrap(), b"any");
}

#[test]
fn an_archive_without_a_block_tells_none() {
    assert!(read(&plain()).unwrap().is_empty());
    assert!(read(&archive(&[], false)).unwrap().is_empty());
    assert!(read(&signed(&plain(), &[])).unwrap().is_empty());
}

#[test]
fn no_more_are_told_than_are_kept() {
    let many: Vec<&[u8]> = vec![b"one"; SIGNERS_MAX + 1];
    assert_eq!(
        read(&signed(&plain(), &[(V2, &many)])).unwrap().len(),
        SIGNERS_MAX
    );
}

#[test]
fn a_block_that_contradicts_itself_is_refused() {
    let part = |length: u64, id: u32, value: &[u8]| {
        [&length.to_le_bytes()[..], &id.to_le_bytes(), value].concat()
    };
    for (why, parts) in [
        ("a part is longer than the block", part(1000, V2, b"abc")),
        ("a part's end is no number", part(u64::MAX - 3, V2, b"abc")),
        ("a part has no id", part(3, V2, b"")),
        (
            "the signers are cut off",
            part(12, V2, &[255, 0, 0, 0, 1, 2, 3, 4]),
        ),
        (
            "a signer has no certificate",
            part(12, V2, &[4, 0, 0, 0, 0, 0, 0, 0]),
        ),
    ] {
        let broken = read(&with_block(&plain(), &parts));
        assert!(matches!(broken, Err(ArchiveError::Broken)), "{why}");
    }
    let long = part(300 * 1024 + 4, V2, &vec![0; 300 * 1024]);
    let refused = read(&with_block(&plain(), &long));
    assert!(matches!(refused, Err(ArchiveError::TooLong)));
    // The length at the block's end leads before the archive's start.
    let mut lying = signed(&plain(), &[(V2, &[b"one"])]);
    let magic = lying
        .windows(16)
        .position(|part| part == b"APK Sig Block 42")
        .unwrap();
    lying[magic - 8..magic].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(matches!(read(&lying), Err(ArchiveError::Broken)));
}
