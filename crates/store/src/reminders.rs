//! Reminders of expiry: the message in the console, and its copies by SMS and mail where the member switched them on.
//!
//! Copies are rows of the message's own transaction. A sender moves a row on before it sends, so that one server sends it; a server that
//! dies in between sends it again a minute later.

use diesel::prelude::*;
use domain::auth::{MailAddress, PhoneNumber};
use domain::lang::Lang;
use domain::notices::reminders::{AT_ONCE, ReminderChannel, next_try_ms};
use domain::notices::{Kind, Message};
use thiserror::Error;

use crate::db::conn::{AnyConn, each};
use crate::db::schema::{members, reminder_wishes, reminders};
use crate::error::{StoreError, faults};
use crate::secrets::new_id;
use crate::session::Actor;
use crate::{Store, member, notices};

/// Ways in which a member wants to be reminded, beside the messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Whether reminders are sent by SMS.
    pub by_sms: bool,
    /// Whether reminders are sent by mail.
    pub by_mail: bool,
}

/// A member's wishes, and whether the account has where to send to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MemberReminders {
    pub wishes: Wishes,
    /// Whether the account has a phone number.
    pub has_phone: bool,
    /// Whether the account has a mail address.
    pub has_mail: bool,
}

/// Reason why a wish was not kept.
#[derive(Debug, Error)]
pub enum ReminderError {
    /// The account has no phone number, or no mail address.
    #[error("nowhere to send to")]
    Nowhere(ReminderChannel),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ReminderError);

/// A reminder to be sent now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outgoing {
    /// Reminder's id.
    pub id: i64,
    /// Number or mail address that the reminder goes to.
    pub to: Recipient,
    /// Language of the text.
    pub lang: Lang,
    /// The message that it repeats.
    pub message: Message,
}

/// Recipient of a reminder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// A phone number.
    Phone(PhoneNumber),
    /// A mail address.
    Mail(MailAddress),
}

/// A member's ways of being reminded.
pub async fn own(store: &Store, actor: &Actor) -> Result<MemberReminders, StoreError> {
    let member_id = actor.member_id();
    store.run(move |conn| own_of(conn, member_id)).await
}

fn own_of(conn: &mut AnyConn, member_id: i64) -> Result<MemberReminders, StoreError> {
    let (phone, email): (Option<String>, String) = members::table
        .find(member_id)
        .select((members::phone, members::email))
        .first(conn)?;
    let wishes = wishes_of(conn, member_id)?.map(|(wishes, _)| wishes);
    Ok(MemberReminders {
        wishes: wishes.unwrap_or_default(),
        has_phone: phone.is_some(),
        has_mail: !email.is_empty(),
    })
}

fn wishes_of(conn: &mut AnyConn, member_id: i64) -> Result<Option<(Wishes, String)>, StoreError> {
    let row: Option<(bool, bool, String)> = reminder_wishes::table
        .find(member_id)
        .select((
            reminder_wishes::by_sms,
            reminder_wishes::by_mail,
            reminder_wishes::lang,
        ))
        .first(conn)
        .optional()?;
    Ok(row.map(|(by_sms, by_mail, lang)| (Wishes { by_sms, by_mail }, lang)))
}

/// Keeps a member's ways of being reminded, and the language for them.
pub async fn wish(
    store: &Store,
    actor: &Actor,
    wishes: Wishes,
    lang: Lang,
) -> Result<(), ReminderError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            member::lock(tx, member_id)?;
            let there = own_of(tx, member_id)?;
            if wishes.by_sms && !there.has_phone {
                return Err(ReminderError::Nowhere(ReminderChannel::Sms));
            }
            if wishes.by_mail && !there.has_mail {
                return Err(ReminderError::Nowhere(ReminderChannel::Mail));
            }
            let row = (
                reminder_wishes::by_sms.eq(wishes.by_sms),
                reminder_wishes::by_mail.eq(wishes.by_mail),
                reminder_wishes::lang.eq(lang.tag()),
            );
            each!(tx, |c| diesel::insert_into(reminder_wishes::table)
                .values((reminder_wishes::member_id.eq(member_id), row))
                .on_conflict(reminder_wishes::member_id)
                .do_update()
                .set(row)
                .execute(c))?;
            Ok(())
        })
        .await
}

/// Writes a message about rentals, and its copies where it is a reminder.
pub(crate) fn write(
    tx: &mut AnyConn,
    member_id: i64,
    message: &Message,
    now_ms: i64,
) -> Result<(), StoreError> {
    notices::write(tx, member_id, message, now_ms)?;
    if message.kind() != Kind::ExpiryReminder {
        return Ok(());
    }
    let Some((wishes, lang)) = wishes_of(tx, member_id)? else {
        return Ok(());
    };
    let (template, params) = message.stored();
    for way in [
        (wishes.by_sms, ReminderChannel::Sms),
        (wishes.by_mail, ReminderChannel::Mail),
    ]
    .into_iter()
    .filter_map(|(on, way)| on.then_some(way))
    {
        diesel::insert_into(reminders::table)
            .values((
                reminders::id.eq(new_id()),
                reminders::member_id.eq(member_id),
                reminders::way.eq(way.code()),
                reminders::lang.eq(&lang),
                reminders::template.eq(template),
                reminders::params.eq(serde_json::Value::from(params.clone()).to_string()),
                reminders::tries.eq(0),
                reminders::created_ms.eq(now_ms),
                reminders::due_ms.eq(now_ms),
            ))
            .execute(tx)?;
    }
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = reminders)]
struct Row {
    id: i64,
    member_id: i64,
    way: i16,
    lang: String,
    template: String,
    params: String,
    tries: i32,
    due_ms: i64,
}

/// Takes reminders that are to be sent now; each is given to one caller until its next try. A reminder whose member is gone or disabled, or has
/// no such address any more, is deleted.
pub async fn take_due(store: &Store, now_ms: i64) -> Result<Vec<Outgoing>, StoreError> {
    // Usually no reminder is due, and a read finds that out without waiting for the writer's turn.
    let any: Option<i64> = store
        .run(move |conn| -> Result<_, StoreError> {
            Ok(reminders::table
                .filter(reminders::due_ms.le(now_ms))
                .select(reminders::id)
                .first(conn)
                .optional()?)
        })
        .await?;
    if any.is_none() {
        return Ok(Vec::new());
    }
    store
        .write(move |tx| {
            let rows: Vec<Row> = reminders::table
                .filter(reminders::due_ms.le(now_ms))
                .order((reminders::due_ms, reminders::id))
                .limit(AT_ONCE)
                .select(Row::as_select())
                .load(tx)?;
            let mut taken = Vec::with_capacity(rows.len());
            for row in rows {
                if let Some(outgoing) = take(tx, &row, now_ms)? {
                    taken.push(outgoing);
                }
            }
            Ok(taken)
        })
        .await
}

fn take(tx: &mut AnyConn, row: &Row, now_ms: i64) -> Result<Option<Outgoing>, StoreError> {
    let mine = || {
        reminders::table
            .find(row.id)
            .filter(reminders::due_ms.eq(row.due_ms))
    };
    // The last try has no further pause after it: its row is deleted before the reminder is sent.
    let moved = match next_try_ms(row.tries, now_ms) {
        Some(due_ms) => diesel::update(mine())
            .set((
                reminders::due_ms.eq(due_ms),
                reminders::tries.eq(row.tries + 1),
            ))
            .execute(tx)?,
        None => diesel::delete(mine()).execute(tx)?,
    };
    if moved == 0 {
        return Ok(None);
    }
    let Some(to) = recipient(tx, row.member_id, row.way)? else {
        diesel::delete(reminders::table.find(row.id)).execute(tx)?;
        return Ok(None);
    };
    let params =
        serde_json::from_str(&row.params).map_err(|_| StoreError::Corrupt("reminder params"))?;
    Ok(Some(Outgoing {
        id: row.id,
        to,
        lang: Lang::from_accept(&row.lang),
        message: Message::from_stored(&row.template, params)
            .ok_or(StoreError::Corrupt("reminder template"))?,
    }))
}

fn recipient(tx: &mut AnyConn, member_id: i64, way: i16) -> Result<Option<Recipient>, StoreError> {
    let row: Option<(Option<String>, String)> = members::table
        .find(member_id)
        .filter(members::deleted_ms.is_null())
        .filter(members::disabled.eq(false))
        .select((members::phone, members::email))
        .first(tx)
        .optional()?;
    let Some((phone, email)) = row else {
        return Ok(None);
    };
    Ok(match ReminderChannel::from_code(way) {
        Some(ReminderChannel::Sms) => phone
            .and_then(|number| PhoneNumber::parse(&number).ok())
            .map(Recipient::Phone),
        Some(ReminderChannel::Mail) => MailAddress::parse(&email).ok().map(Recipient::Mail),
        None => None,
    })
}

/// Notes that a reminder was taken by its service.
pub async fn sent(store: &Store, id: i64) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            diesel::delete(reminders::table.find(id)).execute(tx)?;
            Ok(())
        })
        .await
}
