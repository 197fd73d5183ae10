//! Patterns with `*`, `?` and `[…]`.

use handset::internal::language::glob::{is_pattern, matches};

#[test]
fn patterns_mean_what_they_mean_to_a_shell() {
    for (pattern, text, expected) in [
        ("*", "", true),
        ("*.txt", "a.txt", true),
        ("*.txt", "a.txt.bak", false),
        ("a*b*c", "aXbXbc", true),
        ("?", "é", true),
        ("?", "", false),
        ("[a-c]x", "bx", true),
        ("[!a-c]x", "bx", false),
        ("[]]", "]", true),
        ("[", "[", true),
        (r"\*", "*", true),
        (r"\*", "x", false),
    ] {
        assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
    }
    assert!(is_pattern("a*") && !is_pattern(r"a\*"));
}
