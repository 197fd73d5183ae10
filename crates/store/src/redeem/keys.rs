//! Keys by which people find batches by their notes, and used codes by the name that their phone had.

use diesel::prelude::*;
use domain::text;

use crate::db::conn::AnyConn;
use crate::db::schema::{redeem_batches, redeem_codes};
use crate::error::StoreError;

/// Rows that are read together.
const ROWS_AT_ONCE: i64 = 2_000;

/// Computes the keys of all batches and used codes again.
pub(crate) fn refresh_redeem_keys(tx: &mut AnyConn) -> Result<(), StoreError> {
    refresh_notes(tx)?;
    refresh_names(tx)
}

fn refresh_notes(tx: &mut AnyConn) -> Result<(), StoreError> {
    let mut last = i64::MIN;
    loop {
        let rows: Vec<(i64, String, String)> = redeem_batches::table
            .filter(redeem_batches::id.gt(last))
            .order(redeem_batches::id)
            .limit(ROWS_AT_ONCE)
            .select((
                redeem_batches::id,
                redeem_batches::note,
                redeem_batches::note_key,
            ))
            .load(tx)?;
        let Some(row) = rows.last() else {
            return Ok(());
        };
        last = row.0;
        for (id, note, old) in rows {
            let key = text::key(&note);
            if key != old {
                diesel::update(redeem_batches::table.find(id))
                    .set(redeem_batches::note_key.eq(key))
                    .execute(tx)?;
            }
        }
    }
}

fn refresh_names(tx: &mut AnyConn) -> Result<(), StoreError> {
    let mut last = i64::MIN;
    loop {
        let rows: Vec<(i64, Option<String>, Option<String>)> = redeem_codes::table
            .filter(redeem_codes::alias.is_not_null())
            .filter(redeem_codes::id.gt(last))
            .order(redeem_codes::id)
            .limit(ROWS_AT_ONCE)
            .select((
                redeem_codes::id,
                redeem_codes::alias,
                redeem_codes::alias_key,
            ))
            .load(tx)?;
        let Some(row) = rows.last() else {
            return Ok(());
        };
        last = row.0;
        for (id, alias, old) in rows {
            let key = alias.as_deref().map(text::key);
            if key != old {
                diesel::update(redeem_codes::table.find(id))
                    .set(redeem_codes::alias_key.eq(key))
                    .execute(tx)?;
            }
        }
    }
}
