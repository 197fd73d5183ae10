//! Replacement with data on real processes: the server is killed in each step, the phones and their host fail in each. The member has one phone of
//! that name with all of its data, never two and never none, and no backup stays behind.

use std::time::Duration;

use domain::operations::DISCLAIMER_VERSION;
use eventually::eventually;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::demo::{Demo, Member, OWNER, owldeck, rounds};
use crate::operations::{self, MAIN, begin, over, shell, shell_now};

const TRANSFER: &str = "/app-api/trade/phone/transfer";
const CHECK: &str = "/app-api/trade/phone/check-replace";
const RETRY: &str = "/app-api/trade/phone-bound/retry-migrate";
const QUERY: &str = "/app-api/trade/phone-bound/query-status";
const FOLDER: &str = "/sdcard/Download";
const MARK: &str = "/sdcard/Download/mark.txt";

/// Steps in which a replacement is held while the server is killed.
const HELD: u32 = 4;
/// Further kills lie within this time: as long as a replacement takes.
const SPREAD: Duration = Duration::from_secs(5);

/// A demo, how many phones its member has, and how many of their configuration are free.
struct Scene {
    demo: Demo,
    token: String,
    count: usize,
    stock: Value,
}

impl Scene {
    async fn new() -> Self {
        let demo = Demo::with_stock(2).await;
        let token = demo.sign_in(OWNER).await.token;
        let count = demo.again(&token).phones().await.len();
        for address in demo.addresses() {
            shell(&address, "rm", &["-f", MARK]).await;
        }
        let mut scene = Self {
            demo,
            token,
            count,
            stock: Value::Null,
        };
        let old = scene.member().running(MAIN).await;
        // The stock's phone may still be starting: only then is it known how many there are.
        scene.stock = scene.free(old).await["inStock"].clone();
        shell(&scene.demo.addresses()[0], "touch", &[MARK]).await;
        scene
    }

    fn member(&self) -> Member<'_> {
        self.demo.again(&self.token)
    }

    /// The phones that have the member's data; none while one of them does not answer. A phone whose wipe was cut off by a kill stays off until
    /// the fate of that order is settled.
    async fn marked(&self) -> Option<Vec<usize>> {
        let mut marked = Vec::new();
        for (at, address) in self.demo.addresses().iter().enumerate() {
            let files = shell_now(address, "ls", &[FOLDER]).await?;
            if files.contains("mark.txt") {
                marked.push(at);
            }
        }
        Some(marked)
    }

    /// Makes the same step go wrong on each of these phones.
    async fn fault(&self, phones: &[usize], fault: &str) {
        for at in phones {
            shell(
                &self.demo.addresses()[*at],
                "setprop",
                &["owl.fault", fault],
            )
            .await;
        }
    }

    /// All phones but this.
    fn others(&self, at: usize) -> Vec<usize> {
        (0..self.demo.addresses().len())
            .filter(|other| *other != at)
            .collect()
    }

    /// Whether the phone may be replaced with its data, as the call says.
    async fn checked(&self, phone: i64) -> Value {
        let asked = json!({ "phoneIds": [phone], "withData": true });
        self.member().post(CHECK, &asked).await["data"]["list"][0].clone()
    }

    /// Answer of [`Self::checked`] as soon as a phone of the stock is free.
    async fn free(&self, phone: i64) -> Value {
        eventually("a phone is free", async || {
            let checked = self.checked(phone).await;
            if checked["code"] == 0 {
                Ok(checked)
            } else {
                Err(checked)
            }
        })
        .await
    }

    /// Begins it as soon as a phone of the stock is free: one that was wiped may still be starting.
    async fn begin(&self, phone: i64) -> i64 {
        self.free(phone).await;
        begin(&self.member(), TRANSFER, &wish(phone)).await
    }

    /// How far the member's phone is, as its call says.
    async fn status(&self, phone: i64) -> Value {
        let answer = self
            .member()
            .post(QUERY, &json!({ "phoneIds": [phone] }))
            .await;
        answer["data"]["list"][0].clone()
    }

    async fn until_status(&self, phone: i64, status: i64) {
        eventually(format!("it comes to {status}"), async || {
            let now = self.status(phone).await;
            if now["businessStatus"] == status {
                Ok(())
            } else {
                Err(now)
            }
        })
        .await;
    }

    /// The member has one phone of that name, which runs on the data; the other phones are empty, and so is the folder of backups.
    async fn whole(&self) -> (i64, usize) {
        let member = self.member();
        let now = member.running(MAIN).await;
        let phones = member.phones().await;
        assert_eq!(phones.len(), self.count, "never one more, never one less");
        let named = phones.iter().filter(|phone| phone["phoneAlias"] == MAIN);
        assert_eq!(named.count(), 1);
        let at = eventually("one has the data", async || {
            match self.marked().await.as_deref() {
                Some([at]) => Ok(*at),
                marked => Err(format!("{marked:?}")),
            }
        })
        .await;
        let backups = self.demo.data.path().join("backups");
        eventually("no backup stays", async || {
            std::fs::read_dir(&backups).expect("a folder").count() == 0
        })
        .await;
        // The wipe of the old phone is over: a fault that is set now meets what the test begins.
        eventually("the stock is free", async || {
            let checked = self.checked(now).await;
            if checked["inStock"] == self.stock {
                Ok(())
            } else {
                Err(checked)
            }
        })
        .await;
        let check = owldeck(self.demo.data.path(), &["check"]);
        let said = String::from_utf8_lossy(&check.stdout).into_owned();
        assert!(check.status.success(), "{said}");
        (now, at)
    }
}

fn wish(phone: i64) -> Value {
    json!({ "phoneIds": [phone], "agreed": true, "disclaimerVersion": DISCLAIMER_VERSION })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_in_any_step_goes_on_with_it() {
    let mut scene = Scene::new().await;
    let mut at = 0;
    let mut old = scene.member().running(MAIN).await;
    // Held in the backup, in the migration, and in the new phone's start; then a kill right after the end, before the old one is wiped.
    for (held, status) in [("back-up", 10), ("restore", 13), ("state", 12), ("none", 1)] {
        let phones = if held == "back-up" {
            vec![at]
        } else {
            scene.others(at)
        };
        if held != "none" {
            scene.fault(&phones, &format!("{held}:hold")).await;
        }
        let batch = scene.begin(old).await;
        if status == 1 {
            over(&scene.member(), batch).await;
        } else {
            scene.until_status(old, status).await;
        }
        scene.demo.kill_and_restart().await;
        let row = over(&scene.member(), batch).await;
        assert_eq!(row["state"], "done", "{held}: {row}");
        let (now, there) = scene.whole().await;
        assert_ne!((now, there), (old, at), "{held}");
        assert_eq!(json!(now), scene.status(old).await["newPhoneId"], "{held}");
        let told = operations::row(&scene.member(), batch).await;
        assert!(told["replacement"]["wipeNo"].is_string(), "{held}: {told}");
        (old, at) = (now, there);
    }
    // At any other time, as often as `OWLDECK_ROUNDS` says.
    let kills = rounds(HELD);
    for point in HELD..kills {
        let batch = scene.begin(old).await;
        sleep(SPREAD * point / kills).await;
        scene.demo.kill_and_restart().await;
        let row = over(&scene.member(), batch).await;
        assert_eq!(row["state"], "done", "{point}: {row}");
        let (now, there) = scene.whole().await;
        assert_ne!((now, there), (old, at), "{point}");
        (old, at) = (now, there);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_that_fails_leaves_the_old_phone_and_is_given_up_or_tried_again() {
    let scene = Scene::new().await;
    let member = scene.member();
    let old = member.running(MAIN).await;
    scene.fault(&[0], "back-up:refuse").await;
    let batch = scene.begin(old).await;
    let failed = over(&member, batch).await;
    assert_eq!(
        (&failed["state"], &failed["mayGiveUp"]),
        (&json!("failed"), &json!(true))
    );
    assert_eq!(scene.status(old).await["businessStatus"], 11);
    let left = begin(&member, RETRY, &json!({ "phoneId": old, "cancel": true })).await;
    assert_eq!(over(&member, left).await["state"], "done");
    let (now, at) = scene.whole().await;
    assert_eq!((now, at), (old, 0), "it goes on");

    scene.fault(&[0], "back-up:refuse").await;
    let batch = scene.begin(old).await;
    assert_eq!(over(&member, batch).await["state"], "failed");
    let again = begin(&member, RETRY, &json!({ "phoneId": old })).await;
    assert_eq!(over(&member, again).await["state"], "done");
    let (now, at) = scene.whole().await;
    assert!(now != old && at != 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_migration_that_fails_keeps_its_backup_until_it_is_tried_again_or_given_up() {
    let scene = Scene::new().await;
    let member = scene.member();
    let old = member.running(MAIN).await;
    for cancel in [true, false] {
        let (fault, reason) = if cancel {
            ("full", "云手机存储空间不足")
        } else {
            ("restore:refuse", "云手机拒绝了此操作")
        };
        scene.fault(&scene.others(0), fault).await;
        let batch = scene.begin(old).await;
        let failed = over(&member, batch).await;
        assert_eq!(failed["reason"], reason, "{failed}");
        let told = scene.status(old).await;
        assert_eq!(told["businessStatus"], 14);
        assert!(told["newPhoneId"].is_i64(), "{told}");
        let backups = scene.demo.data.path().join("backups");
        assert_eq!(std::fs::read_dir(backups).expect("a folder").count(), 1);
        if cancel {
            let left = begin(&member, RETRY, &json!({ "phoneId": old, "cancel": true })).await;
            assert_eq!(over(&member, left).await["state"], "done");
            let (now, at) = scene.whole().await;
            assert_eq!((now, at), (old, 0), "the old phone has all of its data");
        } else {
            let again = begin(&member, RETRY, &json!({ "phoneId": old })).await;
            assert_eq!(over(&member, again).await["state"], "done");
            let (now, at) = scene.whole().await;
            assert!(now != old && at != 0);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_breaks_down_in_a_copy_gets_it_once_more() {
    let scene = Scene::new().await;
    let member = scene.member();
    let old = member.running(MAIN).await;
    scene.fault(&[0], "back-up:die").await;
    scene.fault(&scene.others(0), "restore:die").await;
    let batch = scene.begin(old).await;
    assert_eq!(over(&member, batch).await["state"], "done");
    let (now, at) = scene.whole().await;
    assert!(now != old && at != 0);
}
