//! `adb reboot`, and what a phone is like afterwards.

use eventually::eventually;
use handset::{HostCommand, Power};

use crate::apks::{self, Wish};
use crate::bench::Bench;

const BOOT_ID: &str = "cat /proc/sys/kernel/random/boot_id";

#[tokio::test(flavor = "multi_thread")]
async fn a_rebooted_phone_comes_back_with_what_lay_on_its_disk() {
    let bench = Bench::new().await;
    let apk = apks::make(&bench.scratch(), "crane", &Wish::default()).await;
    bench.ok(["install", apk.to_str().unwrap()]).await;
    bench.shell("setprop persist.owl.kept yes").await;
    bench.shell("setprop debug.owl.gone yes").await;
    bench.shell("wm density 280").await;
    bench.shell("wm size 540x960").await;
    bench
        .shell("am start -n com.android.settings/.Settings")
        .await;
    let boot = bench.shell(BOOT_ID).await;
    let android_id = bench.shell("settings get secure android_id").await;
    bench.ok(["reboot"]).await;
    reconnect(&bench).await;
    bench.until("getprop sys.boot_completed", "1").await;
    let next = bench.shell(BOOT_ID).await;
    assert_ne!(next, boot, "another boot");
    assert_eq!(
        bench.shell("settings get secure android_id").await,
        android_id,
        "the same phone"
    );
    assert_eq!(bench.shell("getprop persist.owl.kept").await, "yes\n");
    assert_eq!(bench.shell("getprop debug.owl.gone").await, "\n");
    assert!(
        bench
            .shell("wm density")
            .await
            .contains("Override density: 280")
    );
    assert!(
        bench
            .shell("wm size")
            .await
            .contains("Override size: 540x960")
    );
    assert!(
        bench
            .shell("pm list packages -3")
            .await
            .contains("org.example.crane")
    );
    assert!(
        bench
            .shell("dumpsys activity activities")
            .await
            .contains("launcher"),
        "no app runs after a boot"
    );
}

async fn reconnect(bench: &Bench) {
    eventually("the phone is back", async || {
        bench.adb(["disconnect", &bench.serial()]).await;
        let said = bench.adb(["connect", &bench.serial()]).await;
        said.out.starts_with("connected to") && bench.adb(["shell", "true"]).await.code == 0
    })
    .await;
}

async fn comes_to(power: Power, bench: &Bench) {
    eventually(format!("the phone is {power:?}"), async || {
        let report = bench
            .host
            .execute(0, HostCommand::State)
            .await
            .expect("a report");
        report.power == power
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wiped_phone_is_empty_and_a_recreated_one_is_another() {
    let bench = Bench::new().await;
    let before = bench.host.identity(0).unwrap();
    bench.shell("echo x > /sdcard/mine").await;
    bench.shell("wm density 280").await;
    bench.shell("wm size 540x960").await;
    let report = bench.host.execute(0, HostCommand::Wipe).await.unwrap();
    assert_eq!((report.power, &report.identity), (Power::On, &before));
    reconnect(&bench).await;
    assert_eq!(bench.adb(["shell", "ls /sdcard/mine"]).await.code, 1);
    assert_eq!(bench.shell("wm density").await, "Physical density: 320\n");
    assert_eq!(bench.shell("wm size").await, "Physical size: 720x1280\n");
    let wish = serde_json::from_str(
        r#"{"do":"recreate","identity":{"brand":"Owl","model":"OWL-1","android_id":"0123456789abcdef"}}"#,
    )
    .unwrap();
    let report = bench.host.execute(0, wish).await.unwrap();
    assert_ne!(report.identity.serial, before.serial, "the rest is drawn");
    reconnect(&bench).await;
    assert_eq!(bench.shell("getprop ro.product.model").await, "OWL-1\n");
    assert_eq!(
        bench.shell("settings get secure android_id").await,
        "0123456789abcdef\n"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_is_off_refuses_and_comes_back_when_switched_on() {
    let bench = Bench::new().await;
    let report = bench.host.execute(0, HostCommand::PowerOff).await.unwrap();
    assert_eq!(report.power, Power::Off);
    bench.adb(["disconnect", &bench.serial()]).await;
    let said = bench.adb(["connect", &bench.serial()]).await;
    assert!(said.all().contains("refused"), "{}", said.all());
    let report = bench.host.execute(0, HostCommand::PowerOn).await.unwrap();
    assert_eq!(report.power, Power::On);
    reconnect(&bench).await;
    bench.adb(["shell", "reboot -p"]).await;
    comes_to(Power::Off, &bench).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_fails_as_it_is_told_and_heals() {
    let bench = Bench::new().await;
    let fault = |word: &str| HostCommand::Fault { fault: word.into() };
    bench.shell("setprop owl.fault refuse").await;
    assert_eq!(
        bench.shell("echo old connections stay").await,
        "old connections stay\n"
    );
    bench.adb(["disconnect", &bench.serial()]).await;
    bench.adb(["connect", &bench.serial()]).await;
    assert_ne!(bench.adb(["shell", "true"]).await.code, 0);
    bench.host.execute(0, fault("garbage")).await.unwrap();
    bench.adb(["connect", &bench.serial()]).await;
    assert_ne!(bench.adb(["shell", "true"]).await.code, 0);
    bench.host.execute(0, fault("none")).await.unwrap();
    reconnect(&bench).await;
    let said = bench.adb(["shell", "setprop owl.fault nonsense"]).await;
    assert_eq!(
        (said.err.as_str(), said.code),
        ("setprop: no such fault 'nonsense'\n", 1)
    );
    let begun = std::time::Instant::now();
    bench.shell("setprop owl.fault slow:300").await;
    bench.shell("setprop owl.fault none").await;
    assert!(begun.elapsed().as_millis() >= 300);
    // The exit code is not looked at: the phone dies too soon for one.
    bench.adb(["shell", "setprop owl.fault die:500"]).await;
    reconnect(&bench).await;
    bench.adb(["shell", "setprop owl.fault die"]).await;
    comes_to(Power::Broken, &bench).await;
    bench.host.execute(0, HostCommand::PowerOn).await.unwrap();
    reconnect(&bench).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_obeys_lines_and_says_why_it_does_not() {
    let bench = Bench::unconnected().await;
    let said = bench
        .host
        .execute_line(r#"{"id":7,"phone":0,"do":"power-off"}"#)
        .await;
    let answer: handset::Answer = serde_json::from_str(&said).unwrap();
    assert_eq!((answer.id, answer.ok), (7, true), "{said}");
    assert_eq!(answer.report.unwrap().power, Power::Off);
    let was = bench.host.identity(0).unwrap();
    let said = bench
        .host
        .execute_line(
            r#"{"id":8,"phone":0,"do":"recreate","identity":{"android_id":"00000000000000aa"}}"#,
        )
        .await;
    let answer: handset::Answer = serde_json::from_str(&said).unwrap();
    assert_eq!(
        answer.report.unwrap().identity.android_id,
        "00000000000000aa"
    );
    let back = format!(
        r#"{{"id":9,"phone":0,"do":"recreate","identity":{}}}"#,
        serde_json::to_string(&was).unwrap()
    );
    let said = bench.host.execute_line(&back).await;
    let answer: handset::Answer = serde_json::from_str(&said).unwrap();
    assert_eq!(answer.report.unwrap().identity, was, "as it was before");
    for (line, why) in [
        (r#"{"id":9,"phone":1,"do":"wipe"}"#, "there is no phone 1"),
        (r#"{"id":9,"phone":0,"do":"explode"}"#, "unknown variant"),
        (
            r#"{"id":9,"phone":0,"do":"fault","fault":"explode"}"#,
            "there is no fault",
        ),
        (
            r#"{"id":9,"phone":0,"do":"recreate","identity":{"android_id":"123"}}"#,
            "no phone has such a android_id",
        ),
        (
            r#"{"id":9,"phone":0,"do":"recreate","identity":{"model":"a\nb"}}"#,
            "no phone has such a model",
        ),
        ("nonsense", "expected"),
        (&" ".repeat(handset::LINE_LIMIT_BYTES + 1), "line is longer"),
    ] {
        let said = bench.host.execute_line(line).await;
        let answer: handset::Answer = serde_json::from_str(&said).unwrap();
        assert!(!answer.ok && answer.why.unwrap().contains(why), "{said}");
    }
}
