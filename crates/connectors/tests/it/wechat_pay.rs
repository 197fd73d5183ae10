//! WeChat Pay without its other side: a published notification, and what becomes of broken answers. Whole ways are tests of
//! the sandbox.

use std::time::Duration;

use connectors::Secret;
use connectors::wallets::{
    Event, Fen, NotificationError, OrderNo, Payment, Timeouts, TradeType, Wallet,
    WalletConfigError, WalletError,
};
use connectors::wechat_pay::{MerchantCertificate, PublicKey, Settings, WechatPay};
use proptest::prelude::*;
use stopwatch::Stopwatch;

use crate::NOW;
use crate::service::{Answer, PATIENCE, Service, http, json, timeouts};

/// 2021-06-24, 08:37:26 UTC: when the published notification was signed.
const THEN: i64 = 1_624_523_846_000;
/// WeChat Pay waits for an answer as long as this.
const TAKEN_WITHIN: Duration = Duration::from_secs(5);
const KEY_ID: &str = "PUB_KEY_ID_0000000000000024101100397200000006";

fn settings() -> Settings {
    Settings {
        mch_id: "1234567890".to_owned(),
        app_id: "wx0123456789abcdef".to_owned(),
        mobile_app_id: None,
        private_key: Secret::new(include_str!("../vectors/testing_key.pem")),
        certificate: MerchantCertificate::SerialNo("F5765756002FDD77".to_owned()),
        api_key: Secret::new("a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb"),
        public_key: Some(PublicKey {
            id: KEY_ID.to_owned(),
            key: include_str!("../vectors/wechat_pay_platform.crt").to_owned(),
        }),
        address: None,
        notify_url: "https://console.example/callback/wechat-pay".to_owned(),
        timeouts: timeouts(PATIENCE),
    }
}

fn wallet(settings: &Settings) -> Wallet {
    WechatPay::new(settings).unwrap().into()
}

/// The notification of WeChat Pay's own library for Go. What is inside is sealed by a key of no merchant.
const BODY: &str = r#"{"id":"3119dfba-e649-5eec-ab1e-3412bc4d2e17","create_time":"2021-06-24T16:37:26+08:00","resource_type":"encrypt-resource","event_type":"PAYSCORE.USER_OPEN_SERVICE","summary":"签约成功","resource":{"original_type":"payscore","algorithm":"AEAD_AES_256_GCM","ciphertext":"YDS3lKPaC4Y52Gf3uhft5qUBlIa8b428AWTtTauHQfQrRw+X1WpiuHIDy0vo1Vd6VEq67aVyqPdDYMkRVSDaZL3iZttevRMOoPKMifozg6XPWjIZumks/GpT48lI4NizyeaqLBokNebthah3o1H76qSlO9NkDjp9bzmKLEYYH9TEklFUpsvPqOTOcgSLgh21YJXYR7dEBXFgRLiNIKRgO5JdXh1hccRUAlyVWxE54PXpnQ==","associated_data":"payscore","nonce":"Kj7QIyUiYx1q"}}"#;
const HEADERS: [(&str, &str); 5] = [
    ("Content-Type", "application/json"),
    ("Wechatpay-Nonce", "EcZ9Cmy4Xyx1i6RlJQzLcCyEqDa26NBz"),
    ("Wechatpay-Timestamp", "1624523846"),
    ("Wechatpay-Serial", KEY_ID),
    (
        "Wechatpay-Signature",
        "tJHIiIS9eB2hAYstmAmbbD3ZE5LiIm/Ug5tuL4fC0YOFRWIHV39UFIZXC0e9Wl6lBu6sKvkqDkzpqzBsVHyXFlbYZTOQrVdG4b6LfTnK4mikv9++ixJMd3vTf2yCqvBkh98zs3Ds5zsYQakzbcwhmw4fMJs4nPLws28H0UW9FjDR//rxELLwXvV1VEA1IBLX70xptjL8hrfUjEE8kkry6yNJTHZRU8CAc7qHli2Ng1V1qb9ARbK8A3ThmFmPQvRGrapI/jS2laKKgYUmfdEdkNO6B2Cke5e8VTxY406ArAmQ90GAihDwIcb16TQMnzCMBoutnwZKNiKRACrFmtxw2Q==",
    ),
];

#[tokio::test]
async fn the_published_notification_is_verified() {
    let wallet = wallet(&settings());
    let told = wallet
        .notification(&HEADERS, BODY.as_bytes(), THEN)
        .await
        .unwrap();
    assert_eq!(told.id, "3119dfba-e649-5eec-ab1e-3412bc4d2e17");
    assert_eq!(
        told.event,
        Event::Other("PAYSCORE.USER_OPEN_SERVICE".to_owned())
    );
    assert_eq!(
        (
            wallet.acknowledgement().status,
            wallet.acknowledgement().body
        ),
        (204, "")
    );
    assert_eq!(wallet.rejection().status, 400);
}

#[tokio::test]
async fn a_notification_is_good_for_less_than_five_minutes() {
    let wallet = wallet(&settings());
    for (shift_s, fine) in [(299, true), (300, false), (-299, true), (-300, false)] {
        let told = wallet
            .notification(&HEADERS, BODY.as_bytes(), THEN + shift_s * 1000)
            .await;
        match told {
            Ok(_) => assert!(fine, "{shift_s}"),
            // A stale notification comes with its id, so that a server which took it before knows it again.
            Err(NotificationError::Stale(told)) => {
                assert!(!fine, "{shift_s}");
                assert_eq!(told.id, "3119dfba-e649-5eec-ab1e-3412bc4d2e17");
            }
            Err(other) => panic!("{shift_s}: {other}"),
        }
    }
}

#[tokio::test]
async fn what_is_old_and_not_signed_is_a_forgery_first_of_all() {
    let wallet = wallet(&settings());
    let told = wallet.notification(&HEADERS, b"{}", THEN + 600_000).await;
    assert!(
        matches!(told, Err(NotificationError::Signature)),
        "{told:?}"
    );
}

#[tokio::test]
async fn a_notification_waits_only_so_long_for_certificates_that_do_not_come() {
    assert!(Timeouts::default().keys < TAKEN_WITHIN);
    let service = Service::answering(Answer::Silence).await;
    let settings = Settings {
        address: Some(service.url.clone()),
        public_key: None,
        timeouts: Timeouts {
            create: Duration::from_mins(1),
            keys: Duration::from_millis(300),
            ask: Duration::from_mins(1),
        },
        ..settings()
    };
    let wallet = wallet(&settings);
    let mut headers = HEADERS;
    headers[3].1 = "5DEA10EF55877E3CF6C33255C2E7DEFFF7E427EC";
    let begun = Stopwatch::start();
    let tell = || wallet.notification(&headers, BODY.as_bytes(), THEN);
    // One asks for the list, the others wait for what it gets.
    let (first, second, third) = tokio::join!(tell(), tell(), tell());
    begun.within(TAKEN_WITHIN);
    assert!(
        matches!(first, Err(NotificationError::NoKeys(_))),
        "{first:?}"
    );
    assert!(second.is_err() && third.is_err());
}

#[tokio::test]
async fn no_header_can_be_left_out_changed_or_come_twice() {
    let wallet = wallet(&settings());
    for n in 1..HEADERS.len() {
        let name = HEADERS[n].0;
        let mut without = HEADERS.to_vec();
        without.remove(n);
        let twice = [&HEADERS[..], &HEADERS[n..=n]].concat();
        for headers in [without, twice] {
            let told = wallet.notification(&headers, BODY.as_bytes(), THEN).await;
            assert!(
                matches!(told, Err(NotificationError::Malformed("headers"))),
                "{name}"
            );
        }
        let other = format!("{}1", HEADERS[n].1);
        let mut changed = HEADERS;
        changed[n].1 = &other;
        let told = wallet.notification(&changed, BODY.as_bytes(), THEN).await;
        assert!(told.is_err(), "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn any_changed_byte_of_a_notification_is_refused(place in 0_usize..2000, byte: u8) {
        let mut body = BODY.as_bytes().to_vec();
        let place = place % body.len();
        let same = body[place] == byte;
        body[place] = byte;
        let wallet = wallet(&settings());
        let told = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(wallet.notification(&HEADERS, &body, THEN));
        prop_assert_eq!(told.is_ok(), same);
        prop_assert!(same || matches!(told, Err(NotificationError::Signature)));
    }
}

async fn asked(answer: Answer) -> WalletError {
    let timeouts = timeouts(answer.timeout());
    let service = Service::answering(answer).await;
    let settings = Settings {
        address: Some(service.url.clone()),
        timeouts,
        ..settings()
    };
    let order_no = OrderNo::parse("O202611210001").unwrap();
    wallet(&settings).query(&order_no, NOW).await.unwrap_err()
}

#[tokio::test]
async fn no_answer_that_is_not_proven_says_that_nothing_happened() {
    for answer in [
        json(r#"{"code":"ORDER_NOT_EXIST","message":""}"#),
        http(
            "404 Not Found",
            "application/json",
            r#"{"code":"ORDER_NOT_EXIST"}"#,
        ),
        http("204 No Content", "application/json", ""),
        http(
            "401 Unauthorized",
            "application/json",
            r#"{"code":"SIGN_ERROR"}"#,
        ),
        http("502 Bad Gateway", "text/html", "<h1>bad</h1>"),
        Answer::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{".to_vec()),
        Answer::Silence,
    ] {
        let error = asked(answer).await;
        assert!(error.may_have_happened(), "{error}");
    }
}

#[tokio::test]
async fn a_request_is_signed_in_the_scheme_and_names_the_wanted_key() {
    let service = Service::answering(json("{}")).await;
    let settings = Settings {
        address: Some(service.url.clone()),
        ..settings()
    };
    let order_no = OrderNo::parse("O202611210001").unwrap();
    let payment = Payment {
        order_no: &order_no,
        amount: Fen::new(109_200).unwrap(),
        subject: "标准型",
        expires_ms: NOW + 15 * 60 * 1000,
        way: TradeType::Qr,
        return_url: None,
    };
    let wallet = wallet(&settings);
    let refused = wallet.create(&payment, NOW).await.unwrap_err();
    assert!(matches!(refused, WalletError::Unverified(_)), "{refused}");
    let request = service.request().await;
    assert_eq!(request.line, "POST /v3/pay/transactions/native");
    let authorization = request.header("authorization");
    let start = r#"WECHATPAY2-SHA256-RSA2048 mchid="1234567890",nonce_str=""#;
    assert!(authorization.starts_with(start), "{authorization}");
    assert!(
        authorization
            .contains(r#"",timestamp="1795226400",serial_no="F5765756002FDD77",signature=""#)
    );
    assert_eq!(request.header("wechatpay-serial"), KEY_ID);
    assert_eq!(request.header("accept"), "application/json");
    assert!(request.header("user-agent").starts_with("owldeck/"));
    let body: serde_json::Value = serde_json::from_str(&request.body).unwrap();
    assert_eq!(
        body["amount"],
        serde_json::json!({ "total": 109_200, "currency": "CNY" })
    );
    assert_eq!(body["time_expire"], "2026-11-21T10:15:00+08:00");
    // A page of its own is something that WeChat Pay does not have.
    let page = Payment {
        way: TradeType::Page,
        ..payment
    };
    let refused = wallet.create(&page, NOW).await.unwrap_err();
    assert!(matches!(refused, WalletError::NotOffered) && !wallet.offers(TradeType::Page));
}

#[test]
fn settings_that_cannot_work_are_refused_at_the_start_and_show_no_secret() {
    let refused = |change: &dyn Fn(&mut Settings)| {
        let mut settings = settings();
        change(&mut settings);
        WechatPay::new(&settings).err()
    };
    assert!(refused(&|_| ()).is_none());
    let fault = refused(&|s| s.api_key = Secret::new("a7cde1ZJB1kG2e7VfTs3jQzaWizur8G"));
    assert!(matches!(fault, Some(WalletConfigError::ApiKey)));
    for number in ["", "F5765756002FDD7G"] {
        let fault = refused(&|s| s.certificate = MerchantCertificate::SerialNo(number.to_owned()));
        assert!(matches!(fault, Some(WalletConfigError::Id(_))), "{number}");
    }
    let fault = refused(&|s| s.certificate = MerchantCertificate::Pem("F5".to_owned()));
    assert!(matches!(fault, Some(WalletConfigError::Certificate(_))));
    let own = include_str!("../vectors/testing_app.crt");
    assert!(refused(&|s| s.certificate = MerchantCertificate::Pem(own.to_owned())).is_none());
    let other = include_str!("../vectors/alipay_app.crt");
    let fault = refused(&|s| s.certificate = MerchantCertificate::Pem(other.to_owned()));
    assert!(matches!(fault, Some(WalletConfigError::Pair)));
    let fault = refused(&|s| s.mch_id = "\"".to_owned());
    assert!(matches!(fault, Some(WalletConfigError::Id("mch_id"))));
    let fault = refused(&|s| s.address = Some("http://api.example".to_owned()));
    assert!(matches!(fault, Some(WalletConfigError::Address)));
    let fault = refused(&|s| s.notify_url = "https://a.example/?b".to_owned());
    assert!(matches!(fault, Some(WalletConfigError::NotifyAddress)));
    let fault = refused(&|s| s.public_key.as_mut().unwrap().id = "1".to_owned());
    assert!(matches!(fault, Some(WalletConfigError::Id(_))));
    let told = format!("{:?}", settings());
    assert!(!told.contains("a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb") && !told.contains("MIIEvg"));
}
