//! Provider of OpenID Connect: discovery, authorization code with PKCE, nonce, a verified ID token (OpenID Connect Core 1.0, RFC 7636, RFC
//! 9207).

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use causes::causes;
use chrono::{DateTime, Utc};
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthenticationFlow, CoreClaimName, CoreClaimType, CoreClient,
    CoreClientAuthMethod, CoreGrantType, CoreIdToken, CoreIdTokenClaims, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJweKeyManagementAlgorithm,
    CoreJwsSigningAlgorithm as Alg, CoreResponseMode, CoreResponseType, CoreSubjectIdentifierType,
    CoreUserInfoClaims,
};
use openidconnect::{
    AccessToken, AccessTokenHash, AdditionalProviderMetadata, AsyncHttpClient, AuthType,
    AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, DiscoveryError,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IssuerUrl,
    LocalizedClaim, Nonce, OAuth2TokenResponse, PkceCodeChallenge, PkceCodeVerifier,
    ProviderMetadata, RedirectUrl, RequestTokenError, Scope, SignatureVerificationError,
    TokenResponse, TokenUrl, UserInfoUrl,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use domain::auth::social::SocialKind;

use super::token_answer::SignedBytes;
use super::{AuthContext, Person, SocialConfigError, SocialError, checked, keys, token_answer};
use crate::http::HttpError;
use crate::{Secret, http};

/// Time after which a provider's addresses and keys are fetched again.
const KEPT_MS: i64 = 60 * 60 * 1000;
/// Shortest pause before the keys are fetched again for a token that names an unknown key.
const ASK_AGAIN_MS: i64 = 60 * 1000;
/// Longest code that is passed on.
const CODE_MAX_BYTES: usize = 4096;

/// Settings of a provider.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Identifier of the provider, an address; `/.well-known/openid-configuration` lies below.
    pub issuer: String,
    /// Id of our client there.
    pub client_id: String,
    /// Secret of our client there.
    pub secret: Secret,
    /// Name for people.
    pub name: String,
}

/// Metadata of RFC 9207: whether answers name their issuer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Extra {
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl AdditionalProviderMetadata for Extra {}

type Metadata = ProviderMetadata<
    Extra,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// Cached metadata of a provider.
struct CachedMetadata {
    metadata: Arc<Metadata>,
    since_ms: i64,
}

/// A provider and its cached metadata.
pub struct Provider {
    http: Http,
    settings: Settings,
    issuer: IssuerUrl,
    kept: Mutex<Option<CachedMetadata>>,
}

impl Provider {
    pub fn new(settings: Settings) -> Result<Self, SocialConfigError> {
        let url = checked(&settings.issuer)?;
        Ok(Self {
            http: Http(http::client(&url, http::DEADLINE)?),
            // The issuer is kept as it is written: issuers are compared as text.
            issuer: IssuerUrl::new(settings.issuer.clone())
                .map_err(|_| SocialConfigError::Address)?,
            settings,
            kept: Mutex::new(None),
        })
    }

    pub fn name(&self) -> &str {
        &self.settings.name
    }

    pub async fn address(
        &self,
        state: &str,
        context: AuthContext<'_>,
        now_ms: i64,
    ) -> Result<String, SocialError> {
        let metadata = self.metadata(now_ms, KEPT_MS).await?;
        let client = self.client(&metadata, context.redirect_uri)?;
        let (state, nonce) = (state.to_owned(), context.nonce.to_owned());
        let verifier = PkceCodeVerifier::new(context.verifier.to_owned());
        let (url, ..) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new(state),
                || Nonce::new(nonce),
            )
            .add_scope(Scope::new("profile".to_owned()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(url.into())
    }

    pub async fn person(
        &self,
        code: &str,
        issuer: Option<&str>,
        context: AuthContext<'_>,
        now_ms: i64,
    ) -> Result<Person, SocialError> {
        let refused = |why: &str| Err(SocialError::Refused(why.to_owned()));
        if code.len() > CODE_MAX_BYTES {
            return refused("the code is too long");
        }
        let metadata = self.metadata(now_ms, KEPT_MS).await?;
        // A code of another provider is not sent to this one (mix-up attack).
        let names_itself = metadata
            .additional_metadata()
            .authorization_response_iss_parameter_supported;
        match issuer {
            Some(issuer) if issuer != self.issuer.as_str() => return refused("another issuer"),
            None if names_itself => return refused("no issuer came with the code"),
            _ => {}
        }
        let client = self.client(&metadata, context.redirect_uri)?;
        let exchanged = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|_| SocialError::Broken("no token endpoint".to_owned()))?
            .set_pkce_verifier(PkceCodeVerifier::new(context.verifier.to_owned()))
            .request_async(&self.http)
            .await;
        let (answer, signed) = match exchanged {
            Ok(answer) => (answer, None),
            Err(RequestTokenError::Parse(_, body)) => {
                let (answer, signed) = token_answer::read(&body)?;
                (answer, Some(signed))
            }
            Err(error) => return Err(exchange_failed(error)),
        };
        let Some(token) = answer.id_token() else {
            return Err(SocialError::Broken("no ID token".to_owned()));
        };
        let access = answer.access_token();
        let nonce = Nonce::new(context.nonce.to_owned());
        let proof = Proof {
            token,
            signed: signed.as_ref(),
            access,
            nonce: &nonce,
        };
        let claims = match verify(&client, &metadata, proof, now_ms) {
            // The provider may have changed its keys since they were fetched.
            Err(Unverified::Key) => {
                let metadata = self.metadata(now_ms, ASK_AGAIN_MS).await?;
                let client = self.client(&metadata, context.redirect_uri)?;
                verify(&client, &metadata, proof, now_ms).map_err(SocialError::from)?
            }
            verified => verified?,
        };
        let mut person = Person {
            kind: SocialKind::OpenId,
            issuer: self.settings.issuer.clone(),
            subject: claims.subject().as_str().to_owned(),
            nickname: claims
                .nickname()
                .and_then(text)
                .or_else(|| claims.name().and_then(text))
                .unwrap_or_default(),
            picture: claims.picture().and_then(text).unwrap_or_default(),
        };
        if person.nickname.is_empty() {
            self.describe(&client, access, &claims, &mut person).await;
        }
        Ok(person)
    }

    /// Adds name and picture, which many providers tell only here. A person without a name is accepted.
    async fn describe(
        &self,
        client: &Client,
        access: &AccessToken,
        claims: &CoreIdTokenClaims,
        person: &mut Person,
    ) {
        let Ok(request) = client.user_info(access.clone(), Some(claims.subject().clone())) else {
            return;
        };
        let told: Result<CoreUserInfoClaims, _> = request.request_async(&self.http).await;
        match told {
            Ok(told) => {
                person.nickname = told
                    .nickname()
                    .and_then(text)
                    .or_else(|| told.name().and_then(text))
                    .unwrap_or_default();
                person.picture = told.picture().and_then(text).unwrap_or_default();
            }
            Err(error) => {
                tracing::warn!(issuer = self.issuer.as_str(), error = %causes(&error), "read userinfo failed");
            }
        }
    }

    /// Metadata with addresses and keys, not older than `age_ms`; one fetch at a time.
    async fn metadata(&self, now_ms: i64, age_ms: i64) -> Result<Arc<Metadata>, SocialError> {
        let mut kept = self.kept.lock().await;
        if let Some(kept) = &*kept
            && (0..age_ms).contains(&(now_ms - kept.since_ms))
        {
            return Ok(Arc::clone(&kept.metadata));
        }
        let found = Metadata::discover_async(self.issuer.clone(), &self.http).await;
        let metadata = found.map_err(discovery_failed)?;
        self.check_addresses(&metadata)?;
        let keys = keys::strong(metadata.jwks());
        let metadata = metadata.set_jwks(keys);
        let metadata = Arc::new(metadata);
        *kept = Some(CachedMetadata {
            metadata: Arc::clone(&metadata),
            since_ms: now_ms,
        });
        Ok(metadata)
    }

    /// Checks the addresses: a provider on https must not name one without it.
    fn check_addresses(&self, metadata: &Metadata) -> Result<(), SocialError> {
        let urls = [
            Some(metadata.authorization_endpoint().url()),
            metadata.token_endpoint().map(TokenUrl::url),
            metadata.userinfo_endpoint().map(UserInfoUrl::url),
            Some(metadata.jwks_uri().url()),
        ];
        let scheme = self.issuer.url().scheme();
        let fine = urls
            .into_iter()
            .flatten()
            .all(|url| url.scheme() == "https" || url.scheme() == scheme);
        if fine && metadata.token_endpoint().is_some() {
            Ok(())
        } else {
            Err(SocialError::Broken(
                "an address is missing or not https".to_owned(),
            ))
        }
    }

    fn client(&self, metadata: &Metadata, redirect_uri: &str) -> Result<Client, SocialError> {
        let redirect = RedirectUrl::new(redirect_uri.to_owned())
            .map_err(|_| SocialError::Broken("the redirect address is no URL".to_owned()))?;
        // Basic authentication is used unless the provider takes the body only.
        let body_only = metadata
            .token_endpoint_auth_methods_supported()
            .is_some_and(|all| {
                all.contains(&CoreClientAuthMethod::ClientSecretPost)
                    && !all.contains(&CoreClientAuthMethod::ClientSecretBasic)
            });
        let client = CoreClient::from_provider_metadata(
            metadata.clone(),
            ClientId::new(self.settings.client_id.clone()),
            Some(ClientSecret::new(self.settings.secret.expose().to_owned())),
        )
        .set_redirect_uri(redirect)
        .set_auth_type(if body_only {
            AuthType::RequestBody
        } else {
            AuthType::BasicAuth
        });
        Ok(client)
    }
}

/// Reason why an ID token proves nobody.
enum Unverified {
    /// The key of the token is not known.
    Key,
    Other(String),
}

impl From<Unverified> for SocialError {
    fn from(why: Unverified) -> Self {
        match why {
            Unverified::Key => Self::Refused("the ID token's key is not known".to_owned()),
            Unverified::Other(why) => Self::Refused(why),
        }
    }
}

impl From<ClaimsVerificationError> for Unverified {
    fn from(error: ClaimsVerificationError) -> Self {
        match error {
            ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            ) => Self::Key,
            other => Self::Other(other.to_string()),
        }
    }
}

/// An ID token, and what it is verified against.
#[derive(Clone, Copy)]
struct Proof<'a> {
    token: &'a CoreIdToken,
    /// Bytes that are signed, where the token was read without some of its claims.
    signed: Option<&'a SignedBytes>,
    access: &'a AccessToken,
    nonce: &'a Nonce,
}

/// Verifies an ID token: signature, issuer, audience, time, nonce, and that the access token belongs to it. Only signatures by a key pair are
/// accepted.
fn verify(
    client: &Client,
    metadata: &Metadata,
    proof: Proof<'_>,
    now_ms: i64,
) -> Result<CoreIdTokenClaims, Unverified> {
    let Proof { token, access, .. } = proof;
    let now = DateTime::<Utc>::from_timestamp_millis(now_ms)
        .ok_or_else(|| Unverified::Other("the time is out of range".to_owned()))?;
    let allowed: Vec<Alg> = metadata
        .id_token_signing_alg_values_supported()
        .iter()
        .filter(|alg| {
            !matches!(
                alg,
                Alg::HmacSha256 | Alg::HmacSha384 | Alg::HmacSha512 | Alg::None
            )
        })
        .cloned()
        .collect();
    let mut verifier = client
        .id_token_verifier()
        .set_allowed_algs(allowed.clone())
        // Tokens for several clients are accepted if they say that we asked for them.
        .set_other_audience_verifier_fn(|_| true)
        .set_time_fn(move || now);
    if let Some(signed) = proof.signed {
        signed
            .verify(token, &verifier, &allowed)
            .map_err(ClaimsVerificationError::SignatureVerification)?;
        // The library would look for the signature of the claims that are left.
        verifier = verifier.insecure_disable_signature_check();
    }
    let claims = token.claims(&verifier, proof.nonce)?;
    check_party(client, claims)?;
    if let Some(expected) = claims.access_token_hash() {
        let actual = token
            .signing_alg()
            .and_then(|alg| {
                AccessTokenHash::from_token(access, alg, token.signing_key(&verifier)?)
                    .map_err(|e| SignatureVerificationError::Other(e.to_string()))
            })
            .map_err(|error| Unverified::Other(error.to_string()))?;
        if actual != *expected {
            return Err(Unverified::Other("another access token".to_owned()));
        }
    }
    Ok(claims.clone())
}

/// Checks which client asked for the token (OpenID Connect Core 1.0, 3.1.3.7, 4 and 5): a claim `azp` must name us, and a token that is for
/// other clients too must have one.
fn check_party(client: &Client, claims: &CoreIdTokenClaims) -> Result<(), Unverified> {
    let own = client.client_id().as_str();
    let others = || claims.audiences().iter().any(|aud| aud.as_str() != own);
    match claims.authorized_party() {
        Some(party) if party.as_str() != own => Err(Unverified::Other(
            "the claim azp names another client".to_owned(),
        )),
        None if others() => Err(Unverified::Other(
            "the claim aud names others too, and no azp says who asked".to_owned(),
        )),
        _ => Ok(()),
    }
}

/// Value of a claim without a language tag, or any.
fn text<T: Clone + std::ops::Deref<Target = String>>(claim: &LocalizedClaim<T>) -> Option<String> {
    claim
        .get(None)
        .or_else(|| claim.iter().next().map(|(_, value)| value))
        .map(|value| value.to_string())
}

fn discovery_failed(error: DiscoveryError<HttpError>) -> SocialError {
    match error {
        DiscoveryError::Request(HttpError::NoAnswer(error)) => {
            SocialError::Unreachable(Box::new(error))
        }
        // The body is left out, for it may be anything.
        DiscoveryError::Response(status, ..) => {
            SocialError::Broken(format!("HTTP {} at discovery", status.as_u16()))
        }
        other => SocialError::Broken(other.to_string()),
    }
}

fn exchange_failed<T: openidconnect::ErrorResponse>(
    error: RequestTokenError<HttpError, T>,
) -> SocialError {
    match error {
        RequestTokenError::ServerResponse(_) => {
            SocialError::Refused("the code was refused".to_owned())
        }
        RequestTokenError::Request(error) => error.into(),
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            SocialError::Broken("no token answer".to_owned())
        }
    }
}

/// HTTP client in the form that `openidconnect` wants, with the deadline and the answer size of [`http::exchange`].
struct Http(reqwest::Client);

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = HttpError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, HttpError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let request = self
                .0
                .request(head.method, head.uri.to_string())
                .headers(head.headers)
                .body(body);
            let reply = http::exchange(request).await?;
            let mut response = HttpResponse::new(reply.body);
            *response.status_mut() = reply.status;
            if let Some(kind) = reply.content_type {
                response
                    .headers_mut()
                    .insert(reqwest::header::CONTENT_TYPE, kind);
            }
            Ok(response)
        })
    }
}
