//! Deleting an account: what is lost, and the deletion. The row stays without anything that names a person.

use diesel::prelude::*;
use domain::auth::{Purpose, Target};
use domain::live::SessionEnd;
use thiserror::Error;

use super::change::{TypedCode, number_of};
use super::masked;
use crate::auth::password::verify_password;
use crate::auth::verification;
use crate::db::conn::AnyConn;
use crate::db::schema::{
    allotments, announcement_reads, avatars, calendar_links, devices, exports, feedback, grants,
    lookups, members, notices, page_views, phone_groups, phone_tags, phones, purges,
    reminder_wishes, reminders, replacements, seats, sessions, social_accounts, tags, uploads,
    webhook_events, webhooks,
};
use crate::error::{StoreError, faults};
use crate::session::{Actor, end_all};
use crate::{Store, audit, play, subaccounts};

/// Losses that come with deleting an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Losses {
    /// Number of rented phones: they leave the account at once, and are wiped before anybody gets them.
    pub phones: i64,
    /// Number of grants given to others, which end.
    pub grants_given: i64,
    /// Number of grants taken from others.
    pub grants_taken: i64,
    /// Points of the account.
    pub points: i64,
    /// Number of social accounts that open this one.
    pub social: i64,
    /// Masked numbers of the sub-accounts, or nicknames where there is no number, the oldest first. They go on by themselves, without the phones
    /// that this account gave them.
    pub sub_accounts: Vec<String>,
}

/// Computes the losses of deleting the account.
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

/// Why an account is not deleted.
#[derive(Debug, Error)]
pub enum DeleteError {
    /// The password or the code is not correct: the answer does not tell which.
    #[error("the proof is not correct")]
    Proof,
    /// The account is an operator's or has no number, and cannot be deleted by its owner.
    #[error("this account cannot delete itself")]
    Refused,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(DeleteError);

/// Deletes the account: needs its password, and a code that was sent to its number.
pub async fn delete(
    store: &Store,
    actor: &Actor,
    password: String,
    typed: TypedCode,
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
    // A member who registered by a social account has no password: the code alone is the proof.
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
            let sent = verification::check_and_count(tx, &secret, &shown, now_ms)?;
            if !(known && sent && verification::spend(tx, &shown, now_ms)?) {
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

pub(super) fn erase(tx: &mut AnyConn, member_id: i64, now_ms: i64) -> Result<(), StoreError> {
    // The name is one that cannot be typed: the row keeps a name because every account has one.
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
            members::sub_name.eq(""),
            members::sub_since_ms.eq(None::<i64>),
            members::sub_off_ms.eq(None::<i64>),
        ))
        .execute(tx)?;
    // The deleted account's sub-accounts go on by themselves.
    diesel::update(members::table.filter(members::parent_id.eq(member_id)))
        .set((
            members::parent_id.eq(None::<i64>),
            members::sub_name.eq(""),
            members::sub_since_ms.eq(None::<i64>),
            members::sub_off_ms.eq(None::<i64>),
        ))
        .execute(tx)?;
    subaccounts::forget_all(tx, member_id)?;
    end_all(tx, member_id, None, SessionEnd::Deleted, now_ms)?;
    give_back(tx, member_id, now_ms)?;
    diesel::delete(avatars::table.filter(avatars::member_id.eq(member_id))).execute(tx)?;
    // The files' bytes are swept after their rows.
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
    diesel::delete(exports::table.filter(exports::member_id.eq(member_id))).execute(tx)?;
    diesel::delete(social_accounts::table.filter(social_accounts::member_id.eq(member_id)))
        .execute(tx)?;
    diesel::delete(calendar_links::table.find(member_id)).execute(tx)?;
    diesel::delete(reminder_wishes::table.find(member_id)).execute(tx)?;
    diesel::delete(reminders::table.filter(reminders::member_id.eq(member_id))).execute(tx)?;
    // Undelivered events are deleted with the webhooks.
    diesel::delete(webhooks::table.filter(webhooks::member_id.eq(member_id))).execute(tx)?;
    diesel::delete(webhook_events::table.filter(webhook_events::member_id.eq(member_id)))
        .execute(tx)?;
    // The record of a wipe stays, without what a person called the phone.
    diesel::update(purges::table.filter(purges::member_id.eq(member_id)))
        .set(purges::alias.eq(""))
        .execute(tx)?;
    diesel::update(replacements::table.filter(replacements::member_id.eq(member_id)))
        .set(replacements::alias.eq(""))
        .execute(tx)?;
    let own = tags::table
        .filter(tags::member_id.eq(member_id))
        .select(tags::id);
    diesel::delete(phone_tags::table.filter(phone_tags::tag_id.eq_any(own))).execute(tx)?;
    diesel::delete(tags::table.filter(tags::member_id.eq(member_id))).execute(tx)?;
    diesel::delete(phone_groups::table.filter(phone_groups::member_id.eq(member_id)))
        .execute(tx)?;
    diesel::delete(page_views::table.filter(page_views::member_id.eq(member_id))).execute(tx)?;
    // Open sockets still ask why their session ended; the address and device of the session are deleted.
    diesel::update(sessions::table.filter(sessions::member_id.eq(member_id)))
        .set((sessions::address.eq(""), sessions::device.eq("")))
        .execute(tx)?;
    Ok(())
}

/// Ends the grants, frees the seats and returns the phones to stock.
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
            // The epoch rises, so that a running controller is no longer the seat's.
            seats::epoch.eq(seats::epoch + 1),
            seats::state.eq(play::FREE),
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
