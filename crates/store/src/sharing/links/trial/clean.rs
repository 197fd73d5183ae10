//! The end of a trial: its app is stopped, and its data cleared where the owner chose so, before the next visitor may begin.

use diesel::prelude::*;
use domain::apps::Verb;
use domain::operations::{OperationChoice, Reason, State};
use domain::phones::Action;
use domain::sharing::trial::{CLEAN_AGAIN_MS, CLEAN_WAIT_MS};

use super::{note, owners, trial_of};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{link_trials, members, operations, phones, sessions};
use crate::error::StoreError;
use crate::operations::start_by_server;
use crate::phones::Phone;
use crate::session::{ACTOR_COLUMNS, Actor, ActorRow, is_live};

/// Trials that one call ends: writers wait meanwhile.
const AT_ONCE: usize = 30;

/// An operation that stops the app of a trial that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cleaning {
    /// Owner of the phone.
    pub member_id: i64,
    pub phone_id: i64,
    pub batch_id: i64,
}

/// A row of `trials`.
type TrialRow = (i64, i64, i64, Option<i64>);

/// Stops the apps of trials that are over, each by an operation of the phone's owner; a trial whose operation is done leaves its phone to the
/// next visitor. A page that is still open brings its app back to the front: the trials of those sessions wait. Answers the operations that were
/// begun.
pub async fn clean_up(
    store: &Store,
    open: Vec<i64>,
    now_ms: i64,
) -> Result<Vec<Cleaning>, StoreError> {
    let over = store.run(move |conn| over(conn, &open, now_ms)).await?;
    let mut begun = Vec::new();
    for row in over {
        begun.extend(store.write(move |tx| clean(tx, row, now_ms)).await?);
    }
    Ok(begun)
}

/// Trials whose visitor's page is over.
fn over(conn: &mut AnyConn, open: &[i64], now_ms: i64) -> Result<Vec<TrialRow>, StoreError> {
    let rows: Vec<TrialRow> = link_trials::table
        .filter(link_trials::due_ms.le(now_ms))
        .order(link_trials::due_ms)
        .select((
            link_trials::phone_id,
            link_trials::link_id,
            link_trials::session_id,
            link_trials::batch_id,
        ))
        .load(conn)?;
    let mut over = Vec::new();
    for row in rows {
        let (_, _, session_id, _) = row;
        if over.len() < AT_ONCE
            && !open.contains(&session_id)
            && !is_live(conn, session_id, now_ms)?
        {
            over.push(row);
        }
    }
    Ok(over)
}

fn clean(
    tx: &mut AnyConn,
    (phone_id, link_id, _, batch_id): TrialRow,
    now_ms: i64,
) -> Result<Option<Cleaning>, StoreError> {
    match batch_id {
        None => stop_app(tx, phone_id, link_id, now_ms),
        Some(batch_id) => {
            match outcome(tx, batch_id)? {
                Outcome::Runs => {}
                Outcome::Clean => forget(tx, phone_id)?,
                Outcome::Failed => wait(tx, phone_id, now_ms + CLEAN_AGAIN_MS)?,
            }
            Ok(None)
        }
    }
}

fn stop_app(
    tx: &mut AnyConn,
    phone_id: i64,
    link_id: i64,
    now_ms: i64,
) -> Result<Option<Cleaning>, StoreError> {
    let trial = trial_of(tx, link_id)?;
    let who: ActorRow = sessions::table
        .inner_join(members::table)
        .filter(sessions::id.eq(link_id))
        .select(ACTOR_COLUMNS)
        .first(tx)?;
    let actor = Actor::restored(who)?;
    let member_id = actor.member_id();
    let phone: Option<Phone> = phones::table
        .find(phone_id)
        .filter(phones::owner_id.eq(member_id))
        .select(Phone::as_select())
        .first(tx)
        .optional()?;
    let Some(phone) = phone else {
        // A phone that left its owner is wiped before anybody has it.
        forget(tx, phone_id)?;
        return Ok(None);
    };
    let verb = if trial.clears {
        Verb::Clear
    } else {
        Verb::Stop
    };
    let input = OperationChoice::Apps(vec![trial.package.clone()]);
    let begun = match Action::ManageApps.check(owners(&phone, now_ms)) {
        Ok(()) => start_by_server(tx, (member_id, phone_id), (verb.kind(), &input), now_ms)?,
        Err(_) => None,
    };
    let Some(batch_id) = begun else {
        wait(tx, phone_id, now_ms + CLEAN_WAIT_MS)?;
        return Ok(None);
    };
    diesel::update(link_trials::table.find(phone_id))
        .set(link_trials::batch_id.eq(batch_id))
        .execute(tx)?;
    note(
        tx,
        &actor,
        "sharing.trial-end",
        (&trial, link_id),
        (None, now_ms),
    )?;
    Ok(Some(Cleaning {
        member_id,
        phone_id,
        batch_id,
    }))
}

enum Outcome {
    Runs,
    Clean,
    Failed,
}

fn outcome(tx: &mut AnyConn, batch_id: i64) -> Result<Outcome, StoreError> {
    let row: Option<(i16, Option<String>)> = operations::table
        .filter(operations::batch_id.eq(batch_id))
        .select((operations::state, operations::reason))
        .first(tx)
        .optional()?;
    let Some((state, reason)) = row else {
        return Ok(Outcome::Failed);
    };
    Ok(match State::from_code(state) {
        Some(State::Queued | State::Running) => Outcome::Runs,
        Some(State::Done) => Outcome::Clean,
        // There is no app any more, and no data of it.
        Some(State::Failed) if reason.as_deref() == Some(Reason::NotInstalled.name()) => {
            Outcome::Clean
        }
        Some(State::Failed | State::Cancelled) | None => Outcome::Failed,
    })
}

fn forget(tx: &mut AnyConn, phone_id: i64) -> Result<(), StoreError> {
    diesel::delete(link_trials::table.find(phone_id)).execute(tx)?;
    Ok(())
}

fn wait(tx: &mut AnyConn, phone_id: i64, due_ms: i64) -> Result<(), StoreError> {
    diesel::update(link_trials::table.find(phone_id))
        .set((
            link_trials::batch_id.eq(None::<i64>),
            link_trials::due_ms.eq(due_ms),
        ))
        .execute(tx)?;
    Ok(())
}
