//! Phones of a parent and what a sub-account may do with each; the parent of a sub-account.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::access::DelegatedPermissions;
use domain::text;

use super::{SubAccountError, SubAccountState, of_parent};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::Backend;
use crate::db::contains::contains;
use crate::db::schema::{allotments, members, phone_groups, phones as phone_rows};
use crate::error::StoreError;
use crate::member::masked;
use crate::session::Actor;

/// Parent of a sub-account, as the sub-account sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parent {
    /// Masked number.
    pub phone: String,
    /// Standing of the sub-account.
    pub standing: SubAccountState,
}

/// The actor's parent; none when it is nobody's sub-account.
pub async fn parent(store: &Store, actor: &Actor) -> Result<Option<Parent>, StoreError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            let (parent_id, off_ms): (Option<i64>, Option<i64>) = members::table
                .find(me)
                .select((members::parent_id, members::sub_off_ms))
                .first(conn)?;
            let Some(parent_id) = parent_id else {
                return Ok(None);
            };
            let number: Option<String> = members::table
                .find(parent_id)
                .select(members::phone)
                .first(conn)?;
            Ok(Some(Parent {
                phone: number.as_deref().map_or_else(String::new, masked),
                standing: match off_ms {
                    Some(_) => SubAccountState::Off,
                    None => SubAccountState::On,
                },
            }))
        })
        .await
}

/// Sub-account, filter and window of a page of phones.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PhoneQuery {
    /// Sub-account; none for a number that is only invited.
    pub member_id: Option<i64>,
    /// Part of the phone's name or id; empty for all.
    pub keyword: String,
    /// Rows left out before the page.
    pub offset: i64,
    /// Rows of the page.
    pub limit: i64,
}

/// A phone of the parent, and whether the sub-account has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenPhone {
    pub phone_id: i64,
    /// Id of the phone for people.
    pub owl_id: String,
    /// Name of the phone.
    pub alias: String,
    /// Permissions of the sub-account; none when it does not have the phone.
    pub given: Option<DelegatedPermissions>,
    /// Number of sub-accounts that have it.
    pub holders: i64,
    /// Name of the group that it is in.
    pub group: Option<String>,
}

/// A page of phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhonePage {
    /// Phones of the page, by name.
    pub list: Vec<GivenPhone>,
    /// Number of phones that match.
    pub total: i64,
}

/// Phones of the actor that are not in the recycle bin, each with what a sub-account may do with it.
pub async fn phones(
    store: &Store,
    actor: &Actor,
    query: PhoneQuery,
) -> Result<PhonePage, SubAccountError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            if let Some(member_id) = query.member_id {
                of_parent(conn, me, member_id)?;
            }
            let matching = || {
                let mut found = phone_rows::table
                    .filter(phone_rows::owner_id.eq(me))
                    .filter(phone_rows::recycled_ms.is_null())
                    .into_boxed::<Backend>();
                if !query.keyword.is_empty() {
                    found = found.filter(
                        contains(phone_rows::alias_key, &text::key(&query.keyword))
                            .or(contains(phone_rows::owl_id, &query.keyword.to_uppercase())),
                    );
                }
                found
            };
            let total = matching().count().get_result(conn)?;
            let rows: Vec<(i64, String, String, Option<i64>)> = matching()
                .order((phone_rows::alias_key, phone_rows::id))
                .offset(query.offset)
                .limit(query.limit)
                .select((
                    phone_rows::id,
                    phone_rows::owl_id,
                    phone_rows::alias,
                    phone_rows::group_id,
                ))
                .load(conn)?;
            let groups: HashMap<i64, String> = phone_groups::table
                .filter(phone_groups::member_id.eq(me))
                .select((phone_groups::id, phone_groups::name))
                .load::<(i64, String)>(conn)?
                .into_iter()
                .collect();
            let ids: Vec<i64> = rows.iter().map(|(id, ..)| *id).collect();
            let held: Vec<(i64, i64, i16)> = allotments::table
                .filter(allotments::owner_id.eq(me))
                .filter(allotments::ended_ms.is_null())
                .filter(among(allotments::phone_id, ids))
                .select((
                    allotments::phone_id,
                    allotments::member_id,
                    allotments::ticks,
                ))
                .load(conn)?;
            let mut given: HashMap<i64, i16> = HashMap::new();
            let mut holders: HashMap<i64, i64> = HashMap::new();
            for (phone_id, holder, ticks) in held {
                *holders.entry(phone_id).or_default() += 1;
                if query.member_id == Some(holder) {
                    given.insert(phone_id, ticks);
                }
            }
            let list = rows
                .into_iter()
                .map(|(phone_id, owl_id, alias, group_id)| GivenPhone {
                    phone_id,
                    owl_id,
                    alias,
                    holders: holders.get(&phone_id).copied().unwrap_or_default(),
                    group: group_id.and_then(|id| groups.get(&id).cloned()),
                    given: given
                        .get(&phone_id)
                        .and_then(|stored| DelegatedPermissions::from_stored(*stored)),
                })
                .collect();
            Ok(PhonePage { list, total })
        })
        .await
}
