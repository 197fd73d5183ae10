//! Whether an action is allowed on phones, asked beforehand.

use std::collections::HashSet;

use domain::phones::{Action, Refusal, Situation, Unable};

use crate::Store;
use crate::access::{self, ClaimError, View};
use crate::error::StoreError;
use crate::operations::alone;
use crate::session::Actor;

/// Why an action is not allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The phone is unknown, or another member's.
    Unknown,
    /// The phone is busy with another operation.
    Busy,
    /// The rule refuses.
    Rule(Refusal),
    /// The phone may alone, but not among the others that were asked for.
    Alone,
}

/// Judges each phone by the rule that also judges the call itself; `unable` as when an operation begins.
pub async fn check(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
    action: Action,
    unable: impl Fn(i64, Action) -> Option<Unable> + Send + 'static,
    now_ms: i64,
) -> Result<Vec<(i64, Result<(), Verdict>)>, StoreError> {
    let actor = actor.clone();
    store
        .run(move |conn| {
            let claimed = access::claim_each::<View>(conn, &actor, &ids, now_ms)?;
            let alone = if action == Action::NewDevice {
                alone(conn, &ids)?
            } else {
                HashSet::new()
            };
            ids.into_iter()
                .zip(claimed)
                .map(|(id, claim)| {
                    let phone = match claim {
                        Ok(phone) => phone,
                        Err(ClaimError::Fault(fault)) => return Err(fault),
                        Err(ClaimError::Unknown | ClaimError::Right) => {
                            return Ok((id, Err(Verdict::Unknown)));
                        }
                    };
                    let situation = Situation {
                        status: phone.status(),
                        power: phone.power(),
                        level: phone.level_for(action),
                        expired: phone.expire_ms <= now_ms,
                        unable: unable(id, action),
                        trouble: phone.trouble(),
                    };
                    let verdict = match action.check(situation) {
                        Err(refusal) => Err(Verdict::Rule(refusal)),
                        Ok(()) if phone.operation_id.is_some() && action.is_operation() => {
                            Err(Verdict::Busy)
                        }
                        Ok(()) if alone.contains(&id) => Err(Verdict::Alone),
                        Ok(()) => Ok(()),
                    };
                    Ok((id, verdict))
                })
                .collect()
        })
        .await
}
