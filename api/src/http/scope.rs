//! Calls that a delegated session may make: each operation's `x-scope`, as the API document says it, and nothing else.

use std::collections::HashMap;
use std::sync::OnceLock;

use actix_web::HttpRequest;
use domain::session::{Scope, Scopes};
use utoipa::openapi::OpenApi;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};

/// Name of a member's own session in the document.
const SESSION: &str = "session";
/// Name of a program's token in the document.
const TOKEN: &str = "token";

/// Scope of each operation, by method and path as the document writes them.
type Known = HashMap<(String, String), Scope>;

fn known() -> &'static Known {
    static KNOWN: OnceLock<Known> = OnceLock::new();
    KNOWN.get_or_init(|| {
        let mut document = crate::document();
        let mut known = Known::new();
        for_each(&mut document, |method, path, operation| {
            if let Some(scope) = scope_of(operation) {
                known.insert((method.to_owned(), path.to_owned()), scope);
            }
        });
        known
    })
}

/// Whether scopes allow a request.
pub fn allowed(request: &HttpRequest, scopes: Scopes) -> bool {
    let Some(path) = request.match_pattern() else {
        return false;
    };
    let asked = (request.method().as_str().to_owned(), path);
    known().get(&asked).is_some_and(|scope| scopes.has(*scope))
}

fn extension<'a>(operation: &'a Operation, name: &str) -> Option<&'a str> {
    operation.extensions.as_ref()?.get(name)?.as_str()
}

fn scope_of(operation: &Operation) -> Option<Scope> {
    Scope::from_name(extension(operation, "x-scope")?)
}

/// Hands each operation of the document over, with its method and path.
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
    let words: Vec<&str> = Scope::ALL.into_iter().map(Scope::name).collect();
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
            either.push(SecurityRequirement::new(TOKEN, [scope.name()]));
        }
        operation.security = Some(either);
    });
}
