//! A request of operations, its answer, and the rule by which each phone allows or refuses it.

use domain::codes::{self, Code};
use domain::lang::Lang;
use domain::operations::{Kind, OperationChoice};
use domain::phones::{Refusal, Situation, Unable};
use thiserror::Error;

use crate::access::{ClaimError, Granted, View};
use crate::error::{StoreError, faults};
use crate::phones::Phone;

/// Request of operations: one kind for many phones, a choice for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationRequest {
    /// Kind of the operations.
    pub kind: Kind,
    /// Ids of the phones, each with its choice; in the order of the receipt.
    pub phones: Vec<(i64, OperationChoice)>,
    /// Whether the phones are a group's: up to [`domain::phones::GROUP_MAX`] of them, else up to [`domain::phones::BATCH_MAX`].
    pub group: bool,
}

/// A batch that was started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// Batch's id, the key of its receipt.
    pub batch_id: i64,
    /// Phones whose operations were accepted.
    pub accepted: Vec<i64>,
    /// Phones that were refused, each with its reason, in order.
    pub refused: Vec<Refused>,
    /// Phones that took the place of others.
    pub successors: Vec<i64>,
}

/// A phone that was refused at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused {
    pub phone_id: i64,
    /// The row of the table of codes.
    pub code: Code,
    /// Refusal by the rule, where the rule refused.
    pub refusal: Option<Refusal>,
}

/// Why a whole call is refused.
#[derive(Debug, Error)]
pub enum StartError {
    /// The number of phones is zero, or above what the request may have.
    #[error("the number of phones is not allowed")]
    Count,
    /// A phone is named twice.
    #[error("a phone is named twice")]
    Duplicate,
    /// A batch reboot names a shared phone.
    #[error("a shared phone is in the batch")]
    Shared,
    /// A file to be sent is unknown, or neither the actor's nor offered in the app market.
    #[error("no such file")]
    Upload,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(StartError);

impl Started {
    /// The answer where the only phone was refused before anything was begun.
    pub fn refused(refused: Refused) -> Self {
        Self {
            batch_id: 0,
            accepted: Vec::new(),
            refused: vec![refused],
            successors: Vec::new(),
        }
    }
}

impl Refused {
    fn of(phone_id: i64, refusal: Refusal) -> Self {
        Self {
            phone_id,
            code: refusal.code(),
            refusal: Some(refusal),
        }
    }

    /// A refusal without a rule.
    pub const fn bare(phone_id: i64, code: Code) -> Self {
        Self {
            phone_id,
            code,
            refusal: None,
        }
    }

    /// Reason of the refusal, for people.
    pub fn text(&self, lang: Lang) -> String {
        let bare = || self.code.text(lang).to_owned();
        self.refusal.map_or_else(bare, |refusal| refusal.text(lang))
    }
}

/// Whether the rule allows the operation now.
pub(super) fn judge(
    kind: Kind,
    phone_id: i64,
    claim: Result<Granted<Phone, View>, ClaimError>,
    unable: Option<Unable>,
    now_ms: i64,
) -> Result<Result<(), Refused>, StoreError> {
    let phone = match claim {
        Ok(phone) => phone,
        Err(ClaimError::Unknown) => return Ok(Err(Refused::bare(phone_id, codes::PHONE_ABSENT))),
        Err(ClaimError::Right) => return Ok(Err(Refused::bare(phone_id, codes::RIGHT_MISSING))),
        Err(ClaimError::Fault(fault)) => return Err(fault),
    };
    let action = kind.action();
    let situation = Situation {
        status: phone.status(),
        power: phone.power(),
        level: phone.level_for(action),
        expired: phone.expire_ms <= now_ms,
        unable,
        trouble: phone.trouble(),
    };
    if let Err(refusal) = action.check(situation) {
        return Ok(Err(Refused::of(phone_id, refusal)));
    }
    Ok(Ok(()))
}
