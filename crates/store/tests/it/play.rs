//! Opening phones: rights, seats, tickets, decks, and what running sockets ask.

pub mod embeds;
mod tickets;
mod together;

use domain::access::Level;
use domain::phones::{Refusal, Status, Trouble, Unwell};
use domain::session::{RESERVE_MS, RESUME_MS, TICKET_MS};
use store::access::{Watch, status};
use store::phones::set_health;
use store::play::{
    DeckError, Mode, OpenError, Opened, StartError, Started, cut, deck_ticket, follow, open,
    recover, release, start,
};
use store::session::Actor;

use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, on_each_database};

pub async fn control(
    f: &Fixture,
    actor: &Actor,
    phone: i64,
    now: i64,
) -> Result<Started, StartError> {
    start(&f.store, actor, phone, Mode::Control, None, now).await
}

pub async fn opened(
    f: &Fixture,
    started: Started,
    phone: i64,
    now: i64,
) -> Result<Opened, OpenError> {
    open(&f.store, started.ticket.text, phone, now).await
}

/// Starts and opens as a controller.
async fn play(f: &Fixture, actor: &Actor, phone: i64, now: i64) -> Opened {
    let started = control(f, actor, phone, now).await.unwrap();
    opened(f, started, phone, now).await.unwrap()
}

#[test]
fn the_owner_plays_and_leaves() {
    on_each_database(async |f| {
        let (owner, phone) = (f.actor(OWNER).await, f.phone("甲", 30).await);
        let started = control(f, &owner, phone, NOW).await.unwrap();
        assert_eq!(
            (started.control, started.level, started.ticket.expires_ms),
            (true, Level::Owner, NOW + TICKET_MS)
        );
        let session = opened(f, started, phone, NOW).await.unwrap();
        assert_eq!(
            (session.actor.clone(), session.epoch, session.control),
            (owner, 1, true)
        );
        assert!(!session.resume.is_empty());
        release(&f.store, phone, session.epoch).await.unwrap();
    });
}

#[test]
fn a_foreign_phone_is_answered_like_an_unknown_one() {
    on_each_database(async |f| {
        let (stranger, phone) = (f.actor(STRANGER).await, f.phone("甲", 30).await);
        for id in [phone, 1, 0, -1, i64::MAX, i64::MIN] {
            for mode in [Mode::Control, Mode::View] {
                let refused = start(&f.store, &stranger, id, mode, None, NOW)
                    .await
                    .err()
                    .unwrap();
                assert!(matches!(refused, StartError::Unknown), "{id}: {refused}");
            }
            let refused = deck_ticket(&f.store, &stranger, vec![id], NOW)
                .await
                .err()
                .unwrap();
            assert!(matches!(refused, DeckError::Unknown), "{id}: {refused}");
        }
    });
}

#[test]
fn a_view_grant_views_and_never_controls() {
    on_each_database(async |f| {
        let (guest, phone) = (f.actor(GUEST).await, f.phone("甲", 30).await);
        f.grant("甲", "view", 10).await;
        let started = control(f, &guest, phone, NOW).await.unwrap();
        assert_eq!((started.control, started.level), (false, Level::View));
        let session = opened(f, started, phone, NOW).await.unwrap();
        assert_eq!(
            (session.control, session.epoch, session.resume.as_str()),
            (false, 0, "")
        );

        let refused = control(f, &guest, phone, NOW + 10 * MINUTE)
            .await
            .err()
            .unwrap();
        assert!(
            matches!(refused, StartError::Unknown),
            "the grant is over: {refused}"
        );
    });
}

#[test]
fn an_expired_or_unwell_phone_is_not_opened() {
    on_each_database(async |f| {
        let (owner, phone) = (f.actor(OWNER).await, f.phone("甲", 1).await);
        assert!(control(f, &owner, phone, NOW + DAY - 1).await.is_ok());
        let refused = control(f, &owner, phone, NOW + DAY).await.err().unwrap();
        assert!(
            matches!(refused, StartError::Refused(Refusal::Expired)),
            "{refused}"
        );
        set_health(&f.store, phone, Some("gone".to_owned()), NOW)
            .await
            .unwrap();
        let refused = control(f, &owner, phone, NOW).await.err().unwrap();
        assert!(
            matches!(refused, StartError::Refused(Refusal::Status(_, None))),
            "{refused}"
        );
        let silent = Some(Unwell::Silent.into_str().to_owned());
        set_health(&f.store, phone, silent, NOW).await.unwrap();
        let refused = control(f, &owner, phone, NOW).await.err().unwrap();
        let known = Trouble::Unwell(Unwell::Silent);
        assert!(
            matches!(refused, StartError::Refused(Refusal::Status(Status::Abnormal, Some(trouble))) if trouble == known),
            "its card says why"
        );
    });
}

#[test]
fn a_guest_meets_occupied_and_the_owner_takes_over() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;

        let first = play(f, &guest, phone, NOW).await;
        let second = play(f, &owner, phone, NOW).await;
        assert!(second.epoch > first.epoch);
        let refused = control(f, &guest, phone, NOW).await.err().unwrap();
        assert!(matches!(refused, StartError::Occupied), "{refused}");
        let viewing = start(&f.store, &guest, phone, Mode::View, None, NOW)
            .await
            .unwrap();
        assert!(!viewing.control, "viewers do not meet the seat");

        // A replaced controller changes nothing when its connection is cut, or when it leaves.
        cut(&f.store, phone, first.epoch, NOW).await.unwrap();
        release(&f.store, phone, first.epoch).await.unwrap();
        assert!(matches!(
            control(f, &guest, phone, NOW).await.err(),
            Some(StartError::Occupied)
        ));

        release(&f.store, phone, second.epoch).await.unwrap();
        assert!(control(f, &guest, phone, NOW).await.is_ok());
    });
}

#[test]
fn a_group_takes_what_is_free_and_disturbs_nobody() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let foreign = f.phone("乙", 30).await;
        let of_group = async |actor: &Actor, id| follow(&f.store, actor, id, NOW).await;

        let epoch = of_group(&owner, phone).await.unwrap();
        assert!(matches!(
            control(f, &guest, phone, NOW).await.err(),
            Some(StartError::Occupied)
        ));
        release(&f.store, phone, epoch).await.unwrap();

        let played = play(f, &guest, phone, NOW).await;
        assert!(played.epoch > epoch);
        assert!(
            matches!(of_group(&owner, phone).await, Err(StartError::Occupied)),
            "not even the owner's group takes a guest's phone away"
        );
        release(&f.store, phone, played.epoch).await.unwrap();
        let epoch = of_group(&owner, phone).await.unwrap();
        // Cut off, nobody else comes between; the member does.
        cut(&f.store, phone, epoch, NOW).await.unwrap();
        assert!(matches!(
            of_group(&guest, phone).await,
            Err(StartError::Occupied)
        ));
        assert!(of_group(&owner, phone).await.unwrap() > epoch);

        assert!(matches!(
            of_group(&guest, foreign).await,
            Err(StartError::Unknown)
        ));
        set_health(&f.store, foreign, Some("gone".to_owned()), NOW)
            .await
            .unwrap();
        assert!(matches!(
            of_group(&owner, foreign).await,
            Err(StartError::Refused(_))
        ));
    });
}

#[test]
fn who_may_only_look_takes_no_phone_into_a_group() {
    on_each_database(async |f| {
        let guest = f.actor(GUEST).await;
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "view", 60).await;
        assert!(matches!(
            follow(&f.store, &guest, phone, NOW).await,
            Err(StartError::Refused(Refusal::Right))
        ));
    });
}

#[test]
fn a_new_tab_of_the_same_member_replaces_the_old_one() {
    on_each_database(async |f| {
        let (owner, phone) = (f.actor(OWNER).await, f.phone("甲", 30).await);
        let old = play(f, &owner, phone, NOW).await;
        let new = play(f, &owner, phone, NOW).await;
        assert_eq!(new.epoch, old.epoch + 1);
        let watch = Watch {
            actor: owner,
            phone_ids: vec![phone],
        };
        let now = status(&f.store, vec![watch], NOW).await.unwrap();
        assert_eq!(now[0].phones[0].epoch, new.epoch);
    });
}

#[test]
fn a_reservation_that_is_not_opened_lapses() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        control(f, &owner, phone, NOW).await.unwrap();
        let early = control(f, &guest, phone, NOW + RESERVE_MS - 1)
            .await
            .err()
            .unwrap();
        assert!(matches!(early, StartError::Occupied));
        assert!(control(f, &guest, phone, NOW + RESERVE_MS).await.is_ok());
    });
}

#[test]
fn a_cut_session_resumes_with_its_epoch_for_fifteen_seconds() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let first = play(f, &guest, phone, NOW).await;
        cut(&f.store, phone, first.epoch, NOW).await.unwrap();
        let resume = async |token: &str, now| {
            start(
                &f.store,
                &guest,
                phone,
                Mode::Control,
                Some(token.to_owned()),
                now,
            )
            .await
            .unwrap()
        };
        let again = opened(
            f,
            resume(&first.resume, NOW + RESUME_MS - 1).await,
            phone,
            NOW + RESUME_MS,
        )
        .await
        .unwrap();
        assert_eq!(again.epoch, first.epoch);
        assert_ne!(again.resume, first.resume);

        // Half-open: the server has not noticed the cut.
        let third = opened(f, resume(&again.resume, NOW).await, phone, NOW)
            .await
            .unwrap();
        assert_eq!(third.epoch, first.epoch);

        // A used token, or one too late, is an ordinary start.
        let fourth = opened(f, resume(&again.resume, NOW).await, phone, NOW)
            .await
            .unwrap();
        assert_eq!(fourth.epoch, first.epoch + 1);
        cut(&f.store, phone, fourth.epoch, NOW).await.unwrap();
        let late = opened(
            f,
            resume(&fourth.resume, NOW + RESUME_MS).await,
            phone,
            NOW + RESUME_MS,
        )
        .await
        .unwrap();
        assert_eq!(late.epoch, fourth.epoch + 1);

        // The owner alone gets in while the guest's session may resume.
        cut(&f.store, phone, late.epoch, NOW).await.unwrap();
        assert_eq!(play(f, &owner, phone, NOW + 1).await.epoch, late.epoch + 1);
        let lost = start(
            &f.store,
            &guest,
            phone,
            Mode::Control,
            Some(late.resume),
            NOW + 2,
        )
        .await;
        assert!(matches!(lost.err(), Some(StartError::Occupied)));
    });
}

#[test]
fn after_a_restart_the_connected_may_resume() {
    on_each_database(async |f| {
        let (owner, phone) = (f.actor(OWNER).await, f.phone("甲", 30).await);
        let first = play(f, &owner, phone, NOW).await;
        assert_eq!(recover(&f.store, NOW).await.unwrap(), 1);
        assert_eq!(recover(&f.store, NOW).await.unwrap(), 0);
        let again = start(
            &f.store,
            &owner,
            phone,
            Mode::Control,
            Some(first.resume),
            NOW + 1,
        )
        .await
        .unwrap();
        assert_eq!(
            opened(f, again, phone, NOW + 1).await.unwrap().epoch,
            first.epoch
        );
    });
}

#[test]
fn eight_start_one_phone_and_one_controls_it() {
    on_each_database(async |f| {
        let (owner, phone) = (f.actor(OWNER).await, f.phone("甲", 30).await);
        let tries: Vec<_> = (0..8)
            .map(|_| {
                let (store, owner) = (f.store.clone(), owner.clone());
                tokio::spawn(async move {
                    start(&store, &owner, phone, Mode::Control, None, NOW)
                        .await
                        .unwrap()
                })
            })
            .collect();
        let mut tickets = Vec::new();
        for one in tries {
            tickets.push(one.await.unwrap());
        }
        let mut epochs = Vec::new();
        for started in tickets {
            match opened(f, started, phone, NOW).await {
                Ok(session) => epochs.push(session.epoch),
                Err(refused) => assert!(matches!(refused, OpenError::Elsewhere), "{refused}"),
            }
        }
        assert_eq!(epochs, [8]);
    });
}
