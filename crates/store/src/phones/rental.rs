//! The one place where a member's rental gets more time.

use diesel::prelude::*;
use domain::phones::rental::leads_passed;

use crate::db::conn::AnyConn;
use crate::db::schema::{grants, phones};
use crate::error::StoreError;

/// A rental as it was read, and its new end.
pub(crate) struct Extension {
    /// Phone of the rental.
    pub(crate) phone_id: i64,
    /// Member who rents the phone.
    pub(crate) owner_id: i64,
    /// End of the rental when it was read, Unix milliseconds.
    pub(crate) old_expire_ms: i64,
    /// New end of the rental, Unix milliseconds.
    pub(crate) expire_ms: i64,
}

/// Gives a rental more time. A phone in grace or in the recycle bin comes back with everything: groups and tags never left it, and a grant
/// that lasted until the old end lasts until the new one. Returns false, and changes nothing, when the rental is not as it was read:
/// another call extended it, or the phone was wiped.
pub(crate) fn extend_rental(
    tx: &mut AnyConn,
    extension: &Extension,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let Extension {
        phone_id,
        owner_id,
        old_expire_ms,
        expire_ms,
    } = *extension;
    let done = diesel::update(
        phones::table
            .find(phone_id)
            .filter(phones::owner_id.eq(owner_id))
            .filter(phones::expire_ms.eq(old_expire_ms)),
    )
    .set((
        phones::expire_ms.eq(expire_ms),
        phones::ended_ms.eq(None::<i64>),
        phones::recycled_ms.eq(None::<i64>),
        phones::reminded.eq(leads_passed(expire_ms, now_ms)),
    ))
    .execute(tx)?;
    if done == 1 && old_expire_ms <= now_ms {
        diesel::update(
            grants::table
                .filter(grants::phone_id.eq(phone_id))
                .filter(grants::owner_id.eq(owner_id))
                .filter(grants::ended_ms.is_null())
                .filter(grants::expire_ms.eq(old_expire_ms)),
        )
        .set(grants::expire_ms.eq(expire_ms))
        .execute(tx)?;
    }
    Ok(done == 1)
}
