//! Deleting an account: what would be lost, and losing it. The row stays without anything that names a person.

use diesel::prelude::*;
use domain::auth::{Purpose, Target};
use domain::live::SessionEnd;
use thiserror::Error;

use super::change::{Typed, number_of};
use super::masked;
use crate::conn::AnyConn;
use crate::error::{StoreError, faults};
use crate::password::verify_password;
use crate::schema::{
    allotments, announcement_reads, avatars, devices, feedback, grants, lookups, members, notices,
    page_views, phone_groups, phone_tags, phones, seats, sessions, social_accounts, tags, uploads,
    webhook_events, webhooks,
};
use crate::session::{Actor, end_all};
use crate::{Store, audit, codes};

/// What goes with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Losses {
    /// Rented phones: they go back to stock at once, with all that is on them.
    pub phones: i64,
    /// Phones shared with others: they can use them no more.
    pub grants_given: i64,
    /// Phones that others shared.
    pub grants_taken: i64,
    /// Points.
    pub points: i64,
    /// Accounts elsewhere that open this one.
    pub social: i64,
    /// The masked numbers of its sub-accounts, the oldest first: they go on by themselves, without what it gave them.
    pub sub_accounts: Vec<String>,
}

/// What deleting the account would cost.
pub async fn losses(store: &Store, actor: &Actor, now_ms: i64) -> Result<Losses, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let open = || {
                grants::table
                    .filter(grants::ended_ms.is_null())
                    .filter(grants::expire_ms.gt(now_ms))
            };
            Ok(Losses {
                phones: phones::table
                    .filter(phones::owner_id.eq(member_id))
                    .count()
                    .get_result(conn)?,
                grants_given: open()
                    .filter(grants::owner_id.eq(member_id))
                    .count()
                    .get_result(conn)?,
                grants_taken: open()
                    .filter(grants::member_id.eq(member_id))
                    .count()
                    .get_result(conn)?,
                points: members::table
                    .find(member_id)
                    .select(members::point)
                    .first(conn)?,
                social: social_accounts::table
                    .filter(social_accounts::member_id.eq(member_id))
                    .count()
                    .get_result(conn)?,
                sub_accounts: sub_accounts(conn, member_id)?,
            })
        })
        .await
}

fn sub_accounts(conn: &mut AnyConn, member_id: i64) -> Result<Vec<String>, StoreError> {
    let rows: Vec<(Option<String>, String)> = members::table
        .filter(members::parent_id.eq(member_id))
        .order((members::created_ms, members::id))
        .select((members::phone, members::nickname))
        .load(conn)?;
    let name = |(phone, nickname): (Option<String>, String)| match phone {
        Some(phone) => masked(&phone),
        None => nickname,
    };
    Ok(rows.into_iter().map(name).collect())
}

/// Why an account was not deleted.
#[derive(Debug, Error)]
pub enum DeleteError {
    /// The password or the code is not correct: nobody learns which.
    #[error("the proof is not correct")]
    Proof,
    /// Operators and accounts without a number are not deleted by themselves.
    #[error("this account cannot delete itself")]
    Refused,
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(DeleteError);

/// Deletes the account: its password, and a code that was sent to its number now.
pub async fn delete(
    store: &Store,
    actor: &Actor,
    password: String,
    typed: Typed,
    now_ms: i64,
) -> Result<(), DeleteError> {
    let (actor, secret) = (actor.clone(), store.secret().clone());
    let member_id = actor.member_id();
    let hash: String = store
        .run(move |conn| -> Result<_, DeleteError> {
            Ok(members::table
                .find(member_id)
                .select(members::password_hash)
                .first(conn)?)
        })
        .await?;
    // A member who came by another's word has no password: the code alone proves it.
    let known = hash.is_empty()
        || store
            .hashing(move || verify_password(&password, Some(&hash)))
            .await?;
    store
        .write(move |tx| -> Result<Result<(), DeleteError>, DeleteError> {
            let Some(number) =
                number_of(tx, member_id)?.filter(|_| actor.role() == super::Role::Member)
            else {
                return Ok(Err(DeleteError::Refused));
            };
            let shown = typed.shown(Target::Phone(number), &[Purpose::Delete], member_id);
            // The counted try is committed with the refusal.
            let sent = codes::weigh(tx, &secret, &shown, now_ms)?;
            if !(known && sent && codes::spend(tx, &shown, now_ms)?) {
                return Ok(Err(DeleteError::Proof));
            }
            erase(tx, member_id, now_ms)?;
            let object = format!("member:{member_id}");
            audit::record(
                tx,
                &audit::Entry::by(&actor, "member.delete", &object, now_ms),
            )?;
            Ok(Ok(()))
        })
        .await?
}

fn erase(tx: &mut AnyConn, member_id: i64, now_ms: i64) -> Result<(), StoreError> {
    // Nobody can type such a name: the row keeps a name because every account has one.
    diesel::update(members::table.find(member_id))
        .set((
            members::phone.eq(None::<String>),
            members::user_name.eq(format!("~{member_id}")),
            members::email.eq(""),
            members::nickname.eq(""),
            members::avatar.eq(""),
            members::sex.eq(0),
            members::birthday.eq(""),
            members::location.eq(""),
            members::password_hash.eq(""),
            members::disabled.eq(true),
            members::deleted_ms.eq(now_ms),
            members::parent_id.eq(None::<i64>),
        ))
        .execute(tx)?;
    // Its sub-accounts go on by themselves.
    diesel::update(members::table.filter(members::parent_id.eq(member_id)))
        .set(members::parent_id.eq(None::<i64>))
        .execute(tx)?;
    end_all(tx, member_id, None, SessionEnd::Deleted, now_ms)?;
    give_back(tx, member_id, now_ms)?;
    diesel::delete(avatars::table.filter(avatars::member_id.eq(member_id))).execute(tx)?;
    // Their bytes go with them.
    diesel::delete(uploads::table.filter(uploads::member_id.eq(member_id))).execute(tx)?;
    diesel::delete(notices::table.filter(notices::member_id.eq(member_id))).execute(tx)?;
    diesel::delete(feedback::table.filter(feedback::member_id.eq(member_id))).execute(tx)?;
    diesel::delete(announcement_reads::table.filter(announcement_reads::member_id.eq(member_id)))
        .execute(tx)?;
    diesel::delete(
        lookups::table.filter(
            lookups::asker_id
                .eq(member_id)
                .or(lookups::found_id.eq(member_id)),
        ),
    )
    .execute(tx)?;
    diesel::delete(devices::table.filter(devices::member_id.eq(member_id))).execute(tx)?;
    diesel::delete(social_accounts::table.filter(social_accounts::member_id.eq(member_id)))
        .execute(tx)?;
    // What was to be told goes with them.
    diesel::delete(webhooks::table.filter(webhooks::member_id.eq(member_id))).execute(tx)?;
    diesel::delete(webhook_events::table.filter(webhook_events::member_id.eq(member_id)))
        .execute(tx)?;
    let own = tags::table
        .filter(tags::member_id.eq(member_id))
        .select(tags::id);
    diesel::delete(phone_tags::table.filter(phone_tags::tag_id.eq_any(own))).execute(tx)?;
    diesel::delete(tags::table.filter(tags::member_id.eq(member_id))).execute(tx)?;
    diesel::delete(phone_groups::table.filter(phone_groups::member_id.eq(member_id)))
        .execute(tx)?;
    diesel::delete(page_views::table.filter(page_views::member_id.eq(member_id))).execute(tx)?;
    // Open sockets still ask why their session ended; from where and on what it was used is nobody's any more.
    diesel::update(sessions::table.filter(sessions::member_id.eq(member_id)))
        .set((sessions::address.eq(""), sessions::device.eq("")))
        .execute(tx)?;
    Ok(())
}

/// Grants end, seats are free, phones go back to stock.
fn give_back(tx: &mut AnyConn, member_id: i64, now_ms: i64) -> Result<(), StoreError> {
    diesel::update(
        grants::table.filter(grants::ended_ms.is_null()).filter(
            grants::owner_id
                .eq(member_id)
                .or(grants::member_id.eq(member_id)),
        ),
    )
    .set(grants::ended_ms.eq(now_ms))
    .execute(tx)?;
    diesel::update(
        allotments::table
            .filter(allotments::ended_ms.is_null())
            .filter(
                allotments::owner_id
                    .eq(member_id)
                    .or(allotments::member_id.eq(member_id)),
            ),
    )
    .set(allotments::ended_ms.eq(now_ms))
    .execute(tx)?;
    diesel::update(seats::table.filter(seats::member_id.eq(member_id)))
        .set((
            // Whoever plays now has an epoch that is no longer the seat's.
            seats::epoch.eq(seats::epoch + 1),
            seats::state.eq(0),
            seats::member_id.eq(None::<i64>),
            seats::session_id.eq(None::<i64>),
            seats::until_ms.eq(None::<i64>),
            seats::resume_hash.eq(None::<String>),
        ))
        .execute(tx)?;
    let own: Vec<i64> = phones::table
        .filter(phones::owner_id.eq(member_id))
        .select(phones::id)
        .load(tx)?;
    crate::phones::give_back(tx, &own, member_id, now_ms)
}
