//! Reports of failed play sessions from browsers: recorded as actions, for operators to see.

use domain::play::EndReason;
use thiserror::Error;

use crate::Store;
use crate::access::{ClaimError, View, claim_one};
use crate::audit::{Entry, record};
use crate::error::{StoreError, faults};
use crate::limits::{self, Limit, Renewal};
use crate::session::Actor;

/// Kind of the recorded action.
pub const SESSION_ERROR: &str = "play.session_error";
/// Limit of a member's reports in a minute.
const PER_MINUTE: Limit = Limit {
    most: 20,
    window_ms: 60_000,
    renewal: Renewal::AfterFirst,
};

/// Failure of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionError {
    /// Reason of the end.
    pub reason: EndReason,
    /// Detail of the reason, as in [`domain::play::Event::Ended`].
    pub detail: u32,
    /// The browser's own words; cut to the length of an action's detail.
    pub words: String,
}

/// Why a report is not kept.
#[derive(Debug, Error)]
pub enum ReportError {
    /// The phone is unknown, or the member does not see it.
    #[error("no such phone")]
    Unknown,
    /// The limit of 20 in a minute is reached.
    #[error("too many reports in a minute")]
    TooOften,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ReportError);

/// Records the failure of a member's session on a phone. Changes nothing else: a client's report about a phone is not trusted.
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
            let told = format!("{} {detail} {words}", reason.into_str());
            let object = format!("phone:{phone_id}");
            let entry = Entry {
                detail: told.trim_end(),
                ..Entry::by(&actor, SESSION_ERROR, &object, now_ms)
            };
            Ok(record(tx, &entry)?)
        })
        .await
}
