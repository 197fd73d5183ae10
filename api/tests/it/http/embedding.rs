//! Origins whose pages may frame the embedded ones.

use api::Embedders;

#[test]
fn an_origin_is_a_scheme_a_host_and_perhaps_a_port() {
    for fine in ["https://shop.example", "http://127.0.0.1:8080", ""] {
        assert!(Embedders::parse(fine).is_ok(), "{fine}");
    }
    for bad in [
        "shop.example",
        "https://",
        "https://*.example",
        "https://shop.example/",
        "https://shop.example; script-src *",
        "https://shop.example:0",
        "'self'",
        "*",
    ] {
        assert!(Embedders::parse(bad).is_err(), "{bad}");
    }
}

#[test]
fn only_the_embedded_pages_are_framed_and_only_by_the_named() {
    let some = Embedders::parse("https://a.example, https://b.example").unwrap();
    let policy = some.policy_of("payManageEmbedded").unwrap();
    assert!(policy.ends_with("frame-ancestors https://a.example https://b.example"));
    assert!(policy.contains("script-src 'self'"));
    assert_eq!(
        some.policy_of("redemptionCodeEmbedded"),
        Some(policy.clone())
    );
    assert_eq!(some.policy_of("play/embedded"), Some(policy));
    for path in ["payManage", "index", "", "play", "payManageEmbedded/x"] {
        assert_eq!(some.policy_of(path), None, "{path}");
    }
    assert_eq!(Embedders::default().policy_of("payManageEmbedded"), None);
}
