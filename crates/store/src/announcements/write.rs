//! Actions of operators on announcements.

use diesel::prelude::*;
use domain::notices::announcements::{
    Address, InvalidAnnouncement, PUBLISHED_MAX, Stage, State, check_times, priority_at,
};
use domain::notices::written::{Body, Written};
use serde_json::{Value, json};

use super::list::{Listed, listed};
use super::{Announcement, AnnouncementError, NewRow, Row};
use crate::Store;
use crate::audit::{self, Subject};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{announcements, configurations, members, pictures};
use crate::secrets::new_id;
use crate::session::Actor;

/// Stores a draft. Answers its id.
pub async fn create(
    store: &Store,
    actor: &Actor,
    new: Written,
    now_ms: i64,
) -> Result<i64, AnnouncementError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let id = draft(tx, &new, actor.member_id(), now_ms)?;
            ANNOUNCEMENT.note(tx, &actor, "announcement.create", (id, None), now_ms)?;
            Ok(id)
        })
        .await
}

/// Stores an announcement of a seed, by an operator's id: published, or left as a draft. Answers its id.
pub(crate) fn put(
    tx: &mut AnyConn,
    new: &Written,
    by: i64,
    publish: bool,
    now_ms: i64,
) -> Result<i64, AnnouncementError> {
    let id = draft(tx, new, by, now_ms)?;
    if publish {
        let drafted = locked(tx, id)?;
        set_published(tx, &drafted, now_ms)?;
    }
    Ok(id)
}

fn draft(tx: &mut AnyConn, new: &Written, by: i64, now_ms: i64) -> Result<i64, AnnouncementError> {
    exists(tx, new)?;
    let id = new_id();
    diesel::insert_into(announcements::table)
        .values((
            announcements::id.eq(id),
            NewRow::from(new),
            announcements::stage.eq(Stage::Draft as i16),
            announcements::revision.eq(1_i64),
            announcements::created_by.eq(by),
            announcements::created_ms.eq(now_ms),
            announcements::changed_ms.eq(now_ms),
        ))
        .execute(tx)?;
    Ok(id)
}

/// Changes an announcement, if it was last changed at `seen_ms`, or unconditionally where that is none; answers it. Readers of a live one see
/// the change at once, and a popup is shown to them again.
pub async fn update(
    store: &Store,
    actor: &Actor,
    (id, seen_ms): (i64, Option<i64>),
    new: Written,
    now_ms: i64,
) -> Result<Listed, AnnouncementError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let before = locked(tx, id)?;
            let was = values(tx, id)?;
            if !before.state(now_ms).may_change() {
                return Err(AnnouncementError::State);
            }
            if seen_ms.is_some_and(|seen_ms| seen_ms != before.changed_ms) {
                let now = listed(tx, id)?;
                let now = audit::conflict(tx, (ANNOUNCEMENT.noun, id), now)?;
                return Err(AnnouncementError::Changed(Box::new(now)));
            }
            exists(tx, &new)?;
            let mut row = NewRow::from(&new);
            if before.state(now_ms) == State::Live {
                // A live announcement keeps its start, and with it its place in the list, whatever the form says.
                row.from_ms = before.from_ms;
            }
            check_times(row.from_ms, row.until_ms, now_ms)?;
            diesel::update(announcements::table.find(id))
                .set((
                    row,
                    announcements::revision.eq(before.revision + 1),
                    // Two changes within a millisecond are told apart.
                    announcements::changed_ms.eq(now_ms.max(before.changed_ms + 1)),
                ))
                .execute(tx)?;
            ANNOUNCEMENT.note(tx, &actor, "announcement.update", (id, was), now_ms)?;
            listed(tx, id)
        })
        .await
}

/// Publishes a draft: visible from its start on, at once when that has come.
pub async fn publish(
    store: &Store,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<(), AnnouncementError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let draft = locked(tx, id)?;
            let was = values(tx, id)?;
            if !draft.state(now_ms).may_publish() {
                return Err(AnnouncementError::State);
            }
            set_published(tx, &draft, now_ms)?;
            ANNOUNCEMENT.note(tx, &actor, "announcement.publish", (id, was), now_ms)?;
            Ok(())
        })
        .await
}

fn set_published(
    tx: &mut AnyConn,
    draft: &Announcement,
    now_ms: i64,
) -> Result<(), AnnouncementError> {
    let from_ms = draft.from_ms.max(now_ms);
    check_times(from_ms, draft.until_ms, now_ms).map_err(|_| InvalidAnnouncement::Past)?;
    let published: i64 = announcements::table
        .filter(announcements::stage.eq(Stage::Published as i16))
        .filter(
            announcements::until_ms
                .is_null()
                .or(announcements::until_ms.gt(now_ms)),
        )
        .count()
        .get_result(tx)?;
    if published >= PUBLISHED_MAX {
        return Err(AnnouncementError::Limit);
    }
    diesel::update(announcements::table.find(draft.id))
        .set((
            announcements::stage.eq(Stage::Published as i16),
            announcements::from_ms.eq(from_ms),
            announcements::changed_ms.eq(now_ms),
        ))
        .execute(tx)?;
    Ok(())
}

/// Stores the order of popups, the first one first. The revision stays, so that no popup is shown again because of its new place.
pub async fn order(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
    now_ms: i64,
) -> Result<(), AnnouncementError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            // Locked by their ids, so that two orders at once take turns.
            let mut sorted = ids.clone();
            sorted.sort_unstable();
            for id in sorted {
                let one = locked(tx, id)?;
                if !one.msg_type.pops() || !one.state(now_ms).may_change() {
                    return Err(AnnouncementError::State);
                }
            }
            for (place, id) in ids.into_iter().enumerate() {
                let priority = priority_at(place).ok_or(AnnouncementError::Limit)?;
                let was = values(tx, id)?;
                let moved = diesel::update(
                    announcements::table
                        .find(id)
                        .filter(announcements::pop_priority.ne(priority)),
                )
                .set(announcements::pop_priority.eq(priority))
                .execute(tx)?;
                if moved > 0 {
                    ANNOUNCEMENT.note(tx, &actor, "announcement.order", (id, was), now_ms)?;
                }
            }
            Ok(())
        })
        .await
}

/// Withdraws an announcement: members no longer see it.
pub async fn withdraw(
    store: &Store,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<(), AnnouncementError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            if !locked(tx, id)?.state(now_ms).may_withdraw() {
                return Err(AnnouncementError::State);
            }
            let was = values(tx, id)?;
            diesel::update(announcements::table.find(id))
                .set((
                    announcements::stage.eq(Stage::Withdrawn as i16),
                    announcements::changed_ms.eq(now_ms),
                ))
                .execute(tx)?;
            ANNOUNCEMENT.note(tx, &actor, "announcement.withdraw", (id, was), now_ms)?;
            Ok(())
        })
        .await
}

/// Loads an announcement and locks its row until the end of this transaction.
fn locked(tx: &mut AnyConn, id: i64) -> Result<Announcement, AnnouncementError> {
    // Updating the row locks it on either database.
    let held = diesel::update(announcements::table.find(id))
        .set(announcements::stage.eq(announcements::stage))
        .execute(tx)?;
    if held == 0 {
        return Err(AnnouncementError::Unknown);
    }
    let row: Row = announcements::table
        .find(id)
        .select(Row::as_select())
        .first(tx)?;
    Ok(row.try_into()?)
}

const ANNOUNCEMENT: Subject = Subject {
    noun: "announcement",
    values,
};

/// Values of an announcement for the audit; none for an unknown id.
fn values(tx: &mut AnyConn, id: i64) -> Result<Option<Value>, diesel::result::Error> {
    let row: Option<Row> = announcements::table
        .find(id)
        .select(Row::as_select())
        .first(tx)
        .optional()?;
    Ok(row.map(|row| json!({
        "msgType": row.msg_type, "contentType": row.content_type, "titleZh": row.title_zh, "titleEn": row.title_en,
        "contentZh": row.content_zh, "contentEn": row.content_en, "popFrequency": row.pop_frequency, "popPriority": row.pop_priority,
        "audience": row.audience, "memberIds": row.member_ids, "configurationId": row.configuration_id, "subAccounts": row.sub_accounts,
        "fromMs": row.from_ms, "untilMs": row.until_ms, "stage": row.stage,
    })))
}

/// Checks that the pictures, members and configuration exist.
fn exists(tx: &mut AnyConn, new: &Written) -> Result<(), AnnouncementError> {
    if let Body::Pictures(names) = &new.body {
        for (name, lang) in names.iter().zip(domain::lang::Lang::ALL) {
            let found: i64 = pictures::table.find(name).count().get_result(tx)?;
            if found == 0 {
                return Err(AnnouncementError::Refused(
                    domain::notices::written::Refusal {
                        fault: InvalidAnnouncement::NoPicture,
                        lang: Some(lang),
                    },
                ));
            }
        }
    }
    match &new.address {
        Address::All => {}
        Address::Named(ids) => {
            let found: i64 = members::table
                .filter(among(members::id, ids))
                .filter(members::deleted_ms.is_null())
                .count()
                .get_result(tx)?;
            if usize::try_from(found) != Ok(ids.len()) {
                return Err(InvalidAnnouncement::NoMember.into());
            }
        }
        Address::Configuration(id) => {
            let found: i64 = configurations::table.find(*id).count().get_result(tx)?;
            if found == 0 {
                return Err(InvalidAnnouncement::Configuration.into());
            }
        }
    }
    Ok(())
}
