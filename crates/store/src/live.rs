//! The member's own sockets: their tickets, and the check of other tokens that are used in their place.

pub mod webhooks;

use std::net::IpAddr;

use diesel::prelude::*;
use domain::access::Level;
use thiserror::Error;

use crate::db::schema::{access_tokens, grants, phones, refresh_tokens, sessions};
use crate::error::{StoreError, faults};
use crate::secrets::hash_token;
use crate::session::Actor;
use crate::tickets::{self, Content, Purpose, Ticket};
use crate::{Store, access, audit};

/// Kind of a member's own socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SocketKind {
    /// Events of the account and its phones.
    Member,
    /// The number of unread messages.
    Notice,
    /// The page of a link to a clip, as long as it is open.
    Clip,
}

impl SocketKind {
    const fn purpose(self) -> Purpose {
        match self {
            Self::Member => Purpose::Member,
            Self::Notice => Purpose::Notice,
            Self::Clip => Purpose::Clip,
        }
    }
}

/// Issues the ticket of a socket.
pub async fn ticket(
    store: &Store,
    actor: &Actor,
    kind: SocketKind,
    now_ms: i64,
) -> Result<Ticket, StoreError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let content = Content {
                purpose: kind.purpose(),
                phone_ids: Vec::new(),
                // The socket opens no phone, so it needs the least level.
                level: Level::View as i16,
                control: false,
                epoch: 0,
                until_ms: None,
            };
            tickets::issue(tx, &actor, &content, now_ms)
        })
        .await
}

/// Why a socket is not opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The ticket is unknown, spent, expired, of another kind of socket, or of an ended session.
    #[error("the ticket does not open this")]
    Ticket,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(OpenError);

/// Redeems the ticket of a socket; answers the actor.
pub async fn open(
    store: &Store,
    text: String,
    kind: SocketKind,
    now_ms: i64,
) -> Result<Actor, OpenError> {
    store
        .write(move |tx| {
            let (actor, _) =
                tickets::redeem(tx, &text, kind.purpose(), now_ms)?.ok_or(OpenError::Ticket)?;
            Ok(actor)
        })
        .await
}

/// Records that a session's token was used in an address, which ends up in logs and histories. Answers whether the text was such a token.
pub async fn note_refused(
    store: &Store,
    text: String,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let Some(hash) = hash_token(&text) else {
        return Ok(false);
    };
    // A made-up token is recognized by a read, without waiting for the writer's turn.
    let found = store
        .run(move |conn| -> Result<Option<(i64, i64)>, StoreError> {
            let by_access: Option<i64> = access_tokens::table
                .find(&hash)
                .select(access_tokens::session_id)
                .first(conn)
                .optional()?;
            let by_refresh: Option<i64> = refresh_tokens::table
                .find(&hash)
                .select(refresh_tokens::session_id)
                .first(conn)
                .optional()?;
            let Some(session_id) = by_access.or(by_refresh) else {
                return Ok(None);
            };
            let member_id = sessions::table
                .find(session_id)
                .select(sessions::member_id)
                .first(conn)?;
            Ok(Some((session_id, member_id)))
        })
        .await?;
    let Some((session_id, member_id)) = found else {
        return Ok(false);
    };
    store
        .write(move |tx| {
            audit::record(
                tx,
                &audit::Entry {
                    kind: "session.token-in-address",
                    member_id: Some(member_id),
                    session_id: Some(session_id),
                    object: &format!("session:{session_id}"),
                    address,
                    detail: "",
                    now_ms,
                },
            )?;
            Ok(true)
        })
        .await
}

/// Members who see a phone: its owner, members with a grant, and sub-accounts that were given it.
pub async fn viewers_of_phone(
    store: &Store,
    phone_id: i64,
    now_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    store
        .run(move |conn| {
            let owner: Option<Option<i64>> = phones::table
                .find(phone_id)
                .select(phones::owner_id)
                .first(conn)
                .optional()?;
            let mut viewers: Vec<i64> = grants::table
                .filter(grants::phone_id.eq(phone_id))
                .filter(grants::ended_ms.is_null())
                .filter(grants::expire_ms.gt(now_ms))
                .select(grants::member_id)
                .load(conn)?;
            viewers.extend(owner.flatten());
            viewers.extend(access::given_to(conn, phone_id)?);
            Ok(viewers)
        })
        .await
}
