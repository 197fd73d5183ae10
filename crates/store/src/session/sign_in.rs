//! Beginning a session by password or code, and ending it.

use std::time::Duration;

use diesel::prelude::*;
use domain::auth::{Account, CaptchaAction, Proof, Purpose, SignIn, Target};
use domain::live::SessionEnd;
use thiserror::Error;
use tokio::time::{Instant, sleep_until};

use super::guess::{self, Counted, GuessError, Guesser};
use super::{Arrival, ProvenBy, Tokens, begin, end};
use crate::Store;
use crate::agreements::{self, Outdated};
use crate::audit;
use crate::auth::captcha::{self, CaptchaError, Solution};
use crate::auth::password::verify_password;
use crate::auth::social::{self, SocialError};
use crate::auth::verification::{self, TypedCode};
use crate::db::conn::AnyConn;
use crate::db::schema::{access_tokens, refresh_tokens, sessions};
use crate::error::{StoreError, faults};
use crate::member::{self, Credentials};
use crate::secrets::{Secret, hash_token};

/// Delay of the refusal of a password that is not even checked: without it, the time would tell whether a row was found.
const UNREAD_REFUSAL: Duration = Duration::from_millis(25);

/// Why a sign-in is refused.
#[derive(Debug, Error)]
pub enum SignInError {
    /// The account is unknown or the password wrong: the answer does not tell which.
    #[error("the account or password is not correct")]
    BadCredentials,
    /// The code is wrong, spent, void or another member's.
    #[error("the code is not correct")]
    WrongCode,
    /// The code is right, and no account has this number or address.
    #[error("nobody is registered with this number or address")]
    Unregistered,
    /// The proof is right, the account is disabled.
    #[error("the account is disabled")]
    Disabled {
        member_id: i64,
        /// Why, as the operator wrote it; empty where no reason was given.
        reason: String,
    },
    /// A captcha is needed after failures.
    #[error("a captcha is needed")]
    CaptchaNeeded,
    /// The captcha is wrong, used, too old or for another action.
    #[error("the captcha is not correct")]
    CaptchaWrong,
    /// Too many guesses were wrong.
    #[error("too many guesses")]
    TooMany {
        /// Time until the next guess is checked, in milliseconds.
        retry_after_ms: i64,
    },
    /// The proof is right, the social account was not bound.
    #[error("the social account was not bound")]
    Social(#[source] SocialError),
    /// The agreements that were shown are not in force any more.
    #[error("the agreements changed")]
    AgreementsChanged,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(SignInError);

impl From<GuessError> for SignInError {
    fn from(error: GuessError) -> Self {
        match error {
            GuessError::CaptchaNeeded => Self::CaptchaNeeded,
            GuessError::TooMany { retry_after_ms } => Self::TooMany { retry_after_ms },
            GuessError::Fault(fault) => Self::Fault(fault),
        }
    }
}

impl From<CaptchaError> for SignInError {
    fn from(error: CaptchaError) -> Self {
        match error {
            CaptchaError::Wrong => Self::CaptchaWrong,
            CaptchaError::TooMany { retry_after_ms } => Self::TooMany { retry_after_ms },
            CaptchaError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// A sign-in with the facts of its request.
pub struct Attempt {
    pub form: SignIn,
    /// The captcha that an earlier failure may have asked for.
    pub captcha: Option<Solution>,
    /// The device's own token, given to it at an earlier sign-in or made now; success stores it.
    pub device: Option<String>,
    /// Token of the social account that is to be bound.
    pub social_token: Option<String>,
}

impl From<SignIn> for Attempt {
    fn from(form: SignIn) -> Self {
        Self {
            form,
            captcha: None,
            device: None,
            social_token: None,
        }
    }
}

/// A member that has proven itself, with the facts to be stored with the session.
struct Newcomer {
    arrival: Arrival,
    device: Option<String>,
    social_token: Option<String>,
}

/// Signs in by password or code. Ends the member's other session on the same kind of terminal.
pub async fn sign_in(
    store: &Store,
    attempt: impl Into<Attempt>,
    arrival: impl Into<Arrival>,
    now_ms: i64,
) -> Result<Tokens, SignInError> {
    let Attempt {
        form,
        captcha,
        device,
        social_token,
    } = attempt.into();
    let newcomer = Newcomer {
        arrival: arrival.into(),
        device,
        social_token,
    };
    agreements::check_entry(store, newcomer.arrival.agreed)
        .await?
        .map_err(|Outdated| SignInError::AgreementsChanged)?;
    match form.proof {
        Proof::Password { account, password } => {
            let solved = captcha.is_some();
            if let Some(shown) = captcha {
                captcha::redeem(store, shown, &[CaptchaAction::Login], now_ms).await?;
            }
            let begun = Instant::now();
            let outcome = by_password(store, newcomer, (account, password), solved, now_ms).await;
            if let Err(SignInError::CaptchaNeeded | SignInError::TooMany { .. }) = outcome {
                sleep_until(begun + UNREAD_REFUSAL).await;
            }
            outcome
        }
        Proof::Code { target, code, uuid } => {
            let typed = TypedCode { code, uuid };
            by_code(store, newcomer, target, typed, now_ms).await
        }
    }
}

async fn by_password(
    store: &Store,
    newcomer: Newcomer,
    (account, password): (Account, String),
    solved: bool,
    now_ms: i64,
) -> Result<Tokens, SignInError> {
    let secret = store.secret().clone();
    let (device, address) = (newcomer.device.clone(), newcomer.arrival.address);
    // Counted before the password is checked: of a thousand at once only as many are verified as may be wrong.
    let (found, counted) = store
        .write(move |tx| -> Result<_, SignInError> {
            let found = member::find(tx, &account)?;
            let guesser = Guesser {
                account: account.as_str(),
                member_id: found.as_ref().map(|known| known.id),
                device: device.as_deref(),
                address,
                solved,
            };
            let counted = guess::count_password(tx, &secret, &guesser, now_ms)?;
            Ok((found, counted))
        })
        .await?;
    let (known, hash) = found
        .map(|known| ((known.id, known.disabled), known.password_hash))
        .unzip();
    let right = store
        .hashing(move || verify_password(&password, hash.as_deref()))
        .await?;
    let secret = store.secret().clone();
    store
        .write(move |tx| match known {
            Some((member_id, disabled)) if right => arrive(
                tx,
                &secret,
                &newcomer,
                (member_id, disabled, ProvenBy::Password),
                &counted,
                now_ms,
            ),
            _ => {
                let whose = known.map(|(id, _)| id);
                counted.fail(tx, now_ms)?;
                refused(tx, whose, &newcomer.arrival, "password", now_ms)?;
                Ok(Err(SignInError::BadCredentials))
            }
        })
        .await?
}

async fn by_code(
    store: &Store,
    newcomer: Newcomer,
    target: Target,
    typed: TypedCode,
    now_ms: i64,
) -> Result<Tokens, SignInError> {
    let secret = store.secret().clone();
    // A code for binding a social account was asked for that purpose.
    let purposes: &'static [Purpose] = if newcomer.social_token.is_some() {
        &[Purpose::Bind]
    } else {
        &[Purpose::Login]
    };
    let shown = typed.shown_by_anybody(target, purposes);
    store
        .write(move |tx| {
            let address = newcomer.arrival.address;
            let counted = guess::count_code(tx, &secret, address, now_ms)?;
            if !verification::prove(tx, &secret, &shown, now_ms)? {
                refused(tx, None, &newcomer.arrival, "code", now_ms)?;
                return Ok(Err(SignInError::WrongCode));
            }
            let account = match shown.target {
                Target::Phone(number) => Account::Phone(number),
                Target::Mail(mail) => Account::Mail(mail),
            };
            let Some(Credentials { id, disabled, .. }) = member::find(tx, &account)? else {
                counted.give_back(tx)?;
                return Ok(Err(SignInError::Unregistered));
            };
            let known = (id, disabled, ProvenBy::Other);
            arrive(tx, &secret, &newcomer, known, &counted, now_ms)
        })
        .await?
}

/// Completes a sign-in after the proof. The inner error is a refusal that is committed with the spent tries.
fn arrive(
    tx: &mut AnyConn,
    secret: &Secret,
    newcomer: &Newcomer,
    (member_id, disabled, by): (i64, bool, ProvenBy),
    counted: &Counted,
    now_ms: i64,
) -> Result<Result<Tokens, SignInError>, SignInError> {
    counted.give_back(tx)?;
    if disabled {
        refused(tx, Some(member_id), &newcomer.arrival, "disabled", now_ms)?;
        let reason = member::disabled_reason(tx, member_id)?;
        return Ok(Err(SignInError::Disabled { member_id, reason }));
    }
    let Some(tokens) = begin(tx, secret, member_id, &newcomer.arrival, by, now_ms)? else {
        let reason = member::disabled_reason(tx, member_id)?;
        return Ok(Err(SignInError::Disabled { member_id, reason }));
    };
    settle(tx, secret, newcomer, member_id, now_ms)?;
    Ok(Ok(tokens))
}

fn settle(
    tx: &mut AnyConn,
    secret: &Secret,
    newcomer: &Newcomer,
    member_id: i64,
    now_ms: i64,
) -> Result<(), SignInError> {
    if let Some(device) = &newcomer.device {
        guess::remember(tx, secret, member_id, device, now_ms)?;
    }
    if let Some(token) = &newcomer.social_token {
        // The error undoes the session too: the member that wants to bind gets the failure.
        social::bind(tx, token, member_id, now_ms).map_err(SignInError::Social)?;
    }
    Ok(())
}

fn refused(
    tx: &mut AnyConn,
    member_id: Option<i64>,
    arrival: &Arrival,
    detail: &str,
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    audit::record(
        tx,
        &audit::Entry {
            kind: "session.refused",
            member_id,
            session_id: None,
            object: "session",
            address: arrival.address,
            detail,
            now_ms,
        },
    )
}

/// Ends the session of the token that is known; an unknown or ended one is no error.
pub async fn sign_out(
    store: &Store,
    access: Option<String>,
    refresh: Option<String>,
    now_ms: i64,
) -> Result<(), StoreError> {
    store
        .write(move |tx| {
            let access_hash = access.as_deref().and_then(hash_token);
            let refresh_hash = refresh.as_deref().and_then(hash_token);
            let by_access: Option<i64> = match access_hash {
                // A delegated session is ended by the member that made it, never by its holder.
                Some(hash) => access_tokens::table
                    .inner_join(sessions::table)
                    .filter(access_tokens::hash.eq(hash))
                    .filter(sessions::scopes.is_null())
                    .select(access_tokens::session_id)
                    .first(tx)
                    .optional()?,
                None => None,
            };
            let by_refresh: Option<i64> = match refresh_hash {
                Some(hash) => refresh_tokens::table
                    .find(hash)
                    .select(refresh_tokens::session_id)
                    .first(tx)
                    .optional()?,
                None => None,
            };
            for session_id in [by_access, by_refresh].into_iter().flatten() {
                end(tx, session_id, SessionEnd::SignedOut, now_ms)?;
            }
            Ok(())
        })
        .await
}
