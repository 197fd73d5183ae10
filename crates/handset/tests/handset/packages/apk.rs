//! Names that an APK may give itself and its splits.

use handset::internal::apk::{NAME_LIMIT_BYTES, is_package_name, is_split_name};

#[test]
fn names_that_could_leave_their_folder_are_no_names() {
    for name in ["", "a", ".a", "a..b", "../a.b", "a.b/c", "a.1b", "a.b c"] {
        assert!(!is_package_name(name), "{name}");
    }
    assert!(is_package_name("com.example.app_2"));
    let part = "a".repeat(NAME_LIMIT_BYTES - 2);
    assert!(is_package_name(&format!("{part}.b")));
    assert!(!is_package_name(&format!("{part}.bc")));
    for name in ["", "../x", "a/b", "1a", "a b"] {
        assert!(!is_split_name(name), "{name}");
    }
    assert!(is_split_name("config.zh-rCN"));
}
