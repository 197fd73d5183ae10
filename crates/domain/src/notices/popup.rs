//! Popups: which announcements open by themselves, in what order, and the browser's record of confirmed ones.

use crate::every;
use strum::{EnumCount, VariantArray};

/// Popups that are fetched at once.
pub const FETCHED: u32 = 300;
/// Key of the records of confirmed popups in the browser's storage.
pub const STORED_AS: &str = "notifyList";

/// Frequency of a popup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
pub enum Frequency {
    /// Whenever the list is opened.
    EveryTime = 1,
    /// Once on each day of the operator's zone.
    OnceADay = 2,
    /// Once after each change.
    Once = 3,
}

impl Frequency {
    /// The complete list of frequencies.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire's number; a popup with another number is never shown.
    pub fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|each| *each as i64 == number)
    }
}

/// A popup that may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Popup {
    /// Announcement's id.
    pub id: i64,
    /// Revision, raised with each change.
    pub revision: i64,
    /// The wire's `popFrequency`.
    pub frequency: i64,
    /// Priority; the smaller comes first.
    pub priority: i64,
}

/// The browser's record of a confirmed popup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Announcement's id.
    pub id: i64,
    /// Revision at the time of the confirmation.
    pub revision: i64,
    /// The operator's day on which the popup was confirmed, as `2026-11-26`; empty for a frequency that does not use it.
    pub last_date: String,
    /// Whether the popup was confirmed for good.
    pub popped: bool,
}

/// Whether a popup is shown on the operator's day `today`. A record of another revision is ignored.
pub fn shows(popup: &Popup, record: Option<&Record>, today: &str) -> bool {
    let record = record.filter(|r| r.id == popup.id && r.revision == popup.revision);
    match Frequency::from_number(popup.frequency) {
        Some(Frequency::EveryTime) => true,
        Some(Frequency::OnceADay) => record.is_none_or(|r| r.last_date != today),
        Some(Frequency::Once) => record.is_none_or(|r| !r.popped),
        None => false,
    }
}

/// Ids of the popups that are shown, in their order.
pub fn queue(popups: &[Popup], records: &[Record], today: &str) -> Vec<i64> {
    let mut shown: Vec<&Popup> = Vec::new();
    for popup in popups {
        let record = records.iter().rev().find(|r| r.id == popup.id);
        if shows(popup, record, today) {
            // Popups of equal priority keep the order in which they came.
            let at = shown.partition_point(|other| other.priority <= popup.priority);
            shown.insert(at, popup);
        }
    }
    shown.iter().map(|popup| popup.id).collect()
}

/// The record to keep after a confirmation; none for popups that come every time.
pub fn confirmed(popup: &Popup, today: &str) -> Option<Record> {
    let (last_date, popped) = match Frequency::from_number(popup.frequency)? {
        Frequency::EveryTime => return None,
        Frequency::OnceADay => (today.to_owned(), false),
        Frequency::Once => (String::new(), true),
    };
    Some(Record {
        id: popup.id,
        revision: popup.revision,
        last_date,
        popped,
    })
}

/// Adds a record; those of other popups stay, the oldest is dropped beyond the limit.
pub fn with_record(mut records: Vec<Record>, new: Record) -> Vec<Record> {
    records.retain(|record| record.id != new.id);
    records.push(new);
    let over = records.len().saturating_sub(FETCHED as usize);
    records.drain(..over);
    records
}
