//! Opening a link, by anybody who has its address.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::session::{Scope, Scopes};
use domain::sharing::links::{
    LINK_OPENS, LINK_OPENS_WINDOW_MS, PASSCODE_TRIES, PASSCODE_TRIES_OF_ALL, PASSCODE_WINDOW_MS,
    passcode as parse_passcode,
};
use thiserror::Error;

use super::keyed;
use super::target::{StoredTarget, TARGET_COLUMNS, TargetRow};
use super::trial::{self, Offer};
use crate::db::conn::AnyConn;
use crate::db::schema::{members, sessions, share_links};
use crate::error::{StoreError, faults};
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::secrets::{Secret, digest, hash_token, new_token};
use crate::session::{
    ACTOR_COLUMNS, Actor, ActorRow, Delegation, NewDelegation, delegate, hand_out, used_at,
};
use crate::{Store, uploads};

const OPENS: Limit = Limit {
    most: LINK_OPENS,
    window_ms: LINK_OPENS_WINDOW_MS,
    renewal: Renewal::AfterFirst,
};
const TRIES: Limit = Limit {
    most: PASSCODE_TRIES,
    window_ms: PASSCODE_WINDOW_MS,
    renewal: Renewal::AfterLast,
};
const TRIES_OF_ALL: Limit = Limit {
    most: PASSCODE_TRIES_OF_ALL,
    window_ms: PASSCODE_WINDOW_MS,
    renewal: Renewal::AfterFirst,
};

/// Reason why a link cannot be asked.
#[derive(Debug, Error)]
pub enum OpenLinkError {
    /// The address opened too many links, or too many wrong passcodes were tried.
    #[error("too many tries")]
    TooMany {
        /// Time until the next try is served, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(OpenLinkError);

impl From<Exhausted> for OpenLinkError {
    fn from(over: Exhausted) -> Self {
        Self::TooMany {
            retry_after_ms: over.retry_after_ms,
        }
    }
}

/// Answer of a link.
#[derive(Clone, PartialEq, Eq)]
pub enum Opening {
    /// No link opens by this address: it is unknown, ended, over, or what it shows is not the owner's any more. One answer for all.
    Absent,
    /// A passcode is asked for.
    Passcode {
        /// Tries that are left after a wrong one; none when none was given.
        tries_left: Option<i64>,
    },
    /// The link has as many open pages as it allows.
    Full,
    /// The page may show it.
    Opened(OpenedLink),
    /// A trial is offered, which the page may begin.
    Trial(Offer),
}

/// A page that a link let in.
#[derive(Clone, PartialEq, Eq)]
pub struct OpenedLink {
    /// Token for `Authorization: Bearer`, kept in the page's memory alone.
    pub token: String,
    /// Id of the page's session.
    pub page_id: i64,
    /// Phone or clip that it shows.
    pub shows: PageShows,
    /// Begin of the link, Unix milliseconds.
    pub created_ms: i64,
    /// End, Unix milliseconds.
    pub until_ms: i64,
}

/// Target that the page of a link shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageShows {
    /// A phone, live.
    Live { phone_id: i64 },
    /// A clip, which its session fetches.
    Clip,
    /// An app of a phone, for a trial.
    Trial {
        phone_id: i64,
        /// Name of the app for people.
        app_name: String,
    },
}

/// A link that is open, with the actor of its own session.
pub(super) struct OpenLink {
    pub(super) actor: Actor,
    pub(super) link_id: i64,
    pub(super) shown: StoredTarget,
    passcode_hash: Option<String>,
    viewers_max: i64,
    created_ms: i64,
    pub(super) until_ms: i64,
}

/// Opens a link for a page. `watching` says how many pages show a phone by it now.
pub async fn open_link(
    store: &Store,
    given: (String, Option<String>),
    address: IpAddr,
    watching: impl Fn(i64) -> i64 + Send + 'static,
    now_ms: i64,
) -> Result<Opening, OpenLinkError> {
    let secret = store.secret().clone();
    store
        .write(
            move |tx| -> Result<Result<Opening, OpenLinkError>, OpenLinkError> {
                let link = match ask(tx, &secret, &given, address, now_ms)? {
                    Ok(link) => link,
                    Err(answer) => return Ok(answer.map_err(Into::into)),
                };
                if let StoredTarget::Trial(trial) = &link.shown {
                    return Ok(Ok(trial::offer(tx, &link, trial, now_ms)?));
                }
                if watching(link.link_id) >= link.viewers_max {
                    return Ok(Ok(Opening::Full));
                }
                Ok(Ok(Opening::Opened(begin(tx, &link, address, now_ms)?)))
            },
        )
        .await?
}

/// The link of an address, with its passcode proved; else the answer to whoever asked.
pub(super) fn ask(
    tx: &mut AnyConn,
    secret: &Secret,
    (token, passcode): &(String, Option<String>),
    address: IpAddr,
    now_ms: i64,
) -> Result<Result<OpenLink, Result<Opening, Exhausted>>, StoreError> {
    let opens = limits::of_address(secret, "link opens", Some(address));
    if let Err(over) = limits::spend(tx, &opens, OPENS, now_ms)? {
        return Ok(Err(Err(over)));
    }
    let Some(link) = find(tx, token, now_ms)? else {
        return Ok(Err(Ok(Opening::Absent)));
    };
    // The count of a wrong passcode is committed with its refusal.
    let proved = prove(tx, secret, &link, passcode.as_deref(), address, now_ms)?;
    Ok(match proved {
        Err(over) => Err(Err(over)),
        Ok(Some(asked)) => Err(Ok(asked)),
        Ok(None) => Ok(link),
    })
}

fn find(tx: &mut AnyConn, token: &str, now_ms: i64) -> Result<Option<OpenLink>, StoreError> {
    type Row = (ActorRow, TargetRow, Option<i64>, (Option<String>, i64, i64));
    let Some(hash) = hash_token(token) else {
        return Ok(None);
    };
    let row: Option<Row> = share_links::table
        .inner_join(sessions::table.inner_join(members::table))
        .filter(share_links::token_hash.eq(hash))
        .filter(sessions::ended_ms.is_null())
        .filter(sessions::until_ms.gt(now_ms))
        .filter(members::disabled.eq(false))
        .select((
            ACTOR_COLUMNS,
            TARGET_COLUMNS,
            sessions::until_ms,
            (
                share_links::passcode_hash,
                share_links::viewers_max,
                share_links::created_ms,
            ),
        ))
        .first(tx)
        .optional()?;
    let Some((who, shown, until_ms, (passcode_hash, viewers_max, created_ms))) = row else {
        return Ok(None);
    };
    let actor = Actor::restored(who)?;
    let shown = StoredTarget::stored(shown)?;
    if !shown.stands(tx, &actor, now_ms)? {
        return Ok(None);
    }
    Ok(Some(OpenLink {
        link_id: actor.session_id(),
        actor,
        shown,
        passcode_hash,
        viewers_max,
        created_ms,
        until_ms: until_ms.ok_or(StoreError::Corrupt("share link"))?,
    }))
}

/// Compares the passcode, if the link has one. Some: it is missing or wrong. An error: no try is left.
fn prove(
    tx: &mut AnyConn,
    secret: &Secret,
    link: &OpenLink,
    typed: Option<&str>,
    address: IpAddr,
    now_ms: i64,
) -> Result<Result<Option<Opening>, Exhausted>, StoreError> {
    let Some(hash) = &link.passcode_hash else {
        return Ok(Ok(None));
    };
    let Some(typed) = typed else {
        return Ok(Ok(Some(Opening::Passcode { tries_left: None })));
    };
    let of_address = limits::of_address(secret, "link passcode", Some(address));
    let of_address = format!("{of_address}:{}", link.link_id);
    let of_all = format!("link passcode:{}", link.link_id);
    let spent = match limits::spend(tx, &of_address, TRIES, now_ms)? {
        Ok(spent) => spent,
        Err(over) => return Ok(Err(over)),
    };
    if let Err(over) = limits::spend(tx, &of_all, TRIES_OF_ALL, now_ms)? {
        return Ok(Err(over));
    }
    let right =
        parse_passcode(typed).is_some_and(|typed| keyed(secret, link.link_id, &typed) == *hash);
    if !right {
        let tries_left = Some(PASSCODE_TRIES - spent);
        return Ok(Ok(Some(Opening::Passcode { tries_left })));
    }
    limits::give_back(tx, &of_address)?;
    limits::give_back(tx, &of_all)?;
    Ok(Ok(None))
}

/// Begins the session of a page.
fn begin(
    tx: &mut AnyConn,
    link: &OpenLink,
    address: IpAddr,
    now_ms: i64,
) -> Result<OpenedLink, StoreError> {
    let token = new_token();
    let (level, phones) = link.shown.reach();
    let page_id = delegate(
        tx,
        &NewDelegation {
            member_id: link.actor.member_id(),
            terminal: Delegation::VIEWER,
            name: "",
            scopes: Scopes::from(Scope::PhonesControl),
            level,
            phones: Some(&phones),
            until_ms: link.until_ms,
            made_by: Some(link.link_id),
        },
        now_ms,
    )?;
    used_at(tx, page_id, Some(address), now_ms)?;
    hand_out(tx, page_id, &digest(&token), link.until_ms)?;
    if let Some((sha256, _)) = link.shown.file() {
        uploads::used(tx, link.actor.member_id(), sha256, now_ms)?;
    }
    diesel::update(share_links::table.find(link.link_id))
        .set(share_links::opened.eq(share_links::opened + 1))
        .execute(tx)?;
    Ok(OpenedLink {
        token,
        page_id,
        shows: match &link.shown {
            StoredTarget::Live { phone_id } => PageShows::Live {
                phone_id: *phone_id,
            },
            StoredTarget::Clip { .. } => PageShows::Clip,
            StoredTarget::Trial(trial) => PageShows::Trial {
                phone_id: trial.phone_id,
                app_name: trial.app_name.clone(),
            },
        },
        created_ms: link.created_ms,
        until_ms: link.until_ms,
    })
}

/// Number of pages that a link lets in at the same time.
pub(crate) fn viewers_max(conn: &mut AnyConn, link_id: i64) -> Result<i64, StoreError> {
    Ok(share_links::table
        .find(link_id)
        .select(share_links::viewers_max)
        .first(conn)?)
}

/// Present limits of the link behind a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkStatus {
    pub link_id: i64,
    /// Number of pages that it lets in at the same time.
    pub viewers_max: i64,
    /// End, Unix milliseconds.
    pub until_ms: i64,
}

/// Present limits of the link that opened the actor's page; none for every other session.
pub async fn standing(store: &Store, actor: &Actor) -> Result<Option<LinkStatus>, StoreError> {
    let link = actor
        .link_id()
        .zip(actor.delegation().map(Delegation::until_ms));
    let Some((link_id, until_ms)) = link else {
        return Ok(None);
    };
    store
        .run(move |conn| {
            Ok(Some(LinkStatus {
                link_id,
                viewers_max: viewers_max(conn, link_id)?,
                until_ms,
            }))
        })
        .await
}
