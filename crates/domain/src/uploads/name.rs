//! Names of uploaded files: made harmless, and compared as people read them.

use icu_normalizer::ComposingNormalizerBorrowed;
use thiserror::Error;

use crate::text;

/// Longest name in characters, its ending included.
pub const NAME_MAX_CHARS: usize = 120;
/// Longest name in bytes: below what every file system takes, with room for a number.
const NAME_MAX_BYTES: usize = 200;
/// Longest ending that survives when a name is cut, in bytes.
const ENDING_MAX_BYTES: usize = 16;
/// Length of the text that is read, in bytes: the text beyond it is ignored.
const TYPED_MAX_BYTES: usize = 4096;
/// Characters that a phone's shared storage refuses in names; Android replaces them in the same way.
const FOREIGN: [char; 7] = [':', '*', '?', '"', '<', '>', '|'];

/// Why text is no name of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidFileName {
    /// The text has nothing that could be a name, or shows nothing.
    #[error("nothing of it can be a name")]
    Empty,
}

/// A file's name: one part of a path, visible, not hidden, not too long.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FileName(String);

impl FileName {
    /// Makes a name out of the sent text: folders, disguising marks, and leading dots and dashes are removed.
    pub fn parse(sent: &str) -> Result<Self, InvalidFileName> {
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
            return Err(InvalidFileName::Empty);
        }
        Ok(Self(name))
    }

    /// The name as it is shown, and as the file is called on a phone.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key by which names are compared: [`text::key`].
    pub fn key(&self) -> String {
        text::key(&self.0)
    }

    /// The name of the nth file of the same name in a folder: `a (2).txt`.
    pub fn numbered(&self, n: u32) -> String {
        let (stem, ending) = parts(&self.0);
        format!("{stem} ({n}){ending}")
    }
}

/// Splits a name into its stem, and its ending with the dot.
fn parts(name: &str) -> (&str, &str) {
    match name.rfind('.') {
        Some(at) if at > 0 && name.len() - at <= ENDING_MAX_BYTES => name.split_at(at),
        _ => (name, ""),
    }
}

/// Cuts a name to both limits, its ending kept.
fn cut(name: &str) -> String {
    let (stem, ending) = parts(name);
    let bytes = NAME_MAX_BYTES - ending.len();
    let chars = NAME_MAX_CHARS - ending.chars().count();
    let stem: String = stem.chars().take(chars).collect();
    let stem = stem[..stem.floor_char_boundary(bytes)].trim_end_matches(['.', ' ']);
    format!("{stem}{ending}")
}
