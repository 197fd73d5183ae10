//! Pictures that operators upload for the console and for announcements: the name of a picture is enough to see it.

use diesel::prelude::*;

use crate::Store;
use crate::db::schema::pictures;
use crate::error::StoreError;
use crate::member::Picture;
use crate::secrets::new_token;

/// Stores a picture; answers its name.
pub async fn add(store: &Store, picture: Picture, now_ms: i64) -> Result<String, StoreError> {
    store
        .write(move |tx| {
            let name = new_token();
            diesel::insert_into(pictures::table)
                .values((
                    pictures::name.eq(&name),
                    pictures::png.eq(picture.png),
                    pictures::bytes.eq(picture.bytes),
                    pictures::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
            Ok(name)
        })
        .await
}

/// A picture by its name.
pub async fn by_name(store: &Store, name: String) -> Result<Option<Picture>, StoreError> {
    store
        .run(move |conn| {
            let row: Option<(bool, Vec<u8>)> = pictures::table
                .find(name)
                .select((pictures::png, pictures::bytes))
                .first(conn)
                .optional()?;
            Ok(row.map(|(png, bytes)| Picture { png, bytes }))
        })
        .await
}
