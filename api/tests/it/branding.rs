//! The console's dress: what an operator chose is what everybody reads.

mod agreements;
mod desk;

use reqwest::Method;
use serde_json::json;
use store::seed::Seed;

use crate::server::{OWNER, with_server};

#[test]
fn the_chosen_branding_is_answered_whole() {
    with_server(async |s| {
        let chosen = json!({ "text": "猫头鹰", "main": "/app/owl.svg", "leftBg": "/app/owl.svg", "welcomeText": "你好", "registerType": "phone",
            "renewRedesign": 2, "loginWay": "email", "serviceUrl": "https://help.example/", "serviceHours": "09:00–21:00" });
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

const DICTIONARY: &str = "/app-api/system/dict-data/get";

#[test]
fn a_dictionary_has_the_operators_words_in_the_language_that_is_asked_for() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let statuses = format!("{DICTIONARY}?type=phone_status");
        let first = s.get(&statuses, &token).await.data();
        assert_eq!(first.as_array().map(Vec::len), Some(16));
        assert_eq!(first[1]["dictValue"], "1");
        assert_eq!(first[1]["dictLabel"], "Running");
        assert_eq!(first[1]["label"], first[1]["dictLabel"]);

        let entry = |value: &str, label: &str, label_en: &str| json!({ "dictType": "phone_status", "value": value, "label": label, "labelEn": label_en, "sort": 1 });
        s.seed(json!({ "dictionaries": [entry("1", "在线", "Online"), entry("99", "检修", "")] }))
            .await;
        let bearer = format!("Bearer {token}");
        let said = async |lang: &str| {
            let headers = [
                ("accept-language", lang),
                ("authorization", bearer.as_str()),
            ];
            let rows = s.send(Method::GET, &statuses, &headers, "").await.data();
            ["1", "99"].map(|value| {
                let mut rows = rows.as_array().unwrap().iter();
                let row = rows.find(|row| row["value"] == value).unwrap();
                row["label"].as_str().unwrap().to_owned()
            })
        };
        assert_eq!(said("zh-CN").await, ["在线", "检修"]);
        assert_eq!(said("en-US").await, ["Online", "检修"]);

        let other = s
            .get(&format!("{DICTIONARY}?dictType=nothing"), &token)
            .await;
        assert_eq!(other.data(), json!([]));
        for wrong in ["", "?type=", &format!("?type={}", "x".repeat(101))] {
            let refused = s.get(&format!("{DICTIONARY}{wrong}"), &token).await;
            assert_eq!(refused.code(), 400, "{wrong}");
        }
        assert_eq!(s.get(&statuses, "").await.code(), 401);
    });
}

#[test]
fn features_and_data_centres_are_what_the_operator_offers() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let features = "/app-api/system/front/ca-aksk";
        assert_eq!(s.get(features, &token).await.data()["register"], true);
        s.seed(json!({ "branding": { "registerType": "none" } }))
            .await;
        let closed = s.get(features, &token).await.data();
        assert_eq!(closed["register"], false);
        let flags = closed.as_object().unwrap();
        assert!(flags.values().all(serde_json::Value::is_boolean));

        let places = "/app-api/system/front/dc-info";
        assert_eq!(s.get(places, &token).await.data(), json!([]));
        let place = |value: &str, label: &str, sort: i32| json!({ "dictType": "data_center", "value": value, "label": label, "sort": sort });
        s.seed(json!({ "dictionaries": [place("gz", "广州", 2), place("sh", "上海", 1)] }))
            .await;
        assert_eq!(
            s.get(places, &token).await.data(),
            json!([{ "id": "sh", "name": "上海" }, { "id": "gz", "name": "广州" }])
        );
        for path in [features, places] {
            assert_eq!(s.get(path, "").await.code(), 401, "{path}");
        }
    });
}

#[test]
fn hours_and_words_beyond_their_bounds_are_refused() {
    with_server(async |s| {
        let long = "x".repeat(101);
        for list in [
            json!({ "branding": { "serviceHours": long } }),
            json!({ "branding": { "serviceHours": "9–5\n" } }),
            json!({ "dictionaries": [{ "dictType": "Status", "value": "1", "label": "l" }] }),
            json!({ "dictionaries": [{ "dictType": "status", "value": "", "label": "l" }] }),
            json!({ "dictionaries": [{ "dictType": "status", "value": "1", "label": " " }] }),
        ] {
            let seed = Seed::parse(&list.to_string()).unwrap();
            let refused = store::seed::load(&s.store, seed, s.clock.now_ms()).await;
            assert!(refused.is_err(), "{list}");
        }
        s.seed(json!({ "branding": { "serviceHours": "09:00–21:00" } }))
            .await;
        let shown = s.get("/app-api/system/front/logo", "").await.data();
        assert_eq!(shown["serviceHours"], "09:00–21:00");
    });
}
