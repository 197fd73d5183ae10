//! One member as an operator sees it: figures, phones, the accounts around it, and its whole number.

use diesel::dsl::{count_star, max, min};
use diesel::prelude::*;
use domain::lang::LocalizedName;
use domain::orders::refund::RefundState;
use serde_json::json;

use super::accounts::{AccountError, Listed, find, judge};
use super::browse::failing_statuses;
use super::masked;
use crate::Store;
use crate::audit::{self, Author};
use crate::db::among::among;
use crate::db::schema::{configurations, feedback, members, orders, phones, refunds, sessions};
use crate::db::total::total;
use crate::points;
use crate::session::end_by_hand;

/// Sub-accounts that are named.
const SUB_ACCOUNTS_MAX: i64 = 200;

/// A member's figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Figures {
    /// Number of phones.
    pub phones: i64,
    /// Number of phones that fail.
    pub failing: i64,
    /// Number of orders.
    pub orders: i64,
    /// Money that was paid and not given back, in fen.
    pub spent_fen: i64,
    /// Number of points that can be spent now.
    pub points: i64,
    /// Number of refunds that wait for a decision.
    pub refunds: i64,
    /// Money of these refunds, in fen.
    pub refunds_fen: i64,
    /// Time at which the first of these refunds was asked for, Unix milliseconds.
    pub refunds_since_ms: Option<i64>,
    /// Number of the member's own live sessions.
    pub sessions: i64,
    /// The minute in which the last of them was used, Unix milliseconds.
    pub seen_ms: Option<i64>,
    /// Number of feedback messages.
    pub feedback: i64,
    /// Number of feedback messages without an answer.
    pub unanswered: i64,
}

/// An account beside a member: its parent, or a sub-account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Account's id.
    pub id: i64,
    /// Nickname, or the name that its parent gave it.
    pub name: String,
    /// Masked number; empty where there is none.
    pub phone: String,
    /// Whether the account may be used.
    pub disabled: bool,
    /// Time since when it is a sub-account, Unix milliseconds.
    pub since_ms: Option<i64>,
}

/// A member with its figures and the accounts around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberPage {
    pub account: Listed,
    /// Why the account is disabled, as its member reads it; empty where no reason was given.
    pub disabled_reason: String,
    pub figures: Figures,
    /// The parent of a sub-account.
    pub parent: Option<Related>,
    /// Sub-accounts, the oldest first; at most 200.
    pub sub_accounts: Vec<Related>,
}

type RelatedRow = (i64, String, String, Option<String>, bool, Option<i64>);

fn related((id, sub_name, nickname, phone, disabled, since_ms): RelatedRow) -> Related {
    Related {
        id,
        name: if sub_name.is_empty() {
            nickname
        } else {
            sub_name
        },
        phone: phone.as_deref().map(masked).unwrap_or_default(),
        disabled,
        since_ms,
    }
}

/// A member's page.
pub async fn of(store: &Store, member_id: i64, now_ms: i64) -> Result<MemberPage, AccountError> {
    store
        .run(move |conn| -> Result<_, AccountError> {
            let account = find(conn, member_id)?;
            let (disabled_reason, parent_id): (String, Option<i64>) = members::table
                .find(member_id)
                .select((members::disabled_reason, members::parent_id))
                .first(conn)?;
            let around = || {
                members::table
                    .filter(members::deleted_ms.is_null())
                    .select((
                        members::id,
                        members::sub_name,
                        members::nickname,
                        members::phone,
                        members::disabled,
                        members::sub_since_ms,
                    ))
            };
            let parent: Option<RelatedRow> = match parent_id {
                Some(id) => around().filter(members::id.eq(id)).first(conn).optional()?,
                None => None,
            };
            let sub_accounts: Vec<RelatedRow> = around()
                .filter(members::parent_id.eq(member_id))
                .order((members::sub_since_ms, members::id))
                .limit(SUB_ACCOUNTS_MAX)
                .load(conn)?;
            let owned = || phones::table.filter(phones::owner_id.eq(member_id));
            let (orders, spent_fen) = orders::table
                .filter(orders::member_id.eq(member_id))
                .select((count_star(), total(orders::paid_fen - orders::refunded_fen)))
                .first(conn)?;
            let (refunds, refunds_fen, refunds_since_ms) = refunds::table
                .inner_join(orders::table)
                .filter(orders::member_id.eq(member_id))
                .filter(refunds::state.eq(RefundState::Asked.code()))
                .select((
                    count_star(),
                    total(refunds::amount_fen),
                    min(refunds::created_ms),
                ))
                .first(conn)?;
            let (sessions, seen_ms) = sessions::table
                .filter(sessions::member_id.eq(member_id))
                .filter(sessions::scopes.is_null())
                .filter(sessions::ended_ms.is_null())
                .select((count_star(), max(sessions::seen_ms)))
                .first(conn)?;
            let written = || feedback::table.filter(feedback::member_id.eq(member_id));
            let figures = Figures {
                phones: owned().count().get_result(conn)?,
                failing: owned()
                    .filter(among(phones::status_code, failing_statuses()))
                    .count()
                    .get_result(conn)?,
                orders,
                spent_fen,
                points: points::available(conn, member_id, now_ms)?,
                refunds,
                refunds_fen,
                refunds_since_ms,
                sessions,
                seen_ms,
                feedback: written().count().get_result(conn)?,
                unanswered: written()
                    .filter(feedback::answered_ms.is_null())
                    .count()
                    .get_result(conn)?,
            };
            Ok(MemberPage {
                account,
                disabled_reason,
                figures,
                parent: parent.map(related),
                sub_accounts: sub_accounts.into_iter().map(related).collect(),
            })
        })
        .await
}

/// A member's phone as operators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberPhone {
    pub id: i64,
    /// Id for people.
    pub owl_id: String,
    /// Name that the member gave; may be empty.
    pub alias: String,
    /// Name of the configuration.
    pub configuration: LocalizedName,
    /// Code of the status.
    pub status: i16,
    /// Whether its power is on.
    pub power_on: bool,
    /// Time since when the status stands, Unix milliseconds.
    pub since_ms: i64,
    /// End of the rental, Unix milliseconds.
    pub expire_ms: i64,
}

/// A member's phones, those that end first before the others, and their number; `limit` rows after `offset`.
pub async fn phones_of(
    store: &Store,
    member_id: i64,
    (offset, limit): (i64, i64),
) -> Result<(Vec<MemberPhone>, i64), AccountError> {
    type Row = (i64, String, String, (String, String), (i16, bool, i64), i64);
    store
        .run(move |conn| -> Result<_, AccountError> {
            find(conn, member_id)?;
            let owned = || phones::table.filter(phones::owner_id.eq(member_id));
            let all = owned().count().get_result(conn)?;
            let rows: Vec<Row> = owned()
                .inner_join(configurations::table)
                .order((phones::expire_ms, phones::id))
                .offset(offset)
                .limit(limit)
                .select((
                    phones::id,
                    phones::owl_id,
                    phones::alias,
                    (configurations::name, configurations::name_en),
                    (
                        phones::status_code,
                        phones::power_on,
                        phones::status_since_ms,
                    ),
                    phones::expire_ms,
                ))
                .load(conn)?;
            let phone = |(id, owl_id, alias, (zh, en), standing, expire_ms): Row| MemberPhone {
                id,
                owl_id,
                alias,
                configuration: LocalizedName { zh, en },
                status: standing.0,
                power_on: standing.1,
                since_ms: standing.2,
                expire_ms,
            };
            Ok((rows.into_iter().map(phone).collect(), all))
        })
        .await
}

/// Whole number and address of a member, which an operator asked to see: the audit notes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revealed {
    /// Eleven digits; empty where there is no number.
    pub phone: String,
    /// Address; empty where there is none.
    pub email: String,
}

/// Shows a member's whole number and address.
pub async fn reveal(
    store: &Store,
    author: Author,
    member_id: i64,
) -> Result<Revealed, AccountError> {
    store
        .write(move |tx| -> Result<_, AccountError> {
            let account = find(tx, member_id)?;
            let object = ("member", member_id);
            audit::record_change(tx, &author, "member.reveal", object, [None, None])?;
            Ok(Revealed {
                phone: account.phone.unwrap_or_default(),
                email: account.email,
            })
        })
        .await
}

/// Ends one session of a member, or all of them with what was delegated by them; answers their number.
pub async fn end_sessions(
    store: &Store,
    author: Author,
    member_id: i64,
    session_id: Option<i64>,
) -> Result<usize, AccountError> {
    store
        .write(move |tx| -> Result<_, AccountError> {
            let account = find(tx, member_id)?;
            judge(tx, &author.actor, &account, false, author.now_ms)?;
            let ended = end_by_hand(tx, member_id, session_id, author.now_ms)?;
            if ended == 0 && session_id.is_some() {
                return Err(AccountError::NoSession);
            }
            let after = json!({ "sessions": ended });
            let object = ("member", member_id);
            audit::record_change(
                tx,
                &author,
                "admin.end-sessions",
                object,
                [None, Some(after)],
            )?;
            Ok(ended)
        })
        .await
}
