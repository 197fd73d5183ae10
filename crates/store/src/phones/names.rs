//! The names, ids and orders of large accounts, kept in memory: no index of either database finds two Chinese characters in the middle of a
//! name, or the twenty-thousandth phone of an order without passing over all before it. A snapshot is right as long as the account's count of
//! changes is the same; else it is read anew.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use diesel::prelude::*;
use domain::phones::{SortOrder, SortType};
use memchr::memmem;

use super::find::count;
use super::tallies;
use crate::conn::AnyConn;
use crate::fault::Fault;
use crate::schema::phones;

/// Phones on the shelf, of all accounts: some 90 bytes each.
const SHELF_MAX: usize = 1_000_000;
/// Accounts of which it is remembered that they asked for a page far down.
const ASKED_MAX: usize = 64;
/// Searches that an account's snapshot remembers.
const SEARCHES_MAX: usize = 4;
/// Ends a name and an id: searched words contain no line end.
const END: char = '\n';

/// The snapshots in use.
#[derive(Default)]
pub(crate) struct Shelf(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    by_owner: HashMap<i64, (Arc<Names>, u64)>,
    /// Rises with every use.
    uses: u64,
    /// Which accounts asked for a page far down without a snapshot, and at which count of changes.
    asked: VecDeque<(i64, i64)>,
}

/// One account's names at one count of changes.
pub(super) struct Names {
    changes: i64,
    ids: Vec<i64>,
    /// Key of the name and id in upper case of each phone, each with [`END`].
    text: String,
    /// Where each phone begins in `text`.
    starts: Vec<usize>,
    /// When each phone's rental ends.
    ends: Vec<i64>,
    /// The phones in the order of each sort, ascending.
    by_assign: Vec<u32>,
    by_expiry: Vec<u32>,
    by_name: Vec<u32>,
    /// The last searches: a list is asked for again and again, and page after page.
    searches: Mutex<VecDeque<(String, Arc<Hits>)>>,
}

/// What a search found.
pub(super) struct Hits {
    /// Of each phone, whether.
    hit: Vec<bool>,
    total: i64,
}

impl Hits {
    /// How many.
    pub(super) fn total(&self) -> i64 {
        self.total
    }
}

impl Shelf {
    /// The names as they are now.
    pub(super) fn names(&self, conn: &mut AnyConn, owner_id: i64) -> Result<Arc<Names>, Fault> {
        // Read before the names: a change between the two makes the snapshot old, never wrong.
        let changes = tallies::changes(conn, owner_id)?;
        if let Some(names) = self.kept(owner_id, changes) {
            return Ok(names);
        }
        let names = Arc::new(Names::load(conn, owner_id, changes)?);
        self.keep(owner_id, Arc::clone(&names));
        Ok(names)
    }

    /// The same for a page far down: to read all names pays from the second such page on, so the first may be walked to.
    pub(super) fn names_for_depth(
        &self,
        conn: &mut AnyConn,
        owner_id: i64,
    ) -> Result<Option<Arc<Names>>, Fault> {
        let changes = tallies::changes(conn, owner_id)?;
        if let Some(names) = self.kept(owner_id, changes) {
            return Ok(Some(names));
        }
        if !self.asked_before(owner_id, changes) {
            return Ok(None);
        }
        let names = Arc::new(Names::load(conn, owner_id, changes)?);
        self.keep(owner_id, Arc::clone(&names));
        Ok(Some(names))
    }

    /// Whether this account asked for a page far down at this count of changes; remembers that it did.
    fn asked_before(&self, owner_id: i64, changes: i64) -> bool {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let before = kept.asked.contains(&(owner_id, changes));
        kept.asked.retain(|(owner, _)| *owner != owner_id);
        kept.asked.truncate(ASKED_MAX - 1);
        kept.asked.push_front((owner_id, changes));
        before
    }

    fn kept(&self, owner_id: i64, changes: i64) -> Option<Arc<Names>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let now = kept.uses;
        let (names, used) = kept.by_owner.get_mut(&owner_id)?;
        *used = now;
        (names.changes == changes).then(|| Arc::clone(names))
    }

    fn keep(&self, owner_id: i64, names: Arc<Names>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = kept.uses;
        kept.by_owner.insert(owner_id, (names, now));
        // The one longest unused leaves first; a single account may be larger than the shelf.
        while kept.by_owner.len() > 1
            && kept
                .by_owner
                .values()
                .map(|(names, _)| names.ids.len())
                .sum::<usize>()
                > SHELF_MAX
        {
            let oldest = kept.by_owner.iter().min_by_key(|(_, (_, used))| *used);
            let Some(oldest) = oldest.map(|(owner, _)| *owner) else {
                break;
            };
            kept.by_owner.remove(&oldest);
        }
    }
}

impl Names {
    fn load(conn: &mut AnyConn, owner_id: i64, changes: i64) -> Result<Self, Fault> {
        let mut rows: Vec<(i64, String, String, i64, i64, String)> = phones::table
            .filter(phones::owner_id.eq(owner_id))
            .select((
                phones::id,
                phones::alias_key,
                phones::owl_id,
                phones::assign_ms,
                phones::expire_ms,
                phones::sort_key,
            ))
            .load(conn)?;
        rows.sort_unstable_by_key(|row| row.0);
        let mut text = String::new();
        let mut starts = Vec::with_capacity(rows.len());
        for (_, alias_key, owl_id, ..) in &rows {
            starts.push(text.len());
            for word in [alias_key, owl_id] {
                text.push_str(word);
                text.push(END);
            }
        }
        // Rows are by id: equal keys stay so.
        let order = |by: &dyn Fn(&u32, &u32) -> std::cmp::Ordering| {
            let mut order: Vec<u32> = (0..).take(rows.len()).collect();
            order.sort_by(by);
            order
        };
        let row = |at: &u32| &rows[*at as usize];
        Ok(Self {
            changes,
            ids: rows.iter().map(|row| row.0).collect(),
            by_assign: order(&|a, b| row(a).3.cmp(&row(b).3)),
            by_expiry: order(&|a, b| row(a).4.cmp(&row(b).4)),
            by_name: order(&|a, b| row(a).5.cmp(&row(b).5)),
            ends: rows.iter().map(|row| row.4).collect(),
            text,
            starts,
            searches: Mutex::default(),
        })
    }

    /// The phones whose name contains `lower` or whose id contains `upper`.
    pub(super) fn search(&self, lower: &str, upper: &str) -> Arc<Hits> {
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, hits)) = searches.iter().find(|(word, _)| word == lower) {
            return Arc::clone(hits);
        }
        let mut hit = vec![false; self.ids.len()];
        // Names have no capitals and ids nothing else: neither word is found in the other's place.
        self.mark(lower, &mut hit);
        if upper != lower {
            self.mark(upper, &mut hit);
        }
        let hits = Arc::new(Hits {
            total: count(hit.iter().filter(|hit| **hit).count()),
            hit,
        });
        searches.truncate(SEARCHES_MAX - 1);
        searches.push_front((lower.to_owned(), Arc::clone(&hits)));
        hits
    }

    /// The phones whose rental ends after the one moment and until the other, where they are given.
    pub(super) fn ending(&self, after: Option<i64>, until: Option<i64>) -> Hits {
        let within = |end: i64| {
            after.is_none_or(|after| end > after) && until.is_none_or(|until| end <= until)
        };
        let hit: Vec<bool> = self.ends.iter().map(|end| within(*end)).collect();
        Hits {
            total: count(hit.iter().filter(|hit| **hit).count()),
            hit,
        }
    }

    /// `take` of the phones found, in the list's order, after the first `skip`.
    pub(super) fn page(
        &self,
        hits: &Hits,
        sort: SortType,
        order: SortOrder,
        skip: usize,
        take: usize,
    ) -> Vec<i64> {
        let positions = match sort {
            SortType::AssignTime => &self.by_assign,
            SortType::Expiry => &self.by_expiry,
            SortType::NameInitial => &self.by_name,
        };
        let found = |at: &&u32| hits.hit[**at as usize];
        let id = |at: &u32| self.ids[*at as usize];
        match order {
            SortOrder::Asc => positions
                .iter()
                .filter(found)
                .skip(skip)
                .take(take)
                .map(id)
                .collect(),
            SortOrder::Desc => {
                let positions = positions.iter().rev();
                positions
                    .filter(found)
                    .skip(skip)
                    .take(take)
                    .map(id)
                    .collect()
            }
        }
    }

    fn mark(&self, word: &str, hit: &mut [bool]) {
        let finder = memmem::Finder::new(word);
        let text = self.text.as_bytes();
        let (mut from, mut at) = (0, 0);
        while let Some(found) = finder.find(&text[from..]) {
            // The last phone that begins at or before it.
            at += self.starts[at..].partition_point(|start| *start <= from + found) - 1;
            hit[at] = true;
            at += 1;
            let Some(next) = self.starts.get(at) else {
                break;
            };
            from = *next;
        }
    }
}
