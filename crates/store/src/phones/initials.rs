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
const WORD_MAX_CHARS: usize = 4;

/// Words with their initials.
type Dictionary = HashMap<&'static str, &'static str>;

static WORDS: LazyLock<Dictionary> =
    LazyLock::new(|| dictionary(include_str!("../../data/words.txt")));
static FAMILY_NAMES: LazyLock<Dictionary> =
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
pub(crate) fn sort_key(alias: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_by_initials_and_numbers_by_value() {
        let mut names = [
            "主力 2",
            "阿尔法",
            "Beta",
            "Äpfel",
            "Zoë",
            "Łódź",
            "主力 10",
            "测试",
            "#1",
            "主力 1",
            "主力 ０３",
        ];
        names.sort_by_key(|name| sort_key(name));
        assert_eq!(
            names,
            [
                "阿尔法",
                "Äpfel",
                "Beta",
                "测试",
                "Łódź",
                "主力 1",
                "主力 2",
                "主力 ０３",
                "主力 10",
                "Zoë",
                "#1"
            ]
        );
    }

    #[test]
    fn letters_are_read_as_in_their_word() {
        for (name, key) in [
            ("重庆", "cq"),
            ("长沙", "cs"),
            ("厦门", "xm"),
            ("重启机", "cqj"),
            ("新重庆", "xcq"),
            ("重", "z"),
            ("重要", "zy"),
            ("都市 2", "ds0000000002"),
            ("音乐", "yy"),
        ] {
            assert_eq!(sort_key(name), key, "{name}");
        }
    }

    #[test]
    fn a_family_name_is_read_as_one_at_the_start_and_where_no_word_begins() {
        for (name, key) in [
            ("单雄信", "sxx"),
            ("曾国藩", "zgf"),
            ("仇英", "qy"),
            ("解缙", "xj"),
            ("尉迟恭", "ycg"),
            ("乐毅", "yy"),
            ("单", "s"),
            ("单机", "dj"),
            ("曾经", "cj"),
            ("解放", "jf"),
            ("乐园", "ly"),
            ("老单", "ld"),
        ] {
            assert_eq!(sort_key(name), key, "{name}");
        }
    }

    #[test]
    fn every_line_of_the_dictionaries_has_an_initial_for_each_letter() {
        for (known, least) in [(&WORDS, 8000), (&FAMILY_NAMES, 20)] {
            assert!(known.len() > least);
            for (word, initials) in known.iter() {
                let letters = word.chars().count();
                assert!((1..=WORD_MAX_CHARS).contains(&letters), "{word}");
                assert_eq!(letters, initials.len(), "{word}");
                assert!(initials.bytes().all(|b| b.is_ascii_lowercase()), "{word}");
            }
        }
    }
}
