//! Webhooks: what is on the wire, what an answer means, and that nothing closed is ever connected to.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use connectors::Secret;
use connectors::webhooks::{WebhookDelivery, WebhookSender};
use domain::live::webhooks::{Allow, Failure, Outcome};
use eventually::eventually;
use hmac::{Hmac, KeyInit, Mac};
use kept_port::KeptPort;
use sha2::Sha256;
use tokio::net::TcpListener;

use crate::NOW;
use crate::service::{Answer, PATIENCE, Service, http};

const KEY: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OLD_KEY: &str = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const BODY: &str = r#"{"type":"webhook.test"}"#;

fn delivery(url: &str) -> WebhookDelivery {
    WebhookDelivery {
        url: url.to_owned(),
        id: "evt_7".to_owned(),
        body: BODY.to_owned(),
        keys: [KEY, OLD_KEY].map(Secret::new).into(),
    }
}

fn sender(allow: &str, timeout: Duration) -> WebhookSender {
    let allow: Allow = allow.parse().unwrap();
    WebhookSender::with_timeout(allow, timeout).unwrap()
}

/// Brings an event to a service that answers so, at an origin that an operator named.
async fn brought(answer: Answer) -> (Outcome, Service) {
    let timeout = answer.timeout();
    let service = Service::answering(answer).await;
    let outcome = sender(&service.url, timeout)
        .deliver(delivery(&service.url), NOW)
        .await;
    (outcome, service)
}

/// Check of a signature as the standard says, by other code than the sender's.
fn verifies(key: &str, id: &str, time: &str, body: &str, signature: &str) -> bool {
    let key = STANDARD.decode(&key["whsec_".len()..]).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    for part in [id, ".", time, ".", body] {
        mac.update(part.as_bytes());
    }
    let signature = STANDARD.decode(signature.strip_prefix("v1,").unwrap());
    mac.verify_slice(&signature.unwrap()).is_ok()
}

#[tokio::test]
async fn an_event_is_posted_with_a_signature_of_each_key() {
    let (outcome, service) = brought(http("204 No Content", "text/plain", "")).await;
    assert_eq!((outcome.status, outcome.failure), (Some(204), None));
    let request = service.request().await;
    assert_eq!(request.line, "POST /");
    assert_eq!(request.body, BODY);
    assert_eq!(request.header("content-type"), "application/json");
    assert_eq!(request.header("webhook-id"), "evt_7");
    let time = request.header("webhook-timestamp");
    assert_eq!(time, (NOW / 1000).to_string());
    let signatures = request.header("webhook-signature");
    let (new, old) = signatures.split_once(' ').unwrap();
    assert!(verifies(KEY, "evt_7", time, BODY, new));
    assert!(verifies(OLD_KEY, "evt_7", time, BODY, old));
    assert!(!verifies(KEY, "evt_7", time, "{}", new));
}

#[tokio::test]
async fn the_status_alone_counts() {
    for (status, failure) in [
        ("200 OK", None),
        ("202 Accepted", None),
        ("410 Gone", Some(Failure::Refused)),
        ("500 Internal Server Error", Some(Failure::Refused)),
    ] {
        // More than is read of it.
        let (outcome, _) = brought(http(status, "text/plain", &"x".repeat(100_000))).await;
        let number: u16 = status[..3].parse().unwrap();
        assert_eq!((outcome.status, outcome.failure), (Some(number), failure));
    }
}

#[tokio::test]
async fn a_redirect_is_a_refusal_and_not_followed() {
    let (canary, seen) = canary().await;
    let answer = format!(
        "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://{canary}/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
    );
    let (outcome, _) = brought(Answer::Bytes(answer.into_bytes())).await;
    assert_eq!(
        (outcome.status, outcome.failure),
        (Some(307), Some(Failure::Refused))
    );
    assert_eq!(seen.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn who_does_not_answer_in_time_has_not_taken_it() {
    let begun = Instant::now();
    let (outcome, _) = brought(Answer::Silence).await;
    assert_eq!(outcome.failure, Some(Failure::TimedOut));
    let passed_ms = i64::try_from(begun.elapsed().as_millis()).unwrap();
    assert!((300..=passed_ms).contains(&outcome.took_ms), "{outcome:?}");
    // A status, and a body that never ends.
    let head = b"HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc".to_vec();
    let (outcome, _) = brought(Answer::Bytes(head)).await;
    assert_eq!(outcome.status, Some(200), "its status was said");
}

#[tokio::test]
async fn nobody_listens() {
    let nobody = KeptPort::bind();
    let url = format!("http://{}/", nobody.address());
    let outcome = sender(&url, PATIENCE).deliver(delivery(&url), NOW).await;
    assert_eq!(outcome.failure, Some(Failure::Unreachable));
    let nowhere = "https://no-such-host.invalid/";
    let outcome = sender("", PATIENCE).deliver(delivery(nowhere), NOW).await;
    assert_eq!(outcome.failure, Some(Failure::NoName), "{outcome:?}");
}

/// A listener on every address of this machine that counts who comes.
async fn canary() -> (std::net::SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let seen = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&seen);
    tokio::spawn(async move {
        while listener.accept().await.is_ok() {
            counted.fetch_add(1, Ordering::SeqCst);
        }
    });
    (([127, 0, 0, 1], port).into(), seen)
}

#[tokio::test]
async fn nothing_closed_is_connected_to_by_whatever_name() {
    let (canary, seen) = canary().await;
    let port = canary.port();
    // The canary sings: a connection to it is seen.
    drop(tokio::net::TcpStream::connect(canary).await.unwrap());
    eventually("it is seen", async || seen.load(Ordering::SeqCst) > 0).await;
    let sender = sender("10.1.0.0/16, http://127.0.0.1:1", PATIENCE);
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f.1",
        "0177.0.0.1",
        "0.0.0.0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        // A name: what it stands for is asked and judged when the event goes.
        "localhost",
        "LOCALHOST",
        "localhost.",
    ] {
        let outcome = sender
            .deliver(delivery(&format!("https://{host}:{port}/")), NOW)
            .await;
        // A machine may know a form of a name not at all.
        let closed = matches!(outcome.failure, Some(Failure::Closed | Failure::NoName));
        assert!(closed, "{host}: {outcome:?}");
    }
    let local = sender
        .deliver(delivery(&format!("https://localhost:{port}/")), NOW)
        .await;
    assert_eq!(local.failure, Some(Failure::Closed));
    // Plain http goes to named origins alone.
    let plain = sender
        .deliver(delivery(&format!("http://127.0.0.1:{port}/")), NOW)
        .await;
    assert_eq!(plain.failure, Some(Failure::Closed));
    assert_eq!(seen.load(Ordering::SeqCst), 1, "nobody came");
}
