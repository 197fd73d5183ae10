//! Audiences of announcements: how many members one reaches, before it is published, and which readers it reaches.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::notices::announcements::{Address, Reader};

use crate::Store;
use crate::among::among;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::{allotments, members, phones};

/// Most phones of a member that announcements are said to be about: as many as one question of the list may name.
const PHONES_MAX: i64 = 300;

/// Number of members that an address reaches now.
pub async fn count_audience(
    store: &Store,
    address: Address,
    sub_accounts: bool,
    now_ms: i64,
) -> Result<i64, StoreError> {
    store
        .run(move |conn| {
            let mut there = members::table
                .filter(members::deleted_ms.is_null())
                .filter(members::disabled.eq(false))
                .into_boxed::<crate::conn::Backend>();
            match &address {
                Address::All => {}
                Address::Named(ids) => {
                    there = there.filter(among(members::id, ids.clone()));
                    return Ok(there.count().get_result(conn)?);
                }
                Address::Configuration(id) => {
                    let owners: Vec<Option<i64>> = phones::table
                        .filter(phones::configuration_id.eq(id))
                        .filter(phones::owner_id.is_not_null())
                        .filter(phones::expire_ms.gt(now_ms))
                        .select(phones::owner_id)
                        .distinct()
                        .load(conn)?;
                    let given: Vec<i64> = allotments::table
                        .inner_join(phones::table)
                        .filter(allotments::ended_ms.is_null())
                        .filter(phones::owner_id.eq(allotments::owner_id.nullable()))
                        .filter(phones::configuration_id.eq(id))
                        .filter(phones::expire_ms.gt(now_ms))
                        .select(allotments::member_id)
                        .distinct()
                        .load(conn)?;
                    let all: HashSet<i64> = owners.into_iter().flatten().chain(given).collect();
                    let mut count = 0;
                    for ids in all.into_iter().collect::<Vec<_>>().chunks(500) {
                        let mut these = members::table
                            .filter(among(members::id, ids))
                            .filter(members::deleted_ms.is_null())
                            .filter(members::disabled.eq(false))
                            .into_boxed::<crate::conn::Backend>();
                        if !sub_accounts {
                            these = these.filter(members::parent_id.is_null());
                        }
                        count += these.count().get_result::<i64>(conn)?;
                    }
                    return Ok(count);
                }
            }
            if !sub_accounts {
                there = there.filter(members::parent_id.is_null());
            }
            Ok(there.count().get_result(conn)?)
        })
        .await
}

/// Loads the facts about some members that decide which of the live announcements reach them, of which each has an address and whether
/// sub-accounts get it; facts that none of those needs are not loaded.
pub(super) fn readers(
    conn: &mut AnyConn,
    member_ids: &[i64],
    live: &[(&Address, bool)],
    now_ms: i64,
) -> Result<HashMap<i64, Reader>, StoreError> {
    let mut found: HashMap<i64, Reader> = member_ids
        .iter()
        .map(|id| {
            let reader = Reader {
                member_id: *id,
                ..Reader::default()
            };
            (*id, reader)
        })
        .collect();
    if live.iter().any(is_for_parents) {
        let subs: Vec<i64> = members::table
            .filter(among(members::id, member_ids))
            .filter(members::parent_id.is_not_null())
            .select(members::id)
            .load(conn)?;
        for id in subs {
            if let Some(reader) = found.get_mut(&id) {
                reader.sub_account = true;
            }
        }
    }
    let configurations = configurations(live);
    if !configurations.is_empty() {
        for (member_id, configuration_id) in having(conn, member_ids, &configurations, now_ms)? {
            if let Some(reader) = member_id.and_then(|id| found.get_mut(&id)) {
                reader.configurations.push(configuration_id);
            }
        }
    }
    Ok(found)
}

/// The same facts about one member, by statements that are prepared once: no list stands in them.
pub(super) fn reader(
    conn: &mut AnyConn,
    member_id: i64,
    live: &[(&Address, bool)],
    now_ms: i64,
) -> Result<Reader, StoreError> {
    let mut found = Reader {
        member_id,
        ..Reader::default()
    };
    if live.iter().any(is_for_parents) {
        let subs: i64 = members::table
            .find(member_id)
            .filter(members::parent_id.is_not_null())
            .count()
            .get_result(conn)?;
        found.sub_account = subs > 0;
    }
    for configuration_id in configurations(live) {
        if has(conn, member_id, configuration_id, now_ms)? {
            found.configurations.push(configuration_id);
        }
    }
    Ok(found)
}

/// Whether an announcement asks if its reader is a sub-account.
const fn is_for_parents((address, sub_accounts): &(&Address, bool)) -> bool {
    !*sub_accounts && !matches!(address, Address::Named(_))
}

/// Configurations whose members the announcements are for, each once.
fn configurations(live: &[(&Address, bool)]) -> Vec<i64> {
    let mut found: Vec<i64> = live
        .iter()
        .filter_map(|(address, _)| match address {
            Address::Configuration(id) => Some(*id),
            Address::All | Address::Named(_) => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether a member has a phone of a configuration, its own or given by its parent.
fn has(
    conn: &mut AnyConn,
    member_id: i64,
    configuration_id: i64,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let own: Option<i64> = phones::table
        .filter(phones::owner_id.eq(member_id))
        .filter(phones::configuration_id.eq(configuration_id))
        .filter(phones::expire_ms.gt(now_ms))
        .select(phones::id)
        .first(conn)
        .optional()?;
    if own.is_some() {
        return Ok(true);
    }
    let given: Option<i64> = allotments::table
        .inner_join(phones::table)
        .filter(allotments::member_id.eq(member_id))
        .filter(allotments::ended_ms.is_null())
        .filter(phones::owner_id.eq(allotments::owner_id.nullable()))
        .filter(phones::configuration_id.eq(configuration_id))
        .filter(phones::expire_ms.gt(now_ms))
        .select(phones::id)
        .first(conn)
        .optional()?;
    Ok(given.is_some())
}

/// Phones of a member that are of some configurations, its own or given by its parent, each after its configuration; in all no more than a list shows.
pub(super) fn phones_of(
    conn: &mut AnyConn,
    member_id: i64,
    configurations: &[i64],
    now_ms: i64,
) -> Result<Vec<(i64, i64)>, StoreError> {
    let mut found: Vec<(i64, i64)> = phones::table
        .filter(phones::owner_id.eq(member_id))
        .filter(phones::configuration_id.eq_any(configurations))
        .filter(phones::expire_ms.gt(now_ms))
        .order(phones::id)
        .limit(PHONES_MAX)
        .select((phones::configuration_id, phones::id))
        .load(conn)?;
    let given: Vec<(i64, i64)> = allotments::table
        .inner_join(phones::table)
        .filter(allotments::member_id.eq(member_id))
        .filter(allotments::ended_ms.is_null())
        .filter(phones::owner_id.eq(allotments::owner_id.nullable()))
        .filter(phones::configuration_id.eq_any(configurations))
        .filter(phones::expire_ms.gt(now_ms))
        .order(phones::id)
        .limit(PHONES_MAX)
        .select((phones::configuration_id, phones::id))
        .load(conn)?;
    found.extend(given);
    Ok(found)
}

/// Pairs of a member and a configuration: members with a phone of one of the configurations, their own or given by their parents.
fn having(
    conn: &mut AnyConn,
    member_ids: &[i64],
    configurations: &[i64],
    now_ms: i64,
) -> Result<Vec<(Option<i64>, i64)>, StoreError> {
    let mut pairs: Vec<(Option<i64>, i64)> = phones::table
        .filter(among(phones::owner_id.assume_not_null(), member_ids))
        .filter(among(phones::configuration_id, configurations))
        .filter(phones::expire_ms.gt(now_ms))
        .select((phones::owner_id, phones::configuration_id))
        .distinct()
        .load(conn)?;
    let given: Vec<(i64, i64)> = allotments::table
        .inner_join(phones::table)
        .filter(among(allotments::member_id, member_ids))
        .filter(allotments::ended_ms.is_null())
        .filter(phones::owner_id.eq(allotments::owner_id.nullable()))
        .filter(among(phones::configuration_id, configurations))
        .filter(phones::expire_ms.gt(now_ms))
        .select((allotments::member_id, phones::configuration_id))
        .distinct()
        .load(conn)?;
    pairs.extend(given.into_iter().map(|(id, of)| (Some(id), of)));
    Ok(pairs)
}
