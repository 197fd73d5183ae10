//! Rentals end by themselves when their time has come.

use engine::event_sockets::SocketMessage;

use crate::{DAY_S, OWNER, on_each_database, soon};

#[test]
fn the_end_of_a_rental_is_carried_out_and_published_when_the_clock_has_passed_it() {
    on_each_database(async |server| {
        let (short, long) = (
            server.phone("short", 1).await,
            server.phone("long", 300).await,
        );
        let owner = server.actor(OWNER).await;
        let mut socket = server.engine.event_sockets.register(&owner);
        assert_eq!(soon(socket.next()).await, SocketMessage::Unread(0));
        server.engine.clock.set_offset_s(1.5 * DAY_S);
        let (mut changed, mut unread) = (Vec::new(), 0);
        while !changed.contains(&short) || unread == 0 {
            match soon(socket.next()).await {
                SocketMessage::Phones { phone_ids, .. } => changed.extend(phone_ids),
                SocketMessage::Unread(count) => unread = count,
                _ => {}
            }
        }
        assert!(!changed.contains(&long), "{changed:?}");
        let now_ms = server.engine.clock.now_ms();
        assert!(
            store::recycle::due(&server.engine.store, server.engine.order_rules(), now_ms)
                .await
                .unwrap()
                .is_empty()
        );
    });
}
