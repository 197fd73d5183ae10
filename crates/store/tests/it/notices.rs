//! Messages to a member: alerts that the server writes, read one by one.

mod announcements;

use domain::lang::Lang;
use domain::notices::{Alert, Kind, Message, NoticeContent, RentalNews, Rented};
use domain::text::rich_text::RichText;
use store::notices::{
    NoticeError, Wanted, list, mark_read, read, remove, send, unread_count, unread_counts,
};
use store::session::{Actor, Arrival, Terminal, actor_of, sign_in};

use crate::fixture::{Fixture, GUEST, NOW, OWNER, PASSWORD, on_each_database};

/// Signs in on a device that was not seen before, which writes an alert.
async fn alerted(f: &Fixture, account: &str, device: &str) -> Actor {
    let form = domain::auth::SignIn::parse(account, PASSWORD, None).unwrap();
    let arrival = Arrival {
        terminal: Terminal::Web,
        address: "203.0.113.9".parse().ok(),
        device: device.to_owned(),
        ..Arrival::default()
    };
    let tokens = sign_in(&f.store, form, arrival, NOW).await.unwrap();
    actor_of(&f.store, tokens.access, NOW)
        .await
        .unwrap()
        .unwrap()
}

#[test]
fn a_new_device_is_told_but_not_the_first_and_not_again() {
    on_each_database(async |f| {
        for (device, unread) in [
            ("Chrome 140 · Windows", 0),
            ("Safari 18 · iPhone", 1),
            ("Chrome 140 · Windows", 1),
        ] {
            let owner = alerted(f, OWNER, device).await;
            let count = unread_count(&f.store, owner.member_id()).await.unwrap();
            assert_eq!(count, unread, "{device}");
        }
        let owner = alerted(f, OWNER, "Safari 18 · iPhone").await;
        let page = list(&f.store, &owner, Wanted::default(), (0, 10))
            .await
            .unwrap();
        assert_eq!(page.total, 1);
        let text = page.list[0].content(Lang::En);
        assert!(text.contains("Safari 18 · iPhone (203.0.113.9)"), "{text}");
        assert_eq!(page.list[0].title(Lang::Zh), "新设备登录提醒");
    });
}

#[test]
fn a_message_is_read_once_and_counted_while_it_is_not() {
    on_each_database(async |f| {
        alerted(f, OWNER, "first").await;
        for device in ["second", "third", "fourth"] {
            alerted(f, OWNER, device).await;
        }
        let owner = alerted(f, OWNER, "first").await;
        let (member, other) = (owner.member_id(), f.actor(GUEST).await.member_id());
        let counts = unread_counts(&f.store, vec![member, other]).await.unwrap();
        assert_eq!((counts.get(&member), counts.get(&other)), (Some(&3), None));

        let ids: Vec<i64> = list(&f.store, &owner, Wanted::default(), (0, 10))
            .await
            .unwrap()
            .list
            .iter()
            .map(|notice| notice.id)
            .collect();
        let first = read(&f.store, &owner, ids[0], NOW + 5).await.unwrap();
        assert_eq!(first.read_ms, Some(NOW + 5));
        let again = read(&f.store, &owner, ids[0], NOW + 9).await.unwrap();
        assert_eq!(again.read_ms, Some(NOW + 5));
        mark_read(&f.store, &owner, Some(vec![ids[1]]), NOW)
            .await
            .unwrap();
        assert_eq!(unread_count(&f.store, member).await.unwrap(), 1);
        mark_read(&f.store, &owner, None, NOW).await.unwrap();
        assert_eq!(unread_count(&f.store, member).await.unwrap(), 0);
        remove(&f.store, &owner, vec![ids[0], ids[2]])
            .await
            .unwrap();
        let left = list(&f.store, &owner, Wanted::default(), (0, 10))
            .await
            .unwrap();
        assert_eq!((left.total, left.list[0].id), (1, ids[1]));
    });
}

#[test]
fn a_foreign_message_refuses_the_whole_call_like_an_unknown_one() {
    on_each_database(async |f| {
        let guest = f.actor(GUEST).await;
        for device in ["first", "second"] {
            alerted(f, OWNER, device).await;
        }
        for device in ["", "third"] {
            alerted(f, GUEST, device).await;
        }
        let owner = alerted(f, OWNER, "first").await;
        let id_of = async |actor: &Actor| {
            list(&f.store, actor, Wanted::default(), (0, 1))
                .await
                .unwrap()
                .list[0]
                .id
        };
        let (mine, theirs) = (id_of(&owner).await, id_of(&guest).await);
        for foreign in [theirs, 1, -1, i64::MAX] {
            let refused = read(&f.store, &owner, foreign, NOW).await;
            assert!(matches!(refused, Err(NoticeError::Unknown)));
            for ids in [vec![foreign], vec![mine, foreign]] {
                let refused = mark_read(&f.store, &owner, Some(ids.clone()), NOW).await;
                assert!(matches!(refused, Err(NoticeError::Unknown)));
                let refused = remove(&f.store, &owner, ids).await;
                assert!(matches!(refused, Err(NoticeError::Unknown)));
            }
        }
        for actor in [&owner, &guest] {
            let count = unread_count(&f.store, actor.member_id()).await.unwrap();
            assert_eq!(count, 1, "nothing was read or removed");
        }
        remove(&f.store, &owner, vec![mine]).await.unwrap();
    });
}

fn each_kind() -> [Message; 5] {
    let phones = vec![Rented {
        phone_id: 1,
        name: "手机 1".to_owned(),
    }];
    let until = "2026-12-01 08:00".to_owned();
    let notice = |shows| Message::Notice {
        title: "维护".to_owned(),
        shows,
    };
    [
        notice(NoticeContent::Text(
            RichText::parse("<p>今晚 <b>两点</b></p>", 100).unwrap(),
        )),
        notice(NoticeContent::Picture("/a.png".to_owned())),
        Message::FeedbackReply {
            title: "卡".to_owned(),
            question: "画面卡".to_owned(),
            answer: "好了".to_owned(),
        },
        Message::Rental {
            news: RentalNews::EndsSoon,
            at: until.clone(),
            phones: phones.clone(),
        },
        Message::Rental {
            news: RentalNews::Ended,
            at: until,
            phones,
        },
    ]
}

#[test]
fn a_message_of_each_kind_is_written_and_found_by_its_kind() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        for (at, message) in (0..).zip(each_kind()) {
            send(&f.store, owner.member_id(), message, NOW + at)
                .await
                .unwrap();
        }
        let found = async |kind, read| {
            let page = list(&f.store, &owner, Wanted { kind, read }, (0, 10))
                .await
                .unwrap();
            assert_eq!(page.total, i64::try_from(page.list.len()).unwrap());
            page.list
        };
        let kinds: Vec<Kind> = found(None, None)
            .await
            .iter()
            .map(store::notices::Notice::kind)
            .collect();
        let [notice, reply, soon, over] = Kind::ALL;
        assert_eq!(kinds, [over, soon, reply, notice, notice]);
        for (kind, count) in [(notice, 2), (reply, 1), (soon, 1), (over, 1)] {
            assert_eq!(found(Some(kind), None).await.len(), count);
        }
        let notices = found(Some(notice), None).await;
        assert_eq!(notices[0].picture(), Some("/a.png"));
        assert_eq!(notices[1].html(Lang::Zh), "<p>今晚 <b>两点</b></p>");
        assert_eq!(notices[1].content(Lang::Zh), "今晚 两点");

        mark_read(&f.store, &owner, Some(vec![notices[0].id]), NOW + 9)
            .await
            .unwrap();
        assert_eq!(found(None, Some(true)).await.len(), 1);
        assert_eq!(found(None, Some(false)).await.len(), 4);
        assert_eq!(found(Some(notice), Some(false)).await[0].id, notices[1].id);
        assert!(found(Some(reply), Some(true)).await.is_empty());
        let guest = f.actor(GUEST).await;
        let theirs = list(&f.store, &guest, Wanted::default(), (0, 10)).await;
        assert_eq!(theirs.unwrap().total, 0);
    });
}

#[test]
fn a_page_of_a_kind_counts_all_of_that_kind() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        for at in 0..12 {
            let alert = Message::Alert(Alert::PasswordChanged, Vec::new());
            send(&f.store, owner.member_id(), alert, NOW + at)
                .await
                .unwrap();
        }
        let wanted = Wanted {
            kind: Some(Kind::Notice),
            read: Some(false),
        };
        let page = list(&f.store, &owner, wanted, (10, 10)).await.unwrap();
        assert_eq!((page.total, page.list.len()), (12, 2));
        assert_eq!(page.list[1].created_ms, NOW);
    });
}
