//! Exchange of codes for tokens: once, for the client that proves itself, with PKCE's verifier.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Form};
use actix_web::{HttpRequest, HttpResponse, post};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use causes::causes;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{Grant, TOKEN_S, described};
use crate::people::person;
use crate::{OIDC_CLIENT_ID, Sandbox, SandboxError, same};

#[derive(Deserialize)]
struct TokenForm {
    grant_type: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    redirect_uri: String,
    #[serde(default)]
    code_verifier: String,
    client_id: Option<String>,
    client_secret: Option<String>,
}

#[post("/oidc/token")]
pub async fn token(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    asked: Form<TokenForm>,
) -> HttpResponse {
    if !is_client(&request, &asked, &sandbox.keys().oidc) {
        return refused(StatusCode::UNAUTHORIZED, "invalid_client");
    }
    if asked.grant_type != "authorization_code" {
        return refused(StatusCode::BAD_REQUEST, "unsupported_grant_type");
    }
    // The code is spent by the first try, whatever its result.
    let grant = sandbox.0.oidc.codes.redeem(&asked.code, sandbox.now_ms());
    let fitting = grant.filter(|grant| {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&asked.code_verifier));
        asked.redirect_uri == grant.redirect_uri && same(&challenge, &grant.challenge)
    });
    match fitting.map(|grant| answer(&sandbox, &grant)) {
        Some(Ok(body)) => HttpResponse::Ok()
            .insert_header(("pragma", "no-cache"))
            .json(body),
        Some(Err(error)) => {
            tracing::error!(error = %causes(&error), "sign ID token failed");
            refused(StatusCode::INTERNAL_SERVER_ERROR, "server_error")
        }
        None => refused(StatusCode::BAD_REQUEST, "invalid_grant"),
    }
}

/// Whether the client proves itself by `Authorization: Basic` or in the body (RFC 6749, 2.3.1). Our name and secret need no escaping.
fn is_client(request: &HttpRequest, asked: &TokenForm, secret: &str) -> bool {
    let basic = request
        .headers()
        .get("authorization")
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.strip_prefix("Basic "))
        .and_then(|v| STANDARD.decode(v).ok())
        .and_then(|v| String::from_utf8(v).ok());
    let (id, shown) = match basic.as_deref().and_then(|text| text.split_once(':')) {
        Some(pair) => pair,
        None => (
            asked.client_id.as_deref().unwrap_or_default(),
            asked.client_secret.as_deref().unwrap_or_default(),
        ),
    };
    id == OIDC_CLIENT_ID && same(shown, secret)
}

fn refused(status: StatusCode, error: &str) -> HttpResponse {
    HttpResponse::build(status).json(json!({ "error": error }))
}

fn answer(sandbox: &Sandbox, grant: &Grant) -> Result<serde_json::Value, SandboxError> {
    let now_ms = sandbox.now_ms();
    let now_s = now_ms.div_euclid(1000);
    let access = sandbox.0.oidc.access.issue(grant.person, now_ms);
    let hash = Sha256::digest(&access);
    let person = person(grant.person).ok_or(SandboxError::Keys)?;
    let mut claims = described(sandbox, grant.person, person);
    claims["iss"] = sandbox.issuer().into();
    claims["aud"] = OIDC_CLIENT_ID.into();
    claims["iat"] = now_s.into();
    claims["exp"] = (now_s + TOKEN_S).into();
    claims["at_hash"] = URL_SAFE_NO_PAD.encode(&hash[..hash.len() / 2]).into();
    if let Some(nonce) = &grant.nonce {
        claims["nonce"] = nonce.as_str().into();
    }
    Ok(json!({
        "access_token": access,
        "token_type": "Bearer",
        "expires_in": TOKEN_S,
        "id_token": sandbox.0.oidc.signer()?.sign(&claims)?,
    }))
}
