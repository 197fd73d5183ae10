//! Requests of codes: captcha, cool-down, daily cap and budgets, checked in one transaction.

use std::net::IpAddr;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use domain::auth::limits::{ADDRESS_SENDINGS, ALL_SENDINGS, MEMBER_SENDINGS, SENDING_WINDOW_MS};
use domain::auth::{CODE_DIGITS, CaptchaAction, CodeRules, Purpose, Target};
use thiserror::Error;

use super::{answer_of, exact_key_of, key_of, own_number};
use crate::Store;
use crate::auth::captcha::{self, CaptchaError, Solution};
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::{codes, sendings};
use crate::error::{StoreError, faults};
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::member::number_of;
use crate::secrets::{Secret, hash_token, new_token, picks};
use crate::session::Actor;

/// Request of a code.
pub struct CodeRequest {
    /// Purpose of the code.
    pub purpose: Purpose,
    /// Recipient of the code; a member in a session may leave it to the account.
    pub target: Option<Target>,
    /// The solved captcha. Not needed in a session.
    pub captcha: Option<Solution>,
    /// The member who asks, when one is signed in.
    pub actor: Option<Actor>,
    /// The client's address.
    pub address: Option<IpAddr>,
    /// The day of the set time zone: [`domain::zone::Zone::day_of`].
    pub day: i64,
    /// How soon and how many codes are sent, and how long they live.
    pub rules: CodeRules,
}

/// A code about to be sent. Not `Debug`: the code goes to its sender and nowhere else.
#[derive(Clone)]
pub struct OutgoingCode {
    /// Id of the request; comes back with the code.
    pub uuid: String,
    /// Recipient of the code.
    pub target: Target,
    /// The six digits.
    pub code: String,
    /// Masked number of the member who asked; empty when nobody is signed in, or the account has none.
    pub by: String,
    /// Codes that the target may still get today.
    pub left: i64,
    /// Rules by which it was granted.
    pub rules: CodeRules,
    day: i64,
    sent_ms: i64,
}

/// Why no code is sent.
#[derive(Debug, Error)]
pub enum CodeRequestError {
    /// The request has no captcha.
    #[error("a captcha is needed")]
    CaptchaNeeded,
    /// The captcha is wrong, used, too old or for another action.
    #[error("the captcha is not correct")]
    CaptchaWrong,
    /// The purpose needs a signed-in member.
    #[error("a session is needed")]
    Unauthenticated,
    /// No number or address was given, and the account has none.
    #[error("no target")]
    NoTarget,
    /// The target is not allowed for the purpose: another member's number, or the other channel.
    #[error("not to this target")]
    Target,
    /// The last code was sent just now.
    #[error("too soon")]
    TooSoon {
        /// Time until the next code may be sent, in milliseconds.
        retry_after_ms: i64,
    },
    /// The target has had its codes of the day.
    #[error("the daily limit is reached")]
    Daily,
    /// The budget of the address, of the member or of all callers is used up.
    #[error("too many codes")]
    TooMany {
        /// Time until the budget has room again, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(CodeRequestError);

impl From<CaptchaError> for CodeRequestError {
    fn from(error: CaptchaError) -> Self {
        match error {
            CaptchaError::Wrong => Self::CaptchaWrong,
            CaptchaError::TooMany { retry_after_ms } => Self::TooMany { retry_after_ms },
            CaptchaError::Fault(fault) => Self::Fault(fault),
        }
    }
}

impl From<Exhausted> for CodeRequestError {
    fn from(full: Exhausted) -> Self {
        Self::TooMany {
            retry_after_ms: full.retry_after_ms,
        }
    }
}

/// Decides whether a code is sent, and stores it. The answer does not tell whether the number has an account.
pub async fn ask(
    store: &Store,
    ask: CodeRequest,
    now_ms: i64,
) -> Result<OutgoingCode, CodeRequestError> {
    if ask.purpose.needs_session() {
        ask.actor
            .as_ref()
            .ok_or(CodeRequestError::Unauthenticated)?;
    } else {
        let shown = ask.captcha.clone().ok_or(CodeRequestError::CaptchaNeeded)?;
        captcha::redeem(store, shown, actions_before(ask.purpose), now_ms).await?;
    }
    let secret = store.secret().clone();
    store
        .write(move |tx| grant(tx, &secret, &ask, now_ms))
        .await
}

const fn actions_before(purpose: Purpose) -> &'static [CaptchaAction] {
    match purpose {
        Purpose::Register => &[CaptchaAction::Register, CaptchaAction::Sms],
        _ => &[CaptchaAction::Sms],
    }
}

fn grant(
    tx: &mut AnyConn,
    secret: &Secret,
    ask: &CodeRequest,
    now_ms: i64,
) -> Result<OutgoingCode, CodeRequestError> {
    let member_id = ask
        .actor
        .as_ref()
        .filter(|_| ask.purpose.needs_session())
        .map(Actor::member_id);
    let target = target_of(tx, ask, member_id)?;
    if !ask.purpose.reaches(&target) {
        return Err(CodeRequestError::Target);
    }
    let counted = key_of(secret, &target);
    let left = count_sending(tx, &counted, ask.rules, ask.day, now_ms)?;
    spend_budgets(tx, secret, ask, member_id, now_ms)?;
    let (uuid, code) = (new_token(), picks(b"0123456789", CODE_DIGITS));
    // The code sent before is void from now on.
    diesel::update(
        codes::table
            .filter(codes::target.eq(exact_key_of(secret, &target)))
            .filter(codes::purpose.eq(ask.purpose as i16))
            .filter(codes::ended_ms.is_null()),
    )
    .set(codes::ended_ms.eq(now_ms))
    .execute(tx)?;
    diesel::insert_into(codes::table)
        .values((
            codes::id.eq(hash_token(&uuid).ok_or(StoreError::Corrupt("code's uuid"))?),
            codes::target.eq(exact_key_of(secret, &target)),
            codes::purpose.eq(ask.purpose as i16),
            codes::member_id.eq(member_id),
            codes::answer.eq(answer_of(secret, &uuid, &code)),
            codes::sent_ms.eq(now_ms),
            codes::expires_ms.eq(now_ms + ask.rules.life_ms()),
        ))
        .execute(tx)?;
    let by = match member_id {
        Some(id) => number_of(tx, id)?.map_or_else(String::new, |number| number.masked()),
        None => String::new(),
    };
    Ok(OutgoingCode {
        uuid,
        target,
        code,
        by,
        left,
        rules: ask.rules,
        day: ask.day,
        sent_ms: now_ms,
    })
}

/// The given target, or the account's own number when none was given.
fn target_of(
    tx: &mut AnyConn,
    ask: &CodeRequest,
    member_id: Option<i64>,
) -> Result<Target, CodeRequestError> {
    let own = match member_id {
        Some(id) => own_number(tx, id)?,
        None => None,
    };
    match (&ask.target, own) {
        (Some(given), own) if ask.purpose.goes_home() && Some(given) != own.as_ref() => {
            Err(CodeRequestError::Target)
        }
        (Some(given), _) => Ok(given.clone()),
        (None, Some(own)) => Ok(own),
        (None, None) => Err(CodeRequestError::NoTarget),
    }
}

fn spend_budgets(
    tx: &mut AnyConn,
    secret: &Secret,
    ask: &CodeRequest,
    member_id: Option<i64>,
    now_ms: i64,
) -> Result<(), CodeRequestError> {
    let budget = |most| Limit {
        most,
        window_ms: SENDING_WINDOW_MS,
        renewal: Renewal::AfterFirst,
    };
    if let Some(id) = member_id {
        let name = format!("sendings-member:{id}");
        limits::spend(tx, &name, budget(MEMBER_SENDINGS), now_ms)??;
    }
    let name = limits::of_address(secret, "sendings", ask.address);
    limits::spend(tx, &name, budget(ADDRESS_SENDINGS), now_ms)??;
    limits::spend(tx, "sendings-all", budget(ALL_SENDINGS), now_ms)??;
    Ok(())
}

/// Counts a message to a target. A target has one row, so many calls at once count one after the other. The day never goes back: a clock
/// set back gives no further codes.
const COUNT: &str = "INSERT INTO sendings (target, last_ms, day, sent) VALUES ($1, $2, $3, 1) \
    ON CONFLICT (target) DO UPDATE SET last_ms = $2, \
    sent = CASE WHEN sendings.day < $3 THEN 1 ELSE sendings.sent + 1 END, \
    day = CASE WHEN sendings.day < $3 THEN $3 ELSE sendings.day END \
    WHERE (sendings.last_ms <= $4 OR sendings.last_ms > $5) AND (sendings.day < $3 OR sendings.sent < $6) \
    RETURNING sent";

#[derive(QueryableByName)]
struct Sent {
    #[diesel(sql_type = BigInt)]
    sent: i64,
}

/// Counts a message; answers the number of codes left after it.
fn count_sending(
    tx: &mut AnyConn,
    target: &str,
    rules: CodeRules,
    day: i64,
    now_ms: i64,
) -> Result<i64, CodeRequestError> {
    let (resend_ms, daily) = (rules.resend_ms(), rules.daily());
    let sent: Option<Sent> = prepared(
        diesel::sql_query(COUNT)
            .bind::<Text, _>(target)
            .bind::<BigInt, _>(now_ms)
            .bind::<BigInt, _>(day)
            .bind::<BigInt, _>(now_ms - resend_ms)
            // A time later than any clock of the nodes may give: a clock was set back, and no caller has to wait for hours.
            .bind::<BigInt, _>(now_ms + resend_ms)
            .bind::<BigInt, _>(daily),
    )
    .get_result(tx)
    .optional()?;
    if let Some(Sent { sent }) = sent {
        return Ok(daily - sent);
    }
    let (last_ms, last_day, sent): (i64, i64, i64) = sendings::table
        .find(target)
        .select((sendings::last_ms, sendings::day, sendings::sent))
        .first(tx)?;
    if day <= last_day && sent >= daily {
        Err(CodeRequestError::Daily)
    } else {
        Err(CodeRequestError::TooSoon {
            retry_after_ms: (last_ms + resend_ms - now_ms).clamp(1, resend_ms),
        })
    }
}

/// Reverts a code that the sender did not take: the code is void, the day's count as before, and the next may be asked for at once.
pub async fn not_sent(store: &Store, granted: OutgoingCode, now_ms: i64) -> Result<(), StoreError> {
    let secret = store.secret().clone();
    store
        .write(move |tx| {
            let Some(id) = hash_token(&granted.uuid) else {
                return Ok(());
            };
            let failed = diesel::update(codes::table.find(id).filter(codes::failed.eq(false)))
                .set((codes::failed.eq(true), codes::ended_ms.eq(now_ms)))
                .execute(tx)?;
            if failed == 0 {
                return Ok(());
            }
            let key = key_of(&secret, &granted.target);
            diesel::update(
                sendings::table
                    .find(&key)
                    .filter(sendings::day.eq(granted.day))
                    .filter(sendings::sent.gt(0)),
            )
            .set(sendings::sent.eq(sendings::sent - 1))
            .execute(tx)?;
            diesel::update(
                sendings::table
                    .find(&key)
                    .filter(sendings::last_ms.eq(granted.sent_ms)),
            )
            .set(sendings::last_ms.eq(granted.sent_ms - granted.rules.resend_ms()))
            .execute(tx)?;
            Ok(())
        })
        .await
}
