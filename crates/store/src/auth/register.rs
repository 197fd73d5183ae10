//! Registration: the code proves the number, and the new account begins its first session.

use std::net::IpAddr;

use diesel::result::{DatabaseErrorKind, Error as DieselError};
use domain::auth::{Account, NewMember, Purpose, Target};
use thiserror::Error;

use crate::agreements::{self, Outdated};
use crate::auth::social::{self, SocialError};
use crate::auth::verification::{self, PresentedCode, TypedCode};
use crate::db::conn::AnyConn;
use crate::error::{StoreError, faults};
use crate::member::{self, MemberError, NewAccount, Role};
use crate::secrets::Secret;
use crate::session::guess::{self, GuessError};
use crate::session::{Arrival, ProvenBy, Tokens, begin};
use crate::{Store, audit, branding};

/// Why a registration is refused.
#[derive(Debug, Error)]
pub enum RegisterError {
    /// The operator closed registration.
    #[error("registration is closed")]
    Closed,
    /// The code is wrong, spent, void or another number's.
    #[error("the code is not correct")]
    WrongCode,
    /// The code is right, and the number has an account.
    #[error("the number is registered already")]
    Registered,
    /// Too many codes were wrong.
    #[error("too many guesses")]
    TooMany {
        /// Time until the next code is checked, in milliseconds.
        retry_after_ms: i64,
    },
    /// The social account was not bound.
    #[error("the social account was not bound")]
    Social(#[source] SocialError),
    /// The agreements that were shown are not in force any more.
    #[error("the agreements changed")]
    AgreementsChanged,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(RegisterError);

impl From<GuessError> for RegisterError {
    fn from(error: GuessError) -> Self {
        match error {
            GuessError::TooMany { retry_after_ms } => Self::TooMany { retry_after_ms },
            GuessError::CaptchaNeeded => Self::WrongCode,
            GuessError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// A registration with the facts of its request.
pub struct Registration {
    pub form: NewMember,
    /// Address and device of the client.
    pub arrival: Arrival,
    /// The device's own token; success stores it.
    pub device: Option<String>,
    /// Token of the social account that is to be bound.
    pub social_token: Option<String>,
}

/// Refuses when the operator closed registration; then no code for it is sent either.
pub async fn check_open(store: &Store) -> Result<(), RegisterError> {
    if branding::current(store).await?.registers() {
        Ok(())
    } else {
        Err(RegisterError::Closed)
    }
}

/// Makes the account and signs it in.
pub async fn register(
    store: &Store,
    new: Registration,
    now_ms: i64,
) -> Result<Tokens, RegisterError> {
    let Registration {
        form,
        arrival,
        device,
        social_token,
    } = new;
    check_open(store).await?;
    agreements::check_entry(store, arrival.agreed)
        .await?
        .map_err(|Outdated| RegisterError::AgreementsChanged)?;
    let (secret, address) = (store.secret().clone(), arrival.address);
    let target = Target::Phone(form.phone.clone());
    let typed = TypedCode {
        code: form.code,
        uuid: form.uuid,
    };
    let shown = typed.shown_by_anybody(target, &[Purpose::Register]);
    // For a taken number the answer is the same as for a free one until the code is right.
    store
        .write(move |tx| prove(tx, &secret, &shown, address, now_ms))
        .await??;
    let account = NewAccount {
        account: Account::Phone(form.phone),
        password_hash: member::hashed(store, form.password.into_text()).await?,
        nickname: form.nickname,
        role: Role::Member,
        permissions: Vec::new(),
        channel_code: form.channel_code,
    };
    let secret = store.secret().clone();
    store
        .write(move |tx| -> Result<Tokens, RegisterError> {
            let member_id = create(tx, &account, now_ms)?;
            audit::record(tx, &entry(member_id, &arrival, now_ms))?;
            let tokens = begin(tx, &secret, member_id, &arrival, ProvenBy::Other, now_ms)?
                .ok_or(StoreError::Corrupt("a new account is disabled"))?;
            if let Some(device) = &device {
                guess::remember(tx, &secret, member_id, device, now_ms)?;
            }
            if let Some(token) = &social_token {
                social::bind(tx, token, member_id, now_ms).map_err(RegisterError::Social)?;
            }
            Ok(tokens)
        })
        .await
}

/// Checks the code. The inner error is a refusal that is committed with the spent tries.
fn prove(
    tx: &mut AnyConn,
    secret: &Secret,
    shown: &PresentedCode,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<Result<(), RegisterError>, RegisterError> {
    let counted = guess::count_code(tx, secret, address, now_ms)?;
    if !verification::prove(tx, secret, shown, now_ms)? {
        return Ok(Err(RegisterError::WrongCode));
    }
    counted.give_back(tx)?;
    let taken = match &shown.target {
        Target::Phone(number) => member::find(tx, &Account::Phone(number.clone()))?,
        Target::Mail(mail) => member::find(tx, &Account::Mail(mail.clone()))?,
    };
    Ok(match taken {
        Some(_) => Err(RegisterError::Registered),
        None => Ok(()),
    })
}

/// Creates the account. Of two calls at once the database lets one through.
fn create(tx: &mut AnyConn, account: &NewAccount, now_ms: i64) -> Result<i64, RegisterError> {
    member::create(tx, account, now_ms).map_err(|error| match error {
        MemberError::Exists
        | MemberError::Fault(StoreError::Database(DieselError::DatabaseError(
            DatabaseErrorKind::UniqueViolation,
            _,
        ))) => RegisterError::Registered,
        MemberError::Unknown => StoreError::Corrupt("a new account is unknown").into(),
        MemberError::Fault(fault) => fault.into(),
    })
}

fn entry(member_id: i64, arrival: &Arrival, now_ms: i64) -> audit::Entry<'_> {
    audit::Entry {
        kind: "member.register",
        member_id: Some(member_id),
        session_id: None,
        object: "member",
        address: arrival.address,
        detail: &arrival.device,
        now_ms,
    }
}
