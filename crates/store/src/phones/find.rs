//! Which phones a page of the list shows, and how many match, without reading the member's other phones one by one.
//!
//! What matches is counted first (kept counts where there are some). Few: their keys are gathered by the filter's own index and sorted
//! here. Many: one of three orders is walked within its index, which also holds what is filtered by, until the page is full; of several
//! statuses each is walked in its own, and they are merged. A part of a name is found among names kept in memory, see [`super::names`],
//! and so is a page far down. Phones of others are merged in by rank.

use std::collections::HashSet;
use std::sync::Arc;

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::phones::{ListFilter, ListQuery, Relation, SortOrder, SortType};

use super::guests::{Guests, IDS_AT_ONCE};
use super::names::{Hits, Names, Shelf};
use super::own::{By, Query, by_status};
use super::tallies::{self, Tallies};
use super::words::Words;
use crate::conn::{AnyConn, Backend};
use crate::fault::Fault;
use crate::schema::phones;

/// A part of a name is looked for in memory in accounts of more phones.
pub(super) const SMALL_ACCOUNT: i64 = 500;
/// Matches that are gathered at most.
const GATHERED_MAX: i64 = 2_000;
/// To gather a match costs as much as to pass over so many rows of an order's index …
const GATHER_COST: i64 = 16;
/// … or over so many, where each is looked up elsewhere.
const GATHER_COST_OF_PICKS: i64 = 2;
/// A page after so many phones is far down.
const FAR_DOWN: i64 = 2_000;

/// Where a phone stands in the list: by the sort's moment or text, then by id.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    at: i64,
    text: String,
    id: i64,
}

impl Key {
    pub(super) fn at(at: i64, id: i64) -> Self {
        let text = String::new();
        Self { at, text, id }
    }

    pub(super) fn named(text: String, id: i64) -> Self {
        Self { at: 0, text, id }
    }
}

/// A page, and how many match in all.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) total: i64,
    pub(super) ids: Vec<i64>,
}

/// Own phones that match, as far as they were read.
enum Own {
    /// All of them, in the list's order.
    All(Vec<Key>),
    /// So many; a page of them is walked to.
    Walked(i64),
    /// Those found among the names in memory.
    Named(Arc<Names>, Arc<Hits>),
}

pub(super) struct Question<'a> {
    pub(super) member_id: i64,
    pub(super) query: &'a ListQuery,
    pub(super) words: &'a Words,
    /// The same as they were typed.
    pub(super) asked: &'a [String],
    /// The asked statuses that any own phone has: often one of several.
    pub(super) codes: Vec<i16>,
    pub(super) now_ms: i64,
    pub(super) shelf: &'a Shelf,
}

impl Question<'_> {
    pub(super) fn page(
        &self,
        conn: &mut AnyConn,
        guests: &Guests,
        tallies: &Tallies,
    ) -> Result<Found, Fault> {
        let own = self.own_matches(conn, tallies)?;
        let own_total = match &own {
            Own::All(keys) => count(keys.len()),
            Own::Walked(total) => *total,
            Own::Named(_, hits) => hits.total(),
        };
        let mut others = guests.matching(conn, self.query, self.words, self.now_ms)?;
        if self.query.order == SortOrder::Desc {
            others.reverse();
        }
        let offset = self.query.offset();
        let size = i64::from(self.query.page_size);
        // Each of the others may stand before the page or in it: so many more own ones are looked at on either side.
        let from = (offset - count(others.len())).max(0);
        let window = self.window(conn, own, from, size + offset - from + count(others.len()))?;
        Ok(Found {
            total: own_total + count(others.len()),
            ids: merged(&window, from, &others, self.query.order, offset, size),
        })
    }

    fn own_matches(&self, conn: &mut AnyConn, tallies: &Tallies) -> Result<Own, Fault> {
        let filter = &self.query.filter;
        let none = filter.is_by_status() && self.codes.is_empty();
        if none || filter.relation == Some(Relation::Granted) {
            return Ok(Own::All(Vec::new()));
        }
        match self.words {
            Words::Whole(names, ids) => {
                let mut keys = self.keys(
                    conn,
                    self.own(By::Name).filter(phones::alias_key.eq_any(names)),
                )?;
                keys.extend(self.keys(conn, self.own(By::Id).filter(phones::owl_id.eq_any(ids)))?);
                self.sort(&mut keys);
                keys.dedup();
                return Ok(Own::All(keys));
            }
            Words::Part(lower, upper)
                if *filter == ListFilter::default() && tallies.all() > SMALL_ACCOUNT =>
            {
                let names = self.shelf.names(conn, self.member_id)?;
                let hits = names.search(lower, upper);
                return Ok(Own::Named(names, hits));
            }
            Words::Part(..) | Words::None => {}
        }
        let total = self.own_total(conn, tallies)?;
        if !self.gathers(total, tallies) {
            if self.of_rental_alone()
                && self.query.offset() >= FAR_DOWN
                && let Some(names) = self.shelf.names_for_depth(conn, self.member_id)?
            {
                let (after, until) = self.ends();
                let hits = Arc::new(names.ending(after, until));
                return Ok(Own::Named(names, hits));
            }
            return Ok(Own::Walked(total));
        }
        let mut keys = self.keys(conn, self.own(self.narrowest(tallies)))?;
        self.sort(&mut keys);
        Ok(Own::All(keys))
    }

    /// Whether to gather `matches` is cheaper than to walk up to the page's end among all phones, or all of one status or group.
    fn gathers(&self, matches: i64, tallies: &Tallies) -> bool {
        let filter = &self.query.filter;
        let picks = filter.tag_id.is_some() || filter.relation == Some(Relation::SharedOut);
        let looked_up = picks || matches!(self.words, Words::Part(..));
        let cost = if looked_up {
            GATHER_COST_OF_PICKS
        } else {
            GATHER_COST
        };
        // One status or one group has an order of its own: of its phones alone some are passed over.
        let among = match self.codes.as_slice() {
            [code] if *filter == by_status(filter) && !looked_up => tallies.with(*code),
            _ if self.of_one_group() => matches,
            _ => tallies.all(),
        };
        let end = self.query.offset() + i64::from(self.query.page_size);
        let walked = among.min(end.saturating_mul(among) / matches.max(1));
        matches <= GATHERED_MAX && matches * cost <= walked
    }

    /// From the kept counts, if there are some for this filter.
    fn own_total(&self, conn: &mut AnyConn, tallies: &Tallies) -> Result<i64, Fault> {
        let filter = &self.query.filter;
        let plain =
            filter.relation != Some(Relation::SharedOut) && matches!(self.words, Words::None);
        let by_state = filter.group.is_some() || filter.is_by_status() || filter.power.is_some();
        match (filter.tag_id, filter.rental) {
            (None, None) if plain => Ok(tallies.matching(filter)),
            (None, Some(rental)) if plain && !by_state => Ok(tallies.rental(rental)),
            (Some(tag_id), None) if plain && !by_state => {
                tallies::tagged(conn, self.member_id, tag_id)
            }
            _ => {
                let query = self.own(self.narrowest(tallies));
                Ok(query.select(count_star()).first(conn)?)
            }
        }
    }

    fn keys(&self, conn: &mut AnyConn, query: Query<'_>) -> Result<Vec<Key>, Fault> {
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

    fn sort(&self, keys: &mut [Key]) {
        match self.query.order {
            SortOrder::Asc => keys.sort_unstable(),
            SortOrder::Desc => keys.sort_unstable_by(|a, b| b.cmp(a)),
        }
    }

    /// `len` own matches from the position `from` on.
    fn window(&self, conn: &mut AnyConn, own: Own, from: i64, len: i64) -> Result<Vec<Key>, Fault> {
        let skip = usize::try_from(from).unwrap_or(usize::MAX);
        let take = usize::try_from(len).unwrap_or(0);
        match own {
            Own::All(keys) => Ok(keys.into_iter().skip(skip).take(take).collect()),
            Own::Walked(_) if self.of_statuses_alone() => match self.codes.as_slice() {
                [code] => self.keys(conn, self.walked_of(*code).offset(from).limit(len)),
                codes if from + len <= FAR_DOWN => {
                    // In the order of all phones those of a few statuses may begin thousands of rows down.
                    let mut keys = Vec::new();
                    for code in codes {
                        keys.extend(self.keys(conn, self.walked_of(*code).limit(from + len))?);
                    }
                    self.sort(&mut keys);
                    Ok(keys.into_iter().skip(skip).take(take).collect())
                }
                _ => self.keys(conn, self.walked().offset(from).limit(len)),
            },
            Own::Walked(_) => self.keys(conn, self.walked().offset(from).limit(len)),
            Own::Named(names, hits) => {
                let (sort, order) = (self.query.sort, self.query.order);
                let ids = names.page(&hits, sort, order, skip, take);
                let mut keys = Vec::with_capacity(ids.len());
                for ids in ids.chunks(IDS_AT_ONCE) {
                    let named = phones::table
                        .into_boxed::<Backend>()
                        .filter(phones::id.eq_any(ids.to_vec()));
                    keys.extend(self.keys(conn, named)?);
                }
                self.sort(&mut keys);
                Ok(keys)
            }
        }
    }

    /// Which of the searched names no visible phone has.
    pub(super) fn not_found(
        &self,
        conn: &mut AnyConn,
        guests: &Guests,
    ) -> Result<Vec<String>, Fault> {
        let Words::Whole(names, ids) = self.words else {
            return Ok(Vec::new());
        };
        let known: Vec<String> = phones::table
            .filter(phones::owner_id.eq(self.member_id))
            .filter(phones::alias_key.eq_any(names))
            .select(phones::alias_key)
            .load(conn)?;
        let known_ids: Vec<String> = phones::table
            .filter((phones::owner_id + 0).eq(self.member_id))
            .filter(phones::owl_id.eq_any(ids))
            .select(phones::owl_id)
            .load(conn)?;
        let mut seen: HashSet<&str> = known.iter().chain(&known_ids).map(String::as_str).collect();
        for (name, id) in guests.names() {
            seen.extend([name, id]);
        }
        Ok(self
            .asked
            .iter()
            .zip(names.iter().zip(ids))
            .filter(|(_, (name, id))| !seen.contains(name.as_str()) && !seen.contains(id.as_str()))
            .map(|(word, _)| word.clone())
            .collect())
    }
}

/// A number of things in memory as the database counts.
pub(super) fn count(things: usize) -> i64 {
    i64::try_from(things).unwrap_or(i64::MAX)
}

/// The page of two lists in one order. `window` are own keys from the position `from` on, `others` all of the others; what stands before
/// the window stands before the page.
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
