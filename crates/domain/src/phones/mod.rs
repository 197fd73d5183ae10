//! Cloud phones: their statuses, what may be done with them, and the list of them.

mod ability;
mod actions;
mod activity;
mod addresses;
mod batch;
#[cfg(not(target_arch = "wasm32"))]
pub mod calendar;
mod cause;
mod list;
mod note;
pub mod rental;
mod status;
mod taking;
mod trouble;
mod unwell;

use crate::lang::Words;
pub use crate::text::names::{
    InvalidName as InvalidAlias, NAME_MAX_CHARS as ALIAS_MAX_CHARS, Name as Alias,
};
pub use ability::{Ability, Unable};
pub use actions::{Action, Refusal, Situation};
pub use activity::PhoneActivity;
pub use addresses::{
    ADB_PORT, ADDRESSES_MAX, InvalidAddress, Line, is_address, parse_addresses, read_addresses,
};
pub use batch::{AUTHORIZE_MAX, BATCH_MAX, GROUP_MAX, GROUP_MIN, PUSH_FILES_MAX, refuses_shared};
pub use cause::ScreenCause;
pub use list::{
    DEFAULT_PAGE_SIZE, InGroup, InvalidListQuery, KEYWORD_MAX_CHARS, KEYWORDS_MAX, ListFilter,
    ListQuery, PAGE_MAX, PAGE_SIZE_MAX, PAGE_SIZES, Relation, SortOrder, SortType, keywords_of,
    split_keywords, split_phrases,
};
pub use note::{NoteTooLong, PHONE_NOTE_MAX_CHARS, PhoneNote};
pub use rental::{EXPIRING_MS, Rental};
pub use status::{Power, Status, StatusView, Tone};
pub use taking::{InvalidTakingReason, TAKING_REASON_MAX_CHARS, TakingReason};
pub use trouble::Trouble;
pub use unwell::Unwell;

/// Initial name of a new member's trial phone.
pub const TRIAL_ALIAS: Words = Words::new("试用机", "Trial");
