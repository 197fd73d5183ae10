//! A connection prepares each statement once, whatever calls come.

use std::collections::{BTreeSet, HashSet};
use std::sync::Mutex;

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use serde_json::{Value, json};

use crate::server::{OWNER, Server, with_server};

/// Statements that a connection ran again without having kept them.
static PARSED_AGAIN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Statements of one connection.
#[derive(Default)]
struct Statements {
    ran: HashSet<String>,
    kept: HashSet<String>,
}

impl Instrumentation for Statements {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartQuery { query, .. } => {
                let query = query.to_string();
                let sql = query.split(" -- binds").next().unwrap();
                if self.kept.contains(sql) || self.ran.insert(sql.to_owned()) {
                    return;
                }
                PARSED_AGAIN.lock().unwrap().insert(sql.to_owned());
            }
            InstrumentationEvent::CacheQuery { sql, .. } => {
                self.kept.insert(sql.to_owned());
            }
            _ => {}
        }
    }
}

/// Whether a statement only begins or ends a transaction, sets or tests a connection: nothing is planned for it.
fn plain(sql: &str) -> bool {
    ["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "SELECT 1"]
        .iter()
        .any(|word| sql.starts_with(word))
}

/// Reading calls that need no parameter, by path.
fn reads() -> Vec<String> {
    let document: Value =
        serde_json::from_str(include_str!("../../../contract/openapi.json")).unwrap();
    let paths = document["paths"].as_object().unwrap();
    (paths.iter())
        .filter(|(path, call)| {
            let get = &call["get"];
            let needed = get["parameters"].as_array().into_iter().flatten();
            get.is_object()
                && !path.contains('{')
                && needed.into_iter().all(|p| p["required"] != true)
        })
        .map(|(path, _)| path.clone())
        .collect()
}

/// Asks the calls that a console asks most, beside those that only read.
async fn ask(s: &Server, token: &str, phone_id: i64) {
    for body in [
        json!({}),
        json!({ "keyword": "甲", "sortType": 2 }),
        json!({ "keyword": "甲,乙", "sortType": 3 }),
        json!({ "businessStatus": [1], "rental": "active" }),
        json!({ "phoneIds": [phone_id] }),
    ] {
        s.list(token, body).await.data();
    }
    s.ticket(token, &[phone_id]).await.data();
    let view = json!({ "path": "/index" });
    s.post("/app-api/system/tracking/page-view", token, view)
        .await
        .data();
}

#[test]
fn no_connection_parses_a_statement_of_a_call_again() {
    set_default_instrumentation(|| Some(Box::new(Statements::default()))).unwrap();
    let reads = reads();
    with_server(async |s| {
        let phones = [s.phone("甲", 3).await, s.phone("乙", 30).await];
        let (member, operator) = (s.token(OWNER).await, s.token("admin").await);
        PARSED_AGAIN.lock().unwrap().clear();
        for phone_id in phones {
            for (path, token) in reads.iter().flat_map(|p| [(p, &member), (p, &operator)]) {
                let reply = s.get(path, token).await;
                assert!(reply.status < 500, "{path}: {}", reply.text);
            }
            ask(s, &member, phone_id).await;
        }
        let again = std::mem::take(&mut *PARSED_AGAIN.lock().unwrap());
        let again: Vec<String> = again.into_iter().filter(|sql| !plain(sql)).collect();
        assert!(again.is_empty(), "{}: {again:#?}", again.len());
    });
}
