//! WeChat's answers: refusals on HTTP 200, JSON that calls itself plain text. The whole way is a test of the sandbox.

use connectors::Secret;
use connectors::social::{AuthContext, Social, SocialError, WechatSettings};
use domain::auth::social::SocialKind;

use crate::NOW;
use crate::service::{Answer, Service, http};

const WAY: AuthContext<'static> = AuthContext {
    redirect_uri: "https://console.example/app/social-login",
    nonce: "n",
    verifier: "v",
};

fn social(address: Option<String>) -> Social {
    let settings = WechatSettings {
        app_id: "wx0123456789abcdef".to_owned(),
        secret: Secret::new("keep this"),
        address,
    };
    Social::new(None, Some(settings)).unwrap()
}

#[tokio::test]
async fn the_address_has_wechats_own_names_and_its_fragment() {
    let address = social(None)
        .address(SocialKind::Wechat, "abc123", WAY, NOW)
        .await
        .unwrap();
    assert_eq!(
        address,
        "https://open.weixin.qq.com/connect/qrconnect?appid=wx0123456789abcdef\
         &redirect_uri=https%3A%2F%2Fconsole.example%2Fapp%2Fsocial-login\
         &response_type=code&scope=snsapi_login&state=abc123#wechat_redirect"
    );
}

async fn refused(answer: Answer) -> SocialError {
    let service = Service::answering(answer).await;
    let outcome = social(Some(service.url.clone()))
        .person(SocialKind::Wechat, "code", None, WAY, NOW)
        .await;
    outcome.unwrap_err()
}

#[tokio::test]
async fn a_refusal_on_http_200_is_a_refusal() {
    let body = r#"{"errcode":40029,"errmsg":"invalid code, rid: 1"}"#;
    let error = refused(http("200 OK", "text/plain", body)).await;
    assert!(matches!(error, SocialError::Refused(_)), "{error}");
    for body in ["", "ok", "{}", "7"] {
        let error = refused(http("200 OK", "text/plain", body)).await;
        assert!(matches!(error, SocialError::Broken(_)), "{body}: {error}");
    }
}

#[tokio::test]
async fn the_secret_is_in_no_error() {
    let cut = Answer::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{".to_vec());
    let error = refused(cut).await;
    let mut told = format!("{error} {error:?}");
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        told = format!("{told} {inner} {inner:?}");
        cause = inner.source();
    }
    assert!(!told.contains("keep"), "{told}");
}

#[test]
fn an_address_without_tls_is_only_on_this_machine() {
    for (address, fine) in [
        ("http://127.0.0.1:8080/sandbox/wechat", true),
        ("https://wechat.example", true),
        ("http://wechat.example", false),
        ("http://127.0.0.1.example", false),
        ("wechat.example", false),
    ] {
        let settings = WechatSettings {
            app_id: "wx".to_owned(),
            secret: Secret::new("s"),
            address: Some(address.to_owned()),
        };
        let made = Social::new(None, Some(settings));
        assert_eq!(made.is_ok(), fine, "{address}");
    }
}
