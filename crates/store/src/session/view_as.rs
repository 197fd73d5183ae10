//! Operators who see the console as a member sees it: a delegated session of the member's, made by an operator's own session with a reason and
//! ended with it, after 15 minutes at the latest. The session may only look; which calls that are, `api::http::scope` says.

use diesel::prelude::*;
use domain::access::Level;
use domain::live::SessionEnd;
use domain::orders::Reason;
use domain::permissions::{VIEW_AS_MEMBERS, holds_permission};
use domain::session::{HISTORY_MS, Scope, Scopes, VIEW_AS_MS};
use serde_json::json;
use thiserror::Error;

use super::delegation::{Delegation, NewDelegation, delegate, hand_out};
use super::{Actor, end};
use crate::Store;
use crate::audit::{self, Author, Entry};
use crate::db::conn::AnyConn;
use crate::db::schema::{members, sessions};
use crate::error::{StoreError, faults};
use crate::member::Role;
use crate::member::accounts::{AccountError, find, judge};
use crate::member::{masked, split_permissions};
use crate::secrets::{digest, new_token};

/// Views that a member's record shows.
const LISTED: i64 = 100;

/// Why an operator does not see a member's console.
#[derive(Debug, Error)]
pub enum ViewAsError {
    /// The account is unknown, has more rights, or is an operator's and the password was not proved lately.
    #[error(transparent)]
    Account(AccountError),
    /// The account is disabled.
    #[error("the account is disabled")]
    Disabled,
    /// The account is the operator's own.
    #[error("the operator's own account")]
    Own,
    /// The view is over, or another operator's.
    #[error("no such view")]
    Unknown,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(ViewAsError);

impl From<AccountError> for ViewAsError {
    fn from(error: AccountError) -> Self {
        Self::Account(error)
    }
}

/// A view that has begun. Not `Debug`: tokens are never logged.
pub struct BegunView {
    /// Id, by which it is ended.
    pub view_id: i64,
    /// Token for `Authorization: Bearer`, kept in the page's memory alone.
    pub token: String,
    /// Latest end, Unix milliseconds.
    pub until_ms: i64,
}

/// Lets an operator see the console as a member sees it, and ends the view that the operator had before.
pub async fn begin_view(
    store: &Store,
    author: Author,
    member_id: i64,
    reason: Reason,
) -> Result<BegunView, ViewAsError> {
    store
        .write(move |tx| -> Result<_, ViewAsError> {
            let (actor, now_ms) = (&author.actor, author.now_ms);
            let account = find(tx, member_id)?;
            if account.id == actor.member_id() {
                return Err(ViewAsError::Own);
            }
            judge(tx, actor, &account, false, now_ms)?;
            if account.disabled {
                return Err(ViewAsError::Disabled);
            }
            // The operator's row is the lock: of two views that begin at once one stays.
            crate::member::lock(tx, actor.member_id())?;
            for view in live(tx)? {
                if maker(tx, view.made_by)?.is_some_and(|maker| maker.id == actor.member_id()) {
                    close(tx, &view, SessionEnd::Elsewhere, now_ms)?;
                }
            }
            let until_ms = now_ms + VIEW_AS_MS;
            let scopes = Scopes::of(&[Scope::PhonesRead, Scope::OrdersRead])
                .ok_or(StoreError::Corrupt("scopes of a view"))?;
            let view_id = delegate(
                tx,
                &NewDelegation {
                    member_id,
                    terminal: Delegation::VIEW_AS,
                    name: "",
                    scopes,
                    level: Some(Level::View),
                    phones: None,
                    until_ms,
                    made_by: Some(actor.session_id()),
                },
                now_ms,
            )?;
            diesel::update(sessions::table.find(view_id))
                .set(sessions::reason.eq(reason.as_str()))
                .execute(tx)?;
            let token = new_token();
            hand_out(tx, view_id, &digest(&token), until_ms)?;
            let after = json!({
                "member": name_of(tx, member_id)?,
                "operator": name_of(tx, actor.member_id())?,
                "reason": reason.as_str(),
                "untilTime": until_ms,
            });
            let object = ("member", member_id);
            audit::record_change(tx, &author, "member.view-as", object, [None, Some(after)])?;
            Ok(BegunView {
                view_id,
                token,
                until_ms,
            })
        })
        .await
}

/// Ends a view of the operator's own.
pub async fn end_view(store: &Store, author: Author, view_id: i64) -> Result<(), ViewAsError> {
    store
        .write(move |tx| -> Result<_, ViewAsError> {
            let view = live(tx)?.into_iter().find(|view| view.id == view_id);
            let view = view.filter(|view| view.until_ms > Some(author.now_ms));
            let view = view.ok_or(ViewAsError::Unknown)?;
            let by = maker(tx, view.made_by)?;
            if by.is_none_or(|maker| maker.id != author.actor.member_id()) {
                return Err(ViewAsError::Unknown);
            }
            close(tx, &view, SessionEnd::Ended, author.now_ms)?;
            Ok(())
        })
        .await
}

/// A look of an operator at a member's console, as the member reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedView {
    pub view_id: i64,
    /// Nickname of the operator; empty where there is none. Account names open accounts, and are nothing for members.
    pub operator: String,
    /// Reason for the look, as the operator wrote it.
    pub reason: String,
    /// Time of the beginning, Unix milliseconds.
    pub begun_ms: i64,
    /// Time of the end, which may be to come, Unix milliseconds.
    pub until_ms: i64,
}

/// Looks of operators at the actor's console within 90 days, the newest first; at most 100.
pub async fn views_of(
    store: &Store,
    actor: &Actor,
    now_ms: i64,
) -> Result<Vec<ListedView>, StoreError> {
    type Row = (
        i64,
        Option<i64>,
        Option<String>,
        i64,
        Option<i64>,
        Option<i64>,
    );
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let rows: Vec<Row> = sessions::table
                .filter(sessions::member_id.eq(member_id))
                .filter(sessions::terminal.eq(Delegation::VIEW_AS))
                .filter(sessions::created_ms.gt(now_ms - HISTORY_MS))
                .order((sessions::created_ms.desc(), sessions::id))
                .limit(LISTED)
                .select((
                    sessions::id,
                    sessions::made_by,
                    sessions::reason,
                    sessions::created_ms,
                    sessions::until_ms,
                    sessions::ended_ms,
                ))
                .load(conn)?;
            rows.into_iter()
                .map(|(view_id, made_by, reason, begun_ms, until_ms, ended_ms)| {
                    let latest = until_ms.ok_or(StoreError::Corrupt("view"))?;
                    Ok(ListedView {
                        view_id,
                        operator: maker(conn, made_by)?
                            .map(|maker| maker.nickname)
                            .unwrap_or_default(),
                        reason: reason.unwrap_or_default(),
                        begun_ms,
                        until_ms: ended_ms.map_or(latest, |ended_ms| ended_ms.min(latest)),
                    })
                })
                .collect()
        })
        .await
}

/// A view that nobody has ended.
struct Live {
    id: i64,
    member_id: i64,
    made_by: Option<i64>,
    until_ms: Option<i64>,
    reason: Option<String>,
}

/// The views that nobody has ended, at most one for each operator, and views whose time is over but that were not swept yet.
fn live(conn: &mut AnyConn) -> Result<Vec<Live>, diesel::result::Error> {
    type Row = (i64, i64, Option<i64>, Option<i64>, Option<String>);
    let rows: Vec<Row> = sessions::table
        // A reason is set for views alone, so their own index answers.
        .filter(sessions::reason.is_not_null())
        .filter(sessions::ended_ms.is_null())
        .select((
            sessions::id,
            sessions::member_id,
            sessions::made_by,
            sessions::until_ms,
            sessions::reason,
        ))
        .load(conn)?;
    let view = |(id, member_id, made_by, until_ms, reason)| Live {
        id,
        member_id,
        made_by,
        until_ms,
        reason,
    };
    Ok(rows.into_iter().map(view).collect())
}

/// The account whose session made a view.
struct Maker {
    id: i64,
    nickname: String,
    /// Whether that session is live and its operator may still see consoles.
    may: bool,
}

fn maker(conn: &mut AnyConn, made_by: Option<i64>) -> Result<Option<Maker>, diesel::result::Error> {
    type Row = (i64, String, i16, String, bool, Option<i64>);
    let Some(session_id) = made_by else {
        return Ok(None);
    };
    let row: Option<Row> = sessions::table
        .inner_join(members::table)
        .filter(sessions::id.eq(session_id))
        .select((
            members::id,
            members::nickname,
            members::role,
            members::permissions,
            members::disabled,
            sessions::ended_ms,
        ))
        .first(conn)
        .optional()?;
    Ok(
        row.map(|(id, nickname, role, permissions, disabled, ended_ms)| {
            let held = split_permissions(&permissions);
            Maker {
                id,
                nickname,
                may: ended_ms.is_none()
                    && !disabled
                    && role == Role::Operator as i16
                    && holds_permission(&held, &[VIEW_AS_MEMBERS]).unwrap_or(false),
            }
        }),
    )
}

/// Whether the operator behind a view is still signed in and may still see consoles.
pub(super) fn is_backed(
    conn: &mut AnyConn,
    made_by: Option<i64>,
) -> Result<bool, diesel::result::Error> {
    Ok(maker(conn, made_by)?.is_some_and(|maker| maker.may))
}

/// Ends a view and notes it as the operator's, whoever ended it.
fn close(
    tx: &mut AnyConn,
    view: &Live,
    ending: SessionEnd,
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    end(tx, view.id, ending, now_ms)?;
    let by = maker(tx, view.made_by)?.map(|maker| maker.id);
    let operator = match by {
        Some(id) => name_of(tx, id)?,
        None => String::new(),
    };
    let after = json!({
        "member": name_of(tx, view.member_id)?,
        "operator": operator,
        "reason": view.reason,
        "end": ending.into_str(),
    });
    let entry = Entry {
        kind: "member.view-as-end",
        member_id: by,
        session_id: view.made_by,
        object: &format!("member:{}", view.member_id),
        address: None,
        detail: "",
        now_ms,
    };
    audit::record_after(tx, &entry, &after)
}

/// Ends the views of a member whose sessions all end.
pub(super) fn close_of(
    tx: &mut AnyConn,
    member_id: i64,
    ending: SessionEnd,
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    for view in live(tx)? {
        if view.member_id == member_id {
            close(tx, &view, ending, now_ms)?;
        }
    }
    Ok(())
}

/// Ends the views whose time is over, or whose operator may not go on.
pub(super) fn close_over(tx: &mut AnyConn, now_ms: i64) -> Result<(), diesel::result::Error> {
    for view in live(tx)? {
        if view.until_ms.is_none_or(|until_ms| until_ms <= now_ms) {
            close(tx, &view, SessionEnd::Expired, now_ms)?;
        } else if !is_backed(tx, view.made_by)? {
            close(tx, &view, SessionEnd::SignedOut, now_ms)?;
        }
    }
    Ok(())
}

/// Name of an account in the audit: its masked number, or its account name.
fn name_of(conn: &mut AnyConn, member_id: i64) -> Result<String, diesel::result::Error> {
    let (number, user_name): (Option<String>, Option<String>) = members::table
        .find(member_id)
        .select((members::phone, members::user_name))
        .first(conn)?;
    let number = number.as_deref().map(masked);
    Ok(number.or(user_name).unwrap_or_default())
}
