//! Messages that leave a demo: codes by SMS and mail over their real protocols into the outbox, and the sign-in providers beside it.

use serde_json::{Value, json};

use crate::demo::{Demo, OWNER, PASSWORD, owldeck};

const SEND: &str = "/app-api/member/captcha/sendSmsCode";
const CHECK: &str = "/app-api/member/captcha/valid-sms-code";

/// The lines of the outbox that were sent by a channel.
fn lines(demo: &Demo, channel: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(demo.data.path().join("outbox.jsonl")).expect("the outbox");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|line: &Value| line["channel"] == channel)
        .collect()
}

async fn text(demo: &Demo, path: &str) -> (u16, String) {
    let answer = demo.get(path, "identity").await;
    (answer.status().as_u16(), answer.text().await.expect("text"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_by_sms_and_one_by_mail_are_in_the_outbox_and_on_its_page() {
    let demo = Demo::start().await;
    assert!(lines(&demo, "sms").is_empty(), "the file is there before");
    let member = demo.sign_in(OWNER).await;

    let by_sms = json!({ "phone": OWNER, "purpose": "password" });
    let sent = member.post(SEND, &by_sms).await;
    assert_eq!(sent["code"], 0, "{sent}");
    let sms = lines(&demo, "sms");
    assert_eq!(sms.len(), 1);
    assert_eq!(
        (&sms[0]["to"], &sms[0]["purpose"]),
        (&json!(OWNER), &json!("password"))
    );
    let code = sms[0]["code"].as_str().expect("a code");
    assert!(
        code.len() == 6 && code.bytes().all(|b| b.is_ascii_digit()),
        "{code}"
    );
    assert!(sms[0]["text"].as_str().expect("text").contains(code));
    assert!(sms[0]["at"].as_i64().expect("milliseconds") > 1_700_000_000_000);
    let check = json!({ "phone": OWNER, "purpose": "password", "code": code, "uuid": sent["data"]["uuid"] });
    assert_eq!(member.post(CHECK, &check).await["data"], true);

    let by_mail = json!({ "email": "lijie@mail.example", "purpose": "email" });
    let sent = member.post(SEND, &by_mail).await;
    assert_eq!(sent["code"], 0, "{sent}");
    let mail = lines(&demo, "mail");
    assert_eq!(mail.len(), 1);
    assert_eq!(
        (&mail[0]["to"], &mail[0]["purpose"]),
        (&json!("lijie@mail.example"), &json!("email"))
    );
    let mail_code = mail[0]["code"].as_str().expect("a code");
    assert_eq!(mail_code.len(), 6);

    let (status, page) = text(&demo, "/sandbox/outbox").await;
    assert_eq!(status, 200);
    let (first, second) = (page.find(mail_code), page.find(code));
    assert!(
        first.expect("the mail") < second.expect("the SMS"),
        "newest first"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_tells_its_accounts_and_its_pages_to_whoever_signs_in() {
    let demo = Demo::start().await;
    let (_, ways) = text(&demo, "/app-api/member/auth/register-type").await;
    let ways: Value = serde_json::from_str(&ways).expect("JSON");
    let told = &ways["data"]["demo"];
    let accounts = told["accounts"].as_array().expect("accounts");
    assert_eq!(accounts.len(), 3);
    for account in accounts {
        demo.sign_in(account.as_str().expect("a name")).await;
    }
    assert_eq!(told["password"], PASSWORD);
    for page in ["messagesPage", "paymentsPage"] {
        let address = told[page].as_str().expect("an address");
        let path = address.strip_prefix(&demo.origin).expect("our own");
        assert_eq!(text(&demo, path).await.0, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sign_in_providers_of_the_demo_are_offered_and_answer() {
    let demo = Demo::start().await;
    let (_, ways) = text(&demo, "/app-api/member/auth/register-type").await;
    let ways: Value = serde_json::from_str(&ways).expect("JSON");
    let kinds: Vec<i64> = ways["data"]["social"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|way| way["type"].as_i64())
        .collect();
    assert_eq!(kinds, [32, 50], "{ways}");
    for (kind, begin) in [
        (32, "/sandbox/wechat/connect/qrconnect?"),
        (50, "/sandbox/oidc/authorize?"),
    ] {
        let page = demo.origin.replace(':', "%3A").replace('/', "%2F");
        let path = format!(
            "/app-api/member/auth/social-auth-redirect?type={kind}&redirectUri={page}%2Fapp%2Fsocial-login"
        );
        let (_, answer) = text(&demo, &path).await;
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        let address = answer["data"].as_str().expect("an address");
        let path = address.strip_prefix(&demo.origin).expect("our own");
        assert!(path.starts_with(begin), "{path}");
        let path = path.trim_end_matches("#wechat_redirect");
        assert_eq!(text(&demo, path).await.0, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_keeps_its_keys_and_remembers_what_was_sent() {
    let mut demo = Demo::start().await;
    let member = demo.sign_in(OWNER).await;
    let by_sms = json!({ "phone": OWNER, "purpose": "password" });
    assert_eq!(member.post(SEND, &by_sms).await["code"], 0);
    let code = lines(&demo, "sms")[0]["code"]
        .as_str()
        .expect("a code")
        .to_owned();
    let keys = std::fs::read(demo.data.path().join("sandbox/keys.json")).expect("keys");
    demo.kill_and_restart().await;
    assert!(text(&demo, "/sandbox/outbox").await.1.contains(&code));
    let after = std::fs::read(demo.data.path().join("sandbox/keys.json")).expect("keys");
    assert_eq!(keys, after);
}

#[test]
fn serve_has_no_outbox() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("owldeck.toml");
    std::fs::write(&file, "outbox = 'outbox.jsonl'\n").expect("room");
    let output = owldeck(
        folder.path(),
        &["serve", "--config", file.to_str().expect("a path")],
    );
    assert!(!output.status.success());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("OWLDECK_OUTBOX is for demos only"), "{told}");
}
