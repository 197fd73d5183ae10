//! Sockets of pictures live as long as the right behind them.

use domain::access::Level;
use domain::play::EndReason;
use engine::{OpenSocket, SocketEvent, SocketKind};
use store::access::Watch;
use store::session::{actor_of, sign_out};
use store::sharing::recall;

use crate::{GUEST, OWNER, Server, on_each_database, soon};

/// Why the socket ends.
async fn end(socket: &mut OpenSocket) -> EndReason {
    loop {
        if let SocketEvent::Ended(reason) = soon(socket.next()).await {
            return reason;
        }
    }
}

/// A socket on which this account views a phone until `until_ms`.
async fn viewer(server: &Server, account: &str, phone_id: i64, level: Level) -> OpenSocket {
    let watch = Watch {
        actor: server.actor(account).await,
        phone_ids: vec![phone_id],
    };
    let kind = SocketKind::Play {
        control: None,
        until_ms: i64::MAX,
        level,
        trial: false,
    };
    server.engine.screen_sockets.register(watch, kind)
}

#[test]
fn a_recalled_grant_ends_the_guests_socket_and_leaves_the_owners() {
    on_each_database(async |server| {
        let phone_id = server.phone("lent", 30).await;
        let grant_id = server.grant("lent", "view").await;
        let mut guest = viewer(server, GUEST, phone_id, Level::View).await;
        let mut owner = viewer(server, OWNER, phone_id, Level::Owner).await;
        let actor = server.actor(OWNER).await;
        let (store, now_ms) = (&server.engine.store, server.engine.clock.now_ms());
        let zone = server.engine.order_rules().zone;
        recall(store, &actor, vec![grant_id], zone, now_ms)
            .await
            .unwrap();
        assert_eq!(end(&mut guest).await, EndReason::Recalled);
        server.engine.stop();
        assert_eq!(
            end(&mut owner).await,
            EndReason::ServerStopping,
            "not before"
        );
    });
}

#[test]
fn a_signed_out_session_ends_its_socket() {
    on_each_database(async |server| {
        let phone_id = server.phone("own", 30).await;
        let tokens = server.tokens(OWNER).await;
        let (store, now_ms) = (&server.engine.store, server.engine.clock.now_ms());
        let actor = actor_of(store, tokens.access.clone(), now_ms).await;
        let watch = Watch {
            actor: actor.unwrap().unwrap(),
            phone_ids: vec![phone_id],
        };
        let mut deck = server
            .engine
            .screen_sockets
            .register(watch, SocketKind::Deck);
        sign_out(store, Some(tokens.access), None, now_ms)
            .await
            .unwrap();
        assert_eq!(end(&mut deck).await, EndReason::SignedOut);
    });
}
