//! Setup steps of a new shop, in which nobody has ordered or rents a phone yet: how far the database has each. For any other shop nothing
//! further is queried.

use diesel::dsl::count_star;
use diesel::prelude::*;

use crate::db::conn::AnyConn;
use crate::db::schema::{
    agreements, branding, configurations, members, orders, phones, price_versions,
};
use crate::error::StoreError;

/// Stored role of operators.
const OPERATOR: i16 = 2;

/// Setup steps that the database knows about; wallets and senders of codes are the server's own settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FirstDay {
    /// Time at which the first operator was made, Unix milliseconds.
    pub operator_ms: Option<i64>,
    /// Account of the operator who was made first.
    pub operator: String,
    /// Configurations that have prices now.
    pub priced: i64,
    /// Phones in stock or rented.
    pub phones: i64,
    /// Whether the shop has a name of its own.
    pub named: bool,
    /// Agreements that were published.
    pub agreements: i64,
}

pub(super) fn first_day(conn: &mut AnyConn, now_ms: i64) -> Result<Option<FirstDay>, StoreError> {
    let ordered: Option<i64> = orders::table.select(orders::id).first(conn).optional()?;
    let rented: Option<i64> = phones::table
        .filter(phones::owner_id.is_not_null())
        .select(phones::id)
        .first(conn)
        .optional()?;
    if ordered.or(rented).is_some() {
        return Ok(None);
    }
    let operator: Option<(i64, Option<String>, String)> = members::table
        .filter(members::role.eq(OPERATOR))
        .order((members::created_ms, members::id))
        .select((members::created_ms, members::user_name, members::nickname))
        .first(conn)
        .optional()?;
    let priced: i64 = price_versions::table
        .inner_join(
            configurations::table.on(configurations::id.eq(price_versions::configuration_id)),
        )
        .filter(configurations::on_sale.eq(true))
        .filter(price_versions::from_ms.le(now_ms))
        .filter(
            price_versions::until_ms
                .is_null()
                .or(price_versions::until_ms.gt(now_ms)),
        )
        .count()
        .get_result(conn)?;
    let phones: i64 = phones::table
        .filter(phones::removed_ms.is_null())
        .select(count_star())
        .first(conn)?;
    let title: Option<String> = branding::table
        .select(branding::title)
        .first(conn)
        .optional()?;
    let agreements: i64 = agreements::table
        .filter(agreements::published_ms.is_not_null())
        .count()
        .get_result(conn)?;
    let (operator_ms, operator) = match operator {
        Some((at_ms, user_name, nickname)) => (Some(at_ms), user_name.unwrap_or(nickname)),
        None => (None, String::new()),
    };
    Ok(Some(FirstDay {
        operator_ms,
        operator,
        priced,
        phones,
        named: title.is_some_and(|title| !title.is_empty()),
        agreements,
    }))
}
