//! The member's own sockets: who opens them, what they say, how they end. (Cases W-01 to W-06, C-05, C-07, C-13.)

mod changes;
mod closing;
mod doors;
mod webhooks;

use std::time::Duration;

use domain::session::GRACE_MS;
use futures_util::{SinkExt, StreamExt};
use reqwest::Method;
use serde_json::{Value, json};
use stopwatch::Stopwatch;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::server::{GUEST, OWNER, PASSWORD, STRANGER, Server, with_server};

const MEMBER: &str = "/websocket/infra/ws";
const TIMEOUT: Duration = Duration::from_secs(30);
/// Promised time within which an ended session is told and closed.
const AT_ONCE: Duration = Duration::from_secs(1);

pub struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    async fn next(&mut self) -> Message {
        let message = timeout(TIMEOUT, self.0.next()).await.expect("in time");
        message.expect("open").expect("a message")
    }

    /// The next text; pings of the server are let pass.
    async fn text(&mut self) -> String {
        loop {
            match self.next().await {
                Message::Text(text) => return text.to_string(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next message's type and content.
    async fn news(&mut self) -> (String, Value) {
        let message: Value = serde_json::from_str(&self.text().await).unwrap();
        let content = message["content"].as_str().expect("a JSON text");
        (
            message["type"].as_str().unwrap().to_owned(),
            serde_json::from_str(content).unwrap(),
        )
    }

    /// Everything that is still said, and the close frame's code.
    pub async fn end(mut self) -> (Vec<String>, u16) {
        let mut said = Vec::new();
        loop {
            match timeout(TIMEOUT, self.0.next()).await.expect("in time") {
                Some(Ok(Message::Text(text))) => said.push(text.to_string()),
                Some(Ok(Message::Close(frame))) => {
                    return (said, frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                other => panic!("no close frame: {other:?}"),
            }
        }
    }

    async fn say(&mut self, message: Message) {
        self.0.send(message).await.expect("the socket takes it");
    }
}

async fn ticket(s: &Server, token: &str, purpose: &str) -> String {
    let body = json!({ "purpose": purpose });
    let reply = s.post("/app-api/infra/ws-ticket", token, body).await;
    reply.data()["ticket"].as_str().unwrap().to_owned()
}

async fn open_from(
    s: &Server,
    path: &str,
    ticket: &str,
    origin: Option<&str>,
) -> Result<Socket, Error> {
    let url = format!("{}{path}?token={ticket}", s.base.replace("http", "ws"));
    let mut request = url.into_client_request()?;
    if let Some(origin) = origin {
        let origin = HeaderValue::from_str(origin).unwrap();
        request.headers_mut().insert("origin", origin);
    }
    connect_async(request)
        .await
        .map(|(socket, _)| Socket(socket))
}

/// As a program opens it, which is no page.
async fn open_as_program(s: &Server, path: &str, ticket: &str) -> Result<Socket, Error> {
    let url = format!("{}{path}", s.base.replace("http", "ws"));
    let mut request = url.into_client_request()?;
    let ticket = HeaderValue::from_str(ticket).unwrap();
    request.headers_mut().insert("x-ticket", ticket);
    connect_async(request)
        .await
        .map(|(socket, _)| Socket(socket))
}

/// As a page opens it.
pub async fn open(s: &Server, path: &str, ticket: &str) -> Result<Socket, Error> {
    open_from(s, path, ticket, Some(&s.base)).await
}

pub fn status(refused: Result<Socket, Error>) -> u16 {
    match refused {
        Err(Error::Http(answer)) => answer.status().as_u16(),
        Err(other) => panic!("{other}"),
        Ok(_) => 101,
    }
}

async fn member_socket(s: &Server, token: &str) -> Socket {
    let ticket = ticket(s, token, "member").await;
    let mut socket = open(s, MEMBER, &ticket).await.unwrap();
    let greeting = socket.news().await;
    assert_eq!(greeting.0, "notice-count", "the first thing said");
    socket
}

async fn user_id(s: &Server, token: &str) -> i64 {
    let me = s
        .get("/app-api/member/member/currentMemberInfo", token)
        .await;
    me.data()["userId"].as_i64().unwrap()
}

async fn notice_socket(s: &Server, token: &str) -> Socket {
    let path = format!(
        "/prod-api/api/websocket/notice/{}/0",
        user_id(s, token).await
    );
    let ticket = ticket(s, token, "notice").await;
    open(s, &path, &ticket).await.unwrap()
}

/// A server whose engine looks after sockets.
fn with_live_server(test: impl AsyncFn(&Server)) {
    with_server(async |s| {
        let watching = tokio::spawn(engine::event_sockets::watch(s.engine.clone()));
        test(s).await;
        watching.abort();
    });
}

#[test]
fn a_ping_is_answered_and_unread_messages_are_counted() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        let mut socket = member_socket(s, &token).await;
        socket.say(Message::text("ping")).await;
        assert_eq!(socket.text().await, "pong");
        socket.say(Message::text("whatever else")).await;
        socket.say(Message::text("ping")).await;
        assert_eq!(
            socket.text().await,
            "pong",
            "what is not understood is let pass"
        );

        let mut notice = notice_socket(s, &token).await;
        assert_eq!(notice.text().await, "0");
        // A sign-in on a device that was never seen writes a message; on another kind of terminal it ends nothing.
        let body = json!({ "phone": OWNER, "password": PASSWORD, "agreed": true }).to_string();
        let headers = [
            ("content-type", "application/json"),
            ("terminal", "APP"),
            ("user-agent", "strange/1"),
        ];
        s.send(
            Method::POST,
            "/app-api/member/auth/sms-login",
            &headers,
            body,
        )
        .await
        .data();
        assert_eq!(notice.text().await, "1");
        assert_eq!(
            socket.news().await,
            ("notice-count".to_owned(), json!({ "count": 1 }))
        );
        notice.say(Message::text("ping")).await;
        assert_eq!(notice.text().await, "pong");
    });
}

#[test]
fn a_sign_in_elsewhere_is_told_first_and_then_the_old_session_is_over() {
    with_live_server(async |s| {
        let old = s.token(OWNER).await;
        let (member, notice) = (member_socket(s, &old).await, notice_socket(s, &old).await);
        let body = json!({ "phone": OWNER, "password": PASSWORD, "agreed": true }).to_string();
        let headers = [
            ("content-type", "application/json"),
            (
                "user-agent",
                "Mozilla/5.0 (iPhone; CPU) Version/18.0 Safari/604.1",
            ),
        ];
        let begun = Stopwatch::start();
        let new = s
            .send(
                Method::POST,
                "/app-api/member/auth/sms-login",
                &headers,
                body,
            )
            .await
            .data();
        let (said, code) = member.end().await;
        begun.within(AT_ONCE);
        let said: Vec<Value> = said
            .iter()
            .map(|text| serde_json::from_str(text).unwrap())
            .filter(|message: &Value| message["type"] != "notice-count")
            .collect();
        let content = r#"{"device":"Safari 18 · iPhone","reason":"elsewhere"}"#;
        let sorted = |text: &Value| -> Value {
            serde_json::from_str::<Value>(text.as_str().unwrap()).unwrap()
        };
        let expected: Value = serde_json::from_str(content).unwrap();
        assert_eq!(
            said.iter()
                .map(|m| (m["type"].clone(), sorted(&m["content"])))
                .collect::<Vec<_>>(),
            [
                (json!("member-push"), expected.clone()),
                (json!("LOGIN_OCCUPIED"), expected)
            ]
        );
        assert_eq!(code, 4403);
        assert_eq!(notice.end().await.1, 4403);
        assert_eq!(s.get("/getInfo", &old).await.code(), 401);
        let new = new["accessToken"].as_str().unwrap();
        assert_eq!(s.get("/getInfo", new).await.code(), 200);
    });
}

#[test]
fn however_a_session_ends_its_sockets_hear_why_and_close_at_once() {
    with_live_server(async |s| {
        let admin = s.token("admin").await;
        let ways = ["logout", "others", "reuse", "disabled", "password"];
        for way in ways {
            let tokens = s.sign_in(GUEST).await.data();
            let (id, access) = (&tokens["userId"], tokens["accessToken"].as_str().unwrap());
            let (member, notice) = (
                member_socket(s, access).await,
                notice_socket(s, access).await,
            );
            let put = async |path: &str, body: Value| {
                let bearer = format!("Bearer {admin}");
                let headers = [
                    ("content-type", "application/json"),
                    ("authorization", bearer.as_str()),
                ];
                let reply = s.send(Method::PUT, path, &headers, body.to_string()).await;
                assert_eq!(reply.code(), 200, "{}", reply.text);
            };
            let begun = Stopwatch::start();
            let expected = match way {
                "logout" => {
                    s.post("/app-api/member/auth/logout", access, json!({}))
                        .await;
                    "ended"
                }
                "others" => {
                    let body =
                        json!({ "phone": GUEST, "password": PASSWORD, "agreed": true }).to_string();
                    let headers = [("content-type", "application/json"), ("terminal", "APP")];
                    let app = s
                        .send(
                            Method::POST,
                            "/app-api/member/auth/sms-login",
                            &headers,
                            body,
                        )
                        .await
                        .data();
                    let ended = s
                        .post(
                            "/app-api/member/session/end",
                            app["accessToken"].as_str().unwrap(),
                            json!({ "others": true }),
                        )
                        .await;
                    assert_eq!(ended.data(), json!(1));
                    "ended"
                }
                "reuse" => {
                    let path = "/app-api/member/auth/refresh-token";
                    let spent = json!({ "refreshToken": tokens["refreshToken"] });
                    let next = s.post(path, "", spent.clone()).await.data();
                    s.get("/getInfo", next["accessToken"].as_str().unwrap())
                        .await;
                    s.clock.set_offset_s((GRACE_MS + 1000) as f64 / 1000.0);
                    assert_eq!(s.post(path, "", spent).await.code(), 401);
                    "ended"
                }
                "disabled" => {
                    put(
                        "/system/user/changeStatus",
                        json!({ "userId": id, "status": "1" }),
                    )
                    .await;
                    put(
                        "/system/user/changeStatus",
                        json!({ "userId": id, "status": "0" }),
                    )
                    .await;
                    "disabled"
                }
                _ => {
                    let body = json!({ "userId": id, "password": "Changed#2027" });
                    put("/system/user/resetPwd", body).await;
                    "password"
                }
            };
            let (said, code) = member.end().await;
            begun.within(AT_ONCE);
            let pushed: Value = serde_json::from_str(said.last().unwrap()).unwrap();
            assert_eq!(pushed["type"], "member-push", "{way}: {said:?}");
            let content: Value = serde_json::from_str(pushed["content"].as_str().unwrap()).unwrap();
            assert_eq!(
                (content, code),
                (json!({ "reason": expected }), 4403),
                "{way}"
            );
            assert_eq!(notice.end().await.1, 4403, "{way}");
            assert_eq!(s.get("/getInfo", access).await.code(), 401, "{way}");
        }
    });
}

#[test]
fn a_change_of_a_phone_reaches_its_owner_and_whoever_it_is_shared_with_twice_a_second_at_most() {
    with_live_server(async |s| {
        let (one, two) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        s.grant("甲", "view").await;
        let mut sockets = Vec::new();
        for account in [OWNER, GUEST, STRANGER] {
            let token = s.token(account).await;
            sockets.push(member_socket(s, &token).await);
        }
        s.engine.publish_phone(one).await;
        let changed = sockets[0].news().await;
        assert_eq!(
            (changed.0.as_str(), &changed.1["phoneIds"]),
            ("phone-changed", &json!([one]))
        );
        for _ in 0..25 {
            s.engine.publish_phone(one).await;
            s.engine.publish_phone(two).await;
        }
        let (_, content) = sockets[0].news().await;
        let mut ids: Vec<i64> = serde_json::from_value(content["phoneIds"].clone()).unwrap();
        ids.sort_unstable();
        let mut both = vec![one, two];
        both.sort_unstable();
        assert_eq!(ids, both);
        let guest = sockets[1].news().await;
        assert_eq!(guest.1["phoneIds"], json!([one]), "the other is not theirs");
        sockets[2].say(Message::text("ping")).await;
        assert_eq!(sockets[2].text().await, "pong", "a stranger heard nothing");
    });
}

#[test]
fn a_stopping_server_closes_with_1001() {
    with_live_server(async |s| {
        let token = s.token(OWNER).await;
        let (member, notice) = (
            member_socket(s, &token).await,
            notice_socket(s, &token).await,
        );
        s.engine.stop();
        assert_eq!(member.end().await.1, 1001);
        let (_, code) = notice.end().await;
        assert_eq!(code, 1001);
    });
}
