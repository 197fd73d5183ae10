//! How a play session failed in a browser: kept among the deeds, for operators to see.

use domain::play::EndReason;
use thiserror::Error;

use crate::Store;
use crate::access::{ClaimError, View, claim_one};
use crate::audit::{Entry, record};
use crate::error::{StoreError, faults};
use crate::limits::{self, Limit, Renewal};
use crate::session::Actor;

/// The deed's kind.
pub const SESSION_ERROR: &str = "play.session_error";
/// Reports that a member may make in a minute.
const PER_MINUTE: Limit = Limit {
    most: 20,
    window_ms: 60_000,
    renewal: Renewal::AfterFirst,
};

/// How a session failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionError {
    /// Why.
    pub reason: EndReason,
    /// Its detail, as in [`domain::play::Event::Ended`].
    pub detail: u32,
    /// What the browser adds; cut to what a deed holds.
    pub words: String,
}

/// Why a report was not kept.
#[derive(Debug, Error)]
pub enum ReportError {
    /// Unknown, or a phone that the member does not see.
    #[error("no such phone")]
    Unknown,
    /// More than 20 in a minute.
    #[error("too many reports in a minute")]
    TooOften,
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ReportError);

/// Keeps how a member's session on a phone failed. Changes nothing else: what a client says of a phone is not believed.
pub async fn report(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    error: SessionError,
    now_ms: i64,
) -> Result<(), ReportError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            claim_one::<View>(tx, &actor, phone_id, now_ms).map_err(|error| match error {
                ClaimError::Unknown | ClaimError::Right => ReportError::Unknown,
                ClaimError::Fault(fault) => ReportError::Fault(fault),
            })?;
            let counted = format!("session-error:{}", actor.counted_as());
            if limits::spend(tx, &counted, PER_MINUTE, now_ms)?.is_err() {
                return Err(ReportError::TooOften);
            }
            let SessionError {
                reason,
                detail,
                words,
            } = error;
            let told = format!("{} {detail} {words}", reason.name());
            let object = format!("phone:{phone_id}");
            let entry = Entry {
                detail: told.trim_end(),
                ..Entry::by(&actor, SESSION_ERROR, &object, now_ms)
            };
            Ok(record(tx, &entry)?)
        })
        .await
}
