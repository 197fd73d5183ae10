//! One-time tickets of sockets and files: valid for 30 seconds, and bound to member, session, purpose, phones and level. Only hashes are stored.
//! Only [`crate::play`] and [`crate::live`] issue and redeem them. The ticket of an embedded player begins a session of its own, and may wait
//! some minutes.

use diesel::prelude::*;
use domain::session::TICKET_MS;

use crate::db::conn::AnyConn;
use crate::db::schema::{members, sessions, tickets};
use crate::error::StoreError;
use crate::secrets::{digest, hash_token, new_token};
use crate::session::{ACTOR_COLUMNS, Actor, ActorRow, read_ids, written_ids};

/// Purpose of a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Play = 1,
    Deck = 2,
    Member = 3,
    Notice = 4,
    File = 5,
    /// The session of an embedded player, which gets a token of its own.
    Embed = 6,
    /// The page of a link to a clip.
    Clip = 7,
}

/// Content of a ticket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) purpose: Purpose,
    /// Ids of the phones in slot order; empty for the member's own sockets.
    pub(crate) phone_ids: Vec<i64>,
    pub(crate) level: i16,
    pub(crate) control: bool,
    pub(crate) epoch: i64,
    /// End of an embedded player's session once it is opened, Unix milliseconds; none for other tickets.
    pub(crate) until_ms: Option<i64>,
}

/// A ticket that was issued: its text exists only here and at its holder.
#[derive(Clone, PartialEq, Eq)]
pub struct Ticket {
    /// Text for the socket's `token`, or a file's `ticket`.
    pub text: String,
    /// End of the ticket, Unix milliseconds.
    pub expires_ms: i64,
}

pub(crate) fn issue(
    tx: &mut AnyConn,
    actor: &Actor,
    content: &Content,
    now_ms: i64,
) -> Result<Ticket, StoreError> {
    issue_about(tx, actor, content, "", now_ms)
}

/// Issues a ticket with a subject besides phones: `subject` comes back from [`subject_of`].
pub(crate) fn issue_about(
    tx: &mut AnyConn,
    actor: &Actor,
    content: &Content,
    subject: &str,
    now_ms: i64,
) -> Result<Ticket, StoreError> {
    let whose = (actor.member_id(), actor.session_id());
    issued(tx, whose, content, subject, TICKET_MS, now_ms)
}

/// Issues a ticket for a session that begins with the ticket's use, within `life_ms`.
pub(crate) fn issue_for(
    tx: &mut AnyConn,
    whose: (i64, i64),
    content: &Content,
    life_ms: i64,
    now_ms: i64,
) -> Result<Ticket, StoreError> {
    issued(tx, whose, content, "", life_ms, now_ms)
}

fn issued(
    tx: &mut AnyConn,
    (member_id, session_id): (i64, i64),
    content: &Content,
    subject: &str,
    life_ms: i64,
    now_ms: i64,
) -> Result<Ticket, StoreError> {
    // Each issue deletes expired tickets, so that the table stays small.
    diesel::delete(tickets::table.filter(tickets::expires_ms.le(now_ms))).execute(tx)?;
    let ticket = Ticket {
        text: new_token(),
        expires_ms: now_ms + life_ms,
    };
    diesel::insert_into(tickets::table)
        .values((
            tickets::hash.eq(digest(&ticket.text)),
            tickets::purpose.eq(content.purpose as i16),
            tickets::member_id.eq(member_id),
            tickets::session_id.eq(session_id),
            tickets::phones.eq(written_ids(&content.phone_ids)),
            tickets::level.eq(content.level),
            tickets::control.eq(content.control),
            tickets::epoch.eq(content.epoch),
            tickets::until_ms.eq(content.until_ms),
            tickets::expires_ms.eq(ticket.expires_ms),
            tickets::subject.eq(subject),
        ))
        .execute(tx)?;
    Ok(ticket)
}

/// The subject of a ticket that was just redeemed.
pub(crate) fn subject_of(tx: &mut AnyConn, text: &str) -> Result<String, StoreError> {
    let hash = hash_token(text).unwrap_or_default();
    Ok(tickets::table
        .find(hash)
        .select(tickets::subject)
        .first(tx)?)
}

/// Phones, level, control, epoch, end.
type What = (String, i16, bool, i64, Option<i64>);

/// Spends a ticket: one conditional statement decides who wins. None when it is unknown, spent, too old, for another purpose,
/// or its session ended.
pub(crate) fn redeem(
    tx: &mut AnyConn,
    text: &str,
    purpose: Purpose,
    now_ms: i64,
) -> Result<Option<(Actor, Content)>, StoreError> {
    redeemed(tx, text, purpose, None, now_ms)
}

/// Redeems a ticket for its own session only: another session's ticket is unknown to the caller, and stays good for its holder.
pub(crate) fn redeem_own(
    tx: &mut AnyConn,
    actor: &Actor,
    text: &str,
    purpose: Purpose,
    now_ms: i64,
) -> Result<Option<Content>, StoreError> {
    let redeemed = redeemed(tx, text, purpose, Some(actor.session_id()), now_ms)?;
    Ok(redeemed.map(|(_, content)| content))
}

fn redeemed(
    tx: &mut AnyConn,
    text: &str,
    purpose: Purpose,
    session_id: Option<i64>,
    now_ms: i64,
) -> Result<Option<(Actor, Content)>, StoreError> {
    let Some(hash) = hash_token(text) else {
        return Ok(None);
    };
    let good = tickets::table
        .filter(tickets::hash.eq(&hash))
        .filter(tickets::purpose.eq(purpose as i16))
        .filter(tickets::used_ms.is_null())
        .filter(tickets::expires_ms.gt(now_ms));
    let spent = match session_id {
        Some(id) => diesel::update(good.filter(tickets::session_id.eq(id)))
            .set(tickets::used_ms.eq(now_ms))
            .execute(tx)?,
        None => diesel::update(good)
            .set(tickets::used_ms.eq(now_ms))
            .execute(tx)?,
    };
    if spent == 0 {
        return Ok(None);
    }
    let row: Option<(ActorRow, What)> = tickets::table
        .inner_join(sessions::table.on(sessions::id.eq(tickets::session_id)))
        .inner_join(members::table.on(members::id.eq(tickets::member_id)))
        .filter(tickets::hash.eq(&hash))
        .filter(sessions::ended_ms.is_null())
        .filter(
            sessions::until_ms
                .is_null()
                .or(sessions::until_ms.gt(now_ms)),
        )
        .filter(members::disabled.eq(false))
        .select((
            ACTOR_COLUMNS,
            (
                tickets::phones,
                tickets::level,
                tickets::control,
                tickets::epoch,
                tickets::until_ms,
            ),
        ))
        .first(tx)
        .optional()?;
    row.map(|(who, (phones, level, control, epoch, until_ms))| {
        let content = Content {
            purpose,
            phone_ids: read_ids(&phones).ok_or(StoreError::Corrupt("ticket phones"))?,
            level,
            control,
            epoch,
            until_ms,
        };
        Ok((Actor::restored(who)?, content))
    })
    .transpose()
}
