//! The page of a link to a clip: its socket, by which it is counted and told, and the content that it plays.

use diesel::prelude::*;
use domain::sharing::links::LinkKind;

use super::target::{StoredTarget, TARGET_COLUMNS, TargetRow};
use crate::Store;
use crate::db::schema::{sessions, share_links};
use crate::error::StoreError;
use crate::live::{self, SocketKind};
use crate::session::{Actor, actor_of};
use crate::tickets::Ticket;

/// Issues the ticket of a page's socket; none for a session of anything but the page of a clip.
pub async fn clip_ticket(
    store: &Store,
    actor: &Actor,
    now_ms: i64,
) -> Result<Option<Ticket>, StoreError> {
    if content(store, actor).await?.is_none() {
        return Ok(None);
    }
    let ticket = live::ticket(store, actor, SocketKind::Clip, now_ms).await?;
    Ok(Some(ticket))
}

/// SHA-256 of the clip of a page, by the token that its link handed out to it; none for every other token or page, and after the link's end.
pub async fn clip(
    store: &Store,
    (token, page_id): (String, i64),
    now_ms: i64,
) -> Result<Option<String>, StoreError> {
    match actor_of(store, token, now_ms).await? {
        Some(actor) if actor.session_id() == page_id => content(store, &actor).await,
        Some(_) | None => Ok(None),
    }
}

async fn content(store: &Store, actor: &Actor) -> Result<Option<String>, StoreError> {
    let Some(link_id) = actor.link_id() else {
        return Ok(None);
    };
    store
        .run(move |conn| {
            let row: Option<TargetRow> = share_links::table
                .inner_join(sessions::table)
                .filter(share_links::session_id.eq(link_id))
                .filter(share_links::kind.eq(LinkKind::Clip.into_str()))
                .select(TARGET_COLUMNS)
                .first(conn)
                .optional()?;
            Ok(match row.map(StoredTarget::stored).transpose()? {
                Some(StoredTarget::Clip { sha256, .. }) => Some(sha256),
                Some(StoredTarget::Live { .. } | StoredTarget::Trial(_)) | None => None,
            })
        })
        .await
}
