//! The one trial phone of a new member.

use diesel::prelude::*;
use domain::lang::Lang;
use domain::phones::TRIAL_ALIAS;
use thiserror::Error;

use super::stock::{HandOver, StockError, take_from_stock};
use crate::Store;
use crate::db::conn::each;
use crate::db::schema::{configurations, members, phones, trials};
use crate::error::{StoreError, faults};
use crate::session::Actor;

/// How long a trial lasts.
const TRIAL_MS: i64 = 24 * 60 * 60 * 1000;

/// Why no trial phone is given.
#[derive(Debug, Error)]
pub enum TrialError {
    /// The number or the account had a trial phone before.
    #[error("the trial was had before")]
    Had,
    /// The account has no phone number, or is no member's.
    #[error("no phone number")]
    NoNumber,
    /// The stock is empty.
    #[error("nothing in stock")]
    None,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(TrialError);

/// Gives the actor a phone for a day, named in its language: once per number and once per account, ever. Answers the phone's id.
pub async fn trial(
    store: &Store,
    actor: &Actor,
    lang: Lang,
    now_ms: i64,
) -> Result<i64, TrialError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let number: Option<String> = members::table
                .find(member_id)
                .filter(members::role.eq(1))
                .select(members::phone)
                .first(tx)
                .optional()?
                .flatten();
            let number = number.ok_or(TrialError::NoNumber)?;
            // The row decides: the first transaction that writes it gets the trial, every later one is refused.
            let noted = each!(tx, |c| diesel::insert_into(trials::table)
                .values((
                    trials::phone_number.eq(&number),
                    trials::member_id.eq(member_id),
                    trials::phone_id.eq(0),
                    trials::created_ms.eq(now_ms),
                ))
                .on_conflict_do_nothing()
                .execute(c))?;
            if noted == 0 {
                return Err(TrialError::Had);
            }
            let names: Vec<String> = configurations::table
                .filter(
                    configurations::id.eq_any(
                        phones::table
                            .filter(phones::owner_id.is_null())
                            .filter(phones::reserved_by.is_null())
                            .select(phones::configuration_id),
                    ),
                )
                .order(configurations::id)
                .select(configurations::name)
                .load(tx)?;
            for configuration in names {
                let what = HandOver {
                    owner_id: member_id,
                    alias: TRIAL_ALIAS.in_lang(lang),
                    configuration: &configuration,
                    expire_ms: now_ms + TRIAL_MS,
                };
                match take_from_stock(tx, &what, now_ms) {
                    Ok(made) => {
                        diesel::update(trials::table.find(&number))
                            .set(trials::phone_id.eq(made.id))
                            .execute(tx)?;
                        return Ok(made.id);
                    }
                    Err(StockError::Empty(_)) => {}
                    Err(StockError::Fault(fault)) => return Err(fault.into()),
                    Err(_) => return Err(StoreError::Corrupt("stock").into()),
                }
            }
            Err(TrialError::None)
        })
        .await
}
