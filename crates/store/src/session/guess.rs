//! Guesses of passwords and codes: counted before the work is done, given back when they were right.
//!
//! An account is counted whether or not it exists. A device that its member has used has a count of its own, so that a member cannot be
//! locked out by the guesses of others.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::auth::limits::{
    ACCOUNT_CAPTCHA_AFTER, ACCOUNT_GUESSES, ADDRESS_CAPTCHA_AFTER, ADDRESS_GUESSES, ALL_GUESSES,
    DEVICE_GUESSES, DEVICES_KEPT, GUESS_WINDOW_MS,
};
use thiserror::Error;

use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::devices;
use crate::error::{StoreError, faults};
use crate::limits::{self, Exhausted, Limit, Renewal};
use crate::secrets::Secret;

/// Why a guess is refused.
#[derive(Debug, Error)]
pub(crate) enum GuessError {
    /// A captcha is needed after failures.
    #[error("a captcha is needed")]
    CaptchaNeeded,
    /// Too many guesses were wrong.
    #[error("too many guesses")]
    TooMany {
        /// Time until the next guess is checked, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(GuessError);

impl From<Exhausted> for GuessError {
    fn from(full: Exhausted) -> Self {
        Self::TooMany {
            retry_after_ms: full.retry_after_ms,
        }
    }
}

/// Facts about a guess of a password.
pub(crate) struct Guesser<'a> {
    /// The account as it was typed; empty within a session, which has a member.
    pub(crate) account: &'a str,
    /// Id of the member with that account, if there is one.
    pub(crate) member_id: Option<i64>,
    /// The device's own token.
    pub(crate) device: Option<&'a str>,
    /// Client's address.
    pub(crate) address: Option<IpAddr>,
    /// Whether a captcha was solved.
    pub(crate) solved: bool,
}

/// A guess that is counted until it is given back.
pub(crate) struct Counted {
    /// Counts that success clears.
    own: Vec<String>,
    /// Counts that success gives back.
    shared: Vec<String>,
    /// Counts that a failure raises: these decide about captchas, so that many sign-ins at once from one place need none.
    failures: Vec<(String, Renewal)>,
}

const fn limit(most: i64, renewal: Renewal) -> Limit {
    Limit {
        most,
        window_ms: GUESS_WINDOW_MS,
        renewal,
    }
}

/// Counts a guess of a password. On refusal nothing is counted: the transaction is undone.
pub(crate) fn count_password(
    tx: &mut AnyConn,
    secret: &Secret,
    guesser: &Guesser<'_>,
    now_ms: i64,
) -> Result<Counted, GuessError> {
    if let (Some(member_id), Some(device)) = (guesser.member_id, guesser.device)
        && is_known(tx, secret, member_id, device)?
    {
        let name = format!("guesses-device:{}", device_hash(secret, member_id, device));
        limits::spend(tx, &name, limit(DEVICE_GUESSES, Renewal::AfterLast), now_ms)??;
        return Ok(Counted {
            own: vec![name],
            shared: Vec::new(),
            failures: Vec::new(),
        });
    }
    let account = account_hash(secret, guesser.account, guesser.member_id);
    let own = format!("guesses-account:{account}");
    limits::spend(tx, &own, limit(ACCOUNT_GUESSES, Renewal::AfterLast), now_ms)??;
    let shared = count_shared(tx, secret, guesser.address, now_ms)?;
    let failed = format!("failures-account:{account}");
    let failed_here = limits::of_address(secret, "failures", guesser.address);
    let suspicious = limits::spent(tx, &failed, now_ms)? >= ACCOUNT_CAPTCHA_AFTER
        || limits::spent(tx, &failed_here, now_ms)? >= ADDRESS_CAPTCHA_AFTER;
    if suspicious && !guesser.solved {
        return Err(GuessError::CaptchaNeeded);
    }
    Ok(Counted {
        own: vec![own, failed.clone()],
        shared,
        failures: vec![
            (failed, Renewal::AfterLast),
            (failed_here, Renewal::AfterFirst),
        ],
    })
}

/// Counts a guess of a code.
pub(crate) fn count_code(
    tx: &mut AnyConn,
    secret: &Secret,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<Counted, GuessError> {
    Ok(Counted {
        own: Vec::new(),
        shared: count_shared(tx, secret, address, now_ms)?,
        failures: Vec::new(),
    })
}

fn count_shared(
    tx: &mut AnyConn,
    secret: &Secret,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<Vec<String>, GuessError> {
    let name = limits::of_address(secret, "guesses", address);
    limits::spend(
        tx,
        &name,
        limit(ADDRESS_GUESSES, Renewal::AfterFirst),
        now_ms,
    )??;
    let all = "guesses-all".to_owned();
    limits::spend(tx, &all, limit(ALL_GUESSES, Renewal::AfterFirst), now_ms)??;
    Ok(vec![name, all])
}

impl Counted {
    /// Reverts the counts after a right guess.
    pub(crate) fn give_back(&self, tx: &mut AnyConn) -> Result<(), diesel::result::Error> {
        for name in &self.own {
            limits::forget(tx, name)?;
        }
        for name in &self.shared {
            limits::give_back(tx, name)?;
        }
        Ok(())
    }

    /// Counts the failure of a wrong guess.
    pub(crate) fn fail(&self, tx: &mut AnyConn, now_ms: i64) -> Result<(), diesel::result::Error> {
        for (name, renewal) in &self.failures {
            // The result cannot be "exhausted": the guesses themselves are limited.
            let _ = limits::spend(tx, name, limit(i64::MAX, *renewal), now_ms)?;
        }
        Ok(())
    }
}

/// Hash in the names of an account's counts, the same whichever of its names was typed. A name without an account has counts of its own.
fn account_hash(secret: &Secret, account: &str, member_id: Option<i64>) -> String {
    match member_id {
        Some(id) => secret.keyed("account", &["member", &id.to_string()]),
        None => secret.keyed("account", &["name", account]),
    }
}

/// Whether the next sign-in from this address needs a captcha, whatever the account.
pub async fn needs_captcha(
    store: &Store,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let name = limits::of_address(store.secret(), "failures", address);
    store
        .run(move |conn| Ok(limits::spent(conn, &name, now_ms)? >= ADDRESS_CAPTCHA_AFTER))
        .await
}

fn device_hash(secret: &Secret, member_id: i64, device: &str) -> String {
    secret.keyed("device", &[&member_id.to_string(), device])
}

fn is_known(
    tx: &mut AnyConn,
    secret: &Secret,
    member_id: i64,
    device: &str,
) -> Result<bool, diesel::result::Error> {
    let found: Option<i64> = devices::table
        .find(device_hash(secret, member_id, device))
        .select(devices::member_id)
        .first(tx)
        .optional()?;
    Ok(found.is_some())
}

/// Stores the device of a member who has signed in. The member's row is locked by the session that began.
pub(crate) fn remember(
    tx: &mut AnyConn,
    secret: &Secret,
    member_id: i64,
    device: &str,
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    let hash = device_hash(secret, member_id, device);
    let seen = diesel::update(devices::table.find(&hash))
        .set(devices::seen_ms.eq(now_ms))
        .execute(tx)?;
    if seen == 1 {
        return Ok(());
    }
    diesel::insert_into(devices::table)
        .values((
            devices::hash.eq(hash),
            devices::member_id.eq(member_id),
            devices::seen_ms.eq(now_ms),
        ))
        .execute(tx)?;
    let forgotten: Vec<String> = devices::table
        .filter(devices::member_id.eq(member_id))
        .order((devices::seen_ms.desc(), devices::hash))
        .offset(DEVICES_KEPT)
        .limit(i64::MAX)
        .select(devices::hash)
        .load(tx)?;
    diesel::delete(devices::table.filter(among(devices::hash, forgotten)))
        .execute(tx)
        .map(drop)
}

/// Forgets every device of a member, and resets the counts of its guesses: its password is a new one.
pub(crate) fn start_over(
    tx: &mut AnyConn,
    secret: &Secret,
    member_id: i64,
) -> Result<(), diesel::result::Error> {
    diesel::delete(devices::table.filter(devices::member_id.eq(member_id))).execute(tx)?;
    let hash = secret.keyed("account", &["member", &member_id.to_string()]);
    limits::forget(tx, &format!("failures-account:{hash}"))?;
    limits::forget(tx, &format!("guesses-account:{hash}"))
}
