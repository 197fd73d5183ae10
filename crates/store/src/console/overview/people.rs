//! Sign-ins and new members since a moment.

use diesel::prelude::*;
use diesel::sql_types::BigInt;

use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::error::StoreError;

/// Sign-ins and new members of a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct People {
    /// Sign-ins, operators' too.
    pub sign_ins: i64,
    /// Accounts that were made.
    pub new: i64,
}

#[derive(QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    sign_ins: i64,
    #[diesel(sql_type = BigInt)]
    new_members: i64,
}

/// Sessions of programs and links (`scopes`) are none of a person who signed in.
const TODAY: &str = "SELECT (SELECT count(*) FROM sessions WHERE scopes IS NULL AND created_ms >= $1) AS sign_ins, \
    (SELECT count(*) FROM members WHERE created_ms >= $1) AS new_members";

pub(super) fn today(conn: &mut AnyConn, day_ms: i64) -> Result<People, StoreError> {
    let counts: Counts =
        prepared(diesel::sql_query(TODAY).bind::<BigInt, _>(day_ms)).get_result(conn)?;
    Ok(People {
        sign_ins: counts.sign_ins,
        new: counts.new_members,
    })
}
