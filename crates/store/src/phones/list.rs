//! The list: phones that a member owns or was granted, searched, sorted, paged.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::access::{DelegatedPermissions, Level};
use domain::operations::Kind;
use domain::phones::{ListQuery, Rental, Status};

use super::Phone;
use super::counts::Summary;
use super::given::{GivenTo, given_to};
use super::keywords::{NameLookup, Words};
use super::page::Question;
use super::shared::SharedPhones;
use crate::Store;
use crate::access::{LiveGrant, live_grants};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, grants, members, operations, phones};
use crate::error::StoreError;
use crate::maintenance;
use crate::member::masked;
use crate::operations::moved_of;
use crate::session::{Actor, Delegation};

/// A page of phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// Phones of the page.
    pub rows: Vec<Listed>,
    /// Number of phones that match.
    pub total: i64,
    /// Searched names or ids that no visible phone has.
    pub not_found: Vec<String>,
    /// Counts of the visible phones, whatever the search.
    pub summary: Summary,
}

/// A phone as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    pub phone: Phone,
    /// The member's level.
    pub level: Level,
    /// Delegated permissions that the member has beside its level.
    pub permissions: DelegatedPermissions,
    /// End of the member's right: the grant's end, or the rental's.
    pub until_ms: i64,
    /// The owner's masked number; none for an own phone.
    pub owner_phone: Option<String>,
    /// The other account that the member authorized; none for a phone that is not shared.
    pub shared_to: Option<SharedTo>,
    /// The sub-accounts that the member gave the phone to; none for a phone that is not given.
    pub given_to: Option<GivenTo>,
    /// The configuration's Android version.
    pub android_version: String,
    /// The configuration's chip.
    pub chip: String,
    /// The configuration's pad type (specification, section 4).
    pub pad_type: i16,
    /// The member's own tags on the phone: id and name.
    pub tags: Vec<(i64, String)>,
    /// The operation that holds the phone, if the phone is the member's own.
    pub operation: Option<RunningOn>,
    /// Why the phone is out of service, if an operator maintains it.
    pub maintenance: Option<maintenance::Reason>,
}

/// The authorization of a phone to another account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedTo {
    /// Grant's id.
    pub relation_id: i64,
    /// Masked number of the other account; empty without one.
    pub phone: String,
    /// The other account's level.
    pub level: Level,
    /// End of the authorization, Unix milliseconds.
    pub until_ms: i64,
}

/// The operation that holds a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningOn {
    pub batch_id: i64,
    /// Kind of the operation.
    pub kind: Kind,
    /// Time of the start, or of the request while it waits; Unix milliseconds.
    pub since_ms: i64,
    /// Whether the operation waits in line: the phone is unchanged yet.
    pub queued: bool,
    /// Bytes that a replacement with data has moved in its present step, and all of them; none for other kinds.
    pub moved: Option<(i64, i64)>,
}

/// Answers a query of the list.
pub async fn list(
    store: &Store,
    actor: &Actor,
    query: ListQuery,
    now_ms: i64,
) -> Result<List, StoreError> {
    let actor = actor.clone();
    store
        .run(
            move |conn| match actor.delegation().and_then(Delegation::phones) {
                None => {
                    let list = answer(conn, actor.member_id(), &query, now_ms)?;
                    Ok(limited_by_session(&actor, list))
                }
                Some(reached) => {
                    let query = within(query, reached);
                    let list = answer(conn, actor.member_id(), &query, now_ms)?;
                    // A delegated session that is limited to some phones does not get the counts of the member's other phones.
                    let mut summary = Summary::default();
                    for Listed {
                        phone, until_ms, ..
                    } in &list.rows
                    {
                        let rental = Rental::at(*until_ms, now_ms);
                        summary.add(phone.status_code, phone.power_on, rental, 1);
                    }
                    Ok(List {
                        summary,
                        ..limited_by_session(&actor, list)
                    })
                }
            },
        )
        .await
}

/// The query of a delegated session that is limited to some phones: about the named ones among them, or about the whole set.
fn within(query: ListQuery, reached: &[i64]) -> ListQuery {
    let only = match &query.only {
        Some(named) => (named.iter().copied())
            .filter(|id| reached.contains(id))
            .collect(),
        None => reached.to_vec(),
    };
    ListQuery {
        only: Some(only),
        ..query
    }
}

/// Limits the rows to the actor's session: a delegated session never gets more of a right than it was given.
fn limited_by_session(actor: &Actor, mut list: List) -> List {
    list.rows.retain_mut(|row| {
        let right = LiveGrant {
            level: row.level,
            permissions: row.permissions,
            expire_ms: row.until_ms,
        };
        let left = right.limited_by_session(actor, row.phone.id);
        if let Some(left) = left {
            (row.level, row.permissions) = (left.level, left.permissions);
        }
        left.is_some()
    });
    list
}

/// Answers a query of a member, whose session is not limited, on a connection of the caller.
pub fn answer(
    conn: &mut AnyConn,
    member_id: i64,
    query: &ListQuery,
    now_ms: i64,
) -> Result<List, StoreError> {
    let granted = live_grants(conn, member_id, None, now_ms)?;
    let shared = SharedPhones::load(conn, member_id, &granted)?;
    let own = Summary::of_owner(conn, member_id, now_ms)?;
    let completion = PageCompletion { member_id, now_ms };
    if let Some(ids) = &query.only {
        let ids = visible_of(conn, member_id, ids, &granted)?;
        return Ok(List {
            rows: completion.rows(conn, &ids, &granted)?,
            total: i64::try_from(ids.len()).map_err(|_| StoreError::Corrupt("too many phones"))?,
            not_found: Vec::new(),
            summary: shared.counted(own, now_ms),
        });
    }
    let known = NameLookup {
        member_id,
        shared: &shared,
    };
    let words = known.words(conn, query)?;
    let question = Question {
        member_id,
        query,
        words: &words,
        now_ms,
    };
    let found = question.page(conn, &shared, own.total)?;
    Ok(List {
        rows: completion.rows(conn, &found.ids, &granted)?,
        total: found.total,
        not_found: match words {
            Words::Several(several) => several.not_found,
            Words::None | Words::Part(_) => Vec::new(),
        },
        summary: shared.counted(own, now_ms),
    })
}

/// Phones of the named ones that the member sees, each once, in the order named.
fn visible_of(
    conn: &mut AnyConn,
    member_id: i64,
    ids: &[i64],
    granted: &HashMap<i64, LiveGrant>,
) -> Result<Vec<i64>, StoreError> {
    let mut seen: HashSet<i64> = phones::table
        .filter(among(phones::id, ids))
        .filter(phones::owner_id.eq(member_id))
        .select(phones::id)
        .load(conn)?
        .into_iter()
        .collect();
    seen.extend(granted.keys());
    Ok(ids.iter().copied().filter(|id| seen.remove(id)).collect())
}

/// The member and the time for which a page is completed.
struct PageCompletion {
    member_id: i64,
    now_ms: i64,
}

type PageRow = (Phone, String, String, i16);

impl PageCompletion {
    /// A page's phones in its order, completed from other tables.
    fn rows(
        &self,
        conn: &mut AnyConn,
        ids: &[i64],
        granted: &HashMap<i64, LiveGrant>,
    ) -> Result<Vec<Listed>, StoreError> {
        let page = page_rows(conn, ids)?;
        let owners: Vec<i64> = page
            .iter()
            .filter_map(|(phone, ..)| phone.owner_id.filter(|owner| *owner != self.member_id))
            .collect();
        let owner_phones: HashMap<i64, String> = members::table
            .filter(among(members::id, &owners))
            .select((members::id, members::phone))
            .load::<(i64, Option<String>)>(conn)?
            .into_iter()
            .map(|(id, phone)| (id, phone.as_deref().map_or_else(String::new, masked)))
            .collect();
        let mut shared_to = self.shared_to(conn, ids)?;
        let mut given_to = given_to(conn, self.member_id, ids)?;
        let mut tags = crate::tags::of_phones(conn, self.member_id, ids)?;
        let running = running_on(conn, &page, self.now_ms)?;
        let mut maintained = maintained(conn, &page)?;
        page.into_iter()
            .map(|(phone, android_version, chip, pad_type)| {
                let own = phone.owner_id == Some(self.member_id);
                let (level, permissions, until_ms) = if own {
                    (
                        Level::Owner,
                        DelegatedPermissions::default(),
                        phone.expire_ms,
                    )
                } else {
                    let grant = granted
                        .get(&phone.id)
                        .ok_or(StoreError::Corrupt("no grant"))?;
                    (grant.level, grant.permissions, grant.expire_ms)
                };
                Ok(Listed {
                    level,
                    permissions,
                    until_ms,
                    owner_phone: phone
                        .owner_id
                        .filter(|_| !own)
                        .and_then(|id| owner_phones.get(&id).cloned()),
                    shared_to: shared_to.remove(&phone.id),
                    given_to: given_to.remove(&phone.id),
                    android_version,
                    chip,
                    pad_type,
                    tags: tags.remove(&phone.id).unwrap_or_default(),
                    operation: running.get(&phone.id).copied(),
                    maintenance: maintained.remove(&phone.id),
                    phone,
                })
            })
            .collect()
    }
}

impl PageCompletion {
    /// The authorizations by the member that are in force, by phone.
    fn shared_to(
        &self,
        conn: &mut AnyConn,
        ids: &[i64],
    ) -> Result<HashMap<i64, SharedTo>, StoreError> {
        let rows: Vec<(i64, i64, i16, i64, Option<String>)> = grants::table
            .inner_join(members::table.on(members::id.eq(grants::member_id)))
            .filter(among(grants::phone_id, ids))
            // The filter is by the page's phones, not by each phone that their owner granted.
            .filter((grants::owner_id + 0).eq(self.member_id))
            .filter(grants::ended_ms.is_null())
            .filter(grants::expire_ms.gt(self.now_ms))
            .select((
                grants::phone_id,
                grants::id,
                grants::level,
                grants::expire_ms,
                members::phone,
            ))
            .load(conn)?;
        rows.into_iter()
            .map(|(phone_id, relation_id, level, until_ms, number)| {
                let shared = SharedTo {
                    relation_id,
                    phone: number.as_deref().map_or_else(String::new, masked),
                    level: Level::from_accredit_type(level)
                        .ok_or(StoreError::Corrupt("grant level"))?,
                    until_ms,
                };
                Ok((phone_id, shared))
            })
            .collect()
    }
}

/// The rows of a page, in its order; a phone that is gone since is left out.
fn page_rows(conn: &mut AnyConn, ids: &[i64]) -> Result<Vec<PageRow>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<PageRow> = phones::table
        .inner_join(configurations::table)
        .filter(among(phones::id, ids))
        .select((
            Phone::as_select(),
            configurations::android_version,
            configurations::chip,
            configurations::pad_type,
        ))
        .load(conn)?;
    let mut by_id: HashMap<i64, PageRow> = rows.into_iter().map(|row| (row.0.id, row)).collect();
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

/// Why phones are out of service, by phone. Most pages have none, and ask nothing.
fn maintained(
    conn: &mut AnyConn,
    page: &[PageRow],
) -> Result<HashMap<i64, maintenance::Reason>, StoreError> {
    let ids: Vec<i64> = page
        .iter()
        .filter(|(phone, ..)| phone.status() == Status::Maintenance)
        .map(|(phone, ..)| phone.id)
        .collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    maintenance::reasons(conn, &ids)
}

/// The running operations of a page's phones.
fn running_on(
    conn: &mut AnyConn,
    page: &[PageRow],
    now_ms: i64,
) -> Result<HashMap<i64, RunningOn>, StoreError> {
    let ids: Vec<i64> = page
        .iter()
        .filter_map(|(phone, ..)| phone.operation_id)
        .collect();
    let rows: Vec<(i64, i64, String, Option<i64>, i64, i64)> = operations::table
        .filter(among(operations::id, ids))
        .select((
            operations::phone_id,
            operations::batch_id,
            operations::kind,
            operations::started_ms,
            operations::created_ms,
            operations::id,
        ))
        .load(conn)?;
    let with_data: Vec<i64> = (rows.iter())
        .filter(|row| row.2 == Kind::Transfer.into_str() && row.3.is_some())
        .map(|row| row.5)
        .collect();
    let moved = if with_data.is_empty() {
        HashMap::new()
    } else {
        moved_of(conn, &with_data, now_ms)?
    };
    rows.into_iter()
        .map(|(phone_id, batch_id, kind, started_ms, created_ms, _)| {
            let kind = (kind.parse()).map_err(|_| StoreError::Corrupt("operation kind"))?;
            let running = RunningOn {
                batch_id,
                kind,
                since_ms: started_ms.unwrap_or(created_ms),
                queued: started_ms.is_none(),
                moved: moved.get(&phone_id).copied(),
            };
            Ok((phone_id, running))
        })
        .collect()
}
