//! Arithmetic expressions, `$(( … ))`.

use std::collections::HashMap;

use handset::internal::language::arithmetic::{DEPTH_LIMIT, value};

#[test]
fn expressions_have_the_values_of_mksh() {
    for (text, expected) in [
        ("", 0),
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("1 << 4 | 1", 17),
        ("5 > 3 && 2 <= 2", 1),
        ("0 || !0", 1),
        ("~0", -1),
        ("0x1F", 31),
        ("2147483647 + 1", i32::MIN),
        ("a * 2", 8),
        ("none", 0),
        ("a > 3 ? 10 : 20", 10),
        ("0 && 1 / 0", 0),
        ("- - 1", 1),
    ] {
        let mut variables = HashMap::from([("a".to_owned(), "4".to_owned())]);
        assert_eq!(value(text, &mut variables), Ok(expected), "{text}");
    }
}

#[test]
fn assignments_last_and_those_of_a_side_that_does_not_count_do_not() {
    let mut variables = HashMap::new();
    for (text, expected) in [
        ("x = 3", 3),
        ("x += 2", 5),
        ("x++", 5),
        ("x", 6),
        ("--x", 5),
        ("1 || (x = 9)", 1),
        ("x", 5),
    ] {
        assert_eq!(value(text, &mut variables), Ok(expected), "{text}");
    }
}

#[test]
fn what_is_no_expression_is_told() {
    let deep = "(".repeat(DEPTH_LIMIT + 1) + "1";
    for text in [
        "1 / 0",
        "1 +",
        "(1",
        "1 2",
        "@",
        "08x",
        "1 ? 2",
        &deep,
        &"-".repeat(999),
    ] {
        assert!(value(text, &mut HashMap::new()).is_err(), "{text}");
    }
}
