//! Feedback: written by members, read by operators.

use serde_json::{Value, json};

use crate::server::{OWNER, PASSWORD, Server, with_server};

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

const ANSWER: &str = "/admin-api/system/user-feedback/answer";
const MESSAGES: &str = "/app-api/system/notify-message/my-page";

async fn asked(s: &Server) -> i64 {
    let token = s.token(OWNER).await;
    s.post(SEND, &token, words("卡顿", "画面<b>卡</b>")).await;
    read(s).await["list"][0]["id"].as_i64().unwrap()
}

#[test]
fn an_answer_is_a_message_of_kind_two_with_the_question_in_it() {
    with_server(async |s| {
        let id = asked(s).await;
        let admin = s.token("admin").await;
        let body = json!({ "id": id, "answer": "已修复，谢谢 <3" });
        assert_eq!(s.post(ANSWER, &admin, body).await.data(), true);
        let token = s.token(OWNER).await;
        let page = s.get(&format!("{MESSAGES}?type=2"), &token).await.data();
        let message = &page["list"][0];
        assert_eq!(page["total"], 1);
        assert_eq!(
            (
                &message["type"],
                &message["contentType"],
                &message["readStatus"]
            ),
            (&json!(2), &json!(2), &json!(false))
        );
        assert_eq!(message["content"], "已修复，谢谢 <3");
        assert_eq!(
            message["html"],
            "<p>已修复，谢谢 &lt;3</p><blockquote><p><b>卡顿</b></p><p>画面&lt;b&gt;卡&lt;/b&gt;</p></blockquote>"
        );
        let info = format!("/admin-api/system/user-feedback/info/{id}");
        let found = s.get(&info, &admin).await.data();
        assert_eq!(
            (&found["answer"]["answer"], &found["answer"]["answerBy"]),
            (&json!("已修复，谢谢 <3"), &json!("admin"))
        );
        for (answered, total) in [("true", 1), ("false", 0)] {
            let page = s.get(&format!("{READ}?answered={answered}"), &admin).await;
            assert_eq!(page.data()["total"], total, "{answered}");
        }
    });
}

#[test]
fn an_answer_that_is_empty_too_long_late_or_for_nothing_is_refused_in_words() {
    with_server(async |s| {
        let id = asked(s).await;
        let admin = s.token("admin").await;
        for (answer, says) in [
            (String::new(), "Enter an answer"),
            (" \n\u{200b}".to_owned(), "Enter an answer"),
            ("字".repeat(1001), "An answer has at most 1,000 characters"),
        ] {
            let refused = s
                .post(ANSWER, &admin, json!({ "id": id, "answer": answer }))
                .await;
            assert_eq!((refused.code(), refused.msg()), (400, says.to_owned()));
        }
        let inbox = s.get(READ, &admin).await.data();
        assert!(inbox["list"][0]["answer"].is_null());
        let most = json!({ "id": id, "answer": "字".repeat(1000) });
        assert_eq!(s.post(ANSWER, &admin, most.clone()).await.code(), 0);
        let late = s.post(ANSWER, &admin, most).await;
        assert_eq!(
            (late.code(), late.msg()),
            (
                1_002_009_002,
                "Somebody has answered this feedback already; your answer was not sent".to_owned()
            )
        );
        let absent = s
            .post(ANSWER, &admin, json!({ "id": 1, "answer": "a" }))
            .await;
        assert_eq!(absent.code(), 1_002_009_001);
        let member = s.token(OWNER).await;
        let refused = s
            .post(ANSWER, &member, json!({ "id": id, "answer": "a" }))
            .await;
        assert_eq!(refused.code(), 403);
        let page = s.get(&format!("{MESSAGES}?type=2"), &member).await.data();
        assert_eq!(page["total"], 1);
    });
}

#[test]
fn the_inbox_is_in_the_menu_of_those_who_may_read_it() {
    with_server(async |s| {
        s.seed(json!({ "operators": [
            { "userName": "reader", "password": PASSWORD, "permissions": ["system:feedback:list"] },
            { "userName": "other", "password": PASSWORD, "permissions": ["system:user:list"] },
        ] }))
        .await;
        for (account, given) in [
            ("admin", true),
            ("reader", true),
            ("other", false),
            (OWNER, false),
        ] {
            let body = s.get("/getRouters", &s.token(account).await).await.json();
            let groups = body["data"].as_array().unwrap();
            let group = groups.iter().find(|group| group["path"] == "/operator");
            let page = group.and_then(|group| {
                let groups = group["children"].as_array().unwrap();
                groups
                    .iter()
                    .flat_map(|group| group["children"].as_array().unwrap())
                    .find(|page| page["component"] == "feedback/inbox")
            });
            assert_eq!(page.is_some(), given, "{account}");
        }
        let reader = s.token("reader").await;
        let refused = s
            .post(
                ANSWER,
                &reader,
                json!({ "id": asked(s).await, "answer": "a" }),
            )
            .await;
        assert_eq!(refused.code(), 403, "reading is not answering");
    });
}
