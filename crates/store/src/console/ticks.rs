//! Activities of a host's phones in the order of their addresses: what fails together stands together.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::phones::{PhoneActivity, Power, Status};

use crate::Store;
use crate::db::among::among;
use crate::db::schema::phones;
use crate::error::StoreError;

/// Phones that one statement reads.
const AT_ONCE: usize = 1000;

/// Activities of these phones, of each list in the order of addresses; a phone that left the stock has none.
pub async fn ticks(
    store: &Store,
    hosts: Vec<Vec<i64>>,
) -> Result<Vec<Vec<PhoneActivity>>, StoreError> {
    store
        .run(move |conn| {
            let ids: Vec<i64> = hosts.iter().flatten().copied().collect();
            let mut found: HashMap<i64, (String, PhoneActivity)> =
                HashMap::with_capacity(ids.len());
            for some in ids.chunks(AT_ONCE) {
                let rows: Vec<(i64, String, i16, bool)> = phones::table
                    .filter(among(phones::id, some))
                    .filter(phones::removed_ms.is_null())
                    .select((
                        phones::id,
                        phones::adb,
                        phones::status_code,
                        phones::power_on,
                    ))
                    .load(conn)?;
                for (id, adb, status_code, on) in rows {
                    let status = Status::from_code(status_code)
                        .ok_or(StoreError::Corrupt("phone status"))?;
                    let power = if on { Power::On } else { Power::Off };
                    found.insert(id, (adb, PhoneActivity::of(status, power)));
                }
            }
            let of_host = |ids: Vec<i64>| {
                let mut there: Vec<(String, PhoneActivity)> =
                    ids.iter().filter_map(|id| found.remove(id)).collect();
                // Ports of 4 and of 5 digits stand in the order of their numbers.
                there.sort_by(|(a, _), (b, _)| (a.len(), a).cmp(&(b.len(), b)));
                there.into_iter().map(|(_, doing)| doing).collect()
            };
            Ok(hosts.into_iter().map(of_host).collect())
        })
        .await
}
