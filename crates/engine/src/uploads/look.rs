//! What a file is that somebody sent: an app, all archives of an app, or anything. Its name and the browser are not asked.
//!
//! It may be made to hurt: sizes are checked before anything is unpacked, what is unpacked lies on the disk, and whoever waits for the
//! answer does not wait for ever.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use apk_info::Apk;
use domain::uploads::{ARCHIVES_MAX, AppFacts, FILE_MAX_BYTES, FileKind};
use image::{DynamicImage, ImageFormat, ImageReader, Limits};
use sha2::{Digest, Sha256};

use super::zip::{self, Entry};

/// What a manifest says at most, in bytes, packed and whole; and the table of texts and pictures.
const MANIFEST: (u64, u64) = (512 * 1024, 4 * 1024 * 1024);
const RESOURCES: (u64, u64) = (1024 * 1024, 40 * 1024 * 1024);
/// An app's picture.
const ICON_MAX_BYTES: u64 = 512 * 1024;
const ICON_MAX_PIXELS: u32 = 1024;
/// Its edge as it is kept, in pixels.
const ICON_EDGE: u32 = 96;
/// Decoding it.
const ICON_DECODE_MAX_BYTES: u64 = 16 * 1024 * 1024;
/// Archives are packed already: whoever says to grow more than so many times is no archive.
const GROWTH_MAX: u64 = 10;
/// Below this nobody minds.
const GROWTH_FREE_BYTES: u64 = 1024 * 1024;
/// Longest texts that are kept, in bytes.
const LABEL_MAX_BYTES: usize = 120;
const VERSION_MAX_BYTES: usize = 60;
/// Longest name of a package, as Android's.
const PACKAGE_MAX_BYTES: usize = 223;
const MANIFEST_NAME: &str = "AndroidManifest.xml";
/// Bytes that are read at once.
const PART_BYTES: usize = 256 * 1024;

/// What a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) kind: FileKind,
    pub(super) app: Option<AppFacts>,
    pub(super) icon: Option<Vec<u8>>,
    /// Bytes that were unpacked beside it.
    pub(super) unpacked: i64,
}

impl Look {
    /// Anything.
    pub(super) const PLAIN: Self = Self {
        kind: FileKind::File,
        app: None,
        icon: None,
        unpacked: 0,
    };
}

/// The place of an archive that was unpacked.
pub(super) fn part(parts: &Path, nth: usize) -> PathBuf {
    parts.join(format!("{nth}.apk"))
}

/// Length, and SHA-256 in hexadecimal digits.
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
    let digits = digest.finalize();
    let mut text = String::new();
    for byte in digits {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok((length, text))
}

/// Looks at a file. Archives of an app that lie in it are unpacked into the folder `parts`; of whatever else nothing is left there.
pub(super) fn look(path: &Path, parts: &Path) -> Look {
    if let Some(look) = try_look(path, parts) {
        return look;
    }
    // It may have begun.
    if let Err(error) = std::fs::remove_dir_all(parts)
        && error.kind() != io::ErrorKind::NotFound
    {
        tracing::warn!(%error, "what was unpacked of a file is not removed");
    }
    Look::PLAIN
}

fn try_look(path: &Path, parts: &Path) -> Option<Look> {
    let mut file = File::open(path).ok()?;
    let mut magic = [0; 4];
    file.read_exact(&mut magic).ok()?;
    if magic != *b"PK\x03\x04" {
        return None;
    }
    let entries = zip::table(&mut file).ok()?;
    if entries.iter().any(|entry| entry.name == MANIFEST_NAME) {
        let length = file.seek(SeekFrom::End(0)).ok()?;
        let about = about(path, &entries)?;
        if about.split.is_some() {
            // A part of an app alone is none.
            return None;
        }
        return Some(Look {
            kind: FileKind::Apk,
            app: Some(about.facts(vec![i64::try_from(length).ok()?])),
            icon: about.icon,
            unpacked: 0,
        });
    }
    bundle(&mut file, &entries, parts)
}

/// The archives in it: at its top, or where Android's own tool puts them.
fn archives(entries: &[Entry]) -> Vec<&Entry> {
    let inside = |folder: &str| -> Vec<&Entry> {
        let is = |name: &str| {
            let rest = name.strip_prefix(folder)?;
            let end = rest.len().checked_sub(4)?;
            (!rest.contains('/')
                && rest.is_char_boundary(end)
                && rest[end..].eq_ignore_ascii_case(".apk"))
            .then_some(())
        };
        entries.iter().filter(|e| is(&e.name).is_some()).collect()
    };
    let top = inside("");
    if top.is_empty() {
        inside("splits/")
    } else {
        top
    }
}

fn bundle(file: &mut File, entries: &[Entry], parts: &Path) -> Option<Look> {
    let found = archives(entries);
    let whole: u64 = found.iter().map(|entry| entry.whole).sum();
    let grows =
        |entry: &&Entry| entry.whole > GROWTH_FREE_BYTES && entry.whole / GROWTH_MAX > entry.packed;
    if found.is_empty()
        || found.len() > ARCHIVES_MAX
        || whole > FILE_MAX_BYTES.unsigned_abs()
        || found.iter().any(grows)
        || !zip::are_apart(&found)
    {
        return None;
    }
    std::fs::create_dir_all(parts).ok()?;
    let mut read = Vec::new();
    for (nth, entry) in found.iter().enumerate() {
        let path = parts.join(format!("{nth}.part"));
        zip::unpack(file, entry, &mut File::create(&path).ok()?).ok()?;
        let inner = zip::table(&mut File::open(&path).ok()?).ok()?;
        read.push((about(&path, &inner)?, path, entry.whole));
    }
    // The base first; the others as they came.
    read.sort_by_key(|(about, _, _)| about.split.is_some());
    let bases = read.iter().filter(|(about, _, _)| about.split.is_none());
    let one_app = read.windows(2).all(|pair| pair[0].0.is_with(&pair[1].0));
    if bases.count() != 1 || !one_app {
        return None;
    }
    let mut sizes = Vec::new();
    for (nth, (_, path, whole)) in read.iter().enumerate() {
        std::fs::rename(path, part(parts, nth)).ok()?;
        sizes.push(i64::try_from(*whole).ok()?);
    }
    let base = read.into_iter().next()?.0;
    let icon = base.icon.clone().or_else(|| {
        let entry = entries.iter().find(|entry| entry.name == "icon.png")?;
        small(&bytes_of(file, entry)?)
    });
    Some(Look {
        kind: FileKind::Bundle,
        unpacked: sizes.iter().sum(),
        app: Some(base.facts(sizes)),
        icon,
    })
}

fn bytes_of(file: &mut File, entry: &Entry) -> Option<Vec<u8>> {
    if entry.whole > ICON_MAX_BYTES {
        return None;
    }
    let mut out = Vec::new();
    zip::unpack(file, entry, &mut out).ok()?;
    Some(out)
}

/// What one archive says of itself.
struct About {
    package: String,
    split: Option<String>,
    label: String,
    version_name: String,
    version_code: i64,
    min_sdk: i32,
    icon: Option<Vec<u8>>,
}

impl About {
    fn is_with(&self, other: &Self) -> bool {
        self.package == other.package && self.version_code == other.version_code
    }

    fn facts(&self, archives: Vec<i64>) -> AppFacts {
        AppFacts {
            package: self.package.clone(),
            label: self.label.clone(),
            version_name: self.version_name.clone(),
            version_code: self.version_code,
            min_sdk: self.min_sdk,
            archives,
        }
    }
}

fn about(path: &Path, entries: &[Entry]) -> Option<About> {
    let within = |name: &str, (packed, whole): (u64, u64)| {
        entries.iter().filter(|e| e.name == name).all(|entry| {
            let stored = entry.packed == entry.whole;
            entry.whole <= whole && (stored || entry.packed <= packed)
        })
    };
    // Two of them are read otherwise by everybody.
    let manifests = entries.iter().filter(|e| e.name == MANIFEST_NAME);
    let once = manifests.count() == 1;
    if !once || !within(MANIFEST_NAME, MANIFEST) || !within("resources.arsc", RESOURCES) {
        return None;
    }
    let apk = Apk::new(path).ok()?;
    let package = apk.get_package_name().filter(|name| is_package(name))?;
    let split = apk.get_attribute_value("manifest", "split");
    let label = apk
        .get_application_label()
        .map(|label| text(&label, LABEL_MAX_BYTES));
    let number = |text: Option<String>| text.and_then(|text| text.parse::<i64>().ok());
    Some(About {
        label: label
            .filter(|label| domain::text::is_seen(label))
            .unwrap_or_else(|| package.clone()),
        split: split.filter(|split| !split.is_empty()),
        version_name: text(
            &apk.get_version_name().unwrap_or_default(),
            VERSION_MAX_BYTES,
        ),
        version_code: number(apk.get_version_code()).unwrap_or(0),
        min_sdk: number(apk.get_min_sdk_version())
            .and_then(|sdk| i32::try_from(sdk).ok())
            .unwrap_or(1),
        icon: icon(&apk, path, entries),
        package,
    })
}

/// One line, without what disguises it.
fn text(text: &str, max_bytes: usize) -> String {
    let cut = &text[..text.floor_char_boundary(4 * max_bytes)];
    let line = domain::text::one_line(cut);
    line[..line.floor_char_boundary(max_bytes)].to_owned()
}

/// Java's rules for a package with at least two parts.
fn is_package(name: &str) -> bool {
    name.len() <= PACKAGE_MAX_BYTES
        && name.contains('.')
        && name.split('.').all(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
}

fn icon(apk: &Apk, path: &Path, entries: &[Entry]) -> Option<Vec<u8>> {
    let name = apk.get_application_icon()?;
    let entry = entries.iter().find(|entry| entry.name == name)?;
    small(&bytes_of(&mut File::open(path).ok()?, entry)?)
}

/// A picture, decoded within bounds and written anew: nothing is left of what else it carried.
fn small(bytes: &[u8]) -> Option<Vec<u8>> {
    let reader = || ImageReader::with_format(Cursor::new(bytes), ImageFormat::Png);
    let (width, height) = reader().into_dimensions().ok()?;
    if width == 0 || height == 0 || width.max(height) > ICON_MAX_PIXELS {
        return None;
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(ICON_DECODE_MAX_BYTES);
    let mut reader = reader();
    reader.limits(limits);
    let picture = reader.decode().ok()?.thumbnail(ICON_EDGE, ICON_EDGE);
    let mut out = Cursor::new(Vec::new());
    DynamicImage::ImageRgba8(picture.to_rgba8())
        .write_to(&mut out, ImageFormat::Png)
        .ok()?;
    Some(out.into_inner())
}

#[cfg(test)]
mod tests;
