//! Authorizations in force, given by a member and received; its phones that can be authorized; and whether others find it by its number.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::access::Level;
use domain::auth::PhoneNumber;
use domain::text;

use crate::Store;
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::schema::{grants, members, phones};
use crate::error::StoreError;
use crate::member::masked;
use crate::session::Actor;
use crate::tags;

/// Status code of a phone that runs and is well.
const RUNNING: i16 = 1;
/// Ids in one `IN (…)`: below every database's limit of variables.
const IDS_AT_ONCE: usize = 500;

/// Direction of authorizations from the view of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Given by the member to others.
    ByMe,
    /// Given by others to the member.
    ToMe,
}

/// Standing of an authorized phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GrantFilter {
    /// The phone runs and is well.
    Normal,
    /// The phone has another status.
    Other,
}

/// Filter and window of a page of authorizations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GrantQuery {
    /// Part of the phone's name or id or of the masked number, or a whole number; empty: any.
    pub keyword: String,
    /// Level; none: any.
    pub level: Option<Level>,
    /// Standing of the phone; none: any.
    pub standing: Option<GrantFilter>,
    /// Number of rows before the page.
    pub offset: i64,
    /// Most rows of the page.
    pub limit: i64,
}

/// An authorization in force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grant {
    /// Grant's id.
    pub relation_id: i64,
    pub phone_id: i64,
    /// Id of the phone for people.
    pub owl_id: String,
    /// Name of the phone.
    pub alias: String,
    /// The member's own tags on the phone: id and name.
    pub tags: Vec<(i64, String)>,
    /// Masked number of the other member; empty without one.
    pub other: String,
    /// Level of the authorization.
    pub level: Level,
    /// Time of the authorization, Unix milliseconds.
    pub created_ms: i64,
    /// End of the authorization, Unix milliseconds.
    pub expire_ms: i64,
    /// End of the rental, Unix milliseconds.
    pub rental_end_ms: i64,
    /// Status code of the phone.
    pub status_code: i16,
    /// Whether the phone is switched on.
    pub power_on: bool,
}

/// A page of authorizations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantPage {
    /// Authorizations of the page, the newest first.
    pub list: Vec<Grant>,
    /// Number of authorizations that pass the filter.
    pub total: i64,
}

type Row = (
    (i64, i64, i16, i64, i64),
    Option<String>,
    (String, String, String, i64, i16, bool),
);

/// Authorizations in force. They are read whole and filtered here: masked numbers are no column.
pub async fn grants(
    store: &Store,
    actor: &Actor,
    direction: Direction,
    query: GrantQuery,
    now_ms: i64,
) -> Result<GrantPage, StoreError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            let mut found = Vec::new();
            for row in rows(conn, me, direction, now_ms)? {
                let (grant, alias_key) = read(row)?;
                if wanted(&query, &grant, &alias_key) {
                    found.push(grant);
                }
            }
            let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
            let skip = usize::try_from(query.offset).unwrap_or_default();
            let take = usize::try_from(query.limit).unwrap_or_default();
            let mut list: Vec<Grant> = found.into_iter().skip(skip).take(take).collect();
            let ids: Vec<i64> = list.iter().map(|grant| grant.phone_id).collect();
            let mut marks: HashMap<i64, Vec<(i64, String)>> = HashMap::new();
            for ids in ids.chunks(IDS_AT_ONCE) {
                marks.extend(tags::of_phones(conn, me, ids)?);
            }
            for grant in &mut list {
                grant.tags = marks.remove(&grant.phone_id).unwrap_or_default();
            }
            Ok(GrantPage { list, total })
        })
        .await
}

fn rows(
    conn: &mut AnyConn,
    me: i64,
    direction: Direction,
    now_ms: i64,
) -> Result<Vec<Row>, StoreError> {
    let of_grant = (
        grants::id,
        grants::phone_id,
        grants::level,
        grants::created_ms,
        grants::expire_ms,
    );
    let of_phone = (
        phones::owl_id,
        phones::alias,
        phones::alias_key,
        phones::expire_ms,
        phones::status_code,
        phones::power_on,
    );
    let newest = (grants::created_ms.desc(), grants::id.desc());
    let open = grants::table
        .inner_join(phones::table)
        .filter(grants::ended_ms.is_null())
        .filter(grants::expire_ms.gt(now_ms));
    Ok(match direction {
        Direction::ByMe => open
            .inner_join(members::table.on(members::id.eq(grants::member_id)))
            .filter(grants::owner_id.eq(me))
            .order(newest)
            .select((of_grant, members::phone, of_phone))
            .load(conn)?,
        Direction::ToMe => open
            .inner_join(members::table.on(members::id.eq(grants::owner_id)))
            .filter(grants::member_id.eq(me))
            .order(newest)
            .select((of_grant, members::phone, of_phone))
            .load(conn)?,
    })
}

/// The grant, without its tags, and the search key of the phone's name.
fn read(row: Row) -> Result<(Grant, String), StoreError> {
    let (of_grant, number, of_phone) = row;
    let (relation_id, phone_id, level, created_ms, expire_ms) = of_grant;
    let (owl_id, alias, alias_key, rental_end_ms, status_code, power_on) = of_phone;
    let grant = Grant {
        relation_id,
        phone_id,
        owl_id,
        alias,
        tags: Vec::new(),
        other: number.as_deref().map_or_else(String::new, masked),
        level: Level::from_accredit_type(level).ok_or(StoreError::Corrupt("grant level"))?,
        created_ms,
        expire_ms,
        rental_end_ms,
        status_code,
        power_on,
    };
    Ok((grant, alias_key))
}

fn wanted(query: &GrantQuery, grant: &Grant, alias_key: &str) -> bool {
    let standing = if grant.status_code == RUNNING && grant.power_on {
        GrantFilter::Normal
    } else {
        GrantFilter::Other
    };
    query.level.is_none_or(|level| level == grant.level)
        && query.standing.is_none_or(|wanted| wanted == standing)
        && named(&query.keyword, grant, alias_key)
}

/// Whether a word is part of the phone's name or id or of the masked number. A whole number is masked first, so that nobody finds hidden
/// digits by trying.
fn named(keyword: &str, grant: &Grant, alias_key: &str) -> bool {
    if keyword.is_empty() {
        return true;
    }
    let key = text::key(keyword);
    alias_key.contains(&key)
        || text::key(&grant.owl_id).contains(&key)
        || match PhoneNumber::parse(keyword) {
            Ok(number) => number.masked() == grant.other,
            Err(_) => grant.other.contains(keyword),
        }
}

/// A phone that can be authorized.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct Candidate {
    pub phone_id: i64,
    /// Id of the phone for people.
    pub owl_id: String,
    /// Name of the phone.
    pub alias: String,
    /// End of the rental, Unix milliseconds.
    pub expire_ms: i64,
}

/// A page of phones that can be authorized.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidates {
    /// Phones of the page, by name.
    pub list: Vec<Candidate>,
    /// Number of phones that match.
    pub total: i64,
}

/// The member's phones that can be authorized: its own, with a rental that goes on, and authorized to nobody.
pub async fn candidates(
    store: &Store,
    actor: &Actor,
    keyword: String,
    (offset, limit): (i64, i64),
    now_ms: i64,
) -> Result<Candidates, StoreError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            let matching = || {
                let shared = grants::table
                    .filter(grants::owner_id.eq(me))
                    .filter(grants::ended_ms.is_null())
                    .filter(grants::expire_ms.gt(now_ms))
                    .select(grants::phone_id);
                let mut found = phones::table
                    .filter(phones::owner_id.eq(me))
                    .filter(phones::expire_ms.gt(now_ms))
                    .filter(phones::id.ne_all(shared))
                    .into_boxed::<Backend>();
                if !keyword.is_empty() {
                    found = found.filter(
                        contains(phones::alias_key, &text::key(&keyword))
                            .or(contains(phones::owl_id, &keyword.to_uppercase())),
                    );
                }
                found
            };
            Ok(Candidates {
                total: matching().count().get_result(conn)?,
                list: matching()
                    .order((phones::alias_key, phones::id))
                    .offset(offset)
                    .limit(limit)
                    .select((phones::id, phones::owl_id, phones::alias, phones::expire_ms))
                    .load(conn)?,
            })
        })
        .await
}

/// Whether others find the member by its number.
pub async fn findable(store: &Store, actor: &Actor) -> Result<bool, StoreError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            let row = members::table.find(me).select(members::findable);
            Ok(row.first(conn)?)
        })
        .await
}

/// Sets whether others find the member by its number. Authorizations that it has stay.
pub async fn set_findable(store: &Store, actor: &Actor, findable: bool) -> Result<(), StoreError> {
    let me = actor.member_id();
    store
        .write(move |tx| {
            diesel::update(members::table.find(me))
                .set(members::findable.eq(findable))
                .execute(tx)?;
            Ok(())
        })
        .await
}
