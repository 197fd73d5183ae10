//! The console's dress: what an operator chose is what everybody reads.

use serde_json::json;
use store::seed::Seed;

use crate::server::with_server;

#[test]
fn the_chosen_branding_is_answered_whole() {
    with_server(async |s| {
        let chosen = json!({ "text": "猫头鹰", "main": "/app/owl.svg", "leftBg": "/app/owl.svg", "welcomeText": "你好", "registerType": "phone",
            "renewRedesign": 2, "loginWay": "email", "serviceUrl": "https://help.example/" });
        s.seed(json!({ "branding": chosen })).await;
        assert_eq!(s.get("/app-api/system/front/logo", "").await.data(), chosen);

        s.seed(json!({ "branding": { "text": "Deck" } })).await;
        let answered = s.get("/app-api/system/front/logo", "").await.data();
        assert_eq!(
            (&answered["text"], &answered["main"], &answered["loginWay"]),
            (&json!("Deck"), &json!(""), &json!("phone"))
        );
    });
}

#[test]
fn a_branding_that_leads_elsewhere_is_refused_and_the_old_one_stays() {
    with_server(async |s| {
        for (field, value) in [
            ("main", json!("https://evil.example/x.png")),
            ("leftBg", json!("//evil.example/x.png")),
            ("serviceUrl", json!("javascript:alert(1)")),
            ("renewRedesign", json!(3)),
            ("loginWay", json!("telepathy")),
            ("text", json!("x".repeat(41))),
        ] {
            let seed = Seed::parse(&json!({ "branding": { field: value } }).to_string()).unwrap();
            let refused = store::seed::load(&s.store, seed, s.clock.now_ms()).await;
            assert!(refused.is_err(), "{field}");
        }
        let answered = s.get("/app-api/system/front/logo", "").await.data();
        assert_eq!(
            (&answered["text"], &answered["loginWay"]),
            (&json!(""), &json!("phone"))
        );
    });
}
