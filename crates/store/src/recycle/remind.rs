//! Reminders of rentals that end soon: one message for all phones that end on one day.

use diesel::prelude::*;
use domain::notices::RentalNews;
use domain::orders::{DAY_MS, OrderRules};
use domain::phones::rental::{AT_ONCE, AUTO_RENEW_LEAD, is_told_together, leads_passed};

use super::auto_renew::{self, Outcome};
use super::{Due, RentedPhone, held, tell};
use crate::db::conn::AnyConn;
use crate::db::schema::phones;
use crate::error::StoreError;

/// Reminds a member of those of the phones that are due, together with others that end at about the same time. Those that renew themselves
/// are renewed instead, from a day before their end; where that cannot be, the reminder says why.
pub(super) fn remind(
    tx: &mut AnyConn,
    rules: &OrderRules,
    due: &Due,
    now_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    let member_id = due.member_id;
    let mut waiting = held(tx, member_id, &due.phone_ids)?;
    waiting.retain(|phone| {
        phone.expire_ms > now_ms && leads_passed(phone.expire_ms, now_ms) > phone.reminded
    });
    waiting.sort_by_key(|phone| phone.expire_ms);
    let mut changed = Vec::new();
    while let Some(first) = waiting.first().cloned() {
        let lead = leads_passed(first.expire_ms, now_ms);
        let together = ending_with(tx, rules, member_id, &first, lead)?;
        let Outcome {
            renewed,
            refused,
            others,
        } = if lead < AUTO_RENEW_LEAD {
            Outcome::of_others(together)
        } else {
            auto_renew::renew(tx, rules, member_id, together, now_ms)?
        };
        let mut noted: Vec<(&RentedPhone, i64)> = Vec::with_capacity(others.len());
        for phone in &others {
            if note(tx, member_id, phone, lead)? {
                noted.push((phone, phone.expire_ms));
            }
        }
        for (phone, _) in &refused {
            note(tx, member_id, phone, lead)?;
        }
        for part in noted.chunks(AT_ONCE) {
            tell(tx, rules, member_id, RentalNews::EndsSoon, part, now_ms)?;
        }
        auto_renew::tell_refused(tx, rules, member_id, &refused, now_ms)?;
        auto_renew::tell_renewed(tx, rules, member_id, &renewed, now_ms)?;
        changed.extend(noted.iter().map(|(phone, _)| phone.id));
        changed.extend(refused.iter().map(|(phone, _)| phone.id));
        changed.extend(renewed.iter().map(|(phone, _)| phone.id));
        waiting.retain(|phone| phone.id != first.id && !changed.contains(&phone.id));
    }
    Ok(changed)
}

/// Phones of the member that one reminder is about, the first of them included.
fn ending_with(
    tx: &mut AnyConn,
    rules: &OrderRules,
    member_id: i64,
    first: &RentedPhone,
    lead: i16,
) -> Result<Vec<RentedPhone>, StoreError> {
    let near: Vec<i64> = phones::table
        .filter(phones::owner_id.eq(member_id))
        .filter(phones::ended_ms.is_null())
        .filter(phones::reminded.lt(lead))
        .filter(phones::expire_ms.ge(first.expire_ms))
        .filter(phones::expire_ms.le(first.expire_ms.saturating_add(DAY_MS)))
        .order(phones::id)
        .select(phones::id)
        .load(tx)?;
    let end = |phone: &RentedPhone| (phone.expire_ms, rules.zone.day_of(phone.expire_ms));
    let mut together = held(tx, member_id, &near)?;
    together.retain(|phone| is_told_together(lead, end(first), end(phone)));
    Ok(together)
}

fn note(
    tx: &mut AnyConn,
    member_id: i64,
    phone: &RentedPhone,
    lead: i16,
) -> Result<bool, StoreError> {
    let done = diesel::update(
        phones::table
            .find(phone.id)
            .filter(phones::owner_id.eq(member_id))
            .filter(phones::expire_ms.eq(phone.expire_ms))
            .filter(phones::ended_ms.is_null())
            .filter(phones::reminded.lt(lead)),
    )
    .set(phones::reminded.eq(lead))
    .execute(tx)?;
    Ok(done == 1)
}
