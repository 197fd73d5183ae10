//! Feedback: written by members, read by operators.

use serde_json::{Value, json};

use crate::server::{OWNER, Server, with_server};

const SEND: &str = "/app-api/system/user-feedback/feedback";
const READ: &str = "/admin-api/system/user-feedback/page";

fn words(title: &str, content: &str) -> Value {
    json!({ "feedbackTitle": title, "feedbackContent": content, "feedbackSource": "1" })
}

async fn read(s: &Server) -> Value {
    s.get(READ, &s.token("admin").await).await.data()
}

#[test]
fn what_a_member_writes_is_read_by_operators_the_newest_first() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        for (second, title) in [(0.0, "画面卡"), (1.0, "谢谢")] {
            s.clock.set_offset_s(second);
            let sent = s.post(SEND, &token, words(title, "第一行\n第二行")).await;
            assert_eq!(sent.data(), true);
        }
        let page = read(s).await;
        assert_eq!(page["total"], 2);
        let newest = &page["list"][0];
        assert_eq!(
            (
                &newest["feedbackTitle"],
                &newest["feedbackContent"],
                &newest["phone"]
            ),
            (
                &json!("谢谢"),
                &json!("第一行\n第二行"),
                &json!("138****0000")
            )
        );
        assert_eq!(s.get(READ, &token).await.code(), 403, "members do not");
        assert_eq!(s.get(READ, "").await.code(), 401);
        assert_eq!(s.post(SEND, "", words("a", "b")).await.code(), 401);
    });
}

#[test]
fn title_and_content_have_their_limits() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        let long = |n: usize| "字".repeat(n);
        let most = s.post(SEND, &token, words(&long(100), &long(300))).await;
        assert_eq!(most.code(), 0);
        let other = json!({ "feedbackTitle": "a", "feedbackContent": "b", "feedbackSource": "2" });
        for (body, says) in [
            (words("", "b"), "Enter a title"),
            (words("a", " \n"), "Enter your feedback"),
            (words(&long(101), "b"), "A title has at most 100 characters"),
            (
                words("a", &long(301)),
                "Feedback has at most 300 characters",
            ),
            (other, "This source does not exist"),
        ] {
            let refused = s.post(SEND, &token, body).await;
            assert_eq!((refused.code(), refused.msg()), (400, says.to_owned()));
        }
        assert_eq!(read(s).await["total"], 1);
    });
}

#[test]
fn a_member_writes_twenty_times_a_day() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        for _ in 0..20 {
            assert_eq!(s.post(SEND, &token, words("a", "b")).await.code(), 0);
        }
        let over = s.post(SEND, &token, words("a", "b")).await;
        assert_eq!(over.code(), 1_002_000_429);
        assert!(over.json()["data"]["retryAfterMs"].as_i64().unwrap() > 0);
        assert_eq!(read(s).await["total"], 20);
    });
}
