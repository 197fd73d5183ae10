//! Roles: named sets of permissions that operators are given.

use thiserror::Error;

use crate::lang::{Lang, Words};
use crate::text;

/// Longest name of a role, in characters.
pub const ROLE_NAME_MAX_CHARS: usize = 20;

/// Name of a role: 1 to 20 characters in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleName(String);

/// A text that is no name of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a role's name has 1 to 20 characters")]
pub struct InvalidRoleName;

impl InvalidRoleName {
    /// Message for the form.
    pub const fn text(self, lang: Lang) -> &'static str {
        Words::new(
            "请填写角色名，最多 20 个字",
            "Give the role a name, 20 characters at most",
        )
        .in_lang(lang)
    }
}

impl RoleName {
    /// Reads a name.
    pub fn parse(typed: &str) -> Result<Self, InvalidRoleName> {
        let line = text::one_line(typed);
        let fine = text::is_seen(&line) && text::count(&line) <= ROLE_NAME_MAX_CHARS;
        fine.then_some(Self(line)).ok_or(InvalidRoleName)
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key by which names are compared.
    pub fn key(&self) -> String {
        text::key(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_1_to_20_characters_and_two_that_differ_in_case_are_one() {
        for (typed, fine) in [("店长", true), ("", false), (" \n", false)] {
            assert_eq!(RoleName::parse(typed).is_ok(), fine, "{typed}");
        }
        let long = "长".repeat(ROLE_NAME_MAX_CHARS);
        assert!(RoleName::parse(&long).is_ok());
        assert!(RoleName::parse(&format!("{long}长")).is_err());
        let key = |typed: &str| RoleName::parse(typed).map(|name| name.key());
        assert_eq!(key("Shop lead"), key(" shop LEAD"));
    }
}
