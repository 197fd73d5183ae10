//! What members write to the operator.

use diesel::prelude::*;
use domain::feedback::A_DAY;
use thiserror::Error;

pub use domain::feedback::Feedback;

use crate::Store;
use crate::fault::{Fault, faults};
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::member::masked;
use crate::schema::{feedback, members};
use crate::secrets::new_id;
use crate::session::Actor;

const LIMIT: Limit = Limit {
    most: A_DAY,
    window_ms: 24 * 60 * 60 * 1000,
    renewal: Renewal::AfterFirst,
};

/// Why nothing was taken.
#[derive(Debug, Error)]
pub enum FeedbackError {
    /// [`A_DAY`] were written.
    #[error("too much feedback today")]
    TooMany {
        /// When more is taken, in milliseconds from now.
        retry_after_ms: i64,
    },
    /// A fault of ours.
    #[error(transparent)]
    Fault(#[from] Fault),
}
faults!(FeedbackError);

impl From<Exhausted> for FeedbackError {
    fn from(full: Exhausted) -> Self {
        Self::TooMany {
            retry_after_ms: full.retry_after_ms,
        }
    }
}

/// Takes a member's words.
pub async fn send(
    store: &Store,
    actor: &Actor,
    new: Feedback,
    now_ms: i64,
) -> Result<(), FeedbackError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            limits::spend(tx, &format!("feedback:{member_id}"), LIMIT, now_ms)??;
            diesel::insert_into(feedback::table)
                .values((
                    feedback::id.eq(new_id()),
                    feedback::member_id.eq(member_id),
                    feedback::title.eq(new.title()),
                    feedback::content.eq(new.content()),
                    feedback::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
            Ok(())
        })
        .await
}

/// What an operator reads of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Its id.
    pub id: i64,
    /// Who wrote it.
    pub member_id: i64,
    /// The writer's masked number; empty when there is none.
    pub phone: String,
    /// The line above it.
    pub title: String,
    /// What it says.
    pub content: String,
    /// When, Unix milliseconds.
    pub created_ms: i64,
}

type Line = (i64, i64, Option<String>, String, String, i64);

/// All of it, the newest first: `limit` rows after `offset`, and how many there are. The caller has asked for the permission.
pub async fn page(
    store: &Store,
    (offset, limit): (i64, i64),
) -> Result<(Vec<Written>, i64), Fault> {
    store
        .run(move |conn| {
            let rows: Vec<Line> = feedback::table
                .inner_join(members::table)
                .order((feedback::created_ms.desc(), feedback::id.desc()))
                .offset(offset)
                .limit(limit)
                .select((
                    feedback::id,
                    feedback::member_id,
                    members::phone,
                    feedback::title,
                    feedback::content,
                    feedback::created_ms,
                ))
                .load(conn)?;
            let total = feedback::table.count().get_result(conn)?;
            let written = |(id, member_id, phone, title, content, created_ms): Line| Written {
                id,
                member_id,
                phone: phone.as_deref().map_or_else(String::new, masked),
                title,
                content,
                created_ms,
            };
            Ok((rows.into_iter().map(written).collect(), total))
        })
        .await
}
