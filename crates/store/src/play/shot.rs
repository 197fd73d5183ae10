//! Permission to capture a phone's screen now.

use thiserror::Error;

use super::{StartError, operable};
use crate::Store;
use crate::error::{StoreError, faults};
use crate::limits::{self, Limit, Renewal};
use crate::session::Actor;

/// Limit of a member's screenshots in a minute, on every phone together.
const PER_MINUTE: Limit = Limit {
    most: 30,
    window_ms: 60_000,
    renewal: Renewal::AfterFirst,
};

/// Why a screenshot is refused.
#[derive(Debug, Error)]
pub enum ShotError {
    /// The phone, the right or the phone's state is refused, as for opening the phone.
    #[error(transparent)]
    Phone(StartError),
    /// The limit of 30 in a minute is reached.
    #[error("too many pictures in a minute")]
    TooOften,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ShotError);

/// Counts one screenshot; needs the right to operate the phone, and a state in which it could be played.
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
