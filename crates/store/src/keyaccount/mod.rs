//! Enterprise overview of a member: its phones by sub-account or by group, who works at them, when they end, and what was spent by month.
//!
//! Every question is about the actor's own phones and orders: a sub-account that asks is answered about its own, never about its parent's.

mod overview;
mod sections;
mod spend;
mod wall;

pub use overview::{End, Overview, overview};
pub use sections::{Section, SectionId, SectionPage, SectionQuery, Sorting, sections};
pub(crate) use spend::this_month;
pub use spend::{MonthSpend, Spend, SpendQuery, Spender, spend};
pub use wall::{WallError, WallPage, WallPhone, WallQuery, Worker, wall};

use domain::text;

use crate::db::search::containing;

/// Patterns of a searched name and id; those of an empty keyword match every phone.
fn patterns(keyword: &str) -> (String, String) {
    (
        containing(&text::key(keyword)),
        containing(&keyword.to_uppercase()),
    )
}
