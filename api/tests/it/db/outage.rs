//! PostgreSQL goes away under a running server, and comes back.

use std::time::Duration;

use domain::codes;
use fresh_database::proxy::State;
use futures_util::future::join_all;
use serde_json::json;
use stopwatch::Stopwatch;

use crate::server::{OWNER, Server, with_proxy};

/// The longest time until a call is answered while the database is away.
const ANSWERED_WITHIN: Duration = Duration::from_secs(5);
/// The longest time until a call succeeds after the database is back.
const BACK_WITHIN: Duration = Duration::from_secs(2);

/// More calls at once than the server has connections, some of each kind.
async fn everybody_asks(s: &Server, token: &str) -> Vec<(&'static str, i64)> {
    let calls = (0..5).flat_map(|_| CALLS).map(async |(path, body)| {
        let asked = Stopwatch::start();
        let reply = match path {
            SIGN_IN => s.sign_in(OWNER).await,
            _ => {
                s.post(path, token, serde_json::from_str(body).unwrap())
                    .await
            }
        };
        asked.within(ANSWERED_WITHIN);
        (path, reply.code())
    });
    join_all(calls).await
}

const LIST: &str = "/app-api/trade/phone/app-page";
const SIGN_IN: &str = "sign in";
const CALLS: [(&str, &str); 4] = [
    (LIST, "{}"),
    ("/app-api/trade/phone-group/create", r#"{"name":"农场"}"#),
    ("/app-api/infra/ws-ticket", r#"{"purpose":"member"}"#),
    (SIGN_IN, ""),
];

#[test]
fn every_call_is_told_that_the_server_is_busy_until_the_database_is_back() {
    with_proxy(async |s, proxy| {
        let token = s.token(OWNER).await;
        for state in [State::Cut, State::Stalled] {
            proxy.set_state(state);
            for (path, code) in everybody_asks(s, &token).await {
                assert_eq!(code, codes::BUSY.number, "{state:?} {path}");
            }
            proxy.set_state(State::Open);
            let back = Stopwatch::start();
            assert_eq!(s.post(LIST, &token, json!({})).await.code(), 0, "{state:?}");
            back.within(BACK_WITHIN);
        }
    });
}
