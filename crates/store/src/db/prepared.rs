//! Statements whose text is fixed, so that a connection prepares them once. Diesel cannot know this of raw SQL, of literals and of an UPDATE,
//! and has them parsed and planned each time. [`Prepared`] works only where rows are loaded: `execute` hands diesel a reference to the
//! statement, which does not carry the mark.

use diesel::RunQueryDsl;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel::result::QueryResult;

/// A statement that connections keep by its text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prepared<Statement>(Statement);

/// Marks a statement whose text does not depend on what is bound.
pub(crate) const fn prepared<Statement>(statement: Statement) -> Prepared<Statement> {
    Prepared(statement)
}

impl<Statement: Query> Query for Prepared<Statement> {
    type SqlType = Statement::SqlType;
}

impl<Statement, Conn> RunQueryDsl<Conn> for Prepared<Statement> {}

/// The text of the statement is the key under which a connection keeps it.
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
