//! Messages: which are asked for, and how many are unread.

mod announcements;

use domain::notices::{Message, NoticeContent, RentalNews, Rented};
use domain::text::rich_text::RichText;
use serde_json::json;

use crate::server::{OWNER, Server, with_server};

const PAGE: &str = "/app-api/system/notify-message/my-page";
const OLD_COUNT: &str = "/system/noticeRecord/countNoRead";

/// Twelve notices of which the newest is a picture, and one reminder.
async fn told(s: &Server, token: &str) {
    let me = s.get("/getInfo", token).await.json()["user"]["userId"]
        .as_i64()
        .unwrap();
    let notice = |shows| Message::Notice {
        title: "维护".to_owned(),
        shows,
    };
    let text = RichText::parse("<p>今晚 <a href=\"https://e.x/\">两点</a></p>", 100).unwrap();
    let soon = Message::Rental {
        news: RentalNews::EndsSoon,
        at: "2026-12-01 08:00".to_owned(),
        phones: vec![Rented {
            phone_id: 1,
            name: "手机 1".to_owned(),
        }],
    };
    let texts = std::iter::repeat_n(notice(NoticeContent::Text(text)), 11);
    let picture = notice(NoticeContent::Picture("/a.png".to_owned()));
    for (at, message) in (0..).zip(std::iter::once(soon).chain(texts).chain([picture])) {
        store::notices::send(&s.store, me, message, at)
            .await
            .unwrap();
    }
}

#[test]
fn messages_are_asked_for_by_kind_and_state_ten_at_a_time() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        told(s, &token).await;
        for (asked, total, shown) in [
            ("", 13, 10),
            ("?type=1", 12, 10),
            ("?type=1&pageNo=2", 12, 2),
            ("?type=2", 0, 0),
            ("?type=3&readStatus=false", 1, 1),
            ("?readStatus=true", 0, 0),
        ] {
            let page = s.get(&format!("{PAGE}{asked}"), &token).await.data();
            let rows = page["list"].as_array().unwrap().len();
            assert_eq!((&page["total"], rows), (&json!(total), shown), "{asked}");
        }
        for asked in ["?type=0", "?type=5", "?type=x", "?readStatus=maybe"] {
            let refused = s.get(&format!("{PAGE}{asked}"), &token).await;
            assert_eq!(refused.code(), 400, "{asked}");
        }
    });
}

#[test]
fn messages_are_counted_by_kind_and_state_in_one_call() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        told(s, &token).await;
        let path = "/app-api/system/notify-message/counts";
        let kind = |number: i64, n: i64| json!({ "type": number, "total": n, "unread": n });
        assert_eq!(
            s.get(path, &token).await.data(),
            json!({ "total": 13, "unread": 13, "kinds": [kind(1, 12), kind(2, 0), kind(3, 1), kind(4, 0)] })
        );
        let all = "/app-api/system/notify-message/update-all-read";
        assert_eq!(s.post(all, &token, json!({})).await.code(), 0);
        let read = s.get(path, &token).await.data();
        assert_eq!((&read["total"], &read["unread"]), (&json!(13), &json!(0)));
        assert_eq!(s.get(path, "").await.code(), 401);
    });
}

#[test]
fn a_message_is_a_picture_or_a_text_with_marks_and_without() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        told(s, &token).await;
        let page = s.get(PAGE, &token).await.data();
        let (picture, text) = (&page["list"][0], &page["list"][1]);
        assert_eq!(
            (
                &picture["contentType"],
                &picture["picture"],
                &picture["html"]
            ),
            (&json!(1), &json!("/a.png"), &json!(""))
        );
        assert_eq!(
            (&text["contentType"], &text["picture"], &text["content"]),
            (&json!(2), &json!(""), &json!("今晚 两点"))
        );
        let reminder = &s.get(&format!("{PAGE}?type=3"), &token).await.data()["list"][0];
        assert_eq!(
            (&reminder["aboutPhoneIds"], &reminder["phoneIds"]),
            (&json!([1]), &json!([1]))
        );
        assert_eq!(text["aboutPhoneIds"], json!([]));
        assert_eq!(
            text["html"],
            "<p>今晚 <a href=\"https://e.x/\" rel=\"noopener noreferrer nofollow\">两点</a></p>"
        );
    });
}

#[test]
fn older_clients_count_the_same() {
    with_server(async |s| {
        let token = s.token(OWNER).await;
        told(s, &token).await;
        let counted = s.get(OLD_COUNT, &token).await.json();
        assert_eq!(
            (&counted["code"], &counted["data"]),
            (&json!(200), &json!(13))
        );
        assert_eq!(s.get(OLD_COUNT, "").await.code(), 401);
    });
}
