//! Agreements over HTTP: read by everybody, written by operators, accepted with a sign-in and an order.

use domain::codes;
use domain::lang::Lang;
use serde_json::{Value, json};

use crate::payments::shop;
use crate::server::{OWNER, PASSWORD, Server, with_server, with_shop};

const ADMIN: &str = "/admin-api/agreement";
const GET: &str = "/app-api/system/agreement/get";
const MINE: &str = "/app-api/system/agreement/mine";

fn body(more: Value) -> Value {
    let mut body = json!({
        "kind": "terms", "titleZh": "用户协议", "titleEn": "Terms of use", "contentZh": "<p>新</p>", "contentEn": "<p>New</p>",
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

async fn published(s: &Server, more: Value) -> i64 {
    let admin = s.token("admin").await;
    let made = s.post(&format!("{ADMIN}/save"), &admin, body(more)).await;
    let id = made.data()["id"].as_i64().unwrap();
    let done = s
        .post(&format!("{ADMIN}/publish"), &admin, json!({ "id": id }))
        .await;
    assert_eq!(done.data(), true);
    id
}

#[test]
fn anybody_reads_the_version_in_force_and_the_older_ones() {
    with_server(async |s| {
        let read = async |query: &str| s.get(&format!("{GET}?{query}"), "").await;
        for kind in ["terms", "privacy", "authorization"] {
            let first = read(&format!("kind={kind}")).await.data();
            assert_eq!(
                (&first["kind"], &first["version"]),
                (&json!(kind), &json!(1))
            );
            assert!(first["html"].as_str().unwrap().starts_with("<p>"));
        }
        published(s, json!({})).await;
        let now = read("kind=terms").await.data();
        assert_eq!(now["version"], 2);
        assert_eq!(
            (&now["title"], &now["html"]),
            (&json!("Terms of use"), &json!("<p>New</p>"))
        );
        assert!(now["publishTime"].as_i64().unwrap() > 0);
        let old = read("kind=terms&version=1").await.data();
        assert_eq!(
            (&old["version"], &old["publishTime"]),
            (&json!(1), &json!(0))
        );
        for (query, code) in [
            ("kind=terms&version=3", 1_002_011_001),
            ("kind=privacy&version=2", 1_002_011_001),
            ("kind=other", 400),
            ("", 400),
        ] {
            assert_eq!(read(query).await.code(), code, "{query}");
        }
    });
}

#[test]
fn a_wrong_field_is_named_with_its_words_and_nothing_is_kept() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let (title, text) = ("字".repeat(51), "字".repeat(20_001));
        for (more, field, words) in [
            (json!({ "kind": "other" }), "kind", "Choose an agreement"),
            (json!({ "titleZh": "" }), "titleZh", "Enter a title"),
            (
                json!({ "titleEn": title }),
                "titleEn",
                "A title has at most 50 characters",
            ),
            (
                json!({ "contentZh": "<p></p>" }),
                "contentZh",
                "Enter the text",
            ),
            (
                json!({ "contentEn": text }),
                "contentEn",
                "A text has at most 20,000 characters",
            ),
            (
                json!({ "contentEn": "a<script>alert(1)</script>" }),
                "contentEn",
                "The text must not contain scripts",
            ),
        ] {
            let refused = s.post(&format!("{ADMIN}/save"), &admin, body(more)).await;
            assert_eq!((refused.code(), refused.msg()), (400, words.to_owned()));
            assert_eq!(refused.json()["data"]["field"], field);
        }
        let all = s.get(&format!("{ADMIN}/page"), &admin).await.data();
        assert_eq!(all["total"], 3, "the product's own");
    });
}

#[test]
fn a_version_is_published_once_and_who_accepted_it_is_listed() {
    with_server(async |s| {
        let id = published(s, json!({})).await;
        s.token(OWNER).await;
        let admin = s.token("admin").await;
        for (id, code) in [(id, 1_002_011_002), (9, 1_002_011_001)] {
            let refused = s
                .post(&format!("{ADMIN}/publish"), &admin, json!({ "id": id }))
                .await;
            assert_eq!(refused.code(), code);
        }
        let all = s
            .get(&format!("{ADMIN}/page?pageSize=1"), &admin)
            .await
            .data();
        assert_eq!(all["total"], 4);
        let first = &all["list"][0];
        assert_eq!((&first["id"], &first["version"]), (&json!(id), &json!(2)));
        assert_eq!(
            (&first["titleZh"], &first["contentEn"]),
            (&json!("用户协议"), &json!("<p>New</p>"))
        );
        assert_eq!(first["accepted"], 2, "the owner and the operator");
        let who = s
            .get(&format!("{ADMIN}/acceptances?id={id}&pageSize=10"), &admin)
            .await
            .data();
        assert_eq!(who["total"], 2);
        let phones: Vec<&Value> = who["list"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["phone"])
            .collect();
        assert!(phones.contains(&&json!("138****0000")), "{phones:?}");
        let unknown = s.get(&format!("{ADMIN}/acceptances?id=9"), &admin).await;
        assert_eq!(unknown.code(), 1_002_011_001);
    });
}

#[test]
fn who_lacks_the_permission_neither_sees_nor_changes_any() {
    with_server(async |s| {
        s.seed(json!({ "operators": [{ "userName": "reader", "password": PASSWORD, "permissions": ["system:agreement:list"] }] }))
            .await;
        let (reader, member) = (s.token("reader").await, s.token(OWNER).await);
        for (token, code) in [(&reader, 0), (&member, 403)] {
            for call in ["page", "acceptances?id=1"] {
                let answer = s.get(&format!("{ADMIN}/{call}"), token).await;
                assert_eq!(answer.code(), code, "{call}");
            }
        }
        for token in [&reader, &member] {
            for (call, sent) in [("save", body(json!({}))), ("publish", json!({ "id": 1 }))] {
                let refused = s.post(&format!("{ADMIN}/{call}"), token, sent).await;
                assert_eq!(refused.code(), 403, "{call}");
            }
        }
        assert_eq!(s.get(MINE, "").await.code(), 401);
        let routes = async |token: &str| s.get("/getRouters", token).await.json()["data"].clone();
        let of = |routes: &Value, path: &str| {
            let groups = routes.as_array().unwrap().clone();
            groups.into_iter().find(|group| group["path"] == path)
        };
        let group = of(&routes(&reader).await, "/operator").unwrap();
        let page = &group["children"][0]["children"][0];
        assert_eq!(page["component"], "branding/agreements");
        let mine = routes(&member).await;
        assert_eq!(of(&mine, "/operator"), None);
        let setting = of(&mine, "/setting").unwrap();
        let about = |page: &Value| page["component"] == "branding/about";
        assert!(setting["children"].as_array().unwrap().iter().any(about));
    });
}

#[test]
fn a_member_sees_which_version_was_accepted_until_the_next_sign_in() {
    with_server(async |s| {
        let mine = async |token: &str| -> Vec<(Value, Value)> {
            let all = s.get(MINE, token).await.data();
            let kinds: Vec<Value> = all
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["kind"].clone())
                .collect();
            assert_eq!(
                kinds,
                [json!("terms"), json!("privacy"), json!("authorization")]
            );
            all.as_array()
                .unwrap()
                .iter()
                .map(|one| (one["version"].clone(), one["acceptedVersion"].clone()))
                .collect()
        };
        let owner = s.token(OWNER).await;
        let pair = |version: i64, accepted: Value| (json!(version), accepted);
        let none = pair(1, Value::Null);
        assert_eq!(
            mine(&owner).await,
            [pair(1, json!(1)), pair(1, json!(1)), none.clone()]
        );
        published(s, json!({})).await;
        assert_eq!(
            mine(&owner).await,
            [pair(2, json!(1)), pair(1, json!(1)), none.clone()]
        );
        let owner = s.token(OWNER).await;
        assert_eq!(
            mine(&owner).await,
            [pair(2, json!(2)), pair(1, json!(1)), none]
        );
    });
}

#[test]
fn a_page_that_shows_an_older_version_accepts_nothing_anywhere() {
    with_server(async |s| {
        let phone = s.phone("甲", 30).await;
        let owner = s.token(OWNER).await;
        let ways = async || {
            let ways = s.get("/app-api/member/auth/register-type", "").await;
            ways.data()["agreementVersions"].clone()
        };
        let old = ways().await;
        assert_eq!(old, json!({ "terms": 1, "privacy": 1 }));
        let group = json!({ "name": "渠道" });
        let group = s
            .post("/app-api/trade/phone-group/create", &owner, group)
            .await;
        let group = group.data()["id"].clone();
        let found = "/app-api/member/member/queryMemberByPhone?phone=13900000000";
        let handle = s.get(found, &owner).await.data()["handle"].clone();
        published(s, json!({})).await;
        published(s, json!({ "kind": "authorization" })).await;
        let new = ways().await;
        assert_eq!(new, json!({ "terms": 2, "privacy": 1 }));

        let enter = json!({ "phone": OWNER, "password": PASSWORD, "agreed": true });
        let register = json!({ "phone": "13612340000", "password": "xK9$mPq2", "code": "123456", "uuid": "u", "agreed": true });
        let share = json!({ "phoneId": phone, "handle": handle, "accreditType": 1, "hours": 1, "agreed": true });
        let renew = json!({ "phoneIds": [phone], "on": true, "agreed": true });
        let renew_group = json!({ "id": group, "on": true, "agreed": true });
        let with = |body: &Value, name: &str, value: &Value| {
            let mut body = body.clone();
            body[name] = value.clone();
            body
        };
        let versions = "agreementVersions";
        for (path, body, field, old, new, refused, then) in [
            (
                "/app-api/member/auth/sms-login",
                &enter,
                versions,
                &old,
                &new,
                codes::AGREEMENTS_CHANGED,
                0,
            ),
            // The code is looked at only once the agreements are those in force.
            (
                "/app-api/member/auth/register",
                &register,
                versions,
                &old,
                &new,
                codes::AGREEMENTS_CHANGED,
                codes::CODE_WRONG.number,
            ),
            (
                "/app-api/trade/phone-accredit/accredit",
                &share,
                "agreementVersion",
                &json!(1),
                &json!(2),
                codes::SHARE_AGREEMENT_CHANGED,
                0,
            ),
            (
                "/app-api/trade/recycle/auto-renew",
                &renew,
                "agreementVersion",
                &json!(1),
                &json!(2),
                codes::ORDER_AGREEMENT_CHANGED,
                0,
            ),
            (
                "/app-api/trade/phone-group/auto-renew",
                &renew_group,
                "agreementVersion",
                &json!(1),
                &json!(2),
                codes::ORDER_AGREEMENT_CHANGED,
                0,
            ),
        ] {
            let token = if path.contains("/auth/") { "" } else { &owner };
            let stale = s.post(path, token, with(body, field, old)).await;
            assert_eq!(stale.code(), refused.number, "{path}");
            assert_eq!(stale.msg(), refused.words.in_lang(Lang::En), "{path}");
            // A sign-in ends the session before it: it comes last for its member.
            if path.ends_with("sms-login") {
                continue;
            }
            let fresh = s.post(path, token, with(body, field, new)).await;
            assert_eq!(fresh.code(), then, "{path}: {}", fresh.text);
        }
        let all = s.get(MINE, &owner).await.data();
        assert_eq!(
            (&all[0]["acceptedVersion"], &all[2]["acceptedVersion"]),
            (&json!(1), &json!(2))
        );
        let fresh = with(&enter, versions, &new);
        let fresh = s
            .post("/app-api/member/auth/sms-login", "", fresh)
            .await
            .data();
        let all = s
            .get(MINE, fresh["accessToken"].as_str().unwrap())
            .await
            .data();
        assert_eq!(all[0]["acceptedVersion"], 2);
    });
}

#[test]
fn an_order_keeps_the_version_that_was_ticked() {
    with_shop(shop::SAME, async |s| {
        shop::stock(s, 1).await;
        let buyer = s.token(OWNER).await;
        let draft = shop::purchase(s, &buyer).await;
        let id = published(s, json!({ "kind": "authorization" })).await;
        let made = s.post("/app-api/trade/order/create", &buyer, draft).await;
        assert_eq!(made.code(), 0, "{}", made.msg());
        let sql = format!("SELECT count(*) AS n FROM orders WHERE agreement_id = {id}");
        assert_eq!(shop::count(s, &sql), 1);
        let all = s.get(MINE, &buyer).await.data();
        assert_eq!(all[2]["acceptedVersion"], 2);
    });
}
