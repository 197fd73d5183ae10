//! Accounts as operators list, make, change and delete them.

use diesel::prelude::*;
use domain::auth::{self, Account, MailAddress, NewPassword, PhoneNumber};
use domain::live::SessionEnd;
use domain::permissions::covers;
use thiserror::Error;

pub use super::fields::{Fields, Listed, SeenAccount};
use super::{
    MemberError, NewAccount, Role, create, delete, hashed, note_reason, split_permissions,
};
use crate::Store;
use crate::audit::{self, Author};
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::schema::{members, sessions};
use crate::db::search::containing;
use crate::error::{StoreError, faults};
use crate::session::{Actor, end_all};

/// Most accounts that one call deletes.
pub const AT_ONCE: usize = 200;

/// Filter of accounts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Part of an account name, a nickname or a number.
    pub keyword: Option<String>,
    /// Kind of account.
    pub role: Option<Role>,
    /// Part of an account name, or of the number where there is none.
    pub user_name: Option<String>,
    /// Part of the number.
    pub phone: Option<String>,
    /// Whether they are disabled.
    pub disabled: Option<bool>,
    /// Time of making from which on, Unix milliseconds.
    pub from_ms: Option<i64>,
    /// Time of making before which, Unix milliseconds.
    pub until_ms: Option<i64>,
}

/// Order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AccountSort {
    /// By time of making.
    #[default]
    Created,
    /// By time of the last sign-in.
    SignedIn,
}

/// Why an account is not made, changed or deleted.
#[derive(Debug, Error)]
pub enum AccountError {
    /// The account is unknown.
    #[error("no such account")]
    Unknown,
    /// The number, the name or the address is another account's.
    #[error("taken by another account")]
    Taken,
    /// The account is the operator's own.
    #[error("the operator's own account")]
    Own,
    /// The account has rights that the operator has not.
    #[error("the account has more rights")]
    Above,
    /// The operator was disabled meanwhile, so that the account may be the last that holds its rights.
    #[error("the last account with its rights")]
    Last,
    /// The session is unknown, over, or another member's.
    #[error("no such session")]
    NoSession,
    /// The account is an operator's, and the caller has not proved its password lately.
    #[error("the password must be proved again")]
    Unproved,
    /// Somebody else changed the account since the operator saw it.
    #[error("changed meanwhile")]
    Changed(Box<SeenAccount>),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(AccountError);

impl From<MemberError> for AccountError {
    fn from(error: MemberError) -> Self {
        match error {
            MemberError::Exists => Self::Taken,
            MemberError::Unknown => Self::Unknown,
            MemberError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// Accounts that pass the filter, and their number; `limit` rows after `offset`. Deleted accounts are no accounts any more.
pub async fn list(
    store: &Store,
    filter: Filter,
    (order, descending): (AccountSort, bool),
    (offset, limit): (i64, i64),
) -> Result<(Vec<Listed>, i64), StoreError> {
    store
        .run(move |conn| {
            let total = chosen(&filter).count().get_result(conn)?;
            let rows = match (order, descending) {
                (AccountSort::Created, false) => {
                    chosen(&filter).order((members::created_ms, members::id))
                }
                (AccountSort::Created, true) => {
                    chosen(&filter).order((members::created_ms.desc(), members::id.desc()))
                }
                (AccountSort::SignedIn, false) => {
                    chosen(&filter).order((members::signed_in_ms, members::id))
                }
                (AccountSort::SignedIn, true) => {
                    chosen(&filter).order((members::signed_in_ms.desc(), members::id.desc()))
                }
            };
            let list = rows
                .offset(offset)
                .limit(limit)
                .select(Listed::as_select())
                .load(conn)?;
            Ok((list, total))
        })
        .await
}

fn chosen(filter: &Filter) -> members::BoxedQuery<'static, Backend> {
    let mut query = members::table
        .filter(members::deleted_ms.is_null())
        .into_boxed::<Backend>();
    if let Some(part) = &filter.keyword {
        let name = containing(&part.to_lowercase());
        query = query.filter(
            members::user_name
                .like(name)
                .escape('\\')
                .or(contains(members::nickname, part))
                .or(members::phone.like(containing(part)).escape('\\')),
        );
    }
    if let Some(role) = filter.role {
        query = query.filter(members::role.eq(role as i16));
    }
    if let Some(part) = &filter.user_name {
        let like = containing(&part.to_lowercase());
        query = query.filter(
            members::user_name
                .like(like.clone())
                .escape('\\')
                .or(members::user_name
                    .is_null()
                    .and(members::phone.like(like).escape('\\'))),
        );
    }
    if let Some(part) = &filter.phone {
        let like = containing(part);
        query = query.filter(members::phone.like(like).escape('\\'));
    }
    if let Some(disabled) = filter.disabled {
        query = query.filter(members::disabled.eq(disabled));
    }
    if let Some(from_ms) = filter.from_ms {
        query = query.filter(members::created_ms.ge(from_ms));
    }
    if let Some(until_ms) = filter.until_ms {
        query = query.filter(members::created_ms.lt(until_ms));
    }
    query
}

/// Account with the given id, and the address of its last session.
pub async fn one(store: &Store, id: i64) -> Result<(Listed, String), AccountError> {
    store
        .run(move |conn| {
            let found = find(conn, id)?;
            let address: Option<String> = sessions::table
                .filter(sessions::member_id.eq(id))
                .order((sessions::created_ms.desc(), sessions::id.desc()))
                .select(sessions::address)
                .first(conn)
                .optional()?;
            Ok((found, address.unwrap_or_default()))
        })
        .await
}

pub(crate) fn find(conn: &mut AnyConn, id: i64) -> Result<Listed, AccountError> {
    members::table
        .find(id)
        .filter(members::deleted_ms.is_null())
        .select(Listed::as_select())
        .first(conn)
        .optional()?
        .ok_or(AccountError::Unknown)
}

/// Number of a member's points, whether or not their time is over; none where there is no such account.
pub(crate) fn points_of(conn: &mut AnyConn, id: i64) -> Result<Option<i64>, StoreError> {
    Ok(members::table
        .find(id)
        .filter(members::deleted_ms.is_null())
        .select(members::point)
        .first(conn)
        .optional()?)
}

/// Refuses a change that the operator may not make: of an operator's account with permissions that it lacks itself, or without its own password
/// proved lately; and taking its own account out of service. So an operator who holds every permission always remains.
pub(crate) fn judge(
    tx: &mut AnyConn,
    actor: &Actor,
    account: &Listed,
    out_of_service: bool,
    now_ms: i64,
) -> Result<(), AccountError> {
    let held = split_permissions(&account.permissions);
    if account.is_operator() && !covers(actor.permissions(), &held) {
        return Err(AccountError::Above);
    }
    if account.is_operator() && !actor.has_proved(now_ms) {
        return Err(AccountError::Unproved);
    }
    if !out_of_service {
        return Ok(());
    }
    if account.id == actor.member_id() {
        return Err(AccountError::Own);
    }
    if account.is_operator() {
        // The acting operator covers the account's permissions and stays in service, so they remain held. Of two operators who disable each
        // other, the second one is found disabled here.
        super::lock(tx, actor.member_id())?;
        let stays: bool = members::table
            .find(actor.member_id())
            .select(members::disabled)
            .first(tx)
            .map(|disabled: bool| !disabled)?;
        if !stays {
            return Err(AccountError::Last);
        }
    }
    Ok(())
}

/// Makes a member's account, by its number, else by its name; answers its id. Without a password it opens by a code.
pub async fn add(
    store: &Store,
    author: Author,
    fields: Fields,
    password: Option<NewPassword>,
) -> Result<i64, AccountError> {
    let hash = match password {
        Some(password) => hashed(store, password.into_text()).await?,
        None => String::new(),
    };
    store
        .write(move |tx| add_in(tx, &author, &fields, hash))
        .await
}

/// [`add`] within the caller's transaction.
pub(super) fn add_in(
    tx: &mut AnyConn,
    author: &Author,
    fields: &Fields,
    password_hash: String,
) -> Result<i64, AccountError> {
    let account = match (&fields.phone, &fields.user_name) {
        (Some(phone), _) => Account::Phone(phone.clone()),
        (None, Some(name)) => Account::UserName(name.clone()),
        (None, None) => return Err(AccountError::Unknown),
    };
    let nickname = match (&fields.nickname, &account) {
        (Some(nickname), _) => nickname.clone(),
        (None, Account::Phone(number)) => number.masked(),
        (None, Account::UserName(name)) => name.clone(),
        (None, Account::Mail(_)) => String::new(),
    };
    let asks_for_another = !password_hash.is_empty();
    let new = NewAccount {
        account,
        password_hash,
        nickname,
        role: Role::Member,
        permissions: Vec::new(),
        channel_code: auth::DEFAULT_CHANNEL_CODE.to_owned(),
    };
    let id = create(tx, &new, author.now_ms)?;
    diesel::update(members::table.find(id))
        .set(members::must_change_password.eq(asks_for_another))
        .execute(tx)?;
    write(tx, id, fields)?;
    let made = find(tx, id)?;
    audit::record_change(
        tx,
        author,
        "account.create",
        ("member", id),
        [None, Some(made.values())],
    )?;
    Ok(id)
}

/// Changes an account that, where the operator says what it saw, still is that.
pub async fn edit(
    store: &Store,
    author: Author,
    (id, seen): (i64, Option<SeenAccount>),
    fields: Fields,
) -> Result<(), AccountError> {
    store
        .write(move |tx| {
            if let Some(seen) = seen {
                let now = SeenAccount::of(&find(tx, id)?);
                if seen != now {
                    return Err(AccountError::Changed(Box::new(now)));
                }
            }
            edit_in(tx, &author, id, &fields)
        })
        .await
}

/// [`edit`] within the caller's transaction.
pub(super) fn edit_in(
    tx: &mut AnyConn,
    author: &Author,
    id: i64,
    fields: &Fields,
) -> Result<(), AccountError> {
    let before = find(tx, id)?;
    let disables = fields.disabled == Some(true) && !before.disabled;
    judge(tx, &author.actor, &before, disables, author.now_ms)?;
    write(tx, id, fields)?;
    if (fields.disabled).is_some_and(|disabled| disabled != before.disabled) {
        note_reason(tx, id, "")?;
    }
    if disables {
        end_all(tx, id, None, SessionEnd::Disabled, author.now_ms)?;
    }
    let after = find(tx, id)?;
    audit::record_change(
        tx,
        author,
        "account.update",
        ("member", id),
        [Some(before.values()), Some(after.values())],
    )?;
    Ok(())
}

fn write(tx: &mut AnyConn, id: i64, fields: &Fields) -> Result<(), AccountError> {
    let email = fields.email.as_ref();
    let email = email.map(|mail| mail.as_ref().map_or("", MailAddress::as_str));
    let phone = fields.phone.as_ref().map(PhoneNumber::as_str);
    let name = fields.user_name.as_deref();
    let address = email.filter(|address| !address.is_empty());
    // A comparison with NULL is never true: what is left out is nobody's.
    let taken: i64 = members::table
        .filter(members::id.ne(id))
        .filter(
            members::phone
                .eq(phone)
                .or(members::user_name.eq(name))
                .or(members::email.nullable().eq(address)),
        )
        .count()
        .get_result(tx)?;
    if taken > 0 {
        return Err(AccountError::Taken);
    }
    let changes = Changes {
        phone,
        user_name: name,
        nickname: fields.nickname.as_deref(),
        email,
        sex: fields.sex,
        disabled: fields.disabled,
    };
    if !changes.is_empty() {
        diesel::update(members::table.find(id))
            .set(changes)
            .execute(tx)?;
    }
    Ok(())
}

#[derive(AsChangeset, PartialEq, Eq, Default)]
#[diesel(table_name = members)]
struct Changes<'a> {
    phone: Option<&'a str>,
    user_name: Option<&'a str>,
    nickname: Option<&'a str>,
    email: Option<&'a str>,
    sex: Option<i16>,
    disabled: Option<bool>,
}

impl Changes<'_> {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Deletes accounts, all or none: what they lose is what [`super::losses`] says.
pub async fn remove(store: &Store, author: Author, ids: Vec<i64>) -> Result<(), AccountError> {
    store
        .write(move |tx| {
            for id in ids {
                let before = find(tx, id)?;
                judge(tx, &author.actor, &before, true, author.now_ms)?;
                delete::erase(tx, id, author.now_ms)?;
                audit::record_change(
                    tx,
                    &author,
                    "account.delete",
                    ("member", id),
                    [Some(before.values()), None],
                )?;
            }
            Ok(())
        })
        .await
}

/// Records that accounts left the server in a file.
pub async fn note_export(store: &Store, author: Author, count: usize) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            Ok(audit::record_export(
                tx,
                &author,
                "account.export",
                "members",
                count,
            )?)
        })
        .await
}
