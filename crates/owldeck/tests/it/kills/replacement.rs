//! The server is killed at many points of a replacement: its member has one phone of that name, never two and never none, and the old one is
//! empty before it is stock.

use std::time::Duration;

use eventually::eventually;
use phone_link::{Link, LinkOptions, ShellCommand};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::demo::{Demo, Member, OWNER, owldeck, rounds};

pub const REPLACE: &str = "/app-api/trade/phone/replace-batch";
pub const CHECK: &str = "/app-api/trade/phone/check-replace";
const RECEIPT: &str = "/app-api/infra/operation/page?kind=replace";
const NAME: &str = "主力-01";
const LEAVE: &str = "echo mine > /sdcard/Download/left.txt";
const LOOK: &str = "cat /sdcard/Download/left.txt || echo nothing";
/// Points of time at which the server is killed, unless `OWLDECK_ROUNDS` says how many.
const KILLS: u32 = 6;
/// The points lie within this time: the call, and the wipe that begins within two seconds of it.
const SPREAD: Duration = Duration::from_millis(4200);

async fn shell(address: &str, words: &'static str) -> Option<String> {
    let link = Link::connect(address, LinkOptions::default()).await.ok()?;
    let out = link.shell(&ShellCommand::new(words)).await.ok()?;
    (out.exit == 0).then(|| String::from_utf8_lossy(&out.stdout).into_owned())
}

/// Phones on which something lies.
async fn marked(demo: &Demo) -> Option<usize> {
    let mut marked = 0;
    for address in demo.addresses() {
        let found = shell(&address, LOOK).await?;
        marked += usize::from(!found.contains("nothing"));
    }
    Some(marked)
}

/// Waits until a phone of the stock is free: one that was wiped may still be starting.
pub async fn until_free(member: &Member<'_>, phone: i64) {
    eventually("a phone is free", async || {
        let checked = member.post(CHECK, &json!({ "phoneIds": [phone] })).await;
        if checked["data"]["list"][0]["code"] == 0 {
            Ok(())
        } else {
            Err(checked)
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replacement_that_is_killed_leaves_one_whole_phone_and_an_empty_one() {
    let mut demo = Demo::with_stock(2).await;
    let token = demo.sign_in(OWNER).await.token;
    let kills = rounds(KILLS);
    let mut replaced = 0;
    for point in 0..kills {
        let old = demo.again(&token).running(NAME).await;
        let count = demo.again(&token).phones().await.len();
        for address in demo.addresses() {
            shell(&address, LEAVE).await.expect("it runs");
        }
        let all = demo.addresses().len();
        let body = json!({ "phoneIds": [old] });
        let by = demo.again(&token);
        until_free(&by, old).await;
        let asked = by.post(REPLACE, &body);
        // At the first points the call itself is cut off.
        let answer = tokio::time::timeout(SPREAD * point / kills, asked).await;
        if answer.is_ok() {
            sleep(SPREAD * point / kills).await;
        }
        demo.kill_and_restart().await;

        let member = demo.again(&token);
        let now = member.running(NAME).await;
        assert_eq!(
            member.phones().await.len(),
            count,
            "never one more, never one less"
        );
        let named = |phones: Vec<Value>| phones.iter().filter(|p| p["phoneAlias"] == NAME).count();
        assert_eq!(named(member.phones().await), 1);
        if let Ok(answer) = &answer {
            assert_eq!(answer["data"]["success"], 1, "{answer}");
            assert_ne!(now, old, "what was answered is done");
        }
        let done = now != old;
        let left = if done { all - 1 } else { all };
        let what = format!("the old phone alone is wiped, at point {point}");
        eventually(what, async || marked(&demo).await == Some(left)).await;
        if done {
            replaced += 1;
            eventually("the wipe is told", async || {
                let batches = member.get(RECEIPT).await;
                let path = format!(
                    "/app-api/infra/operation/info?batchId={}",
                    batches["list"][0]["batchId"]
                );
                member.get(&path).await["list"][0]["replacement"]["wipeNo"].is_string()
            })
            .await;
        }
        let check = owldeck(demo.data.path(), &["check"]);
        assert!(
            check.status.success(),
            "{}",
            String::from_utf8_lossy(&check.stdout)
        );
    }
    assert!(replaced > 0, "some were replaced");
}
