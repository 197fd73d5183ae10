//! Dictionaries: words for values, of which operators may choose others than the product's own.

use diesel::prelude::*;
use domain::dictionary::NewEntry;
use domain::lang::Lang;

use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::dict_data;
use crate::secrets::new_id;

/// One value of a dictionary.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = dict_data)]
pub struct Entry {
    /// Its id.
    pub id: i64,
    /// The dictionary, such as `phone_status`.
    pub dict_type: String,
    /// Its place among the values of the dictionary.
    pub sort: i32,
    /// The value that the words stand for.
    pub value: String,
    label: String,
    label_en: String,
}

impl Entry {
    /// The words for the value; the Chinese ones where no English is kept.
    pub fn label(&self, lang: Lang) -> &str {
        match lang {
            Lang::En if !self.label_en.is_empty() => &self.label_en,
            Lang::En | Lang::Zh => &self.label,
        }
    }
}

/// The values of a dictionary in their order; none where there is no such dictionary.
pub async fn entries(store: &Store, dict_type: String) -> Result<Vec<Entry>, StoreError> {
    store
        .run(move |conn| {
            Ok(dict_data::table
                .filter(dict_data::dict_type.eq(dict_type))
                .order((dict_data::sort, dict_data::id))
                .select(Entry::as_select())
                .load(conn)?)
        })
        .await
}

/// Gives a value its words with the transaction that chooses them, in place of those that it had.
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
