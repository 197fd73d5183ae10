//! Finds out from its bytes alone what an uploaded file is: an app of one archive, a bundle of all archives of an app, a video, or a plain
//! file. Its name and the type that the browser tells do not count.
//!
//! The file may be hostile: unpacked bytes are counted as they come, whole parts go to the disk, and the caller's wait is bounded.

mod mp4;

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use causes::causes;
use domain::uploads::{ARCHIVES_MAX, AppFacts, FILE_MAX_BYTES, FileKind};
use sha2::{Digest, Sha256};
use unpack::app::MANIFEST_NAME;
use unpack::{Archive, Entry, archive};

use crate::app_facts::{ArchiveManifest, icon};

/// Greatest growth by unpacking: an archive that grows more is refused.
const GROWTH_MAX: u64 = 10;
/// Unpacked size below which growth is not checked.
const GROWTH_FREE_BYTES: u64 = 1024 * 1024;
/// Bytes that are read at once.
const PART_BYTES: usize = 256 * 1024;

/// Result of inspecting a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Inspection {
    pub(super) kind: FileKind,
    pub(super) app: Option<AppFacts>,
    pub(super) icon: Option<Vec<u8>>,
    /// Bytes that were unpacked beside the file.
    pub(super) unpacked: i64,
}

impl Inspection {
    /// Result for a plain file.
    pub(super) const PLAIN: Self = Self {
        kind: FileKind::File,
        app: None,
        icon: None,
        unpacked: 0,
    };
}

/// Path of an unpacked archive.
pub(super) fn part(parts: &Path, nth: usize) -> PathBuf {
    parts.join(format!("{nth}.apk"))
}

/// A file's length in bytes, and its SHA-256 in hexadecimal digits.
pub(super) fn digest(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut length = 0;
    let mut part = vec![0; PART_BYTES];
    loop {
        let count = file.read(&mut part)?;
        if count == 0 {
            break;
        }
        digest.update(&part[..count]);
        length += count as u64;
    }
    Ok((length, hex::encode(digest.finalize())))
}

/// Inspects a file. The archives of a bundle are unpacked into the folder `parts`, which does not exist afterwards for any other file.
pub(super) fn inspect(path: &Path, parts: &Path) -> Inspection {
    if let Some(inspection) = try_inspect(path, parts) {
        return inspection;
    }
    if File::open(path).is_ok_and(|mut file| mp4::is_video(&mut file).unwrap_or(false)) {
        return Inspection {
            kind: FileKind::Video,
            ..Inspection::PLAIN
        };
    }
    // A file that turned out to be no bundle may have been unpacked in part.
    if let Err(error) = std::fs::remove_dir_all(parts)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(
            path = %parts.display(),
            error = %causes(&error),
            "remove unpacked upload failed"
        );
    }
    Inspection::PLAIN
}

fn try_inspect(path: &Path, parts: &Path) -> Option<Inspection> {
    let mut file = File::open(path).ok()?;
    let mut magic = [0; 4];
    file.read_exact(&mut magic).ok()?;
    if magic != *b"PK\x03\x04" {
        return None;
    }
    let length = file.seek(SeekFrom::End(0)).ok()?;
    let mut archive = Archive::open(file).ok()?;
    let mut is_app = false;
    let seen = archive.visit(|entry| is_app |= entry.name == MANIFEST_NAME);
    seen.ok()?;
    if !is_app {
        return bundle(&mut archive, parts);
    }
    let manifest = ArchiveManifest::read(&mut archive)?;
    if manifest.app.split.is_some() {
        // A split archive without its base is no app.
        return None;
    }
    Some(Inspection {
        kind: FileKind::Apk,
        app: Some(manifest.facts(vec![i64::try_from(length).ok()?])),
        icon: manifest.icon,
        unpacked: 0,
    })
}

/// APKs in a bundle: at its top, or in `splits/`, where Android's bundletool puts them.
fn archives(archive: &mut Archive<File>) -> Option<Vec<Entry>> {
    let mut inside = |folder: &str| {
        archive.find(ARCHIVES_MAX, |name| {
            name.strip_prefix(folder).is_some_and(|rest| {
                let path = Path::new(rest);
                !rest.contains('/')
                    && path
                        .extension()
                        .is_some_and(|end| end.eq_ignore_ascii_case("apk"))
            })
        })
    };
    let top = inside("").ok()?;
    if top.is_empty() {
        inside("splits/").ok()
    } else {
        Some(top)
    }
}

fn bundle(archive: &mut Archive<File>, parts: &Path) -> Option<Inspection> {
    let found = archives(archive)?;
    if found.is_empty() || !archive::are_apart(&found) {
        return None;
    }
    std::fs::create_dir_all(parts).ok()?;
    let mut left = FILE_MAX_BYTES.unsigned_abs();
    let mut read = Vec::new();
    for (nth, entry) in found.iter().enumerate() {
        let path = parts.join(format!("{nth}.part"));
        let grown = (entry.packed_bytes() * GROWTH_MAX).max(GROWTH_FREE_BYTES);
        let mut part = File::create(&path).ok()?;
        let whole = archive.unpack(entry, left.min(grown), &mut part).ok()?;
        left -= whole;
        let manifest = ArchiveManifest::read(&mut Archive::open(File::open(&path).ok()?).ok()?)?;
        read.push((manifest, path, whole));
    }
    // The base first; the others as they came.
    read.sort_by_key(|(manifest, _, _)| manifest.app.split.is_some());
    let bases = read
        .iter()
        .filter(|(manifest, _, _)| manifest.app.split.is_none());
    let one_app = read
        .windows(2)
        .all(|pair| pair[0].0.is_same_app(&pair[1].0));
    if bases.count() != 1 || !one_app {
        return None;
    }
    let mut sizes = Vec::new();
    for (nth, (_, path, whole)) in read.iter().enumerate() {
        std::fs::rename(path, part(parts, nth)).ok()?;
        sizes.push(i64::try_from(*whole).ok()?);
    }
    let base = read.into_iter().next()?.0;
    let icon = base.icon.clone().or_else(|| icon(archive, "icon.png"));
    Some(Inspection {
        kind: FileKind::Bundle,
        unpacked: sizes.iter().sum(),
        app: Some(base.facts(sizes)),
        icon,
    })
}

#[cfg(test)]
mod tests;
