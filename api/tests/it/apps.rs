//! Apps on phones as clients ask for them: the words of a call, and everything that is refused.

mod market;

use domain::apps::PACKAGES_MAX;
use domain::codes;
use serde_json::json;

use crate::server::{OWNER, STRANGER, with_server};

const LIST: &str = "/app-api/infra/cacloud/apps";
const STORAGE: &str = "/app-api/infra/cacloud/storage";
const CALLS: [(&str, &str); 5] = [
    ("/app-api/infra/cacloud/start", "startApp"),
    ("/app-api/infra/cacloud/stop", "stopApp"),
    ("/app-api/infra/cacloud/restart", "restartApp"),
    ("/app-api/infra/cacloud/uninstall-apk-async", "uninstallApp"),
    ("/app-api/infra/cacloud/clear-app-data", "clearApp"),
];

#[test]
fn what_is_asked_of_apps_is_judged_before_anything_is_done() {
    with_server(async |s| {
        let (owner, stranger) = (s.token(OWNER).await, s.token(STRANGER).await);
        let phone = s.phone("甲", 30).await;
        let crowd: Vec<i64> = (1..=31).collect();
        let many: Vec<String> = (0..=PACKAGES_MAX)
            .map(|n| format!("com.owl.a{n}"))
            .collect();
        for (path, kind) in CALLS {
            for (packages, refused) in [
                (" ,，", codes::PACKAGES_NONE),
                ("com.owl.farm,rm -rf", codes::PACKAGES_NAME),
                (many.join(",").as_str(), codes::PACKAGES_COUNT),
            ] {
                let body = json!({ "phoneId": phone, "packageNames": packages });
                let reply = s.post(path, &owner, body).await;
                assert_eq!(reply.code(), refused.number, "{path} {packages}");
            }
            let body = json!({ "phoneIds": crowd, "packageNames": "com.owl.farm" });
            let reply = s.post(path, &owner, body).await;
            assert_eq!(reply.code(), codes::PHONE_COUNT.number, "{path}");
            let body = json!({ "phoneIds": [phone], "packageNames": "com.owl.farm" });
            let foreign = s.post(path, &stranger, body).await.data();
            assert_eq!(foreign["list"][0]["code"], codes::PHONE_ABSENT.number);
            // The largest list that is allowed; the receipt names its packages.
            let packages = many[..PACKAGES_MAX].join("\n");
            let body = json!({ "phoneId": phone, "packageNames": packages });
            let begun = s.post(path, &owner, body).await.data();
            assert_eq!((&begun["success"], &begun["fail"]), (&json!(1), &json!(0)));
            let info = format!("/app-api/infra/operation/info?batchId={}", begun["batchId"]);
            let receipt = s.get(&info, &owner).await.data();
            assert_eq!(receipt["batch"]["kind"], kind);
            assert_eq!(receipt["packages"], json!(many[..PACKAGES_MAX]));
            let cancel = json!({ "batchId": begun["batchId"] });
            s.post("/app-api/infra/operation/cancel", &owner, cancel)
                .await
                .data();
        }
    });
}

#[test]
fn a_phone_that_cannot_be_asked_says_why_alone() {
    with_server(async |s| {
        let (owner, stranger) = (s.token(OWNER).await, s.token(STRANGER).await);
        let (phone, over) = (s.phone("甲", 30).await, s.phone("乙", -1).await);
        for (ids, refused) in [
            (json!([]), codes::PHONE_COUNT),
            (json!((1..=31).collect::<Vec<i64>>()), codes::PHONE_COUNT),
            (json!([phone, phone]), codes::DUPLICATE_PHONE),
        ] {
            for path in [LIST, STORAGE] {
                let reply = s.post(path, &owner, json!({ "phoneIds": ids })).await;
                assert_eq!(reply.code(), refused.number, "{path}");
            }
        }
        let asked = async |token: &str| {
            let body = json!({ "phoneIds": [phone, over] });
            let data = s.post(LIST, token, body.clone()).await.data();
            assert_eq!(data["list"], json!([]));
            let space = s.post(STORAGE, token, body).await.data();
            assert_eq!(space["list"][0]["total"], 0);
            [0, 1].map(|nth| {
                let code = &data["phones"][nth]["code"];
                assert_eq!(&space["list"][nth]["code"], code);
                code.as_i64().unwrap()
            })
        };
        // No phone of this server is there.
        let silent = codes::FILE_NO_ANSWER.number;
        assert_eq!(asked(&owner).await, [silent, codes::PHONE_EXPIRED.number]);
        assert_eq!(asked(&stranger).await, [codes::PHONE_ABSENT.number; 2]);
    });
}
