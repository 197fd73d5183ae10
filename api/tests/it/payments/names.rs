//! Names of a configuration, in each language.

use reqwest::Method;
use serde_json::{Value, json};

use super::buyer::CREATE;
use super::shop;
use crate::server::{OWNER, Server, with_shop};

const SHELF: &str = "/app-api/trade/phone-configuration/tab-list";
const RECORDS: &str = "/app-api/trade/order/web-page";

/// A GET in a language.
async fn get(server: &Server, token: &str, lang: &str, path: &str) -> Value {
    let bearer = format!("Bearer {token}");
    let headers = [
        ("accept-language", lang),
        ("authorization", bearer.as_str()),
    ];
    server.send(Method::GET, path, &headers, "").await.data()
}

#[test]
fn a_configuration_has_the_name_of_the_reader_s_language_and_an_order_keeps_both() {
    with_shop(shop::SAME, async |s| {
        s.seed(json!({
            "configurations": [
                { "name": "标准型", "nameEn": "Standard", "androidVersion": "10", "chip": "Orion865", "padType": 5, "dpi": 320 },
            ],
            "prices": [{ "configuration": "标准型", "days": 30, "tiers": [{ "from": 1, "unitFen": 4500 }] }],
            "stock": [{ "configuration": "标准型", "adb": "10.9.1.1:5555" }],
        }))
        .await;
        shop::stock(s, 0).await;
        let token = s.token(OWNER).await;
        for (lang, names) in [("zh-CN", ["标准型", "VIP"]), ("en-US", ["Standard", "VIP"])] {
            let shelf = get(s, &token, lang, SHELF).await;
            let list = shelf["list"].as_array().unwrap();
            let read: Vec<_> = list.iter().map(|c| c["name"].as_str().unwrap()).collect();
            assert_eq!(read, names, "{lang}");
        }
        let body = shop::purchase(s, &token).await;
        let order = s.post(CREATE, &token, body).await.data();
        assert_eq!(order["specName"], "Standard");
        let info = format!("/app-api/trade/order/info?orderId={}", order["orderId"]);
        let by_chinese = "%E6%A0%87%E5%87%86";
        for (lang, name, others) in [
            ("zh-CN", "标准型", "Stand"),
            ("en-US", "Standard", by_chinese),
        ] {
            assert_eq!(get(s, &token, lang, &info).await["specName"], name);
            // Found by either name, whatever is read.
            let path = format!("{RECORDS}?keyword={others}");
            let found = get(s, &token, lang, &path).await;
            assert_eq!(found["list"][0]["specName"], name, "{found}");
        }
        let none = get(s, &token, "en-US", &format!("{RECORDS}?keyword=Gaming")).await;
        assert_eq!(none["total"], 0);
    });
}
