//! OpenID Connect: the product's client against this provider, and whoever does not keep to the protocol.

use connectors::Secret;
use connectors::social::{AuthContext, OidcSettings, Person, Social, SocialError};
use domain::auth::social::SocialKind;
use sandbox::OIDC_CLIENT_ID;

use crate::server::{NOW, Server, chosen, client, query};

const MINUTE: i64 = 60_000;
const STATE: &str = "0123456789abcdef";

fn social(server: &Server, secret: &str) -> Social {
    let settings = OidcSettings {
        issuer: server.sandbox.issuer(),
        client_id: OIDC_CLIENT_ID.to_owned(),
        secret: Secret::new(secret),
        name: "Sandbox".to_owned(),
    };
    Social::new(Some(settings), None).unwrap()
}

/// One member's way.
struct Journey {
    page: String,
    nonce: &'static str,
    verifier: &'static str,
}

impl Journey {
    fn of(server: &Server) -> Self {
        Self {
            page: format!("{}/app/social-login", server.base),
            nonce: "only-for-this-way",
            verifier: "a-verifier-of-at-least-forty-three-characters",
        }
    }

    fn way(&self) -> AuthContext<'_> {
        AuthContext {
            redirect_uri: &self.page,
            nonce: self.nonce,
            verifier: self.verifier,
        }
    }

    async fn address(&self, social: &Social, now: i64) -> String {
        let address = social.address(SocialKind::OpenId, STATE, self.way(), now);
        address.await.unwrap()
    }

    /// A code for the person, and the issuer beside it.
    async fn code(&self, social: &Social, person: &str, now: i64) -> (String, String) {
        let back = chosen(&self.address(social, now).await, person).await;
        assert!(back.starts_with(&self.page), "{back}");
        assert_eq!(query(&back, "state").as_deref(), Some(STATE));
        (query(&back, "code").unwrap(), query(&back, "iss").unwrap())
    }

    async fn person(
        &self,
        social: &Social,
        (code, issuer): &(String, String),
        now: i64,
    ) -> Result<Person, SocialError> {
        let issuer = Some(issuer.as_str());
        social
            .person(SocialKind::OpenId, code, issuer, self.way(), now)
            .await
    }
}

fn secret(server: &Server) -> String {
    server.sandbox.keys().oidc.clone()
}

#[tokio::test]
async fn a_person_is_known_by_the_subject_and_described() {
    let server = Server::start();
    let social = social(&server, &secret(&server));
    let journey = Journey::of(&server);
    let code = journey.code(&social, "0", NOW).await;
    let person = journey.person(&social, &code, NOW).await.unwrap();
    assert_eq!(
        person,
        Person {
            kind: SocialKind::OpenId,
            issuer: server.sandbox.issuer(),
            subject: "248289761001".to_owned(),
            nickname: "林小满".to_owned(),
            picture: format!("{}/sandbox/people/0.svg", server.base),
        }
    );
}

#[tokio::test]
async fn the_address_asks_for_a_code_with_pkce_nonce_and_no_more_than_it_needs() {
    let server = Server::start();
    let social = social(&server, &secret(&server));
    let address = Journey::of(&server).address(&social, NOW).await;
    let value = |name: &str| query(&address, name).unwrap();
    assert_eq!(value("response_type"), "code");
    assert_eq!(value("scope"), "openid profile");
    assert_eq!(value("code_challenge_method"), "S256");
    assert_eq!(value("nonce"), "only-for-this-way");
    assert_eq!(
        value("redirect_uri"),
        format!("{}/app/social-login", server.base)
    );
    let verifier = Journey::of(&server).verifier;
    assert!(!address.contains(verifier));
}

#[tokio::test]
async fn a_code_is_good_once_for_ten_minutes_and_only_with_its_verifier_nonce_and_page() {
    let server = Server::start();
    let social = social(&server, &secret(&server));
    let journey = Journey::of(&server);
    let refused = |outcome: Result<Person, SocialError>| {
        assert!(
            matches!(outcome, Err(SocialError::Refused(_))),
            "{outcome:?}"
        );
    };
    let code = journey.code(&social, "1", NOW).await;
    journey.person(&social, &code, NOW).await.unwrap();
    refused(journey.person(&social, &code, NOW).await);

    let other = Journey {
        verifier: "another-verifier-of-at-least-forty-three-characters",
        ..Journey::of(&server)
    };
    refused(
        other
            .person(&social, &journey.code(&social, "1", NOW).await, NOW)
            .await,
    );
    let other = Journey {
        nonce: "of another way",
        ..Journey::of(&server)
    };
    refused(
        other
            .person(&social, &journey.code(&social, "1", NOW).await, NOW)
            .await,
    );
    let other = Journey {
        page: format!("{}/app/auth-redirect", server.base),
        ..Journey::of(&server)
    };
    refused(
        other
            .person(&social, &journey.code(&social, "1", NOW).await, NOW)
            .await,
    );

    let late = journey.code(&social, "1", NOW).await;
    server.set_now(NOW + 10 * MINUTE);
    refused(journey.person(&social, &late, NOW + 10 * MINUTE).await);
    refused(
        journey
            .person(&social, &(String::new(), late.1.clone()), NOW)
            .await,
    );
    refused(
        journey
            .person(&social, &("x".repeat(4097), late.1), NOW)
            .await,
    );
}

#[tokio::test]
async fn an_answer_of_another_issuer_or_of_none_is_refused() {
    let server = Server::start();
    let social = social(&server, &secret(&server));
    let journey = Journey::of(&server);
    let (code, _) = journey.code(&social, "1", NOW).await;
    for issuer in [None, Some(""), Some("https://evil.example")] {
        let outcome = social
            .person(SocialKind::OpenId, &code, issuer, journey.way(), NOW)
            .await;
        assert!(
            matches!(outcome, Err(SocialError::Refused(_))),
            "{issuer:?}"
        );
    }
}

#[tokio::test]
async fn a_client_that_does_not_prove_itself_gets_nothing() {
    let server = Server::start();
    let social = social(&server, "wrong");
    let journey = Journey::of(&server);
    let code = journey.code(&social, "1", NOW).await;
    let outcome = journey.person(&social, &code, NOW).await;
    assert!(matches!(outcome, Err(SocialError::Refused(_))));
}

#[tokio::test]
async fn a_token_that_is_over_by_our_clock_proves_nobody() {
    let server = Server::start();
    let social = social(&server, &secret(&server));
    let journey = Journey::of(&server);
    let code = journey.code(&social, "1", NOW).await;
    // An hour ahead of the provider: its tokens live as long.
    let outcome = journey.person(&social, &code, NOW + 60 * MINUTE).await;
    assert!(
        matches!(outcome, Err(SocialError::Refused(_))),
        "{outcome:?}"
    );
    let code = journey.code(&social, "1", NOW).await;
    journey
        .person(&social, &code, NOW + 59 * MINUTE)
        .await
        .unwrap();
}

#[tokio::test]
async fn new_keys_of_a_provider_are_asked_for_but_not_more_often_than_once_a_minute() {
    let server = Server::start();
    let social = social(&server, &secret(&server));
    let journey = Journey::of(&server);
    let code = journey.code(&social, "1", NOW).await;
    journey.person(&social, &code, NOW).await.unwrap();

    let server = server.with_another_key().await;
    let code = journey.code(&social, "1", NOW).await;
    let soon = NOW + MINUTE - 1;
    let outcome = journey.person(&social, &code, soon).await;
    assert!(
        matches!(outcome, Err(SocialError::Refused(_))),
        "{outcome:?}"
    );
    let code = journey.code(&social, "1", NOW).await;
    journey.person(&social, &code, NOW + MINUTE).await.unwrap();
    drop(server);
}

#[tokio::test]
async fn a_provider_that_is_away_or_calls_itself_otherwise_is_not_believed() {
    let server = Server::start();
    let settings = |issuer: String| OidcSettings {
        issuer,
        client_id: OIDC_CLIENT_ID.to_owned(),
        secret: Secret::new("x"),
        name: "Sandbox".to_owned(),
    };
    let journey = Journey::of(&server);
    let asked = async |issuer: String| {
        let social = Social::new(Some(settings(issuer)), None).unwrap();
        let address = social.address(SocialKind::OpenId, STATE, journey.way(), NOW);
        address.await.unwrap_err()
    };
    // An issuer address under another name of the same server: the issuer that the server names is not the one that was set.
    let port = server.base.rsplit_once(':').unwrap().1;
    let alias = asked(format!("http://localhost:{port}/sandbox/oidc")).await;
    assert!(matches!(alias, SocialError::Broken(_)), "{alias}");
    let nothing = asked(format!("{}/sandbox/nothing", server.base)).await;
    assert!(matches!(nothing, SocialError::Broken(_)), "{nothing}");
    let away = asked("http://127.0.0.1:9/oidc".to_owned()).await;
    assert!(matches!(away, SocialError::Unreachable(_)), "{away}");
}

#[tokio::test]
async fn the_page_offers_people_escapes_them_and_sends_nobody_to_strangers() {
    let server = Server::start();
    let social = social(&server, &secret(&server));
    let address = Journey::of(&server).address(&social, NOW).await;
    let path = address.strip_prefix(&server.base).unwrap();
    let (status, page) = server.get_with(path, &[("accept-language", "en")]).await;
    assert_eq!(status, 200);
    assert!(page.contains("Choose who signs in") && page.contains("林小满"));
    assert!(page.contains("&lt;b&gt;Robert&#39;)") && !page.contains("<b>Robert"));
    assert!(page.contains("error=access_denied"));

    let page = format!("{}/app/social-login", server.base);
    for (from, to) in [
        ("client_id=owldeck", "client_id=other".to_owned()),
        (
            "redirect_uri=",
            "redirect_uri=https%3A%2F%2Fevil.example%2Fapp%2Fsocial-login&ignored=".to_owned(),
        ),
        ("%2Fapp%2Fsocial-login", "%2Fapp%2F".to_owned()),
        (
            "%2Fapp%2Fsocial-login",
            "%2Fapp%2Fsocial-login%3Fx".to_owned(),
        ),
    ] {
        for path in [
            path.to_owned(),
            path.replace("/authorize?", "/choose?person=0&"),
        ] {
            let (status, text) = server.get(&path.replace(from, &to)).await;
            assert_eq!(status, 400, "{to}");
            assert!(!text.contains("evil.example/app"), "{to}");
        }
    }
    for (from, to, error) in [
        (
            "response_type=code",
            "response_type=token",
            "unsupported_response_type",
        ),
        ("scope=openid", "scope=nothing", "invalid_scope"),
        (
            "code_challenge_method=S256",
            "code_challenge_method=plain",
            "invalid_request",
        ),
        ("code_challenge=", "no_challenge=", "invalid_request"),
    ] {
        let url = address.replace(from, to);
        let reply = client().get(url).send().await.unwrap();
        let back = reply.headers()["location"].to_str().unwrap();
        assert!(back.starts_with(&page));
        assert_eq!(query(back, "error").as_deref(), Some(error));
        assert_eq!(query(back, "code"), None);
    }
    let back = chosen(&address, "99").await;
    assert_eq!(query(&back, "error").as_deref(), Some("access_denied"));
}

#[tokio::test]
async fn nobody_is_described_without_an_access_token() {
    let server = Server::start();
    for authorization in ["", "Bearer ", "Bearer wrong", "Basic x"] {
        let headers = [("authorization", authorization)];
        let (status, text) = server.get_with("/sandbox/oidc/userinfo", &headers).await;
        assert_eq!((status, text.as_str()), (401, ""), "{authorization}");
    }
}
