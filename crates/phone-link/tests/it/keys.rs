//! A phone that asks for a key.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bytes::Bytes;
use phone_link::wire::auth::{Auth, DIGEST_PREFIX, MODULUS_BYTES, PublicKey};
use phone_link::wire::packet::{Command, PAYLOAD_MAX_BYTES, Packet, TOKEN_BYTES, VERSION};
use phone_link::{ConnectStage, KeyError, KeyPair, Link, LinkError, LinkOptions};
use rsa::BigUint;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::adbd::{Adbd, BANNER};

/// Making one takes a while: the tests share it.
pub static KEY: LazyLock<Arc<KeyPair>> = LazyLock::new(|| Arc::new(KeyPair::generate().unwrap()));

const TOKENS: [[u8; TOKEN_BYTES]; 2] = [[7; TOKEN_BYTES], [0; TOKEN_BYTES]];

/// Opens the signature by hand: 0, 1, ones, 0, the digest's name, the token as it is.
#[track_caller]
fn assert_signs(signature: &[u8], key: &PublicKey, token: &[u8]) {
    let modulus = BigUint::from_bytes_le(key.modulus());
    let opened = BigUint::from_bytes_be(signature).modpow(&key.exponent().into(), &modulus);
    let mut expected = vec![1];
    expected.resize(MODULUS_BYTES - 2 - DIGEST_PREFIX.len() - TOKEN_BYTES, 0xff);
    expected.push(0);
    expected.extend_from_slice(&DIGEST_PREFIX);
    expected.extend_from_slice(token);
    assert_eq!(opened.to_bytes_be(), expected);
}

async fn token(adbd: &mut Adbd, token: [u8; TOKEN_BYTES]) {
    let packet = Auth::Token(token).to_packet();
    let mut out = bytes::BytesMut::new();
    packet.encode(true, &mut out);
    adbd.raw(&out).await;
}

async fn auth(adbd: &mut Adbd) -> Auth {
    let packet = adbd.next().await.unwrap();
    let mut out = bytes::BytesMut::new();
    packet.encode(true, &mut out);
    assert!(packet.payload.len() <= 4096);
    Auth::parse(&packet).unwrap()
}

/// Connects to a phone that does as told.
async fn meet<F>(
    options: LinkOptions,
    stage: &watch::Sender<ConnectStage>,
    phone: impl FnOnce(Adbd) -> F,
) -> (Result<Link, LinkError>, Adbd)
where
    F: Future<Output = Adbd>,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::join!(Link::connect_telling(&address, options, stage), async {
        let (socket, _) = listener.accept().await.unwrap();
        let mut adbd = Adbd::over(socket);
        assert_eq!(adbd.next().await.unwrap().command, Command::Connect);
        phone(adbd).await
    })
}

fn with_key() -> LinkOptions {
    LinkOptions {
        key: Some(Arc::clone(&KEY)),
        ..LinkOptions::default()
    }
}

#[tokio::test]
async fn a_phone_that_knows_the_key_takes_its_signature() {
    let stage = watch::Sender::default();
    let (link, _adbd) = meet(with_key(), &stage, |mut adbd| async move {
        token(&mut adbd, TOKENS[0]).await;
        let Auth::Signature(signature) = auth(&mut adbd).await else {
            panic!("no signature");
        };
        assert_signs(&signature, KEY.public(), &TOKENS[0]);
        adbd.welcome(VERSION, PAYLOAD_MAX_BYTES, BANNER).await;
        adbd
    })
    .await;
    assert!(link.unwrap().closed_now().is_none());
    assert_eq!(*stage.borrow(), ConnectStage::Greeting);
}

#[tokio::test]
async fn a_phone_that_does_not_gets_the_key_and_its_owner_is_waited_for() {
    let stage = watch::Sender::default();
    let mut seen = stage.subscribe();
    let (link, _adbd) = meet(with_key(), &stage, |mut adbd| async move {
        token(&mut adbd, TOKENS[0]).await;
        assert!(matches!(auth(&mut adbd).await, Auth::Signature(_)));
        token(&mut adbd, TOKENS[1]).await;
        let Auth::PublicKey { key, comment } = auth(&mut adbd).await else {
            panic!("no key");
        };
        assert_eq!((&*key, comment.as_str()), (KEY.public(), "owldeck@owldeck"));
        seen.wait_for(|stage| *stage == ConnectStage::WaitingForApproval)
            .await
            .unwrap();
        adbd.welcome(VERSION, PAYLOAD_MAX_BYTES, BANNER).await;
        adbd
    })
    .await;
    assert!(link.unwrap().closed_now().is_none());
}

async fn offered(mut adbd: Adbd) -> Adbd {
    for one in TOKENS {
        token(&mut adbd, one).await;
        auth(&mut adbd).await;
    }
    adbd
}

#[tokio::test]
async fn an_owner_who_says_no_or_nothing_is_named() {
    let stage = watch::Sender::default();
    let options = LinkOptions {
        approval_timeout: Duration::from_millis(20),
        ..with_key()
    };
    let (link, _adbd) = meet(options, &stage, offered).await;
    assert!(matches!(link, Err(LinkError::NotApproved)));

    let (link, _adbd) = meet(with_key(), &stage, |adbd| async {
        let mut adbd = offered(adbd).await;
        token(&mut adbd, TOKENS[0]).await;
        adbd
    })
    .await;
    assert!(matches!(link, Err(LinkError::NotApproved)));
}

#[tokio::test]
async fn broken_challenges_are_refused() {
    for payload in [vec![7; 19], vec![7; 21]] {
        let stage = watch::Sender::default();
        let (link, _adbd) = meet(with_key(), &stage, |mut adbd| async move {
            let mut out = bytes::BytesMut::new();
            Packet::new(Command::Auth, 1, 0, Bytes::from(payload)).encode(true, &mut out);
            adbd.raw(&out).await;
            adbd
        })
        .await;
        assert!(matches!(link, Err(LinkError::Unexpected(Command::Auth))));
    }
}

#[test]
fn a_key_is_kept_in_a_file_that_only_its_owner_reads() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adbkey");
    let made = KeyPair::load_or_create(&path).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(
        text.starts_with("-----BEGIN PRIVATE KEY-----\n"),
        "as adb's own"
    );
    let mode = std::fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let read = KeyPair::load_or_create(&path).unwrap();
    assert_eq!(read.public(), made.public());
    assert_eq!(KeyPair::from_pem(&text).unwrap().public(), made.public());
}

#[test]
fn what_is_no_key_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adbkey");
    std::fs::write(&path, "no key").unwrap();
    let refused = KeyPair::load_or_create(&path);
    assert!(matches!(refused, Err(KeyError::NotAKey)));
    std::fs::write(&path, vec![b'a'; 16 * 1024 + 1]).unwrap();
    let refused = KeyPair::load_or_create(&path);
    assert!(matches!(refused, Err(KeyError::NotAKey)));
    let nowhere = KeyPair::load_or_create(&folder.path().join("no/such/folder"));
    assert!(matches!(nowhere, Err(KeyError::File(_))));
}
