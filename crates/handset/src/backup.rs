//! Backup of a phone's data, to be put on another phone: a folder with everything but the identity, and a manifest that proves it whole.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::identity::{self, Identity};
use crate::{HandsetError, json_file};

/// File in the folder of a phone whose data was backed up: such a phone stays off until its provider switches it on.
pub(crate) const AWAY_FILE: &str = "away.json";
/// File of a backup that is written last, so that a folder without it is no backup.
const MANIFEST_FILE: &str = "manifest.json";
/// Folder of a backup that holds the data.
const DATA_FOLDER: &str = "data";
/// Files that belong to the phone itself and go to no other.
const OWN: [&str; 3] = [identity::FILE, identity::DATA_FILE, AWAY_FILE];
/// Folder that each boot makes anew, and that is not copied.
const PASSING: &str = "fs/proc";
/// Bytes that are copied at once.
const PIECE_BYTES: usize = 64 * 1024;

/// Description of a backup: size, digest, and the system image that its data belongs to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) bytes: u64,
    /// SHA-256 of all paths, kinds and contents, hexadecimal.
    pub(crate) digest: String,
    release: String,
    sdk: u32,
    build_id: String,
}

/// Backs up the phone in `folder` to the folder `to`, which exists only when it is whole. A backup that exists already is not made again.
pub(crate) fn write(
    folder: &Path,
    identity: &Identity,
    to: &Path,
    moved: &AtomicU64,
) -> Result<Manifest, HandsetError> {
    if let Some(made) = json_file::read(&to.join(MANIFEST_FILE))? {
        return Ok(made);
    }
    let fault = |source| of_io(to, source);
    let partial = to.with_extension("part");
    remove(&partial).map_err(fault)?;
    remove(to).map_err(fault)?;
    let data = partial.join(DATA_FOLDER);
    private_folder(&data).map_err(fault)?;
    copy(folder, &data, moved).map_err(fault)?;
    let (bytes, digest) = measure(&data).map_err(fault)?;
    if measure(folder).map_err(fault)? != (bytes, digest.clone()) {
        return Err(HandsetError::Altered);
    }
    let manifest = Manifest {
        bytes,
        digest,
        release: identity.release.clone(),
        sdk: identity.sdk,
        build_id: identity.build_id.clone(),
    };
    json_file::write(&partial.join(MANIFEST_FILE), &manifest)?;
    fs::rename(&partial, to).map_err(fault)?;
    Ok(manifest)
}

/// Puts a backup on the empty phone in `folder`, reads it back, and gives the phone the backup's system image; `identity` stays otherwise.
pub(crate) fn read(
    folder: &Path,
    identity: &Identity,
    from: &Path,
    digest: &str,
    moved: &AtomicU64,
) -> Result<(), HandsetError> {
    let manifest: Manifest =
        json_file::read(&from.join(MANIFEST_FILE))?.ok_or(HandsetError::NoBackup)?;
    if manifest.digest != digest {
        return Err(HandsetError::Altered);
    }
    let fault = |source| of_io(folder, source);
    copy(&from.join(DATA_FOLDER), folder, moved).map_err(fault)?;
    if measure(folder).map_err(fault)?.1 != digest {
        return Err(HandsetError::Altered);
    }
    let mut next = identity.clone();
    (next.release, next.sdk, next.build_id) = (manifest.release, manifest.sdk, manifest.build_id);
    next.write(folder)
}

/// Bytes that a backup of the phone in `folder` would have.
pub(crate) fn size(folder: &Path) -> Result<u64, HandsetError> {
    let all = entries(folder).map_err(|source| of_io(folder, source))?;
    Ok(all.iter().map(Entry::bytes).sum())
}

/// File, folder or link below a phone's folder or a backup's.
struct Entry {
    path: PathBuf,
    about: Metadata,
}

impl Entry {
    fn bytes(&self) -> u64 {
        if self.about.is_file() {
            self.about.len()
        } else {
            0
        }
    }
}

/// Entries that belong into a backup, sorted; a folder stands before its content.
fn entries(root: &Path) -> io::Result<Vec<Entry>> {
    let mut all = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root.join(&folder))? {
            let path = folder.join(entry?.file_name());
            if path == Path::new(PASSING) || OWN.iter().any(|own| path == Path::new(own)) {
                continue;
            }
            let about = fs::symlink_metadata(root.join(&path))?;
            if about.is_dir() {
                folders.push(path.clone());
            }
            all.push(Entry { path, about });
        }
    }
    all.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(all)
}

fn copy(from: &Path, to: &Path, moved: &AtomicU64) -> io::Result<()> {
    moved.store(0, Ordering::Relaxed);
    for Entry { path, about } in entries(from)? {
        let (source, target) = (from.join(&path), to.join(&path));
        if about.is_dir() {
            private_folder(&target)?;
        } else if about.is_symlink() {
            symlink(fs::read_link(source)?, target)?;
        } else {
            let mut input = File::open(source)?;
            let mut output = File::create(target)?;
            let mut piece = vec![0; PIECE_BYTES];
            loop {
                let count = input.read(&mut piece)?;
                if count == 0 {
                    break;
                }
                output.write_all(&piece[..count])?;
                moved.fetch_add(count as u64, Ordering::Relaxed);
            }
            output.set_modified(about.modified()?)?;
        }
    }
    Ok(())
}

/// Size and digest of the data that lies below `root` now.
fn measure(root: &Path) -> io::Result<(u64, String)> {
    let mut digest = Sha256::new();
    let mut bytes = 0;
    let mut piece = vec![0; PIECE_BYTES];
    for entry in entries(root)? {
        let name = entry.path.as_os_str().as_encoded_bytes();
        digest.update((name.len() as u64).to_be_bytes());
        digest.update(name);
        if entry.about.is_dir() {
            digest.update(b"d");
        } else if entry.about.is_symlink() {
            let target = fs::read_link(root.join(&entry.path))?;
            digest.update(b"l");
            digest.update(target.as_os_str().as_encoded_bytes());
        } else {
            digest.update(b"f");
            digest.update(entry.about.len().to_be_bytes());
            let mut input = File::open(root.join(&entry.path))?;
            loop {
                let count = input.read(&mut piece)?;
                if count == 0 {
                    break;
                }
                digest.update(&piece[..count]);
            }
        }
        bytes += entry.bytes();
    }
    Ok((bytes, hex::encode(digest.finalize())))
}

/// Makes a folder that only this user may open.
fn private_folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
}

fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn of_io(path: &Path, source: io::Error) -> HandsetError {
    if source.kind() == io::ErrorKind::StorageFull {
        return HandsetError::NoRoom;
    }
    HandsetError::Folder {
        path: path.to_owned(),
        source,
    }
}
