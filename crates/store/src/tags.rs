//! A member's own tags, on any phone that it can see.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::text;
use domain::text::names::{Name, PHONE_TAGS_MAX};
use thiserror::Error;

use crate::Store;
use crate::access::{self, ClaimError, View};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{phone_tags, phones, tags};
use crate::db::search::containing;
use crate::error::{StoreError, faults};
use crate::keys::TWIN;
use crate::labels::{self, Clash, Kind};
use crate::secrets::new_id;
use crate::session::Actor;

/// A tag as its maker sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// Id, the key of every call.
    pub id: i64,
    /// Name of the tag.
    pub name: String,
    /// Number of phones with the tag that the maker still sees.
    pub phones: i64,
}

/// A phone under a tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// Phone's id, the key of every call.
    pub phone_id: i64,
    /// Id for people.
    pub owl_id: String,
    /// Name of the phone.
    pub alias: String,
}

/// A tag with its phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    pub tag: Tag,
    /// Phones, ordered by name.
    pub phones: Vec<Leaf>,
}

/// Why a tag is not made, changed or put on a phone.
#[derive(Debug, Error)]
pub enum TagError {
    /// The tag is unknown, or another member's.
    #[error("no such tag")]
    Unknown,
    /// The name belongs to another tag.
    #[error("the name is taken")]
    Taken,
    /// The limit of an account's tags is reached.
    #[error("too many tags")]
    Limit,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(TagError);

/// Why a phone gets none of the tags.
#[derive(Debug, Error)]
pub enum BindError {
    /// The phone could not be claimed.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// The phone would carry more than [`PHONE_TAGS_MAX`] tags of the member's.
    #[error("too many tags on the phone")]
    Full,
}

impl From<Clash> for TagError {
    fn from(clash: Clash) -> Self {
        match clash {
            Clash::Taken => Self::Taken,
            Clash::Limit => Self::Limit,
        }
    }
}

/// Makes a tag. Answers its id.
pub async fn create(
    store: &Store,
    actor: &Actor,
    name: Name,
    now_ms: i64,
) -> Result<i64, TagError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            labels::free(tx, Kind::Tag, member_id, &name, None)??;
            let id = new_id();
            diesel::insert_into(tags::table)
                .values((
                    tags::id.eq(id),
                    tags::member_id.eq(member_id),
                    tags::name.eq(name.as_str()),
                    tags::name_key.eq(name.key()),
                    tags::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
            Ok(id)
        })
        .await
}

/// Renames a tag.
pub async fn rename(store: &Store, actor: &Actor, id: i64, name: Name) -> Result<(), TagError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            own(tx, member_id, &[id])?;
            labels::free(tx, Kind::Tag, member_id, &name, Some(id))??;
            diesel::update(tags::table.find(id))
                .set((tags::name.eq(name.as_str()), tags::name_key.eq(name.key())))
                .execute(tx)?;
            Ok(())
        })
        .await
}

/// Deletes a tag and removes it from every phone. Answers the number of phones that carried it.
pub async fn delete(store: &Store, actor: &Actor, id: i64) -> Result<usize, TagError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            own(tx, member_id, &[id])?;
            let off =
                diesel::delete(phone_tags::table.filter(phone_tags::tag_id.eq(id))).execute(tx)?;
            diesel::delete(tags::table.find(id)).execute(tx)?;
            Ok(off)
        })
        .await
}

/// Puts tags on phones; tags that are there already stay. A phone that the actor cannot see, or that has no room for each of them, fails
/// alone; answers the failed phones.
pub async fn bind(
    store: &Store,
    actor: &Actor,
    tag_ids: Vec<i64>,
    phone_ids: Vec<i64>,
    now_ms: i64,
) -> Result<Vec<(i64, BindError)>, TagError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            own(tx, actor.member_id(), &tag_ids)?;
            let claimed = access::claim_each::<View>(tx, &actor, &phone_ids, now_ms)?;
            let mut refused = Vec::new();
            for (phone_id, claim) in phone_ids.iter().zip(claimed) {
                match claim {
                    Ok(phone) => {
                        if !put_on(tx, actor.member_id(), &tag_ids, phone.id, now_ms)? {
                            refused.push((*phone_id, BindError::Full));
                        }
                    }
                    Err(ClaimError::Fault(fault)) => return Err(fault.into()),
                    Err(why) => refused.push((*phone_id, why.into())),
                }
            }
            Ok(refused)
        })
        .await
}

/// Puts the tags on a phone together, or none where they do not fit; answers whether they fit.
fn put_on(
    tx: &mut AnyConn,
    member_id: i64,
    tag_ids: &[i64],
    phone_id: i64,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let there: Vec<i64> = phone_tags::table
        .inner_join(tags::table)
        .filter(phone_tags::phone_id.eq(phone_id))
        .filter(tags::member_id.eq(member_id))
        .select(phone_tags::tag_id)
        .load(tx)?;
    let missing: Vec<&i64> = tag_ids.iter().filter(|id| !there.contains(id)).collect();
    if there.len() + missing.len() > PHONE_TAGS_MAX {
        return Ok(false);
    }
    for tag_id in missing {
        diesel::insert_into(phone_tags::table)
            .values((
                phone_tags::tag_id.eq(tag_id),
                phone_tags::phone_id.eq(phone_id),
                phone_tags::created_ms.eq(now_ms),
            ))
            .execute(tx)?;
    }
    Ok(true)
}

/// Removes a tag from a phone. The tag must be the actor's own; the phone need not be visible any more.
pub async fn unbind(
    store: &Store,
    actor: &Actor,
    tag_id: i64,
    phone_id: i64,
) -> Result<(), TagError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            own(tx, member_id, &[tag_id])?;
            diesel::delete(phone_tags::table.find((tag_id, phone_id))).execute(tx)?;
            Ok(())
        })
        .await
}

/// A page of the actor's tags by name, and their total number. `keyword` is searched within names; an empty one is in each.
pub async fn page(
    store: &Store,
    actor: &Actor,
    keyword: String,
    offset: i64,
    limit: i64,
    now_ms: i64,
) -> Result<(Vec<Tag>, i64), StoreError> {
    let member_id = actor.member_id();
    let part = containing(&text::key(&keyword));
    store
        .run(move |conn| {
            let own = || {
                // Behind the mark of a twin stands its id, in which nobody searches.
                let twin = format!("{part}{TWIN}%");
                let other = tags::name_key.not_like(format!("%{TWIN}%"));
                tags::table.filter(tags::member_id.eq(member_id)).filter(
                    (tags::name_key.like(twin).escape('\\'))
                        .or(tags::name_key.like(part.clone()).escape('\\').and(other)),
                )
            };
            let total: i64 = own().count().get_result(conn)?;
            let rows: Vec<(i64, String)> = own()
                .order((tags::name_key, tags::id))
                .offset(offset)
                .limit(limit)
                .select((tags::id, tags::name))
                .load(conn)?;
            let counts = seen_carriers(conn, member_id, rows.iter().map(|(id, _)| *id), now_ms)?;
            let tag = |(id, name)| Tag {
                id,
                name,
                phones: counts.get(&id).copied().unwrap_or_default(),
            };
            Ok((rows.into_iter().map(tag).collect(), total))
        })
        .await
}

/// Numbers of the phones that carry some of the member's tags and that the member still sees, by tag.
fn seen_carriers(
    conn: &mut AnyConn,
    member_id: i64,
    tag_ids: impl Iterator<Item = i64>,
    now_ms: i64,
) -> Result<HashMap<i64, i64>, StoreError> {
    let granted = access::live_grants(conn, member_id, None, now_ms)?;
    Ok(phone_tags::table
        .inner_join(phones::table.on(phones::id.eq(phone_tags::phone_id)))
        .filter(among(phone_tags::tag_id, tag_ids))
        .filter(among(phones::id, granted.keys()).or(phones::owner_id.eq(member_id)))
        .group_by(phone_tags::tag_id)
        .select((phone_tags::tag_id, count_star()))
        .load::<(i64, i64)>(conn)?
        .into_iter()
        .collect())
}

/// The actor's tags with the phones that carry them.
pub async fn tree(store: &Store, actor: &Actor, now_ms: i64) -> Result<Vec<Branch>, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| branches(conn, member_id, now_ms))
        .await
}

type LeafRow = (i64, i64, String, String, Option<i64>);

fn branches(conn: &mut AnyConn, member_id: i64, now_ms: i64) -> Result<Vec<Branch>, StoreError> {
    let names: Vec<(i64, String)> = tags::table
        .filter(tags::member_id.eq(member_id))
        .order((tags::name_key, tags::id))
        .select((tags::id, tags::name))
        .load(conn)?;
    let granted = access::live_grants(conn, member_id, None, now_ms)?;
    let rows: Vec<LeafRow> = phone_tags::table
        .inner_join(tags::table)
        .inner_join(phones::table.on(phones::id.eq(phone_tags::phone_id)))
        .filter(tags::member_id.eq(member_id))
        .order((phones::sort_key, phones::id))
        .select((
            phone_tags::tag_id,
            phones::id,
            phones::owl_id,
            phones::alias,
            phones::owner_id,
        ))
        .load(conn)?;
    let mut on: HashMap<i64, Vec<Leaf>> = HashMap::new();
    for (tag_id, phone_id, owl_id, alias, owner) in rows {
        if owner == Some(member_id) || granted.contains_key(&phone_id) {
            on.entry(tag_id).or_default().push(Leaf {
                phone_id,
                owl_id,
                alias,
            });
        }
    }
    let branch = |(id, name)| {
        let phones = on.remove(&id).unwrap_or_default();
        let tag = Tag {
            id,
            name,
            phones: phones.len().try_into().unwrap_or(i64::MAX),
        };
        Branch { tag, phones }
    };
    Ok(names.into_iter().map(branch).collect())
}

/// A member's tags on some phones: id and name, by phone, each by name.
pub(crate) fn of_phones(
    conn: &mut AnyConn,
    member_id: i64,
    phone_ids: &[i64],
) -> Result<HashMap<i64, Vec<(i64, String)>>, StoreError> {
    let rows: Vec<(i64, i64, String)> = phone_tags::table
        .inner_join(tags::table)
        .filter(among(phone_tags::phone_id, phone_ids))
        .filter(tags::member_id.eq(member_id))
        .order(tags::name_key)
        .select((phone_tags::phone_id, tags::id, tags::name))
        .load(conn)?;
    let mut on: HashMap<i64, Vec<(i64, String)>> = HashMap::new();
    for (phone_id, id, name) in rows {
        on.entry(phone_id).or_default().push((id, name));
    }
    Ok(on)
}

fn own(tx: &mut AnyConn, member_id: i64, ids: &[i64]) -> Result<(), TagError> {
    let found: i64 = tags::table
        .filter(among(tags::id, ids))
        .filter(tags::member_id.eq(member_id))
        .select(count_star())
        .first(tx)?;
    if ids.is_empty() || usize::try_from(found) != Ok(ids.len()) {
        return Err(TagError::Unknown);
    }
    Ok(())
}
