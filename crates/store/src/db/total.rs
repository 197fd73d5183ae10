//! Sum of a column of whole numbers: 0 of no rows, and a BIGINT in PostgreSQL, where the sum of BIGINT is NUMERIC.

use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::BigInt;

/// Sum of a column over the rows of a query.
#[derive(Debug, Clone, Copy, QueryId)]
pub(crate) struct Total<Column>(Column);

/// The sum of a column.
pub(crate) const fn total<Column: Expression<SqlType = BigInt>>(column: Column) -> Total<Column> {
    Total(column)
}

impl<Column: Expression> Expression for Total<Column> {
    type SqlType = BigInt;
}

impl<Column: AppearsOnTable<Source>, Source> AppearsOnTable<Source> for Total<Column> {}

impl<Column: SelectableExpression<Source>, Source> SelectableExpression<Source> for Total<Column> {}

impl<Column, GroupBy> ValidGrouping<GroupBy> for Total<Column> {
    type IsAggregate = is_aggregate::Yes;
}

impl<DB: diesel::backend::Backend, Column: QueryFragment<DB>> QueryFragment<DB> for Total<Column> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        out.push_sql("CAST(coalesce(sum(");
        self.0.walk_ast(out.reborrow())?;
        out.push_sql("), 0) AS BIGINT)");
        Ok(())
    }
}
