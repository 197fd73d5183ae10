//! A statement whose text is fixed, which a connection prepares once. Diesel never keeps what `sql_query` runs: it is parsed and planned each time.

use std::marker::PhantomData;

use diesel::RunQueryDsl;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sqlite::Sqlite;

use crate::conn::Backend;

/// A statement that answers rows of the given SQL types, and has no bound values.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Statement<Row> {
    sql: &'static str,
    row: PhantomData<Row>,
}

/// The statement of a text.
pub(crate) const fn statement<Row>(sql: &'static str) -> Statement<Row> {
    Statement {
        sql,
        row: PhantomData,
    }
}

impl<Row> Query for Statement<Row> {
    type SqlType = Row;
}

impl<Row, Conn> RunQueryDsl<Conn> for Statement<Row> {}

/// Statements are told apart by their text.
impl<Row> QueryId for Statement<Row> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Row> QueryFragment<Pg> for Statement<Row> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql(self.sql);
        Ok(())
    }
}

impl<Row> QueryFragment<Sqlite> for Statement<Row> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        out.push_sql(self.sql);
        Ok(())
    }
}

impl<Row> QueryFragment<Backend> for Statement<Row> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Backend>) -> QueryResult<()> {
        Backend::walk_variant_ast(self, out)
    }
}
