//! Announcements over HTTP: written by operators, seen by members, and everything that is refused.

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, PASSWORD, Reply, Server, with_server};

const ADMIN: &str = "/admin-api/announcement";
const POPUPS: &str = "/app-api/system/notify-msg-manager/page";
const MESSAGES: &str = "/app-api/system/notify-message";

fn body(more: Value) -> Value {
    let mut body = json!({
        "msgType": 3, "contentType": 2, "titleZh": "维护", "titleEn": "Maintenance", "contentZh": "<p>今晚</p>", "contentEn": "<p>Tonight</p>",
        "popFrequency": 2, "popPriority": 20, "audience": 1, "subAccounts": true,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        body[name] = value.clone();
    }
    body
}

async fn published(s: &Server, more: Value) -> i64 {
    let admin = s.token("admin").await;
    let made = s.post(&format!("{ADMIN}/create"), &admin, body(more)).await;
    let id = made.data()["id"].as_i64().unwrap();
    let done = s
        .post(&format!("{ADMIN}/publish"), &admin, json!({ "id": id }))
        .await;
    assert_eq!(done.data(), true);
    id
}

async fn popups(s: &Server, token: &str, query: &str) -> Value {
    s.get(&format!("{POPUPS}?{query}"), token).await.data()
}

fn ids(page: &Value) -> Vec<i64> {
    let list = page["list"].as_array().unwrap();
    list.iter().map(|one| one["id"].as_i64().unwrap()).collect()
}

#[test]
fn a_member_is_given_the_kinds_asked_for_with_the_fields_that_popups_need() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let popup = published(s, json!({})).await;
        let campaign = published(s, json!({ "msgType": 4, "popFrequency": 3 })).await;
        let line = published(s, json!({ "msgType": 2 })).await;
        let both = [campaign, popup];
        for query in [
            "pageNo=1&pageSize=300&nowDateTime=2026-11-26&msgType[]=3&msgType[]=4&status=0",
            "pageNo=1&pageSize=300&msgType=3,4&status=0",
            "msgType=3&msgType=4",
            "msgType%5B0%5D=3&msgType%5B1%5D=4",
        ] {
            let mut found = ids(&popups(s, &token, query).await);
            found.sort_unstable();
            let mut both = both;
            both.sort_unstable();
            assert_eq!(found, both, "{query}");
        }
        assert_eq!(ids(&popups(s, &token, "msgType=2").await), [line]);
        assert!(ids(&popups(s, &token, "status=1").await).is_empty());
        let page = popups(s, &token, "msgType=3").await;
        let today = page["today"].as_str().unwrap();
        assert_eq!(today.len(), 10);
        let one = &page["list"][0];
        for (field, value) in [
            ("title", json!("Maintenance")),
            ("content", json!("<p>Tonight</p>")),
            ("contentType", json!(2)),
            ("popFrequency", json!(2)),
            ("popPriority", json!(20)),
            ("msgType", json!(3)),
            ("status", json!(0)),
            ("revision", json!(1)),
        ] {
            assert_eq!(one[field], value, "{field}");
        }
        for query in ["pageSize=301", "pageSize=0", "pageNo=0", "msgType=x"] {
            let refused = s.get(&format!("{POPUPS}?{query}"), &token).await;
            assert_eq!(refused.code(), 400, "{query}");
        }
        s.clock.set_offset_s(86_400.0);
        let token = s.token(OWNER).await;
        let next = popups(s, &token, "msgType=3").await;
        assert!(next["today"].as_str().unwrap() > today, "{next}");
    });
}

#[test]
fn operators_put_popups_in_order_and_none_comes_again_because_of_it() {
    with_server(async |s| {
        let mut made = Vec::new();
        for priority in [10, 10, 11] {
            made.push(published(s, json!({ "popPriority": priority })).await);
        }
        let line = published(s, json!({ "msgType": 2 })).await;
        // The last sign-in of the operator, which ends those before.
        let (admin, owner) = (s.token("admin").await, s.token(OWNER).await);
        let [one, two, three] = made[..] else {
            panic!()
        };
        let order = async |ids: Value| {
            let path = format!("{ADMIN}/order");
            s.post(&path, &admin, json!({ "ids": ids })).await.code()
        };
        assert_eq!(order(json!([three, one, two])).await, 0);
        let page = popups(s, &owner, "msgType=3").await;
        let mut shown: Vec<(i64, i64)> = page["list"]
            .as_array()
            .unwrap()
            .iter()
            .map(|popup| {
                assert_eq!(popup["revision"], 1);
                (
                    popup["popPriority"].as_i64().unwrap(),
                    popup["id"].as_i64().unwrap(),
                )
            })
            .collect();
        shown.sort_unstable();
        assert_eq!(shown, [(10, three), (20, one), (30, two)]);
        s.post(&format!("{ADMIN}/withdraw"), &admin, json!({ "id": two }))
            .await;
        let many: Vec<i64> = (1..=100).collect();
        for (ids, code) in [
            (json!([]), 400),
            (json!(many), 400),
            (json!([one, one]), 400),
            (json!([one, 9]), 1_002_010_001),
            (json!([one, line]), 1_002_010_002),
            (json!([two, one]), 1_002_010_002),
        ] {
            assert_eq!(order(ids.clone()).await, code, "{ids}");
        }
        let after = popups(s, &owner, "msgType=3").await;
        assert_eq!(after["list"].as_array().unwrap().len(), 2);
    });
}

#[test]
fn a_wrong_field_is_named_with_its_words_and_nothing_is_kept() {
    with_server(async |s| {
        let admin = s.token("admin").await;
        let long = "字".repeat(51);
        for (more, field, words) in [
            (json!({ "titleZh": "" }), "titleZh", "Enter a title"),
            (
                json!({ "titleEn": long }),
                "titleEn",
                "A title has at most 50 characters",
            ),
            (
                json!({ "contentZh": "a<script>alert(1)</script>" }),
                "contentZh",
                "The text must not contain scripts",
            ),
            (
                json!({ "contentEn": "<img src=x onerror=alert(1)>a" }),
                "contentEn",
                "The text must not contain scripts",
            ),
            (json!({ "contentType": 1 }), "pictureZh", "Add a picture"),
            (
                json!({ "contentType": 1, "pictureZh": "none" }),
                "pictureZh",
                "Add a picture",
            ),
            (
                json!({ "fromTime": 4_000_000_000_000_i64, "untilTime": 3_999_999_999_999_i64 }),
                "untilTime",
                "The end must be after the start",
            ),
            (
                json!({ "msgType": 0 }),
                "msgType",
                "Choose where it appears",
            ),
            (
                json!({ "audience": 2, "memberIds": [1] }),
                "memberIds",
                "One of these members does not exist",
            ),
            (
                json!({ "audience": 3, "configurationId": 1 }),
                "configurationId",
                "Choose a configuration",
            ),
            (
                json!({ "popPriority": 1000 }),
                "popPriority",
                "Priority is 0 to 999",
            ),
        ] {
            let refused = s.post(&format!("{ADMIN}/create"), &admin, body(more)).await;
            assert_eq!((refused.code(), refused.msg()), (400, words.to_owned()));
            assert_eq!(refused.json()["data"]["field"], field);
        }
        let all = s.get(&format!("{ADMIN}/page"), &admin).await.data();
        assert_eq!(all["total"], 0);
    });
}

#[test]
fn who_lacks_the_permission_neither_sees_nor_changes_any() {
    with_server(async |s| {
        s.seed(json!({ "operators": [{ "userName": "reader", "password": PASSWORD, "permissions": ["system:notice:list"] }] }))
            .await;
        let (reader, member) = (s.token("reader").await, s.token(OWNER).await);
        for (token, code) in [(&reader, 0), (&member, 403)] {
            assert_eq!(s.get(&format!("{ADMIN}/page"), token).await.code(), code);
        }
        for token in [&reader, &member] {
            for (call, sent) in [
                ("create", body(json!({}))),
                ("update", body(json!({ "id": 1 }))),
                ("publish", json!({ "id": 1 })),
                ("withdraw", json!({ "id": 1 })),
            ] {
                let refused = s.post(&format!("{ADMIN}/{call}"), token, sent).await;
                assert_eq!(refused.code(), 403, "{call}");
            }
        }
        let routes = async |token: &str| {
            let body = s.get("/getRouters", token).await.json();
            let groups = body["data"].as_array().unwrap().clone();
            groups
                .into_iter()
                .find(|group| group["path"] == "/operator")
        };
        let group = routes(&reader).await.unwrap();
        let page = &group["children"][0]["children"][0];
        assert_eq!(page["component"], "notices/announcements");
        assert_eq!(routes(&member).await, None);
    });
}

#[test]
fn one_in_the_list_is_read_counted_and_removed_like_a_message_and_goes_when_it_is_withdrawn() {
    with_server(async |s| {
        let id = published(s, json!({ "msgType": 1 })).await;
        // Signed in after it was published: a further sign-in ends the one before.
        let (admin, owner, guest) = (
            s.token("admin").await,
            s.token(OWNER).await,
            s.token(GUEST).await,
        );
        let unread = async |token: &str| {
            let count = s.get(&format!("{MESSAGES}/get-unread-count"), token).await;
            let old = s
                .get("/system/noticeRecord/countNoRead", token)
                .await
                .json();
            assert_eq!(old["data"], count.data());
            count.data()
        };
        assert_eq!(
            (unread(&owner).await, unread(&guest).await),
            (json!(1), json!(1))
        );
        let page = s.get(&format!("{MESSAGES}/my-page"), &owner).await.data();
        let line = &page["list"][0];
        assert_eq!(
            (&page["total"], &line["contentType"]),
            (&json!(1), &json!(2))
        );
        let html = line["html"].as_str().unwrap();
        assert!(html.contains('<') && !line["content"].as_str().unwrap().contains('<'));
        let one = s.get(&format!("{MESSAGES}/info/{id}"), &owner).await.data();
        assert_eq!(one["title"], "Maintenance");
        assert_eq!(
            (unread(&owner).await, unread(&guest).await),
            (json!(0), json!(1))
        );
        let seen = s.get(&format!("{ADMIN}/info?id={id}"), &admin).await.data();
        assert_eq!((&seen["seen"], &seen["state"]), (&json!(1), &json!("live")));

        let both = s
            .post(
                &format!("{MESSAGES}/update-read"),
                &guest,
                json!({ "ids": [id, 7] }),
            )
            .await;
        assert_eq!(
            (both.code(), unread(&guest).await),
            (1_002_008_001, json!(1))
        );
        let removed = s
            .send(
                Method::DELETE,
                &format!("{MESSAGES}/removeNotifyMessage"),
                &[
                    ("authorization", &format!("Bearer {owner}")),
                    ("content-type", "application/json"),
                ],
                json!({ "ids": [id] }).to_string(),
            )
            .await;
        assert_eq!(removed.data(), true);
        let total = async |token: &str| {
            s.get(&format!("{MESSAGES}/my-page"), token).await.data()["total"].clone()
        };
        assert_eq!(
            (total(&owner).await, total(&guest).await),
            (json!(0), json!(1))
        );
        let done = s
            .post(&format!("{ADMIN}/withdraw"), &admin, json!({ "id": id }))
            .await;
        assert_eq!(done.data(), true);
        assert_eq!(
            (total(&guest).await, unread(&guest).await),
            (json!(0), json!(0))
        );
        let again = s
            .post(&format!("{ADMIN}/publish"), &admin, json!({ "id": id }))
            .await;
        assert_eq!(again.code(), 1_002_010_002);
        let gone = s.get(&format!("{ADMIN}/info?id=1"), &admin).await;
        assert_eq!(gone.code(), 1_002_010_001);
    });
}

#[test]
fn the_calls_of_older_clients_write_a_notice_to_all() {
    with_server(async |s| {
        let (admin, owner) = (s.token("admin").await, s.token(OWNER).await);
        let words = |title: &str, more: Value| {
            let mut body = json!({ "noticeTitle": title, "noticeType": "1", "noticeContent": "内容", "status": "0" });
            for (name, value) in more.as_object().into_iter().flatten() {
                body[name] = value.clone();
            }
            body
        };
        let empty = s.post("/system/notice", &admin, words("", json!({}))).await;
        assert_eq!(
            (empty.code(), &empty.json()["data"]["field"]),
            (400, &json!("noticeTitle"))
        );
        let none = s
            .post(
                "/system/notice",
                &admin,
                words("a", json!({ "noticeType": "" })),
            )
            .await;
        assert_eq!(none.json()["data"]["field"], "noticeType");
        let made = s
            .post("/system/notice", &admin, words("旧", json!({})))
            .await
            .json();
        let id = made["noticeId"].as_i64().unwrap();
        let headers = [
            ("authorization", format!("Bearer {admin}")),
            ("content-type", "application/json".to_owned()),
        ];
        let headers = headers
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        let body = words("新", json!({ "noticeId": id })).to_string();
        let put = s.send(Method::PUT, "/system/notice", &headers, body).await;
        assert_eq!(put.json()["noticeId"], id);
        let page = s.get(&format!("{MESSAGES}/my-page"), &owner).await.data();
        assert_eq!(
            (&page["total"], &page["list"][0]["title"]),
            (&json!(1), &json!("新"))
        );
    });
}

async fn sent_picture(s: &Server, token: &str, file: &[u8]) -> Reply {
    let mut body = b"--X\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\ncontent-type: image/png\r\n\r\n".to_vec();
    body.extend(file);
    body.extend(b"\r\n--X--\r\n");
    let bearer = format!("Bearer {token}");
    let headers = [
        ("content-type", "multipart/form-data; boundary=X"),
        ("authorization", bearer.as_str()),
    ];
    s.send(Method::POST, &format!("{ADMIN}/picture"), &headers, body)
        .await
}

#[test]
fn a_picture_is_taken_fitted_and_served_and_what_is_none_is_refused() {
    with_server(async |s| {
        let (admin, owner) = (s.token("admin").await, s.token(OWNER).await);
        let mut file = std::io::Cursor::new(Vec::new());
        image::RgbImage::from_pixel(3200, 100, image::Rgb([255, 0, 0]))
            .write_to(&mut file, image::ImageFormat::Png)
            .unwrap();
        let none = sent_picture(s, &admin, b"<svg onload=alert(1)>").await;
        assert_eq!(none.code(), 1_001_003_011);
        assert_eq!(sent_picture(s, &owner, file.get_ref()).await.code(), 403);
        let path = sent_picture(s, &admin, file.get_ref()).await.data()["path"].clone();
        let served = s.get(path.as_str().unwrap(), "").await;
        assert_eq!(
            (served.status, served.header("content-type").as_str()),
            (200, "image/jpeg")
        );
        published(s, json!({ "contentType": 1, "pictureZh": path })).await;
        let shown = popups(s, &owner, "msgType=3").await;
        assert_eq!(
            (
                &shown["list"][0]["content"],
                &shown["list"][0]["contentType"]
            ),
            (&path, &json!(1))
        );
    });
}

#[test]
fn a_test_goes_to_its_operator_alone_and_nothing_is_kept_of_it() {
    const TEST: &str = "/admin-api/announcement/test";
    const LIST: &str = "/app-api/system/notify-message/my-page";
    with_server(async |s| {
        let (admin, owner) = (s.token("admin").await, s.token(OWNER).await);
        let wrong = s.post(TEST, &admin, body(json!({ "titleZh": "" }))).await;
        assert_eq!(wrong.json()["data"]["field"], "titleZh");
        let sent = s.post(TEST, &admin, body(json!({}))).await;
        assert_eq!(sent.code(), 0);
        let kept = s.get("/admin-api/announcement/page", &admin).await;
        assert_eq!(kept.data()["total"], json!(0));
        let mine = s.get(LIST, &admin).await;
        assert_eq!(mine.data()["total"], json!(1));
        assert_eq!(s.get(LIST, &owner).await.data()["total"], json!(0));
    });
}
