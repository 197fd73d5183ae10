//! Due steps at the end of rentals: finding them and carrying them out.

use std::collections::BTreeMap;

use diesel::prelude::*;
use domain::notices::RentalNews;
use domain::orders::OrderRules;
use domain::phones::rental::{AT_ONCE, LEADS_MS, Transition};

use super::{Due, RentedPhone, Step, auto_renew, held, purge, remind, tell};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::phones;
use crate::error::StoreError;
use crate::member;

/// Most phones of one step in one check.
const SCAN_LIMIT: i64 = 1000;

/// A phone's owner and id.
type Owned = (Option<i64>, i64);

/// Finds the steps that are due now; more may be due once these are done.
pub async fn due(store: &Store, rules: OrderRules, now_ms: i64) -> Result<Vec<Due>, StoreError> {
    store.run(move |conn| look(conn, &rules, now_ms)).await
}

fn look(conn: &mut AnyConn, rules: &OrderRules, now_ms: i64) -> Result<Vec<Due>, StoreError> {
    let retention = &rules.retention;
    let rented = || {
        phones::table
            .filter(phones::owner_id.is_not_null())
            .select((phones::owner_id, phones::id))
            .limit(SCAN_LIMIT)
            .into_boxed::<crate::db::conn::Backend>()
    };
    let running = || rented().filter(phones::ended_ms.is_null());
    let mut found: Vec<(Step, Vec<Owned>)> = vec![
        (
            Step::End,
            running()
                .filter(phones::expire_ms.le(now_ms))
                .order(phones::expire_ms)
                .load(conn)?,
        ),
        (
            Step::Recycle,
            rented()
                .filter(phones::ended_ms.le(now_ms.saturating_sub(retention.grace_ms)))
                .filter(phones::recycled_ms.is_null())
                .order(phones::ended_ms)
                .load(conn)?,
        ),
        (
            Step::Purge,
            rented()
                .filter(phones::ended_ms.is_not_null())
                .filter(phones::recycled_ms.le(now_ms.saturating_sub(retention.bin_ms)))
                .order(phones::ended_ms)
                .load(conn)?,
        ),
    ];
    for (reminded, lead_ms) in (0_i16..).zip(LEADS_MS) {
        let rows = running()
            .filter(phones::reminded.eq(reminded))
            .filter(phones::expire_ms.gt(now_ms))
            .filter(phones::expire_ms.le(now_ms.saturating_add(lead_ms)))
            .order(phones::expire_ms)
            .load(conn)?;
        found.push((Step::Remind, rows));
    }
    let mut by_member: BTreeMap<(Step, i64), Vec<i64>> = BTreeMap::new();
    for (step, rows) in found {
        for (owner_id, id) in rows {
            if let Some(member_id) = owner_id {
                by_member.entry((step, member_id)).or_default().push(id);
            }
        }
    }
    Ok(by_member
        .into_iter()
        .flat_map(|((step, member_id), ids)| {
            let part = move |ids: &[i64]| Due {
                step,
                member_id,
                phone_ids: ids.to_vec(),
            };
            ids.chunks(AT_ONCE).map(part).collect::<Vec<_>>()
        })
        .collect())
}

/// Carries out a step for those of its phones that are still due, all or nothing; returns the ids of the phones that changed.
pub async fn advance(
    store: &Store,
    rules: OrderRules,
    due: Due,
    now_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    store
        .write(move |tx| {
            // Renewals move points: a member's row is locked before the phones'.
            member::lock(tx, due.member_id)?;
            match due.step {
                Step::Remind => remind::remind(tx, &rules, &due, now_ms),
                Step::End | Step::Recycle | Step::Purge => transit(tx, &rules, &due, now_ms),
            }
        })
        .await
}

fn transit(
    tx: &mut AnyConn,
    rules: &OrderRules,
    due: &Due,
    now_ms: i64,
) -> Result<Vec<i64>, StoreError> {
    let mut moved: Vec<(RentedPhone, i64)> = Vec::new();
    let mut phones = held(tx, due.member_id, &due.phone_ids)?;
    let mut changed = Vec::new();
    if due.step == Step::End {
        phones.retain(|phone| phone.ended_ms.is_none() && phone.expire_ms <= now_ms);
        let outcome = auto_renew::renew(tx, rules, due.member_id, phones, now_ms)?;
        auto_renew::tell_renewed(tx, rules, due.member_id, &outcome.renewed, now_ms)?;
        changed.extend(outcome.renewed.iter().map(|(phone, _)| phone.id));
        phones = outcome.others;
        phones.extend(outcome.refused.into_iter().map(|(phone, _)| phone));
    }
    for phone in phones {
        let Some(next) = phone.term().next(&rules.retention, now_ms) else {
            continue;
        };
        let about_ms = match (due.step, next) {
            (Step::End, Transition::End { since_ms }) => {
                note_end(tx, due.member_id, &phone, since_ms)?.then_some(phone.expire_ms)
            }
            (Step::Recycle, Transition::Recycle { since_ms }) => {
                note_recycled(tx, due.member_id, &phone, since_ms)?
                    .then_some(since_ms.saturating_add(rules.retention.bin_ms))
            }
            (Step::Purge, Transition::Purge) => Some(now_ms),
            // The step was carried out by another server, or the rental was renewed.
            (Step::Remind | Step::End | Step::Recycle | Step::Purge, _) => None,
        };
        if let Some(about_ms) = about_ms {
            moved.push((phone, about_ms));
        }
    }
    let news = match due.step {
        Step::Remind => RentalNews::EndsSoon,
        Step::End => RentalNews::Ended,
        Step::Recycle => RentalNews::Recycled,
        Step::Purge => {
            let phones: Vec<&RentedPhone> = moved.iter().map(|(phone, _)| phone).collect();
            purge::purge(tx, due.member_id, &phones, false, now_ms)?;
            RentalNews::Purged
        }
    };
    let about: Vec<(&RentedPhone, i64)> =
        moved.iter().map(|(phone, at_ms)| (phone, *at_ms)).collect();
    tell(tx, rules, due.member_id, news, &about, now_ms)?;
    changed.extend(moved.into_iter().map(|(phone, _)| phone.id));
    Ok(changed)
}

fn note_end(
    tx: &mut AnyConn,
    member_id: i64,
    phone: &RentedPhone,
    since_ms: i64,
) -> Result<bool, StoreError> {
    let done = diesel::update(
        phones::table
            .find(phone.id)
            .filter(phones::owner_id.eq(member_id))
            .filter(phones::expire_ms.eq(phone.expire_ms))
            .filter(phones::ended_ms.is_null()),
    )
    .set(phones::ended_ms.eq(since_ms))
    .execute(tx)?;
    Ok(done == 1)
}

fn note_recycled(
    tx: &mut AnyConn,
    member_id: i64,
    phone: &RentedPhone,
    since_ms: i64,
) -> Result<bool, StoreError> {
    let done = diesel::update(
        phones::table
            .find(phone.id)
            .filter(phones::owner_id.eq(member_id))
            .filter(phones::ended_ms.eq(phone.ended_ms))
            .filter(phones::recycled_ms.is_null()),
    )
    .set(phones::recycled_ms.eq(since_ms))
    .execute(tx)?;
    Ok(done == 1)
}
