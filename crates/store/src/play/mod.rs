//! Opening a phone in the browser: right, state, seat and ticket in one transaction, and the changes of a running socket to its seat.

mod embed;
mod file;
mod group;
mod report;
mod seat;
mod shot;
mod together;

use std::collections::HashSet;

use diesel::prelude::*;
use domain::access::Level;
use domain::apps::PackageName;
use domain::phones::{Action, Power, Refusal, Situation};
use domain::play::DECK_MAX_SLOTS;
use domain::sharing::trial::TRIAL_SOCKETS_MAX;
use thiserror::Error;

use crate::Store;
use crate::access::{ClaimError, Granted, Operate, View, claim, claim_one};
use crate::audit;
use crate::db::conn::AnyConn;
use crate::db::schema::{grants, phones};
use crate::error::{StoreError, faults};
use crate::phones::Phone;
use crate::session::Actor;
use crate::sharing::links::{trial, viewers_max};
use crate::tickets::{self, Content, Purpose};

pub use crate::tickets::Ticket;
pub use domain::play::Mode;
pub use embed::{
    Embed, EmbedAsk, EmbedError, NewEmbed, OpenedEmbed, embed, embeds, end_embed, open_embed,
};
pub(crate) use file::DELETED;
pub use file::{FileError, file_ticket, may_delete, may_move, may_use_files, open_file};
pub use group::{follow, group_ticket};
pub use report::{ReportError, SESSION_ERROR, SessionError, report};
pub(crate) use seat::{CONNECTED, FREE, clear_seats, held, lock_free};
pub use seat::{cut, recover, release};
pub use shot::{ShotError, may_shoot};
pub(crate) use together::known_to;
pub use together::{Controlling, KnownMember, people, take_control};

/// Audit kind: a guest opened a phone to view it.
pub(crate) const WATCHED: &str = "play.watch";
/// Audit kind: a guest opened a phone to control it.
pub(crate) const CONTROLLED: &str = "play.control";

/// A session that may be opened.
#[derive(Clone)]
pub struct Started {
    /// Ticket for the socket.
    pub ticket: Ticket,
    /// Whether this session will control the phone.
    pub control: bool,
    /// The member's level.
    pub level: Level,
}

/// Why a session is not started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The phone is unknown, or another member's.
    #[error("no such phone")]
    Unknown,
    /// The rental, the power or the status forbids it.
    #[error("the phone's state does not allow this")]
    Refused(Refusal),
    /// The phone is controlled by another member.
    #[error("another member controls the phone")]
    Occupied,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(StartError);

impl From<ClaimError> for StartError {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::Unknown => Self::Unknown,
            ClaimError::Right => Self::Refused(Refusal::Right),
            ClaimError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// Reserves a phone for 30 s (controllers only) and issues the ticket of its play socket.
///
/// `resume` is the token that the cut session got when it was opened: within 15 s it keeps the seat's epoch.
pub async fn start(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    mode: Mode,
    resume: Option<String>,
    now_ms: i64,
) -> Result<Started, StartError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let phone = claim_one::<View>(tx, &actor, phone_id, now_ms)?;
            let level = phone.level();
            let control =
                mode == Mode::Control && (level.allows(Level::Operate) || actor.is_trial());
            let action = if control && !actor.is_trial() {
                Action::Play
            } else {
                // A phone can be played wherever it can be watched.
                Action::Watch
            };
            let checked = action.check(situation(&phone, now_ms));
            checked.map_err(StartError::Refused)?;
            let epoch = if control {
                let phone = phone
                    .seated(&actor)
                    .map_err(|_| StartError::Refused(Refusal::Right))?;
                seat::reserve(tx, &phone, &actor, resume.as_deref(), now_ms)?
                    .ok_or(StartError::Occupied)?
            } else {
                0
            };
            let content = Content {
                purpose: Purpose::Play,
                phone_ids: vec![phone_id],
                level: level as i16,
                control,
                epoch,
                until_ms: None,
            };
            Ok(Started {
                ticket: tickets::issue(tx, &actor, &content, now_ms)?,
                control,
                level,
            })
        })
        .await
}

/// Claims a phone for an actor who may operate it, while it could be played: for actions on it beside its picture.
fn operable(
    tx: &mut AnyConn,
    actor: &Actor,
    phone_id: i64,
    now_ms: i64,
) -> Result<Granted<Phone, Operate>, StartError> {
    let phone = claim_one::<Operate>(tx, actor, phone_id, now_ms)?;
    let situation = Situation {
        status: phone.status(),
        power: phone.power(),
        level: Level::Operate,
        expired: phone.expire_ms <= now_ms,
        unable: None,
        trouble: phone.trouble(),
    };
    let checked = Action::Play.check(situation);
    checked.map_err(StartError::Refused)?;
    Ok(phone)
}

fn situation(phone: &Granted<Phone, View>, now_ms: i64) -> Situation {
    Situation {
        status: phone.status(),
        power: phone.power(),
        level: phone.level(),
        expired: phone.expire_ms <= now_ms,
        unable: None,
        trouble: phone.trouble(),
    }
}

/// An opened play session.
#[derive(Clone)]
pub struct Opened {
    /// The actor that plays.
    pub actor: Actor,
    pub phone_id: i64,
    /// The member's level.
    pub level: Level,
    /// Whether this session controls the phone.
    pub control: bool,
    /// Epoch, carried by every input; 0 for a viewer.
    pub epoch: u32,
    /// Resume token for [`start`] after a cut; empty for a viewer.
    pub resume: String,
    /// End of the right: the grant's end, or the rental's for its owner. Unix milliseconds.
    pub until_ms: i64,
    /// Whether the phone is granted to anybody but its owner now.
    pub granted_out: bool,
    /// The owner's link that opened the page, and the number of pages that it lets in at the same time.
    pub link: Option<(i64, i64)>,
    /// The app of a trial, for its page.
    pub trial: Option<PackageName>,
}

/// Why a socket is not opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The ticket is unknown, spent, expired, for another phone, or of an ended session.
    #[error("the ticket does not open this")]
    Ticket,
    /// The right ended since the ticket was issued.
    #[error("the right to the phone has ended")]
    Right,
    /// The seat was taken by another session of the member since the ticket was issued.
    #[error("the phone was opened elsewhere")]
    Elsewhere,
    /// The seat was taken by another member.
    #[error("another member controls the phone")]
    Occupied,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(OpenError);

/// Redeems the ticket of a play socket for `phone_id`; a controller takes its reserved seat.
pub async fn open(
    store: &Store,
    ticket: String,
    phone_id: i64,
    now_ms: i64,
) -> Result<Opened, OpenError> {
    store
        .write(move |tx| {
            // An inner refusal is committed with the spent ticket: a ticket shown for the wrong phone is void.
            let Some((actor, content)) = tickets::redeem(tx, &ticket, Purpose::Play, now_ms)?
                .filter(|(_, content)| content.phone_ids == [phone_id])
            else {
                return Ok(Err(OpenError::Ticket));
            };
            let phone = match claim_one::<View>(tx, &actor, phone_id, now_ms) {
                Ok(phone) => phone,
                Err(ClaimError::Fault(fault)) => return Err(OpenError::Fault(fault)),
                Err(ClaimError::Unknown | ClaimError::Right) => return Ok(Err(OpenError::Right)),
            };
            // The right shrank or the rental ended since the ticket was issued: the member has to start anew.
            if phone.level() as i16 != content.level || phone.expire_ms <= now_ms {
                return Ok(Err(OpenError::Right));
            }
            let level = phone.level();
            let resume = if content.control {
                match seat::connect(tx, phone_id, content.epoch)? {
                    Some(resume) => resume,
                    None if seat::is_of(tx, phone_id, actor.member_id())? => {
                        return Ok(Err(OpenError::Elsewhere));
                    }
                    None => return Ok(Err(OpenError::Occupied)),
                }
            } else {
                String::new()
            };
            seat::played(tx, phone_id, now_ms)?;
            if level != Level::Owner {
                // The owner may ask what its guests did.
                let kind = if content.control { CONTROLLED } else { WATCHED };
                let object = format!("phone:{phone_id}");
                audit::record(tx, &audit::Entry::by(&actor, kind, &object, now_ms))?;
            }
            let link = match actor.link_id() {
                // The trial itself lets in one visitor.
                Some(id) if actor.is_trial() => Some((id, TRIAL_SOCKETS_MAX)),
                Some(id) => Some((id, viewers_max(tx, id)?)),
                None => None,
            };
            Ok(Ok(Opened {
                trial: trial::package_of(tx, &actor)?,
                actor,
                link,
                phone_id,
                level,
                control: content.control,
                epoch: seat::wire_epoch(content.epoch)?,
                resume,
                until_ms: phone.until_ms(),
                granted_out: is_granted_out(tx, phone_id, now_ms)?,
            }))
        })
        .await?
}

fn is_granted_out(tx: &mut AnyConn, phone_id: i64, now_ms: i64) -> Result<bool, StoreError> {
    let live = grants::table
        .filter(grants::phone_id.eq(phone_id))
        .filter(grants::ended_ms.is_null())
        .filter(grants::expire_ms.gt(now_ms));
    Ok(live.count().get_result::<i64>(tx)? > 0)
}

/// The status code that clients see of a phone, and its switch; none when there is no such phone.
pub async fn status_and_power(
    store: &Store,
    phone_id: i64,
) -> Result<Option<(i16, Power)>, StoreError> {
    store
        .run(move |conn| {
            let row =
                (phones::table.find(phone_id)).select((phones::status_code, phones::power_on));
            let row: Option<(i16, bool)> = row.first(conn).optional()?;
            Ok(row.map(|(code, on)| (code, if on { Power::On } else { Power::Off })))
        })
        .await
}

/// Why a deck ticket is not issued.
#[derive(Debug, Error)]
pub enum DeckError {
    /// The number of phones is zero, or above [`DECK_MAX_SLOTS`].
    #[error("a deck shows 1 to {DECK_MAX_SLOTS} phones")]
    Count,
    /// A phone is named twice.
    #[error("the same phone was chosen twice")]
    Duplicate,
    /// The master of a group is none of its phones.
    #[error("the master is none of the phones")]
    Master,
    /// A phone is unknown, or another member's.
    #[error("no such phone")]
    Unknown,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(DeckError);

/// Issues the ticket of a deck socket; a phone that the member cannot see refuses the whole call.
pub async fn deck_ticket(
    store: &Store,
    actor: &Actor,
    phone_ids: Vec<i64>,
    now_ms: i64,
) -> Result<Ticket, DeckError> {
    if phone_ids.is_empty() || phone_ids.len() > DECK_MAX_SLOTS {
        return Err(DeckError::Count);
    }
    if phone_ids.iter().collect::<HashSet<_>>().len() < phone_ids.len() {
        return Err(DeckError::Duplicate);
    }
    ticket_of_set(store, actor, phone_ids, false, now_ms).await
}

async fn ticket_of_set(
    store: &Store,
    actor: &Actor,
    phone_ids: Vec<i64>,
    group: bool,
    now_ms: i64,
) -> Result<Ticket, DeckError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            claim::<View>(tx, &actor, &phone_ids, now_ms).map_err(|error| match error {
                ClaimError::Unknown | ClaimError::Right => DeckError::Unknown,
                ClaimError::Fault(fault) => DeckError::Fault(fault),
            })?;
            let content = Content {
                purpose: Purpose::Deck,
                phone_ids,
                level: Level::View as i16,
                control: group,
                epoch: 0,
                until_ms: None,
            };
            Ok(tickets::issue(tx, &actor, &content, now_ms)?)
        })
        .await
}

/// An opened deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    /// The actor that opened the deck.
    pub actor: Actor,
    /// Ids of the phones in slot order. [`crate::access::status`] tells whether each may still be seen.
    pub phone_ids: Vec<i64>,
    /// Whether the phones are a group: the first one is its master, the others may be made to follow.
    pub group: bool,
}

/// Redeems the ticket of a deck socket.
pub async fn open_deck(store: &Store, ticket: String, now_ms: i64) -> Result<Deck, OpenError> {
    store
        .write(move |tx| {
            let (actor, content) =
                tickets::redeem(tx, &ticket, Purpose::Deck, now_ms)?.ok_or(OpenError::Ticket)?;
            Ok(Deck {
                actor,
                phone_ids: content.phone_ids,
                group: content.control,
            })
        })
        .await
}
