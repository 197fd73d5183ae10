//! The app market: what operators offer, what members see of it and install, and what is refused.

use domain::codes;
use serde_json::{Value, json};

use crate::server::{OWNER, Reply, STRANGER, Server, with_server};
use crate::uploads::{INSTALL, remove, sent};

const MARKET: &str = "/app-api/infra/market/page";
const ADMIN: &str = "/admin-api/market";
const PACKAGE: &str = "com.owl.maps";

/// An app that somebody uploaded, as the server sees one after it has looked into it; its id.
async fn uploaded(s: &Server, token: &str, package: &str, version_code: i64) -> i64 {
    signed(s, token, package, version_code, &[]).await
}

/// An uploaded app whose APK was signed by keys with these certificates; its id.
async fn signed(
    s: &Server,
    token: &str,
    package: &str,
    version_code: i64,
    signers: &[&str],
) -> i64 {
    let name = format!("{package}-{version_code}.apk");
    let id = sent(
        s,
        token,
        &format!("s{version_code}"),
        &name,
        name.as_bytes(),
    )
    .await;
    let facts = json!({
        "package": package, "label": "Map", "versionName": format!("{version_code}.0"), "versionCode": version_code,
        "minSdk": 26, "archives": [name.len()], "signers": signers,
    });
    s.execute(&format!(
        "UPDATE uploads SET kind = 'apk', app = '{facts}' WHERE id = {id}"
    ));
    id
}

/// A body that describes an app, with other words where `more` has them.
fn described(mut body: Value, more: Value) -> Value {
    let mut listing = json!({
        "nameZh": "地图", "nameEn": "Maps", "descriptionZh": "离线地图", "descriptionEn": "Offline maps",
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        listing[name] = value.clone();
    }
    body["listing"] = listing;
    body
}

async fn ask(s: &Server, token: &str, call: &str, body: Value) -> Reply {
    s.post(&format!("{ADMIN}/{call}"), token, body).await
}

async fn offered(s: &Server, admin: &str, version_code: i64) -> i64 {
    let upload = uploaded(s, admin, PACKAGE, version_code).await;
    let body = described(json!({ "uploadId": upload }), json!({}));
    let reply = ask(s, admin, "publish", body).await.data();
    assert_eq!(remove(s, admin, upload).await.status, 204);
    reply["id"].as_i64().unwrap()
}

/// Names of the versions that somebody sees, by the path of the list.
async fn seen(s: &Server, token: &str, path: &str) -> Vec<String> {
    let page = s.get(path, token).await.data();
    let versions = page["list"][0]["versions"].as_array().cloned();
    let name = |version: Value| {
        let name = version["app"]["versionName"].as_str();
        let name = name.or_else(|| version["versionName"].as_str());
        name.unwrap().to_owned()
    };
    versions.unwrap_or_default().into_iter().map(name).collect()
}

async fn install(s: &Server, token: &str, phone: i64, version: &Value) -> Reply {
    let body = json!({ "phoneId": phone, "uploadIds": [version] });
    s.post(INSTALL, token, body).await
}

#[test]
fn an_app_is_offered_by_its_versions_and_installed_by_everybody() {
    with_server(async |s| {
        let (admin, owner) = (s.token("admin").await, s.token(OWNER).await);
        let phone = s.phone("甲", 30).await;
        let nothing = s.get(MARKET, &owner).await.data();
        assert_eq!(nothing, json!({ "list": [], "total": 0 }));
        let app = offered(s, &admin, 1).await;
        assert_eq!(offered(s, &admin, 2).await, app);
        let twin = uploaded(s, &admin, PACKAGE, 2).await;
        let refused = ask(
            s,
            &admin,
            "publish",
            described(json!({ "uploadId": twin }), json!({})),
        )
        .await;
        assert_eq!(refused.code(), codes::MARKET_EXISTS.number);

        let page = s.get(MARKET, &owner).await.data();
        let shown = &page["list"][0];
        assert_eq!(
            (
                &page["total"],
                &shown["package"],
                &shown["name"],
                &shown["description"]
            ),
            (
                &json!(1),
                &json!(PACKAGE),
                &json!("Maps"),
                &json!("Offline maps")
            )
        );
        assert_eq!(seen(s, &owner, MARKET).await, ["2.0", "1.0"]);
        for (words, total) in [("ＭＡＰ", 1), ("离线", 1), ("com.owl", 1), ("chess", 0)] {
            let found = s.get(&format!("{MARKET}?keyword={words}"), &owner).await;
            assert_eq!(found.data()["total"], total, "{words}");
        }
        assert_eq!(
            s.get(&format!("{MARKET}?pageSize=0"), &owner).await.code(),
            400
        );

        // The operator's own files are gone; what is offered is installed by its content, and its record can be sent again.
        s.engine.sweep_uploads().await.unwrap();
        let newest = &shown["versions"][0]["uploadId"];
        let begun = install(s, &owner, phone, newest).await.data();
        assert_eq!((&begun["success"], &begun["fail"]), (&json!(1), &json!(0)));
        let records = s.get("/app-api/infra/upload/records", &owner).await.data();
        assert_eq!(records["list"][0]["uploadIds"], json!([newest]));
    });
}

#[test]
fn what_is_taken_down_is_installed_by_nobody_and_removed_when_nobody_gets_it() {
    with_server(async |s| {
        let (admin, owner) = (s.token("admin").await, s.token(OWNER).await);
        let phone = s.phone("甲", 30).await;
        let (app, all) = (offered(s, &admin, 1).await, format!("{ADMIN}/page"));
        offered(s, &admin, 2).await;
        let page = s.get(&all, &admin).await.data();
        let version = |nth: usize| page["list"][0]["versions"][nth]["versionId"].clone();
        let begun = install(s, &owner, phone, &version(0)).await.data();

        let down = |id: &Value, down: bool| json!({ "versionId": id, "down": down });
        let refused = ask(s, &admin, "remove", json!({ "versionId": version(0) })).await;
        assert_eq!(refused.code(), codes::MARKET_OFFERED.number);
        ask(s, &admin, "shelf", down(&version(0), true))
            .await
            .data();
        assert_eq!(seen(s, &owner, MARKET).await, ["1.0"]);
        assert_eq!(seen(s, &admin, &all).await, ["2.0", "1.0"]);
        let refused = install(s, &owner, phone, &version(0)).await;
        assert_eq!(refused.code(), codes::UPLOAD_ABSENT.number);
        let refused = ask(s, &admin, "remove", json!({ "versionId": version(0) })).await;
        assert_eq!(
            refused.code(),
            codes::MARKET_IN_USE.number,
            "no phone had it yet"
        );

        let shelf = |down: bool| json!({ "appId": app, "down": down });
        ask(s, &admin, "shelf", shelf(true)).await.data();
        assert_eq!(s.get(MARKET, &owner).await.data()["total"], 0);
        let refused = install(s, &owner, phone, &version(1)).await;
        assert_eq!(refused.code(), codes::UPLOAD_ABSENT.number);
        ask(s, &admin, "shelf", shelf(false)).await.data();
        assert_eq!(
            seen(s, &owner, MARKET).await,
            ["1.0"],
            "the version stays down"
        );

        let cancel = json!({ "batchId": begun["batchId"] });
        let cancelled = s
            .post("/app-api/infra/operation/cancel", &owner, cancel)
            .await;
        cancelled.data();
        ask(s, &admin, "remove", json!({ "versionId": version(0) }))
            .await
            .data();
        ask(s, &admin, "shelf", down(&version(1), true))
            .await
            .data();
        ask(s, &admin, "remove", json!({ "versionId": version(1) }))
            .await
            .data();
        assert_eq!(s.get(&all, &admin).await.data()["total"], 0);
        s.engine.sweep_uploads().await.unwrap();
        let left = std::fs::read_dir(s.uploads()).unwrap().count();
        assert_eq!(left, 0, "with its last version the bytes are gone");
    });
}

#[test]
fn a_version_of_another_signer_is_refused_while_the_others_are_there() {
    with_server(async |s| {
        let (admin, owner) = (s.token("admin").await, s.token(OWNER).await);
        let all = format!("{ADMIN}/page");
        let publish = async |version_code, signers: &[&str]| {
            let upload = signed(s, &admin, PACKAGE, version_code, signers).await;
            let body = described(json!({ "uploadId": upload }), json!({}));
            let reply = ask(s, &admin, "publish", body).await;
            assert_eq!(remove(s, &admin, upload).await.status, 204);
            reply
        };
        assert_eq!(publish(1, &["aa"]).await.code(), 0);
        let before = s.get(&all, &admin).await.data();
        let refused = publish(2, &["bb"]).await;
        assert_eq!(refused.code(), codes::MARKET_SIGNER.number);
        assert_eq!(s.get(&all, &admin).await.data(), before, "nothing changed");
        // A changed key brings the old one's certificate along; of an app without any nothing is known.
        for (version_code, signers) in [(3, &["aa", "cc"][..]), (4, &[])] {
            assert_eq!(publish(version_code, signers).await.code(), 0);
        }
        let shown = s.get(MARKET, &owner).await.data();
        let of = |nth: usize| &shown["list"][0]["versions"][nth]["app"]["signers"];
        assert_eq!([of(0), of(1)], [&json!([]), &json!(["aa", "cc"])]);
    });
}

#[test]
fn what_is_no_app_or_badly_described_is_not_offered() {
    with_server(async |s| {
        let (admin, stranger) = (s.token("admin").await, s.token(STRANGER).await);
        let own = uploaded(s, &admin, PACKAGE, 1).await;
        let file = sent(s, &admin, "f", "notes.txt", b"no app").await;
        let theirs = uploaded(s, &stranger, PACKAGE, 1).await;
        for id in [file, theirs, 12_345] {
            let body = described(json!({ "uploadId": id }), json!({}));
            let refused = ask(s, &admin, "publish", body).await;
            assert_eq!(refused.code(), codes::MARKET_NO_APP.number);
        }
        let (name, description) = ("字".repeat(31), "字".repeat(301));
        for (more, field, words) in [
            (json!({ "nameZh": " " }), "nameZh", "Enter the app's name"),
            (
                json!({ "nameEn": name }),
                "nameEn",
                "A name has at most 30 characters",
            ),
            (
                json!({ "descriptionEn": description }),
                "descriptionEn",
                "A description has at most 300 characters",
            ),
        ] {
            let body = described(json!({ "uploadId": own }), more);
            let refused = ask(s, &admin, "publish", body).await;
            assert_eq!((refused.code(), refused.msg()), (400, words.to_owned()));
            assert_eq!(refused.json()["data"]["field"], field);
        }
        for (call, body) in [
            (
                "describe",
                described(json!({ "appId": 12_345, "updateTime": 0 }), json!({})),
            ),
            ("shelf", json!({ "appId": 12_345, "down": true })),
            ("shelf", json!({ "versionId": 12_345, "down": true })),
            ("remove", json!({ "versionId": 12_345 })),
        ] {
            let refused = ask(s, &admin, call, body).await;
            assert_eq!(refused.code(), codes::MARKET_ABSENT.number, "{call}");
        }
        for body in [
            json!({ "down": true }),
            json!({ "appId": 1, "versionId": 1, "down": true }),
        ] {
            assert_eq!(ask(s, &admin, "shelf", body).await.code(), 400);
        }
        let page = s.get(&format!("{ADMIN}/page"), &admin).await.data();
        assert_eq!(page["total"], 0, "nothing was kept");
    });
}

/// Time of the last change of the only app.
async fn update_time(s: &Server, admin: &str) -> Value {
    let page = s.get(&format!("{ADMIN}/page"), admin).await.data();
    page["list"][0]["updateTime"].clone()
}

#[test]
fn the_second_of_two_who_write_about_one_app_reads_what_the_first_wrote() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let app = offered(s, &admin, 1).await;
        let seen = update_time(s, &admin).await;
        let words = |name: &str, seen: &Value| {
            described(
                json!({ "appId": app, "updateTime": seen }),
                json!({ "nameEn": name }),
            )
        };
        ask(s, &admin, "describe", words("First", &seen))
            .await
            .data();
        let update = uploaded(s, &admin, PACKAGE, 2).await;
        let version = json!({ "uploadId": update, "updateTime": seen });
        for (call, body) in [
            ("describe", words("Second", &seen)),
            ("publish", described(version, json!({ "nameEn": "Second" }))),
        ] {
            let refused = ask(s, &admin, call, body).await;
            assert_eq!(refused.code(), codes::CHANGED_MEANWHILE.number, "{call}");
            let told = &refused.json()["data"];
            assert_eq!(
                (&told["by"], &told["now"]["nameEn"]),
                (&json!("admin"), &json!("First")),
                "{call}"
            );
            assert!(told["time"].as_i64().unwrap() > 0, "{call}");
            assert_eq!(told["now"]["updateTime"], update_time(s, &admin).await);
        }
        assert_eq!(seen_versions(s, &admin).await, 1);
        let now = update_time(s, &admin).await;
        ask(s, &admin, "describe", words("Second", &now))
            .await
            .data();
        let now = update_time(s, &admin).await;
        let version = json!({ "uploadId": update, "updateTime": now });
        ask(s, &admin, "publish", described(version, json!({})))
            .await
            .data();
        assert_eq!(seen_versions(s, &admin).await, 2);
    });
}

/// Number of versions of the only app.
async fn seen_versions(s: &Server, admin: &str) -> usize {
    seen(s, admin, &format!("{ADMIN}/page")).await.len()
}

#[test]
fn a_new_description_is_what_everybody_reads_in_their_language() {
    with_server(async |s| {
        let (admin, owner) = (s.token("admin").await, s.token(OWNER).await);
        let app = offered(s, &admin, 1).await;
        let body = described(
            json!({ "appId": app, "updateTime": update_time(s, &admin).await }),
            json!({ "nameEn": "Atlas", "descriptionEn": "" }),
        );
        ask(s, &admin, "describe", body).await.data();
        let shown = s.get(MARKET, &owner).await.data()["list"][0].clone();
        assert_eq!(
            (&shown["name"], &shown["description"]),
            (&json!("Atlas"), &json!(""))
        );
        let actions = s.get("/system/audit/list?pageSize=2", &admin).await;
        let kinds = actions.text;
        assert!(kinds.contains("market.describe"), "{kinds}");
    });
}
