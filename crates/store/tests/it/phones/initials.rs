//! Sort keys of names: how Chinese letters are read, and the dictionaries of their readings.

use store::internal::{FAMILY_NAMES, WORD_MAX_CHARS, WORDS, sort_key};

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
