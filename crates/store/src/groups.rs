//! A member's groups of own phones.

use diesel::prelude::*;
use domain::access::{DelegatedPermission, Level};
use domain::agreements::Kind as Agreement;
use domain::phones::Action;
use domain::text::names::Name;
use thiserror::Error;

use crate::Store;
use crate::access::{self, ClaimError, View};
use crate::agreements::{self, Outdated};
use crate::db::conn::AnyConn;
use crate::db::schema::{members, phone_groups, phones};
use crate::error::{StoreError, faults};
use crate::labels::{self, Clash, Kind};
use crate::recycle::AutoRenewWish;
use crate::secrets::new_id;
use crate::session::Actor;

/// A group as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Id, the key of every call.
    pub id: i64,
    /// Name of the group.
    pub name: String,
    /// Number of phones in the group.
    pub phones: i64,
    /// Whether the rentals of its phones renew themselves.
    pub auto_renew: bool,
}

/// The groups of a member, and the phones in none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    /// Groups, ordered by name.
    pub groups: Vec<Group>,
    /// Number of own phones without a group.
    pub ungrouped: i64,
}

/// Why a group is not made or changed.
#[derive(Debug, Error)]
pub enum GroupError {
    /// The group is unknown, or another member's.
    #[error("no such group")]
    Unknown,
    /// The name belongs to another group.
    #[error("the name is taken")]
    Taken,
    /// The limit [`domain::text::names::GROUPS_MAX`] is reached.
    #[error("too many groups")]
    Limit,
    /// The agreement was not accepted.
    #[error("the agreement is not accepted")]
    Agreement,
    /// The agreement that was shown is not the version in force any more.
    #[error("the agreement changed")]
    AgreementChanged,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(GroupError);

impl From<Clash> for GroupError {
    fn from(clash: Clash) -> Self {
        match clash {
            Clash::Taken => Self::Taken,
            Clash::Limit => Self::Limit,
        }
    }
}

/// The actor's groups.
pub async fn list(store: &Store, actor: &Actor) -> Result<Groups, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let rows: Vec<(i64, String, bool)> = phone_groups::table
                .filter(phone_groups::member_id.eq(member_id))
                .order((phone_groups::name_key, phone_groups::id))
                .select((
                    phone_groups::id,
                    phone_groups::name,
                    phone_groups::auto_renew,
                ))
                .load(conn)?;
            let counts = crate::phones::by_group(conn, member_id)?;
            let count = |id: i64| counts.get(&id).copied().unwrap_or_default();
            let groups = rows.into_iter().map(|(id, name, auto_renew)| Group {
                id,
                name,
                phones: count(id),
                auto_renew,
            });
            Ok(Groups {
                groups: groups.collect(),
                ungrouped: count(0),
            })
        })
        .await
}

/// Groups of the actor's parent, id and name, by name: empty unless the parent lets the actor move a phone among them.
pub async fn of_parent(
    store: &Store,
    actor: &Actor,
    now_ms: i64,
) -> Result<Vec<(i64, String)>, StoreError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            let Some(parent_id) = parent_of(conn, &actor, now_ms)? else {
                return Ok(Vec::new());
            };
            Ok(phone_groups::table
                .filter(phone_groups::member_id.eq(parent_id))
                .order((phone_groups::name_key, phone_groups::id))
                .select((phone_groups::id, phone_groups::name))
                .load(conn)?)
        })
        .await
}

/// The actor's parent, where it lets the actor move a phone among its groups: to others its groups are unknown.
fn parent_of(conn: &mut AnyConn, actor: &Actor, now_ms: i64) -> Result<Option<i64>, StoreError> {
    let me = actor.member_id();
    let parent: Option<i64> = members::table
        .find(me)
        .select(members::parent_id)
        .first(conn)?;
    if parent.is_none() {
        return Ok(None);
    }
    let moves = access::live_grants(conn, me, None, now_ms)?
        .into_iter()
        .filter_map(|(phone_id, right)| right.limited_by_session(actor, phone_id))
        .any(|right| right.permissions.has(DelegatedPermission::Group));
    Ok(parent.filter(|_| moves))
}

/// Makes a group. Answers its id.
pub async fn create(
    store: &Store,
    actor: &Actor,
    name: Name,
    now_ms: i64,
) -> Result<i64, GroupError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            labels::free(tx, Kind::Group, member_id, &name, None)??;
            let id = new_id();
            diesel::insert_into(phone_groups::table)
                .values((
                    phone_groups::id.eq(id),
                    phone_groups::member_id.eq(member_id),
                    phone_groups::name.eq(name.as_str()),
                    phone_groups::name_key.eq(name.key()),
                    phone_groups::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
            Ok(id)
        })
        .await
}

/// Renames a group.
pub async fn rename(store: &Store, actor: &Actor, id: i64, name: Name) -> Result<(), GroupError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            own(tx, member_id, id)?;
            labels::free(tx, Kind::Group, member_id, &name, Some(id))??;
            diesel::update(phone_groups::table.find(id))
                .set((
                    phone_groups::name.eq(name.as_str()),
                    phone_groups::name_key.eq(name.key()),
                ))
                .execute(tx)?;
            Ok(())
        })
        .await
}

/// Switches the renewing of a group's phones on or off. Switching on accepts the agreement that orders need.
pub async fn set_auto_renew(
    store: &Store,
    actor: &Actor,
    id: i64,
    wish: AutoRenewWish,
    now_ms: i64,
) -> Result<(), GroupError> {
    if wish.on && !wish.agreed {
        return Err(GroupError::Agreement);
    }
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            own(tx, member_id, id)?;
            diesel::update(phone_groups::table.find(id))
                .set(phone_groups::auto_renew.eq(wish.on))
                .execute(tx)?;
            if wish.on {
                let shown = (Agreement::Authorization, wish.agreement);
                agreements::accept(tx, member_id, shown, now_ms)?
                    .map_err(|Outdated| GroupError::AgreementChanged)?;
            }
            Ok(())
        })
        .await
}

/// Deletes a group; its phones go to another group of the actor, or to none. Answers the number of those phones.
pub async fn delete(
    store: &Store,
    actor: &Actor,
    id: i64,
    to: Option<i64>,
) -> Result<usize, GroupError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            own(tx, member_id, id)?;
            if let Some(to) = to {
                own(tx, member_id, to)?;
                if to == id {
                    return Err(GroupError::Unknown);
                }
            }
            let moved = diesel::update(
                phones::table
                    .filter(phones::owner_id.eq(member_id))
                    .filter(phones::group_id.eq(id)),
            )
            .set(phones::group_id.eq(to))
            .execute(tx)?;
            diesel::delete(phone_groups::table.find(id)).execute(tx)?;
            Ok(moved)
        })
        .await
}

/// Moves phones into a group of their owner, or out of any: own ones, and those that the actor's parent lets it move. Another phone fails
/// alone; answers the ids of those phones.
pub async fn move_phones(
    store: &Store,
    actor: &Actor,
    phone_ids: Vec<i64>,
    to: Option<i64>,
    now_ms: i64,
) -> Result<Vec<(i64, ClaimError)>, GroupError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let owner = match to {
                Some(to) => Some(owner_of(tx, &actor, to, now_ms)?),
                None => None,
            };
            let claimed = access::claim_each::<View>(tx, &actor, &phone_ids, now_ms)?;
            let mut refused = Vec::new();
            for (id, claim) in phone_ids.into_iter().zip(claimed) {
                match claim {
                    Ok(phone)
                        if phone.level_for(Action::MoveGroup) != Level::Owner
                            || owner.is_some_and(|owner| phone.owner_id != Some(owner)) =>
                    {
                        refused.push((id, ClaimError::Right));
                    }
                    Ok(phone) => {
                        diesel::update(phones::table.find(phone.id))
                            .set(phones::group_id.eq(to))
                            .execute(tx)?;
                    }
                    Err(ClaimError::Fault(fault)) => return Err(fault.into()),
                    Err(why) => refused.push((id, why)),
                }
            }
            Ok(refused)
        })
        .await
}

/// Owner of a group that the actor moves phones to: itself, or its parent.
fn owner_of(tx: &mut AnyConn, actor: &Actor, id: i64, now_ms: i64) -> Result<i64, GroupError> {
    let me = actor.member_id();
    let owner: Option<i64> = phone_groups::table
        .find(id)
        .select(phone_groups::member_id)
        .first(tx)
        .optional()?;
    match owner {
        Some(owner) if owner == me || parent_of(tx, actor, now_ms)? == Some(owner) => Ok(owner),
        _ => Err(GroupError::Unknown),
    }
}

fn own(tx: &mut AnyConn, member_id: i64, id: i64) -> Result<(), GroupError> {
    let found: i64 = phone_groups::table
        .find(id)
        .filter(phone_groups::member_id.eq(member_id))
        .count()
        .get_result(tx)?;
    if found == 0 {
        return Err(GroupError::Unknown);
    }
    Ok(())
}
