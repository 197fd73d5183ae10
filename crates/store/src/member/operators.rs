//! Operators, as the seed file and `owldeck operator add` make them.

use domain::auth::{self, Account, NewPassword, Violation};
use domain::permissions;
use serde_json::json;
use thiserror::Error;

use super::{MemberError, NewAccount, Role, create, hashed};
use crate::Store;
use crate::audit::{self, Source};
use crate::error::{StoreError, faults};

/// An operator to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOperator {
    user_name: String,
    permissions: Vec<String>,
}

/// Why an operator is not made.
#[derive(Debug, Error)]
pub enum OperatorError {
    /// The name is none that an account can have.
    #[error("{0}")]
    Name(Violation),
    /// The name is a number or an address.
    #[error("an operator has a name, not a number or an address")]
    NotAName,
    /// The text cannot be a permission.
    #[error("`{0}` is not a permission: a permission is one word")]
    Permission(String),
    /// No call asks for this permission.
    #[error("there is no permission `{0}`; there are {known}", known = permissions::ALL.join(" "))]
    Unknown(String),
    /// The name belongs to another account.
    #[error("the account exists already")]
    Taken,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(OperatorError);

impl NewOperator {
    /// Checks a name and permissions. Permissions that no call asks for may stand in a seed file; [`Self::known`] refuses them.
    pub fn parse(user_name: &str, permissions: Vec<String>) -> Result<Self, OperatorError> {
        let user_name = match Account::parse(user_name).map_err(OperatorError::Name)? {
            Account::UserName(name) => name,
            Account::Phone(_) | Account::Mail(_) => return Err(OperatorError::NotAName),
        };
        let odd = |permission: &&String| permission.is_empty() || permission.contains(' ');
        if let Some(odd) = permissions.iter().find(odd) {
            return Err(OperatorError::Permission(odd.clone()));
        }
        Ok(Self {
            user_name,
            permissions,
        })
    }

    /// The operator, if each of the permissions is one that the server knows.
    pub fn known(self) -> Result<Self, OperatorError> {
        let unknown = |permission: &&String| !permissions::ALL.contains(&permission.as_str());
        match self.permissions.iter().find(unknown) {
            Some(unknown) => Err(OperatorError::Unknown(unknown.clone())),
            None => Ok(self),
        }
    }

    /// The account to be made, with the hash of its password.
    pub(crate) fn account(self, password_hash: String) -> NewAccount {
        NewAccount {
            nickname: self.user_name.clone(),
            account: Account::UserName(self.user_name),
            password_hash,
            role: Role::Operator,
            permissions: self.permissions,
            channel_code: auth::DEFAULT_CHANNEL_CODE.to_owned(),
        }
    }
}

/// Makes an operator from the command line; answers its id.
pub async fn add_operator(
    store: &Store,
    new: NewOperator,
    password: NewPassword,
    now_ms: i64,
) -> Result<i64, OperatorError> {
    let new = new.account(hashed(store, password.into_text()).await?);
    store
        .write(move |tx| {
            let id = create(tx, &new, now_ms).map_err(|error| match error {
                MemberError::Exists | MemberError::Unknown => OperatorError::Taken,
                MemberError::Fault(fault) => OperatorError::Fault(fault),
            })?;
            let after = json!({ "userName": new.account.as_str(), "permissions": new.permissions });
            let source = Source::Command { now_ms };
            audit::record_change(
                tx,
                source,
                "account.create",
                ("member", id),
                [None, Some(after)],
            )?;
            Ok(id)
        })
        .await
}
