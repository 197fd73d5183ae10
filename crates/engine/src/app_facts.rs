//! Reads the facts of an app from its archive, which anybody may have made: within bounds, each text as one line, and the icon encoded anew.

use std::io::{Cursor, Read, Seek};

use domain::apps::PackageName;
use domain::uploads::AppFacts;
use image::{DynamicImage, ImageFormat};
use sha2::{Digest, Sha256};
use unpack::app::{self, App};
use unpack::picture::{self, Bounds};
use unpack::{Archive, MEMORY};

/// Largest icon of an app, in bytes.
const ICON_MAX_BYTES: u64 = 512 * 1024;
const ICON_MAX_PIXELS: u32 = 1024;
/// Edge of a stored icon, in pixels.
const ICON_EDGE: u32 = 96;
/// Longest stored label and version, in bytes.
const LABEL_MAX_BYTES: usize = 120;
const VERSION_MAX_BYTES: usize = 60;

/// Manifest, icon and signers of one archive.
pub(crate) struct ArchiveManifest {
    pub(crate) app: App,
    pub(crate) icon: Option<Vec<u8>>,
    /// SHA-256 of the certificates that signed it, each once; empty where they are not known.
    pub(crate) signers: Vec<String>,
}

impl ArchiveManifest {
    /// Reads the manifest, the icon and the signers; none where the archive is no app.
    pub(crate) fn read<R: Read + Seek>(archive: &mut Archive<R>) -> Option<Self> {
        let app = app::read(archive, &MEMORY).ok()??;
        PackageName::parse(&app.package)?;
        let icon = app.icon.as_ref().and_then(|name| icon(archive, name));
        let signers = signers(archive);
        Some(Self { app, icon, signers })
    }

    /// Whether another archive belongs to the same app in the same version.
    pub(crate) fn is_same_app(&self, other: &Self) -> bool {
        self.app.package == other.app.package && self.app.version_code == other.app.version_code
    }

    /// Facts of the app for people; `archives` are the lengths of its archives in bytes.
    pub(crate) fn facts(&self, archives: Vec<i64>) -> AppFacts {
        let label = self.app.label.as_deref().unwrap_or_default();
        let label = text(label, LABEL_MAX_BYTES);
        AppFacts {
            package: self.app.package.clone(),
            label: if domain::text::is_seen(&label) {
                label
            } else {
                self.app.package.clone()
            },
            version_name: text(&self.app.version_name, VERSION_MAX_BYTES),
            version_code: self.app.version_code,
            min_sdk: self.app.min_sdk,
            archives,
            signers: self.signers.clone(),
        }
    }
}

/// Text as a single line, without control and direction marks.
fn text(text: &str, max_bytes: usize) -> String {
    let cut = &text[..text.floor_char_boundary(4 * max_bytes)];
    let line = domain::text::one_line(cut);
    line[..line.floor_char_boundary(max_bytes)].to_owned()
}

/// Digests of the certificates that signed an archive; none where its signature block contradicts itself.
fn signers<R: Read + Seek>(archive: &mut Archive<R>) -> Vec<String> {
    let mut found = Vec::new();
    let read = app::signers(archive, |certificate| {
        let digest = hex::encode(Sha256::digest(certificate));
        if !found.contains(&digest) {
            found.push(digest);
        }
    });
    match read {
        Ok(()) => found,
        Err(_) => Vec::new(),
    }
}

/// Picture of that name in the archive, as a small PNG.
pub(crate) fn icon<R: Read + Seek>(archive: &mut Archive<R>, name: &str) -> Option<Vec<u8>> {
    let found = archive.find(1, |found| found == name).ok()?;
    small(&archive.bytes(found.first()?, ICON_MAX_BYTES).ok()?)
}

/// Decodes a picture within bounds and encodes it anew, so that metadata and appended data are lost.
fn small(bytes: &[u8]) -> Option<Vec<u8>> {
    let bounds = Bounds {
        edge: ICON_MAX_PIXELS,
        pixels: u64::from(ICON_MAX_PIXELS).pow(2),
    };
    let picture = picture::decode(bytes, ImageFormat::Png, bounds, &MEMORY).ok()?;
    let picture = picture.pixels.thumbnail(ICON_EDGE, ICON_EDGE);
    let mut out = Cursor::new(Vec::new());
    DynamicImage::ImageRgba8(picture.to_rgba8())
        .write_to(&mut out, ImageFormat::Png)
        .ok()?;
    Some(out.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_is_written_anew_and_a_flood_of_pixels_is_none() {
        let png = |edge| {
            let mut out = Cursor::new(Vec::new());
            DynamicImage::new_rgb8(edge, edge)
                .write_to(&mut out, ImageFormat::Png)
                .unwrap();
            out.into_inner()
        };
        let mut dirty = png(300);
        dirty.extend(b"<script>");
        let clean = small(&dirty).unwrap();
        assert!(!clean.windows(8).any(|part| part == b"<script>"));
        let kept = image::load_from_memory(&clean).unwrap();
        assert_eq!((kept.width(), kept.height()), (ICON_EDGE, ICON_EDGE));
        assert!(small(&png(ICON_MAX_PIXELS + 1)).is_none());
        assert!(small(b"GIF89a").is_none());
    }
}
