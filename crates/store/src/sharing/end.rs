//! The end of authorizations before their time: recalled by the owner, or given up by the other member.

use std::collections::{BTreeMap, HashMap};

use diesel::prelude::*;
use domain::access::Level;
use domain::notices::{Rented, SharingNews};
use domain::sharing::GrantEnd;
use domain::zone::Zone;

use super::SharingError;
use super::tell::{About, Members, tell};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{grants, phones};
use crate::error::StoreError;
use crate::session::Actor;
use crate::{Store, audit};

/// Results of recalling or giving up authorizations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ended {
    /// For each named authorization whether it ended now; one that is unknown, over, or another member's did not.
    pub relations: Vec<(i64, bool)>,
    /// Members who are concerned: the actor and the others.
    pub member_ids: Vec<i64>,
}

#[derive(Queryable)]
struct Open {
    id: i64,
    phone_id: i64,
    owner_id: i64,
    guest_id: i64,
    level: i16,
    expire_ms: i64,
    alias: String,
}

/// Recalls authorizations of the actor's phones.
pub async fn recall(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
    zone: Zone,
    now_ms: i64,
) -> Result<Ended, SharingError> {
    let actor = actor.clone();
    store
        .write(move |tx| Ok(end(tx, &actor, &ids, GrantEnd::Recalled, zone, now_ms)?))
        .await
}

/// Gives up the actor's own authorizations of others' phones.
pub async fn leave(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
    zone: Zone,
    now_ms: i64,
) -> Result<Ended, SharingError> {
    let actor = actor.clone();
    store
        .write(move |tx| Ok(end(tx, &actor, &ids, GrantEnd::Left, zone, now_ms)?))
        .await
}

fn end(
    tx: &mut AnyConn,
    actor: &Actor,
    ids: &[i64],
    how: GrantEnd,
    zone: Zone,
    now_ms: i64,
) -> Result<Ended, StoreError> {
    let mut ended: HashMap<i64, Open> = HashMap::new();
    for open in open(tx, actor, ids, how, now_ms)? {
        // Conditional: of two calls at once one ends the grant and tells of it.
        let done = diesel::update(
            grants::table
                .find(open.id)
                .filter(grants::ended_ms.is_null()),
        )
        .set((
            grants::ended_ms.eq(now_ms),
            grants::end_cause.eq(how.stored()),
        ))
        .execute(tx)?;
        if done == 1 {
            let kind = match how {
                GrantEnd::Left => "sharing.leave",
                GrantEnd::Recalled | GrantEnd::Expired => "sharing.recall",
            };
            let object = format!("phone:{}", open.phone_id);
            let detail = format!("grant:{} member:{}", open.id, open.guest_id);
            let entry = audit::Entry {
                detail: &detail,
                ..audit::Entry::by(actor, kind, &object, now_ms)
            };
            audit::record(tx, &entry)?;
            ended.insert(open.id, open);
        }
    }
    let member_ids = tell_of(tx, actor, ended.values(), how, zone, now_ms)?;
    Ok(Ended {
        relations: ids.iter().map(|id| (*id, ended.contains_key(id))).collect(),
        member_ids,
    })
}

/// The named grants that are in force and that the actor may recall or give up, in the order of their phones.
fn open(
    tx: &mut AnyConn,
    actor: &Actor,
    ids: &[i64],
    how: GrantEnd,
    now_ms: i64,
) -> Result<Vec<Open>, StoreError> {
    let me = actor.member_id();
    let rows: Vec<Open> = grants::table
        .inner_join(phones::table)
        .filter(among(grants::id, ids))
        .filter(grants::ended_ms.is_null())
        .filter(grants::expire_ms.gt(now_ms))
        .order(grants::phone_id)
        .select((
            grants::id,
            grants::phone_id,
            grants::owner_id,
            grants::member_id,
            grants::level,
            grants::expire_ms,
            phones::alias,
        ))
        .load(tx)?;
    let mine = |open: &Open| match how {
        GrantEnd::Left => open.guest_id == me,
        GrantEnd::Recalled | GrantEnd::Expired => open.owner_id == me,
    };
    Ok(rows.into_iter().filter(mine).collect())
}

/// Sends a message to each pair of members and level; answers all members who are concerned.
fn tell_of<'a>(
    tx: &mut AnyConn,
    actor: &Actor,
    ended: impl Iterator<Item = &'a Open>,
    how: GrantEnd,
    zone: Zone,
    now_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    let news = match how {
        GrantEnd::Left => (SharingNews::LeftByGuest, SharingNews::LeftByMe),
        GrantEnd::Recalled | GrantEnd::Expired => {
            (SharingNews::RecalledByMe, SharingNews::RecalledByOwner)
        }
    };
    let mut by_members: BTreeMap<(i64, i64, i16), About> = BTreeMap::new();
    for open in ended {
        let level =
            Level::from_accredit_type(open.level).ok_or(StoreError::Corrupt("grant level"))?;
        let about = by_members
            .entry((open.owner_id, open.guest_id, open.level))
            .or_insert_with(|| About {
                level,
                until_ms: 0,
                phones: Vec::new(),
            });
        about.until_ms = about.until_ms.max(open.expire_ms);
        about.phones.push(Rented {
            phone_id: open.phone_id,
            name: open.alias.clone(),
        });
    }
    let mut member_ids = vec![actor.member_id()];
    for ((owner_id, guest_id, _), about) in &by_members {
        let members = Members {
            owner_id: *owner_id,
            guest_id: *guest_id,
        };
        tell(tx, members, news, about, zone, now_ms)?;
        member_ids.extend([*owner_id, *guest_id]);
    }
    member_ids.sort_unstable();
    member_ids.dedup();
    Ok(member_ids)
}
