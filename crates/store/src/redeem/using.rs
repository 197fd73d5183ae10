//! Use of a code: one conditional statement marks it, in the transaction of its gift.

use diesel::prelude::*;
use domain::orders::extended;
use domain::redeem::{Code, Gives, Refusal};

use super::guesses::{Guesser, count};
use super::{RedeemError, RedeemableCode, found, hashed, is_at_limit};
use crate::Store;
use crate::access::{self, ClaimError, Granted, Own};
use crate::audit::{self, Entry};
use crate::db::conn::AnyConn;
use crate::db::schema::{phones as phone_rows, redeem_batches, redeem_codes};
use crate::error::StoreError;
use crate::orders;
use crate::phones::{self, OwnerColumns, Phone};
use crate::session::Actor;

/// Gift of a code that was used, and its phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redeemed {
    /// Kind of the gift: a phone, or days for one.
    pub gives: Gives,
    /// Days of rental that the code gave.
    pub days: i64,
    /// Id of the phone that was given or renewed.
    pub phone_id: i64,
    /// Id of the phone for people.
    pub owl_id: String,
    /// Name of the phone.
    pub alias: String,
    /// End of the rental before the code, Unix milliseconds; none for a new phone.
    pub old_expire_ms: Option<i64>,
    /// End of the rental after the code, Unix milliseconds.
    pub new_expire_ms: i64,
    /// Time of use, Unix milliseconds.
    pub used_ms: i64,
}

/// Uses a code for a new phone, or for the phone that is named. A refusal leaves the code unused.
pub async fn redeem(
    store: &Store,
    guesser: Guesser,
    (code, phone_id): (Code, Option<i64>),
    now_ms: i64,
) -> Result<Redeemed, RedeemError> {
    let secret = store.secret().clone();
    let code_hash = hashed(&secret, &code);
    store
        .write(move |tx| {
            let counted = count(tx, &secret, &guesser, now_ms)?;
            let use_of = Use {
                actor: &guesser.actor,
                code_hash: &code_hash,
                phone_id,
                now_ms,
            };
            match use_of.run(tx) {
                Ok(redeemed) => {
                    counted.give_back(tx)?;
                    Ok(Ok(redeemed))
                }
                // A wrong code stays counted. Every other refusal undoes the transaction, and the count with it.
                Err(RedeemError::Refused(Refusal::Unusable)) => Ok(Err(Refusal::Unusable)),
                Err(error) => Err(error),
            }
        })
        .await?
        .map_err(RedeemError::Refused)
}

/// Use of a code: the member, the code, and the phone to renew.
struct Use<'a> {
    actor: &'a Actor,
    code_hash: &'a str,
    phone_id: Option<i64>,
    now_ms: i64,
}

impl Use<'_> {
    /// Uses the code. Refusals that read like a wrong code come before the first write, since their transaction is committed for its count.
    fn run(&self, tx: &mut AnyConn) -> Result<Redeemed, RedeemError> {
        let member_id = self.actor.member_id();
        let code = found(tx, self.code_hash)?.ok_or(Refusal::Unusable)?;
        code.status.judge(member_id, self.now_ms)?;
        // The lock lets a member's codes be used one by one only, so that no batch's limit is exceeded.
        crate::member::lock(tx, member_id)?;
        if !orders::is_member(tx, member_id)? {
            return Err(StoreError::Corrupt("a session of nobody").into());
        }
        let phone = self.phone(tx)?;
        code.gift
            .suits(phone.as_ref().map(|phone| phone.configuration_id))?;
        if is_at_limit(tx, &code, member_id)? {
            return Err(Refusal::Limit.into());
        }
        self.mark(tx, &code)?;
        let redeemed = match phone {
            Some(phone) => self.renew(tx, &code, &phone)?,
            None => self.hand_over(tx, &code)?,
        };
        note(tx, self.actor, &code, &redeemed)?;
        Ok(redeemed)
    }

    /// Phone to be renewed, if one is named.
    fn phone(&self, tx: &mut AnyConn) -> Result<Option<Granted<Phone, Own>>, RedeemError> {
        let Some(id) = self.phone_id else {
            return Ok(None);
        };
        let phone =
            access::claim_one::<Own>(tx, self.actor, id, self.now_ms).map_err(
                |error| match error {
                    ClaimError::Unknown => RedeemError::Refused(Refusal::Phone),
                    ClaimError::Right => RedeemError::Refused(Refusal::NotOwner),
                    ClaimError::Fault(fault) => RedeemError::Fault(fault),
                },
            )?;
        Ok(Some(phone))
    }

    /// Marks the code as used, in one statement that succeeds for one caller only.
    fn mark(&self, tx: &mut AnyConn, code: &RedeemableCode) -> Result<(), RedeemError> {
        let member_id = self.actor.member_id();
        let marked = diesel::update(
            redeem_codes::table
                .find(code.id)
                .filter(redeem_codes::used_ms.is_null())
                .filter(redeem_codes::voided_ms.is_null()),
        )
        .set((
            redeem_codes::used_ms.eq(self.now_ms),
            redeem_codes::used_by.eq(member_id),
        ))
        .execute(tx)?;
        if marked == 1 {
            diesel::update(redeem_batches::table.find(code.batch_id))
                .set(redeem_batches::used.eq(redeem_batches::used + 1))
                .execute(tx)?;
            return Ok(());
        }
        // The code was used or voided by another call first: the refusal tells its present state.
        let now = found(tx, self.code_hash)?.ok_or(Refusal::Unusable)?;
        now.status.judge(member_id, self.now_ms)?;
        Err(StoreError::Corrupt("a redeem code that is free and is not").into())
    }

    /// Gives a phone from stock, as an order does.
    fn hand_over(&self, tx: &mut AnyConn, code: &RedeemableCode) -> Result<Redeemed, RedeemError> {
        let configuration_id = code
            .gift
            .configuration_id
            .ok_or(StoreError::Corrupt("a redeem code for a phone of nothing"))?;
        if !phones::reserve(tx, code.id, configuration_id, None, 1)? {
            return Err(Refusal::OutOfStock.into());
        }
        let (phone_id, owl_id): (i64, String) = phone_rows::table
            .filter(phone_rows::reserved_by.eq(code.id))
            .select((phone_rows::id, phone_rows::owl_id))
            .first(tx)?;
        let short = orders::short_name(tx, Some(configuration_id))?;
        let alias = orders::first_alias(&short, &owl_id);
        let expire_ms = self.now_ms.saturating_add(code.gift.bought_ms());
        let given = OwnerColumns::of(self.actor.member_id(), &alias, self.now_ms, expire_ms);
        if !phones::hand_over_reserved(tx, phone_id, code.id, &given)? {
            return Err(StoreError::Corrupt("a phone that was kept").into());
        }
        Ok(Redeemed {
            gives: code.gift.gives,
            days: code.gift.days,
            phone_id,
            owl_id,
            alias,
            old_expire_ms: None,
            new_expire_ms: expire_ms,
            used_ms: self.now_ms,
        })
    }

    /// Adds days to a phone's rental, as an order does.
    fn renew(
        &self,
        tx: &mut AnyConn,
        code: &RedeemableCode,
        phone: &Phone,
    ) -> Result<Redeemed, RedeemError> {
        let member_id = self.actor.member_id();
        let held = orders::own(tx, member_id, &[phone.id])?.pop();
        let held = held.ok_or(Refusal::Phone)?;
        let expire_ms = extended(held.expire_ms, code.gift.bought_ms(), self.now_ms);
        orders::extend(
            tx,
            member_id,
            (phone.id, held.expire_ms),
            expire_ms,
            self.now_ms,
        )?;
        Ok(Redeemed {
            gives: code.gift.gives,
            days: code.gift.days,
            phone_id: phone.id,
            owl_id: phone.owl_id.clone(),
            alias: phone.alias.clone(),
            old_expire_ms: Some(held.expire_ms),
            new_expire_ms: expire_ms,
            used_ms: self.now_ms,
        })
    }
}

/// Writes the effect of the code to its row and to the audit.
fn note(
    tx: &mut AnyConn,
    actor: &Actor,
    code: &RedeemableCode,
    redeemed: &Redeemed,
) -> Result<(), StoreError> {
    diesel::update(redeem_codes::table.find(code.id))
        .set((
            redeem_codes::phone_id.eq(redeemed.phone_id),
            redeem_codes::owl_id.eq(&redeemed.owl_id),
            redeem_codes::alias.eq(&redeemed.alias),
            redeem_codes::alias_key.eq(domain::text::key(&redeemed.alias)),
            redeem_codes::old_expire_ms.eq(redeemed.old_expire_ms),
            redeem_codes::new_expire_ms.eq(redeemed.new_expire_ms),
        ))
        .execute(tx)?;
    let object = format!("redeem_code:{}", code.id);
    let entry = Entry::by(actor, "redeem.use", &object, redeemed.used_ms);
    Ok(audit::record(tx, &entry)?)
}
