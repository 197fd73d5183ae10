//! Feedback: answered once, by whoever is first, and told to its writer.

use domain::lang::Lang;
use domain::notices::Kind;
use store::feedback::{AnswerError, Feedback, answer, find, page, send};
use store::notices::{Wanted, list, unread_count};

use crate::fixture::{Fixture, NOW, OWNER, on_each_database};

async fn asked(f: &Fixture, title: &str, at: i64) -> i64 {
    let owner = f.actor(OWNER).await;
    let words = Feedback::parse(title, "画面卡\n第二行", "1").unwrap();
    send(&f.store, &owner, words, NOW + at).await.unwrap();
    page(&f.store, None, (0, 1)).await.unwrap().0[0].id
}

#[test]
fn an_answer_becomes_a_message_that_shows_the_question() {
    on_each_database(async |f| {
        let id = asked(f, "卡顿", 0).await;
        let operator = f.actor("admin").await;
        answer(&f.store, &operator, id, "已修复".to_owned(), NOW + 5)
            .await
            .unwrap();
        let owner = f.actor(OWNER).await;
        let messages = list(&f.store, &owner, Wanted::default(), (0, 10))
            .await
            .unwrap()
            .list;
        let reply = messages
            .iter()
            .find(|message| message.kind() == Kind::FeedbackReply)
            .unwrap();
        assert_eq!(reply.title(Lang::Zh), "回复：卡顿");
        assert_eq!(reply.content(Lang::Zh), "已修复");
        assert_eq!(
            reply.html(Lang::Zh),
            "<p>已修复</p><blockquote><p><b>卡顿</b></p><p>画面卡</p><p>第二行</p></blockquote>"
        );
        let found = find(&f.store, id).await.unwrap();
        let given = found.answer.unwrap();
        assert_eq!(
            (given.text.as_str(), given.at_ms, given.by.as_str()),
            ("已修复", NOW + 5, "admin")
        );
    });
}

#[test]
fn the_second_of_two_answers_is_refused_and_told_to_nobody() {
    on_each_database(async |f| {
        let id = asked(f, "卡顿", 0).await;
        let operator = f.actor("admin").await;
        let member = f.actor(OWNER).await.member_id();
        let before = unread_count(&f.store, member).await.unwrap();
        let (one, two) = tokio::join!(
            answer(&f.store, &operator, id, "一".to_owned(), NOW),
            answer(&f.store, &operator, id, "二".to_owned(), NOW),
        );
        let refused = [&one, &two]
            .into_iter()
            .filter(|given| matches!(given, Err(AnswerError::Answered)))
            .count();
        assert_eq!((refused, one.is_ok() || two.is_ok()), (1, true));
        let kept = find(&f.store, id).await.unwrap().answer.unwrap().text;
        assert_eq!(kept, if one.is_ok() { "一" } else { "二" });
        assert_eq!(unread_count(&f.store, member).await.unwrap(), before + 1);
        let unknown = answer(&f.store, &operator, 1, "一".to_owned(), NOW).await;
        assert!(matches!(unknown, Err(AnswerError::Absent)));
        let unknown = find(&f.store, 1).await;
        assert!(matches!(unknown, Err(AnswerError::Absent)));
    });
}

#[test]
fn the_inbox_shows_what_is_open_what_is_answered_or_all_by_pages() {
    on_each_database(async |f| {
        let mut ids = Vec::new();
        for (at, title) in ["一", "二", "三"].into_iter().enumerate() {
            ids.push(asked(f, title, i64::try_from(at).unwrap()).await);
        }
        let operator = f.actor("admin").await;
        answer(&f.store, &operator, ids[1], "好".to_owned(), NOW + 9)
            .await
            .unwrap();
        for (answered, titles) in [
            (None, vec!["三", "二", "一"]),
            (Some(true), vec!["二"]),
            (Some(false), vec!["三", "一"]),
        ] {
            let (rows, total) = page(&f.store, answered, (0, 10)).await.unwrap();
            let found: Vec<&str> = rows.iter().map(|row| row.title.as_str()).collect();
            assert_eq!(found, titles);
            assert_eq!(usize::try_from(total).unwrap(), titles.len());
        }
        let (rows, total) = page(&f.store, Some(false), (1, 1)).await.unwrap();
        assert_eq!((rows[0].title.as_str(), total), ("一", 2));
        assert_eq!(rows[0].phone, "138****0000");
    });
}
