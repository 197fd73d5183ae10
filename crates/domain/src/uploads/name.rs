//! Names of files as they come from anywhere: made harmless, and compared as people read them.

use icu_normalizer::ComposingNormalizerBorrowed;
use thiserror::Error;

use crate::text;

/// Longest name in characters, its ending included.
pub const NAME_MAX_CHARS: usize = 120;
/// Longest name in bytes: below what every file system takes, with room for a number.
const NAME_MAX_BYTES: usize = 200;
/// Longest ending that survives when a name is cut, in bytes.
const ENDING_MAX_BYTES: usize = 16;
/// Text that is looked at: whatever lies behind it is no name.
const TYPED_MAX_BYTES: usize = 4096;
/// What a phone's shared storage does not take in names; Android puts the same in their place.
const FOREIGN: [char; 7] = [':', '*', '?', '"', '<', '>', '|'];

/// Why text is no name of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum NameFault {
    /// Nothing of it can be a name, or nothing of it is seen.
    #[error("nothing of it can be a name")]
    Empty,
}

/// A file's name: one part of a path, visible, not hidden, not too long.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileName(String);

impl FileName {
    /// Makes a name out of what was sent: folders, marks that disguise it, dots and dashes before it are left out.
    pub fn parse(sent: &str) -> Result<Self, NameFault> {
        let sent = &sent[..sent.floor_char_boundary(TYPED_MAX_BYTES)];
        let part = sent.rsplit(['/', '\\']).next().unwrap_or_default();
        let composed = ComposingNormalizerBorrowed::new_nfc().normalize(part);
        let line = text::one_line(&composed);
        let plain: String = line
            .chars()
            .map(|c| if FOREIGN.contains(&c) { '_' } else { c })
            .collect();
        let plain = plain.trim_start_matches(['.', '-', ' ']);
        let name = cut(plain.trim_end_matches(['.', ' ']));
        if !text::is_seen(&name) {
            return Err(NameFault::Empty);
        }
        Ok(Self(name))
    }

    /// As it is shown and as the file is called on a phone.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What it is compared by: [`text::key`].
    pub fn key(&self) -> String {
        text::key(&self.0)
    }

    /// The same name for the nth file of it in a folder: `a (2).txt`.
    pub fn numbered(&self, n: u32) -> String {
        let (stem, ending) = parts(&self.0);
        format!("{stem} ({n}){ending}")
    }
}

/// Stem, and ending with its dot.
fn parts(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 && name.len() - at <= ENDING_MAX_BYTES => name.split_at(at),
        _ => (name, ""),
    }
}

/// Within both limits, its ending kept.
fn cut(name: &str) -> String {
    let (stem, ending) = parts(name);
    let bytes = NAME_MAX_BYTES - ending.len();
    let chars = NAME_MAX_CHARS - ending.chars().count();
    let stem: String = stem.chars().take(chars).collect();
    let stem = stem[..stem.floor_char_boundary(bytes)].trim_end_matches(['.', ' ']);
    format!("{stem}{ending}")
}
