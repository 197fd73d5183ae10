//! Writing agreements, by operators: one version of each is being written at a time, and publishing closes it.

use diesel::prelude::*;
use domain::agreements::written::Written;
use serde_json::{Value, json};

use super::AgreementError;
use crate::Store;
use crate::audit::Subject;
use crate::db::conn::AnyConn;
use crate::db::schema::agreements;
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::session::Actor;

/// Stores a text as the draft of its agreement, in place of the draft before. Answers its id.
pub async fn save(
    store: &Store,
    actor: &Actor,
    new: Written,
    now_ms: i64,
) -> Result<i64, AgreementError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let before = match drafted(tx, new.kind as i16)? {
                Some(id) => values(tx, id)?,
                None => None,
            };
            let id = draft(tx, &new, Some(actor.member_id()), now_ms)?;
            VERSION.note(tx, &actor, "agreement.save", (id, before), now_ms)?;
            Ok(id)
        })
        .await
}

/// Publishes a draft: from now on members read and accept it.
pub async fn publish(
    store: &Store,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<(), AgreementError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let before = values(tx, id)?;
            if !close(tx, id, now_ms)? {
                let known: i64 = agreements::table.find(id).count().get_result(tx)?;
                return Err(if known == 0 {
                    AgreementError::Unknown
                } else {
                    AgreementError::Published
                });
            }
            VERSION.note(tx, &actor, "agreement.publish", (id, before), now_ms)?;
            Ok(())
        })
        .await
}

/// Writes and publishes a version within the caller's transaction.
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
    // Updating the rows locks them on either database: two drafts of one agreement are written one after the other.
    diesel::update(of_kind)
        .set(agreements::kind.eq(agreements::kind))
        .execute(tx)?;
    if let Some(id) = drafted(tx, new.kind as i16)? {
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

/// Publishes a version that is being written; false for an unknown id, or a version that is published already.
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

/// The version of an agreement that is being written.
fn drafted(tx: &mut AnyConn, kind: i16) -> Result<Option<i64>, diesel::result::Error> {
    agreements::table
        .filter(agreements::kind.eq(kind))
        .filter(agreements::published_ms.is_null())
        .select(agreements::id)
        .first(tx)
        .optional()
}

const VERSION: Subject = Subject {
    noun: "agreement",
    values,
};

/// Values of a version for the audit; none for an unknown id.
fn values(tx: &mut AnyConn, id: i64) -> Result<Option<Value>, diesel::result::Error> {
    let row: Option<Values> = agreements::table
        .find(id)
        .select(Values::as_select())
        .first(tx)
        .optional()?;
    Ok(row.map(|row| {
        json!({
            "kind": row.kind, "version": row.version, "titleZh": row.title_zh, "titleEn": row.title_en,
            "textZh": row.text_zh, "textEn": row.text_en, "publishedMs": row.published_ms,
        })
    }))
}

/// Columns of a version that the audit keeps.
#[derive(Queryable, Selectable)]
#[diesel(table_name = agreements)]
struct Values {
    kind: i16,
    version: i64,
    title_zh: String,
    title_en: String,
    text_zh: String,
    text_en: String,
    published_ms: Option<i64>,
}
