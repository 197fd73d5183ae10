//! Redeem codes: how they are printed and read, what one gives, and who may use it when.

pub mod batch;
pub mod paste;

use strum::{EnumCount, EnumString, VariantArray};
use thiserror::Error;

use crate::codes::{self, Code as Answer};
use crate::every;

pub use paste::{Code, InvalidCode, Pasted, pasted};

/// Letters and digits of printed codes, without those that look like others (O and 0, I, L and 1).
pub const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// Characters of a printed code: 99 bits, more than anybody can try.
pub const CODE_CHARS: usize = 20;
/// Characters of a printed code between two dashes.
pub const GROUP_CHARS: usize = 4;
/// First characters of a code, which are stored in plain text to tell codes apart.
pub const HEAD_CHARS: usize = 4;
/// Most codes in one call and on the page at one time.
pub const CODES_MAX: usize = 100;
/// Most wrong codes of one account in [`GUESS_WINDOW_MS`].
pub const ACCOUNT_GUESSES: i64 = 10;
/// Most wrong codes from one address in [`GUESS_WINDOW_MS`].
pub const ADDRESS_GUESSES: i64 = 30;
/// Time for which a wrong code is counted, milliseconds.
pub const GUESS_WINDOW_MS: i64 = 10 * 60 * 1000;
/// Permission to see batches and who used their codes.
pub const READ: &str = "trade:redeem-code:list";
/// Permission to make batches and to void codes.
pub const WRITE: &str = "trade:redeem-code:edit";

const _: () = assert!(
    ACCOUNT_GUESSES < ADDRESS_GUESSES,
    "an address has several accounts"
);

/// Kind of gift of a code; stored numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, EnumString)]
#[strum(serialize_all = "camelCase")]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = GivesView))]
pub enum Gives {
    /// A phone from stock for some days.
    Phone = 1,
    /// Some days more for a phone that one has.
    Days = 2,
}

impl Gives {
    /// Both kinds, in the order in which they are shown.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads a stored number.
    pub fn from_stored(number: i16) -> Option<Self> {
        Self::ALL.into_iter().find(|gives| *gives as i16 == number)
    }
}

/// Gift of one code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gift {
    /// Kind of the gift: a phone, or days for one.
    pub gives: Gives,
    /// Configuration of the new phone, or of the phones that can be renewed; none: any.
    pub configuration_id: Option<i64>,
    /// Days of rental that the code gives.
    pub days: i64,
}

impl Gift {
    /// Rental time that the code gives, milliseconds.
    pub const fn bought_ms(self) -> i64 {
        self.days.saturating_mul(24 * 60 * 60 * 1000)
    }

    /// Judges whether the code can be used for a phone of this configuration; none: no phone is named, and a new one is asked for.
    pub fn suits(self, phone_configuration_id: Option<i64>) -> Result<(), Refusal> {
        match (self.gives, phone_configuration_id) {
            (Gives::Phone, None) => Ok(()),
            (Gives::Phone, Some(_)) => Err(Refusal::NewPhone),
            (Gives::Days, None) => Err(Refusal::NeedsPhone),
            (Gives::Days, Some(id)) if self.configuration_id.is_none_or(|own| own == id) => Ok(()),
            (Gives::Days, Some(_)) => Err(Refusal::NotForPhone),
        }
    }
}

/// Validity and use of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeStatus {
    /// Start of validity, Unix milliseconds.
    pub from_ms: i64,
    /// End of validity, Unix milliseconds: the code expires at this moment.
    pub until_ms: i64,
    /// Member who used the code, and the time of use, Unix milliseconds.
    pub used: Option<(i64, i64)>,
    /// Whether an operator voided the code.
    pub is_voided: bool,
}

impl CodeStatus {
    /// Judges whether a member may use the code now. A code that is voided or that somebody else used reads like one that never existed.
    pub fn judge(self, member_id: i64, now_ms: i64) -> Result<(), Refusal> {
        match self.used {
            Some((by, at_ms)) if by == member_id => Err(Refusal::Used { at_ms }),
            Some(_) => Err(Refusal::Unusable),
            None if self.is_voided => Err(Refusal::Unusable),
            None if now_ms < self.from_ms => Err(Refusal::NotYet {
                from_ms: self.from_ms,
            }),
            None if now_ms >= self.until_ms => Err(Refusal::Expired {
                until_ms: self.until_ms,
            }),
            None => Ok(()),
        }
    }
}

/// Reason why a code was not used; the code stays as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The code is wrong, voided or used by somebody else: one answer for all three.
    #[error("the code cannot be used")]
    Unusable,
    /// The member used this code before.
    #[error("the member used the code before")]
    Used {
        /// Time of use, Unix milliseconds.
        at_ms: i64,
    },
    /// The code is not valid yet.
    #[error("the code is not valid yet")]
    NotYet {
        /// Start of validity, Unix milliseconds.
        from_ms: i64,
    },
    /// The code has expired.
    #[error("the code has expired")]
    Expired {
        /// End of validity, Unix milliseconds.
        until_ms: i64,
    },
    /// The code gives days to phones of another configuration.
    #[error("the code is not for this phone")]
    NotForPhone,
    /// The code gives days, and no phone was named.
    #[error("the code needs a phone")]
    NeedsPhone,
    /// The code gives a new phone, and a phone to renew was named.
    #[error("the code gives a new phone")]
    NewPhone,
    /// No phone of the code's configuration is free.
    #[error("out of stock")]
    OutOfStock,
    /// The member has used as many codes of the batch as an account may.
    #[error("as many codes of the batch as an account may use")]
    Limit,
    /// A code appears twice in one call.
    #[error("the same code twice")]
    Repeated,
    /// The phone does not exist, or belongs to somebody else.
    #[error("no such phone")]
    Phone,
    /// The phone is not the member's own.
    #[error("not the owner of the phone")]
    NotOwner,
    /// The account or the address sent too many wrong codes.
    #[error("too many wrong codes")]
    TooMany {
        /// Milliseconds until the next code is read.
        retry_after_ms: i64,
    },
}

impl Refusal {
    /// Answer code of the refusal.
    pub const fn code(self) -> Answer {
        match self {
            Self::Unusable => codes::REDEEM_UNUSABLE,
            Self::Used { .. } => codes::REDEEM_USED,
            Self::NotYet { .. } => codes::REDEEM_NOT_YET,
            Self::Expired { .. } => codes::REDEEM_EXPIRED,
            Self::NotForPhone => codes::REDEEM_NOT_FOR_PHONE,
            Self::NeedsPhone => codes::REDEEM_NEEDS_PHONE,
            Self::NewPhone => codes::REDEEM_NEW_PHONE,
            Self::OutOfStock => codes::REDEEM_OUT_OF_STOCK,
            Self::Limit => codes::REDEEM_LIMIT,
            Self::Repeated => codes::REDEEM_REPEATED,
            Self::Phone => codes::PHONE_ABSENT,
            Self::NotOwner => codes::RIGHT_MISSING,
            Self::TooMany { .. } => codes::TOO_MANY,
        }
    }

    /// Moment of the refusal, Unix milliseconds: the time of use, the start of validity or its end; none for other refusals.
    pub const fn at_ms(self) -> Option<i64> {
        match self {
            Self::Used { at_ms } => Some(at_ms),
            Self::NotYet { from_ms } => Some(from_ms),
            Self::Expired { until_ms } => Some(until_ms),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_800_000_000_000;
    const OPEN: CodeStatus = CodeStatus {
        from_ms: NOW,
        until_ms: NOW + 10,
        used: None,
        is_voided: false,
    };

    #[test]
    fn a_code_is_valid_from_its_first_moment_to_the_one_before_its_last() {
        assert_eq!(
            OPEN.judge(1, NOW - 1),
            Err(Refusal::NotYet { from_ms: NOW })
        );
        assert_eq!(OPEN.judge(1, NOW), Ok(()));
        assert_eq!(OPEN.judge(1, NOW + 9), Ok(()));
        let expired = Err(Refusal::Expired { until_ms: NOW + 10 });
        assert_eq!(OPEN.judge(1, NOW + 10), expired);
    }

    #[test]
    fn what_others_used_and_what_is_void_read_alike_and_what_i_used_says_so_whatever_came_later() {
        let used = CodeStatus {
            used: Some((1, NOW + 1)),
            ..OPEN
        };
        let void = CodeStatus {
            is_voided: true,
            ..OPEN
        };
        for now_ms in [NOW - 1, NOW, NOW + 10] {
            assert_eq!(used.judge(1, now_ms), Err(Refusal::Used { at_ms: NOW + 1 }));
            assert_eq!(used.judge(2, now_ms), Err(Refusal::Unusable));
            assert_eq!(void.judge(1, now_ms), Err(Refusal::Unusable));
        }
    }

    #[test]
    fn a_gift_suits_a_new_phone_or_one_of_its_configuration() {
        let gift = |gives, configuration_id| Gift {
            gives,
            configuration_id,
            days: 30,
        };
        let phone = gift(Gives::Phone, Some(1));
        assert_eq!(phone.suits(None), Ok(()));
        assert_eq!(phone.suits(Some(1)), Err(Refusal::NewPhone));
        let days = gift(Gives::Days, Some(1));
        assert_eq!(days.suits(None), Err(Refusal::NeedsPhone));
        assert_eq!(days.suits(Some(1)), Ok(()));
        assert_eq!(days.suits(Some(2)), Err(Refusal::NotForPhone));
        assert_eq!(gift(Gives::Days, None).suits(Some(2)), Ok(()));
    }

    #[test]
    fn what_a_code_gives_has_one_number() {
        for gives in Gives::ALL {
            assert_eq!(Gives::from_stored(gives as i16), Some(gives));
        }
        assert_eq!(Gives::from_stored(0), None);
    }
}
