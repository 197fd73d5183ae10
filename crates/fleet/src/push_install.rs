//! Pushes files into a phone's Download folder and installs apps, over its bulk connection, so that touches do not wait.

use std::io;
use std::path::Path;
use std::time::Duration;

use domain::operations::PushFailure;
use domain::uploads::{Existing, FileName, InstallChoice};
use phone_link::wire::package::{ArchiveName, FailureCode, InstallOptions};
use phone_link::wire::sync::MODE_FILE;
use phone_link::{
    Apk, CopyHandle, FileError, Link, OpenError, PackageError, ShellCommand, ShellError,
};
use thiserror::Error;
use tokio::fs::File;

use crate::files::scan;
use crate::fleet::Fleet;

/// The folder that a member opens on the phone as "Downloads".
const FOLDER: &str = "/sdcard/Download";
/// Most numbered names that are tried for an equal file or a free name.
const NUMBERS_MAX: u32 = 50;
/// Time limit for the digest of a large file on a slow phone.
const DIGEST_TIMEOUT: Duration = Duration::from_mins(2);
/// Longest output of a digest, in bytes.
const WORDS_MAX_BYTES: usize = 4096;

/// Errors of pushing and installing.
#[derive(Debug, Error)]
pub enum DeliveryError {
    /// The phone was never attached to the fleet, or is detached.
    #[error("phone {0} is not attached")]
    UnknownPhone(i64),
    /// There is no link to the phone now.
    #[error("there is no link to the phone")]
    Unreachable,
    /// The link broke, or nothing moved for too long.
    #[error("the connection to the phone broke: {0}")]
    Broke(String),
    /// The transfer was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The phone refused the file or app.
    #[error("the phone does not take it: {words}")]
    PushFailed {
        /// Cause of the refusal.
        why: PushFailure,
        /// The phone's own words.
        words: String,
    },
    /// Reading the local file failed.
    #[error("the file cannot be read: {0}")]
    Local(#[from] io::Error),
}

/// A local file to push into the Download folder.
#[derive(Debug, Clone, Copy)]
pub struct FileToPush<'a> {
    /// Path of the file on the server.
    pub path: &'a Path,
    /// Name on the phone.
    pub name: &'a FileName,
    /// Length in bytes.
    pub bytes: u64,
    /// SHA-256 in hexadecimal digits.
    pub sha256: &'a str,
    /// Modification time, seconds since 1970.
    pub mtime_s: u32,
    /// Treatment of this file when another one has its name.
    pub existing: Existing,
}

impl Fleet {
    /// Puts a file into the phone's Download folder and notifies its media store. A file that is there already, byte for byte, is not sent
    /// again; if another file has its name, [`FileToPush::existing`] decides. When this is cancelled or fails, the file that was to be replaced
    /// stays; where the link is lost after the last byte, a hidden `.NAME.part` may be left.
    pub async fn push(
        &self,
        phone_id: i64,
        file: FileToPush<'_>,
        transfer: &CopyHandle,
    ) -> Result<(), DeliveryError> {
        let link = self.link_of(phone_id)?;
        let path = match target_of(&link, file).await? {
            Target::Present => return Ok(()),
            Target::Free(path) => path,
            Target::Taken(path) => return replace(phone_id, &link, &path, file, transfer).await,
        };
        let mut content = File::open(file.path).await?;
        link.push_tracked(&path, MODE_FILE, file.mtime_s, &mut content, transfer)
            .await?;
        scan::file(phone_id, &link, &path).await;
        Ok(())
    }

    /// Whether a file is in the phone's Download folder, byte for byte.
    pub async fn has_file(
        &self,
        phone_id: i64,
        file: FileToPush<'_>,
    ) -> Result<bool, DeliveryError> {
        let link = self.link_of(phone_id)?;
        Ok(target_of(&link, file).await? == Target::Present)
    }

    /// Installs an app from its APKs, given by their local paths and lengths in bytes, the base first.
    pub async fn install(
        &self,
        phone_id: i64,
        apks: &[(&Path, u64)],
        choice: InstallChoice,
        transfer: &CopyHandle,
    ) -> Result<(), DeliveryError> {
        let link = self.link_of(phone_id)?;
        let mut sent = Vec::new();
        for (nth, (path, size)) in apks.iter().enumerate() {
            let name = ArchiveName::parse(&format!("{nth}.apk"));
            sent.push(Apk {
                name: name.map_err(|_| io::Error::from(io::ErrorKind::InvalidFilename))?,
                size: *size,
                content: File::open(path).await?,
            });
        }
        let options = InstallOptions {
            downgrade: choice.allow_downgrade,
            grant_permissions: choice.grant_permissions,
            keep_existing: !choice.replace,
            test_only: false,
        };
        Ok(link.install(sent, options, transfer).await?)
    }

    /// Whether a phone has an app in this version.
    pub async fn has_app(
        &self,
        phone_id: i64,
        package: &str,
        version: i64,
    ) -> Result<bool, DeliveryError> {
        let link = self.link_of(phone_id)?;
        let all = link.packages().await?;
        // Old phones do not tell versions.
        let is = |told: Option<u64>| told.is_none_or(|told| i64::try_from(told) == Ok(version));
        match all.iter().find(|entry| entry.name.as_str() == package) {
            Some(entry) => Ok(is(entry.version_code)),
            // A system app that was updated is not listed among the installed ones.
            None => is_there(&link, package).await,
        }
    }

    fn link_of(&self, phone_id: i64) -> Result<Link, DeliveryError> {
        let phone = self.phone(phone_id);
        let phone = phone.ok_or(DeliveryError::UnknownPhone(phone_id))?;
        phone
            .access()
            .link()
            .map_err(|_| DeliveryError::Unreachable)
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Target {
    /// The phone has this file already.
    Present,
    /// This path is free.
    Free(String),
    /// A file with this path is on the phone and may be replaced.
    Taken(String),
}

/// Finds the file on the phone, or a free path for it.
async fn target_of(link: &Link, file: FileToPush<'_>) -> Result<Target, DeliveryError> {
    let mut n = 1;
    loop {
        let path = match n {
            1 => format!("{FOLDER}/{}", file.name.as_str()),
            n => format!("{FOLDER}/{}", file.name.numbered(n)),
        };
        match link.stat(&path).await? {
            None => return Ok(Target::Free(path)),
            Some(stat) if stat.size == file.bytes && digest(link, &path).await? == file.sha256 => {
                return Ok(Target::Present);
            }
            Some(stat) => match file.existing {
                Existing::Rename if n < NUMBERS_MAX => n += 1,
                Existing::Replace if !stat.is_folder() => return Ok(Target::Taken(path)),
                // A folder is never replaced by a file.
                Existing::Refuse | Existing::Replace => {
                    return Err(DeliveryError::PushFailed {
                        why: PushFailure::NameTaken,
                        words: format!("{path} is another file"),
                    });
                }
                Existing::Rename => {
                    return Err(DeliveryError::PushFailed {
                        why: PushFailure::Unwritable,
                        words: format!("{NUMBERS_MAX} files are called so"),
                    });
                }
            },
        }
    }
}

/// Sends a file under another name, and moves it over the existing one once it is complete.
async fn replace(
    phone_id: i64,
    link: &Link,
    path: &str,
    file: FileToPush<'_>,
    transfer: &CopyHandle,
) -> Result<(), DeliveryError> {
    let part = format!("{FOLDER}/.{}.part", file.name.as_str());
    let mut content = File::open(file.path).await?;
    link.push_tracked(&part, MODE_FILE, file.mtime_s, &mut content, transfer)
        .await?;
    let command = ShellCommand::new("mv -f")
        .argument(&part)
        .and_then(|command| command.argument(path))
        .map_err(ShellError::from)?
        .at_most(WORDS_MAX_BYTES);
    let output = link.shell(&command).await?;
    if output.exit != 0 {
        return Err(DeliveryError::PushFailed {
            why: PushFailure::Unwritable,
            words: output.text(),
        });
    }
    scan::file(phone_id, link, path).await;
    Ok(())
}

/// Whether the phone has a package, be it one of the system.
async fn is_there(link: &Link, package: &str) -> Result<bool, DeliveryError> {
    let command = ShellCommand::new("cmd package path")
        .argument(package)
        .map_err(ShellError::from)?
        .at_most(WORDS_MAX_BYTES);
    let output = link.shell(&command).await?;
    Ok(output.exit == 0 && output.text().starts_with("package:"))
}

/// SHA-256 of a file of the phone in hexadecimal digits; empty where the phone cannot tell.
async fn digest(link: &Link, path: &str) -> Result<String, DeliveryError> {
    let command = ShellCommand::new("sha256sum")
        .argument(path)
        .map_err(ShellError::from)?
        .within(DIGEST_TIMEOUT)
        .at_most(WORDS_MAX_BYTES);
    let output = link.shell(&command).await?;
    let text = output.text();
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    Ok(first.to_ascii_lowercase())
}

fn short(words: &str) -> String {
    words
        .chars()
        .filter(|c| !c.is_control())
        .take(200)
        .collect()
}

impl DeliveryError {
    fn refused(why: PushFailure, words: &str) -> Self {
        Self::PushFailed {
            why,
            words: short(words),
        }
    }
}

impl From<OpenError> for DeliveryError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Link(_) | OpenError::Timeout | OpenError::TooManyStreams(_) => {
                Self::Broke(error.to_string())
            }
            OpenError::Refused | OpenError::TooLong(_) => {
                Self::refused(PushFailure::Other, &error.to_string())
            }
        }
    }
}

impl From<ShellError> for DeliveryError {
    fn from(error: ShellError) -> Self {
        match error {
            ShellError::Open(error) => error.into(),
            error if error.is_interrupted() => Self::Broke(error.to_string()),
            error => Self::refused(PushFailure::Other, &error.to_string()),
        }
    }
}

impl From<FileError> for DeliveryError {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Open(error) => error.into(),
            FileError::Shell(error) => error.into(),
            FileError::Link(_) | FileError::Cut | FileError::Timeout => {
                Self::Broke(error.to_string())
            }
            FileError::Cancelled => Self::Cancelled,
            FileError::Local(error) => Self::Local(error),
            FileError::Refused(words) if words.to_lowercase().contains("no space") => {
                Self::refused(PushFailure::NoSpace, &words)
            }
            FileError::Refused(_)
            | FileError::Sync(_)
            | FileError::Unexpected
            | FileError::TooLarge(_) => Self::refused(PushFailure::Unwritable, &error.to_string()),
        }
    }
}

impl From<PackageError> for DeliveryError {
    fn from(error: PackageError) -> Self {
        match error {
            PackageError::Open(error) => error.into(),
            PackageError::Shell(error) => error.into(),
            PackageError::Link(_) | PackageError::Timeout => Self::Broke(error.to_string()),
            PackageError::Cancelled => Self::Cancelled,
            PackageError::Local(error) => Self::Local(error),
            PackageError::Refused { code, words } => {
                // Android has many error texts for an APK that it cannot read.
                let unread = words.starts_with("INSTALL_PARSE_FAILED");
                let why = match why(code) {
                    PushFailure::Other if unread => PushFailure::Invalid,
                    why => why,
                };
                Self::refused(why, &words)
            }
            PackageError::Argument(_)
            | PackageError::Unsupported
            | PackageError::ApkCount(_)
            | PackageError::Unexpected
            | PackageError::NoActivity => Self::refused(PushFailure::Other, &error.to_string()),
        }
    }
}

/// Maps Android's failure codes to reasons for members.
const fn why(code: FailureCode) -> PushFailure {
    match code {
        FailureCode::InsufficientStorage => PushFailure::NoSpace,
        FailureCode::NoMatchingAbis => PushFailure::WrongProcessor,
        FailureCode::OlderSdk => PushFailure::OlderAndroid,
        FailureCode::DeprecatedSdkVersion => PushFailure::OutdatedApp,
        FailureCode::VersionDowngrade => PushFailure::Downgrade,
        FailureCode::AlreadyExists => PushFailure::Exists,
        FailureCode::UpdateIncompatible => PushFailure::OtherSignature,
        FailureCode::InvalidApk
        | FailureCode::ParseNotApk
        | FailureCode::ParseUnexpectedException => PushFailure::Invalid,
        FailureCode::ParseNoCertificates => PushFailure::Unsigned,
        FailureCode::TestOnly => PushFailure::TestOnly,
        FailureCode::MissingSplit => PushFailure::MissingPart,
        FailureCode::UserRestricted
        | FailureCode::VerificationFailure
        | FailureCode::DeleteDevicePolicyManager => PushFailure::Forbidden,
        FailureCode::Aborted
        | FailureCode::NotInstalled
        | FailureCode::DeleteInternalError
        | FailureCode::DeleteOwnerBlocked
        | FailureCode::Other => PushFailure::Other,
    }
}
