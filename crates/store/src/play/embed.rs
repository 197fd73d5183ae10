//! The player inside a third-party page: a delegated session of its own for one phone, begun by a one-time ticket.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::access::Level;
use domain::phones::Refusal;
use domain::session::{EMBEDS_MAX, Scope, Scopes};
use thiserror::Error;

use super::StartError;
use crate::access::{ClaimError, View, claim_one};
use crate::db::conn::AnyConn;
use crate::db::schema::sessions;
use crate::error::{StoreError, faults};
use crate::secrets::{digest, new_token};
use crate::session::{
    Actor, Delegation, NewDelegation, delegate, end_with, hand_out, level_from_stored, read_ids,
    used_at,
};
use crate::tickets::{self, Content, Purpose, Ticket};
use crate::{Store, audit};

/// Request of an embedded player: phone, rights and times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmbedAsk {
    pub phone_id: i64,
    /// Whether the player may control the phone.
    pub operate: bool,
    /// Life of the ticket, in milliseconds.
    pub opens_ms: i64,
    /// Longest duration of the session, in milliseconds.
    pub lasts_ms: i64,
}

/// An embedded player that is ready to be opened once.
#[derive(Clone)]
pub struct NewEmbed {
    /// Id, by which the player is ended.
    pub embed_id: i64,
    /// Ticket, which opens the player.
    pub ticket: Ticket,
    /// Latest end: no later than the end of the right behind it. Unix milliseconds.
    pub until_ms: i64,
}

/// Why an embedded player is not made or ended.
#[derive(Debug, Error)]
pub enum EmbedError {
    /// The phone or the right is refused, as for opening the phone.
    #[error(transparent)]
    Phone(StartError),
    /// The limit [`EMBEDS_MAX`] is reached.
    #[error("too many embedded players")]
    TooMany,
    /// The player is unknown, over, or another member's.
    #[error("no such embedded player")]
    Unknown,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(EmbedError);

/// Makes an embedded player: a delegated session for this phone alone, with at most the caller's right, and the ticket that begins it.
pub async fn embed(
    store: &Store,
    actor: &Actor,
    ask: EmbedAsk,
    now_ms: i64,
) -> Result<NewEmbed, EmbedError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let refused = |refusal| EmbedError::Phone(StartError::Refused(refusal));
            let phone = claim_one::<View>(tx, &actor, ask.phone_id, now_ms)
                .map_err(|error| EmbedError::Phone(error.into()))?;
            let level = if ask.operate {
                Level::Operate
            } else {
                Level::View
            };
            let lends_on = actor.delegation().is_some_and(Delegation::is_embedded);
            if lends_on || !phone.level().allows(level) {
                return Err(refused(Refusal::Right));
            }
            if phone.expire_ms <= now_ms {
                return Err(refused(Refusal::Expired));
            }
            if running(tx, &actor, now_ms)? >= EMBEDS_MAX {
                return Err(EmbedError::TooMany);
            }
            let until_ms = phone.until_ms().min(now_ms + ask.lasts_ms);
            let embed_id = delegate(
                tx,
                &NewDelegation {
                    member_id: actor.member_id(),
                    terminal: Delegation::EMBED,
                    name: "",
                    scopes: Scopes::from(Scope::PhonesControl),
                    level: Some(level),
                    phones: Some(&[ask.phone_id]),
                    // An embedded player that is not opened ends with its ticket.
                    until_ms: until_ms.min(now_ms + ask.opens_ms),
                    made_by: actor.delegation().map(|_| actor.session_id()),
                },
                now_ms,
            )?;
            let content = Content {
                purpose: Purpose::Embed,
                phone_ids: vec![ask.phone_id],
                level: level as i16,
                control: ask.operate,
                epoch: 0,
                until_ms: Some(until_ms),
            };
            let whose = (actor.member_id(), embed_id);
            let ticket = tickets::issue_for(tx, whose, &content, ask.opens_ms, now_ms)?;
            let object = format!("phone:{}", ask.phone_id);
            let entry = audit::Entry {
                detail: if ask.operate { "operate" } else { "view" },
                ..audit::Entry::by(&actor, "play.embed", &object, now_ms)
            };
            audit::record(tx, &entry)?;
            Ok(NewEmbed {
                embed_id,
                ticket,
                until_ms,
            })
        })
        .await
}

/// Number of a member's embedded players that wait or run.
fn running(tx: &mut AnyConn, actor: &Actor, now_ms: i64) -> Result<i64, StoreError> {
    // The member's row is the lock: two calls at once take turns.
    crate::member::lock(tx, actor.member_id())?;
    Ok(sessions::table
        .filter(sessions::member_id.eq(actor.member_id()))
        .filter(sessions::terminal.eq(Delegation::EMBED))
        .filter(sessions::ended_ms.is_null())
        .filter(sessions::until_ms.gt(now_ms))
        .count()
        .get_result(tx)?)
}

/// An embedded player that was opened.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenedEmbed {
    /// Token for `Authorization: Bearer`, kept in the page's memory alone.
    pub token: String,
    pub phone_id: i64,
    /// Name for people.
    pub name: String,
    /// Whether the player may control the phone.
    pub operate: bool,
    /// Latest end, Unix milliseconds.
    pub until_ms: i64,
}

/// Spends the ticket of an embedded player and begins its session. None when the ticket opens nothing any more.
pub async fn open_embed(
    store: &Store,
    ticket: String,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<Option<OpenedEmbed>, StoreError> {
    store
        .write(move |tx| -> Result<Option<OpenedEmbed>, StoreError> {
            let Some((actor, content)) = tickets::redeem(tx, &ticket, Purpose::Embed, now_ms)?
            else {
                return Ok(None);
            };
            let (Some(phone_id), Some(until_ms)) =
                (content.phone_ids.first().copied(), content.until_ms)
            else {
                return Err(StoreError::Corrupt("ticket of an embedded player"));
            };
            // The right may have ended since: the ticket is spent all the same.
            let phone = match claim_one::<View>(tx, &actor, phone_id, now_ms) {
                Ok(phone) => phone,
                Err(ClaimError::Unknown | ClaimError::Right) => return Ok(None),
                Err(ClaimError::Fault(fault)) => return Err(fault),
            };
            let token = new_token();
            diesel::update(sessions::table.find(actor.session_id()))
                .set(sessions::until_ms.eq(until_ms))
                .execute(tx)?;
            used_at(tx, actor.session_id(), address, now_ms)?;
            hand_out(tx, actor.session_id(), &digest(&token), until_ms)?;
            let name = if phone.alias.is_empty() {
                phone.owl_id.clone()
            } else {
                phone.alias.clone()
            };
            Ok(Some(OpenedEmbed {
                token,
                phone_id,
                name,
                operate: content.control,
                until_ms,
            }))
        })
        .await
}

/// An embedded player that waits or runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embed {
    /// Id, by which the player is ended.
    pub embed_id: i64,
    pub phone_id: i64,
    /// Whether the player may control the phone.
    pub operate: bool,
    /// Time of the request, Unix milliseconds.
    pub created_ms: i64,
    /// Latest end, while waiting the ticket's end; Unix milliseconds.
    pub until_ms: i64,
    /// Whether the ticket was used.
    pub opened: bool,
    /// Client's address; empty before the opening.
    pub address: String,
}

/// The member's embedded players that wait or run, the newest first; a token's holder sees those that it made.
pub async fn embeds(store: &Store, actor: &Actor, now_ms: i64) -> Result<Vec<Embed>, StoreError> {
    type Row = (
        i64,
        Option<String>,
        Option<i16>,
        i64,
        Option<i64>,
        i64,
        String,
    );
    let actor = actor.clone();
    store
        .run(move |conn| {
            let mut query = sessions::table
                .filter(sessions::member_id.eq(actor.member_id()))
                .filter(sessions::terminal.eq(Delegation::EMBED))
                .filter(sessions::ended_ms.is_null())
                .filter(sessions::until_ms.gt(now_ms))
                .order((sessions::created_ms.desc(), sessions::id))
                .select((
                    sessions::id,
                    sessions::phones,
                    sessions::level,
                    sessions::created_ms,
                    sessions::until_ms,
                    sessions::seen_ms,
                    sessions::address,
                ))
                .into_boxed::<crate::db::conn::Backend>();
            if actor.delegation().is_some() {
                query = query.filter(sessions::made_by.eq(actor.session_id()));
            }
            let rows: Vec<Row> = query.load(conn)?;
            rows.into_iter()
                .map(
                    |(embed_id, phones, level, created_ms, until_ms, seen_ms, address)| {
                        let phones = phones.and_then(|ids| read_ids(&ids)).unwrap_or_default();
                        let corrupt = || StoreError::Corrupt("embedded player");
                        Ok(Embed {
                            embed_id,
                            phone_id: phones.first().copied().ok_or_else(corrupt)?,
                            operate: level.and_then(level_from_stored).ok_or_else(corrupt)?
                                == Level::Operate,
                            created_ms,
                            until_ms: until_ms.ok_or_else(corrupt)?,
                            opened: seen_ms > 0,
                            address,
                        })
                    },
                )
                .collect()
        })
        .await
}

/// Ends an embedded player that waits or runs: its pictures within a second, its ticket at once.
pub async fn end_embed(
    store: &Store,
    actor: &Actor,
    embed_id: i64,
    now_ms: i64,
) -> Result<(), EmbedError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let made_by = actor.delegation().map(|_| actor.session_id());
            let which = (actor.member_id(), Delegation::EMBED);
            if end_with(tx, which, embed_id, made_by, now_ms)? {
                Ok(())
            } else {
                Err(EmbedError::Unknown)
            }
        })
        .await
}
