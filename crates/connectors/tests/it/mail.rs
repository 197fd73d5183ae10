//! Mail to a server that says what a script says. The whole round trip, to an outbox, is a test of the sandbox.

use connectors::mail::{Protection, Sender, Settings};
use connectors::{AcceptedMessage, Recipient, SendError, Senders};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use crate::{NOW, message};

/// A server that greets, answers `EHLO`, and then gives the next answer to each line until there is none.
async fn sent(answers: &'static [&'static str]) -> Result<AcceptedMessage, SendError> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = BufReader::new(stream);
        for answer in answers {
            stream.write_all(answer.as_bytes()).await.unwrap();
            stream.write_all(b"\r\n").await.unwrap();
            let mut line = String::new();
            if stream.read_line(&mut line).await.unwrap() == 0 {
                return;
            }
        }
    });
    let mail = Sender::new(Settings {
        host: "127.0.0.1".to_owned(),
        port: Some(port),
        protection: Protection::Plain,
        account: None,
        from: "Owldeck <no-reply@owldeck.example>".to_owned(),
    })
    .unwrap();
    let senders = Senders {
        sms: None,
        mail: Some(mail),
        ..Senders::default()
    };
    let to = Recipient::Mail("ana@mail.example".to_owned());
    senders.send(&message(to), NOW).await
}

#[tokio::test]
async fn a_refusal_is_told_by_its_number_and_a_slowing_down_apart() {
    let refused = sent(&["220 hi", "250 8BITMIME", "250 ok", "550 no such box", "250"]).await;
    assert!(matches!(refused, Err(SendError::Refused(code)) if code == "550"));
    let slowed = sent(&["220 hi", "250 8BITMIME", "250 ok", "450 later", "250"]).await;
    assert!(matches!(slowed, Err(SendError::Limited(code)) if code == "450"));
}

#[tokio::test]
async fn a_server_that_goes_away_or_is_none_is_not_reached() {
    for answers in [&["220 hi"] as &'static [_], &["220 hi", "250 8BITMIME"]] {
        let gone = sent(answers).await;
        assert!(gone.is_err());
    }
    let nonsense = sent(&["HTTP/1.1 400 Bad Request", ""]).await;
    assert!(matches!(
        nonsense,
        Err(SendError::Broken(_) | SendError::Unreachable(_))
    ));
}

#[tokio::test]
async fn starttls_is_not_given_up_for_a_server_that_has_none() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut stream = BufReader::new(stream);
        let mut heard = String::new();
        for answer in ["220 hi\r\n", "250 8BITMIME\r\n", "250 ok\r\n"] {
            stream.write_all(answer.as_bytes()).await.unwrap();
            if stream.read_line(&mut heard).await.unwrap() == 0 {
                break;
            }
        }
        heard
    });
    let sender = Sender::new(Settings {
        host: "127.0.0.1".to_owned(),
        port: Some(port),
        protection: Protection::Starttls,
        account: None,
        from: "no-reply@owldeck.example".to_owned(),
    })
    .unwrap();
    let to = Recipient::Mail("ana@mail.example".to_owned());
    let outcome = sender.send("ana@mail.example", &message(to), NOW).await;
    assert!(outcome.is_err());
    drop(sender);
    assert!(!server.await.unwrap().contains("MAIL FROM"));
}

#[tokio::test]
async fn an_address_cannot_carry_a_second_header() {
    let sender = Sender::new(Settings {
        host: "127.0.0.1".to_owned(),
        port: Some(9),
        protection: Protection::Plain,
        account: None,
        from: "no-reply@owldeck.example".to_owned(),
    })
    .unwrap();
    for address in ["a@b.example\r\nBcc: c@d.example", "a", "a@", ""] {
        let to = Recipient::Mail(address.to_owned());
        let outcome = sender.send(address, &message(to), NOW).await;
        assert!(matches!(outcome, Err(SendError::Refused(_))), "{address:?}");
    }
}
