//! The small questions that forms ask of a text (specification, section 5, helpers).

use domain::text;

use crate::{rows, sentences, vectors};

const FILE: &str = include_str!("../../vectors/text.json");

fn holds(table: &str, question: fn(&str) -> bool) {
    for row in rows(&vectors(FILE), table) {
        let asked = row[0].as_str().expect("a text");
        assert_eq!(Some(question(asked)), row[1].as_bool(), "{table}: {row}");
    }
}

sentences! {
    fn an_address_of_the_web_has_a_scheme_a_host_and_nothing_hidden() {
        holds("url", text::is_url);
    }

    fn letters_are_told_by_their_case() {
        holds("lowerCase", text::is_lower_case);
        holds("upperCase", text::is_upper_case);
        holds("letters", text::is_letters);
    }

    fn the_staff_have_two_names() {
        holds("staffName", text::is_staff_name);
    }

    fn a_name_is_seen_when_something_is_drawn_for_it() {
        holds("seen", text::is_seen);
    }

    fn names_that_are_read_alike_have_one_key() {
        for row in rows(&vectors(FILE), "key") {
            let name = row[0].as_str().expect("a name");
            assert_eq!(Some(text::key(name).as_str()), row[1].as_str(), "{name}");
        }
    }

    fn a_number_has_a_sign_no_leading_zeros_and_decimals() {
        holds("number", text::is_number);
    }
}
