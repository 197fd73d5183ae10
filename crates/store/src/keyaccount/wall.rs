//! Phones of one section of the wall, and who works at each of them now.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, SmallInt, Text};
use domain::play::together::Relation;
use thiserror::Error;

use super::patterns;
use super::sections::{SectionId, Sorting, names};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::{members, phone_groups, phones};
use crate::error::{StoreError, faults};
use crate::phones::Phone;
use crate::play::{CONNECTED, known_to};
use crate::session::Actor;

/// Section and window of a page of its phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WallQuery {
    pub section: SectionId,
    /// Part of a phone's name or id, unless the section is the one that it names; empty for all.
    pub keyword: String,
    /// Phones left out before the page.
    pub offset: i64,
    /// Phones of the page.
    pub limit: i64,
}

/// Member that controls a phone now, as the phone's owner knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worker {
    /// The name that the owner gave it, else its masked number or name.
    pub name: String,
    /// Whether it is the owner.
    pub own: bool,
}

/// A phone on the wall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WallPhone {
    pub phone: Phone,
    /// Member that controls it now.
    pub worker: Option<Worker>,
}

/// A page of a section's phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WallPage {
    /// Phones of the page, by name.
    pub list: Vec<WallPhone>,
    /// Number of phones that match.
    pub total: i64,
}

/// Reason why a section has no answer.
#[derive(Debug, Error)]
pub enum WallError {
    /// The account is no sub-account of the actor.
    #[error("no such sub-account")]
    SubAccount,
    /// The group is unknown, or another member's.
    #[error("no such group")]
    Group,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(WallError);

#[derive(QueryableByName)]
struct WallPhoneRow {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    worker: Option<i64>,
}

#[derive(QueryableByName)]
struct Total {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

impl SectionId {
    /// The condition of the section's phones, where `$2` is their owner and `$5` the id of the sub-account or of the group.
    const fn condition(self) -> &'static str {
        match self {
            Self::SubAccount(_) => {
                "p.id IN (SELECT a.phone_id FROM allotments a WHERE a.owner_id = $2 AND a.member_id = $5 AND a.ended_ms IS NULL)"
            }
            Self::NotGiven => {
                "NOT EXISTS (SELECT 1 FROM allotments a WHERE a.phone_id = p.id AND a.owner_id = $2 AND a.ended_ms IS NULL) AND $5 = 0"
            }
            Self::Group(_) => "p.group_id = $5",
            Self::Ungrouped => "p.group_id IS NULL AND $5 = 0",
        }
    }

    /// Id of the sub-account or of the group; 0 for the phones that are in none.
    const fn bound(self) -> i64 {
        match self {
            Self::SubAccount(id) | Self::Group(id) => id,
            Self::NotGiven | Self::Ungrouped => 0,
        }
    }

    /// Refuses a sub-account or a group of somebody else.
    fn check(self, conn: &mut AnyConn, owner_id: i64) -> Result<(), WallError> {
        match self {
            Self::SubAccount(id) => {
                let found: i64 = members::table
                    .find(id)
                    .filter(members::parent_id.eq(owner_id))
                    .count()
                    .get_result(conn)?;
                (found == 1).then_some(()).ok_or(WallError::SubAccount)
            }
            Self::Group(id) => {
                let found: i64 = phone_groups::table
                    .find(id)
                    .filter(phone_groups::member_id.eq(owner_id))
                    .count()
                    .get_result(conn)?;
                (found == 1).then_some(()).ok_or(WallError::Group)
            }
            Self::NotGiven | Self::Ungrouped => Ok(()),
        }
    }

    /// Whether a keyword names the section itself, so that all of its phones match.
    fn is_named(
        self,
        conn: &mut AnyConn,
        owner_id: i64,
        keyword: &str,
    ) -> Result<bool, StoreError> {
        let (sorting, id) = match self {
            Self::SubAccount(id) => (Sorting::SubAccount, id),
            Self::Group(id) => (Sorting::Group, id),
            Self::NotGiven | Self::Ungrouped => return Ok(false),
        };
        if keyword.is_empty() {
            return Ok(false);
        }
        let names = names(conn, owner_id, sorting)?;
        Ok(names
            .iter()
            .any(|named| named.id == id && named.matches(keyword)))
    }
}

/// Phones of a section of the actor's, by name.
pub async fn wall(store: &Store, actor: &Actor, query: WallQuery) -> Result<WallPage, WallError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            query.section.check(conn, me)?;
            let keyword = if query.section.is_named(conn, me, &query.keyword)? {
                ""
            } else {
                query.keyword.as_str()
            };
            let (name, id) = patterns(keyword);
            let condition = query.section.condition();
            let from = format!(
                "FROM phones p LEFT JOIN seats s ON s.phone_id = p.id AND s.state = $1 WHERE p.owner_id = $2 AND p.recycled_ms IS NULL \
                 AND (p.alias_key LIKE $3 ESCAPE '\\' OR p.owl_id LIKE $4 ESCAPE '\\') AND {condition}"
            );
            let bound = |sql: String| {
                diesel::sql_query(sql)
                    .bind::<SmallInt, _>(CONNECTED)
                    .bind::<BigInt, _>(me)
                    .bind::<Text, _>(&name)
                    .bind::<Text, _>(&id)
                    .bind::<BigInt, _>(query.section.bound())
            };
            let total: Total =
                prepared(bound(format!("SELECT count(*) AS n {from}"))).get_result(conn)?;
            let page = bound(format!(
                "SELECT p.id, s.member_id AS worker {from} ORDER BY p.sort_key, p.id LIMIT $6 OFFSET $7"
            ))
            .bind::<BigInt, _>(query.limit)
            .bind::<BigInt, _>(query.offset);
            let found: Vec<WallPhoneRow> = prepared(page).load(conn)?;
            Ok(WallPage {
                list: completed(conn, me, found)?,
                total: total.n,
            })
        })
        .await
}

/// The found phones in their order, each with its worker's name.
fn completed(
    conn: &mut AnyConn,
    owner_id: i64,
    found: Vec<WallPhoneRow>,
) -> Result<Vec<WallPhone>, StoreError> {
    let rows: Vec<Phone> = phones::table
        .filter(among(phones::id, found.iter().map(|found| found.id)))
        .select(Phone::as_select())
        .load(conn)?;
    let mut by_id: HashMap<i64, Phone> = rows.into_iter().map(|phone| (phone.id, phone)).collect();
    let workers: Vec<i64> = found.iter().filter_map(|found| found.worker).collect();
    let known = known_to(conn, Some(owner_id), &workers)?;
    let phone = |found: WallPhoneRow| {
        let worker = found.worker.and_then(|id| known.get(&id));
        Some(WallPhone {
            phone: by_id.remove(&found.id)?,
            worker: worker.map(|known| Worker {
                name: known.name.clone(),
                own: known.relation == Relation::Owner,
            }),
        })
    };
    Ok(found.into_iter().filter_map(phone).collect())
}
