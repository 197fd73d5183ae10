//! A connection prepares each statement once, whatever calls come.

use std::collections::{BTreeSet, HashSet};
use std::sync::Mutex;

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};
use serde_json::json;

use crate::http::contract::committed;
use crate::server::{GUEST, OWNER, Server, with_server};
use crate::subaccounts::add;

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
    let document = committed();
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

/// A sub-account and a group of the owner's, with the owner's and the sub-account's phone in them.
struct World {
    child: i64,
    group: i64,
    phones: [i64; 2],
}

impl World {
    async fn of(s: &Server, owner: &str) -> Self {
        let phones = [s.phone("甲", 3).await, s.phone("乙", 30).await];
        let child = add(s, owner, GUEST, "Shop").await.data()["memberId"].clone();
        let given = json!({ "memberId": child, "phoneIds": [phones[0]] });
        s.post("/owl/addMaintainerAllot", owner, given).await.data();
        let path = "/app-api/trade/phone-group";
        let name = json!({ "name": "G" });
        let group = s.post(&format!("{path}/create"), owner, name).await.data();
        let moved = json!({ "groupId": group["id"], "phoneIds": [phones[1]] });
        s.post(&format!("{path}/move"), owner, moved).await.data();
        Self {
            child: child.as_i64().unwrap(),
            group: group["id"].as_i64().unwrap(),
            phones,
        }
    }

    /// Reading calls that need parameters, with the ids of this world.
    fn reads(&self) -> Vec<String> {
        let Self {
            child,
            group,
            phones: [phone, _],
        } = self;
        let wall = "/app-api/member/keyaccount";
        let paternity = "/app-api/member/paternity";
        vec![
            format!("{wall}/sections?by=subAccount"),
            format!("{wall}/sections?by=subAccount&keyword=Shop"),
            format!("{wall}/sections?by=group"),
            format!("{wall}/sections?by=group&keyword=G"),
            format!("{wall}/phones?by=subAccount"),
            format!("{wall}/phones?by=subAccount&memberId={child}"),
            format!("{wall}/phones?by=group"),
            format!("{wall}/phones?by=group&groupId={group}&keyword=G"),
            format!("{paternity}/activity?memberId={child}"),
            format!("{paternity}/phones?memberId={child}"),
            format!("/app-api/infra/operation/info?batchId={phone}"),
            format!("/app-api/trade/order/info?orderId={phone}"),
            format!("/app-api/trade/order/status?orderId={phone}"),
            format!("/app-api/trade/phone-accredit/activity?relationId={phone}"),
            format!("/app-api/member/webhook/deliveries?webhookId={phone}"),
            format!("/app-api/infra/upload/info?uploadId={phone}"),
            format!("/admin-api/agreement/acceptances?id={phone}"),
            format!("/admin-api/announcement/info?id={phone}"),
            format!("/admin-api/redeem-code/codes?batchId={phone}"),
            format!("/admin-api/system/user-feedback/info/{phone}"),
            format!("/system/user/{child}"),
            format!("/system/config/{phone}"),
            format!("/system/dict/data/{phone}"),
            "/system/dict/data/type/phone_status".to_owned(),
        ]
    }
}

#[test]
fn no_connection_parses_a_statement_of_a_call_again() {
    set_default_instrumentation(|| Some(Box::new(Statements::default()))).unwrap();
    with_server(async |s| {
        let (member, operator) = (s.token(OWNER).await, s.token("admin").await);
        let world = World::of(s, &member).await;
        let reads: Vec<String> = reads().into_iter().chain(world.reads()).collect();
        PARSED_AGAIN.lock().unwrap().clear();
        for (minutes, phone_id) in (1..).zip(world.phones) {
            // Sessions are noted as seen once a minute.
            s.clock.set_offset_s(f64::from(minutes) * 60.0);
            for (path, token) in reads.iter().flat_map(|p| [(p, &member), (p, &operator)]) {
                let reply = s.get(path, token).await;
                assert!(reply.status < 500, "{path}: {}", reply.text);
            }
            let subs = "/app-api/member/member/subPage";
            s.post(subs, &member, json!({})).await.data();
            ask(s, &member, phone_id).await;
        }
        let again = std::mem::take(&mut *PARSED_AGAIN.lock().unwrap());
        let again: Vec<String> = again.into_iter().filter(|sql| !plain(sql)).collect();
        assert!(again.is_empty(), "{}: {again:#?}", again.len());
    });
}
