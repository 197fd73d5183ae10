//! Text as people type it: counted in characters as they see them, without what cannot be seen.

use unicode_segmentation::UnicodeSegmentation;

/// How many characters a person counts: 👨‍👩‍👧 and 中 are one each.
pub fn count(text: &str) -> usize {
    text.graphemes(true).count()
}

/// One line as it is kept: trimmed, runs of blanks as one space, without control and direction marks that could disguise it.
pub fn one_line(text: &str) -> String {
    let seen: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_direction(*c))
        .collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Names that belong to whoever runs the console (specification, section 5).
const STAFF: [&str; 2] = ["admin", "editor"];

/// An address of the web: `https://` or `http://`, a host, and nothing that cannot be seen.
pub fn is_url(text: &str) -> bool {
    let rest = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#']))
        && is_plain(text)
}

/// No backslash, no blank and nothing that cannot be seen: an address as browsers and people read it alike.
pub fn is_plain(text: &str) -> bool {
    !text.contains(|c: char| c == '\\' || c.is_control() || c.is_whitespace() || is_direction(c))
}

/// Lower case letters and nothing else; a to z.
pub fn is_lower_case(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase())
}

/// Upper case letters and nothing else; A to Z.
pub fn is_upper_case(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_uppercase())
}

/// Letters and nothing else; a to z and A to Z.
pub fn is_letters(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Whether an account's name is one of the staff's, `admin` or `editor`.
pub fn is_staff_name(text: &str) -> bool {
    STAFF.contains(&text.trim())
}

/// A number as it is written: an optional sign, an integer without leading zeros, optional decimals.
pub fn is_number(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    digits(whole) && digits(part) && (whole == "0" || !whole.starts_with('0'))
}

/// Marks that turn the direction of what follows, and marks that are nothing.
const fn is_direction(c: char) -> bool {
    matches!(
        c,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{200b}'
    )
}

#[cfg(test)]
mod tests {
    use super::{count, one_line};

    #[test]
    fn characters_are_counted_as_people_see_them() {
        for (text, n) in [
            ("", 0),
            ("abc", 3),
            ("主力机", 3),
            ("👨‍👩‍👧", 1),
            ("e\u{301}", 1),
            ("🇨🇳", 1),
        ] {
            assert_eq!(count(text), n, "{text}");
        }
    }

    #[test]
    fn a_line_has_no_breaks_no_edges_and_nothing_that_turns_it() {
        assert_eq!(one_line("  a \t\n b\u{202e}c\u{0}\u{3000}"), "a bc");
        assert_eq!(one_line("👨‍👩‍👧"), "👨‍👩‍👧");
    }
}
