//! Social sign-in: redirecting to a service and back, finding the member of a social account, binding it to a member.
//!
//! A state is good once, within ten minutes, in the browser that asked for it. Nonce and PKCE verifier follow from the state and the
//! database's secret, so they are stored nowhere. Social accounts are known by service and subject only, never by an e-mail address.

use std::net::IpAddr;

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use domain::auth::social::{
    ADDRESS_WAYS, SOCIAL_TOKEN_MS, SOCIAL_WAY_MS, SUBJECT_MAX_BYTES, SocialKind, WAYS_WINDOW_MS,
    proposed_nickname,
};
use thiserror::Error as ThisError;

use crate::agreements::{self, Outdated};
use crate::db::conn::{AnyConn, each};
use crate::db::schema::{social_accounts, social_states, social_tokens};
use crate::error::{StoreError, faults};
use crate::limits::{self, Limit, Renewal};
use crate::secrets::{digest, hash_token, new_id, new_state, new_token};
use crate::session::{self, Actor, Arrival, ProvenBy, Tokens};
use crate::{Store, audit};

/// Limit of sign-ins that one address begins: each has a row until it is over.
const WAYS: Limit = Limit {
    most: ADDRESS_WAYS,
    window_ms: WAYS_WINDOW_MS,
    renewal: Renewal::AfterFirst,
};

/// Why a social sign-in or a binding is refused.
#[derive(Debug, ThisError)]
pub enum SocialError {
    /// The state is unknown, spent, too old, of another browser or another service; or the code was seen before.
    #[error("the way back does not belong to a way there")]
    State,
    /// The token is unknown, spent or too old.
    #[error("the social token is not valid")]
    Token,
    /// The social account belongs to another member.
    #[error("the account belongs to another member")]
    Taken,
    /// The member has another account at the service.
    #[error("the member has an account there already")]
    Bound,
    /// The member has no account at the service.
    #[error("the member has no account there")]
    Unbound,
    /// The service's subject cannot be stored.
    #[error("the subject is empty or too long")]
    Subject,
    /// The member's account is disabled.
    #[error("the account is disabled")]
    Disabled { member_id: i64 },
    /// The agreements that were shown are not in force any more.
    #[error("the agreements changed")]
    AgreementsChanged,
    /// The address began too many sign-ins.
    #[error("too many ways were begun")]
    TooMany {
        /// Time until the next one may begin, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(SocialError);

/// A social sign-in that was begun.
pub struct Begun {
    /// State, which comes back with the browser.
    pub state: String,
    /// Value for the browser's cookie: without it the state is void.
    pub browser: String,
    /// Secrets of this sign-in, known to this server only.
    pub proof: Proof,
}

/// Secrets by which the service's answer is bound to this sign-in.
#[derive(Clone)]
pub struct Proof {
    /// Nonce, which comes back inside the ID token.
    pub nonce: String,
    /// PKCE's verifier; its hash was sent along.
    pub verifier: String,
}

/// A return from a service that belongs to a begun sign-in.
pub struct Back {
    /// The page that the service sent the browser to.
    pub redirect_uri: String,
    /// Secrets from the beginning of the sign-in.
    pub proof: Proof,
}

/// Identity that the service reports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// Service that reports the identity.
    pub kind: SocialKind,
    /// Issuer, the service's name for itself: an account of one issuer is not that of another.
    pub issuer: String,
    /// Subject, the service's name for the person, never reused.
    pub subject: String,
    /// Nickname at the service; may be empty.
    pub nickname: String,
}

/// Outcome of a return from a service.
pub enum Outcome {
    /// The account opens a member's account.
    Known(Tokens),
    /// The account is bound to no member yet: this token binds it, once, within ten minutes.
    Unknown(String),
}

/// Begins a social sign-in. `browser` is the cookie that the browser may have from an earlier one. `redirect_uri` is an allowed one.
pub async fn begin(
    store: &Store,
    kind: SocialKind,
    redirect_uri: String,
    browser: Option<String>,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<Begun, SocialError> {
    let browser = browser
        .filter(|text| hash_token(text).is_some())
        .unwrap_or_else(new_token);
    let state = new_state();
    let begun = Begun {
        proof: proof_of(store, &state),
        state,
        browser,
    };
    let (state, browser) = (digest(&begun.state), digest(&begun.browser));
    let counted = limits::of_address(store.secret(), "social", address);
    store
        .write(move |tx| {
            limits::spend(tx, &counted, WAYS, now_ms)?.map_err(|full| SocialError::TooMany {
                retry_after_ms: full.retry_after_ms,
            })?;
            // Each new sign-in deletes expired rows. A code is refused here for as long as a state lives, and a service's own
            // code lives no longer.
            diesel::delete(
                social_states::table.filter(social_states::expires_ms.le(now_ms - SOCIAL_WAY_MS)),
            )
            .execute(tx)?;
            diesel::insert_into(social_states::table)
                .values((
                    social_states::hash.eq(state),
                    social_states::kind.eq(kind.number()),
                    social_states::redirect_uri.eq(redirect_uri),
                    social_states::browser.eq(browser),
                    social_states::expires_ms.eq(now_ms + SOCIAL_WAY_MS),
                ))
                .execute(tx)?;
            Ok::<_, SocialError>(())
        })
        .await?;
    Ok(begun)
}

fn proof_of(store: &Store, state: &str) -> Proof {
    let (nonce, verifier) = store.secret().social_proof(state);
    Proof { nonce, verifier }
}

/// Spends a state together with the code that came with it: one statement decides.
pub async fn come_back(
    store: &Store,
    kind: SocialKind,
    state: String,
    code: &str,
    browser: Option<String>,
    now_ms: i64,
) -> Result<Back, SocialError> {
    let hashes = hash_token(&state).zip(browser.as_deref().and_then(hash_token));
    let (hash, browser) = hashes.ok_or(SocialError::State)?;
    let code = digest(code);
    let redirect_uri = store
        .write(move |tx| {
            let spent = diesel::update(
                social_states::table
                    .find(&hash)
                    .filter(social_states::kind.eq(kind.number()))
                    .filter(social_states::browser.eq(browser))
                    .filter(social_states::used_ms.is_null())
                    .filter(social_states::expires_ms.gt(now_ms)),
            )
            .set((
                social_states::used_ms.eq(now_ms),
                social_states::code.eq(code),
            ))
            .execute(tx);
            match spent {
                Ok(1) => Ok(social_states::table
                    .find(&hash)
                    .select(social_states::redirect_uri)
                    .first(tx)?),
                // This state is the second one that was spent with this code.
                Ok(_) | Err(Error::DatabaseError(DatabaseErrorKind::UniqueViolation, _)) => {
                    Err(SocialError::State)
                }
                Err(error) => Err(error.into()),
            }
        })
        .await?;
    Ok(Back {
        redirect_uri,
        proof: proof_of(store, &state),
    })
}

/// Signs in the member of a social account, or gives a token to bind the account by.
pub async fn arrive(
    store: &Store,
    who: Subject,
    arrival: impl Into<Arrival>,
    now_ms: i64,
) -> Result<Outcome, SocialError> {
    let who = who.checked()?;
    let (secret, arrival) = (store.secret().clone(), arrival.into());
    agreements::check_entry(store, arrival.agreed)
        .await?
        .map_err(|Outdated| SocialError::AgreementsChanged)?;
    store
        .write(move |tx| {
            let member_id: Option<i64> = who
                .row()
                .select(social_accounts::member_id)
                .first(tx)
                .optional()?;
            if let Some(member_id) = member_id {
                return session::begin(tx, &secret, member_id, &arrival, ProvenBy::Other, now_ms)?
                    .map(Outcome::Known)
                    .ok_or(SocialError::Disabled { member_id });
            }
            let token = new_token();
            diesel::delete(social_tokens::table.filter(social_tokens::expires_ms.le(now_ms)))
                .execute(tx)?;
            diesel::insert_into(social_tokens::table)
                .values((
                    social_tokens::hash.eq(digest(&token)),
                    social_tokens::kind.eq(who.kind.number()),
                    social_tokens::issuer.eq(&who.issuer),
                    social_tokens::subject.eq(&who.subject),
                    social_tokens::nickname.eq(&who.nickname),
                    social_tokens::expires_ms.eq(now_ms + SOCIAL_TOKEN_MS),
                ))
                .execute(tx)?;
            Ok(Outcome::Unknown(token))
        })
        .await
}

type AccountRow<'a> = social_accounts::BoxedQuery<'a, crate::db::conn::Backend>;

impl Subject {
    /// Nickname proposed for a new account.
    pub fn proposed_name(&self) -> String {
        proposed_nickname(&self.nickname)
    }

    fn checked(self) -> Result<Self, SocialError> {
        if self.subject.is_empty() || self.subject.len() > SUBJECT_MAX_BYTES {
            return Err(SocialError::Subject);
        }
        Ok(Self {
            nickname: self.proposed_name(),
            ..self
        })
    }

    fn row(&self) -> AccountRow<'_> {
        social_accounts::table
            .filter(social_accounts::kind.eq(self.kind.number()))
            .filter(social_accounts::issuer.eq(&self.issuer))
            .filter(social_accounts::subject.eq(&self.subject))
            .into_boxed()
    }
}

/// Binds the account behind a social token to a member who has just proven itself in the same transaction.
pub(crate) fn bind(
    tx: &mut AnyConn,
    social_token: &str,
    member_id: i64,
    now_ms: i64,
) -> Result<(), SocialError> {
    let hash = hash_token(social_token).ok_or(SocialError::Token)?;
    let spent = diesel::update(
        social_tokens::table
            .find(&hash)
            .filter(social_tokens::used_ms.is_null())
            .filter(social_tokens::expires_ms.gt(now_ms)),
    )
    .set(social_tokens::used_ms.eq(now_ms))
    .execute(tx)?;
    if spent == 0 {
        return Err(SocialError::Token);
    }
    let (kind, issuer, subject, nickname): (i16, String, String, String) = social_tokens::table
        .find(&hash)
        .select((
            social_tokens::kind,
            social_tokens::issuer,
            social_tokens::subject,
            social_tokens::nickname,
        ))
        .first(tx)?;
    let kind =
        SocialKind::from_number(i64::from(kind)).ok_or(StoreError::Corrupt("social kind"))?;
    let who = Subject {
        kind,
        issuer,
        subject,
        nickname,
    };
    insert_binding(tx, &who, member_id, now_ms)
}

/// Binds a social account to the member in whose session the return came.
pub async fn bind_own(
    store: &Store,
    actor: &Actor,
    who: Subject,
    now_ms: i64,
) -> Result<(), SocialError> {
    let who = who.checked()?;
    let member_id = actor.member_id();
    store
        .write(move |tx| insert_binding(tx, &who, member_id, now_ms))
        .await
}

/// Binds a social account. One statement decides; an existing binding to the same member stays.
fn insert_binding(
    tx: &mut AnyConn,
    who: &Subject,
    member_id: i64,
    now_ms: i64,
) -> Result<(), SocialError> {
    let row = (
        social_accounts::id.eq(new_id()),
        social_accounts::kind.eq(who.kind.number()),
        social_accounts::issuer.eq(&who.issuer),
        social_accounts::subject.eq(&who.subject),
        social_accounts::member_id.eq(member_id),
        social_accounts::nickname.eq(&who.nickname),
        social_accounts::created_ms.eq(now_ms),
    );
    let kept = each!(tx, |c| diesel::insert_into(social_accounts::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(c))?;
    if kept == 1 {
        audit::record(tx, &entry("social.bind", who.kind, member_id, now_ms))?;
        return Ok(());
    }
    let owner: Option<i64> = who
        .row()
        .select(social_accounts::member_id)
        .first(tx)
        .optional()?;
    match owner {
        Some(owner) if owner == member_id => Ok(()),
        Some(_) => Err(SocialError::Taken),
        None => Err(SocialError::Bound),
    }
}

fn entry(kind: &'static str, at: SocialKind, member_id: i64, now_ms: i64) -> audit::Entry<'static> {
    audit::Entry {
        kind,
        member_id: Some(member_id),
        session_id: None,
        object: match at {
            SocialKind::Wechat => "social:wechat",
            SocialKind::OpenId => "social:openid",
        },
        address: None,
        detail: "",
        now_ms,
    }
}

/// Unbinds a member's social account.
pub async fn unlink(
    store: &Store,
    actor: &Actor,
    kind: SocialKind,
    now_ms: i64,
) -> Result<(), SocialError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let gone = diesel::delete(
                social_accounts::table
                    .filter(social_accounts::member_id.eq(member_id))
                    .filter(social_accounts::kind.eq(kind.number())),
            )
            .execute(tx)?;
            if gone == 0 {
                return Err(SocialError::Unbound);
            }
            audit::record(tx, &entry("social.unbind", kind, member_id, now_ms))?;
            Ok(())
        })
        .await
}
