//! A line of a receipt: the row of one phone's operation before it is written.

use diesel::prelude::*;
use domain::operations::{Kind, OperationChoice, State};
use domain::phones::{Refusal, Status};

use super::request::Refused;
use super::row::to_text;
use crate::db::conn::AnyConn;
use crate::db::schema::operations;
use crate::error::StoreError;

/// A row to be written.
pub(super) struct Line<'a> {
    pub(super) batch_id: i64,
    pub(super) position: i32,
    pub(super) member_id: i64,
    pub(super) phone_id: i64,
    pub(super) kind: Kind,
    pub(super) input: &'a OperationChoice,
    /// Phone that takes the place of this one, for [`Kind::Replace`] and [`Kind::Transfer`].
    pub(super) successor: Option<i64>,
    pub(super) now_ms: i64,
}

impl Line<'_> {
    /// This row with another input.
    pub(super) fn with_input<'a>(&'a self, input: &'a OperationChoice) -> Line<'a> {
        Line { input, ..*self }
    }

    pub(super) fn write(
        &self,
        tx: &mut AnyConn,
        id: i64,
        state: State,
        refused: Option<Refused>,
    ) -> Result<(), StoreError> {
        let over = state.is_over();
        let rule = refused.and_then(|refused| refused.refusal);
        diesel::insert_into(operations::table)
            .values((
                (
                    operations::id.eq(id),
                    operations::batch_id.eq(self.batch_id),
                    operations::position.eq(self.position),
                    operations::member_id.eq(self.member_id),
                    operations::phone_id.eq(self.phone_id),
                    operations::kind.eq(self.kind.into_str()),
                    operations::input.eq(to_text(self.input)?),
                    operations::state.eq(state.code()),
                ),
                (
                    operations::step.eq(0),
                    operations::phase.eq(0),
                    operations::generation.eq(0),
                    operations::created_ms.eq(self.now_ms),
                    operations::since_ms.eq(self.now_ms),
                    operations::started_ms.eq(over.then_some(self.now_ms)),
                    operations::ended_ms.eq(over.then_some(self.now_ms)),
                    operations::refusal.eq(refused.map(|r| r.code.number)),
                    operations::refusal_status.eq(rule.and_then(Refusal::status).map(Status::code)),
                    operations::refusal_word.eq(rule.map(Refusal::name)),
                ),
            ))
            .execute(tx)?;
        Ok(())
    }
}
