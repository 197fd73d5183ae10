//! The list of a member's sub-accounts and invitations.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use domain::access::DelegatedPermissions;
use domain::auth::PhoneNumber;
use domain::text;
use domain::zone::Zone;

use super::GuestAction;
use crate::Store;
use crate::db::among::{among, among_json};
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::{
    allotments, members, phones as phone_rows, seats, sub_invitation_phones, sub_invitations,
};
use crate::error::StoreError;
use crate::keyaccount::this_month;
use crate::member::masked;
use crate::play::{CONNECTED, CONTROLLED, WATCHED};
use crate::session::Actor;

/// Phones of a sub-account whose pictures stand in the list.
pub const PICTURED: i64 = 3;

/// Standing of a sub-account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubAccountState {
    /// Switched on.
    On,
    /// Switched off by its parent.
    Off,
    /// Invited: its number has not agreed yet.
    Invited,
}

/// Filter and window of a page of sub-accounts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubQuery {
    /// Part of the name or of the masked number, or a whole number; empty for all.
    pub keyword: String,
    /// Standing; any when none.
    pub standing: Option<SubAccountState>,
    /// Zone in which months begin.
    pub zone: Zone,
    /// Rows left out before the page.
    pub offset: i64,
    /// Rows of the page.
    pub limit: i64,
}

/// Identity of a row in a parent's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Identity {
    /// A sub-account, by its account's id.
    Member(i64),
    /// An invitation, by its id, and its end in Unix milliseconds.
    Invitation(i64, i64),
}

/// The last time that a sub-account opened a phone of its parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastUse {
    /// Time, Unix milliseconds.
    pub at_ms: i64,
    /// Name of the phone; empty when it is no longer the parent's.
    pub phone: String,
    /// Viewed or controlled.
    pub doing: GuestAction,
}

/// A sub-account as its parent sees it, or an invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubAccount {
    /// Identity of the row.
    pub identity: Identity,
    /// Name that the parent gave.
    pub name: String,
    /// Masked number; the whole number of an invitation, as the parent typed it.
    pub phone: String,
    /// Whether the sub-account is switched on, switched off or only invited.
    pub standing: SubAccountState,
    /// Beginning of the relation or of the invitation, Unix milliseconds.
    pub since_ms: i64,
    /// Last sign-in, Unix milliseconds.
    pub signed_in_ms: Option<i64>,
    /// Number of phones that it was given, or is promised.
    pub phones: i64,
    /// Number of these phones that it controls now.
    pub in_use: i64,
    /// Permissions that it has, or is promised, for any of them.
    pub permissions: DelegatedPermissions,
    /// The last time that it opened a phone; only while a sub-account.
    pub last_use: Option<LastUse>,
    /// First phones by name that it was given, [`PICTURED`] at most; only while a sub-account.
    pub first_phones: Vec<i64>,
    /// Money of this month that was spent on its phones, in fen.
    pub month_fen: i64,
}

/// A page of sub-accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubPage {
    /// Rows of the page: invitations first, then sub-accounts, each the newest first.
    pub list: Vec<SubAccount>,
    /// Number of rows that match.
    pub total: i64,
    /// Number of all sub-accounts, without invitations.
    pub all: i64,
    /// Number of sub-accounts that are switched off.
    pub off: i64,
    /// Number of invitations.
    pub invited: i64,
    /// Number of sub-accounts that control a phone of the actor now.
    pub working: i64,
    /// Number of phones of the actor that a sub-account has.
    pub given: i64,
    /// Number of phones of the actor that no sub-account has.
    pub free: i64,
}

type Row = (
    i64,
    String,
    Option<String>,
    Option<i64>,
    Option<i64>,
    Option<i64>,
);

/// Invitations and sub-accounts of the actor: a fixed number of statements, however many there are.
pub async fn page(
    store: &Store,
    actor: &Actor,
    query: SubQuery,
    now_ms: i64,
) -> Result<SubPage, StoreError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            let rows: Vec<Row> = members::table
                .filter(members::parent_id.eq(me))
                .order((members::sub_since_ms.desc(), members::id.desc()))
                .select((
                    members::id,
                    members::sub_name,
                    members::phone,
                    members::sub_since_ms,
                    members::sub_off_ms,
                    members::signed_in_ms,
                ))
                .load(conn)?;
            let (given, in_use) = (given(conn, me)?, in_use(conn, me)?);
            let mut rows: Vec<SubAccount> = invitations(conn, me, now_ms)?
                .into_iter()
                .chain(rows.into_iter().map(|row| read(row, &given, &in_use)))
                .collect();
            let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
            let counted = |standing| count(rows.iter().filter(|r| r.standing == standing).count());
            let (off, invited) = (
                counted(SubAccountState::Off),
                counted(SubAccountState::Invited),
            );
            let all = count(rows.len()) - invited;
            let (given, free) = counts(conn, me)?;
            rows.retain(|row| wanted(&query, row));
            let size = |n: i64| usize::try_from(n).unwrap_or_default();
            let total = count(rows.len());
            let mut list: Vec<SubAccount> = rows
                .into_iter()
                .skip(size(query.offset))
                .take(size(query.limit))
                .collect();
            complete(conn, me, query.zone, now_ms, &mut list)?;
            Ok(SubPage {
                list,
                total,
                all,
                off,
                invited,
                working: count(in_use.len()),
                given,
                free,
            })
        })
        .await
}

/// Permissions as they are stored.
pub(super) fn permissions(stored: i16) -> Result<DelegatedPermissions, StoreError> {
    DelegatedPermissions::from_stored(stored).ok_or(StoreError::Corrupt("ticks"))
}

/// Invitations that are open, the newest first.
fn invitations(
    conn: &mut AnyConn,
    parent_id: i64,
    now_ms: i64,
) -> Result<Vec<SubAccount>, StoreError> {
    let open = sub_invitations::table
        .filter(sub_invitations::parent_id.eq(parent_id))
        .filter(sub_invitations::expire_ms.gt(now_ms));
    let promised: HashMap<i64, i64> = sub_invitation_phones::table
        .inner_join(sub_invitations::table)
        .filter(sub_invitations::parent_id.eq(parent_id))
        .group_by(sub_invitation_phones::invitation_id)
        .select((sub_invitation_phones::invitation_id, count_star()))
        .load::<(i64, i64)>(conn)?
        .into_iter()
        .collect();
    let rows: Vec<(i64, String, String, i16, i64, i64)> = open
        .order((
            sub_invitations::created_ms.desc(),
            sub_invitations::id.desc(),
        ))
        .select((
            sub_invitations::id,
            sub_invitations::name,
            sub_invitations::number,
            sub_invitations::ticks,
            sub_invitations::created_ms,
            sub_invitations::expire_ms,
        ))
        .load(conn)?;
    let read = |(id, name, phone, stored, since_ms, expire_ms)| {
        Ok(SubAccount {
            identity: Identity::Invitation(id, expire_ms),
            name,
            phone,
            standing: SubAccountState::Invited,
            since_ms,
            signed_in_ms: None,
            phones: promised.get(&id).copied().unwrap_or_default(),
            in_use: 0,
            permissions: permissions(stored)?,
            last_use: None,
            first_phones: Vec::new(),
            month_fen: 0,
        })
    };
    rows.into_iter().map(read).collect()
}

/// Phones and permissions of each sub-account: a row for each set of permissions.
fn given(
    conn: &mut AnyConn,
    parent_id: i64,
) -> Result<HashMap<i64, (i64, DelegatedPermissions)>, StoreError> {
    let rows: Vec<(i64, i16, i64)> = allotments::table
        .filter(allotments::owner_id.eq(parent_id))
        .filter(allotments::ended_ms.is_null())
        .group_by((allotments::member_id, allotments::ticks))
        .select((allotments::member_id, allotments::ticks, count_star()))
        .load(conn)?;
    let mut found: HashMap<i64, (i64, DelegatedPermissions)> = HashMap::new();
    for (member_id, stored, n) in rows {
        let more = permissions(stored)?;
        let (phones, all) = found.entry(member_id).or_default();
        *phones += n;
        *all = all.all().chain(more.all()).collect();
    }
    Ok(found)
}

/// Number of the parent's phones that each sub-account controls now.
fn in_use(conn: &mut AnyConn, parent_id: i64) -> Result<HashMap<i64, i64>, StoreError> {
    let rows: Vec<(Option<i64>, i64)> = seats::table
        .inner_join(phone_rows::table)
        .inner_join(members::table.on(members::id.nullable().eq(seats::member_id)))
        .filter(phone_rows::owner_id.eq(parent_id))
        .filter(seats::state.eq(CONNECTED))
        .filter(members::parent_id.eq(parent_id))
        .group_by(seats::member_id)
        .select((seats::member_id, count_star()))
        .load(conn)?;
    let known = |(member_id, n): (Option<i64>, i64)| member_id.map(|id| (id, n));
    Ok(rows.into_iter().filter_map(known).collect())
}

#[derive(QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    owned: i64,
    #[diesel(sql_type = BigInt)]
    given: i64,
}

/// Phones of the parent outside the recycle bin, and those of them that a sub-account has.
const COUNTS: &str = "SELECT count(*) AS owned, count(CASE WHEN p.id IN (SELECT a.phone_id FROM allotments a \
    WHERE a.owner_id = $1 AND a.ended_ms IS NULL) THEN 1 END) AS given FROM phones p WHERE p.owner_id = $1 AND p.recycled_ms IS NULL";

fn counts(conn: &mut AnyConn, parent_id: i64) -> Result<(i64, i64), StoreError> {
    let Counts { owned, given } =
        prepared(diesel::sql_query(COUNTS).bind::<BigInt, _>(parent_id)).get_result(conn)?;
    Ok((given, owned - given))
}

#[derive(QueryableByName)]
struct Used {
    #[diesel(sql_type = BigInt)]
    member_id: i64,
    #[diesel(sql_type = BigInt)]
    at_ms: i64,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    object: String,
}

/// The newest record of each sub-account about a phone of the parent while it had the phone. Each is found from the end of its member's
/// records: however long these are, few are read. SQLite numbers the parameters as they come.
fn last_used(conn: &AnyConn) -> String {
    format!(
        "SELECT m.id AS member_id, a.at_ms, a.kind, a.object FROM members m JOIN audit a ON a.id = \
         (SELECT r.id FROM audit r WHERE r.member_id = m.id AND r.kind IN ($1, $2) AND EXISTS \
         (SELECT 1 FROM allotments t WHERE t.owner_id = $3 AND t.member_id = m.id AND r.object = 'phone:' || t.phone_id \
         AND r.at_ms >= t.created_ms AND (t.ended_ms IS NULL OR r.at_ms < t.ended_ms)) \
         ORDER BY r.at_ms DESC, r.id DESC LIMIT 1) WHERE m.parent_id = $3 AND {}",
        among_json(conn, "m.id", "$4")
    )
}

/// Adds what only the rows of a page need.
fn complete(
    conn: &mut AnyConn,
    parent_id: i64,
    zone: Zone,
    now_ms: i64,
    list: &mut [SubAccount],
) -> Result<(), StoreError> {
    let member = |row: &SubAccount| match row.identity {
        Identity::Member(id) => Some(id),
        Identity::Invitation(..) => None,
    };
    let ids: Vec<i64> = list.iter().filter_map(member).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut used = last_uses(conn, parent_id, &ids)?;
    let mut first = first_phones(conn, parent_id, &ids)?;
    let month = this_month(conn, parent_id, zone, now_ms)?;
    for row in list {
        let Some(id) = member(row) else { continue };
        row.last_use = used.remove(&id);
        row.first_phones = first.remove(&id).unwrap_or_default();
        row.month_fen = month.get(&id).copied().unwrap_or_default();
    }
    Ok(())
}

#[derive(QueryableByName)]
struct First {
    #[diesel(sql_type = BigInt)]
    member_id: i64,
    #[diesel(sql_type = BigInt)]
    phone_id: i64,
}

/// The first phones of sub-accounts by name.
fn first_phones(
    conn: &mut AnyConn,
    parent_id: i64,
    ids: &[i64],
) -> Result<HashMap<i64, Vec<i64>>, StoreError> {
    let sql = format!(
        "SELECT t.member_id, t.phone_id FROM (SELECT a.member_id, a.phone_id, \
         row_number() OVER (PARTITION BY a.member_id ORDER BY p.sort_key, p.id) AS nth \
         FROM allotments a JOIN phones p ON p.id = a.phone_id \
         WHERE a.owner_id = $1 AND a.ended_ms IS NULL AND {}) t \
         WHERE t.nth <= $3 ORDER BY t.member_id, t.nth",
        among_json(conn, "a.member_id", "$2")
    );
    let first = diesel::sql_query(sql)
        .bind::<BigInt, _>(parent_id)
        .bind::<Text, _>(serde_json::json!(ids).to_string())
        .bind::<BigInt, _>(PICTURED);
    let rows: Vec<First> = prepared(first).load(conn)?;
    let mut found: HashMap<i64, Vec<i64>> = HashMap::new();
    for row in rows {
        found.entry(row.member_id).or_default().push(row.phone_id);
    }
    Ok(found)
}

/// The last time that each sub-account opened a phone of the parent.
fn last_uses(
    conn: &mut AnyConn,
    parent_id: i64,
    ids: &[i64],
) -> Result<HashMap<i64, LastUse>, StoreError> {
    let last = diesel::sql_query(last_used(conn))
        .bind::<Text, _>(WATCHED)
        .bind::<Text, _>(CONTROLLED)
        .bind::<BigInt, _>(parent_id)
        .bind::<Text, _>(serde_json::json!(ids).to_string());
    let used: Vec<Used> = prepared(last).load(conn)?;
    let phone_of = |used: &Used| used.object.strip_prefix("phone:")?.parse::<i64>().ok();
    let phone_ids: Vec<i64> = used.iter().filter_map(phone_of).collect();
    let names: HashMap<i64, String> = phone_rows::table
        .filter(phone_rows::owner_id.eq(parent_id))
        .filter(among(phone_rows::id, phone_ids))
        .select((phone_rows::id, phone_rows::alias))
        .load::<(i64, String)>(conn)?
        .into_iter()
        .collect();
    let last = |used: Used| {
        let phone = phone_of(&used).and_then(|id| names.get(&id).cloned());
        let doing = if used.kind == WATCHED {
            GuestAction::Watched
        } else {
            GuestAction::Controlled
        };
        let last = LastUse {
            at_ms: used.at_ms,
            phone: phone.unwrap_or_default(),
            doing,
        };
        (used.member_id, last)
    };
    Ok(used.into_iter().map(last).collect())
}

fn read(
    row: Row,
    given: &HashMap<i64, (i64, DelegatedPermissions)>,
    in_use: &HashMap<i64, i64>,
) -> SubAccount {
    let (member_id, name, number, since_ms, off_ms, signed_in_ms) = row;
    let (phones, permissions) = given.get(&member_id).copied().unwrap_or_default();
    SubAccount {
        identity: Identity::Member(member_id),
        name,
        phone: number.as_deref().map_or_else(String::new, masked),
        standing: match off_ms {
            Some(_) => SubAccountState::Off,
            None => SubAccountState::On,
        },
        since_ms: since_ms.unwrap_or_default(),
        signed_in_ms,
        phones,
        in_use: in_use.get(&member_id).copied().unwrap_or_default(),
        permissions,
        last_use: None,
        first_phones: Vec::new(),
        month_fen: 0,
    }
}

/// Whether a sub-account is one that is asked for. A whole number is masked first, so that nobody finds hidden digits by trying.
fn wanted(query: &SubQuery, sub: &SubAccount) -> bool {
    let keyword = &query.keyword;
    let named = keyword.is_empty()
        || text::key(&sub.name).contains(&text::key(keyword))
        || match PhoneNumber::parse(keyword) {
            Ok(number) => [number.masked().as_str(), number.as_str()].contains(&sub.phone.as_str()),
            Err(_) => sub.phone.contains(keyword.as_str()),
        };
    named && query.standing.is_none_or(|wanted| wanted == sub.standing)
}
