//! Seats: the control of a phone, one row per phone, changed by one conditional statement each time.
//!
//! Each reservation is a new epoch. The seat is the truth: a controller whose epoch is no longer the seat's was replaced.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_types::Bool;
use domain::access::Level;
use domain::session::{RESERVE_MS, RESUME_MS};

use crate::Store;
use crate::access::{Granted, Operate};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::seats;
use crate::error::StoreError;
use crate::phones::Phone;
use crate::secrets::{digest, hash_token, new_token};
use crate::session::Actor;
use crate::sharing::links::trial;

pub(crate) const FREE: i16 = 0;
const RESERVED: i16 = 1;
pub(crate) const CONNECTED: i16 = 2;
const CUT: i16 = 3;
/// The epoch of no seat.
const NO_EPOCH: i64 = -1;

/// An epoch as sockets carry it.
pub(crate) fn wire_epoch(epoch: i64) -> Result<u32, StoreError> {
    u32::try_from(epoch).map_err(|_| StoreError::Corrupt("epoch"))
}

/// Reserves the seat and answers its epoch; none when another member holds it and the actor is not the owner.
pub(crate) fn reserve(
    tx: &mut AnyConn,
    phone: &Granted<Phone, Operate>,
    actor: &Actor,
    resume: Option<&str>,
    now_ms: i64,
) -> Result<Option<i64>, StoreError> {
    let resumed = match resume.and_then(hash_token) {
        Some(hash) => resume_seat(tx, phone.id, actor, &hash, now_ms)?,
        None => false,
    };
    let over = if phone.level() == Level::Owner {
        Replaces::Anybody
    } else {
        Replaces::Nobody
    };
    if !resumed && !take(tx, phone, actor, over, now_ms)? {
        return Ok(None);
    }
    Ok(Some(epoch_of(tx, phone.id)?))
}

/// Takes the seat at once, without a ticket, and answers its epoch; none when another member holds it, even for the owner: a group never
/// takes a phone away from another member.
pub(crate) fn follow(
    tx: &mut AnyConn,
    phone: &Granted<Phone, Operate>,
    actor: &Actor,
    now_ms: i64,
) -> Result<Option<i64>, StoreError> {
    Ok(take_at_once(tx, phone, actor, Replaces::Nobody, now_ms)?.map(|(epoch, _)| epoch))
}

/// Takes the seat at once, without a ticket, from whoever may be replaced; answers its epoch and the resume token.
pub(crate) fn take_at_once(
    tx: &mut AnyConn,
    phone: &Granted<Phone, Operate>,
    actor: &Actor,
    over: Replaces,
    now_ms: i64,
) -> Result<Option<(i64, String)>, StoreError> {
    if !take(tx, phone, actor, over, now_ms)? {
        return Ok(None);
    }
    let epoch = epoch_of(tx, phone.id)?;
    Ok(connect(tx, phone.id, epoch)?.map(|resume| (epoch, resume)))
}

fn epoch_of(tx: &mut AnyConn, phone_id: i64) -> Result<i64, StoreError> {
    Ok(seats::table.find(phone_id).select(seats::epoch).first(tx)?)
}

/// Reserves the same seat again, with its epoch. A connection that the server still takes for alive is replaced, too:
/// the browser knows better.
fn resume_seat(
    tx: &mut AnyConn,
    phone_id: i64,
    actor: &Actor,
    hash: &str,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let kept = diesel::update(
        seats::table
            .find(phone_id)
            .filter(seats::member_id.eq(actor.member_id()))
            .filter(seats::session_id.eq(actor.session_id()))
            .filter(seats::resume_hash.eq(hash))
            .filter(
                seats::state
                    .eq(CONNECTED)
                    .or(seats::state.eq(CUT).and(seats::until_ms.gt(now_ms))),
            ),
    )
    .set((
        seats::state.eq(RESERVED),
        seats::until_ms.eq(now_ms + RESERVE_MS),
        seats::resume_hash.eq(None::<String>),
    ))
    .execute(tx)?;
    Ok(kept == 1)
}

/// Controllers, other than the member itself, who may be replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replaces {
    /// No other member may be replaced.
    Nobody,
    /// Any other member may be replaced.
    Anybody,
    /// The controller with this epoch, which gave its seat away.
    Epoch(i64),
}

/// Takes the seat with a new epoch: for the member that holds it already, for any member when it is free, and for one that
/// may take it `over`.
fn take(
    tx: &mut AnyConn,
    phone: &Granted<Phone, Operate>,
    actor: &Actor,
    over: Replaces,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let given = match over {
        Replaces::Epoch(epoch) => epoch,
        Replaces::Nobody | Replaces::Anybody => NO_EPOCH,
    };
    let taken = diesel::update(
        seats::table.find(phone.id).filter(
            seats::state
                .eq(FREE)
                .or(seats::until_ms.le(now_ms))
                .or(seats::member_id.eq(actor.member_id()))
                .or((over == Replaces::Anybody).into_sql::<Bool>())
                .or(seats::epoch.eq(given)),
        ),
    )
    .set((
        seats::epoch.eq(seats::epoch + 1),
        seats::state.eq(RESERVED),
        seats::member_id.eq(actor.member_id()),
        seats::session_id.eq(actor.session_id()),
        seats::until_ms.eq(now_ms + RESERVE_MS),
        seats::resume_hash.eq(None::<String>),
    ))
    .execute(tx)?;
    if taken == 1 {
        // A trial does not outlast its visitor's seat.
        trial::interrupt(tx, phone.id, actor.session_id(), now_ms)?;
    }
    Ok(taken == 1)
}

/// Whether nobody holds the seat, not even the member itself. Locks it until the transaction ends: whoever takes it meanwhile waits.
pub(crate) fn lock_free(tx: &mut AnyConn, phone_id: i64, now_ms: i64) -> Result<bool, StoreError> {
    let free = diesel::update(
        seats::table
            .find(phone_id)
            .filter(seats::state.eq(FREE).or(seats::until_ms.le(now_ms))),
    )
    .set(seats::epoch.eq(seats::epoch + 1))
    .execute(tx)?;
    Ok(free == 1)
}

/// Connects a reserved seat; answers the new resume token. None when another epoch holds the seat.
pub(crate) fn connect(
    tx: &mut AnyConn,
    phone_id: i64,
    epoch: i64,
) -> Result<Option<String>, StoreError> {
    let resume = new_token();
    let connected = diesel::update(
        seats::table
            .find(phone_id)
            .filter(seats::epoch.eq(epoch))
            .filter(seats::state.eq(RESERVED)),
    )
    .set((
        seats::state.eq(CONNECTED),
        seats::until_ms.eq(None::<i64>),
        seats::resume_hash.eq(digest(&resume)),
    ))
    .execute(tx)?;
    Ok((connected == 1).then_some(resume))
}

/// Notes that a phone was opened, to control or to view it: from now on it counts as used.
pub(crate) fn played(tx: &mut AnyConn, phone_id: i64, now_ms: i64) -> Result<(), StoreError> {
    diesel::update(seats::table.find(phone_id))
        .set(seats::played_ms.eq(now_ms))
        .execute(tx)?;
    Ok(())
}

/// Whether a member is the newest holder of a seat.
pub(crate) fn is_of(tx: &mut AnyConn, phone_id: i64, member_id: i64) -> Result<bool, StoreError> {
    let holder: Option<Option<i64>> = seats::table
        .find(phone_id)
        .select(seats::member_id)
        .first(tx)
        .optional()?;
    Ok(holder.flatten() == Some(member_id))
}

/// Notes that the controller's socket was cut: for 15 s its resume token brings the seat back. Nothing happens when the
/// seat has another epoch.
pub async fn cut(store: &Store, phone_id: i64, epoch: u32, now_ms: i64) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            diesel::update(
                seats::table
                    .find(phone_id)
                    .filter(seats::epoch.eq(i64::from(epoch)))
                    .filter(seats::state.eq(CONNECTED)),
            )
            .set((seats::state.eq(CUT), seats::until_ms.eq(now_ms + RESUME_MS)))
            .execute(tx)?;
            Ok(())
        })
        .await
}

/// Frees the seat after the controller left, or its session ended. Nothing happens when the seat has another epoch.
pub async fn release(store: &Store, phone_id: i64, epoch: u32) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            diesel::update(
                seats::table
                    .find(phone_id)
                    .filter(seats::epoch.eq(i64::from(epoch))),
            )
            .set((
                seats::state.eq(FREE),
                seats::member_id.eq(None::<i64>),
                seats::session_id.eq(None::<i64>),
                seats::until_ms.eq(None::<i64>),
                seats::resume_hash.eq(None::<String>),
            ))
            .execute(tx)?;
            Ok(())
        })
        .await
}

/// Marks each connected seat as cut after a start of the only node, so that it may be resumed. Answers their number.
pub async fn recover(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            Ok(
                diesel::update(seats::table.filter(seats::state.eq(CONNECTED)))
                    .set((seats::state.eq(CUT), seats::until_ms.eq(now_ms + RESUME_MS)))
                    .execute(tx)?,
            )
        })
        .await
}

/// A seat's epoch, and the member that holds it.
pub(crate) type SeatHolder = (u32, Option<i64>);

/// Frees the seats of phones, whoever holds them, and forgets that the phones were played.
pub(crate) fn clear_seats(tx: &mut AnyConn, phone_ids: &[i64]) -> Result<(), StoreError> {
    diesel::update(seats::table.filter(among(seats::phone_id, phone_ids)))
        .set((
            // The epoch rises, so that a running controller is no longer the seat's.
            seats::epoch.eq(seats::epoch + 1),
            seats::state.eq(FREE),
            seats::member_id.eq(None::<i64>),
            seats::session_id.eq(None::<i64>),
            seats::until_ms.eq(None::<i64>),
            seats::resume_hash.eq(None::<String>),
            seats::played_ms.eq(None::<i64>),
        ))
        .execute(tx)?;
    Ok(())
}

/// The named phones' seats, by phone.
pub(crate) fn held(
    conn: &mut AnyConn,
    phone_ids: &[i64],
) -> Result<HashMap<i64, SeatHolder>, StoreError> {
    seats::table
        .filter(among(seats::phone_id, phone_ids))
        .select((seats::phone_id, seats::epoch, seats::member_id))
        .load::<(i64, i64, Option<i64>)>(conn)?
        .into_iter()
        .map(|(phone_id, epoch, member)| Ok((phone_id, (wire_epoch(epoch)?, member))))
        .collect()
}
