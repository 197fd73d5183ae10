//! Apps of phones: what is installed and runs; starting, stopping, clearing and removing them; their archives' bytes.

use domain::apps::{LISTED_MAX, PackageName, Verb};
pub use phone_link::Storage;
use phone_link::wire::package as wire;
use phone_link::{AppTable, FileError, Link, OpenError, PackageError, ShellError};
use thiserror::Error;

use crate::fleet::Fleet;

/// Bytes that [`Fleet::read_block`] reads at once.
pub const BLOCK_BYTES: usize = phone_link::BLOCK_BYTES;
/// Longest error message of a phone that is kept, in characters.
const WORDS_MAX_CHARS: usize = 200;

/// Why a phone's apps were not listed or changed.
#[derive(Debug, Error)]
pub enum AppError {
    /// The phone was never attached to the fleet, or is detached.
    #[error("phone {0} is not attached")]
    UnknownPhone(i64),
    /// There is no link to the phone now.
    #[error("there is no link to the phone")]
    Unreachable,
    /// The link broke, or the phone did not answer in time.
    #[error("the connection to the phone broke: {0}")]
    Broke(String),
    /// The app has no launcher activity.
    #[error("the app has no launcher activity")]
    NoLauncher,
    /// The phone refused.
    #[error("the phone refused: {0}")]
    Refused(String),
}

/// An app that was installed on a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstalledApp {
    /// Name of the app's package.
    pub package: PackageName,
    /// Path of its base archive on the phone; another one after each installation.
    pub path: String,
    /// Version for comparison; none where an old phone does not tell.
    pub version_code: Option<i64>,
    /// Whether a process of it runs.
    pub running: bool,
    /// Whether the app is in front.
    pub in_front: bool,
    /// Whether a launcher can start the app; true where the phone does not tell.
    pub launchable: bool,
}

/// The packages of a phone, as it lists them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PhoneApps {
    /// Apps that were installed, by package; at most [`LISTED_MAX`].
    pub installed: Vec<InstalledApp>,
    table: AppTable,
}

impl PhoneApps {
    fn of(table: AppTable) -> Self {
        let mut installed: Vec<InstalledApp> = table
            .installed
            .iter()
            .filter_map(|entry| {
                // The phone's answer is not trusted: only names that can be packages are listed.
                let package = PackageName::parse(entry.name.as_str())?;
                let name = package.as_str();
                Some(InstalledApp {
                    path: entry.path.clone().unwrap_or_default(),
                    version_code: entry.version_code.and_then(|code| i64::try_from(code).ok()),
                    running: table.running.contains(name),
                    in_front: table.front.as_deref() == Some(name),
                    launchable: (table.launched.as_ref()).is_none_or(|all| all.contains(name)),
                    package,
                })
            })
            .collect();
        installed.sort_by(|one, other| one.package.cmp(&other.package));
        installed.dedup_by(|one, other| one.package == other.package);
        installed.truncate(LISTED_MAX);
        Self { installed, table }
    }

    /// Number of the system's packages.
    pub fn system_count(&self) -> usize {
        self.table.system.len()
    }

    /// Whether an app is installed that does not belong to the system.
    pub fn has(&self, package: &PackageName) -> bool {
        self.installed.iter().any(|app| app.package == *package)
    }

    /// Whether a package belongs to the system.
    pub fn is_system(&self, package: &PackageName) -> bool {
        self.table.system.contains(package.as_str())
    }

    /// Whether a process of an app runs.
    pub fn runs(&self, package: &PackageName) -> bool {
        self.table.running.contains(package.as_str())
    }
}

/// Lengths of an app's archives on a phone, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArchiveSizes {
    /// Length of the base.
    pub base: u64,
    /// Length of all of them.
    pub all: u64,
}

impl Fleet {
    /// Asks a phone for its apps, and which of them run.
    pub async fn apps(&self, phone_id: i64) -> Result<PhoneApps, AppError> {
        Ok(PhoneApps::of(self.link_for_apps(phone_id)?.apps().await?))
    }

    /// Starts, stops, restarts, removes or clears an app, by `verb`.
    pub async fn manage_app(
        &self,
        phone_id: i64,
        verb: Verb,
        package: &PackageName,
    ) -> Result<(), AppError> {
        let link = self.link_for_apps(phone_id)?;
        let package = wire::PackageName::parse(package.as_str())
            .map_err(|error| AppError::Refused(error.to_string()))?;
        match verb {
            Verb::Start => link.start_app(&package).await?,
            Verb::Stop => link.stop_app(&package).await?,
            Verb::Restart => link.restart_app(&package).await?,
            Verb::Uninstall => link.uninstall(&package, false).await?,
            Verb::Clear => link.clear_app(&package).await?,
        }
        Ok(())
    }

    /// Space of a phone's storage, which apps and files share.
    pub async fn storage(&self, phone_id: i64) -> Result<Storage, AppError> {
        Ok(self.link_for_apps(phone_id)?.storage().await?)
    }

    /// Lengths of an app's archives, by the path of its base.
    pub async fn archive_sizes(&self, phone_id: i64, path: &str) -> Result<ArchiveSizes, AppError> {
        let link = self.link_for_apps(phone_id)?;
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let listing = link.list(folder).await?;
        let archives = || {
            let files = listing.iter();
            files.filter(|file| file.name.to_ascii_lowercase().ends_with(".apk"))
        };
        let base = archives().find(|file| file.name == name);
        let base = base.ok_or_else(|| AppError::Refused("no archive".to_owned()))?;
        Ok(ArchiveSizes {
            base: base.stat.size,
            all: archives().fold(0, |sum, file| sum.saturating_add(file.stat.size)),
        })
    }

    /// Reads the `nth` block of [`BLOCK_BYTES`] of a phone's file.
    pub async fn read_block(
        &self,
        phone_id: i64,
        path: &str,
        nth: u64,
    ) -> Result<Vec<u8>, AppError> {
        let link = self.link_for_apps(phone_id)?;
        Ok(link.read_block(path, nth).await?)
    }

    fn link_for_apps(&self, phone_id: i64) -> Result<Link, AppError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(AppError::UnknownPhone(phone_id))?;
        phone.access().link().map_err(|_| AppError::Unreachable)
    }
}

fn refused(words: &str) -> AppError {
    let plain = words.chars().filter(|c| !c.is_control());
    AppError::Refused(plain.take(WORDS_MAX_CHARS).collect())
}

impl From<OpenError> for AppError {
    fn from(error: OpenError) -> Self {
        Self::Broke(error.to_string())
    }
}

impl From<ShellError> for AppError {
    fn from(error: ShellError) -> Self {
        match error {
            ShellError::Open(error) => error.into(),
            error if error.is_interrupted() => Self::Broke(error.to_string()),
            error => refused(&error.to_string()),
        }
    }
}

impl From<FileError> for AppError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Open(error) => error.into(),
            FileError::Shell(error) => error.into(),
            FileError::Link(_) | FileError::Cut | FileError::Timeout => {
                Self::Broke(error.to_string())
            }
            FileError::Cancelled
            | FileError::Local(_)
            | FileError::Refused(_)
            | FileError::Sync(_)
            | FileError::Unexpected
            | FileError::TooLarge(_) => refused(&error.to_string()),
        }
    }
}

impl From<PackageError> for AppError {
    fn from(error: PackageError) -> Self {
        match error {
            PackageError::Open(error) => error.into(),
            PackageError::Shell(error) => error.into(),
            PackageError::Link(_) | PackageError::Timeout => Self::Broke(error.to_string()),
            PackageError::NoActivity => Self::NoLauncher,
            PackageError::Refused { words, .. } => refused(&words),
            PackageError::Argument(_)
            | PackageError::Unsupported
            | PackageError::ApkCount(_)
            | PackageError::Cancelled
            | PackageError::Unexpected
            | PackageError::Local(_) => refused(&error.to_string()),
        }
    }
}
