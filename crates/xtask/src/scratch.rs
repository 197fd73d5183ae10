//! Folder of temporary files in memory. Tests make and remove hundreds of databases of hundreds of files each; on a disk, a fourth of the
//! processor time that they take is the file system's, and half of that in memory.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::sh::{Failure, Step};

/// Path at which Linux keeps a file system in memory.
const MEMORY: &str = "/dev/shm";
/// Least room there, in MiB, for the folder to be made: much more than all tests need.
const ROOM_MIB: u64 = 4096;
/// Beginning of the folder's name, which ends in the id of the process.
const PREFIX: &str = "owldeck-tests-";

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Folder in memory for the temporary files of the programs that xtask starts, if there is one.
pub fn folder() -> Option<&'static Path> {
    FOLDER.get().map(PathBuf::as_path)
}

/// Folder in memory. It is removed with this value.
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes the folder and removes those of runs that were killed; `None` without room in memory, or where `TMPDIR` names another folder.
    pub fn make() -> Result<Option<Self>, Failure> {
        if std::env::var_os("TMPDIR").is_some() || room_mib() < ROOM_MIB {
            return Ok(None);
        }
        for entry in fs::read_dir(MEMORY)?.flatten() {
            let name = entry.file_name();
            let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
            if process.is_some_and(|id| !Path::new("/proc").join(id).exists()) {
                fs::remove_dir_all(entry.path())?;
            }
        }
        let folder = Path::new(MEMORY).join(format!("{PREFIX}{}", std::process::id()));
        fs::create_dir(&folder)?;
        // PostgreSQL runs as a user of its own, and has its data below.
        fs::set_permissions(&folder, Permissions::from_mode(0o711))?;
        let folder = FOLDER.get_or_init(|| folder).clone();
        Ok(Some(Self(folder)))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn room_mib() -> u64 {
    let told = Step::new("df")
        .args(["--output=avail", "--block-size=1M", MEMORY])
        .output();
    told.ok()
        .and_then(|told| told.lines().last()?.trim().parse().ok())
        .unwrap_or(0)
}
