//! The audit as operators read it.

use std::collections::HashMap;

use diesel::prelude::*;

use super::{Author, record_export};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{audit, members};
use crate::error::StoreError;
use crate::member::{self, Role, masked};

/// Most actions that are listed for one account.
const READ_MAX: i64 = 200;

/// A recorded action.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = audit)]
pub struct AuditRecord {
    pub id: i64,
    /// Time of the action, Unix milliseconds.
    pub at_ms: i64,
    /// Kind of the action, such as `session.reuse`.
    pub kind: String,
    /// Member whose account is concerned.
    pub member_id: Option<i64>,
    /// Session in which the action was done.
    pub session_id: Option<i64>,
    /// Object of the action, such as `phone:1`.
    pub object: String,
    /// Address of the client that acted.
    pub address: Option<String>,
    /// A few words for the operator.
    pub detail: String,
    /// Values before a change, as JSON.
    pub value_before: Option<String>,
    /// Values after a change, as JSON.
    pub value_after: Option<String>,
}

/// The newest actions of one account, newest first; at most 200.
pub async fn of_member(store: &Store, member_id: i64) -> Result<Vec<AuditRecord>, StoreError> {
    store
        .run(move |conn| {
            audit::table
                .filter(audit::member_id.eq(member_id))
                .order((audit::at_ms.desc(), audit::id.desc()))
                .limit(READ_MAX)
                .select(AuditRecord::as_select())
                .load(conn)
                .map_err(StoreError::from)
        })
        .await
}

/// Kind of the account that acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// An operator.
    Operators,
    /// A member.
    Members,
    /// The server, or a command on its machine: no account was signed in.
    Server,
}

/// Filter of recorded actions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// One word: an address, an object such as `config:1`, an account's name or number, or its id.
    pub keyword: Option<String>,
    /// Kind of the account that acted.
    pub by: Option<By>,
    /// Kind of the action, such as `config.update`.
    pub kind: Option<String>,
    /// Time from which on, Unix milliseconds.
    pub from_ms: Option<i64>,
    /// Time before which, Unix milliseconds.
    pub until_ms: Option<i64>,
}

/// A recorded action with the name of the account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub record: AuditRecord,
    /// Name of the account, or its masked number; empty where nobody was signed in, or the account is deleted.
    pub name: String,
}

/// Actions that pass the filter, the newest first, and their number; `limit` rows after `offset`.
pub async fn list(
    store: &Store,
    filter: Filter,
    (offset, limit): (i64, i64),
) -> Result<(Vec<Listed>, i64), StoreError> {
    store
        .run(move |conn| {
            let meant = match &filter.keyword {
                Some(keyword) => Some(meaning(conn, keyword)?),
                None => None,
            };
            let chosen = || chosen(&filter, meant.as_ref());
            let records: Vec<AuditRecord> = chosen()
                .order((audit::at_ms.desc(), audit::id.desc()))
                .offset(offset)
                .limit(limit)
                .select(AuditRecord::as_select())
                .load(conn)?;
            // A first page that is not full has all that there is.
            let total = match i64::try_from(records.len()) {
                Ok(count) if offset == 0 && count < limit => count,
                _ => chosen().count().get_result(conn)?,
            };
            Ok((named(conn, records)?, total))
        })
        .await
}

/// Meaning of a keyword, which an index answers.
enum Meaning {
    Address(String),
    Object(String),
    Account(i64),
    Nothing,
}

fn meaning(conn: &mut AnyConn, keyword: &str) -> Result<Meaning, StoreError> {
    if let Ok(address) = keyword.parse::<std::net::IpAddr>() {
        return Ok(Meaning::Address(address.to_string()));
    }
    if keyword.contains(':') {
        return Ok(Meaning::Object(keyword.to_owned()));
    }
    if let Ok(account) = domain::auth::Account::parse(keyword)
        && let Some(found) = member::find(conn, &account)?
    {
        return Ok(Meaning::Account(found.id));
    }
    Ok(keyword.parse().map_or(Meaning::Nothing, Meaning::Account))
}

fn chosen(filter: &Filter, meant: Option<&Meaning>) -> audit::BoxedQuery<'static, Backend> {
    let mut query = audit::table.into_boxed::<Backend>();
    match meant {
        None => {}
        Some(Meaning::Address(address)) => query = query.filter(audit::address.eq(address.clone())),
        Some(Meaning::Object(object)) => query = query.filter(audit::object.eq(object.clone())),
        // An account is found as the one that acted, and as the object of others' actions.
        Some(Meaning::Account(id)) => {
            let object = format!("member:{id}");
            query = query.filter(audit::member_id.eq(*id).or(audit::object.eq(object)));
        }
        Some(Meaning::Nothing) => query = query.filter(audit::id.eq(0)),
    }
    let of_role = |role: Role| {
        members::table
            .filter(members::role.eq(role as i16))
            .select(members::id.nullable())
    };
    match filter.by {
        None => {}
        Some(By::Operators) => {
            query = query.filter(audit::member_id.eq_any(of_role(Role::Operator)));
        }
        Some(By::Members) => query = query.filter(audit::member_id.eq_any(of_role(Role::Member))),
        Some(By::Server) => query = query.filter(audit::member_id.is_null()),
    }
    if let Some(kind) = &filter.kind {
        query = query.filter(audit::kind.eq(kind.clone()));
    }
    if let Some(from_ms) = filter.from_ms {
        query = query.filter(audit::at_ms.ge(from_ms));
    }
    if let Some(until_ms) = filter.until_ms {
        query = query.filter(audit::at_ms.lt(until_ms));
    }
    query
}

/// Adds the accounts' names, with one query for all.
fn named(conn: &mut AnyConn, records: Vec<AuditRecord>) -> Result<Vec<Listed>, StoreError> {
    let mut ids: Vec<i64> = records.iter().filter_map(|row| row.member_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let rows: Vec<(i64, Option<String>, Option<String>)> = members::table
        .filter(among(members::id, ids))
        .filter(members::deleted_ms.is_null())
        .select((members::id, members::user_name, members::phone))
        .load(conn)?;
    let name = |(id, name, phone): (i64, Option<String>, Option<String>)| {
        let number = || phone.as_deref().map(masked).unwrap_or_default();
        (id, name.unwrap_or_else(number))
    };
    let names: HashMap<i64, String> = rows.into_iter().map(name).collect();
    let name_of = |id: Option<i64>| id.and_then(|id| names.get(&id).cloned());
    Ok(records
        .into_iter()
        .map(|record| Listed {
            name: name_of(record.member_id).unwrap_or_default(),
            record,
        })
        .collect())
}

/// Records that a part of the audit left the server in a file.
pub async fn note_export(store: &Store, author: Author, count: usize) -> Result<(), StoreError> {
    store
        .write(move |tx| Ok(record_export(tx, &author, "audit.export", "audit", count)?))
        .await
}
