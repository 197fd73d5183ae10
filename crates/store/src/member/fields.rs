//! Fields of an account as an operator writes and sees them.

use domain::auth::{MailAddress, PhoneNumber};

use super::accounts::Listed;

/// Fields of an account that an operator writes. Fields that are left out stay as they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fields {
    /// Number of the account.
    pub phone: Option<PhoneNumber>,
    /// Account name.
    pub user_name: Option<String>,
    pub nickname: Option<String>,
    /// Address; an empty text removes it.
    pub email: Option<Option<MailAddress>>,
    /// Sex: 0 unknown, 1 male, 2 female.
    pub sex: Option<i16>,
    /// Whether the account is disabled.
    pub disabled: Option<bool>,
}

/// Fields of an account as an operator saw them; a text is empty where there is nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenAccount {
    /// Number of the account.
    pub phone: String,
    /// Account name; the number where there is none.
    pub user_name: String,
    pub nickname: String,
    /// E-mail address.
    pub email: String,
    /// Sex: 0 unknown, 1 male, 2 female.
    pub sex: i16,
}

impl SeenAccount {
    pub(super) fn of(account: &Listed) -> Self {
        let phone = account.phone.clone().unwrap_or_default();
        Self {
            user_name: account.user_name.clone().unwrap_or_else(|| phone.clone()),
            phone,
            nickname: account.nickname.clone(),
            email: account.email.clone(),
            sex: account.sex,
        }
    }
}
