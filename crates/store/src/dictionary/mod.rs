//! Dictionaries: labels for values, which operators may change.

mod manage;

use diesel::prelude::*;
use domain::dictionary::NewEntry;
use domain::lang::Lang;

use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::dict_data;
use crate::error::StoreError;
use crate::secrets::new_id;

pub use manage::{
    DictionaryError, EntrySort, Filter, StoredEntry, Written, create, delete, list, one, types,
    update,
};

/// A value of a dictionary.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = dict_data)]
pub struct Entry {
    pub id: i64,
    /// The dictionary, such as `phone_status`.
    pub dict_type: String,
    /// Place among the values of the dictionary.
    pub sort: i32,
    /// The value that the label stands for.
    pub value: String,
    label: String,
    label_en: String,
}

impl Entry {
    /// The label of the value; the Chinese one where no English is stored.
    pub fn label(&self, lang: Lang) -> &str {
        match lang {
            Lang::En if !self.label_en.is_empty() => &self.label_en,
            Lang::En | Lang::Zh => &self.label,
        }
    }
}

/// The values of a dictionary that are a choice, in their order; empty for an unknown dictionary.
pub async fn entries(store: &Store, dict_type: String) -> Result<Vec<Entry>, StoreError> {
    store
        .run(move |conn| {
            Ok(dict_data::table
                .filter(dict_data::dict_type.eq(dict_type))
                .filter(dict_data::disabled.eq(false))
                .order((dict_data::sort, dict_data::id))
                .select(Entry::as_select())
                .load(conn)?)
        })
        .await
}

/// Stores a value's labels within the caller's transaction, in place of the earlier ones.
pub(crate) fn put(tx: &mut AnyConn, new: &NewEntry, now_ms: i64) -> Result<(), StoreError> {
    let words = (
        dict_data::sort.eq(new.sort),
        dict_data::label.eq(&new.label),
        dict_data::label_en.eq(&new.label_en),
    );
    let of_value = dict_data::table.filter(
        dict_data::dict_type
            .eq(&new.dict_type)
            .and(dict_data::value.eq(&new.value)),
    );
    if diesel::update(of_value).set(words).execute(tx)? == 0 {
        diesel::insert_into(dict_data::table)
            .values((
                dict_data::id.eq(new_id()),
                dict_data::dict_type.eq(&new.dict_type),
                dict_data::value.eq(&new.value),
                words,
                dict_data::created_ms.eq(now_ms),
            ))
            .execute(tx)?;
    }
    Ok(())
}
