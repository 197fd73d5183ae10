//! The recycle bin as its member sees it: phones in grace and in the bin with the time of their wipe, and the records of wiped ones.

use std::collections::HashMap;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::lang::LocalizedName;
use domain::orders::DAY_MS;
use domain::phones::calendar::RentalEnd;
use domain::phones::rental::{Phase, Retention, Term};

use crate::Store;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::schema::{
    configurations, grants, operations, phone_groups, phone_tags, phones, purges, tags,
};
use crate::error::StoreError;
use crate::session::Actor;

/// Most ends in one calendar: as many as an account has phones.
const ENDS_MAX: i64 = 10_000;

/// Filter and window of a page of the recycle bin.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BinQuery {
    /// Phase of the phones; none: both.
    pub phase: Option<Phase>,
    /// Part of the phone's name or id; empty: any.
    pub keyword: String,
    /// Number of rows before the page.
    pub offset: i64,
    /// Most rows of the page.
    pub limit: i64,
}

/// A phone whose rental is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binned {
    /// Phone's id, which calls name.
    pub phone_id: i64,
    /// Id of the phone for people.
    pub owl_id: String,
    /// Name of the phone.
    pub alias: String,
    /// Id of the phone's configuration.
    pub configuration_id: i64,
    /// Name of the phone's configuration.
    pub configuration: LocalizedName,
    /// End of the rental, Unix milliseconds.
    pub expire_ms: i64,
    /// Phase of the phone.
    pub phase: Phase,
    /// Time at which the phone goes, or went, into the recycle bin, Unix milliseconds.
    pub recycle_ms: i64,
    /// Time at which the phone is wiped, Unix milliseconds.
    pub purge_ms: i64,
    /// Name of the phone's group; none for a phone without a group.
    pub group: Option<String>,
    /// Number of the member's tags on the phone.
    pub tags: i64,
    /// Number of grants that come back when the phone is renewed.
    pub grants: i64,
}

/// Number of a member's phones in each phase.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Bin {
    /// Phones in grace.
    pub grace: i64,
    /// Phones in the recycle bin.
    pub bin: i64,
    /// Phones in the recycle bin that are wiped within a day from now.
    pub soon: i64,
    /// Records of phones that the member lost.
    pub purged: i64,
}

/// A page of the recycle bin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BinPage {
    /// Phones of the page, the earliest end of rental first.
    pub list: Vec<Binned>,
    /// Number of phones that pass the filter.
    pub total: i64,
    /// Counts over all phones of the member, whatever the filter.
    pub counts: Bin,
}

/// The record of a phone that its member lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Purged {
    /// The record's id.
    pub id: i64,
    /// Id of the phone for people.
    pub owl_id: String,
    /// Name of the phone when it was lost.
    pub alias: String,
    /// Name of the phone's configuration.
    pub configuration: LocalizedName,
    /// Whether the member gave the phone up before its time.
    pub given_up: bool,
    /// Time of the loss, Unix milliseconds.
    pub purged_ms: i64,
    /// Operation that wiped the phone and its end, Unix milliseconds; none until the wipe has ended.
    pub wipe: Option<(i64, i64)>,
}

/// A page of records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurgedPage {
    /// Records of the page, the newest first.
    pub list: Vec<Purged>,
    /// Number of all records of the member.
    pub total: i64,
}

/// Page of a member's phones in grace and in the recycle bin.
pub async fn bin(
    store: &Store,
    actor: &Actor,
    retention: Retention,
    query: BinQuery,
    now_ms: i64,
) -> Result<BinPage, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            Ok(BinPage {
                list: list(conn, member_id, &retention, &query, now_ms)?,
                total: over(member_id, &query, now_ms).count().get_result(conn)?,
                counts: counts(conn, member_id, &retention, now_ms)?,
            })
        })
        .await
}

type Over<'a> = phones::BoxedQuery<'a, Backend>;

/// Query for own phones whose rental is over and that pass the filter.
fn over<'a>(member_id: i64, query: &BinQuery, now_ms: i64) -> Over<'a> {
    let mut found = phones::table
        .filter(phones::owner_id.eq(member_id))
        .filter(phones::expire_ms.le(now_ms))
        .into_boxed::<Backend>();
    found = match query.phase {
        Some(Phase::Grace) => found.filter(phones::recycled_ms.is_null()),
        Some(Phase::Bin) => found.filter(phones::recycled_ms.is_not_null()),
        None => found,
    };
    if query.keyword.is_empty() {
        return found;
    }
    found.filter(
        contains(phones::alias_key, &domain::text::key(&query.keyword))
            .or(contains(phones::owl_id, &query.keyword.to_uppercase())),
    )
}

type BinRow = (
    (i64, String, String, i64, Option<i64>, Option<i64>),
    (Option<i64>, i64),
);

fn list(
    conn: &mut AnyConn,
    member_id: i64,
    retention: &Retention,
    query: &BinQuery,
    now_ms: i64,
) -> Result<Vec<Binned>, StoreError> {
    let rows: Vec<BinRow> = over(member_id, query, now_ms)
        .order((phones::expire_ms, phones::id))
        .offset(query.offset)
        .limit(query.limit)
        .select((
            (
                phones::id,
                phones::owl_id,
                phones::alias,
                phones::expire_ms,
                phones::ended_ms,
                phones::recycled_ms,
            ),
            (phones::group_id, phones::configuration_id),
        ))
        .load(conn)?;
    let ids: Vec<i64> = rows.iter().map(|((id, ..), _)| *id).collect();
    let related = Related::of(conn, member_id, &ids)?;
    Ok(rows
        .into_iter()
        .map(
            |((phone_id, owl_id, alias, expire_ms, ended_ms, recycled_ms), (group_id, kind))| {
                let term = Term {
                    expire_ms,
                    ended_ms,
                    recycled_ms,
                };
                Binned {
                    configuration_id: kind,
                    phase: Phase::of(term.rental(now_ms)),
                    recycle_ms: term.recycle_at(retention),
                    purge_ms: term.purge_at(retention),
                    group: group_id.and_then(|id| related.groups.get(&id).cloned()),
                    tags: related.tags.get(&phone_id).copied().unwrap_or_default(),
                    grants: related
                        .grants
                        .get(&(phone_id, expire_ms))
                        .copied()
                        .unwrap_or_default(),
                    configuration: related.kinds.get(&kind).cloned().unwrap_or_default(),
                    phone_id,
                    owl_id,
                    alias,
                    expire_ms,
                }
            },
        )
        .collect())
}

/// Values of a page that are not in the rows of its phones.
struct Related {
    groups: HashMap<i64, String>,
    kinds: HashMap<i64, LocalizedName>,
    tags: HashMap<i64, i64>,
    /// Number of open grants by phone and end.
    grants: HashMap<(i64, i64), i64>,
}

impl Related {
    fn of(conn: &mut AnyConn, member_id: i64, ids: &[i64]) -> Result<Self, StoreError> {
        let groups: Vec<(i64, String)> = phone_groups::table
            .filter(phone_groups::member_id.eq(member_id))
            .select((phone_groups::id, phone_groups::name))
            .load(conn)?;
        let tagged: Vec<(i64, i64)> = phone_tags::table
            .inner_join(tags::table)
            .filter(tags::member_id.eq(member_id))
            .filter(among(phone_tags::phone_id, ids))
            .group_by(phone_tags::phone_id)
            .select((phone_tags::phone_id, count_star()))
            .load(conn)?;
        let granted: Vec<(i64, i64)> = grants::table
            .filter(among(grants::phone_id, ids))
            .filter(grants::ended_ms.is_null())
            .select((grants::phone_id, grants::expire_ms))
            .load(conn)?;
        let mut open = HashMap::new();
        for key in granted {
            *open.entry(key).or_insert(0) += 1;
        }
        Ok(Self {
            groups: groups.into_iter().collect(),
            kinds: kinds(conn)?,
            tags: tagged.into_iter().collect(),
            grants: open,
        })
    }
}

/// Names of all configurations, of which there are few.
fn kinds(conn: &mut AnyConn) -> Result<HashMap<i64, LocalizedName>, StoreError> {
    let rows: Vec<(i64, String, String)> = configurations::table
        .select((
            configurations::id,
            configurations::name,
            configurations::name_en,
        ))
        .load(conn)?;
    Ok(rows
        .into_iter()
        .map(|(id, zh, en)| (id, LocalizedName { zh, en }))
        .collect())
}

fn counts(
    conn: &mut AnyConn,
    member_id: i64,
    retention: &Retention,
    now_ms: i64,
) -> Result<Bin, StoreError> {
    let in_phase = |phase| {
        let query = BinQuery {
            phase: Some(phase),
            ..BinQuery::default()
        };
        over(member_id, &query, now_ms)
    };
    // `soon` counts phones in the bin only: a phone in grace still has the time in the bin before it, a day at least.
    let soon_ms = now_ms + DAY_MS - retention.bin_ms;
    Ok(Bin {
        grace: in_phase(Phase::Grace).count().get_result(conn)?,
        bin: in_phase(Phase::Bin).count().get_result(conn)?,
        soon: in_phase(Phase::Bin)
            .filter(phones::recycled_ms.le(soon_ms))
            .count()
            .get_result(conn)?,
        purged: purges::table
            .filter(purges::member_id.eq(member_id))
            .count()
            .get_result(conn)?,
    })
}

/// Records of phones that a member lost; `limit` rows after `offset`.
pub async fn purged(
    store: &Store,
    actor: &Actor,
    (offset, limit): (i64, i64),
) -> Result<PurgedPage, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            type Row = (i64, String, String, i64, bool, i64, Option<i64>);
            let rows: Vec<Row> = purges::table
                .filter(purges::member_id.eq(member_id))
                .order((purges::purged_ms.desc(), purges::id.desc()))
                .offset(offset)
                .limit(limit)
                .select((
                    purges::id,
                    purges::owl_id,
                    purges::alias,
                    purges::configuration_id,
                    purges::given_up,
                    purges::purged_ms,
                    purges::operation_id,
                ))
                .load(conn)?;
            let wipes: Vec<i64> = rows.iter().filter_map(|row| row.6).collect();
            let ended: HashMap<i64, i64> = operations::table
                .filter(among(operations::id, wipes))
                .select((operations::id, operations::ended_ms))
                .load::<(i64, Option<i64>)>(conn)?
                .into_iter()
                .filter_map(|(id, ended_ms)| Some((id, ended_ms?)))
                .collect();
            let kinds = kinds(conn)?;
            let list = rows
                .into_iter()
                .map(
                    |(id, owl_id, alias, kind, given_up, purged_ms, operation_id)| Purged {
                        id,
                        owl_id,
                        alias,
                        configuration: kinds.get(&kind).cloned().unwrap_or_default(),
                        given_up,
                        purged_ms,
                        wipe: operation_id.and_then(|id| Some((id, *ended.get(&id)?))),
                    },
                )
                .collect();
            Ok(PurgedPage {
                list,
                total: purges::table
                    .filter(purges::member_id.eq(member_id))
                    .count()
                    .get_result(conn)?,
            })
        })
        .await
}

/// Ends of a member's running rentals, the next one first.
pub async fn ends(store: &Store, actor: &Actor, now_ms: i64) -> Result<Vec<RentalEnd>, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| ends_of(conn, member_id, now_ms))
        .await
}

pub(super) fn ends_of(
    conn: &mut AnyConn,
    member_id: i64,
    now_ms: i64,
) -> Result<Vec<RentalEnd>, StoreError> {
    let rows: Vec<(String, String, i64)> = phones::table
        .filter(phones::owner_id.eq(member_id))
        .filter(phones::expire_ms.gt(now_ms))
        .order((phones::expire_ms, phones::id))
        .limit(ENDS_MAX)
        .select((phones::owl_id, phones::alias, phones::expire_ms))
        .load(conn)?;
    let end = |(owl_id, alias, expire_ms)| RentalEnd {
        owl_id,
        alias,
        expire_ms,
    };
    Ok(rows.into_iter().map(end).collect())
}
