//! Installation under way: files are received, then all of them become one app or none does.

use std::collections::BTreeMap;
use std::path::PathBuf;

use parking_lot::Mutex;

use super::{About, Failure, Installed, apk};
use crate::files::FILE_LIMIT_BYTES;

/// Most files of one app.
pub(crate) const PARTS_LIMIT: usize = 64;
/// ABI that these phones claim to have.
const ABI: &str = "arm64-v8a";

/// Options of `install` and `install-create`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Options {
    /// `-R`: an app that is installed already is not replaced.
    pub(crate) keep_existing: bool,
    /// `-d`: an older version may replace a newer one.
    pub(crate) downgrade: bool,
    /// `-t`: apps for testing only are accepted.
    pub(crate) test_only: bool,
    /// `-i`: package name of the installer.
    pub(crate) installer: Option<String>,
    /// `-S`: bytes of all files together, or of the one file.
    pub(crate) size_bytes: Option<u64>,
}

/// Installation under way.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: u32,
    folder: PathBuf,
    pub(crate) options: Options,
    /// Files by the names that the host gave them.
    names: Mutex<BTreeMap<String, PathBuf>>,
}

/// Received file with its facts.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) path: PathBuf,
    pub(crate) about: About,
}

impl Part {
    /// The name among the installed app's files.
    pub(super) fn installed_name(&self) -> String {
        match &self.about.split {
            None => "base.apk".to_owned(),
            Some(split) => format!("split_{split}.apk"),
        }
    }
}

impl Session {
    pub(super) fn new(id: u32, folder: PathBuf, options: Options) -> Self {
        Self {
            id,
            folder,
            options,
            names: Mutex::default(),
        }
    }

    /// Path for one more file of `size_bytes`. A name that was given before has the same path, so that its file is overwritten.
    pub(crate) fn place(&self, name: &str, size_bytes: u64) -> Result<PathBuf, Failure> {
        if size_bytes > FILE_LIMIT_BYTES {
            return Err(Failure::no_room());
        }
        let mut names = self.names.lock();
        if !names.contains_key(name) && names.len() >= PARTS_LIMIT {
            return Err(Failure::new(
                "INSTALL_FAILED_INVALID_APK",
                "Too many files in this session",
            ));
        }
        // The host's names are never used as names of our files.
        let place = self.folder.join(format!("{}.apk", names.len()));
        Ok(names.entry(name.to_owned()).or_insert(place).clone())
    }

    /// Reads the received files, the base first.
    pub(super) fn read(&self) -> Result<Vec<Part>, Failure> {
        let names = self.names.lock();
        let mut parts = Vec::new();
        for (name, path) in names.iter() {
            let plain = name.rsplit('/').next().unwrap_or(name);
            let shown = format!("/data/app/vmdl{}.tmp/{plain}", self.id);
            parts.push(Part {
                path: path.clone(),
                about: apk::read(path, &shown)?,
            });
        }
        parts.sort_by(|a, b| a.about.split.cmp(&b.about.split));
        let invalid = |why: String| Failure::new("INSTALL_FAILED_INVALID_APK", why);
        let Some(base) = parts.first() else {
            return Err(invalid("No packages staged".into()));
        };
        if base.about.split.is_some() {
            return Err(invalid("Full install must include a base package".into()));
        }
        for pair in parts.windows(2) {
            if pair[0].about.split == pair[1].about.split {
                let split = pair[0].about.split.as_deref().unwrap_or("null");
                return Err(invalid(format!("Split {split} was defined multiple times")));
            }
        }
        for part in &parts[1..] {
            let (own, other) = (&base.about, &part.about);
            let split = other.split.as_deref().unwrap_or_default();
            if own.package != other.package {
                return Err(invalid(format!(
                    "{split} package {} inconsistent with {}",
                    other.package, own.package
                )));
            }
            if own.version_code != other.version_code {
                return Err(invalid(format!(
                    "{split} version code {} inconsistent with {}",
                    other.version_code, own.version_code
                )));
            }
            if own.signers != other.signers {
                return Err(invalid(format!("{split} signatures are inconsistent")));
            }
        }
        Ok(parts)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Files that are left belong to nobody; the next boot would remove them too.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Checks whether the parts may become an app on this phone, where `old` is the installed app of this name.
pub(super) fn check(
    options: &Options,
    parts: &[Part],
    old: Option<&Installed>,
    sdk: u32,
) -> Result<(), Failure> {
    let base = &parts[0].about;
    if base.min_sdk > sdk {
        return Err(Failure::new(
            "INSTALL_FAILED_OLDER_SDK",
            format!(
                "Failed parse during installPackageLI: Requires newer sdk version #{} (current version is #{sdk})",
                base.min_sdk
            ),
        ));
    }
    if base.test_only && !options.test_only {
        return Err(Failure::new(
            "INSTALL_FAILED_TEST_ONLY",
            "Failed to install test-only apk. Did you forget to add -t?",
        ));
    }
    let mut abis = parts.iter().flat_map(|part| &part.about.abis).peekable();
    if abis.peek().is_some() && !abis.any(|abi| abi == ABI) {
        return Err(Failure::new(
            "INSTALL_FAILED_NO_MATCHING_ABIS",
            "Failed to extract native libraries, res=-113",
        ));
    }
    if base.needs_splits && parts.len() == 1 {
        return Err(Failure::new(
            "INSTALL_FAILED_MISSING_SPLIT",
            format!("Missing split for {}", base.package),
        ));
    }
    if crate::device::App::by_package(&base.package).is_some() {
        return Err(Failure::new(
            "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
            format!(
                "Existing package {} signatures do not match newer version; ignoring!",
                base.package
            ),
        ));
    }
    let Some(old) = old else { return Ok(()) };
    if options.keep_existing {
        return Err(Failure::new(
            "INSTALL_FAILED_ALREADY_EXISTS",
            format!(
                "Attempt to re-install {} without first uninstalling.",
                base.package
            ),
        ));
    }
    if old.signers != base.signers {
        return Err(Failure::new(
            "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
            format!(
                "Existing package {} signatures do not match newer version; ignoring!",
                base.package
            ),
        ));
    }
    if base.version_code < old.version_code && !options.downgrade {
        return Err(Failure::new(
            "INSTALL_FAILED_VERSION_DOWNGRADE",
            format!(
                "Downgrade detected: Update version code {} is older than current {}",
                base.version_code, old.version_code
            ),
        ));
    }
    Ok(())
}
