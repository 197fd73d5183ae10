//! Signing in by an account somewhere else, over both providers: the way there and back, and every way that must lead nowhere.

use std::fmt::Write;

use reqwest::{Method, redirect};
use serde_json::{Value, json};

use crate::server::{OWNER, PASSWORD, Reply, STRANGER, Server, with_server, with_server_at};

mod binding;

const WECHAT: i64 = 32;
const OPEN_ID: i64 = 50;
const REFUSED: i64 = 1_002_018_000;
const MINUTE_S: f64 = 60.0;

/// A browser on its way: its cookies, and the address it was given.
struct Journey {
    kind: i64,
    cookie: String,
    address: String,
}

fn page(s: &Server) -> String {
    format!("{}/app/social-login", s.base)
}

async fn ask(s: &Server, kind: i64, redirect_uri: &str, cookie: &str) -> Reply {
    let mut query = String::new();
    for byte in redirect_uri.bytes() {
        write!(query, "%{byte:02X}").expect("a String takes everything");
    }
    let path = format!("/app-api/member/auth/social-auth-redirect?type={kind}&redirectUri={query}");
    s.send(Method::GET, &path, &[("cookie", cookie)], "").await
}

async fn depart(s: &Server, kind: i64) -> Journey {
    depart_to(s, kind, &page(s), "").await
}

async fn depart_to(s: &Server, kind: i64, redirect_uri: &str, cookie: &str) -> Journey {
    let reply = ask(s, kind, redirect_uri, cookie).await;
    let address = reply.data().as_str().unwrap().to_owned();
    let set = reply.header("set-cookie");
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"] {
        assert!(set.contains(attribute), "{set}");
    }
    Journey {
        kind,
        cookie: set.split(';').next().unwrap().to_owned(),
        address,
    }
}

impl Journey {
    /// The address that the provider sends the browser back to after somebody was chosen: what its query says.
    async fn choose(&self, person: usize) -> Vec<(String, String)> {
        let address = self
            .address
            .replace("/authorize?", "/choose?")
            .replace("/qrconnect?", "/choose?")
            .replace("#wechat_redirect", "");
        let client = crate::server::client()
            .tls_certs_only([])
            .redirect(redirect::Policy::none())
            .build()
            .unwrap();
        let reply = client
            .get(format!("{address}&person={person}"))
            .send()
            .await
            .unwrap();
        let back = reply.headers()["location"].to_str().unwrap().to_owned();
        query(&back)
    }

    /// Body that the page sends when the browser is back.
    async fn body(&self, person: usize) -> Value {
        let query = self.choose(person).await;
        let mut body = json!({ "type": self.kind, "agreed": true });
        for (name, value) in query {
            body[name] = json!(value);
        }
        body
    }

    async fn finish(&self, s: &Server, body: &Value) -> Reply {
        let headers = [
            ("content-type", "application/json"),
            ("cookie", self.cookie.as_str()),
        ];
        let path = "/app-api/member/auth/social-login";
        s.send(Method::POST, path, &headers, body.to_string()).await
    }

    /// There and back.
    async fn whole(&self, s: &Server, person: usize) -> Reply {
        let body = self.body(person).await;
        self.finish(s, &body).await
    }
}

fn query(address: &str) -> Vec<(String, String)> {
    let url = reqwest::Url::parse(address).unwrap();
    url.query_pairs().into_owned().collect()
}

/// Signs in with a social token: the account behind it is the member's from now on.
async fn bind(s: &Server, account: &str, social_token: &str) -> Reply {
    s.post(
        "/app-api/member/auth/sms-login",
        "",
        json!({ "phone": account, "password": PASSWORD, "socialToken": social_token, "agreed": true }),
    )
    .await
}

async fn social_token(s: &Server, kind: i64, person: usize) -> String {
    let data = depart(s, kind).await.whole(s, person).await.data();
    assert_eq!(data["bound"], false, "{data}");
    data["socialToken"].as_str().unwrap().to_owned()
}

#[test]
fn an_account_elsewhere_is_bound_once_and_opens_the_account_from_then_on() {
    with_server(async |s| {
        for (kind, person) in [(OPEN_ID, 0), (WECHAT, 1)] {
            let data = depart(s, kind).await.whole(s, person).await.data();
            assert_eq!(data["bound"], false);
            assert_eq!(data["nickname"], ["林小满", "Ana Duarte"][person]);
            let avatar = data["avatar"].as_str().unwrap();
            assert!(avatar.ends_with(&format!("/sandbox/people/{person}.svg")));
            assert!(data["accessToken"].is_null());
            let token = data["socialToken"].as_str().unwrap();
            let signed_in = bind(s, OWNER, token).await.data();

            let again = depart(s, kind).await.whole(s, person).await;
            assert!(again.header("set-cookie").contains("owl_rt="));
            let data = again.data();
            assert_eq!(data["bound"], true);
            assert_eq!(data["userId"], signed_in["userId"]);
            assert!(data["socialToken"].is_null());
            let access = data["accessToken"].as_str().unwrap();
            let me = s.get("/getInfo", access).await;
            assert_eq!(me.code(), 200);
        }
    });
}

#[test]
fn whoever_did_not_accept_the_agreements_is_not_signed_in_by_an_account_elsewhere() {
    with_server(async |s| {
        let journey = depart(s, OPEN_ID).await;
        let mut body = journey.body(0).await;
        for agreed in [json!(false), Value::Null] {
            body["agreed"] = agreed;
            let refused = journey.finish(s, &body).await;
            assert_eq!(refused.code(), 1_004_003_006, "{}", refused.text);
        }
        body.as_object_mut().unwrap().remove("agreed");
        assert_eq!(journey.finish(s, &body).await.code(), 1_004_003_006);
        // The refusals spent nothing.
        body["agreed"] = json!(true);
        assert_eq!(journey.finish(s, &body).await.code(), 0);

        let journey = depart(s, OPEN_ID).await;
        let mut body = journey.body(0).await;
        body["agreementVersions"] = json!({ "terms": 9 });
        let changed = journey.finish(s, &body).await;
        assert_eq!(changed.code(), 1_004_003_007, "{}", changed.text);
    });
}

#[test]
fn a_state_that_is_missing_foreign_late_or_of_another_browser_leads_nowhere() {
    with_server(async |s| {
        let journey = depart(s, OPEN_ID).await;
        let good = journey.body(0).await;
        for state in [json!(""), json!("0".repeat(64)), json!("x".repeat(5000))] {
            let mut body = good.clone();
            body["state"] = state;
            assert_eq!(journey.finish(s, &body).await.code(), REFUSED);
        }
        let mut without = good.clone();
        without.as_object_mut().unwrap().remove("state");
        assert_eq!(journey.finish(s, &without).await.code(), 400);

        let other = depart(s, OPEN_ID).await;
        assert_ne!(other.cookie, journey.cookie);
        assert_eq!(other.finish(s, &good).await.code(), REFUSED);
        let nobody = Journey {
            cookie: String::new(),
            ..other
        };
        assert_eq!(nobody.finish(s, &good).await.code(), REFUSED);

        // None of these spent it.
        assert_eq!(journey.finish(s, &good).await.data()["bound"], false);

        let late = depart(s, OPEN_ID).await;
        let good = late.body(0).await;
        s.clock.set_offset_s(10.0 * MINUTE_S + 1.0);
        assert_eq!(late.finish(s, &good).await.code(), REFUSED);
        // Nor does it come back when the machine's clock does.
        s.clock.set_offset_s(0.0);
        assert_eq!(late.finish(s, &good).await.code(), REFUSED);
    });
}

#[test]
fn a_state_and_a_code_are_good_once() {
    with_server(async |s| {
        for kind in [OPEN_ID, WECHAT] {
            let journey = depart(s, kind).await;
            let body = journey.body(0).await;
            assert_eq!(journey.finish(s, &body).await.data()["bound"], false);
            assert_eq!(journey.finish(s, &body).await.code(), REFUSED);

            // The code again, with a state of its own.
            let thief = depart(s, kind).await;
            let mut replayed = thief.body(1).await;
            replayed["code"] = body["code"].clone();
            assert_eq!(thief.finish(s, &replayed).await.code(), REFUSED);
        }
    });
}

#[test]
fn of_many_who_come_back_at_once_one_gets_in() {
    with_server(async |s| {
        let journey = depart(s, OPEN_ID).await;
        let body = journey.body(0).await;
        let tries = (0..12).map(|_| journey.finish(s, &body));
        let replies = futures_util::future::join_all(tries).await;
        let (fine, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|r| r.code() == 0);
        assert_eq!(fine.len(), 1);
        assert!(refused.iter().all(|r| r.code() == REFUSED));
    });
}

#[test]
fn a_code_that_was_stolen_from_another_browser_is_worth_nothing() {
    with_server(async |s| {
        // PKCE and nonce: the victim's code does not fit the thief's state.
        let victim = depart(s, OPEN_ID).await.body(0).await;
        let thief = depart(s, OPEN_ID).await;
        let mut body = thief.body(1).await;
        body["code"] = victim["code"].clone();
        assert_eq!(thief.finish(s, &body).await.code(), REFUSED);
    });
}

#[test]
fn the_providers_are_not_mixed_up() {
    with_server(async |s| {
        let journey = depart(s, OPEN_ID).await;
        let good = journey.body(0).await;
        let mut elsewhere = good.clone();
        elsewhere["type"] = json!(WECHAT);
        assert_eq!(journey.finish(s, &elsewhere).await.code(), REFUSED);
        // As text, too.
        let mut foreign = good.clone();
        foreign["type"] = json!("50");
        foreign["iss"] = json!("https://evil.example");
        assert_eq!(journey.finish(s, &foreign).await.code(), REFUSED);

        // This provider always names itself: an answer without a name is not its own.
        let journey = depart(s, OPEN_ID).await;
        let mut unnamed = journey.body(0).await;
        unnamed.as_object_mut().unwrap().remove("iss");
        assert_eq!(journey.finish(s, &unnamed).await.code(), REFUSED);

        let journey = depart(s, WECHAT).await;
        let mut named = journey.body(0).await;
        assert!(named["iss"].is_null());
        named["iss"] = json!(format!("{}/sandbox/oidc", s.base));
        assert_eq!(journey.finish(s, &named).await.code(), REFUSED);
    });
}

#[test]
fn a_provider_sends_back_to_two_pages_only() {
    with_server(async |s| {
        for page in ["/app/social-login", "/app/auth-redirect"] {
            let journey = depart_to(s, OPEN_ID, &format!("{}{page}", s.base), "").await;
            assert_eq!(journey.whole(s, 0).await.data()["bound"], false);
        }
        let host = s.base.strip_prefix("http://").unwrap();
        for uri in [
            format!("{}/app/social-login/", s.base),
            format!("{}/app/social-login?x=1", s.base),
            format!("{}/app/social-login#x", s.base),
            format!("{}/app/", s.base),
            format!("{}//app/social-login", s.base),
            format!("{}.evil.example/app/social-login", s.base),
            format!("http://evil.example@{host}/app/social-login"),
            "https://evil.example/app/social-login".to_owned(),
            "/app/social-login".to_owned(),
            String::new(),
        ] {
            let reply = ask(s, OPEN_ID, &uri, "").await;
            assert_eq!(reply.code(), 400, "{uri}");
            assert_eq!(reply.header("set-cookie"), "", "{uri}");
        }
    });
}

#[test]
fn behind_a_proxy_only_the_public_origin_counts_and_the_cookie_is_locked_to_it() {
    with_server_at(Some("https://console.example"), async |s| {
        assert_eq!(ask(s, WECHAT, &page(s), "").await.code(), 400);
        let uri = "https://console.example/app/social-login";
        let journey = depart_to(s, WECHAT, uri, "").await;
        assert!(journey.cookie.starts_with("__Host-owl_social="));
        let reply = ask(s, WECHAT, uri, "").await;
        assert!(reply.header("set-cookie").contains("Secure"));
    });
}

#[test]
fn two_tabs_of_one_browser_do_not_disturb_each_other() {
    with_server(async |s| {
        let first = depart(s, OPEN_ID).await;
        let second = depart_to(s, WECHAT, &page(s), &first.cookie).await;
        assert_eq!(first.cookie, second.cookie);
        assert_eq!(second.whole(s, 0).await.data()["bound"], false);
        assert_eq!(first.whole(s, 0).await.data()["bound"], false);
    });
}

#[test]
fn an_account_is_never_found_by_its_mail_address() {
    with_server(async |s| {
        // Somebody here has the very address that the provider claims for a stranger, verified or not.
        for (person, mail) in [(0, "xiaoman@mail.example"), (2, "dayong@mail.example")] {
            s.statement(&format!(
                "UPDATE members SET email = '{mail}' WHERE phone = '{OWNER}'"
            ));
            let data = depart(s, OPEN_ID).await.whole(s, person).await.data();
            assert_eq!(data["bound"], false);
            assert!(!data.to_string().contains(mail));
        }
    });
}

#[test]
fn a_disabled_member_does_not_come_in_by_another_door() {
    with_server(async |s| {
        let token = social_token(s, OPEN_ID, 0).await;
        assert_eq!(bind(s, STRANGER, &token).await.code(), 0);
        s.statement(&format!(
            "UPDATE members SET disabled = TRUE WHERE phone = '{STRANGER}'"
        ));
        let reply = depart(s, OPEN_ID).await.whole(s, 0).await;
        assert_eq!(reply.code(), 4_100_100_102);
        assert_eq!(reply.header("set-cookie"), "");
    });
}

#[test]
fn an_unknown_service_is_not_offered() {
    with_server(async |s| {
        for kind in [0, 10, 31, 33, 65_568] {
            let reply = ask(s, kind, &page(s), "").await;
            assert_eq!(reply.code(), 1_002_018_005, "{kind}");
        }
        let body = json!({ "type": "wechat", "code": "a", "state": "b", "agreed": true });
        let reply = s.post("/app-api/member/auth/social-login", "", body).await;
        assert_eq!(reply.code(), 1_002_018_005);
    });
}

#[test]
fn one_address_begins_a_hundred_and_twenty_ways_in_an_hour() {
    with_server(async |s| {
        for _ in 0..120 {
            assert_eq!(ask(s, WECHAT, &page(s), "").await.code(), 0);
        }
        let reply = ask(s, WECHAT, &page(s), "").await;
        assert_eq!(reply.code(), 1_002_000_429);
        assert!(reply.json()["data"]["retryAfterMs"].as_i64().unwrap() > 0);
        s.clock.set_offset_s(60.0 * MINUTE_S + 1.0);
        assert_eq!(ask(s, WECHAT, &page(s), "").await.code(), 0);
    });
}
