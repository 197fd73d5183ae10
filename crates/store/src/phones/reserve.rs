//! Phones in stock that are reserved for unpaid orders.

use diesel::prelude::*;

use super::shared::IDS_AT_ONCE;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{configurations, phones};
use crate::error::StoreError;

/// Reserves free phones of a configuration for an order, oldest first; false, and none reserved, when there are fewer than wanted.
///
/// Buyers of one configuration take turns on PostgreSQL: two that both want the last phones would else each get some and neither enough.
pub(crate) fn reserve(
    tx: &mut AnyConn,
    order_id: i64,
    configuration_id: i64,
    carrier: Option<i16>,
    count: i64,
) -> Result<bool, StoreError> {
    let ids: Vec<i64> = match tx {
        AnyConn::Pg(c) => {
            configurations::table
                .find(configuration_id)
                .select(configurations::id)
                .for_no_key_update()
                .first::<i64>(c)?;
            let free = phones::table
                .filter(phones::configuration_id.eq(configuration_id))
                .filter(phones::owner_id.is_null())
                .filter(phones::maintenance.eq(false))
                .filter(phones::reserved_by.is_null());
            let oldest = (phones::created_ms, phones::id);
            match carrier {
                Some(carrier) => free
                    .filter(phones::carrier.eq(carrier))
                    .order(oldest)
                    .limit(count)
                    .select(phones::id)
                    .for_update()
                    .skip_locked()
                    .load(c)?,
                None => free
                    .order(oldest)
                    .limit(count)
                    .select(phones::id)
                    .for_update()
                    .skip_locked()
                    .load(c)?,
            }
        }
        AnyConn::Sqlite(c) => {
            let mut free = phones::table
                .filter(phones::configuration_id.eq(configuration_id))
                .filter(phones::owner_id.is_null())
                .filter(phones::maintenance.eq(false))
                .filter(phones::reserved_by.is_null())
                .order((phones::created_ms, phones::id))
                .limit(count)
                .select(phones::id)
                .into_boxed();
            if let Some(carrier) = carrier {
                free = free.filter(phones::carrier.eq(carrier));
            }
            free.load(c)?
        }
    };
    if i64::try_from(ids.len()) != Ok(count) {
        return Ok(false);
    }
    let mut kept = 0;
    for some in ids.chunks(IDS_AT_ONCE) {
        kept += diesel::update(
            phones::table
                .filter(among(phones::id, some))
                .filter(phones::owner_id.is_null())
                .filter(phones::maintenance.eq(false))
                .filter(phones::reserved_by.is_null()),
        )
        .set(phones::reserved_by.eq(order_id))
        .execute(tx)?;
    }
    if kept == ids.len() {
        return Ok(true);
    }
    unreserve(tx, order_id)?;
    Ok(false)
}

/// Returns an order's reserved phones to free stock.
pub(crate) fn unreserve(tx: &mut AnyConn, order_id: i64) -> Result<(), StoreError> {
    diesel::update(phones::table.filter(phones::reserved_by.eq(order_id)))
        .set(phones::reserved_by.eq(None::<i64>))
        .execute(tx)?;
    Ok(())
}
