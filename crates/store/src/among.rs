//! Filter by a list of ids as one bound value: the statement is the same however long the list is, so that a connection prepares it once.
//! Diesel's `eq_any` writes a placeholder for each id in SQLite, and prepares such a statement each time.

use std::borrow::Borrow;

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{Array, BigInt, Bool, Text};
use diesel::sqlite::Sqlite;

use crate::conn::Backend;

/// Condition that a column is one of some ids.
#[derive(Debug, Clone, QueryId)]
pub(crate) struct Among<Column> {
    column: Column,
    ids: Vec<i64>,
    /// Ids as a JSON array.
    json: String,
}

/// Whether a column is one of these ids.
pub(crate) fn among<Column>(
    column: Column,
    ids: impl IntoIterator<Item: Borrow<i64>>,
) -> Among<Column>
where
    Column: Expression<SqlType = BigInt>,
{
    let ids: Vec<i64> = ids.into_iter().map(|id| *id.borrow()).collect();
    let listed: Vec<String> = ids.iter().map(i64::to_string).collect();
    Among {
        column,
        ids,
        json: format!("[{}]", listed.join(",")),
    }
}

impl<Column: Expression> Expression for Among<Column> {
    type SqlType = Bool;
}

impl<Column, Source> AppearsOnTable<Source> for Among<Column> where Column: AppearsOnTable<Source> {}

impl<Column, Source> SelectableExpression<Source> for Among<Column> where
    Column: SelectableExpression<Source>
{
}

impl<Column, GroupBy> ValidGrouping<GroupBy> for Among<Column>
where
    Column: ValidGrouping<GroupBy>,
{
    type IsAggregate = Column::IsAggregate;
}

impl<Column: QueryFragment<Pg>> QueryFragment<Pg> for Among<Column> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" = ANY(");
        out.push_bind_param::<Array<BigInt>, _>(&self.ids)?;
        out.push_sql(")");
        Ok(())
    }
}

impl<Column: QueryFragment<Sqlite>> QueryFragment<Sqlite> for Among<Column> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" IN (SELECT value FROM json_each(");
        out.push_bind_param::<Text, _>(&self.json)?;
        out.push_sql("))");
        Ok(())
    }
}

impl<Column> QueryFragment<Backend> for Among<Column>
where
    Column: QueryFragment<Pg> + QueryFragment<Sqlite>,
{
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Backend>) -> QueryResult<()> {
        Backend::walk_variant_ast(self, out)
    }
}
