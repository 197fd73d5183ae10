//! Audiences of announcements: how many members one reaches, before it is published, and which readers it reaches.

use std::collections::HashMap;

use diesel::dsl::exists;
use diesel::prelude::*;
use domain::notices::announcements::{Address, Reader};

use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{allotments, members, phones};
use crate::error::StoreError;

/// Most phones that an announcement names to a member: as many ids as one query of the phone list may hold.
const PHONES_MAX: i64 = 300;

/// Number of members that an audience reaches now.
pub async fn count_audience(
    store: &Store,
    address: Address,
    sub_accounts: bool,
    now_ms: i64,
) -> Result<i64, StoreError> {
    store
        .run(move |conn| {
            let mut reached = members::table
                .filter(members::deleted_ms.is_null())
                .filter(members::disabled.eq(false))
                .into_boxed::<Backend>();
            if !sub_accounts && !matches!(address, Address::Named(_)) {
                reached = reached.filter(members::parent_id.is_null());
            }
            reached = match address {
                Address::All => reached,
                Address::Named(ids) => reached.filter(among(members::id, ids)),
                Address::Configuration(id) => {
                    let holders = having(conn, None, &[id], now_ms)?;
                    let ids = holders.into_iter().map(|(member_id, _)| member_id);
                    reached.filter(among(members::id, ids))
                }
            };
            Ok(reached.count().get_result(conn)?)
        })
        .await
}

/// Phones whose rental has not ended.
#[diesel::dsl::auto_type]
fn rented(now_ms: i64) -> _ {
    phones::table.filter(phones::expire_ms.gt(now_ms))
}

/// Phones that parents have given to sub-accounts, and whose rental has not ended.
#[diesel::dsl::auto_type]
fn given(now_ms: i64) -> _ {
    allotments::table
        .inner_join(phones::table)
        .filter(allotments::ended_ms.is_null())
        .filter(phones::owner_id.eq(allotments::owner_id.nullable()))
        .filter(phones::expire_ms.gt(now_ms))
}

/// Loads the facts about some members that decide whether they read the live announcements. `live` holds the audience of each announcement, and
/// whether sub-accounts get it; a fact that no announcement depends on is not loaded.
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
        for (member_id, configuration_id) in
            having(conn, Some(member_ids), &configurations, now_ms)?
        {
            if let Some(reader) = found.get_mut(&member_id) {
                reader.configurations.push(configuration_id);
            }
        }
    }
    Ok(found)
}

/// [`readers`] for a single member, whose page asks often: a query for each configuration stops at the first phone, instead of reading all of
/// them.
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

/// Whether an announcement is kept from sub-accounts, so that it matters whether its reader is one.
const fn is_for_parents((address, sub_accounts): &(&Address, bool)) -> bool {
    !*sub_accounts && !matches!(address, Address::Named(_))
}

/// Ids of the configurations that the announcements are addressed to, each once.
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
    let own = rented(now_ms)
        .filter(phones::owner_id.eq(member_id))
        .filter(phones::configuration_id.eq(configuration_id));
    let lent = given(now_ms)
        .filter(allotments::member_id.eq(member_id))
        .filter(phones::configuration_id.eq(configuration_id));
    Ok(diesel::select(exists(own).or(exists(lent))).get_result(conn)?)
}

/// Phones of a member that are of some configurations, its own or given by its parent, as pairs of configuration and phone; at most
/// [`PHONES_MAX`] of either.
pub(super) fn phones_of(
    conn: &mut AnyConn,
    member_id: i64,
    configurations: &[i64],
    now_ms: i64,
) -> Result<Vec<(i64, i64)>, StoreError> {
    let mut found: Vec<(i64, i64)> = rented(now_ms)
        .filter(phones::owner_id.eq(member_id))
        .filter(among(phones::configuration_id, configurations))
        .order(phones::id)
        .limit(PHONES_MAX)
        .select((phones::configuration_id, phones::id))
        .load(conn)?;
    let lent: Vec<(i64, i64)> = given(now_ms)
        .filter(allotments::member_id.eq(member_id))
        .filter(among(phones::configuration_id, configurations))
        .order(phones::id)
        .limit(PHONES_MAX)
        .select((phones::configuration_id, phones::id))
        .load(conn)?;
    found.extend(lent);
    Ok(found)
}

/// Pairs of member and configuration: the member, any or one of `member_ids`, has a phone of the configuration, its own or given by its parent.
fn having(
    conn: &mut AnyConn,
    member_ids: Option<&[i64]>,
    configurations: &[i64],
    now_ms: i64,
) -> Result<Vec<(i64, i64)>, StoreError> {
    let mut own = rented(now_ms)
        .filter(phones::owner_id.is_not_null())
        .filter(among(phones::configuration_id, configurations))
        .select((phones::owner_id.assume_not_null(), phones::configuration_id))
        .distinct()
        .into_boxed::<Backend>();
    let mut lent = given(now_ms)
        .filter(among(phones::configuration_id, configurations))
        .select((allotments::member_id, phones::configuration_id))
        .distinct()
        .into_boxed::<Backend>();
    if let Some(ids) = member_ids {
        own = own.filter(among(phones::owner_id.assume_not_null(), ids));
        lent = lent.filter(among(allotments::member_id, ids));
    }
    let mut pairs: Vec<(i64, i64)> = own.load(conn)?;
    pairs.extend(lent.load::<(i64, i64)>(conn)?);
    Ok(pairs)
}
