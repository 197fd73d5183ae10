//! Signing in and staying signed in: opaque tokens of which only hashes are stored, rotation, and the actor of a call.
//!
//! A session is one sign-in on one terminal, the family of its tokens. A refresh token is spent by its use and followed by one that is
//! computed from it and the database's secret: tabs that refresh at once get the same successor, and a thief of either half alone gets
//! nothing. A client that lost the answer gets it again until the successor is used. A spent token that comes back after
//! that ends the family.

mod begin;
mod change_password;
mod delegation;
pub(crate) mod guess;
mod list;
mod past;
mod prove;
mod refresh;
mod seen;
mod sign_in;
mod standing;
mod tokens;
mod view_as;

use diesel::prelude::*;
use domain::live::SessionEnd;
use domain::permissions::holds_permission;
use domain::session::{SEEN_EVERY_MS, SessionRules, is_proof_fresh};
use strum::{EnumString, IntoStaticStr};

use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{access_tokens, members, refresh_tokens, sessions};
use crate::error::StoreError;
use crate::member::{Role, split_permissions};
use crate::secrets::{Secret, digest};

pub use begin::Arrival;
pub(crate) use begin::{ProvenBy, begin};
pub use change_password::{PasswordChange, PasswordError, change_password};
pub use delegation::Delegation;
pub(crate) use delegation::{
    NewDelegation, StoredDelegation, delegate, end_with, follow_phone, hand_out, level_from_stored,
    read_ids, used_at, written_ids,
};
pub use guess::needs_captcha;
pub use list::{EndError, Listed, Page, end_one, end_others, list, list_of};
pub(crate) use list::{end_all, end_by_hand};
pub use past::sweep_pages;
pub(crate) use past::{delegations_over, forget};
pub use prove::{ProveError, TypedPassword, prove_password};
pub use refresh::{RefreshError, refresh};
pub use seen::actor_of;
pub use sign_in::{Attempt, SignInError, sign_in, sign_out};
pub use standing::{ended, ending_of};
pub use tokens::{
    ListedToken, MadeToken, TokenError, count_call, make_token, revoke_token, tokens,
};
pub use view_as::{BegunView, ListedView, ViewAsError, begin_view, end_view, views_of};

/// Kind of client that signs in: a member has one live session for each. Stored by name, which is also the value of the header `terminal`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, IntoStaticStr, EnumString)]
#[strum(serialize_all = "UPPERCASE", const_into_str)]
pub enum Terminal {
    /// A browser; also the value for a missing or unknown header.
    #[default]
    Web,
    /// A desktop program.
    Pc,
    /// A phone app.
    App,
}

/// Tokens of a client after signing in or refreshing. Not `Debug`: tokens are never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Tokens {
    pub member_id: i64,
    /// Access token, for `Authorization: Bearer`.
    pub access: String,
    /// Refresh token, for one refresh.
    pub refresh: String,
    /// End of the access token, Unix milliseconds.
    pub access_expires_ms: i64,
    /// End of the refresh token, Unix milliseconds.
    pub refresh_expires_ms: i64,
}

/// The acting member with its session: proven by an access token or a ticket. Cannot be made otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    member_id: i64,
    session_id: i64,
    role: Role,
    permissions: Vec<String>,
    proved_ms: Option<i64>,
    delegation: Option<Delegation>,
}

/// Member, session, role, permissions, time of the last proof of the password, and the session's limits.
pub(crate) type ActorRow = (i64, i64, i16, String, Option<i64>, StoredDelegation);

/// The columns of a session's limits.
type LentColumns = (
    sessions::terminal,
    sessions::scopes,
    sessions::level,
    sessions::phones,
    sessions::until_ms,
    sessions::made_by,
);

/// The columns of an [`ActorRow`].
type ActorColumns = (
    members::id,
    sessions::id,
    members::role,
    members::permissions,
    sessions::proved_ms,
    LentColumns,
);

/// The columns of an [`ActorRow`].
pub(crate) const ACTOR_COLUMNS: ActorColumns = (
    members::id,
    sessions::id,
    members::role,
    members::permissions,
    sessions::proved_ms,
    (
        sessions::terminal,
        sessions::scopes,
        sessions::level,
        sessions::phones,
        sessions::until_ms,
        sessions::made_by,
    ),
);

impl Actor {
    /// Restores an actor from a row that proves it: of a token or of a ticket.
    pub(crate) fn restored(
        (member_id, session_id, role, permissions, proved_ms, lent): ActorRow,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            member_id,
            session_id,
            role: Role::from_stored(role)?,
            permissions: split_permissions(&permissions),
            proved_ms,
            delegation: Delegation::from_stored(lent)?,
        })
    }

    /// Limits of the actor's delegated session; none for a member's own.
    pub fn delegation(&self) -> Option<&Delegation> {
        self.delegation.as_ref()
    }

    /// The owner's link that opened the actor's page; none for everybody else.
    pub fn link_id(&self) -> Option<i64> {
        self.delegation.as_ref().and_then(Delegation::link_id)
    }

    /// Whether the actor is the page of a trial.
    pub fn is_trial(&self) -> bool {
        self.delegation.as_ref().is_some_and(Delegation::is_trial)
    }

    /// Id under which tries are counted: a program's token has counts of its own.
    pub(crate) fn counted_as(&self) -> i64 {
        self.delegation
            .as_ref()
            .map_or(self.member_id, |_| self.session_id)
    }

    pub fn member_id(&self) -> i64 {
        self.member_id
    }

    pub fn session_id(&self) -> i64 {
        self.session_id
    }

    /// Member or operator.
    pub fn role(&self) -> Role {
        self.role
    }

    /// Whether the actor is an operator with this permission. A member who was once an operator holds none, and an operator's permissions
    /// are not delegated.
    pub fn holds(&self, permission: &str) -> bool {
        self.role == Role::Operator
            && self.delegation.is_none()
            && holds_permission(&self.permissions, &[permission]).unwrap_or(false)
    }

    /// Whether the password was proved in this session not long ago, as money and rights need it. A delegated session proves nothing.
    pub fn has_proved(&self, now_ms: i64) -> bool {
        self.delegation.is_none()
            && (self.proved_ms).is_some_and(|proved_ms| is_proof_fresh(proved_ms, now_ms))
    }

    /// Permissions of an operator; an operator's are not delegated.
    pub fn permissions(&self) -> &[String] {
        if self.delegation.is_some() {
            return &[];
        }
        &self.permissions
    }

    /// Whether the actor is an operator who sees the console as the member sees it.
    pub fn is_view_as(&self) -> bool {
        self.delegation.as_ref().is_some_and(Delegation::is_view_as)
    }
}

fn end(
    tx: &mut AnyConn,
    session_id: i64,
    ending: SessionEnd,
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    diesel::update(
        sessions::table
            .find(session_id)
            .filter(sessions::ended_ms.is_null()),
    )
    .set((
        sessions::ended_ms.eq(now_ms),
        sessions::end_reason.eq(ending as i16),
    ))
    .execute(tx)?;
    Ok(())
}

/// The minute of a time.
pub(crate) const fn minute_of(now_ms: i64) -> i64 {
    now_ms - now_ms.rem_euclid(SEEN_EVERY_MS)
}

fn tokens_of(
    secret: &Secret,
    member_id: i64,
    refresh: String,
    rules: SessionRules,
    issued_ms: i64,
) -> Tokens {
    Tokens {
        member_id,
        access: secret.access_of(&refresh),
        refresh,
        access_expires_ms: issued_ms + rules.access_ms(),
        refresh_expires_ms: issued_ms + rules.refresh_ms(),
    }
}

fn insert_tokens(
    tx: &mut AnyConn,
    session_id: i64,
    generation: i64,
    tokens: &Tokens,
) -> Result<(), diesel::result::Error> {
    diesel::insert_into(refresh_tokens::table)
        .values((
            refresh_tokens::hash.eq(digest(&tokens.refresh)),
            refresh_tokens::session_id.eq(session_id),
            refresh_tokens::generation.eq(generation),
            refresh_tokens::expires_ms.eq(tokens.refresh_expires_ms),
        ))
        .execute(tx)?;
    diesel::insert_into(access_tokens::table)
        .values((
            access_tokens::hash.eq(digest(&tokens.access)),
            access_tokens::session_id.eq(session_id),
            access_tokens::expires_ms.eq(tokens.access_expires_ms),
            access_tokens::generation.eq(generation),
        ))
        .execute(tx)?;
    Ok(())
}

/// Whether a session lives and its account is enabled.
pub(crate) fn is_live(
    conn: &mut AnyConn,
    session_id: i64,
    now_ms: i64,
) -> Result<bool, diesel::result::Error> {
    sessions::table
        .inner_join(members::table)
        .filter(sessions::id.eq(session_id))
        .filter(sessions::ended_ms.is_null())
        .filter(
            sessions::until_ms
                .is_null()
                .or(sessions::until_ms.gt(now_ms)),
        )
        .filter(members::disabled.eq(false))
        .select(sessions::id)
        .first::<i64>(conn)
        .optional()
        .map(|found| found.is_some())
}

/// Drops expired tokens, and ends the sessions that have none left; answers the number of tokens. Called now and then by the engine.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            view_as::close_over(tx, now_ms)?;
            let access =
                diesel::delete(access_tokens::table.filter(access_tokens::expires_ms.le(now_ms)))
                    .execute(tx)?;
            let refresh =
                diesel::delete(refresh_tokens::table.filter(refresh_tokens::expires_ms.le(now_ms)))
                    .execute(tx)?;
            let held = refresh_tokens::table.select(refresh_tokens::session_id);
            diesel::update(
                sessions::table
                    .filter(sessions::ended_ms.is_null())
                    .filter(sessions::scopes.is_null())
                    .filter(sessions::id.ne_all(held)),
            )
            .set((
                sessions::ended_ms.eq(now_ms),
                sessions::end_reason.eq(SessionEnd::Expired as i16),
            ))
            .execute(tx)?;
            diesel::update(
                sessions::table
                    .filter(sessions::ended_ms.is_null())
                    .filter(sessions::until_ms.le(now_ms)),
            )
            .set((
                sessions::ended_ms.eq(now_ms),
                sessions::end_reason.eq(SessionEnd::Expired as i16),
            ))
            .execute(tx)?;
            Ok(access + refresh)
        })
        .await
}
