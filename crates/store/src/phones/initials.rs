//! Sort keys of names: the initials of their letters. A Chinese letter with several readings has that of the word in which it stands, and
//! at the start of a name that of the family name.

use std::collections::HashMap;
use std::sync::LazyLock;

use pinyin::ToPinyin;

/// Digits of a number in a sort key: longer numbers sort among themselves.
const NUMBER_DIGITS: usize = 10;
/// A character that sorts after every letter.
const AFTER_LETTERS: char = '~';
/// The longest word of the dictionaries, in letters.
pub const WORD_MAX_CHARS: usize = 4;

/// Words with their initials.
type Dictionary = HashMap<&'static str, &'static str>;

/// Words of which a letter, read by itself or as a family name, would begin otherwise.
pub static WORDS: LazyLock<Dictionary> =
    LazyLock::new(|| dictionary(include_str!("../../data/words.txt")));
/// Family names that begin otherwise than their letters, read by themselves.
pub static FAMILY_NAMES: LazyLock<Dictionary> =
    LazyLock::new(|| dictionary(include_str!("../../data/family_names.txt")));

/// Parses a dictionary: a word and its initials in each line; `#` begins a comment.
fn dictionary(lines: &'static str) -> Dictionary {
    lines
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .collect()
}

/// The sort key of a name: initials (Chinese by pinyin), numbers by value and before letters, other characters after them.
pub fn sort_key(alias: &str) -> String {
    let name = domain::text::key(alias);
    let mut key = String::with_capacity(name.len() + NUMBER_DIGITS);
    let mut rest = name.as_str();
    while let Some(c) = rest.chars().next() {
        let read = if c.is_ascii_digit() {
            number(rest, &mut key)
        } else if let Some((read, initials)) = word(rest, rest.len() == name.len()) {
            key.push_str(initials);
            read
        } else {
            letter(c, &mut key);
            c.len_utf8()
        };
        rest = &rest[read..];
    }
    key
}

/// Appends the number at the start, padded; answers its length.
fn number(rest: &str, key: &mut String) -> usize {
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let end = end.unwrap_or(rest.len());
    let digits = rest[..end].trim_start_matches('0');
    let padding = NUMBER_DIGITS.saturating_sub(digits.len());
    key.extend(std::iter::repeat_n('0', padding));
    key.push_str(digits);
    end
}

/// The longest known word at the start, else the family name where one is allowed; its length and its initials.
fn word(rest: &str, family: bool) -> Option<(usize, &'static str)> {
    let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8());
    let ends: Vec<usize> = ends.take(WORD_MAX_CHARS).collect();
    let longest = |known: &Dictionary| {
        let found = |end: &usize| known.get(&rest[..*end]).map(|initials| (*end, *initials));
        ends.iter().rev().find_map(found)
    };
    longest(&WORDS).or_else(|| family.then(|| longest(&FAMILY_NAMES)).flatten())
}

fn letter(c: char, key: &mut String) {
    if let Some(base) = domain::text::base_letter(c) {
        key.push(base);
    } else if let Some(sound) = c.to_pinyin() {
        key.push_str(sound.first_letter());
    } else if !c.is_whitespace() {
        key.push(AFTER_LETTERS);
        key.push(c);
    }
}
