//! Filter by what another query finds, which is run first, once: its few ids then choose the rows by their primary key.
//! `IN (SELECT …)` leaves the order to PostgreSQL, which may walk through all rows of the table, other accounts' among them, to merge both.

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{BigInt, Bool};
use diesel::sqlite::Sqlite;

use crate::db::conn::Backend;

/// Condition that a column has one of the ids that a query finds.
pub(crate) struct FoundBy<Column, Query> {
    column: Column,
    query: Query,
}

/// Whether a column has one of the ids that this query finds. The query may not refer to the table that it filters.
pub(crate) const fn found_by<Column, Query>(column: Column, query: Query) -> FoundBy<Column, Query>
where
    Column: Expression<SqlType = BigInt>,
{
    FoundBy { column, query }
}

/// The query's text decides, as it may be put together from parts.
impl<Column, Query> QueryId for FoundBy<Column, Query> {
    type QueryId = ();

    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Column: Expression, Query> Expression for FoundBy<Column, Query> {
    type SqlType = Bool;
}

impl<Column, Query, Source> AppearsOnTable<Source> for FoundBy<Column, Query> where
    Column: AppearsOnTable<Source>
{
}

impl<Column, Query, Source> SelectableExpression<Source> for FoundBy<Column, Query> where
    Column: SelectableExpression<Source>
{
}

impl<Column, Query, GroupBy> ValidGrouping<GroupBy> for FoundBy<Column, Query>
where
    Column: ValidGrouping<GroupBy>,
{
    type IsAggregate = Column::IsAggregate;
}

impl<Column, Query> QueryFragment<Pg> for FoundBy<Column, Query>
where
    Column: QueryFragment<Pg>,
    Query: QueryFragment<Pg>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" = ANY(ARRAY(");
        self.query.walk_ast(out.reborrow())?;
        out.push_sql("))");
        Ok(())
    }
}

impl<Column, Query> QueryFragment<Sqlite> for FoundBy<Column, Query>
where
    Column: QueryFragment<Sqlite>,
    Query: QueryFragment<Sqlite>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" IN (");
        self.query.walk_ast(out.reborrow())?;
        out.push_sql(")");
        Ok(())
    }
}

impl<Column, Query> QueryFragment<Backend> for FoundBy<Column, Query>
where
    Self: QueryFragment<Pg> + QueryFragment<Sqlite>,
{
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Backend>) -> QueryResult<()> {
        Backend::walk_variant_ast(self, out)
    }
}
