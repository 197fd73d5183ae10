//! Filter by a list as one bound value: the statement is the same however long the list is, so that a connection prepares it once.
//! Diesel's `eq_any` writes a placeholder for each value in SQLite, and prepares such a statement each time.

use std::borrow::Borrow;

use diesel::expression::{AppearsOnTable, Expression, SelectableExpression, ValidGrouping};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::serialize::ToSql;
use diesel::sql_types::{Array, BigInt, Bool, HasSqlType, SmallInt, Text};
use diesel::sqlite::Sqlite;
use serde::Serialize;

use crate::db::conn::{AnyConn, Backend};

/// SQL type of a column that lists may filter.
pub(crate) trait Listed: 'static {
    /// Rust type of its values, as lists hold them.
    type Value: ToOwned<Owned: Serialize> + ?Sized;
}

impl Listed for BigInt {
    type Value = i64;
}

impl Listed for SmallInt {
    type Value = i16;
}

impl Listed for Text {
    type Value = str;
}

type Owned<Type> = <<Type as Listed>::Value as ToOwned>::Owned;

/// Condition that a column has one of some values.
pub(crate) struct Among<Column, Type: Listed> {
    column: Column,
    values: Vec<Owned<Type>>,
    /// Values as a JSON array.
    json: String,
}

/// Whether a column has one of these values.
pub(crate) fn among<Column, Type>(
    column: Column,
    values: impl IntoIterator<Item: Borrow<Type::Value>>,
) -> Among<Column, Type>
where
    Column: Expression<SqlType = Type>,
    Type: Listed,
{
    let values: Vec<Owned<Type>> = (values.into_iter())
        .map(|value| value.borrow().to_owned())
        .collect();
    Among {
        column,
        json: serde_json::json!(values).to_string(),
        values,
    }
}

/// Raw SQL that tests whether a column has one of the ids of a JSON array, which is bound as text at a place such as `$4`.
pub(crate) fn among_json(conn: &AnyConn, column: &str, place: &str) -> String {
    match conn {
        AnyConn::Sqlite(_) => format!("{column} IN (SELECT value FROM json_each({place}))"),
        AnyConn::Pg(_) => format!(
            "{column} IN (SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST({place} AS JSON)))"
        ),
    }
}

impl<Column: QueryId, Type: Listed> QueryId for Among<Column, Type> {
    type QueryId = Among<Column::QueryId, Type>;

    const HAS_STATIC_QUERY_ID: bool = Column::HAS_STATIC_QUERY_ID;
}

impl<Column: Expression, Type: Listed> Expression for Among<Column, Type> {
    type SqlType = Bool;
}

impl<Column, Type: Listed, Source> AppearsOnTable<Source> for Among<Column, Type> where
    Column: AppearsOnTable<Source>
{
}

impl<Column, Type: Listed, Source> SelectableExpression<Source> for Among<Column, Type> where
    Column: SelectableExpression<Source>
{
}

impl<Column, Type: Listed, GroupBy> ValidGrouping<GroupBy> for Among<Column, Type>
where
    Column: ValidGrouping<GroupBy>,
{
    type IsAggregate = Column::IsAggregate;
}

impl<Column, Type: Listed> QueryFragment<Pg> for Among<Column, Type>
where
    Column: QueryFragment<Pg>,
    Pg: HasSqlType<Type>,
    Vec<Owned<Type>>: ToSql<Array<Type>, Pg>,
{
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" = ANY(");
        out.push_bind_param::<Array<Type>, _>(&self.values)?;
        out.push_sql(")");
        Ok(())
    }
}

impl<Column: QueryFragment<Sqlite>, Type: Listed> QueryFragment<Sqlite> for Among<Column, Type> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Sqlite>) -> QueryResult<()> {
        self.column.walk_ast(out.reborrow())?;
        out.push_sql(" IN (SELECT value FROM json_each(");
        out.push_bind_param::<Text, _>(&self.json)?;
        out.push_sql("))");
        Ok(())
    }
}

impl<Column, Type: Listed> QueryFragment<Backend> for Among<Column, Type>
where
    Self: QueryFragment<Pg> + QueryFragment<Sqlite>,
{
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Backend>) -> QueryResult<()> {
        Backend::walk_variant_ast(self, out)
    }
}
