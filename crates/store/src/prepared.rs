//! Statements whose text is fixed, which a connection prepares once. Diesel cannot know it of raw SQL, of literals and of an UPDATE, and has
//! them parsed and planned each time.

use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel::connection::Connection;
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sqlite::Sqlite;

use crate::conn::AnyConn;

/// A statement that connections keep by its text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prepared<Statement>(Statement);

/// Marks a statement whose text does not depend on what is bound.
pub(crate) const fn prepared<Statement>(statement: Statement) -> Prepared<Statement> {
    Prepared(statement)
}

impl<Statement> Prepared<Statement>
where
    Self: QueryFragment<Pg> + QueryFragment<Sqlite>,
{
    /// Runs the statement, and returns the number of rows that it changed.
    ///
    /// Diesel's own `execute` hands a connection of either database a reference, behind which the mark is not seen.
    pub(crate) fn execute(self, conn: &mut AnyConn) -> QueryResult<usize> {
        match conn {
            AnyConn::Pg(conn) => conn.execute_returning_count(&self),
            AnyConn::Sqlite(conn) => conn.execute_returning_count(&self),
        }
    }
}

impl<Statement: Query> Query for Prepared<Statement> {
    type SqlType = Statement::SqlType;
}

impl<Statement, Conn> RunQueryDsl<Conn> for Prepared<Statement> {}

/// Statements are told apart by their text.
impl<Statement> QueryId for Prepared<Statement> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<DB: Backend, Statement: QueryFragment<DB>> QueryFragment<DB> for Prepared<Statement> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }

    fn is_safe_to_cache_prepared(&self, _: &DB) -> QueryResult<bool> {
        Ok(true)
    }
}
