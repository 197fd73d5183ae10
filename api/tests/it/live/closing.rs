//! How sockets end: by either side, with both Closes said and the connection gone.

use std::time::Duration;

use domain::play::EndReason;
use fleet::PhoneSpec;
use futures_util::StreamExt;
use serde_json::json;
use stopwatch::Stopwatch;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{MEMBER, Socket, TIMEOUT, open, ticket, user_id, with_live_server};
use crate::server::{OWNER, Server};

/// From the last Close to the connection's end: a server that waited for the client would take a second.
const GONE_WITHIN: Duration = Duration::from_millis(500);

/// A socket of each kind. The phone is at `host`, which takes connections and says nothing, so that no socket ends because of it.
async fn sockets(s: &Server, token: &str, host: &TcpListener) -> Vec<(&'static str, Socket)> {
    let phone = s.phone("甲", 30).await;
    s.engine.fleet.attach(PhoneSpec {
        phone_id: phone,
        address: host.local_addr().unwrap().to_string(),
    });
    let text = |reply: serde_json::Value| reply["ticket"].as_str().unwrap().to_owned();
    let play = s.start(token, json!({ "phoneId": phone })).await.data();
    let deck = s.ticket(token, &[phone]).await.data();
    let notice = format!(
        "/prod-api/api/websocket/notice/{}/0",
        user_id(s, token).await
    );
    let mut opened = Vec::new();
    for (kind, path, ticket) in [
        (
            "member",
            MEMBER.to_owned(),
            ticket(s, token, "member").await,
        ),
        ("notice", notice, ticket(s, token, "notice").await),
        ("deck", "/websocket/deck".to_owned(), text(deck)),
        ("play", format!("/websocket/play/{phone}"), text(play)),
    ] {
        opened.push((kind, open(s, &path, &ticket).await.unwrap()));
    }
    opened
}

impl Socket {
    /// The code and the reason of the server's Close, which the client's library answers unless it is an answer itself. Then nothing comes
    /// but the connection's end, which a client leaves to the server, and which comes at once.
    async fn farewell(&mut self, kind: &str) -> (u16, String) {
        let mut close = None;
        loop {
            match timeout(TIMEOUT, self.0.next()).await.expect(kind) {
                Some(Ok(Message::Close(frame))) => {
                    let said = frame.map_or((1005, String::new()), |frame| {
                        (frame.code.into(), frame.reason.to_string())
                    });
                    close = Some((said, Stopwatch::start()));
                }
                Some(Ok(message)) => assert!(close.is_none(), "{message:?} after the Close"),
                None | Some(Err(Error::ConnectionClosed)) => {
                    let (said, since) = close.expect(kind);
                    since.within(GONE_WITHIN);
                    return said;
                }
                Some(Err(error)) => panic!("{kind}: {error}"),
            }
        }
    }
}

#[test]
fn every_socket_answers_a_close_and_lets_the_connection_go() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        let host = TcpListener::bind("127.0.0.1:0").await.unwrap();
        for (sent, answered) in [
            (Some(1000), 1000),
            (Some(4321), 4321),
            (Some(2999), 1002),
            (None, 1005),
        ] {
            for (kind, mut socket) in sockets(s, &token, &host).await {
                let frame = sent.map(|code| CloseFrame {
                    code: CloseCode::from(code),
                    reason: "bye".into(),
                });
                socket.say(Message::Close(frame)).await;
                assert_eq!(socket.farewell(kind).await.0, answered, "{kind}");
            }
        }
    });
}

#[test]
fn every_socket_that_the_server_closes_says_why_and_goes_when_its_close_is_answered() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        let host = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let all = sockets(s, &token, &host).await;
        s.engine.stop();
        for (kind, mut socket) in all {
            let words = match kind {
                "member" | "notice" => "the server stops",
                _ => EndReason::ServerStopping.into_str(),
            };
            assert_eq!(
                socket.farewell(kind).await,
                (1001, words.to_owned()),
                "{kind}"
            );
        }
    });
}

#[test]
fn a_members_sockets_go_when_the_close_at_a_sessions_end_is_answered() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        let host = TcpListener::bind("127.0.0.1:0").await.unwrap();
        // Those of phones end by the rights' watcher, which stands in no test of calls alone.
        let all = sockets(s, &token, &host).await.into_iter();
        let all: Vec<_> = all
            .filter(|(kind, _)| ["member", "notice"].contains(kind))
            .collect();
        s.post("/app-api/member/auth/logout", &token, json!({}))
            .await;
        for (kind, mut socket) in all {
            assert_eq!(socket.farewell(kind).await.0, 4403, "{kind}");
        }
    });
}
