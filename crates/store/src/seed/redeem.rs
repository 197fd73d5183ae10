//! Redeem codes of a seed: codes of the same gift and validity make one batch.

use diesel::prelude::*;
use domain::orders::DAYS_MAX;
use domain::redeem::batch::NewBatch;
use domain::redeem::{Code, Gift, Gives};

use super::file::RedeemCodeSeed;
use super::{DAY_MS, SeedError, Seeded, SeededRedeemCode, refused};
use crate::db::conn::AnyConn;
use crate::db::schema::configurations;
use crate::redeem::{self, BatchError};
use crate::secrets::Secret;

const LIST: &str = "redeemCodes";
/// Note of the batches.
const NOTE: &str = "Seed";

pub(super) fn make(
    tx: &mut AnyConn,
    secret: &Secret,
    list: &[RedeemCodeSeed],
    seeded: &mut Seeded,
    now_ms: i64,
) -> Result<(), SeedError> {
    let mut batches: Vec<(NewBatch, Vec<Code>)> = Vec::new();
    for new in list {
        let code = Code::parse(&new.code).map_err(|f| refused(LIST, &new.code, f.to_string()))?;
        let batch = batch_of(tx, new, now_ms)?;
        match batches.iter_mut().find(|(before, _)| *before == batch) {
            Some((_, codes)) => codes.push(code),
            None => batches.push((batch, vec![code])),
        }
    }
    for (mut batch, codes) in batches {
        let first = codes.first().map(Code::printed).unwrap_or_default();
        batch.count = i64::try_from(codes.len()).unwrap_or(i64::MAX);
        let made =
            redeem::put(tx, secret, &batch, codes, None, now_ms).map_err(|error| match error {
                BatchError::Fault(fault) => SeedError::Fault(fault),
                refusal => refused(LIST, &first, refusal.to_string()),
            })?;
        let printed = made.codes.iter().map(|code| SeededRedeemCode {
            code: code.printed(),
            batch_id: made.id,
        });
        seeded.redeem_codes.extend(printed);
    }
    Ok(())
}

/// Reads the batch of a code: gift, validity and limit. Its number of codes is 0 until all codes of the seed are read.
fn batch_of(tx: &mut AnyConn, new: &RedeemCodeSeed, now_ms: i64) -> Result<NewBatch, SeedError> {
    let value = |why: &str| refused(LIST, &new.code, why);
    let gives: Gives = (new.gives.parse()).map_err(|_| value("gives is phone or days"))?;
    let range = 1..=DAYS_MAX;
    if !range.contains(&new.days) || !range.contains(&new.expires_in_days.abs()) {
        return Err(value("days or expiresInDays is out of range"));
    }
    if new.per_account.is_some_and(|most| most < 1) {
        return Err(value("perAccount is out of range"));
    }
    let configuration_id: Option<i64> = match &new.configuration {
        Some(name) => {
            let found = configurations::table
                .filter(configurations::name.eq(name))
                .select(configurations::id)
                .first(tx)
                .optional()?;
            Some(found.ok_or_else(|| value("there is no such configuration"))?)
        }
        None if gives == Gives::Phone => return Err(value("a phone needs its configuration")),
        None => None,
    };
    let until_ms = now_ms + new.expires_in_days * DAY_MS;
    Ok(NewBatch {
        note: NOTE.to_owned(),
        gift: Gift {
            gives,
            configuration_id,
            days: new.days,
        },
        count: 0,
        from_ms: now_ms.min(until_ms - DAY_MS),
        until_ms,
        per_account: new.per_account,
    })
}
