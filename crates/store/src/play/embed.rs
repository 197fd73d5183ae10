//! The player inside somebody else's page: a session of its own for one phone, lent by who may open it and begun by a one-time ticket.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::access::Level;
use domain::phones::Refusal;
use domain::session::{EMBEDS_MAX, Scope, Scopes};
use thiserror::Error;

use super::StartError;
use crate::access::{ClaimError, View, claim_one};
use crate::conn::AnyConn;
use crate::error::{StoreError, faults};
use crate::schema::sessions;
use crate::secrets::{digest, new_token};
use crate::session::{
    Actor, Delegation, NewDelegation, end_with, hand_out, lend, level_from_stored, read_ids,
    used_at,
};
use crate::tickets::{self, Content, Purpose, Ticket};
use crate::{Store, audit};

/// What a page is to show, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmbedAsk {
    /// Which phone.
    pub phone_id: i64,
    /// Whether it may be controlled there, too.
    pub operate: bool,
    /// The ticket opens so long.
    pub opens_ms: i64,
    /// The session lasts so long at most.
    pub lasts_ms: i64,
}

/// An embedded player that may be opened once.
#[derive(Clone)]
pub struct NewEmbed {
    /// Ends it.
    pub embed_id: i64,
    /// Opens it.
    pub ticket: Ticket,
    /// When it ends at the latest: no later than the right that it was lent from. Unix milliseconds.
    pub until_ms: i64,
}

/// Why none was made.
#[derive(Debug, Error)]
pub enum EmbedError {
    /// The phone or the right, as when it is opened.
    #[error(transparent)]
    Phone(StartError),
    /// [`EMBEDS_MAX`] wait or run.
    #[error("too many embedded players")]
    TooMany,
    /// Unknown, over, or somebody else's.
    #[error("no such embedded player")]
    Unknown,
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(EmbedError);

/// Lends a phone to a page: a session that is this phone's alone, at most as much as the asker may, and the ticket that begins it.
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
            let embed_id = lend(
                tx,
                &NewDelegation {
                    member_id: actor.member_id(),
                    terminal: Delegation::EMBED,
                    name: "",
                    scopes: Scopes::from(Scope::PhonesControl),
                    level: Some(level),
                    phones: Some(&[ask.phone_id]),
                    // One that nobody opens is over with its ticket.
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

/// How many of a member's wait or run.
fn running(tx: &mut AnyConn, actor: &Actor, now_ms: i64) -> Result<i64, StoreError> {
    // The member's row is the lock: two that ask at once take turns.
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
    /// For `Authorization: Bearer`, in the page's memory alone.
    pub token: String,
    /// Which phone.
    pub phone_id: i64,
    /// For people.
    pub name: String,
    /// Whether it may be controlled.
    pub operate: bool,
    /// When it ends at the latest, Unix milliseconds.
    pub until_ms: i64,
}

/// Spends the ticket of an embedded player: its session begins. None when the ticket opens nothing any more.
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
            // A right that ended since: the ticket is spent all the same.
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
    /// Ends it.
    pub embed_id: i64,
    /// Which phone.
    pub phone_id: i64,
    /// Whether it may be controlled.
    pub operate: bool,
    /// When it was asked for, Unix milliseconds.
    pub created_ms: i64,
    /// When it ends at the latest: of one that waits, when its ticket does. Unix milliseconds.
    pub until_ms: i64,
    /// Its ticket was used.
    pub opened: bool,
    /// From where; empty before.
    pub address: String,
}

/// The member's embedded players that wait or run, the newest first; a token's holder sees those that it asked for.
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
                .into_boxed::<crate::conn::Backend>();
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

/// Ends one that waits or runs: its pictures within a second, its ticket at once.
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
