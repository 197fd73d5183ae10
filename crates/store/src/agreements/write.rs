//! What operators do with agreements: one version of each is being written at a time, and publishing closes it.

use diesel::prelude::*;
use domain::agreements::written::Written;

use super::AgreementError;
use crate::Store;
use crate::audit::{self, Entry};
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::agreements;
use crate::secrets::new_id;
use crate::session::Actor;

/// Keeps what was written as the draft of its agreement, in place of what the draft was. Answers its id.
pub async fn save(
    store: &Store,
    actor: &Actor,
    new: Written,
    now_ms: i64,
) -> Result<i64, AgreementError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let id = draft(tx, &new, Some(actor.member_id()), now_ms)?;
            note(tx, &actor, "agreement.save", id, now_ms)?;
            Ok(id)
        })
        .await
}

/// Publishes a draft: from now on it is what members read and accept.
pub async fn publish(
    store: &Store,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<(), AgreementError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            if !close(tx, id, now_ms)? {
                let known: i64 = agreements::table.find(id).count().get_result(tx)?;
                return Err(if known == 0 {
                    AgreementError::Unknown
                } else {
                    AgreementError::Published
                });
            }
            note(tx, &actor, "agreement.publish", id, now_ms)?;
            Ok(())
        })
        .await
}

/// Writes and publishes a version with the transaction that chooses it.
pub(crate) fn put(tx: &mut AnyConn, new: &Written, now_ms: i64) -> Result<(), StoreError> {
    let id = draft(tx, new, None, now_ms)?;
    close(tx, id, now_ms)?;
    Ok(())
}

fn draft(
    tx: &mut AnyConn,
    new: &Written,
    by: Option<i64>,
    now_ms: i64,
) -> Result<i64, diesel::result::Error> {
    let [title_zh, title_en] = &new.titles;
    let [text_zh, text_en] = [0, 1].map(|at: usize| new.texts[at].as_str());
    let words = (
        agreements::title_zh.eq(title_zh),
        agreements::title_en.eq(title_en),
        agreements::text_zh.eq(text_zh),
        agreements::text_en.eq(text_en),
        agreements::created_by.eq(by),
        agreements::changed_ms.eq(now_ms),
    );
    let of_kind = agreements::table.filter(agreements::kind.eq(new.kind as i16));
    // Touching the rows holds them on either database: two drafts of one agreement are written one after the other.
    diesel::update(of_kind)
        .set(agreements::kind.eq(agreements::kind))
        .execute(tx)?;
    let before: Option<i64> = of_kind
        .filter(agreements::published_ms.is_null())
        .select(agreements::id)
        .first(tx)
        .optional()?;
    if let Some(id) = before {
        diesel::update(agreements::table.find(id))
            .set(words)
            .execute(tx)?;
        return Ok(id);
    }
    let last: Option<i64> = of_kind
        .select(diesel::dsl::max(agreements::version))
        .first(tx)?;
    let id = new_id();
    diesel::insert_into(agreements::table)
        .values((
            agreements::id.eq(id),
            agreements::kind.eq(new.kind as i16),
            agreements::version.eq(last.unwrap_or_default() + 1),
            agreements::created_ms.eq(now_ms),
            words,
        ))
        .execute(tx)?;
    Ok(id)
}

/// Publishes a version that is being written; false where there is none of this id.
fn close(tx: &mut AnyConn, id: i64, now_ms: i64) -> Result<bool, diesel::result::Error> {
    let closed = diesel::update(
        agreements::table
            .find(id)
            .filter(agreements::published_ms.is_null()),
    )
    .set(agreements::published_ms.eq(now_ms))
    .execute(tx)?;
    Ok(closed == 1)
}

fn note(
    tx: &mut AnyConn,
    actor: &Actor,
    kind: &'static str,
    id: i64,
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    let object = format!("agreement:{id}");
    audit::record(tx, &Entry::by(actor, kind, &object, now_ms))
}
