//! Changing one's own account: fields, e-mail address, phone number. A new number or address is proven by a code that was sent there.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use domain::auth::{MailAddress, PhoneNumber, Purpose, Target};
use domain::member::Change;
use domain::notices::Alert;
use thiserror::Error;

use crate::auth::verification::{self, PresentedCode};
use crate::db::conn::AnyConn;
use crate::db::schema::members;
use crate::error::StoreError;
use crate::session::Actor;
use crate::{Store, audit, notices};

pub use crate::auth::verification::TypedCode;

/// Why an account is not changed.
#[derive(Debug, Error)]
pub enum ChangeError {
    /// The code is wrong, spent, void or another member's.
    #[error("the code is not correct")]
    Code,
    /// The codes are right, but the number or address belongs to another account.
    #[error("the number or address is taken")]
    Taken,
    /// The account has no number yet: nothing proves that the caller is its owner.
    #[error("the account has no phone number")]
    NoPhone,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}

impl TypedCode {
    /// The code with its target and purposes, for the feature that checks it.
    pub(crate) fn shown(
        self,
        target: Target,
        purposes: &'static [Purpose],
        member_id: i64,
    ) -> PresentedCode {
        PresentedCode {
            target,
            purposes,
            code: self.code,
            uuid: self.uuid,
            member_id: Some(member_id),
        }
    }
}

impl From<DieselError> for ChangeError {
    fn from(error: DieselError) -> Self {
        match error {
            DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => Self::Taken,
            other => Self::Fault(other.into()),
        }
    }
}

#[derive(AsChangeset)]
#[diesel(table_name = members)]
struct Fields {
    nickname: Option<String>,
    sex: Option<i16>,
    birthday: Option<String>,
    location: Option<String>,
    channel_code: Option<String>,
    email: Option<String>,
}

/// Changes fields, and the e-mail address when a code proves the new one. Either the whole change is made, or nothing.
pub async fn update(
    store: &Store,
    actor: &Actor,
    change: Change,
    mail: Option<(MailAddress, TypedCode)>,
    now_ms: i64,
) -> Result<(), ChangeError> {
    let (actor, secret) = (actor.clone(), store.secret().clone());
    store
        .write(move |tx| -> Result<Result<(), ChangeError>, ChangeError> {
            let member_id = actor.member_id();
            let address = match mail {
                Some((address, typed)) => {
                    let target = Target::Mail(address.clone());
                    let shown = typed.shown(target.clone(), &[Purpose::Mail], member_id);
                    // The counted try is committed with the refusal.
                    if !verification::check_and_count(tx, &secret, &shown, now_ms)?
                        || !verification::spend(tx, &shown, now_ms)?
                    {
                        return Ok(Err(ChangeError::Code));
                    }
                    if is_taken(tx, member_id, &target)? {
                        return Ok(Err(ChangeError::Taken));
                    }
                    Some(address.as_str().to_owned())
                }
                None => None,
            };
            let new_address = address.is_some();
            let fields = Fields {
                nickname: change.nickname,
                sex: change.sex,
                birthday: change.birthday,
                location: change.location,
                channel_code: change.channel_code,
                email: address,
            };
            diesel::update(members::table.find(member_id))
                .set(&fields)
                .execute(tx)?;
            if new_address {
                let object = format!("member:{}", actor.member_id());
                audit::record(
                    tx,
                    &audit::Entry::by(&actor, "member.email", &object, now_ms),
                )?;
                notices::alert(tx, member_id, Alert::EmailChanged, &[], now_ms)?;
            }
            Ok(Ok(()))
        })
        .await?
}

/// Moves the account to another number: needs a code sent to the old number and one sent to the new number.
pub async fn change_phone(
    store: &Store,
    actor: &Actor,
    (new, new_typed): (PhoneNumber, TypedCode),
    old_typed: TypedCode,
    now_ms: i64,
) -> Result<(), ChangeError> {
    let (actor, secret) = (actor.clone(), store.secret().clone());
    store
        .write(move |tx| -> Result<Result<(), ChangeError>, ChangeError> {
            let member_id = actor.member_id();
            let Some(old) = number_of(tx, member_id)? else {
                return Ok(Err(ChangeError::NoPhone));
            };
            let to = Target::Phone(new.clone());
            let left = old_typed.shown(Target::Phone(old), &[Purpose::Phone], member_id);
            let arrived = new_typed.shown(to.clone(), &[Purpose::Phone], member_id);
            // Codes of both numbers are tried, so that the answer does not tell which was wrong; and both are spent, or none.
            let right = [
                verification::check_and_count(tx, &secret, &left, now_ms)?,
                verification::check_and_count(tx, &secret, &arrived, now_ms)?,
            ];
            if right != [true, true]
                || !verification::spend(tx, &left, now_ms)?
                || !verification::spend(tx, &arrived, now_ms)?
            {
                return Ok(Err(ChangeError::Code));
            }
            if is_taken(tx, member_id, &to)? {
                return Ok(Err(ChangeError::Taken));
            }
            diesel::update(members::table.find(member_id))
                .set(members::phone.eq(new.as_str()))
                .execute(tx)?;
            let object = format!("member:{}", actor.member_id());
            audit::record(
                tx,
                &audit::Entry::by(&actor, "member.phone", &object, now_ms),
            )?;
            notices::alert(tx, member_id, Alert::PhoneChanged, &[new.masked()], now_ms)?;
            Ok(Ok(()))
        })
        .await?
}

/// The phone number of an account; none when it has none, or does not exist.
pub(crate) fn number_of(
    tx: &mut AnyConn,
    member_id: i64,
) -> Result<Option<PhoneNumber>, StoreError> {
    let stored: Option<String> = members::table
        .find(member_id)
        .select(members::phone)
        .first(tx)
        .optional()?
        .flatten();
    stored
        .map(|number| PhoneNumber::parse(&number).map_err(|_| StoreError::Corrupt("phone number")))
        .transpose()
}

/// Whether another account has the number or address.
fn is_taken(tx: &mut AnyConn, member_id: i64, target: &Target) -> Result<bool, DieselError> {
    let others = members::table.filter(members::id.ne(member_id));
    let count: i64 = match target {
        Target::Phone(number) => others
            .filter(members::phone.eq(number.as_str()))
            .count()
            .get_result(tx)?,
        Target::Mail(mail) => others
            .filter(members::email.eq(mail.as_str()))
            .count()
            .get_result(tx)?,
    };
    Ok(count > 0)
}
