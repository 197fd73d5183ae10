//! Generated from the API document: every operation says who may call it, and nobody else gets through.
//!
//! A new operation needs its row in `access/rows.rs`; one that names things by id is then tried by everybody who has no right to them, and an id
//! that no row tries fails `access/ids.rs`.

mod children;
mod fields;
mod ids;
mod matrix;
mod pages;
mod proof;
mod requests;
mod rows;
mod viewed;
mod world;

use domain::session::Scope;
use reqwest::Method;
use serde_json::{Value, json};

use self::requests::Slot;
use crate::server::{GUEST, OWNER, is_sweep, with_swept_server};
use crate::session::tokens;

const LEVELS: [&str; 5] = ["anon", "member", "view", "operate", "owner"];
/// Wrong tokens that each operation is asked with in an ordinary test run, where the operations take all of them in turn.
const WRONG_TOKENS: usize = 3;

/// An operation of the document.
struct Operation {
    id: String,
    method: Method,
    path: String,
    level: String,
    doc: Value,
}

fn document() -> Value {
    serde_json::to_value(api::document()).unwrap()
}

fn operations() -> Vec<Operation> {
    let document = document();
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
    assert!(all.len() >= 60, "the document has its operations");
    all
}

impl Operation {
    /// Whether it is called by the protocol of uploads, whose refusals have a status.
    fn is_tus(&self) -> bool {
        self.path.starts_with("/app-api/infra/tus/")
    }

    /// The headers of its request, with this `Authorization`.
    fn headers<'a>(&self, authorization: &'a str) -> Vec<(&'static str, &'a str)> {
        let mut headers = vec![
            ("authorization", authorization),
            ("accept-language", "en-US"),
        ];
        if self.is_tus() {
            headers.extend([
                ("content-type", "application/offset+octet-stream"),
                ("tus-resumable", "1.0.0"),
                ("upload-length", "4"),
                ("upload-offset", "0"),
                ("upload-metadata", "filename YQ=="),
            ]);
        } else {
            headers.push(("content-type", "application/json"));
        }
        headers
    }

    /// The kinds of things that it names, as the document says.
    fn objects(&self) -> Vec<(String, String)> {
        let text = self.doc["x-object"].as_str().unwrap_or_default();
        text.split(", ")
            .filter_map(|pair| pair.split_once(": "))
            .map(|(field, kind)| (field.to_owned(), kind.to_owned()))
            .collect()
    }

    /// A request of the right shape that names things that nobody has.
    fn harmless(&self) -> requests::Filled {
        requests::fill(&rows::of(&self.id).requests[0], &mut |slot: &Slot| {
            if slot.plural { json!([1]) } else { json!(1) }
        })
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
        let scope = doc["x-scope"].as_str().unwrap_or_default();
        let known = scope == "none" || scope.parse::<Scope>().is_ok();
        assert!(
            known,
            "{id} says which scope of a token lets ask for it, or none"
        );
        assert!(
            scope == "none" || ["member", "view", "operate", "owner"].contains(&level.as_str()),
            "{id}: what is open or an operator's is in no scope"
        );
        let shown: Vec<&str> = (doc["security"].as_array().into_iter().flatten())
            .filter_map(Value::as_object)
            .flat_map(|way| way.keys().map(String::as_str))
            .collect();
        let expected: &[&str] = match (level.as_str(), scope) {
            ("anon", _) => &[],
            (_, "none") => &["session"],
            _ => &["session", "token"],
        };
        assert_eq!(shown, expected, "{id}: what is to be shown");
        let of_things = ["view", "operate", "owner"].contains(&level.as_str());
        assert!(
            !of_things || doc["x-object"].is_string(),
            "{id} names its object"
        );
        let done = ["200", "201", "204"]
            .iter()
            .find(|status| doc["responses"][**status].is_object());
        let described = done.map_or("", |status| {
            doc["responses"][*status]["description"]
                .as_str()
                .unwrap_or_default()
        });
        assert!(!described.is_empty(), "{id}");
        assert!(
            level == "anon" || described.contains("401"),
            "{id} says that it answers 401"
        );
    }
}

#[test]
fn every_id_that_the_document_names_is_in_the_operations_row() {
    for operation in operations() {
        let row = rows::of(&operation.id);
        for (field, kind) in operation.objects() {
            let mut slots = row.requests.iter().flat_map(requests::slots);
            assert!(
                slots.any(|slot| slot.field == field && slot.kind == kind),
                "{}: no request has {field}",
                operation.id
            );
        }
    }
}

#[test]
fn an_operation_of_members_answers_401_to_everybody_else() {
    with_swept_server(async |s| {
        let signed_in = s.sign_in(OWNER).await.data();
        let access = signed_in["accessToken"].as_str().unwrap().to_owned();
        s.post("/app-api/member/auth/logout", &access, json!({}))
            .await;
        let refresh = s.sign_in(OWNER).await.data()["refreshToken"]
            .as_str()
            .unwrap()
            .to_owned();
        let disabled = s.sign_in(GUEST).await.data();
        let admin = s.sign_in("admin").await.data()["accessToken"]
            .as_str()
            .unwrap()
            .to_owned();
        let body = json!({ "userId": disabled["userId"], "status": "1" });
        let bearer = format!("Bearer {admin}");
        let headers = [
            ("content-type", "application/json"),
            ("authorization", bearer.as_str()),
        ];
        let path = "/system/user/changeStatus";
        let done = s.send(Method::PUT, path, &headers, body.to_string()).await;
        assert_eq!(done.code(), 200, "{}", done.text);
        let not_tokens = [
            format!("Bearer {}", disabled["accessToken"].as_str().unwrap()),
            String::new(),
            "Bearer ".to_owned(),
            "Bearer x".to_owned(),
            format!("Bearer {}", "x".repeat(4000)),
            format!("Bearer {access}"),
            format!("Bearer {refresh}"),
            format!("Basic {refresh}"),
        ];
        let tried = if is_sweep() {
            not_tokens.len()
        } else {
            WRONG_TOKENS
        };
        let mut in_turn = not_tokens.iter().cycle();
        for operation in operations().iter().filter(|o| o.level != "anon") {
            let filled = operation.harmless();
            for authorization in in_turn.by_ref().take(tried) {
                let headers = operation.headers(authorization);
                let reply = s
                    .send(
                        operation.method.clone(),
                        &filled.path(&operation.path),
                        &headers,
                        filled.body.to_string(),
                    )
                    .await;
                let status = if operation.is_tus() { 401 } else { 200 };
                assert_eq!(
                    (reply.status, reply.code()),
                    (status, 401),
                    "{} with {authorization:?}",
                    operation.id
                );
                if operation.method != Method::HEAD {
                    let words = "Authentication failed, system resources cannot be accessed";
                    assert_eq!(reply.msg(), words);
                }
            }
            let path = filled.path(&operation.path);
            let sign = if path.contains('?') { '&' } else { '?' };
            let by_url = format!("{path}{sign}token={refresh}&accessToken={access}");
            let headers = operation.headers("");
            let reply = s
                .send(
                    operation.method.clone(),
                    &by_url,
                    &headers,
                    filled.body.to_string(),
                )
                .await;
            assert_eq!(reply.code(), 401, "{}", operation.id);
        }
    });
}

#[test]
fn a_program_with_too_little_is_refused_whatever_it_asks() {
    with_swept_server(async |s| {
        let session = s.token(OWNER).await;
        let mut tokens = std::collections::HashMap::new();
        // All but one each, and all: what is in no scope is refused to that one, too.
        for left_out in Scope::ALL.into_iter().map(Some).chain([None]) {
            let scopes: Vec<Scope> = (Scope::ALL.into_iter())
                .filter(|scope| Some(*scope) != left_out)
                .collect();
            let made = tokens::made(s, &session, &scopes).await;
            let name = left_out.map_or("none", |scope| scope.into_str());
            tokens.insert(name, made["token"].as_str().unwrap().to_owned());
        }
        for operation in operations().iter().filter(|o| o.level != "anon") {
            let scope = operation.doc["x-scope"].as_str().unwrap();
            let filled = operation.harmless();
            let ask = async |token: &String| {
                let bearer = format!("Bearer {token}");
                let headers = operation.headers(&bearer);
                let path = filled.path(&operation.path);
                let method = operation.method.clone();
                s.send(method, &path, &headers, filled.body.to_string())
                    .await
            };
            let refused = ask(&tokens[scope]).await;
            assert_eq!(refused.code(), 403, "{}: {}", operation.id, refused.text);
            if operation.method != Method::HEAD {
                assert_eq!(refused.json()["data"], Value::Null, "{}", operation.id);
            }
            if scope != "none" {
                let served = ask(&tokens["none"]).await;
                assert_ne!(served.code(), 401, "{}", operation.id);
                assert_ne!(served.code(), 403, "{}: {}", operation.id, served.text);
            }
        }
    });
}

#[test]
fn an_open_operation_needs_no_token() {
    with_swept_server(async |s| {
        for operation in operations().iter().filter(|o| o.level == "anon") {
            let filled = operation.harmless();
            let headers = [("content-type", "application/json")];
            let reply = s
                .send(
                    operation.method.clone(),
                    &filled.path(&operation.path),
                    &headers,
                    filled.body.to_string(),
                )
                .await;
            let files = [
                "get_avatar",
                "get_announcement_picture",
                "get_branding_picture",
                "read_calendar",
                "play_clip",
            ];
            if files.contains(&operation.id.as_str()) {
                assert_eq!(reply.status, 404, "a file that nobody has");
                continue;
            }
            if ["open_share_link", "begin_trial"].contains(&operation.id.as_str()) {
                assert_eq!(reply.code(), 404, "a link that never was");
                continue;
            }
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
