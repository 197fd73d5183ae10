//! Page where one chooses a person (RFC 6749, 4.1; OpenID Connect Core 3.1.2).

use actix_web::http::header;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, get};
use domain::lang::Words;
use serde::Deserialize;
use url::Url;

use super::Grant;
use crate::pages::{choice, home, page, query_with, refusal};
use crate::people::person;
use crate::{OIDC_CLIENT_ID, Sandbox};

const TITLE: Words = Words::new("模拟登录服务", "Stand-in sign-in");

/// Parameters of a client's request.
#[derive(Deserialize)]
pub struct AuthorizeQuery {
    #[serde(default)]
    client_id: String,
    #[serde(default)]
    redirect_uri: String,
    response_type: Option<String>,
    scope: Option<String>,
    state: Option<String>,
    nonce: Option<String>,
    code_challenge: Option<String>,
    code_challenge_method: Option<String>,
    /// Person who was chosen on the page.
    person: Option<usize>,
}

impl AuthorizeQuery {
    /// Whether client and address are known; otherwise the browser is sent nowhere.
    fn known(&self, sandbox: &Sandbox) -> bool {
        self.client_id == OIDC_CLIENT_ID && sandbox.may_return_to(&self.redirect_uri)
    }

    /// Error in the other parameters, which the client is told.
    fn error(&self) -> Option<&'static str> {
        let scopes = self.scope.as_deref().unwrap_or_default();
        if self.response_type.as_deref() != Some("code") {
            Some("unsupported_response_type")
        } else if !scopes.split(' ').any(|scope| scope == "openid") {
            Some("invalid_scope")
        } else if self.code_challenge.is_none()
            || self.code_challenge_method.as_deref() != Some("S256")
        {
            Some("invalid_request")
        } else {
            None
        }
    }

    /// Address of the client with an answer; it names its issuer (RFC 9207).
    fn back(&self, sandbox: &Sandbox, name: &str, value: &str) -> String {
        // The address was parsed before; without a query it stays as it is.
        let Ok(mut url) = Url::parse(&self.redirect_uri) else {
            return String::new();
        };
        let mut query = url.query_pairs_mut();
        query.append_pair(name, value);
        if let Some(state) = &self.state {
            query.append_pair("state", state);
        }
        query.append_pair("iss", &sandbox.issuer());
        drop(query);
        url.into()
    }
}

fn unknown(request: &HttpRequest) -> HttpResponse {
    let why = Words::new(
        "请求来自未登记的应用或回调地址。",
        "The request comes from an app or a return address that is not registered.",
    );
    refusal(request, TITLE, why)
}

fn go(address: String) -> HttpResponse {
    HttpResponse::Found()
        .insert_header((header::LOCATION, address))
        .finish()
}

#[get("/oidc/authorize")]
pub async fn authorize(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    asked: Query<AuthorizeQuery>,
) -> HttpResponse {
    if !asked.known(&sandbox) {
        return unknown(&request);
    }
    if let Some(error) = asked.error() {
        return go(asked.back(&sandbox, "error", error));
    }
    let intro = Words::new(
        "选择以谁的身份登录 Owldeck：",
        "Choose who signs in to Owldeck:",
    );
    let content = choice(
        &request,
        intro,
        |number| {
            let query = query_with(&request, &[("person", &number.to_string())]);
            format!("{}/oidc/choose?{query}", home(&request))
        },
        &asked.back(&sandbox, "error", "access_denied"),
    );
    page(&request, TITLE, false, &content)
}

#[get("/oidc/choose")]
pub async fn choose(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    asked: Query<AuthorizeQuery>,
) -> HttpResponse {
    if !asked.known(&sandbox) {
        return unknown(&request);
    }
    let Some(number) = asked.person.filter(|n| person(*n).is_some()) else {
        return go(asked.back(&sandbox, "error", "access_denied"));
    };
    let (None, Some(challenge)) = (asked.error(), asked.code_challenge.clone()) else {
        return go(asked.back(&sandbox, "error", "invalid_request"));
    };
    let grant = Grant {
        person: number,
        redirect_uri: asked.redirect_uri.clone(),
        challenge,
        nonce: asked.nonce.clone(),
    };
    let code = sandbox.0.oidc.codes.issue(grant, sandbox.now_ms());
    go(asked.back(&sandbox, "code", &code))
}
