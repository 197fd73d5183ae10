//! RSA authentication, with `adb`'s own keys.

use eventually::eventually;
use handset::HostCommand;

use crate::bench::Bench;

async fn with_authentication(policy: &str) -> Bench {
    let bench = Bench::new().await;
    bench
        .shell(&format!("setprop persist.owl.adb.auth {policy}"))
        .await;
    bench.adb(["disconnect", &bench.serial()]).await;
    bench
}

async fn state(bench: &Bench) -> String {
    let devices = bench.ok(["devices"]).await;
    let line = devices
        .lines()
        .find(|line| line.starts_with(&bench.serial()));
    let state = line.and_then(|line| line.split('\t').nth(1));
    state.unwrap_or("absent").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_whose_key_is_accepted_is_known_the_next_time() {
    let bench = with_authentication("accept").await;
    let keys = bench.fs().join("data/misc/adb/adb_keys");
    assert!(!keys.exists());
    bench.adb(["connect", &bench.serial()]).await;
    eventually("the phone is there", async || {
        state(&bench).await == "device"
    })
    .await;
    let known = std::fs::read_to_string(&keys).unwrap();
    assert!(known.starts_with("QAAAA"), "{known}");
    assert_eq!(known.lines().count(), 1);
    // From now on only signatures of known keys count.
    bench.shell("setprop persist.owl.adb.auth wait").await;
    bench.adb(["disconnect", &bench.serial()]).await;
    bench.adb(["connect", &bench.serial()]).await;
    eventually("the key is known", async || state(&bench).await == "device").await;
    assert_eq!(bench.shell("echo in").await, "in\n");
    assert_eq!(std::fs::read_to_string(&keys).unwrap(), known);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_with_an_unknown_key_waits_until_somebody_allows_it() {
    let bench = with_authentication("wait").await;
    let said = bench.adb(["connect", &bench.serial()]).await;
    assert!(
        said.all().contains("failed to authenticate"),
        "{}",
        said.all()
    );
    eventually("it waits", async || state(&bench).await == "unauthorized").await;
    assert_ne!(bench.adb(["shell", "true"]).await.code, 0);
    bench
        .host
        .execute(0, HostCommand::AllowHosts)
        .await
        .unwrap();
    eventually("it is allowed", async || state(&bench).await == "device").await;
    assert_eq!(bench.shell("echo in").await, "in\n");
}
