//! One-time tickets of sockets: 30 seconds, bound to member, session, purpose, phones, level. Only hashes are kept.
//! Issued and redeemed by [`crate::play`] and [`crate::live`] alone.

use diesel::prelude::*;
use domain::session::TICKET_MS;

use crate::conn::AnyConn;
use crate::fault::Fault;
use crate::schema::{members, sessions, tickets};
use crate::secrets::{digest, hash_token, new_token};
use crate::session::Actor;

/// What a ticket opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Play = 1,
    Deck = 2,
    Member = 3,
    Notice = 4,
}

/// What a ticket says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) purpose: Purpose,
    /// In slot order; none for the member's own sockets.
    pub(crate) phone_ids: Vec<i64>,
    pub(crate) level: i16,
    pub(crate) control: bool,
    pub(crate) epoch: i64,
}

/// A ticket that was issued: its text exists only here and at its holder.
#[derive(Clone, PartialEq, Eq)]
pub struct Ticket {
    /// Goes into the socket's `token`.
    pub text: String,
    /// Unix milliseconds.
    pub expires_ms: i64,
}

pub(crate) fn issue(
    tx: &mut AnyConn,
    actor: &Actor,
    content: &Content,
    now_ms: i64,
) -> Result<Ticket, Fault> {
    // Each issue clears what is over: the table stays as small as half a minute.
    diesel::delete(tickets::table.filter(tickets::expires_ms.le(now_ms))).execute(tx)?;
    let ticket = Ticket {
        text: new_token(),
        expires_ms: now_ms + TICKET_MS,
    };
    let ids: Vec<String> = content.phone_ids.iter().map(ToString::to_string).collect();
    diesel::insert_into(tickets::table)
        .values((
            tickets::hash.eq(digest(&ticket.text)),
            tickets::purpose.eq(content.purpose as i16),
            tickets::member_id.eq(actor.member_id()),
            tickets::session_id.eq(actor.session_id()),
            tickets::phones.eq(ids.join(",")),
            tickets::level.eq(content.level),
            tickets::control.eq(content.control),
            tickets::epoch.eq(content.epoch),
            tickets::expires_ms.eq(ticket.expires_ms),
        ))
        .execute(tx)?;
    Ok(ticket)
}

/// Member, session, role, permissions.
type Who = (i64, i64, i16, String);
/// Phones, level, control, epoch.
type What = (String, i16, bool, i64);

/// Spends a ticket: one conditional statement decides who wins. None when it is unknown, spent, too old, for another purpose,
/// or its session ended.
pub(crate) fn redeem(
    tx: &mut AnyConn,
    text: &str,
    purpose: Purpose,
    now_ms: i64,
) -> Result<Option<(Actor, Content)>, Fault> {
    let Some(hash) = hash_token(text) else {
        return Ok(None);
    };
    let spent = diesel::update(
        tickets::table
            .find(&hash)
            .filter(tickets::purpose.eq(purpose as i16))
            .filter(tickets::used_ms.is_null())
            .filter(tickets::expires_ms.gt(now_ms)),
    )
    .set(tickets::used_ms.eq(now_ms))
    .execute(tx)?;
    if spent == 0 {
        return Ok(None);
    }
    let row: Option<(Who, What)> = tickets::table
        .inner_join(sessions::table.on(sessions::id.eq(tickets::session_id)))
        .inner_join(members::table.on(members::id.eq(tickets::member_id)))
        .filter(tickets::hash.eq(&hash))
        .filter(sessions::ended_ms.is_null())
        .filter(members::disabled.eq(false))
        .select((
            (
                members::id,
                sessions::id,
                members::role,
                members::permissions,
            ),
            (
                tickets::phones,
                tickets::level,
                tickets::control,
                tickets::epoch,
            ),
        ))
        .first(tx)
        .optional()?;
    row.map(
        |((member, session, role, permissions), (phones, level, control, epoch))| {
            let phone_ids = phones
                .split(',')
                .filter(|id| !id.is_empty())
                .map(|id| id.parse().map_err(|_| Fault::Corrupt("ticket phones")))
                .collect::<Result<_, _>>()?;
            let content = Content {
                purpose,
                phone_ids,
                level,
                control,
                epoch,
            };
            Ok((
                Actor::restored(member, session, role, &permissions)?,
                content,
            ))
        },
    )
    .transpose()
}
