//! Bills: what moved on a day of China, and files that are fetched by a ticket for a short time.

use std::collections::HashMap;

use super::book::Book;
use super::text::{from_china, to_china};
use super::trade::{RefundRow, State, Trade, Which};

const HOUR_MS: i64 = 60 * 60 * 1000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// A line of a bill: a payment, or a refund of it.
pub struct BillLine<'a> {
    pub trade: &'a Trade,
    pub refund: Option<&'a RefundRow>,
    /// Time at which the money moved, Unix milliseconds.
    pub at_ms: i64,
}

/// Begin of a day `2026-11-24`, Unix milliseconds.
pub fn begin_of(day: &str) -> Option<i64> {
    from_china(&format!("{day} 00:00:00"))
}

/// Day `20261124` of a time.
pub fn plain_day(at_ms: i64) -> String {
    let at = to_china(at_ms);
    at.chars().filter(char::is_ascii_digit).take(8).collect()
}

/// Payments and refunds at a wallet on the day that begins at `begin_ms`, the oldest first; none when nothing moved, and before
/// `made_at_hour` of the next day, when the bill is made.
pub fn moved_on(
    book: &Book,
    which: Which,
    begin_ms: i64,
    made_at_hour: i64,
    now_ms: i64,
) -> Option<Vec<BillLine<'_>>> {
    if now_ms < begin_ms + DAY_MS + made_at_hour * HOUR_MS {
        return None;
    }
    let day = begin_ms..begin_ms + DAY_MS;
    let mut moved = Vec::new();
    for trade in book.all().filter(|trade| trade.which == which) {
        let State::Paid(paid_ms) = trade.state else {
            continue;
        };
        moved.push(BillLine {
            trade,
            refund: None,
            at_ms: paid_ms,
        });
        moved.extend(trade.refunds.iter().map(|refund| BillLine {
            trade,
            refund: Some(refund),
            at_ms: refund.done_ms,
        }));
    }
    moved.retain(|one| day.contains(&one.at_ms));
    moved.sort_by(|a, b| (a.at_ms, &a.trade.number).cmp(&(b.at_ms, &b.trade.number)));
    (!moved.is_empty()).then_some(moved)
}

/// Files that are fetched by a ticket, until their time is over.
#[derive(Default)]
pub struct Files(HashMap<String, (Vec<u8>, i64)>);

impl Files {
    /// Keeps a file until `until_ms`; returns the ticket that fetches it.
    pub fn put(&mut self, file: Vec<u8>, until_ms: i64, now_ms: i64) -> String {
        self.0.retain(|_, (_, until_ms)| *until_ms > now_ms);
        let ticket = crate::keys::random_token();
        self.0.insert(ticket.clone(), (file, until_ms));
        ticket
    }

    /// The file of a ticket.
    pub fn get(&self, ticket: &str, now_ms: i64) -> Option<Vec<u8>> {
        let (file, until_ms) = self.0.get(ticket)?;
        (*until_ms > now_ms).then(|| file.clone())
    }
}
