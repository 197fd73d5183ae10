//! The base path: its form, and how it is taken off a request's path.

use actix_web::http::Uri;
use api::Base;
use api::internal::with_path;

/// Longest base path, in bytes.
const BASE_MAX_BYTES: usize = 100;

#[test]
fn a_base_is_a_plain_path_without_an_end() {
    for fine in ["", "/phones", "/app", "/a/b-c_d.e~f"] {
        assert_eq!(Base::parse(fine).unwrap().as_str(), fine);
    }
    let long = format!("/{}", "a".repeat(BASE_MAX_BYTES));
    for bad in [
        "/",
        "phones",
        "/phones/",
        "//phones",
        "/a//b",
        "/..",
        "/a/../b",
        "/a b",
        "/a?b",
        "/a\"b",
        "https://host/phones",
        &long,
    ] {
        assert!(Base::parse(bad).is_err(), "{bad}");
    }
    assert!(Base::parse(&long[..BASE_MAX_BYTES]).is_ok());
}

#[test]
fn only_what_is_below_it_is_taken_off() {
    let base = Base::parse("/phones").unwrap();
    for (path, rest) in [
        ("/phones/app/index", Some("/app/index")),
        ("/phones", Some("/")),
        ("/phones/", Some("/")),
        ("/phonesx/app", None),
        ("/app/index", None),
    ] {
        assert_eq!(base.rest(path), rest, "{path}");
    }
    assert_eq!(Base::default().rest("/app"), None);
    let uri: Uri = "/phones/app/play?token=x".parse().unwrap();
    assert_eq!(with_path(&uri, "/app/play").unwrap(), "/app/play?token=x");
}
