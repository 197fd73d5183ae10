//! Mainland mobile numbers: one number, however it is written.

use super::{Violation, half_width, is_mark};

/// Longest text that is looked at: a number with prefix, blanks and brackets stays far below.
const TEXT_MAX_CHARS: usize = 64;
/// Digits of a number without prefix.
const DIGITS: usize = 11;

/// A mainland mobile number: 11 digits, 1 then 3–9. Written with or without +86, 0086, 86 or a leading 0, with blanks, hyphens, dots
/// or brackets, in full-width digits or with invisible marks, it is one number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PhoneNumber(String);

impl PhoneNumber {
    /// Reads a number as people write it.
    pub fn parse(text: &str) -> Result<Self, Violation> {
        let mut digits = String::with_capacity(2 + 2 + DIGITS);
        let mut plus = false;
        for (at, c) in text.chars().filter(|c| !is_mark(*c)).enumerate() {
            if at >= TEXT_MAX_CHARS {
                return Err(Violation::PhoneInvalid);
            }
            match half_width(c) {
                c @ '0'..='9' => digits.push(c),
                '+' if digits.is_empty() && !plus => plus = true,
                '-' | '.' | '(' | ')' | '\u{2010}'..='\u{2015}' | '\u{2212}' => {}
                c if c.is_whitespace() => {}
                _ => return Err(Violation::PhoneInvalid),
            }
        }
        let national = match (plus, digits.len()) {
            (true | false, 13) => digits.strip_prefix("86"),
            (false, 15) => digits.strip_prefix("0086"),
            (false, 12) => digits.strip_prefix('0'),
            (false, DIGITS) => Some(digits.as_str()),
            _ => None,
        }
        .ok_or(Violation::PhoneInvalid)?;
        let mut head = national.bytes();
        if head.next() == Some(b'1') && matches!(head.next(), Some(b'3'..=b'9')) {
            Ok(Self(national.to_owned()))
        } else {
            Err(Violation::PhoneInvalid)
        }
    }

    /// The eleven digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The number as senders take it: `+8613800000000` (E.164).
    pub fn international(&self) -> String {
        format!("+86{}", self.0)
    }

    /// The masked number as other people and the header see it: `138****0000`.
    pub fn masked(&self) -> String {
        format!("{}****{}", &self.0[..3], &self.0[7..])
    }
}
