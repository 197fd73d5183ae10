//! Fulfilling a paid order, as a whole or not at all.

use diesel::prelude::*;
use domain::orders::{Kind, extended};

use super::rows::{LineRow, Row, lines};
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{
    configurations, members, order_lines, order_phones, phone_tags, phones as phone_rows, tags,
};
use crate::error::StoreError;
use crate::phones::{self, Extension, OwnerColumns};

/// First part of a phone's initial name where its configuration has no short name.
const NAME: &str = "云机";
/// Characters of the configuration's short name in a phone's name.
const CODE_CHARS: usize = 4;
/// Time after which a common date is not kept any more: the bought time is added instead.
const ALIGN_PROMISE_MS: i64 = 60 * 60 * 1000;

/// Hands over the goods of an order. Answers the phones that came, went or end at another time; none when the goods are
/// not available any more.
pub(super) fn fulfil(
    tx: &mut AnyConn,
    order: &Row,
    now_ms: i64,
) -> Result<Option<Vec<i64>>, StoreError> {
    if !is_member(tx, order.member_id)? {
        phones::unreserve(tx, order.id)?;
        return Ok(None);
    }
    let lines = lines(tx, order.id)?;
    match order.kind()? {
        Kind::Purchase => purchase(tx, order, &lines, now_ms),
        Kind::Renewal => renewal(tx, order, &lines, now_ms),
        Kind::Upgrade => upgrade(tx, order, &lines, now_ms),
    }
}

/// Whether the account still exists. It stays so until this transaction ends.
pub(crate) fn is_member(tx: &mut AnyConn, member_id: i64) -> Result<bool, StoreError> {
    let living = members::table
        .find(member_id)
        .filter(members::deleted_ms.is_null())
        .select(members::id);
    let found: Option<i64> = match tx {
        AnyConn::Pg(c) => living.for_share().first(c).optional()?,
        AnyConn::Sqlite(c) => living.first(c).optional()?,
    };
    Ok(found.is_some())
}

/// A phone that is reserved for the order.
struct ReservedPhone {
    id: i64,
    owl_id: String,
}

/// The phones reserved for an order, filled up from free stock; none, and none reserved, when there are too few.
fn reserve(tx: &mut AnyConn, order: &Row) -> Result<Option<Vec<ReservedPhone>>, StoreError> {
    let configuration_id = order
        .configuration_id
        .ok_or(StoreError::Corrupt("an order without a configuration"))?;
    let there: i64 = phone_rows::table
        .filter(phone_rows::reserved_by.eq(order.id))
        .filter(phone_rows::maintenance.eq(false))
        .count()
        .get_result(tx)?;
    let missing = order.quantity - there;
    if missing > 0 && !phones::reserve(tx, order.id, configuration_id, order.carrier, missing)? {
        phones::unreserve(tx, order.id)?;
        return Ok(None);
    }
    let rows: Vec<(i64, String)> = phone_rows::table
        .filter(phone_rows::reserved_by.eq(order.id))
        .filter(phone_rows::maintenance.eq(false))
        .order((phone_rows::created_ms, phone_rows::id))
        .select((phone_rows::id, phone_rows::owl_id))
        .load(tx)?;
    let kept = rows
        .into_iter()
        .map(|(id, owl_id)| ReservedPhone { id, owl_id });
    Ok(Some(kept.collect()))
}

fn purchase(
    tx: &mut AnyConn,
    order: &Row,
    lines: &[LineRow],
    now_ms: i64,
) -> Result<Option<Vec<i64>>, StoreError> {
    let [line] = lines else {
        return Err(StoreError::Corrupt("a purchase of several lines"));
    };
    let Some(kept) = reserve(tx, order)? else {
        return Ok(None);
    };
    let short = short_name(tx, order.configuration_id)?;
    let expire_ms = now_ms.saturating_add(line.bought_ms);
    for phone in &kept {
        let alias = first_alias(&short, &phone.owl_id);
        let given = OwnerColumns::of(order.member_id, &alias, now_ms, expire_ms);
        hand_over(tx, order, phone.id, &given, (&alias, now_ms, expire_ms))?;
    }
    // A reservation of a phone that an operator took for maintenance meanwhile is dropped.
    phones::unreserve(tx, order.id)?;
    set_line(tx, order.id, line, None, expire_ms)?;
    Ok(Some(kept.into_iter().map(|phone| phone.id).collect()))
}

/// First part of the initial name of a configuration's phones.
pub(crate) fn short_name(
    tx: &mut AnyConn,
    configuration_id: Option<i64>,
) -> Result<String, StoreError> {
    let code: Option<String> = configuration_id
        .map(|id| {
            configurations::table
                .find(id)
                .select(configurations::code)
                .first(tx)
        })
        .transpose()?;
    let short: String = code.unwrap_or_default().chars().take(CODE_CHARS).collect();
    Ok(if short.is_empty() {
        NAME.to_owned()
    } else {
        short
    })
}

/// The first name of a phone that comes from stock: `S4-7K2M9`.
pub(crate) fn first_alias(short: &str, owl_id: &str) -> String {
    let tail = owl_id.rsplit('-').next().unwrap_or_default();
    format!("{short}-{tail}")
}

fn hand_over(
    tx: &mut AnyConn,
    order: &Row,
    phone_id: i64,
    given: &OwnerColumns<'_>,
    (alias, assign_ms, expire_ms): (&str, i64, i64),
) -> Result<(), StoreError> {
    if !phones::hand_over_reserved(tx, phone_id, order.id, given)? {
        return Err(StoreError::Corrupt("a phone that was kept"));
    }
    diesel::insert_into(order_phones::table)
        .values((
            order_phones::order_id.eq(order.id),
            order_phones::phone_id.eq(phone_id),
            order_phones::alias.eq(alias),
            order_phones::assign_ms.eq(assign_ms),
            order_phones::expire_ms.eq(expire_ms),
        ))
        .execute(tx)?;
    Ok(())
}

/// A member's own phone before its rental changes.
pub(crate) struct OwnPhone {
    id: i64,
    pub(crate) expire_ms: i64,
    alias: String,
    group_id: Option<i64>,
}

/// Phones of the given ones that are the member's, by id, locked until this transaction ends.
pub(crate) fn own(
    tx: &mut AnyConn,
    member_id: i64,
    ids: &[i64],
) -> Result<Vec<OwnPhone>, StoreError> {
    let query = phone_rows::table
        .filter(among(phone_rows::id, ids))
        .filter(phone_rows::owner_id.eq(member_id))
        .order(phone_rows::id)
        .select((
            phone_rows::id,
            phone_rows::expire_ms,
            phone_rows::alias,
            phone_rows::group_id,
        ));
    let rows: Vec<(i64, i64, String, Option<i64>)> = match tx {
        AnyConn::Pg(c) => query.for_no_key_update().load(c)?,
        AnyConn::Sqlite(c) => query.load(c)?,
    };
    Ok(rows
        .into_iter()
        .map(|(id, expire_ms, alias, group_id)| OwnPhone {
            id,
            expire_ms,
            alias,
            group_id,
        })
        .collect())
}

fn renewal(
    tx: &mut AnyConn,
    order: &Row,
    lines: &[LineRow],
    now_ms: i64,
) -> Result<Option<Vec<i64>>, StoreError> {
    let ids: Vec<i64> = lines.iter().filter_map(|line| line.phone_id).collect();
    let mine = own(tx, order.member_id, &ids)?;
    if mine.len() != lines.len() {
        return Ok(None);
    }
    for phone in &mine {
        let line = lines
            .iter()
            .find(|line| line.phone_id == Some(phone.id))
            .ok_or(StoreError::Corrupt("a renewal of another phone"))?;
        let expire_ms = renewed(order, line, phone.expire_ms, now_ms);
        extend(
            tx,
            order.member_id,
            (phone.id, phone.expire_ms),
            expire_ms,
            now_ms,
        )?;
        set_line(tx, order.id, line, Some(phone.expire_ms), expire_ms)?;
    }
    Ok(Some(ids))
}

/// Extends the rental of a phone that [`own`] locked: for orders and redeem codes.
pub(crate) fn extend(
    tx: &mut AnyConn,
    owner_id: i64,
    (phone_id, old_expire_ms): (i64, i64),
    expire_ms: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let extension = Extension {
        phone_id,
        owner_id,
        old_expire_ms,
        expire_ms,
    };
    if phones::extend_rental(tx, &extension, now_ms)? {
        Ok(())
    } else {
        Err(StoreError::Corrupt("a phone that was held"))
    }
}

/// The new end of a renewed rental: the common date where the rental has not changed since it was chosen; else the bought time is added.
fn renewed(order: &Row, line: &LineRow, expire_ms: i64, now_ms: i64) -> i64 {
    let promised = line.align_ms.filter(|to_ms| {
        line.old_expire_ms == Some(expire_ms)
            && *to_ms > now_ms
            && now_ms <= order.deadline_ms.saturating_add(ALIGN_PROMISE_MS)
    });
    promised.unwrap_or_else(|| extended(expire_ms, line.bought_ms, now_ms))
}

fn upgrade(
    tx: &mut AnyConn,
    order: &Row,
    lines: &[LineRow],
    now_ms: i64,
) -> Result<Option<Vec<i64>>, StoreError> {
    let [line] = lines else {
        return Err(StoreError::Corrupt("an upgrade of several lines"));
    };
    let old_id = line
        .phone_id
        .ok_or(StoreError::Corrupt("an upgrade of no phone"))?;
    // The stock first: rows of stock are locked before rows of members everywhere.
    let Some(kept) = reserve(tx, order)? else {
        return Ok(None);
    };
    let mine = own(tx, order.member_id, &[old_id])?;
    let (Some(new), Some(old)) = (
        kept.first(),
        mine.first().filter(|old| old.expire_ms > now_ms),
    ) else {
        phones::unreserve(tx, order.id)?;
        return Ok(None);
    };
    let own_tags: Vec<i64> = phone_tags::table
        .inner_join(tags::table)
        .filter(phone_tags::phone_id.eq(old_id))
        .filter(tags::member_id.eq(order.member_id))
        .select(phone_tags::tag_id)
        .load(tx)?;
    phones::give_back(tx, &[old_id], order.member_id, now_ms)?;
    let given = OwnerColumns::of(order.member_id, &old.alias, now_ms, old.expire_ms);
    hand_over(
        tx,
        order,
        new.id,
        &given,
        (&old.alias, now_ms, old.expire_ms),
    )?;
    diesel::update(phone_rows::table.find(new.id))
        .set(phone_rows::group_id.eq(old.group_id))
        .execute(tx)?;
    for tag_id in own_tags {
        diesel::insert_into(phone_tags::table)
            .values((
                phone_tags::tag_id.eq(tag_id),
                phone_tags::phone_id.eq(new.id),
                phone_tags::created_ms.eq(now_ms),
            ))
            .execute(tx)?;
    }
    phones::unreserve(tx, order.id)?;
    set_line(tx, order.id, line, Some(old.expire_ms), old.expire_ms)?;
    Ok(Some(vec![old_id, new.id]))
}

fn set_line(
    tx: &mut AnyConn,
    order_id: i64,
    line: &LineRow,
    old_expire_ms: Option<i64>,
    new_expire_ms: i64,
) -> Result<(), StoreError> {
    diesel::update(order_lines::table.find((order_id, line.position)))
        .set((
            order_lines::old_expire_ms.eq(old_expire_ms),
            order_lines::new_expire_ms.eq(new_expire_ms),
        ))
        .execute(tx)?;
    Ok(())
}
