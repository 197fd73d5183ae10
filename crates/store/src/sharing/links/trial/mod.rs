//! Trials: a visitor of a link has one app of its phone for some minutes. The row of a trial is the phone's, so that there is one at a time; it
//! stays until the app was stopped by an operation, whatever happens to the server meanwhile.

mod clean;

use std::net::IpAddr;

use diesel::prelude::*;
use domain::access::Level;
use domain::apps::PackageName;
use domain::live::SessionEnd;
use domain::phones::{Action, Situation};
use domain::session::{Scope, Scopes};
use domain::sharing::trial::TrialMinutes;

use super::open::{OpenLink, OpenLinkError, OpenedLink, Opening, PageShows, ask};
use super::target::{StoredTarget, TARGET_COLUMNS, TargetRow};
use crate::access::{ClaimError, View, claim_one};
use crate::db::conn::AnyConn;
use crate::db::schema::{link_trials, sessions, share_links};
use crate::error::StoreError;
use crate::phones::Phone;
use crate::play;
use crate::secrets::{digest, new_token};
use crate::session::{
    Actor, Delegation, NewDelegation, delegate, end_with, hand_out, is_live, used_at,
};
use crate::{Store, audit};

pub use clean::{Cleaning, clean_up};

/// App of a phone that a link lets its visitors try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    pub phone_id: i64,
    /// Package of the app.
    pub package: PackageName,
    /// Name of the app for people, as it was when the link was made.
    pub app_name: String,
    /// Duration of a trial.
    pub minutes: TrialMinutes,
    /// Whether the app's data is cleared after each trial.
    pub clears: bool,
}

/// The answer of a trial's link to a page that has no trial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// Name of the app for people.
    pub app_name: String,
    /// Duration of a trial.
    pub minutes: TrialMinutes,
    /// Whether a trial may begin.
    pub standing: OfferStatus,
}

/// Whether a trial may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OfferStatus {
    /// A trial may begin.
    Open,
    /// Somebody has the phone for a trial.
    Taken {
        /// End of that trial, Unix milliseconds.
        until_ms: i64,
    },
    /// The app of the last trial is being stopped.
    Cleaning,
    /// The phone is used by a member, or it does not run.
    Away,
}

/// Begins a trial for a page.
pub async fn begin_trial(
    store: &Store,
    given: (String, Option<String>),
    address: IpAddr,
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
                let StoredTarget::Trial(trial) = &link.shown else {
                    return Ok(Ok(Opening::Absent));
                };
                Ok(Ok(begin(tx, &link, trial, address, now_ms)?))
            },
        )
        .await?
}

/// The answer to a page that asks about a trial without beginning one.
pub(super) fn offer(
    tx: &mut AnyConn,
    link: &OpenLink,
    trial: &Trial,
    now_ms: i64,
) -> Result<Opening, StoreError> {
    let standing = match taken(tx, trial.phone_id, now_ms)? {
        Some(standing) => standing,
        None if playable(tx, link, trial, now_ms)?.is_some() => OfferStatus::Open,
        None => OfferStatus::Away,
    };
    Ok(trial.answered(standing))
}

impl Trial {
    fn answered(&self, standing: OfferStatus) -> Opening {
        Opening::Trial(Offer {
            app_name: self.app_name.clone(),
            minutes: self.minutes,
            standing,
        })
    }
}

/// The trial that has a phone, if there is one.
fn taken(
    conn: &mut AnyConn,
    phone_id: i64,
    now_ms: i64,
) -> Result<Option<OfferStatus>, StoreError> {
    let session: Option<i64> = link_trials::table
        .find(phone_id)
        .select(link_trials::session_id)
        .first(conn)
        .optional()?;
    let Some(session_id) = session else {
        return Ok(None);
    };
    if !is_live(conn, session_id, now_ms)? {
        return Ok(Some(OfferStatus::Cleaning));
    }
    let until_ms: Option<i64> = sessions::table
        .find(session_id)
        .select(sessions::until_ms)
        .first(conn)?;
    Ok(Some(OfferStatus::Taken {
        until_ms: until_ms.ok_or(StoreError::Corrupt("trial"))?,
    }))
}

/// End of the rental of a trial's phone; none while the phone cannot be played.
fn playable(
    tx: &mut AnyConn,
    link: &OpenLink,
    trial: &Trial,
    now_ms: i64,
) -> Result<Option<i64>, StoreError> {
    let phone = match claim_one::<View>(tx, &link.actor, trial.phone_id, now_ms) {
        Ok(phone) => phone,
        Err(ClaimError::Unknown | ClaimError::Right) => return Ok(None),
        Err(ClaimError::Fault(fault)) => return Err(fault),
    };
    let checked = Action::Play.check(owners(&phone, now_ms));
    Ok(checked.is_ok().then_some(phone.expire_ms))
}

/// A phone as its owner finds it, in whose name trials begin and end.
fn owners(phone: &Phone, now_ms: i64) -> Situation {
    Situation {
        status: phone.status(),
        power: phone.power(),
        level: Level::Owner,
        expired: phone.expire_ms <= now_ms,
        unable: None,
        trouble: phone.trouble(),
    }
}

fn begin(
    tx: &mut AnyConn,
    link: &OpenLink,
    trial: &Trial,
    address: IpAddr,
    now_ms: i64,
) -> Result<Opening, StoreError> {
    if let Some(standing) = taken(tx, trial.phone_id, now_ms)? {
        return Ok(trial.answered(standing));
    }
    let Some(rental_end_ms) = playable(tx, link, trial, now_ms)? else {
        return Ok(trial.answered(OfferStatus::Away));
    };
    // The seat's row is the lock: two visitors at once, or a visitor and a member, take turns.
    if !play::lock_free(tx, trial.phone_id, now_ms)? {
        return Ok(trial.answered(OfferStatus::Away));
    }
    if let Some(standing) = taken(tx, trial.phone_id, now_ms)? {
        return Ok(trial.answered(standing));
    }
    let until_ms = (trial.minutes).end_ms(now_ms, link.until_ms.min(rental_end_ms));
    let token = new_token();
    let page_id = delegate(
        tx,
        &NewDelegation {
            member_id: link.actor.member_id(),
            terminal: Delegation::TRIAL,
            name: "",
            scopes: Scopes::from(Scope::PhonesControl),
            level: Some(Level::View),
            phones: Some(&[trial.phone_id]),
            until_ms,
            made_by: Some(link.link_id),
        },
        now_ms,
    )?;
    used_at(tx, page_id, Some(address), now_ms)?;
    hand_out(tx, page_id, &digest(&token), until_ms)?;
    diesel::insert_into(link_trials::table)
        .values((
            link_trials::phone_id.eq(trial.phone_id),
            link_trials::link_id.eq(link.link_id),
            link_trials::session_id.eq(page_id),
            link_trials::due_ms.eq(now_ms),
        ))
        .execute(tx)?;
    diesel::update(share_links::table.find(link.link_id))
        .set(share_links::opened.eq(share_links::opened + 1))
        .execute(tx)?;
    note(
        tx,
        &link.actor,
        "sharing.trial",
        (trial, link.link_id),
        (Some(address), now_ms),
    )?;
    Ok(Opening::Opened(OpenedLink {
        token,
        page_id,
        shows: PageShows::Trial {
            phone_id: trial.phone_id,
            app_name: trial.app_name.clone(),
        },
        created_ms: now_ms,
        until_ms,
    }))
}

fn note(
    tx: &mut AnyConn,
    actor: &Actor,
    kind: &'static str,
    (trial, link_id): (&Trial, i64),
    (address, now_ms): (Option<IpAddr>, i64),
) -> Result<(), StoreError> {
    let object = format!("phone:{}", trial.phone_id);
    let detail = format!("link:{link_id} {}", trial.package.as_str());
    let entry = audit::Entry {
        detail: &detail,
        address,
        ..audit::Entry::by(actor, kind, &object, now_ms)
    };
    audit::record(tx, &entry)?;
    Ok(())
}

/// Ends the trial on a phone whose seat another session took.
pub(crate) fn interrupt(
    tx: &mut AnyConn,
    phone_id: i64,
    session_id: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let page: Option<i64> = link_trials::table
        .find(phone_id)
        .filter(link_trials::session_id.ne(session_id))
        .select(link_trials::session_id)
        .first(tx)
        .optional()?;
    if let Some(page_id) = page {
        end_page(tx, page_id, now_ms)?;
    }
    Ok(())
}

fn end_page(tx: &mut AnyConn, page_id: i64, now_ms: i64) -> Result<(), StoreError> {
    diesel::update(
        sessions::table
            .find(page_id)
            .filter(sessions::terminal.eq(Delegation::TRIAL))
            .filter(sessions::ended_ms.is_null()),
    )
    .set((
        sessions::ended_ms.eq(now_ms),
        sessions::end_reason.eq(SessionEnd::Ended as i16),
    ))
    .execute(tx)?;
    Ok(())
}

/// Ends the trial of the actor's page, whose app the phone does not start.
pub async fn give_up_trial(store: &Store, actor: &Actor, now_ms: i64) -> Result<(), StoreError> {
    let page_id = actor.session_id();
    store.write(move |tx| end_page(tx, page_id, now_ms)).await
}

/// Moves the end of the trial behind a link that ends earlier now; a trial never gets longer.
pub(super) fn shorten(tx: &mut AnyConn, link_id: i64, until_ms: i64) -> Result<(), StoreError> {
    diesel::update(
        sessions::table
            .filter(sessions::made_by.eq(link_id))
            .filter(sessions::terminal.eq(Delegation::TRIAL))
            .filter(sessions::ended_ms.is_null())
            .filter(sessions::until_ms.gt(until_ms)),
    )
    .set(sessions::until_ms.eq(until_ms))
    .execute(tx)?;
    Ok(())
}

/// The app of a page's trial; none for every other actor.
pub(crate) fn package_of(
    conn: &mut AnyConn,
    actor: &Actor,
) -> Result<Option<PackageName>, StoreError> {
    let Some(link_id) = actor.link_id().filter(|_| actor.is_trial()) else {
        return Ok(None);
    };
    Ok(Some(trial_of(conn, link_id)?.package))
}

fn trial_of(conn: &mut AnyConn, link_id: i64) -> Result<Trial, StoreError> {
    let row: TargetRow = share_links::table
        .inner_join(sessions::table)
        .filter(share_links::session_id.eq(link_id))
        .select(TARGET_COLUMNS)
        .first(conn)?;
    match StoredTarget::stored(row)? {
        StoredTarget::Trial(trial) => Ok(trial),
        StoredTarget::Live { .. } | StoredTarget::Clip { .. } => Err(StoreError::Corrupt("trial")),
    }
}

/// Ends the links that let visitors try an app of a phone which another takes the place of: the other one does not have it.
pub(crate) fn end_of_replaced(
    tx: &mut AnyConn,
    member_id: i64,
    phone_id: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let open: Vec<(i64, TargetRow)> = share_links::table
        .inner_join(sessions::table)
        .filter(sessions::member_id.eq(member_id))
        .filter(sessions::terminal.eq(Delegation::LINK))
        .filter(sessions::ended_ms.is_null())
        .select((share_links::session_id, TARGET_COLUMNS))
        .load(tx)?;
    for (link_id, row) in open {
        if let StoredTarget::Trial(trial) = StoredTarget::stored(row)?
            && trial.phone_id == phone_id
        {
            end_with(tx, (member_id, Delegation::LINK), link_id, None, now_ms)?;
        }
    }
    Ok(())
}
