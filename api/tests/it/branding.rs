//! The console's dress: what an operator chose is what everybody reads.

use serde_json::json;
use store::seed::Seed;

use crate::server::{OWNER, with_server};

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
            ("registerType", json!("telepathy")),
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

#[test]
fn nobody_registers_where_the_operator_closed_registration() {
    with_server(async |s| {
        let form = json!({ "phone": "13700000009", "userName": "13700000009", "password": "Tree&House7", "code": "000000", "uuid": "x", "agreed": true });
        let register = async || {
            s.post("/app-api/member/auth/register", "", form.clone())
                .await
                .code()
        };
        s.seed(json!({ "branding": { "registerType": "none" } }))
            .await;
        assert_eq!(register().await, 1_004_001_003);
        let kind = s.get("/app-api/member/auth/register-type", "").await.data();
        assert_eq!(kind["registerType"], "none");
        s.seed(json!({ "branding": {} })).await;
        assert_eq!(register().await, 1_002_014_000, "a code like any other");
    });
}

const CONTACTS: &str = "/app-api/system/customer-service/page";

#[test]
fn contacts_are_answered_by_kind_the_oldest_first_and_to_members_alone() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let none = s.get(CONTACTS, &token).await.data();
        assert_eq!(none, json!({ "list": [], "total": 0 }));

        let contact = |kind: i16, account: &str, address: &str| json!({ "type": kind, "account": account, "htmlCode": address });
        s.seed(json!({ "customerServices": [
            contact(2, "88213", "https://qun.example/88213"),
            contact(1, "owl-service", "https://chat.example/owl"),
        ] }))
        .await;
        s.clock.set_offset_s(1.0);
        s.seed(json!({ "customerServices": [contact(2, "88214", "http://qun.example/88214")] }))
            .await;
        let page = |query: &str| format!("{CONTACTS}?pageNo=1&pageSize=1{query}");
        let group = s.get(&page("&type=2"), &token).await.data();
        assert_eq!(group["total"], 2);
        assert_eq!(
            (
                &group["list"][0]["type"],
                &group["list"][0]["account"],
                &group["list"][0]["htmlCode"]
            ),
            (
                &json!(2),
                &json!("88213"),
                &json!("https://qun.example/88213")
            )
        );
        let messaging = s.get(&page(""), &token).await.data();
        assert_eq!(messaging["total"], 1, "without a type: the messaging list");
        assert_eq!(messaging["list"][0]["account"], "owl-service");

        assert_eq!(s.get(&page("&type=3"), &token).await.code(), 400);
        assert_eq!(
            s.get(&format!("{CONTACTS}?pageSize=201"), &token)
                .await
                .code(),
            400
        );
        assert_eq!(s.get(&page("&type=2"), "").await.code(), 401);
    });
}

#[test]
fn a_contact_without_a_name_or_a_web_address_is_refused() {
    with_server(async |s| {
        let long = "x".repeat(41);
        for (kind, account, address) in [
            (3, "88213", "https://qun.example/"),
            (2, " ", "https://qun.example/"),
            (2, long.as_str(), "https://qun.example/"),
            (2, "88213", ""),
            (2, "88213", "/app/group"),
            (2, "88213", "javascript:alert(1)"),
            (2, "88213", "data:text/html,x"),
            (2, "88213", "https:///x"),
        ] {
            let list = json!({ "customerServices": [{ "type": kind, "account": account, "htmlCode": address }] });
            let seed = Seed::parse(&list.to_string()).unwrap();
            let refused = store::seed::load(&s.store, seed, s.clock.now_ms()).await;
            assert!(refused.is_err(), "{kind} {account} {address}");
        }
    });
}
