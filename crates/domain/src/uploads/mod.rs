//! Uploads: files that members send to the server for their phones, and keep there. Quotas, lifetimes, kinds and deliveries.

mod name;
mod outcome;
mod rules;

pub use name::{FileName, InvalidFileName};
pub use outcome::{Outcome, RECORD_KEPT_MS};
pub use rules::{KEPT_DAYS, QUOTA_GIB, UploadRules};

use serde::{Deserialize, Serialize};

use crate::codes::{self, Code};
use crate::operations::Kind;

/// Files and apps of one push.
pub const FILES_MAX: usize = crate::phones::PUSH_FILES_MAX;
/// Largest file, in bytes.
pub const FILE_MAX_BYTES: i64 = 2 * GIB;
/// Quota of one member on the server, in files.
pub const MEMBER_FILES_MAX: i64 = 1000;
/// Limit of archives in one app.
pub const ARCHIVES_MAX: usize = 64;
/// Time after its last use for which a file stays on the server's own disk where files are stored elsewhere, in milliseconds.
pub const NEAR_MS: i64 = 2 * 24 * 60 * 60 * 1000;
/// Time without a new piece after which an unfinished file is given up, in milliseconds: shorter than a working day, longer than a train
/// through a tunnel.
pub const UNFINISHED_MS: i64 = 2 * 60 * 60 * 1000;
/// Space that is kept free on the server's disk, in bytes.
pub const FREE_MIN_BYTES: u64 = 1024 * 1024 * 1024;
/// Space that is kept free, as a fraction of the disk: one part of this many.
pub const FREE_MIN_PART: u64 = 20;
/// Silence of a sender after which it counts as gone, in milliseconds.
pub const SILENCE_MAX_MS: u64 = 30 * 1000;
/// Least rate of a sender, in bytes a second; judged after [`SILENCE_MAX_MS`].
pub const RATE_MIN_BYTES: u64 = 1024;

const GIB: i64 = 1024 * 1024 * 1024;

const _: () = assert!(FILES_MAX <= MEMBER_FILES_MAX.unsigned_abs() as usize);
const _: () = assert!(UNFINISHED_MS <= NEAR_MS);
// A file that an operation still sends, installed and pushed, is not swept.
const _: () =
    assert!(2 * delivery_ms(2 * FILES_MAX.cast_signed() as i64 * FILE_MAX_BYTES) <= NEAR_MS);
const _: () = assert!(NEAR_MS <= *KEPT_DAYS.start() * 24 * 60 * 60 * 1000);

/// Kind of a file by its content, whatever its name and the browser claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = UploadKindView))]
pub enum FileKind {
    /// A plain file.
    File,
    /// A single archive of one app.
    Apk,
    /// The archives of one app: XAPK, APKS, APKM.
    Bundle,
    /// A video: MP4.
    Video,
}

impl FileKind {
    /// Whether the file can be installed.
    pub const fn is_app(self) -> bool {
        match self {
            Self::File | Self::Video => false,
            Self::Apk | Self::Bundle => true,
        }
    }
}

/// Facts from an app's manifest. Read from a file of unknown origin: bounded, and shown as text only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AppFacts {
    /// Package name.
    pub package: String,
    /// Label for people.
    pub label: String,
    /// Version for people.
    pub version_name: String,
    /// Version for comparison.
    pub version_code: i64,
    /// The oldest Android that runs it, as an API level.
    pub min_sdk: i32,
    /// Bytes of each archive, in the order in which they are installed.
    pub archives: Vec<i64>,
    /// SHA-256 of the certificates that signed it, in hexadecimal digits, each once; empty where they are not known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signers: Vec<String>,
}

/// The member's choice for the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "api", derive(serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(
    feature = "api",
    serde(rename_all = "camelCase"),
    schema(as = ChoiceBody, description = "Use of the files.")
)]
pub enum Choice {
    /// Install apps; put other files into Download.
    #[default]
    Install,
    /// Put all files into Download.
    #[cfg_attr(feature = "api", serde(rename = "push"))]
    Send,
    /// Install apps, and put all files into Download.
    Both,
}

impl Choice {
    /// Whether a file of that kind is installed, and whether it is put into Download.
    pub const fn actions(self, kind: FileKind) -> (bool, bool) {
        match (self, kind.is_app()) {
            (Self::Install, true) => (true, false),
            (Self::Both, true) => (true, true),
            (Self::Send, _) | (Self::Install | Self::Both, false) => (false, true),
        }
    }
}

/// Options of installing apps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallChoice {
    /// Grant all permissions that the apps ask for.
    pub grant_permissions: bool,
    /// Replace an installed app.
    pub replace: bool,
    /// Replace an installed app of a newer version, too.
    pub allow_downgrade: bool,
}

/// A file on its way to a phone. It holds all facts for sending it again, and for reporting it when the file itself is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryFile {
    /// Id of the file on the server.
    pub upload_id: i64,
    /// Name of the file, also in Download.
    pub name: String,
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// Length in bytes.
    pub bytes: i64,
    /// The app that is installed from the file; none when it is not installed.
    pub install: Option<AppFacts>,
    /// Whether the file is put into Download.
    pub push: bool,
}

impl DeliveryFile {
    /// Bytes that go to the phone.
    pub fn load(&self) -> i64 {
        let install = self.install.as_ref();
        let install: i64 = install.map_or(0, |app| app.archives.iter().sum());
        install + if self.push { self.bytes } else { 0 }
    }
}

/// Treatment of a file whose phone has another one of its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "api", derive(utoipa::ToSchema), schema(as = ExistingBody))]
pub enum Existing {
    /// The file is refused.
    Refuse,
    /// The file gets a number. Deliveries that were stored without a word were sent so.
    #[default]
    Rename,
    /// The other file is replaced.
    Replace,
}

/// The files that an operation sends to a phone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Files, in the order in which they are sent.
    #[serde(rename = "parcels")]
    pub files: Vec<DeliveryFile>,
    /// Options for the installed files.
    pub options: InstallChoice,
    /// Treatment of files whose names are taken.
    #[serde(default)]
    pub existing: Existing,
}

impl Delivery {
    /// Bytes that go to the phone.
    pub fn load(&self) -> i64 {
        self.files.iter().map(DeliveryFile::load).sum()
    }

    /// The member's choice that made the delivery. Without an app there was none: everything was sent.
    pub fn choice(&self) -> Choice {
        let mut apps = self.files.iter().filter(|file| file.install.is_some());
        match apps.next() {
            None => Choice::Send,
            Some(app) if app.push => Choice::Both,
            Some(_) => Choice::Install,
        }
    }

    /// Kind of the operation, as the receipt names it.
    pub fn kind(&self) -> Kind {
        if self.files.iter().any(|file| file.install.is_some()) {
            Kind::InstallApp
        } else {
            Kind::PushFile
        }
    }
}

/// Usual duration of a delivery, in milliseconds: on the slowest line that still counts as one, with the phone's own work.
pub const fn delivery_ms(bytes: i64) -> i64 {
    const SPARE_MS: i64 = 3 * 60 * 1000;
    const RATE_BYTES_PER_S: i64 = 512 * 1024;
    SPARE_MS + bytes / RATE_BYTES_PER_S * 1000
}

/// A file of the set to which another one is added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetFile {
    /// Key by which names are compared.
    pub key: String,
    /// Whether the file has begun to come and is not complete.
    pub running: bool,
}

/// Why a file is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddError {
    /// The set has [`FILES_MAX`] files.
    Count,
    /// The set has a file of that name.
    Exists,
    /// A file of the set is being uploaded.
    Running,
    /// The file is larger than [`FILE_MAX_BYTES`], or empty.
    Size,
    /// The member's quota on the server is used up.
    Quota,
}

impl AddError {
    /// The row of the table of codes.
    pub const fn code(self) -> Code {
        match self {
            Self::Count => codes::UPLOAD_COUNT,
            Self::Exists => codes::UPLOAD_EXISTS,
            Self::Running => codes::UPLOAD_RUNNING,
            Self::Size => codes::UPLOAD_SIZE,
            Self::Quota => codes::UPLOAD_QUOTA,
        }
    }
}

/// A member's files on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoredFiles {
    /// Number of files.
    pub files: i64,
    /// Bytes of the files, those that are still to come included; equal contents count once.
    pub bytes: i64,
}

/// Whether another file may be added to a set.
pub fn may_add(
    name: &FileName,
    size: i64,
    set: &[SetFile],
    held: StoredFiles,
    rules: UploadRules,
) -> Result<(), AddError> {
    if !(1..=FILE_MAX_BYTES).contains(&size) {
        return Err(AddError::Size);
    }
    if set.iter().any(|other| other.running) {
        return Err(AddError::Running);
    }
    if set.iter().any(|other| other.key == name.key()) {
        return Err(AddError::Exists);
    }
    if set.len() >= FILES_MAX {
        return Err(AddError::Count);
    }
    if held.files >= MEMBER_FILES_MAX || held.bytes + size > rules.quota_bytes() {
        return Err(AddError::Quota);
    }
    Ok(())
}

/// Whether the server's disk has room for more bytes.
pub const fn has_room(free: u64, whole: u64, bytes: u64) -> bool {
    let part = whole / FREE_MIN_PART;
    // The smaller of both: a small disk is not kept empty, a large one not filled.
    let keep = if part < FREE_MIN_BYTES {
        part
    } else {
        FREE_MIN_BYTES
    };
    free >= bytes && free - bytes >= keep
}

#[cfg(test)]
mod tests;
