//! What an APK says of itself. The file comes from anyone: sizes are checked before anything is unpacked.

use std::collections::BTreeSet;
use std::path::Path;

use apk_info::{APKError, Apk, Signature, ZipEntry, ZipError};

use super::Failure;

/// The manifest: packed and unpacked limits, in bytes. Deflate grows at most 1032 times.
const MANIFEST: (u64, u64) = (256 * 1024, 4 * 1024 * 1024);
/// The table of resources; Android wants it stored, so the packed limit only meets old and odd files.
const RESOURCES: (u64, u64) = (512 * 1024, 48 * 1024 * 1024);
/// An icon.
const ICON: (u64, u64) = (512 * 1024, 512 * 1024);
/// Longest label that is kept, in bytes.
const LABEL_LIMIT_BYTES: usize = 200;
/// Longest package name (as Android).
const NAME_LIMIT_BYTES: usize = 223;
/// Longest side of an icon in pixels.
pub(crate) const ICON_LIMIT_PIXELS: u32 = 1024;

/// The permission that an app asks for whose windows no picture may show. On Android the app's code says so, which is not run here.
const PROTECTED: &str = "com.owldeck.permission.PROTECTED_WINDOW";

/// What is read of one APK.
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
    pub(crate) min_sdk: u32,
    pub(crate) test_only: bool,
    /// Its manifest asks for [`PROTECTED`].
    pub(crate) protected: bool,
    pub(crate) needs_splits: bool,
    pub(crate) abis: Vec<String>,
    /// SHA-256 of each signer's certificate.
    pub(crate) signers: BTreeSet<String>,
    /// PNG.
    pub(crate) icon: Option<Vec<u8>>,
}

/// Reads the APK at `path`, which Android would call `shown` in its complaints.
pub(crate) fn read(path: &Path, shown: &str) -> Result<About, Failure> {
    let broken = |code, why: &str| Failure::new(code, format!("Failed to parse {shown}: {why}"));
    let not_apk = || {
        let why = format!("Failed to load asset path {shown}");
        broken("INSTALL_PARSE_FAILED_NOT_APK", &why)
    };
    let zip = ZipEntry::open(path).map_err(|error| match error {
        ZipError::IoError(kind) if kind != std::io::ErrorKind::UnexpectedEof => {
            Failure::storage(&kind.into())
        }
        _ => not_apk(),
    })?;
    if !zip.contains("AndroidManifest.xml") {
        // An archive of something else, or an archive of APKs.
        return Err(broken(
            "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
            "AndroidManifest.xml",
        ));
    }
    let too_large = |name: &str| {
        broken(
            "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
            &format!("{name} is too large"),
        )
    };
    for (name, limits) in [
        ("AndroidManifest.xml", MANIFEST),
        ("resources.arsc", RESOURCES),
    ] {
        if !is_within(&zip, name, limits) {
            return Err(too_large(name));
        }
    }
    let apk = Apk::new(path).map_err(|error| match error {
        APKError::ManifestError(why) => {
            broken("INSTALL_PARSE_FAILED_BAD_MANIFEST", &why.to_string())
        }
        _ => broken(
            "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
            "Corrupt XML binary file",
        ),
    })?;
    let package = apk
        .get_package_name()
        .filter(|name| is_package_name(name))
        .ok_or_else(|| {
            broken(
                "INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME",
                "Invalid manifest package",
            )
        })?;
    let split = apk.get_attribute_value("manifest", "split");
    if split.is_some_and(|split| !split.is_empty() && !is_split_name(&split)) {
        return Err(broken(
            "INSTALL_PARSE_FAILED_BAD_MANIFEST",
            "Invalid split name",
        ));
    }
    let signers = signers(&apk);
    if signers.is_empty() {
        return Err(Failure::new(
            "INSTALL_PARSE_FAILED_NO_CERTIFICATES",
            format!(
                "Failed collecting certificates for {shown}: Failed to collect certificates from {shown}: Attempt to get length of null array"
            ),
        ));
    }
    Ok(describe(&apk, &zip, package, signers))
}

fn describe(apk: &Apk, zip: &ZipEntry, package: String, signers: BTreeSet<String>) -> About {
    let is_set = |tag: &str, name: &str| {
        apk.get_attribute_value(tag, name)
            .is_some_and(|value| value == "true")
    };
    let number = |text: Option<String>| text.and_then(|text| text.parse().ok());
    let label = apk
        .get_application_label()
        .filter(|label| !label.trim().is_empty())
        .unwrap_or_else(|| package.clone());
    About {
        split: apk
            .get_attribute_value("manifest", "split")
            .filter(|name| !name.is_empty()),
        version_code: number(apk.get_version_code()).unwrap_or(0),
        version_name: apk.get_version_name().unwrap_or_default(),
        label: label[..label.floor_char_boundary(LABEL_LIMIT_BYTES)].to_owned(),
        activity: apk
            .get_main_activity()
            .map(|class| short_class(class, &package)),
        min_sdk: apk
            .get_min_sdk_version()
            .and_then(|text| text.parse().ok())
            .unwrap_or(1),
        test_only: is_set("application", "testOnly"),
        protected: apk
            .get_all_attribute_values("uses-permission", "name")
            .any(|name| name == PROTECTED),
        needs_splits: is_set("manifest", "isSplitRequired")
            || is_set("application", "isSplitRequired"),
        abis: apk.get_supported_abis(),
        icon: icon(apk, zip),
        signers,
        package,
    }
}

/// The icon, if it is a PNG of a reasonable size.
fn icon(apk: &Apk, zip: &ZipEntry) -> Option<Vec<u8>> {
    let name = apk.get_application_icon()?;
    let is_png = Path::new(&name)
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("png"));
    if !is_png || !zip.contains(&name) || !is_within(zip, &name, ICON) {
        return None;
    }
    let (data, _) = zip.read(&name).ok()?;
    let size = png::Decoder::new(std::io::Cursor::new(&data))
        .read_info()
        .ok()?
        .info()
        .size();
    (size.0.max(size.1) <= ICON_LIMIT_PIXELS).then_some(data)
}

/// Whether a file of the archive keeps its limits; one that is not there does.
fn is_within(zip: &ZipEntry, name: &str, (packed, whole): (u64, u64)) -> bool {
    zip.entry_info(name).is_none_or(|info| {
        let is_stored = info.compression_method == ZipEntry::METHOD_STORED;
        info.uncompressed_size <= whole
            && info.compressed_size <= if is_stored { whole } else { packed }
    })
}

fn signers(apk: &Apk) -> BTreeSet<String> {
    let all = apk.get_signatures().unwrap_or_default();
    all.into_iter()
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

/// A class as Android shows it beside its package: `.Main`.
fn short_class(class: &str, package: &str) -> String {
    match class.strip_prefix(package) {
        Some(rest) if rest.starts_with('.') => rest.to_owned(),
        _ if class.contains('.') => class.to_owned(),
        _ => format!(".{class}"),
    }
}

/// Java's rules for a package with at least two parts. It becomes the name of a folder.
fn is_package_name(name: &str) -> bool {
    name.len() <= NAME_LIMIT_BYTES
        && name.contains('.')
        && name.split('.').all(|part| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        })
}

/// It becomes part of the name of a file.
fn is_split_name(name: &str) -> bool {
    const LIMIT_BYTES: usize = 100;
    name.len() <= LIMIT_BYTES
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_leave_their_folder_are_no_names() {
        for name in ["", "a", ".a", "a..b", "../a.b", "a.b/c", "a.1b", "a.b c"] {
            assert!(!is_package_name(name), "{name}");
        }
        assert!(is_package_name("com.example.app_2"));
        let part = "a".repeat(NAME_LIMIT_BYTES - 2);
        assert!(is_package_name(&format!("{part}.b")));
        assert!(!is_package_name(&format!("{part}.bc")));
        for name in ["", "../x", "a/b", "1a", "a b"] {
            assert!(!is_split_name(name), "{name}");
        }
        assert!(is_split_name("config.zh-rCN"));
    }
}
