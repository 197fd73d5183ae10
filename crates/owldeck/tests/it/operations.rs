//! Operations from outside: what the API says, and what the phones themselves show.

use eventually::eventually;
use phone_link::{Link, LinkOptions, ShellCommand};
use serde_json::{Value, json};

use crate::demo::{Demo, GUEST, Member, OPERATOR, OWNER};

pub const MAIN: &str = "主力-01";

pub const REBOOT: &str = "/app-api/infra/cacloud/reboot-instance";
pub const POWER_ON: &str = "/app-api/infra/cacloud/powerOnInstanceAsync";
pub const POWER_OFF: &str = "/app-api/infra/cacloud/shutDownInstanceAsync";
pub const DENSITY: &str = "/app-api/infra/density/setDensity";
pub const RESET: &str = "/app-api/trade/phone/reset-batch";
pub const ENTER: &str = "/app-api/trade/phone/updPhoneStateRunning";
pub const NEW_DEVICE: &str = "/app-api/infra/renew/renew";
pub const PROBE: &str = "/app-api/infra/cacloud/probe-instance";
pub const UPGRADE: &str = "/admin-api/infra/phone/upgrade-image";
pub const RENAME: &str = "/app-api/trade/phone/update-alias";

/// Output of a command on a phone over its own wire, asked until the phone answers.
pub async fn shell(address: &str, program: &'static str, arguments: &[&str]) -> String {
    eventually(format!("{address} answers {program}"), async || {
        shell_now(address, program, arguments).await
    })
    .await
}

/// Output of a command on a phone; none where the phone does not answer, as when it is off.
pub async fn shell_now(address: &str, program: &'static str, arguments: &[&str]) -> Option<String> {
    let mut command = ShellCommand::new(program);
    for argument in arguments {
        command = command.argument(argument).expect("an argument");
    }
    let link = Link::connect(address, LinkOptions::default()).await.ok()?;
    Some(link.shell(&command).await.ok()?.text())
}

pub async fn boot_id(address: &str) -> String {
    shell(address, "cat", &["/proc/sys/kernel/random/boot_id"]).await
}

/// Begins something; the batch.
pub async fn begin(member: &Member<'_>, path: &str, body: &Value) -> i64 {
    let answer = member.post(path, body).await;
    assert_eq!(
        (&answer["code"], &answer["data"]["fail"]),
        (&json!(0), &json!(0)),
        "{answer}"
    );
    answer["data"]["batchId"].as_i64().expect("a batch")
}

/// The only row of a batch once it is over: within its own deadline, for an operation that verifies waits for a phone that is away.
pub async fn over(member: &Member<'_>, batch: i64) -> Value {
    eventually("it is over", async || {
        let row = row(member, batch).await;
        if row["endTime"].is_null() {
            Err(row)
        } else {
            Ok(row)
        }
    })
    .await
}

pub async fn row(member: &Member<'_>, batch: i64) -> Value {
    let receipt = member
        .get(&format!("/app-api/infra/operation/info?batchId={batch}"))
        .await;
    receipt["list"][0].clone()
}

pub async fn done(member: &Member<'_>, path: &str, body: &Value) -> Value {
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
    // How long it takes is known of what was done, and of nothing else.
    let shown = owner.phone_when(MAIN, |p| p["businessStatus"] == 1).await;
    let estimates = shown["estimates"].as_array().expect("estimates");
    let known: Vec<_> = estimates.iter().map(|each| &each["action"]).collect();
    assert_eq!(known, ["powerOn", "powerOff", "reboot", "factoryReset"]);
    let takes_time = |each: &Value| each["expectedMs"].as_i64() > Some(0);
    assert!(estimates.iter().all(takes_time), "{shown}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_was_switched_off_on_itself_is_told_to_be_off_and_is_switched_on_again() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(MAIN).await;
    let address = demo.addresses()[0].clone();
    let link = Link::connect(&address, LinkOptions::default()).await;
    let off = ShellCommand::new("reboot").argument("-p").expect("a word");
    // The phone may go before it has answered.
    let _ = link.expect("a link").shell(&off).await;
    let told = owner.phone_when(MAIN, |p| p["power"] == "off").await;
    assert_eq!(told["businessStatus"], 0, "off is no failure");
    done(&owner, POWER_ON, &json!({ "phoneId": phone })).await;
    assert_eq!(owner.running(MAIN).await, phone);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_upgrades_a_members_phone_and_what_lies_on_it_stays() {
    let demo = Demo::start().await;
    let (owner, operator) = (demo.sign_in(OWNER).await, demo.sign_in(OPERATOR).await);
    let phone = owner.running(MAIN).await;
    let address = address_of(&demo, &owner, phone).await;
    shell(&address, "touch", &["/sdcard/Download/kept.txt"]).await;
    let build = || shell(&address, "getprop", &["ro.build.id"]);
    let (image, boot) = (build().await, boot_id(&address).await);
    let refused = owner.post(UPGRADE, &json!({ "phoneId": phone })).await;
    assert_eq!(refused["code"], 403, "{refused}");
    for _ in 0..2 {
        let before = build().await;
        let ended = done(&operator, UPGRADE, &json!({ "phoneId": phone })).await;
        assert_eq!(ended["phoneAlias"], MAIN, "the operator sees which phone");
        assert_ne!(build().await, before, "each image is a newer one");
    }
    assert_ne!((build().await, boot_id(&address).await), (image, boot));
    let listed = shell(&address, "ls", &["/sdcard/Download"]).await;
    assert!(listed.contains("kept.txt"), "{listed}");
    assert!(shell(&address, "wm", &["density"]).await.contains("411"));
    owner.running(MAIN).await;
    let absent = operator.post(UPGRADE, &json!({ "phoneId": 1 })).await;
    assert_eq!(absent["data"]["list"][0]["code"], 1_011_101_001, "{absent}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_health_check_says_what_is_well_and_leaves_the_phone_as_it_is() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(MAIN).await;
    let address = address_of(&demo, &owner, phone).await;
    let before = boot_id(&address).await;
    let one = json!({ "phoneId": phone });
    let batch = begin(&owner, PROBE, &one).await;
    assert_eq!(over(&owner, batch).await["state"], "done");
    let path = format!("/app-api/infra/operation/info?batchId={batch}");
    let receipt = owner.get(&path).await;
    let steps: Vec<&str> = receipt["steps"]
        .as_array()
        .expect("steps")
        .iter()
        .filter_map(|step| step["step"].as_str())
        .collect();
    assert_eq!(steps, ["link", "system", "screen"]);
    shell(&address, "setprop", &["owl.fault", "screen:refuse"]).await;
    let unwell = begin(&owner, PROBE, &one).await;
    let row = over(&owner, unwell).await;
    assert_eq!(
        (&row["state"], &row["step"], &row["reason"]),
        (
            &json!("failed"),
            &json!("screen"),
            &json!("取不到云手机的画面")
        )
    );
    assert_eq!(boot_id(&address).await, before);
    owner.running(MAIN).await;
    let viewer = guest.post(PROBE, &one).await;
    assert_eq!(viewer["data"]["list"][0]["code"], 1_011_101_004, "{viewer}");
    done(&owner, POWER_OFF, &one).await;
    let off = owner.post(PROBE, &one).await;
    assert_eq!(off["data"]["fail"], 1, "{off}");
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
