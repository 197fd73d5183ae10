//! Sub-accounts: one level below a parent, joined by the consent of their own number, with a name that the parent gives.

use crate::codes::{self, Code};
use crate::text;

/// Sub-accounts of one parent.
pub const SUB_ACCOUNTS_MAX: i64 = 1000;
/// Longest name of a sub-account, in characters.
pub const SUB_NAME_MAX_CHARS: usize = 10;
/// Time that a number has to agree to an invitation, in milliseconds.
pub const INVITATION_LIFE_MS: i64 = 24 * 60 * 60 * 1000;
/// Actions of a sub-account in one answer.
pub const ACTIVITY_MAX: i64 = 100;

/// Name that a parent gives to a sub-account: a department or a person. May be empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubName(String);

impl SubName {
    /// Reads a typed name; none when it is too long or has control characters.
    pub fn parse(typed: &str) -> Option<Self> {
        let name = typed.trim();
        let fits = text::count(name) <= SUB_NAME_MAX_CHARS && !name.chars().any(char::is_control);
        fits.then(|| Self(name.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Items of a list that people typed into one cell of a table, without empty ones: `门店-01、门店-02`.
pub fn listed(typed: &str) -> impl Iterator<Item = &str> {
    typed
        .split([',', '，', ';', '；', '、', '\n'])
        .map(str::trim)
        .filter(|item| !item.is_empty())
}

/// Facts of an account that agreed to become a sub-account, and of the member who asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Situation {
    /// Whether the member who asks is a sub-account.
    pub asker_has_parent: bool,
    /// Sub-accounts of the member who asks, and its other invitations that are open.
    pub sub_accounts: i64,
    /// Whether the account is the asker's own.
    pub own: bool,
    /// Whether the account is a sub-account of the asker.
    pub mine: bool,
    /// Whether the account is a sub-account of another member.
    pub of_another: bool,
    /// Whether the account has sub-accounts.
    pub has_sub_accounts: bool,
    /// Whether the account is disabled, or an operator's.
    pub barred: bool,
}

/// Reason why an account does not become a sub-account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The member who asks is a sub-account.
    Nested,
    /// The account is the asker's own.
    Myself,
    /// The account is a sub-account of the asker already.
    Already,
    /// The account is a sub-account of another member.
    Another,
    /// The account has sub-accounts.
    Parent,
    /// The account is disabled, or an operator's.
    Barred,
    /// The asker has [`SUB_ACCOUNTS_MAX`] sub-accounts.
    Limit,
}

impl Refusal {
    /// Code of the refusal.
    pub const fn code(self) -> Code {
        match self {
            Self::Nested => codes::SUB_NESTED,
            Self::Myself => codes::SUB_SELF,
            Self::Already => codes::SUB_ALREADY,
            Self::Another => codes::SUB_ANOTHER,
            Self::Parent => codes::SUB_PARENT,
            Self::Barred => codes::SUB_BARRED,
            Self::Limit => codes::SUB_LIMIT,
        }
    }
}

/// Whether an account may become a sub-account. There is one level: no member has both a parent and sub-accounts.
pub fn check(situation: Situation) -> Result<(), Refusal> {
    let refusals = [
        (situation.own, Refusal::Myself),
        (situation.asker_has_parent, Refusal::Nested),
        (situation.mine, Refusal::Already),
        (situation.of_another, Refusal::Another),
        (situation.has_sub_accounts, Refusal::Parent),
        (situation.barred, Refusal::Barred),
        (situation.sub_accounts >= SUB_ACCOUNTS_MAX, Refusal::Limit),
    ];
    refusals
        .into_iter()
        .find(|(holds, _)| *holds)
        .map_or(Ok(()), |(_, refusal)| Err(refusal))
}

#[cfg(test)]
mod tests {
    use super::{Refusal, SUB_ACCOUNTS_MAX, Situation, SubName, check, listed};

    #[test]
    fn one_level_of_sub_accounts_each_with_one_parent() {
        let free = Situation {
            sub_accounts: SUB_ACCOUNTS_MAX - 1,
            ..Situation::default()
        };
        assert_eq!(check(free), Ok(()));
        let own = Situation { own: true, ..free };
        let nested = Situation {
            asker_has_parent: true,
            ..free
        };
        let mine = Situation { mine: true, ..free };
        let another = Situation {
            of_another: true,
            ..free
        };
        let parent = Situation {
            has_sub_accounts: true,
            ..free
        };
        let barred = Situation {
            barred: true,
            ..free
        };
        let full = Situation {
            sub_accounts: SUB_ACCOUNTS_MAX,
            ..free
        };
        for (situation, refusal) in [
            (own, Refusal::Myself),
            (nested, Refusal::Nested),
            (mine, Refusal::Already),
            (another, Refusal::Another),
            (parent, Refusal::Parent),
            (barred, Refusal::Barred),
            (full, Refusal::Limit),
        ] {
            assert_eq!(check(situation), Err(refusal));
        }
    }

    #[test]
    fn a_typed_list_has_any_usual_mark_between_its_items() {
        let items: Vec<&str> = listed("门店 01、门店-02, B；C\n ,D").collect();
        assert_eq!(items, ["门店 01", "门店-02", "B", "C", "D"]);
        assert_eq!(listed(" , ").count(), 0);
    }

    #[test]
    fn a_name_has_ten_characters_at_most() {
        let ten = "仓储二组仓储二组仓储";
        assert_eq!(SubName::parse(&format!(" {ten} ")).unwrap().as_str(), ten);
        assert_eq!(SubName::parse(&format!("{ten}一")), None);
        assert_eq!(SubName::parse("a\nb"), None);
        assert_eq!(SubName::parse("").unwrap(), SubName::default());
    }
}
