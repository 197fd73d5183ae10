//! The address of a member's calendar: a secret of its own, which follows from the database's and can be renewed.

use diesel::prelude::*;
use domain::phones::calendar::RentalEnd;

use super::page::ends_of;
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{calendar_links, members};
use crate::error::StoreError;
use crate::member;
use crate::secrets::{Secret, digest, hash_token, new_id};
use crate::session::Actor;

/// The secret of the actor's calendar address; none until one is made.
pub async fn calendar_token(store: &Store, actor: &Actor) -> Result<Option<String>, StoreError> {
    let (member_id, secret) = (actor.member_id(), store.secret().clone());
    store
        .run(move |conn| {
            let generation = generation(conn, member_id)?;
            Ok(generation.map(|number| token(&secret, member_id, number)))
        })
        .await
}

/// Makes the address of the actor's calendar, or another in its place: the one before is no address any more.
pub async fn renew_calendar_token(
    store: &Store,
    actor: &Actor,
    now_ms: i64,
) -> Result<String, StoreError> {
    let (member_id, secret) = (actor.member_id(), store.secret().clone());
    store
        .write(move |tx| {
            member::lock(tx, member_id)?;
            // Random, so that an address that was ended never comes back.
            let next = new_id();
            let text = token(&secret, member_id, next);
            diesel::delete(calendar_links::table.find(member_id)).execute(tx)?;
            diesel::insert_into(calendar_links::table)
                .values((
                    calendar_links::member_id.eq(member_id),
                    calendar_links::generation.eq(next),
                    calendar_links::token_hash.eq(digest(&text)),
                    calendar_links::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
            Ok(text)
        })
        .await
}

/// Ends the address of the actor's calendar.
pub async fn end_calendar_token(store: &Store, actor: &Actor) -> Result<(), StoreError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            diesel::delete(calendar_links::table.find(member_id)).execute(tx)?;
            Ok(())
        })
        .await
}

/// The ends of rentals of the member whose calendar address this is; none where it is nobody's.
pub async fn ends_at(
    store: &Store,
    token: &str,
    now_ms: i64,
) -> Result<Option<Vec<RentalEnd>>, StoreError> {
    let Some(hash) = hash_token(token) else {
        return Ok(None);
    };
    store
        .run(move |conn| {
            let member_id: Option<i64> = calendar_links::table
                .inner_join(members::table)
                .filter(calendar_links::token_hash.eq(hash))
                .filter(members::deleted_ms.is_null())
                .filter(members::disabled.eq(false))
                .select(calendar_links::member_id)
                .first(conn)
                .optional()?;
            member_id
                .map(|member_id| ends_of(conn, member_id, now_ms))
                .transpose()
        })
        .await
}

fn generation(conn: &mut AnyConn, member_id: i64) -> Result<Option<i64>, StoreError> {
    Ok(calendar_links::table
        .find(member_id)
        .select(calendar_links::generation)
        .first(conn)
        .optional()?)
}

fn token(secret: &Secret, member_id: i64, generation: i64) -> String {
    secret.keyed(
        "calendar",
        &[&member_id.to_string(), &generation.to_string()],
    )
}
