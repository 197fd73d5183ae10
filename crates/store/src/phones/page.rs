//! Finds the phones of a page of the list, and the number of matches.
//!
//! Own phones are found by their owner and sorted by one of three indexes; a part of a name is searched among the owner's own rows, which
//! are ten thousand at most. Phones of others are few: they are read whole, filtered in memory, see [`super::shared`], and
//! merged in by rank.

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::phones::{
    EXPIRING_MS, InGroup, ListFilter, ListQuery, Power, Relation, Rental, SortOrder, SortType,
    Status,
};

use super::keywords::Words;
use super::list_key::Key;
use super::shared::SharedPhones;
use crate::db::among::among;
use crate::db::conn::{AnyConn, Backend};
use crate::db::contains::contains;
use crate::db::found_by::found_by;
use crate::db::schema::{grants, phone_tags, phones, tags};
use crate::error::StoreError;

type Query<'a> = phones::BoxedQuery<'a, Backend>;

/// A page, and the total number of matches.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FoundPage {
    pub(super) total: i64,
    pub(super) ids: Vec<i64>,
}

pub(super) struct Question<'a> {
    pub(super) member_id: i64,
    pub(super) query: &'a ListQuery,
    pub(super) words: &'a Words,
    pub(super) now_ms: i64,
}

impl Question<'_> {
    /// Finds a page. `own_in_all` is the number of the member's own phones, whatever the query.
    pub(super) fn page(
        &self,
        conn: &mut AnyConn,
        shared: &SharedPhones,
        own_in_all: i64,
    ) -> Result<FoundPage, StoreError> {
        let own_total = self.own_total(conn, own_in_all)?;
        let found_in = |alias_key: &str, owl_id: &str| self.words.found_in(alias_key, owl_id);
        let mut others = shared.matching(conn, self.query, found_in, self.now_ms)?;
        if self.query.order == SortOrder::Desc {
            others.reverse();
        }
        let offset = self.query.offset();
        let size = i64::from(self.query.page_size);
        // All phones of others may stand before the page, or in it: as many more own ones are read on either side.
        let from = (offset - count(others.len())).max(0);
        let window = if from < own_total {
            self.keys(conn, from, size + offset - from + count(others.len()))?
        } else {
            Vec::new()
        };
        Ok(FoundPage {
            total: own_total + count(others.len()),
            ids: merged(&window, from, &others, self.query.order, offset, size),
        })
    }

    fn own_total(&self, conn: &mut AnyConn, own_in_all: i64) -> Result<i64, StoreError> {
        let filter = &self.query.filter;
        let all = ListFilter {
            relation: filter
                .relation
                .filter(|relation| *relation == Relation::Own),
            ..ListFilter::default()
        };
        if filter.relation == Some(Relation::Granted) {
            Ok(0)
        } else if *filter == all && matches!(self.words, Words::None) {
            Ok(own_in_all)
        } else {
            Ok(self.own().select(count_star()).first(conn)?)
        }
    }

    /// Keys of `len` own matches from the position `from` on, in the list's order.
    fn keys(&self, conn: &mut AnyConn, from: i64, len: i64) -> Result<Vec<Key>, StoreError> {
        let query = self.ordered(self.own()).offset(from).limit(len);
        let at = |(id, at): (i64, i64)| Key::at(at, id);
        Ok(match self.query.sort {
            SortType::AssignTime => {
                let rows = query.select((phones::id, phones::assign_ms)).load(conn)?;
                rows.into_iter().map(at).collect()
            }
            SortType::Expiry => {
                let rows = query.select((phones::id, phones::expire_ms)).load(conn)?;
                rows.into_iter().map(at).collect()
            }
            SortType::NameInitial => {
                let rows: Vec<(i64, String)> =
                    query.select((phones::id, phones::sort_key)).load(conn)?;
                rows.into_iter()
                    .map(|(id, text)| Key::named(text, id))
                    .collect()
            }
        })
    }

    /// The query of own phones that match.
    fn own(&self) -> Query<'_> {
        let filter = &self.query.filter;
        let mut query = phones::table
            .into_boxed::<Backend>()
            .filter(phones::owner_id.eq(self.member_id));
        query = match filter.group {
            Some(InGroup::Group(id)) => query.filter(phones::group_id.eq(id)),
            Some(InGroup::None) => query.filter(phones::group_id.is_null()),
            None => query,
        };
        if let Some(tag_id) = filter.tag_id {
            let carriers = phone_tags::table
                .inner_join(tags::table)
                .filter(phone_tags::tag_id.eq(tag_id))
                .filter(tags::member_id.eq(self.member_id));
            query = query.filter(found_by(phones::id, carriers.select(phone_tags::phone_id)));
        }
        if filter.relation == Some(Relation::SharedOut) {
            let lent = grants::table
                .filter(grants::owner_id.eq(self.member_id))
                .filter(grants::ended_ms.is_null())
                .filter(grants::expire_ms.gt(self.now_ms));
            query = query.filter(found_by(phones::id, lent.select(grants::phone_id)));
        }
        self.by_words(self.by_rental(by_state(query, filter)))
    }

    fn by_rental<'a>(&self, query: Query<'a>) -> Query<'a> {
        let (now, soon) = (self.now_ms, self.now_ms + EXPIRING_MS);
        match self.query.filter.rental {
            None => query,
            Some(Rental::Active) => query.filter(phones::expire_ms.gt(soon)),
            Some(Rental::Expiring) => query
                .filter(phones::expire_ms.gt(now))
                .filter(phones::expire_ms.le(soon)),
            Some(Rental::Expired) => query
                .filter(phones::expire_ms.le(now))
                .filter(phones::recycled_ms.is_null()),
            Some(Rental::Recycled) => query.filter(phones::recycled_ms.is_not_null()),
        }
    }

    fn by_words<'a>(&'a self, query: Query<'a>) -> Query<'a> {
        match self.words {
            Words::None => query,
            Words::Part(word) => query.filter(
                contains(phones::alias_key, &word.name).or(contains(phones::owl_id, &word.id)),
            ),
            Words::Several(several) => query.filter(among(phones::id, &several.own)),
        }
    }

    fn ordered<'a>(&self, query: Query<'a>) -> Query<'a> {
        match (self.query.sort, self.query.order) {
            (SortType::AssignTime, SortOrder::Asc) => {
                query.order((phones::assign_ms.asc(), phones::id.asc()))
            }
            (SortType::AssignTime, SortOrder::Desc) => {
                query.order((phones::assign_ms.desc(), phones::id.desc()))
            }
            (SortType::Expiry, SortOrder::Asc) => {
                query.order((phones::expire_ms.asc(), phones::id.asc()))
            }
            (SortType::Expiry, SortOrder::Desc) => {
                query.order((phones::expire_ms.desc(), phones::id.desc()))
            }
            (SortType::NameInitial, SortOrder::Asc) => {
                query.order((phones::sort_key.asc(), phones::id.asc()))
            }
            (SortType::NameInitial, SortOrder::Desc) => {
                query.order((phones::sort_key.desc(), phones::id.desc()))
            }
        }
    }
}

/// Filters by status and switch, for those that the rule accepts.
fn by_state<'a>(query: Query<'a>, filter: &ListFilter) -> Query<'a> {
    let meant = |switches: &[Power]| -> Vec<i16> {
        let wants = |status: &Status| {
            [Power::On, Power::Off]
                .iter()
                .all(|power| filter.wants(*status, *power) == switches.contains(power))
        };
        let codes = Status::ALL.into_iter().filter(wants);
        codes.map(Status::code).collect()
    };
    let either = meant(&[Power::On, Power::Off]);
    if either.len() == Status::ALL.len() {
        return query;
    }
    query.filter(
        among(phones::status_code, either)
            .or(among(phones::status_code, meant(&[Power::On])).and(phones::power_on.eq(true)))
            .or(among(phones::status_code, meant(&[Power::Off])).and(phones::power_on.eq(false))),
    )
}

/// A length in memory as the database's integer.
pub(super) fn count(things: usize) -> i64 {
    i64::try_from(things).unwrap_or(i64::MAX)
}

/// The page of two lists in one order. `window` are own keys from the position `from` on, `others` the keys of every other phone; keys
/// before the window come before the page.
fn merged(
    window: &[Key],
    from: i64,
    others: &[Key],
    order: SortOrder,
    offset: i64,
    size: i64,
) -> Vec<i64> {
    let before = |a: &Key, b: &Key| match order {
        SortOrder::Asc => a < b,
        SortOrder::Desc => a > b,
    };
    let passed = match window.first() {
        Some(first) if from > 0 => others.iter().take_while(|key| before(key, first)).count(),
        _ => 0,
    };
    let mut own = window.iter().peekable();
    let mut others = others.iter().skip(passed).peekable();
    let mut rank = from + count(passed);
    let mut page = Vec::new();
    while rank < offset + size {
        let next = match (own.peek(), others.peek()) {
            (Some(a), Some(b)) if before(a, b) => own.next(),
            (_, Some(_)) => others.next(),
            (_, None) => own.next(),
        };
        let Some(key) = next else { break };
        if rank >= offset {
            page.push(key.id);
        }
        rank += 1;
    }
    page
}
