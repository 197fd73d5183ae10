//! Roles: named sets of permissions that operators are given. An operator holds the permissions of its roles and those of its own list; the
//! union is stored in the account's row with each change, so that a call reads no second table.

use std::collections::BTreeSet;

use diesel::prelude::*;
use domain::permissions::{self, EDIT_ROLES, covers, holds_permission};
use domain::roles::RoleName;
use serde_json::{Value, json};
use thiserror::Error;

use super::{Role, split_permissions};
use crate::Store;
use crate::audit::{self, Author, Conflict};
use crate::db::conn::AnyConn;
use crate::db::schema::{member_roles, members, roles};
use crate::error::{StoreError, faults};
use crate::secrets::new_id;

/// Most roles that exist at a time.
pub const ROLES_MAX: i64 = 50;

/// Role of operators: a name and permissions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleRow {
    pub id: i64,
    /// Name for people.
    pub name: String,
    /// Permissions, in the order of their names.
    pub permissions: Vec<String>,
    /// Time of the last change, Unix milliseconds: who changes the role says which state was seen.
    pub updated_ms: i64,
}

/// An operator with its roles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorRow {
    /// Account's id.
    pub id: i64,
    /// Account name.
    pub name: String,
    /// Whether the account is disabled.
    pub disabled: bool,
    /// Permissions that it holds beside its roles.
    pub own: Vec<String>,
    /// Ids of its roles.
    pub roles: Vec<i64>,
}

/// Why roles are not changed.
#[derive(Debug, Error)]
pub enum RoleError {
    /// The role is unknown.
    #[error("no such role")]
    Unknown,
    /// The operator is unknown.
    #[error("no such operator")]
    NoOperator,
    /// The name belongs to another role.
    #[error("the name is another role's")]
    Taken,
    /// There are as many roles as allowed.
    #[error("too many roles")]
    Limit,
    /// No call asks for this permission.
    #[error("there is no permission `{0}`")]
    NoPermission(String),
    /// A permission is given, or taken, that the caller has not.
    #[error("a permission that the caller has not")]
    Above,
    /// No operator would be left who may change roles.
    #[error("nobody would be left who may change roles")]
    Last,
    /// Somebody else changed it first.
    #[error("changed by somebody else")]
    Changed(Box<Conflict<RoleRow>>),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(RoleError);

type Row = (i64, String, String, i64);
const ROW: (
    roles::id,
    roles::name,
    roles::permissions,
    roles::updated_ms,
) = (
    roles::id,
    roles::name,
    roles::permissions,
    roles::updated_ms,
);

fn of_row((id, name, permissions, updated_ms): Row) -> RoleRow {
    RoleRow {
        id,
        name,
        permissions: split_permissions(&permissions),
        updated_ms,
    }
}

fn values(role: &RoleRow) -> Value {
    json!({ "name": role.name, "permissions": role.permissions })
}

/// All roles in the order of their making, and all operators in that of their names.
pub async fn list(store: &Store) -> Result<(Vec<RoleRow>, Vec<OperatorRow>), StoreError> {
    store
        .run(|conn| {
            let rows: Vec<Row> = roles::table
                .order((roles::created_ms, roles::id))
                .select(ROW)
                .load(conn)?;
            let given: Vec<(i64, i64)> = member_roles::table
                .order(member_roles::role_id)
                .select((member_roles::member_id, member_roles::role_id))
                .load(conn)?;
            let operators: Vec<(i64, Option<String>, String, bool, String)> = members::table
                .filter(members::role.eq(Role::Operator as i16))
                .filter(members::deleted_ms.is_null())
                .order((members::user_name, members::id))
                .select((
                    members::id,
                    members::user_name,
                    members::nickname,
                    members::disabled,
                    members::own_permissions,
                ))
                .load(conn)?;
            let operator =
                |(id, name, nickname, disabled, own): (i64, Option<String>, _, _, String)| {
                    OperatorRow {
                        id,
                        name: name.unwrap_or(nickname),
                        disabled,
                        own: split_permissions(&own),
                        roles: (given.iter())
                            .filter(|(member_id, _)| *member_id == id)
                            .map(|(_, role_id)| *role_id)
                            .collect(),
                    }
                };
            Ok((
                rows.into_iter().map(of_row).collect(),
                operators.into_iter().map(operator).collect(),
            ))
        })
        .await
}

fn find(conn: &mut AnyConn, id: i64) -> Result<RoleRow, RoleError> {
    let row: Option<Row> = roles::table.find(id).select(ROW).first(conn).optional()?;
    row.map(of_row).ok_or(RoleError::Unknown)
}

/// The refusal of a change by an operator who saw an earlier state of the role.
fn conflict(conn: &mut AnyConn, now: RoleRow) -> Result<RoleError, StoreError> {
    let changed = audit::conflict(conn, ("role", now.id), now)?;
    Ok(RoleError::Changed(Box::new(changed)))
}

/// The permissions sorted and without repetition; refuses a permission that no call asks for.
fn checked(wanted: Vec<String>) -> Result<Vec<String>, RoleError> {
    let all: BTreeSet<String> = wanted.into_iter().collect();
    match all
        .iter()
        .find(|one| !permissions::ALL.contains(&one.as_str()))
    {
        Some(unknown) => Err(RoleError::NoPermission(unknown.clone())),
        None => Ok(all.into_iter().collect()),
    }
}

/// Refuses an operator who gives or takes a permission that it does not hold itself.
fn judge(author: &Author, before: &[String], after: &[String]) -> Result<(), RoleError> {
    let changed: Vec<&String> = (before.iter().filter(|one| !after.contains(one)))
        .chain(after.iter().filter(|one| !before.contains(one)))
        .collect();
    if covers(author.actor.permissions(), &changed) {
        Ok(())
    } else {
        Err(RoleError::Above)
    }
}

/// Makes a role; answers it.
pub async fn create(
    store: &Store,
    author: Author,
    name: RoleName,
    wanted: Vec<String>,
) -> Result<RoleRow, RoleError> {
    let wanted = checked(wanted)?;
    judge(&author, &[], &wanted)?;
    store
        .write(move |tx| -> Result<_, RoleError> {
            let count: i64 = roles::table.count().get_result(tx)?;
            if count >= ROLES_MAX {
                return Err(RoleError::Limit);
            }
            free(tx, &name, 0)?;
            let id = new_id();
            diesel::insert_into(roles::table)
                .values((
                    roles::id.eq(id),
                    roles::name.eq(name.as_str()),
                    roles::name_key.eq(name.key()),
                    roles::permissions.eq(wanted.join(" ")),
                    roles::created_ms.eq(author.now_ms),
                    roles::updated_ms.eq(author.now_ms),
                ))
                .execute(tx)?;
            let made = find(tx, id)?;
            let change = [None, Some(values(&made))];
            audit::record_change(tx, &author, "role.create", ("role", id), change)?;
            Ok(made)
        })
        .await
}

fn free(tx: &mut AnyConn, name: &RoleName, but: i64) -> Result<(), RoleError> {
    let taken: i64 = roles::table
        .filter(roles::name_key.eq(name.key()))
        .filter(roles::id.ne(but))
        .count()
        .get_result(tx)?;
    if taken == 0 {
        Ok(())
    } else {
        Err(RoleError::Taken)
    }
}

/// Changes a role that still is what the caller saw; answers it. The permissions of every operator with the role change at once.
pub async fn update(
    store: &Store,
    author: Author,
    (id, seen_ms): (i64, i64),
    name: RoleName,
    wanted: Vec<String>,
) -> Result<RoleRow, RoleError> {
    let wanted = checked(wanted)?;
    store
        .write(move |tx| -> Result<_, RoleError> {
            let before = find(tx, id)?;
            judge(&author, &before.permissions, &wanted)?;
            free(tx, &name, id)?;
            // Two changes within a millisecond are told apart.
            let now_ms = author.now_ms.max(seen_ms + 1);
            let changed =
                diesel::update(roles::table.find(id).filter(roles::updated_ms.eq(seen_ms)))
                    .set((
                        roles::name.eq(name.as_str()),
                        roles::name_key.eq(name.key()),
                        roles::permissions.eq(wanted.join(" ")),
                        roles::updated_ms.eq(now_ms),
                    ))
                    .execute(tx)?;
            if changed == 0 {
                return Err(conflict(tx, before)?);
            }
            let has_it: Vec<i64> = member_roles::table
                .filter(member_roles::role_id.eq(id))
                .select(member_roles::member_id)
                .load(tx)?;
            settle(tx, &has_it)?;
            let after = find(tx, id)?;
            let change = [Some(values(&before)), Some(values(&after))];
            audit::record_change(tx, &author, "role.update", ("role", id), change)?;
            Ok(after)
        })
        .await
}

/// Deletes a role that still is what the caller saw. Operators who had it keep the permissions of their other roles and of their own list.
pub async fn remove(
    store: &Store,
    author: Author,
    (id, seen_ms): (i64, i64),
) -> Result<(), RoleError> {
    store
        .write(move |tx| -> Result<_, RoleError> {
            let before = find(tx, id)?;
            judge(&author, &before.permissions, &[])?;
            if before.updated_ms != seen_ms {
                return Err(conflict(tx, before)?);
            }
            let had_it: Vec<i64> = member_roles::table
                .filter(member_roles::role_id.eq(id))
                .select(member_roles::member_id)
                .load(tx)?;
            diesel::delete(member_roles::table.filter(member_roles::role_id.eq(id))).execute(tx)?;
            diesel::delete(roles::table.find(id)).execute(tx)?;
            settle(tx, &had_it)?;
            let change = [Some(values(&before)), None];
            audit::record_change(tx, &author, "role.delete", ("role", id), change)?;
            Ok(())
        })
        .await
}

/// Gives an operator these roles and no others.
pub async fn give(
    store: &Store,
    author: Author,
    member_id: i64,
    role_ids: Vec<i64>,
) -> Result<(), RoleError> {
    store
        .write(move |tx| -> Result<_, RoleError> {
            super::lock(tx, author.actor.member_id())?;
            let is_operator: i64 = members::table
                .filter(members::id.eq(member_id))
                .filter(members::role.eq(Role::Operator as i16))
                .filter(members::deleted_ms.is_null())
                .count()
                .get_result(tx)?;
            if is_operator == 0 {
                return Err(RoleError::NoOperator);
            }
            let had = of_operator(tx, member_id)?;
            let mut gets = Vec::new();
            for id in role_ids.into_iter().collect::<BTreeSet<i64>>() {
                gets.push(find(tx, id)?);
            }
            // Only what changes is judged: an operator keeps what others gave it.
            for role in had.iter().filter(|role| !gets.contains(role)) {
                judge(&author, &role.permissions, &[])?;
            }
            for role in gets.iter().filter(|role| !had.contains(role)) {
                judge(&author, &[], &role.permissions)?;
            }
            diesel::delete(member_roles::table.filter(member_roles::member_id.eq(member_id)))
                .execute(tx)?;
            for role in &gets {
                diesel::insert_into(member_roles::table)
                    .values((
                        member_roles::member_id.eq(member_id),
                        member_roles::role_id.eq(role.id),
                    ))
                    .execute(tx)?;
            }
            settle(tx, &[member_id])?;
            let named = |roles: &[RoleRow]| {
                let names: Vec<&str> = roles.iter().map(|role| role.name.as_str()).collect();
                Some(json!({ "roles": names }))
            };
            let change = [named(&had), named(&gets)];
            audit::record_change(tx, &author, "role.give", ("member", member_id), change)?;
            Ok(())
        })
        .await
}

fn of_operator(conn: &mut AnyConn, member_id: i64) -> Result<Vec<RoleRow>, StoreError> {
    let rows: Vec<Row> = roles::table
        .inner_join(member_roles::table)
        .filter(member_roles::member_id.eq(member_id))
        .order(roles::id)
        .select(ROW)
        .load(conn)?;
    Ok(rows.into_iter().map(of_row).collect())
}

/// Stores the permissions that these operators hold now; refuses when no enabled operator would be left who may change roles.
fn settle(tx: &mut AnyConn, member_ids: &[i64]) -> Result<(), RoleError> {
    // Changes take turns, so that two at once do not each take the other for the one who is left. SQLite has one writer.
    if let AnyConn::Pg(c) = tx {
        members::table
            .filter(members::role.eq(Role::Operator as i16))
            .order(members::id)
            .select(members::id)
            .for_no_key_update()
            .load::<i64>(c)?;
    }
    for member_id in member_ids {
        let own: String = members::table
            .find(member_id)
            .select(members::own_permissions)
            .first(tx)?;
        let mut all: BTreeSet<String> = split_permissions(&own).into_iter().collect();
        for role in of_operator(tx, *member_id)? {
            all.extend(role.permissions);
        }
        let all: Vec<String> = all.into_iter().collect();
        diesel::update(members::table.find(member_id))
            .set(members::permissions.eq(all.join(" ")))
            .execute(tx)?;
    }
    let enabled: Vec<String> = members::table
        .filter(members::role.eq(Role::Operator as i16))
        .filter(members::disabled.eq(false))
        .filter(members::deleted_ms.is_null())
        .select(members::permissions)
        .load(tx)?;
    let may =
        |held: &String| holds_permission(&split_permissions(held), &[EDIT_ROLES]).unwrap_or(false);
    if enabled.iter().any(may) {
        Ok(())
    } else {
        Err(RoleError::Last)
    }
}
