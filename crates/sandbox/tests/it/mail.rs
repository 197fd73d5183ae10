//! The round trip of a mail: the product's sender, real SMTP, the outbox.

use connectors::mail::{Protection, Sender, Settings};
use connectors::{Recipient, Senders};
use domain::lang::Lang;

use crate::server::{NOW, Server, message};

fn senders(port: u16) -> Senders {
    let mail = Sender::new(Settings {
        host: "127.0.0.1".to_owned(),
        port: Some(port),
        protection: Protection::Plain,
        account: None,
        from: "猫头鹰 <no-reply@owldeck.example>".to_owned(),
    });
    Senders {
        sms: None,
        mail: Some(mail.unwrap()),
        ..Senders::default()
    }
}

#[tokio::test]
async fn a_mail_arrives_as_it_was_written() {
    let server = Server::start();
    let smtp = server.sandbox.mail_server().await.unwrap();
    let senders = senders(smtp.address().port());
    let to = Recipient::Mail("ana@mail.example".to_owned());
    let mut mail = message(to);
    senders.send(&mail, NOW).await.unwrap();
    mail.lang = Lang::En;
    mail.text = format!(
        ".A dot first, then {} and a very long line: {}",
        mail.code,
        "x".repeat(3000)
    );
    senders.send(&mail, NOW).await.unwrap();
    let sent = server.sandbox.sent();
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0].text, mail.text);
    assert_eq!(
        server.lines()[0],
        r#"{"at":1795226400000,"channel":"mail","to":"ana@mail.example","purpose":"login","text":"【Owldeck】您的验证码是 135790，用于登录，10 分钟内有效。","code":"135790"}"#
    );
}

#[tokio::test]
async fn many_mails_at_once_all_arrive() {
    let server = Server::start();
    let smtp = server.sandbox.mail_server().await.unwrap();
    let senders = senders(smtp.address().port());
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..40 {
        let senders = senders.clone();
        tasks.spawn(async move {
            let to = Recipient::Mail(format!("user{n}@mail.example"));
            senders.send(&message(to), NOW).await
        });
    }
    while let Some(sent) = tasks.join_next().await {
        sent.unwrap().unwrap();
    }
    let mut to: Vec<String> = server.sandbox.sent().into_iter().map(|e| e.to).collect();
    to.sort();
    to.dedup();
    assert_eq!(to.len(), 40);
    assert_eq!(server.lines().len(), 40);
}
