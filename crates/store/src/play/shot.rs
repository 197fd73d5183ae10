//! Whether a member may have a picture of a phone's screen taken now.

use thiserror::Error;

use super::{StartError, operable};
use crate::Store;
use crate::error::{StoreError, faults};
use crate::limits::{self, Limit, Renewal};
use crate::session::Actor;

/// Pictures that a member may have taken in a minute, of all phones.
const PER_MINUTE: Limit = Limit {
    most: 30,
    window_ms: 60_000,
    renewal: Renewal::AfterFirst,
};

/// Why none is taken.
#[derive(Debug, Error)]
pub enum ShotError {
    /// The phone, the right or the phone's state, as when it is opened.
    #[error(transparent)]
    Phone(StartError),
    /// More than 30 in a minute.
    #[error("too many pictures in a minute")]
    TooOften,
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ShotError);

/// Counts one picture; only who may operate the phone has it taken, and only while it could be played.
pub async fn may_shoot(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    now_ms: i64,
) -> Result<(), ShotError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            operable(tx, &actor, phone_id, now_ms).map_err(ShotError::Phone)?;
            let counted = format!("screenshot:{}", actor.counted_as());
            if limits::spend(tx, &counted, PER_MINUTE, now_ms)?.is_err() {
                return Err(ShotError::TooOften);
            }
            Ok(())
        })
        .await
}
