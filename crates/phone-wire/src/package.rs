//! Package service of Android: requests to install and remove, and its answers.
//! Source: AOSP `client/adb_install.cpp`, `PackageManagerShellCommand.java`.

use thiserror::Error;

use crate::service::Service;
use crate::shell::{ArgumentError, CommandLine};

/// Longest package name in bytes, as Android's own check has it (`FrameworkParsingPackageUtils.MAX_FILE_NAME_SIZE`).
pub const NAME_MAX_BYTES: usize = 223;
/// Longest name of one APK of a session in bytes: a limit of this crate, below Linux's of 255 for a file name.
pub const ARCHIVE_NAME_MAX_BYTES: usize = 200;

/// A package's name: at least two parts of letters, digits and `_` with dots between, each starting with a letter.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackageName(String);

/// Error: the text is not the name of a package or of an APK.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("this is no name of a package or an APK")]
pub struct BadName;

impl PackageName {
    /// Reads a package's name.
    pub fn parse(text: &str) -> Result<Self, BadName> {
        let part = |part: &str| {
            part.starts_with(|first: char| first.is_ascii_alphabetic())
                && part
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        };
        // `android` itself is the one name without a dot.
        let dotted = text.contains('.') || text == "android";
        if text.len() > NAME_MAX_BYTES || !dotted || !text.split('.').all(part) {
            return Err(BadName);
        }
        Ok(Self(text.to_owned()))
    }

    /// Name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Name of an APK within a session; it becomes a file's name on the phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveName(String);

impl ArchiveName {
    /// Reads an APK's name: letters, digits, `.`, `_` and `-`, not starting with `-` or `.`.
    pub fn parse(text: &str) -> Result<Self, BadName> {
        let good = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        let long = text.is_empty() || text.len() > ARCHIVE_NAME_MAX_BYTES;
        if long || text.starts_with(['-', '.']) || !text.bytes().all(good) {
            return Err(BadName);
        }
        Ok(Self(text.to_owned()))
    }
}

/// Options of an installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InstallOptions {
    /// Option `-d`: an older version may replace a newer one.
    pub downgrade: bool,
    /// Option `-g`: the app gets all permissions that it asks for.
    pub grant_permissions: bool,
    /// Option `-t`: an app that is for tests only by its manifest may be installed.
    pub test_only: bool,
    /// Option `-R`: an app that is installed already is not replaced.
    pub keep_existing: bool,
}

impl InstallOptions {
    fn words(self, words: &mut Vec<String>) {
        // An update needs `-r` before Android 9; later it is the default.
        let existing = if self.keep_existing { "-R" } else { "-r" };
        words.push(existing.to_owned());
        for (on, word) in [
            (self.downgrade, "-d"),
            (self.grant_permissions, "-g"),
            (self.test_only, "-t"),
        ] {
            if on {
                words.push(word.to_owned());
            }
        }
    }
}

/// Request to the service. Requests with a size are followed by exactly so many bytes of an APK.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackageCommand {
    /// Installs an app of a single APK.
    Install {
        /// Options of the installation.
        options: InstallOptions,
        /// Bytes that follow.
        size: u64,
    },
    /// Creates a session for several APKs; answered with its number.
    Create {
        /// Options of the installation.
        options: InstallOptions,
        /// Size of all APKs in bytes.
        total: u64,
    },
    /// Writes an APK of a session.
    Write {
        /// Number of the session.
        session: u32,
        /// Name of the APK.
        name: ArchiveName,
        /// Bytes that follow.
        size: u64,
    },
    /// Installs the APKs of a session.
    Commit(u32),
    /// Abandons a session.
    Abandon(u32),
    /// Removes a package.
    Uninstall {
        /// Name of the package.
        package: PackageName,
        /// Whether its data stays.
        keep_data: bool,
    },
}

impl PackageCommand {
    /// Arguments of `cmd`.
    pub fn words(&self) -> Vec<String> {
        let mut words = vec!["package".to_owned(), self.verb().to_owned()];
        match self {
            Self::Install { options, size }
            | Self::Create {
                options,
                total: size,
            } => {
                options.words(&mut words);
                words.extend(["-S".to_owned(), size.to_string()]);
            }
            Self::Write {
                session,
                name,
                size,
            } => words.extend([
                "-S".to_owned(),
                size.to_string(),
                session.to_string(),
                name.0.clone(),
                "-".to_owned(),
            ]),
            Self::Commit(session) | Self::Abandon(session) => words.push(session.to_string()),
            Self::Uninstall { package, keep_data } => {
                if *keep_data {
                    words.push("-k".to_owned());
                }
                words.push(package.0.clone());
            }
        }
        words
    }

    /// Service that takes the request: in-process with the feature `abb_exec`, else through the phone's shell.
    pub fn service(&self, abb_exec: bool) -> Result<Service, ArgumentError> {
        let words = self.words();
        if abb_exec {
            return Ok(Service::AbbExec(words));
        }
        let line = words
            .iter()
            .try_fold(CommandLine::new("cmd"), |line, word| line.argument(word))?;
        Ok(Service::Exec(line.into()))
    }

    const fn verb(&self) -> &'static str {
        match self {
            Self::Install { .. } => "install",
            Self::Create { .. } => "install-create",
            Self::Write { .. } => "install-write",
            Self::Commit(_) => "install-commit",
            Self::Abandon(_) => "install-abandon",
            Self::Uninstall { .. } => "uninstall",
        }
    }
}

/// Reason why a phone did not install or remove a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureCode {
    /// No room is left on the phone.
    InsufficientStorage,
    /// The app's native code is for other processors.
    NoMatchingAbis,
    /// The app wants a newer Android.
    OlderSdk,
    /// The phone has a newer version of the app.
    VersionDowngrade,
    /// The phone has the app, and it was not to be replaced.
    AlreadyExists,
    /// The phone has the app signed by somebody else.
    UpdateIncompatible,
    /// The APK is damaged.
    InvalidApk,
    /// The app is for tests only, by its manifest.
    TestOnly,
    /// A restriction of the phone's user forbids it.
    UserRestricted,
    /// The installation was aborted.
    Aborted,
    /// A verifier of the phone refused it.
    VerificationFailure,
    /// The app is made for an Android too old.
    DeprecatedSdkVersion,
    /// An APK of the app is missing.
    MissingSplit,
    /// The file is no APK of an app.
    ParseNotApk,
    /// The app is not signed.
    ParseNoCertificates,
    /// The app cannot be parsed.
    ParseUnexpectedException,
    /// The app is not installed.
    NotInstalled,
    /// The phone failed to remove it.
    DeleteInternalError,
    /// An administrator of the phone forbids it.
    DeleteDevicePolicyManager,
    /// The app's owner forbids it.
    DeleteOwnerBlocked,
    /// A reason that is not in this list.
    Other,
}

const CODES: [(FailureCode, &str); 19] = [
    (
        FailureCode::InsufficientStorage,
        "INSTALL_FAILED_INSUFFICIENT_STORAGE",
    ),
    (
        FailureCode::NoMatchingAbis,
        "INSTALL_FAILED_NO_MATCHING_ABIS",
    ),
    (FailureCode::OlderSdk, "INSTALL_FAILED_OLDER_SDK"),
    (
        FailureCode::VersionDowngrade,
        "INSTALL_FAILED_VERSION_DOWNGRADE",
    ),
    (FailureCode::AlreadyExists, "INSTALL_FAILED_ALREADY_EXISTS"),
    (
        FailureCode::UpdateIncompatible,
        "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
    ),
    (FailureCode::InvalidApk, "INSTALL_FAILED_INVALID_APK"),
    (FailureCode::TestOnly, "INSTALL_FAILED_TEST_ONLY"),
    (
        FailureCode::UserRestricted,
        "INSTALL_FAILED_USER_RESTRICTED",
    ),
    (FailureCode::Aborted, "INSTALL_FAILED_ABORTED"),
    (
        FailureCode::VerificationFailure,
        "INSTALL_FAILED_VERIFICATION_FAILURE",
    ),
    (
        FailureCode::DeprecatedSdkVersion,
        "INSTALL_FAILED_DEPRECATED_SDK_VERSION",
    ),
    (FailureCode::MissingSplit, "INSTALL_FAILED_MISSING_SPLIT"),
    (FailureCode::ParseNotApk, "INSTALL_PARSE_FAILED_NOT_APK"),
    (
        FailureCode::ParseNoCertificates,
        "INSTALL_PARSE_FAILED_NO_CERTIFICATES",
    ),
    (
        FailureCode::ParseUnexpectedException,
        "INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION",
    ),
    (
        FailureCode::DeleteInternalError,
        "DELETE_FAILED_INTERNAL_ERROR",
    ),
    (
        FailureCode::DeleteDevicePolicyManager,
        "DELETE_FAILED_DEVICE_POLICY_MANAGER",
    ),
    (
        FailureCode::DeleteOwnerBlocked,
        "DELETE_FAILED_OWNER_BLOCKED",
    ),
];

impl FailureCode {
    fn of(words: &str) -> Self {
        if words.starts_with("not installed") {
            return Self::NotInstalled;
        }
        let name = words.split([':', ']', ' ']).next().unwrap_or_default();
        CODES
            .into_iter()
            .find(|(_, known)| *known == name)
            .map_or(Self::Other, |(code, _)| code)
    }
}

/// Answer of the package service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PackageReply {
    /// `Success`, with the text behind the word.
    Success(String),
    /// Answer `Failure [CODE: words]`, or another sentence such as `Error: …`.
    Failure {
        /// Code of the cause.
        code: FailureCode,
        /// Message of the phone, without brackets.
        words: String,
    },
}

impl PackageReply {
    /// Reads all that the phone sent. Lines before the result, such as warnings, are passed over.
    pub fn parse(text: &str) -> Self {
        let lines = || text.lines().map(str::trim);
        if let Some(rest) = lines().find_map(|line| line.strip_prefix("Success")) {
            return Self::Success(rest.trim_start_matches(':').trim().to_owned());
        }
        let failure = lines().find_map(|line| line.strip_prefix("Failure"));
        let words = failure.unwrap_or_else(|| text.trim()).trim();
        let words = words.strip_prefix('[').unwrap_or(words);
        let words = words.strip_suffix(']').unwrap_or(words);
        Self::Failure {
            code: FailureCode::of(words),
            words: words.to_owned(),
        }
    }

    /// Number of the session in `Success: created install session [123]`.
    pub fn session(&self) -> Option<u32> {
        match self {
            Self::Success(rest) => {
                let (_, number) = rest.strip_suffix(']')?.rsplit_once('[')?;
                number.parse().ok()
            }
            Self::Failure { .. } => None,
        }
    }
}

/// A package in the phone's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageEntry {
    /// Name of the package.
    pub name: PackageName,
    /// Path of the package's APK on the phone, if the list has paths.
    pub path: Option<String>,
    /// Version code of the package, if the list has version codes.
    pub version_code: Option<u64>,
    /// User id of the package on the phone, if the list has user ids.
    pub uid: Option<u32>,
}

impl PackageEntry {
    /// Reads a line `package:/data/app/~~x==/com.a-y==/base.apk=com.a versionCode:12 uid:10123`; `None` for any other.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.trim().strip_prefix("package:")?.split(' ');
        let first = words.next()?;
        // A path may have `=` itself, a name has none.
        let (path, name) = match first.rsplit_once('=') {
            Some((path, name)) => (Some(path.to_owned()), name),
            None => (None, first),
        };
        let mut entry = Self {
            name: PackageName::parse(name).ok()?,
            path,
            version_code: None,
            uid: None,
        };
        for word in words {
            match word.split_once(':') {
                Some(("versionCode", number)) => entry.version_code = number.parse().ok(),
                // A package of several users has several numbers.
                Some(("uid", numbers)) => {
                    entry.uid = numbers.split(',').next().and_then(|it| it.parse().ok());
                }
                Some(_) | None => {}
            }
        }
        Some(entry)
    }
}
