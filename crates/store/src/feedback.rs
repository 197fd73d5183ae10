//! Feedback of members to the operator, and the answers.

use std::collections::{BTreeSet, HashMap};

use diesel::prelude::*;
use domain::feedback::A_DAY;
use domain::notices::Message;
use thiserror::Error;

pub use domain::feedback::Feedback;

use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{feedback, members};
use crate::error::{StoreError, faults};
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::member::masked;
use crate::secrets::new_id;
use crate::session::Actor;
use crate::{Store, audit, notices};

const LIMIT: Limit = Limit {
    most: A_DAY,
    window_ms: 24 * 60 * 60 * 1000,
    renewal: Renewal::AfterFirst,
};

/// Why feedback is refused.
#[derive(Debug, Error)]
pub enum FeedbackError {
    /// [`A_DAY`] were written.
    #[error("too much feedback today")]
    TooMany {
        /// Time until more feedback is accepted, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(FeedbackError);

impl From<Exhausted> for FeedbackError {
    fn from(full: Exhausted) -> Self {
        Self::TooMany {
            retry_after_ms: full.retry_after_ms,
        }
    }
}

/// Stores a member's feedback.
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

/// Why an answer is refused.
#[derive(Debug, Error)]
pub enum AnswerError {
    /// The feedback is unknown, or gone with its writer.
    #[error("no such feedback")]
    Absent,
    /// The feedback was answered by another operator first.
    #[error("the feedback is answered already")]
    Answered,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(AnswerError);

/// Feedback as an operator reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Feedback's id.
    pub id: i64,
    /// Id of the writer.
    pub member_id: i64,
    /// The writer's masked number; empty when there is none.
    pub phone: String,
    pub title: String,
    pub content: String,
    /// Time of writing, Unix milliseconds.
    pub created_ms: i64,
    /// The answer, if there is one.
    pub answer: Option<Answer>,
}

/// An operator's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Text of the answer.
    pub text: String,
    /// Time of the answer, Unix milliseconds.
    pub at_ms: i64,
    /// The operator's account name, else the nickname.
    pub by: String,
}

#[derive(Queryable)]
struct Line {
    id: i64,
    member_id: i64,
    title: String,
    content: String,
    created_ms: i64,
    answer: Option<String>,
    answered_ms: Option<i64>,
    answered_by: Option<i64>,
}

/// A writer, or an operator who answered.
#[derive(Queryable)]
struct Person {
    phone: Option<String>,
    user_name: Option<String>,
    nickname: String,
}

impl Line {
    fn named(self, people: &HashMap<i64, Person>) -> Written {
        let writer = people.get(&self.member_id);
        let phone = writer.and_then(|person| person.phone.as_deref());
        let answerer = self.answered_by.and_then(|id| people.get(&id));
        let by = answerer.map(|person| person.user_name.as_ref().unwrap_or(&person.nickname));
        Written {
            id: self.id,
            member_id: self.member_id,
            phone: phone.map_or_else(String::new, masked),
            title: self.title,
            content: self.content,
            created_ms: self.created_ms,
            answer: self
                .answer
                .zip(self.answered_ms)
                .map(|(text, at_ms)| Answer {
                    text,
                    at_ms,
                    by: by.cloned().unwrap_or_default(),
                }),
        }
    }
}

/// The columns of [`Line`].
macro_rules! lines {
    () => {
        feedback::table.select((
            feedback::id,
            feedback::member_id,
            feedback::title,
            feedback::content,
            feedback::created_ms,
            feedback::answer,
            feedback::answered_ms,
            feedback::answered_by,
        ))
    };
}

/// The lines with their writers and those who answered. The names are looked up for the page alone: in a join SQLite, which has no table
/// statistics in service, would read all members first.
fn with_names(conn: &mut AnyConn, lines: Vec<Line>) -> Result<Vec<Written>, StoreError> {
    let of_line = |line: &Line| [Some(line.member_id), line.answered_by];
    let ids: BTreeSet<i64> = lines.iter().flat_map(of_line).flatten().collect();
    let people: HashMap<i64, Person> = members::table
        .filter(among(members::id, ids))
        .select((
            members::id,
            (members::phone, members::user_name, members::nickname),
        ))
        .load(conn)?
        .into_iter()
        .collect();
    Ok(lines.into_iter().map(|line| line.named(&people)).collect())
}

/// A page of feedback, the newest first: answered, open, or both; `limit` rows after `offset`, and the total. The caller
/// has checked the permission.
pub async fn page(
    store: &Store,
    answered: Option<bool>,
    (offset, limit): (i64, i64),
) -> Result<(Vec<Written>, i64), StoreError> {
    store
        .run(move |conn| {
            let mut rows = lines!()
                .order((feedback::created_ms.desc(), feedback::id.desc()))
                .offset(offset)
                .limit(limit)
                .into_boxed::<Backend>();
            let mut counted = feedback::table.into_boxed::<Backend>();
            match answered {
                Some(true) => {
                    rows = rows.filter(feedback::answered_ms.is_not_null());
                    counted = counted.filter(feedback::answered_ms.is_not_null());
                }
                Some(false) => {
                    rows = rows.filter(feedback::answered_ms.is_null());
                    counted = counted.filter(feedback::answered_ms.is_null());
                }
                None => {}
            }
            let rows: Vec<Line> = rows.load(conn)?;
            let total = counted.count().get_result(conn)?;
            Ok((with_names(conn, rows)?, total))
        })
        .await
}

/// A single feedback. The caller has checked the permission.
pub async fn find(store: &Store, id: i64) -> Result<Written, AnswerError> {
    store
        .run(move |conn| {
            let line: Option<Line> = lines!()
                .filter(feedback::id.eq(id))
                .first(conn)
                .optional()?;
            let mut found = with_names(conn, line.into_iter().collect())?;
            found.pop().ok_or(AnswerError::Absent)
        })
        .await
}

/// Answers once, and notifies the writer with the same transaction. The caller has checked the permission and the text's rules.
pub async fn answer(
    store: &Store,
    actor: &Actor,
    id: i64,
    text: String,
    now_ms: i64,
) -> Result<(), AnswerError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let answered = diesel::update(feedback::table.find(id))
                .filter(feedback::answered_ms.is_null())
                .set((
                    feedback::answer.eq(&text),
                    feedback::answered_ms.eq(now_ms),
                    feedback::answered_by.eq(actor.member_id()),
                ))
                .execute(tx)?;
            let asked: Option<(i64, String, String)> = feedback::table
                .find(id)
                .select((feedback::member_id, feedback::title, feedback::content))
                .first(tx)
                .optional()?;
            let (member_id, title, question) = asked.ok_or(AnswerError::Absent)?;
            if answered == 0 {
                return Err(AnswerError::Answered);
            }
            audit::record_change(
                tx,
                (&actor, now_ms),
                "feedback.answer",
                ("feedback", id),
                [None, Some(serde_json::json!({ "answer": text }))],
            )?;
            let reply = Message::FeedbackReply {
                title,
                question,
                answer: text.clone(),
            };
            Ok(notices::write(tx, member_id, &reply, now_ms)?)
        })
        .await
}
