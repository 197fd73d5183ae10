//! Settings of the product and values of operators' own.

use diesel::prelude::*;
use domain::config::{Rules, Setting, Written};
use serde_json::{Value, json};
use thiserror::Error;

use crate::Store;
use crate::audit::{self, Author, Conflict};
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::config;
use crate::db::search::Part;
use crate::error::{StoreError, faults};
use crate::secrets::new_id;

/// A setting or a value, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = config)]
pub struct StoredValue {
    /// Id in calls.
    pub id: i64,
    /// Name for people.
    pub name: String,
    /// Key in calls.
    pub key: String,
    /// The value; none for a setting with its default.
    pub value: Option<String>,
    /// Whether it is a setting of the product.
    pub built_in: bool,
    /// Note for colleagues.
    pub remark: String,
    /// Number of changes.
    pub version: i64,
    /// Time of making, Unix milliseconds; 0 for a setting of the product.
    pub created_ms: i64,
    /// Time of the last change, Unix milliseconds.
    pub updated_ms: Option<i64>,
}

impl StoredValue {
    fn values(&self) -> Value {
        json!({ "configName": self.name, "configKey": self.key, "configValue": self.value, "remark": self.remark })
    }
}

/// Filter of values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Part of a name or of a key.
    pub keyword: Option<String>,
    /// Part of a name.
    pub name: Option<String>,
    /// Part of a key.
    pub key: Option<String>,
    /// Whether they are settings of the product.
    pub built_in: Option<bool>,
    /// Time of making from which on, Unix milliseconds.
    pub from_ms: Option<i64>,
    /// Time of making before which, Unix milliseconds.
    pub until_ms: Option<i64>,
}

/// Why a value is not found or not changed.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The value is unknown.
    #[error("no such value")]
    Absent,
    /// The key belongs to another value.
    #[error("the key is taken")]
    Taken,
    /// The setting is the product's: it is neither deleted nor renamed.
    #[error("built in")]
    BuiltIn,
    /// The environment sets it.
    #[error("locked by the environment")]
    Locked,
    /// The value was changed by another operator first.
    #[error("changed meanwhile")]
    Changed(Box<Conflict<StoredValue>>),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ConfigError);

/// Values that pass the filter, the settings of the product first, and their number; `limit` rows after `offset`.
pub async fn list(
    store: &Store,
    filter: Filter,
    (offset, limit): (i64, i64),
) -> Result<(Vec<StoredValue>, i64), StoreError> {
    store
        .run(move |conn| {
            let named = named(conn, &filter)?;
            let chosen = || {
                let mut query = config::table.into_boxed::<Backend>();
                if let Some(ids) = &named {
                    query = query.filter(among(config::id, ids.clone()));
                }
                if let Some(built_in) = filter.built_in {
                    query = query.filter(config::built_in.eq(built_in));
                }
                if let Some(from_ms) = filter.from_ms {
                    query = query.filter(config::created_ms.ge(from_ms));
                }
                if let Some(until_ms) = filter.until_ms {
                    query = query.filter(config::created_ms.lt(until_ms));
                }
                query
            };
            let total = chosen().count().get_result(conn)?;
            let list = chosen()
                .order((config::built_in.desc(), config::created_ms, config::id))
                .offset(offset)
                .limit(limit)
                .select(StoredValue::as_select())
                .load(conn)?;
            Ok((list, total))
        })
        .await
}

/// Ids of the values that have the searched parts of names and keys; none where no part is searched.
fn named(conn: &mut AnyConn, filter: &Filter) -> Result<Option<Vec<i64>>, StoreError> {
    let part = |words: &Option<String>| words.as_deref().map(Part::of);
    let [either, name, key] = [&filter.keyword, &filter.name, &filter.key].map(part);
    if either.is_none() && name.is_none() && key.is_none() {
        return Ok(None);
    }
    let rows: Vec<(i64, String, String)> = config::table
        .select((config::id, config::name, config::key))
        .load(conn)?;
    let is_in = |part: &Option<Part>, texts: &[&str]| {
        let part = part.as_ref();
        part.is_none_or(|part| part.is_in(texts))
    };
    let found = rows.iter().filter(|(_, its_name, its_key)| {
        is_in(&either, &[its_name, its_key]) && is_in(&name, &[its_name]) && is_in(&key, &[its_key])
    });
    Ok(Some(found.map(|(id, ..)| *id).collect()))
}

/// Value with the given id.
pub async fn one(store: &Store, id: i64) -> Result<StoredValue, ConfigError> {
    store.run(move |conn| find(conn, id)).await
}

/// Value with the given key; none where there is none.
pub async fn by_key(store: &Store, key: String) -> Result<Option<StoredValue>, StoreError> {
    store
        .run(move |conn| {
            Ok(config::table
                .filter(config::key.eq(key))
                .select(StoredValue::as_select())
                .first(conn)
                .optional()?)
        })
        .await
}

fn find(conn: &mut AnyConn, id: i64) -> Result<StoredValue, ConfigError> {
    config::table
        .find(id)
        .select(StoredValue::as_select())
        .first(conn)
        .optional()?
        .ok_or(ConfigError::Absent)
}

fn conflict(conn: &mut AnyConn, now: StoredValue) -> Result<ConfigError, StoreError> {
    let conflict = audit::conflict(conn, ("config", now.id), now)?;
    Ok(ConfigError::Changed(Box::new(conflict)))
}

fn ensure_key_is_free(conn: &mut AnyConn, key: &str, but: i64) -> Result<(), ConfigError> {
    let others: i64 = config::table
        .filter(config::key.eq(key))
        .filter(config::id.ne(but))
        .count()
        .get_result(conn)?;
    if others > 0 {
        return Err(ConfigError::Taken);
    }
    Ok(())
}

/// The rules with every stored value of a setting that is not locked.
pub async fn rules(store: &Store, base: Rules, locked: Vec<Setting>) -> Result<Rules, StoreError> {
    store
        .run(move |conn| {
            let stored: Vec<(String, Option<String>)> = config::table
                .filter(config::built_in)
                .filter(config::value.is_not_null())
                .select((config::key, config::value))
                .load(conn)?;
            Ok(stored.into_iter().fold(base, |rules, (key, value)| {
                let setting = Setting::from_key(&key).filter(|setting| !locked.contains(setting));
                let value = setting.zip(value);
                value.map_or(rules, |(setting, value)| {
                    // A value that an earlier version allowed and this one does not leaves the default.
                    setting
                        .parse(&value)
                        .map_or(rules, |value| setting.within(rules, value))
                })
            }))
        })
        .await
}

/// Adds a value of operators' own; answers its id.
pub async fn create(store: &Store, author: Author, written: Written) -> Result<i64, ConfigError> {
    store
        .write(move |tx| {
            let made = StoredValue {
                id: new_id(),
                name: written.name,
                key: written.key,
                value: Some(written.value),
                built_in: false,
                remark: written.remark,
                version: 0,
                created_ms: author.now_ms,
                updated_ms: None,
            };
            ensure_key_is_free(tx, &made.key, made.id)?;
            diesel::insert_into(config::table)
                .values((
                    config::id.eq(made.id),
                    config::name.eq(&made.name),
                    config::key.eq(&made.key),
                    config::value.eq(&made.value),
                    config::built_in.eq(false),
                    config::remark.eq(&made.remark),
                    config::created_ms.eq(made.created_ms),
                ))
                .execute(tx)?;
            audit::record_change(
                tx,
                &author,
                "config.create",
                ("config", made.id),
                [None, Some(made.values())],
            )?;
            Ok(made.id)
        })
        .await
}

/// Changes a value; `version` is the one that the operator saw, none where the client does not know it. A setting keeps its name and key, and
/// an empty value brings its default back.
pub async fn update(
    store: &Store,
    author: Author,
    (id, version): (i64, Option<i64>),
    written: Written,
    locked: Vec<Setting>,
) -> Result<(), ConfigError> {
    store
        .write(move |tx| {
            let before = find(tx, id)?;
            if version.is_some_and(|seen| seen != before.version) {
                return Err(conflict(tx, before)?);
            }
            let after = if before.built_in {
                if written.key != before.key {
                    return Err(ConfigError::BuiltIn);
                }
                let value = Some(written.value).filter(|value| !value.is_empty());
                let is_locked = locked.iter().any(|setting| setting.key() == before.key);
                if is_locked && value != before.value {
                    return Err(ConfigError::Locked);
                }
                StoredValue {
                    value,
                    remark: written.remark,
                    ..before.clone()
                }
            } else {
                ensure_key_is_free(tx, &written.key, id)?;
                StoredValue {
                    name: written.name,
                    key: written.key,
                    value: Some(written.value),
                    remark: written.remark,
                    ..before.clone()
                }
            };
            let changed = diesel::update(
                config::table
                    .find(id)
                    .filter(config::version.eq(before.version)),
            )
            .set((
                config::name.eq(&after.name),
                config::key.eq(&after.key),
                config::value.eq(&after.value),
                config::remark.eq(&after.remark),
                config::version.eq(config::version + 1),
                config::updated_ms.eq(author.now_ms),
            ))
            .execute(tx)?;
            if changed == 0 {
                let now = find(tx, id)?;
                return Err(conflict(tx, now)?);
            }
            audit::record_change(
                tx,
                &author,
                "config.update",
                ("config", id),
                [Some(before.values()), Some(after.values())],
            )?;
            Ok(())
        })
        .await
}

/// Deletes values of operators' own, all or none.
pub async fn delete(store: &Store, author: Author, ids: Vec<i64>) -> Result<(), ConfigError> {
    store
        .write(move |tx| {
            for id in ids {
                let before = find(tx, id)?;
                if before.built_in {
                    return Err(ConfigError::BuiltIn);
                }
                if diesel::delete(config::table.find(id)).execute(tx)? == 0 {
                    return Err(ConfigError::Absent);
                }
                audit::record_change(
                    tx,
                    &author,
                    "config.delete",
                    ("config", id),
                    [Some(before.values()), None],
                )?;
            }
            Ok(())
        })
        .await
}
