//! Data that a deleted account leaves on its phones is wiped before anybody else gets them.

use domain::play::{EndReason, Event};
use eventually::eventually;
use phone_link::{Link, LinkOptions, ShellCommand};
use serde_json::{Value, json};

use crate::demo::{Demo, GUEST, OWNER, owldeck};

const PASSWORD: &str = "Owldeck#2026";
const SEND: &str = "/app-api/member/captcha/sendSmsCode";
const DELETE: &str = "/app-api/member/member/delete";
const LEAVE: &str = "echo mine > /sdcard/Download/left.txt";
const LOOK: &str = "cat /sdcard/Download/left.txt || echo nothing";

async fn shell(address: &str, words: &'static str) -> Option<String> {
    let link = Link::connect(address, LinkOptions::default()).await.ok()?;
    let out = link.shell(&ShellCommand::new(words)).await.ok()?;
    (out.exit == 0).then(|| String::from_utf8_lossy(&out.stdout).into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_phones_of_a_deleted_account_are_wiped_and_then_stock_like_any_other() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let mut held = Vec::new();
    for alias in ["主力-01", "小店客服"] {
        held.push(owner.running(alias).await);
    }
    let mut with_file = Vec::new();
    for address in demo.addresses() {
        if shell(&address, LEAVE).await.is_some() {
            with_file.push(address);
        }
    }
    assert_eq!(with_file.len(), demo.addresses().len());
    let off = json!({ "phoneIds": [held[0]] });
    let switched = owner
        .post("/app-api/infra/cacloud/shutDownInstanceAsync", &off)
        .await;
    assert_eq!(switched["code"], 0, "{switched}");
    owner.phone_when("主力-01", |p| p["power"] == "off").await;

    let guest = demo.sign_in(GUEST).await;
    let (mut looking, _) = guest.play(held[1], json!({ "mode": "view" })).await;
    looking.picture().await;
    let asked = json!({ "phone": OWNER, "purpose": "delete" });
    let sent = owner.post(SEND, &asked).await;
    let outbox = std::fs::read_to_string(demo.data.path().join("outbox.jsonl")).expect("a file");
    let line: Value = serde_json::from_str(outbox.lines().last().expect("a line")).expect("JSON");
    let proof = json!({ "password": PASSWORD, "code": line["code"], "uuid": sent["data"]["uuid"] });
    let gone = demo.delete(&owner.token, DELETE, &proof).await;
    assert_eq!(gone["code"], 0, "{gone}");
    // Whichever comes first, the end of the right or that of the picture: who was let in is told that the right was taken back.
    let said = Event::Ended {
        reason: EndReason::Recalled,
        detail: 0,
    };
    assert_eq!(looking.end().await, (Some(said), 4403));

    // The account's number begins anew, and takes phones from those that the account left.
    let phones: Vec<_> = ["标准型", "游戏型", "标准型"].iter().enumerate().map(|(n, configuration)| {
        json!({ "owner": OWNER, "alias": format!("new-{n}"), "configuration": configuration, "expiresInDays": 3 })
    }).collect();
    let wanted = json!({
        "members": [{ "phone": OWNER, "password": PASSWORD }],
        "phones": phones,
    });
    eventually("the phones come back to stock", async || {
        let seeded = demo.seed(&wanted);
        if seeded.status.success() {
            Ok(())
        } else {
            Err(String::from_utf8_lossy(&seeded.stderr).into_owned())
        }
    })
    .await;
    let mut clean = 0;
    for address in demo.addresses() {
        let found = shell(&address, LOOK).await;
        clean += usize::from(found.expect("it runs").contains("nothing"));
    }
    assert_eq!(clean, 3, "three of four were the member's");
    let checked = owldeck(demo.data.path(), &["check"]);
    assert!(
        checked.status.success(),
        "{}",
        String::from_utf8_lossy(&checked.stdout)
    );
}
