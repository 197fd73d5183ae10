//! OpenID Connect as providers in the field speak it: a provider on this machine that signs whatever claims a test gives it.
//! Whole ways are tests of the sandbox.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_SHA256};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use connectors::Secret;
use connectors::social::{AuthContext, OidcSettings, Person, Social, SocialError};
use domain::auth::social::SocialKind;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::NOW;
use crate::alipay_signed::pair;

const CLIENT: &str = "owldeck";
const WAY: AuthContext<'static> = AuthContext {
    redirect_uri: "https://console.example/app/social-login",
    nonce: "only-for-this-way",
    verifier: "a-verifier-of-at-least-forty-three-characters",
};

/// Answers until it is dropped.
struct Provider {
    issuer: String,
    task: JoinHandle<()>,
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A token of somebody for our client, with these claims beside or in place of its own.
fn id_token(issuer: &str, claims: &Value) -> String {
    let mut all = json!({
        "iss": issuer,
        "sub": "248289761001",
        "aud": CLIENT,
        "iat": NOW / 1000,
        "exp": NOW / 1000 + 3600,
        "nonce": WAY.nonce,
        "nickname": "Ana",
    });
    for (name, value) in claims.as_object().unwrap() {
        all[name.as_str()] = value.clone();
    }
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!(
        "{}.{}",
        encode(&json!({ "alg": "RS256", "kid": "1" })),
        encode(&all)
    );
    let pair = pair();
    let mut signature = vec![0; pair.public_modulus_len()];
    let (random, bytes) = (SystemRandom::new(), text.as_bytes());
    pair.sign(&RSA_PKCS1_SHA256, &random, bytes, &mut signature)
        .unwrap();
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

fn answer(path: &str, issuer: &str, claims: &Value) -> Value {
    match path {
        "/.well-known/openid-configuration" => json!({
            "issuer": issuer,
            "authorization_endpoint": format!("{issuer}/authorize"),
            "token_endpoint": format!("{issuer}/token"),
            "jwks_uri": format!("{issuer}/keys"),
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }),
        "/keys" => {
            let pair = pair();
            let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
            json!({ "keys": [{
                "kty": "RSA",
                "use": "sig",
                "kid": "1",
                "n": part(pair.public_key().modulus().big_endian_without_leading_zero()),
                "e": part(pair.public_key().exponent().big_endian_without_leading_zero()),
            }] })
        }
        _ => {
            let mut id_token = id_token(issuer, claims);
            if claims.get("forged").is_some() {
                // The signature is that of other claims.
                let other = self::id_token(issuer, &json!({}));
                let (text, _) = id_token.rsplit_once('.').unwrap();
                let (_, signature) = other.rsplit_once('.').unwrap();
                id_token = format!("{text}.{signature}");
            }
            let mut answer = json!({
                "access_token": "access",
                "token_type": "Bearer",
                "id_token": id_token,
            });
            if let Some(seconds) = claims.get("expires_in") {
                answer["expires_in"] = seconds.clone();
            }
            answer
        }
    }
}

/// One exchange; a body needs no look at, for nothing in it decides.
async fn serve(mut stream: TcpStream, issuer: &str, claims: &Value) {
    let mut bytes = Vec::new();
    let (head, mut rest) = loop {
        let mut chunk = [0; 4096];
        let n = stream.read(&mut chunk).await.unwrap();
        bytes.extend_from_slice(&chunk[..n]);
        let text = String::from_utf8(bytes.clone()).unwrap();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            break (head.to_lowercase(), body.len());
        }
        assert!(n > 0, "the request broke off");
    };
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length:"));
    let length = length.map_or(0, |n| n.trim().parse().unwrap());
    while rest < length {
        rest += stream.read(&mut [0; 4096]).await.unwrap();
    }
    let path = head.split(' ').nth(1).unwrap();
    let body = answer(path, issuer, claims).to_string();
    let reply = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(reply.as_bytes()).await.unwrap();
}

impl Provider {
    async fn saying(claims: Value) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let own = issuer.clone();
        let task = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                serve(stream, &own, &claims).await;
            }
        });
        Self { issuer, task }
    }
}

async fn person(claims: Value) -> Result<Person, SocialError> {
    let provider = Provider::saying(claims).await;
    let settings = OidcSettings {
        issuer: provider.issuer.clone(),
        client_id: CLIENT.to_owned(),
        secret: Secret::new("secret"),
        name: "Provider".to_owned(),
    };
    let social = Social::new(Some(settings), None).unwrap();
    social
        .person(SocialKind::OpenId, "code", None, WAY, NOW)
        .await
}

#[tokio::test]
async fn claims_in_the_forms_that_providers_write_sign_in() {
    for claims in [
        json!({}),
        // OpenID Connect's own, Auth0's, and with a fraction.
        json!({ "updated_at": 1_795_226_000 }),
        json!({ "updated_at": "2026-11-20T08:15:30.123Z" }),
        json!({ "updated_at": 1_795_226_000.5 }),
        // Cognito and ADFS.
        json!({ "email": "ana@mail.example", "email_verified": "true" }),
        json!({ "email": "ana@mail.example", "email_verified": "false" }),
        json!({ "phone_number": "+34123456789", "phone_number_verified": "true" }),
        // Of kinds that the protocol does not know, in claims that decide nothing.
        json!({ "email": "ana@mail.example", "email_verified": "True" }),
        json!({ "email_verified": 1, "acr": 1, "address": "Main Street 1", "updated_at": "yesterday" }),
        json!({ "expires_in": "3600" }),
        json!({ "aud": [CLIENT] }),
        json!({ "aud": [CLIENT], "azp": CLIENT }),
        // Zitadel.
        json!({ "aud": ["249184910243", CLIENT, "249184910244"], "azp": CLIENT }),
    ] {
        let person = person(claims.clone()).await;
        let person = person.unwrap_or_else(|error| panic!("{claims}: {error}"));
        assert_eq!(
            (person.subject.as_str(), person.nickname.as_str()),
            ("248289761001", "Ana")
        );
    }
}

#[tokio::test]
async fn a_token_that_another_client_asked_for_is_refused() {
    for claims in [
        json!({ "azp": "other" }),
        json!({ "aud": [CLIENT], "azp": "other" }),
        json!({ "aud": [CLIENT, "other"], "azp": "other" }),
        json!({ "aud": [CLIENT, "other"], "azp": "" }),
        // The client that asked is not named.
        json!({ "aud": [CLIENT, "other"] }),
        json!({ "aud": ["other"], "azp": CLIENT }),
        json!({ "aud": "other" }),
    ] {
        let refusal = person(claims.clone()).await.unwrap_err();
        assert!(matches!(refusal, SocialError::Refused(_)), "{claims}");
        let words = refusal.to_string();
        assert!(
            ["azp", "aud", "udience"]
                .iter()
                .any(|word| words.contains(word)),
            "{words}"
        );
    }
}

#[tokio::test]
async fn claims_that_are_left_out_take_no_part_of_the_proof_away() {
    for claims in [
        json!({ "acr": 1, "forged": true }),
        json!({ "acr": 1, "aud": "other" }),
        json!({ "acr": 1, "iss": "https://other.example" }),
        json!({ "acr": 1, "nonce": "another" }),
        json!({ "acr": 1, "exp": NOW / 1000 - 1 }),
        json!({ "acr": 1, "azp": "other" }),
        json!({ "acr": 1, "at_hash": "AAAAAAAAAAAAAAAAAAAAAA" }),
    ] {
        let refusal = person(claims.clone()).await.unwrap_err();
        assert!(
            matches!(refusal, SocialError::Refused(_)),
            "{claims}: {refusal}"
        );
    }
}

#[tokio::test]
async fn a_claim_that_decides_and_cannot_be_read_is_named() {
    for (name, value) in [
        ("exp", json!([1])),
        ("iat", json!("yesterday")),
        ("sub", json!(5)),
        ("nonce", json!(1)),
        ("azp", json!([CLIENT])),
        ("at_hash", json!(0)),
    ] {
        // Beside it a claim that decides nothing.
        let error = person(json!({ name: value, "acr": 1 })).await.unwrap_err();
        assert!(matches!(error, SocialError::Broken(_)), "{name}");
        assert!(error.to_string().contains(name), "{error}");
    }
}
