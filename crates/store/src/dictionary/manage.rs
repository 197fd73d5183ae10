//! Dictionaries as operators change them.

use diesel::prelude::*;
use domain::dictionary::{NewEntry, is_built_in};
use serde_json::{Value, json};
use thiserror::Error;

use super::Store;
use crate::audit::{self, Author, Conflict};
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::dict_data;
use crate::db::search::Part;
use crate::error::{StoreError, faults};
use crate::secrets::new_id;

/// An entry with all that operators see of it.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = dict_data)]
pub struct StoredEntry {
    pub id: i64,
    /// Name of the dictionary.
    pub dict_type: String,
    /// Place among the values of the dictionary.
    pub sort: i32,
    pub value: String,
    /// Label in Chinese.
    pub label: String,
    /// Label in English; empty where the Chinese one stands for it.
    pub label_en: String,
    /// CSS class of the label, for other clients that read this dictionary; stored, not used by the console.
    pub css_class: String,
    /// CSS class of the label in lists, likewise.
    pub list_class: String,
    /// Whether the entry is the one that is chosen first.
    pub is_default: bool,
    /// Whether the entry is no choice any more.
    pub disabled: bool,
    /// Note for colleagues.
    pub remark: String,
    /// Number of changes.
    pub version: i64,
    /// Time of making, Unix milliseconds.
    pub created_ms: i64,
}

impl StoredEntry {
    fn values(&self) -> Value {
        json!({
            "dictType": self.dict_type, "dictValue": self.value, "dictLabel": self.label, "labelEn": self.label_en,
            "dictSort": self.sort, "cssClass": self.css_class, "listClass": self.list_class,
            "isDefault": self.is_default, "disabled": self.disabled, "remark": self.remark,
        })
    }

    /// The entry with another's words; id, version and time of making stay.
    fn with(&self, written: &Written) -> Self {
        Self {
            dict_type: written.entry.dict_type.clone(),
            sort: written.entry.sort,
            value: written.entry.value.clone(),
            label: written.entry.label.clone(),
            label_en: written.entry.label_en.clone(),
            css_class: written.css_class.clone(),
            list_class: written.list_class.clone(),
            is_default: written.is_default,
            disabled: written.disabled,
            remark: written.remark.clone(),
            ..self.clone()
        }
    }
}

/// An entry as an operator writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Dictionary, value, labels and place.
    pub entry: NewEntry,
    /// CSS class of the label.
    pub css_class: String,
    /// CSS class of the label in lists.
    pub list_class: String,
    /// Whether the entry is the one that is chosen first.
    pub is_default: bool,
    /// Whether the entry is no choice any more.
    pub disabled: bool,
    /// Note for colleagues.
    pub remark: String,
}

/// Filter of entries.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Whole name of the dictionary.
    pub dict_type: Option<String>,
    /// Part of a label.
    pub label: Option<String>,
    /// Whether they are disabled.
    pub disabled: Option<bool>,
}

/// Order of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EntrySort {
    /// By dictionary and place.
    #[default]
    Place,
    /// By value.
    Value,
    /// By label.
    Label,
    /// By time of making.
    Created,
}

/// Why an entry is not found or not changed.
#[derive(Debug, Error)]
pub enum DictionaryError {
    /// The entry is unknown.
    #[error("no such entry")]
    Absent,
    /// The dictionary has another entry of this value.
    #[error("the value is taken")]
    Taken,
    /// The product itself uses the values of the dictionary.
    #[error("used by the product")]
    BuiltIn,
    /// The entry was changed by another operator first.
    #[error("changed meanwhile")]
    Changed(Box<Conflict<StoredEntry>>),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(DictionaryError);

/// Entries that pass the filter, and their number; `limit` rows after `offset`.
pub async fn list(
    store: &Store,
    filter: Filter,
    (order, descending): (EntrySort, bool),
    (offset, limit): (i64, i64),
) -> Result<(Vec<StoredEntry>, i64), StoreError> {
    store
        .run(move |conn| {
            let labelled = match &filter.label {
                None => None,
                Some(part) => Some(labelled(conn, &Part::of(part))?),
            };
            let chosen = || {
                let mut query = dict_data::table.into_boxed::<Backend>();
                if let Some(dict_type) = filter.dict_type.clone() {
                    query = query.filter(dict_data::dict_type.eq(dict_type));
                }
                if let Some(ids) = &labelled {
                    query = query.filter(among(dict_data::id, ids.clone()));
                }
                if let Some(disabled) = filter.disabled {
                    query = query.filter(dict_data::disabled.eq(disabled));
                }
                query
            };
            let total = chosen().count().get_result(conn)?;
            let rows = match (order, descending) {
                (EntrySort::Place, false) => {
                    chosen().order((dict_data::dict_type, dict_data::sort, dict_data::id))
                }
                (EntrySort::Place, true) => chosen().order((
                    dict_data::dict_type.desc(),
                    dict_data::sort.desc(),
                    dict_data::id.desc(),
                )),
                (EntrySort::Value, false) => chosen().order((dict_data::value, dict_data::id)),
                (EntrySort::Value, true) => {
                    chosen().order((dict_data::value.desc(), dict_data::id.desc()))
                }
                (EntrySort::Label, false) => chosen().order((dict_data::label, dict_data::id)),
                (EntrySort::Label, true) => {
                    chosen().order((dict_data::label.desc(), dict_data::id.desc()))
                }
                (EntrySort::Created, false) => {
                    chosen().order((dict_data::created_ms, dict_data::id))
                }
                (EntrySort::Created, true) => {
                    chosen().order((dict_data::created_ms.desc(), dict_data::id.desc()))
                }
            };
            let list = rows
                .offset(offset)
                .limit(limit)
                .select(StoredEntry::as_select())
                .load(conn)?;
            Ok((list, total))
        })
        .await
}

/// Ids of the entries of which a label has the part.
fn labelled(conn: &mut AnyConn, part: &Part) -> Result<Vec<i64>, StoreError> {
    let rows: Vec<(i64, String, String)> = dict_data::table
        .select((dict_data::id, dict_data::label, dict_data::label_en))
        .load(conn)?;
    let found = rows.iter().filter(|(_, zh, en)| part.is_in(&[zh, en]));
    Ok(found.map(|(id, ..)| *id).collect())
}

/// Names of all dictionaries with the number of their entries, by name.
pub async fn types(store: &Store) -> Result<Vec<(String, i64)>, StoreError> {
    store
        .run(|conn| {
            Ok(dict_data::table
                .group_by(dict_data::dict_type)
                .select((dict_data::dict_type, diesel::dsl::count_star()))
                .order(dict_data::dict_type)
                .load(conn)?)
        })
        .await
}

/// Entry with the given id.
pub async fn one(store: &Store, id: i64) -> Result<StoredEntry, DictionaryError> {
    store.run(move |conn| find(conn, id)).await
}

fn find(conn: &mut AnyConn, id: i64) -> Result<StoredEntry, DictionaryError> {
    dict_data::table
        .find(id)
        .select(StoredEntry::as_select())
        .first(conn)
        .optional()?
        .ok_or(DictionaryError::Absent)
}

fn ensure_value_is_free(
    conn: &mut AnyConn,
    new: &NewEntry,
    but: i64,
) -> Result<(), DictionaryError> {
    let others: i64 = dict_data::table
        .filter(dict_data::dict_type.eq(&new.dict_type))
        .filter(dict_data::value.eq(&new.value))
        .filter(dict_data::id.ne(but))
        .count()
        .get_result(conn)?;
    if others > 0 {
        return Err(DictionaryError::Taken);
    }
    Ok(())
}

/// Adds an entry and answers its id.
pub async fn create(
    store: &Store,
    author: Author,
    written: Written,
) -> Result<i64, DictionaryError> {
    store
        .write(move |tx| {
            let made = StoredEntry {
                id: new_id(),
                version: 0,
                created_ms: author.now_ms,
                ..EMPTY.with(&written)
            };
            if is_built_in(&made.dict_type) {
                return Err(DictionaryError::BuiltIn);
            }
            ensure_value_is_free(tx, &written.entry, made.id)?;
            diesel::insert_into(dict_data::table)
                .values((
                    dict_data::id.eq(made.id),
                    columns(&made),
                    dict_data::created_ms.eq(made.created_ms),
                ))
                .execute(tx)?;
            audit::record_change(
                tx,
                &author,
                "dictionary.create",
                ("dictionary", made.id),
                [None, Some(made.values())],
            )?;
            Ok(made.id)
        })
        .await
}

const EMPTY: StoredEntry = StoredEntry {
    id: 0,
    dict_type: String::new(),
    sort: 0,
    value: String::new(),
    label: String::new(),
    label_en: String::new(),
    css_class: String::new(),
    list_class: String::new(),
    is_default: false,
    disabled: false,
    remark: String::new(),
    version: 0,
    created_ms: 0,
};

fn columns(kept: &StoredEntry) -> Columns<'_> {
    (
        dict_data::dict_type.eq(&kept.dict_type),
        dict_data::sort.eq(kept.sort),
        dict_data::value.eq(&kept.value),
        dict_data::label.eq(&kept.label),
        dict_data::label_en.eq(&kept.label_en),
        dict_data::css_class.eq(&kept.css_class),
        dict_data::list_class.eq(&kept.list_class),
        dict_data::is_default.eq(kept.is_default),
        dict_data::disabled.eq(kept.disabled),
        dict_data::remark.eq(&kept.remark),
    )
}

type Text<'a, Column> = diesel::dsl::Eq<Column, &'a String>;

/// The columns that an operator writes.
type Columns<'a> = (
    Text<'a, dict_data::dict_type>,
    diesel::dsl::Eq<dict_data::sort, i32>,
    Text<'a, dict_data::value>,
    Text<'a, dict_data::label>,
    Text<'a, dict_data::label_en>,
    Text<'a, dict_data::css_class>,
    Text<'a, dict_data::list_class>,
    diesel::dsl::Eq<dict_data::is_default, bool>,
    diesel::dsl::Eq<dict_data::disabled, bool>,
    Text<'a, dict_data::remark>,
);

fn conflict(conn: &mut AnyConn, now: StoredEntry) -> Result<DictionaryError, StoreError> {
    let conflict = audit::conflict(conn, ("dictionary", now.id), now)?;
    Ok(DictionaryError::Changed(Box::new(conflict)))
}

/// Changes an entry; `version` is the one that the operator saw, none where the client does not know it.
pub async fn update(
    store: &Store,
    author: Author,
    (id, version): (i64, Option<i64>),
    written: Written,
) -> Result<(), DictionaryError> {
    store
        .write(move |tx| {
            let before = find(tx, id)?;
            if version.is_some_and(|seen| seen != before.version) {
                return Err(conflict(tx, before)?);
            }
            ensure_value_is_free(tx, &written.entry, id)?;
            let after = before.with(&written);
            let keeps = after.dict_type == before.dict_type && after.value == before.value;
            if is_built_in(&before.dict_type) && (!keeps || after.disabled)
                || is_built_in(&after.dict_type) && !keeps
            {
                return Err(DictionaryError::BuiltIn);
            }
            let changed = diesel::update(
                dict_data::table
                    .find(id)
                    .filter(dict_data::version.eq(before.version)),
            )
            .set((
                columns(&after),
                dict_data::version.eq(dict_data::version + 1),
            ))
            .execute(tx)?;
            if changed == 0 {
                let now = find(tx, id)?;
                return Err(conflict(tx, now)?);
            }
            audit::record_change(
                tx,
                &author,
                "dictionary.update",
                ("dictionary", id),
                [Some(before.values()), Some(after.values())],
            )?;
            Ok(())
        })
        .await
}

/// Deletes entries, all or none.
pub async fn delete(store: &Store, author: Author, ids: Vec<i64>) -> Result<(), DictionaryError> {
    store
        .write(move |tx| {
            for id in ids {
                let before = find(tx, id)?;
                if is_built_in(&before.dict_type) {
                    return Err(DictionaryError::BuiltIn);
                }
                if diesel::delete(dict_data::table.find(id)).execute(tx)? == 0 {
                    return Err(DictionaryError::Absent);
                }
                audit::record_change(
                    tx,
                    &author,
                    "dictionary.delete",
                    ("dictionary", id),
                    [Some(before.values()), None],
                )?;
            }
            Ok(())
        })
        .await
}
