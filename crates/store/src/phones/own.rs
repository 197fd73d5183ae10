//! The statements about one member's own phones: which conditions they have, and whose index serves them.

use diesel::dsl::count_star;
use diesel::prelude::*;
use domain::phones::{
    Doing, EXPIRING_MS, InGroup, ListFilter, Power, Relation, Rental, SortOrder, SortType, Status,
};

use super::find::Question;
use super::tallies::Tallies;
use super::words::Words;
use crate::conn::Backend;
use crate::schema::{grants, phone_tags, phones, tags};

pub(super) type Query<'a> = phones::BoxedQuery<'a, Backend>;

/// Whose index a statement uses: every other condition is written so that none serves it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// The group's.
    Group,
    /// The status's.
    Status,
    /// The switch's.
    Power,
    /// The end's.
    Rental,
    /// A tag's or a grant's: it names the phones itself.
    Pick,
    /// That of whole names, which are added.
    Name,
    /// That of whole ids, which are added.
    Id,
    /// The sort's.
    Order,
}

impl Question<'_> {
    /// The condition that leaves the fewest phones.
    pub(super) fn narrowest(&self, tallies: &Tallies) -> By {
        let filter = &self.query.filter;
        if filter.tag_id.is_some() || filter.relation == Some(Relation::SharedOut) {
            return By::Pick;
        }
        let alone = |part: ListFilter| tallies.matching(&part);
        let group = filter.group.map(|group| {
            let group = Some(group);
            let part = ListFilter {
                group,
                ..ListFilter::default()
            };
            (alone(part), By::Group)
        });
        let status = filter
            .is_by_status()
            .then(|| (alone(by_status(filter)), By::Status));
        let power = filter.power.map(|power| {
            let power = Some(power);
            let part = ListFilter {
                power,
                ..ListFilter::default()
            };
            (alone(part), By::Power)
        });
        let rental = filter
            .rental
            .map(|rental| (tallies.rental(rental), By::Rental));
        [group, status, power, rental]
            .into_iter()
            .flatten()
            .min_by_key(|(n, _)| *n)
            .map_or(By::Order, |(_, by)| by)
    }

    /// Whether a group is all that is asked for.
    pub(super) fn of_one_group(&self) -> bool {
        let filter = &self.query.filter;
        let alone = ListFilter {
            group: filter.group,
            ..ListFilter::default()
        };
        matches!(filter.group, Some(InGroup::Group(_)))
            && *filter == alone
            && matches!(self.words, Words::None)
    }

    /// Whether all phones are asked for, or those whose rental stands in one way.
    pub(super) fn of_rental_alone(&self) -> bool {
        let filter = &self.query.filter;
        let alone = ListFilter {
            rental: filter.rental,
            ..ListFilter::default()
        };
        *filter == alone && matches!(self.words, Words::None)
    }

    /// Own phones that match.
    pub(super) fn own(&self, by: By) -> Query<'_> {
        let query = phones::table.into_boxed::<Backend>();
        // What names phones itself is the way to them, not their owner.
        let query = if matches!(by, By::Pick | By::Id) {
            query.filter((phones::owner_id + 0).eq(self.member_id))
        } else {
            query.filter(phones::owner_id.eq(self.member_id))
        };
        let query = self.by_state(query, by);
        let query = self.by_rental(query, by);
        self.by_part(self.by_pick(query, by))
    }

    fn by_state<'a>(&self, mut query: Query<'a>, by: By) -> Query<'a> {
        let filter = &self.query.filter;
        query = match filter.group {
            // One group has its orders, too.
            Some(InGroup::Group(id))
                if by == By::Group || by == By::Order && self.of_one_group() =>
            {
                query.filter(phones::group_id.eq(id))
            }
            Some(InGroup::Group(id)) => query.filter((phones::group_id + 0).eq(id)),
            Some(InGroup::None) if by == By::Group => query.filter(phones::group_id.is_null()),
            Some(InGroup::None) => query.filter((phones::group_id + 0).is_null()),
            None => query,
        };
        let codes = self.codes.clone();
        query = match codes.as_slice() {
            [] => query,
            // One status has an order of its own.
            [code] if matches!(by, By::Status | By::Order) => {
                query.filter(phones::status_code.eq(*code))
            }
            _ if by != By::Status => query.filter((phones::status_code + 0).eq_any(codes)),
            _ => query.filter(phones::status_code.eq_any(codes)),
        };
        // Of the codes that a word stands for, one is meant with the switch on, or off, alone.
        query = match filter.doing {
            Some(Doing::Failed) => query.filter(
                (phones::status_code + 0)
                    .ne(Status::Abnormal.code())
                    .or(phones::power_on.ne(false)),
            ),
            Some(Doing::Off) => query.filter(phones::power_on.ne(true)),
            Some(Doing::Running | Doing::Busy | Doing::Hold) | None => query,
        };
        match filter.power {
            // Only a phone that is on runs.
            Some(Power::On) if filter.statuses == [Status::Running] => query,
            Some(power) if by == By::Power => query.filter(phones::power_on.eq(power == Power::On)),
            Some(power) => query.filter(phones::power_on.ne(power != Power::On)),
            None => query,
        }
    }

    /// The moment after which the rentals that are asked for end, and that until which they do.
    pub(super) fn ends(&self) -> (Option<i64>, Option<i64>) {
        let (now, soon) = (self.now_ms, self.now_ms + EXPIRING_MS);
        match self.query.filter.rental {
            None => (None, None),
            Some(Rental::Active) => (Some(soon), None),
            Some(Rental::Expiring) => (Some(now), Some(soon)),
            Some(Rental::Expired) => (None, Some(now)),
        }
    }

    fn by_rental<'a>(&self, query: Query<'a>, by: By) -> Query<'a> {
        let (after, until) = self.ends();
        // Sorted by the end, the sort's index is the filter's too.
        let indexed = by == By::Rental || by == By::Order && self.query.sort == SortType::Expiry;
        let query = match after {
            Some(after) if indexed => query.filter(phones::expire_ms.gt(after)),
            Some(after) => query.filter((phones::expire_ms + 0).gt(after)),
            None => query,
        };
        match until {
            Some(until) if indexed => query.filter(phones::expire_ms.le(until)),
            Some(until) => query.filter((phones::expire_ms + 0).le(until)),
            None => query,
        }
    }

    /// A tag that more than a few of the member's phones carry is the member's own: only the gathering asks whose it is.
    fn by_pick<'a>(&self, mut query: Query<'a>, by: By) -> Query<'a> {
        let filter = &self.query.filter;
        let named = by == By::Pick;
        // Passing over rows each is looked up by itself: a count is never turned into a join that reads all that carry the tag.
        if let Some(tag_id) = filter.tag_id {
            let carriers = phone_tags::table.filter(phone_tags::tag_id.eq(tag_id));
            query = if named {
                let own = carriers
                    .inner_join(tags::table)
                    .filter(tags::member_id.eq(self.member_id));
                query.filter(phones::id.eq_any(own.select(phone_tags::phone_id)))
            } else {
                let here = carriers.filter(phone_tags::phone_id.eq(phones::id));
                query.filter(here.select(count_star()).single_value().gt(0))
            };
        }
        if filter.relation == Some(Relation::SharedOut) {
            let in_force = grants::table
                .filter(grants::ended_ms.is_null())
                .filter(grants::expire_ms.gt(self.now_ms));
            query = if named {
                let lent = in_force.filter(grants::owner_id.eq(self.member_id));
                query.filter(phones::id.eq_any(lent.select(grants::phone_id)))
            } else {
                // A phone has one at most; its owner may have lent out thousands.
                let here = in_force
                    .filter(grants::phone_id.eq(phones::id))
                    .filter((grants::owner_id + 0).eq(self.member_id));
                query.filter(here.select(count_star()).single_value().gt(0))
            };
        }
        query
    }

    fn by_part<'a>(&self, query: Query<'a>) -> Query<'a> {
        let Words::Part(lower, upper) = self.words else {
            return query;
        };
        let like = |part: &str| format!("%{}%", escaped(part));
        query.filter(
            phones::alias_key
                .like(like(lower))
                .escape('\\')
                .or(phones::owl_id.like(like(upper)).escape('\\')),
        )
    }

    /// Own phones that match, in the list's order.
    pub(super) fn walked(&self) -> Query<'_> {
        self.ordered(self.own(By::Order))
    }

    /// Whether statuses are all that is asked for: each has its own order.
    pub(super) fn of_statuses_alone(&self) -> bool {
        let filter = &self.query.filter;
        !self.codes.is_empty() && *filter == by_status(filter) && matches!(self.words, Words::None)
    }

    /// Of the asked statuses one, in the list's order.
    pub(super) fn walked_of(&self, code: i16) -> Query<'_> {
        let query = phones::table
            .into_boxed::<Backend>()
            .filter(phones::owner_id.eq(self.member_id))
            .filter(phones::status_code.eq(code));
        let asks = |power| {
            Status::from_code(code).is_some_and(|status| self.query.filter.wants(status, power))
        };
        let query = match (asks(Power::On), asks(Power::Off)) {
            (true, false) => query.filter(phones::power_on.ne(false)),
            (false, true) => query.filter(phones::power_on.ne(true)),
            (true, true) | (false, false) => query,
        };
        self.ordered(query)
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

/// What a filter asks for by status, alone.
pub(super) fn by_status(filter: &ListFilter) -> ListFilter {
    ListFilter {
        statuses: filter.statuses.clone(),
        doing: filter.doing,
        ..ListFilter::default()
    }
}

/// A text as it is within a LIKE pattern with `\` as escape.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
