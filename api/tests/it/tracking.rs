//! Page views and errors of pages as a browser tells them.

use serde_json::{Value, json};
use store::tracking::{Viewed, of_member};

use crate::server::{GUEST, OWNER, Server, with_server};

const CALL: &str = "/app-api/system/tracking/page-view";
const MINUTE_S: f64 = 60.0;
const TOO_MANY: i64 = 1_002_000_429;

async fn id_of(s: &Server, token: &str) -> i64 {
    s.get("/app-api/member/member/currentMemberInfo", token)
        .await
        .data()["userId"]
        .as_i64()
        .unwrap()
}

async fn views(s: &Server, token: &str) -> Vec<Viewed> {
    of_member(&s.store, id_of(s, token).await, 500)
        .await
        .unwrap()
}

#[test]
fn a_view_is_kept_without_what_was_searched_for() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let body = json!({ "path": "/index?q=13800000000", "title": "云手机" });
        assert_eq!(s.post(CALL, &token, body).await.data(), true);
        let kept = views(s, &token).await;
        assert_eq!(
            (kept.len(), kept[0].path.as_str(), kept[0].title.as_str()),
            (1, "/index", "云手机")
        );
        assert!(views(s, &s.token(GUEST).await).await.is_empty());
    });
}

#[test]
fn a_call_carries_those_that_came_before() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let now = s.clock.now_ms();
        let earlier =
            json!([{ "path": "/a", "at": now - 3000 }, { "path": "/b", "at": now - 2000 }]);
        let body = json!({ "path": "/c", "at": now - 1000, "earlier": earlier });
        assert_eq!(s.post(CALL, &token, body).await.code(), 0);
        let paths: Vec<_> = views(s, &token)
            .await
            .into_iter()
            .map(|view| (view.path, now - view.at_ms))
            .collect();
        let expected = [("/c", 1000), ("/b", 2000), ("/a", 3000)];
        assert_eq!(paths, expected.map(|(path, ago)| (path.to_owned(), ago)));
    });
}

#[test]
fn what_is_no_page_of_the_console_is_refused_whole() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let many = |n: usize| vec![json!({ "path": "/a" }); n];
        let refused = [
            json!({}),
            json!({ "path": "" }),
            json!({ "path": "//evil.example" }),
            json!({ "path": "https://evil.example/index" }),
            json!({ "path": format!("/{}", "a".repeat(256)) }),
            json!({ "path": "/a", "title": "x".repeat(101) }),
            json!({ "path": "/a", "at": "yesterday" }),
            json!({ "path": "/a", "earlier": [{ "path": "/b" }, { "path": "javascript:alert(1)" }] }),
            json!({ "path": "/a", "earlier": many(20) }),
        ];
        for body in refused {
            assert_eq!(
                s.post(CALL, &token, body.clone()).await.code(),
                400,
                "{body}"
            );
        }
        assert!(views(s, &token).await.is_empty());
        let most = json!({ "path": "/a", "earlier": many(19) });
        assert_eq!(s.post(CALL, &token, most).await.code(), 0);
        assert_eq!(views(s, &token).await.len(), 20);
    });
}

#[test]
fn a_member_tells_120_views_a_minute_and_not_one_more() {
    with_server(async |s| {
        let (token, other) = (s.token(OWNER).await, s.token(GUEST).await);
        let twenty: Value = json!({ "path": "/a", "earlier": vec![json!({ "path": "/a" }); 19] });
        for _ in 0..5 {
            assert_eq!(s.post(CALL, &token, twenty.clone()).await.code(), 0);
        }
        let nineteen = json!({ "path": "/a", "earlier": vec![json!({ "path": "/a" }); 18] });
        assert_eq!(s.post(CALL, &token, nineteen).await.code(), 0);
        let one = json!({ "path": "/a" });
        assert_eq!(s.post(CALL, &token, twenty).await.code(), TOO_MANY);
        assert_eq!(s.post(CALL, &token, one.clone()).await.code(), 0);
        assert_eq!(s.post(CALL, &token, one.clone()).await.code(), TOO_MANY);
        assert_eq!(views(s, &token).await.len(), 120);
        assert_eq!(s.post(CALL, &other, one.clone()).await.code(), 0);

        s.clock.set_offset_s(MINUTE_S);
        assert_eq!(s.post(CALL, &token, one).await.code(), 0);
    });
}

#[test]
fn a_view_is_forgotten_after_thirty_days() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        s.post(CALL, &token, json!({ "path": "/a" })).await.data();
        let kept = views(s, &token).await[0].at_ms;
        let month = 30 * 24 * 60 * 60 * 1000;
        let sweep = |now| store::tracking::sweep(&s.store, now);
        assert_eq!(sweep(kept + month).await.unwrap(), 0);
        assert_eq!(sweep(kept + month + 1).await.unwrap(), 1);
        assert!(views(s, &token).await.is_empty());
    });
}

const ERROR: &str = "/app-api/system/tracking/page-error";

#[test]
fn an_error_of_a_page_is_taken_from_anybody_and_refused_when_it_is_none() {
    with_server(async |s| {
        let told =
            json!({ "kind": "TypeError", "words": "x", "at": "a.js:1:2", "path": "/app/index" });
        assert_eq!(s.post(ERROR, "", told.clone()).await.data(), true);
        assert_eq!(
            s.post(ERROR, &s.token(OWNER).await, told).await.data(),
            true
        );
        for body in [
            json!({}),
            json!({ "kind": "", "path": "/index" }),
            json!({ "kind": "E", "path": "//evil.example" }),
            json!({ "kind": "E", "path": "/index", "words": "x".repeat(301) }),
            json!({ "kind": "E", "path": "/index", "at": 7 }),
        ] {
            assert_eq!(s.post(ERROR, "", body.clone()).await.code(), 400, "{body}");
        }
    });
}

#[test]
fn an_address_tells_20_errors_a_minute_and_not_one_more() {
    with_server(async |s| {
        let one = json!({ "kind": "TypeError", "path": "/index" });
        for _ in 0..20 {
            assert_eq!(s.post(ERROR, "", one.clone()).await.code(), 0);
        }
        assert_eq!(s.post(ERROR, "", one.clone()).await.code(), TOO_MANY);
        s.clock.set_offset_s(MINUTE_S);
        assert_eq!(s.post(ERROR, "", one).await.code(), 0);
    });
}
