//! Embedded players by HTTP: what is asked for, what it opens, and what it does not.

use domain::codes::{EMBED_ABSENT, EMBED_TICKET, FORBIDDEN, PHONE_ABSENT, RIGHT_MISSING};
use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{GUEST, OWNER, Server, with_server};

const CREATE: &str = "/app-api/infra/embed/create";
const OPEN: &str = "/app-api/infra/embed/open";
const LIST: &str = "/app-api/infra/embed/list";
const END: &str = "/app-api/infra/embed/end";

/// Ticket in the address that was answered.
fn ticket(new: &Value) -> String {
    let path = new["path"].as_str().unwrap();
    let (page, ticket) = path.split_once("?token=").unwrap();
    assert_eq!((page, ticket.len()), ("/app/play/embedded", 43));
    ticket.to_owned()
}

async fn open(s: &Server, new: &Value) -> crate::server::Reply {
    // No header names a member: a page that comes with the ticket is not signed in.
    let headers = [("content-type", "application/json")];
    let body = json!({ "ticket": ticket(new) }).to_string();
    s.send(Method::POST, OPEN, &headers, body).await
}

#[test]
fn a_page_opens_a_phone_once_and_can_do_nothing_else() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        let (phone, other) = (s.phone("甲", 30).await, s.phone("乙", 30).await);
        let body = json!({ "phoneId": phone, "level": "operate" });
        let new = s.post(CREATE, &owner, body).await.data();
        let player = open(s, &new).await.data();
        assert_eq!(
            (&player["phoneId"], &player["level"], &player["name"]),
            (&json!(phone), &json!("operate"), &json!("甲"))
        );
        let again = open(s, &new).await;
        assert_eq!(again.code(), EMBED_TICKET.number);
        assert_eq!(again.json()["data"]["embedOrigins"], json!([]));

        let token = player["accessToken"].as_str().unwrap();
        let started = s.start(token, json!({ "phoneId": phone })).await.data();
        assert_eq!(
            (&started["control"], &started["level"]),
            (&json!(true), &json!("operate"))
        );
        let foreign = s.start(token, json!({ "phoneId": other })).await;
        assert_eq!(foreign.code(), PHONE_ABSENT.number);
        let on = s
            .post(CREATE, token, json!({ "phoneId": phone, "level": "view" }))
            .await;
        assert_eq!(on.code(), RIGHT_MISSING.number, "nothing is lent on");
        for path in ["/getInfo", "/getRouters", "/app-api/member/session/page"] {
            assert_eq!(s.get(path, token).await.code(), FORBIDDEN.number, "{path}");
        }
        assert_eq!(s.list(token, json!({})).await.code(), FORBIDDEN.number);

        let all = s.get(LIST, &owner).await.data();
        assert_eq!(all["list"][0]["opened"], true);
        let which = json!({ "embedId": new["embedId"] });
        assert_eq!(s.post(END, &owner, which.clone()).await.code(), 0);
        assert_eq!(
            s.start(token, json!({ "phoneId": phone })).await.code(),
            401
        );
        let over = s.post(END, &owner, which).await;
        assert_eq!(over.code(), EMBED_ABSENT.number);
        assert_eq!(s.get(LIST, &owner).await.data()["list"], json!([]));
    });
}

#[test]
fn nobody_lends_more_than_the_right_and_times_have_ends() {
    with_server(async |s| {
        let (owner, guest) = (s.token(OWNER).await, s.token(GUEST).await);
        let phone = s.phone("甲", 30).await;
        s.grant("甲", "view").await;
        let code = async |token: &str, body: Value| s.post(CREATE, token, body).await.code();
        let of = |level: &str| json!({ "phoneId": phone, "level": level });
        assert_eq!(code(&guest, of("operate")).await, RIGHT_MISSING.number);
        assert_eq!(code(&guest, of("view")).await, 0);
        for (field, least, most) in [
            ("opensMs", 30_000_i64, 600_000_i64),
            ("lastsMs", 60_000, 43_200_000),
        ] {
            for (ms, expected) in [(least - 1, 400), (least, 0), (most, 0), (most + 1, 400)] {
                let mut body = of("view");
                body[field] = json!(ms);
                assert_eq!(code(&owner, body).await, expected, "{field} {ms}");
            }
        }
        assert_eq!(code(&owner, of("owner")).await, 400);
    });
}
