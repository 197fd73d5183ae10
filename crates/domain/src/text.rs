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
