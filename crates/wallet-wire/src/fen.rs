//! Amounts in fen, and Alipay's yuan as text. Conversion is exact both ways, as no floating-point number is used.

use serde::{Deserialize, Serialize};

/// Amount from 1 fen to 100,000,000.00 yuan, Alipay's limit for one payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "i64", into = "i64")]
pub struct Fen(i64);

/// Number of digits before the point in the largest amount.
const YUAN_DIGITS: usize = 9;

impl Fen {
    /// Largest amount that is taken: 100 million yuan.
    pub const MAX: Self = Self(10_000_000_000);

    /// Makes an amount; `None` outside of the limits.
    pub fn new(fen: i64) -> Option<Self> {
        (1..=Self::MAX.0).contains(&fen).then_some(Self(fen))
    }

    /// Number of fen.
    pub fn get(self) -> i64 {
        self.0
    }

    /// Formats the amount in yuan: 12345 fen as `123.45`.
    pub fn to_yuan(self) -> String {
        format!("{}.{:02}", self.0 / 100, self.0 % 100)
    }

    /// Parses an amount in yuan: digits, and optionally a point with one or two more. No sign, exponent or spaces.
    pub fn from_yuan(text: &str) -> Option<Self> {
        Self::new(read_yuan(text)?)
    }

    /// Whether a text is zero yuan: `0`, `0.0` or `0.00`.
    pub fn is_zero_yuan(text: &str) -> bool {
        read_yuan(text) == Some(0)
    }
}

/// Parses an amount in yuan, which may be zero, to fen.
fn read_yuan(text: &str) -> Option<i64> {
    let (yuan, fen) = match text.split_once('.') {
        None => (text, "00".to_owned()),
        Some((yuan, fen)) if (1..=2).contains(&fen.len()) => (yuan, format!("{fen:0<2}")),
        Some(_) => return None,
    };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(yuan) || !digits(&fen) || yuan.len() > YUAN_DIGITS {
        return None;
    }
    Some(yuan.parse::<i64>().ok()? * 100 + fen.parse::<i64>().ok()?)
}

impl From<Fen> for i64 {
    fn from(fen: Fen) -> Self {
        fen.0
    }
}

impl TryFrom<i64> for Fen {
    type Error = &'static str;

    fn try_from(fen: i64) -> Result<Self, Self::Error> {
        Self::new(fen).ok_or("not an amount that a wallet takes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_amount_is_at_least_one_fen_and_at_most_a_hundred_million_yuan() {
        assert_eq!(Fen::new(0), None);
        assert_eq!(Fen::new(-1), None);
        assert_eq!(Fen::new(1).map(Fen::get), Some(1));
        assert_eq!(Fen::new(10_000_000_000), Some(Fen::MAX));
        assert_eq!(Fen::new(10_000_000_001), None);
        assert_eq!(Fen::from_yuan("100000000.00"), Some(Fen::MAX));
        assert_eq!(Fen::from_yuan("100000000.01"), None);
        assert_eq!(Fen::from_yuan("1000000000"), None);
    }

    #[test]
    fn yuan_are_read_exactly_or_not_at_all() {
        for (text, fen) in [
            ("0.01", 1),
            ("0.10", 10),
            ("0.1", 10),
            ("1", 100),
            ("88.88", 8888),
            ("256.00", 25_600),
            ("0.29", 29),
        ] {
            assert_eq!(Fen::from_yuan(text).map(Fen::get), Some(fen), "{text}");
        }
        for text in [
            "",
            ".",
            "1.",
            ".01",
            "0",
            "0.00",
            "-1",
            "+1",
            "1.001",
            "1,00",
            "1e2",
            " 1",
            "1 ",
            "0x1",
            "1.0.0",
            "¥1",
            "１",
            "NaN",
            "0.0１",
            "99999999999999999999",
        ] {
            assert_eq!(Fen::from_yuan(text), None, "{text}");
        }
    }

    #[test]
    fn nothing_is_an_amount_of_zeros_and_no_other_text() {
        for text in ["0", "0.0", "0.00", "000.00"] {
            assert!(Fen::is_zero_yuan(text), "{text}");
        }
        for text in ["", "0.01", "-0.00", "0.000", ".00", "nothing"] {
            assert!(!Fen::is_zero_yuan(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_amount_survives_its_text(fen in 1..=Fen::MAX.get()) {
            let amount = Fen::new(fen).unwrap();
            prop_assert_eq!(Fen::from_yuan(&amount.to_yuan()), Some(amount));
        }

        #[test]
        fn whatever_is_read_as_an_amount_writes_the_same_amount(text in "[0-9]{0,10}\\.?[0-9]{0,3}") {
            if let Some(amount) = Fen::from_yuan(&text) {
                prop_assert_eq!(Fen::from_yuan(&amount.to_yuan()), Some(amount));
            }
        }
    }
}
