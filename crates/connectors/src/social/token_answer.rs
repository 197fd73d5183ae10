//! Answers of token endpoints that the protocol's library cannot read, because an optional part is of another kind than the protocol says
//! (`"email_verified": "True"`, `"expires_in": "3600"`). Such parts are left out; the signature is verified over the token as it came.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{
    CoreIdToken, CoreIdTokenClaims, CoreIdTokenVerifier, CoreJwsSigningAlgorithm as Alg,
    CoreTokenResponse,
};
use openidconnect::{JsonWebKey, SignatureVerificationError};
use serde_json::{Map, Value, json};

use super::SocialError;

/// Claims that decide about a sign-in: they are never left out.
const DECIDING: [&str; 8] = ["iss", "sub", "aud", "exp", "iat", "nonce", "azp", "at_hash"];

/// Bytes of an ID token as they came: its own header and claims, and their signature.
pub(super) struct SignedBytes {
    text: String,
    signature: Vec<u8>,
}

impl SignedBytes {
    /// Verifies the signature, by the key that the token names and one of the allowed algorithms.
    pub(super) fn verify(
        &self,
        token: &CoreIdToken,
        verifier: &CoreIdTokenVerifier<'_>,
        allowed: &[Alg],
    ) -> Result<(), SignatureVerificationError> {
        let alg = token.signing_alg()?;
        if !allowed.contains(alg) {
            let why = "the algorithm is not one of the provider's".to_owned();
            return Err(SignatureVerificationError::DisallowedAlg(why));
        }
        let key = token.signing_key(verifier)?;
        key.verify_signature(alg, self.text.as_bytes(), &self.signature)
    }
}

/// Reads the answer without the optional parts that cannot be read. The token that it holds must be proven by the [`SignedBytes`].
pub(super) fn read(body: &[u8]) -> Result<(CoreTokenResponse, SignedBytes), SocialError> {
    let broken = |why: &str| SocialError::Broken(why.to_owned());
    let mut answer: Map<String, Value> =
        serde_json::from_slice(body).map_err(|_| broken("no token answer"))?;
    let Some(Value::String(token)) = answer.get("id_token") else {
        return Err(broken("no ID token"));
    };
    let parts: Vec<&str> = token.split('.').collect();
    let &[header, payload, signature] = &parts[..] else {
        return Err(broken("the ID token is none"));
    };
    let decode = |part: &str| URL_SAFE_NO_PAD.decode(part).ok();
    let claims = decode(payload).and_then(|json| serde_json::from_slice(&json).ok());
    let (Some(claims), Some(signature_bytes)) = (claims, decode(signature)) else {
        return Err(broken("the ID token is none"));
    };
    let claims =
        serde_json::to_vec(&readable(claims)?).map_err(|_| broken("the ID token is none"))?;
    let rebuilt = format!("{header}.{}.{signature}", URL_SAFE_NO_PAD.encode(claims));
    let signed = SignedBytes {
        text: format!("{header}.{payload}"),
        signature: signature_bytes,
    };
    answer.insert("id_token".to_owned(), rebuilt.into());
    // Nothing here depends on how long the access token lives.
    answer.remove("expires_in");
    let response = serde_json::from_value(answer.into()).map_err(|_| broken("no token answer"))?;
    Ok((response, signed))
}

/// Claims that can be read. One that cannot and decides, or is missing and required, is an error that names it.
fn readable(mut claims: Map<String, Value>) -> Result<Map<String, Value>, SocialError> {
    let least =
        json!({ "iss": "https://issuer.example", "sub": "s", "aud": "a", "exp": 1, "iat": 1 });
    let fault = |name: &str| {
        let words = format!("the ID token's claim {name:?} is missing or of another kind");
        SocialError::Broken(words)
    };
    let required = least.as_object().into_iter().flat_map(Map::keys);
    if let Some(missing) = required
        .into_iter()
        .find(|name| !claims.contains_key(*name))
    {
        return Err(fault(missing));
    }
    // Each claim is tried alone, among as few others as a token can have.
    let is_strange = |name: &str, value: &Value| {
        let mut alone = least.clone();
        alone[name] = value.clone();
        serde_json::from_value::<CoreIdTokenClaims>(alone).is_err()
    };
    let strange = claims
        .iter()
        .filter(|(name, value)| is_strange(name, value));
    let strange: Vec<String> = strange.map(|(name, _)| name.clone()).collect();
    for claim in strange {
        if DECIDING.contains(&claim.as_str()) {
            return Err(fault(&claim));
        }
        tracing::warn!(claim, "ID token claim ignored: unexpected value");
        claims.remove(&claim);
    }
    Ok(claims)
}
