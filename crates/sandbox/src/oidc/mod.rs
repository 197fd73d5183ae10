//! Provider of OpenID Connect with one client, ours: discovery, keys, a page to choose an invented person, code with PKCE, tokens.

mod authorize;
mod signing;
mod token;

use std::path::PathBuf;
use std::sync::Arc;

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, web};
use causes::causes;
use parking_lot::Mutex;
use serde_json::json;

use crate::people::{Person, person};
use crate::tickets::Tickets;
use crate::{PATH, Sandbox, SandboxError};

use signing::Signer;

/// Life of codes: as long as RFC 6749 allows.
const CODE_MS: i64 = 10 * 60 * 1000;
/// Life of access and ID tokens.
const TOKEN_S: i64 = 60 * 60;

/// Sign-in for which a code stands.
#[derive(Clone)]
struct Grant {
    person: usize,
    redirect_uri: String,
    /// Challenge of PKCE: S256 of the client's verifier.
    challenge: String,
    nonce: Option<String>,
}

pub struct Provider {
    /// Signer, made or read when it is first needed: many a demo and test never needs it.
    signer: Mutex<Option<Arc<Signer>>>,
    folder: PathBuf,
    codes: Tickets<Grant>,
    access: Tickets<usize>,
}

impl Provider {
    pub fn new(folder: PathBuf) -> Self {
        Self {
            signer: Mutex::default(),
            folder,
            codes: Tickets::new(CODE_MS),
            access: Tickets::new(TOKEN_S * 1000),
        }
    }

    fn signer(&self) -> Result<Arc<Signer>, SandboxError> {
        let mut signer = self.signer.lock();
        if let Some(signer) = &*signer {
            return Ok(Arc::clone(signer));
        }
        let made = Arc::new(Signer::load_or_create(&self.folder)?);
        *signer = Some(Arc::clone(&made));
        Ok(made)
    }
}

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(discovery)
        .service(keys)
        .service(authorize::authorize)
        .service(authorize::choose)
        .service(token::token)
        .service(user_info);
}

/// Discovery document (OpenID Connect Discovery 1.0).
#[get("/oidc/.well-known/openid-configuration")]
async fn discovery(sandbox: Data<Sandbox>) -> HttpResponse {
    let issuer = sandbox.issuer();
    HttpResponse::Ok().json(json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "userinfo_endpoint": format!("{issuer}/userinfo"),
        "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "scopes_supported": ["openid", "profile", "email"],
        "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": true,
    }))
}

#[get("/oidc/keys")]
async fn keys(sandbox: Data<Sandbox>) -> HttpResponse {
    match sandbox.0.oidc.signer() {
        Ok(signer) => HttpResponse::Ok().json(json!({ "keys": [signer.public()] })),
        Err(error) => {
            tracing::error!(error = %causes(&error), "load signing key failed");
            HttpResponse::InternalServerError().finish()
        }
    }
}

/// Claims of the person of an access token.
#[get("/oidc/userinfo")]
async fn user_info(request: HttpRequest, sandbox: Data<Sandbox>) -> HttpResponse {
    let token = request
        .headers()
        .get("authorization")
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.strip_prefix("Bearer "));
    let found = token
        .and_then(|token| sandbox.0.oidc.access.look(token, sandbox.now_ms()))
        .and_then(|number| Some((number, person(number)?)));
    match found {
        Some((number, person)) => HttpResponse::Ok().json(described(&sandbox, number, person)),
        None => HttpResponse::Unauthorized()
            .insert_header(("www-authenticate", "Bearer error=\"invalid_token\""))
            .finish(),
    }
}

/// Claims of a person.
fn described(sandbox: &Sandbox, number: usize, person: &Person) -> serde_json::Value {
    json!({
        "sub": person.subject,
        "name": person.name,
        "nickname": person.name,
        "picture": format!("{}{PATH}/people/{number}.svg", sandbox.0.origin),
        "email": person.email,
        "email_verified": person.email_verified,
    })
}
