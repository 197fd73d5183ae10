//! Alipay without its other side: a published notification, what is shown to buyers, and what becomes of broken answers.
//! Whole ways are tests of the sandbox.

use std::error::Error;

use connectors::Secret;
use connectors::alipay::{Alipay, Settings, Trust};
use connectors::wallets::{
    AppCall, Event, Fen, NOTIFICATION_MAX_BYTES, NotificationError, OrderNo, Payment, Show,
    TradeType, Wallet, WalletConfigError, WalletError,
};
use proptest::prelude::*;
use url::form_urlencoded;

use crate::NOW;
use crate::service::{Answer, PATIENCE, Service, http, json, timeouts};

pub const KEY: &str = include_str!("../vectors/testing_key.pem");
const APP: &str = include_str!("../vectors/testing_app.crt");
/// The certificate of another app, whose private key was never published.
const OTHER_APP: &str = include_str!("../vectors/alipay_app.crt");
const THEIRS: &str = include_str!("../vectors/alipay_theirs.crt");
const ROOT: &str = include_str!("../vectors/alipay_root.crt");

pub fn settings() -> Settings {
    Settings {
        app_id: "9021000122682882".to_owned(),
        seller_id: "2088721003899159".to_owned(),
        private_key: Secret::new(KEY),
        trust: Trust::Certificates {
            app: APP.to_owned(),
            alipay: THEIRS.to_owned(),
            root: ROOT.to_owned(),
        },
        gateway: None,
        notify_url: "https://console.example/callback/alipay".to_owned(),
        timeouts: timeouts(PATIENCE),
    }
}

pub fn wallet(settings: &Settings) -> Wallet {
    Alipay::new(settings).unwrap().into()
}

/// A notification that Alipay's sandbox sent on 2023-12-21, as the tests of yansongda/pay publish it.
const PUBLISHED: [(&str, &str); 25] = [
    ("gmt_create", "2023-12-21 16:26:32"),
    ("charset", "utf-8"),
    ("gmt_payment", "2023-12-21 16:26:43"),
    ("notify_time", "2023-12-21 16:26:45"),
    ("subject", "yansongda+测试 - 1"),
    (
        "sign",
        "Rs7SszD15WqbdJsGZPN+HpCBcQzBCkJx0ccNeg1rpUxyTVA1ps2vJ4sLhaa7O+lliTj6N1MSGqc8cK6JSs7nPg731RAOfneirtrqrlW2u0m15kWAKrVjgPGLUMtK/eT15e/6NcxsWra/bsZaan+nFDzO8xceOwy96W+qVUtTPfBRBp9Zjryi5oIONOifGMALD284YbNC3qq2eyqVysF+zgk+/MtuHk2Eh/fL7UbClHQXQ2hD686Dt8bR949TNMbkWCYXstmjVBO55qF8xhaoF/b5zAe5/O/13g/QlwDXBcF3XwJpbFWrBehoFFCnJhR/xXZ0E+D2Vsw1oAQ3l+R2dQ==",
    ),
    ("buyer_id", "2088722003899169"),
    ("invoice_amount", "0.01"),
    ("version", "1.0"),
    ("notify_id", "2023122101222162644199160501632046"),
    (
        "fund_bill_list",
        r#"[{"amount":"0.01","fundChannel":"ALIPAYACCOUNT"}]"#,
    ),
    ("notify_type", "trade_status_sync"),
    ("out_trade_no", "1703147160"),
    ("total_amount", "0.01"),
    ("trade_status", "TRADE_SUCCESS"),
    ("trade_no", "2023122122001499160501589436"),
    ("auth_app_id", "9021000122682882"),
    ("receipt_amount", "0.01"),
    ("point_amount", "0.00"),
    ("app_id", "9021000122682882"),
    ("buyer_pay_amount", "0.01"),
    ("sign_type", "RSA2"),
    ("seller_id", "2088721003899159"),
    ("empty_value", ""),
    ("", ""),
];

pub fn encoded(pairs: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish()
}

/// As Alipay sent it: without the two pairs that are only there to count.
fn published() -> String {
    encoded(&PUBLISHED[..23])
}

pub async fn outcome(wallet: &Wallet, body: &str) -> Result<Event, NotificationError> {
    let told = wallet.notification(&[], body.as_bytes(), NOW).await;
    told.map(|told| told.event)
}

#[tokio::test]
async fn the_published_notification_is_verified() {
    let wallet = wallet(&settings());
    let told = wallet
        .notification(&[], published().as_bytes(), NOW)
        .await
        .unwrap();
    assert_eq!(told.id, "2023122101222162644199160501632046");
    let Event::Paid(paid) = told.event else {
        panic!("{:?}", told.event);
    };
    assert_eq!(paid.order_no.as_str(), "1703147160");
    assert_eq!(paid.trade_no, "2023122122001499160501589436");
    assert_eq!(paid.amount, Fen::new(1).unwrap());
    // 2023-12-21 16:26:43 in China.
    assert_eq!(paid.paid_ms, Some(1_703_147_203_000));
    // Empty values are not signed, so one more changes nothing.
    assert!(outcome(&wallet, &encoded(&PUBLISHED[..24])).await.is_ok());
    assert_eq!(
        (
            wallet.acknowledgement().status,
            wallet.acknowledgement().body
        ),
        (200, "success")
    );
    assert_ne!(wallet.rejection().body, "success");
}

#[tokio::test]
async fn no_parameter_can_be_left_out_changed_or_come_twice() {
    let wallet = wallet(&settings());
    let pairs = &PUBLISHED[..23];
    for (n, (name, value)) in pairs.iter().enumerate() {
        let without: Vec<_> = pairs
            .iter()
            .copied()
            .filter(|pair| pair.0 != *name)
            .collect();
        assert!(
            outcome(&wallet, &encoded(&without)).await.is_err(),
            "without {name}"
        );
        let other = format!("{value}0");
        let mut changed = pairs.to_vec();
        changed[n].1 = &other;
        assert!(
            outcome(&wallet, &encoded(&changed)).await.is_err(),
            "other {name}"
        );
        let twice = [pairs, &[(*name, *value)]].concat();
        let refusal = outcome(&wallet, &encoded(&twice)).await.unwrap_err();
        assert!(
            matches!(refusal, NotificationError::Malformed(_)),
            "{name} twice"
        );
    }
}

#[tokio::test]
async fn what_is_signed_for_others_or_by_other_ways_is_refused() {
    let strange = [
        Settings {
            app_id: "9021000122682883".to_owned(),
            ..settings()
        },
        Settings {
            seller_id: "2088721003899158".to_owned(),
            ..settings()
        },
    ];
    for settings in &strange {
        let refusal = outcome(&wallet(settings), &published()).await.unwrap_err();
        assert!(
            matches!(refusal, NotificationError::WrongAccount(_)),
            "{refusal}"
        );
    }
    let other = Settings {
        trust: Trust::PublicKey(include_str!("../vectors/wechat_pay_platform.crt").to_owned()),
        ..settings()
    };
    let refusal = outcome(&wallet(&other), &published()).await.unwrap_err();
    assert!(matches!(refusal, NotificationError::Signature), "{refusal}");
    let wallet = wallet(&settings());
    for (from, to) in [("RSA2", "RSA"), ("RSA2", "rsa2"), ("utf-8", "gbk")] {
        let refusal = outcome(&wallet, &published().replace(from, to)).await;
        assert!(refusal.is_err(), "{to}");
    }
    let large = "a=".to_owned() + &"b".repeat(NOTIFICATION_MAX_BYTES);
    let refusal = outcome(&wallet, &large).await.unwrap_err();
    assert!(matches!(refusal, NotificationError::Malformed("too large")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    /// But for spellings of the same values: `%2F` and `%2f`.
    #[test]
    fn any_changed_byte_of_a_notification_is_refused(place in 0_usize..2000, byte: u8) {
        let mut body = published().into_bytes();
        let place = place % body.len();
        body[place] = byte;
        let before = published();
        let same = form_urlencoded::parse(&body).eq(form_urlencoded::parse(before.as_bytes()));
        let wallet = wallet(&settings());
        let told = tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(wallet.notification(&[], &body, NOW));
        prop_assert_eq!(told.is_ok(), same);
    }
}

fn payment(order_no: &OrderNo, way: TradeType) -> Payment<'_> {
    Payment {
        order_no,
        amount: Fen::new(109_200).unwrap(),
        subject: "标准型 S4 × 26, 30 天",
        expires_ms: NOW + 15 * 60 * 1000,
        way,
        return_url: Some("https://console.example/app/orderRecords"),
    }
}

#[tokio::test]
async fn what_is_shown_is_the_signed_request() {
    let wallet = wallet(&settings());
    let order_no = OrderNo::parse("O202611210001").unwrap();
    let h5 = TradeType::H5 {
        client_ip: [127, 0, 0, 1].into(),
    };
    for (way, method, product) in [
        (
            TradeType::Page,
            "alipay.trade.page.pay",
            "FAST_INSTANT_TRADE_PAY",
        ),
        (h5, "alipay.trade.wap.pay", "QUICK_WAP_WAY"),
        (
            TradeType::App,
            "alipay.trade.app.pay",
            "QUICK_MSECURITY_PAY",
        ),
    ] {
        let shown = wallet.create(&payment(&order_no, way), NOW).await.unwrap();
        let query = match &shown {
            Show::Page(url) => url
                .strip_prefix("https://openapi.alipay.com/gateway.do?")
                .unwrap(),
            Show::App(AppCall::Alipay(text)) => text,
            other => panic!("{other:?}"),
        };
        let pairs: Vec<(String, String)> = form_urlencoded::parse(query.as_bytes())
            .into_owned()
            .collect();
        let value = |name: &str| {
            let found = pairs.iter().find(|(n, _)| n == name);
            found.map_or("", |(_, value)| value.as_str())
        };
        assert_eq!(value("method"), method);
        assert_eq!(value("timestamp"), "2026-11-21 10:00:00");
        assert_eq!(value("app_cert_sn"), "7a82f292002f49ef3275e3a6d418997f");
        assert_eq!(
            value("alipay_root_cert_sn"),
            "687b59193f3f462dd5336e5abf83c5d8_02941eef3187dddf3d3b83462e1dfcf6"
        );
        assert_eq!(
            value("notify_url"),
            "https://console.example/callback/alipay"
        );
        assert!(!value("sign").is_empty());
        let content: serde_json::Value = serde_json::from_str(value("biz_content")).unwrap();
        assert_eq!(content["total_amount"], "1092.00");
        assert_eq!(content["product_code"], product);
        assert_eq!(content["time_expire"], "2026-11-21 10:15:00");
        assert_eq!(content["out_trade_no"], "O202611210001");
    }
}

async fn asked(answer: Answer) -> WalletError {
    let timeouts = timeouts(answer.timeout());
    let service = Service::answering(answer).await;
    let settings = Settings {
        gateway: Some(service.url.clone()),
        timeouts,
        ..settings()
    };
    let order_no = OrderNo::parse("O202611210001").unwrap();
    wallet(&settings).query(&order_no, NOW).await.unwrap_err()
}

#[tokio::test]
async fn no_answer_that_is_not_proven_says_that_nothing_happened() {
    let unsigned =
        r#"{"alipay_trade_query_response":{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"}}"#;
    let wrong = r#"{"alipay_trade_query_response":{"code":"10000"},"sign":"AAAA"}"#;
    let other = r#"{"alipay_trade_close_response":{"code":"10000"},"sign":"AAAA"}"#;
    let elsewhere =
        r#"{"alipay_trade_query_response":{"code":"10000"},"alipay_cert_sn":"1","sign":"AAAA"}"#;
    for answer in [
        json(unsigned),
        json(wrong),
        json(other),
        json(elsewhere),
        json(""),
        json("[]"),
        http("502 Bad Gateway", "text/html", "<h1>bad</h1>"),
        Answer::Bytes(b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{".to_vec()),
        http("200 OK", "text/plain", &"a".repeat(400_000)),
        Answer::Silence,
    ] {
        let error = asked(answer).await;
        assert!(error.may_have_happened(), "{error}");
        assert!(
            matches!(
                error,
                WalletError::Unverified(_) | WalletError::Unanswered(_)
            ),
            "{error}"
        );
    }
}

#[tokio::test]
async fn where_nobody_listens_nothing_happened_and_no_key_is_told() {
    let settings = Settings {
        gateway: Some("http://127.0.0.1:1/gateway.do".to_owned()),
        ..settings()
    };
    let order_no = OrderNo::parse("O202611210001").unwrap();
    let error = wallet(&settings).query(&order_no, NOW).await.unwrap_err();
    assert!(matches!(error, WalletError::Unreachable(_)), "{error}");
    assert!(!error.may_have_happened());
    let mut told = format!("{error:?} {settings:?}");
    let mut cause = error.source();
    while let Some(inner) = cause {
        told = format!("{told} {inner:?}");
        cause = inner.source();
    }
    assert!(!told.contains("MIIEvgIBADAN"), "{told}");
    assert!(!told.contains("sign="), "{told}");
}

#[test]
fn settings_that_cannot_work_are_refused_at_the_start() {
    let refused = |change: &dyn Fn(&mut Settings)| {
        let mut settings = settings();
        change(&mut settings);
        Alipay::new(&settings).err()
    };
    assert!(refused(&|_| ()).is_none());
    let fault = refused(&|s| s.gateway = Some("http://openapi.example/gateway.do".to_owned()));
    assert!(matches!(fault, Some(WalletConfigError::Address)));
    for url in [
        "http://console.example/callback",
        "https://console.example/callback?a=1",
        "callback",
    ] {
        let fault = refused(&|s| url.clone_into(&mut s.notify_url));
        assert!(
            matches!(fault, Some(WalletConfigError::NotifyAddress)),
            "{url}"
        );
    }
    let fault = refused(&|s| s.app_id.clear());
    assert!(matches!(fault, Some(WalletConfigError::Id("app_id"))));
    let fault = refused(&|s| s.private_key = Secret::new("key"));
    assert!(matches!(fault, Some(WalletConfigError::Key(_))));
    let fault = refused(&|s| s.trust = Trust::PublicKey("key".to_owned()));
    assert!(matches!(fault, Some(WalletConfigError::Key(_))));
    let fault = refused(&|s| {
        s.trust = Trust::Certificates {
            app: APP.to_owned(),
            alipay: THEIRS.to_owned(),
            root: String::new(),
        };
    });
    assert!(matches!(fault, Some(WalletConfigError::Certificate(_))));
    let fault = refused(&|s| {
        s.trust = Trust::Certificates {
            app: OTHER_APP.to_owned(),
            alipay: THEIRS.to_owned(),
            root: ROOT.to_owned(),
        };
    });
    assert!(matches!(fault, Some(WalletConfigError::Pair)));
}
