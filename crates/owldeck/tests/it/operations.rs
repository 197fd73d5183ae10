//! Operations from outside: what the API says, and what the phones themselves show.

use std::time::Duration;

use phone_link::{Link, LinkOptions, ShellCommand};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::demo::{Demo, GUEST, Member, OWNER, owldeck};

const PATIENCE: Duration = Duration::from_secs(30);
/// Points of time at which the server is killed, for each kind.
const KILLS: u64 = 20;
const MAIN: &str = "主力-01";

const REBOOT: &str = "/app-api/infra/cacloud/reboot-instance";
const POWER_ON: &str = "/app-api/infra/cacloud/powerOnInstanceAsync";
const POWER_OFF: &str = "/app-api/infra/cacloud/shutDownInstanceAsync";
const DENSITY: &str = "/app-api/infra/density/setDensity";
const RESET: &str = "/app-api/trade/phone/reset-batch";
const ENTER: &str = "/app-api/trade/phone/updPhoneStateRunning";

/// What a phone answers to a command, over its own wire.
async fn shell(address: &str, program: &'static str, arguments: &[&str]) -> String {
    let until = Instant::now() + PATIENCE;
    loop {
        let mut command = ShellCommand::new(program);
        for argument in arguments {
            command = command.argument(argument).expect("an argument");
        }
        if let Ok(link) = Link::connect(address, LinkOptions::default()).await
            && let Ok(output) = link.shell(&command).await
        {
            return output.text();
        }
        assert!(Instant::now() < until, "{address} answers");
        sleep(Duration::from_millis(50)).await;
    }
}

async fn boot_id(address: &str) -> String {
    shell(address, "cat", &["/proc/sys/kernel/random/boot_id"]).await
}

/// Begins something; the batch.
async fn begin(member: &Member<'_>, path: &str, body: &Value) -> i64 {
    let answer = member.post(path, body).await;
    assert_eq!(
        (&answer["code"], &answer["data"]["fail"]),
        (&json!(0), &json!(0)),
        "{answer}"
    );
    answer["data"]["batchId"].as_i64().expect("a batch")
}

/// The only row of a batch once it is over.
async fn over(member: &Member<'_>, batch: i64) -> Value {
    let until = Instant::now() + PATIENCE;
    loop {
        let row = row(member, batch).await;
        if !row["endTime"].is_null() {
            return row;
        }
        assert!(Instant::now() < until, "it is over in time: {row}");
        sleep(Duration::from_millis(50)).await;
    }
}

async fn row(member: &Member<'_>, batch: i64) -> Value {
    let receipt = member
        .get(&format!("/app-api/infra/operation/info?batchId={batch}"))
        .await;
    receipt["list"][0].clone()
}

async fn done(member: &Member<'_>, path: &str, body: &Value) -> Value {
    let batch = begin(member, path, body).await;
    let row = over(member, batch).await;
    assert_eq!(row["state"], "done", "{path}: {row}");
    row
}

/// Where a phone answers: the one that shows a density which only it was given.
async fn address_of(demo: &Demo, member: &Member<'_>, phone_id: i64) -> String {
    done(
        member,
        DENSITY,
        &json!({ "phoneId": phone_id, "density": 411 }),
    )
    .await;
    for address in demo.addresses() {
        if shell(&address, "wm", &["density"]).await.contains("411") {
            return address;
        }
    }
    panic!("no phone shows the density");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_done_to_a_phone_is_seen_on_the_phone() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let address = address_of(&demo, &owner, phone).await;

    let before = boot_id(&address).await;
    done(&owner, REBOOT, &json!({ "phoneId": phone })).await;
    let after = boot_id(&address).await;
    assert_ne!(before, after, "it restarted");

    shell(&address, "touch", &["/sdcard/Download/kept.txt"]).await;
    let listed = shell(&address, "ls", &["/sdcard/Download"]).await;
    assert!(listed.contains("kept.txt"), "{listed}");
    done(&owner, RESET, &json!({ "phoneIds": [phone] })).await;
    let listed = shell(&address, "ls", &["/sdcard/Download"]).await;
    assert!(!listed.contains("kept.txt"), "{listed}");

    done(&owner, POWER_OFF, &json!({ "phoneId": phone })).await;
    let off = owner.phone_when(MAIN, |p| p["power"] == "off").await;
    assert_eq!(off["businessStatus"], 0);
    assert!(
        Link::connect(&address, LinkOptions::default())
            .await
            .is_err(),
        "nothing answers"
    );
    done(&owner, POWER_ON, &json!({ "phoneId": phone })).await;
    assert_ne!(boot_id(&address).await, after);
    owner.running(MAIN).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_refuses_or_never_starts_ends_in_its_failed_state_and_is_entered_directly() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let address = address_of(&demo, &owner, phone).await;
    let one = json!({ "phoneId": phone });
    for (fault, path, status, reason) in [
        ("power:refuse", REBOOT, 3, "refused"),
        ("wipe:refuse", RESET, 5, "refused"),
    ] {
        shell(&address, "setprop", &["owl.fault", fault]).await;
        let batch = begin(&owner, path, &one).await;
        let row = over(&owner, batch).await;
        assert_eq!(row["state"], "failed", "{fault}: {row}");
        assert!(
            !row["reason"].as_str().unwrap_or_default().is_empty(),
            "{reason}: {row}"
        );
        assert_eq!(row["retryable"], true);
        owner
            .phone_when(MAIN, |p| p["businessStatus"] == status)
            .await;
        done(&owner, ENTER, &one).await;
        owner.running(MAIN).await;
    }
    // Never boots: the deadline ends it, by the clock.
    shell(&address, "setprop", &["owl.fault", "boot:refuse"]).await;
    let batch = begin(&owner, REBOOT, &one).await;
    let until = Instant::now() + PATIENCE;
    while row(&owner, batch).await["step"] != "boot" {
        assert!(Instant::now() < until, "it waits for the start");
        sleep(Duration::from_millis(50)).await;
    }
    owner.phone_when(MAIN, |p| p["businessStatus"] == 2).await;
    demo.move_clock(2 * 5 * 60 + 1);
    let failed = over(&owner, batch).await;
    assert_eq!(
        (&failed["state"], &failed["step"]),
        (&json!("failed"), &json!("boot")),
        "{failed}"
    );
    owner.phone_when(MAIN, |p| p["businessStatus"] == 3).await;
    let entered = begin(&owner, ENTER, &one).await;
    assert_eq!(
        over(&owner, entered).await["state"],
        "failed",
        "it is not well yet"
    );
    // The fault was of that start alone: the next one heals.
    done(&owner, REBOOT, &one).await;
    owner.running(MAIN).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_restarts_one_phone_and_a_batch_with_a_shared_one_is_refused_whole() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let shared = owner.running("小店客服").await;
    let watched = owner.running(MAIN).await;
    let before: Vec<String> = boots(&demo).await;
    let whole = owner
        .post(REBOOT, &json!({ "phoneIds": [shared, watched] }))
        .await;
    assert_eq!(whole["code"], 1_011_101_009, "{whole}");
    let viewer = guest.post(REBOOT, &json!({ "phoneId": watched })).await;
    assert_eq!(viewer["data"]["list"][0]["code"], 1_011_101_004, "{viewer}");
    assert_eq!(boots(&demo).await, before, "no phone restarted");
    done(&guest, REBOOT, &json!({ "phoneId": shared })).await;
    let changed = boots(&demo)
        .await
        .iter()
        .zip(&before)
        .filter(|(a, b)| a != b)
        .count();
    assert_eq!(changed, 1);
}

async fn boots(demo: &Demo) -> Vec<String> {
    let mut all = Vec::new();
    for address in demo.addresses() {
        all.push(boot_id(&address).await);
    }
    all
}

/// Kills the server at many points of one kind. Whatever happened, the operation ends once and the data is whole.
async fn survives(path: &str, body: impl Fn(i64) -> Value, spread: Duration) {
    let mut demo = Demo::start().await;
    let mut ahead = 0;
    let phone = demo.sign_in(OWNER).await.running(MAIN).await;
    for point in 0..KILLS {
        let owner = demo.sign_in(OWNER).await;
        let batch = begin(&owner, path, &body(phone)).await;
        sleep(spread * u32::try_from(point).expect("small") / u32::try_from(KILLS).expect("small"))
            .await;
        demo.kill_and_restart().await;
        let owner = demo.sign_in(OWNER).await;
        let until = Instant::now() + PATIENCE;
        // An order whose fate is unknown gets its settling time, by the clock.
        while row(&owner, batch).await["endTime"].is_null() {
            assert!(
                Instant::now() < until,
                "point {point}: {}",
                row(&owner, batch).await
            );
            sleep(Duration::from_millis(300)).await;
            ahead += 5;
            demo.move_clock(ahead);
        }
        let ended = row(&owner, batch).await;
        assert!(
            ["done", "failed"].contains(&ended["state"].as_str().unwrap_or_default()),
            "{ended}"
        );
        let phones = owner.phones().await;
        assert!(
            phones.iter().all(|p| p["operation"].is_null()),
            "point {point}: {phones:?}"
        );
        let check = owldeck(demo.data.path(), &["check"]);
        assert!(
            check.status.success(),
            "point {point}: {}",
            String::from_utf8_lossy(&check.stdout)
        );
        if ended["state"] == "failed" {
            // The phone is whole: it can be entered, or what failed can be done again.
            heal(&owner, phone).await;
        }
    }
}

async fn heal(owner: &Member<'_>, phone: i64) {
    let until = Instant::now() + PATIENCE;
    loop {
        let mine = owner.phones().await;
        let now = mine
            .iter()
            .find(|p| p["phoneId"] == phone)
            .expect("my phone")
            .clone();
        let path = match (now["businessStatus"].as_i64(), now["power"].as_str()) {
            (Some(1), _) => return,
            (Some(3 | 5), _) => ENTER,
            (Some(0), Some("off")) => POWER_ON,
            _ => {
                assert!(Instant::now() < until, "{now}");
                sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        let answer = owner.post(path, &json!({ "phoneId": phone })).await;
        if let Some(batch) = answer["data"]["batchId"].as_i64() {
            over(owner, batch).await;
        }
        assert!(Instant::now() < until, "{now} {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_survives_kill_9_at_any_point() {
    survives(
        REBOOT,
        |id| json!({ "phoneId": id }),
        Duration::from_secs(3),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_factory_reset_survives_kill_9_at_any_point() {
    survives(
        RESET,
        |id| json!({ "phoneIds": [id] }),
        Duration::from_secs(3),
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_density_survives_kill_9_at_any_point() {
    survives(
        DENSITY,
        |id| json!({ "phoneId": id, "density": 240 }),
        Duration::from_millis(60),
    )
    .await;
}
