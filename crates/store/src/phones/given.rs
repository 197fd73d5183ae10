//! Sub-accounts to whom a member gave its phones, as the list and a phone's facts say it.

use std::collections::HashMap;

use diesel::dsl::{count_star, min};
use diesel::prelude::*;

use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{allotments, members, phones};
use crate::error::StoreError;
use crate::member::masked;

/// The sub-accounts that were given a phone: one by name, the others counted, since a phone may be given to a thousand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenTo {
    /// Name of one of the sub-accounts, the same one each time, or its masked number where it has no name.
    pub name: String,
    /// Number of the others.
    pub others: i64,
}

/// The sub-accounts of the member to whom each of these phones is given, by phone. Those that are switched off are left out.
pub(super) fn given_to(
    conn: &mut AnyConn,
    owner_id: i64,
    ids: &[i64],
) -> Result<HashMap<i64, GivenTo>, StoreError> {
    let counted: Vec<(i64, i64, Option<i64>)> = allotments::table
        .inner_join(phones::table)
        .inner_join(members::table.on(members::id.eq(allotments::member_id)))
        .filter(among(allotments::phone_id, ids))
        .filter(allotments::ended_ms.is_null())
        .filter(allotments::owner_id.eq(owner_id))
        .filter(phones::owner_id.eq(owner_id))
        .filter(members::parent_id.eq(owner_id))
        .filter(members::sub_off_ms.is_null())
        .group_by(allotments::phone_id)
        .select((
            allotments::phone_id,
            count_star(),
            min(allotments::member_id),
        ))
        .load(conn)?;
    let first: Vec<i64> = counted.iter().filter_map(|(.., first)| *first).collect();
    let names: HashMap<i64, String> = members::table
        .filter(among(members::id, &first))
        .select((members::id, members::sub_name, members::phone))
        .load::<(i64, String, Option<String>)>(conn)?
        .into_iter()
        .map(|(id, name, number)| {
            let number = || number.as_deref().map_or_else(String::new, masked);
            (id, if name.is_empty() { number() } else { name })
        })
        .collect();
    let given = |(phone_id, count, first): (i64, i64, Option<i64>)| {
        let name = first.and_then(|first| names.get(&first).cloned())?;
        let others = count - 1;
        Some((phone_id, GivenTo { name, others }))
    };
    Ok(counted.into_iter().filter_map(given).collect())
}
