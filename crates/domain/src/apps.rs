//! Apps on phones: names of packages, what is done with apps, and the limits of both.

pub mod market;

use crate::every;
use serde::{Deserialize, Serialize};
use strum::{EnumCount, VariantArray};

use crate::codes::{self, Code};
use crate::operations::Kind;

/// Packages of one call.
pub const PACKAGES_MAX: usize = crate::phones::PUSH_FILES_MAX;
/// Longest name of a package, in bytes, as Android's own check.
pub const PACKAGE_MAX_BYTES: usize = 223;
/// Apps of one phone that are listed.
pub const LISTED_MAX: usize = 500;

/// Name of a package: two parts or more, each a letter and then letters, digits and underscores.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PackageName(String);

impl PackageName {
    /// Reads a name; none for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let part = |part: &str| {
            part.starts_with(|c: char| c.is_ascii_alphabetic())
                && part.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
        };
        let fits = text.len() <= PACKAGE_MAX_BYTES && text.contains('.');
        (fits && text.split('.').all(part)).then(|| Self(text.to_owned()))
    }

    /// Name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether two files of one package are known to share no signing certificate, so that no phone takes one for an update of the other. An app
/// whose key was rotated carries the certificates of both keys, so a single shared one is enough.
pub fn signed_apart<Digest: PartialEq>(one: &[Digest], other: &[Digest]) -> bool {
    !one.is_empty() && !other.is_empty() && !one.iter().any(|digest| other.contains(digest))
}

/// Why a list of packages is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidPackages {
    /// The list is empty.
    None,
    /// The list has more than [`PACKAGES_MAX`] names.
    Count,
    /// A word of the list is no name of a package.
    Name,
}

impl InvalidPackages {
    /// The row of the table of codes.
    pub const fn code(self) -> Code {
        match self {
            Self::None => codes::PACKAGES_NONE,
            Self::Count => codes::PACKAGES_COUNT,
            Self::Name => codes::PACKAGES_NAME,
        }
    }
}

/// Reads names of packages with commas between them, in order. Line ends and spaces part them too; a name that comes again counts once.
pub fn packages(text: &str) -> Result<Vec<PackageName>, InvalidPackages> {
    let parts = text.split(|c: char| matches!(c, ',' | '，' | '、' | ';') || c.is_whitespace());
    let mut names: Vec<PackageName> = Vec::new();
    for part in parts.filter(|part| !part.is_empty()) {
        let name = PackageName::parse(part).ok_or(InvalidPackages::Name)?;
        if names.contains(&name) {
            continue;
        }
        if names.len() == PACKAGES_MAX {
            return Err(InvalidPackages::Count);
        }
        names.push(name);
    }
    if names.is_empty() {
        return Err(InvalidPackages::None);
    }
    Ok(names)
}

/// Something that is done with apps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
pub enum Verb {
    /// Start them, one after the other: the last is in front.
    Start,
    /// Stop them with all their parts.
    Stop,
    /// Stop them, then start them.
    Restart,
    /// Remove them with their data.
    Uninstall,
    /// Remove their data.
    Clear,
}

impl Verb {
    /// The complete list of verbs.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Kind of the operation.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Start => Kind::StartApp,
            Self::Stop => Kind::StopApp,
            Self::Restart => Kind::RestartApp,
            Self::Uninstall => Kind::UninstallApp,
            Self::Clear => Kind::ClearApp,
        }
    }

    /// The verb whose operations have this kind; none for other kinds.
    pub fn of(kind: Kind) -> Option<Self> {
        Self::ALL.into_iter().find(|verb| verb.kind() == kind)
    }

    /// Whether an app of the system may be named.
    pub const fn takes_system(self) -> bool {
        match self {
            Self::Start | Self::Stop | Self::Restart => true,
            Self::Uninstall | Self::Clear => false,
        }
    }

    /// Whether an app in this state is as the verb is meant to leave it.
    pub const fn holds(self, installed: bool, running: bool) -> bool {
        match self {
            // An app that is not there was passed over.
            Self::Start | Self::Restart => !installed || running,
            Self::Stop => !running,
            Self::Uninstall => !installed,
            // No phone shows whether data was there.
            Self::Clear => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let names = packages(text).unwrap();
        names.iter().map(|name| name.as_str().to_owned()).collect()
    }

    #[test]
    fn names_are_parted_by_commas_and_line_ends_and_counted_once() {
        assert_eq!(
            names(" com.a.b,com.c_d，com.a.b\n org.E1 ;net.f、"),
            ["com.a.b", "com.c_d", "org.E1", "net.f"]
        );
        let many = |n: usize| {
            let all: Vec<String> = (0..n).map(|i| format!("com.a{i}")).collect();
            all.join(",")
        };
        assert_eq!(names(&many(PACKAGES_MAX)).len(), PACKAGES_MAX);
        assert_eq!(
            packages(&many(PACKAGES_MAX + 1)),
            Err(InvalidPackages::Count)
        );
        for empty in ["", " ,，\n"] {
            assert_eq!(packages(empty), Err(InvalidPackages::None), "{empty:?}");
        }
    }

    #[test]
    fn whatever_is_no_name_of_a_package_is_refused_with_the_whole_list() {
        let longest = format!("a.{}", "b".repeat(PACKAGE_MAX_BYTES - 2));
        assert!(PackageName::parse(&longest).is_some());
        for bad in [
            "com",
            "com.",
            ".com",
            "com..a",
            "com.1a",
            "com.a-b",
            "com.a;rm",
            "com.a$(id)",
            "com.ä",
            "../com.a",
            &format!("{longest}b"),
        ] {
            assert_eq!(PackageName::parse(bad), None, "{bad}");
        }
        assert_eq!(packages("com.a,com"), Err(InvalidPackages::Name));
    }

    #[test]
    fn apps_are_signed_apart_only_if_both_are_known_and_share_no_certificate() {
        for (one, other, apart) in [
            (&["a"][..], &["b"][..], true),
            (&["a", "b"], &["c", "d"], true),
            (&["a"], &["a"], false),
            (&["a"], &["b", "a"], false),
            (&[], &["a"], false),
            (&["a"], &[], false),
            (&[], &[], false),
        ] {
            assert_eq!(signed_apart(one, other), apart, "{one:?} {other:?}");
            assert_eq!(signed_apart(other, one), apart, "{other:?} {one:?}");
        }
    }

    #[test]
    fn each_verb_has_a_kind_of_its_own_and_says_when_it_is_done() {
        for verb in Verb::ALL {
            assert_eq!(Verb::of(verb.kind()), Some(verb));
        }
        assert_eq!(Verb::of(Kind::InstallApp), None);
        let [start, stop, restart, uninstall, clear] = Verb::ALL;
        for (verb, off, on, gone) in [
            (start, false, true, true),
            (stop, true, false, true),
            (restart, false, true, true),
            (uninstall, false, false, true),
            (clear, true, true, true),
        ] {
            let seen = (
                verb.holds(true, false),
                verb.holds(true, true),
                verb.holds(false, false),
            );
            assert_eq!(seen, (off, on, gone), "{verb:?}");
        }
    }
}
