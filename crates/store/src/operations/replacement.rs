//! Replacement: a phone from stock takes the place of a member's phone in one transaction, with everything that belongs to the
//! rental. The old one is held until [`super::wipe_left`] has wiped it.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use domain::codes;
use domain::operations::Kind;
use domain::phones::rental::leads_passed;
use domain::phones::{Action, BATCH_MAX, Unable};

use super::line::Line;
use super::request::{Refused, StartError, judge};
use crate::Store;
use crate::access::{self, View};
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::schema::{
    allotments, grants, operations, order_lines, order_phones, orders, phone_tags, phones,
    replacements, sub_invitation_phones,
};
use crate::error::StoreError;
use crate::phones::{self as phone_stock, OwnerColumns, Phone};
use crate::session::{Actor, follow_phone};
use crate::sharing::links::trial;

/// Candidates that are looked at for one phone: others may take some of them meanwhile.
const CANDIDATES: i64 = 60;

/// Answer to whether a phone may be replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaceable {
    pub phone_id: i64,
    /// Whether it may, or why not.
    pub verdict: Result<(), Refused>,
    /// Number of phones of its configuration that could take its place; none for a phone that the actor does not see.
    pub in_stock: Option<i64>,
    /// Size of its data, in bytes, where the caller asked the phone's provider.
    pub bytes: Option<i64>,
}

/// A phone that was replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replaced {
    /// Id of the phone that took its place.
    pub new_phone_id: i64,
    /// Id for people of the phone that took its place.
    pub new_owl_id: String,
    /// The operation that wiped the old phone; none until it has.
    pub wipe: Option<i64>,
    pub(super) old_owl_id: String,
    pub(super) alias: String,
}

/// Whether phones may be replaced, with their data or without, judged as the replacement itself. Phones of one configuration share its stock in the order asked.
pub async fn check_replace(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
    kind: Kind,
    unable: impl Fn(i64, Action) -> Option<Unable> + Send + 'static,
    now_ms: i64,
) -> Result<Vec<Replaceable>, StartError> {
    if ids.is_empty() || ids.len() > BATCH_MAX {
        return Err(StartError::Count);
    }
    if ids.iter().collect::<HashSet<_>>().len() != ids.len() {
        return Err(StartError::Duplicate);
    }
    let actor = actor.clone();
    store
        .run(move |conn| {
            let claims = access::claim_each::<View>(conn, &actor, &ids, now_ms)?;
            let mut stock: HashMap<i64, (i64, i64)> = HashMap::new();
            let mut answers = Vec::with_capacity(ids.len());
            for (phone_id, claim) in ids.into_iter().zip(claims) {
                let seen = claim
                    .as_ref()
                    .ok()
                    .map(|phone| (phone.configuration_id, phone.operation_id));
                let unable = unable(phone_id, kind.action());
                let mut verdict = judge(kind, phone_id, claim, unable, now_ms)?;
                let mut in_stock = None;
                if let Some((configuration_id, operation_id)) = seen {
                    let (free, promised) = match stock.get(&configuration_id) {
                        Some(known) => *known,
                        None => (count_free(conn, configuration_id)?, 0),
                    };
                    in_stock = Some(free);
                    if verdict.is_ok() && operation_id.is_some() {
                        verdict = Err(Refused::bare(phone_id, codes::PHONE_BUSY));
                    } else if verdict.is_ok() && promised >= free {
                        verdict = Err(Refused::bare(phone_id, codes::REPLACEMENT_NONE));
                    }
                    let promised = promised + i64::from(verdict.is_ok());
                    stock.insert(configuration_id, (free, promised));
                }
                answers.push(Replaceable {
                    phone_id,
                    verdict,
                    in_stock,
                    bytes: None,
                });
            }
            Ok(answers)
        })
        .await
}

/// Free phones of a configuration that run: one that is unwell would be no replacement.
fn free(configuration_id: i64) -> phones::BoxedQuery<'static, Backend> {
    phones::table
        .filter(phones::configuration_id.eq(configuration_id))
        .filter(phones::owner_id.is_null())
        .filter(phones::maintenance.eq(false))
        .filter(phones::reserved_by.is_null())
        .filter(phones::operation_id.is_null())
        .filter(phones::failed_code.is_null())
        .filter(phones::healthy.eq(true))
        .filter(phones::power_on.eq(true))
        .into_boxed()
}

fn count_free(conn: &mut AnyConn, configuration_id: i64) -> Result<i64, StoreError> {
    Ok(free(configuration_id).count().get_result(conn)?)
}

/// Chooses a phone from stock for each of these in the order asked, the oldest first; one without is absent. Rows of stock are locked before
/// those of members, as everywhere; a locked one is passed over, so that nobody waits for the other.
pub(super) fn choose(tx: &mut AnyConn, old_ids: &[i64]) -> Result<HashMap<i64, i64>, StoreError> {
    // A phone that an operation holds is refused: it takes no place of the stock.
    let configurations: HashMap<i64, i64> = phones::table
        .filter(among(phones::id, old_ids))
        .filter(phones::operation_id.is_null())
        .select((phones::id, phones::configuration_id))
        .load::<(i64, i64)>(tx)?
        .into_iter()
        .collect();
    let mut chosen: HashMap<i64, i64> = HashMap::new();
    for old_id in old_ids.iter().copied() {
        let Some(&configuration_id) = configurations.get(&old_id) else {
            continue;
        };
        // A phone that an order brought once cannot stand in that order a second time.
        let of_orders = order_phones::table
            .filter(order_phones::phone_id.eq(old_id))
            .select(order_phones::order_id)
            .load::<i64>(tx)?;
        let known: Vec<i64> = order_phones::table
            .filter(order_phones::order_id.eq_any(of_orders))
            .select(order_phones::phone_id)
            .load(tx)?;
        let taken: Vec<i64> = chosen.values().copied().chain(known).collect();
        let oldest: Vec<i64> = free(configuration_id)
            .filter(phones::id.ne_all(taken))
            .order((phones::created_ms, phones::id))
            .limit(CANDIDATES)
            .select(phones::id)
            .load(tx)?;
        for new_id in oldest {
            if lock_free(tx, new_id)? {
                chosen.insert(old_id, new_id);
                break;
            }
        }
    }
    phone_stock::lock(tx, old_ids)?;
    Ok(chosen)
}

/// Locks a phone of the stock, if nobody else has.
fn lock_free(tx: &mut AnyConn, phone_id: i64) -> Result<bool, StoreError> {
    let locked = match tx {
        AnyConn::Pg(c) => phones::table
            .find(phone_id)
            .filter(phones::owner_id.is_null())
            .filter(phones::maintenance.eq(false))
            .filter(phones::reserved_by.is_null())
            .select(phones::id)
            .for_update()
            .skip_locked()
            .first::<i64>(c)
            .optional()?
            .is_some(),
        AnyConn::Sqlite(_) => true,
    };
    Ok(locked)
}

/// A replacement about to be recorded.
pub(super) struct Exchange {
    member_id: i64,
    old: Phone,
    new_id: i64,
}

/// Puts the phone that was chosen for an operation in the place of the operation's phone.
pub(super) fn replace(
    tx: &mut AnyConn,
    line: &Line<'_>,
) -> Result<Result<Exchange, Refused>, StoreError> {
    let old: Phone = phones::table
        .find(line.phone_id)
        .select(Phone::as_select())
        .first(tx)?;
    if old.owner_id.is_none() || old.operation_id.is_some() {
        return Ok(Err(Refused::bare(line.phone_id, codes::PHONE_BUSY)));
    }
    let exchanged = match line.successor {
        Some(new_id) => exchange(tx, old, new_id, line.now_ms)?,
        None => None,
    };
    Ok(exchanged.ok_or_else(|| Refused::bare(line.phone_id, codes::REPLACEMENT_NONE)))
}

/// Puts a free phone in the place of a member's. None, and nothing changed, when it is not free any more.
pub(super) fn exchange(
    tx: &mut AnyConn,
    old: Phone,
    new_id: i64,
    now_ms: i64,
) -> Result<Option<Exchange>, StoreError> {
    let Some(member_id) = old.owner_id else {
        return Ok(None);
    };
    let given = OwnerColumns::of(member_id, &old.alias, old.assign_ms, old.expire_ms);
    let taken = diesel::update(
        phones::table
            .find(new_id)
            .filter(phones::owner_id.is_null())
            .filter(phones::maintenance.eq(false))
            .filter(phones::reserved_by.is_null())
            .filter(phones::operation_id.is_null()),
    )
    .set(&given)
    .execute(tx)?;
    if taken == 0 {
        return Ok(None);
    }
    diesel::update(phones::table.find(new_id))
        .set((
            phones::group_id.eq(old.group_id),
            // Reminders that were sent are not sent again.
            phones::reminded.eq(leads_passed(old.expire_ms, now_ms)),
        ))
        .execute(tx)?;
    move_rights(tx, member_id, old.id, new_id, now_ms)?;
    move_orders(tx, member_id, &old, new_id)?;
    phone_stock::give_back(tx, &[old.id], member_id, now_ms)?;
    Ok(Some(Exchange {
        member_id,
        old,
        new_id,
    }))
}

/// Tags, grants and what a parent gave go along, also those that have ended: a former guest's tag needs its grant. Invitations
/// promise the new phone; tokens, embedded players and links that were made for the old one reach it, but for trials of an app that it does
/// not have.
fn move_rights(
    tx: &mut AnyConn,
    owner_id: i64,
    old_id: i64,
    new_id: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(
        grants::table
            .filter(grants::phone_id.eq(old_id))
            .filter(grants::owner_id.eq(owner_id)),
    )
    .set(grants::phone_id.eq(new_id))
    .execute(tx)?;
    diesel::update(
        allotments::table
            .filter(allotments::phone_id.eq(old_id))
            .filter(allotments::owner_id.eq(owner_id)),
    )
    .set(allotments::phone_id.eq(new_id))
    .execute(tx)?;
    diesel::update(phone_tags::table.filter(phone_tags::phone_id.eq(old_id)))
        .set(phone_tags::phone_id.eq(new_id))
        .execute(tx)?;
    // An invitation that nobody answered yet promises the phone in the place of the old one.
    diesel::update(sub_invitation_phones::table.filter(sub_invitation_phones::phone_id.eq(old_id)))
        .set(sub_invitation_phones::phone_id.eq(new_id))
        .execute(tx)?;
    let mut member_ids: Vec<i64> = grants::table
        .filter(grants::phone_id.eq(new_id))
        .filter(grants::ended_ms.is_null())
        .select(grants::member_id)
        .load(tx)?;
    member_ids.extend(
        allotments::table
            .filter(allotments::phone_id.eq(new_id))
            .filter(allotments::ended_ms.is_null())
            .select(allotments::member_id)
            .load::<i64>(tx)?,
    );
    member_ids.push(owner_id);
    trial::end_of_replaced(tx, owner_id, old_id, now_ms)?;
    follow_phone(tx, &member_ids, old_id, new_id)
}

/// Orders follow the rental: time that is paid later, or taken back, is that of the new phone.
fn move_orders(
    tx: &mut AnyConn,
    owner_id: i64,
    old: &Phone,
    new_id: i64,
) -> Result<(), StoreError> {
    let own = || {
        orders::table
            .filter(orders::member_id.eq(owner_id))
            .select(orders::id)
    };
    diesel::update(
        order_phones::table
            .filter(order_phones::phone_id.eq(old.id))
            .filter(order_phones::assign_ms.eq(old.assign_ms))
            .filter(order_phones::order_id.eq_any(own())),
    )
    .set(order_phones::phone_id.eq(new_id))
    .execute(tx)?;
    diesel::update(
        order_lines::table
            .filter(order_lines::phone_id.eq(old.id))
            .filter(order_lines::order_id.eq_any(own())),
    )
    .set(order_lines::phone_id.eq(new_id))
    .execute(tx)?;
    Ok(())
}

impl Exchange {
    /// Records the replacement, whose operation was written.
    pub(super) fn record(
        &self,
        tx: &mut AnyConn,
        operation_id: i64,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let new_owl_id: String = phones::table
            .find(self.new_id)
            .select(phones::owl_id)
            .first(tx)?;
        diesel::insert_into(replacements::table)
            .values((
                replacements::operation_id.eq(operation_id),
                replacements::member_id.eq(self.member_id),
                replacements::old_phone_id.eq(self.old.id),
                replacements::old_owl_id.eq(&self.old.owl_id),
                replacements::new_phone_id.eq(self.new_id),
                replacements::new_owl_id.eq(new_owl_id),
                replacements::alias.eq(&self.old.alias),
                replacements::replaced_ms.eq(now_ms),
            ))
            .execute(tx)?;
        Ok(())
    }
}

/// Notes the finished wipe of a phone that was replaced, as evidence.
pub(super) fn wiped(tx: &mut AnyConn, phone_id: i64, operation_id: i64) -> Result<(), StoreError> {
    diesel::update(
        replacements::table
            .filter(replacements::old_phone_id.eq(phone_id))
            .filter(replacements::wipe_operation_id.is_null()),
    )
    .set(replacements::wipe_operation_id.eq(operation_id))
    .execute(tx)?;
    Ok(())
}

/// The replacements of a batch by their operations.
pub(super) fn of_batch(
    conn: &mut AnyConn,
    batch_id: i64,
) -> Result<HashMap<i64, Replaced>, StoreError> {
    let of_batch = operations::table
        .filter(operations::batch_id.eq(batch_id))
        .select(operations::id);
    let rows: Vec<(i64, i64, String, String, String, Option<i64>)> = replacements::table
        .filter(replacements::operation_id.eq_any(of_batch))
        .select((
            replacements::operation_id,
            replacements::new_phone_id,
            replacements::new_owl_id,
            replacements::old_owl_id,
            replacements::alias,
            replacements::wipe_operation_id,
        ))
        .load(conn)?;
    Ok(rows
        .into_iter()
        .map(
            |(operation_id, new_phone_id, new_owl_id, old_owl_id, alias, wipe)| {
                let replaced = Replaced {
                    new_phone_id,
                    new_owl_id,
                    wipe,
                    old_owl_id,
                    alias,
                };
                (operation_id, replaced)
            },
        )
        .collect())
}

/// Batches whose receipts say that a wipe is done, with the member of each.
pub async fn replaced_by_wipe(
    store: &Store,
    wipe_operation_id: i64,
) -> Result<Vec<(i64, i64)>, StoreError> {
    store
        .run(move |conn| {
            Ok(replacements::table
                .inner_join(operations::table.on(operations::id.eq(replacements::operation_id)))
                .filter(replacements::wipe_operation_id.eq(wipe_operation_id))
                .select((operations::member_id, operations::batch_id))
                .load(conn)?)
        })
        .await
}
