//! Sockets of members: each is sent what concerns its member, and nothing else.

use engine::event_sockets::{Event, MemberSocket, SocketMessage};
use store::session::sign_out;

use crate::{GUEST, OWNER, on_each_database, soon};

/// The phones of the next message about phones.
async fn phones(socket: &mut MemberSocket) -> Vec<i64> {
    loop {
        if let SocketMessage::Phones { phone_ids, .. } = soon(socket.next()).await {
            return phone_ids;
        }
    }
}

#[test]
fn an_event_reaches_every_socket_of_its_member_and_nobody_else() {
    on_each_database(async |server| {
        let (owner, guest) = (server.actor(OWNER).await, server.actor(GUEST).await);
        let members = &server.engine.event_sockets;
        let mut owners = [members.register(&owner), members.register(&owner)];
        let mut guests = members.register(&guest);
        let changed = |phone_id| Event::PhoneChanged { phone_id, at_ms: 1 };
        members.publish(owner.member_id(), &changed(7));
        members.publish(guest.member_id(), &changed(8));
        for socket in &mut owners {
            assert_eq!(phones(socket).await, [7]);
        }
        assert_eq!(phones(&mut guests).await, [8], "the first it hears of");
        assert_eq!((members.count(), members.online()), (3, 2));
        drop(owners);
        assert_eq!((members.count(), members.online()), (1, 1));
    });
}

#[test]
fn events_that_wait_are_one_message() {
    on_each_database(async |server| {
        let owner = server.actor(OWNER).await;
        let members = &server.engine.event_sockets;
        let mut socket = members.register(&owner);
        for phone_id in [3, 1, 2, 1] {
            let event = Event::PhoneChanged { phone_id, at_ms: 1 };
            members.publish(owner.member_id(), &event);
        }
        assert_eq!(phones(&mut socket).await, [1, 2, 3]);
    });
}

#[test]
fn a_socket_is_sent_its_number_of_unread_messages_and_the_end_of_its_session() {
    on_each_database(async |server| {
        let tokens = server.tokens(OWNER).await;
        let (store, now_ms) = (&server.engine.store, server.engine.clock.now_ms());
        let actor = store::session::actor_of(store, tokens.access.clone(), now_ms).await;
        let mut socket = server
            .engine
            .event_sockets
            .register(&actor.unwrap().unwrap());
        assert_eq!(soon(socket.next()).await, SocketMessage::Unread(0));
        sign_out(store, Some(tokens.access), None, now_ms)
            .await
            .unwrap();
        assert!(matches!(soon(socket.next()).await, SocketMessage::Ended(_)));
    });
}

#[test]
fn a_server_that_stops_says_so_on_every_socket() {
    on_each_database(async |server| {
        let owner = server.actor(OWNER).await;
        let mut before = server.engine.event_sockets.register(&owner);
        server.engine.stop();
        let mut after = server.engine.event_sockets.register(&owner);
        for socket in [&mut before, &mut after] {
            while soon(socket.next()).await != SocketMessage::Stopping {}
        }
    });
}
