//! Live announcements without their texts: whom each reaches, and what a member's mark says of it.

use diesel::prelude::*;
use domain::notices::announcements::{Address, MsgType, Stage};

use super::address_of;
use super::audience::reader;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{announcement_reads, announcements};
use crate::error::StoreError;

/// A live announcement without its texts: whom it reaches, and where it stands in the list.
pub(super) struct Head {
    pub(super) id: i64,
    pub(super) from_ms: i64,
    pub(super) address: Address,
    pub(super) sub_accounts: bool,
}

/// The columns of a [`Head`].
type HeadRow = (i64, i64, i16, String, Option<i64>, bool);

/// The announcements of some kinds that are live now, the newest first; a rule limits their number.
pub(super) fn live(
    conn: &mut AnyConn,
    kinds: &[MsgType],
    now_ms: i64,
) -> Result<Vec<Head>, StoreError> {
    let kinds: Vec<i16> = kinds.iter().map(|kind| *kind as i16).collect();
    let rows: Vec<HeadRow> = announcements::table
        .filter(announcements::stage.eq(Stage::Published as i16))
        .filter(announcements::from_ms.le(now_ms))
        .filter(
            announcements::until_ms
                .is_null()
                .or(announcements::until_ms.gt(now_ms)),
        )
        .filter(among(announcements::msg_type, kinds))
        .order((announcements::from_ms.desc(), announcements::id.desc()))
        .select((
            announcements::id,
            announcements::from_ms,
            announcements::audience,
            announcements::member_ids,
            announcements::configuration_id,
            announcements::sub_accounts,
        ))
        .load(conn)?;
    rows.into_iter().map(head_of).collect()
}

fn head_of(row: HeadRow) -> Result<Head, StoreError> {
    let (id, from_ms, audience, member_ids, configuration_id, sub_accounts) = row;
    Ok(Head {
        id,
        from_ms,
        address: address_of(audience, &member_ids, configuration_id)?,
        sub_accounts,
    })
}

/// An announcement for a member, without its texts.
pub(super) struct HeadLine {
    pub(super) head: Head,
    pub(super) seen_ms: Option<i64>,
}

impl HeadLine {
    /// Configuration whose members it is addressed to.
    pub(super) const fn configuration(&self) -> Option<i64> {
        match self.head.address {
            Address::Configuration(id) => Some(id),
            Address::All | Address::Named(_) => None,
        }
    }
}

/// A member's mark on an announcement: when it was seen, and whether it was removed.
type Mark = (i64, bool);

/// The announcements of some kinds that are live now, with a member's marks, the newest first. The statement is the same whatever is asked
/// for, and is prepared once; a rule limits how many rows it finds.
fn live_with_marks(
    conn: &mut AnyConn,
    member_id: i64,
    kinds: &[MsgType],
    now_ms: i64,
) -> Result<Vec<(Head, Option<Mark>)>, StoreError> {
    let mine = announcement_reads::announcement_id
        .eq(announcements::id)
        .and(announcement_reads::member_id.eq(member_id));
    let rows: Vec<(i16, HeadRow, Option<Mark>)> = announcements::table
        .left_join(announcement_reads::table.on(mine))
        .filter(announcements::stage.eq(Stage::Published as i16))
        .filter(announcements::from_ms.le(now_ms))
        .filter(
            announcements::until_ms
                .is_null()
                .or(announcements::until_ms.gt(now_ms)),
        )
        .order((announcements::from_ms.desc(), announcements::id.desc()))
        .select((
            announcements::msg_type,
            (
                announcements::id,
                announcements::from_ms,
                announcements::audience,
                announcements::member_ids,
                announcements::configuration_id,
                announcements::sub_accounts,
            ),
            (announcement_reads::seen_ms, announcement_reads::removed).nullable(),
        ))
        .load(conn)?;
    rows.into_iter()
        .filter(|(kind, ..)| kinds.iter().any(|wanted| *wanted as i16 == *kind))
        .map(|(_, row, mark)| Ok((head_of(row)?, mark)))
        .collect()
}

/// The live announcements that are addressed to a member and were not removed by it, without their texts.
pub(super) fn heads(
    conn: &mut AnyConn,
    member_id: i64,
    kinds: &[MsgType],
    now_ms: i64,
) -> Result<Vec<HeadLine>, StoreError> {
    let live = live_with_marks(conn, member_id, kinds, now_ms)?;
    if live.is_empty() {
        return Ok(Vec::new());
    }
    let conditions: Vec<(&Address, bool)> = live
        .iter()
        .map(|(one, _)| (&one.address, one.sub_accounts))
        .collect();
    let reader = reader(conn, member_id, &conditions, now_ms)?;
    Ok(live
        .into_iter()
        .filter(|(one, _)| one.address.reaches(one.sub_accounts, &reader))
        .filter(|(_, mark)| mark.is_none_or(|(_, removed)| !removed))
        .map(|(head, mark)| HeadLine {
            seen_ms: mark.map(|(seen_ms, _)| seen_ms),
            head,
        })
        .collect())
}

pub(super) fn conditions(live: &[Head]) -> Vec<(&Address, bool)> {
    live.iter()
        .map(|one| (&one.address, one.sub_accounts))
        .collect()
}
