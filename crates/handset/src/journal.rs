//! Journal of everything that a phone was told to do, in order: command lines, inputs, commands of its provider, boots. Tests compare it with the
//! controller's own record. The journal is kept outside of the phone's folder, so that no wipe removes it, and only if the host's data folder has
//! a subfolder [`FOLDER`].

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use causes::causes;
use parking_lot::Mutex;
use serde::Serialize;

use crate::HandsetError;

/// Folder of the journals, below the host's data folder.
const FOLDER: &str = "journal";

/// Entry of a journal.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum JournalEntry<'a> {
    /// A command line, as it arrived.
    Shell(&'a str),
    /// Name of an action that a controller sent over the control socket, without its texts.
    Input(&'a str),
    /// Arguments of a system service's command.
    Command(&'a [String]),
    /// Command of the phone's provider that is being carried out.
    #[serde(rename = "order")]
    HostCommand(&'a str),
    /// Start of a boot.
    Boot(&'a str),
}

/// Journal of one phone: a JSON line for each entry.
#[derive(Debug)]
pub struct Journal(Mutex<File>);

impl Journal {
    /// Opens the journal of phone `index` below `root`; none where no journals are kept.
    pub(crate) fn open(root: &Path, index: usize) -> Result<Option<Self>, HandsetError> {
        let folder = root.join(FOLDER);
        if !folder.is_dir() {
            return Ok(None);
        }
        let path = folder.join(format!("phone-{index:04}.jsonl"));
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.map_err(|source| HandsetError::Folder { path, source })?;
        Ok(Some(Self(Mutex::new(file))))
    }

    pub(crate) fn note(&self, told: &JournalEntry<'_>) {
        let mut line = serde_json::to_vec(told).unwrap_or_default();
        line.push(b'\n');
        let mut file = self.0.lock();
        if let Err(error) = file.write_all(&line) {
            tracing::warn!(error = %causes(&error), "write journal failed");
        }
    }
}
