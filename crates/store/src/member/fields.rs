//! Fields of an account as an operator writes and sees them.

use diesel::prelude::*;
use domain::auth::{MailAddress, PhoneNumber};
use serde_json::{Value, json};

use super::Role;
use crate::db::schema::members;

/// An account as operators see it.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = members)]
pub struct Listed {
    /// Account's id.
    pub id: i64,
    /// Eleven digits, if it has a number.
    pub phone: Option<String>,
    /// Account name, if it has one.
    pub user_name: Option<String>,
    /// E-mail address; empty when not given.
    pub email: String,
    pub nickname: String,
    /// Sex: 0 unknown, 1 male, 2 female.
    pub sex: i16,
    pub(super) role: i16,
    pub(super) permissions: String,
    /// Whether the account is disabled.
    pub disabled: bool,
    /// Time of making, Unix milliseconds.
    pub created_ms: i64,
    /// Time of the last sign-in, Unix milliseconds.
    pub signed_in_ms: Option<i64>,
}

impl Listed {
    /// Whether it is an operator's account.
    pub fn is_operator(&self) -> bool {
        self.role == Role::Operator as i16
    }

    /// The number as others may see it; empty when there is none.
    pub fn masked_phone(&self) -> String {
        self.phone.as_deref().map(super::masked).unwrap_or_default()
    }

    pub(super) fn values(&self) -> Value {
        json!({
            "userName": self.user_name, "phonenumber": self.phone.as_deref().map(super::masked), "email": !self.email.is_empty(),
            "nickName": self.nickname, "sex": self.sex, "disabled": self.disabled,
        })
    }
}

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
