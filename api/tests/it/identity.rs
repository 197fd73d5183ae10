//! One-click new device as its member's browser sees it.

mod library;
mod places;

use domain::codes;
use domain::identity::serial_form;
use serde_json::{Value, json};
use store::phones::{set_health, set_power};

use crate::server::{GUEST, OWNER, with_server};

const CALLS: [&str; 3] = [
    "/app-api/infra/renew/renew",
    "/app-api/infra/renew/renew-v3",
    "/app-api/infra/renew-redesign/renew",
];
const PREVIEW: &str = "/app-api/infra/renew-redesign/preview";
const CHANGE_ALL: &str = "/app-api/infra/renew-redesign/proxy/change-batch";
const LINES: &str = "/app-api/infra/renew-redesign/proxy/lines";
const INFO: &str = "/app-api/infra/operation/info";
const MODEL: &str = "2211133G";

#[test]
fn each_generation_of_the_call_begins_one_and_its_receipt_says_which_model() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        for (at, path) in CALLS.into_iter().enumerate() {
            let id = s.phone(&format!("机{at}"), 30).await;
            let body = json!({ "phoneId": id, "model": MODEL, "brand": "Xiaomi", "serial": "4e7a9c21", "keep": "files" });
            let begun = s.post(path, &token, body.clone()).await.data();
            assert_eq!((&begun["success"], &begun["fail"]), (&json!(1), &json!(0)));
            let path_of_receipt = format!("{INFO}?batchId={}", begun["batchId"]);
            let receipt = s.get(&path_of_receipt, &token).await.data();
            assert_eq!(receipt["batch"]["kind"], "newDevice");
            assert_eq!(
                receipt["list"][0]["renewed"],
                json!({ "brand": "Xiaomi", "name": "Xiaomi 13", "fields": [] })
            );
            // The phone is held by another operation now.
            let busy = s.post(path, &token, body).await.data();
            assert_eq!(busy["list"][0]["code"], codes::PHONE_BUSY.number);
        }
    });
}

#[test]
fn a_wrong_field_is_refused_beside_it_and_nothing_begins() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let (one, two) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let single = |more: Value| {
            let mut body = json!({ "phoneIds": [one], "model": MODEL });
            body.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            body
        };
        for (body, field) in [
            (single(json!({ "model": "nothing" })), "model"),
            (single(json!({ "brand": "vivo" })), "model"),
            (single(json!({ "serial": "4E7A9C21" })), "serial"),
            (single(json!({ "serial": "4e7a9c210" })), "serial"),
            (single(json!({ "serial": "4e7a9c2'" })), "serial"),
            (
                single(json!({ "phoneIds": [one, two], "serial": "4e7a9c21" })),
                "serial",
            ),
            (single(json!({ "protocol": "SOCKS4" })), "protocol"),
            (single(json!({ "protocol": "SOCKS5" })), "ip"),
            (single(json!({ "port": 1080 })), "protocol"),
            (
                single(json!({ "protocol": "HTTP", "ip": "10.0.0.1", "port": 80 })),
                "ip",
            ),
            (
                single(json!({ "protocol": "HTTP", "ip": "proxy.example", "port": 70_000 })),
                "port",
            ),
            (
                single(json!({ "keepProxy": true, "protocol": "HTTP" })),
                "keepProxy",
            ),
        ] {
            for path in CALLS {
                let refused = s.post(path, &token, body.clone()).await;
                assert_eq!(refused.code(), codes::BAD_REQUEST.number, "{body}");
                assert_eq!(refused.json()["data"]["field"], field, "{body}");
                assert!(!refused.msg().is_empty());
            }
        }
        let unread = s
            .post(CALLS[0], &token, single(json!({ "keep": "all" })))
            .await;
        assert_eq!(unread.code(), codes::BAD_REQUEST.number);
        for (ids, code) in [
            (json!([]), codes::PHONE_COUNT),
            (json!((1..=31).collect::<Vec<_>>()), codes::PHONE_COUNT),
            (json!([one, one]), codes::DUPLICATE_PHONE),
        ] {
            for path in CALLS.into_iter().chain([PREVIEW]) {
                let body = single(json!({ "phoneIds": ids }));
                assert_eq!(
                    s.post(path, &token, body).await.code(),
                    code.number,
                    "{path}"
                );
            }
        }
        // A field that says nothing is none.
        let begun = s
            .post(
                CALLS[2],
                &token,
                single(json!({ "ip": null, "serial": "" })),
            )
            .await;
        assert_eq!(begun.data()["success"], 1);
    });
}

#[test]
fn phones_that_may_not_are_refused_each_in_words_and_beforehand() {
    with_server(async |s| {
        let (token, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let now_ms = s.clock.now_ms();
        let (lent, off, unwell, over) = (
            s.phone("借出", 30).await,
            s.phone("关机", 30).await,
            s.phone("异常", 30).await,
            s.phone("到期", -1).await,
        );
        s.grant("借出", "operate").await;
        set_power(&s.store, off, domain::phones::Power::Off, now_ms)
            .await
            .unwrap();
        set_health(&s.store, unwell, Some("silent".to_owned()), now_ms)
            .await
            .unwrap();
        for (phone, by, code) in [
            (lent, &guest, codes::RIGHT_MISSING),
            (off, &token, codes::STATE_FORBIDS),
            (unwell, &token, codes::STATE_FORBIDS),
            (over, &token, codes::PHONE_EXPIRED),
            (4242, &token, codes::PHONE_ABSENT),
        ] {
            let body = json!({ "phoneIds": [phone], "model": MODEL });
            let begun = s.post(CALLS[0], by, body.clone()).await.data();
            assert_eq!(begun["success"], 0);
            let preview = s.post(PREVIEW, by, body).await.data();
            for row in [&begun["list"][0], &preview["list"][0]] {
                assert_eq!(row["code"], code.number, "{row}");
                assert!(!row["msg"].as_str().unwrap().is_empty());
            }
            assert_eq!(preview["list"][0]["now"], Value::Null);
        }
        // Phones of another kind than Android 10 with Orion865: each alone.
        let (one, two) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let both = json!({ "phoneIds": [one, two], "model": MODEL });
        let begun = s.post(CALLS[1], &token, both.clone()).await.data();
        assert_eq!((&begun["success"], &begun["fail"]), (&json!(0), &json!(2)));
        let preview = s.post(PREVIEW, &token, both).await.data();
        for row in [&begun["list"][1], &preview["list"][1]] {
            assert_eq!(row["code"], codes::NEW_DEVICE_ALONE.number);
        }
    });
}

#[test]
fn the_model_library_has_three_forms_and_draws_serial_numbers_of_a_brands_form() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let get = async |path: &str| s.get(&format!("/app-api/infra/{path}"), &token).await;
        let all = get("model-library/list").await.data();
        let total = all["total"].as_u64().unwrap();
        assert!(total >= 60 && all["list"].as_array().unwrap().len() as u64 == total);
        let xiaomi = get("model-library/list?brand=Xiaomi").await.data();
        assert!(xiaomi["total"].as_u64().unwrap() < total);
        assert_eq!(
            xiaomi["list"][0],
            json!({ "brand": "Xiaomi", "brandName": "Xiaomi", "model": MODEL, "name": "Xiaomi 13" })
        );
        let brands = get("model-library/list-v2").await.data();
        assert!(brands["total"].as_u64().unwrap() >= 12);
        assert_eq!(brands, get("renew-redesign/models").await.data());
        let whole = get("model-library/list-v3?brand=Xiaomi").await.data();
        assert_eq!(whole["list"][0], brands["list"][0]["models"][0]);
        assert_eq!(
            whole["list"][0],
            json!({ "brand": "Xiaomi", "name": "Xiaomi 13", "device": "fuxi", "model": MODEL, "width": 1080, "height": 2400,
                    "dpi": 440, "android": "13", "year": 2023, "soc": "SM8550" })
        );
        let serial = format!("renew-redesign/serial?model={MODEL}");
        let (one, other) = (get(&serial).await.data(), get(&serial).await.data());
        assert_ne!(one, other);
        for drawn in [one, other] {
            let drawn = drawn["serial"].as_str().unwrap();
            assert_eq!(serial_form("Xiaomi").parse(drawn).as_deref(), Some(drawn));
        }
        let unknown = get("renew-redesign/serial?model=nothing").await;
        assert_eq!(unknown.json()["data"]["field"], "model");
    });
}

#[test]
fn a_proxy_is_set_and_taken_off_by_whoever_may_and_its_password_never_comes_back() {
    with_server(async |s| {
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let id = s.phone("甲", 30).await;
        s.grant("甲", "operate").await;
        let proxy = json!({
            "phoneId": id, "protocol": "socks5", "ip": "Proxy.Example", "port": 1080, "username": "owl", "password": "open sesame",
            "country": 392, "city": 1_850_147,
        });
        let change = "/app-api/infra/renew-redesign/proxy/change";
        let refused = s.post(change, &guest, proxy.clone()).await;
        assert_eq!(refused.code(), codes::RIGHT_MISSING.number);
        let mut wrong = proxy.clone();
        wrong["ip"] = json!("169.254.169.254");
        let refused = s.post(change, &owner, wrong).await;
        assert_eq!(refused.json()["data"]["field"], "ip");
        let preview = async |token: &str| {
            let asked = s.post(PREVIEW, token, json!({ "phoneIds": [id] })).await;
            asked.data()
        };
        assert_eq!(preview(&owner).await["list"][0]["proxy"], Value::Null);

        s.post(change, &owner, proxy).await.data();
        let shown = preview(&owner).await;
        assert_eq!(shown["proxies"], true);
        let mut kept = shown["list"][0]["proxy"].clone();
        kept["setTime"] = json!(0);
        assert_eq!(
            kept,
            json!({ "protocol": "SOCKS5", "ip": "proxy.example", "port": 1080, "login": true, "place": "Japan · Tokyo",
                    "inPlace": false, "setTime": 0, "bytesUp": 0, "bytesDown": 0, "tested": null })
        );
        assert!(!shown.to_string().contains("sesame"));
        assert_eq!(preview(&guest).await["list"][0]["proxy"], Value::Null);
        let facts = format!("/app-api/infra/renew-redesign/proxy?phoneId={id}");
        let mut told = s.get(&facts, &owner).await.data();
        told["proxy"]["setTime"] = json!(0);
        assert_eq!(told, json!({ "proxies": true, "proxy": kept }));
        let refused = s.get(&facts, &guest).await;
        assert_eq!(refused.code(), codes::RIGHT_MISSING.number);

        s.post(change, &owner, json!({ "phoneId": id }))
            .await
            .data();
        assert_eq!(preview(&owner).await["list"][0]["proxy"], Value::Null);
        let over = s.phone("到期", -1).await;
        let refused = s.post(change, &owner, json!({ "phoneId": over })).await;
        assert_eq!(refused.code(), codes::PHONE_EXPIRED.number);
    });
}

#[test]
fn each_of_several_phones_gets_the_proxy_of_its_line() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let ids = [s.phone("甲", 30).await, s.phone("乙", 30).await];
        let over = s.phone("到期", -1).await;
        let lines = "http://owl:p%40ss@a.example:8080\n\nb.example:1080:owl:open sesame";
        let judged = json!({ "proxyLines": lines, "phones": 2, "protocol": "SOCKS5" });
        let judged = s.post(LINES, &token, judged).await.data();
        let line = |number: u32, proxy: &str| json!({ "line": number, "proxy": proxy, "login": true, "msg": "" });
        assert_eq!(
            judged,
            json!({ "list": [line(1, "HTTP a.example:8080"), line(3, "SOCKS5 b.example:1080")], "total": 2, "msg": "" })
        );
        let proxies = async || {
            let shown = s
                .post(PREVIEW, &token, json!({ "phoneIds": ids }))
                .await
                .data();
            [0, 1].map(|at| {
                let proxy = &shown["list"][at]["proxy"];
                format!("{} {}", proxy["protocol"], proxy["ip"])
            })
        };
        let body = json!({ "phoneIds": ids, "proxyLines": lines, "protocol": "SOCKS5" });
        let done = s.post(CHANGE_ALL, &token, body).await.data();
        assert_eq!((&done["success"], &done["fail"]), (&json!(2), &json!(0)));
        let own = ["\"HTTP\" \"a.example\"", "\"SOCKS5\" \"b.example\""];
        assert_eq!(proxies().await, own);

        // A proxy sent to three phones is taken by the first; the expired and the unknown phone are refused. Then it is removed.
        let same = json!({ "phoneIds": [ids[0], over, 4242], "protocol": "HTTP", "ip": "c.example", "port": 1 });
        let some = s.post(CHANGE_ALL, &token, same).await.data();
        let code = |at: usize| some["list"][at]["code"].as_i64();
        assert_eq!(
            (0..3).map(code).collect::<Vec<_>>(),
            [
                Some(0),
                Some(codes::PHONE_EXPIRED.number),
                Some(codes::PHONE_ABSENT.number)
            ]
        );
        assert_eq!(some["fail"], 2);
        assert_eq!(proxies().await[0], "\"HTTP\" \"c.example\"");
        let none = json!({ "phoneIds": ids });
        assert_eq!(s.post(CHANGE_ALL, &token, none).await.data()["success"], 2);
        assert_eq!(proxies().await, ["null null", "null null"]);
    });
}

#[test]
fn a_wrong_line_and_another_number_of_lines_change_nothing() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let ids = [s.phone("甲", 30).await, s.phone("乙", 30).await];
        let two = "a.example:1\nb.example:2";
        for (lines, more, field, words) in [
            ("a.example:1", json!({}), "proxyLines", "Lines needed: 2"),
            (
                "a.example:1\nb.example:2\nc.example:3",
                json!({}),
                "proxyLines",
                "Lines given: 3",
            ),
            (
                "a.example:1\nb.example:25",
                json!({}),
                "proxyLines",
                "Line 2: ",
            ),
            (
                "a.example:1\n10.0.0.1:80",
                json!({}),
                "proxyLines",
                "Line 2: ",
            ),
            (two, json!({ "protocol": "" }), "proxyLines", "Line 1: "),
            (two, json!({ "ip": "c.example" }), "ip", "in lines"),
            (two, json!({ "city": 1 }), "city", "no such city"),
        ] {
            let mut body = json!({ "phoneIds": ids, "proxyLines": lines, "protocol": "HTTP", "country": 392, "model": MODEL });
            for (key, value) in more.as_object().unwrap() {
                body[key] = value.clone();
            }
            for path in [CHANGE_ALL, CALLS[2]] {
                let refused = s.post(path, &token, body.clone()).await;
                assert_eq!(refused.json()["data"]["field"], field, "{body}");
                assert!(refused.msg().contains(words), "{}", refused.msg());
            }
        }
        let long = "a".repeat(domain::proxy::LINES_MAX_BYTES + 1);
        let refused = json!({ "proxyLines": long, "phones": 1 });
        let refused = s.post(LINES, &token, refused).await;
        assert_eq!(refused.json()["data"]["field"], "proxyLines");
        let judged = json!({ "proxyLines": "socks4://a.example:1", "phones": 2 });
        let judged = s.post(LINES, &token, judged).await.data();
        assert_eq!(judged["list"][0]["msg"], "Choose HTTP, HTTPS or SOCKS5");
        assert_eq!(judged["list"][0]["proxy"], "");
        assert!(judged["msg"].as_str().unwrap().starts_with("Line 1: "));
        for (ids, code) in [
            (json!([]), codes::PHONE_COUNT),
            (json!((1..=31).collect::<Vec<_>>()), codes::PHONE_COUNT),
            (json!([ids[0], ids[0]]), codes::DUPLICATE_PHONE),
        ] {
            let refused = s.post(CHANGE_ALL, &token, json!({ "phoneIds": ids })).await;
            assert_eq!(refused.code(), code.number);
        }
        let shown = s
            .post(PREVIEW, &token, json!({ "phoneIds": ids }))
            .await
            .data();
        assert_eq!(shown["list"][1]["proxy"], Value::Null);
        assert_eq!(shown["list"][0]["code"], codes::NEW_DEVICE_ALONE.number);
    });
}

#[test]
fn proxies_are_tried_out_so_many_times_an_hour() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        // Nothing listens at port 1.
        let body = json!({ "protocol": "HTTP", "ip": "127.0.0.1", "port": 1 });
        let test = "/app-api/infra/renew-redesign/proxy/test";
        for _ in 0..domain::proxy::TESTS_AN_HOUR {
            let tried = s.post(test, &token, body.clone()).await;
            assert_eq!(tried.json()["data"]["field"], "port");
        }
        let full = s.post(test, &token, body).await;
        assert_eq!(full.code(), codes::TOO_MANY.number);
        assert!(full.json()["data"]["retryAfterMs"].as_i64() > Some(0));
        // A proxy that a phone has is tried within the same number, and one that has none is not.
        let id = s.phone("甲", 30).await;
        let (own, phone) = (
            "/app-api/infra/renew-redesign/proxy/test-phone",
            json!({ "phoneId": id }),
        );
        let none = s.post(own, &token, phone.clone()).await;
        assert_eq!(none.json()["data"]["field"], "phoneId");
        let change = "/app-api/infra/renew-redesign/proxy/change";
        let set = json!({ "phoneId": id, "protocol": "HTTP", "ip": "a.example", "port": 1 });
        s.post(change, &token, set).await.data();
        assert_eq!(
            s.post(own, &token, phone).await.code(),
            codes::TOO_MANY.number
        );
        // A try that the rules refuse is not counted.
        let wrong = s.post(test, &token, json!({ "protocol": "SOCKS4" })).await;
        assert_eq!(wrong.json()["data"]["field"], "protocol");
    });
}

#[test]
fn countries_and_their_cities_are_listed_and_an_unknown_country_is_refused() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let get = async |path: &str| {
            let path = format!("/app-api/infra/renew-redesign/{path}");
            s.get(&path, &token).await
        };
        let countries = get("countries").await.data();
        let list = countries["list"].as_array().unwrap();
        assert_eq!(countries["total"], list.len());
        let japan = list.iter().find(|country| country["code"] == "JP");
        assert_eq!(
            japan,
            Some(&json!({ "id": 392, "code": "JP", "name": "Japan" }))
        );
        let cities = get("cities/392").await.data();
        assert_eq!(
            cities["list"][0],
            json!({ "id": 1_850_147, "name": "Tokyo" })
        );
        let unknown = get("cities/1").await;
        assert_eq!(unknown.json()["data"]["field"], "id");
    });
}
