//! Names of files that are downloaded, as the header has them.

use api::internal::attachment;

#[test]
fn a_name_is_written_for_old_and_new_browsers() {
    for (name, header) in [
        ("a b.txt", "attachment; filename=\"a b.txt\""),
        (
            "照 \"a\";b.txt",
            "attachment; filename=\"_ _a__b.txt\"; filename*=UTF-8''%E7%85%A7%20%22a%22%3Bb.txt",
        ),
    ] {
        assert_eq!(attachment(name).to_string(), header);
    }
    assert!(!attachment("a\r\nx: y").to_string().contains(['\r', '\n']));
}
