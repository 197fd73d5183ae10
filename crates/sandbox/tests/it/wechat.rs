//! WeChat's shape: the product's client against this provider.

use connectors::Secret;
use connectors::social::{AuthContext, Social, SocialError, WechatSettings};
use domain::auth::social::SocialKind;
use sandbox::WECHAT_APP_ID;

use crate::server::{NOW, Server, chosen, client, query};

const STATE: &str = "0123456789abcdef";

fn social(server: &Server, secret: &str) -> Social {
    let settings = WechatSettings {
        app_id: WECHAT_APP_ID.to_owned(),
        secret: Secret::new(secret),
        address: Some(server.sandbox.wechat_address()),
    };
    Social::new(None, Some(settings)).unwrap()
}

fn way(page: &str) -> AuthContext<'_> {
    AuthContext {
        redirect_uri: page,
        nonce: "",
        verifier: "",
    }
}

async fn address(server: &Server, social: &Social) -> String {
    let page = format!("{}/app/social-login", server.base);
    let address = social.address(SocialKind::Wechat, STATE, way(&page), NOW);
    address.await.unwrap()
}

#[tokio::test]
async fn a_person_is_known_by_the_union_id_once_for_each_code() {
    let server = Server::start();
    let social = social(&server, &server.sandbox.keys().wechat.clone());
    let address = address(&server, &social).await;
    assert!(address.ends_with("#wechat_redirect"));
    let back = chosen(&address, "3").await;
    assert_eq!(query(&back, "state").as_deref(), Some(STATE));
    let code = query(&back, "code").unwrap();
    let person = || social.person(SocialKind::Wechat, &code, None, way(""), NOW);
    let known = person().await.unwrap();
    assert_eq!(known.subject, "o6_bmzz77Tlm6_2sgVt7hMZOPfQQ");
    assert_eq!(known.issuer, "wechat");
    assert!(known.nickname.starts_with("<b>Robert'); 👩‍🌾</b>"));
    let again = person().await;
    assert!(matches!(again, Err(SocialError::Refused(why)) if why == "errcode 40029"));
}

#[tokio::test]
async fn an_app_that_does_not_prove_itself_gets_nothing() {
    let server = Server::start();
    let social = social(&server, "wrong");
    let back = chosen(&address(&server, &social).await, "0").await;
    let code = query(&back, "code").unwrap();
    let outcome = social
        .person(SocialKind::Wechat, &code, None, way(""), NOW)
        .await;
    assert!(matches!(outcome, Err(SocialError::Refused(why)) if why == "errcode 40125"));
}

#[tokio::test]
async fn a_refusal_comes_back_with_the_state_alone_and_errors_on_http_200() {
    let server = Server::start();
    let social = social(&server, "any");
    let address = address(&server, &social).await;
    let reply = client().get(&address).send().await.unwrap();
    let page = reply.text().await.unwrap();
    assert!(page.contains(&format!("/app/social-login?state={STATE}\"")));
    for path in [
        "oauth2/access_token?appid=x",
        "userinfo?access_token=x&openid=y",
    ] {
        let url = format!("{}/sandbox/wechat/sns/{path}", server.base);
        let reply = client().get(url).send().await.unwrap();
        assert_eq!(reply.status(), 200);
        assert_eq!(reply.headers()["content-type"], "text/plain");
        assert!(reply.text().await.unwrap().contains("\"errcode\":400"));
    }
}

#[tokio::test]
async fn the_page_is_only_for_our_app_our_pages_and_a_state_of_letters_and_digits() {
    let server = Server::start();
    let social = social(&server, "any");
    let address = address(&server, &social).await;
    for (from, to) in [
        (WECHAT_APP_ID, "wx1"),
        ("scope=snsapi_login", "scope=snsapi_userinfo"),
        ("response_type=code", "response_type=token"),
        (STATE, "a-b"),
        ("%2Fapp%2Fsocial-login", "%2Fapp%2Fx"),
    ] {
        for address in [
            address.replace(from, to),
            address
                .replace(from, to)
                .replace("/qrconnect?", "/choose?person=0&"),
        ] {
            let reply = client().get(&address).send().await.unwrap();
            assert_eq!(reply.status(), 400, "{address}");
        }
    }
}
