//! Keys by which stored names are compared and sorted. They are computed when a name is written, and again when a database is opened whose
//! keys an earlier version computed differently.

use std::collections::HashSet;

use diesel::prelude::*;
use domain::text;

use crate::db::conn::{AnyConn, each};
use crate::db::schema::{meta, phone_groups, phones, tags};
use crate::error::StoreError;
use crate::operations::refresh_file_keys;
use crate::phones::sort_key;
use crate::redeem::refresh_redeem_keys;

/// Version of the keys, raised with every change of [`text::key`] or [`sort_key`].
const VERSION: &str = "5";
/// Name of the row in `meta` that holds the version by which the keys were computed.
const META: &str = "name_keys";
/// Phones that are read together.
const PHONES_AT_ONCE: i64 = 2_000;
/// Separator between a key and an id, for names whose keys have become equal. No name contains it.
pub(crate) const TWIN: char = '\u{1f}';

/// The key of a name whose plain key another name has already; both names stay, and no further one is added.
fn twin(key: &str, id: i64) -> String {
    format!("{key}{TWIN}{id}")
}

/// The pattern, for LIKE with `\` as escape, of all keys that [`twin`] makes of this one.
pub(crate) fn twins(key: &str) -> String {
    format!("{}{TWIN}%", crate::db::search::escaped(key))
}

/// Computes every key again, if another version computed them.
pub(crate) fn refresh(tx: &mut AnyConn) -> Result<(), StoreError> {
    let found: Option<String> = meta::table
        .find(META)
        .select(meta::value)
        .first(tx)
        .optional()?;
    if found.as_deref() == Some(VERSION) {
        return Ok(());
    }
    refresh_phones(tx)?;
    refresh_groups(tx)?;
    refresh_tags(tx)?;
    refresh_file_keys(tx)?;
    refresh_redeem_keys(tx)?;
    let version = (meta::name.eq(META), meta::value.eq(VERSION));
    each!(tx, |c| diesel::insert_into(meta::table)
        .values(version)
        .on_conflict(meta::name)
        .do_update()
        .set(meta::value.eq(VERSION))
        .execute(c))?;
    Ok(())
}

fn refresh_phones(tx: &mut AnyConn) -> Result<(), StoreError> {
    let mut last = i64::MIN;
    loop {
        let rows: Vec<(i64, String, String, String)> = phones::table
            .filter(phones::id.gt(last))
            .order(phones::id)
            .limit(PHONES_AT_ONCE)
            .select((
                phones::id,
                phones::alias,
                phones::alias_key,
                phones::sort_key,
            ))
            .load(tx)?;
        let Some(row) = rows.last() else {
            return Ok(());
        };
        last = row.0;
        for (id, alias, old_alias, old_sort) in rows {
            let (alias_key, sort_key) = (text::key(&alias), sort_key(&alias));
            if (&alias_key, &sort_key) != (&old_alias, &old_sort) {
                diesel::update(phones::table.find(id))
                    .set((
                        phones::alias_key.eq(alias_key),
                        phones::sort_key.eq(sort_key),
                    ))
                    .execute(tx)?;
            }
        }
    }
}

/// Refreshes the keys of a table with names that are unique for each member.
macro_rules! refresh_labels {
    ($name:ident, $table:ident) => {
        fn $name(tx: &mut AnyConn) -> Result<(), StoreError> {
            let rows: Vec<(i64, i64, String, String)> = $table::table
                .order(($table::created_ms, $table::id))
                .select((
                    $table::id,
                    $table::member_id,
                    $table::name,
                    $table::name_key,
                ))
                .load(tx)?;
            let changed = changed_keys(rows);
            // A new key may still be another row's old one: first every changed row gets a temporary key, then the new one.
            for (id, _) in &changed {
                diesel::update($table::table.find(*id))
                    .set($table::name_key.eq(twin("", *id)))
                    .execute(tx)?;
            }
            for (id, key) in changed {
                diesel::update($table::table.find(id))
                    .set($table::name_key.eq(key))
                    .execute(tx)?;
            }
            Ok(())
        }
    };
}
refresh_labels!(refresh_groups, phone_groups);
refresh_labels!(refresh_tags, tags);

/// The rows (id, member, name, key) whose key has changed, each with the new key. Among equal names the first has the plain key.
fn changed_keys(rows: Vec<(i64, i64, String, String)>) -> Vec<(i64, String)> {
    let mut taken: HashSet<(i64, String)> = HashSet::new();
    let mut changed = Vec::new();
    for (id, member_id, name, old) in rows {
        let plain = text::key(&name);
        let is_first = taken.insert((member_id, plain.clone()));
        let key = if is_first { plain } else { twin(&plain, id) };
        if key != old {
            changed.push((id, key));
        }
    }
    changed
}
