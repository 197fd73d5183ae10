//! Texts that Alipay signs in ways that no published example shows: the holder of the testing key is Alipay here.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeyPair;
use aws_lc_rs::signature::{KeyPair as _, RSA_PKCS1_SHA256};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use connectors::alipay::{Settings, Trust};
use connectors::wallets::{
    Event, Fen, NotificationError, OrderNo, Paid, TradeState, Wallet, WalletError,
};
use encoding_rs::{Encoding, GBK, UTF_8};
use url::form_urlencoded;

use crate::NOW;
use crate::alipay::{KEY, outcome, settings, wallet};
use crate::service::{Answer, Service};

pub fn pair() -> KeyPair {
    let inside: String = KEY
        .lines()
        .filter(|line| !line.starts_with("-----"))
        .collect();
    KeyPair::from_pkcs8(&STANDARD.decode(inside).unwrap()).unwrap()
}

fn own_settings() -> Settings {
    Settings {
        trust: Trust::PublicKey(STANDARD.encode(pair().public_key())),
        ..settings()
    }
}

fn own_wallet() -> Wallet {
    wallet(&own_settings())
}

fn sign(text: &[u8]) -> String {
    let pair = pair();
    let mut signature = vec![0; pair.public_modulus_len()];
    pair.sign(
        &RSA_PKCS1_SHA256,
        &SystemRandom::new(),
        text,
        &mut signature,
    )
    .unwrap();
    STANDARD.encode(signature)
}

/// A payment of two yuan, as Alipay tells of it.
const PAID: [(&str, &str); 13] = [
    ("app_id", "9021000122682882"),
    ("buyer_id", "2088722003899169"),
    ("charset", "utf-8"),
    ("gmt_payment", "2026-11-21 09:59:00"),
    ("notify_id", "2026112101222095900199160501632046"),
    ("notify_type", "trade_status_sync"),
    ("out_trade_no", "O202611210001"),
    ("seller_id", "2088721003899159"),
    ("subject", "誠品云手机"),
    ("total_amount", "2.00"),
    ("trade_no", "2026112122001499160501589436"),
    ("trade_status", "TRADE_SUCCESS"),
    ("version", "1.0"),
];

fn with<'a>(more: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let kept = PAID
        .iter()
        .filter(|pair| more.iter().all(|m| m.0 != pair.0));
    let mut pairs: Vec<_> = kept.copied().chain(more.iter().copied()).collect();
    pairs.sort_unstable();
    pairs
}

/// The form of these pairs in a charset, over whose bytes `signed` was signed.
fn notice(pairs: &[(&str, &str)], signed: &[(&str, &str)], charset: &'static Encoding) -> String {
    let joined: Vec<String> = signed.iter().map(|(n, v)| format!("{n}={v}")).collect();
    let sign = sign(&charset.encode(&joined.join("&")).0);
    let mut pairs = pairs.to_vec();
    pairs.extend([("sign_type", "RSA2"), ("sign", &sign)]);
    let encoded: Vec<String> = pairs
        .iter()
        .map(|(name, value)| {
            let value: String = form_urlencoded::byte_serialize(&charset.encode(value).0).collect();
            format!("{name}={value}")
        })
        .collect();
    encoded.join("&")
}

fn paid() -> Paid {
    Paid {
        order_no: OrderNo::parse("O202611210001").unwrap(),
        trade_no: "2026112122001499160501589436".to_owned(),
        amount: Fen::new(200).unwrap(),
        paid_ms: Some(NOW - 60_000),
    }
}

async fn told(pairs: &[(&str, &str)]) -> Result<Event, NotificationError> {
    outcome(&own_wallet(), &notice(pairs, pairs, UTF_8)).await
}

#[tokio::test]
async fn only_an_amount_above_zero_makes_a_notice_a_refunds() {
    for nothing in ["0.00", "0.0", "0"] {
        let event = told(&with(&[("refund_fee", nothing)])).await.unwrap();
        assert_eq!(event, Event::Paid(paid()), "{nothing}");
    }
    // A time alone gives no money back.
    let times = [("gmt_refund", "2026-11-21 09:59:30.123")];
    let event = told(&with(&times)).await.unwrap();
    assert_eq!(event, Event::Paid(paid()));
    let back = [("refund_fee", "0.01"), ("out_biz_no", "R1"), times[0]];
    let event = told(&with(&back)).await.unwrap();
    assert!(matches!(&event, Event::Refund(news) if news.refund_no.as_str() == "R1"));
    for strange in ["-0.01", "some", "0.001"] {
        let refusal = told(&with(&[("refund_fee", strange)])).await.unwrap_err();
        let NotificationError::Malformed(name) = refusal else {
            panic!("{refusal}");
        };
        assert_eq!(name, "refund_fee");
    }
}

#[tokio::test]
async fn empty_values_may_be_signed_or_not_and_change_nothing() {
    let wallet = own_wallet();
    let signed = with(&[]);
    for name in [
        "body",
        "passback_params",
        "refund_fee",
        "gmt_refund",
        "gmt_close",
        "out_biz_no",
    ] {
        let pairs = with(&[(name, "")]);
        for signed in [&pairs, &signed] {
            let event = outcome(&wallet, &notice(&pairs, signed, UTF_8)).await;
            assert_eq!(event.unwrap(), Event::Paid(paid()), "{name}");
        }
        // A value that is not empty must be signed, or the whole notification is refused.
        let pairs = with(&[(name, "1")]);
        let refusal = outcome(&wallet, &notice(&pairs, &signed, UTF_8)).await;
        let refusal = refusal.unwrap_err();
        assert!(matches!(refusal, NotificationError::Signature), "{name}");
    }
    // Of two empty ones the order was made with one.
    let pairs = with(&[("body", ""), ("passback_params", "")]);
    for name in ["body", "passback_params"] {
        let event = outcome(&wallet, &notice(&pairs, &with(&[(name, "")]), UTF_8)).await;
        assert_eq!(event.unwrap(), Event::Paid(paid()), "{name}");
    }
    // A value that was signed cannot be emptied.
    let emptied = with(&[("trade_status", "")]);
    for signed in [with(&[]), with(&[("trade_status", "WAIT_BUYER_PAY")])] {
        let refusal = outcome(&wallet, &notice(&emptied, &signed, UTF_8)).await;
        assert!(matches!(refusal, Err(NotificationError::Signature)));
    }
    // Empty and signed so, it says nothing.
    let refusal = told(&emptied).await.unwrap_err();
    assert!(matches!(
        refusal,
        NotificationError::Malformed("trade_status")
    ));
}

#[tokio::test]
async fn a_notice_is_verified_over_its_bytes_and_read_in_the_charset_that_it_names() {
    let wallet = own_wallet();
    for name in ["GBK", "gbk", "GB2312"] {
        let pairs = with(&[("charset", name)]);
        let event = outcome(&wallet, &notice(&pairs, &pairs, GBK)).await;
        assert_eq!(event.unwrap(), Event::Paid(paid()), "{name}");
        // Of the same words in other bytes nothing is signed.
        let other = notice(&pairs, &pairs, GBK);
        let sign = other.rsplit_once("&sign_type").unwrap().1;
        let body = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(&pairs)
            .finish();
        let refusal = outcome(&wallet, &format!("{body}&sign_type{sign}")).await;
        assert!(matches!(refusal, Err(NotificationError::Signature)));
    }
    let pairs = with(&[("charset", "big5")]);
    let refusal = outcome(&wallet, &notice(&pairs, &pairs, UTF_8)).await;
    let refusal = refusal.unwrap_err();
    assert!(matches!(refusal, NotificationError::Malformed("charset")));
}

#[tokio::test]
async fn a_buyers_name_that_was_cut_inside_a_character_loses_no_payment() {
    let body = notice(&with(&[]), &with(&[]), UTF_8);
    let (start, _) = body.split_once("&sign_type").unwrap();
    let cut = format!("{start}&zz_name=%E8%AA");
    let mut text = Vec::new();
    for (n, pair) in with(&[]).iter().enumerate() {
        let joint = if n == 0 { "" } else { "&" };
        text.extend_from_slice(format!("{joint}{}={}", pair.0, pair.1).as_bytes());
    }
    text.extend_from_slice(b"&zz_name=\xe8\xaa");
    let sign: String = form_urlencoded::byte_serialize(sign(&text).as_bytes()).collect();
    let body = format!("{cut}&sign_type=RSA2&sign={sign}");
    let event = outcome(&own_wallet(), &body).await;
    assert_eq!(event.unwrap(), Event::Paid(paid()));
}

/// An answer whose inner object is signed over its bytes in a charset.
fn answer(content: &str, charset: &'static Encoding, content_type: &str) -> Answer {
    let (content, ..) = charset.encode(content);
    let mut body = b"{\"alipay_trade_query_response\":".to_vec();
    body.extend_from_slice(&content);
    body.extend_from_slice(format!(",\"sign\":\"{}\"}}", sign(&content)).as_bytes());
    let mut bytes = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    )
    .into_bytes();
    bytes.extend_from_slice(&body);
    Answer::Bytes(bytes)
}

async fn queried(answer: Answer) -> (Result<TradeState, WalletError>, String) {
    let service = Service::answering(answer).await;
    let settings = Settings {
        gateway: Some(format!("{}gateway.do", service.url)),
        ..own_settings()
    };
    let order_no = OrderNo::parse("O202611210001").unwrap();
    let state = wallet(&settings).query(&order_no, NOW).await;
    (state, service.request().await.line)
}

/// With characters whose second byte in GBK looks like a quote's escape or a bracket.
const FOUND: &str = r#"{"code":"10000","msg":"成功","store_name":"誠讅]","out_trade_no":"O202611210001","trade_no":"2026112122001499160501589436","trade_status":"TRADE_SUCCESS","total_amount":"2.00","send_pay_date":"2026-11-21 09:59:00"}"#;

#[tokio::test]
async fn an_answer_is_verified_over_its_bytes_in_the_charset_that_its_type_says() {
    for (charset, content_type) in [
        (UTF_8, "text/html;charset=UTF-8"),
        (UTF_8, "text/html"),
        (GBK, "text/html;charset=GBK"),
        (GBK, "text/html; charset=\"gb2312\""),
        (GBK, "text/html"),
    ] {
        let (state, line) = queried(answer(FOUND, charset, content_type)).await;
        assert_eq!(state.unwrap(), TradeState::Paid(paid()), "{content_type}");
        // The gateway looks for the charset in the address.
        assert_eq!(line, "POST /gateway.do?charset=utf-8");
    }
    let absent = r#"{"code":"40004","msg":"Business Failed","sub_code":"ACQ.TRADE_NOT_EXIST","sub_msg":"交易不存在"}"#;
    let (state, _) = queried(answer(absent, GBK, "text/html;charset=GBK")).await;
    assert_eq!(state.unwrap(), TradeState::Absent);
    for (charset, content_type) in [
        (UTF_8, "text/html;charset=big5"),
        (GBK, "text/html;charset=utf-16"),
    ] {
        let (state, _) = queried(answer(FOUND, charset, content_type)).await;
        assert!(
            matches!(state, Err(WalletError::Unverified(_))),
            "{state:?}"
        );
    }
}

#[tokio::test]
async fn an_answer_in_gbk_with_one_byte_changed_proves_nothing() {
    let Answer::Bytes(whole) = answer(FOUND, GBK, "text/html;charset=GBK") else {
        panic!("bytes");
    };
    let place = whole.windows(2).position(|two| two == b"\xb3\xc9").unwrap();
    let mut changed = whole;
    changed[place + 1] ^= 1;
    let (state, _) = queried(Answer::Bytes(changed)).await;
    assert!(
        matches!(state, Err(WalletError::Unverified(_))),
        "{state:?}"
    );
}
