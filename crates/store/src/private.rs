//! Files and folders with secrets, private to the process's user: modes 0600 and 0700, whatever the process's mask.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Permission bits of other users.
const OTHERS: u32 = 0o077;
/// Mode bit of a folder in which every user keeps files (`/tmp`).
const STICKY: u32 = 0o1000;
/// Suffixes of the files that SQLite keeps beside the database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// Makes a folder unless it exists. A folder that others can read is logged, and closed to them if the process owns it.
pub fn folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    tighten(path)
}

/// Makes the file of an SQLite database private, with its write-ahead log and its index; SQLite gives these the mode of the file.
pub(crate) fn database(path: &str) -> io::Result<()> {
    let path = path
        .strip_prefix("file:")
        .map_or(path, |uri| uri.split('?').next().unwrap_or_default());
    if path.is_empty() || path.starts_with(':') {
        // An in-memory database, or SQLite's own temporary file.
        return Ok(());
    }
    let made = OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    match made {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
        Ok(_) | Err(_) => tighten(Path::new(path))?,
    }
    for end in BESIDE {
        match tighten(&PathBuf::from(format!("{path}{end}"))) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            done => done?,
        }
    }
    Ok(())
}

fn tighten(path: &Path) -> io::Result<()> {
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & OTHERS == 0 {
        return Ok(());
    }
    let (shown, was) = (path.display(), format!("{:04o}", mode & 0o7777));
    let shared = mode & STICKY != 0 || path.canonicalize()?.parent().is_none();
    let closed = if shared {
        Err(ErrorKind::PermissionDenied.into())
    } else {
        fs::set_permissions(path, Permissions::from_mode(mode & !OTHERS))
    };
    match closed {
        Ok(()) => {
            tracing::warn!(path = %shown, was, "file permissions tightened: others could read it");
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            tracing::warn!(path = %shown, was, "tighten file permissions failed: others can read it, and it has another owner");
            Ok(())
        }
        Err(error) => Err(error),
    }
}
