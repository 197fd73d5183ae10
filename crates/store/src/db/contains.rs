//! Search for a part of a text in a column of a large table.
//!
//! With `ESCAPE` PostgreSQL prepares the pattern of a prepared statement anew for each row; its LIKE takes `\` as escape without it. SQLite's
//! LIKE has no escape unless it is named.

use diesel::dsl::AsExprOf;
use diesel::expression::{
    AppearsOnTable, AsExpression, Expression, SelectableExpression, ValidGrouping,
};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{Bool, Text};
use diesel::sqlite::Sqlite;

use crate::db::conn::Backend;
use crate::db::search::containing;

/// Condition that a column contains a text.
pub(crate) struct Contains<Column> {
    column: Column,
    pattern: AsExprOf<String, Text>,
}

/// Whether a column contains this text. SQLite takes ASCII letters of either case as the same.
pub(crate) fn contains<Column>(column: Column, part: &str) -> Contains<Column>
where
    Column: Expression<SqlType = Text>,
{
    let pattern = AsExpression::<Text>::as_expression(containing(part));
    Contains { column, pattern }
}

impl<Column: QueryId> QueryId for Contains<Column> {
    type QueryId = Contains<Column::QueryId>;

    const HAS_STATIC_QUERY_ID: bool = Column::HAS_STATIC_QUERY_ID;
}

impl<Column: Expression> Expression for Contains<Column> {
    type SqlType = Bool;
}

impl<Column, Source> AppearsOnTable<Source> for Contains<Column> where Column: AppearsOnTable<Source>
{}

impl<Column, Source> SelectableExpression<Source> for Contains<Column> where
    Column: SelectableExpression<Source>
{
}

impl<Column, GroupBy> ValidGrouping<GroupBy> for Contains<Column>
where
    Column: ValidGrouping<GroupBy>,
{
    type IsAggregate = Column::IsAggregate;
}

impl<Column> QueryFragment<Pg> for Contains<Column>
where
    Column: QueryFragment<Pg>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" LIKE ");
        self.pattern.walk_ast(out.reborrow())
    }
}

impl<Column> QueryFragment<Sqlite> for Contains<Column>
where
    Column: QueryFragment<Sqlite>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" LIKE ");
        self.pattern.walk_ast(out.reborrow())?;
        out.push_sql(" ESCAPE '\\'");
        Ok(())
    }
}

impl<Column> QueryFragment<Backend> for Contains<Column>
where
    Self: QueryFragment<Pg> + QueryFragment<Sqlite>,
{
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Backend>) -> QueryResult<()> {
        Backend::walk_variant_ast(self, out)
    }
}
