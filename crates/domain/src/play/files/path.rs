//! A path as a typed value: below an allowed root, without a way up. Existing names are taken as they are; new names must be plain.

use std::fmt;

use thiserror::Error;
#[cfg(not(target_arch = "wasm32"))]
use unicode_normalization::UnicodeNormalization as _;

use crate::text;

use super::{DEPTH_MAX, NAME_MAX_BYTES, PATH_MAX_BYTES};

/// The one root: the phone's shared storage, as apps and people know it.
const ROOT: &str = "/sdcard";
/// Characters that Android's storage refuses in a name, besides control characters.
const REFUSED: [char; 9] = ['\\', '/', ':', '*', '?', '"', '<', '>', '|'];

/// Why a path is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidPath {
    /// The path is not below an allowed root, or has a way up.
    #[error("the path is not below an allowed root")]
    Outside,
    /// A name in it is empty, too long, or has a NUL.
    #[error("a name in the path cannot be used")]
    Name,
    /// The path is longer than [`PATH_MAX_BYTES`], or deeper than [`DEPTH_MAX`].
    #[error("the path is too long")]
    Long,
}

/// Why a name is refused for a new file or folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidItemName {
    /// The name is empty, shows nothing, or is `.` or `..`.
    #[error("the name is empty")]
    Empty,
    /// The name is longer than [`NAME_MAX_BYTES`].
    #[error("the name has {0} bytes")]
    Long(usize),
    /// The name has a character that Android's storage refuses.
    #[error("the name has a character that is refused")]
    Character,
}

/// The fault of a new file's or folder's name; none when it is fine.
pub fn name_fault(name: &str) -> Option<InvalidItemName> {
    match name {
        _ if name.contains(|c: char| c.is_control() || REFUSED.contains(&c)) => {
            Some(InvalidItemName::Character)
        }
        _ if !text::is_seen(name) || matches!(name, "." | "..") => Some(InvalidItemName::Empty),
        _ if name.len() > NAME_MAX_BYTES => Some(InvalidItemName::Long(name.len())),
        _ => None,
    }
}

/// Whether an existing name can be written in a path: every name that a file system takes, tabs and line ends too.
fn is_nameable(name: &str) -> bool {
    !name.is_empty()
        && !matches!(name, "." | "..")
        && name.len() <= NAME_MAX_BYTES
        && !name.contains(['/', '\0'])
}

/// A folder: a root, or something below one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Folder(String);

impl Folder {
    /// The phone's shared storage.
    pub fn root() -> Self {
        Self(ROOT.to_owned())
    }

    /// Reads a path as clients write it: `/sdcard/Download`.
    pub fn parse(text: &str) -> Result<Self, InvalidPath> {
        if text.len() > PATH_MAX_BYTES {
            return Err(InvalidPath::Long);
        }
        let rest = text.strip_prefix(ROOT).ok_or(InvalidPath::Outside)?;
        if rest.is_empty() {
            return Ok(Self::root());
        }
        let names = rest
            .strip_prefix('/')
            .ok_or(InvalidPath::Outside)?
            .split('/');
        if names.clone().any(|name| name == "..") {
            return Err(InvalidPath::Outside);
        }
        if !names.clone().all(is_nameable) {
            return Err(InvalidPath::Name);
        }
        if names.count() > DEPTH_MAX {
            return Err(InvalidPath::Long);
        }
        Ok(Self(text.to_owned()))
    }

    /// An existing entry of the folder, by its exact name.
    pub fn item(&self, name: &str) -> Result<Item, InvalidPath> {
        if !is_nameable(name) {
            return Err(InvalidPath::Name);
        }
        Item::parse(&format!("{}/{name}", self.0))
    }

    /// A new entry of the folder: its name is composed (NFC), as keyboards write it.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn new_item(&self, name: &str) -> Result<Result<Item, InvalidPath>, InvalidItemName> {
        let name: String = name.nfc().collect();
        match name_fault(&name) {
            Some(fault) => Err(fault),
            None => Ok(self.item(&name)),
        }
    }

    /// The folder's path.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Folder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A file or folder below a root, never a root itself: it can be renamed, read and deleted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Item {
    folder: Folder,
    name: String,
}

impl Item {
    /// Reads a path as clients write it: `/sdcard/Download/a.txt`.
    pub fn parse(text: &str) -> Result<Self, InvalidPath> {
        // The whole path is checked against the limits, then its folder by itself.
        Folder::parse(text)?;
        let (folder, name) = text.rsplit_once('/').ok_or(InvalidPath::Outside)?;
        Ok(Self {
            folder: Folder::parse(folder)?,
            name: name.to_owned(),
        })
    }

    /// The folder in which the item lies.
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Name within the folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a folder of this path would contain `other`, or be it.
    pub fn holds(&self, other: &Folder) -> bool {
        let path = self.to_string();
        other.as_str() == path || other.as_str().starts_with(&format!("{path}/"))
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.folder, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_below_the_root_is_taken_as_it_is() {
        for path in [
            "/sdcard",
            "/sdcard/Download",
            "/sdcard/DCIM/-rf",
            "/sdcard/a;reboot/$(x)/`y`",
            "/sdcard/\u{202e}gpj.exe",
            "/sdcard/it's \"a\"",
            "/sdcard/ ",
            "/sdcard/...",
            "/sdcard/a\tb",
            "/sdcard/a\r\nb\n",
            "/sdcard/\u{85}",
        ] {
            assert_eq!(
                Folder::parse(path).map(|f| f.to_string()),
                Ok(path.to_owned())
            );
        }
    }

    #[test]
    fn a_path_elsewhere_or_with_a_way_up_is_refused() {
        for path in [
            "",
            "/",
            "sdcard",
            "/sdcard2",
            "/data/local/tmp",
            "/sdcard/..",
            "/sdcard/../data",
            "/sdcard/a/../../b",
            "/storage/emulated/0",
            " /sdcard",
            "/SDCARD",
        ] {
            assert_eq!(Folder::parse(path), Err(InvalidPath::Outside), "{path}");
        }
        for path in [
            "/sdcard/",
            "/sdcard//a",
            "/sdcard/.",
            "/sdcard/a/./b",
            "/sdcard/a\0",
        ] {
            assert_eq!(Folder::parse(path), Err(InvalidPath::Name), "{path:?}");
        }
    }

    #[test]
    fn lengths_and_depth_are_limited() {
        let deep = |n: usize| format!("{ROOT}{}", "/a".repeat(n));
        assert!(Folder::parse(&deep(DEPTH_MAX)).is_ok());
        assert_eq!(Folder::parse(&deep(DEPTH_MAX + 1)), Err(InvalidPath::Long));
        let named = |n: usize| format!("{ROOT}/{}", "a".repeat(n));
        assert!(Folder::parse(&named(NAME_MAX_BYTES)).is_ok());
        assert_eq!(
            Folder::parse(&named(NAME_MAX_BYTES + 1)),
            Err(InvalidPath::Name)
        );
        let long = |n: usize| {
            let whole = format!("{ROOT}{}", format!("/{}", "b".repeat(199)).repeat(5));
            whole[..n].to_owned()
        };
        assert!(Folder::parse(&long(PATH_MAX_BYTES)).is_ok());
        assert_eq!(
            Folder::parse(&long(PATH_MAX_BYTES + 1)),
            Err(InvalidPath::Long)
        );
    }

    #[test]
    fn the_root_is_no_item() {
        assert_eq!(Item::parse(ROOT), Err(InvalidPath::Outside));
        let item = Item::parse("/sdcard/a/b").expect("an item");
        assert_eq!((item.folder().as_str(), item.name()), ("/sdcard/a", "b"));
        assert_eq!(item.to_string(), "/sdcard/a/b");
        assert_eq!(Folder::root().item("a/b"), Err(InvalidPath::Name));
        assert_eq!(Folder::root().item(".."), Err(InvalidPath::Name));
    }

    #[test]
    fn a_folder_holds_itself_and_what_is_below_it() {
        let item = Item::parse("/sdcard/a").expect("an item");
        for (folder, is) in [
            ("/sdcard/a", true),
            ("/sdcard/a/b", true),
            ("/sdcard/ab", false),
            ("/sdcard", false),
        ] {
            assert_eq!(
                item.holds(&Folder::parse(folder).expect("a folder")),
                is,
                "{folder}"
            );
        }
    }

    #[test]
    fn new_names_are_checked_and_composed() {
        for name in [
            "-rf",
            "a;reboot",
            "$(x)",
            "照片 2026.jpg",
            ".hidden",
            "it's",
            "\u{202e}x",
        ] {
            assert_eq!(name_fault(name), None, "{name}");
        }
        for name in ["", " ", "\u{3000}", "\u{3164}", "\u{2060}", ".", ".."] {
            assert_eq!(name_fault(name), Some(InvalidItemName::Empty), "{name}");
        }
        for name in [
            "a/b", "a\\b", "a:b", "a*", "a?", "\"", "<", ">", "|", "a\nb", "a\0", "\u{7f}",
        ] {
            assert_eq!(
                name_fault(name),
                Some(InvalidItemName::Character),
                "{name:?}"
            );
        }
        assert_eq!(name_fault(&"a".repeat(NAME_MAX_BYTES)), None);
        assert_eq!(
            name_fault(&"a".repeat(NAME_MAX_BYTES + 1)),
            Some(InvalidItemName::Long(256))
        );
        let composed = Folder::root()
            .new_item("Cafe\u{301}")
            .expect("a name")
            .expect("a path");
        assert_eq!(composed.name(), "Caf\u{e9}");
        assert_eq!(
            Folder::root().new_item("a/b"),
            Err(InvalidItemName::Character)
        );
    }
}
