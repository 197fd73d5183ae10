//! What members send to the server to have it on their phones: how much of it, for how long, under which names, and what becomes of it.

mod name;

pub use name::{FileName, NameFault};

use serde::{Deserialize, Serialize};

use crate::codes::{self, Code};
use crate::operations::Kind;

/// Files and apps of one push.
pub const FILES_MAX: usize = crate::phones::PUSH_FILES_MAX;
/// Largest file, in bytes.
pub const FILE_MAX_BYTES: i64 = 2 * GIB;
/// Largest piece of a file in one request, in bytes.
pub const CHUNK_MAX_BYTES: i64 = 4 * 1024 * 1024;
/// What one member may have on the server at once, in bytes: what was unpacked counts too.
pub const MEMBER_MAX_BYTES: i64 = 6 * GIB;
/// Files that one member may have on the server at once.
pub const MEMBER_FILES_MAX: i64 = 100;
/// Archives of one app.
pub const ARCHIVES_MAX: usize = 64;
/// After its last use a file is kept for so long, in milliseconds.
pub const KEPT_MS: i64 = 24 * 60 * 60 * 1000;
/// A file of which nothing came for so long is given up, in milliseconds: shorter than a working day, longer than a train through a tunnel.
pub const UNFINISHED_MS: i64 = 2 * 60 * 60 * 1000;
/// What the server's disk keeps free whatever members send, in bytes.
pub const FREE_MIN_BYTES: u64 = 1024 * 1024 * 1024;
/// The same in parts of the disk: one of so many.
pub const FREE_MIN_PART: u64 = 20;
/// Whoever sends nothing for so long has gone, in milliseconds.
pub const SILENCE_MAX_MS: u64 = 30 * 1000;
/// Slower than so many bytes a second is no sending; judged after [`SILENCE_MAX_MS`].
pub const RATE_MIN_BYTES: u64 = 1024;

const GIB: i64 = 1024 * 1024 * 1024;

const _: () = assert!(CHUNK_MAX_BYTES <= FILE_MAX_BYTES && FILE_MAX_BYTES <= MEMBER_MAX_BYTES);
const _: () = assert!(FILES_MAX <= MEMBER_FILES_MAX.unsigned_abs() as usize);
const _: () = assert!(UNFINISHED_MS <= KEPT_MS);
// What an operation still sends is not swept away below it.
const _: () = assert!(2 * delivery_ms(2 * MEMBER_MAX_BYTES) <= KEPT_MS);

/// What a file turned out to be, whatever its name and the browser said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FileKind {
    /// Anything.
    File,
    /// One archive of one app.
    Apk,
    /// All archives of one app: XAPK, APKS, APKM.
    Bundle,
}

impl FileKind {
    /// Whether it can be installed.
    pub const fn is_app(self) -> bool {
        match self {
            Self::File => false,
            Self::Apk | Self::Bundle => true,
        }
    }
}

/// What an app says of itself. Read from a file that came from anyone: bounded, and shown as text only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AppFacts {
    /// Its package.
    pub package: String,
    /// Its name for people.
    pub label: String,
    /// Its version for people.
    pub version_name: String,
    /// Its version for comparison.
    pub version_code: i64,
    /// The oldest Android that runs it, as an API level.
    pub min_sdk: i32,
    /// Bytes of each of its archives, in the order in which they are installed.
    pub archives: Vec<i64>,
}

/// What is wanted of what was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Install apps; what is none lies in Download.
    Install,
    /// Everything lies in Download.
    Send,
    /// Install apps, and everything lies in Download.
    Both,
}

impl Choice {
    /// Whether a file of that kind is installed, and whether it lies in Download.
    pub const fn actions(self, kind: FileKind) -> (bool, bool) {
        match (self, kind.is_app()) {
            (Self::Install, true) => (true, false),
            (Self::Both, true) => (true, true),
            (Self::Send, _) | (Self::Install | Self::Both, false) => (false, true),
        }
    }
}

/// How apps are installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InstallChoice {
    /// With all permissions that they ask for.
    pub grant_permissions: bool,
    /// Over one that is there already.
    pub replace: bool,
    /// Also over a newer one.
    pub allow_downgrade: bool,
}

/// One file on its way to a phone. What is needed to send it again stands here: it may be told when the file itself is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryFile {
    /// Where it lies on the server.
    pub upload_id: i64,
    /// Its name, also in Download.
    pub name: String,
    /// SHA-256 of its bytes, in hexadecimal digits.
    pub sha256: String,
    /// Its length.
    pub bytes: i64,
    /// The app that is installed from it; none where it is not.
    pub install: Option<AppFacts>,
    /// Whether it is put into Download.
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

/// What an operation brings to a phone.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// In this order.
    #[serde(rename = "parcels")]
    pub files: Vec<DeliveryFile>,
    /// For those that are installed.
    pub options: InstallChoice,
}

impl Delivery {
    /// Bytes that go to the phone.
    pub fn load(&self) -> i64 {
        self.files.iter().map(DeliveryFile::load).sum()
    }

    /// What the receipt calls it.
    pub fn kind(&self) -> Kind {
        if self.files.iter().any(|file| file.install.is_some()) {
            Kind::InstallApp
        } else {
            Kind::PushFile
        }
    }
}

/// How long a delivery of so many bytes usually takes, in milliseconds: the slowest line that is still one, and the phone's own work.
pub const fn delivery_ms(bytes: i64) -> i64 {
    const SPARE_MS: i64 = 3 * 60 * 1000;
    const RATE_BYTES_PER_S: i64 = 512 * 1024;
    SPARE_MS + bytes / RATE_BYTES_PER_S * 1000
}

/// Another file of the set that one is added to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// What its name is compared by.
    pub key: String,
    /// Some of it has come, and not all.
    pub running: bool,
}

/// Why a file is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddFault {
    /// The set has [`FILES_MAX`].
    Count,
    /// The set has one of that name.
    Exists,
    /// One of the set is on its way.
    Running,
    /// More than [`FILE_MAX_BYTES`], or nothing.
    Size,
    /// The member's part of the server is used up.
    Quota,
}

impl AddFault {
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

/// What a member has on the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Held {
    /// Files.
    pub files: i64,
    /// Their bytes, with those that are still to come.
    pub bytes: i64,
}

/// Whether one more file is taken into a set.
pub fn may_add(name: &FileName, size: i64, set: &[Beside], held: Held) -> Result<(), AddFault> {
    if !(1..=FILE_MAX_BYTES).contains(&size) {
        return Err(AddFault::Size);
    }
    if set.iter().any(|other| other.running) {
        return Err(AddFault::Running);
    }
    if set.iter().any(|other| other.key == name.key()) {
        return Err(AddFault::Exists);
    }
    if set.len() >= FILES_MAX {
        return Err(AddFault::Count);
    }
    if held.files >= MEMBER_FILES_MAX || held.bytes + size > MEMBER_MAX_BYTES {
        return Err(AddFault::Quota);
    }
    Ok(())
}

/// Whether the server's disk takes so many bytes more.
pub const fn has_room(free: u64, whole: u64, bytes: u64) -> bool {
    let part = whole / FREE_MIN_PART;
    // Whichever is less: a small disk is not kept empty, a large one not filled.
    let keep = if part < FREE_MIN_BYTES {
        part
    } else {
        FREE_MIN_BYTES
    };
    free >= bytes && free - bytes >= keep
}

#[cfg(test)]
mod tests;
