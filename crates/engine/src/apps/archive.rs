//! Presents an app's archive on a phone as a seekable file: only the blocks that the parser reads are fetched from the phone.

use std::collections::HashMap;
use std::io::{self, Read, Seek, SeekFrom};

use causes::causes;
use domain::apps::PackageName;
use fleet::{BLOCK_BYTES, Fleet};
use tokio::runtime::Handle;
use unpack::Archive;

use super::ArchiveFacts;
use crate::app_facts::ArchiveManifest;

/// Most blocks that are read of one archive, 8 MiB together: a manifest, a string table and an icon need less.
const BLOCKS_MAX: usize = 32;
const BLOCK: u64 = BLOCK_BYTES as u64;

/// A file on a phone as [`Read`] and [`Seek`]. Each block is awaited with `block_on`, so the reader must run on a blocking thread.
pub(super) struct PhoneFile {
    fleet: Fleet,
    runtime: Handle,
    phone_id: i64,
    path: String,
    bytes: u64,
    at: u64,
    blocks: HashMap<u64, Vec<u8>>,
}

impl PhoneFile {
    /// File of `bytes` bytes. Must be called within the runtime.
    pub(super) fn new(fleet: Fleet, phone_id: i64, path: &str, bytes: u64) -> Self {
        Self {
            fleet,
            runtime: Handle::current(),
            phone_id,
            path: path.to_owned(),
            bytes,
            at: 0,
            blocks: HashMap::new(),
        }
    }

    fn block(&mut self, nth: u64) -> io::Result<&[u8]> {
        if !self.blocks.contains_key(&nth) {
            if self.blocks.len() >= BLOCKS_MAX {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            let read = self.fleet.read_block(self.phone_id, &self.path, nth);
            let block = self.runtime.block_on(read).map_err(io::Error::other)?;
            self.blocks.insert(nth, block);
        }
        Ok(self.blocks.get(&nth).map_or(&[], Vec::as_slice))
    }
}

impl Read for PhoneFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.bytes {
            return Ok(0);
        }
        let (nth, offset) = (self.at / BLOCK, self.at % BLOCK);
        let block = self.block(nth)?;
        let rest = usize::try_from(offset).ok().and_then(|at| block.get(at..));
        let rest = rest.unwrap_or_default();
        let count = rest.len().min(out.len());
        out[..count].copy_from_slice(&rest[..count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for PhoneFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.bytes.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// Reads an archive's facts; they are empty when the archive cannot be read or belongs to another package.
pub(super) fn read(file: PhoneFile, package: &PackageName) -> ArchiveFacts {
    let (phone_id, path) = (file.phone_id, file.path.clone());
    let mut archive = match Archive::open(file) {
        Ok(archive) => archive,
        Err(error) => {
            tracing::debug!(phone_id, path, error = %causes(&error), "open archive failed");
            return ArchiveFacts::default();
        }
    };
    let manifest = ArchiveManifest::read(&mut archive)
        .filter(|manifest| manifest.app.package == package.as_str());
    let Some(manifest) = manifest else {
        return ArchiveFacts::default();
    };
    let facts = manifest.facts(Vec::new());
    ArchiveFacts {
        label: Some(facts.label),
        version_name: Some(facts.version_name).filter(|name| !name.is_empty()),
        icon: manifest.icon,
        bytes: None,
        signers: facts.signers,
    }
}
