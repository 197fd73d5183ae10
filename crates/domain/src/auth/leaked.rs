//! Passwords out of published leaks. Only the server has the list: it would make the browser's module four times as large, and the
//! server judges every new password anyway.

use std::collections::HashSet;
use std::sync::LazyLock;

static LEAKED: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("leaked.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .collect()
});

/// Whether a text in lower case is on the list.
pub(super) fn is_leaked(lower: &str) -> bool {
    LEAKED.contains(lower)
}

#[cfg(test)]
mod tests {
    use super::{LEAKED, is_leaked};
    use crate::auth::{NewPassword, PasswordRule, Violation};

    #[test]
    fn at_least_three_thousand_would_pass_every_other_rule() {
        let mixed = |word: &&&str| {
            let digit = word.bytes().any(|b| b.is_ascii_digit());
            let letter = word.bytes().any(|b| b.is_ascii_alphabetic());
            (8..=20).contains(&word.len()) && digit && letter
        };
        assert!(LEAKED.iter().filter(mixed).count() >= 3000);
        for word in LEAKED.iter().filter(mixed) {
            let refused = NewPassword::parse(word, PasswordRule::Account);
            assert_eq!(refused.err(), Some(Violation::PasswordCommon), "{word}");
        }
    }

    #[test]
    fn writing_one_with_capitals_and_symbols_does_not_help() {
        for text in [
            "Trustno1!",
            "#Jordan23",
            "Butterfly#7",
            "M@ryj4ne!",
            "Rush2112.",
        ] {
            let refused = NewPassword::parse(text, PasswordRule::Account);
            assert_eq!(refused.err(), Some(Violation::PasswordCommon), "{text}");
        }
        assert!(!is_leaked("correcthorse9battery"));
        let taken = NewPassword::parse("Kestrel#Moss41", PasswordRule::Reset);
        assert!(taken.is_ok());
    }
}
