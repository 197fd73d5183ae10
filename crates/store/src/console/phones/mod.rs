//! All phones as operators find them, whoever rents them.

mod counts;
mod find;
mod history;
mod note;
mod stock;
mod taking;
mod view;

pub(super) use counts::counted;
pub use counts::{KindCount, PhoneCounts, counts};
pub use find::{FoundPhones, PhoneFilter, PhoneState, find};
pub use history::{EVENTS_AT_ONCE, Event, EventKind, history};
pub use note::{NoteError, note_export, write_note};
pub use stock::{PhoneAtAddress, RemoveError, add, known, remove};
pub use taking::{TakeError, take_back};
pub use view::{Controller, GrantInForce, PhoneRow, PhoneView, look, view};
