//! Pictures of announcements: whoever knows the name of one may see it.

use diesel::prelude::*;

use crate::Store;
use crate::error::StoreError;
use crate::member::Picture;
use crate::schema::announcement_pictures;
use crate::secrets::new_token;

/// Keeps a picture; answers its name.
pub async fn add_picture(
    store: &Store,
    picture: Picture,
    now_ms: i64,
) -> Result<String, StoreError> {
    store
        .write(move |tx| {
            let name = new_token();
            diesel::insert_into(announcement_pictures::table)
                .values((
                    announcement_pictures::name.eq(&name),
                    announcement_pictures::png.eq(picture.png),
                    announcement_pictures::bytes.eq(picture.bytes),
                    announcement_pictures::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
            Ok(name)
        })
        .await
}

/// A picture by its name.
pub async fn picture(store: &Store, name: String) -> Result<Option<Picture>, StoreError> {
    store
        .run(move |conn| {
            let row: Option<(bool, Vec<u8>)> = announcement_pictures::table
                .find(name)
                .select((announcement_pictures::png, announcement_pictures::bytes))
                .first(conn)
                .optional()?;
            Ok(row.map(|(png, bytes)| Picture { png, bytes }))
        })
        .await
}
