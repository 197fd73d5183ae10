//! Refusals of each call as data: the API document carries the codes that an operation's description names as its `x-refusals`. Tests hold them
//! against what the handlers answer.

use domain::codes::{self, Code};
use serde_json::json;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, RefOr};

use super::scope::for_each;

/// Codes that any call answers with, beside its own: faults of the server, and what is refused before a handler is asked, such as a request that
/// cannot be read, a session that has ended, a program's token without the scope, what an operator who sees a member's console may not ask, too
/// many requests, and a path that leads nowhere.
const EVERYWHERE: [Code; 9] = [
    codes::INTERNAL,
    codes::BUSY,
    codes::TOO_LARGE,
    codes::BAD_REQUEST,
    codes::UNAUTHENTICATED,
    codes::FORBIDDEN,
    codes::VIEW_ONLY,
    codes::TOO_MANY,
    codes::NOT_FOUND,
];

/// Adds to each operation the codes that it refuses with, and to the document those that stand for all operations.
pub fn describe_refusals(document: &mut OpenApi) {
    for_each(document, |_, _, operation| {
        let mut refusals: Vec<i64> = described(operation).flat_map(numbers).collect();
        refusals.sort_unstable();
        refusals.dedup();
        let extension = ExtensionsBuilder::new().add("x-refusals", json!(refusals));
        operation
            .extensions
            .get_or_insert_default()
            .merge(extension.build());
    });
    let everywhere = EVERYWHERE.map(|code| code.number);
    let extension = ExtensionsBuilder::new().add("x-refusals", json!(everywhere));
    document
        .extensions
        .get_or_insert_default()
        .merge(extension.build());
}

/// Part of each answer's description that names refusals: `A page; or 400, 401, 1011103001 to 1011103009`.
fn described(operation: &Operation) -> impl Iterator<Item = &str> {
    operation
        .responses
        .responses
        .values()
        .filter_map(|response| {
            let RefOr::T(response) = response else {
                return None;
            };
            let description = &response.description;
            let parts = description
                .split_once("; or")
                .or_else(|| description.split_once(". Or"));
            parts.map(|(_, refusals)| refusals)
        })
}

/// Codes of the table that a text names, one by one or as a range.
fn numbers(text: &str) -> Vec<i64> {
    let mut named: Vec<i64> = Vec::new();
    let mut range = false;
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        match word.parse::<i64>() {
            Ok(last) if range => {
                let first = named.last().map_or(last, |first| first + 1);
                let between = Code::all().map(|(_, code)| code.number);
                named.extend(between.filter(|number| (first..=last).contains(number)));
            }
            Ok(number) => named.push(number),
            Err(_) => {}
        }
        if !word.is_empty() {
            range = word == "to";
        }
    }
    named
}
