//! The only access to phones that members name: [`claim`] answers with the member's right, in the type.
//!
//! Another member's phone is answered exactly like one that does not exist. There is no other loader by member.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::ops::Deref;

use diesel::prelude::*;
use domain::access::{DelegatedPermissions, Level};
use domain::phones::{Action, Status};
use domain::sharing::GrantEnd;
use thiserror::Error;

use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{allotments, grants, members, phones};
use crate::error::{StoreError, faults};
use crate::phones::Phone;
use crate::session::{Actor, is_live};
use crate::{Store, play};

mod sealed {
    pub trait Sealed {}
}

/// A right as a type.
pub trait Right: sealed::Sealed {
    /// The least level that includes the right.
    const LEVEL: Level;
}

/// The right to view.
#[derive(Debug, Clone, Copy)]
pub struct View;
/// The right to view and control.
#[derive(Debug, Clone, Copy)]
pub struct Operate;
/// The owner's right.
#[derive(Debug, Clone, Copy)]
pub struct Own;

impl sealed::Sealed for View {}
impl sealed::Sealed for Operate {}
impl sealed::Sealed for Own {}
impl Right for View {
    const LEVEL: Level = Level::View;
}
impl Right for Operate {
    const LEVEL: Level = Level::Operate;
}
impl Right for Own {
    const LEVEL: Level = Level::Owner;
}

/// A thing together with the proof that the actor has right `R` to it. Only the functions of this module make one.
#[derive(Debug)]
pub struct Granted<T, R> {
    thing: T,
    level: Level,
    permissions: DelegatedPermissions,
    until_ms: i64,
    right: PhantomData<R>,
}

impl<T, R> Deref for Granted<T, R> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.thing
    }
}

impl<T, R> Granted<T, R> {
    /// The actor's level, which may be more than `R`.
    pub fn level(&self) -> Level {
        self.level
    }

    /// The level at which the actor does an action: the owner's for a sub-account's delegated permissions.
    pub fn level_for(&self, action: Action) -> Level {
        self.permissions.level_for(self.level, action)
    }

    /// End of the right: the grant's end, or the rental's for its owner and its sub-accounts. Unix milliseconds.
    pub fn until_ms(&self) -> i64 {
        self.until_ms
    }

    /// Converts the proof to right `S` where the actor's level includes it; otherwise answers the unchanged value.
    pub fn stronger<S: Right>(self) -> Result<Granted<T, S>, Self> {
        if self.level.allows(S::LEVEL) {
            Ok(Granted {
                thing: self.thing,
                level: self.level,
                permissions: self.permissions,
                until_ms: self.until_ms,
                right: PhantomData,
            })
        } else {
            Err(self)
        }
    }
}

impl<T> Granted<T, View> {
    /// Converts the proof to the right to take the phone's seat: for an actor who may operate the phone, and for the page of a trial, which has
    /// no other right above viewing.
    pub(crate) fn seated(self, actor: &Actor) -> Result<Granted<T, Operate>, Self> {
        if !actor.is_trial() {
            return self.stronger();
        }
        Ok(Granted {
            thing: self.thing,
            level: Level::Operate,
            permissions: DelegatedPermissions::default(),
            until_ms: self.until_ms,
            right: PhantomData,
        })
    }
}

/// Why a claim is refused.
#[derive(Debug, Error)]
pub enum ClaimError {
    /// The phone is unknown, or another member's.
    #[error("no such phone")]
    Unknown,
    /// The phone is visible, but the right is not enough.
    #[error("the right is not enough")]
    Right,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ClaimError);

/// A right in force to another member's phone: a grant, or one that a parent gave.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LiveGrant {
    pub(crate) level: Level,
    pub(crate) permissions: DelegatedPermissions,
    pub(crate) expire_ms: i64,
}

impl LiveGrant {
    /// The right, limited by the actor's session; none for a phone that a delegated session does not reach.
    pub(crate) fn limited_by_session(self, actor: &Actor, phone_id: i64) -> Option<Self> {
        let Some(delegation) = actor.delegation() else {
            return Some(self);
        };
        let level = delegation.level_of(phone_id)?;
        Some(Self {
            level: self.level.min(level),
            // Delegated permissions allow actions of an owner, so a session below that level has none.
            permissions: if level.allows(Level::Owner) {
                self.permissions
            } else {
                DelegatedPermissions::default()
            },
            expire_ms: self.expire_ms.min(delegation.until_ms()),
        })
    }
}

/// Loads the phones that the actor names, in their order, with right `R` to each; a missing one refuses the whole call.
pub(crate) fn claim<R: Right>(
    tx: &mut AnyConn,
    actor: &Actor,
    ids: &[i64],
    now_ms: i64,
) -> Result<Vec<Granted<Phone, R>>, ClaimError> {
    claim_each(tx, actor, ids, now_ms)?.into_iter().collect()
}

/// An answer for each named phone, in order.
pub(crate) type Claims<R> = Vec<Result<Granted<Phone, R>, ClaimError>>;

/// [`claim`] with an answer for each phone: a missing one fails alone.
pub(crate) fn claim_each<R: Right>(
    tx: &mut AnyConn,
    actor: &Actor,
    ids: &[i64],
    now_ms: i64,
) -> Result<Claims<R>, StoreError> {
    let mut visible = visible(tx, actor, ids, now_ms)?;
    let right = |id: &i64| {
        let (
            thing,
            LiveGrant {
                level,
                permissions,
                expire_ms,
            },
        ) = visible.remove(id).ok_or(ClaimError::Unknown)?;
        if level.allows(R::LEVEL) {
            Ok(Granted {
                thing,
                level,
                permissions,
                until_ms: expire_ms,
                right: PhantomData,
            })
        } else {
            Err(ClaimError::Right)
        }
    };
    Ok(ids.iter().map(right).collect())
}

/// [`claim`] of one phone.
pub(crate) fn claim_one<R: Right>(
    tx: &mut AnyConn,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<Granted<Phone, R>, ClaimError> {
    claim(tx, actor, &[id], now_ms)?
        .pop()
        .ok_or(ClaimError::Unknown)
}

/// [`claim_each`] for an operator: any phone, by a permission instead of a right to it. To other actors every phone is unknown.
pub(crate) fn claim_permitted(
    tx: &mut AnyConn,
    actor: &Actor,
    permission: &str,
    ids: &[i64],
) -> Result<Claims<View>, StoreError> {
    let rows: Vec<Phone> = if actor.holds(permission) {
        phones::table
            .filter(among(phones::id, ids))
            .select(Phone::as_select())
            .load(tx)?
    } else {
        Vec::new()
    };
    let mut found: HashMap<i64, Phone> = rows.into_iter().map(|phone| (phone.id, phone)).collect();
    let granted = |id: &i64| {
        let thing = found.remove(id).ok_or(ClaimError::Unknown)?;
        Ok(Granted {
            level: Level::Owner,
            permissions: DelegatedPermissions::default(),
            until_ms: thing.expire_ms,
            thing,
            right: PhantomData,
        })
    };
    Ok(ids.iter().map(granted).collect())
}

/// Loads the named phones that the actor sees, each with the member's right, limited by the actor's session.
fn visible(
    conn: &mut AnyConn,
    actor: &Actor,
    ids: &[i64],
    now_ms: i64,
) -> Result<HashMap<i64, (Phone, LiveGrant)>, StoreError> {
    let member_id = actor.member_id();
    let mut found = HashMap::with_capacity(ids.len());
    let rows: Vec<Phone> = phones::table
        .filter(among(phones::id, ids))
        .select(Phone::as_select())
        .load(conn)?;
    let granted = live_grants(conn, member_id, Some(ids), now_ms)?;
    for phone in rows {
        let right = if phone.owner_id == Some(member_id) {
            Some(LiveGrant {
                level: Level::Owner,
                permissions: DelegatedPermissions::default(),
                expire_ms: phone.expire_ms,
            })
        } else {
            granted.get(&phone.id).copied()
        };
        if let Some(right) = right.and_then(|right| right.limited_by_session(actor, phone.id)) {
            found.insert(phone.id, (phone, right));
        }
    }
    Ok(found)
}

/// The member's rights to phones of others, by phone id, for every phone or for the named ones: from grants in force, and from phones that the
/// member's parent gave it.
pub(crate) fn live_grants(
    conn: &mut AnyConn,
    member_id: i64,
    phone_ids: Option<&[i64]>,
    now_ms: i64,
) -> Result<HashMap<i64, LiveGrant>, StoreError> {
    let mut query = grants::table
        .filter(grants::member_id.eq(member_id))
        .filter(grants::ended_ms.is_null())
        .filter(grants::expire_ms.gt(now_ms))
        .select((grants::phone_id, grants::level, grants::expire_ms))
        .into_boxed::<crate::db::conn::Backend>();
    if let Some(ids) = phone_ids {
        query = query.filter(among(grants::phone_id, ids));
    }
    let mut found = query
        .load::<(i64, i16, i64)>(conn)?
        .into_iter()
        .map(|(phone_id, level, expire_ms)| {
            let level =
                Level::from_accredit_type(level).ok_or(StoreError::Corrupt("grant level"))?;
            let permissions = DelegatedPermissions::default();
            Ok((
                phone_id,
                LiveGrant {
                    level,
                    permissions,
                    expire_ms,
                },
            ))
        })
        .collect::<Result<HashMap<_, _>, StoreError>>()?;
    for (phone_id, given) in allotted(conn, member_id, phone_ids)? {
        // A right from a parent includes at least the right of any grant.
        found.insert(phone_id, given);
    }
    Ok(found)
}

/// The phones that a sub-account was given, while they belong to its parent, which has not switched it off.
fn allotted(
    conn: &mut AnyConn,
    member_id: i64,
    phone_ids: Option<&[i64]>,
) -> Result<Vec<(i64, LiveGrant)>, StoreError> {
    let mut query = allotments::table
        .inner_join(phones::table)
        .inner_join(members::table.on(members::id.eq(allotments::member_id)))
        .filter(allotments::member_id.eq(member_id))
        .filter(allotments::ended_ms.is_null())
        .filter(phones::owner_id.eq(allotments::owner_id.nullable()))
        .filter(members::parent_id.eq(allotments::owner_id.nullable()))
        .filter(members::sub_off_ms.is_null())
        .select((allotments::phone_id, allotments::ticks, phones::expire_ms))
        .into_boxed::<crate::db::conn::Backend>();
    if let Some(ids) = phone_ids {
        query = query.filter(among(allotments::phone_id, ids));
    }
    query
        .load::<(i64, i16, i64)>(conn)?
        .into_iter()
        .map(|(phone_id, permissions, expire_ms)| {
            let right = LiveGrant {
                level: Level::Operate,
                permissions: DelegatedPermissions::from_stored(permissions)
                    .ok_or(StoreError::Corrupt("ticks"))?,
                expire_ms,
            };
            Ok((phone_id, right))
        })
        .collect()
}

/// The sub-accounts that a phone's owner gave it to.
pub(crate) fn given_to(conn: &mut AnyConn, phone_id: i64) -> Result<Vec<i64>, StoreError> {
    Ok(allotments::table
        .inner_join(phones::table)
        .inner_join(members::table.on(members::id.eq(allotments::member_id)))
        .filter(allotments::phone_id.eq(phone_id))
        .filter(allotments::ended_ms.is_null())
        .filter(phones::owner_id.eq(allotments::owner_id.nullable()))
        .filter(members::parent_id.eq(allotments::owner_id.nullable()))
        .filter(members::sub_off_ms.is_null())
        .select(allotments::member_id)
        .load(conn)?)
}

/// The question that a running socket repeats: whether its session, its phones and its seat still stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    /// The actor that opened the socket.
    pub actor: Actor,
    /// The phones that the socket shows.
    pub phone_ids: Vec<i64>,
}

/// The answer to a [`Watch`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessStatus {
    /// Whether the session lives and the account is enabled.
    pub signed_in: bool,
    /// Access to each phone, in the order asked.
    pub phones: Vec<PhoneAccess>,
}

/// Access to a phone of a running socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhoneAccess {
    pub phone_id: i64,
    /// The member's level now; none without any right.
    pub level: Option<Level>,
    /// How the member's last grant ended, where no right is left and the grant did not end with its phone or an account.
    pub ended: Option<GrantEnd>,
    /// Whether the rental is over.
    pub expired: bool,
    /// Whether an operator has taken the phone out of service.
    pub maintained: bool,
    /// The seat's epoch: a controller with another epoch was replaced.
    pub epoch: u32,
    /// The member that holds the seat.
    pub holder: Option<i64>,
}

impl PhoneAccess {
    /// Whether the member may not see the phone now.
    pub const fn is_gone(&self) -> bool {
        self.level.is_none() || self.expired || self.maintained
    }
}

/// Answers the watches of many sockets on one connection, in their order.
pub async fn status(
    store: &Store,
    watches: Vec<Watch>,
    now_ms: i64,
) -> Result<Vec<AccessStatus>, StoreError> {
    store
        .run(move |conn| {
            watches
                .iter()
                .map(|watch| status_of(conn, watch, now_ms))
                .collect()
        })
        .await
}

fn status_of(conn: &mut AnyConn, watch: &Watch, now_ms: i64) -> Result<AccessStatus, StoreError> {
    let visible = visible(conn, &watch.actor, &watch.phone_ids, now_ms)?;
    let seats = play::held(conn, &watch.phone_ids)?;
    let mut phones = Vec::with_capacity(watch.phone_ids.len());
    for id in &watch.phone_ids {
        let seen = visible.get(id);
        let (epoch, holder) = seats.get(id).copied().unwrap_or_default();
        phones.push(PhoneAccess {
            phone_id: *id,
            level: seen.map(|(_, right)| right.level),
            ended: match seen {
                Some(_) => None,
                None => last_end(conn, *id, watch.actor.member_id())?,
            },
            expired: seen.is_some_and(|(phone, _)| phone.expire_ms <= now_ms),
            maintained: seen.is_some_and(|(phone, _)| phone.status() == Status::Maintenance),
            epoch,
            holder,
        });
    }
    Ok(AccessStatus {
        signed_in: is_live(conn, watch.actor.session_id(), now_ms)?,
        phones,
    })
}

/// How a member's newest grant to a phone ended.
fn last_end(
    conn: &mut AnyConn,
    phone_id: i64,
    member_id: i64,
) -> Result<Option<GrantEnd>, StoreError> {
    let last: Option<(Option<i16>, Option<i64>, i64)> = grants::table
        .filter(grants::phone_id.eq(phone_id))
        .filter(grants::member_id.eq(member_id))
        .order((grants::created_ms.desc(), grants::id.desc()))
        .select((grants::end_cause, grants::ended_ms, grants::expire_ms))
        .first(conn)
        .optional()?;
    Ok(last
        .and_then(|(cause, ended_ms, expire_ms)| GrantEnd::from_stored(cause, ended_ms, expire_ms)))
}
