//! Announcements as members see them: beside their messages, and by themselves.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use diesel::prelude::*;
use domain::notices::Kind;
use domain::notices::announcements::{MsgType, Stage};

use super::audience::readers;
use super::{Announcement, AnnouncementError, Row};
use crate::Store;
use crate::conn::{AnyConn, each};
use crate::error::StoreError;
use crate::notices::{self, Count, Notice, Wanted};
use crate::schema::{announcement_reads, announcements};
use crate::session::Actor;

/// Ids in one `IN (…)`: below every database's limit of variables.
const IDS_AT_ONCE: usize = 500;

/// One as its member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The announcement.
    pub announcement: Announcement,
    /// When the member saw it, Unix milliseconds.
    pub seen_ms: Option<i64>,
}

/// A line of the member's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A message of the member's own.
    Message(Notice),
    /// An announcement.
    Announcement(Shown),
}

impl Line {
    /// The newest first, and of one moment the larger id.
    fn place(&self) -> (i64, i64) {
        match self {
            Self::Message(notice) => (notice.created_ms, notice.id),
            Self::Announcement(shown) => (shown.announcement.from_ms, shown.announcement.id),
        }
    }
}

/// A page of the member's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beside {
    /// Newest first.
    pub list: Vec<Line>,
    /// How many there are in all.
    pub total: i64,
}

/// Those that are live now. A rule bounds how many are published.
fn live(
    conn: &mut AnyConn,
    kinds: &[MsgType],
    now_ms: i64,
) -> Result<Vec<Announcement>, StoreError> {
    let kinds: Vec<i16> = kinds.iter().map(|kind| *kind as i16).collect();
    let rows: Vec<Row> = announcements::table
        .filter(announcements::stage.eq(Stage::Published as i16))
        .filter(announcements::from_ms.le(now_ms))
        .filter(
            announcements::until_ms
                .is_null()
                .or(announcements::until_ms.gt(now_ms)),
        )
        .filter(announcements::msg_type.eq_any(kinds))
        .order((announcements::from_ms.desc(), announcements::id.desc()))
        .select(Row::as_select())
        .load(conn)?;
    rows.into_iter().map(Announcement::try_from).collect()
}

/// Those that concern a member and were not removed by that member.
fn shown(
    conn: &mut AnyConn,
    member_id: i64,
    kinds: &[MsgType],
    now_ms: i64,
) -> Result<Vec<Shown>, StoreError> {
    let live = live(conn, kinds, now_ms)?;
    if live.is_empty() {
        return Ok(Vec::new());
    }
    let reader = readers(conn, &[member_id], &live, now_ms)?
        .remove(&member_id)
        .unwrap_or_default();
    let ids: Vec<i64> = live.iter().map(|one| one.id).collect();
    let marks: HashMap<i64, (i64, bool)> = announcement_reads::table
        .filter(announcement_reads::member_id.eq(member_id))
        .filter(announcement_reads::announcement_id.eq_any(ids))
        .select((
            announcement_reads::announcement_id,
            announcement_reads::seen_ms,
            announcement_reads::removed,
        ))
        .load::<(i64, i64, bool)>(conn)?
        .into_iter()
        .map(|(id, seen_ms, removed)| (id, (seen_ms, removed)))
        .collect();
    Ok(live
        .into_iter()
        .filter(|one| one.address.reaches(one.sub_accounts, &reader))
        .filter(|one| marks.get(&one.id).is_none_or(|(_, removed)| !removed))
        .map(|announcement| Shown {
            seen_ms: marks.get(&announcement.id).map(|(seen_ms, _)| *seen_ms),
            announcement,
        })
        .collect())
}

/// A member's messages with the announcements among them; `limit` lines after `offset`.
pub async fn list_beside(
    store: &Store,
    actor: &Actor,
    wanted: Wanted,
    (offset, limit): (i64, i64),
    now_ms: i64,
) -> Result<Beside, StoreError> {
    let member_id = actor.member_id();
    // To its reader an announcement is a notice like others.
    let among = if wanted.kind.is_none_or(|kind| kind == Kind::Notice) {
        let mut all = store
            .run(move |conn| shown(conn, member_id, &[MsgType::List], now_ms))
            .await?;
        all.retain(|one| wanted.read.is_none_or(|read| read == one.seen_ms.is_some()));
        all
    } else {
        Vec::new()
    };
    let many = i64::try_from(among.len()).unwrap_or(i64::MAX);
    // Before a message on this page stand at most all announcements, and after it as well.
    let begin = (offset - many).max(0);
    let messages = notices::list(store, actor, wanted, (begin, limit + many)).await?;
    let mut lines: Vec<Line> = messages.list.into_iter().map(Line::Message).collect();
    lines.extend(among.into_iter().map(Line::Announcement));
    lines.sort_by_key(|line| std::cmp::Reverse(line.place()));
    let at = |number: i64| usize::try_from(number).unwrap_or_default();
    Ok(Beside {
        list: lines
            .into_iter()
            .skip(at(offset - begin))
            .take(at(limit))
            .collect(),
        total: messages.total + many,
    })
}

/// How many messages of each kind a member has, with the announcements in the list among the notices.
pub async fn counts_beside(
    store: &Store,
    actor: &Actor,
    now_ms: i64,
) -> Result<Vec<Count>, StoreError> {
    let member_id = actor.member_id();
    let among = store
        .run(move |conn| shown(conn, member_id, &[MsgType::List], now_ms))
        .await?;
    let many = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let unread = among.iter().filter(|one| one.seen_ms.is_none()).count();
    let mut counts = notices::counts(store, actor).await?;
    for count in &mut counts {
        if count.kind == Kind::Notice {
            count.total += many(among.len());
            count.unread += many(unread);
        }
    }
    Ok(counts)
}

/// Those of some kinds that concern a member, the newest first.
pub async fn popups(
    store: &Store,
    actor: &Actor,
    kinds: Vec<MsgType>,
    now_ms: i64,
) -> Result<Vec<Shown>, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| shown(conn, member_id, &kinds, now_ms))
        .await
}

/// One, marked as seen; none when it is no announcement that concerns the member.
pub async fn read(
    store: &Store,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<Option<Shown>, AnnouncementError> {
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let found = shown(tx, member_id, &MsgType::ALL, now_ms)?
                .into_iter()
                .find(|one| one.announcement.id == id);
            let Some(mut found) = found else {
                return Ok(None);
            };
            if found.seen_ms.is_none() {
                mark(tx, id, member_id, false, now_ms)?;
                found.seen_ms = Some(now_ms);
            }
            Ok(Some(found))
        })
        .await
}

/// Which of the `ids` are announcements that concern the member, and which are not.
pub async fn apart(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
    now_ms: i64,
) -> Result<(Vec<i64>, Vec<i64>), StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let here = shown(conn, member_id, &MsgType::ALL, now_ms)?;
            let is_here = |id: &i64| here.iter().any(|one| one.announcement.id == *id);
            Ok(ids.into_iter().partition(is_here))
        })
        .await
}

/// Marks those of the `ids` as seen that are announcements which concern the member, or all in the list when none is named.
pub async fn mark_seen(
    store: &Store,
    actor: &Actor,
    ids: Option<Vec<i64>>,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(store, actor, ids, false, now_ms).await
}

/// Takes those of the `ids` out of the member's list that are announcements which concern the member.
pub async fn remove(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(store, actor, Some(ids), true, now_ms).await
}

async fn change(
    store: &Store,
    actor: &Actor,
    ids: Option<Vec<i64>>,
    removed: bool,
    now_ms: i64,
) -> Result<(), StoreError> {
    if ids.as_ref().is_some_and(Vec::is_empty) {
        return Ok(());
    }
    let member_id = actor.member_id();
    store
        .write(move |tx| {
            let kinds: &[MsgType] = if ids.is_some() {
                &MsgType::ALL
            } else {
                &[MsgType::List]
            };
            let wanted = |id: i64| ids.as_ref().is_none_or(|ids| ids.contains(&id));
            for one in shown(tx, member_id, kinds, now_ms)? {
                let id = one.announcement.id;
                if wanted(id) && (removed || one.seen_ms.is_none()) {
                    mark(tx, id, member_id, removed, now_ms)?;
                }
            }
            Ok(())
        })
        .await
}

/// One mark for a member, whatever comes how often.
fn mark(
    tx: &mut AnyConn,
    id: i64,
    member_id: i64,
    removed: bool,
    now_ms: i64,
) -> Result<(), StoreError> {
    let new = (
        announcement_reads::announcement_id.eq(id),
        announcement_reads::member_id.eq(member_id),
        announcement_reads::seen_ms.eq(now_ms),
        announcement_reads::removed.eq(removed),
    );
    each!(tx, |c| diesel::insert_into(announcement_reads::table)
        .values(new)
        .on_conflict_do_nothing()
        .execute(c))?;
    if removed {
        diesel::update(announcement_reads::table.find((id, member_id)))
            .set(announcement_reads::removed.eq(true))
            .execute(tx)?;
    }
    Ok(())
}

/// How many announcements in the list each of these members has not seen; who is missing has none. The live ones are asked for once.
pub async fn unread_counts(
    store: &Store,
    member_ids: Vec<i64>,
    now_ms: i64,
) -> Result<HashMap<i64, i64>, StoreError> {
    store
        .run(move |conn| {
            let live = live(conn, &[MsgType::List], now_ms)?;
            let mut counts = HashMap::new();
            if live.is_empty() {
                return Ok(counts);
            }
            let live_ids: Vec<i64> = live.iter().map(|one| one.id).collect();
            for ids in member_ids.chunks(IDS_AT_ONCE) {
                let readers = readers(conn, ids, &live, now_ms)?;
                let seen: HashSet<(i64, i64)> = announcement_reads::table
                    .filter(announcement_reads::member_id.eq_any(ids))
                    .filter(announcement_reads::announcement_id.eq_any(&live_ids))
                    .select((
                        announcement_reads::member_id,
                        announcement_reads::announcement_id,
                    ))
                    .load::<(i64, i64)>(conn)?
                    .into_iter()
                    .collect();
                for (member_id, reader) in readers {
                    let unread = live
                        .iter()
                        .filter(|one| one.address.reaches(one.sub_accounts, &reader))
                        .filter(|one| !seen.contains(&(member_id, one.id)))
                        .count();
                    if unread > 0 {
                        counts.insert(member_id, i64::try_from(unread).unwrap_or(i64::MAX));
                    }
                }
            }
            Ok(counts)
        })
        .await
}

/// A number that changes when another set of announcements is live, or one of them says something else.
pub async fn live_mark(store: &Store, now_ms: i64) -> Result<u64, StoreError> {
    store
        .run(move |conn| {
            let rows: Vec<(i64, i64)> = announcements::table
                .filter(announcements::stage.eq(Stage::Published as i16))
                .filter(announcements::from_ms.le(now_ms))
                .filter(
                    announcements::until_ms
                        .is_null()
                        .or(announcements::until_ms.gt(now_ms)),
                )
                .order(announcements::id)
                .select((announcements::id, announcements::revision))
                .load(conn)?;
            let mut hasher = DefaultHasher::new();
            rows.hash(&mut hasher);
            Ok(hasher.finish())
        })
        .await
}
