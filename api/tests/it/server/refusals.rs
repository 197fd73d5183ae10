//! Refusals that the document names for each call, held against every answer that a test gets.

use std::sync::OnceLock;

use domain::codes::Code;
use reqwest::Method;
use serde_json::Value;

/// Call of the document, with the codes that it refuses with.
struct Call {
    method: Method,
    path: String,
    id: String,
    refusals: Vec<i64>,
}

fn calls() -> &'static [Call] {
    static CALLS: OnceLock<Vec<Call>> = OnceLock::new();
    CALLS.get_or_init(|| {
        let document = serde_json::to_value(api::document()).unwrap();
        let codes = |of: &Value| -> Vec<i64> {
            let listed = of["x-refusals"].as_array().into_iter().flatten();
            listed.filter_map(Value::as_i64).collect()
        };
        let everywhere = codes(&document);
        let mut calls = Vec::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                calls.push(Call {
                    method: method.to_uppercase().parse().unwrap(),
                    path: path.clone(),
                    id: operation["operationId"].as_str().unwrap().to_owned(),
                    refusals: [codes(operation), everywhere.clone()].concat(),
                });
            }
        }
        calls
    })
}

/// Whether a path is one of a template: `/a/7` of `/a/{id}`.
fn fits(path: &str, template: &str) -> bool {
    let mut segments = path.split('/');
    let same = template.split('/').all(|part| {
        let segment = segments.next();
        part.starts_with('{') && segment.is_some() || segment == Some(part)
    });
    same && segments.next().is_none()
}

/// Holds an answer against the document: a code that is not named for its call is a fault of the document.
#[track_caller]
pub fn check(method: &Method, path: &str, body: &str) {
    let code = serde_json::from_str(body)
        .ok()
        .and_then(|body: Value| body["code"].as_i64());
    let Some(code) = code.filter(|code| ![0, 200].contains(code)) else {
        return;
    };
    let path = path.split('?').next().unwrap_or_default();
    let asked = |call: &&Call| call.method == *method;
    let exact = calls().iter().filter(asked).find(|call| call.path == path);
    let call = exact.or_else(|| {
        calls()
            .iter()
            .filter(asked)
            .find(|call| fits(path, &call.path))
    });
    if let Some(call) = call {
        assert!(
            call.refusals.contains(&code),
            "{} answers {code}, which its description does not name: {body}",
            call.id
        );
    }
}

#[test]
fn the_refusals_of_each_call_are_rows_of_the_table() {
    let mut refusals = calls()
        .iter()
        .map(|call| call.refusals.as_slice())
        .collect::<Vec<_>>()
        .concat();
    refusals.sort_unstable();
    refusals.dedup();
    for code in &refusals {
        assert!(Code::find(*code).is_some(), "{code}");
    }
    assert!(refusals.len() > 100, "they were found: {}", refusals.len());
    let redeem = calls().iter().find(|call| call.id == "redeem_code");
    assert!(
        redeem.is_some_and(|call| call.refusals.contains(&1_011_103_005)),
        "a range has the codes between"
    );
}
