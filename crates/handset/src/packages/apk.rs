//! Facts of an APK. The file may be hostile, so unpacked bytes are counted as they come.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;

use apk_info::{Signature, ZipEntry};
use unpack::app::{self, App, MANIFEST_NAME};
use unpack::{Archive, ArchiveError, MEMORY};

use super::Failure;

/// Largest icon, in bytes.
const ICON_LIMIT_BYTES: u64 = 512 * 1024;
/// Largest file of a signature of APK Signature Scheme v1 (JAR signing) in bytes, and most such files.
const SIGNERS_LIMIT_BYTES: u64 = 256 * 1024;
const SIGNERS_LIMIT: usize = 16;
/// Most directories of native libraries.
const LIBRARIES_LIMIT: usize = 10_000;
/// Longest label that is kept, in bytes.
const LABEL_LIMIT_BYTES: usize = 200;
/// Longest package name in bytes, as on Android.
pub const NAME_LIMIT_BYTES: usize = 223;
/// Longest side of an icon in pixels.
pub(crate) const ICON_LIMIT_PIXELS: u32 = 1024;

/// Permission by which an app asks that no picture shows its windows. On Android its code sets `FLAG_SECURE`, but no code of it runs here.
const PROTECTED: &str = "com.owldeck.permission.PROTECTED_WINDOW";

/// Facts of one APK.
#[derive(Debug, Clone, Default)]
pub(crate) struct About {
    pub(crate) package: String,
    /// The split's name; `None` for a base.
    pub(crate) split: Option<String>,
    pub(crate) version_code: u64,
    pub(crate) version_name: String,
    pub(crate) label: String,
    /// Class of the activity that the launcher starts.
    pub(crate) activity: Option<String>,
    /// Class of the activity that a television's launcher starts.
    pub(crate) tv_activity: Option<String>,
    pub(crate) min_sdk: u32,
    pub(crate) test_only: bool,
    /// Whether the manifest asks for [`PROTECTED`].
    pub(crate) protected: bool,
    pub(crate) needs_splits: bool,
    pub(crate) abis: Vec<String>,
    /// SHA-256 of each signer's certificate.
    pub(crate) signers: BTreeSet<String>,
    /// Icon as PNG.
    pub(crate) icon: Option<Vec<u8>>,
}

/// Reads the APK at `path`; `shown` is the path by which Android's messages would call it.
pub(crate) fn read(path: &Path, shown: &str) -> Result<About, Failure> {
    let broken = |code, why: &str| Failure::new(code, format!("Failed to parse {shown}: {why}"));
    let not_apk = || {
        let why = format!("Failed to load asset path {shown}");
        broken("INSTALL_PARSE_FAILED_NOT_APK", &why)
    };
    let unexpected = || {
        broken(
            "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
            "Corrupt XML binary file",
        )
    };
    let file = File::open(path).map_err(|error| Failure::storage(&error))?;
    let mut archive = Archive::open(file).map_err(|error| match error {
        ArchiveError::Io(error) => Failure::storage(&error),
        _ => not_apk(),
    })?;
    let manifests = archive.find(1, |name| name == MANIFEST_NAME);
    if manifests.map_err(|_| unexpected())?.is_empty() {
        // The archive is something else, or an archive of APKs.
        return Err(broken(
            "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
            MANIFEST_NAME,
        ));
    }
    let app = match app::read(&mut archive, &MEMORY) {
        Ok(Some(app)) => app,
        Ok(None) => {
            return Err(broken(
                "INSTALL_PARSE_FAILED_BAD_MANIFEST",
                "Corrupt XML binary file",
            ));
        }
        Err(ArchiveError::TooLong) => {
            return Err(broken(
                "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
                "a file is too large",
            ));
        }
        Err(_) => return Err(unexpected()),
    };
    if !is_package_name(&app.package) {
        return Err(broken(
            "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME",
            "Invalid manifest package",
        ));
    }
    if app
        .split
        .as_ref()
        .is_some_and(|split| !is_split_name(split))
    {
        return Err(broken(
            "INSTALL_PARSE_FAILED_BAD_MANIFEST",
            "Invalid split name",
        ));
    }
    let signers = signers(path, &mut archive);
    if signers.is_empty() {
        return Err(Failure::new(
            "INSTALL_PARSE_FAILED_NO_CERTIFICATES",
            format!(
                "Failed collecting certificates for {shown}: Failed to collect certificates from {shown}: Attempt to get length of null array"
            ),
        ));
    }
    Ok(describe(app, &mut archive, signers))
}

fn describe(app: App, archive: &mut Archive<File>, signers: BTreeSet<String>) -> About {
    let package = app.package;
    let label = app
        .label
        .filter(|label| !label.trim().is_empty())
        .unwrap_or_else(|| package.clone());
    About {
        split: app.split,
        version_code: u64::try_from(app.version_code).unwrap_or(0),
        version_name: app.version_name,
        label: label[..label.floor_char_boundary(LABEL_LIMIT_BYTES)].to_owned(),
        activity: app.activity.map(|class| short_class(&class, &package)),
        tv_activity: (app.tv_activity).map(|class| short_class(&class, &package)),
        min_sdk: u32::try_from(app.min_sdk).unwrap_or(1),
        test_only: app.test_only,
        protected: app.permissions.iter().any(|name| name == PROTECTED),
        needs_splits: app.needs_splits,
        abis: abis(archive),
        icon: app.icon.and_then(|name| icon(archive, &name)),
        signers,
        package,
    }
}

/// The icon, if it is a PNG of a reasonable size.
fn icon(archive: &mut Archive<File>, name: &str) -> Option<Vec<u8>> {
    let is_png = Path::new(name)
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("png"));
    if !is_png {
        return None;
    }
    let found = archive.find(1, |found| found == name).ok()?;
    let data = archive.bytes(found.first()?, ICON_LIMIT_BYTES).ok()?;
    let size = png::Decoder::new(std::io::Cursor::new(&data))
        .read_info()
        .ok()?
        .info()
        .size();
    (size.0.max(size.1) <= ICON_LIMIT_PIXELS).then_some(data)
}

/// ABIs for which the app has native libraries: `lib/<abi>/<name>.so`.
fn abis(archive: &mut Archive<File>) -> Vec<String> {
    let libraries = archive.find(LIBRARIES_LIMIT, |name| {
        let library = name.strip_prefix("lib/");
        library.is_some_and(|rest| rest.strip_suffix(".so").is_some())
    });
    let kinds: BTreeSet<String> = libraries
        .unwrap_or_default()
        .iter()
        .filter_map(|entry| {
            let (kind, _) = entry.name.strip_prefix("lib/")?.split_once('/')?;
            (!kind.is_empty()).then(|| kind.to_owned())
        })
        .collect();
    kinds.into_iter().collect()
}

/// SHA-256 of the signers' certificates. The library unpacks the files of scheme v1 without a limit, so they are unpacked here first: if one
/// exceeds its limit, no signer is read.
fn signers(path: &Path, archive: &mut Archive<File>) -> BTreeSet<String> {
    let blocks = archive.find(SIGNERS_LIMIT, |name| {
        let end = Path::new(name).extension().and_then(|end| end.to_str());
        name.starts_with("META-INF/") && end.is_some_and(|end| ["RSA", "DSA", "EC"].contains(&end))
    });
    let within = blocks.is_ok_and(|blocks| {
        blocks.iter().all(|block| {
            let read = archive.unpack(block, SIGNERS_LIMIT_BYTES, &mut std::io::sink());
            read.is_ok()
        })
    });
    let Some(zip) = within.then(|| ZipEntry::open(path).ok()).flatten() else {
        return BTreeSet::new();
    };
    let first = zip.get_signature_v1().ok().flatten();
    let others = zip.get_signatures_other().unwrap_or_default();
    first
        .into_iter()
        .chain(others)
        .filter_map(|signature| match signature {
            Signature::V1(certificates)
            | Signature::V2(certificates)
            | Signature::V3(certificates)
            | Signature::V31(certificates)
            | Signature::V32(certificates) => Some(certificates),
            _ => None,
        })
        .flatten()
        .map(|certificate| certificate.sha256_fingerprint)
        .collect()
}

/// Class as Android shows it beside its package, such as `.Main`.
fn short_class(class: &str, package: &str) -> String {
    match class.strip_prefix(package) {
        Some(rest) if rest.starts_with('.') => rest.to_owned(),
        _ if class.contains('.') => class.to_owned(),
        _ => format!(".{class}"),
    }
}

/// Whether a name follows Java's rules for a package with at least two parts. The name becomes that of a folder.
pub fn is_package_name(name: &str) -> bool {
    name.len() <= NAME_LIMIT_BYTES
        && name.contains('.')
        && name.split('.').all(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
}

/// Whether a name may be a split's. The name becomes part of a file's name.
pub fn is_split_name(name: &str) -> bool {
    const LIMIT_BYTES: usize = 100;
    name.len() <= LIMIT_BYTES
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}
