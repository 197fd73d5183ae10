//! Webhooks: the events that are delivered to a member's own address, how they are signed, when a delivery is tried again, and when it is
//! given up. The wire is Standard Webhooks 1.0.0.

// Addresses are read as browsers read them, by the server alone.
#[cfg(not(target_arch = "wasm32"))]
mod address;
mod delivery;

use crate::every;
use chrono::{DateTime, SecondsFormat};
use strum::{EnumCount, IntoStaticStr, VariantArray};
use thiserror::Error;

use crate::lang::{Lang, Words};
use crate::text::names::InvalidName;

#[cfg(not(target_arch = "wasm32"))]
pub use address::{Address, Allow, InvalidWebhookAddress, NewWebhook, NotAllowed};
pub use delivery::{
    ANSWER_MAX_BYTES, ANSWER_MS, AT_ONCE, Failure, KEPT_MS, KEY_KEPT_MS, LEASE_MS, LOG_MAX, Next,
    Outcome, Paused, RETRIES_MS, SLOW_MS, WAITING_MAX, Waiting, next, turns,
};

/// Limit of webhooks for one member.
pub const WEBHOOKS_MAX: i64 = 5;
/// Longest address, in bytes.
pub const ADDRESS_MAX_BYTES: usize = 500;
/// Limit of test deliveries for one member in a minute.
pub const TESTS_A_MINUTE: i64 = 10;

/// Kind of event that a webhook receives; stored bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr)]
#[strum(const_into_str)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema),
    schema(as = EventWord, description = "Kind of event for a webhook.")
)]
pub enum Kind {
    /// The status of a phone changed.
    #[strum(serialize = "phone.status")]
    #[cfg_attr(feature = "api", serde(rename = "phone.status"))]
    PhoneStatus = 1,
    /// An operation on one phone ended.
    #[strum(serialize = "operation.ended")]
    #[cfg_attr(feature = "api", serde(rename = "operation.ended"))]
    OperationEnded = 2,
    /// The state of an order changed.
    #[strum(serialize = "order.changed")]
    #[cfg_attr(feature = "api", serde(rename = "order.changed"))]
    OrderChanged = 4,
    /// A test event that the member asks for; a webhook cannot subscribe to it.
    #[strum(serialize = "webhook.test")]
    #[cfg_attr(feature = "api", serde(skip))]
    Test = 8,
    /// A rental ends soon, or is over.
    #[strum(serialize = "rental.ending")]
    #[cfg_attr(feature = "api", serde(rename = "rental.ending"))]
    RentalEnding = 16,
}

impl Kind {
    /// The complete list of kinds.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The stored number.
    pub const fn code(self) -> i16 {
        self as i16
    }

    /// Reads the stored number.
    pub fn from_code(code: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// The set of kinds that a webhook receives: a bit each, as they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(i16);

impl Kinds {
    /// The set of the named kinds; none when a kind is named twice or cannot be chosen, or when no kind is named.
    pub fn of(named: &[Kind]) -> Option<Self> {
        let bits = named.iter().fold(0, |bits, kind| bits | kind.code());
        let kinds = Self::from_stored(bits)?;
        (kinds.all().count() == named.len()).then_some(kinds)
    }

    /// Reads the stored bits.
    pub fn from_stored(bits: i16) -> Option<Self> {
        let chosen = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Test);
        let all = chosen.fold(0, |all, kind| all | kind.code());
        (bits != 0 && bits & !all == 0).then_some(Self(bits))
    }

    /// The bits to store.
    pub const fn stored(self) -> i16 {
        self.0
    }

    /// Whether a kind is in the set.
    pub const fn has(self, kind: Kind) -> bool {
        self.0 & kind.code() != 0
    }

    /// The kinds in the set.
    pub fn all(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| self.has(*kind))
    }
}

/// Why a webhook is refused, apart from its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidWebhook {
    /// The name is refused.
    #[error(transparent)]
    Name(#[from] InvalidName),
    /// No kind is chosen, or one twice.
    #[error("no kind, or one twice")]
    Kinds,
}

impl InvalidWebhook {
    /// Message for the form.
    pub fn text(self, lang: Lang) -> String {
        match self {
            Self::Name(fault) => fault.text(lang),
            Self::Kinds => Words::new(
                "请至少选择一种事件，且不要重复",
                "Choose at least one kind of event, each once",
            )
            .in_lang(lang)
            .to_owned(),
        }
    }
}

/// The event's id on the wire, by which a receiver recognizes an event that comes twice.
pub fn event_name(event_id: i64) -> String {
    format!("evt_{event_id}")
}

/// A time as payloads write it: RFC 3339 in UTC, with milliseconds.
pub fn moment(at_ms: i64) -> String {
    let moment = DateTime::from_timestamp_millis(at_ms).unwrap_or_default();
    moment.to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_bits_and_a_test_is_none_to_choose() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_code(kind.code()), Some(kind));
        }
        assert_eq!(Kind::from_code(3), None);
        let both = [Kind::PhoneStatus, Kind::OrderChanged];
        let kinds = Kinds::of(&both).unwrap();
        assert_eq!(kinds.all().collect::<Vec<_>>(), both);
        assert_eq!(Kinds::from_stored(kinds.stored()), Some(kinds));
        assert!(!kinds.has(Kind::OperationEnded));
        for wrong in [
            &[][..],
            &[Kind::PhoneStatus, Kind::PhoneStatus],
            &[Kind::Test],
            &[Kind::PhoneStatus, Kind::Test],
        ] {
            assert_eq!(Kinds::of(wrong), None, "{wrong:?}");
        }
        assert_eq!(Kinds::from_stored(23).map(|all| all.all().count()), Some(4));
        for bits in [0, 8, 9, 24, 32, -1] {
            assert_eq!(Kinds::from_stored(bits), None, "{bits}");
        }
    }

    #[test]
    fn a_moment_is_told_in_utc() {
        assert_eq!(moment(1_800_000_000_007), "2027-01-15T08:00:00.007Z");
        assert_eq!(event_name(7), "evt_7");
        assert_ne!(
            InvalidWebhook::Kinds.text(Lang::Zh),
            InvalidWebhook::Kinds.text(Lang::En)
        );
    }
}
