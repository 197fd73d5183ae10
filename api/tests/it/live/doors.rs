//! Admission to the member's sockets, and how much may be said there.

use domain::live::{SAID_A_SECOND_MAX, SAID_MAX_BYTES, SOCKETS_PER_MEMBER};
use domain::session::TICKET_MS;
use eventually::eventually;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{Frame, FrameHeader};

use super::{
    MEMBER, member_socket, notice_socket, open, open_as_program, open_from, status, ticket,
    user_id, with_live_server,
};
use crate::server::{GUEST, OWNER};

#[test]
fn a_ticket_opens_one_socket_of_its_kind_once_within_thirty_seconds() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        let phone = s.phone("甲", 30).await;
        let id = user_id(s, &token).await;
        let notice = format!("/prod-api/api/websocket/notice/{id}/0");
        let used = ticket(s, &token, "member").await;
        let socket = open(s, MEMBER, &used).await.unwrap();
        assert_eq!(status(open(s, MEMBER, &used).await), 403, "once");
        drop(socket);
        let deck = s.ticket(&token, &[phone]).await.data()["ticket"]
            .as_str()
            .unwrap()
            .to_owned();
        let member = ticket(s, &token, "member").await;
        for (path, wrong) in [
            (MEMBER, deck.as_str()),
            (MEMBER, &ticket(s, &token, "notice").await),
            (&notice, &member),
            (MEMBER, "guess"),
            (MEMBER, ""),
        ] {
            assert_eq!(status(open(s, path, wrong).await), 403, "{path}");
        }
        let late = ticket(s, &token, "member").await;
        s.clock.set_offset_s(TICKET_MS as f64 / 1000.0);
        assert_eq!(status(open(s, MEMBER, &late).await), 403, "too late");
        let dead = ticket(s, &token, "member").await;
        s.post("/app-api/member/auth/logout", &token, json!({}))
            .await;
        assert_eq!(
            status(open(s, MEMBER, &dead).await),
            403,
            "its session ended"
        );
    });
}

#[test]
fn a_token_of_a_session_in_an_address_opens_nothing_and_is_kept_in_the_trail() {
    with_live_server(async |s| {
        let tokens = s.sign_in(OWNER).await.data();
        let id = tokens["userId"].as_i64().unwrap();
        for kind in ["accessToken", "refreshToken"] {
            let text = tokens[kind].as_str().unwrap();
            assert_eq!(status(open(s, MEMBER, text).await), 403);
        }
        let phone = s.phone("甲", 30).await;
        let play = format!("/websocket/play/{phone}");
        let access = tokens["accessToken"].as_str().unwrap();
        for path in [play.as_str(), "/websocket/deck"] {
            let socket = open(s, path, access).await.unwrap();
            assert_eq!(socket.end().await.1, 4401, "{path}");
        }
        let actions = store::audit::of_member(&s.store, id).await.unwrap();
        let shown = actions
            .iter()
            .filter(|d| d.kind == "session.token-in-address");
        assert_eq!(shown.count(), 4);
        // Nor in any other address, whoever else is proven beside it.
        let refresh = tokens["refreshToken"].as_str().unwrap();
        let by_query = format!("/app-api/member/auth/refresh-token?refreshToken={refresh}");
        for path in [
            format!("/getInfo?token={access}"),
            format!("/getInfo?accessToken={access}"),
        ] {
            assert_eq!(s.get(&path, "").await.code(), 401, "{path}");
        }
        assert_eq!(s.post(&by_query, "", json!({})).await.code(), 401);
        let made_up = "/getInfo?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        assert_eq!(s.get(made_up, "").await.code(), 401);
        let actions = store::audit::of_member(&s.store, id).await.unwrap();
        let shown = actions
            .iter()
            .filter(|d| d.kind == "session.token-in-address");
        assert_eq!(shown.count(), 7);
        assert!(
            actions
                .iter()
                .all(|action| !format!("{action:?}").contains(access))
        );
        let ticket = ticket(s, access, "member").await;
        assert_eq!(
            s.get("/getInfo", &ticket).await.code(),
            401,
            "nor does a ticket serve as a token"
        );
    });
}

#[test]
fn only_our_own_pages_open_sockets_and_nothing_is_spent_on_others() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        let id = user_id(s, &token).await;
        let notice = format!("/prod-api/api/websocket/notice/{id}/0");
        for (path, purpose) in [(MEMBER, "member"), (notice.as_str(), "notice")] {
            let ticket = ticket(s, &token, purpose).await;
            for origin in [
                "https://evil.example",
                "null",
                &format!("{}.evil.example", s.base),
                &s.base.replace("http", "ftp"),
                "",
            ] {
                let refused = open_from(s, path, &ticket, Some(origin)).await;
                assert_eq!(status(refused), 403, "{origin}");
            }
            // A program has no origin; it shows the ticket where no log keeps it.
            assert_eq!(status(open_from(s, path, &ticket, None).await), 403);
            assert_eq!(status(open_as_program(s, path, &ticket).await), 101);
        }
        let phone = s.phone("甲", 30).await;
        let deck = s.ticket(&token, &[phone]).await.data()["ticket"].clone();
        let play = s.start(&token, json!({ "phoneId": phone })).await.data()["ticket"].clone();
        for (path, ticket) in [
            ("/websocket/deck".to_owned(), deck),
            (format!("/websocket/play/{phone}"), play),
        ] {
            let ticket = ticket.as_str().unwrap();
            for origin in ["https://evil.example", "null", ""] {
                let refused = open_from(s, &path, ticket, Some(origin)).await;
                assert_eq!(status(refused), 403, "{path} {origin}");
            }
            assert_eq!(status(open_from(s, &path, ticket, None).await), 403);
            assert_eq!(status(open_as_program(s, &path, ticket).await), 101);
        }
    });
}

#[test]
fn nobody_hears_of_somebody_elses_messages() {
    with_live_server(async |s| {
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let theirs = user_id(s, &guest).await;
        for id in [theirs, 1, -1] {
            let path = format!("/prod-api/api/websocket/notice/{id}/0");
            let ticket = ticket(s, &owner, "notice").await;
            assert_eq!(status(open(s, &path, &ticket).await), 403, "{id}");
        }
        assert_eq!(notice_socket(s, &owner).await.text().await, "0");
    });
}

#[test]
fn messages_have_limits_of_size_kind_and_number() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        let mut bystander = member_socket(s, &token).await;
        let frame = |fin: bool, code: Data, bytes: Vec<u8>| {
            let header = FrameHeader {
                is_final: fin,
                opcode: OpCode::Data(code),
                ..FrameHeader::default()
            };
            Message::Frame(Frame::from_payload(header, bytes.into()))
        };
        let mut socket = member_socket(s, &token).await;
        socket.say(Message::text("x".repeat(SAID_MAX_BYTES))).await;
        socket.say(Message::text("ping")).await;
        assert_eq!(socket.text().await, "pong", "as much as may be said");
        socket
            .say(Message::text("x".repeat(SAID_MAX_BYTES + 1)))
            .await;
        assert_eq!(socket.end().await.1, 1009);

        let mut socket = member_socket(s, &token).await;
        socket
            .say(frame(false, Data::Text, vec![b'x'; SAID_MAX_BYTES]))
            .await;
        socket.say(frame(true, Data::Continue, vec![b'x'])).await;
        assert_eq!(socket.end().await.1, 1009, "in however many frames");

        let mut socket = member_socket(s, &token).await;
        socket.say(Message::binary(vec![1, 2, 3])).await;
        assert_eq!(socket.end().await.1, 4400);

        let mut socket = member_socket(s, &token).await;
        socket.say(frame(false, Data::Text, vec![0xe7, 0x8c])).await;
        socket.say(frame(true, Data::Continue, Vec::new())).await;
        assert_eq!(socket.end().await.1, 1007, "half a character is no text");

        for flood in [
            Message::text("ping"),
            Message::Ping(Vec::new().into()),
            frame(false, Data::Continue, Vec::new()),
        ] {
            let mut socket = member_socket(s, &token).await;
            if matches!(flood, Message::Frame(_)) {
                socket.say(frame(false, Data::Text, Vec::new())).await;
            }
            for _ in 0..=SAID_A_SECOND_MAX {
                if socket.0.feed(flood.clone()).await.is_err() {
                    break;
                }
            }
            let _ = socket.0.flush().await;
            assert_eq!(socket.end().await.1, 1008, "{flood:?}");
        }
        bystander.say(Message::text("ping")).await;
        assert_eq!(bystander.text().await, "pong", "nobody else suffers");
    });
}

#[test]
fn a_member_holds_a_hundred_sockets_of_all_kinds_together() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        let mut held = Vec::new();
        for n in 0..SOCKETS_PER_MEMBER {
            held.push(if n % 2 == 0 {
                member_socket(s, &token).await
            } else {
                notice_socket(s, &token).await
            });
        }
        let one_more = ticket(s, &token, "member").await;
        let socket = open(s, MEMBER, &one_more).await.unwrap();
        assert_eq!(socket.end().await.1, 4429);
        let phone = s.phone("甲", 30).await;
        let deck = s.ticket(&token, &[phone]).await.data()["ticket"].clone();
        let socket = open(s, "/websocket/deck", deck.as_str().unwrap())
            .await
            .unwrap();
        assert_eq!(socket.end().await.1, 4401, "pictures count, too");
        let other = s.token(GUEST).await;
        member_socket(s, &other).await;

        let mut closing = held.pop().unwrap();
        closing.0.close(None).await.unwrap();
        while closing
            .0
            .next()
            .await
            .is_some_and(|message| message.is_ok())
        {}
        eventually("its place is free", async || {
            s.engine.event_sockets.count() <= SOCKETS_PER_MEMBER
        })
        .await;
        member_socket(s, &token).await;
    });
}
