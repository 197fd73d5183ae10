//! Links of an owner to one phone or one clip: made, changed, ended, listed, and opened by anybody who has the address.
//!
//! A link is a delegated session without a token of its own; each page that opens it has a session made by it, and ends with it. The address
//! follows from the database's secret and the link's id, so only its hash is stored.

mod clip;
mod list;
mod open;
mod sweep;
mod target;
pub(crate) mod trial;

use diesel::prelude::*;
use domain::session::{Scope, Scopes};
use domain::sharing::Until;
use domain::sharing::links::{LINKS_MAX, LinkKind, PASSCODE_CHARS, ViewersMax};
use thiserror::Error;

use crate::access::ClaimError;
use crate::db::conn::AnyConn;
use crate::db::schema::{access_tokens, sessions, share_links};
use crate::error::{StoreError, faults};
use crate::secrets::{Secret, digest, new_passcode};
use crate::session::{Actor, Delegation, NewDelegation, delegate, end_with, read_ids};
use crate::{Store, audit, member};

pub use clip::{clip, clip_ticket};
pub use list::{Link, LinkPage, LinkShows, links};
pub(crate) use open::viewers_max;
pub use open::{LinkStatus, OpenLinkError, OpenedLink, Opening, PageShows, open_link, standing};
pub use sweep::sweep;
pub use target::LinkTarget;
use target::{StoredTarget, TARGET_COLUMNS, TargetRow};
pub use trial::{Cleaning, Offer, OfferStatus, Trial, begin_trial, clean_up, give_up_trial};

/// Reason why a link is not made or changed.
#[derive(Debug, Error)]
pub enum LinkError {
    /// The phone is unknown, or another member's.
    #[error("no such phone")]
    Phone,
    /// The phone is another member's, and visible: its owner alone makes links.
    #[error("the right is not enough")]
    Right,
    /// The file is unknown, or another member's.
    #[error("no such file")]
    File,
    /// The file is not complete.
    #[error("not all of it has come")]
    Unfinished,
    /// The file is no video.
    #[error("the file is no video")]
    NoVideo,
    /// A trial is for one visitor at a time.
    #[error("a trial lets in one")]
    Viewers,
    /// The end is not in the future.
    #[error("the end is past")]
    Until,
    /// The limit [`LINKS_MAX`] is reached.
    #[error("too many links")]
    TooMany,
    /// The link is unknown, over, or another member's.
    #[error("no such link")]
    Unknown,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(LinkError);

impl From<ClaimError> for LinkError {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::Unknown => Self::Phone,
            ClaimError::Right => Self::Right,
            ClaimError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// Request of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkAsk {
    /// Phone or clip that it shows.
    pub target: LinkTarget,
    /// End of the link, never beyond the rental of a phone.
    pub until: Until,
    /// Number of pages that it lets in at the same time.
    pub viewers_max: ViewersMax,
    /// Whether a passcode is asked for.
    pub passcode: bool,
}

/// A link that was made.
#[derive(Clone)]
pub struct MadeLink {
    /// Id, by which the link is changed and ended.
    pub link_id: i64,
    /// Kind, which the address follows from.
    pub kind: LinkKind,
    /// Token of the address.
    pub token: String,
    /// The passcode, which is shown now and never again.
    pub passcode: Option<String>,
    /// End, Unix milliseconds.
    pub until_ms: i64,
}

/// Makes a link to one of the actor's own phones or clips.
pub async fn make_link(
    store: &Store,
    actor: &Actor,
    ask: LinkAsk,
    now_ms: i64,
) -> Result<MadeLink, LinkError> {
    let (actor, secret) = (actor.clone(), store.secret().clone());
    store
        .write(move |tx| {
            let member_id = actor.member_id();
            let shown = StoredTarget::wanted(tx, &actor, ask.target)?;
            if shown.trial().is_some() && ask.viewers_max.get() != 1 {
                return Err(LinkError::Viewers);
            }
            let limit_ms = shown.limit_ms(tx, &actor, now_ms)?;
            let until_ms = (ask.until)
                .end_ms(now_ms, limit_ms)
                .ok_or(LinkError::Until)?;
            // The member's row is the lock: two calls at once take turns.
            member::lock(tx, member_id)?;
            if living(tx, member_id, now_ms)? >= LINKS_MAX {
                return Err(LinkError::TooMany);
            }
            let (level, phones) = shown.reach();
            let link_id = delegate(
                tx,
                &NewDelegation {
                    member_id,
                    terminal: Delegation::LINK,
                    name: "",
                    scopes: Scopes::from(Scope::PhonesControl),
                    level,
                    phones: Some(&phones),
                    until_ms,
                    made_by: None,
                },
                now_ms,
            )?;
            let token = secret.link_token(link_id);
            let passcode = ask.passcode.then(|| new_passcode(PASSCODE_CHARS));
            let (file, trial) = (shown.file(), shown.trial());
            diesel::insert_into(share_links::table)
                .values((
                    share_links::kind.eq(shown.kind().into_str()),
                    share_links::sha256.eq(file.map(|(sha256, _)| sha256)),
                    share_links::file_name.eq(file.map(|(_, name)| name)),
                    (
                        share_links::package.eq(trial.map(|trial| trial.package.as_str())),
                        share_links::app_name.eq(trial.map(|trial| &trial.app_name)),
                        share_links::minutes.eq(trial.map(|trial| trial.minutes.get())),
                        share_links::clears_data.eq(trial.map(|trial| trial.clears)),
                    ),
                    share_links::session_id.eq(link_id),
                    share_links::member_id.eq(member_id),
                    share_links::token_hash.eq(digest(&token)),
                    share_links::passcode_hash
                        .eq(passcode.as_deref().map(|it| keyed(&secret, link_id, it))),
                    share_links::viewers_max.eq(ask.viewers_max.get()),
                    share_links::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
            note(tx, &actor, "sharing.link", (&shown, link_id), now_ms)?;
            Ok(MadeLink {
                link_id,
                kind: shown.kind(),
                token,
                passcode,
                until_ms,
            })
        })
        .await
}

/// The wanted passcode of a link that is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasscodeChange {
    /// The link asks for no passcode any more.
    Remove,
    /// A new passcode takes the place of the old one, if there was any.
    Renew,
}

/// Changes of a link; what is left out stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinkChange {
    /// New end of the link.
    pub until: Option<Until>,
    /// New number of pages at the same time; pages that are open stay open.
    pub viewers_max: Option<ViewersMax>,
    /// Change of the passcode; pages that are open stay open.
    pub passcode: Option<PasscodeChange>,
}

/// A link after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedLink {
    /// A new passcode, which is shown now and never again.
    pub passcode: Option<String>,
    /// End, Unix milliseconds.
    pub until_ms: i64,
}

/// Changes one of the actor's open links, and the pages behind it with it.
pub async fn update_link(
    store: &Store,
    actor: &Actor,
    link_id: i64,
    change: LinkChange,
    now_ms: i64,
) -> Result<ChangedLink, LinkError> {
    let (actor, secret) = (actor.clone(), store.secret().clone());
    store
        .write(move |tx| {
            member::lock(tx, actor.member_id())?;
            let (shown, old_ms) =
                open_one(tx, actor.member_id(), link_id, now_ms)?.ok_or(LinkError::Unknown)?;
            let limit_ms = match shown.limit_ms(tx, &actor, now_ms) {
                // The phone left its owner, and the link with it.
                Err(LinkError::Phone | LinkError::Right) => return Err(LinkError::Unknown),
                limit_ms => limit_ms?,
            };
            let until_ms = match change.until {
                Some(until) => until.end_ms(now_ms, limit_ms).ok_or(LinkError::Until)?,
                None => old_ms,
            };
            if until_ms != old_ms {
                prolong(tx, link_id, until_ms)?;
            }
            let one = share_links::table.find(link_id);
            if let Some(most) = change.viewers_max {
                if shown.trial().is_some() && most.get() != 1 {
                    return Err(LinkError::Viewers);
                }
                diesel::update(one)
                    .set(share_links::viewers_max.eq(most.get()))
                    .execute(tx)?;
            }
            let passcode = match change.passcode {
                Some(PasscodeChange::Renew) => Some(new_passcode(PASSCODE_CHARS)),
                Some(PasscodeChange::Remove) | None => None,
            };
            if change.passcode.is_some() {
                let hash = passcode.as_deref().map(|it| keyed(&secret, link_id, it));
                diesel::update(one)
                    .set(share_links::passcode_hash.eq(hash))
                    .execute(tx)?;
            }
            let about = (&shown, link_id);
            note(tx, &actor, "sharing.link-update", about, now_ms)?;
            Ok(ChangedLink { passcode, until_ms })
        })
        .await
}

/// Moves the end of a link, of the pages behind it and of their tokens.
fn prolong(tx: &mut AnyConn, link_id: i64, until_ms: i64) -> Result<(), StoreError> {
    trial::shorten(tx, link_id, until_ms)?;
    diesel::update(
        sessions::table
            .filter(sessions::id.eq(link_id).or(sessions::made_by.eq(link_id)))
            .filter(sessions::terminal.ne(Delegation::TRIAL))
            .filter(sessions::ended_ms.is_null()),
    )
    .set(sessions::until_ms.eq(until_ms))
    .execute(tx)?;
    let pages = sessions::table
        .filter(sessions::made_by.eq(link_id))
        .filter(sessions::terminal.ne(Delegation::TRIAL))
        .select(sessions::id);
    diesel::update(access_tokens::table.filter(access_tokens::session_id.eq_any(pages)))
        .set(access_tokens::expires_ms.eq(until_ms))
        .execute(tx)?;
    Ok(())
}

/// Ends one of the actor's links: the pictures behind it within a second, its address at once.
pub async fn end_link(
    store: &Store,
    actor: &Actor,
    link_id: i64,
    now_ms: i64,
) -> Result<(), LinkError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let (shown, _) =
                open_one(tx, actor.member_id(), link_id, now_ms)?.ok_or(LinkError::Unknown)?;
            let which = (actor.member_id(), Delegation::LINK);
            if !end_with(tx, which, link_id, None, now_ms)? {
                return Err(LinkError::Unknown);
            }
            note(tx, &actor, "sharing.link-end", (&shown, link_id), now_ms)?;
            Ok(())
        })
        .await
}

/// Ends the links to phones that leave their member: they do not come back with it.
pub(crate) fn end_of_phones(
    tx: &mut AnyConn,
    member_id: i64,
    phone_ids: &[i64],
    now_ms: i64,
) -> Result<(), StoreError> {
    let open: Vec<(i64, Option<String>)> = sessions::table
        .filter(sessions::member_id.eq(member_id))
        .filter(sessions::terminal.eq(Delegation::LINK))
        .filter(sessions::ended_ms.is_null())
        .select((sessions::id, sessions::phones))
        .load(tx)?;
    for (link_id, ids) in open {
        let ids = ids.as_deref().and_then(read_ids);
        let ids = ids.ok_or(StoreError::Corrupt("share link"))?;
        if ids.iter().any(|id| phone_ids.contains(id)) {
            end_with(tx, (member_id, Delegation::LINK), link_id, None, now_ms)?;
        }
    }
    Ok(())
}

/// Phone or clip of an open link of a member, and the link's end.
fn open_one(
    conn: &mut AnyConn,
    member_id: i64,
    link_id: i64,
    now_ms: i64,
) -> Result<Option<(StoredTarget, i64)>, StoreError> {
    let found: Option<(TargetRow, Option<i64>)> = share_links::table
        .inner_join(sessions::table)
        .filter(sessions::id.eq(link_id))
        .filter(sessions::member_id.eq(member_id))
        .filter(sessions::terminal.eq(Delegation::LINK))
        .filter(sessions::ended_ms.is_null())
        .filter(sessions::until_ms.gt(now_ms))
        .select((TARGET_COLUMNS, sessions::until_ms))
        .first(conn)
        .optional()?;
    found
        .map(|(row, until_ms)| {
            let until_ms = until_ms.ok_or(StoreError::Corrupt("share link"))?;
            Ok((StoredTarget::stored(row)?, until_ms))
        })
        .transpose()
}

/// Number of a member's open links.
fn living(conn: &mut AnyConn, member_id: i64, now_ms: i64) -> Result<i64, StoreError> {
    Ok(sessions::table
        .filter(sessions::member_id.eq(member_id))
        .filter(sessions::terminal.eq(Delegation::LINK))
        .filter(sessions::ended_ms.is_null())
        .filter(sessions::until_ms.gt(now_ms))
        .count()
        .get_result(conn)?)
}

/// A passcode as it is stored: bound to its link, and useless without the database's secret.
fn keyed(secret: &Secret, link_id: i64, passcode: &str) -> String {
    secret.keyed("share link passcode", &[&link_id.to_string(), passcode])
}

fn note(
    tx: &mut AnyConn,
    actor: &Actor,
    kind: &'static str,
    (shown, link_id): (&StoredTarget, i64),
    now_ms: i64,
) -> Result<(), StoreError> {
    let (object, detail) = (shown.object(link_id), format!("link:{link_id}"));
    let entry = audit::Entry {
        detail: &detail,
        ..audit::Entry::by(actor, kind, &object, now_ms)
    };
    audit::record(tx, &entry)?;
    Ok(())
}
