//! Members and operators: their accounts and profiles.

pub mod accounts;
mod avatar;
pub mod browse;
mod change;
mod delete;
mod disable;
mod fields;
pub mod import;
mod lookup;
mod operators;
pub mod page;
pub mod roles;

use diesel::prelude::*;
use domain::auth::{Account, PhoneNumber};
use thiserror::Error;

use crate::Store;
use crate::auth::password::{hash_password, verify_password};
use crate::db::conn::AnyConn;
use crate::db::schema::{members, social_accounts};
use crate::error::{StoreError, faults};
use crate::secrets::new_id;

pub use avatar::{Picture, avatar, set_avatar};
pub(crate) use change::number_of;
pub use change::{ChangeError, TypedCode, change_phone, update};
pub use delete::{DeleteError, Losses, delete, losses};
pub(crate) use disable::disabled_reason;
pub use disable::{AccountState, reset_password, set_disabled};
pub(crate) use lookup::{Handle, found_by};
pub use lookup::{LookupError, LookupResult, find_member};
pub use operators::{NewOperator, OperatorError, add_operator};

/// Kind of account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A member, who rents phones.
    Member = 1,
    /// An operator, who runs the service.
    Operator = 2,
}

impl Role {
    pub(crate) fn from_stored(value: i16) -> Result<Self, StoreError> {
        match value {
            1 => Ok(Self::Member),
            2 => Ok(Self::Operator),
            _ => Err(StoreError::Corrupt("role")),
        }
    }
}

/// Locks a member's row until the end of the transaction: transactions that count and then add take turns.
pub(crate) fn lock(tx: &mut AnyConn, member_id: i64) -> Result<(), StoreError> {
    // SQLite has one writer, so it needs no further lock.
    if let AnyConn::Pg(c) = tx {
        members::table
            .find(member_id)
            .select(members::id)
            .for_no_key_update()
            .first::<i64>(c)?;
    }
    Ok(())
}

/// A member's own account, as it sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The account's id.
    pub id: i64,
    /// Eleven digits; operators may have none.
    pub phone: Option<String>,
    /// Account name; members who sign in by phone may have none.
    pub user_name: Option<String>,
    /// E-mail address; empty when not given.
    pub email: String,
    pub nickname: String,
    /// Name of the account's picture; empty for the product's own.
    pub avatar: String,
    /// Sex: 0 unknown, 1 male, 2 female.
    pub sex: i16,
    /// Birthday as `1996/11/11`, or empty.
    pub birthday: String,
    /// Location: free text, or empty.
    pub location: String,
    /// Channel by which the member came.
    pub channel_code: String,
    /// Number of points.
    pub point: i64,
    /// Member or operator.
    pub role: Role,
    /// Permissions of an operator.
    pub permissions: Vec<String>,
    /// Whether the account has a password; without one it opens by a social account or a code.
    pub has_password: bool,
    /// Whether an operator set the password, so that the member has to choose another.
    pub must_change_password: bool,
    /// Social accounts that open this one: kind, name, time of binding in Unix milliseconds.
    pub social: Vec<(i16, String, i64)>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = members)]
struct ProfileRow {
    id: i64,
    phone: Option<String>,
    user_name: Option<String>,
    email: String,
    nickname: String,
    avatar: String,
    sex: i16,
    birthday: String,
    location: String,
    channel_code: String,
    point: i64,
    role: i16,
    permissions: String,
    password_hash: String,
    must_change_password: bool,
}

/// The profile of an account; none when it does not exist.
pub async fn profile(store: &Store, member_id: i64) -> Result<Option<Profile>, StoreError> {
    store
        .run(move |conn| {
            let row: Option<ProfileRow> = members::table
                .find(member_id)
                .select(ProfileRow::as_select())
                .first(conn)
                .optional()?;
            let social = social_accounts::table
                .filter(social_accounts::member_id.eq(member_id))
                .order(social_accounts::kind)
                .select((
                    social_accounts::kind,
                    social_accounts::nickname,
                    social_accounts::created_ms,
                ))
                .load(conn)?;
            row.map(|row| {
                Ok(Profile {
                    role: Role::from_stored(row.role)?,
                    permissions: split_permissions(&row.permissions),
                    id: row.id,
                    phone: row.phone,
                    user_name: row.user_name,
                    email: row.email,
                    nickname: row.nickname,
                    avatar: row.avatar,
                    sex: row.sex,
                    birthday: row.birthday,
                    location: row.location,
                    channel_code: row.channel_code,
                    point: row.point,
                    has_password: !row.password_hash.is_empty(),
                    must_change_password: row.must_change_password,
                    social,
                })
            })
            .transpose()
        })
        .await
}

pub(crate) fn split_permissions(text: &str) -> Vec<String> {
    text.split(' ')
        .filter(|p| !p.is_empty())
        .map(ToOwned::to_owned)
        .collect()
}

/// The masked form of a stored number, such as `138****0000`.
pub(crate) fn masked(phone: &str) -> String {
    PhoneNumber::parse(phone).map_or_else(|_| String::new(), |number| number.masked())
}

impl Profile {
    /// The phone number as others may see it; empty when there is none.
    pub fn masked_phone(&self) -> String {
        self.phone.as_deref().map_or_else(String::new, masked)
    }
}

/// Why an account is not made or changed.
#[derive(Debug, Error)]
pub enum MemberError {
    /// The number or name belongs to another account.
    #[error("the account exists already")]
    Exists,
    /// The account is unknown.
    #[error("no such account")]
    Unknown,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(MemberError);

/// An account to be made; its password is hashed already.
pub(crate) struct NewAccount {
    pub(crate) account: Account,
    pub(crate) password_hash: String,
    pub(crate) nickname: String,
    pub(crate) role: Role,
    pub(crate) permissions: Vec<String>,
    pub(crate) channel_code: String,
}

/// Makes an account and answers its id.
pub(crate) fn create(tx: &mut AnyConn, new: &NewAccount, now_ms: i64) -> Result<i64, MemberError> {
    let (phone, user_name) = match &new.account {
        Account::Phone(number) => (Some(number.as_str()), None),
        Account::UserName(name) => (None, Some(name.as_str())),
        Account::Mail(_) => {
            return Err(StoreError::Corrupt("an account begins with a number or a name").into());
        }
    };
    if find(tx, &new.account)?.is_some() {
        return Err(MemberError::Exists);
    }
    let id = new_id();
    diesel::insert_into(members::table)
        .values((
            members::id.eq(id),
            members::phone.eq(phone),
            members::user_name.eq(user_name),
            members::nickname.eq(&new.nickname),
            members::channel_code.eq(&new.channel_code),
            members::role.eq(new.role as i16),
            members::permissions.eq(new.permissions.join(" ")),
            members::own_permissions.eq(new.permissions.join(" ")),
            members::password_hash.eq(&new.password_hash),
            members::created_ms.eq(now_ms),
        ))
        .execute(tx)?;
    Ok(id)
}

/// The columns of an account that signing in needs.
#[derive(Queryable, Selectable)]
#[diesel(table_name = members)]
pub(crate) struct Credentials {
    pub(crate) id: i64,
    pub(crate) password_hash: String,
    pub(crate) disabled: bool,
}

/// Finds an account by a typed number, address or name.
pub(crate) fn find(
    conn: &mut AnyConn,
    account: &Account,
) -> Result<Option<Credentials>, diesel::result::Error> {
    match account {
        Account::Phone(number) => members::table
            .filter(members::phone.eq(number.as_str()))
            .select(Credentials::as_select())
            .first(conn)
            .optional(),
        Account::UserName(name) => members::table
            .filter(members::user_name.eq(name))
            .select(Credentials::as_select())
            .first(conn)
            .optional(),
        Account::Mail(mail) => members::table
            .filter(members::email.eq(mail.as_str()))
            .select(Credentials::as_select())
            .first(conn)
            .optional(),
    }
}

/// Whether an account exists and has this password. For checks at the start of a server, not for signing in.
pub async fn opens_with(
    store: &Store,
    account: Account,
    password: String,
) -> Result<bool, StoreError> {
    let found = store
        .run(move |conn| find(conn, &account).map_err(StoreError::from))
        .await?;
    match found {
        Some(known) => {
            store
                .hashing(move || verify_password(&password, Some(&known.password_hash)))
                .await
        }
        None => Ok(false),
    }
}

/// Hashes the password of an account to be made.
pub(crate) async fn hashed(store: &Store, password: String) -> Result<String, StoreError> {
    store.hashing(move || hash_password(&password)).await
}

/// Stores why an account is disabled; empty for an account that may be used.
fn note_reason(
    tx: &mut AnyConn,
    member_id: i64,
    reason: &str,
) -> Result<(), diesel::result::Error> {
    diesel::update(members::table.find(member_id))
        .set(members::disabled_reason.eq(reason))
        .execute(tx)
        .map(drop)
}
