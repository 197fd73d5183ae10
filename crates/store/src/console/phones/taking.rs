//! Taking a rented phone back: the rental ends, the member reads why, and the phone is wiped like one that left the recycle bin.

use domain::notices::Alert;
use domain::permissions::TAKE_PHONES_BACK;
use domain::phones::TakingReason;
use serde_json::json;
use thiserror::Error;

use crate::access::claim_permitted;
use crate::audit::{self, Author};
use crate::error::{StoreError, faults};
use crate::{Store, notices, recycle};

/// Why a phone is not taken back.
#[derive(Debug, Error)]
pub enum TakeError {
    /// The phone is unknown.
    #[error("no such phone")]
    Unknown,
    /// The phone is not, or no longer, rented by this member.
    #[error("the phone is not rented by this member")]
    NotRented,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(TakeError);

/// Ends the rental of the member whom the operator saw.
pub async fn take_back(
    store: &Store,
    author: Author,
    phone_id: i64,
    owner_id: i64,
    reason: TakingReason,
) -> Result<(), TakeError> {
    store
        .write(move |tx| {
            let phone = claim_permitted(tx, &author.actor, TAKE_PHONES_BACK, &[phone_id])?
                .pop()
                .and_then(Result::ok)
                .ok_or(TakeError::Unknown)?;
            let before =
                json!({ "owner": owner_id, "alias": phone.alias, "expires": phone.expire_ms });
            if !recycle::take(tx, owner_id, phone.id, author.now_ms)? {
                return Err(TakeError::NotRented);
            }
            let words = [phone.alias.clone(), reason.as_str().to_owned()];
            notices::alert(tx, owner_id, Alert::PhoneTakenBack, &words, author.now_ms)?;
            let after = json!({ "reason": reason.as_str() });
            let values = [Some(before), Some(after)];
            audit::record_change(tx, &author, "phone.takeBack", ("phone", phone.id), values)?;
            Ok(())
        })
        .await
}
