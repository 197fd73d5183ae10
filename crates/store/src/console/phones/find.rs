//! Finding phones: one word that an index answers, a state and a configuration.

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};
use domain::auth::PhoneNumber;
use domain::phones::{PhoneActivity, Power, Status, is_address};
use domain::text;

use super::view::{PhoneRow, rows_of};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{members, phones};
use crate::error::StoreError;

type Query = phones::BoxedQuery<'static, Backend>;

/// State that a list shows alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhoneState {
    /// Members rent the phones.
    Rented,
    /// The phones are in stock, rented by nobody.
    Stock,
    /// The phones do this, whoever has them.
    Doing(PhoneActivity),
}

/// Filter of the list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PhoneFilter {
    /// One word: an id, an address, a host, the beginning of a name, or the number of the member.
    pub keyword: String,
    /// State of the phones; any when none.
    pub state: Option<PhoneState>,
    /// Configuration's id; any when none.
    pub configuration_id: Option<i64>,
    /// Member's id; any when none.
    pub owner_id: Option<i64>,
}

/// A page of phones in the order of their addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPhones {
    /// Phones of the page.
    pub rows: Vec<PhoneRow>,
    /// Number of phones that pass the filter.
    pub total: i64,
}

/// Meaning of the searched word, each with an index of its own.
enum Meaning {
    Anything,
    Id(i64),
    OwlId(String),
    Address(String),
    Owner(i64),
    HostOrName(String),
}

/// Finds phones: `limit` of them after `offset`.
pub async fn find(
    store: &Store,
    filter: PhoneFilter,
    (offset, limit): (i64, i64),
) -> Result<FoundPhones, StoreError> {
    store
        .run(move |conn| {
            let meaning = meaning(conn, filter.keyword.trim())?;
            let is_postgres = matches!(conn, AnyConn::Pg(_));
            let chosen = || chosen(&filter, &meaning, is_postgres);
            let total = chosen().count().get_result(conn)?;
            let ids: Vec<i64> = chosen()
                .order((phones::adb, phones::id))
                .offset(offset)
                .limit(limit)
                .select(phones::id)
                .load(conn)?;
            Ok(FoundPhones {
                rows: rows_of(conn, &ids)?,
                total,
            })
        })
        .await
}

fn meaning(conn: &mut AnyConn, keyword: &str) -> Result<Meaning, StoreError> {
    if keyword.is_empty() {
        return Ok(Meaning::Anything);
    }
    let upper = keyword.to_uppercase();
    if upper.starts_with("OWL-") {
        return Ok(Meaning::OwlId(upper));
    }
    if let Ok(number) = PhoneNumber::parse(keyword) {
        let owner: Option<i64> = members::table
            .filter(members::phone.eq(number.as_str()))
            .select(members::id)
            .first(conn)
            .optional()?;
        // A number without an account rents nothing.
        return Ok(Meaning::Owner(owner.unwrap_or_default()));
    }
    if let Ok(id) = keyword.parse() {
        return Ok(Meaning::Id(id));
    }
    if is_address(keyword) {
        return Ok(Meaning::Address(keyword.to_owned()));
    }
    Ok(Meaning::HostOrName(keyword.to_owned()))
}

fn chosen(filter: &PhoneFilter, meaning: &Meaning, is_postgres: bool) -> Query {
    let mut query = phones::table
        .filter(phones::removed_ms.is_null())
        .into_boxed::<Backend>();
    match meaning {
        Meaning::Anything => {}
        // A member's id finds the member's phones, as a phone's id finds the phone.
        Meaning::Id(id) => {
            query = query.filter(phones::id.nullable().eq(*id).or(phones::owner_id.eq(*id)));
        }
        Meaning::OwlId(owl_id) => query = query.filter(phones::owl_id.eq(owl_id.clone())),
        Meaning::Address(adb) => query = query.filter(phones::adb.eq(adb.clone())),
        Meaning::Owner(id) => query = query.filter(phones::owner_id.eq(*id)),
        Meaning::HostOrName(word) => {
            let key = text::key(word);
            let past = format!("{key}{}", char::MAX);
            // PostgreSQL compares beginnings by an index of patterns alone.
            let (from, below) = if is_postgres {
                ("alias_key ~>=~ ", " AND alias_key ~<~ ")
            } else {
                ("alias_key >= ", " AND alias_key < ")
            };
            // The address without its port is the host with a colon.
            query = query.filter(
                sql::<Bool>("(rtrim(adb, '0123456789') = ")
                    .bind::<Text, _>(format!("{word}:"))
                    .sql(" OR (owner_id IS NOT NULL AND ")
                    .sql(from)
                    .bind::<Text, _>(key)
                    .sql(below)
                    .bind::<Text, _>(past)
                    .sql("))"),
            );
        }
    }
    match filter.state {
        None => {}
        Some(PhoneState::Rented) => query = query.filter(phones::owner_id.is_not_null()),
        Some(PhoneState::Stock) => query = query.filter(phones::owner_id.is_null()),
        Some(PhoneState::Doing(doing)) => {
            let codes = |power: Power| -> Vec<i16> {
                let is = |status: &Status| PhoneActivity::of(*status, power) == doing;
                Status::ALL
                    .into_iter()
                    .filter(is)
                    .map(Status::code)
                    .collect()
            };
            let (on, off) = (codes(Power::On), codes(Power::Off));
            let either: Vec<i16> = Status::ALL
                .into_iter()
                .map(Status::code)
                .filter(|code| on.contains(code) || off.contains(code))
                .collect();
            // A single status is compared by `=`: only then is the index read in the order of addresses.
            query = match either.as_slice() {
                [code] => query.filter(phones::status_code.eq(*code)),
                _ => query.filter(among(phones::status_code, &either)),
            };
            if on != off {
                let on = among(phones::status_code, &on).and(phones::power_on.eq(true));
                let off = among(phones::status_code, &off).and(phones::power_on.eq(false));
                query = query.filter(on.or(off));
            }
        }
    }
    if let Some(id) = filter.configuration_id {
        query = query.filter(phones::configuration_id.eq(id));
    }
    if let Some(id) = filter.owner_id {
        query = query.filter(phones::owner_id.eq(id));
    }
    query
}
