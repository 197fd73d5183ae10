//! Phones of others in a member's list: granted, or given by its parent. They are few: read whole, and filtered in memory.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::phones::{ListQuery, Power, Relation, Rental, SortType, Status};

use super::counts::Summary;
use super::list_key::Key;
use crate::access::LiveGrant;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{phone_tags, phones, tags};
use crate::error::StoreError;

/// Ids in one `IN (…)`: below every database's limit of variables.
pub(super) const IDS_AT_ONCE: usize = 500;

/// A phone of another member.
#[derive(Queryable)]
struct SharedPhone {
    id: i64,
    owner_id: Option<i64>,
    assign_ms: i64,
    sort_key: String,
    status_code: i16,
    power_on: bool,
    alias_key: String,
    owl_id: String,
}

/// The phones of others that a member sees, each with the end of the right to it.
pub(super) struct SharedPhones {
    member_id: i64,
    rows: Vec<(SharedPhone, i64)>,
}

impl SharedPhones {
    pub(super) fn load(
        conn: &mut AnyConn,
        member_id: i64,
        granted: &HashMap<i64, LiveGrant>,
    ) -> Result<Self, StoreError> {
        let ids: Vec<i64> = granted.keys().copied().collect();
        let mut rows = Vec::with_capacity(ids.len());
        for ids in ids.chunks(IDS_AT_ONCE) {
            let found: Vec<SharedPhone> = phones::table
                .filter(among(phones::id, ids))
                .select((
                    phones::id,
                    phones::owner_id,
                    phones::assign_ms,
                    phones::sort_key,
                    phones::status_code,
                    phones::power_on,
                    phones::alias_key,
                    phones::owl_id,
                ))
                .load(conn)?;
            rows.extend(found.into_iter().filter_map(|phone| {
                let until_ms = granted.get(&phone.id)?.expire_ms;
                // The owner of a phone needs no grant to it.
                (phone.owner_id != Some(member_id)).then_some((phone, until_ms))
            }));
        }
        Ok(Self { member_id, rows })
    }

    /// The keys of matching phones, in ascending order of the list's sort. `found_in` judges the key of a name and an id by the searched words.
    pub(super) fn matching(
        &self,
        conn: &mut AnyConn,
        query: &ListQuery,
        found_in: impl Fn(&str, &str) -> bool,
        now_ms: i64,
    ) -> Result<Vec<Key>, StoreError> {
        let filter = &query.filter;
        // Groups are the owner's: a granted phone is in none of the member's groups and is not counted there either.
        let never = filter.group.is_some()
            || matches!(filter.relation, Some(Relation::Own | Relation::SharedOut));
        if never || self.rows.is_empty() {
            return Ok(Vec::new());
        }
        let carriers = filter
            .tag_id
            .map(|tag_id| self.carriers(conn, tag_id))
            .transpose()?;
        let matches = |(phone, until_ms): &&(SharedPhone, i64)| {
            let status = Status::from_code(phone.status_code).unwrap_or(Status::Abnormal);
            let power = if phone.power_on {
                Power::On
            } else {
                Power::Off
            };
            carriers.as_ref().is_none_or(|on| on.contains(&phone.id))
                && filter.wants(status, power)
                && filter
                    .rental
                    .is_none_or(|rental| rental == Rental::at(*until_ms, now_ms))
                && found_in(&phone.alias_key, &phone.owl_id)
        };
        let key = |(phone, until_ms): &(SharedPhone, i64)| match query.sort {
            SortType::AssignTime => Key::at(phone.assign_ms, phone.id),
            SortType::Expiry => Key::at(*until_ms, phone.id),
            SortType::NameInitial => Key::named(phone.sort_key.clone(), phone.id),
        };
        let mut keys: Vec<Key> = self.rows.iter().filter(matches).map(key).collect();
        keys.sort_unstable();
        Ok(keys)
    }

    /// The phones with a tag of the member's.
    fn carriers(&self, conn: &mut AnyConn, tag_id: i64) -> Result<HashSet<i64>, StoreError> {
        let ids: Vec<i64> = self.rows.iter().map(|(phone, _)| phone.id).collect();
        let mut carriers = HashSet::new();
        for ids in ids.chunks(IDS_AT_ONCE) {
            let found: Vec<i64> = phone_tags::table
                .inner_join(tags::table)
                .filter(phone_tags::tag_id.eq(tag_id))
                .filter(tags::member_id.eq(self.member_id))
                .filter(among(phone_tags::phone_id, ids))
                .select(phone_tags::phone_id)
                .load(conn)?;
            carriers.extend(found);
        }
        Ok(carriers)
    }

    /// The keys of the names, and the ids.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.rows
            .iter()
            .map(|(phone, _)| (phone.alias_key.as_str(), phone.owl_id.as_str()))
    }

    /// Adds the phones to the counts of the member's own phones.
    pub(super) fn counted(&self, mut summary: Summary, now_ms: i64) -> Summary {
        for (phone, until_ms) in &self.rows {
            let rental = Rental::at(*until_ms, now_ms);
            summary.add(phone.status_code, phone.power_on, rental, 1);
        }
        summary
    }
}
