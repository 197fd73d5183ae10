//! The conditions of a new password, each by itself, for the list that is ticked off while one types.

use super::Violation;
use super::common::is_common;
use super::password::{Kinds, NEW_PASSWORD_MAX_CHARS, NEW_PASSWORD_MIN_CHARS, PasswordRule};
use crate::lang::{Lang, Words};

/// A condition of a new password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordCondition {
    /// Neither too short nor too long.
    Length,
    /// A letter, in upper or lower case.
    Letter,
    /// Letters in upper and in lower case.
    BothCases,
    Digit,
    Symbol,
    /// No character beside letters, digits and symbols.
    Characters,
    /// The password is not one of the common ones.
    Uncommon,
}

impl PasswordCondition {
    /// Message for people, in both languages.
    pub const fn words(self) -> Words {
        match self {
            Self::Length => Violation::PasswordLength.words(),
            Self::Letter => Words::new("至少一个字母", "At least one letter"),
            Self::BothCases => Words::new("大写和小写字母", "Upper and lower case letters"),
            Self::Digit => Words::new("至少一个数字", "At least one digit"),
            Self::Symbol => Words::new("至少一个特殊符号", "At least one special symbol"),
            Self::Characters => Violation::PasswordCharacters.words(),
            Self::Uncommon => Violation::PasswordCommon.words(),
        }
    }

    /// Message in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        self.words().in_lang(lang)
    }

    fn is_met(self, text: &str) -> bool {
        let kinds = Kinds::of(text);
        match self {
            Self::Length => {
                (NEW_PASSWORD_MIN_CHARS..=NEW_PASSWORD_MAX_CHARS).contains(&text.chars().count())
            }
            Self::Letter => kinds.upper || kinds.lower,
            Self::BothCases => kinds.upper && kinds.lower,
            Self::Digit => kinds.digit,
            Self::Symbol => kinds.symbol,
            Self::Characters => !kinds.other,
            Self::Uncommon => !is_common(text),
        }
    }
}

impl PasswordRule {
    /// The conditions that are listed from the start.
    const fn conditions(self) -> &'static [PasswordCondition] {
        use PasswordCondition::{BothCases, Digit, Length, Letter, Symbol};
        match self {
            Self::Reset => &[Length, BothCases, Digit, Symbol],
            Self::Account => &[Length, Letter, Digit],
        }
    }

    /// The conditions of a password, each with whether it is met. Two that most passwords meet are listed where they are not; whether it is
    /// a common one is judged last.
    pub fn checklist(self, text: &str) -> Vec<(PasswordCondition, bool)> {
        use PasswordCondition::{Characters, Uncommon};
        let listed = self.conditions().iter();
        let mut list: Vec<_> = listed.map(|each| (*each, each.is_met(text))).collect();
        for seldom in [Characters, Uncommon] {
            let judged = seldom == Characters || list.iter().all(|(_, met)| *met);
            if judged && !seldom.is_met(text) {
                list.push((seldom, false));
            }
        }
        list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::NewPassword;

    #[test]
    fn each_condition_is_ticked_by_itself() {
        use PasswordCondition::{BothCases, Characters, Digit, Length, Letter, Symbol, Uncommon};
        for (text, rule, list) in [
            (
                "",
                PasswordRule::Reset,
                vec![
                    (Length, false),
                    (BothCases, false),
                    (Digit, false),
                    (Symbol, false),
                ],
            ),
            (
                "aB",
                PasswordRule::Reset,
                vec![
                    (Length, false),
                    (BothCases, true),
                    (Digit, false),
                    (Symbol, false),
                ],
            ),
            (
                "gooseberry7",
                PasswordRule::Account,
                vec![(Length, true), (Letter, true), (Digit, true)],
            ),
            (
                "é7",
                PasswordRule::Account,
                vec![
                    (Length, false),
                    (Letter, false),
                    (Digit, true),
                    (Characters, false),
                ],
            ),
            (
                "password1",
                PasswordRule::Account,
                vec![
                    (Length, true),
                    (Letter, true),
                    (Digit, true),
                    (Uncommon, false),
                ],
            ),
        ] {
            assert_eq!(rule.checklist(text), list, "{text}");
        }
    }

    #[test]
    fn a_password_is_taken_when_the_whole_list_is_ticked() {
        for text in [
            "",
            "a",
            "Goose-berry-7",
            "goose-berry-7",
            "Gooseberry77",
            "gooseberry77",
            "Password1!",
            "Ünter-7-Goose",
            "A 7-goose-b",
            "Goose-berry-7-and-many-more",
        ] {
            for rule in [PasswordRule::Reset, PasswordRule::Account] {
                let ticked = rule.checklist(text).iter().all(|(_, met)| *met);
                assert_eq!(
                    NewPassword::parse(text, rule).is_ok(),
                    ticked,
                    "{text} {rule:?}"
                );
            }
        }
    }
}
