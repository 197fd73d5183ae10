//! Figures of the operators' menu: feedback to answer, refunds to decide about, operations that hang.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use domain::operations::{Kind, State};
use domain::permissions::{READ_HOSTS, REFUND_ORDERS};

use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::prepared::prepared;
use crate::schema::{feedback, operations};
use crate::session::Actor;

/// Running operations that are looked at: more of them hang than any person looks after one by one.
const LOOK: i64 = 1000;

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
                operations: sees.2.map(|()| hanging(conn, now_ms)).transpose()?,
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

fn hanging(conn: &mut AnyConn, now_ms: i64) -> Result<i64, StoreError> {
    let running: Vec<(String, Option<i64>)> = operations::table
        .filter(operations::state.eq(State::Running.code()))
        .filter(operations::ended_ms.is_null())
        .limit(LOOK)
        .select((operations::kind, operations::started_ms))
        .load(conn)?;
    let hangs = |(kind, started_ms): &&(String, Option<i64>)| {
        let kind = Kind::from_name(kind);
        kind.zip(*started_ms)
            .is_some_and(|(kind, started_ms)| kind.hangs(started_ms, now_ms))
    };
    Ok(i64::try_from(running.iter().filter(hangs).count()).unwrap_or(LOOK))
}
