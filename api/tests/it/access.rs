//! Generated from the API document: every operation says who may call it, and nobody else gets through.

use reqwest::Method;
use serde_json::{Value, json};

use crate::server::{OWNER, with_server};

const LEVELS: [&str; 5] = ["anon", "member", "view", "operate", "owner"];

struct Operation {
    id: String,
    method: Method,
    path: String,
    level: String,
    doc: Value,
}

fn operations() -> Vec<Operation> {
    let document = serde_json::to_value(api::document()).unwrap();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, doc) in methods.as_object().unwrap() {
            all.push(Operation {
                id: doc["operationId"].as_str().unwrap_or_default().to_owned(),
                method: method.to_uppercase().parse().unwrap(),
                path: path.clone(),
                level: doc["x-level"].as_str().unwrap_or_default().to_owned(),
                doc: doc.clone(),
            });
        }
    }
    assert!(
        all.len() >= 9,
        "the document has the operations of this slice"
    );
    all
}

impl Operation {
    /// A body of the right shape: each operation that takes one has its row here.
    fn body(&self) -> Value {
        match self.id.as_str() {
            "list_phones" => json!({}),
            "sign_in" => json!({ "phone": OWNER, "password": "wrong" }),
            "refresh_session" => json!({ "refreshToken": "wrong" }),
            "start_phone" => json!({ "phoneId": 1 }),
            "create_socket_ticket" => json!({ "purpose": "deck", "phoneIds": [1] }),
            id => {
                assert!(self.doc.get("requestBody").is_none(), "{id} has no row");
                json!({})
            }
        }
    }
}

#[test]
fn every_operation_has_a_name_a_summary_a_tag_and_a_level() {
    let mut ids = std::collections::HashSet::new();
    for operation in operations() {
        let Operation {
            id,
            doc,
            level,
            path,
            ..
        } = &operation;
        assert!(id.contains('_') && ids.insert(id.clone()), "{path}: {id}");
        assert!(
            doc["summary"].as_str().is_some_and(|s| !s.is_empty()),
            "{id} has no summary"
        );
        assert_eq!(
            doc["tags"].as_array().map(Vec::len),
            Some(1),
            "{id} has one tag"
        );
        assert!(
            LEVELS.contains(&level.as_str()) || level.starts_with("perm:"),
            "{id}: {level}"
        );
        let of_things = ["view", "operate", "owner"].contains(&level.as_str());
        assert_eq!(
            doc["x-object"].is_string(),
            of_things,
            "{id} names its object"
        );
        let described = doc["responses"]["200"]["description"]
            .as_str()
            .unwrap_or_default();
        assert!(!described.is_empty(), "{id}");
        assert!(
            level == "anon" || described.contains("401"),
            "{id} says that it answers 401"
        );
    }
}

#[test]
fn an_operation_of_members_answers_401_to_everybody_else() {
    with_server(async |s| {
        let signed_in = s.sign_in(OWNER).await.data();
        let access = signed_in["accessToken"].as_str().unwrap().to_owned();
        s.post("/app-api/member/auth/logout", &access, json!({}))
            .await;
        let refresh = s.sign_in(OWNER).await.data()["refreshToken"]
            .as_str()
            .unwrap()
            .to_owned();
        let not_tokens = [
            String::new(),
            "Bearer ".to_owned(),
            "Bearer x".to_owned(),
            format!("Bearer {}", "x".repeat(4000)),
            format!("Bearer {access}"),
            format!("Bearer {refresh}"),
            format!("Basic {refresh}"),
        ];
        for operation in operations().iter().filter(|o| o.level != "anon") {
            for authorization in &not_tokens {
                let headers = [
                    ("content-type", "application/json"),
                    ("authorization", authorization.as_str()),
                ];
                let reply = s
                    .send(
                        operation.method.clone(),
                        &operation.path,
                        &headers,
                        operation.body().to_string(),
                    )
                    .await;
                assert_eq!(
                    (reply.status, reply.code()),
                    (200, 401),
                    "{} with {authorization:?}",
                    operation.id
                );
                assert_eq!(reply.msg(), "认证失败，无法访问系统资源");
            }
            let by_url = format!("{}?token={refresh}&accessToken={access}", operation.path);
            let headers = [("content-type", "application/json")];
            assert_eq!(
                s.send(
                    operation.method.clone(),
                    &by_url,
                    &headers,
                    operation.body().to_string()
                )
                .await
                .code(),
                401,
                "{}",
                operation.id
            );
        }
    });
}

#[test]
fn an_open_operation_needs_no_token() {
    with_server(async |s| {
        for operation in operations().iter().filter(|o| o.level == "anon") {
            let headers = [("content-type", "application/json")];
            let reply = s
                .send(
                    operation.method.clone(),
                    &operation.path,
                    &headers,
                    operation.body().to_string(),
                )
                .await;
            let unauthenticated = reply.code() == 401 && operation.id != "refresh_session";
            assert!(
                !unauthenticated && reply.code() != 404,
                "{}: {}",
                operation.id,
                reply.text
            );
        }
    });
}
