//! Tickets of sockets, decks, and what running sockets ask.

use domain::access::Level;
use domain::play::DECK_MAX_SLOTS;
use domain::session::TICKET_MS;
use store::access::{Watch, status};
use store::play::{
    DeckError, FileError, Mode, OpenError, deck_ticket, file_ticket, group_ticket, open, open_deck,
    open_file, start,
};
use store::session::{Actor, sign_out};

use crate::fixture::{DAY, GUEST, MINUTE, NOW, OWNER, on_each_database};
use crate::play::{control, opened};

#[test]
fn a_ticket_opens_once_in_time_its_own_phone_and_kind_of_socket() {
    on_each_database(async |f| {
        let (owner, phone, other) = (
            f.actor(OWNER).await,
            f.phone("甲", 30).await,
            f.phone("乙", 30).await,
        );
        let text = async || control(f, &owner, phone, NOW).await.unwrap().ticket.text;
        let refuse = async |ticket: String, phone, now| {
            let refused = open(&f.store, ticket, phone, now).await.err().unwrap();
            assert!(matches!(refused, OpenError::Ticket), "{refused}");
        };
        let used = text().await;
        open(&f.store, used.clone(), phone, NOW + TICKET_MS - 1)
            .await
            .unwrap();
        refuse(used, phone, NOW).await;
        refuse(text().await, phone, NOW + TICKET_MS).await;
        refuse("guess".to_owned(), phone, NOW).await;
        refuse(String::new(), phone, NOW).await;

        let wrong_door = text().await;
        refuse(wrong_door.clone(), other, NOW).await;
        refuse(wrong_door, phone, NOW).await;

        let deck = deck_ticket(&f.store, &owner, vec![phone], NOW)
            .await
            .unwrap();
        refuse(deck.text.clone(), phone, NOW).await;
        assert_eq!(
            open_deck(&f.store, deck.text.clone(), NOW)
                .await
                .unwrap()
                .phone_ids,
            [phone]
        );
        assert!(matches!(
            open_deck(&f.store, deck.text, NOW).await.err(),
            Some(OpenError::Ticket)
        ));
        let play_ticket = text().await;
        assert!(matches!(
            open_deck(&f.store, play_ticket, NOW).await.err(),
            Some(OpenError::Ticket)
        ));
    });
}

#[test]
fn a_ticket_dies_with_its_session_its_right_and_its_seat() {
    on_each_database(async |f| {
        let tokens = f.tokens(GUEST).await;
        let guest = store::session::actor_of(&f.store, tokens.access.clone(), NOW)
            .await
            .unwrap()
            .unwrap();
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 1).await;

        let near_end = control(f, &guest, phone, NOW + MINUTE - 1).await.unwrap();
        let refused = opened(f, near_end, phone, NOW + MINUTE)
            .await
            .err()
            .unwrap();
        assert!(matches!(refused, OpenError::Right), "{refused}");

        let taken = control(f, &guest, phone, NOW).await.unwrap();
        control(f, &owner, phone, NOW).await.unwrap();
        let refused = opened(f, taken, phone, NOW).await.err().unwrap();
        assert!(matches!(refused, OpenError::Occupied), "{refused}");

        let viewing = start(&f.store, &guest, phone, Mode::View, None, NOW)
            .await
            .unwrap();
        sign_out(&f.store, Some(tokens.access), None, NOW)
            .await
            .unwrap();
        let refused = opened(f, viewing, phone, NOW).await.err().unwrap();
        assert!(matches!(refused, OpenError::Ticket), "{refused}");
    });
}

#[test]
fn a_files_ticket_is_unknown_to_others_and_stays_good_for_its_own_session() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 1).await;
        let path = "/sdcard/a.txt".to_owned();
        let issued = file_ticket(&f.store, &owner, phone, path.clone(), NOW).await;
        let ticket = issued.unwrap().text;
        let refused = open_file(&f.store, &guest, ticket.clone(), NOW).await;
        assert!(matches!(refused, Err(FileError::Ticket)), "{refused:?}");
        let opened = open_file(&f.store, &owner, ticket.clone(), NOW).await;
        assert_eq!(opened.unwrap(), (phone, path));
        let again = open_file(&f.store, &owner, ticket, NOW).await;
        assert!(matches!(again, Err(FileError::Ticket)), "{again:?}");
    });
}

#[test]
fn eight_redeem_one_ticket_and_one_wins() {
    on_each_database(async |f| {
        let (owner, phone) = (f.actor(OWNER).await, f.phone("甲", 30).await);
        let ticket = control(f, &owner, phone, NOW).await.unwrap().ticket.text;
        let tries: Vec<_> = (0..8)
            .map(|_| {
                let (store, ticket) = (f.store.clone(), ticket.clone());
                tokio::spawn(async move { open(&store, ticket, phone, NOW).await.is_ok() })
            })
            .collect();
        let mut won = 0;
        for one in tries {
            won += i32::from(one.await.unwrap());
        }
        assert_eq!(won, 1);
    });
}

#[test]
fn a_deck_holds_three_hundred_phones_and_refuses_one_more_none_and_twice_the_same() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let new = |n: usize| store::phones::NewPhone {
            configuration: "VIP".to_owned(),
            adb: format!("10.0.0.1:{}", n + 1),
        };
        store::phones::add_stock(&f.store, (0..=DECK_MAX_SLOTS).map(new).collect(), NOW)
            .await
            .unwrap();
        let one = |n: usize| {
            format!(
                r#"{{"owner":"{OWNER}","alias":"p{n}","configuration":"VIP","expiresInDays":30}}"#
            )
        };
        let json = format!(
            r#"{{"phones":[{}]}}"#,
            (0..=DECK_MAX_SLOTS).map(one).collect::<Vec<_>>().join(",")
        );
        let mut ids: Vec<i64> = crate::fixture::load(&f.store, &json)
            .await
            .phones
            .iter()
            .map(|p| p.phone_id)
            .collect();
        let ask = async |ids: &[i64]| deck_ticket(&f.store, &owner, ids.to_vec(), NOW).await;
        assert!(matches!(ask(&ids).await.err(), Some(DeckError::Count)));
        ids.reverse();
        ids.pop();
        let ticket = ask(&ids).await.unwrap();
        assert_eq!(
            open_deck(&f.store, ticket.text, NOW)
                .await
                .unwrap()
                .phone_ids,
            ids,
            "slots keep the order"
        );
        assert!(matches!(ask(&[]).await.err(), Some(DeckError::Count)));
        assert!(matches!(
            ask(&[ids[0], ids[1], ids[0]]).await.err(),
            Some(DeckError::Duplicate)
        ));
        assert!(matches!(
            ask(&[ids[0], 1]).await.err(),
            Some(DeckError::Unknown)
        ));
    });
}

#[test]
fn a_running_socket_learns_that_session_right_or_rental_ended() {
    on_each_database(async |f| {
        let tokens = f.tokens(GUEST).await;
        let guest = store::session::actor_of(&f.store, tokens.access.clone(), NOW)
            .await
            .unwrap()
            .unwrap();
        let (owner, phone) = (f.actor(OWNER).await, f.phone("甲", 1).await);
        f.grant("甲", "operate", 10).await;
        let ask = async |actor: &Actor, now| {
            let watch = Watch {
                actor: actor.clone(),
                phone_ids: vec![phone, 1],
            };
            let answer = status(&f.store, vec![watch], now).await.unwrap().remove(0);
            assert_eq!(answer.phones[1].level, None);
            (
                answer.signed_in,
                answer.phones[0].level,
                answer.phones[0].expired,
            )
        };
        assert_eq!(ask(&guest, NOW).await, (true, Some(Level::Operate), false));
        assert_eq!(ask(&guest, NOW + 10 * MINUTE).await, (true, None, false));
        assert_eq!(
            ask(&owner, NOW + DAY - 1).await,
            (true, Some(Level::Owner), false)
        );
        assert_eq!(
            ask(&owner, NOW + DAY).await,
            (true, Some(Level::Owner), true)
        );
        sign_out(&f.store, Some(tokens.access), None, NOW)
            .await
            .unwrap();
        assert!(!ask(&guest, NOW).await.0);
    });
}

#[test]
fn a_group_has_its_master_first_and_refuses_what_is_none() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (one, two, three) = (
            f.phone("甲", 30).await,
            f.phone("乙", 30).await,
            f.phone("丙", 30).await,
        );
        let ask =
            async |ids: &[i64], master| group_ticket(&f.store, &owner, ids, master, NOW).await;
        let (ticket, slots) = ask(&[one, two, three], two).await.unwrap();
        assert_eq!(slots, [two, one, three]);
        let deck = open_deck(&f.store, ticket.text, NOW).await.unwrap();
        assert_eq!((deck.phone_ids, deck.group), (slots, true));
        let plain = deck_ticket(&f.store, &owner, vec![one, two], NOW)
            .await
            .unwrap();
        let plain = open_deck(&f.store, plain.text, NOW).await.unwrap();
        assert!(!plain.group, "a deck tells nobody to follow");

        let refused = async |ids: &[i64], master| ask(ids, master).await.err().unwrap();
        assert!(matches!(refused(&[one], one).await, DeckError::Count));
        assert!(matches!(
            refused(&[one, two, one], one).await,
            DeckError::Duplicate
        ));
        assert!(matches!(
            refused(&[one, two], three).await,
            DeckError::Master
        ));
        assert!(matches!(refused(&[one, 1], one).await, DeckError::Unknown));
    });
}
