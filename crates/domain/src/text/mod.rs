//! Text as people type it: counted in characters as they see them, without what cannot be seen, and compared as they read it.

pub mod display;
pub mod names;
pub mod rich_text;

use icu_casemap::CaseMapperBorrowed;
use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use unicode_segmentation::UnicodeSegmentation;

/// Number of characters as a person counts them: 👨‍👩‍👧 and 中 are one each.
pub fn count(text: &str) -> usize {
    text.graphemes(true).count()
}

/// A line as it is stored: trimmed, runs of blanks as one space, without control and direction marks that could disguise it. Joiners stay:
/// Persian, Hindi and families of emoji are written with them.
pub fn one_line(text: &str) -> String {
    let seen: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !c.is_control() && !is_disguise(*c))
        .collect();
    words(&seen)
}

/// Whether the text shows anything: a text of blanks, fillers, joiners or accents alone shows nothing that could be named or chosen.
pub fn is_seen(text: &str) -> bool {
    text.chars().any(is_visible)
}

/// The key by which a name is compared: Unicode's compatibility caseless match (D146), without invisible characters. Names that differ in
/// case, in width, in how their letters are composed or in joiners have the same key.
pub fn key(text: &str) -> String {
    let parts: String = DecomposingNormalizerBorrowed::new_nfkd()
        .normalize_iter(text.chars())
        .filter(|c| !is_ignorable(*c))
        .collect();
    let folded = CaseMapperBorrowed::new().fold_string(&parts);
    words(&ComposingNormalizerBorrowed::new_nfkc().normalize(&folded))
}

/// The small letter of the alphabet below a small letter's accents and strokes: `a` of `ä`, `l` of `ł`.
pub fn base_letter(c: char) -> Option<char> {
    // Unicode takes accents apart, and no strokes.
    let bare = match c {
        'ł' => 'l',
        'ø' => 'o',
        'đ' => 'd',
        'ħ' => 'h',
        'ŧ' => 't',
        'ı' => 'i',
        accented => DecomposingNormalizerBorrowed::new_nfd()
            .normalize_iter(std::iter::once(accented))
            .next()?,
    };
    bare.is_ascii_alphabetic().then_some(bare)
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Account names of the console's staff (specification, section 5).
const STAFF: [&str; 2] = ["admin", "editor"];

/// Whether a text is an address of the web: `https://` or `http://`, a host, and nothing that cannot be seen.
pub fn is_url(text: &str) -> bool {
    let rest = ["https://", "http://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with(['/', '?', '#']))
        && is_plain(text)
}

/// Whether a text has no backslash, no blank and nothing that cannot be seen: an address that browsers and people read alike.
pub fn is_plain(text: &str) -> bool {
    !text.contains(|c: char| c == '\\' || c.is_control() || c.is_whitespace() || is_disguise(c))
}

/// Whether a text is of lower case letters only; a to z.
pub fn is_lower_case(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_lowercase())
}

/// Whether a text is of upper case letters only; A to Z.
pub fn is_upper_case(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_uppercase())
}

/// Whether a text is of letters only; a to z and A to Z.
pub fn is_letters(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Whether an account's name is one of the staff's, `admin` or `editor`.
pub fn is_staff_name(text: &str) -> bool {
    STAFF.contains(&text.trim())
}

/// Whether a text is a number: an optional sign, an integer without leading zeros, optional decimals.
pub fn is_number(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, part) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    digits(whole) && digits(part) && (whole == "0" || !whole.starts_with('0'))
}

/// Whether a character turns the direction of the text after it, or is a mark that is nothing in any script.
const fn is_disguise(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
    )
}

/// Whether a character is in Unicode's `Default_Ignorable_Code_Point`: nothing is drawn for it. The table is written here, as the browser's
/// module has no room for another crate's; a test compares it with that crate's.
const fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether a letter or sign has an empty picture: Braille without dots, the null notehead, blanks among hieroglyphs.
const fn is_blank(c: char) -> bool {
    matches!(c, '\u{2800}' | '\u{1d159}' | '\u{13441}' | '\u{13442}')
}

/// Whether a code point never gets a character.
const fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fdd0}'..='\u{fdef}') || c as u32 & 0xfffe == 0xfffe
}

/// Whether a character is an accent or another mark that belongs to the letter before it. Tones of skin, two vowels and the sound marks of
/// narrow katakana do so too, but each of these is visible by itself.
fn is_mark(c: char) -> bool {
    let stands_alone = matches!(
        c,
        '\u{1f3fb}'..='\u{1f3ff}' | '\u{e33}' | '\u{eb3}' | '\u{ff9e}' | '\u{ff9f}'
    );
    !stands_alone && count(&String::from_iter(['a', c])) == 1
}

fn is_visible(c: char) -> bool {
    !(c.is_whitespace()
        || c.is_control()
        || is_disguise(c)
        || is_ignorable(c)
        || is_blank(c)
        || is_noncharacter(c)
        || is_mark(c))
}

#[cfg(test)]
mod tests {
    use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
    use icu_properties::{CodePointMapData, CodePointSetData};
    use proptest::prelude::*;

    use super::*;

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
        assert_eq!(one_line("a\u{2060}\u{61c}b\u{ad}\u{fff9}"), "ab");
        assert_eq!(one_line("می\u{200c}خواهم"), "می\u{200c}خواهم");
    }

    #[test]
    fn what_is_ignored_is_what_unicode_says() {
        let ignorable = CodePointSetData::new::<DefaultIgnorableCodePoint>();
        for c in '\0'..=char::MAX {
            assert_eq!(is_ignorable(c), ignorable.contains(c), "{c:?}");
        }
    }

    #[test]
    fn every_letter_is_visible_and_no_control_or_separator_is() {
        let category = CodePointMapData::<GeneralCategory>::new();
        let unseen = GeneralCategoryGroup::Separator.union(GeneralCategoryGroup::Control);
        let is_empty = |c| is_ignorable(c) || is_blank(c);
        let wrong: Vec<char> = ('\0'..=char::MAX)
            .filter(|c| {
                let category = category.get(*c);
                let is_letter = GeneralCategoryGroup::Letter.contains(category);
                let is_unseen = unseen.contains(category);
                is_visible(*c) && is_unseen || !is_visible(*c) && is_letter && !is_empty(*c)
            })
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }

    proptest! {
        #[test]
        fn a_key_is_the_key_of_all_that_is_read_like_it(name in "\\PC{0,12}") {
            let of = key(&name);
            prop_assert_eq!(&key(&of), &of);
            let composed = ComposingNormalizerBorrowed::new_nfc().normalize(&name).into_owned();
            let apart = DecomposingNormalizerBorrowed::new_nfd().normalize(&name).into_owned();
            // Unicode folds the case of a text taken apart: an iota below a letter stands behind the letter's other marks there.
            let folded = CaseMapperBorrowed::new().fold_string(&apart).into_owned();
            for same in [composed, apart, folded, format!("{name}\u{2060}")] {
                prop_assert_eq!(key(&same), of.clone());
            }
        }
    }
}
