//! Small JSON files in a phone's folder, replaced as a whole.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::HandsetError;

/// Reads a file; `None` if there is none.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, HandsetError> {
    match std::fs::read(path) {
        Ok(bytes) => {
            serde_json::from_slice(&bytes)
                .map(Some)
                .map_err(|source| HandsetError::BadFile {
                    path: path.to_owned(),
                    source,
                })
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(HandsetError::Folder {
            path: path.to_owned(),
            source,
        }),
    }
}

/// Writes a file under a temporary name and moves it to its place, so that a crash leaves the old one or the new one.
pub(crate) fn write<T: Serialize>(path: &Path, value: &T) -> Result<(), HandsetError> {
    let text = serde_json::to_vec_pretty(value).map_err(|source| HandsetError::BadFile {
        path: path.to_owned(),
        source,
    })?;
    let fault = |source| HandsetError::Folder {
        path: path.to_owned(),
        source,
    };
    let partial = path.with_extension("new");
    std::fs::write(&partial, text).map_err(fault)?;
    std::fs::rename(&partial, path).map_err(fault)
}
