//! Batches of phones: the body that names them, and the answer to each phone.

use std::collections::HashSet;

use domain::codes::{self, Code};
use domain::lang::Lang;
use domain::operations::{Kind, OperationChoice};
use domain::phones::BATCH_MAX;
use serde::{Deserialize, Serialize};
use store::access::ClaimError;
use store::operations::{OperationRequest, Started};
use utoipa::ToSchema;

use super::{ApiError, fault_code};

/// A single phone, or several.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhonesBody {
    /// Id of a single phone.
    pub phone_id: Option<i64>,
    /// Ids of several phones, at most 30, each once.
    pub phone_ids: Option<Vec<i64>>,
}

impl PhonesBody {
    /// Ids of the phones: `phoneIds`, else `phoneId`.
    pub fn ids(self) -> Vec<i64> {
        self.phone_ids
            .unwrap_or_else(|| self.phone_id.into_iter().collect())
    }

    /// Request of the same operation for each of the phones.
    pub fn ask(self, kind: Kind) -> OperationRequest {
        OperationRequest {
            kind,
            phones: self
                .ids()
                .into_iter()
                .map(|id| (id, OperationChoice::None))
                .collect(),
            group: false,
        }
    }
}

/// Ids of a batch: at most 30, each once.
pub fn batch_ids(ids: Vec<i64>) -> Result<Vec<i64>, ApiError> {
    if ids.is_empty() || ids.len() > BATCH_MAX {
        return Err(ApiError::Refused(codes::PHONE_COUNT));
    }
    let distinct: HashSet<&i64> = ids.iter().collect();
    if distinct.len() != ids.len() {
        return Err(ApiError::Refused(codes::DUPLICATE_PHONE));
    }
    Ok(ids)
}

/// Answer of a call for one or many phones: its receipt, and each phone's own answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BatchStartedView {
    /// Batch's id, for the receipt.
    batch_id: i64,
    /// Phones on their way.
    success: usize,
    /// Phones refused at once.
    fail: usize,
    /// Each phone: those on their way first.
    list: Vec<PhoneAnswer>,
}

impl BatchStartedView {
    pub fn of(started: &Started, lang: Lang) -> Self {
        let refused = started.refused.iter().map(|r| PhoneAnswer {
            phone_id: r.phone_id,
            code: r.code.number,
            msg: r.text(lang),
        });
        Self {
            batch_id: started.batch_id,
            success: started.accepted.len(),
            fail: started.refused.len(),
            list: started
                .accepted
                .iter()
                .map(|id| PhoneAnswer::accepted(*id))
                .chain(refused)
                .collect(),
        }
    }

    /// View for a call for one phone, which answers its refusal as its own.
    pub fn of_one(started: &Started, lang: Lang) -> Result<Self, ApiError> {
        match started.refused.first().copied() {
            Some(refused) => Err(ApiError::explained(refused.code, |lang| refused.text(lang))),
            None => Ok(Self::of(started, lang)),
        }
    }
}

/// Answer for one phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PhoneAnswer {
    phone_id: i64,
    /// Code; 0: accepted.
    code: i64,
    /// Reason of a refusal.
    msg: String,
}

impl PhoneAnswer {
    /// Answer for a phone whose operation was accepted.
    pub const fn accepted(phone_id: i64) -> Self {
        Self {
            phone_id,
            code: 0,
            msg: String::new(),
        }
    }

    /// Refusal by a row of the table of codes.
    pub fn refused(phone_id: i64, code: Code, lang: Lang) -> Self {
        Self {
            phone_id,
            code: code.number,
            msg: code.text(lang).to_owned(),
        }
    }

    /// Refusal in more exact words.
    pub fn explained(phone_id: i64, code: Code, msg: String) -> Self {
        Self {
            phone_id,
            code: code.number,
            msg,
        }
    }
}

/// Each phone's own answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EachView {
    success: usize,
    fail: usize,
    list: Vec<PhoneAnswer>,
}

impl EachView {
    /// Answer that accepts all phones but those that could not be claimed.
    pub fn of(asked: &[i64], refused: &[(i64, ClaimError)], lang: Lang) -> Self {
        let refused = refused.iter().map(|(id, why)| (*id, claim_code(why)));
        Self::except(asked, &refused.collect::<Vec<_>>(), lang)
    }

    /// Answer that accepts all phones but those with a code.
    pub fn except(asked: &[i64], refused: &[(i64, Code)], lang: Lang) -> Self {
        let answer = |id: &i64| match refused.iter().find(|(phone_id, _)| phone_id == id) {
            Some((_, why)) => PhoneAnswer::refused(*id, *why, lang),
            None => PhoneAnswer::accepted(*id),
        };
        Self {
            success: asked.len() - refused.len(),
            fail: refused.len(),
            list: asked.iter().map(answer).collect(),
        }
    }
}

/// Code for a phone that could not be claimed.
pub fn claim_code(error: &ClaimError) -> Code {
    match error {
        ClaimError::Unknown => codes::PHONE_ABSENT,
        ClaimError::Right => codes::RIGHT_MISSING,
        ClaimError::Fault(fault) => fault_code(fault),
    }
}

/// Number of phones.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountView {
    /// Number of the phones concerned.
    pub count: usize,
}
