//! Listing of a folder, in display order.

use std::cmp::Ordering;

use super::{Folder, LIST_MAX};

/// Kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "api", derive(serde::Serialize, utoipa::ToSchema))]
#[cfg_attr(feature = "api", serde(rename_all = "lowercase"), schema(as = FileKindView))]
pub enum Kind {
    /// A folder, which can be opened.
    Folder,
    /// A file, which can be read.
    File,
    /// A link; followed only where its target is below a root.
    Link,
    /// A pipe, a socket, a device.
    Other,
}

/// An entry of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Name, byte for byte as the phone has it.
    pub name: String,
    pub kind: Kind,
    /// Bytes of a file; without meaning for the rest.
    pub size: u64,
    /// Time of the last change by the phone's clock, Unix milliseconds.
    pub modified_ms: i64,
}

/// Sort key of a folder; folders come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// Name, without regard to the case of letters.
    #[default]
    Name,
    /// The largest first.
    Size,
    /// The newest first.
    Time,
}

/// A folder's listing as clients get it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// Entries, at most [`LIST_MAX`].
    pub entries: Vec<Entry>,
    /// Number of entries beyond the limit.
    pub more: usize,
    /// Number of entries left out because their names cannot be written in a path.
    pub unnameable: usize,
}

/// Leaves out entries that cannot be named, sorts, and cuts at [`LIST_MAX`].
pub fn sorted(folder: &Folder, entries: Vec<Entry>, sort: Sort) -> Listing {
    let all = entries.len();
    let mut told: Vec<Entry> = entries
        .into_iter()
        .filter(|entry| folder.item(&entry.name).is_ok())
        .collect();
    let unnameable = all - told.len();
    told.sort_by(|a, b| {
        let folders = (b.kind == Kind::Folder).cmp(&(a.kind == Kind::Folder));
        let wanted = match sort {
            Sort::Name => Ordering::Equal,
            // The size of a folder has no meaning.
            Sort::Size if a.kind == Kind::Folder => Ordering::Equal,
            Sort::Size => b.size.cmp(&a.size),
            Sort::Time => b.modified_ms.cmp(&a.modified_ms),
        };
        let names = || by_name(&a.name, &b.name);
        folders.then(wanted).then_with(names)
    });
    let more = told.len().saturating_sub(LIST_MAX);
    told.truncate(LIST_MAX);
    Listing {
        entries: told,
        more,
        unnameable,
    }
}

fn by_name(a: &str, b: &str) -> Ordering {
    let lower = |text: &str| text.to_lowercase();
    lower(a).cmp(&lower(b)).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, kind: Kind, size: u64, modified_ms: i64) -> Entry {
        Entry {
            name: name.to_owned(),
            kind,
            size,
            modified_ms,
        }
    }

    fn names(listing: &Listing) -> Vec<&str> {
        listing
            .entries
            .iter()
            .map(|entry| entry.name.as_str())
            .collect()
    }

    #[test]
    fn folders_come_first_and_the_rest_as_asked() {
        let all = vec![
            entry("b", Kind::File, 1, 3),
            entry("A", Kind::File, 2, 1),
            entry("z", Kind::Folder, 9, 1),
            entry("y", Kind::Folder, 4096, 2),
            entry("c", Kind::Link, 2, 2),
        ];
        let told = |sort| sorted(&Folder::root(), all.clone(), sort);
        assert_eq!(names(&told(Sort::Name)), ["y", "z", "A", "b", "c"]);
        assert_eq!(names(&told(Sort::Size)), ["y", "z", "A", "c", "b"]);
        assert_eq!(names(&told(Sort::Time)), ["y", "z", "b", "c", "A"]);
    }

    #[test]
    fn what_cannot_be_named_is_counted_and_not_told() {
        let all = vec![
            entry(&"字".repeat(86), Kind::File, 1, 1),
            entry("tab\tand\nline", Kind::File, 1, 1),
            entry("..", Kind::Folder, 1, 1),
        ];
        let told = sorted(&Folder::root(), all, Sort::Name);
        assert_eq!(
            (names(&told), told.unnameable, told.more),
            (vec!["tab\tand\nline"], 2, 0)
        );
    }

    #[test]
    fn a_full_folder_says_how_much_more_there_is() {
        for (there, more) in [(LIST_MAX, 0), (LIST_MAX + 1, 1)] {
            let all = (0..there)
                .map(|n| entry(&n.to_string(), Kind::File, 0, 0))
                .collect();
            let told = sorted(&Folder::root(), all, Sort::Name);
            assert_eq!((told.entries.len(), told.more), (LIST_MAX, more));
        }
    }
}
