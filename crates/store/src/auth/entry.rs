//! How members sign in, as operators set it, and messages by which operators try the senders of codes.

use diesel::prelude::*;
use domain::auth::limits::{ALL_TESTS, OPERATOR_TESTS, SENDING_WINDOW_MS};
use domain::auth::ways::{InvalidWays, SignInMethod, SwitchedOff, judge};
use serde_json::{Value, json};
use thiserror::Error;

use crate::Store;
use crate::audit::{self, Author, Conflict};
use crate::branding::ROW;
use crate::db::conn::AnyConn;
use crate::db::schema::{branding, members, social_accounts};
use crate::error::{StoreError, faults};
use crate::limits::{self, Exhausted, Limit, Renewal};

/// How members sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Way to register: one of [`domain::branding::REGISTER_TYPES`].
    pub register_type: String,
    /// Way to sign in that is shown first: one of [`domain::branding::LOGIN_WAYS`].
    pub login_way: String,
    /// Ways that are switched off.
    pub off: SwitchedOff,
    /// Time of the last change, by which a change is judged; Unix milliseconds, 0 where there was none.
    pub updated_ms: i64,
}

impl Entry {
    fn values(&self) -> Value {
        let on = self.off.of(&SignInMethod::ALL);
        let names: Vec<&str> = on.iter().map(SignInMethod::into_str).collect();
        json!({ "methods": names, "loginWay": self.login_way, "registerType": self.register_type })
    }
}

/// Why how members sign in is not changed.
#[derive(Debug, Error)]
pub enum EntryError {
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] InvalidWays),
    /// Somebody else changed it first.
    #[error("changed meanwhile")]
    Changed(Box<Conflict<Entry>>),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(EntryError);

/// How members sign in now.
pub async fn current(store: &Store) -> Result<Entry, StoreError> {
    store.run(|conn| Ok(read(conn)?)).await
}

fn read(conn: &mut AnyConn) -> Result<Entry, diesel::result::Error> {
    let (register_type, login_way, off, updated_ms): (String, String, String, i64) =
        branding::table
            .find(ROW)
            .select((
                branding::register_type,
                branding::login_way,
                branding::ways_off,
                branding::ways_updated_ms,
            ))
            .first(conn)?;
    Ok(Entry {
        register_type,
        login_way,
        off: SwitchedOff::from_stored(&off),
        updated_ms,
    })
}

/// Changes how members sign in, where it still is what the operator saw: [`Entry::updated_ms`] of `wanted` is what was seen. `works`: the ways that
/// this server can offer. Answers what it is now.
pub async fn save(
    store: &Store,
    author: Author,
    wanted: Entry,
    works: Vec<SignInMethod>,
) -> Result<Entry, EntryError> {
    store
        .write(move |tx| {
            let before = read(tx)?;
            let own = ways_of(tx, author.actor.member_id())?;
            judge(&wanted.off, &wanted.login_way, &works, &own)?;
            let seen_ms = wanted.updated_ms;
            let changed = diesel::update(
                branding::table
                    .find(ROW)
                    .filter(branding::ways_updated_ms.eq(seen_ms)),
            )
            .set((
                branding::register_type.eq(&wanted.register_type),
                branding::login_way.eq(&wanted.login_way),
                branding::ways_off.eq(wanted.off.stored()),
                // Two changes within a millisecond are told apart.
                branding::ways_updated_ms.eq(author.now_ms.max(seen_ms.saturating_add(1))),
            ))
            .execute(tx)?;
            if changed == 0 {
                let now = audit::conflict(tx, ("sign-in", ROW.into()), before)?;
                return Err(EntryError::Changed(Box::new(now)));
            }
            let after = read(tx)?;
            audit::record_change(
                tx,
                &author,
                "sign-in.update",
                ("sign-in", ROW.into()),
                [Some(before.values()), Some(after.values())],
            )?;
            Ok(after)
        })
        .await
}

/// Ways by which an account could sign in, were they all on.
fn ways_of(tx: &mut AnyConn, member_id: i64) -> Result<Vec<SignInMethod>, diesel::result::Error> {
    let (password, phone, email): (String, Option<String>, String) = members::table
        .find(member_id)
        .select((members::password_hash, members::phone, members::email))
        .first(tx)?;
    let bound: i64 = social_accounts::table
        .filter(social_accounts::member_id.eq(member_id))
        .count()
        .get_result(tx)?;
    let has = [
        (SignInMethod::Password, !password.is_empty()),
        (SignInMethod::Sms, phone.is_some()),
        (SignInMethod::Email, !email.is_empty()),
        (SignInMethod::Social, bound > 0),
    ];
    Ok(has
        .into_iter()
        .filter_map(|(way, has)| has.then_some(way))
        .collect())
}

/// Why no message is sent to try a sender.
#[derive(Debug, Error)]
pub enum TestError {
    /// The operator, or all together, tried often enough for now.
    #[error("too many tests")]
    TooMany {
        /// Time until the next one is allowed, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(TestError);

impl From<Exhausted> for TestError {
    fn from(full: Exhausted) -> Self {
        Self::TooMany {
            retry_after_ms: full.retry_after_ms,
        }
    }
}

/// Counts a message by which an operator tries a sender.
pub async fn count_test(store: &Store, author: &Author) -> Result<(), TestError> {
    let (member_id, now_ms) = (author.actor.member_id(), author.now_ms);
    let budget = |most| Limit {
        most,
        window_ms: SENDING_WINDOW_MS,
        renewal: Renewal::AfterFirst,
    };
    store
        .write(move |tx| {
            let name = format!("sender-tests:{member_id}");
            limits::spend(tx, &name, budget(OPERATOR_TESTS), now_ms)??;
            limits::spend(tx, "sender-tests-all", budget(ALL_TESTS), now_ms)??;
            Ok(())
        })
        .await
}

/// Records what became of a message by which an operator tried a sender: its masked recipient, whether the service took it, and its answer.
pub async fn note_test(
    store: &Store,
    author: Author,
    (channel, to): (&'static str, String),
    (taken, answer): (bool, String),
) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            let after = json!({ "channel": channel, "to": to, "taken": taken, "answer": answer });
            let object = ("sender", i64::from(channel == "mail"));
            audit::record_change(tx, &author, "sender.test", object, [None, Some(after)])?;
            Ok(())
        })
        .await
}
