//! Calls that a delegated session may make: those whose `x-scope` in the API document the session has, and no others. An operator who sees
//! the console as a member sees it may make the calls that only read what is the member's own.

use std::collections::HashMap;
use std::sync::OnceLock;

use actix_web::HttpRequest;
use domain::codes::{self, Code};
use domain::session::Scope;
use store::session::Delegation;
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};

/// Name of a member's own session in the document.
const SESSION: &str = "session";
/// Name of a program's token in the document.
const TOKEN: &str = "token";

/// Calls by `GET` that an operator who sees a member's console may not make although they read: reading changes something or asks another
/// service, or the answer has a secret, a file or an address that opens something.
const CLOSED: [&str; 10] = [
    "find_member",
    "get_calendar",
    "get_calendar_address",
    "get_payment",
    "get_sub_account_template",
    "list_deliveries",
    "list_share_links",
    "list_tokens",
    "list_webhooks",
    "read_message",
];
/// Calls by another method that read only.
const READING: [&str; 1] = ["list_sub_accounts"];

/// Facts of the document about a call.
#[derive(Clone, Copy)]
struct Known {
    scope: Option<Scope>,
    /// Whether an operator who sees a member's console may make the call.
    is_shown: bool,
}

/// Each operation, by method and path as the document writes them.
fn known() -> &'static HashMap<(String, String), Known> {
    static KNOWN: OnceLock<HashMap<(String, String), Known>> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut document = crate::document();
        let mut known = HashMap::new();
        for_each(&mut document, |method, path, operation| {
            let said = Known {
                scope: scope_of(operation),
                is_shown: is_shown(method, path, operation),
            };
            known.insert((method.to_owned(), path.to_owned()), said);
        });
        known
    })
}

/// Whether a call only reads what is the member's own, by its level, scope and method: no phone's screen, input, clipboard or files, nothing that
/// changes, and nothing of operators.
fn is_shown(method: &str, path: &str, operation: &Operation) -> bool {
    let id = operation.operation_id.as_deref().unwrap_or_default();
    let level = extension(operation, "x-level");
    match scope_of(operation) {
        Some(Scope::PhonesRead | Scope::OrdersRead) => true,
        Some(Scope::PhonesControl | Scope::PhonesOperate) => false,
        None if level != Some("member") || path.starts_with("/admin-api/") => false,
        None if method == "GET" => !CLOSED.contains(&id),
        None => READING.contains(&id),
    }
}

/// Code with which a delegated session is refused a call; none where it may make it.
pub fn refusal(request: &HttpRequest, delegation: &Delegation) -> Option<Code> {
    let method = request.method().as_str().to_owned();
    let said = (request.match_pattern()).and_then(|path| known().get(&(method, path)).copied());
    if delegation.is_view_as() {
        let shown = said.is_some_and(|said| said.is_shown);
        return (!shown).then_some(codes::VIEW_ONLY);
    }
    let scope = said.and_then(|said| said.scope);
    let allowed = scope.is_some_and(|scope| delegation.scopes().has(scope));
    (!allowed).then_some(codes::FORBIDDEN)
}

fn extension<'a>(operation: &'a Operation, name: &str) -> Option<&'a str> {
    operation.extensions.as_ref()?.get(name)?.as_str()
}

fn scope_of(operation: &Operation) -> Option<Scope> {
    extension(operation, "x-scope")?.parse().ok()
}

/// Calls `with` for each operation of the document, with its method and path.
pub fn for_each(document: &mut OpenApi, mut with: impl FnMut(&str, &str, &mut Operation)) {
    for (path, item) in &mut document.paths.paths {
        let methods = [
            ("GET", &mut item.get),
            ("POST", &mut item.post),
            ("PUT", &mut item.put),
            ("DELETE", &mut item.delete),
            ("HEAD", &mut item.head),
            ("PATCH", &mut item.patch),
        ];
        for (method, operation) in methods {
            if let Some(operation) = operation {
                with(method, path, operation);
            }
        }
    }
}

/// Adds to each operation in the document the credential it needs: a session's token, or a program's with the right scope.
pub fn describe(document: &mut OpenApi) {
    let bearer = |words: &str| {
        let mut http = Http::new(HttpAuthScheme::Bearer);
        http.description = Some(words.to_owned());
        SecurityScheme::Http(http)
    };
    let words: Vec<&str> = Scope::ALL.iter().map(Scope::into_str).collect();
    let token = format!(
        "A token of the account centre (owl_…). It serves the operations that name one of its scopes, and answers 403 to all others. Scopes: {}.",
        words.join(", ")
    );
    let components = document.components.get_or_insert_default();
    components.add_security_scheme(
        SESSION,
        bearer("The access token that signing in answers with."),
    );
    components.add_security_scheme(TOKEN, bearer(&token));
    for_each(document, |_, _, operation| {
        if extension(operation, "x-level") == Some("anon") {
            return;
        }
        let none: [&str; 0] = [];
        let mut either = vec![SecurityRequirement::new(SESSION, none)];
        if let Some(scope) = scope_of(operation) {
            either.push(SecurityRequirement::new(TOKEN, [scope.into_str()]));
        }
        operation.security = Some(either);
    });
}
