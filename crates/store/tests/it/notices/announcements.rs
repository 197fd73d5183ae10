//! Announcements: their states, whom they reach, and one mark for each reader.

use domain::notices::announcements::{Address, InvalidAnnouncement, MsgType, PUBLISHED_MAX, State};
use domain::notices::written::{Form, Written};
use domain::notices::{Kind, Message, RentalNews, Rented};
use store::announcements::{
    AnnouncementError, Line, count_audience, create, get, inbox_counts, list_inbox, live_mark,
    mark_seen, page, partition_ids, popups, publish, read, remove, unread_counts, update, withdraw,
};
use store::notices::{Count, Wanted, list, mark_read, send};
use store::session::Actor;

use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, STRANGER, load, on_each_database};

fn form(msg_type: i64) -> Form {
    Form {
        msg_type,
        content_type: 2,
        titles: ["维护".to_owned(), "Maintenance".to_owned()],
        texts: ["<p>今晚</p>".to_owned(), "<p>Tonight</p>".to_owned()],
        frequency: 3,
        priority: 5,
        audience: 1,
        sub_accounts: true,
        ..Form::default()
    }
}

fn written(form: &Form) -> Written {
    Written::parse(form, NOW).unwrap()
}

async fn published(f: &Fixture, form: &Form, now_ms: i64) -> i64 {
    let admin = f.actor("admin").await;
    let id = create(&f.store, &admin, written(form), NOW).await.unwrap();
    publish(&f.store, &admin, id, now_ms).await.unwrap();
    id
}

async fn seen_by(f: &Fixture, actor: &Actor, now_ms: i64) -> Vec<i64> {
    let all = popups(&f.store, actor, MsgType::ALL.to_vec(), now_ms).await;
    all.unwrap().iter().map(|one| one.announcement.id).collect()
}

#[test]
fn messages_are_counted_by_kind_with_the_announcements_of_the_list_among_the_notices() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let soon = |until: &str| Message::Rental {
            news: RentalNews::EndsSoon,
            at: until.to_owned(),
            phones: vec![Rented {
                phone_id: 1,
                name: "手机 1".to_owned(),
            }],
        };
        for until in ["2026-12-01 08:00", "2026-12-02 08:00"] {
            send(&f.store, owner.member_id(), soon(until), NOW)
                .await
                .unwrap();
        }
        let before = list(&f.store, &owner, Wanted::default(), (0, 1)).await;
        let reminder = before.unwrap().list[0].id;
        mark_read(&f.store, &owner, Some(vec![reminder]), NOW)
            .await
            .unwrap();
        let seen = published(f, &form(1), NOW).await;
        published(f, &form(1), NOW).await;
        published(f, &form(2), NOW).await;
        mark_seen(&f.store, &owner, Some(vec![seen]), NOW)
            .await
            .unwrap();
        let counted = async |actor: &Actor| -> Vec<(Kind, i64, i64)> {
            let counts = inbox_counts(&f.store, actor, NOW).await.unwrap();
            let plain = |one: &Count| (one.kind, one.total, one.unread);
            counts.iter().map(plain).collect()
        };
        let kinds = |notice, reminder| {
            let (of_notices, of_reminders): ((i64, i64), (i64, i64)) = (notice, reminder);
            [
                (Kind::Notice, of_notices.0, of_notices.1),
                (Kind::FeedbackReply, 0, 0),
                (Kind::ExpiryReminder, of_reminders.0, of_reminders.1),
                (Kind::Expired, 0, 0),
            ]
        };
        assert_eq!(counted(&owner).await, kinds((2, 1), (2, 1)));
        assert_eq!(counted(&guest).await, kinds((2, 2), (0, 0)));
        remove(&f.store, &owner, vec![seen], NOW).await.unwrap();
        assert_eq!(counted(&owner).await, kinds((1, 1), (2, 1)));
    });
}

#[test]
fn one_goes_from_draft_over_its_time_to_withdrawn_and_no_way_back() {
    on_each_database(async |f| {
        let (admin, guest) = (f.actor("admin").await, f.actor(GUEST).await);
        let store = &f.store;
        let times = Form {
            from_ms: Some(NOW + DAY),
            until_ms: Some(NOW + 3 * DAY),
            ..form(3)
        };
        let id = create(store, &admin, written(&times), NOW).await.unwrap();
        let state = async |now| get(store, id).await.unwrap().announcement.state(now);
        assert_eq!(state(NOW + 2 * DAY).await, State::Draft);
        assert!(seen_by(f, &guest, NOW + 2 * DAY).await.is_empty());
        let early = withdraw(store, &admin, id, NOW).await;
        assert!(matches!(early, Err(AnnouncementError::State)));

        publish(store, &admin, id, NOW).await.unwrap();
        let again = publish(store, &admin, id, NOW).await;
        assert!(matches!(again, Err(AnnouncementError::State)));
        for (now, is, seen) in [
            (NOW + DAY - 1, State::Scheduled, false),
            (NOW + DAY, State::Live, true),
            (NOW + 3 * DAY - 1, State::Live, true),
            (NOW + 3 * DAY, State::Over, false),
        ] {
            assert_eq!(state(now).await, is);
            assert_eq!(seen_by(f, &guest, now).await == [id], seen, "{now}");
        }
        let change = async |seen| update(store, &admin, (id, seen), written(&times), NOW).await;
        let changed = change(None).await.unwrap().announcement;
        assert_eq!(changed.revision, 2);
        // Of two who saw one version the second is told.
        let seen = Some(changed.changed_ms);
        assert_eq!(change(seen).await.unwrap().announcement.revision, 3);
        let Err(AnnouncementError::Changed(told)) = change(seen).await else {
            panic!("a second change of one version")
        };
        assert_eq!((told.now.announcement.revision, told.at_ms), (3, NOW));
        assert!(!told.by.is_empty());
        let before = live_mark(store, NOW + DAY).await.unwrap();
        withdraw(store, &admin, id, NOW + DAY).await.unwrap();
        assert_ne!(live_mark(store, NOW + DAY).await.unwrap(), before);
        assert!(seen_by(f, &guest, NOW + DAY).await.is_empty());
        for refused in [
            change(None).await.map(|_| ()),
            publish(store, &admin, id, NOW).await,
            withdraw(store, &admin, id, NOW).await,
        ] {
            assert!(matches!(refused, Err(AnnouncementError::State)));
        }
        let unknown = publish(store, &admin, 1, NOW).await;
        assert!(matches!(unknown, Err(AnnouncementError::Unknown)));
    });
}

#[test]
fn a_draft_whose_end_is_past_is_not_published_and_not_more_than_a_hundred_are() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let short = Form {
            until_ms: Some(NOW + 5),
            ..form(1)
        };
        let id = create(&f.store, &admin, written(&short), NOW)
            .await
            .unwrap();
        let late = publish(&f.store, &admin, id, NOW + 5).await;
        let Err(AnnouncementError::Refused(refused)) = late else {
            panic!("it is past");
        };
        assert_eq!(refused.fault, InvalidAnnouncement::Past);
        publish(&f.store, &admin, id, NOW + 4).await.unwrap();
        for _ in 1..PUBLISHED_MAX {
            published(f, &form(1), NOW).await;
        }
        let last = create(&f.store, &admin, written(&form(1)), NOW)
            .await
            .unwrap();
        let over = publish(&f.store, &admin, last, NOW + 4).await;
        assert!(matches!(over, Err(AnnouncementError::Limit)));
        publish(&f.store, &admin, last, NOW + 5).await.unwrap();
    });
}

#[test]
fn one_reaches_those_it_is_for_and_is_counted_as_such() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (guest, stranger) = (f.actor(GUEST).await, f.actor(STRANGER).await);
        load(
            &f.store,
            &format!(r#"{{"subAccounts":[{{"parent":"{OWNER}","phone":"13800009999","password":"Owldeck#2026"}}]}}"#),
        )
        .await;
        let child = f.actor("13800009999").await;
        let phone = f.phone("A", 30).await;
        let configuration = f.seeded.configurations[0].id;
        let named = Form {
            audience: 2,
            member_ids: vec![guest.member_id()],
            ..form(3)
        };
        let having = Form {
            audience: 3,
            configuration_id: Some(configuration),
            ..form(3)
        };
        let main = Form {
            sub_accounts: false,
            ..form(3)
        };
        for (form, reached) in [
            (form(3), [true, true, true, true]),
            (named, [false, true, false, false]),
            (having, [true, false, false, false]),
            (main, [true, true, true, false]),
        ] {
            let new = written(&form);
            let counted =
                count_audience(&f.store, new.address.clone(), new.sub_accounts, NOW).await;
            let id = published(f, &form, NOW).await;
            for (actor, is) in [&owner, &guest, &stranger, &child].into_iter().zip(reached) {
                assert_eq!(seen_by(f, actor, NOW).await.contains(&id), is, "{form:?}");
            }
            let members = reached.iter().filter(|is| **is).count();
            // The operator has an account as well, which is reached like all.
            let all = members + usize::from(form.audience == 1);
            assert_eq!(counted.unwrap(), i64::try_from(all).unwrap(), "{form:?}");
        }
        assert!(!seen_by(f, &owner, NOW + 31 * DAY).await.is_empty());
        // The one for a configuration is about the member's phones of it, the others are about none.
        for shown in popups(&f.store, &owner, MsgType::ALL.to_vec(), NOW)
            .await
            .unwrap()
        {
            let about = match shown.announcement.address {
                Address::Configuration(_) => vec![phone],
                Address::All | Address::Named(_) => Vec::new(),
            };
            assert_eq!(shown.phone_ids, about);
        }
    });
}

#[test]
fn what_does_not_exist_is_named_by_its_field() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let picture = Form {
            content_type: 1,
            pictures: ["none".to_owned(), String::new()],
            ..form(3)
        };
        let named = Form {
            audience: 2,
            member_ids: vec![admin.member_id(), 1],
            ..form(3)
        };
        let having = Form {
            audience: 3,
            configuration_id: Some(1),
            ..form(3)
        };
        for (form, field) in [
            (picture, "pictureZh"),
            (named, "memberIds"),
            (having, "configurationId"),
        ] {
            let refused = create(&f.store, &admin, written(&form), NOW).await;
            let Err(AnnouncementError::Refused(refused)) = refused else {
                panic!("{form:?}");
            };
            assert_eq!(refused.field(), field);
        }
        assert_eq!(page(&f.store, (0, 10)).await.unwrap().total, 0);
    });
}

#[test]
fn each_reader_leaves_one_mark_and_is_counted_once() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let id = published(f, &form(1), NOW).await;
        let header = published(f, &form(2), NOW).await;
        let members = vec![owner.member_id(), guest.member_id()];
        let unread = async || unread_counts(&f.store, members.clone(), NOW).await.unwrap();
        assert_eq!(unread().await.get(&owner.member_id()), Some(&1));
        for _ in 0..2 {
            let shown = read(&f.store, &owner, id, NOW + 5).await.unwrap().unwrap();
            assert_eq!(shown.seen_ms, Some(NOW + 5));
            mark_seen(&f.store, &owner, Some(vec![id, header]), NOW + 9)
                .await
                .unwrap();
        }
        let counts = unread().await;
        assert_eq!(counts.get(&owner.member_id()), None);
        assert_eq!(counts.get(&guest.member_id()), Some(&1));
        mark_seen(&f.store, &guest, None, NOW).await.unwrap();
        let seen = async |id| get(&f.store, id).await.unwrap().seen;
        assert_eq!((seen(id).await, seen(header).await), (2, 1));

        remove(&f.store, &owner, vec![id], NOW).await.unwrap();
        assert_eq!(read(&f.store, &owner, id, NOW).await.unwrap(), None);
        assert!(read(&f.store, &guest, id, NOW).await.unwrap().is_some());
        assert_eq!(seen(id).await, 2, "who removed it has seen it");
        let (here, others) = partition_ids(&f.store, &guest, vec![id, 7], NOW)
            .await
            .unwrap();
        assert_eq!((here, others), (vec![id], vec![7]));
    });
}

#[test]
fn announcements_stand_among_the_messages_by_their_time_on_every_page() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        for minute in [1, 2, 4, 6, 7] {
            f.execute(&format!(
                "INSERT INTO notices (id, member_id, kind, template, params, created_ms) \
                 VALUES ({minute}, {}, 1, 'password-changed', '[]', {});",
                owner.member_id(),
                NOW + minute
            ));
        }
        let mut at = std::collections::HashMap::new();
        for minute in [3, 5, 8] {
            let one = Form {
                from_ms: Some(NOW + minute),
                ..form(1)
            };
            at.insert(published(f, &one, NOW).await, minute);
        }
        published(f, &form(3), NOW).await;
        let mut all = Vec::new();
        for offset in (0..10).step_by(2) {
            let inbox = list_inbox(&f.store, &owner, Wanted::default(), (offset, 2), NOW + 100)
                .await
                .unwrap();
            assert_eq!(inbox.total, 8);
            all.extend(inbox.list.into_iter().map(|line| match line {
                Line::Message(notice) => notice.id,
                Line::Announcement(shown) => at[&shown.announcement.id],
            }));
        }
        assert_eq!(all, [8, 7, 6, 5, 4, 3, 2, 1]);
        for (kind, read, total) in [
            (Some(Kind::Notice), Some(false), 8),
            (Some(Kind::FeedbackReply), None, 0),
            (None, Some(true), 0),
        ] {
            let wanted = Wanted { kind, read };
            let inbox = list_inbox(&f.store, &owner, wanted, (0, 10), NOW + 100)
                .await
                .unwrap();
            assert_eq!(inbox.total, total, "{wanted:?}");
        }
    });
}
