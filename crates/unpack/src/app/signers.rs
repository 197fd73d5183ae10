//! Signing certificates of an app, by the APK signature schemes 2, 3 and 3.1, from the APK signing block before the archive's table.
//!
//! No signature is verified here: phones do that. The certificates of two apps show whether a phone would install one as the other's update. An
//! archive that is signed by scheme 1 alone has no block, so its certificates are not found.
//! Source: Android's documentation "APK Signature Scheme v2", "v3" and "v3.1".

use std::io::{Read, Seek};

use crate::{Archive, ArchiveError};

/// Magic bytes at the end of the block, behind its repeated length.
const MAGIC: &[u8; 16] = b"APK Sig Block 42";
const LENGTH_BYTES: u64 = 8;
const END_BYTES: u64 = LENGTH_BYTES + MAGIC.len() as u64;
/// Ids of the ID-value pairs that hold signers: of the schemes 2, 3 and 3.1.
const SCHEMES: [u32; 3] = [0x7109_871a, 0xf053_68c0, 0x1b93_ad61];
/// Most ID-value pairs of the block that are read; further ones are ignored.
const PARTS_MAX: usize = 32;
/// Longest pair with signers that is read, in bytes.
const PART_MAX_BYTES: u64 = 256 * 1024;
/// Most certificates that are reported; further ones are left out.
pub const SIGNERS_MAX: usize = 8;

/// Passes the certificate of each signer to `each`, in DER, at most [`SIGNERS_MAX`] in all. An app that is signed by several schemes yields the
/// same certificate several times. Passes none where the archive has no block; fails where the block contradicts itself.
pub fn signers<R: Read + Seek>(
    archive: &mut Archive<R>,
    mut each: impl FnMut(&[u8]),
) -> Result<(), ArchiveError> {
    let end = archive.table_offset();
    let Some(end_at) = end.checked_sub(END_BYTES) else {
        return Ok(());
    };
    let mut last = [0; END_BYTES as usize];
    archive.read_at(end_at, &mut last)?;
    if !last.ends_with(MAGIC) {
        return Ok(());
    }
    // The length is at both ends of the block; each counts all bytes of the block but the first length.
    let bytes = u64_of(&last)?;
    let start = end.checked_sub(bytes).ok_or(ArchiveError::Broken)?;
    if bytes < END_BYTES || start < LENGTH_BYTES {
        return Err(ArchiveError::Broken);
    }
    let mut at = start;
    let mut told = 0;
    for _ in 0..PARTS_MAX {
        if at >= end_at {
            break;
        }
        let mut head = [0; LENGTH_BYTES as usize + 4];
        archive.read_at(at, &mut head)?;
        let part = u64_of(&head)?;
        let next = part
            .checked_add(at + LENGTH_BYTES)
            .filter(|next| part >= 4 && *next <= end_at)
            .ok_or(ArchiveError::Broken)?;
        let id = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
        if SCHEMES.contains(&id) {
            if part > PART_MAX_BYTES {
                return Err(ArchiveError::TooLong);
            }
            let mut value = vec![0; (part - 4) as usize];
            archive.read_at(at + LENGTH_BYTES + 4, &mut value)?;
            let certificates = certificates(&value).ok_or(ArchiveError::Broken)?;
            for certificate in certificates {
                if told < SIGNERS_MAX {
                    each(certificate);
                }
                told += 1;
            }
        }
        at = next;
    }
    Ok(())
}

fn u64_of(bytes: &[u8]) -> Result<u64, ArchiveError> {
    let number = bytes.first_chunk().ok_or(ArchiveError::Broken)?;
    Ok(u64::from_le_bytes(*number))
}

/// Takes a length-prefixed value (32 bits, little-endian) off the front of `bytes`.
fn take_prefixed<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (value, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    Some(value)
}

/// First certificate of each signer, whose key made the signature. The further ones are its certificate chain.
fn certificates(mut value: &[u8]) -> Option<Vec<&[u8]>> {
    let mut signers = take_prefixed(&mut value)?;
    let mut found = Vec::new();
    while !signers.is_empty() {
        let mut signer = take_prefixed(&mut signers)?;
        let mut signed = take_prefixed(&mut signer)?;
        let _digests = take_prefixed(&mut signed)?;
        let mut certificates = take_prefixed(&mut signed)?;
        found.push(take_prefixed(&mut certificates)?);
    }
    Some(found)
}
