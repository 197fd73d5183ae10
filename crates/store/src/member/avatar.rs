//! A member's picture, in three sizes under one random name. The database stores it, so that every node serves it, and deletes
//! it with the account.

use diesel::prelude::*;
use domain::member::AVATAR_SIZES;

use crate::Store;
use crate::db::schema::{avatars, members};
use crate::error::StoreError;
use crate::secrets::new_token;
use crate::session::Actor;

/// A stored picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Whether the file is a PNG; else it is a JPEG.
    pub png: bool,
    /// Content of the file.
    pub bytes: Vec<u8>,
}

/// Replaces a member's picture by one in three sizes, as in [`AVATAR_SIZES`]; answers its name.
pub async fn set_avatar(
    store: &Store,
    actor: &Actor,
    pictures: [Picture; AVATAR_SIZES.len()],
) -> Result<String, StoreError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let name = new_token();
            diesel::delete(avatars::table.filter(avatars::member_id.eq(member_id))).execute(tx)?;
            for (size, picture) in AVATAR_SIZES.into_iter().zip(pictures) {
                diesel::insert_into(avatars::table)
                    .values((
                        avatars::name.eq(&name),
                        avatars::size.eq(size as i16),
                        avatars::member_id.eq(member_id),
                        avatars::png.eq(picture.png),
                        avatars::bytes.eq(picture.bytes),
                    ))
                    .execute(tx)?;
            }
            diesel::update(members::table.find(member_id))
                .set(members::avatar.eq(&name))
                .execute(tx)?;
            Ok(name)
        })
        .await
}

/// A picture in one of its sizes; its name is enough to see it.
pub async fn avatar(store: &Store, name: String, size: u32) -> Result<Option<Picture>, StoreError> {
    let Ok(size) = i16::try_from(size) else {
        return Ok(None);
    };
    store
        .run(move |conn| {
            let row: Option<(bool, Vec<u8>)> = avatars::table
                .find((name, size))
                .select((avatars::png, avatars::bytes))
                .first(conn)
                .optional()?;
            Ok(row.map(|(png, bytes)| Picture { png, bytes }))
        })
        .await
}
