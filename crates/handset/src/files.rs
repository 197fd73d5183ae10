//! A phone's file system: a folder of the host that no path of the phone can leave.

use std::path::{Path, PathBuf};

/// Longest path that the file service accepts, in bytes, as in adbd's `file_sync_service.cpp`.
pub const PATH_LIMIT_BYTES: usize = 1024;
/// Largest single file that a phone stores, in bytes.
pub(crate) const FILE_LIMIT_BYTES: u64 = 4 << 30;

/// Name of the file system's folder in the phone's.
pub(crate) const FOLDER: &str = "fs";

/// Folders that exist on every phone.
const SKELETON: [&str; 6] = [
    "data/local/tmp",
    "sdcard/Download",
    "sdcard/DCIM",
    "sdcard/Documents",
    "sdcard/Pictures",
    "data/data/com.owldeck.notes/files",
];

/// File system of a phone: maps its absolute paths to the host's.
#[derive(Debug, Clone)]
pub struct Files {
    root: PathBuf,
}

impl Files {
    /// Opens the file system below `root`, making its standard folders.
    pub fn open(root: PathBuf) -> std::io::Result<Self> {
        for folder in SKELETON {
            std::fs::create_dir_all(root.join(folder))?;
        }
        Ok(Self { root })
    }

    /// Writes the boot's id to the file in which Linux shows it.
    pub(crate) fn write_boot_id(&self, id: &str) -> std::io::Result<()> {
        let folder = self.root.join("proc/sys/kernel/random");
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("boot_id"), format!("{id}\n"))
    }

    /// Path on the host of a path of the phone. `..` is resolved within the phone and stops at its root;
    /// `/storage/emulated/0`, `/storage/self/primary` and `/mnt/sdcard` are `/sdcard`. `None` for a path that no Android file has.
    pub fn resolve(&self, path: &str) -> Option<PathBuf> {
        if path.len() > PATH_LIMIT_BYTES || path.contains('\0') {
            return None;
        }
        let mut parts: Vec<&str> = Vec::new();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => {
                    parts.pop();
                }
                // A backslash would separate names on some hosts, and longer names do not exist on Linux.
                name if name.contains('\\') || name.len() > 255 => return None,
                name => parts.push(name),
            }
        }
        let rest = match parts.as_slice() {
            ["storage", "emulated", "0", rest @ ..]
            | ["storage", "self", "primary", rest @ ..]
            | ["mnt", "sdcard", rest @ ..] => Some(rest.to_vec()),
            _ => None,
        };
        let mut host = self.root.clone();
        match rest {
            Some(rest) => {
                host.push("sdcard");
                host.extend(rest);
            }
            None => host.extend(parts),
        }
        Some(host)
    }

    /// Path on the phone of a place of the host, as [`std::fs::canonicalize`] gives it; the shared storage by its real name.
    /// `None` for a place outside of the phone.
    pub(crate) fn shown(&self, place: &Path) -> Option<String> {
        let root = self.root.canonicalize().ok()?;
        let inside = place.strip_prefix(root).ok()?.to_str()?;
        Some(match inside.strip_prefix("sdcard") {
            Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                format!("/storage/emulated/0{rest}")
            }
            _ => format!("/{inside}"),
        })
    }

    /// Folder of the notes app, with a text file for each note.
    pub(crate) fn notes(&self) -> PathBuf {
        self.root.join("data/data/com.owldeck.notes/files")
    }

    /// Entries of a folder of the phone, folders first, each sorted by name.
    pub(crate) fn list(&self, path: &str) -> Vec<Entry> {
        let Some(folder) = self.resolve(path) else {
            return Vec::new();
        };
        let mut entries: Vec<Entry> = read_folder(&folder);
        entries.sort_by(|a, b| {
            b.is_folder
                .cmp(&a.is_folder)
                .then_with(|| a.name.cmp(&b.name))
        });
        entries
    }
}

/// Entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) is_folder: bool,
    pub(crate) size_bytes: u64,
}

fn read_folder(folder: &Path) -> Vec<Entry> {
    let Ok(listing) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    listing
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let about = entry.metadata().ok()?;
            Some(Entry {
                name: entry.file_name().into_string().ok()?,
                is_folder: about.is_dir(),
                size_bytes: about.len(),
            })
        })
        .collect()
}
