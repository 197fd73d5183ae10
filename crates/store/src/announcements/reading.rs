//! Announcements as members see them: among their messages, and as popups.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use diesel::prelude::*;
use domain::notices::Kind;
use domain::notices::announcements::{MsgType, Stage};

use super::audience::{phones_of, readers};
use super::heads::{HeadLine, conditions, heads, live};
use super::{Announcement, AnnouncementError, Row};
use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, each};
use crate::db::schema::{announcement_reads, announcements};
use crate::error::StoreError;
use crate::notices::{self, Count, Notice, Wanted};
use crate::session::Actor;

/// An announcement as a member sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberAnnouncement {
    pub announcement: Announcement,
    /// Time at which the member saw the announcement, Unix milliseconds.
    pub seen_ms: Option<i64>,
    /// Phones of the member that the announcement is about: those of the configuration that it is addressed to.
    pub phone_ids: Vec<i64>,
}

/// A line of the member's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A message to the member.
    Message(Notice),
    Announcement(MemberAnnouncement),
}

/// A page of the member's list of messages and announcements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inbox {
    /// Lines, the newest first.
    pub list: Vec<Line>,
    /// Total number of lines.
    pub total: i64,
}

/// Reads the texts of announcements for a member, in their order.
fn with_texts(
    conn: &mut AnyConn,
    member_id: i64,
    lines: Vec<HeadLine>,
    now_ms: i64,
) -> Result<Vec<MemberAnnouncement>, StoreError> {
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = lines.iter().map(|line| line.head.id).collect();
    let rows: Vec<Row> = announcements::table
        .filter(among(announcements::id, ids))
        .select(Row::as_select())
        .load(conn)?;
    let configurations: HashSet<i64> = lines.iter().filter_map(HeadLine::configuration).collect();
    let phones = if configurations.is_empty() {
        Vec::new()
    } else {
        let configurations: Vec<i64> = configurations.into_iter().collect();
        phones_of(conn, member_id, &configurations, now_ms)?
    };
    let about = |line: &HeadLine| -> Vec<i64> {
        let of = line.configuration();
        let mine = phones.iter().filter(|(id, _)| of == Some(*id));
        mine.map(|(_, phone_id)| *phone_id).collect()
    };
    let mut texts: HashMap<i64, Row> = rows.into_iter().map(|row| (row.id, row)).collect();
    lines
        .into_iter()
        .filter_map(|line| {
            let row = texts.remove(&line.head.id)?;
            Some(
                Announcement::try_from(row).map(|announcement| MemberAnnouncement {
                    announcement,
                    seen_ms: line.seen_ms,
                    phone_ids: about(&line),
                }),
            )
        })
        .collect()
}

/// The live announcements that are addressed to a member and were not removed by it.
fn shown(
    conn: &mut AnyConn,
    member_id: i64,
    kinds: &[MsgType],
    now_ms: i64,
) -> Result<Vec<MemberAnnouncement>, StoreError> {
    let lines = heads(conn, member_id, kinds, now_ms)?;
    with_texts(conn, member_id, lines, now_ms)
}

/// A member's messages and announcements in one list; `limit` lines after `offset`.
pub async fn list_inbox(
    store: &Store,
    actor: &Actor,
    wanted: Wanted,
    (offset, limit): (i64, i64),
    now_ms: i64,
) -> Result<Inbox, StoreError> {
    let member_id = actor.member_id();
    // A single connection from the pool serves all queries of the page.
    store
        .run(move |conn| {
            // Announcements are listed as notices, so a filter for another kind leaves them out.
            let among = if wanted.kind.is_none_or(|kind| kind == Kind::Notice) {
                let mut all = heads(conn, member_id, &[MsgType::List], now_ms)?;
                all.retain(|one| wanted.read.is_none_or(|read| read == one.seen_ms.is_some()));
                all
            } else {
                Vec::new()
            };
            let many = i64::try_from(among.len()).unwrap_or(i64::MAX);
            // All announcements may stand before the page, or within it: as many more messages are read on either side.
            let begin = (offset - many).max(0);
            let messages = notices::list_of(conn, member_id, wanted, (begin, limit + many))?;
            let mut places: Vec<LineHead> = messages
                .list
                .into_iter()
                .map(LineHead::Message)
                .chain(among.into_iter().map(LineHead::Announcement))
                .collect();
            places.sort_by_key(|place| std::cmp::Reverse(place.key()));
            let at = |number: i64| usize::try_from(number).unwrap_or_default();
            let page = places
                .into_iter()
                .skip(at(offset - begin))
                .take(at(limit))
                .collect();
            Ok(Inbox {
                list: lines(conn, member_id, page, now_ms)?,
                total: messages.total + many,
            })
        })
        .await
}

/// A line of the list before the texts of announcements are read.
enum LineHead {
    Message(Notice),
    Announcement(HeadLine),
}

impl LineHead {
    /// Sort key of the list: the newest first, at one moment the larger id.
    const fn key(&self) -> (i64, i64) {
        match self {
            Self::Message(notice) => (notice.created_ms, notice.id),
            Self::Announcement(line) => (line.head.from_ms, line.head.id),
        }
    }
}

/// The lines of a page, with the texts of its announcements alone.
fn lines(
    conn: &mut AnyConn,
    member_id: i64,
    page: Vec<LineHead>,
    now_ms: i64,
) -> Result<Vec<Line>, StoreError> {
    let mut messages = Vec::with_capacity(page.len());
    let mut announced = Vec::new();
    for (at, place) in page.into_iter().enumerate() {
        match place {
            LineHead::Message(notice) => messages.push((at, Line::Message(notice))),
            LineHead::Announcement(line) => announced.push((at, line)),
        }
    }
    let (places, heads): (Vec<usize>, Vec<HeadLine>) = announced.into_iter().unzip();
    let shown = with_texts(conn, member_id, heads, now_ms)?
        .into_iter()
        .map(Line::Announcement);
    messages.extend(places.into_iter().zip(shown));
    messages.sort_by_key(|(at, _)| *at);
    Ok(messages.into_iter().map(|(_, line)| line).collect())
}

/// Number of messages of each kind for a member, with the announcements in the list counted as notices.
pub async fn inbox_counts(
    store: &Store,
    actor: &Actor,
    now_ms: i64,
) -> Result<Vec<Count>, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let among = heads(conn, member_id, &[MsgType::List], now_ms)?;
            let many = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
            let unread = among.iter().filter(|one| one.seen_ms.is_none()).count();
            let mut counts = notices::counts_of(conn, member_id)?;
            for count in &mut counts {
                if count.kind == Kind::Notice {
                    count.total += many(among.len());
                    count.unread += many(unread);
                }
            }
            Ok(counts)
        })
        .await
}

/// Number of unread messages and announcements of the list for a member: the badge.
pub async fn unread_in_inbox(
    store: &Store,
    member_id: i64,
    now_ms: i64,
) -> Result<i64, StoreError> {
    store
        .run(move |conn| {
            let among = heads(conn, member_id, &[MsgType::List], now_ms)?;
            let unseen = among.iter().filter(|one| one.seen_ms.is_none()).count();
            let messages = notices::unread_of(conn, member_id)?;
            Ok(messages + i64::try_from(unseen).unwrap_or(i64::MAX))
        })
        .await
}

/// The announcements of some kinds for a member, the newest first.
pub async fn popups(
    store: &Store,
    actor: &Actor,
    kinds: Vec<MsgType>,
    now_ms: i64,
) -> Result<Vec<MemberAnnouncement>, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| shown(conn, member_id, &kinds, now_ms))
        .await
}

/// An announcement, marked as seen; none when the id is not that of an announcement for the member.
pub async fn read(
    store: &Store,
    actor: &Actor,
    id: i64,
    now_ms: i64,
) -> Result<Option<MemberAnnouncement>, AnnouncementError> {
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

/// Splits the `ids` into those of announcements for the member, and the others.
pub async fn partition_ids(
    store: &Store,
    actor: &Actor,
    ids: Vec<i64>,
    now_ms: i64,
) -> Result<(Vec<i64>, Vec<i64>), StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let here = heads(conn, member_id, &MsgType::ALL, now_ms)?;
            let is_here = |id: &i64| here.iter().any(|one| one.head.id == *id);
            Ok(ids.into_iter().partition(is_here))
        })
        .await
}

/// Marks announcements for the member as seen: those among the `ids`, or the whole list when no id is named.
pub async fn mark_seen(
    store: &Store,
    actor: &Actor,
    ids: Option<Vec<i64>>,
    now_ms: i64,
) -> Result<(), StoreError> {
    change(store, actor, ids, false, now_ms).await
}

/// Removes those of the `ids` that are announcements for the member from the member's list.
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
            for one in heads(tx, member_id, kinds, now_ms)? {
                let id = one.head.id;
                if wanted(id) && (removed || one.seen_ms.is_none()) {
                    mark(tx, id, member_id, removed, now_ms)?;
                }
            }
            Ok(())
        })
        .await
}

/// Stores a member's mark for an announcement; there is at most one, however often the call comes.
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

/// Number of unseen announcements in the list for each of these members; a member without any is missing. The live ones are loaded once.
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
            let readers = readers(conn, &member_ids, &conditions(&live), now_ms)?;
            let seen: HashSet<(i64, i64)> = announcement_reads::table
                .filter(among(announcement_reads::member_id, &member_ids))
                .filter(among(announcement_reads::announcement_id, &live_ids))
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
            Ok(counts)
        })
        .await
}

/// A number that changes when the set of live announcements or one of their texts changes.
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
