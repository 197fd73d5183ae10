//! Figures of the operators' menu: feedback to answer, refunds to decide about, operations that hang.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::permissions::{READ_HOSTS, REFUND_ORDERS};

use super::overview::hanging;
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::feedback;
use crate::error::StoreError;
use crate::session::Actor;

/// Number of things that wait for a person; none of what the operator may not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Waiting {
    /// Feedback without an answer.
    pub feedback: Option<i64>,
    /// Refunds that an operator decides about.
    pub refunds: Option<i64>,
    /// Operations that run longer than they usually take.
    pub operations: Option<i64>,
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

/// State 0 is written out: only so does SQLite see that the index of waiting refunds answers.
const REFUNDS: &str = "SELECT count(*) AS n FROM refunds WHERE state = 0";

/// Counts what waits for the operator.
pub async fn waiting(store: &Store, actor: &Actor, now_ms: i64) -> Result<Waiting, StoreError> {
    let holds = |permission: &str| actor.holds(permission).then_some(());
    let sees = (
        holds(domain::feedback::READ),
        holds(REFUND_ORDERS),
        holds(READ_HOSTS),
    );
    if sees == (None, None, None) {
        return Ok(Waiting::default());
    }
    store
        .run(move |conn| {
            Ok(Waiting {
                feedback: sees.0.map(|()| unanswered(conn)).transpose()?,
                refunds: sees.1.map(|()| undecided(conn)).transpose()?,
                operations: sees
                    .2
                    .map(|()| hanging(conn, now_ms))
                    .transpose()?
                    .map(|hanging| hanging.phones),
            })
        })
        .await
}

fn unanswered(conn: &mut AnyConn) -> Result<i64, StoreError> {
    Ok(feedback::table
        .filter(feedback::answered_ms.is_null())
        .count()
        .get_result(conn)?)
}

fn undecided(conn: &mut AnyConn) -> Result<i64, StoreError> {
    let count: Count = prepared(diesel::sql_query(REFUNDS)).get_result(conn)?;
    Ok(count.n)
}
