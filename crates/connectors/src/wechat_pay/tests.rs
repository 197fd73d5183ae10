//! Merchant for the tests of this module, and calls while the usual host is away.

use std::time::Duration;

use kept_port::KeptPort;
use reqwest::{Method, StatusCode, Url};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::call::AWAY_MS;
use super::{MerchantCertificate, Settings, WechatPay};
use crate::Secret;
use crate::wallets::{Timeouts, WalletError};

const API_KEY: &str = "a7cde1ZJB1kG2e7VfTs3jQzaWizur8Gb";
const NOW: i64 = 1_795_226_400_000;
const TIMEOUT: Duration = Duration::from_secs(30);

pub fn merchant(api_key: &str, address: Option<&Url>) -> WechatPay {
    let key = include_str!("../../tests/vectors/testing_key.pem");
    WechatPay::new(&Settings {
        mch_id: "1234567891".to_owned(),
        app_id: "wx0123456789abcdef".to_owned(),
        mobile_app_id: None,
        private_key: Secret::new(key),
        certificate: MerchantCertificate::SerialNo(
            "5F1C72E2A8931B72A2E13AF8DEE92471EB397115".to_owned(),
        ),
        api_key: Secret::new(api_key),
        public_key: None,
        address: address.map(ToString::to_string),
        notify_url: "https://console.example/callback/wechat-pay".to_owned(),
        timeouts: Timeouts::default(),
    })
    .expect("settings")
}

/// Starts a host that answers, or hangs up; returns its address, and the requests that it receives.
async fn host(answers: bool) -> (Url, UnboundedReceiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (tell, heard) = unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut asked = Vec::<u8>::new();
            while !asked.ends_with(b"\r\n\r\n") {
                if !matches!(stream.read_buf(&mut asked).await, Ok(read) if read > 0) {
                    break;
                }
            }
            drop(tell.send(String::from_utf8_lossy(&asked).into_owned()));
            if answers {
                let answer = b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n";
                drop(stream.write_all(answer).await);
            }
        }
    });
    (address_of(address), heard)
}

/// Address at which nothing listens while the port is kept.
fn nowhere() -> (Url, KeptPort) {
    let nobody = KeptPort::bind();
    (address_of(nobody.address()), nobody)
}

fn address_of(address: std::net::SocketAddr) -> Url {
    Url::parse(&format!("http://{address}/")).expect("an address")
}

async fn ask(pay: &WechatPay, now_ms: i64) -> Result<StatusCode, WalletError> {
    let path = ["v3", "certificates"];
    let sent = pay.send(Method::GET, &path, &[], None, TIMEOUT, now_ms);
    sent.await.map(|reply| reply.status)
}

#[tokio::test]
async fn what_the_usual_host_never_heard_is_sent_to_the_backup() {
    let (away, _held) = nowhere();
    let mut pay = merchant(API_KEY, Some(&away));
    let alone = ask(&pay, NOW).await;
    assert!(
        matches!(alone, Err(WalletError::Unreachable(_))),
        "{alone:?}"
    );
    let (backup, mut at_backup) = host(true).await;
    pay.backup = Some(backup);
    let status = ask(&pay, NOW).await.expect("an answer");
    assert_eq!(status, StatusCode::NO_CONTENT);
    let heard = at_backup.recv().await.expect("a request");
    assert!(heard.starts_with("GET /v3/certificates HTTP/1.1\r\n"));
    assert!(heard.contains("\r\nauthorization: WECHATPAY2-SHA256-RSA2048 mchid="));

    // The usual host is there again, and is called first once a while has passed.
    let (usual, mut at_usual) = host(true).await;
    pay.address = usual;
    ask(&pay, NOW + AWAY_MS - 1).await.expect("an answer");
    assert!(at_backup.recv().await.is_some() && at_usual.try_recv().is_err());
    ask(&pay, NOW + AWAY_MS).await.expect("an answer");
    assert!(at_usual.recv().await.is_some() && at_backup.try_recv().is_err());
}

#[tokio::test]
async fn while_the_backup_comes_first_the_usual_host_is_behind_it() {
    let (usual, mut at_usual) = host(true).await;
    let (backup, mut at_backup) = host(true).await;
    let (away, _held) = nowhere();
    let mut pay = merchant(API_KEY, Some(&away));
    pay.backup = Some(backup);
    ask(&pay, NOW).await.expect("an answer");
    assert!(at_backup.recv().await.is_some());
    let (gone, _kept) = nowhere();
    (pay.address, pay.backup) = (usual, Some(gone));
    ask(&pay, NOW + 1).await.expect("an answer");
    ask(&pay, NOW + 2).await.expect("an answer");
    assert!(at_usual.recv().await.is_some() && at_usual.recv().await.is_some());
}

#[tokio::test]
async fn what_a_host_may_have_heard_is_sent_to_no_other() {
    let (usual, mut at_usual) = host(false).await;
    let (backup, mut at_backup) = host(true).await;
    let mut pay = merchant(API_KEY, Some(&usual));
    pay.backup = Some(backup);
    let cut = ask(&pay, NOW).await;
    assert!(matches!(cut, Err(WalletError::Unanswered(_))), "{cut:?}");
    assert!(at_usual.recv().await.is_some());
    assert!(at_backup.try_recv().is_err(), "it was told nothing");
}

#[tokio::test]
async fn only_wechat_pays_own_address_has_a_backup() {
    let pay = merchant(API_KEY, None);
    let backup = pay.backup.expect("a backup");
    assert_eq!(backup.as_str(), "https://api2.mch.weixin.qq.com/");
    assert_eq!(pay.address.as_str(), "https://api.mch.weixin.qq.com/");
    assert!(
        merchant(API_KEY, Some(&nowhere().0)).backup.is_none(),
        "what an operator set stands alone"
    );
}
