//! Replacement without data while the old phone refuses, dies or is slow in a step of its wipe: the member has the new phone at once, and the
//! old one is nobody's until it is empty.

use std::cell::Cell;
use std::time::Duration;

use eventually::{LIMIT, eventually};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::demo::{Demo, Member, OPERATOR, OWNER, owldeck};
use crate::kills::replacement::{CHECK, REPLACE, until_free};
use crate::operations::{MAIN, begin, row, shell};

const PHONES: &str = "/app-api/trade/phone/app-page";
const FOLDER: &str = "/sdcard/Download";
const MARK: &str = "/sdcard/Download/mark.txt";
/// Status of a phone that is out of service.
const HELD: i64 = 99;
/// Beyond the deadline of a wipe, and beyond the pause before the next one.
const BEYOND_S: i64 = 2 * 10 * 60 + 1;
/// Time in which a wipe ends by itself on an idle machine; longer after each time that it did not.
const QUIET: Duration = Duration::from_secs(3);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_phone_that_refuses_its_wipe_is_nobodys_until_it_is_empty() {
    round(["state:refuse", "wipe:refuse", "boot:refuse"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_phone_that_dies_in_its_wipe_is_nobodys_until_it_is_empty() {
    round(["state:die:8000", "wipe:die:8000", "boot:die:8000"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replaced_phone_that_is_slow_in_its_wipe_is_nobodys_until_it_is_empty() {
    round(["state:slow:8000", "wipe:slow:8000", "boot:slow:8000"]).await;
}

/// Replaces a phone with each of these faults in turn.
async fn round(faults: [&str; 3]) {
    let scene = Scene {
        demo: Demo::with_stock(2).await,
        moved_s: Cell::new(0),
    };
    for fault in faults {
        scene.replace(fault).await;
    }
}

/// A phone as operators see it.
async fn facts(operator: &Member<'_>, phone: i64) -> Value {
    let path = format!("/admin-api/phone/get?phoneId={phone}");
    operator.get(&path).await
}

struct Scene {
    demo: Demo,
    /// Time by which the clock was moved.
    moved_s: Cell<i64>,
}

impl Scene {
    async fn replace(&self, fault: &str) {
        let mut owner = self.demo.sign_in(OWNER).await;
        let mut operator = self.demo.sign_in(OPERATOR).await;
        let old = owner.running(MAIN).await;
        until_free(&owner, old).await;
        let address = facts(&operator, old).await["address"].clone();
        let address = address.as_str().expect("an address");
        shell(address, "touch", &[MARK]).await;
        shell(address, "setprop", &["owl.fault", fault]).await;
        let owned = owner.phones().await.len();
        let batch = begin(&owner, REPLACE, &json!({ "phoneIds": [old] })).await;
        let new = owner.running(MAIN).await;
        assert_ne!(new, old, "{fault}: the member has another phone at once");

        let mut quiet = QUIET;
        let mut since = Instant::now();
        let until = since + 2 * LIMIT;
        loop {
            let free = owner.post(CHECK, &json!({ "phoneIds": [new] })).await;
            let free = free["data"]["list"][0]["inStock"].clone();
            let facts = facts(&operator, old).await;
            if facts["left"] == false {
                break;
            }
            // Looked at in this order: what is not empty now was no stock before.
            assert_eq!(
                (&facts["status"], free),
                (&json!(HELD), json!(0)),
                "{facts}"
            );
            assert_eq!(owner.running(MAIN).await, new, "{fault}");
            assert!(Instant::now() < until, "{fault}: it is wiped: {facts}");
            if since.elapsed() > quiet {
                self.move_clock(&owner).await;
                owner = self.demo.sign_in(OWNER).await;
                operator = self.demo.sign_in(OPERATOR).await;
                quiet += QUIET;
                since = Instant::now();
            }
            sleep(Duration::from_millis(200)).await;
        }

        until_free(&owner, new).await;
        let files = shell(address, "ls", &[FOLDER]).await;
        assert!(!files.contains("mark.txt"), "{fault}: {files}");
        assert_eq!(owner.running(MAIN).await, new, "{fault}");
        assert_eq!(owner.phones().await.len(), owned, "{fault}");
        let told = row(&owner, batch).await;
        assert!(told["replacement"]["wipeNo"].is_string(), "{fault}: {told}");
        let check = owldeck(self.demo.data.path(), &["check"]);
        let said = String::from_utf8_lossy(&check.stdout).into_owned();
        assert!(check.status.success(), "{fault}: {said}");
    }

    /// Moves the clock beyond all deadlines; access tokens end by that, which tells that it was moved.
    async fn move_clock(&self, member: &Member<'_>) {
        self.moved_s.update(|moved_s| moved_s + BEYOND_S);
        self.demo.move_clock(self.moved_s.get());
        eventually("the clock is moved", async || {
            // A call with a valid body: of an ended token and an invalid body, either may be refused first.
            let answer = member.post(PHONES, &json!({ "pageSize": 1 })).await;
            if answer["code"] == 401 {
                Ok(())
            } else {
                Err(answer)
            }
        })
        .await;
    }
}
