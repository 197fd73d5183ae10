//! The operators' overview: figures of today, and what waits for a person, each part for those who may see it. One call of a few statements,
//! each of which an index answers alone.

mod first_day;
mod money;
mod people;
mod waits;

use domain::permissions::{
    LIST_MEMBERS, LIST_ORDERS, READ_HOSTS, READ_PHONES, READ_SYSTEM, REFUND_ORDERS,
};
use domain::zone::Zone;

use super::phones::{PhoneCounts, counted};
use crate::Store;
use crate::error::StoreError;
use crate::session::Actor;

pub use first_day::FirstDay;
pub use money::{KindSum, Money, Sold};
pub use people::People;
pub(super) use waits::hanging;
pub use waits::{Batch, Hanging, Mismatched, Opened, RequestedRefund, Unanswered, Undecided};

/// Rows of a list that the overview shows.
const SHOWN: i64 = 3;

/// Figures of today as far as an operator may see them; a part that it may not see is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overview {
    /// Sign-ins and new members of today.
    pub people: Option<People>,
    /// Numbers of phones by what they do, and the stock.
    pub phones: Option<PhoneCounts>,
    /// Phones of each configuration that were sold lately; with the phones.
    pub sold: Vec<Sold>,
    /// Money of today and of the month.
    pub money: Option<Money>,
    /// Refunds to decide about.
    pub refunds: Option<Undecided>,
    /// Payments that fit nothing.
    pub mismatches: Option<Mismatched>,
    /// Operations that run longer than usual.
    pub hanging: Option<Hanging>,
    /// Feedback without an answer.
    pub feedback: Option<Unanswered>,
    /// Steps of a shop in which nobody has ordered, or rents, a phone yet; none in any other.
    pub first_day: Option<FirstDay>,
}

/// Reads the overview of an operator.
pub async fn overview(
    store: &Store,
    actor: &Actor,
    zone: Zone,
    now_ms: i64,
) -> Result<Overview, StoreError> {
    let holds = |permission: &str| actor.holds(permission);
    let (members, phones, orders) = (holds(LIST_MEMBERS), holds(READ_PHONES), holds(LIST_ORDERS));
    let (refunds, hosts, system) = (holds(REFUND_ORDERS), holds(READ_HOSTS), holds(READ_SYSTEM));
    let feedback = holds(domain::feedback::READ);
    if !(members || phones || orders || refunds || hosts || feedback || system) {
        return Ok(Overview::default());
    }
    store
        .run(move |conn| {
            let day_ms = zone.day_end(now_ms, -1);
            Ok(Overview {
                people: (members.then(|| people::today(conn, day_ms))).transpose()?,
                phones: (phones.then(|| counted(conn))).transpose()?,
                sold: (phones.then(|| money::sold(conn, now_ms)))
                    .transpose()?
                    .unwrap_or_default(),
                money: (orders.then(|| money::money(conn, zone, now_ms))).transpose()?,
                refunds: (refunds.then(|| waits::undecided(conn))).transpose()?,
                mismatches: (refunds.then(|| waits::mismatched(conn))).transpose()?,
                hanging: (hosts.then(|| waits::hanging(conn, now_ms))).transpose()?,
                feedback: (feedback.then(|| waits::unanswered(conn))).transpose()?,
                first_day: (system.then(|| first_day::first_day(conn, now_ms)))
                    .transpose()?
                    .flatten(),
            })
        })
        .await
}
