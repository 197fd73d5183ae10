//! The ways out of a replacement with data that failed: its member tries again, or gives it up.

use diesel::prelude::*;
use domain::codes;
use domain::operations::{Kind, OperationChoice};
use domain::phones::{Action, Status, Unable};

use super::request::{OperationRequest, Refused, StartError, Started};
use super::start::begin;
use super::transfer::{held, release};
use crate::Store;
use crate::access::{self, Granted, View};
use crate::db::conn::AnyConn;
use crate::db::schema::phones;
use crate::error::StoreError;
use crate::phones::{self as phone_stock, Phone};
use crate::session::Actor;

/// Tries a failed backup or migration again.
pub async fn retry_transfer(
    store: &Store,
    actor: &Actor,
    ask: OperationRequest,
    unable: impl Fn(i64, Action) -> Option<Unable> + Send + 'static,
    now_ms: i64,
) -> Result<Started, StartError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            for (phone_id, _) in &ask.phones {
                if let Err(refused) = failed_one(tx, &actor, *phone_id, now_ms)? {
                    return Ok(Started::refused(refused));
                }
            }
            begin(tx, &actor, &ask, &unable, None, now_ms)
        })
        .await
}

/// Gives up a failed replacement with data: the backup goes, the old phone is switched on again.
pub async fn give_up_transfer(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    unable: impl Fn(i64, Action) -> Option<Unable> + Send + 'static,
    now_ms: i64,
) -> Result<Started, StartError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            phone_stock::lock(tx, &[phone_id])?;
            if let Err(refused) = failed_one(tx, &actor, phone_id, now_ms)? {
                return Ok(Started::refused(refused));
            }
            release(tx, phone_id, now_ms)?;
            diesel::update(phones::table.find(phone_id))
                .set((
                    phones::failed_code.eq(None::<i16>),
                    phones::failed_reason.eq(None::<String>),
                    phones::power_on.eq(false),
                    phones::status_since_ms.eq(now_ms),
                ))
                .execute(tx)?;
            let on = OperationRequest {
                kind: Kind::PowerOn,
                phones: vec![(phone_id, OperationChoice::None)],
                group: false,
            };
            begin(tx, &actor, &on, &unable, None, now_ms)
        })
        .await
}

/// The phone that is held for one whose backup or migration failed, for an actor who may give it up; none where none is held.
pub async fn held_phone(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    now_ms: i64,
) -> Result<Result<Option<i64>, Refused>, StoreError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            if let Err(refused) = failed_one(conn, &actor, phone_id, now_ms)? {
                return Ok(Err(refused));
            }
            Ok(Ok(held(conn, phone_id)?.map(|held| held.new_phone_id)))
        })
        .await
}

/// Refuses an actor who may not retry or give up a replacement with data of the phone, and a phone whose backup or migration did not fail.
fn failed_one(
    tx: &mut AnyConn,
    actor: &Actor,
    phone_id: i64,
    now_ms: i64,
) -> Result<Result<(), Refused>, StoreError> {
    let claim = access::claim_each::<View>(tx, actor, &[phone_id], now_ms)?;
    let Some(Ok(phone)) = claim.into_iter().next() else {
        return Ok(Err(Refused::bare(phone_id, codes::PHONE_ABSENT)));
    };
    if may_give_up(&phone) {
        return Ok(Ok(()));
    }
    let code = if may_transfer(&phone) {
        codes::STATE_FORBIDS
    } else {
        codes::RIGHT_MISSING
    };
    Ok(Err(Refused::bare(phone_id, code)))
}

fn may_transfer(phone: &Granted<Phone, View>) -> bool {
    let level = phone.level_for(Action::Transfer);
    level.allows(Action::Transfer.needs())
}

/// Whether the phone's backup or migration failed, and the right to it allows retrying or giving up.
pub(super) fn may_give_up(phone: &Granted<Phone, View>) -> bool {
    let failed = matches!(
        phone.status(),
        Status::BackupFailed | Status::MigrationFailed
    );
    failed && may_transfer(phone)
}
