//! Sections of the wall: a member's phones by the sub-account that has them, or by group, counted by one grouped query.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Nullable, SmallInt, Text};
use domain::auth::PhoneNumber;
use domain::phones::PhoneActivity;
use domain::text;

use super::overview::doing_of;
use super::patterns;
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::prepared::prepared;
use crate::db::schema::{members, phone_groups};
use crate::error::StoreError;
use crate::member::masked;
use crate::play::CONNECTED;
use crate::session::Actor;

/// Sorting of phones into sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sorting {
    /// By the sub-accounts that have them; a phone that several have is in each of their sections.
    SubAccount,
    /// By group.
    Group,
}

/// A section: a sub-account or a group by its id, or the phones that are in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SectionId {
    /// The phones that a sub-account has.
    SubAccount(i64),
    /// The phones that no sub-account has.
    NotGiven,
    /// The phones of a group.
    Group(i64),
    /// The phones of no group.
    Ungrouped,
}

/// Filter and window of the sections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionQuery {
    /// Sorting of the phones.
    pub sorting: Sorting,
    /// Part of a section's name or number, or of a phone's name or id; empty for all.
    pub keyword: String,
    /// Sections left out before the page.
    pub offset: i64,
    /// Sections of the page.
    pub limit: i64,
}

/// A section that has phones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Identity of the section.
    pub id: SectionId,
    /// Name of the sub-account or of the group; empty for one without a name, and for phones in none.
    pub name: String,
    /// Masked number of the sub-account; empty otherwise.
    pub phone: String,
    /// Whether the sub-account is switched off.
    pub switched_off: bool,
    /// Number of phones that match.
    pub total: i64,
    /// Number of these that somebody controls now.
    pub in_use: i64,
    /// Number of these that are switched off.
    pub off: i64,
    /// Number of these that are unwell though on, or whose change failed.
    pub failed: i64,
}

/// A page of sections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionPage {
    /// Sections of the page; the phones in none are the last one.
    pub list: Vec<Section>,
    /// Number of sections that have phones.
    pub total: i64,
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = Nullable<BigInt>)]
    section: Option<i64>,
    #[diesel(sql_type = SmallInt)]
    status_code: i16,
    #[diesel(sql_type = Bool)]
    power_on: bool,
    /// Whether the keyword is part of the name or id of these phones.
    #[diesel(sql_type = Bool)]
    hit: bool,
    #[diesel(sql_type = BigInt)]
    n: i64,
    #[diesel(sql_type = BigInt)]
    in_use: i64,
}

impl Sorting {
    /// The column that names a phone's section, and the join that it needs.
    const fn column(self) -> (&'static str, &'static str) {
        match self {
            Self::SubAccount => (
                "a.member_id",
                " LEFT JOIN allotments a ON a.phone_id = p.id AND a.owner_id = p.owner_id AND a.ended_ms IS NULL",
            ),
            Self::Group => ("p.group_id", ""),
        }
    }

    const fn section(self, id: Option<i64>) -> SectionId {
        match (self, id) {
            (Self::SubAccount, Some(id)) => SectionId::SubAccount(id),
            (Self::SubAccount, None) => SectionId::NotGiven,
            (Self::Group, Some(id)) => SectionId::Group(id),
            (Self::Group, None) => SectionId::Ungrouped,
        }
    }
}

/// A sub-account's or a group's name, in the order of the wall.
pub(super) struct Named {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) phone: String,
    switched_off: bool,
}

impl Named {
    /// Whether a keyword is a part of the name or of the masked number, or the whole number.
    pub(super) fn matches(&self, keyword: &str) -> bool {
        let number = match PhoneNumber::parse(keyword) {
            Ok(number) => number.masked() == self.phone,
            Err(_) => self.phone.contains(keyword),
        };
        number || text::key(&self.name).contains(&text::key(keyword))
    }
}

/// Sub-accounts, the newest first, or groups by name.
pub(super) fn names(
    conn: &mut AnyConn,
    owner_id: i64,
    sorting: Sorting,
) -> Result<Vec<Named>, StoreError> {
    match sorting {
        Sorting::SubAccount => {
            let rows: Vec<(i64, String, Option<String>, Option<i64>)> = members::table
                .filter(members::parent_id.eq(owner_id))
                .order((members::sub_since_ms.desc(), members::id.desc()))
                .select((
                    members::id,
                    members::sub_name,
                    members::phone,
                    members::sub_off_ms,
                ))
                .load(conn)?;
            let named =
                |(id, name, phone, off_ms): (i64, String, Option<String>, Option<i64>)| Named {
                    id,
                    name,
                    phone: phone.as_deref().map_or_else(String::new, masked),
                    switched_off: off_ms.is_some(),
                };
            Ok(rows.into_iter().map(named).collect())
        }
        Sorting::Group => {
            let rows: Vec<(i64, String)> = phone_groups::table
                .filter(phone_groups::member_id.eq(owner_id))
                .order((phone_groups::name_key, phone_groups::id))
                .select((phone_groups::id, phone_groups::name))
                .load(conn)?;
            let named = |(id, name)| Named {
                id,
                name,
                phone: String::new(),
                switched_off: false,
            };
            Ok(rows.into_iter().map(named).collect())
        }
    }
}

/// Phones of the actor by section: a fixed number of statements, however many sections and phones there are.
pub async fn sections(
    store: &Store,
    actor: &Actor,
    query: SectionQuery,
) -> Result<SectionPage, StoreError> {
    let me = actor.member_id();
    store
        .run(move |conn| {
            let names = names(conn, me, query.sorting)?;
            let mut counted = counted(conn, me, &query, &names)?;
            let known = names.into_iter().filter_map(|named| {
                let counts = counted.remove(&Some(named.id))?;
                Some(Section {
                    id: query.sorting.section(Some(named.id)),
                    name: named.name,
                    phone: named.phone,
                    switched_off: named.switched_off,
                    ..counts
                })
            });
            let mut list: Vec<Section> = known.collect();
            list.extend(counted.remove(&None));
            let size = |n: i64| usize::try_from(n).unwrap_or_default();
            let total = i64::try_from(list.len()).unwrap_or(i64::MAX);
            let page = list
                .into_iter()
                .skip(size(query.offset))
                .take(size(query.limit));
            Ok(SectionPage {
                list: page.collect(),
                total,
            })
        })
        .await
}

/// Counts by section. A section that the keyword names has all its phones; of the others those count that the keyword names.
fn counted(
    conn: &mut AnyConn,
    owner_id: i64,
    query: &SectionQuery,
    names: &[Named],
) -> Result<HashMap<Option<i64>, Section>, StoreError> {
    let (column, join) = query.sorting.column();
    let sql = format!(
        "SELECT {column} AS section, p.status_code, p.power_on, (p.alias_key LIKE $1 ESCAPE '\\' OR p.owl_id LIKE $2 ESCAPE '\\') AS hit, \
         count(*) AS n, count(s.phone_id) AS in_use FROM phones p{join} LEFT JOIN seats s ON s.phone_id = p.id AND s.state = $3 \
         WHERE p.owner_id = $4 AND p.recycled_ms IS NULL GROUP BY 1, 2, 3, 4"
    );
    let (name, id) = patterns(&query.keyword);
    let counts = diesel::sql_query(sql)
        .bind::<Text, _>(name)
        .bind::<Text, _>(id)
        .bind::<SmallInt, _>(CONNECTED)
        .bind::<BigInt, _>(owner_id);
    let rows: Vec<Counted> = prepared(counts).load(conn)?;
    let named: HashSet<i64> = names
        .iter()
        .filter(|named| !query.keyword.is_empty() && named.matches(&query.keyword))
        .map(|named| named.id)
        .collect();
    let counts = |row: &Counted| row.hit || row.section.is_some_and(|id| named.contains(&id));
    let mut sections: HashMap<Option<i64>, Section> = HashMap::new();
    for row in rows.into_iter().filter(counts) {
        let section = sections.entry(row.section).or_insert_with(|| Section {
            id: query.sorting.section(row.section),
            name: String::new(),
            phone: String::new(),
            switched_off: false,
            total: 0,
            in_use: 0,
            off: 0,
            failed: 0,
        });
        let doing = doing_of(row.status_code, row.power_on);
        section.total += row.n;
        section.in_use += row.in_use;
        section.off += if doing == Some(PhoneActivity::Off) {
            row.n
        } else {
            0
        };
        section.failed += if doing == Some(PhoneActivity::Failed) {
            row.n
        } else {
            0
        };
    }
    Ok(sections)
}
