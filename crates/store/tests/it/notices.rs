//! Messages to a member: alerts that the server writes, read one by one.

use domain::lang::Lang;
use store::notices::{NoticeError, list, mark_read, read, remove, unread_count, unread_counts};
use store::session::{Actor, Arrival, Terminal, actor_of, sign_in};

use crate::fixture::{Fixture, GUEST, NOW, OWNER, PASSWORD, on_each_database};

/// Signs in on a device that was not seen before, which writes an alert.
async fn alerted(f: &Fixture, account: &str, device: &str) -> Actor {
    let form = domain::auth::SignIn::parse(account, PASSWORD, None).unwrap();
    let arrival = Arrival {
        terminal: Terminal::Web,
        address: "203.0.113.9".parse().ok(),
        device: device.to_owned(),
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
        let page = list(&f.store, &owner, (0, 10)).await.unwrap();
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

        let ids: Vec<i64> = list(&f.store, &owner, (0, 10))
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
        let left = list(&f.store, &owner, (0, 10)).await.unwrap();
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
        let id_of = async |actor: &Actor| list(&f.store, actor, (0, 1)).await.unwrap().list[0].id;
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
