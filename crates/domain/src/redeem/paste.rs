//! Codes as people paste them: with dashes, spaces, small or full-width letters, invisible characters, one or many.

use std::fmt;

use thiserror::Error;

use super::{CODE_CHARS, GROUP_CHARS, HEAD_CHARS};
use crate::lang::{Lang, Words};

/// Fewest characters of a code; a code that an operator wrote may be shorter than a printed one.
pub const CODE_MIN_CHARS: usize = 8;
/// Most characters of a code. Two printed codes without a separator are longer than this, and are read as two.
pub const CODE_MAX_CHARS: usize = 2 * CODE_CHARS - 1;
/// Longest text that is read as codes, in bytes.
pub const PASTE_MAX_BYTES: usize = 64 * 1024;
/// First and last full-width twin of the visible characters of ASCII.
const FULL_WIDTH_FIRST: char = '！';
const FULL_WIDTH_LAST: char = '～';
/// Distance from an ASCII character to its full-width twin.
const FULL_WIDTH_SHIFT: u32 = FULL_WIDTH_FIRST as u32 - '!' as u32;
/// Characters that separate codes, besides the end of a line.
const SEPARATORS: [char; 7] = [',', ';', '，', '；', '、', '|', '\t'];

/// Fault in a text that should be a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidCode {
    /// The text has fewer than [`CODE_MIN_CHARS`].
    #[error("the code is too short")]
    Short,
    /// The text has more than [`CODE_MAX_CHARS`].
    #[error("the code is too long")]
    Long,
    /// The text has something other than A to Z and digits.
    #[error("a code has letters A to Z and digits only")]
    Character,
}

impl InvalidCode {
    /// Text of the fault, which the page shows.
    pub const fn text(self, lang: Lang) -> &'static str {
        match self {
            Self::Short => Words::new("不完整", "is too short for a code"),
            Self::Long => Words::new("过长", "is too long for a code"),
            Self::Character => Words::new(
                "含有字母和数字以外的字符",
                "has characters that no code has",
            ),
        }
        .in_lang(lang)
    }
}

/// A code in its one spelling: capital letters and digits. A code is never logged, and is stored as a hash only.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Code(String);

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({}…)", self.head())
    }
}

impl Code {
    /// Reads one code in any spelling.
    pub fn parse(typed: &str) -> Result<Self, InvalidCode> {
        if typed.len() > PASTE_MAX_BYTES {
            return Err(InvalidCode::Long);
        }
        Self::of(plain(typed))
    }

    fn of(plain: String) -> Result<Self, InvalidCode> {
        if !plain.is_ascii() {
            return Err(InvalidCode::Character);
        }
        match plain.len() {
            n if n < CODE_MIN_CHARS => Err(InvalidCode::Short),
            n if n > CODE_MAX_CHARS => Err(InvalidCode::Long),
            _ => Ok(Self(plain)),
        }
    }

    /// Characters of the code, without dashes.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// First characters, which are kept to tell codes apart.
    pub fn head(&self) -> &str {
        &self.0[..HEAD_CHARS]
    }

    /// Code in its printed form: `7QKM-2VXA-9HMT-P4XE-B3TN`.
    pub fn printed(&self) -> String {
        let mut printed = String::with_capacity(self.0.len() + self.0.len() / GROUP_CHARS);
        for (at, character) in self.0.chars().enumerate() {
            if at > 0 && at % GROUP_CHARS == 0 {
                printed.push('-');
            }
            printed.push(character);
        }
        printed
    }
}

/// Letters and digits alone, in their one width and case. By hand, since the tables of all widths, cases and letters would make the page's
/// module half as large again.
fn plain(typed: &str) -> String {
    typed
        .chars()
        .map(|c| match c {
            FULL_WIDTH_FIRST..=FULL_WIDTH_LAST => {
                char::from_u32(u32::from(c) - FULL_WIDTH_SHIFT).unwrap_or(c)
            }
            _ => c,
        })
        .filter(|c| c.is_ascii_alphanumeric() || !(c.is_ascii() || is_between(*c)))
        .map(|c| c.to_ascii_uppercase())
        .collect()
}

/// Whether a character beyond ASCII may stand inside a code without being part of it: blanks, dashes, quotes, dots, invisible characters.
const fn is_between(c: char) -> bool {
    matches!(
        c,
        '\u{80}'..='\u{a9}' | '\u{ab}'..='\u{b1}' | '\u{b4}' | '\u{b6}'..='\u{b8}' | '\u{bb}'
            | '\u{2000}'..='\u{206f}' | '\u{2212}' | '\u{2e3a}' | '\u{2e3b}' | '\u{3000}'..='\u{3003}'
            | '\u{3008}'..='\u{3020}' | '\u{3030}' | '\u{30fb}' | '\u{30fc}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{fe58}' | '\u{fe63}' | '\u{feff}'
    )
}

/// A code, or a text that should be one, out of a pasted text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    /// Line of the code, from 1.
    pub line: usize,
    /// The code, or the fault in its text.
    pub code: Result<Code, InvalidCode>,
    /// Line where the same code stood first; none for a code that was not repeated.
    pub repeats: Option<usize>,
}

/// Reads all codes of a text, in their order; text after [`PASTE_MAX_BYTES`] is left out.
pub fn pasted(typed: &str) -> Vec<Pasted> {
    let typed = &typed[..typed.floor_char_boundary(PASTE_MAX_BYTES)];
    let mut all: Vec<Pasted> = Vec::new();
    for (line, written) in (1..).zip(typed.lines()) {
        for part in written.split(SEPARATORS).flat_map(parts) {
            let code = Code::of(part);
            // A linear search is enough: there are some thousands of codes at most, and a hundred as a rule.
            let before = all.iter().find(|one| one.code.is_ok() && one.code == code);
            let repeats = before.map(|one| one.line);
            all.push(Pasted {
                line,
                code,
                repeats,
            });
        }
    }
    all
}

/// Splits the text between two separators: into nothing, one code, or several printed ones without a separator between them.
fn parts(written: &str) -> Vec<String> {
    let plain = plain(written);
    if plain.is_empty() {
        return Vec::new();
    }
    let several = plain.len() > CODE_CHARS && plain.len().is_multiple_of(CODE_CHARS);
    if !several || !plain.is_ascii() {
        return vec![plain];
    }
    let mut rest = plain.as_str();
    let mut parts = Vec::with_capacity(plain.len() / CODE_CHARS);
    while let Some((one, more)) = rest.split_at_checked(CODE_CHARS) {
        parts.push(one.to_owned());
        rest = more;
        if rest.is_empty() {
            break;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::redeem::ALPHABET;

    const PRINTED: &str = "7QKM-2VXA-9HMT-P4XE-B3TN";

    fn codes(typed: &str) -> Vec<String> {
        let read = pasted(typed).into_iter();
        read.map(|one| {
            one.code
                .map_or_else(|fault| fault.to_string(), |code| code.0)
        })
        .collect()
    }

    #[test]
    fn the_alphabet_has_nothing_that_looks_like_another() {
        for twin in b"O0Il1L" {
            assert!(!ALPHABET.contains(twin));
        }
        let different: std::collections::HashSet<_> = ALPHABET.iter().collect();
        assert_eq!(different.len(), ALPHABET.len());
    }

    #[test]
    fn a_code_is_read_in_any_form() {
        for typed in [
            PRINTED,
            "7qkm-2vxa-9hmt-p4xe-b3tn",
            "  7QKM 2VXA 9HMT P4XE B3TN ",
            "７ＱＫＭ－２ＶＸＡ－９ＨＭＴ－Ｐ４ＸＥ－Ｂ３ＴＮ",
            "7QKM–2VXA—9HMT‐P4XE−B3TN",
            "7QKMー2VXAー9HMTーP4XEーB3TN",
            "7QKM\u{200b}2VXA\u{feff}9HMT\u{2060}P4XE\u{ad}B3TN",
            "\u{202e}7QKM2VXA9HMTP4XEB3TN\u{202c}",
            "«7QKM.2VXA_9HMT/P4XE:B3TN»",
        ] {
            let read = Code::parse(typed).unwrap();
            assert_eq!(read.as_str(), "7QKM2VXA9HMTP4XEB3TN", "{typed}");
            assert_eq!(read.printed(), PRINTED);
            assert_eq!(read.head(), "7QKM");
        }
    }

    #[test]
    fn what_is_no_code_says_why() {
        let long = "A".repeat(CODE_MAX_CHARS);
        for (typed, fault) in [
            ("", Some(InvalidCode::Short)),
            ("ABCDEFG", Some(InvalidCode::Short)),
            ("ABCDEFGH", None),
            (&long, None),
            (&format!("{long}A"), Some(InvalidCode::Long)),
            ("兑换码ABCDEFGH", Some(InvalidCode::Character)),
            ("АBCDEFGH", Some(InvalidCode::Character)),
        ] {
            assert_eq!(Code::parse(typed).err(), fault, "{typed}");
        }
    }

    #[test]
    fn many_codes_are_read_with_their_lines_and_a_repeated_one_names_its_first() {
        let typed = format!("{PRINTED}\r\n\n h4tr8wnck2usdv6mabcd，ABCD-EFGH; x\n{PRINTED}");
        let read = pasted(&typed);
        let at: Vec<_> = read.iter().map(|one| (one.line, one.repeats)).collect();
        assert_eq!(
            at,
            [(1, None), (3, None), (3, None), (3, None), (4, Some(1))]
        );
        assert_eq!(read[3].code, Err(InvalidCode::Short));
        assert_eq!(codes("----\n,;,\n"), Vec::<String>::new());
    }

    #[test]
    fn printed_codes_behind_each_other_are_several() {
        let two = "7QKM-2VXA-9HMT-P4XE-B3TN H4TR-8WNC-K2US-DV6M-ABCD";
        assert_eq!(codes(two), ["7QKM2VXA9HMTP4XEB3TN", "H4TR8WNCK2USDV6MABCD"]);
    }

    #[test]
    fn nothing_of_a_code_but_its_head_is_written_to_a_log() {
        let code = Code::parse(PRINTED).unwrap();
        assert_eq!(format!("{code:?}"), "Code(7QKM…)");
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_fail(typed in "\\PC{0,200}") {
            for one in pasted(&typed) {
                if let Ok(code) = one.code {
                    prop_assert_eq!(Code::parse(&code.printed()), Ok(code));
                }
            }
        }

        #[test]
        fn a_printed_code_survives_whatever_is_done_to_its_look(
            picks in proptest::collection::vec(0..31_usize, CODE_CHARS),
            marks in proptest::collection::vec("[-– ._\u{200b}\u{feff}\u{3000}]{0,2}", CODE_CHARS),
            small in any::<bool>(),
            wide in any::<bool>(),
        ) {
            let plain: String = picks.iter().map(|at| char::from(ALPHABET[*at])).collect();
            let typed: String = plain.chars().zip(&marks).flat_map(|(letter, mark)| {
                let letter = if small { letter.to_ascii_lowercase() } else { letter };
                let letter = if wide {
                    char::from_u32(u32::from(letter) + FULL_WIDTH_SHIFT).unwrap()
                } else {
                    letter
                };
                std::iter::once(letter).chain(mark.chars())
            }).collect();
            let read = Code::parse(&typed).map(|code| code.as_str().to_owned());
            prop_assert_eq!(read, Ok(plain));
        }
    }
}
