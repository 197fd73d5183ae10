//! The end of rentals: reminders, grace, recycle bin, and the wipe that makes a phone stock again.
//!
//! Each step of a phone is one statement that finds it as it was read, in one transaction with the message that tells of it: it happens once,
//! whatever number of servers look and wherever one of them dies.

mod advance;
mod auto_renew;
mod link;
mod page;
mod purge;
mod remind;

use diesel::prelude::*;
use domain::notices::{Message, RentalNews, Rented};
use domain::orders::OrderRules;
use domain::phones::rental::Term;
use strum::IntoStaticStr;
use thiserror::Error;

use crate::access::ClaimError;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::phones;
use crate::error::{StoreError, faults};
use crate::reminders;

pub use advance::{advance, due};
pub use auto_renew::{AutoRenewWish, set_auto_renew};
pub use link::{calendar_token, end_calendar_token, ends_at, renew_calendar_token};
pub use page::{Bin, BinPage, BinQuery, Binned, Purged, PurgedPage, bin, ends, purged};
pub use purge::give_up;
pub(crate) use purge::{take, wiped};

/// Reason why phones were not given up.
#[derive(Debug, Error)]
pub enum RecycleError {
    /// A phone does not exist, or belongs to somebody else.
    #[error("no such phone")]
    Unknown,
    /// A phone is visible to the member, but not owned.
    #[error("the right is not enough")]
    Right,
    /// A phone's rental is not over.
    #[error("the rental is not over")]
    NotOver,
    /// The agreement was not accepted.
    #[error("the agreement is not accepted")]
    Agreement,
    /// The agreement that was shown is not the version in force any more.
    #[error("the agreement changed")]
    AgreementChanged,
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(RecycleError);

impl From<ClaimError> for RecycleError {
    fn from(error: ClaimError) -> Self {
        match error {
            ClaimError::Unknown => Self::Unknown,
            ClaimError::Right => Self::Right,
            ClaimError::Fault(fault) => Self::Fault(fault),
        }
    }
}

/// Step at the end of rentals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Step {
    /// Members are reminded of rentals that end soon.
    Remind,
    /// Rentals are over, and the grace begins.
    End,
    /// Phones go into the recycle bin.
    Recycle,
    /// Phones are wiped.
    Purge,
}

/// A step that is due for phones of one member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Due {
    /// Step to carry out.
    pub step: Step,
    /// Id of the member who rents the phones.
    pub member_id: i64,
    /// Ids of the phones, at most [`AT_ONCE`].
    pub phone_ids: Vec<i64>,
}

/// A rented phone as a step reads it.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = phones)]
struct RentedPhone {
    id: i64,
    owl_id: String,
    alias: String,
    configuration_id: i64,
    expire_ms: i64,
    ended_ms: Option<i64>,
    recycled_ms: Option<i64>,
    reminded: i16,
}

impl RentedPhone {
    const fn term(&self) -> Term {
        Term {
            expire_ms: self.expire_ms,
            ended_ms: self.ended_ms,
            recycled_ms: self.recycled_ms,
        }
    }
}

/// Reads and locks those of these phones that the member rents, by id; nobody else changes them until the transaction ends.
fn held(tx: &mut AnyConn, member_id: i64, ids: &[i64]) -> Result<Vec<RentedPhone>, StoreError> {
    let query = phones::table
        .filter(among(phones::id, ids))
        .filter(phones::owner_id.eq(member_id))
        .order(phones::id);
    Ok(match tx {
        AnyConn::Pg(c) => query
            .select(RentedPhone::as_select())
            .for_no_key_update()
            .load(c)?,
        AnyConn::Sqlite(c) => query.select(RentedPhone::as_select()).load(c)?,
    })
}

/// Sends a member one message about phones, each with its moment, Unix milliseconds.
fn tell(
    tx: &mut AnyConn,
    rules: &OrderRules,
    member_id: i64,
    news: RentalNews,
    about: &[(&RentedPhone, i64)],
    now_ms: i64,
) -> Result<(), StoreError> {
    let Some((at, phones)) = moments(rules, about) else {
        return Ok(());
    };
    let message = Message::Rental { news, at, phones };
    reminders::write(tx, member_id, &message, now_ms)
}

/// The span of the moments of phones, for people, and the phones as a message names them; none without any phone.
fn moments(rules: &OrderRules, about: &[(&RentedPhone, i64)]) -> Option<(String, Vec<Rented>)> {
    let moments = || about.iter().map(|(_, at_ms)| *at_ms);
    let words = |at_ms| rules.zone.minute_of(at_ms);
    let (first, last) = (words(moments().min()?), words(moments().max()?));
    let at = if first == last {
        first
    } else {
        format!("{first} – {last}")
    };
    let named = |(phone, _): &(&RentedPhone, i64)| Rented {
        phone_id: phone.id,
        name: phone.alias.clone(),
    };
    Some((at, about.iter().map(named).collect()))
}
