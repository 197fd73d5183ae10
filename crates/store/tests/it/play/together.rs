//! Control passes between pages that are open: by the holder's will, by the owner's right, and never by a viewer's wish.

use domain::access::Level;
use domain::phones::Refusal;
use domain::play::together::Relation;
use fresh_database::PASSWORD_HASH;
use store::play::{Controlling, Opened, StartError, people, release, take_control};
use store::session::Actor;

use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, STRANGER, on_each_database};
use crate::play::{control, opened};

const SUB: &str = "13600000001";

async fn play(f: &Fixture, actor: &Actor, phone: i64) -> Opened {
    let started = control(f, actor, phone, NOW).await.unwrap();
    opened(f, started, phone, NOW).await.unwrap()
}

async fn take(
    f: &Fixture,
    actor: &Actor,
    phone: i64,
    offered: Option<u32>,
) -> Result<Controlling, StartError> {
    take_control(&f.store, actor, phone, offered, NOW).await
}

#[test]
fn a_guest_takes_a_seat_that_is_offered_or_free_and_no_other() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let first = play(f, &owner, phone).await;
        for offered in [None, Some(first.epoch + 1), Some(0)] {
            let refused = take(f, &guest, phone, offered).await.err().unwrap();
            assert!(
                matches!(refused, StartError::Occupied),
                "{offered:?}: {refused}"
            );
        }
        let second = take(f, &guest, phone, Some(first.epoch)).await.unwrap();
        assert_eq!(
            (second.epoch, second.level),
            (first.epoch + 1, Level::Operate)
        );
        assert!(!second.resume.is_empty());
        // An offer counts once: its seat is another one by now.
        let third = take(f, &owner, phone, None).await.unwrap();
        assert_eq!(third.level, Level::Owner, "the owner needs no offer");
        assert!(take(f, &guest, phone, Some(first.epoch)).await.is_err());
        assert!(take(f, &guest, phone, Some(second.epoch)).await.is_err());
        release(&f.store, phone, third.epoch).await.unwrap();
        assert!(take(f, &guest, phone, None).await.is_ok(), "nobody has it");
    });
}

#[test]
fn a_viewer_a_stranger_and_an_expired_phone_get_no_control() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "view", 60).await;
        let first = play(f, &owner, phone).await;
        let refused = take(f, &guest, phone, Some(first.epoch))
            .await
            .err()
            .unwrap();
        assert!(
            matches!(refused, StartError::Refused(Refusal::Right)),
            "{refused}"
        );
        let stranger = f.actor(STRANGER).await;
        let refused = take(f, &stranger, phone, Some(first.epoch))
            .await
            .err()
            .unwrap();
        assert!(matches!(refused, StartError::Unknown), "{refused}");
        let late = take_control(&f.store, &owner, phone, None, NOW + 30 * DAY).await;
        let refused = late.err().unwrap();
        assert!(
            matches!(refused, StartError::Refused(Refusal::Expired)),
            "{refused}"
        );
    });
}

#[test]
fn people_are_known_by_what_they_are_to_the_phone() {
    on_each_database(async |f| {
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let seed = format!(
            r#"{{"subAccounts":[{{"parent":"{OWNER}","phone":"{SUB}","password":"{PASSWORD_HASH}","nickname":"客服"}}]}}"#
        );
        crate::fixture::load(&f.store, &seed).await;
        let mut ids = Vec::new();
        for who in [OWNER, GUEST, SUB] {
            ids.push(f.actor(who).await.member_id());
        }
        let found = people(&f.store, phone, ids.clone()).await.unwrap();
        let seen: Vec<_> = ids
            .iter()
            .map(|id| (found[id].relation, found[id].name.as_str()))
            .collect();
        let expected = [
            (Relation::Owner, "138****0000"),
            (Relation::Guest, "139****0000"),
            (Relation::SubAccount, "客服"),
        ];
        assert_eq!(seen, expected);
    });
}
