//! Configurations and prices that operators set, and what members then see and pay.

use domain::codes;
use serde_json::{Value, json};

use crate::server::{OWNER, Server, with_server};

const LIST: &str = "/admin-api/trade/configuration/list";
const MAKE: &str = "/admin-api/trade/configuration/create";
const CHANGE: &str = "/admin-api/trade/configuration/update";
const DRAFT: &str = "/admin-api/trade/price/draft";
const SET: &str = "/admin-api/trade/price/schedule";

fn facts(more: Value) -> Value {
    let mut body = json!({
        "nameZh": "轻量型", "nameEn": "Light", "code": "V2", "androidVersion": "10", "chip": "Orion865",
        "cores": 2, "memoryMb": 3072, "storageGb": 32, "padType": 5, "dpi": 320, "onSale": true,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

fn packages(tiers: &Value) -> Value {
    json!([{ "days": 30, "onSale": true, "tiers": tiers }])
}

/// The configuration as a member sees it.
async fn shown(s: &Server, name: &str) -> Option<Value> {
    let token = s.token(OWNER).await;
    let path = "/app-api/trade/phone-configuration/tab-list";
    let shelf = s.get(path, &token).await.data();
    let mut list = shelf["list"].as_array().unwrap().iter();
    list.find(|one| one["name"] == name).cloned()
}

#[test]
fn the_first_configuration_is_made_priced_and_seen_by_members() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let made = s.post(MAKE, &admin, facts(json!({}))).await.data();
        assert_eq!(shown(s, "Light").await, None, "no prices yet");
        let seen = |version: &Value| json!({ "configurationId": made["configurationId"], "version": version });
        let with = |seen: Value, name: &str, value: Value| {
            let mut body = seen;
            body[name] = value;
            body
        };
        let tiers = json!([{ "from": 1, "unitFen": 2800 }, { "from": 10, "unitFen": 2800 }]);
        let body = with(seen(&made["version"]), "packages", packages(&tiers));
        let drafted = s.post(DRAFT, &admin, body.clone()).await.data();
        assert_eq!(drafted["prices"][0]["stage"], "draft");
        assert_eq!(
            drafted["prices"][0]["warnings"],
            json!([{ "days": 30, "from": 10, "unitFen": 2800, "dearer": false }])
        );
        let second = s.post(DRAFT, &admin, body).await;
        assert_eq!(second.code(), codes::CHANGED_MEANWHILE.number);
        let set = s.post(SET, &admin, seen(&drafted["version"])).await.data();
        assert_eq!(set["prices"][0]["stage"], "now");
        let light = shown(s, "Light").await.unwrap();
        assert_eq!(light["packages"][0]["tiers"][0]["unitFen"], 2800);

        let listed = s.get(LIST, &admin).await.data();
        let names: Vec<_> = listed["list"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["nameEn"])
            .collect();
        assert!(names.contains(&&json!("Light")), "{names:?}");
        let off = facts(json!({
            "onSale": false, "configurationId": made["configurationId"], "version": set["version"],
        }));
        s.post(CHANGE, &admin, off).await.data();
        assert_eq!(shown(s, "Light").await.unwrap()["onSale"], false);
    });
}

#[test]
fn a_wrong_fact_or_price_is_named_and_nothing_is_changed() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        for (more, field) in [
            (json!({ "nameZh": "" }), "nameZh"),
            (json!({ "nameEn": "x".repeat(31) }), "nameEn"),
            (json!({ "dpi": 1 }), "dpi"),
        ] {
            let refused = s.post(MAKE, &admin, facts(more)).await;
            assert_eq!(refused.code(), 400, "{}", refused.text);
            assert_eq!(refused.json()["data"]["field"], field);
        }
        let made = s.post(MAKE, &admin, facts(json!({}))).await.data();
        let twice = s.post(MAKE, &admin, facts(json!({}))).await;
        assert_eq!(twice.json()["data"]["field"], "nameZh");
        let body = |version: i64, packages: Value| json!({ "configurationId": made["configurationId"], "version": version, "packages": packages });
        for (packages, field) in [
            (json!([]), "packages"),
            (
                packages(&json!([{ "from": 1, "unitFen": 0 }])),
                "packages.0.tiers.0.unitFen",
            ),
            (
                packages(&json!([{ "from": 2, "unitFen": 9 }])),
                "packages.0.tiers",
            ),
        ] {
            let refused = s.post(DRAFT, &admin, body(0, packages)).await;
            assert_eq!(refused.json()["data"]["field"], field, "{}", refused.text);
        }
        let price = packages(&json!([{ "from": 1, "unitFen": 9 }]));
        s.post(DRAFT, &admin, body(0, price.clone())).await.data();
        let mut day = body(1, json!([]));
        for (from, field) in [("2020-01-01", "fromDay"), ("tomorrow", "fromDay")] {
            day["fromDay"] = json!(from);
            let refused = s.post(SET, &admin, day.clone()).await;
            assert_eq!(refused.json()["data"]["field"], field, "{}", refused.text);
        }
        let absent = json!({ "configurationId": 1, "version": 0, "packages": price });
        let absent = s.post(DRAFT, &admin, absent).await;
        assert_eq!(absent.code(), codes::CONFIGURATION_ABSENT.number);
    });
}

#[test]
fn prices_from_a_day_on_hold_from_its_begin_in_the_operators_zone() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let made = s.post(MAKE, &admin, facts(json!({}))).await.data();
        let seen = |version: i64| json!({ "configurationId": made["configurationId"], "version": version });
        let price = |version: i64, fen: i64| {
            let mut body = seen(version);
            body["packages"] = packages(&json!([{ "from": 1, "unitFen": fen }]));
            body
        };
        s.post(DRAFT, &admin, price(0, 100)).await.data();
        s.post(SET, &admin, seen(1)).await.data();
        s.post(DRAFT, &admin, price(2, 200)).await.data();
        let now_ms = s.clock.now_ms();
        let zone = domain::zone::Zone::default();
        let midnight = zone.day_end(now_ms, 1);
        let mut day = seen(3);
        day["fromDay"] = json!(zone.date_of(midnight));
        let set = s.post(SET, &admin, day).await.data();
        assert_eq!(set["prices"][0]["fromTime"], midnight);
        assert_eq!(set["prices"][0]["stage"], "coming");
        let coming = s.post(DRAFT, &admin, price(4, 300)).await;
        assert_eq!(coming.code(), codes::PRICES_COMING.number);
        let unit = async || {
            let light = shown(s, "Light").await.unwrap();
            light["packages"][0]["tiers"][0]["unitFen"].clone()
        };
        assert_eq!(unit().await, 100);
        let ahead_ms = u32::try_from(midnight - now_ms).unwrap();
        s.clock.set_offset_s(f64::from(ahead_ms) / 1000.0 + 1.0);
        assert_eq!(unit().await, 200);
    });
}
