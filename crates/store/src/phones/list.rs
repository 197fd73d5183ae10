//! The list: phones that a member owns or was granted, searched, sorted, paged.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::access::{DelegatedPermissions, Level};
use domain::operations::Kind;
use domain::phones::{ListQuery, Rental};

use super::Phone;
use super::counts::Summary;
use super::find::Question;
use super::shared::SharedPhones;
use super::words::{Known, Words};
use crate::Store;
use crate::access::{LiveGrant, live_grants};
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::member::masked;
use crate::schema::{configurations, grants, members, operations, phones};
use crate::session::{Actor, Delegation};

/// A page of phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct List {
    /// This page.
    pub rows: Vec<Listed>,
    /// Phones that the search found.
    pub total: i64,
    /// Searched names or ids that no visible phone has.
    pub not_found: Vec<String>,
    /// All visible phones, whatever the search.
    pub summary: Summary,
}

/// A phone as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// The phone.
    pub phone: Phone,
    /// What the member may do.
    pub level: Level,
    /// What it may do beside that, because its parent ticked it.
    pub permissions: DelegatedPermissions,
    /// Until when the member has it: the grant's end, or the rental's.
    pub until_ms: i64,
    /// The owner's masked number, when the phone was granted.
    pub owner_phone: Option<String>,
    /// The member granted it to somebody.
    pub shared_out: bool,
    /// The configuration's Android version.
    pub android_version: String,
    /// The configuration's chip.
    pub chip: String,
    /// The configuration's pad type (specification, section 4).
    pub pad_type: i16,
    /// The member's own tags on it: id and name.
    pub tags: Vec<(i64, String)>,
    /// What runs on it, if it is the member's own.
    pub operation: Option<RunningOn>,
}

/// The operation that holds a phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunningOn {
    /// Its batch.
    pub batch_id: i64,
    /// What it is.
    pub kind: Kind,
    /// When it began, or when it was asked for; Unix milliseconds.
    pub since_ms: i64,
    /// It waits in line: nothing was done to the phone yet.
    pub queued: bool,
}

/// Answers a question to the list.
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
                    Ok(lent(&actor, list))
                }
                Some(reached) => {
                    let query = within(query, reached);
                    let list = answer(conn, actor.member_id(), &query, now_ms)?;
                    // The counts of the member's other phones are nothing to whom these were lent.
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
                        ..lent(&actor, list)
                    })
                }
            },
        )
        .await
}

/// The question of one who was lent some phones: about those it names of them, or about all of them at once.
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

/// Rows as the actor's session may know them: never more of a right than it was lent.
fn lent(actor: &Actor, mut list: List) -> List {
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

pub(super) fn answer(
    conn: &mut AnyConn,
    member_id: i64,
    query: &ListQuery,
    now_ms: i64,
) -> Result<List, StoreError> {
    let granted = live_grants(conn, member_id, None, now_ms)?;
    let shared = SharedPhones::load(conn, member_id, &granted)?;
    let own = Summary::of_owner(conn, member_id, now_ms)?;
    let dress = Dress { member_id, now_ms };
    if let Some(ids) = &query.only {
        let ids = visible_of(conn, member_id, ids, &granted)?;
        return Ok(List {
            rows: dress.rows(conn, &ids, &granted)?,
            total: i64::try_from(ids.len()).map_err(|_| StoreError::Corrupt("too many phones"))?,
            not_found: Vec::new(),
            summary: shared.counted(own, now_ms),
        });
    }
    let known = Known {
        member_id,
        shared: &shared,
    };
    let asked = known.asked(conn, query)?;
    let words = Words::of(&asked);
    let question = Question {
        member_id,
        query,
        words: &words,
        asked: &asked,
        now_ms,
    };
    let found = question.page(conn, &shared, own.total)?;
    Ok(List {
        not_found: question.not_found(conn, &shared)?,
        summary: shared.counted(own, now_ms),
        rows: dress.rows(conn, &found.ids, &granted)?,
        total: found.total,
    })
}

/// Those of the named phones that the member sees, each once, in the order named.
fn visible_of(
    conn: &mut AnyConn,
    member_id: i64,
    ids: &[i64],
    granted: &HashMap<i64, LiveGrant>,
) -> Result<Vec<i64>, StoreError> {
    let mut seen: HashSet<i64> = phones::table
        .filter(phones::id.eq_any(ids))
        .filter(phones::owner_id.eq(member_id))
        .select(phones::id)
        .load(conn)?
        .into_iter()
        .collect();
    seen.extend(granted.keys());
    Ok(ids.iter().copied().filter(|id| seen.remove(id)).collect())
}

/// Whose page is dressed, and when.
struct Dress {
    member_id: i64,
    now_ms: i64,
}

type PageRow = (Phone, String, String, i16);

impl Dress {
    /// A page's phones in its order, with what is not in their own rows.
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
            .filter(members::id.eq_any(&owners))
            .select((members::id, members::phone))
            .load::<(i64, Option<String>)>(conn)?
            .into_iter()
            .map(|(id, phone)| (id, phone.as_deref().map_or_else(String::new, masked)))
            .collect();
        let shared_out: HashSet<i64> = grants::table
            .filter(grants::phone_id.eq_any(ids))
            // By the phones of the page, not by all that their owner lent out.
            .filter((grants::owner_id + 0).eq(self.member_id))
            .filter(grants::ended_ms.is_null())
            .filter(grants::expire_ms.gt(self.now_ms))
            .select(grants::phone_id)
            .load(conn)?
            .into_iter()
            .collect();
        let mut tags = crate::tags::of_phones(conn, self.member_id, ids)?;
        let running = running_on(conn, &page)?;
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
                    shared_out: shared_out.contains(&phone.id),
                    android_version,
                    chip,
                    pad_type,
                    tags: tags.remove(&phone.id).unwrap_or_default(),
                    operation: running.get(&phone.id).copied(),
                    phone,
                })
            })
            .collect()
    }
}

/// The rows of a page, in its order; one that is gone since is left out.
fn page_rows(conn: &mut AnyConn, ids: &[i64]) -> Result<Vec<PageRow>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<PageRow> = phones::table
        .inner_join(configurations::table)
        .filter(phones::id.eq_any(ids))
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

/// What runs on the phones of a page.
fn running_on(conn: &mut AnyConn, page: &[PageRow]) -> Result<HashMap<i64, RunningOn>, StoreError> {
    let ids: Vec<i64> = page
        .iter()
        .filter_map(|(phone, ..)| phone.operation_id)
        .collect();
    let rows: Vec<(i64, i64, String, Option<i64>, i64)> = operations::table
        .filter(operations::id.eq_any(ids))
        .select((
            operations::phone_id,
            operations::batch_id,
            operations::kind,
            operations::started_ms,
            operations::created_ms,
        ))
        .load(conn)?;
    rows.into_iter()
        .map(|(phone_id, batch_id, kind, started_ms, created_ms)| {
            let kind = Kind::from_name(&kind).ok_or(StoreError::Corrupt("operation kind"))?;
            let running = RunningOn {
                batch_id,
                kind,
                since_ms: started_ms.unwrap_or(created_ms),
                queued: started_ms.is_none(),
            };
            Ok((phone_id, running))
        })
        .collect()
}
