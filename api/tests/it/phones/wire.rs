//! Names of phones, as the body of a call gives them.

use api::internal::AliasBody;
use domain::operations::OperationChoice;
use serde_json::{Value, json};

/// Names that a call gives, in the order of its phones.
fn names(body: Value) -> Vec<String> {
    let body: AliasBody = serde_json::from_value(body).unwrap();
    let asked = body.ask().unwrap();
    let name = |(_, input): (i64, OperationChoice)| {
        let OperationChoice::Alias(name) = input else {
            panic!("no name");
        };
        name
    };
    asked.phones.into_iter().map(name).collect()
}

#[test]
fn a_pattern_counts_many_phones_and_is_a_name_like_any_other_for_one() {
    let many = json!({ "phoneIds": [7, 8], "phoneAlias": "机 {n}", "first": 9 });
    assert_eq!(names(many), ["机 09", "机 10"]);
    for one in [
        json!({ "phoneId": 7, "phoneAlias": "机 {n}", "first": 9 }),
        json!({ "phoneIds": [7], "alias": "机 {n}" }),
    ] {
        assert_eq!(names(one), ["机 {n}"]);
    }
}
