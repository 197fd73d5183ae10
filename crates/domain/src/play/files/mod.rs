//! Files of a phone: paths that members may name, names of new files, sorting of folders, and names of unfinished uploads.

mod listing;
mod path;

pub use listing::{Entry, Kind, Listing, Sort, sorted};
pub use path::{Folder, InvalidItemName, InvalidPath, Item, name_fault};

/// Longest name in a folder, in bytes of UTF-8: Linux's own limit.
pub const NAME_MAX_BYTES: usize = 255;
/// Longest path, in bytes: a phone's file service takes 1,024, the real path of `/sdcard` is longer by a few.
pub const PATH_MAX_BYTES: usize = 900;
/// Limit of names in a path below its root.
pub const DEPTH_MAX: usize = 32;
/// Limit of entries of a folder in one answer.
pub const LIST_MAX: usize = 2_000;
/// Limit of files and folders that one call deletes.
pub const DELETE_MAX: usize = 100;
/// Largest file that may be put on a phone.
pub const FILE_MAX_BYTES: u64 = 4 << 30;
/// Files that are read from one phone at the same time; they are written one after the other.
pub const READS_AT_ONCE: usize = 2;

const _: () = assert!(NAME_MAX_BYTES < PATH_MAX_BYTES);

/// The name under which a file lies beside its place until it is whole: `.photo.jpg.0123456789abcdef.part`. The same file resumes it,
/// another one does not: the number comes from name, size and time of change.
pub fn part_name(name: &str, size: u64, modified_ms: i64) -> String {
    const AROUND_BYTES: usize = ".".len() + ".0123456789abcdef".len() + PART_ENDING.len();
    let shown = &name[..name.floor_char_boundary(NAME_MAX_BYTES - AROUND_BYTES)];
    let number = [
        name.as_bytes(),
        &size.to_be_bytes(),
        &modified_ms.to_be_bytes(),
    ];
    format!(".{shown}.{:016x}{PART_ENDING}", mixed(&number))
}

/// Whether a name is one of an unfinished upload.
pub fn is_part(name: &str) -> bool {
    let number = (name.strip_prefix('.'))
        .and_then(|rest| rest.strip_suffix(PART_ENDING))
        .and_then(|rest| rest.rsplit_once('.'));
    number.is_some_and(|(_, number)| {
        number.len() == 16 && number.bytes().all(|b| b.is_ascii_hexdigit())
    })
}

const PART_ENDING: &str = ".part";

/// FNV-1a of 64 bits: a deliberate collision spoils only the uploader's own files.
fn mixed(parts: &[&[u8]]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.iter());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unfinished_upload_is_found_by_the_same_file_alone() {
        let name = part_name("照片.jpg", 5, 7);
        assert_eq!(name, part_name("照片.jpg", 5, 7));
        assert!(name.starts_with(".照片.jpg.") && is_part(&name), "{name}");
        for other in [
            part_name("照片.jpg", 6, 7),
            part_name("照片.jpg", 5, 8),
            part_name("照片2.jpg", 5, 7),
        ] {
            assert_ne!(other, name);
        }
    }

    #[test]
    fn its_name_is_never_too_long() {
        for name in ["字".repeat(85), "a".repeat(255), "é".repeat(127)] {
            let part = part_name(&name, u64::MAX, i64::MIN);
            assert!(part.len() <= NAME_MAX_BYTES && is_part(&part), "{part}");
            assert!(Folder::root().item(&part).is_ok());
        }
    }

    #[test]
    fn other_names_are_not_taken_for_unfinished_ones() {
        for name in [
            "a.part",
            ".a.0123.part",
            ".a.0123456789abcdeg.part",
            "a.0123456789abcdef.part",
            ".part",
            "",
        ] {
            assert!(!is_part(name), "{name}");
        }
    }
}
