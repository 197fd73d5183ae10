//! How sockets end: by either side, with both Closes said and the connection gone.

use futures_util::StreamExt;
use serde_json::json;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{MEMBER, PATIENCE, Socket, open, ticket, user_id, with_live_server};
use crate::server::{OWNER, Server};

/// A socket of each kind.
async fn sockets(s: &Server, token: &str) -> Vec<(&'static str, Socket)> {
    let phone = s.phone("甲", 30).await;
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
    /// The code of the server's Close; then nothing comes but the connection's end, which a client leaves to the server.
    async fn farewell(&mut self, kind: &str) -> u16 {
        let mut code = None;
        loop {
            match timeout(PATIENCE, self.0.next()).await.expect(kind) {
                Some(Ok(Message::Close(frame))) => {
                    code = Some(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(message)) => assert_eq!(code, None, "{message:?} after the Close"),
                None | Some(Err(Error::ConnectionClosed)) => return code.expect("a Close"),
                Some(Err(error)) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn every_socket_answers_a_close_and_lets_the_connection_go() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        for (sent, answered) in [
            (Some(1000), 1000),
            (Some(4321), 4321),
            (Some(2999), 1002),
            (None, 1005),
        ] {
            for (kind, mut socket) in sockets(s, &token).await {
                let frame = sent.map(|code| CloseFrame {
                    code: CloseCode::from(code),
                    reason: "bye".into(),
                });
                socket.say(Message::Close(frame)).await;
                // A phone that is not there ends its socket by itself, perhaps first.
                let code = socket.farewell(kind).await;
                if kind != "play" {
                    assert_eq!(code, answered, "{kind}");
                }
            }
        }
    });
}

#[test]
fn a_socket_that_the_server_closes_goes_when_its_close_is_answered() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        // Those of phones end by the rights' watcher, which stands in no test of calls alone.
        let all = sockets(s, &token).await.into_iter();
        let all: Vec<_> = all
            .filter(|(kind, _)| ["member", "notice"].contains(kind))
            .collect();
        s.post("/app-api/member/auth/logout", &token, json!({}))
            .await;
        for (kind, mut socket) in all {
            // The client's answer is its library's.
            let code = socket.farewell(kind).await;
            assert!(code >= 1000, "{kind}: {code}");
        }
    });
}
