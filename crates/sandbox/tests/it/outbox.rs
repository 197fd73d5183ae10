//! The SMS gateway's side and the page that shows what was sent.

use connectors::sms::{Timeout, Webhook};
use connectors::{Recipient, Secret, SendError, Senders};

use crate::server::{NOW, Server, client, message};

fn senders(server: &Server, key: &str) -> Senders {
    let webhook = Webhook::new(
        &server.sandbox.sms_address(),
        &Secret::new(key),
        Timeout::default(),
    );
    Senders {
        sms: Some(webhook.unwrap().into()),
        mail: None,
        ..Senders::default()
    }
}

async fn send(server: &Server, to: &str, text: &str) {
    let mut sms = message(Recipient::Phone(to.to_owned()));
    text.clone_into(&mut sms.text);
    let senders = senders(server, &server.sandbox.keys().sms.clone());
    senders.send(&sms, NOW).await.unwrap();
}

#[tokio::test]
async fn an_sms_is_a_line_of_the_file() {
    let server = Server::start();
    assert_eq!(server.lines().len(), 0, "the file is there from the start");
    send(&server, "+8613800000000", "135790 \"zwei\"\nZeilen").await;
    send(&server, "+14155550100", "abroad").await;
    assert_eq!(
        server.lines(),
        [
            r#"{"at":1795226400000,"channel":"sms","to":"13800000000","purpose":"login","text":"135790 \"zwei\"\nZeilen","code":"135790"}"#,
            r#"{"at":1795226400000,"channel":"sms","to":"+14155550100","purpose":"login","text":"abroad","code":"135790"}"#,
        ]
    );
}

#[tokio::test]
async fn an_sms_without_our_signature_or_of_another_time_is_refused() {
    let server = Server::start();
    let sms = message(Recipient::Phone("+8613800000000".to_owned()));
    let other = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    let own = server.sandbox.keys().sms.clone();
    for (key, now) in [
        (other, NOW),
        (&own, NOW + 5 * 60_000 + 1000),
        (&own, NOW - 5 * 60_000 - 1000),
    ] {
        let outcome = senders(&server, key).send(&sms, now).await;
        assert!(matches!(outcome, Err(SendError::Refused(why)) if why == "HTTP 401"));
    }
    let url = server.sandbox.sms_address();
    let bare = client().post(&url).body("{}").send().await.unwrap();
    assert_eq!(bare.status(), 401);
    let huge = client().post(&url).body(vec![b'x'; 64 * 1024 + 1]);
    assert_eq!(huge.send().await.unwrap().status(), 413);
    assert!(server.sandbox.sent().is_empty());
}

#[tokio::test]
async fn the_page_shows_the_newest_first_in_both_languages_and_escapes_everything() {
    let server = Server::start();
    let zh = [("accept-language", "zh-CN")];
    let en = [("accept-language", "en-US")];
    let (_, empty) = server.get_with("/sandbox/outbox", &zh).await;
    assert!(empty.contains("还没有发送任何短信或邮件") && empty.contains("lang=\"zh-CN\""));
    send(&server, "+8613800000000", "first").await;
    send(
        &server,
        "+8613900000000",
        "<script>alert(\"x\")</script> & 'more'",
    )
    .await;
    let (status, page) = server.get_with("/sandbox/outbox", &en).await;
    assert_eq!(status, 200);
    assert!(page.contains("<h1>Outbox</h1>") && page.contains("lang=\"en-US\""));
    assert!(page.contains("Sign in</span>"));
    assert!(
        page.contains("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;more&#39;")
    );
    assert!(!page.contains("<script>"));
    let (newer, older) = (page.find("13900000000"), page.find("13800000000"));
    assert!(newer.unwrap() < older.unwrap());
    assert_eq!(page.matches("data-copy=\"135790\"").count(), 2);
    // Nothing inline that the page's own policy would have to allow.
    assert!(page.contains("default-src 'none'"));
    assert!(!page.contains("style=") && !page.contains("onclick"));
    // The list alone, for its refreshing; the language can be chosen.
    let (_, list) = server.get("/sandbox/outbox?part=list&lang=zh-CN").await;
    assert!(list.starts_with("<ol") && list.contains("登录</span>"));
    // A captcha goes to nobody: it is called by what it is for, its uuid stands last.
    server.sandbox.keep_captcha("uuid-7", "sms", "AB12C");
    let (_, list) = server.get("/sandbox/outbox?part=list&lang=en-US").await;
    assert!(list.contains("<b>Captcha</b><span class=\"tag\">Get a code</span>"));
    assert!(list.contains("AB12C") && list.contains(">uuid-7</code>"));
    for (file, kind) in [
        ("style.css", "text/css"),
        ("outbox.js", "text/javascript"),
        ("mark.svg", "image/svg+xml"),
    ] {
        let url = format!("{}/sandbox/{file}", server.base);
        let reply = client().get(url).send().await.unwrap();
        assert!(
            reply.headers()["content-type"]
                .to_str()
                .unwrap()
                .starts_with(kind)
        );
    }
}

#[tokio::test]
async fn a_page_that_others_could_reach_asks_for_its_key() {
    let server = Server::start_public();
    send(&server, "+8613800000000", "135790").await;
    for path in [
        "/sandbox/outbox",
        "/sandbox/outbox?key=",
        "/sandbox/outbox?key=wrong",
        "/sandbox/outbox?part=list",
    ] {
        let (status, page) = server.get(path).await;
        assert_eq!(status, 400, "{path}");
        assert!(!page.contains("135790"), "{path}");
    }
    let page = server.sandbox.outbox_page();
    let path = page.strip_prefix(&server.base).unwrap();
    assert!(server.get(path).await.1.contains("135790"));
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let server = Server::start();
    for path in [
        "/sandbox",
        "/sandbox/",
        "/sandbox/people/9.svg",
        "/sandbox/x",
    ] {
        assert_eq!(server.get(path).await.0, 404, "{path}");
    }
    assert_eq!(server.get("/sandbox/people/3.svg").await.0, 200);
}
